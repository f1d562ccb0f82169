/* SPDX-License-Identifier: MIT */
/*
 * Writes perf's own formats for scripts, field for field as in perf 6.12: -x SEPARATOR and -j.
 *
 * Unlike perf, pstat quotes a field that contains the separator, escapes strings of JSON, does not round
 * shares of time down to whole numbers, keeps all digits of whole counts, and ignores the locale.
 *
 * Newer versions of perf changed -j: a row without a metric has no members of one, and metric-threshold
 * follows metric-unit. That is what --like newest prints.
 *
 * There are no notes: scripts expect each line to be a count.
 */
#include <math.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/stats.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "format/csv.h"
#include "format/format.h"
#include "format/perf/metric_only.h"
#include "format/report_cells.h"
#include "format/style.h"
#include "host/target.h"
#include "metric/metric.h"
#include "table/table.h"

static const char *const uncounted[] = {
	[CELL_ABSENT] = "", [CELL_COUNTED] = NULL,
	[CELL_NOT_COUNTED] = "<not counted>", [CELL_NOT_SUPPORTED] = "<not supported>",
	[CELL_UNKNOWN] = "<not counted>",
};

/* pstat's own clocks are always running. */
static uint64_t running_of(const struct report_cell *p)
{
	return p->event->tool != TOOL_NONE ? p->cell->raw : p->cell->running;
}

static double running_pct(const struct cell *c)
{
	return c->running == c->enabled ? 100 : cell_running_pct(c);
}

/* --- -x -------------------------------------------------------------------------------------------- */

/* The first fields of each line; each has a separator after it. */
static void csv_start(struct str *out, const struct report *r, const struct style *s,
		      const struct report_cell *p, bool extra)
{
	LOCAL(str) id = {0};

	if (!r->total) {
		str_add_fixed(out, r->time_s, 9);
		str_add(out, s->separator);
	}
	if (r->total && s->mark_totals && !extra)
		str_addf(out, "summary%s", s->separator);
	if (report_cells_mode(r) == AGGR_TOTAL)
		return;
	report_cell_add_id(&id, p, r);
	csv_line_field(out, str_text(&id), s->separator);
	str_add(out, s->separator);
	if (aggr_has_members(report_cells_mode(r)))
		str_addf(out, "%u%s", p->cell->members, s->separator);
}

static void csv_count(struct str *out, const struct report_cell *p)
{
	const struct event *e = p->event;

	if (uncounted[p->cell->state])
		str_add(out, uncounted[p->cell->state]);
	else if (!report_cell_is_scaled(p))
		str_add_u64(out, p->cell->value);
	else
		str_add_fixed(out, p->cell->shown, fabs(e->scale - round(e->scale)) > 0 ? 2 : 0);
}

/* As in perf: no number if the value is negative or infinite, but its unit. */
static void csv_metric(struct str *out, const struct style *s, const struct report_cell *p, size_t metric)
{
	const struct figure *f = &p->figure[metric];

	if (isnan(f->value)) {
		str_add(out, s->separator);
		return;
	}
	if (f->value >= 0 && !isinf(f->value))
		str_add_fixed(out, f->value, p->metric[metric].def->digits);
	str_add(out, s->separator);
	csv_line_field(out, f->unit, s->separator);
}

static void csv_extra(struct str *out, const struct report *r, const struct style *s,
		      const struct report_cell *p, size_t metric)
{
	csv_start(out, r, s, p, true);
	for (int n = report_cells_have_cgroups(r) ? 6 : 5; n; n--)
		str_add(out, s->separator);
	csv_metric(out, s, p, metric);
	str_add(out, "\n");
}

static void csv_running(struct str *out, const struct style *s, const struct report_cell *p)
{
	str_add_u64(out, running_of(p));
	str_add(out, s->separator);
	str_add_fixed(out, running_pct(p->cell), 2);
	str_add(out, s->separator);
}

/* Default metrics: they follow the name of their group instead of an event. */
static void csv_groups(struct str *out, const struct report *r, const struct style *s,
		       const struct report_cell *p)
{
	const char *sep = s->separator, *group = report_cell_next_group(p, "");

	for (; group; group = report_cell_next_group(p, group)) {
		/* the first metric takes the place of the group's name */
		bool beside = report_cell_continues(p, group);

		csv_start(out, r, s, p, false);
		str_add(out, sep);
		if (r->stats)
			str_addf(out, "%.2f%%%s", report_cell_error_pct(p), sep);
		csv_running(out, s, p);
		str_addf(out, "%s%s", sep, sep);
		if (!beside) {
			str_add(out, sep);
			csv_line_field(out, group, sep);
			str_add(out, "\n");
		}
		for (size_t i = 0; i < p->n_metrics; i++) {
			if (!report_cell_shows(p, i, group))
				continue;
			if (beside) {
				csv_metric(out, s, p, i);
				str_add(out, "\n");
			} else {
				csv_extra(out, r, s, p, i);
			}
			beside = false;
		}
	}
}

static void csv_row(struct str *out, const struct report *r, const struct style *s,
		    const struct report_cell *p)
{
	const char *sep = s->separator;
	bool cgroups = report_cells_have_cgroups(r);

	if (p->event->flags & EVENT_BACKGROUND) {
		csv_groups(out, r, s, p);
		return;
	}
	csv_start(out, r, s, p, false);
	csv_count(out, p);
	str_add(out, sep);
	csv_line_field(out, p->event->unit, s->separator);
	str_add(out, sep);
	csv_line_field(out, p->event->name, s->separator);
	str_add(out, sep);
	if (cgroups) {
		csv_line_field(out, report_cell_cgroup(p, r), s->separator);
		str_add(out, sep);
	}
	if (r->stats)
		str_addf(out, "%.2f%%%s", report_cell_error_pct(p), sep);
	csv_running(out, s, p);
	if (p->n_metrics)
		csv_metric(out, s, p, 0);
	else
		str_add(out, sep);
	str_add(out, "\n");
	for (size_t i = 1; i < p->n_metrics; i++)
		if (!isnan(p->figure[i].value))
			csv_extra(out, r, s, p, i);
}

static void csv_begin(struct str *out, const struct report *r, const struct style *s)
{
	(void)s;
	if (r->place.started)
		str_addf(out, "# started on %s\n\n", r->place.started);
}

static void csv_block(struct str *out, const struct report *r, const struct style *s)
{
	LOCAL(report_cells) ps = {0};

	report_cells_add_raw(out, r, s);
	if (s->metric_only) {
		metric_only_csv(out, r, s);
		return;
	}
	report_cells_list(&ps, r);
	for (size_t i = 0; i < ps.n; i++)
		csv_row(out, r, s, &ps.cell[i]);
}

extern const struct format format_perf_csv;
const struct format format_perf_csv = {
	.name = "perf-csv",
	.report = &(const struct report_format){
		.summary = "perf's -x: a line for each row, without a heading",
		.begin = csv_begin,
		.block = csv_block,
	},
};

/* --- -j -------------------------------------------------------------------------------------------- */

static void perf_text(struct str *out, const char *key, const char *text)
{
	str_add(out, "\"");
	str_add(out, key);
	str_add(out, "\" : ");
	json_quote(out, text);
}

static void perf_number(struct str *out, const char *before, double value, int digits, const char *after)
{
	str_add(out, before);
	str_add_fixed(out, value, digits);
	str_add(out, after);
}

static void perf_running(struct str *out, const struct report_cell *p)
{
	str_add(out, "\"event-runtime\" : ");
	str_add_u64(out, running_of(p));
	perf_number(out, ", \"pcnt-running\" : ", running_pct(p->cell), 2, ", ");
}

/* Of an event without a value of a metric; "(null)" is what perf prints. */
static const char *unit_of_no_value(const struct report_cell *p)
{
	if (p->cell->state != CELL_COUNTED)
		return "";
	return p->n_metrics && p->metric->def->on ? p->metric->def->name : "(null)";
}

static void perf_start(struct str *out, const struct report *r, const struct report_cell *p)
{
	enum aggr_mode mode = report_cells_mode(r);
	LOCAL(str) id = {0};

	str_add(out, "{");
	if (!r->total)
		perf_number(out, "\"interval\" : ", r->time_s, 9, ", ");
	if (mode == AGGR_TOTAL)
		return;
	report_cell_add_id(&id, p, r);
	if (mode == AGGR_THREAD)
		perf_text(out, "thread", str_text(&id));
	else if (report_cell_is_percore(p, r))
		perf_text(out, aggr_modes[AGGR_CORE].title, str_text(&id));
	else if (mode == AGGR_CPU)
		str_addf(out, "\"cpu\" : \"%d\"", p->unit->cpu);
	else
		perf_text(out, aggr_modes[mode].title, str_text(&id));
	str_add(out, ", ");
	if (aggr_has_members(mode))
		str_addf(out, "\"aggregate-number\" : %u, ", p->cell->members);
}

static void perf_count(struct str *out, const struct report_cell *p)
{
	str_add(out, "\"counter-value\" : \"");
	if (uncounted[p->cell->state])
		str_add(out, uncounted[p->cell->state]);
	else if (!report_cell_is_scaled(p))
		str_addf(out, "%llu.000000", (unsigned long long)p->cell->value);
	else
		str_add_fixed(out, p->cell->shown, 6);
	str_add(out, "\", ");
}

static const char *threshold_word(const struct metric *m, const struct figure *f)
{
	static const char *const words[] = { "good", "less good", "nearly bad", "bad", "good" };
	bool has_levels = m->def->warn[0] > 0 || m->def->warn[1] > 0 || m->def->warn[2] > 0;

	return f->severity || has_levels ? words[f->severity] : "unknown";
}

static void perf_value(struct str *out, double value, const char *unit)
{
	perf_number(out, "\"metric-value\" : \"", value, 6, "\", ");
	perf_text(out, "metric-unit", unit);
}

/* unit NULL: that of the value, which may have a prefix */
static void perf_metric(struct str *out, const struct style *s, const struct report_cell *p, size_t i,
			const char *unit)
{
	const struct figure *f = &p->figure[i];

	perf_value(out, f->value, unit ? unit : f->unit);
	if (s->like_newest) {
		str_add(out, ", ");
		perf_text(out, "metric-threshold", threshold_word(&p->metric[i], f));
	}
	str_add(out, "}\n");
}

/* A row of an event that has no value of a metric. */
static void perf_no_metric(struct str *out, const struct style *s, const struct report_cell *p)
{
	if (s->like_newest)
		out->text[out->len -= strlen(", ")] = '\0';
	else
		perf_value(out, 0, unit_of_no_value(p));
	str_add(out, "}\n");
}

static void perf_groups(struct str *out, const struct report *r, const struct style *s,
			const struct report_cell *p)
{
	const char *group = report_cell_next_group(p, "");

	for (; group; group = report_cell_next_group(p, group)) {
		bool beside = report_cell_continues(p, group);

		perf_start(out, r, p);
		perf_running(out, p);
		if (!beside) {
			perf_text(out, "metricgroup", group);
			str_add(out, "}\n");
		}
		for (size_t i = 0; i < p->n_metrics; i++) {
			if (!report_cell_shows(p, i, group))
				continue;
			if (!beside)
				perf_start(out, r, p);
			beside = false;
			perf_metric(out, s, p, i, metric_label(&p->metric[i]));
		}
	}
}

static void perf_row(struct str *out, const struct report *r, const struct style *s,
		     const struct report_cell *p)
{
	if (p->event->flags & EVENT_BACKGROUND) {
		perf_groups(out, r, s, p);
		return;
	}
	perf_start(out, r, p);
	perf_count(out, p);
	perf_text(out, "unit", p->event->unit);
	str_add(out, ", ");
	perf_text(out, "event", p->event->name);
	str_add(out, ", ");
	if (report_cells_have_cgroups(r)) {
		perf_text(out, "cgroup", report_cell_cgroup(p, r));
		str_add(out, ", ");
	}
	if (r->stats)
		str_addf(out, "\"variance\" : %.2f, ", report_cell_error_pct(p));
	perf_running(out, p);
	if (p->n_metrics && !isnan(p->figure->value))
		perf_metric(out, s, p, 0, NULL);
	else
		perf_no_metric(out, s, p);
	for (size_t i = 1; i < p->n_metrics; i++) {
		if (isnan(p->figure[i].value))
			continue;
		perf_start(out, r, p);
		perf_metric(out, s, p, i, NULL);
	}
}

static void perf_block(struct str *out, const struct report *r, const struct style *s)
{
	LOCAL(report_cells) ps = {0};

	if (s->metric_only) {
		metric_only_json(out, r);
		return;
	}
	report_cells_list(&ps, r);
	for (size_t i = 0; i < ps.n; i++)
		perf_row(out, r, s, &ps.cell[i]);
}

extern const struct format format_perf_json;
const struct format format_perf_json = {
	.name = "perf-json",
	.report = &(const struct report_format){
		.summary = "perf's -j: an object on each line",
		.block = perf_block,
	},
};
