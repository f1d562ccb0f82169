/* SPDX-License-Identifier: MIT */
/*
 * What can be counted?  Collects all events and metrics, finds out which of them are here,
 * and prints those that were asked for, one word after the other.
 */
#include <stdlib.h>
#include <string.h>

#include "calc/reach.h"
#include "cli/app.h"
#include "cli/asked.h"
#include "cli/options.h"
#include "cli/output.h"
#include "count/openable.h"
#include "event/catalog_load.h"
#include "event/catalog_pmu.h"
#include "event/listing.h"
#include "host/machine.h"
#include "out/list_printer.h"
#include "out/notes.h"

struct list {
	const struct options *opts;
	const struct list_printer *printer;
	struct machine machine;
	struct catalog catalog;
	struct listing listing;
	struct notes notes;
	struct str text;
	size_t shown;			/* rows so far */
	struct str missed;		/* the words that match nothing, as it is said */
	size_t columns;
	bool terminal;
	bool color;
};

static const struct list_printer *choose_printer(const struct list_view *view)
{
	const struct { bool chosen; const struct list_printer *printer; } views[] = {
		{ view->json, &list_json }, { view->names, &list_names }, { true, &list_text },
	};
	size_t i = 0;

	while (!views[i].chosen)
		i++;
	return views[i].printer;
}

static int collect(struct list *v, const struct env *env, struct error *err)
{
	const struct options *o = v->opts;
	const struct listing_opts lo = {
		.pmus = &v->machine.pmus, .catalog = &v->catalog, .cputype = o->measure.event.cputype,
		.encodings = o->list.details || v->printer->flags & LIST_ENCODINGS,
	};

	if (asked_check(&v->catalog, &v->notes, err) < 0 || catalog_load(&v->catalog, &v->notes, err) < 0)
		return -1;
	if (v->catalog.unread.kind != ERROR_NONE) {	/* what the vendor names would be missing */
		*err = v->catalog.unread;
		return -1;
	}
	if (o->measure.catalog.cpuid)
		catalog_pmu_assume(&v->machine.pmus, &v->catalog);
	if (listing_build(&v->listing, &lo, err) < 0)
		return -1;
	if (openable_try(&v->listing, env->kernel, err) < 0)
		return -1;
	reach_metrics(&v->listing);
	return 0;
}

static void add_section(struct list *v, const char *word)
{
	const struct list_view *view = &v->opts->list;
	const struct list_style style = {
		.short_text = view->descriptions, .long_text = view->long_text, .details = view->details,
		.columns = v->columns, .terminal = v->terminal, .color = v->color,
		.everything = v->machine.pmus.assumed,
	};
	struct list_query query = {
		.unit = view->unit, .deprecated = view->deprecated || v->printer->flags & LIST_DEPRECATED,
	};
	struct list_section section = { .listing = &v->listing, .query = &query, .before = v->shown };
	size_t *chosen;

	list_query_parse(&query, word);
	section.n = list_query_run(&query, &v->listing, &chosen);
	section.chosen = chosen;
	v->printer->section(&v->text, &section, &style);
	v->shown += section.n;
	if (!section.n && word) {
		str_add(&v->missed, "pstat: nothing matches '");
		str_add_line(&v->missed, word);
		str_add(&v->missed, "'\n");
	}
	free(chosen);
	list_query_release(&query);
}

static void print(struct list *v)
{
	const struct list_printer *p = v->printer;

	if (p->begin)
		p->begin(&v->text);
	if (!v->opts->n_words)
		add_section(v, NULL);
	for (size_t i = 0; i < v->opts->n_words; i++)
		add_section(v, v->opts->words[i]);
	if (p->end)
		p->end(&v->text);
}

/* What sink says is of a report. */
static int unwritten(const char *path, const struct error *why, struct error *err)
{
	return error_set(err, ERROR_SYSTEM, why->errnum, "cannot write '%s': %s", path,
			 strerror(why->errnum));
}

static int put(struct list *v, const struct env *env, struct error *err)
{
	struct error lost = ERROR_INIT, why = ERROR_INIT;
	struct sink sink = {0};
	int rc;

	if (!v->opts->output)
		return sink_print(env->out, &v->text, err);
	if (sink_open_file(&sink, v->opts->output, false, err) < 0)
		return -1;
	rc = sink_write(sink.stream, &v->text, &why);
	if (sink_close(&sink, rc < 0 ? &lost : &why) < 0)
		rc = -1;
	return rc < 0 ? unwritten(v->opts->output, &why, err) : 0;
}

static void tell_notes(const struct list *v, const struct env *env)
{
	struct str text = {0};

	notes_format(&text, &v->notes, NULL, NULL, 0, false);
	if (text.len)
		output_tell(env->err, text.text, strlen(" note: "));
	str_release(&text);
}

/* Each text of the listing may be looked at for each character of a word. */
static int check_words(const struct options *o, struct error *err)
{
	enum { WORD_MOST = 1000 };

	for (size_t i = 0; i < o->n_words; i++)
		if (strlen(o->words[i]) > WORD_MOST)
			return error_set(err, ERROR_USAGE, 0, "'%.40s...' has more than %d characters, the "
					 "limit for a word of list", o->words[i], WORD_MOST);
	return 0;
}

int cmd_list(const struct env *env, const struct options *o, struct error *err)
{
	struct list v = { .opts = o, .printer = choose_printer(&o->list),
			  .columns = output_width(o->output ? NULL : env->out),
			  .terminal = !o->output && output_columns(env->out),
			  .color = output_has_color(o, o->output ? NULL : env->out) };
	int rc;

	if (check_words(o, err) < 0)
		return -1;
	machine_load(&v.machine, env->root);
	catalog_init(&v.catalog, &o->measure.catalog, env->root);
	rc = collect(&v, env, err);
	if (rc == 0) {
		str_add(&v.text, "");
		print(&v);
		tell_notes(&v, env);
		rc = put(&v, env, err);
	}
	/* perf list says nothing of it, and its scripts see 0 */
	if (rc == 0 && v.missed.len && !o->as_perf) {
		output_say(env->err, "%s", v.missed.text);
		rc = APP_NO_MATCH;
	}
	str_release(&v.missed);
	str_release(&v.text);
	notes_release(&v.notes);
	listing_release(&v.listing);
	catalog_release(&v.catalog);
	machine_release(&v.machine);
	return rc;
}
