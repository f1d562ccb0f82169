/* SPDX-License-Identifier: MIT */
/* Writes the cells of function_columns.h; the row of the total has the axis of the bars. */
#include "format/html/html_functions.h"

#include <math.h>

#include "base/local.h"
#include "base/mem.h"
#include "benchmark/report.h"
#include "format/rows/function_columns.h"
#include "format/grid.h"
#include "format/html/page.h"
#include "format/html/share_bars.h"
#include "format/rows/unit_columns.h"
#include "table/table.h"

/* A bar of the total would make all others short. */
static void html_functions_add_bars(struct grid *g, const struct report *r)
{
	FREED double *share = mem_resize(NULL, g->n_rows, sizeof(*share));
	size_t first = unit_columns_first_known(r);

	for (size_t u = 0; u < g->n_rows; u++)
		share[u] = u + 1 < g->n_rows ? unit_columns_share(r, u, first) : (double)NAN;
	share_bars_add(g, FUNCTION_BAR, share, (struct axis_range){ 0, 0 });
}

void html_functions_add(struct str *out, const struct report *r)
{
	LOCAL(grid) g = { .form = GRID_HTML };

	function_columns_build(&g, r, &page_style);
	if (unit_columns_first_known(r) < r->table->n_rows)
		html_functions_add_bars(&g, r);
	str_add(out, "<section class=\"functions\">\n");
	page_grid(out, &g);
	str_add(out, "</section>\n");
}
