/* SPDX-License-Identifier: MIT */
/* schema_words.h - the name and the words of schema pstat/1: formats write them, saved_json.c reads them. */
#ifndef BENCHMARK_SCHEMA_WORDS_H
#define BENCHMARK_SCHEMA_WORDS_H

#include "table/table.h"

#define SCHEMA_NAME "pstat/1"

extern const char *const schema_states[CELL_STATES];
extern const char *const schema_verdicts[FIGURE_GOOD + 1];	/* by severity; NULL: none */

#endif
