/* SPDX-License-Identifier: MIT */
/* The words that schema pstat/1 has for enums. */
#include "benchmark/schema_words.h"

const char *const schema_states[] = {
	[CELL_ABSENT] = "absent", [CELL_COUNTED] = "counted",
	[CELL_NOT_COUNTED] = "not-counted", [CELL_NOT_SUPPORTED] = "not-supported",
	[CELL_UNKNOWN] = "unknown",
};

const char *const schema_verdicts[] = { [FIGURE_BAD] = "bad", [FIGURE_GOOD] = "good" };
