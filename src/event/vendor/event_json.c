/* SPDX-License-Identifier: MIT */
/*
 * Reads the entries of a JSON file, checks them, and adds events and metrics to the catalog;
 * vendor_encoding.c knows what keys and values mean.
 */
#include "event/vendor/event_json.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/vendor/catalog.h"
#include "event/vendor/system_pmu.h"
#include "event/vendor/vendor_encoding.h"
#include "host/file.h"

enum { FILE_MOST = 64 << 20, WORDS_MOST = 64, TOLD_MOST = 4 };

struct words {			/* words of an entry; earlier ones take precedence */
	struct encoding_word word[WORDS_MOST];
	size_t n;
};

struct file_notes {		/* the notes of one file */
	const struct event_reading *r;
	const struct event_json *file;
	size_t bad, compat;	/* number of entries left out; compat: for PMUs that are not here */
};

void event_json_note(const struct event_reading *r, const char *path, const char *why)
{
	notes_add(r->notes, NOTE_EVENTS_FILE, -1, "%s: %s", path, why);
}

void event_json_load(struct event_json *f, const char *path)
{
	struct error err = ERROR_INIT;
	LOCAL(str) text = {0};
	int rc = file_read_regular(&text, path, FILE_MOST);

	*f = (struct event_json){ .path = mem_copy_text(path) };
	if (rc < 0)
		f->why = mem_copy_text(file_error_text(rc));
	else if (json_document_parse(&f->doc, text.text ? text.text : "", text.len, &err) < 0)
		f->why = mem_copy_text(err.message);
}

void event_json_release(struct event_json *f)
{
	json_document_release(&f->doc);
	free(f->path);
	free(f->why);
	*f = (struct event_json){0};
}

/* --- the words of an entry ------------------------------------------------------------------------ */

static void event_json_add_word(struct words *ws, const char *key, const char *value)
{
	if (ws->n < WORDS_MOST)
		ws->word[ws->n++] = (struct encoding_word){ key, value };
}

/* Members that are strings or numbers. */
static void add_members(struct words *ws, const struct json_document *doc, int object)
{
	for (int i = doc->node[object].child; i >= 0; i = doc->node[i].next)
		if (doc->node[i].text)
			event_json_add_word(ws, doc->node[i].key, doc->node[i].text);
}

static const char *event_json_value_of(const struct words *ws, const char *key)
{
	for (size_t i = 0; i < ws->n; i++)
		if (str_same(ws->word[i].key, key))
			return ws->word[i].value;
	return "";
}

static bool has(const struct words *ws, const char *key)
{
	return *event_json_value_of(ws, key);
}

static bool is_set(const struct words *ws, const char *key)
{
	const char *value = event_json_value_of(ws, key);

	return *value && strcmp(value, "0") != 0;
}

static int event_json_by_name(const void *a, const void *b)
{
	const struct event_standard *x = a, *y = b;

	return str_casecmp(x->name, y->name);
}

void event_json_set_standards(struct event_reading *r, const struct event_json *file, size_t n)
{
	for (size_t f = 0; f < n; f++) {
		const struct json_document *doc = &file[f].doc;

		if (file[f].why || doc->node[0].type != JSON_ARRAY)
			continue;
		r->standard = mem_resize(r->standard, r->n_standards + doc->node[0].n, sizeof(*r->standard));
		for (int i = doc->node[0].child; i >= 0; i = doc->node[i].next) {
			struct event_standard s = { .file = &file[f], .object = i };

			if (json_document_text(doc, json_document_find(doc, i, "EventName"), &s.name) ||
			    json_document_text(doc, json_document_find(doc, i, "MetricName"), &s.name))
				r->standard[r->n_standards++] = s;
		}
	}
	if (r->n_standards)
		qsort(r->standard, r->n_standards, sizeof(*r->standard), event_json_by_name);
}

/* false: there is no such standard event. */
static bool add_standard(struct words *ws, const struct event_reading *r)
{
	const struct event_standard wanted = { .name = event_json_value_of(ws, "ArchStdEvent") };
	const struct event_standard *found;

	if (!*wanted.name)
		return true;
	found = r->n_standards
			? bsearch(&wanted, r->standard, r->n_standards, sizeof(wanted), event_json_by_name)
			: NULL;
	if (found)
		add_members(ws, &found->file->doc, found->object);
	return found;
}

/* --- what is wrong with an entry -------------------------------------------------------------------- */

static int note_entry(struct file_notes *t, const struct json_document *doc, int object, const char *name,
		      const char *why)
{
	LOCAL(str) text = {0};

	str_addf(&text, "line %u: %s%s%s", doc->node[object].line, name, *name ? ": " : "", why);
	if (t->bad++ < TOLD_MOST)
		event_json_note(t->r, t->file->path, text.text);
	str_reset(&text);
	str_addf(&text, "%s, line %u: %s", t->file->path, doc->node[object].line, why);
	if (*name)
		catalog_add_fault(t->r->catalog, name, text.text);
	return -1;
}

/* A member with the wrong type, if it matters; NULL: none. */
static const char *find_bad_member(const struct json_document *doc, int object)
{
	static const char *const needed[] = {
		"EventName", "MetricName", "MetricExpr", "ArchStdEvent", "Unit", "Compat",
	};

	for (int i = doc->node[object].child; i >= 0; i = doc->node[i].next) {
		const struct json_node *node = &doc->node[i];
		bool is_needed = vendor_encoding_knows(node->key);

		for (size_t k = 0; k < sizeof(needed) / sizeof(*needed); k++)
			is_needed |= str_same(node->key, needed[k]);
		if (is_needed && !node->text && node->type != JSON_NULL)
			return node->key;
	}
	return NULL;
}

static const char *event_json_name_of(const struct words *ws)
{
	return has(ws, "EventName") ? event_json_value_of(ws, "EventName")
				    : event_json_value_of(ws, "MetricName");
}

/* For other units than the core, 0 is a valid event, so an entry without a code means that. */
static bool is_counted_somehow(const struct words *ws)
{
	return has(ws, "Unit") || vendor_encoding_has_code(ws->word, ws->n);
}

/* An object of another kind is skipped, and is no error. */
static int event_json_check_words(const struct words *ws, struct str *why)
{
	if (has(ws, "MetricName") != has(ws, "MetricExpr"))
		str_add(why, has(ws, "MetricName") ? "it has no MetricExpr" : "it has no MetricName");
	else if (has(ws, "EventName") && !is_counted_somehow(ws))
		str_add(why, "it does not say how to count it");
	else if (has(ws, "EventCode") && !has(ws, "EventName"))
		str_add(why, "it has no EventName");
	else
		return vendor_encoding_check(ws->word, ws->n, why);
	return -1;
}

/* --- one entry ------------------------------------------------------------------------------------ */

/* Appends the vendor's errata to a description. */
static char *describe(const struct words *ws, const char *key)
{
	const char *text = event_json_value_of(ws, key), *errata = event_json_value_of(ws, "Errata");
	struct str all = {0};

	str_add(&all, text);
	if (all.len && *errata && strcmp(errata, "0") != 0 && strcmp(errata, "null") != 0)
		str_addf(&all, "%s Spec update: %s", all.text[all.len - 1] == '.' ? "" : ".", errata);
	return all.text;
}

static void event_json_add_event(const struct file_notes *t, const struct words *ws, const char *unit)
{
	FREED char *summary = describe(ws, "BriefDescription"), *detail = describe(ws, "PublicDescription");
	LOCAL(str) terms = {0};

	str_add(&terms, "");
	vendor_encoding_add_terms(&terms, ws->word, ws->n);
	catalog_add_event(t->r->catalog, &(struct catalog_event){
						 .name = event_json_value_of(ws, "EventName"),
						 .topic = event_json_value_of(ws, "Topic"),
						 .unit = unit,
						 .terms = terms.text,
						 .scale_unit = event_json_value_of(ws, "ScaleUnit"),
						 .summary = summary,
						 .detail = detail,
						 .file = t->file->path,
						 .deprecated = is_set(ws, "Deprecated"),
						 .per_package = is_set(ws, "PerPkg"),
					 });
}

static void event_json_add_metric(const struct file_notes *t, const struct words *ws, const char *unit)
{
	catalog_add_metric(t->r->catalog,
			   &(struct catalog_metric){
				   .name = event_json_value_of(ws, "MetricName"),
				   .topic = event_json_value_of(ws, "Topic"),
				   .groups = event_json_value_of(ws, "MetricGroup"),
				   .expr = event_json_value_of(ws, "MetricExpr"),
				   .scale_unit = event_json_value_of(ws, "ScaleUnit"),
				   .threshold = event_json_value_of(ws, "MetricThreshold"),
				   .constraint = event_json_value_of(ws, "MetricConstraint"),
				   .no_group = event_json_value_of(ws, "MetricgroupNoGroup"),
				   .default_group = event_json_value_of(ws, "DefaultMetricgroupName"),
				   .unit = unit,
				   .per = event_json_value_of(ws, "AggregationMode"),
				   .summary = event_json_value_of(ws, "BriefDescription"),
				   .detail = event_json_value_of(ws, "PublicDescription"),
				   .file = t->file->path,
			   });
}

static void add_entry(const struct file_notes *t, const struct words *ws)
{
	LOCAL(str) pmu = {0};

	str_add(&pmu, "");
	if (has(ws, "Unit"))
		vendor_encoding_add_pmu(&pmu, event_json_value_of(ws, "Unit"));
	if (has(ws, "MetricName"))
		event_json_add_metric(t, ws, pmu.text);
	if (!pmu.len)
		vendor_encoding_add_pmu(&pmu, "");
	if (has(ws, "EventName"))
		event_json_add_event(t, ws, pmu.text);
}

/* Entries with Compat are for PMUs with that identifier. */
static bool is_here(const struct event_reading *r, const struct words *ws)
{
	LOCAL(str) pmu = {0};
	bool here = true;

	if (has(ws, "Compat")) {
		str_add(&pmu, "");
		if (has(ws, "Unit"))
			vendor_encoding_add_pmu(&pmu, event_json_value_of(ws, "Unit"));
		here = system_pmus_have(r->systems, pmu.text, event_json_value_of(ws, "Compat"));
	}
	return here;
}

static int read_entry(struct file_notes *t, const struct json_document *doc, int object, const char *topic)
{
	struct words ws = { .n = 0 };
	LOCAL(str) why = {0};
	const char *odd;
	int rc;

	if (doc->node[object].type != JSON_OBJECT)
		return note_entry(t, doc, object, "", "it is not an object");
	odd = find_bad_member(doc, object);
	add_members(&ws, doc, object);
	if (odd)
		str_addf(&why, "%s is neither text nor number", odd);
	else if (!add_standard(&ws, t->r))
		str_addf(&why, "there is no standard event '%s'", event_json_value_of(&ws, "ArchStdEvent"));
	if (!has(&ws, "Topic"))
		event_json_add_word(&ws, "Topic", topic);
	if (!has(&ws, "Unit") && t->r->unit)
		event_json_add_word(&ws, "Unit", t->r->unit);
	rc = why.len || event_json_check_words(&ws, &why) < 0
		     ? note_entry(t, doc, object, event_json_name_of(&ws), why.text)
		     : 0;
	if (rc < 0)
		return rc;
	if (is_here(t->r, &ws))
		add_entry(t, &ws);
	else
		t->compat++;
	return 0;
}

/* --- one file ---------------------------------------------------------------------------------------- */

/* The topic of "a/b/cache.json" is cache. */
static void add_topic(struct str *topic, const char *name)
{
	const char *slash = strrchr(name, '/'), *start = slash ? slash + 1 : name;

	str_add(topic, "");
	str_add_n(topic, start, strcspn(start, "."));
}

static bool event_json_is_named(const char *path, const char *name)
{
	const char *slash = strrchr(path, '/');

	return strcmp(slash ? slash + 1 : path, name) == 0;
}

static void note_left_out(const struct file_notes *t)
{
	LOCAL(str) text = {0};

	if (t->bad > TOLD_MOST)
		str_addf(&text, "%zu more entries are left out", t->bad - TOLD_MOST);
	if (text.len)
		event_json_note(t->r, t->file->path, text.text);
	str_reset(&text);
	if (t->compat && !t->r->of_any_machine)
		str_addf(&text, "%zu entries are for PMUs that are not here (Compat)", t->compat);
	if (text.len)
		event_json_note(t->r, t->file->path, text.text);
}

/* {"group": "description of its metrics"} */
static void read_groups(const struct event_reading *r, const struct json_document *doc)
{
	for (int i = doc->node[0].child; i >= 0; i = doc->node[i].next)
		if (doc->node[i].type == JSON_TEXT)
			catalog_add_group(r->catalog, doc->node[i].key, doc->node[i].text);
}

/* The list of events; -1: there is none. */
static int find_list(const struct json_document *doc)
{
	int list = doc->node[0].type == JSON_ARRAY ? 0 : json_document_find(doc, 0, "Events");

	return list >= 0 && doc->node[list].type == JSON_ARRAY ? list : -1;
}

static void read_list(const struct event_reading *r, const struct event_json *f, int list)
{
	const struct json_document *doc = &f->doc;
	struct file_notes file_notes = { .r = r, .file = f };
	LOCAL(str) topic = {0};

	add_topic(&topic, f->path);
	for (int i = doc->node[list].child; i >= 0; i = doc->node[i].next)
		read_entry(&file_notes, doc, i, topic.text);
	note_left_out(&file_notes);
}

void event_json_read(const struct event_reading *r, const struct event_json *f)
{
	int list = f->why ? -1 : find_list(&f->doc);

	if (f->why)
		event_json_note(r, f->path, f->why);
	else if (list >= 0)
		read_list(r, f, list);
	else if (f->doc.node[0].type != JSON_OBJECT)
		event_json_note(r, f->path, "it is not a list of events");
	else if (event_json_is_named(f->path, "metricgroups.json"))
		read_groups(r, &f->doc);
}
