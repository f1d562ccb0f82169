/* SPDX-License-Identifier: MIT */
/* Builds the names of events, and converts their scopes to text and back. */
#include "event/event_label.h"

#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/event.h"
#include "event/event_config.h"
#include "event/event_names.h"
#include "event/spec.h"
#include "host/pmu.h"

static char *as_written(const struct spec *s)
{
	struct str text = {0};
	uint64_t config;

	if (s->kind == SPEC_BREAKPOINT && s->has_length)
		str_add_n(&text, s->text, strcspn(s->text, "/"));
	else if (s->kind == SPEC_NAME && !event_name_find(s->name) && event_name_cache(s->name, &config) == 1)
		str_add(&text, s->name);
	else
		str_add(&text, s->text);
	return text.text;
}

static bool begins_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* The PMU that a bare name or a number implies; NULL: none.  perf says cpu where there is no such PMU. */
static const char *implied_pmu(const struct event_label *l)
{
	if (l->pmu)
		return l->pmu->name;
	if (l->config->type == PERF_TYPE_SOFTWARE)
		return "software";
	if (l->config->type != PERF_TYPE_HW_CACHE && l->config->type != PERF_TYPE_RAW)
		return NULL;
	return l->core ? l->core : "cpu";
}

/*
 * Only for events of -e, and of those with a PMU only without a name of their own. Hardware events,
 * tracepoints and breakpoints have no instance, and kinds of core are shown in another way.
 */
static bool shows_instance(const struct event_label *l, const struct event_opts *o)
{
	const struct spec *s = l->spec;
	const struct config *c = l->config;

	if (!o->no_merge || s->source >= o->own_sources || (c->name && s->kind == SPEC_PMU) ||
	    (c->known && c->known->tool != TOOL_NONE))
		return false;
	if (l->pmu)
		return !l->pmu->is_core || l->core;
	return s->kind != SPEC_TRACEPOINT && s->kind != SPEC_BREAKPOINT;
}

/* Takes ownership of plain: "NAME/terms/" without a PMU. */
static char *with_pmu(char *plain, const char *pmu)
{
	size_t name = strcspn(plain, "/"), more = name + (plain[name] == '/');
	struct str text = {0};

	str_addf(&text, "%s/", pmu);
	str_add_n(&text, plain, name);
	str_addf(&text, "%s%s", plain[more] == '/' || !plain[more] ? "" : ",", plain + more);
	free(plain);
	return text.text;
}

/* Takes ownership of plain. The instance replaces a PMU before the slash, else it follows the name. */
static char *with_instance(char *plain, const struct spec *s, const char *pmu)
{
	struct str text = {0};

	if (s->kind == SPEC_PMU)
		str_addf(&text, "%s%s", pmu, plain + strcspn(plain, "/"));
	else
		str_addf(&text, "%s [%s]", plain, pmu);
	free(plain);
	return text.text;
}

/* Takes ownership of plain. perf's hypervisor and host are part of the name: they are not excluded. */
static char *with_modes(char *plain, const struct event_opts *o)
{
	struct str text = {0};

	str_addf(&text, "%s:%chH", plain, o->all_user ? 'u' : 'k');
	free(plain);
	return text.text;
}

static char *with_core(char *plain, const struct pmu *pmu)
{
	struct str text = {0};

	str_addf(&text, "%s/%s/", pmu->name, plain);
	free(plain);
	return text.text;
}

/* The kind of core is part of the name. */
static bool shows_core(const struct event_label *l, const struct event_opts *o)
{
	return l->on_pmu && !o->hybrid_merge && (o->own_names || l->origin != SPEC_OF_DETAIL);
}

static char *build_name(const struct event_label *l, const struct event_opts *o)
{
	char *plain = l->config->name ? mem_copy_text(l->config->name) :
		      l->name ? mem_copy_text(l->name) : as_written(l->spec);
	const char *instance = shows_instance(l, o) ? implied_pmu(l) : NULL;
	bool core = shows_core(l, o);

	if (l->origin != SPEC_OF_USER && (o->all_user || o->all_kernel) && !o->own_names)
		plain = with_modes(plain, o);
	if (l->config->named && !l->config->name && (instance || core))
		return with_pmu(plain, l->pmu->name);
	if (core && l->spec->kind == SPEC_PMU && !l->config->name)	/* a pattern of PMUs */
		return with_instance(plain, l->spec, l->pmu->name);
	if (core)
		return begins_with(plain, l->pmu->name) ? plain : with_core(plain, l->pmu);
	return instance && !begins_with(plain, instance) ? with_instance(plain, l->spec, instance) : plain;
}

/* Names of PMUs and texts of event files come from outside. */
char *event_label_make(const struct event_label *l, const struct event_opts *o)
{
	FREED char *name = build_name(l, o);
	struct str text = {0};

	str_add(&text, "");
	str_add_line(&text, name);
	return text.text;
}

static const char *const modes[] = { "user", "kernel", "hypervisor" };

void event_label_add_scope(struct str *out, const struct event *e)
{
	const struct perf_event_attr *a = &e->attr.head;
	const bool counted[] = { !a->exclude_user, !a->exclude_kernel, !a->exclude_hv };
	size_t start = out->len;

	if (counted[0] && counted[1] && counted[2])
		str_add(out, "all");
	else
		for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++)
			if (counted[i])
				str_addf(out, "%s%s", out->len > start ? "+" : "", modes[i]);
	if (a->exclude_guest != a->exclude_host)
		str_add(out, a->exclude_guest ? "/host" : "/guest");
}

bool event_label_set_scope(struct event *e, const char *scope)
{
	struct perf_event_attr *a = &e->attr.head;
	size_t len = strcspn(scope, "/");
	bool counted[3] = { false }, all = len == 3 && strncmp(scope, "all", 3) == 0;

	a->exclude_guest = strcmp(scope + len, "/host") == 0;
	a->exclude_host = strcmp(scope + len, "/guest") == 0;
	if (scope[len] && !a->exclude_guest && !a->exclude_host)
		return false;
	for (const char *word = scope; !all && word < scope + len; word += strspn(word, "+")) {
		size_t n = strcspn(word, "+/");
		bool known = false;

		for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++)
			if (strlen(modes[i]) == n && strncmp(word, modes[i], n) == 0)
				known = counted[i] = true;
		if (!known)
			return false;
		word += n;
	}
	a->exclude_user = !(all || counted[0]);
	a->exclude_kernel = !(all || counted[1]);
	a->exclude_hv = !(all || counted[2]);
	return true;
}
