/* SPDX-License-Identifier: MIT */
/*
 * What did the metrics come to that only the vendor's tables can work out?  Those of the table
 * of metrics are not read: a report works them out again.
 */
#include "out/saved_metrics.h"

#include <math.h>
#include <string.h>

#include "base/jsondoc.h"
#include "base/mem.h"
#include "calc/metric.h"
#include "out/saved.h"
#include "out/saved_rows.h"

/* More would be no result but an attack. */
enum { VALUES_MOST = 50000000 };

struct reading {
	struct saved_entry *e;
	const struct jsondoc *doc;
	size_t n_units;
	double *value;		/* NULL: only what there is is looked at */
};

static const char *text_of(const struct jsondoc *doc, int row, const char *key)
{
	const char *text;

	return jsondoc_text(doc, jsondoc_find(doc, row, key), &text) ? text : "";
}

/* Rates have a unit that goes with their size. */
static bool is_of_the_table(const char *name)
{
	size_t len = strlen(name);

	if (len >= 4 && strcmp(name + len - 4, "/sec") == 0)
		return true;
	for (size_t i = 0; metric_defs[i].name; i++)
		if (strcmp(metric_defs[i].name, name) == 0)
			return true;
	return false;
}

static const char *read_row(struct reading *r, int row)
{
	const struct jsondoc *doc = r->doc;
	const char *name = text_of(doc, row, "metric");
	uint64_t event, at;
	size_t i;

	if (is_of_the_table(name))
		return NULL;
	if (!*name || !jsondoc_u64(doc, jsondoc_find(doc, row, "event"), &event) ||
	    event >= r->e->events.n || !jsondoc_u64(doc, jsondoc_find(doc, row, "at"), &at) ||
	    at >= r->n_units)
		return "has no name, event or unit";
	i = tolds_add(&r->e->metrics, name, text_of(doc, row, "unit"), text_of(doc, row, "group"),
		      (int)event);
	if (r->value && !jsondoc_double(doc, jsondoc_find(doc, row, "value"),
					&r->value[at * r->e->metrics.n + i]))
		return "has no value";
	return NULL;
}

static int read_list(struct reading *r, int object, struct error *err)
{
	int list = jsondoc_find(r->doc, object, "metrics");
	size_t index = 0;

	for (int row = list < 0 ? -1 : r->doc->node[list].child; row >= 0; row = r->doc->node[row].next) {
		const char *wrong = read_row(r, row);

		if (wrong)
			return saved_wrong(err, "metrics", index, wrong);
		index++;
	}
	return 0;
}

static double *make_values(size_t n)
{
	double *value = mem_resize(NULL, n, sizeof(*value));

	for (size_t i = 0; i < n; i++)
		value[i] = (double)NAN;
	return value;
}

/* All of them twice: how many there are has to be known before the first value has its place. */
int saved_metrics_read(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err)
{
	struct reading r = { .e = e, .doc = doc, .n_units = e->n_runs ? e->run[0].total.n_units :
			     e->n_intervals ? e->interval[0].table.n_units : 0 };
	int list = jsondoc_find(doc, result, "intervals");

	for (int values = 0; values < 2; values++) {
		size_t i = 0, n = r.n_units * e->metrics.n;

		if (n > VALUES_MOST / (e->n_intervals + 1))
			return error_set(err, ERROR_LIMIT, 0,
					 "the result is too large: %zu metrics in %zu units",
					 e->metrics.n, r.n_units);
		if (values)
			r.value = e->told = make_values(n);
		if (read_list(&r, result, err) < 0)
			return -1;
		for (int node = list < 0 ? -1 : doc->node[list].child; node >= 0;
		     node = doc->node[node].next) {
			if (values)
				r.value = e->interval[i].told = make_values(n);
			if (read_list(&r, node, err) < 0)
				return -1;
			i++;
		}
	}
	return 0;
}
