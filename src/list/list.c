/* SPDX-License-Identifier: MIT */
/* Collects all events and metrics, finds out which ones this machine has, and shows the chosen ones. */
#include "list/list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/env.h"
#include "base/nearest.h"
#include "event/event_names.h"
#include "event/metric_literal.h"
#include "event/vendor/catalog_load.h"
#include "event/vendor/catalog_pmu.h"
#include "host/machine.h"
#include "host/target.h"
#include "list/computable.h"
#include "list/list_printer.h"
#include "list/list_query.h"
#include "list/listing.h"
#include "list/openable.h"
#include "session/metric_request.h"

struct list {
	struct list_opts opts;
	const struct list_printer *printer;
	struct machine machine;
	struct catalog catalog;
	struct listing listing;
	struct notes *notes;
	struct str *text, *missed;
	const char *closed;		/* a word found no tracepoint, as this mount may not be read */
	size_t shown;			/* rows so far */
};

/* num_cpus and the like are here if this machine tells them. */
static void mark_unknown_facts(struct list *l, const struct env *env)
{
	const struct target_opts target = { .system_wide = true };
	const struct metric_literals literals = { &l->machine, &target, env->kernel };

	for (size_t i = 0; i < l->listing.n; i++) {
		struct listed *item = &l->listing.item[i];
		const struct event_name *known = NULL;

		if (item->kind == LISTED_TOOL)
			known = event_name_find(item->name);
		if (known && tool_is_value(known->tool) &&
		    isnan(metric_literal_of_event(&literals, known->name)))
			item->state = LISTED_ABSENT;
	}
}

static int collect(struct list *l, const struct env *env, struct error *err)
{
	const struct list_opts *o = &l->opts;
	const struct listing_opts lo = {
		.pmus = &l->machine.pmus, .catalog = &l->catalog, .cputype = o->cputype,
		.encodings = o->details || l->printer->flags & LIST_ENCODINGS,
	};

	if (metric_request_check_defines(&l->catalog, l->notes, err) < 0 ||
	    catalog_load(&l->catalog, l->notes, err) < 0)
		return -1;
	if (l->catalog.cpuid && !l->catalog.model && !o->catalog.folder)
		notes_add(l->notes, NOTE_NO_TABLE, -1, "%s", l->catalog.cpuid);
	if (l->catalog.unread.kind != ERROR_NONE) {	/* the vendor's events would be missing */
		*err = l->catalog.unread;
		return -1;
	}
	if (o->catalog.cpuid)
		catalog_pmu_assume(&l->machine.pmus, &l->catalog);
	if (listing_build(&l->listing, &lo, err) < 0)
		return -1;
	if (openable_check(&l->listing, env->kernel, err) < 0)
		return -1;
	if (!o->catalog.cpuid)
		mark_unknown_facts(l, env);
	computable_metrics(&l->listing);
	return 0;
}

/* What -e and -M would offer for a mistyped word; a glob means what it says. */
static void list_add_hint(struct list *l, const char *word)
{
	struct nearest near = { .wanted = word };

	for (size_t i = 0; i < l->listing.n; i++) {
		const struct listed *item = &l->listing.item[i];

		if (item->kind == LISTED_RAW || item->kind == LISTED_BREAKPOINT ||
		    (item->kind == LISTED_BUILTIN && (l->opts.json || l->opts.names)))
			continue;
		nearest_offer(&near, item->name);
		nearest_offer(&near, item->alias);
		nearest_offer(&near, item->event);
	}
	if (!near.found || !*near.found || strpbrk(word, "*?["))
		return;
	str_add(l->missed, "pstat: hint: did you mean '");
	str_add_line(l->missed, near.found);
	str_add(l->missed, "'?\n");
}

static void list_add_section(struct list *l, const char *word)
{
	const struct list_opts *o = &l->opts;
	LOCAL(list_query) query = {
		.unit = o->unit, .deprecated = o->deprecated || l->printer->flags & LIST_DEPRECATED,
		.as_perf = o->as_perf && !o->everything, .names_only = o->json || o->names,
	};
	struct list_section section = { .listing = &l->listing, .query = &query, .before = l->shown };
	size_t *chosen;

	list_query_parse(&query, word);
	section.n = list_query_select(&query, &l->listing, &chosen);
	section.chosen = chosen;
	l->printer->section(l->text, &section, o);
	l->shown += section.n;
	if (!section.n && word) {
		str_add(l->missed, "pstat: nothing matches '");
		str_add_line(l->missed, word);
		str_add(l->missed, "'\n");
		list_add_hint(l, word);
		if (query.kinds & 1u << LISTED_TRACEPOINT && !(query.kinds & 1u << LISTED_SOFTWARE))
			l->closed = l->listing.closed;
	}
	free(chosen);
}

static void list_print(struct list *l)
{
	const struct list_printer *p = l->printer;

	if (p->begin)
		p->begin(l->text);
	if (!l->opts.n_words)
		list_add_section(l, NULL);
	for (size_t i = 0; i < l->opts.n_words; i++)
		list_add_section(l, l->opts.words[i]);
	if (p->end)
		p->end(l->text);
}

/* Limits the time: a word is compared with each text of the listing, from each character on. */
static int list_check_words(const struct list_opts *o, struct error *err)
{
	enum { WORD_MOST = 1000 };

	for (size_t i = 0; i < o->n_words; i++)
		if (strlen(o->words[i]) > WORD_MOST)
			return error_set(err, ERROR_USAGE, 0, "'%.40s...' has more than %d characters, the "
					 "limit for a word of list", o->words[i], WORD_MOST);
	return 0;
}

int list_run(struct list_result *r, const struct env *env, const struct list_opts *o, struct error *err)
{
	struct list l = { .opts = *o, .notes = &r->notes, .text = &r->text, .missed = &r->missed,
			  .printer = o->json ? &list_json : o->names ? &list_names : &list_text };
	int rc;

	if (list_check_words(o, err) < 0)
		return -1;
	machine_load(&l.machine, env->root);
	catalog_init(&l.catalog, &o->catalog, env->root);
	rc = collect(&l, env, err);
	str_add(l.text, "");
	l.opts.everything |= l.machine.pmus.assumed;
	if (rc == 0)
		list_print(&l);
	r->closed = l.closed;
	listing_release(&l.listing);
	catalog_release(&l.catalog);
	machine_release(&l.machine);
	return rc;
}

void list_result_release(struct list_result *r)
{
	str_release(&r->missed);
	str_release(&r->text);
	notes_release(&r->notes);
}
