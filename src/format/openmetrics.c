/* SPDX-License-Identifier: MIT */
/*
 * Writes the text format of OpenMetrics: gauges, and with intervals counters; only what Prometheus' older
 * format has, too.  The description of each family comes before its samples.
 *
 * A series of a report is an event, as the user wrote it, and what it was counted on; an event that is
 * listed twice has its number as a label.  --name is a label of each series: node_exporter takes only one
 * of several that have the same labels, so without it two files in its folder would hide each other.
 * A comparison has medians, changes and verdicts, labelled with benchmark, side and measurement.  Times are
 * in seconds, sizes in bytes, and a change of 0.01 is one per cent.
 *
 * The exit status is that of the run that ended the series.
 *
 * With intervals there are counters beside the gauges, which begin at 0 with pstat and never get less: the
 * sums of what the intervals had, so a reader that comes seldom misses nothing.  The count of a run does not
 * keep growing, so it is a gauge only.  `# TYPE` of a counter has its whole name, with _total, as the older
 * format does: node_exporter and promtool read no other, and Prometheus takes it as OpenMetrics, too.
 */
#include "format/openmetrics.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/stats.h"
#include "base/utf8.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "event/event_label.h"
#include "format/comparison_document.h"
#include "format/comparison_words.h"
#include "format/format.h"
#include "format/report_cells.h"
#include "format/report_parts.h"
#include "format/style.h"
#include "format/title.h"
#include "host/facts.h"
#include "host/target.h"
#include "metric/metric.h"
#include "table/table.h"

/* --- labels ---------------------------------------------------------------------------------------- */

static void add_escaped(struct str *out, const char *text)
{
	size_t left = strlen(text);
	struct utf8_run run;

	while (utf8_next(&run, &text, &left))
		if (run.text[0] == '\n')
			str_add(out, "\\n");
		else if (run.text[0] == '"' || run.text[0] == '\\')
			str_addf(out, "\\%c", run.text[0]);
		else
			str_add_n(out, run.text, run.len);
}

void openmetrics_label(struct str *labels, const char *name, const char *value)
{
	if (!value || !*value)
		return;
	/* thousands of rows have a dozen each, so no printf */
	str_add(labels, labels->len ? "," : "");
	str_add(labels, name);
	str_add(labels, "=\"");
	add_escaped(labels, value);
	str_add(labels, "\"");
}

/* --- a report -------------------------------------------------------------------------------------- */

struct page {
	const struct report *r;
	struct report_cells places;
	size_t *rank;		/* for each row: how many rows before it have the same name and cgroup */
};

struct family {
	const char *name;
	const char *unit;	/* the name ends in it; NULL: none */
	const char *help;
	bool counter;		/* else a gauge */
};

/* --- series ---------------------------------------------------------------------------------------- */

struct row_key {
	char *key;
	size_t row;
};

static int by_key_and_row(const void *a, const void *b)
{
	const struct row_key *x = a, *y = b;
	int order = strcmp(x->key, y->key);

	return order ? order : (x->row > y->row) - (x->row < y->row);
}

/* Names as labels show them: escaping may make different names the same. */
static char *openmetrics_key_of(const struct report *r, size_t row)
{
	const struct report_cell p = { .event = &r->b->events.event[row] };
	struct str key = {0};

	str_add(&key, "");
	openmetrics_label(&key, "event", p.event->name);
	if (report_cells_have_cgroups(r))
		openmetrics_label(&key, "cgroup", report_cell_cgroup(&p, r));
	return key.text;
}

static size_t *rank_rows(const struct report *r)
{
	size_t *rank = mem_resize(NULL, r->b->events.n, sizeof(*rank)), n = 0;
	FREED struct row_key *keys = mem_resize(NULL, r->b->events.n, sizeof(*keys));

	for (size_t row = 0; row < r->b->events.n; row++)
		if (r->b->events.event[row].row == (int)row)
			keys[n++] = (struct row_key){ openmetrics_key_of(r, row), row };
	if (n)
		qsort(keys, n, sizeof(*keys), by_key_and_row);
	for (size_t i = 0; i < n; i++) {
		bool again = i && strcmp(keys[i - 1].key, keys[i].key) == 0;

		rank[keys[i].row] = again ? rank[keys[i - 1].row] + 1 : 0;
	}
	for (size_t i = 0; i < n; i++)
		free(keys[i].key);
	return rank;
}

/* The last labels of a cell. */
static void add_where(struct str *labels, const struct page *page, const struct report_cell *p)
{
	LOCAL(str) id = {0}, number = {0};

	report_cell_add_id(&id, p, page->r);
	openmetrics_label(labels, "id", str_text(&id));
	if (report_cells_mode(page->r) == AGGR_FUNCTION && p->unit->region >= 0) {
		openmetrics_label(labels, "function", page->r->b->target.region[p->unit->region].name);
		openmetrics_label(labels, "object", page->r->b->target.region[p->unit->region].object);
	}
	if (report_cells_have_cgroups(page->r))
		openmetrics_label(labels, "cgroup", report_cell_cgroup(p, page->r));
	if (page->rank[p->row])
		str_add_u64(&number, page->rank[p->row] + 1);
	openmetrics_label(labels, "n", str_text(&number));
	openmetrics_label(labels, "name", page->r->name);
}

static void add_sample(struct str *out, const struct family *f, const struct str *labels, const char *value)
{
	str_add(out, f->name);
	if (labels->len) {
		str_add(out, "{");
		str_add_n(out, labels->text, labels->len);
		str_add(out, "}");
	}
	str_add(out, " ");
	str_add(out, value);
	str_add(out, "\n");
}

/* Leaves out a family without samples.  A UNIT would have to be the end of a name, which _total is. */
static void add_family(struct str *out, const struct family *f, const struct str *samples)
{
	if (!samples->len)
		return;
	str_addf(out, "# TYPE %s %s\n", f->name, f->counter ? "counter" : "gauge");
	if (f->unit && !f->counter)
		str_addf(out, "# UNIT %s %s\n", f->name, f->unit);
	str_addf(out, "# HELP %s %s\n", f->name, f->help);
	str_add_n(out, samples->text, samples->len);
}

/* --- events ---------------------------------------------------------------------------------------- */

/* In the unit of the event; nothing if it was not counted. */
static void event_value(struct str *value, const struct report *r, const struct report_cell *p)
{
	(void)r;
	report_cell_add_value(value, p);
}

static void event_counted(struct str *value, const struct report *r, const struct report_cell *p)
{
	(void)r;
	str_add(value, p->cell->state == CELL_COUNTED ? "1" : "0");
}

/* Nothing if the event was never enabled. */
static void event_running(struct str *value, const struct report *r, const struct report_cell *p)
{
	const struct cell c = report_cell_mean(p, r);

	if (c.running != c.enabled)
		str_add_double(value, cell_running_pct(&c) / 100);
	else if (c.state == CELL_COUNTED)
		str_add(value, "1");
}

static void event_error(struct str *value, const struct report *r, const struct report_cell *p)
{
	(void)r;
	if (p->stats && p->stats->n > 1 && p->cell->state == CELL_COUNTED)
		str_add_double(value, report_cell_error_pct(p) / 100);
}

struct event_family {
	struct family family;
	void (*add)(struct str *value, const struct report *r, const struct report_cell *p);
};

static const struct event_family of_events[] = {
	{ { "pstat_event_value", NULL,
	    "What was counted, in the unit of the event; of several runs the mean." },
	  event_value },
	{ { "pstat_event_counted", NULL, "1 for an event that was counted, 0 for one that was not." },
	  event_counted },
	{ { "pstat_event_running_ratio", "ratio",
	    "Share of the time the event was counted; below 1 it is an estimate." },
	  event_running },
	{ { "pstat_event_error_ratio", "ratio",
	    "Standard error of the mean over the runs, relative to the mean." },
	  event_error },
};

/* --- the same since the start ---------------------------------------------------------------------- */

static void add_seconds(struct str *value, uint64_t ns)
{
	str_addf(value, "%" PRIu64 ".%09" PRIu64, ns / 1000000000, ns % 1000000000);
}

static void total_value(struct str *value, const struct report *r, const struct report_cell *p)
{
	if (!event_is_level(p->event))
		event_value(value, r, p);
}

static void total_enabled(struct str *value, const struct report *r, const struct report_cell *p)
{
	(void)r;
	if (p->cell->enabled)
		add_seconds(value, p->cell->enabled);
}

static void total_running(struct str *value, const struct report *r, const struct report_cell *p)
{
	(void)r;
	if (p->cell->enabled)
		add_seconds(value, p->cell->running);
}

static const struct event_family of_totals[] = {
	{ { "pstat_event_total", NULL, "What was counted since pstat began, in the unit of the event.",
	    true },
	  total_value },
	{ { "pstat_event_enabled_seconds_total", "seconds", "Time in which the event was to be counted.",
	    true },
	  total_enabled },
	{ { "pstat_event_running_seconds_total", "seconds", "Time in which the event was counted.", true },
	  total_running },
};

static const struct family counted_time = {
	"pstat_counted_seconds_total", "seconds", "Time that was counted since pstat began.", true,
};

static void event_labels(struct str *labels, const struct page *page, const struct report_cell *p)
{
	LOCAL(str) scope = {0};

	event_label_add_scope(&scope, p->event);
	openmetrics_label(labels, "event", p->event->name);
	openmetrics_label(labels, "unit", p->event->unit);
	openmetrics_label(labels, "scope", str_text(&scope));
	if (event_is_emulated(p->event))
		openmetrics_label(labels, "emulated", "valgrind");
	add_where(labels, page, p);
}

static void openmetrics_add_events(struct str *out, const struct page *page, const struct event_family *of,
				   size_t n)
{
	LOCAL(str) labels = {0}, value = {0}, samples = {0};

	for (size_t f = 0; f < n; f++) {
		str_reset(&samples);
		for (size_t i = 0; i < page->places.n; i++) {
			const struct report_cell *p = &page->places.cell[i];

			str_reset(&labels);
			str_reset(&value);
			event_labels(&labels, page, p);
			of[f].add(&value, page->r, p);
			if (value.len)
				add_sample(&samples, &of[f].family, &labels, str_text(&value));
		}
		add_family(out, &of[f].family, &samples);
	}
}

static void add_totals(struct str *out, const struct page *now, bool metric_only)
{
	struct report r = *now->r;
	struct page page = { .r = &r, .rank = now->rank };
	LOCAL(str) labels = {0}, sample = {0}, value = {0};

	r.table = r.place.so_far;
	r.stats = NULL;
	report_cells_list(&page.places, &r);
	if (!metric_only)
		openmetrics_add_events(out, &page, of_totals, sizeof(of_totals) / sizeof(*of_totals));
	report_cells_release(&page.places);
	add_seconds(&value, r.place.so_far_ns);
	openmetrics_label(&labels, "name", r.name);
	add_sample(&sample, &counted_time, &labels, str_text(&value));
	add_family(out, &counted_time, &sample);
}

/* --- metrics --------------------------------------------------------------------------------------- */

static const struct family metric_family = {
	"pstat_metric_value", NULL, "A metric of the event, from what was counted.",
};

static void add_metrics_of(struct str *samples, const struct page *page, const struct report_cell *p)
{
	LOCAL(str) labels = {0}, value = {0};

	for (size_t i = 0; i < p->n_metrics; i++) {
		const struct metric *m = &p->metric[i];

		if (!isfinite(p->figure[i].exact))
			continue;
		str_reset(&labels);
		str_reset(&value);
		openmetrics_label(&labels, "metric", m->def->name);
		openmetrics_label(&labels, "event", p->event->name);
		openmetrics_label(&labels, "unit", metric_unit(m));
		add_where(&labels, page, p);
		str_add_double(&value, p->figure[i].exact);
		add_sample(samples, &metric_family, &labels, str_text(&value));
	}
}

static void openmetrics_add_metrics(struct str *out, const struct page *page)
{
	LOCAL(str) samples = {0};

	for (size_t i = 0; i < page->places.n; i++)
		add_metrics_of(&samples, page, &page->places.cell[i]);
	add_family(out, &metric_family, &samples);
}

/* --- runs ------------------------------------------------------------------------------------------ */

static void openmetrics_add_number(struct str *out, const struct report *r, const struct family *f,
				   double number)
{
	LOCAL(str) labels = {0}, value = {0}, sample = {0};

	if (f->unit && strcmp(f->unit, "seconds") == 0)
		str_addf(&value, "%.9f", number);	/* clocks are no finer */
	else
		str_add_double(&value, number);
	openmetrics_label(&labels, "name", r->name);
	add_sample(&sample, f, &labels, str_text(&value));
	add_family(out, f, &sample);
}

static void openmetrics_add_runs(struct str *out, const struct report *r)
{
	static const struct family runs = { "pstat_runs", NULL, "How many runs were counted." };
	static const struct family status = {
		"pstat_exit_status", NULL, "Exit status of the last run; 128 and the signal that ended it.",
	};
	const struct run_result *last = &r->run[r->n_runs - 1], *end = r->b->failed ? r->b->failed : last;

	openmetrics_add_number(out, r, &runs, (double)r->n_runs);
	for (const struct run_fact *f = run_facts; f->name; f++) {
		const struct family family = { f->openmetrics.name, f->openmetrics.unit,
					       f->openmetrics.help };

		if (isfinite(run_fact_mean(f, r->run, r->n_runs)))
			openmetrics_add_number(out, r, &family, run_fact_mean(f, r->run, r->n_runs));
	}
	if (end->status >= 0)
		openmetrics_add_number(out, r, &status, run_result_exit_status(end));
}

/* --- the document ---------------------------------------------------------------------------------- */

static void host_labels(struct str *labels, const struct host_facts *h)
{
	static const size_t shown[] = {
		offsetof(struct host_facts, kernel), offsetof(struct host_facts, arch),
		offsetof(struct host_facts, cpu), offsetof(struct host_facts, vendor),
		offsetof(struct host_facts, microcode), offsetof(struct host_facts, hypervisor),
		offsetof(struct host_facts, governor),
	};

	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++)
		openmetrics_label(labels, host_member(shown[i])->key,
				  *(char *const *)(const void *)((const char *)h + shown[i]));
}

/* Nothing for a command, which has its own label. */
static void target_label(struct str *labels, const struct report *r)
{
	const struct target_opts *asked = r->b->target.asked;
	LOCAL(str) subject = {0};

	if (!asked || !(asked->pids || asked->tids || asked->cpus || asked->system_wide))
		return;
	title_add(&subject, r, "");
	openmetrics_label(labels, "target", str_text(&subject));
}

static void add_info(struct str *out, const struct report *r)
{
	static const struct family family = {
		"pstat_info", NULL, "What was counted, by which version, on which machine.",
	};
	LOCAL(str) labels = {0}, command = {0}, sample = {0};

	openmetrics_label(&labels, "version", r->b->version);
	openmetrics_label(&labels, "name", r->name);
	for (char *const *a = r->b->argv; a && *a; a++)
		str_addf(&command, "%s%s", a == r->b->argv ? "" : " ", *a);
	openmetrics_label(&labels, "command", str_text(&command));
	target_label(&labels, r);
	host_labels(&labels, &r->b->host);
	add_sample(&sample, &family, &labels, "1");
	add_family(out, &family, &sample);
}

static void openmetrics_report_block(struct str *out, const struct report *r, const struct style *s)
{
	static const struct family end = {
		"pstat_interval_end_seconds", "seconds", "When the interval ended, since the start.",
	};
	struct page page = { .r = r, .rank = rank_rows(r) };

	report_cells_list(&page.places, r);
	add_info(out, r);
	if (!s->metric_only)
		openmetrics_add_events(out, &page, of_events, sizeof(of_events) / sizeof(*of_events));
	openmetrics_add_metrics(out, &page);
	if (r->place.so_far)
		add_totals(out, &page, s->metric_only);
	if (!r->total)
		openmetrics_add_number(out, r, &end, r->time_s);
	else if (r->n_runs)
		openmetrics_add_runs(out, r);
	report_cells_release(&page.places);
	free(page.rank);
}

static void openmetrics_report_end(struct str *out, const struct report *r, const struct style *s)
{
	(void)r;
	(void)s;
	str_add(out, "# EOF\n");
}

/* --- a comparison ---------------------------------------------------------------------------------- */

enum number {
	MEDIAN, MEDIAN_LOW, MEDIAN_HIGH, MIN, MAX, RUNS, OUTLIERS,
	CHANGE, CHANGE_LOW, CHANGE_HIGH, LIMIT,
	NUMBERS,
};

static const struct family numbers[NUMBERS] = {		/* of each row of a side */
	[MEDIAN] = { "pstat_compared_median", NULL, "Median of the runs; times in seconds, sizes in bytes." },
	[MEDIAN_LOW] = { "pstat_compared_median_low", NULL, "Lower end of the median's interval." },
	[MEDIAN_HIGH] = { "pstat_compared_median_high", NULL, "Upper end of the median's interval." },
	[MIN] = { "pstat_compared_min", NULL, "Smallest of the runs." },
	[MAX] = { "pstat_compared_max", NULL, "Largest of the runs." },
	[RUNS] = { "pstat_compared_runs", NULL, "Runs that have a value." },
	[OUTLIERS] = { "pstat_compared_outliers", NULL, "Runs far from the others." },
	[CHANGE] = { "pstat_change", NULL, "Change from the first side; 0.01 is one per cent." },
	[CHANGE_LOW] = { "pstat_change_low", NULL, "Lower end of the change's interval." },
	[CHANGE_HIGH] = { "pstat_change_high", NULL, "Upper end of the change's interval." },
	[LIMIT] = { "pstat_change_limit", NULL,
		    "The change that is too much; below 0: where less is worse." },
};

static const struct family verdict_family = {
	"pstat_verdict", NULL, "What came of each measurement that has a limit.",
};
static const struct family outcome_family = {
	"pstat_outcome", NULL, "What came of all measurements of a benchmark.",
};

/* NaN: there is none. */
static double openmetrics_value_of(enum number number, const struct comparison *cmp, size_t side, size_t row)
{
	static const struct change unknown = { (double)NAN, { (double)NAN, (double)NAN } };
	const struct summary *s = &cmp->row[row].spread[side];
	const struct row_comparison *c = side ? comparison_row(cmp, side, row) : NULL;
	const struct change *change = c ? &c->relative : &unknown;
	const double value[NUMBERS] = {
		[MEDIAN] = s->median, [MEDIAN_LOW] = s->interval.low, [MEDIAN_HIGH] = s->interval.high,
		[MIN] = s->min, [MAX] = s->max, [RUNS] = (double)s->n,
		[OUTLIERS] = s->n ? (double)s->outliers : (double)NAN,
		[CHANGE] = change->estimate,
		[CHANGE_LOW] = change->interval.low, [CHANGE_HIGH] = change->interval.high,
		[LIMIT] = c ? c->threshold.sign * c->threshold.relative : (double)NAN,
	};

	return value[number];
}

/* Parts of the document: the samples of each family. */
enum { VERDICT_PART = NUMBERS, OUTCOME_PART, PARTS };

_Static_assert((int)PARTS <= (int)DOCUMENT_PARTS, "each family has a part");

/* --- samples --------------------------------------------------------------------------------------- */

static void add_nth(struct str *labels, const char *name, size_t nth)
{
	LOCAL(str) text = {0};

	if (nth > 1)
		str_addf(&text, "%zu", nth);
	openmetrics_label(labels, name, str_text(&text));
}

static void add_labels(struct str *labels, const struct comparison_document *doc,
		       const struct comparison *cmp, size_t side, size_t row)
{
	const struct sample_row *of = cmp->row[row].of;
	LOCAL(str) text = {0};

	comparison_add_id(&text, cmp, side);
	openmetrics_label(labels, "benchmark", str_text(&text));
	str_reset(&text);
	words_add_letter(&text, side);
	openmetrics_label(labels, "side", str_text(&text));
	openmetrics_label(labels, "measurement", of->name);
	openmetrics_label(labels, "unit", of->unit);
	add_nth(labels, "n", of->nth + 1);
	add_nth(labels, "nth", doc->nth);
}

static void openmetrics_add_values(struct comparison_document *doc, const struct comparison *cmp,
				   enum number number)
{
	LOCAL(str) labels = {0}, text = {0};

	for (size_t row = 0; row < cmp->n_rows; row++)
		for (size_t side = 0; side < cmp->n_sides; side++) {
			double value = openmetrics_value_of(number, cmp, side, row);

			if (!isfinite(value))
				continue;
			str_reset(&labels);
			str_reset(&text);
			add_labels(&labels, doc, cmp, side, row);
			str_add_double(&text, value);
			add_sample(&doc->part[number], &numbers[number], &labels, str_text(&text));
		}
}

/* A sample of 1 for each row that has a limit. */
static void add_verdicts(struct comparison_document *doc, const struct comparison *cmp)
{
	LOCAL(str) labels = {0};

	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		const struct row_comparison *c = &cmp->comparison[i];

		if (!row_comparison_is_checked(c))
			continue;
		str_reset(&labels);
		add_labels(&labels, doc, cmp, i / cmp->n_rows + 1, i % cmp->n_rows);
		openmetrics_label(&labels, "verdict", compare_verdicts[c->verdict].code);
		add_sample(&doc->part[VERDICT_PART], &verdict_family, &labels, "1");
	}
}

static void add_outcome(struct comparison_document *doc, const struct comparison *cmp)
{
	LOCAL(str) labels = {0}, name = {0};

	comparison_add_id(&name, cmp, cmp->n_sides > 1);
	openmetrics_label(&labels, "benchmark", str_text(&name));
	openmetrics_label(&labels, "mode", comparison_modes[cmp->opts.mode]);
	openmetrics_label(&labels, "outcome", comparison_outcomes[cmp->outcome]);
	add_nth(&labels, "nth", doc->nth);
	add_sample(&doc->part[OUTCOME_PART], &outcome_family, &labels, "1");
}

static void openmetrics_add_to_document(struct comparison_document *doc, const struct comparison *cmp,
					const struct style *s)
{
	(void)s;
	for (enum number i = 0; i < NUMBERS; i++)
		openmetrics_add_values(doc, cmp, i);
	add_verdicts(doc, cmp);
	add_outcome(doc, cmp);
}

static void openmetrics_comparison_end(struct str *out, const struct comparison_document *doc)
{
	for (size_t i = 0; i < NUMBERS; i++)
		add_family(out, &numbers[i], &doc->part[i]);
	add_family(out, &verdict_family, &doc->part[VERDICT_PART]);
	add_family(out, &outcome_family, &doc->part[OUTCOME_PART]);
	str_add(out, "# EOF\n");
}

/* --- the format ------------------------------------------------------------------------------------ */

extern const struct format format_openmetrics;
const struct format format_openmetrics = {
	.name = "openmetrics",
	.flags = FORMAT_WHOLE | FORMAT_ALONE | FORMAT_SNAPSHOT | FORMAT_HOST | FORMAT_SINGLE,
	.report =
		&(const struct report_format){
			.summary = "for Prometheus; with -I also counters, for node_exporter",
			.block = openmetrics_report_block,
			.end = openmetrics_report_end,
		},
	.comparison =
		&(const struct comparison_format){
			.summary = "gauges for Prometheus and GitLab, as OpenMetrics",
			.add = openmetrics_add_to_document,
			.end = openmetrics_comparison_end,
		},
};
