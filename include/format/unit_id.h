/* SPDX-License-Identifier: MIT */
/* unit_id.h - the names of the units of a table in all formats, and their columns in the table for people. */
#ifndef FORMAT_UNIT_ID_H
#define FORMAT_UNIT_ID_H

#include "base/str.h"
#include "table/table.h"

struct target;

/* "S0-D0-C0", "CPU0", "sleep-123"; nothing for the total.  mode: what of the unit is its name. */
void unit_id_format(struct str *out, const struct unit *u, enum aggr_mode mode, const struct target *target);

/* With the blanks up to what follows, and the number of CPUs; a percore row has the id of its core. */
void unit_id_column(struct str *out, const struct unit *u, enum aggr_mode mode, const struct target *target,
		    unsigned members, bool percore);
void unit_id_heading(struct str *out, enum aggr_mode mode);	/* of that column */

#endif
