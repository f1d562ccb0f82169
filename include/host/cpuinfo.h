/* SPDX-License-Identifier: MIT */
/* cpuinfo.h - reads the "key : value" lines of /proc/cpuinfo. Each architecture has its own keys. */
#ifndef HOST_CPUINFO_H
#define HOST_CPUINFO_H

#include <stddef.h>

#include "base/str.h"

struct rootfs;

/* Reads only the beginning: a machine with many CPUs repeats the same lines for megabytes. */
int  cpuinfo_read(struct str *text, const struct rootfs *root);	/* 0 or -errno; -ENODATA: no such lines */
/* The value of the first line with that key; owned; NULL: there is none, or it is "unknown". */
char *cpuinfo_field(const char *cpuinfo, const char *key);
/* The same, from *at on; moves *at past that line. */
char *cpuinfo_next(const char **at, const char *key);
/* Decimal, or hexadecimal after 0x; -1: no such number. */
int   cpuinfo_number(const char *cpuinfo, const char *key);
/* The text without surrounding blanks; owned; NULL: it is empty or "unknown". */
char *cpuinfo_value(const char *text, size_t n);

#endif
