/* SPDX-License-Identifier: MIT */
/*
 * pick.h - the metrics that were asked for by name, and the events they need.
 *
 * What is needed comes as texts of events, each a -e of its own.  A metric's events are one
 * group where that may be, which several metrics share; whatever is not to be grouped stands
 * in one more text.
 */
#ifndef CALC_PICK_H
#define CALC_PICK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/note.h"
#include "calc/formula.h"

struct pick_opts {
	const char *const *list; size_t n_lists;	/* "name,group:u"; any case, "all", "No_group" */
	bool no_group, no_merge, no_threshold;
	bool nmi_watchdog;		/* it is on, and may hold a counter that a group needs */
	const char *unit;		/* only those of this core PMU, cpu_core or core; NULL: of any */
};

struct pick {
	const struct catalog_metric *metric;
	char  *name, *modifiers;	/* owned: with the modifiers that were asked for; these, or "" */
	char  *label, *unit;		/* owned: "%slots  retiring"; "%slots" */
	char  *group;			/* owned: what heads it among the default metrics, or "" */
	double scale;
	bool   scaled;
	bool   grouped;
	size_t formula;
	int    threshold;		/* a formula, too; -1: none, or it cannot be told */
	bool  *formulas, *events;	/* owned: what it hangs on; flags */
	size_t n_needed;		/* events but those of pstat's own */
	int    source;			/* which has its events; -1: it needs pstat's own alone */
	int   *slot;			/* owned; by event: where it is found; -1: nowhere */
};

struct pick_source {		/* the text of one -e */
	char  *text;		/* owned */
	char  *modifiers;	/* owned */
	bool   grouped;
	size_t *event;		/* owned: one for each event it names, in that order */
	size_t n;
	size_t slot;		/* the number of its first event, over all sources */
};

struct picks {
	struct formulas formulas;
	struct pick *pick; size_t n;		/* the first one was dealt with last: it is shown first */
	struct pick_source *source; size_t n_sources;
	size_t n_slots;
};

/* all: those of the catalog, borrowed like world.  What cannot be computed here is a note, if some can. */
int  picks_find(struct picks *ps, const struct pick_opts *o, const struct catalog_metric *all, size_t n,
		const struct formula_world *world, struct notes *notes, struct error *err);
void picks_sort_by_name(struct picks *ps);	/* as the default metrics of a row stand */
void picks_release(struct picks *ps);

/* unit: as of pick_opts, with or without cpu_ in front. */
bool pick_is_of(const struct catalog_metric *m, const char *unit);

/* pick_source.c: the texts, once it is known which metrics there are */
void pick_sources_build(struct picks *ps, const struct pick_opts *o);

#endif
