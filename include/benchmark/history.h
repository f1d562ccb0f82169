/* SPDX-License-Identifier: MIT */
/*
 * history.h - writes and reads a history, a file of results over time: gate --history appends to it, trend
 * and gate --trend read it.
 *
 * Each line is one result, a JSON object of schema pstat-history/1.  A line is written with one write to a
 * locked file, so that two jobs can append at once.  Each line stands alone and has its date, so the lines of
 * two branches can be merged in any order.
 *
 * A line that is not JSON, as after a crash or a merge with conflicts, is skipped with a note.  A line of
 * another schema, or with values that cannot be, is an error.  A line that is there twice counts once.
 */
#ifndef BENCHMARK_HISTORY_H
#define BENCHMARK_HISTORY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/index.h"
#include "base/str.h"
#include "host/facts.h"

struct history_row {		/* owns its texts */
	char *name, *unit, *encoding;	/* as in struct sample_row */
	char *class, *better;		/* its words: "time", "lower" */
	char *valgrind_cpu;		/* under which it was counted; NULL: natively, or not known */
	char *limit;			/* as typed: "+5%"; NULL: the gate had none for this row */
	bool  exact;			/* the program's own work, and all runs agree */
	size_t n;			/* number of runs with a value */
	double median, mad, min, max;	/* of the runs */
};

struct history_result {		/* owns everything in it */
	char *name;
	char *version;			/* of the pstat that measured it */
	char *date;			/* ISO 8601 in UTC */
	char *commit;			/* NULL: not known */
	char *outcome;			/* of the gate: "fine", "regressed"; NULL: nothing was compared */
	bool accepted;			/* --update: later results are compared with this one */
	struct host_facts host;
	struct history_row *row; size_t n_rows;
	bool limited;			/* a row has a limit */
	unsigned line;			/* in the file, from 1 */
};

struct history {
	struct history_result *result; size_t n;	/* ordered by date */
	size_t n_skipped; unsigned skipped;	/* lines that are not JSON, and the first of them */
	size_t n_repeated;			/* lines that are there twice */
	size_t *line_hash; struct index lines;
};

/* For a file that may not exist yet: -1 if results cannot be appended to it. */
int  history_check(const char *path, struct error *err);
/* True if the file begins as a history does. */
bool history_is(const char *path);
/* Adds one line, with its newline. */
void history_add_line(struct str *out, const struct history_result *r);
/* Appends lines of history_add_line() to the file, which is created if it does not exist. */
int  history_append(const char *path, const struct str *lines, struct error *err);
const char *history_name(const char *path);	/* for messages */
/* path "-": standard input.  ERROR_NOT_FOUND: a file without any line. */
int  history_read(struct history *h, const char *path, struct error *err);
int  history_parse(struct history *h, const char *text, size_t len, struct error *err);
/* Appends "2026-11-25 03:15", in UTC; the start of its commit, or nothing; both. */
void history_add_time(struct str *out, const struct history_result *r);
void history_add_commit(struct str *out, const struct history_result *r);
void history_add_place(struct str *out, const struct history_result *r);
/* Appends notes on lines that were left out, without a full stop; nothing if there are none. */
void history_add_notes(struct str *out, const struct history *h);
void history_result_release(struct history_result *r);
void history_release(struct history *h);

#endif
