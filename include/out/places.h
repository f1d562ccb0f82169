/* SPDX-License-Identifier: MIT */
/* places.h - the cells of a report in the order of perf's lines: which there are, and what each is of. */
#ifndef OUT_PLACES_H
#define OUT_PLACES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/str.h"
#include "calc/table.h"

struct event;
struct report;

struct place {			/* a cell and where it is; all of it borrowed */
	const struct event *event;
	const struct unit *unit;
	const struct cell *cell;
	size_t row, at;		/* at: index of its unit */
	const struct place *before;	/* the one that is printed before it; NULL: none */
};

struct places {
	struct place *place;
	size_t n;
};

void places_list(struct places *ps, const struct report *r);
/* Behind the events of the same cgroup as this one; behind all where that does not matter. */
size_t places_end_of_part(const struct report *r, size_t from);
bool places_have_cgroups(const struct report *r);		/* so that there is a column of them */
bool place_is_percore(const struct place *p, const struct report *r);	/* its id is that of its core */
enum aggr_mode places_mode(const struct report *r);
void place_add_id(struct str *out, const struct place *p, const struct report *r);	/* "": all is one */
/*
 * The cell, which of several runs has the last one's times, as perf shows them: with the means
 * over all runs in their place.
 */
struct cell place_mean(const struct place *p, const struct report *r);
const char *place_cgroup(const struct place *p, const struct report *r);	/* "": none */
/*
 * The default metrics of a row stand in groups: the name of the first one behind this name;
 * NULL: there is none.
 */
const char *place_next_group(const struct place *p, const struct report *r, const char *name);
/* Does the row before it end with metrics of this group, whose name then stands above already? */
bool place_continues(const struct place *p, const struct report *r, const char *group);
bool place_shows(const struct place *p, const struct report *r, size_t metric, const char *group);
void places_release(struct places *ps);

#endif
