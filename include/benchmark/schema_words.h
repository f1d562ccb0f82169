/* SPDX-License-Identifier: MIT */
/* schema_words.h - lists the keys and fixed words of the JSON schema pstat/1, for writing and reading. */
#ifndef BENCHMARK_SCHEMA_WORDS_H
#define BENCHMARK_SCHEMA_WORDS_H

#include "table/table.h"

#define SCHEMA_NAME "pstat/1"

extern const char *const schema_states[CELL_STATES];
extern const char *const schema_verdicts[FIGURE_GOOD + 1];	/* by severity; NULL: none */

#endif
