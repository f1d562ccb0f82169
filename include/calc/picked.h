/* SPDX-License-Identifier: MIT */
/* picked.h - what the metrics that were asked for come to; metric.c calls it. */
#ifndef CALC_PICKED_H
#define CALC_PICKED_H

#include <stdbool.h>
#include <stddef.h>

#include "calc/metric.h"
#include "calc/table.h"

struct picked {			/* what is needed while figures are made */
	const struct metrics *metrics;
	const struct events *events;
	const struct table *table;
	double *value;		/* of the formulas, of the pick that is dealt with; owned */
};

void picked_begin(struct picked *p, const struct metrics *ms, const struct events *events,
		  const struct table *t);
struct figure picked_figure(struct picked *p, const struct metric *m, size_t unit);
void picked_end(struct picked *p);

#endif
