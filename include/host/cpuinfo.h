/* SPDX-License-Identifier: MIT */
/* cpuinfo.h - the lines "key : value" of /proc/cpuinfo; each architecture has its own keys. */
#ifndef HOST_CPUINFO_H
#define HOST_CPUINFO_H

#include <stddef.h>

#include "base/str.h"

struct rootfs;

/* The beginning of the file: one of many CPUs says the same of each, for megabytes. */
int  cpuinfo_read(struct str *text, const struct rootfs *root);	/* 0, -errno: it says nothing */
/* The value of the first line of that key; owned; NULL: there is none, or what stands for that. */
char *cpuinfo_field(const char *cpuinfo, const char *key);
/* The same of the first one from *at on, which moves behind it. */
char *cpuinfo_next(const char **at, const char *key);
/* Decimal, or hexadecimal behind 0x; -1: no such number. */
int   cpuinfo_number(const char *cpuinfo, const char *key);
/* Without the blanks around it; owned; NULL: that is nothing, or "unknown". */
char *cpuinfo_value(const char *text, size_t n);

#endif
