/* SPDX-License-Identifier: MIT */
/* terminal.h - what is known of a terminal. */
#ifndef HOST_TERMINAL_H
#define HOST_TERMINAL_H

int terminal_columns(int fd);		/* 0: it is none, or does not say */

#endif
