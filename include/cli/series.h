/* SPDX-License-Identifier: MIT */
/*
 * series.h - the runs of one command line and what became of them; and what is said of that
 * beside the report: on stderr, nothing with --quiet.
 *
 * A series that a signal or a failure cut short replaces no saved result: a baseline is wanted whole.
 * pstat --save keeps it if there is none of that name, as for a server that Ctrl-C ends, and the
 * result says how it ended.  --timeout ends a command as asked, so its result is complete; a series
 * that it ends before the last run is not.  After a signal the report shows the complete runs, stderr
 * says how many, and the exit status stays that of the command.
 *
 * -r 0 keeps no run: a json or openmetrics document is that of the last run, in a file of --export
 * that is replaced, and a stream of them is refused: one document for all would have no end.  --save
 * takes the last run that did not fail.
 *
 * If no output has notes, stderr says which metrics asked for by name are missing, and which counts
 * were lost because a counter could not be read or gave an impossible number.
 */
#ifndef CLI_SERIES_H
#define CLI_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/note.h"
#include "calc/stats.h"
#include "calc/table.h"
#include "cli/exact.h"
#include "cli/measure.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/recorder.h"
#include "host/host.h"
#include "out/report.h"
#include "out/result.h"

struct env;
struct options;
struct tick;

struct series {
	const struct env *env;
	const struct options *opts;
	struct measure_opts measured;		/* those of opts, and where the command writes */
	struct measure measure;
	struct output out;
	struct recorder recorder;		/* of record; its stream is NULL else */
	struct report report;
	struct host host;
	char date[32];
	/* --exact: the sets take turns; which runs count is known when all are done */
	struct exact exact;
	size_t step, n_steps;			/* of the round that goes on */
	unsigned long long n_planned;		/* runs, as far as it is known; 0: without an end */
	bool cut_short;				/* by a signal, or an output that broke */
	struct result *run; size_t n_runs;	/* those that count */
	struct result *failed;			/* the one that ended them and does not count; NULL: none */
	struct table mean;
	struct stats *stats, elapsed, counted;	/* the times in seconds */
	struct notes notes;			/* of preparing and of the runs that count, each once */
	unsigned long long n_counted, n_ignored;	/* runs that count; those of them that failed */
	unsigned long long first_ignored;
	int ignored_status;
	struct progress progress;
	bool begun;				/* a report with intervals, whose end is still to come */
	bool has_put;				/* -r 0: what was saved last is its own */
	struct error unwritten;			/* why an interval could not be written */
};

void series_warn(const struct series *s);			/* of options that make no good measurement */
void series_say_sets(const struct series *s);			/* -v */
void series_say_run(const struct series *s, unsigned long long i);	/* before it */
/* What --control did, or the end of a delay. */
void series_say_tick(const struct series *s, const struct tick *t);
/* How run i went, as far as the report does not tell. */
void series_say_end(const struct series *s, unsigned long long i, const struct result *r, int status,
		    bool bad);
void series_say_ignored(const struct series *s);		/* failures that count all the same */
void series_say_older_stays(const struct series *s);
/*
 * Where no output has notes: metrics that were asked for and are not there, counts that were lost.
 * lasting: what holds for all runs; else what those did that are in the report.
 */
void series_say_notes(const struct series *s, bool lasting);
void series_say_trace(struct series *s);			/* -vv, once */

#endif
