/* SPDX-License-Identifier: MIT */
/* schema_words.h - the name and the words of schema pstat/1, which formats write and saved.c reads back. */
#ifndef BENCHMARK_SCHEMA_WORDS_H
#define BENCHMARK_SCHEMA_WORDS_H

#include "count/runloop.h"
#include "table/table.h"

#define PIECES_SCHEMA "pstat/1"

extern const char *const pieces_states[CELL_STATES];
extern const char *const pieces_modes[AGGR_CPU + 1];
extern const char *const pieces_ends[RUNLOOP_SIGNAL + 1];
extern const char *const pieces_verdicts[FIGURE_GOOD + 1];	/* by severity; NULL: none */

#endif
