/* SPDX-License-Identifier: MIT */
/*
 * cpuid.h - makes the name of a CPU model, by which event tables are chosen.
 *
 * x86: "GenuineIntel-6-8F-8": vendor, family in decimal, model and stepping in hexadecimal. Arm: the MIDR
 * without variant and revision, "0x00000000410fd0c0". POWER: the PVR, "0x004e0202". RISC-V:
 * "0x489-0x8000000000000007-0x4210427": mvendorid, marchid, mimpid. IBM Z: "IBM,3931,704,A01,3.7,002f".
 */
#ifndef HOST_CPUID_H
#define HOST_CPUID_H

#include <stdbool.h>

#include "base/error.h"

struct rootfs;

/*
 * The id of the machine's first CPU; owned; NULL: unknown. If a file that should tell it cannot be read,
 * unread says why.
 */
char *cpuid_load(const struct rootfs *root, struct error *unread);
char *cpuid_parse(const char *text, struct error *err);		/* as typed by the user; owned; NULL: error */
/*
 * pattern is an extended regular expression for the whole id. The stepping is compared only if the pattern
 * has one.
 */
bool cpuid_is_pattern(const char *text);
bool cpuid_matches(const char *id, const char *pattern);

#endif
