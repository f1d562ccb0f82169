/* SPDX-License-Identifier: MIT */
/*
 * metric_select.h - finds the metrics that -M names, and writes the events they need as texts for -e.
 *
 * Each text becomes a -e of its own.  The events of a metric are one group if that is allowed, and
 * several metrics may share it; events that are not grouped stand together in one more text.  Groups
 * list their events in the order of perf 6.12 (perf_name_set.h), which decides beside which row a metric
 * stands.
 */
#ifndef METRIC_METRIC_SELECT_H
#define METRIC_METRIC_SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "metric/formula.h"
#include "note/note.h"

struct metric_select_opts {
	const char *const *list; size_t n_lists;	/* "name,group:u"; any case, "all", "No_group" */
	bool no_group, no_merge, no_threshold;
	bool nmi_watchdog;		/* it is on, and takes a counter that a group may need */
	const char *unit;		/* only metrics of this core PMU, "cpu_core" or "core"; NULL: any */
};

struct selected_metric {
	const struct catalog_metric *metric;
	char  *name, *modifiers;	/* owned: name with modifiers, "IPC:u"; the modifiers, "u" or "" */
	char  *label, *unit;		/* owned: "%slots  retiring"; "%slots" */
	char  *group;			/* owned: the title above it if it is a default metric, or "" */
	double scale;
	bool   scaled;
	bool   grouped;
	size_t formula;
	int    threshold;		/* a formula, too; -1: none, or not known on this machine */
	bool  *formulas, *events;	/* owned: flags, what it needs */
	size_t n_needed;		/* number of events without those that pstat measures itself */
	int    source;			/* that has its events; -1: none, it needs only pstat's own */
	int   *slot;			/* owned: by event, its slot; -1: none */
};

struct metric_source {		/* the text of one -e */
	char  *text;		/* owned */
	char  *modifiers;	/* owned */
	bool   grouped;
	size_t *event;		/* owned: one for each event it names, in that order */
	size_t n;
	size_t slot;		/* of its first event; slots count through all sources */
};

struct metric_selection {
	struct formulas formulas;
	struct selected_metric *selected; size_t n;	/* in the order in which they are shown */
	struct metric_source *source; size_t n_sources;
	size_t n_slots;
};

/*
 * all: the metrics of the catalog, borrowed like world.  A metric that cannot be computed here is a
 * note; if none can be computed, it is the error.
 */
int  metric_selection_find(struct metric_selection *ps, const struct metric_select_opts *o,
			   const struct catalog_metric *all, size_t n,
			   const struct formula_world *world, struct notes *notes, struct error *err);
/* the order of the default metrics of a row */
void metric_selection_sort_by_name(struct metric_selection *ps);
void metric_selection_release(struct metric_selection *ps);

/* unit: as in metric_select_opts, with or without "cpu_". */
bool metric_is_of_unit(const struct catalog_metric *m, const char *unit);

#endif
