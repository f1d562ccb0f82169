/* SPDX-License-Identifier: MIT */
/* shown.h - one saved result as a report, added up again, as if it had just been measured. */
#ifndef CLI_SHOWN_H
#define CLI_SHOWN_H

#include "base/error.h"
#include "base/note.h"
#include "calc/metric.h"
#include "calc/regroup.h"
#include "calc/stats.h"
#include "calc/table.h"
#include "host/machine.h"
#include "out/printer.h"
#include "out/saved.h"

struct options;

struct shown {
	const struct options *opts;		/* borrowed, as is entry */
	const struct saved_entry *entry;
	struct regroup regroup;
	struct machine machine;			/* its CPUs are the entry's */
	struct metrics metrics;
	struct notes notes;
	struct result *run;			/* the entry's, with tables of their own */
	struct table mean;
	struct stats *stats, elapsed, counted;	/* the times in seconds */
	struct report report;
};

/* recorded: how it is added up when the options do not say how, as far as the file can tell. */
int  shown_open(struct shown *v, const struct saved_entry *e, const struct options *o,
		enum aggr_mode recorded, struct error *err);
/*
 * One of its intervals as well: in the rows of the report, with its metrics.  figure: of the
 * metrics that the entry has only the values of; NULL: they are of other rows.
 */
void shown_regroup(struct shown *v, struct table *out, const struct table *in, double elapsed_ns,
		   const struct figure *figure);
void shown_release(struct shown *v);

#endif
