/* SPDX-License-Identifier: MIT */
/*
 * gate_files.h - runs gate on two files: compares each result of --candidate with the result of the same name
 * in --baseline.
 */
#ifndef CLI_GATE_GATE_FILES_H
#define CLI_GATE_GATE_FILES_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"

struct env;
struct options;

/* What is left to say after the report. */
struct gate_end {
	bool annotated;		/* an annotation has told GitHub why the gate fails */
	struct str advice;	/* limits that can be checked; empty: none */
};

/* The worst exit status of all pairs; -1: some pair could not be judged, and err says why. */
int  gate_files(const struct env *env, const struct options *o, struct gate_end *end, struct error *err);

#endif
