/* SPDX-License-Identifier: MIT */
/*
 * What did a saved result say?  Reads perf.data or a document of pstat, adds it up as it is
 * asked for, and prints it as if it had just been measured.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "calc/metric.h"
#include "calc/regroup.h"
#include "calc/stats.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "host/file.h"
#include "out/perfdata.h"
#include "out/printer.h"
#include "out/saved.h"

static const char default_name[] = "perf.data";

struct shown {			/* one result, added up again */
	const struct options *opts;
	const struct saved_entry *entry;
	struct regroup regroup;
	struct machine machine;			/* its CPUs are the entry's */
	struct metrics metrics;
	struct result *run;			/* the entry's, with tables of their own */
	struct table mean;
	struct stats *stats, elapsed, counted;	/* the times in seconds */
	struct report report;
};

/* --- reading ------------------------------------------------------------------------------------- */

struct source {
	bool perf;			/* perf.data */
	enum aggr_mode recorded;	/* how perf was asked to add up, not what the file could tell */
};

static int parse_perfdata(struct saved *s, enum aggr_mode *recorded, const struct str *bytes,
			  struct error *err)
{
	struct str words = {0};
	struct saved_entry *e;

	s->entry = mem_resize(NULL, 1, sizeof(*s->entry));
	s->entry[0] = (struct saved_entry){0};
	if (perfdata_parse(&s->entry[0], recorded, bytes->text, bytes->len, err) < 0)
		return -1;
	s->n = 1;
	e = &s->entry[0];
	e->target.asked = &e->asked;
	str_add_words(&words, e->argv);
	if (!e->title)
		e->title = mem_text(words.text ? words.text : "pipe");
	str_release(&words);
	return 0;
}

static int read_file(struct saved *s, struct source *from, const char *path, struct error *err)
{
	enum { MOST = 1 << 30 };
	struct str bytes = {0};
	int rc = file_read(&bytes, path, MOST);

	if (rc < 0)
		rc = error_set(err, ERROR_SYSTEM, -rc, "failed to open %s: %s", path, strerror(-rc));
	else if (!bytes.len)
		rc = error_set(err, ERROR_FORMAT, 0, "the file is empty");
	else if ((from->perf = perfdata_is(bytes.text, bytes.len)))
		rc = parse_perfdata(s, &from->recorded, &bytes, err);
	else
		rc = saved_parse(s, bytes.text ? bytes.text : "", bytes.len, err);
	str_release(&bytes);
	return rc;
}

static const char *name_of(const struct options *o)
{
	if (o->input)
		return o->input;
	return file_stdin_is_pipe() ? "-" : default_name;
}

/* A stream does not tell of the machine; as perf does, it is taken to be this one. */
static void add_topology(struct saved_entry *e, const struct rootfs *root)
{
	struct error unknown = ERROR_INIT;
	struct machine m;

	for (size_t i = 0; i < e->n_cpus; i++)
		if (e->cpu[i].package >= 0 || e->cpu[i].core >= 0)
			return;
	machine_load(&m, root);
	if (e->n_cpus &&
	    machine_load_cpus(&m, MACHINE_TOPOLOGY | MACHINE_CACHE | MACHINE_NODE, &unknown) == 0)
		for (size_t i = 0; i < e->n_cpus; i++) {
			const struct cpu *c = machine_cpu(&m, e->cpu[i].id);

			e->cpu[i] = c ? *c : e->cpu[i];
		}
	machine_release(&m);
}

static int load(struct saved *s, struct source *from, const struct options *o, struct error *err)
{
	const char *path = name_of(o);
	struct error why = ERROR_INIT;

	if (read_file(s, from, path, &why) == 0)
		return 0;
	if (why.kind == ERROR_SYSTEM) {
		*err = why;
		if (!o->input)
			error_hint(err, "-i says which file is to be shown; 'pstat record' makes one");
		return -1;
	}
	error_set(err, why.kind, 0, "%s: %s", strcmp(path, "-") == 0 ? "standard input" : path, why.message);
	error_hint(err, "%s", why.hint[0] ? why.hint :
		   "report shows perf.data, and what pstat wrote with --save or --format json");
	return -1;
}

/* --name shows one of several; the others are gone then. */
static int choose(struct saved *s, const struct options *o, struct error *err)
{
	for (size_t i = 0; o->name && i < s->n; i++) {
		struct saved_entry keep = s->entry[i];

		if (!keep.name || strcmp(keep.name, o->name) != 0)
			continue;
		s->entry[i] = s->entry[0];
		s->entry[0] = keep;
		s->entry[0].target.asked = &s->entry[0].asked;
		for (size_t k = 1; k < s->n; k++)
			saved_entry_release(&s->entry[k]);
		s->n = 1;
		return 0;
	}
	if (!s->n)
		return error_set(err, ERROR_FORMAT, 0, "%s: there is no result in it", name_of(o));
	if (!o->name)
		return 0;
	error_set(err, ERROR_NOT_FOUND, 0, "%s: it has no result named '%s'", name_of(o), o->name);
	error_hint(err, "the first one is named '%s'", s->entry[0].name ? s->entry[0].name : "");
	return -1;
}

/* --- adding up ----------------------------------------------------------------------------------- */

static bool mode_is_asked(const struct options *o)
{
	for (int mode = AGGR_TOTAL; mode <= AGGR_CPU; mode++)
		if (o->aggr[mode])
			return true;
	return false;
}

static void regroup(struct shown *v, struct table *out, const struct table *in, double elapsed_ns)
{
	regroup_table(out, in, &v->regroup, &v->entry->events);
	metrics_eval(out, &v->metrics, &v->entry->events, elapsed_ns);
}

static void add_runs(struct shown *v)
{
	const struct saved_entry *e = v->entry;
	struct report *r = &v->report;

	v->run = mem_resize(NULL, e->n_runs, sizeof(*v->run));
	for (size_t i = 0; i < e->n_runs; i++) {
		v->run[i] = e->run[i];		/* but the table it borrows */
		v->run[i].notes = (struct notes){0};
		regroup(v, &v->run[i].total, &e->run[i].total, (double)e->run[i].counted_ns);
		table_add(&v->mean, &v->stats, &v->run[i].total);
		stats_add(&v->elapsed, result_elapsed_s(&e->run[i]));
		stats_add(&v->counted, (double)e->run[i].counted_ns / 1e9);
	}
	r->run = v->run;
	r->n_runs = e->n_runs;
	if (e->n_runs < 2)
		return;
	metrics_eval(&v->mean, &v->metrics, &e->events, v->counted.mean * 1e9);
	r->stats = v->stats;
	r->elapsed = &v->elapsed;
}

/* What was asked for now, else then; perf's way may be none that the file can tell. */
static int choose_rows(struct shown *v, const enum aggr_mode *recorded, struct error *err)
{
	const struct saved_entry *e = v->entry;
	const struct options *o = v->opts;
	struct error cannot = ERROR_INIT;

	v->regroup = (struct regroup){ .from = e->aggr, .to = e->aggr, .cpu = e->cpu, .n_cpus = e->n_cpus };
	if (mode_is_asked(o)) {
		v->regroup.to.mode = o->measure.aggr.mode;
		v->regroup.to.cache_level = o->measure.aggr.cache_level;
		return regroup_check(&v->regroup, err);
	}
	v->regroup.to.mode = *recorded;
	if (regroup_check(&v->regroup, &cannot) < 0)
		v->regroup.to.mode = e->aggr.mode;
	return 0;
}

/* NULL: the command says it as well. */
static const char *own_name(const struct saved_entry *e)
{
	struct str words = {0};
	bool same;

	str_add(&words, "");
	str_add_words(&words, e->argv);
	same = e->name && strcmp(words.text, e->name) == 0;
	str_release(&words);
	return same ? NULL : e->name;
}

static int shown_open(struct shown *v, const enum aggr_mode *recorded, struct error *err)
{
	const struct saved_entry *e = v->entry;

	if (choose_rows(v, recorded, err) < 0 || metrics_select(&v->metrics, &e->events, err) < 0)
		return -1;
	v->machine = (struct machine){ .cpu = e->cpu, .n_cpus = e->n_cpus };
	v->report = (struct report){
		.version = PSTAT_VERSION,
		.name = own_name(e),
		.title = e->title,
		.date = e->started,
		.host = &e->host,
		.machine = e->n_cpus ? &v->machine : NULL,
		.argv = e->argv,
		.target = &e->target,
		.aggr = &v->regroup.to,
		.events = &e->events,
		.metrics = &v->metrics,
		.notes = &e->notes,
	};
	add_runs(v);
	return 0;
}

static void shown_release(struct shown *v)
{
	for (size_t i = 0; v->run && i < v->entry->n_runs; i++)
		table_release(&v->run[i].total);
	free(v->run);
	free(v->stats);
	table_release(&v->mean);
	metrics_release(&v->metrics);
	*v = (struct shown){0};
}

/* --- showing ------------------------------------------------------------------------------------- */

static int show_intervals(struct shown *v, struct output *out, struct error *err)
{
	const struct saved_entry *e = v->entry;
	struct report *r = &v->report;
	struct report all = *r;
	int rc = output_begin(out, r, err);
	for (size_t i = 0; i < e->n_intervals && rc == 0; i++) {
		const struct saved_interval *one = &e->interval[i];
		struct table t;

		regroup(v, &t, &one->table, (double)one->counted_ns);
		all.table = &t;
		all.run = NULL;
		all.n_runs = 0;
		all.stats = all.elapsed = NULL;
		all.run_index = one->run;
		all.interval_index = (unsigned)i;
		all.time_s = (double)one->end_ns / 1e9;
		all.counted_ns = one->counted_ns;
		rc = output_block(out, &all, err);
		table_release(&t);
	}
	r->interval_index = (unsigned)e->n_intervals;
	return rc;
}

static int show(struct shown *v, struct output *out, struct error *err)
{
	const struct saved_entry *e = v->entry;
	struct report *r = &v->report;
	bool summary = e->n_runs && (!e->n_intervals || v->opts->summary);

	if (e->n_intervals && show_intervals(v, out, err) < 0)
		return -1;
	if (e->n_runs)
		r->table = e->n_runs > 1 ? &v->mean : &v->run[0].total;
	r->time_s = v->elapsed.mean;
	r->total = summary;
	r->summary = e->n_intervals != 0;
	if (!r->summary && output_begin(out, r, err) < 0)
		return -1;
	if (summary && output_block(out, r, err) < 0)
		return -1;
	return output_end(out, r, err);
}

static int show_all(const struct saved *s, const enum aggr_mode *recorded, const struct options *o,
		    struct output *out, struct error *err)
{
	int rc = 0;

	if (s->n > 1 && output_wants(out, PRINTER_SINGLE)) {
		error_set(err, ERROR_USAGE, 0, "%s has %zu results, and this format shows one", name_of(o),
			  s->n);
		error_hint(err, "--name chooses one: --name '%s'", s->entry[0].name);
		return -1;
	}
	for (size_t i = 0; i < s->n && rc == 0; i++) {
		struct shown v = { .opts = o, .entry = &s->entry[i] };

		rc = shown_open(&v, recorded ? recorded : &s->entry[i].aggr.mode, err);
		v.report.entry = i;
		v.report.n_entries = s->n;
		if (rc == 0)
			rc = show(&v, out, err);
		shown_release(&v);
	}
	return rc;
}

int cmd_report(const struct env *env, const struct options *o, struct error *err)
{
	struct saved saved = {0};
	struct output out = {0};
	struct error lost = ERROR_INIT;
	struct source from = {0};
	int rc = -1;

	if (load(&saved, &from, o, err) < 0)
		goto out;
	if (from.perf)
		add_topology(&saved.entry[0], env->root);
	if (choose(&saved, o, err) == 0 &&
	    output_open(&out, env, o, err) == 0)
		rc = show_all(&saved, from.perf ? &from.recorded : NULL, o, &out, err);
out:
	if (output_close(&out, rc < 0 ? &lost : err) < 0)
		rc = -1;
	saved_release(&saved);
	return rc;
}
