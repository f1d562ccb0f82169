/* SPDX-License-Identifier: MIT */
/*
 * Which files of a folder are about this CPU, and what is in them?  Keys and values are
 * taken as they stand: what they mean is encoding.c's business.
 */
#include "event/folder.h"

#include <stdlib.h>
#include <string.h>

#include "base/jsondoc.h"
#include "base/mem.h"
#include "base/str.h"
#include "event/catalog.h"
#include "event/encoding.h"
#include "host/cpuid.h"
#include "host/file.h"
#include "host/rootfs.h"

enum { FILE_MOST = 64 << 20, WORDS_MOST = 64 };

struct standard {		/* the events that Arm names, of which CPUs have some */
	struct jsondoc *doc;	/* each owns an array of them */
	size_t n;
};

struct reading {
	struct catalog *c;
	struct notes *notes;
	struct standard standard;
};

static void complain(const struct reading *r, const char *name, const char *why)
{
	notes_add(r->notes, NOTE_EVENTS_FILE, -1, "%s: %s", name, why);
}

/* --- one object -------------------------------------------------------------------------------- */

/* Its members that are texts or numbers, behind those that are there. */
static size_t words_of(struct encoding_word *word, size_t n, const struct jsondoc *doc, int object)
{
	for (int i = doc->node[object].child; i >= 0 && n < WORDS_MOST; i = doc->node[i].next)
		if (doc->node[i].text)
			word[n++] = (struct encoding_word){ doc->node[i].key, doc->node[i].text };
	return n;
}

/* The first of the name: what is nearer to the event stands in front. */
static const char *word_of(const struct encoding_word *word, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(word[i].key, key) == 0)
			return word[i].value;
	return "";
}

static bool is_set(const char *value)
{
	return *value && strcmp(value, "0") != 0;
}

static size_t add_standard(const struct reading *r, struct encoding_word *word, size_t n)
{
	const char *name = word_of(word, n, "ArchStdEvent");

	for (size_t d = 0; *name && d < r->standard.n; d++) {
		const struct jsondoc *doc = &r->standard.doc[d];

		for (int i = doc->node[0].child; i >= 0; i = doc->node[i].next) {
			const char *text = "";

			jsondoc_text(doc, jsondoc_find(doc, i, "EventName"), &text);
			if (strcmp(text, name) == 0)
				return words_of(word, n, doc, i);
		}
	}
	return n;
}

static void add_event(const struct reading *r, const struct encoding_word *word, size_t n)
{
	const char *unit = word_of(word, n, "Unit");
	struct str terms = {0}, pmu = {0};

	str_add(&terms, "");
	str_add(&pmu, "");
	encoding_add_terms(&terms, word, n);
	encoding_add_pmu(&pmu, unit);
	catalog_add_event(r->c, &(struct catalog_event){
					.name = word_of(word, n, "EventName"),
					.topic = word_of(word, n, "Topic"),
					.unit = pmu.text,
					.terms = terms.text,
					.scale_unit = word_of(word, n, "ScaleUnit"),
					.summary = word_of(word, n, "BriefDescription"),
					.detail = word_of(word, n, "PublicDescription"),
					.deprecated = is_set(word_of(word, n, "Deprecated")),
					.per_package = is_set(word_of(word, n, "PerPkg")),
				});
	str_release(&terms);
	str_release(&pmu);
}

static void add_metric(const struct reading *r, const struct encoding_word *word, size_t n)
{
	const char *unit = word_of(word, n, "Unit");
	struct str pmu = {0};

	str_add(&pmu, "");
	if (*unit)
		encoding_add_pmu(&pmu, unit);
	catalog_add_metric(r->c, &(struct catalog_metric){
					 .name = word_of(word, n, "MetricName"),
					 .topic = word_of(word, n, "Topic"),
					 .groups = word_of(word, n, "MetricGroup"),
					 .expr = word_of(word, n, "MetricExpr"),
					 .scale_unit = word_of(word, n, "ScaleUnit"),
					 .threshold = word_of(word, n, "MetricThreshold"),
					 .constraint = word_of(word, n, "MetricConstraint"),
					 .no_group = word_of(word, n, "MetricgroupNoGroup"),
					 .default_group = word_of(word, n, "DefaultMetricgroupName"),
					 .unit = pmu.text,
					 .per = word_of(word, n, "AggregationMode"),
					 .summary = word_of(word, n, "BriefDescription"),
					 .detail = word_of(word, n, "PublicDescription"),
				 });
	str_release(&pmu);
}

static bool add_object(const struct reading *r, const struct jsondoc *doc, int object, const char *topic)
{
	struct encoding_word word[WORDS_MOST];
	size_t n;

	if (doc->node[object].type != JSON_OBJECT)
		return false;
	n = add_standard(r, word, words_of(word, 0, doc, object));
	if (!*word_of(word, n, "Topic") && n < WORDS_MOST)
		word[n++] = (struct encoding_word){ "Topic", topic };
	if (*word_of(word, n, "MetricName") && *word_of(word, n, "MetricExpr"))
		add_metric(r, word, n);
	if (*word_of(word, n, "EventName"))
		add_event(r, word, n);
	return true;		/* an object of another kind is none of ours */
}

/* --- one file ---------------------------------------------------------------------------------- */

/* "a/b/cache.json": cache */
static void add_topic(struct str *topic, const char *name)
{
	const char *slash = strrchr(name, '/'), *start = slash ? slash + 1 : name;

	str_add(topic, "");
	str_add_n(topic, start, strcspn(start, "."));
}

/* The list of events, and of what else there is; -1: there is none. */
static int list_of(const struct jsondoc *doc)
{
	int list = doc->node[0].type == JSON_ARRAY ? 0 : jsondoc_find(doc, 0, "Events");

	return list >= 0 && doc->node[list].type == JSON_ARRAY ? list : -1;
}

static void read_doc(const struct reading *r, const char *name, const struct jsondoc *doc)
{
	int list = list_of(doc);
	struct str topic = {0}, why = {0};
	size_t index = 0;

	if (list < 0) {		/* metricgroups.json and the like */
		if (doc->node[0].type != JSON_OBJECT)
			complain(r, name, "it is no list of events");
		return;
	}
	add_topic(&topic, name);
	for (int i = doc->node[list].child; i >= 0; i = doc->node[i].next, index++) {
		if (add_object(r, doc, i, topic.text) || why.len)
			continue;
		str_addf(&why, "entry %zu is no object", index);
	}
	if (why.len)
		complain(r, name, why.text);
	str_release(&topic);
	str_release(&why);
}

void folder_read_text(struct catalog *c, const char *name, const char *text, size_t len, struct notes *notes)
{
	const struct reading r = { .c = c, .notes = notes };
	struct error err = ERROR_INIT;
	struct jsondoc doc;

	if (jsondoc_parse(&doc, text, len, &err) < 0) {
		complain(&r, name, err.message);
		return;
	}
	read_doc(&r, name, &doc);
	jsondoc_release(&doc);
}

/* false: it got a note. */
static bool load(const struct reading *r, const char *path, struct jsondoc *doc)
{
	struct error err = ERROR_INIT;
	struct str text = {0};
	int rc = file_read(&text, path, FILE_MOST);

	if (rc < 0)
		complain(r, path, strerror(-rc));
	else if (jsondoc_parse(doc, text.text ? text.text : "", text.len, &err) < 0)
		complain(r, path, err.message);
	str_release(&text);
	return rc == 0 && err.kind == ERROR_NONE;
}

static void read_file(const struct reading *r, const char *path)
{
	struct jsondoc doc;

	if (!load(r, path, &doc))
		return;
	read_doc(r, path, &doc);
	jsondoc_release(&doc);
}

/* --- folders ----------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	return len >= n && strcmp(text + len - n, end) == 0;
}

/* Each .json file in it, in the order of their names; false: there is no such folder. */
static bool each_file(struct reading *r, const char *path, void (*visit)(struct reading *r, const char *path))
{
	struct rootfs root;
	struct names names;
	bool is_folder = rootfs_open(&root, path) >= 0;

	if (!is_folder)
		return false;
	if (rootfs_list(&root, &names, "/") >= 0) {
		for (size_t i = 0; i < names.n; i++) {
			struct str file = {0};

			if (!ends_with(names.name[i], ".json"))
				continue;
			str_addf(&file, "%s/%s", path, names.name[i]);
			visit(r, file.text);
			str_release(&file);
		}
		names_release(&names);
	}
	rootfs_close(&root);
	return true;
}

static void visit_events(struct reading *r, const char *path)
{
	read_file(r, path);
}

static void visit_standard(struct reading *r, const char *path)
{
	struct jsondoc doc;

	if (!load(r, path, &doc))
		return;
	if (doc.node[0].type != JSON_ARRAY) {
		jsondoc_release(&doc);
		return;
	}
	r->standard.doc = mem_resize(r->standard.doc, r->standard.n + 1, sizeof(doc));
	r->standard.doc[r->standard.n++] = doc;
}

/* What a row of the map names: a file, or a folder of files. */
static void read_target(struct reading *r, const char *folder, const char *name)
{
	struct str path = {0};

	str_addf(&path, "%s/%s", folder, name + strspn(name, "/"));
	if (ends_with(name, ".json"))
		read_file(r, path.text);
	else if (!each_file(r, path.text, visit_events))
		complain(r, path.text, "there is no such folder");
	str_release(&path);
}

/* The fields of a row: which CPUs, a version, what. */
static bool split_row(char *row, char *field[3])
{
	for (int i = 0; i < 3; i++) {
		char *comma = strchr(row, ',');

		field[i] = row;
		if (!comma)
			return i == 2;
		*comma = '\0';
		row = comma + 1;
	}
	return true;
}

static void read_map(struct reading *r, const char *folder, char *text)
{
	bool found = false;
	char *row = text, *next;

	for (; row; row = next) {
		char *field[3];

		next = strchr(row, '\n');
		if (next)
			*next++ = '\0';
		row[strcspn(row, "\r")] = '\0';
		if (row[0] == '#' || !split_row(row, field) || strcmp(field[0], "Family-model") == 0)
			continue;
		field[2][strcspn(field[2], "\r")] = '\0';
		if (!r->c->cpuid || !cpuid_matches(r->c->cpuid, field[0]))
			continue;
		found = true;
		read_target(r, folder, field[2]);
	}
	if (!found) {
		struct str why = {0};

		str_addf(&why, "it has nothing for CPU %s", r->c->cpuid ? r->c->cpuid : "(unknown)");
		complain(r, folder, why.text);
		str_release(&why);
	}
}

/* The kernel's tree keeps architectures apart; ids of Arm are numbers. */
static const char *arch_of(const char *cpuid)
{
	if (!cpuid)
		return "";
	return strncmp(cpuid, "0x", 2) == 0 ? "arm64" : "x86";
}

static bool read_mapped(struct reading *r, const char *folder)
{
	struct str path = {0}, text = {0};
	bool has_map;

	str_addf(&path, "%s/mapfile.csv", folder);
	has_map = file_read(&text, path.text, FILE_MOST) == 0;
	if (has_map) {
		each_file(r, folder, visit_standard);
		if (text.text)
			read_map(r, folder, text.text);
	}
	str_release(&path);
	str_release(&text);
	return has_map;
}

int folder_read(struct catalog *c, const char *path, struct notes *notes, struct error *err)
{
	struct reading r = { .c = c, .notes = notes };
	struct str arch = {0};
	int rc = 0;

	str_addf(&arch, "%s/arch/%s", path, arch_of(c->cpuid));
	if (!read_mapped(&r, path) && !read_mapped(&r, arch.text) && !each_file(&r, path, visit_events)) {
		rc = error_set(err, ERROR_NOT_FOUND, 0, "--events-dir: there is no folder '%s'", path);
		error_hint(err, "it has a mapfile.csv, or JSON files of events");
	}
	for (size_t i = 0; i < r.standard.n; i++)
		jsondoc_release(&r.standard.doc[i]);
	free(r.standard.doc);
	str_release(&arch);
	return rc;
}
