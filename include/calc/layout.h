/* SPDX-License-Identifier: MIT */
/*
 * layout.h - which unit of a table each CPU and each thread is part of.
 *
 * Everything is looked up by a CPU's number, so that a table is built in one pass over
 * the slots however many there are.
 */
#ifndef CALC_LAYOUT_H
#define CALC_LAYOUT_H

#include <stddef.h>

#include "calc/table.h"

struct slot;

struct classes {		/* CPUs by some of their ids */
	struct unit *key; size_t n;	/* sorted */
	int *of_cpu;			/* by a CPU's number: index into key; -1: not counted */
};

struct layout {
	enum aggr_mode mode;
	struct classes units;
	struct classes packages;	/* package and die; empty unless some event counts once for each */
	/* by unit: the first one of the same core; NULL: no event is one of cores */
	int *head;
};

void layout_build(struct layout *l, const struct plan *plan, const struct machine *machine,
		  const struct aggr_opts *o);
size_t layout_unit(const struct layout *l, const struct slot *slot);
/* Whether every unit of the one mode is part of one unit of the other. */
bool layout_is_part(enum aggr_mode small, enum aggr_mode large);
void layout_release(struct layout *l);

#endif
