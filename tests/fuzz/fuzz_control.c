/* SPDX-License-Identifier: MIT */
/*
 * Control messages: what stands on the first line is the option, the rest comes through the descriptor, in
 * pieces; the same text in other pieces is the same commands.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "count/control.h"
#include "fuzz.h"
#include "host/kernel.h"

enum { CONTROL_FD = 7, MOST_READ = 256 };

struct pipe_end {
	struct kernel ops;	/* first: the ops get a pointer to it */
	const uint8_t *data;
	size_t size, at, piece;
	int open;
};

static struct pipe_end *self(const struct kernel *k)
{
	return (struct pipe_end *)(uintptr_t)k;
}

static ssize_t read_piece(const struct kernel *k, int fd, void *buf, size_t size)
{
	struct pipe_end *p = self(k);
	size_t n = p->size - p->at;

	fuzz_check(fd >= 0 && size <= MOST_READ, "there is room");
	n = n < p->piece ? n : p->piece;
	n = n < size ? n : size;
	if (n)
		memcpy(buf, p->data + p->at, n);
	p->at += n;
	return (ssize_t)n;
}

static ssize_t write_ack(const struct kernel *k, int fd, const void *buf, size_t size)
{
	(void)k;
	(void)buf;
	fuzz_check(fd >= 0 && size == 5, "what is written is an ack");
	return -EAGAIN;
}

static int open_fifo(const struct kernel *k, const char *path)
{
	if (strstr(path, "nosuch"))
		return -ENOENT;
	return CONTROL_FD + self(k)->open++;
}

static int is_given(const struct kernel *k, int fd)
{
	(void)k;
	return fd < 90 ? 0 : -EBADF;
}

static void close_fd(const struct kernel *k, int fd)
{
	fuzz_check(fd >= CONTROL_FD && self(k)->open-- > 0, "what is closed was opened");
}

/* The commands as text. */
static void run(struct str *said, const char *spec, const uint8_t *data, size_t size, size_t piece)
{
	struct pipe_end p = { .ops = { .read = read_piece, .write = write_ack, .open_fifo = open_fifo,
				       .is_given = is_given, .close = close_fd },
			      .data = data, .size = size, .piece = piece };
	struct control c = CONTROL_INIT;
	struct error err = ERROR_INIT;
	enum control_verb verb;
	const char *name;

	if (control_open(&c, &p.ops, spec, &err) < 0) {
		fuzz_check(err.message[0], "an error has a message");
		fuzz_check(!p.open, "nothing is left open");
		return;
	}
	while (!c.ended) {
		fuzz_check(control_read(&c) == 0, "it can be read");
		while ((verb = control_next(&c, &name)) != CONTROL_NONE) {
			fuzz_check(name && strlen(name) < 64, "a name is short");
			if (verb != CONTROL_UNKNOWN)
				control_ack(&c);
			str_addf(said, "%d %s\n", (int)verb, name);
		}
	}
	control_close(&c);
	fuzz_check(!p.open, "all of it is closed");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const uint8_t *end = size ? memchr(data, '\n', size) : NULL;
	size_t first = end ? (size_t)(end - data) : size, skip = first + (end != NULL);
	char *spec = fuzz_text(data, first);
	struct str whole = {0}, pieces = {0};

	run(&whole, spec, data + skip, size - skip, MOST_READ);
	run(&pieces, spec, data + skip, size - skip, 1 + size % 7);
	fuzz_check(whole.len == pieces.len && (!whole.len || strcmp(whole.text, pieces.text) == 0),
		   "in pieces it is the same");
	str_release(&whole);
	str_release(&pieces);
	free(spec);
	return 0;
}
