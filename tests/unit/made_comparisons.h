/* SPDX-License-Identifier: MIT */
/* made_comparisons.h - the comparisons that every format is tested with. */
#ifndef UNIT_MADE_COMPARISONS_H
#define UNIT_MADE_COMPARISONS_H

#include "comparisons.h"

#define LIMIT(relative) { 1, relative, NO, NO }
#define FREE { 0, NO, NO, NO }

/* Two sides, every verdict. */
static const struct made made_gate = {
	.sides = 2, .rounds = 5, .names = { "base", "prog <new>" },
	.opts = { .mode = COMPARISON_GATE, .level = 0.9, .interleaved = true, .warmups = 1 },
	.row = {
		{ "instructions:u", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "type 0 config 0x1 user",
		  { { 113480001, 113480002, 113480002, 113480003, 113480099 },
			       { 116101440, 116101441, 116101441, 116101442, 116101443 } },
		  .found = { { VERDICT_WORSE, REASON_NONE, COMPARE_EXACT, MADE_CHANGE(0.0231, 0.02305, 0.02312),
			       MADE_CHANGE(2621439, 2621000, 2621441), LIMIT(0.01), 1, 0 } } },
		{ "page-faults", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "type 1 config 0x2 all",
		  { { 120, 121, 120, 122, 120 }, { 100, 100, 101, 100, 100 } },
		  .found = { { VERDICT_BETTER, REASON_NONE, COMPARE_PAIRED, MADE_CHANGE(-0.1667, -0.18, -0.15),
			       MADE_CHANGE(-20, -22, -19), { 1, 0.05, 100, NO }, -1, 0 } } },
		{ "branches:u", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "type 0 config 0x4 user",
		  { { 10, 11, 12, 13, 14 }, { 10, 11, 12, 13, 14 } },
		  .found = { { VERDICT_SAME, REASON_NONE, COMPARE_PAIRED, MADE_CHANGE(0, -0.00001, 0.00001),
			       MADE_CHANGE(0, 0, 0), LIMIT(0.01), 0, 0 } } },
		{ "cycles:u", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "type 0 config 0x0 user",
		  { { 5e9, 6e9, 7e9, NO, 5e9 }, { 5e9, 6e9, 7e9, 8e9, 5.5e9 } }, LACK_MULTIPLEXED,
		  .found = { { VERDICT_UNSURE, REASON_AT_LIMIT, COMPARE_TWO_SAMPLE, MADE_CHANGE(0.02, -0.1, 0.24),
			       MADE_CHANGE(1e8, -5e8, 1e9), LIMIT(0.05), 0, 0 } } },
		{ "branch-misses:u", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "type 0 config 0x5 user",
		  { { NO, NO, NO, NO, NO }, { NO, NO, NO, NO, NO } }, LACK_NOT_SUPPORTED,
		  .found = { { VERDICT_INCOMPARABLE, REASON_NOT_SUPPORTED, COMPARE_NONE, MADE_UNKNOWN, MADE_UNKNOWN,
			       LIMIT(0.05), 0, 0 } } },
		{ "faults|\"odd\",\x1b[31m\n", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "",
		  { { 1, 1, 1, 1, 1 }, { 0 } }, .missing = 2,
		  .found = { { VERDICT_MISSING, REASON_NO_NOW, COMPARE_NONE, MADE_UNKNOWN, MADE_UNKNOWN, LIMIT(0.01), 0, 0 } } },
		{ "ipc", SAMPLES_METRIC, CLASS_RATIO, BETTER_HIGHER, "", "",
		  { { 1.5, 1.6, 1.7, 1.6, 1.6 }, { 1.5, 1.6, 1.7, 1.6, 1.4 } },
		  .found = { { VERDICT_SKIPPED, REASON_NONE, COMPARE_PAIRED, MADE_CHANGE(-0.01, -0.02, -0.002),
			       MADE_CHANGE(-0.016, -0.03, -0.003), FREE, 1, 0 } } },
		{ "wall", SAMPLES_RUN, CLASS_TIME, BETTER_LOWER, "s", "",
		  { { 0.0121, 0.0122, 0.0123, 0.0124, 0.0125 }, { 0.0131, 0.0132, 0.0133, 0.0134, 0.0135 } },
		  .found = { { VERDICT_UNSURE, REASON_TOO_FEW, COMPARE_PAIRED, MADE_CHANGE(0.08, NO, NO),
			       MADE_CHANGE(0.001, NO, NO),
			       { 1, NO, 0.02, NO }, 0, 7 } } },
		{ "max-rss", SAMPLES_RUN, CLASS_SIZE, BETTER_LOWER, "B", "",
		  { { 2097152, 2097152, 2097152, 2097152, 2097152 }, { 68157440, 68157440, 68157440, 68157440, 68157440 } },
		  .found = { { VERDICT_WORSE, REASON_NONE, COMPARE_ONE_SAMPLE, MADE_UNKNOWN, MADE_UNKNOWN,
			       { 1, NO, NO, 67108864 }, 0, 0 } } },
	},
};

/* Three sides, nothing has a limit. */
static const struct made made_compare = {
	.sides = 3, .rounds = 3, .names = { "gzip -1", "gzip -6", "gzip -6" },
	.opts = { .mode = COMPARISON_PLAIN, .level = 0.75, .interleaved = true },
	.row = {
		{ "task-clock", SAMPLES_EVENT, CLASS_TIME, BETTER_LOWER, "s", "type 1 config 0x1 all",
		  { { 0.0052, 0.0051, 0.0053 }, { 0.0152, 0.0151, 0.0153 }, { 1.2, 1.3, 1.4 } },
		  .found = { { VERDICT_SKIPPED, REASON_NONE, COMPARE_PAIRED, MADE_CHANGE(1.923, 1.88, 1.96),
			       MADE_CHANGE(0.01, 0.0098, 0.0102), FREE, 1, 0 },
			     { VERDICT_SKIPPED, REASON_NONE, COMPARE_PAIRED, MADE_CHANGE(239.3, 230.1, 250.9),
			       MADE_CHANGE(1.25, 1.2, 1.3), FREE, 1, 0 } } },
		{ "sys", SAMPLES_RUN, CLASS_TIME, BETTER_LOWER, "s", "",
		  { { 0, 0, 0 }, { 0, 0, 0.004 }, { 0, 0, 0 } },
		  .found = { { VERDICT_SKIPPED, REASON_NONE, COMPARE_PAIRED, MADE_UNKNOWN, MADE_CHANGE(0.001, -0.001, 0.004),
			       FREE, 0, 0 },
			     { VERDICT_SKIPPED, REASON_NONE, COMPARE_EXACT, MADE_UNKNOWN, MADE_CHANGE(0, 0, 0), FREE, 0, 0 } } },
		{ "cpus-utilized", SAMPLES_METRIC, CLASS_RATIO, BETTER_NEITHER, "", "",
		  { { 0.9, 0.91, 0.92 }, { 0.8, 0.81, 0.82 }, { 0.9, 0.91, 0.92 } },
		  .found = { { VERDICT_SKIPPED, REASON_NONE, COMPARE_PAIRED, MADE_CHANGE(-0.11, -0.12, -0.1),
			       MADE_CHANGE(-0.1, -0.11, -0.09), FREE, -1, 0 },
			     { VERDICT_SKIPPED, REASON_NONE, COMPARE_PAIRED, MADE_CHANGE(0.0001, -0.0003, 0.0004),
			       MADE_CHANGE(0, -0.0003, 0.0004), FREE, 0, 0 } } },
		{ "page-faults", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "",
		  { { 100, 100, 100 }, { 90, 90, 90 }, { 100, 100, 101 } },
		  .found = { { VERDICT_SKIPPED, REASON_NONE, COMPARE_EXACT, MADE_CHANGE(-0.1, -0.1, -0.1),
			       MADE_CHANGE(-10, -10, -10), FREE, -1, 0 },
			     { VERDICT_SKIPPED, REASON_NONE, COMPARE_PAIRED, MADE_CHANGE(0, 0, 0.01), MADE_CHANGE(0, 0, 1),
			       FREE, 0, 0 } } },
	},
};

/* One side, one run: nothing is compared. */
static const struct made made_one = {
	.sides = 1, .rounds = 1, .names = { "prog" },
	.opts = { .mode = COMPARISON_GATE, .level = 0.99 },
	.row = {
		{ "instructions:u", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "", { { 123456789012.0 } } },
		{ "energy-pkg", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "Joules", "", { { 2.5 } } },
		{ "branch-misses", SAMPLES_EVENT, CLASS_COUNT, BETTER_LOWER, "", "", { { NO } }, LACK_NOT_COUNTED },
		{ "wall", SAMPLES_RUN, CLASS_TIME, BETTER_LOWER, "s", "", { { 0.000052 } } },
	},
};

#endif
