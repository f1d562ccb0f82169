/* SPDX-License-Identifier: MIT */
/* Where do metrics stand of which there are only values? */
#include "calc/told.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "calc/metric.h"
#include "calc/table.h"

size_t tolds_add(struct tolds *ts, const char *name, const char *unit, const char *group, int row)
{
	struct str label = {0};

	for (size_t i = 0; i < ts->n; i++)
		if (ts->told[i].row == row && strcmp(ts->told[i].name, name) == 0 &&
		    strcmp(ts->told[i].unit, unit) == 0)
			return i;
	str_addf(&label, "%s%s%s", unit, *unit ? "  " : "", name);
	ts->told = mem_resize(ts->told, ts->n + 1, sizeof(*ts->told));
	ts->told[ts->n] = (struct told){ mem_text(name), mem_text(unit), mem_text(group), label.text, row };
	return ts->n++;
}

void tolds_release(struct tolds *ts)
{
	for (size_t i = 0; i < ts->n; i++) {
		free(ts->told[i].name);
		free(ts->told[i].unit);
		free(ts->told[i].group);
		free(ts->told[i].label);
	}
	free(ts->told);
	*ts = (struct tolds){0};
}

void metrics_add_told(struct metrics *ms, const struct events *events, const struct tolds *ts)
{
	ms->own = mem_resize(NULL, ts->n + 1, sizeof(*ms->own));
	for (size_t i = 0; i < ts->n; i++) {
		const struct told *told = &ts->told[i];

		ms->own[i] = (struct metric_def){ .name = told->name, .label = told->label,
						  .unit = told->unit, .suffix = "", .width = 8,
						  .digits = *told->unit ? 1 : 2 };
		metrics_insert(ms, &(struct metric){ .def = &ms->own[i], .row = told->row, .asked = true,
						     .group = told->group, .told = i });
	}
	metrics_drop_rates(ms, events);
}

void metrics_tell(struct table *t, const struct metrics *ms, const double *value, size_t n_told)
{
	for (size_t i = 0; i < ms->n; i++) {
		const struct metric *m = &ms->metric[i];

		for (size_t u = 0; !m->expr && !m->pick && u < t->n_units; u++) {
			double v = value[u * n_told + m->told];

			t->figure[u * ms->n + i] = (struct figure){ .value = v, .exact = v,
								    .unit = m->def->label };
		}
	}
}
