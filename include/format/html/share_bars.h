/* SPDX-License-Identifier: MIT */
/* share_bars.h - draws a share as a bar in each row of a table, all on the same axis. */
#ifndef FORMAT_HTML_SHARE_BARS_H
#define FORMAT_HTML_SHARE_BARS_H

#include <stddef.h>

#include "format/html/axis.h"

struct grid;

/*
 * share: by row of the grid; not finite: no bar.  Without any bar there is no picture.  The axis has the
 * given range and all shares: one below 0 takes from what others added, so that they may be above all.
 */
void share_bars_add(struct grid *g, size_t column, const double *share, struct axis_range range);

#endif
