/* SPDX-License-Identifier: MIT */
/* unit_id.h - writes which CPU, socket or process a row belongs to, in the columns of its table. */
#ifndef FORMAT_UNIT_ID_H
#define FORMAT_UNIT_ID_H

#include "base/str.h"
#include "table/table.h"

struct benchmark;

/* "S0-D0-C0", "CPU0", "sleep-123"; nothing for the total.  mode: the kind of unit. */
void unit_id_format(struct str *out, const struct unit *u, enum aggr_mode mode, const struct benchmark *b);

/* The name of a process without its number, in a tree below its parent. */
void unit_id_process(struct str *out, const struct unit *u, const struct benchmark *b);

/* Of the column of ids: as perf's; that of regions fits their names, except those that are very long. */
size_t unit_id_width(enum aggr_mode mode, const struct benchmark *b);
/* Padded to that width, with the number of CPUs; a percore row has the id of its core. */
void unit_id_column(struct str *out, const struct unit *u, enum aggr_mode mode, const struct benchmark *b,
		    size_t width, unsigned members, bool percore);
void unit_id_heading(struct str *out, enum aggr_mode mode, size_t width);	/* of that column */

#endif
