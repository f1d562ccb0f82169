/* SPDX-License-Identifier: MIT */
/*
 * Merges two sorted sequences: rows of the built-in tables, which are read only on demand, and entries
 * added at run time, which override rows of the same name.
 */
#include "event/vendor/catalog.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/vendor/catalog_tables.h"
#include "event/vendor/vendor_encoding.h"
#include "host/cpuid.h"

static const char *catalog_text_of(uint32_t number)
{
	return tables_text + tables_text_starts[number];
}

/* Byte order, as in the tables. */
static int compare_row(const char *name, const char *unit, const char *other, const char *other_unit)
{
	int order = str_casecmp(name, other);

	return order ? order : strcmp(unit, other_unit);
}

/* --- the tables --------------------------------------------------------------------------------- */

static const struct tables_model *model_of(const struct catalog *c)
{
	static const struct tables_model none;

	return c->model ? &tables_models[c->model - 1] : &none;
}

static const char *unit_name(const struct catalog *c, uint32_t index)
{
	struct str pmu = {0};

	if (!tables_units[index])
		return "";
	if (!c->unit[index]) {
		vendor_encoding_add_pmu(&pmu, catalog_text_of(tables_units[index]));
		c->unit[index] = pmu.text;
	}
	return c->unit[index];
}

/* Splits "key=value" words, separated by blanks. */
static size_t split_words(char *text, struct encoding_word *word, size_t most)
{
	size_t n = 0;

	while (*text && n < most) {
		size_t length = strcspn(text, " "), key = strcspn(text, "=");
		bool last = !text[length];

		text[length] = '\0';
		if (key < length) {
			text[key] = '\0';
			word[n++] = (struct encoding_word){ text, text + key + 1 };
		}
		text += length + !last;
	}
	return n;
}

static const struct tables_event *catalog_row_of(const struct catalog *c, size_t row)
{
	return &tables_events[tables_rows[model_of(c)->first_event + row]];
}

static const struct tables_metric *metric_of(const struct catalog *c, size_t row)
{
	return &tables_metrics[model_of(c)->first_metric + row];
}

static const char *row_name(const struct catalog *c, size_t row)
{
	return catalog_text_of(catalog_row_of(c, row)->name);
}

static const char *metric_row_name(const struct catalog *c, size_t row)
{
	return catalog_text_of(metric_of(c, row)->name);
}

static const char *terms_of(const struct catalog *c, size_t row)
{
	enum { FIRST = 1, MOST = 16 };
	struct encoding_word word[MOST] = { { "EventName", row_name(c, row) } };
	struct str terms = {0};
	FREED char *words = NULL;

	if (c->terms[row])
		return c->terms[row];
	words = mem_copy_text(catalog_text_of(catalog_row_of(c, row)->words));
	vendor_encoding_add_terms(&terms, word, FIRST + split_words(words, word + FIRST, MOST - FIRST));
	c->terms[row] = terms.text;
	return terms.text;
}

static void row_to_event(const struct catalog *c, size_t row, struct catalog_event *out)
{
	const struct tables_event *e = catalog_row_of(c, row);

	*out = (struct catalog_event){
		.name = row_name(c, row),
		.topic = catalog_text_of(e->topic),
		.unit = unit_name(c, e->unit),
		.terms = terms_of(c, row),
		.scale_unit = catalog_text_of(e->scale_unit),
		.summary = "",
		.detail = "",
		.file = "",
		.deprecated = e->flags & TABLES_DEPRECATED,
		.per_package = e->flags & TABLES_PER_PACKAGE,
	};
}

static void row_to_metric(const struct catalog *c, size_t row, struct catalog_metric *out)
{
	const struct tables_metric *m = metric_of(c, row);

	*out = (struct catalog_metric){
		.name = catalog_text_of(m->name),
		.topic = catalog_text_of(m->topic),
		.groups = catalog_text_of(m->groups),
		.expr = catalog_text_of(m->expr),
		.scale_unit = catalog_text_of(m->scale_unit),
		.threshold = catalog_text_of(m->threshold),
		.constraint = catalog_text_of(m->constraint),
		.no_group = catalog_text_of(m->no_group),
		.default_group = catalog_text_of(m->default_group),
		.unit = unit_name(c, m->unit),
		.per = catalog_text_of(m->per),
		.summary = "",
		.detail = "",
		.file = "",
	};
}

/* --- loading -------------------------------------------------------------------------------------- */

void catalog_init(struct catalog *c, const struct catalog_opts *o, const struct rootfs *root)
{
	*c = (struct catalog){ .root = root, .opts = o };
}

void catalog_use_tables(struct catalog *c)
{
	if (c->of_cpu)
		return;
	for (uint32_t i = 0; i < tables_size.cpus && !c->model && c->cpuid; i++)
		if (cpuid_matches(c->cpuid, catalog_text_of(tables_cpus[i].pattern)))
			c->model = tables_cpus[i].model + 1u;
	c->n_units = tables_size.units;
	c->unit = mem_zeroed(c->n_units, sizeof(*c->unit));
	c->of_cpu = mem_zeroed(tables_size.patterns, sizeof(*c->of_cpu));
	c->terms = mem_zeroed(model_of(c)->n_events, sizeof(*c->terms));
}

bool catalog_system(const struct catalog *c, size_t i, struct catalog_system *out)
{
	if (i >= tables_size.systems)
		return false;
	*out = (struct catalog_system){
		.unit = unit_name(c, tables_systems[i].unit),
		.model = tables_systems[i].model + 1u,
		.identifier = catalog_text_of(tables_systems[i].identifier),
	};
	return true;
}

void catalog_add_system(struct catalog *c, const struct catalog_system *s)
{
	LOCAL(catalog) system = { .model = s->model };
	struct catalog_event e;
	struct catalog_metric m;

	catalog_use_tables(&system);
	for (size_t cursor = 0; catalog_next_event(&system, &cursor, &e);)
		catalog_add_event(c, &e);
	for (size_t cursor = 0; catalog_next_metric(&system, &cursor, &m);)
		catalog_add_metric(c, &m);
}

const char *catalog_model(const struct catalog *c)
{
	return catalog_text_of(model_of(c)->name);
}

bool catalog_lacks_table(const struct catalog *c)
{
	return c->cpuid && !c->model && !c->opts->folder;
}

/* --- asking ---------------------------------------------------------------------------------------- */

/* The first row not below the name. */
static size_t lower_bound(const struct catalog *c, size_t n, const char *name,
			  const char *(*name_of)(const struct catalog *c, size_t row))
{
	size_t low = 0;

	while (low < n) {
		size_t middle = low + (n - low) / 2;

		if (str_casecmp(name_of(c, middle), name) < 0)
			low = middle + 1;
		else
			n = middle;
	}
	return low;
}

/* The first added event not below the name. */
static size_t first_added(const struct catalog *c, const char *name)
{
	size_t low = 0, high = c->n_events;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (str_casecmp(c->event[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* True if an added event replaces the row. */
static bool is_overridden(const struct catalog *c, const struct catalog_event *row)
{
	for (size_t i = first_added(c, row->name); i < c->n_events; i++) {
		if (str_casecmp(c->event[i].name, row->name) != 0)
			return false;
		if (strcmp(c->event[i].unit, row->unit) == 0)
			return true;
	}
	return false;
}

size_t catalog_find_events(const struct catalog *c, const char *unit, const char *name,
			   struct catalog_event *out, size_t most)
{
	const struct tables_model *model = model_of(c);
	size_t n = 0, first = lower_bound(c, model->n_events, name, row_name);

	for (size_t i = first_added(c, name); i < c->n_events && n < most; i++) {
		if (str_casecmp(c->event[i].name, name) != 0)
			break;
		if (!unit || strcmp(c->event[i].unit, unit) == 0)
			out[n++] = c->event[i];
	}
	for (size_t i = first; i < model->n_events && n < most; i++) {
		if (str_casecmp(row_name(c, i), name) != 0)
			break;
		row_to_event(c, i, &out[n]);
		if ((!unit || strcmp(out[n].unit, unit) == 0) && !is_overridden(c, &out[n]))
			n++;
	}
	return n;
}

static int compare_event_name(const void *name, const void *event)
{
	return str_casecmp(name, catalog_text_of(((const struct tables_event *)event)->name));
}

bool catalog_names(const char *name)
{
	for (uint32_t i = 0; i < tables_size.aliases; i++)
		if (strcmp(catalog_text_of(tables_aliases[i].name), name) == 0)
			return true;
	return bsearch(name, tables_events, tables_size.events, sizeof(*tables_events), compare_event_name);
}

/*
 * A cursor holds both positions: the one among the n added entries counts 1 each, the one in the table n +
 * 1 each.
 */
bool catalog_next_event(const struct catalog *c, size_t *cursor, struct catalog_event *out)
{
	size_t read = *cursor % (c->n_events + 1), row = *cursor / (c->n_events + 1);
	bool has_row = row < model_of(c)->n_events, has_read = read < c->n_events;
	int order;

	if (!has_row && !has_read)
		return false;
	if (has_row)
		row_to_event(c, row, out);
	order = !has_read ? -1 : !has_row ? 1 :
		compare_row(out->name, out->unit, c->event[read].name, c->event[read].unit);
	if (order >= 0)
		*out = c->event[read++];
	row += order <= 0;
	*cursor = row * (c->n_events + 1) + read;
	return true;
}

bool catalog_next_unit(const struct catalog *c, size_t *cursor, const char **unit)
{
	size_t n = model_of(c)->n_events, at = (*cursor)++;

	if (at >= n + c->n_events)
		return false;
	*unit = at < n ? unit_name(c, catalog_row_of(c, at)->unit) : c->event[at - n].unit;
	return true;
}

static int catalog_by_name(const void *name, const void *metric)
{
	return str_casecmp(name, ((const struct catalog_metric *)metric)->name);
}

/* An added metric overrides those of the table, whatever their units. */
static const struct catalog_metric *added_metric(const struct catalog *c, const char *name)
{
	const struct catalog_metric *m;

	m = c->n_metrics ? bsearch(name, c->metric, c->n_metrics, sizeof(*m), catalog_by_name) : NULL;
	while (m && m > c->metric && str_casecmp(m[-1].name, name) == 0)
		m--;
	return m;
}

bool catalog_find_metric(const struct catalog *c, const char *name, struct catalog_metric *out)
{
	const struct tables_model *model = model_of(c);
	const struct catalog_metric *read = added_metric(c, name);
	size_t row = lower_bound(c, model->n_metrics, name, metric_row_name);

	if (read)
		*out = *read;
	else if (row < model->n_metrics && str_casecmp(metric_row_name(c, row), name) == 0)
		row_to_metric(c, row, out);
	else
		return false;
	return true;
}

bool catalog_next_metric(const struct catalog *c, size_t *cursor, struct catalog_metric *out)
{
	const struct tables_model *model = model_of(c);
	size_t read = *cursor % (c->n_metrics + 1), row = *cursor / (c->n_metrics + 1);

	while (row < model->n_metrics && added_metric(c, metric_row_name(c, row)))
		row++;
	if (row == model->n_metrics && read == c->n_metrics)
		return false;
	if (row == model->n_metrics ||
	    (read < c->n_metrics && str_casecmp(c->metric[read].name, metric_row_name(c, row)) < 0))
		*out = c->metric[read++];
	else
		row_to_metric(c, row++, out);
	*cursor = row * (c->n_metrics + 1) + read;
	return true;
}

/* Assumed PMUs ask for every event, so each pattern is matched only once. */
static bool is_of_cpu(const struct catalog *c, size_t pattern)
{
	enum { UNKNOWN, NO, YES };

	if (!c->cpuid)
		return false;
	if (c->of_cpu[pattern] == UNKNOWN)
		c->of_cpu[pattern] =
			cpuid_matches(c->cpuid, catalog_text_of(tables_patterns[pattern])) ? YES : NO;
	return c->of_cpu[pattern] == YES;
}

bool catalog_next_format(const struct catalog *c, size_t *cursor, struct catalog_format *out)
{
	while (*cursor < tables_size.formats) {
		const struct tables_format *f = &tables_formats[(*cursor)++];

		if (!is_of_cpu(c, f->pattern))
			continue;
		*out = (struct catalog_format){ .pmu = catalog_text_of(f->pmu),
						.term = catalog_text_of(f->term),
						.bits = catalog_text_of(f->bits),
						.type = f->type };
		return true;
	}
	return false;
}

/* The last one wins, as with events. */
static const char *summary_of(const struct catalog_group *group, size_t n, const char *name)
{
	while (n-- > 0)
		if (str_casecmp(group[n].name, name) == 0)
			return group[n].summary;
	return NULL;
}

const char *catalog_group_summary(const struct catalog *c, const char *name)
{
	const char *summary = summary_of(c->group, c->n_groups, name);

	return summary ? summary : "";
}

const char *catalog_fault(const struct catalog *c, const char *name)
{
	return summary_of(c->fault, c->n_faults, name);
}

bool catalog_next_alias(const struct catalog *c, size_t *cursor, struct catalog_alias *out)
{
	while (*cursor < tables_size.aliases) {
		const struct tables_alias *a = &tables_aliases[(*cursor)++];

		if (!is_of_cpu(c, a->pattern))
			continue;
		*out = (struct catalog_alias){ catalog_text_of(a->pmu), catalog_text_of(a->name),
					       catalog_text_of(a->terms) };
		return true;
	}
	return false;
}

void catalog_release(struct catalog *c)
{
	for (size_t i = 0; i < c->n_texts; i++)
		free(c->text[i]);
	for (size_t i = 0; c->terms && i < model_of(c)->n_events; i++)
		free(c->terms[i]);
	for (size_t i = 0; i < c->n_units; i++)
		free(c->unit[i]);
	free(c->text);
	free(c->terms);
	free(c->unit);
	free(c->of_cpu);
	free(c->event);
	free(c->metric);
	free(c->group);
	free(c->fault);
	free(c->cpuid);
	*c = (struct catalog){0};
}

/* --- adding entries at run time ------------------------------------------------------------------------ */

/* Takes ownership of text. */
static const char *own_text(struct catalog *c, char *text)
{
	MEM_ADD(c->text, c->n_texts, text);
	return text;
}

static const char *catalog_copy(struct catalog *c, const char *text)
{
	return text && *text ? own_text(c, mem_copy_text(text)) : "";
}

/* Shares the previous entry's text if it is equal; before NULL: there is none. */
static const char *copy_or_share(struct catalog *c, const char *text, const char *before)
{
	return before && text && strcmp(text, before) == 0 ? before : catalog_copy(c, text);
}

void catalog_add_event(struct catalog *c, const struct catalog_event *e)
{
	struct catalog_event none = { .name = NULL }, last = c->n_events ? c->event[c->n_events - 1] : none;
	char *name = mem_copy_text(e->name);

	for (char *p = name; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	c->event = mem_grow(c->event, c->n_events, sizeof(*c->event));
	c->event[c->n_events++] = (struct catalog_event){
		.name = own_text(c, name),
		.topic = copy_or_share(c, e->topic, last.topic),
		.unit = copy_or_share(c, e->unit, last.unit),
		.terms = catalog_copy(c, e->terms),
		.scale_unit = catalog_copy(c, e->scale_unit),
		.summary = catalog_copy(c, e->summary),
		.detail = catalog_copy(c, e->detail),
		.file = copy_or_share(c, e->file, last.file),
		.deprecated = e->deprecated,
		.per_package = e->per_package,
	};
}

void catalog_add_metric(struct catalog *c, const struct catalog_metric *m)
{
	c->metric = mem_grow(c->metric, c->n_metrics, sizeof(*c->metric));
	c->metric[c->n_metrics++] = (struct catalog_metric){
		.name = catalog_copy(c, m->name),
		.topic = catalog_copy(c, m->topic),
		.groups = catalog_copy(c, m->groups),
		.expr = catalog_copy(c, m->expr),
		.scale_unit = catalog_copy(c, m->scale_unit),
		.threshold = catalog_copy(c, m->threshold),
		.constraint = catalog_copy(c, m->constraint),
		.no_group = catalog_copy(c, m->no_group),
		.default_group = catalog_copy(c, m->default_group),
		.unit = catalog_copy(c, m->unit),
		.per = catalog_copy(c, m->per),
		.summary = catalog_copy(c, m->summary),
		.detail = catalog_copy(c, m->detail),
		.file = catalog_copy(c, m->file),
	};
}

void catalog_add_group(struct catalog *c, const char *name, const char *summary)
{
	c->group = mem_grow(c->group, c->n_groups, sizeof(*c->group));
	c->group[c->n_groups++] = (struct catalog_group){ catalog_copy(c, name), catalog_copy(c, summary) };
}

void catalog_add_fault(struct catalog *c, const char *name, const char *why)
{
	MEM_ADD(c->fault, c->n_faults, (struct catalog_group){ catalog_copy(c, name), catalog_copy(c, why) });
}

/* --- sorting -------------------------------------------------------------------------------------- */

struct key {			/* sort key of an event or metric */
	const char *name, *unit;
	const void *row;
};

static int catalog_compare_keys(const struct key *x, const struct key *y)
{
	int order = str_casecmp(x->name, y->name);

	return order ? order : strcmp(x->unit, y->unit);
}

/* Of equal keys the later entry comes first. */
static int order_keys(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	int order = catalog_compare_keys(x, y);

	return order ? order : (x->row < y->row) - (x->row > y->row);
}

/* Replaces the rows by a sorted copy without duplicates. Returns the number of rows. */
static size_t catalog_sort_rows(struct key *key, size_t n, size_t size, void **rows)
{
	char *sorted = mem_resize(NULL, n, size);
	size_t kept = 0;

	if (n)
		qsort(key, n, sizeof(*key), order_keys);
	for (size_t i = 0; i < n; i++)
		if (!i || catalog_compare_keys(&key[i], &key[i - 1]) != 0)
			memcpy(sorted + size * kept++, key[i].row, size);
	free(*rows);
	*rows = sorted;
	free(key);
	return kept;
}

void catalog_sort_added(struct catalog *c)
{
	struct key *events = mem_resize(NULL, c->n_events, sizeof(*events));
	struct key *metrics = mem_resize(NULL, c->n_metrics, sizeof(*metrics));
	void *rows = c->event;

	for (size_t i = 0; i < c->n_events; i++)
		events[i] = (struct key){ c->event[i].name, c->event[i].unit, &c->event[i] };
	c->n_events = catalog_sort_rows(events, c->n_events, sizeof(*c->event), &rows);
	c->event = rows;
	rows = c->metric;
	for (size_t i = 0; i < c->n_metrics; i++)
		metrics[i] = (struct key){ c->metric[i].name, c->metric[i].unit, &c->metric[i] };
	c->n_metrics = catalog_sort_rows(metrics, c->n_metrics, sizeof(*c->metric), &rows);
	c->metric = rows;
}
