/* SPDX-License-Identifier: MIT */
/*
 * host_match.h - in what two measurements differ that decides whether they can be compared.
 *
 * Counts of another CPU are other counts, and even those of instructions: a C library picks its
 * routines by the CPU.  What can move a result without making another one of it is a warning.
 * Events are no part of it: each row is compared with its own encoding.
 */
#ifndef COMPARE_HOST_MATCH_H
#define COMPARE_HOST_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct report;

enum difference_weight { DIFFERENCE_NOTE, DIFFERENCE_WARNING, DIFFERENCE_FATAL };

struct difference {
	const char *code;		/* for machines: "cpu-model" */
	enum difference_weight weight;
	char *text;			/* owned: "the CPU model is 85 in the first, 143 here" */
};

struct fingerprint {
	struct difference *difference; size_t n;
};

/*
 * Of what the two reports say of their host, target, aggregation, command and version; what one of
 * them does not say differs from nothing.  named: both are the benchmark of that name, and
 * another command is only a note.
 */
void host_match_compare(struct fingerprint *f, const struct report *base, const struct report *now,
			bool named);
/* Addresses were the same in each run; where the kernel never lays them out at random, all are. */
bool host_match_is_fixed(const struct report *r);
void host_match_release(struct fingerprint *f);

#endif
