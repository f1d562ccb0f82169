/* SPDX-License-Identifier: MIT */
/* Finds each row's series in the history, and takes the results of its anchor segment as the baseline. */
#include "compare/trend_base.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"

enum { MOST = 40 };		/* results of an anchor: more would not make its level much more certain */

int trend_base_open(struct trend_base *t, const char *path, bool may_be_missing, struct error *err)
{
	struct error why = ERROR_INIT;

	*t = (struct trend_base){0};
	if (history_read(&t->history, path, &why) == 0)
		return 0;
	if (may_be_missing && (why.errnum == ENOENT || why.kind == ERROR_NOT_FOUND))
		return 0;
	*err = why;
	return -1;
}

/* --- series ------------------------------------------------------------------------------------------ */

/* A history without this benchmark has no series. */
static int build_trend(struct trend_base *t, const struct samples *now, struct error *err)
{
	static const char *const all[] = { "*" };
	const struct trend_opts opts = { .name = now->report->b->name, .row = all, .n_rows = 1 };
	struct error why = ERROR_INIT;

	trend_release(&t->trend);
	if (!t->history.n || trend_build(&t->trend, &t->history, &opts, &why) == 0)
		return 0;
	trend_release(&t->trend);
	if (why.kind == ERROR_NOT_FOUND)
		return 0;
	*err = why;
	return -1;
}

static const struct trend_series *find_series(struct trend_base *t, const struct sample_row *row,
					      const struct benchmark *now)
{
	const char *cpu = row->emulated ? now->emulated_cpu : NULL;

	for (size_t i = 0; i < t->trend.n; i++) {
		const struct trend_series *s = &t->trend.series[i];

		if (row->nth || !trend_is_row(s->row, row->name, row->encoding, row->unit))
			continue;
		if (trend_is_alike(&s->point[s->n - 1], cpu, &now->host)) {
			t->other_machines = false;
			return s;
		}
	}
	return NULL;
}

/* --- rows -------------------------------------------------------------------------------------------- */

static char *trend_base_copy(const char *text)
{
	return text ? mem_copy_text(text) : NULL;
}

/* The same row without values. */
static struct sample_row row_like(const struct sample_row *of)
{
	struct sample_row row = *of;

	row.name = trend_base_copy(of->name);
	row.region = trend_base_copy(of->region);
	row.metric = trend_base_copy(of->metric);
	row.unit = trend_base_copy(of->unit);
	row.encoding = trend_base_copy(of->encoding);
	row.event = -1;
	row.value = mem_resize(NULL, MOST, sizeof(*row.value));
	for (size_t i = 0; i < MOST; i++)
		row.value[i] = NAN;
	row.n_valid = 0;
	row.at_most = 0;
	memset(row.lack, 0, sizeof(row.lack));
	return row;
}

static void fill_row(struct sample_row *row, const struct trend_series *s, const struct threshold *limit)
{
	const struct trend_segment g = trend_anchor(s, limit);
	size_t skipped = g.n > MOST ? g.n - MOST : 0;

	row->n_valid = g.n - skipped;
	for (size_t i = 0; i < row->n_valid; i++)
		row->value[i] = s->point[g.first + skipped + i].row->median;
	row->noise = s->noise;
	row->freedom = s->freedom;
}

static void fill_rows(struct trend_base *t, struct samples *base, const struct samples *now,
		      const struct measured *measured)
{
	struct rows *rows = &base->rows;

	rows->row = mem_resize(NULL, now->rows.n, sizeof(*rows->row));
	rows->n = now->rows.n;
	for (size_t i = 0; i < rows->n; i++) {
		const struct trend_series *s = find_series(t, &now->rows.row[i], now->report->b);

		rows->row[i] = row_like(&now->rows.row[i]);
		if (s)
			fill_row(&rows->row[i], s, &measured[i].threshold);
		if (rows->row[i].n_valid > base->n_rounds)
			base->n_rounds = rows->row[i].n_valid;
	}
	rows_index(rows);
}

/* The side has the name and machine of the new result, as only such results are compared. */
static void fill_report(struct trend_base *t, const struct samples *now)
{
	const struct host_facts *host = &now->report->b->host;

	benchmark_release(&t->b);
	t->b.name = trend_base_copy(now->report->b->name);
	t->b.named = true;
	host_facts_init(&t->b.host);
	t->b.host.arch = trend_base_copy(host->arch);
	t->b.host.vendor = trend_base_copy(host->vendor);
	t->b.host.cpu = trend_base_copy(host->cpu);
	t->b.host.family = host->family;
	t->b.host.model = host->model;
	t->b.host.cpus = host->cpus;
	benchmark_report(&t->report, &t->b);
}

int trend_base_fill(struct trend_base *t, struct samples *base, const struct samples *now,
		    const struct limits *limits, struct error *err)
{
	FREED struct measured *measured = rows_measured(&now->rows);
	int rc = limits_bind(limits, measured, now->rows.n, err);

	if (rc == 0)
		rc = build_trend(t, now, err);
	if (rc == 0) {
		t->other_machines = t->trend.n > 0;
		fill_rows(t, base, now, measured);
		fill_report(t, now);
		base->report = &t->report;
	}
	return rc;
}

/* Each result is within the noise of the one before: only all of them tell. */
static void note_drift(struct comparison *cmp, const struct trend_series *s)
{
	const struct trend_segment *g = &s->segment[s->n_segments - 1];
	LOCAL(str) first = {0};

	history_add_place(&first, s->point[g->first].result);
	if (g->drift)
		comparison_add_note(cmp, GRAVITY_WARNING, -1, "drift",
				    "%s drifts: %+.2g %% over %zu results since %s", s->row->name,
				    100 * g->change, g->n, str_text(&first));
}

static void trend_base_note_row(struct trend_base *t, struct comparison *cmp, size_t at)
{
	const struct row_comparison *c = comparison_row(cmp, 1, at);
	const struct trend_series *s = find_series(t, cmp->row[at].of, cmp->side[1].report->b);
	struct trend_segment g;
	LOCAL(str) first = {0}, noise = {0};

	if (!row_comparison_is_checked(c) || !s)
		return;
	g = trend_anchor(s, &c->threshold);
	history_add_place(&first, s->point[g.first].result);
	if (s->freedom && g.n > 1)
		str_addf(&noise, ", which vary by %.2g %%", 100 * s->noise);
	comparison_add_note(cmp, GRAVITY_NOTE, -1, "history",
			    "%s is compared with %zu result%s from %s on%s", s->row->name, g.n,
			    g.n == 1 ? "" : "s", str_text(&first), str_text(&noise));
	note_drift(cmp, s);
}

void trend_base_note(struct trend_base *t, struct comparison *cmp)
{
	LOCAL(str) wrong = {0};

	for (size_t i = 0; i < cmp->n_rows; i++)
		if (cmp->row[i].at[1] >= 0)
			trend_base_note_row(t, cmp, i);
	if (t->history.n && !t->trend.n)
		comparison_add_note(cmp, GRAVITY_WARNING, -1, "no-results",
				    "the history has no result named '%s'; the newest one is named '%s'",
				    t->b.name, t->history.result[t->history.n - 1].name);
	if (t->other_machines)
		comparison_add_note(cmp, GRAVITY_WARNING, -1, "other-machines",
				    "the history has results of this benchmark, but none of this kind of machine");
	history_add_notes(&wrong, &t->history);
	if (wrong.len)
		comparison_add_note(cmp, GRAVITY_WARNING, -1, "history-lines", "the history: %s", wrong.text);
}

void trend_base_release(struct trend_base *t)
{
	trend_release(&t->trend);
	history_release(&t->history);
	benchmark_release(&t->b);
	*t = (struct trend_base){0};
}
