/* SPDX-License-Identifier: MIT */
/*
 * host_match.h - finds differences of machine, command or target that make two results incomparable.
 *
 * Another CPU model gives other counts, even of instructions, as the C library chooses its routines by the
 * CPU.  Another number of CPUs, kernel, hypervisor, governor, turbo or SMT gives other times.  A
 * difference that may only shift a count is a warning.  Events are not checked here: comparison.c
 * compares the encoding of each row.
 *
 * Under valgrind a program sees a CPU of valgrind's own.  So what valgrind counts is compared wherever that
 * is the same: the runners of a CI service are of AMD or Intel by chance.
 */
#ifndef COMPARE_HOST_MATCH_H
#define COMPARE_HOST_MATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"

struct report;
struct sample_row;

enum difference_weight {
	DIFFERENCE_NOTE, DIFFERENCE_WARNING,
	DIFFERENCE_OF_TIMES,	/* no time can be compared; counts can */
	DIFFERENCE_OF_NATIVE,	/* only what valgrind counts can be compared */
	DIFFERENCE_OF_EMULATED,	/* what valgrind counts cannot be compared */
	DIFFERENCE_FATAL,	/* nothing can be compared */
	DIFFERENCE_WEIGHTS
};

struct difference {
	const char *code;		/* for machines: "cpu-model" */
	enum difference_weight weight;
	const char *words;		/* "the model of the CPU"; NULL: it is not of one fact */
	char *text;			/* owned: "the CPU model is 85 in the base and 143 here" */
	bool allowed;			/* set by the caller: it makes nothing incomparable */
};

struct host_differences {
	struct difference *difference; size_t n;
};

/*
 * Compares host, target, command and version.  A fact that one of the reports does not have is no
 * difference.  named: both are the benchmark of that name, so another command is only a note.
 */
void host_match_compare(struct host_differences *f, const struct report *base, const struct report *now,
			bool named);
/* Whether a row cannot be compared; and why: appends "the CPU and the command". */
bool host_match_refuses(const struct host_differences *f, const struct sample_row *row);
void host_match_add_words(struct str *out, const struct host_differences *f, const struct sample_row *row);
/* True if each run had the same addresses: neither pstat nor the kernel randomised them. */
bool host_match_is_fixed(const struct report *r);
void host_match_release(struct host_differences *f);

#endif
