/* SPDX-License-Identifier: MIT */
/* Fills a line of a history with the summaries that the comparison has of each row. */
#include "compare/comparison_history.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/history.h"
#include "benchmark/report.h"
#include "compare/limit.h"

/* Borrows all texts. */
static void comparison_history_add_row(struct history_result *r, const struct sample_row *row,
				       const char *valgrind_cpu, const struct summary *s,
				       const struct limit *limit)
{
	bool work = row->constancy == MEASURED_WORK, several = s->n > 1;	/* one run agrees with none */

	r->row = mem_grow(r->row, r->n_rows, sizeof(*r->row));
	r->row[r->n_rows++] = (struct history_row){
		.name = row->name, .unit = row->unit, .encoding = row->encoding,
		.class = (char *)(uintptr_t)sample_classes[row->class],
		.better = (char *)(uintptr_t)sample_betters[row->better],
		.valgrind_cpu = row->emulated ? (char *)(uintptr_t)valgrind_cpu : NULL,
		.limit = limit ? limit->value : NULL,
		.exact = work && several && s->max - s->min <= COMPARE_EXACT_TOLERANCE * fabs(s->median),
		.n = s->n, .median = s->median, .mad = s->mad, .min = s->min, .max = s->max,
	};
}

static const char *outcome_of(const struct comparison *cmp, size_t side)
{
	return side ? comparison_outcomes[comparison_side_outcome(cmp, side)] : NULL;
}

int comparison_history_add(struct str *out, const struct comparison *cmp, size_t side, const char *commit,
			   bool accepted, struct error *err)
{
	const struct benchmark *b = cmp->side[side].report->b;
	struct history_result r = {
		.name = b->name, .version = b->version, .date = b->date,
		.commit = (char *)(uintptr_t)commit, .accepted = accepted, .host = b->host,
		.outcome = (char *)(uintptr_t)outcome_of(cmp, side),
	};

	if (!b->date)
		return error_set(err, ERROR_FORMAT, 0, "'%s' has no date, which a history needs", b->name);
	for (size_t i = 0; i < cmp->n_rows; i++) {
		int at = cmp->row[i].at[side];

		if (at >= 0 && cmp->row[i].spread[side].n)
			comparison_history_add_row(&r, &cmp->side[side].rows.row[at], b->emulated_cpu,
						   &cmp->row[i].spread[side], cmp->measured[i].limit);
	}
	history_add_line(out, &r);
	free(r.row);
	return 0;
}
