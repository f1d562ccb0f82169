/* SPDX-License-Identifier: MIT */
/* What did a saved result say?  Printed as if it had just been measured, added up as is asked for now. */
#include "cli/app.h"
#include "cli/loaded.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/shown.h"
#include "host/file.h"
#include "out/result.h"

/* Where all results go; what one output could not take does not keep the others from theirs. */
struct page {
	struct output out;
	struct error unwritten;		/* the first */
	struct error lost;
};

static struct error *not_taken(struct page *p)
{
	return error_first(&p->unwritten, &p->lost);
}

static void show_intervals(struct shown *v, struct page *p)
{
	const struct saved_entry *e = v->entry;
	struct report *r = &v->report;
	struct report all = *r;

	output_begin(&p->out, r, not_taken(p));
	for (size_t i = 0; i < e->n_intervals && output_is_alive(&p->out); i++) {
		const struct saved_interval *one = &e->interval[i];
		struct table t;

		shown_regroup(v, &t, &one->table, (double)one->counted_ns, one->figure);
		all.table = &t;
		all.run = NULL;
		all.n_runs = 0;
		all.stats = all.elapsed = NULL;
		all.run_index = one->run;
		all.interval_index = (unsigned)i;
		all.time_s = (double)one->end_ns / 1e9;
		all.counted_ns = one->counted_ns;
		output_block(&p->out, &all, not_taken(p));
		table_release(&t);
	}
	r->interval_index = (unsigned)e->n_intervals;
}

static void show(struct shown *v, struct page *p)
{
	const struct saved_entry *e = v->entry;
	struct report *r = &v->report;
	bool summary = e->n_runs && (!e->n_intervals || v->opts->summary);

	if (e->n_intervals)
		show_intervals(v, p);
	if (e->n_runs)
		r->table = e->n_runs > 1 ? &v->mean : &v->run[0].total;
	r->time_s = v->elapsed.mean;
	r->total = summary;
	r->summary = e->n_intervals != 0;
	if (!r->summary)
		output_begin(&p->out, r, not_taken(p));
	if (summary)
		output_block(&p->out, r, not_taken(p));
	output_end(&p->out, r, not_taken(p));
}

/* Beside the report, as when it was measured; one of several results is named. */
static void say_failures(FILE *to, const struct saved_entry *e, bool named)
{
	struct str how = {0}, name = {0};
	size_t n = 0, first = 0;

	str_add(&name, "");
	str_add_line(&name, named && e->name ? e->name : "");
	str_add(&name, named ? ": " : "");
	for (size_t i = e->n_runs; i--;)
		if (result_status(&e->run[i])) {
			first = i;
			n++;
		}
	if (n) {
		result_add_failure(&how, &e->run[first]);
		if (e->n_runs > 1)
			output_say(to, "pstat: %s%zu of %zu runs failed and count all the same; "
				   "run %zu, the first, %s\n", name.text, n, e->n_runs, first + 1, how.text);
		else
			output_say(to, "pstat: %sthe command %s\n", name.text, how.text);
	}
	str_reset(&how);
	if (e->failed) {
		result_add_failure(&how, e->failed);
		output_say(to, "pstat: %srun %zu %s and does not count\n", name.text, e->n_runs + 1,
			   how.text);
	}
	str_release(&how);
	str_release(&name);
}

static int show_all(FILE *say, const struct loaded *l, const struct options *o, struct page *p,
		    struct error *err)
{
	const struct saved *s = &l->saved;
	int rc = 0;

	if (s->n > 1 && output_wants(&p->out, FORMAT_SINGLE)) {
		error_set(err, ERROR_USAGE, 0, "%s has %zu results, and this format shows one",
			  loaded_name(l), s->n);
		error_hint(err, "--name chooses one: --name '%s'", s->entry[0].name);
		return -1;
	}
	for (size_t i = 0; i < s->n && rc == 0; i++) {
		struct shown v;

		if (!s->entry[i].n_runs && output_wants(&p->out, FORMAT_SNAPSHOT))
			return error_set(err, ERROR_FORMAT, 0,
					 "%s has a result without a run, and openmetrics shows runs",
					 loaded_name(l));
		rc = shown_open(&v, &s->entry[i], o, loaded_mode(l, i), err);
		v.report.entry = i;
		v.report.n_entries = s->n;
		if (rc == 0 && !o->quiet)
			say_failures(say, &s->entry[i], s->n > 1);
		if (rc == 0)
			show(&v, p);
		shown_release(&v);
	}
	return rc;
}

static const char *name_of(const struct options *o)
{
	if (o->input)
		return o->input;
	return file_stdin_is_pipe() ? "-" : "perf.data";
}

int cmd_report(const struct env *env, const struct options *o, struct error *err)
{
	struct options named = *o;	/* what is read is no place for an output */
	struct loaded loaded = {0};
	struct page page = { .unwritten = ERROR_INIT, .lost = ERROR_INIT };
	int rc;

	named.input = name_of(o);
	rc = loaded_read(&loaded, named.input, env->root, err);
	if (rc < 0 && err->kind == ERROR_SYSTEM && !o->input)
		error_hint(err, "-i says which file is to be shown; 'pstat record' makes one");
	if (rc == 0)
		rc = loaded_choose(&loaded, o->name, err);
	if (rc == 0)
		rc = output_open(&page.out, env, &named, err);
	if (rc == 0)
		rc = show_all(env->err, &loaded, o, &page, err);
	rc = error_take_first(err, &page.unwritten, rc);
	if (output_close(&page.out, rc < 0 ? &page.lost : err) < 0)
		rc = -1;
	loaded_release(&loaded);
	return rc;
}
