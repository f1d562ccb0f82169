/* SPDX-License-Identifier: MIT */
/* terminal.h - the width of a terminal. */
#ifndef HOST_TERMINAL_H
#define HOST_TERMINAL_H

int terminal_columns(int fd);		/* 0: not a terminal, or unknown */

#endif
