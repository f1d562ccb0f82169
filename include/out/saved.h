/* SPDX-License-Identifier: MIT */
/*
 * saved.h - results read back from a file, whatever its format, with all that a report needs.
 *
 * saved_parse takes a document of schema pstat/1, which is what print_json.c writes; a
 * perf.data file comes in through perfdata.h.
 */
#ifndef OUT_SAVED_H
#define OUT_SAVED_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "calc/metric.h"
#include "calc/table.h"
#include "event/event.h"
#include "host/host.h"
#include "host/machine.h"
#include "host/target.h"
#include "out/result.h"

struct saved_interval {
	size_t   run;			/* of which run it is part: index into run */
	uint64_t end_ns;		/* since the start of the run */
	uint64_t counted_ns;		/* metrics are of it */
	struct table table;
	struct figure *figure;		/* [unit * n_metrics + metric] */
};

struct saved_entry {			/* one benchmark */
	char *name;			/* --name; else its command */
	char *version, *started, *race;	/* version: of pstat; NULL: the file does not say */
	char **argv;			/* NULL-terminated; NULL: no command */
	bool fixed;			/* --aslr off */
	struct host host;
	/* what was asked for: the lists of asked are in list, borrowed from there */
	struct target_opts asked;
	char *list;			/* NULL: none */
	char *title;			/* heads a report of it; NULL: what asked and argv say */
	struct target target;		/* threads with their names, cgroups; nothing to be opened */
	struct aggr_opts aggr;		/* how it was added up: nothing finer can be told */
	struct cpu *cpu; size_t n_cpus;	/* where rows are CPUs: what they are part of, by id */
	struct pmu *pmu;		/* parallel to events, the name alone; NULL: not known */
	/* names, units, scales, rows, cgroups, type and config; not to be opened */
	struct events events;
	struct result *run; size_t n_runs;	/* tables of equal shape, in the mode of aggr */
	struct result *failed;		/* ended the series and does not count; NULL: none */
	struct saved_interval *interval; size_t n_intervals;	/* in their order */
	struct given_metric *metric; size_t n_metrics;
	struct figure *figure;		/* of all runs, [unit * n_metrics + metric] */
	struct notes notes;		/* their events are indices into events */
};

struct saved {
	struct saved_entry *entry;
	size_t n;
};

int  saved_parse(struct saved *s, const char *text, size_t len, struct error *err);
void saved_entry_release(struct saved_entry *e);
void saved_release(struct saved *s);

#endif
