/* SPDX-License-Identifier: MIT */
/*
 * full_screen.h - uses the whole terminal as a screen that is redrawn; keys arrive at once, without Enter.
 *
 *	full_screen_open(&s, in, out, &err);
 *	full_screen_signal(&s);		when s.fd is ready: stopped and continued, or another size
 *	full_screen_show(&s, &text);
 *	full_screen_close(&s);		gives the terminal back; twice is safe
 *
 * Ctrl-C and Ctrl-Z are signals as usual.  Before pstat stops it gives the terminal back, and takes it again
 * when it goes on.  Only an end that no program can see (SIGKILL, a fault) leaves the terminal as it is:
 * reset(1).
 */
#ifndef OUTPUT_FULL_SCREEN_H
#define OUTPUT_FULL_SCREEN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <termios.h>

#include "base/error.h"
#include "base/str.h"

struct kernel;

struct full_screen {			/* set kernel, then open */
	const struct kernel *kernel;	/* borrowed */
	int in, out;
	int fd;				/* of signals; -1: not open */
	bool taken;			/* the terminal is raw and shows the alternate screen */
	struct termios before;
	sigset_t mask;
};

int  full_screen_open(struct full_screen *s, int in, int out, struct error *err);
void full_screen_size(const struct full_screen *s, size_t *rows, size_t *columns);
/* The screen must be drawn again. */
void full_screen_signal(struct full_screen *s);
/* Lines that end with a newline. */
void full_screen_show(const struct full_screen *s, const struct str *text);
void full_screen_close(struct full_screen *s);

#endif
