/* SPDX-License-Identifier: MIT */
/*
 * vendor_encoding.h - translates a vendor's description of an event into terms of a PMU.
 *
 * The words are keys and values of the vendors' JSON files: EventCode=0xc0, UMask=0x1, CounterMask=1,
 * MSRIndex=0x3F6. Keys that do not matter for counting are ignored.
 *
 * Vendors give fixed counters codes of their own, which not all kernels know. They are opened by the code
 * of the general counters, as in perf: INST_RETIRED.ANY as 0xc0, CPU_CLK_UNHALTED.THREAD as 0x3c.
 */
#ifndef EVENT_VENDOR_VENDOR_ENCODING_H
#define EVENT_VENDOR_VENDOR_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

struct str;

struct encoding_word { const char *key, *value; };

bool vendor_encoding_knows(const char *key);		/* the key matters for counting */
/* Is there a word about counting? Without one all codes are zero, which some units do count. */
bool vendor_encoding_has_code(const struct encoding_word *word, size_t n);
/* -1: a value is invalid for its key; why says which. */
int  vendor_encoding_check(const struct encoding_word *word, size_t n, struct str *why);
/* The words must be valid. Adds "event=0xc0,umask=0x1"; leaves out zeros. */
void vendor_encoding_add_terms(struct str *terms, const struct encoding_word *word, size_t n);
/* Adds the PMU name of a unit: "iMC" is uncore_imc; "" and "cpu" are cpu, the core PMU whatever its name. */
void vendor_encoding_add_pmu(struct str *pmu, const char *unit);

#endif
