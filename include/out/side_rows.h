/* SPDX-License-Identifier: MIT */
/* side_rows.h - the rows of a side before they have values: names, units, what was asked for. */
#ifndef OUT_SIDE_ROWS_H
#define OUT_SIDE_ROWS_H

#include <stddef.h>

#include "out/side.h"

struct event;

/* All but those of the runs; owned, by metric of the report: index of its row, SIZE_MAX: it has none. */
size_t *side_rows_add(struct side *s);
/* The row is the side's, and so are its texts; its values are none yet. */
struct side_row *side_rows_add_one(struct side *s, const struct side_row *like);
/* Of what is counted of an event: in the unit of its row. */
double side_rows_factor(const struct event *e);

#endif
