/* SPDX-License-Identifier: MIT */
/*
 * cpuid.h - the name of a CPU model by which tables are chosen.
 *
 * x86: "GenuineIntel-6-8F-8", vendor, family in decimal, model and stepping in hexadecimal.
 * Arm: the MIDR without variant and revision, "0x00000000410fd0c0".
 */
#ifndef HOST_CPUID_H
#define HOST_CPUID_H

#include <stdbool.h>

#include "base/error.h"

struct rootfs;

/* Of the machine's first CPU; owned; NULL: not known, and unread says why where a file would tell it. */
char *cpuid_load(const struct rootfs *root, struct error *unread);
char *cpuid_parse(const char *text, struct error *err);		/* one that was written; owned; NULL: error */
/*
 * pattern: an extended regular expression for the whole id; the stepping is compared only if
 * the pattern has one.
 */
bool cpuid_is_pattern(const char *text);
bool cpuid_matches(const char *id, const char *pattern);

#endif
