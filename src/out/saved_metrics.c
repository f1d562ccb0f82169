/* SPDX-License-Identifier: MIT */
/*
 * What became of the metrics that were asked for by name?  Their expressions are not in the
 * document, so their values are read; the others are made of the counts again.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/jsondoc.h"
#include "base/mem.h"
#include "base/str.h"
#include "out/pieces.h"
#include "out/saved.h"
#include "out/saved_rows.h"

enum { METRICS_MOST = 10000, FIGURES_MOST = 20000000 };

struct reader {
	struct saved_entry *e;
	const struct jsondoc *doc;
	const struct table *shape;
	size_t last;		/* the metric that was found last: they stand one behind the other */
	struct error *err;
};

static const char *text_of(const struct reader *r, int node, const char *key)
{
	const char *text = "";

	jsondoc_text(r->doc, jsondoc_find(r->doc, node, key), &text);
	return text;
}

static bool is_it(const struct given_metric *m, const char *name, int row)
{
	return m->row == row && strcmp(m->name, name) == 0;
}

static size_t find(struct reader *r, const char *name, int row)
{
	const struct saved_entry *e = r->e;

	for (size_t i = 0; i < e->n_metrics; i++) {
		size_t at = (r->last + i) % e->n_metrics;

		if (is_it(&e->metric[at], name, row))
			return r->last = at;
	}
	return e->n_metrics;
}

static void add(struct reader *r, int node, const char *name, int row)
{
	struct saved_entry *e = r->e;
	const char *unit = text_of(r, node, "unit");
	struct given_metric *m;
	struct str label = {0};

	str_addf(&label, "%s%s%s", unit, *unit ? "  " : "", name);
	e->metric = mem_resize(e->metric, e->n_metrics + 1, sizeof(*e->metric));
	r->last = e->n_metrics;
	m = &e->metric[e->n_metrics++];
	*m = (struct given_metric){ mem_text(name), mem_text(unit), label.text,
				    mem_text(text_of(r, node, "group")), row, {0} };
	m->def = (struct metric_def){ .name = m->name, .width = 8, .digits = *unit ? 1 : 2, .suffix = "",
				      .label = m->label, .unit = m->unit, .group = m->group };
}

static int severity_of(const struct reader *r, int node)
{
	const char *verdict = text_of(r, node, "verdict");

	for (int i = 0; i <= FIGURE_GOOD; i++)
		if (pieces_verdicts[i] && strcmp(pieces_verdicts[i], verdict) == 0)
			return i;
	return 0;
}

/* figure NULL: they are only made known. */
static int read_one(struct reader *r, struct figure *figure, int node, size_t index)
{
	const struct saved_entry *e = r->e;
	uint64_t event, at;
	const char *name;
	double value;
	size_t i;

	if (jsondoc_find(r->doc, node, "group") < 0)
		return 0;
	if (!jsondoc_text(r->doc, jsondoc_find(r->doc, node, "metric"), &name) ||
	    !jsondoc_u64(r->doc, jsondoc_find(r->doc, node, "event"), &event) || event >= e->events.n ||
	    !jsondoc_u64(r->doc, jsondoc_find(r->doc, node, "at"), &at) || at >= r->shape->n_units)
		return saved_wrong(r->err, "metrics", index, "has no name, or is of no event or of no unit");
	i = find(r, name, (int)event);
	if (!figure && i == e->n_metrics)
		add(r, node, name, (int)event);
	if (figure && jsondoc_double(r->doc, jsondoc_find(r->doc, node, "value"), &value))
		figure[at * e->n_metrics + i] = (struct figure){ .value = value, .exact = value,
								.severity = severity_of(r, node) };
	if (e->n_metrics <= METRICS_MOST)
		return 0;
	return error_set(r->err, ERROR_LIMIT, 0, "the result has more than %d metrics", METRICS_MOST);
}

static int read_list(struct reader *r, struct figure *figure, int object)
{
	int list = jsondoc_find(r->doc, object, "metrics");
	size_t index = 0;

	for (int i = list < 0 ? -1 : r->doc->node[list].child; i >= 0; i = r->doc->node[i].next)
		if (read_one(r, figure, i, index++) < 0)
			return -1;
	return 0;
}

static struct figure *make_figures(const struct reader *r)
{
	size_t n = r->shape->n_units * r->e->n_metrics;
	struct figure *figure = mem_resize(NULL, n + 1, sizeof(*figure));

	for (size_t i = 0; i < n; i++)
		figure[i] = (struct figure){ .value = (double)NAN, .exact = (double)NAN };
	return figure;
}

static int read_all(struct reader *r, int result, bool values)
{
	struct saved_entry *e = r->e;
	int list = jsondoc_find(r->doc, result, "intervals"), rc;
	size_t i = 0;

	if (values)
		e->figure = make_figures(r);
	rc = read_list(r, e->figure, result);
	for (int node = list < 0 ? -1 : r->doc->node[list].child; node >= 0 && rc == 0 && i < e->n_intervals;
	     node = r->doc->node[node].next, i++) {
		if (values)
			e->interval[i].figure = make_figures(r);
		rc = read_list(r, e->interval[i].figure, node);
	}
	return rc;
}

int saved_metrics_read(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err)
{
	static const struct table none;
	struct reader r = { .e = e, .doc = doc, .err = err, .shape = e->n_runs ? &e->run[0].total :
			    e->n_intervals ? &e->interval[0].table : &none };

	if (read_all(&r, result, false) < 0)
		return -1;
	if (!e->n_metrics)
		return 0;
	if ((uint64_t)r.shape->n_units * e->n_metrics > FIGURES_MOST / (e->n_intervals + 1))
		return error_set(err, ERROR_LIMIT, 0,
				 "the result is too large: %zu metrics of %zu units in %zu intervals",
				 e->n_metrics, r.shape->n_units, e->n_intervals);
	return read_all(&r, result, true);
}
