/* SPDX-License-Identifier: MIT */
/* Each picture has the labels of the axis; page.css shows them below a table once, and on each card. */
#include "format/html/share_bars.h"

#include <math.h>

#include "base/local.h"
#include "format/grid.h"
#include "format/html/chart.h"
#include "format/html/page.h"
#include "format/locale_text.h"
#include "format/quantity.h"

static void share_bars_add_bar(struct grid_cell *cell, double share, const struct axis *axis)
{
	struct axis_range bar = { (double)NAN, (double)NAN };
	LOCAL(str) label = {0};

	if (isfinite(share)) {
		bar = (struct axis_range){ fmin(share, 0), fmax(share, 0) };
		locale_decimal(&label, &page_style, "%.1f %%", round(1000 * share) / 10 + 0.0);
	} else {
		str_add(&label, "the share");
	}
	chart_bar(&cell->picture, bar, axis, true, str_text(&label));
}

void share_bars_add(struct grid *g, size_t column, const double *share, struct axis_range range)
{
	static const struct quantity percent = { .factor = 0.01, .prefix = "", .unit = "%", .digits = 0 };
	static const double room = 128;
	struct axis_range all = axis_range_of(share, g->n_rows);
	struct axis axis = { .unit = &percent, .per = "" };

	if (isnan(all.low))
		return;
	axis_choose(&axis, axis_range_join(all, range), room);
	for (size_t i = 0; i < g->n_rows; i++)
		share_bars_add_bar(&g->row[i].cell[column], share[i], &axis);
}
