/* SPDX-License-Identifier: MIT */
/*
 * OpenMetrics, in words that Prometheus' older text format has, too: gauges, each family
 * with what it is, its samples behind it.
 *
 * What makes up a series is the event, as it was written, and what it was counted of; an
 * event that stands in the list twice has its number as a label.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "calc/metric.h"
#include "calc/stats.h"
#include "calc/table.h"
#include "event/event.h"
#include "event/label.h"
#include "format/format.h"
#include "host/host.h"
#include "host/target.h"
#include "out/openmetrics.h"
#include "out/parts.h"
#include "out/places.h"
#include "out/report.h"
#include "out/result.h"
#include "out/style.h"
#include "out/subject.h"

struct page {
	const struct report *r;
	struct places places;
	size_t *rank;		/* of each row: how many in front have its name and cgroup */
};

struct family {
	const char *name;
	const char *unit;	/* that the name ends in; NULL: none */
	const char *help;
};

/* --- series ------------------------------------------------------------------------------------- */

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

/* As labels, where names may be the same that are not. */
static char *key_of(const struct report *r, size_t row)
{
	const struct place p = { .event = &r->events->event[row] };
	struct str key = {0};

	str_add(&key, "");
	openmetrics_label(&key, "event", p.event->name);
	if (places_have_cgroups(r))
		openmetrics_label(&key, "cgroup", place_cgroup(&p, r));
	return key.text;
}

static size_t *rank_rows(const struct report *r)
{
	size_t *rank = mem_resize(NULL, r->events->n, sizeof(*rank)), n = 0;
	struct row_key *keys = mem_resize(NULL, r->events->n, sizeof(*keys));

	for (size_t row = 0; row < r->events->n; row++)
		if (r->events->event[row].row == (int)row)
			keys[n++] = (struct row_key){ key_of(r, row), row };
	if (n)
		qsort(keys, n, sizeof(*keys), by_key_and_row);
	for (size_t i = 0; i < n; i++) {
		bool again = i && strcmp(keys[i - 1].key, keys[i].key) == 0;

		rank[keys[i].row] = again ? rank[keys[i - 1].row] + 1 : 0;
	}
	for (size_t i = 0; i < n; i++)
		free(keys[i].key);
	free(keys);
	return rank;
}

/* What the labels of a place end in. */
static void add_where(struct str *labels, const struct page *page, const struct place *p)
{
	struct str id = {0}, number = {0};

	place_add_id(&id, p, page->r);
	openmetrics_label(labels, "id", id.text);
	if (places_have_cgroups(page->r))
		openmetrics_label(labels, "cgroup", place_cgroup(p, page->r));
	if (page->rank[p->row])
		str_add_u64(&number, page->rank[p->row] + 1);
	openmetrics_label(labels, "n", number.text);
	str_release(&id);
	str_release(&number);
}

static void add_sample(struct str *out, const struct family *f, const struct str *labels,
		       const struct str *value)
{
	str_add(out, f->name);
	if (labels->len) {
		str_add(out, "{");
		str_add_n(out, labels->text, labels->len);
		str_add(out, "}");
	}
	str_add(out, " ");
	str_add_n(out, value->text, value->len);
	str_add(out, "\n");
}

/* A family of which there is nothing is not there. */
static void add_family(struct str *out, const struct family *f, const struct str *samples)
{
	if (!samples->len)
		return;
	str_addf(out, "# TYPE %s gauge\n", f->name);
	if (f->unit)
		str_addf(out, "# UNIT %s %s\n", f->name, f->unit);
	str_addf(out, "# HELP %s %s\n", f->name, f->help);
	str_add_n(out, samples->text, samples->len);
}

/* --- events ------------------------------------------------------------------------------------- */

/* In its unit; none: not counted. */
static void event_value(struct str *value, const struct report *r, const struct place *p)
{
	double scale = p->event->scale;

	(void)r;
	if (p->cell->state != CELL_COUNTED)
		return;
	if (scale < 1 || scale > 1)
		str_add_double(value, p->cell->shown);
	else
		str_add_u64(value, p->cell->value);
}

static void event_counted(struct str *value, const struct report *r, const struct place *p)
{
	(void)r;
	str_add(value, p->cell->state == CELL_COUNTED ? "1" : "0");
}

/* Of what was never enabled there is none. */
static void event_running(struct str *value, const struct report *r, const struct place *p)
{
	const struct cell c = place_mean(p, r);

	if (c.running != c.enabled)
		str_add_double(value, cell_running_pct(&c) / 100);
	else if (c.state == CELL_COUNTED)
		str_add(value, "1");
}

static void event_error(struct str *value, const struct report *r, const struct place *p)
{
	const struct stats *s = r->stats ? &r->stats[p->cell - r->table->cell] : NULL;

	if (s && s->n > 1 && p->cell->state == CELL_COUNTED)
		str_add_double(value, cell_error_pct(p->cell, s) / 100);
}

static const struct {
	struct family family;
	void (*add)(struct str *value, const struct report *r, const struct place *p);
} of_events[] = {
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

static void event_labels(struct str *labels, const struct page *page, const struct place *p)
{
	struct str scope = {0};

	label_add_scope(&scope, p->event);
	openmetrics_label(labels, "event", p->event->name);
	openmetrics_label(labels, "unit", p->event->unit);
	openmetrics_label(labels, "scope", scope.text);
	add_where(labels, page, p);
	str_release(&scope);
}

static void add_events(struct str *out, const struct page *page)
{
	struct str labels = {0}, value = {0}, samples = {0};

	for (size_t f = 0; f < sizeof(of_events) / sizeof(*of_events); f++) {
		str_reset(&samples);
		for (size_t i = 0; i < page->places.n; i++) {
			const struct place *p = &page->places.place[i];

			str_reset(&labels);
			str_reset(&value);
			event_labels(&labels, page, p);
			of_events[f].add(&value, page->r, p);
			if (value.len)
				add_sample(&samples, &of_events[f].family, &labels, &value);
		}
		add_family(out, &of_events[f].family, &samples);
	}
	str_release(&labels);
	str_release(&value);
	str_release(&samples);
}

/* --- metrics ------------------------------------------------------------------------------------ */

static const struct family metric_family = {
	"pstat_metric_value", NULL, "A metric of the event, from what was counted.",
};

static void add_metrics_of(struct str *samples, const struct page *page, const struct place *p)
{
	const struct metrics *ms = page->r->metrics;
	struct str labels = {0}, value = {0};

	for (size_t i = metrics_first(ms, (int)p->row); metrics_is_of(ms, i, (int)p->row); i++) {
		const struct metric *m = &ms->metric[i];
		const struct figure *f = &page->r->table->figure[p->at * ms->n + i];

		if (!isfinite(f->exact))
			continue;
		str_reset(&labels);
		str_reset(&value);
		openmetrics_label(&labels, "metric", m->def->name);
		openmetrics_label(&labels, "event", p->event->name);
		openmetrics_label(&labels, "unit", metric_unit(m));
		add_where(&labels, page, p);
		str_add_double(&value, f->exact);
		add_sample(samples, &metric_family, &labels, &value);
	}
	str_release(&labels);
	str_release(&value);
}

static void add_metrics(struct str *out, const struct page *page)
{
	struct str samples = {0};

	for (size_t i = 0; i < page->places.n; i++)
		add_metrics_of(&samples, page, &page->places.place[i]);
	add_family(out, &metric_family, &samples);
	str_release(&samples);
}

/* --- runs --------------------------------------------------------------------------------------- */

static double max_rss(const struct result *run)
{
	return (double)result_max_rss(run);
}

static const struct {
	struct family family;
	double (*of)(const struct result *run);
	bool of_command;
} of_runs[] = {
	{ { "pstat_elapsed_seconds", "seconds", "Time of a run; of several runs the mean." },
	  result_elapsed_s, false },
	{ { "pstat_user_seconds", "seconds",
	    "Time of the command in user mode; of several runs the mean." },
	  result_user_s, true },
	{ { "pstat_system_seconds", "seconds",
	    "Time of the command in the kernel; of several runs the mean." },
	  result_system_s, true },
	{ { "pstat_max_rss_bytes", "bytes",
	    "Most memory of the command at a time; of several runs the mean." },
	  max_rss, true },
};

static void add_number(struct str *out, const struct family *f, double number)
{
	struct str value = {0}, sample = {0};

	if (f->unit && strcmp(f->unit, "seconds") == 0)
		str_addf(&value, "%.9f", number);	/* clocks know no more */
	else
		str_add_double(&value, number);
	add_sample(&sample, f, &(const struct str){0}, &value);
	add_family(out, f, &sample);
	str_release(&value);
	str_release(&sample);
}

static void add_runs(struct str *out, const struct report *r)
{
	static const struct family runs = { "pstat_runs", NULL, "How many runs were counted." };
	static const struct family status = {
		"pstat_exit_status", NULL, "Exit status of the last run; 128 and the signal that ended it.",
	};
	const struct result *last = &r->run[r->n_runs - 1], *end = r->failed ? r->failed : last;

	add_number(out, &runs, (double)r->n_runs);
	for (size_t i = 0; i < sizeof(of_runs) / sizeof(*of_runs); i++)
		if (last->status >= 0 || !of_runs[i].of_command)
			add_number(out, &of_runs[i].family, result_mean(r->run, r->n_runs, of_runs[i].of));
	if (end->status >= 0)
		add_number(out, &status, result_exit_status(end));
}

/* --- the document ------------------------------------------------------------------------------- */

static void host_labels(struct str *labels, const struct host *h)
{
	const struct { const char *name, *value; } facts[] = {
		{ "kernel", h->kernel }, { "arch", h->arch }, { "cpu", h->cpu }, { "vendor", h->vendor },
		{ "microcode", h->microcode }, { "hypervisor", h->hypervisor }, { "governor", h->governor },
	};

	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		openmetrics_label(labels, facts[i].name, facts[i].value);
}

/* The command says it itself, where it is what was counted. */
static void target_label(struct str *labels, const struct report *r)
{
	const struct target_opts *asked = r->target ? r->target->asked : NULL;
	struct str subject = {0};

	if (!asked || !(asked->pids || asked->tids || asked->cpus || asked->system_wide))
		return;
	subject_format(&subject, r, "");
	openmetrics_label(labels, "target", subject.text);
	str_release(&subject);
}

static void add_info(struct str *out, const struct report *r)
{
	static const struct family family = {
		"pstat_info", NULL, "What was counted, by which version, on which machine.",
	};
	struct str labels = {0}, command = {0}, value = {0}, sample = {0};

	openmetrics_label(&labels, "version", report_measured_by(r));
	openmetrics_label(&labels, "name", r->name);
	for (char *const *a = r->argv; a && *a; a++)
		str_addf(&command, "%s%s", a == r->argv ? "" : " ", *a);
	openmetrics_label(&labels, "command", command.text);
	target_label(&labels, r);
	if (r->host)
		host_labels(&labels, r->host);
	str_add(&value, "1");
	add_sample(&sample, &family, &labels, &value);
	add_family(out, &family, &sample);
	str_release(&labels);
	str_release(&command);
	str_release(&value);
	str_release(&sample);
}

static void openmetrics_block(struct str *out, const struct report *r, const struct style *s)
{
	static const struct family end = {
		"pstat_interval_end_seconds", "seconds", "When the interval ended, since the start.",
	};
	struct page page = { .r = r, .rank = rank_rows(r) };

	places_list(&page.places, r);
	add_info(out, r);
	if (!s->metric_only)
		add_events(out, &page);
	add_metrics(out, &page);
	if (!r->total)
		add_number(out, &end, r->time_s);
	else if (r->n_runs)
		add_runs(out, r);
	places_release(&page.places);
	free(page.rank);
}

static void openmetrics_end(struct str *out, const struct report *r, const struct style *s)
{
	(void)r;
	(void)s;
	str_add(out, "# EOF\n");
}

extern const struct report_format print_openmetrics;
const struct report_format print_openmetrics = {
	.summary = "gauges for Prometheus, in the text format of OpenMetrics",
	.block   = openmetrics_block,
	.end     = openmetrics_end,
};
