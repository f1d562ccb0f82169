/* SPDX-License-Identifier: MIT */
/* Looks up each term of an event, in the order that the header gives, and sets what it stands for. */
#include "event/event_config.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/number.h"
#include "base/str.h"
#include "event/event.h"
#include "event/event_names.h"
#include "event/spec.h"
#include "event/vendor/catalog.h"
#include "event/vendor/catalog_load.h"
#include "event/vendor/catalog_pmu.h"
#include "host/pmu.h"

/* The context while an event's terms are applied to a config. */
struct context {
	struct config *c;
	struct config_source from;
	struct pmu *pmu;		/* NULL: terms of a symbol or of tool/.../ */
	bool tool;			/* a bare term is one of pstat's own measures */
	const char *text;		/* NULL: terms of an alias, which the user did not type */
	const struct term *user; size_t n_user;	/* what the user typed: parameters of aliases */
	struct error *err;
};

enum word_kind { WORD_CONFIG, WORD_NAME, WORD_METRIC_ID, WORD_IGNORED, WORD_CPUS, WORD_PER_CORE,
		 WORD_SAMPLING };

/* Words that every event knows. Columns: name, kind, index of the config word. */
static const struct { const char *name; enum word_kind kind; int word; } words[] = {
	{ "config",	WORD_CONFIG, 0 },	{ "config1",	WORD_CONFIG, 1 },
	{ "config2",	WORD_CONFIG, 2 },	{ "config3",	WORD_CONFIG, 3 },
	{ "name",	WORD_NAME, 0 },		{ "metric-id",	WORD_METRIC_ID, 0 },
	/* for sampling, so without effect; perf accepts it, and tables contain it */
	{ "period",	WORD_IGNORED, 0 },
	{ "cpu",	WORD_CPUS, 0 },		{ "percore",	WORD_PER_CORE, 0 },
	{ "freq",	WORD_SAMPLING, 0 },	{ "branch_type", WORD_SAMPLING, 0 },
	{ "time",	WORD_SAMPLING, 0 },	{ "call-graph",	WORD_SAMPLING, 0 },
	{ "stack-size",	WORD_SAMPLING, 0 },	{ "max-stack",	WORD_SAMPLING, 0 },
	{ "nr",		WORD_SAMPLING, 0 },	{ "inherit",	WORD_SAMPLING, 0 },
	{ "no-inherit",	WORD_SAMPLING, 0 },	{ "overwrite",	WORD_SAMPLING, 0 },
	{ "no-overwrite", WORD_SAMPLING, 0 },	{ "aux-output",	WORD_SAMPLING, 0 },
	{ "aux-sample-size", WORD_SAMPLING, 0 }, { "aux-action", WORD_SAMPLING, 0 },
	{ "ratio-to-prev", WORD_SAMPLING, 0 },
};

static int point(const struct context *s, size_t at)
{
	return s->text ? error_point(s->err, s->text, at) : -1;
}

/* A term without a value means 1. */
static int event_config_number_value(const struct context *s, const struct term *t, uint64_t *value)
{
	*value = 1;
	if (!t->value || (!t->quoted && number_parse_u64(t->value + (t->value[0] == '-'), value)))
		return 0;
	error_set(s->err, ERROR_USAGE, 0, "'%s' needs a number, such as %s=0x10", t->name, t->name);
	return point(s, t->value_at);
}

static int text_value(const struct context *s, const struct term *t, const char **to)
{
	if (!t->value) {
		error_set(s->err, ERROR_USAGE, 0, "'%s' needs a value, such as %s=foo", t->name, t->name);
		return point(s, t->at);
	}
	if (!*to)		/* if given twice, the first one wins */
		*to = t->value;
	return 0;
}

/*
 * Of a probe these are a pointer into the memory of pstat and an offset in a file, where the kernel writes a
 * trap into code that other processes run.
 */
static int refuse_probe(const struct context *s, const struct term *t)
{
	error_set(s->err, ERROR_USAGE, 0, "'%s' of the PMU '%s' would change code that other processes run",
		  t->name, s->pmu->name);
	error_hint(s->err, "--region-fn probes a function; so do tracepoints that root makes in tracefs");
	return point(s, t->at);
}

/* 1: it is such a word; 0: it is not. */
static int apply_word(const struct context *s, const struct term *t)
{
	struct config *c = s->c;
	size_t i = 0;
	uint64_t v;

	while (i < sizeof(words) / sizeof(*words) && strcmp(words[i].name, t->name) != 0)
		i++;
	if (i == sizeof(words) / sizeof(*words))
		return 0;
	switch (words[i].kind) {
	case WORD_CONFIG:
		if ((words[i].word == 1 || words[i].word == 2) && s->pmu && pmu_is_probe(s->pmu->name))
			return refuse_probe(s, t);
		if (event_config_number_value(s, t, &v) < 0)
			return -1;
		c->word[words[i].word] |= v;
		c->plain[words[i].word] |= v;
		return 1;
	case WORD_NAME:
		return text_value(s, t, &c->name) < 0 ? -1 : 1;
	case WORD_METRIC_ID:
		return text_value(s, t, &c->metric_id) < 0 ? -1 : 1;
	case WORD_IGNORED:
		return event_config_number_value(s, t, &v) < 0 ? -1 : 1;
	case WORD_CPUS:		/* resolver.c reads the values, as they may name PMUs */
		c->on_cpus = true;
		if (t->value)
			return 1;
		error_set(s->err, ERROR_USAGE, 0, "'cpu' needs a value, such as cpu=0-3");
		return point(s, t->at);
	case WORD_PER_CORE:
		if (event_config_number_value(s, t, &v) < 0)
			return -1;
		if (v > 1) {
			error_set(s->err, ERROR_USAGE, 0, "'percore' is 0 or 1");
			return point(s, t->value_at);
		}
		c->per_core = v;
		return 1;
	case WORD_SAMPLING:
		break;
	}
	error_set(s->err, ERROR_USAGE, 0, "'%s' is for sampling, but pstat counts", t->name);
	return point(s, t->at);
}

/* The kernel's own events are no files of their PMU. */
static bool event_config_is_software(const struct pmu *pmu)
{
	return pmu && strcmp(pmu->name, "software") == 0;
}

static void offer_own(struct nearest *near, bool tool)
{
	for (const struct event_name *e = event_names; e->name; e++) {
		if (tool != (e->tool != TOOL_NONE) || (!tool && e->type != PERF_TYPE_SOFTWARE))
			continue;
		nearest_offer(near, e->name);
		if (e->alias)
			nearest_offer(near, e->alias);
	}
}

/* Reports an unknown term, with the PMU's fields, similar events, and the words. */
static int unknown_term(const struct context *s, const struct term *t)
{
	struct nearest near = { .wanted = t->name };
	LOCAL(str) known = {0};
	const char *elsewhere;

	for (size_t i = 0; s->pmu && i < s->pmu->n_fields; i++) {
		nearest_offer(&near, s->pmu->field[i].name);
		str_addf(&known, "%s,", s->pmu->field[i].name);
	}
	if (s->pmu && s->from.catalog)
		catalog_pmu_offer(&near, s->from.catalog, s->pmu);
	if (s->tool || event_config_is_software(s->pmu))
		offer_own(&near, s->tool);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		if (words[i].kind == WORD_SAMPLING)
			continue;
		nearest_offer(&near, words[i].name);
		str_addf(&known, "%s%s", words[i].name, words[i].kind == WORD_PER_CORE ? "" : ",");
	}
	if (s->pmu || s->tool)
		error_set(s->err, ERROR_NOT_FOUND, 0, "PMU '%s' has no event and no term '%s'",
			  s->pmu ? s->pmu->name : EVENT_TOOL_PMU, t->name);
	else
		error_set(s->err, ERROR_USAGE, 0, "'%s' goes only with a PMU, as in cpu/%s=1/", t->name,
			  t->name);
	if (s->pmu && s->from.catalog && (elsewhere = catalog_pmu_unit(s->from.catalog, t->name)))
		error_hint(s->err, "it is an event of %s", elsewhere);
	else if (near.found && (s->pmu || s->tool))
		error_hint(s->err, "did you mean '%s'?", near.found);
	else
		error_hint(s->err, "terms are %s", known.text);
	return point(s, t->at);
}

static int apply_field(const struct context *s, const struct term *t)
{
	const struct pmu_field *f = pmu_field_find(s->pmu, t->name);
	uint64_t max, v;

	if (!f)
		return unknown_term(s, t);
	if (f->errnum) {
		error_set(s->err, ERROR_SYSTEM, f->errnum, "cannot read the format of '%s' of PMU '%s': %s",
			  t->name, s->pmu->name, strerror(f->errnum));
		return point(s, t->at);
	}
	max = pmu_field_max(f);
	if (!t->value && max != 1) {
		error_set(s->err, ERROR_USAGE, 0, "'%s' needs a value, such as %s=0x10", t->name, t->name);
		return point(s, t->at);
	}
	if (event_config_number_value(s, t, &v) < 0)
		return -1;
	if (v > max) {
		error_set(s->err, ERROR_USAGE, 0, "'%s' is too big for %s, the maximum is %llu", t->value,
			  t->name,
			  (unsigned long long)max);
		return point(s, t->value_at);
	}
	pmu_field_deposit(f, v, s->c->word);
	return 0;
}

/* --- events of the PMU ------------------------------------------------------------------------ */

static bool user_set(const struct context *s, const char *name)
{
	for (size_t i = 0; i < s->n_user; i++)
		if (s->user[i].value && strcmp(s->user[i].name, name) == 0)
			return true;
	return false;
}

static int expand_alias(const struct context *s, const char *name, const struct pmu_alias *alias)
{
	struct context inner = *s;
	struct error why = ERROR_INIT;
	const char *name_given = s->c->name, *id_given = s->c->metric_id;
	struct term *terms;
	size_t n;
	int rc = terms_parse(&terms, &n, alias->terms, &why);

	if (rc < 0)
		why.kind = ERROR_FORMAT;
	inner.text = NULL;
	inner.err = &why;
	for (size_t i = 0; rc == 0 && i < n; i++) {
		if (terms[i].value && strcmp(terms[i].value, "?") == 0) {
			if (user_set(s, terms[i].name))
				continue;
			rc = error_set(&why, ERROR_USAGE, 0, "it needs %s=", terms[i].name);
			break;
		}
		rc = apply_word(&inner, &terms[i]);
		rc = rc == 0 ? apply_field(&inner, &terms[i]) : rc < 0 ? -1 : 0;
	}
	inner.c->name = name_given;	/* only the user names events; terms of an alias do not */
	inner.c->metric_id = id_given;
	terms_release(terms, n);
	if (rc < 0)
		error_set(s->err, why.kind, why.errnum, "event '%s' of PMU '%s': %s", name, s->pmu->name,
			  why.message);
	return rc;
}

static int set_attributes(const struct context *s, const struct pmu_alias *alias)
{
	struct config *c = s->c;
	const char *twice = alias->unit[0] && c->unit ? "unit" : alias->has_scale && c->scale > 0 ? "scale" :
			    alias->snapshot && c->snapshot ? "snapshot" : NULL;

	if (twice)
		return error_set(s->err, ERROR_USAGE, 0, "two of the events in '%s/…/' have a %s",
				 s->pmu->name, twice);
	if (alias->unit[0])
		c->unit = mem_copy_text(alias->unit);
	if (alias->has_scale)
		c->scale = alias->scale;
	c->snapshot |= alias->snapshot;
	c->per_package |= alias->per_package;
	return 0;
}

/* Takes ownership of alias. */
static int apply_loaded_alias(const struct context *s, const char *name, struct pmu_alias *alias)
{
	int rc = pmu_load_fields(s->from.pmus, s->pmu, s->err) < 0 || expand_alias(s, name, alias) < 0 ||
		 set_attributes(s, alias) < 0 ? -1 : 1;

	pmu_alias_release(alias);
	return rc;
}

static int apply_alias(const struct context *s, const char *name)
{
	struct pmu_alias alias;
	int rc = pmu_alias_load(s->from.pmus, s->pmu, name, &alias, s->err);

	if (rc == 1)
		rc = apply_loaded_alias(s, name, &alias);
	if (rc < 0 && s->err->kind == ERROR_NOT_FOUND)
		s->err->kind = ERROR_FORMAT;	/* the event exists, but its file has an unknown term */
	return rc;
}

/* If wrong terms come from a file and not from the user, the error names the file. */
static int apply_vendor_event(const struct context *s, const struct catalog_event *e)
{
	struct pmu_alias alias;
	int rc;

	catalog_pmu_alias(&alias, e);
	rc = apply_loaded_alias(s, e->name, &alias);
	if (rc < 0 && *e->file)
		error_hint(s->err, "'%s' is %s in %s", e->name, e->terms, e->file);
	return rc;
}

/* Tried last, since it loads the catalog. */
static int apply_vendor(const struct context *s, const char *name)
{
	struct catalog_event e[CATALOG_PMUS_MOST];
	size_t n, i = 0;

	if (!s->from.catalog || !s->pmu)
		return 0;
	if (catalog_load(s->from.catalog, s->from.notes, s->err) < 0)
		return -1;
	n = catalog_find_events(s->from.catalog, NULL, name, e, CATALOG_PMUS_MOST);
	while (i < n && !catalog_pmu_has(&e[i], s->pmu))
		i++;
	return i == n ? 0 : apply_vendor_event(s, &e[i]);
}

static int second_event(const struct context *s, const struct term *t)
{
	error_set(s->err, ERROR_USAGE, 0, "'%s' is a second event between the same slashes", t->name);
	return point(s, t->at);
}

static const struct event_name *find_own(const char *name, bool tool)
{
	LOCAL(str) full = {0};

	str_addf(&full, tool ? EVENT_TOOL_PMU "/%s/" : "%s", name);
	return event_name_find(full.text);
}

/* software/faults/ and tool/user_time/ */
static int apply_own(const struct context *s, const struct term *t)
{
	const struct event_name *name = find_own(t->name, s->tool);

	if (!name || s->tool != (name->tool != TOOL_NONE) ||
	    (!s->tool && name->type != PERF_TYPE_SOFTWARE))
		return 0;
	if (s->c->known)
		return second_event(s, t);
	s->c->word[0] |= name->config;
	s->c->known = name;
	return 1;
}

/* cpu/cycles/ if the PMU itself has no such event: type 0 or 3, with the PMU's type in the upper half. */
static int apply_symbol(const struct context *s, const struct term *t)
{
	const struct event_name *name = event_name_find(t->name);
	bool hardware = name && name->tool == TOOL_NONE && name->type == PERF_TYPE_HARDWARE;
	uint64_t config = hardware ? name->config : 0;

	if (!s->pmu->is_core || (!hardware && event_name_cache(t->name, &config) != 1))
		return 0;
	if (s->c->type != s->pmu->type)
		return second_event(s, t);
	s->c->type = hardware ? PERF_TYPE_HARDWARE : PERF_TYPE_HW_CACHE;
	s->c->word[0] |= config;
	s->c->known = hardware ? name : NULL;
	return 1;
}

/* r1c0 and, only as a term, r0x1c0. */
static bool apply_raw(const struct context *s, const struct term *t)
{
	LOCAL(str) name = {0};
	uint64_t v;
	bool ok;

	str_addf(&name, "r%s", t->name + (strncmp(t->name, "r0x", 3) == 0 ? 3 : 1));
	ok = t->name[0] == 'r' && !t->value && event_name_raw(name.text, &v);
	if (ok) {
		s->c->word[0] |= v;
		s->c->plain[0] |= v;
	}
	return ok;
}

static int apply_bare(const struct context *s, const struct term *t)
{
	const struct event_name *name = event_name_find(t->name);
	int rc = apply_alias(s, t->name);

	if (rc == 1 && s->pmu->is_core && name && name->type == PERF_TYPE_HARDWARE && name->tool == TOOL_NONE)
		s->c->known = name;	/* the PMU's own encoding of a generic event */
	if (rc < 0 && s->text)
		return point(s, t->at);
	if (rc == 0)
		rc = apply_symbol(s, t);
	return rc;
}

static int apply_term(const struct context *s, const struct term *t)
{
	int rc = apply_word(s, t);

	if (rc == 0 && !t->value && (s->tool || event_config_is_software(s->pmu)))
		rc = apply_own(s, t);
	if (rc == 0 && s->pmu && !t->value)
		rc = apply_bare(s, t);
	if (rc == 0 && s->pmu && !pmu_field_find(s->pmu, t->name)) {
		rc = apply_raw(s, t);
		if (rc == 0 && !t->value)
			rc = apply_vendor(s, t->name);
		if (rc < 0)
			return point(s, t->at);
	}
	if (rc == 0)
		rc = s->pmu ? apply_field(s, t) : unknown_term(s, t);
	return rc < 0 ? -1 : 0;
}

static int apply_terms(struct context *s, const struct spec *spec)
{
	s->user = spec->term;
	s->n_user = spec->n_terms;
	for (size_t i = 0; i < spec->n_terms; i++)
		if (apply_term(s, &spec->term[i]) < 0)
			return -1;
	return 0;
}

int config_from_pmu(struct config *c, const struct spec *spec, const char *text,
		    const struct config_source *from, struct pmu *pmu, struct error *err)
{
	struct context s = { .c = c, .from = *from, .pmu = pmu, .text = text, .err = err };

	*c = (struct config){0};
	if (pmu_load(from->pmus, pmu, err) < 0 || pmu_load_fields(from->pmus, pmu, err) < 0)
		return -1;
	c->type = pmu->type;
	return apply_terms(&s, spec);
}

int config_from_symbol(struct config *c, const struct spec *spec, const char *text, struct error *err)
{
	struct context s = { .c = c, .text = text, .err = err };

	*c = (struct config){0};
	return apply_terms(&s, spec);
}

int config_from_tool(struct config *c, const struct spec *spec, const char *text, struct error *err)
{
	struct context s = { .c = c, .text = text, .tool = true, .err = err };

	*c = (struct config){0};
	if (apply_terms(&s, spec) < 0)
		return -1;
	if (!c->known)
		error_set(err, ERROR_USAGE, 0, "'%s' names no event", spec->text);
	else if (c->plain[0] | c->plain[1] | c->plain[2] | c->plain[3])
		error_set(err, ERROR_USAGE, 0, "'%s' is pstat's own measure and has no config",
			  c->known->name);
	else
		return 0;
	return error_point(err, text, spec->name_at);
}

/* The further terms may contain parameters of the event itself. */
static struct context start_context(struct config *c, const struct config_terms *more,
				    const struct config_source *from, struct pmu *pmu, struct error *err)
{
	*c = (struct config){ .named = more };
	return (struct context){ .c = c, .from = *from, .pmu = pmu, .err = err,
				 .user = more ? more->spec->term : NULL,
				 .n_user = more ? more->spec->n_terms : 0 };
}

static int apply_more_terms(struct context *s, const struct config_terms *more)
{
	if (!more)
		return 0;
	s->text = more->text;
	if (pmu_load_fields(s->from.pmus, s->pmu, s->err) < 0)
		return -1;
	return apply_terms(s, more->spec);
}

int config_from_alias(struct config *c, const char *name, const struct config_terms *more,
		      const struct config_source *from, struct pmu *pmu, struct error *err)
{
	struct context s = start_context(c, more, from, pmu, err);
	int rc = pmu_may_have_event(from->pmus, pmu, name) ? apply_alias(&s, name) : 0;

	if (rc == 1 && pmu_load(from->pmus, pmu, err) < 0)
		return -1;
	c->type = pmu->type;
	return rc == 1 && apply_more_terms(&s, more) < 0 ? -1 : rc;
}

int config_from_vendor(struct config *c, const struct catalog_event *e, const struct config_terms *more,
		       const struct config_source *from, struct pmu *pmu, struct error *err)
{
	struct context s = start_context(c, more, from, pmu, err);

	if (pmu_load(from->pmus, pmu, err) < 0)
		return -1;
	c->type = pmu->type;
	return apply_vendor_event(&s, e) < 0 ? -1 : apply_more_terms(&s, more);
}

void config_apply(struct event *e, const struct config *c)
{
	const struct event_name *known = c->known;
	struct perf_event_attr *a = &e->attr.head;

	a->type = c->type;
	a->config = c->word[0];
	a->config1 = c->word[1];
	a->config2 = c->word[2];
	a->size = ATTR_SIZE;
	if (c->word[3]) {
		e->attr.tail.config3 = c->word[3];
		a->size = ATTR_SIZE_CONFIG3;
	}
	e->flags |= (c->snapshot ? EVENT_SNAPSHOT : 0u) | (c->per_package ? EVENT_PER_PACKAGE : 0u) |
		    (c->per_core ? EVENT_PER_CORE : 0u);
	e->unit = mem_copy_text(c->unit ? c->unit : known && known->unit ? known->unit : "");
	e->scale = c->scale > 0 ? c->scale : known && known->scale > 0 ? known->scale : 1;
}

void config_release(struct config *c)
{
	free(c->unit);
	*c = (struct config){0};
}
