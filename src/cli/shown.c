/* SPDX-License-Identifier: MIT */
/* What did a saved result say, in the rows that are asked for now? */
#include "cli/shown.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/options.h"
#include "out/result.h"

static bool mode_is_asked(const struct options *o)
{
	for (int mode = AGGR_TOTAL; mode <= AGGR_CPU; mode++)
		if (o->aggr[mode])
			return true;
	return false;
}

static void evaluate(struct shown *v, struct table *t, double elapsed_ns, const struct figure *figure)
{
	metrics_eval(t, &v->metrics, &v->entry->events, elapsed_ns);
	if (figure && regroup_is_same(&v->regroup))
		metrics_give(t, &v->metrics, figure, v->entry->n_metrics);
}

void shown_regroup(struct shown *v, struct table *out, const struct table *in, double elapsed_ns,
		   const struct figure *figure)
{
	regroup_table(out, in, &v->regroup, &v->entry->events);
	evaluate(v, out, elapsed_ns, figure);
}

static void add_runs(struct shown *v)
{
	const struct saved_entry *e = v->entry;
	struct report *r = &v->report;

	v->run = mem_resize(NULL, e->n_runs, sizeof(*v->run));
	for (size_t i = 0; i < e->n_runs; i++) {
		v->run[i] = e->run[i];		/* but the table it borrows */
		v->run[i].notes = (struct notes){0};
		shown_regroup(v, &v->run[i].total, &e->run[i].total, (double)e->run[i].counted_ns,
			      e->n_runs > 1 ? NULL : e->figure);
		table_add(&v->mean, &v->stats, &v->run[i].total);
		stats_add(&v->elapsed, result_elapsed_s(&e->run[i]));
		stats_add(&v->counted, (double)e->run[i].counted_ns / 1e9);
	}
	r->run = v->run;
	r->n_runs = e->n_runs;
	r->failed = e->failed;
	if (e->n_runs < 2)
		return;
	evaluate(v, &v->mean, v->counted.mean * 1e9, e->figure);
	r->stats = v->stats;
	r->elapsed = &v->elapsed;
}

/* What was asked for now, else then; perf's way may be none that the file can tell. */
static int choose_rows(struct shown *v, enum aggr_mode recorded, struct error *err)
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
	v->regroup.to.mode = recorded;
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

/* They stand where they stood; of other rows nobody can tell them. */
static void add_metrics(struct shown *v)
{
	const struct saved_entry *e = v->entry;
	struct str names = {0};

	for (size_t i = 0; i < e->n_metrics; i++)
		str_addf(&names, "%s%s", i ? ", " : "", e->metric[i].name);
	metrics_add_given(&v->metrics, &e->events, e->metric, e->n_metrics);
	notes_copy(&v->notes, &e->notes);
	if (e->n_metrics && !regroup_is_same(&v->regroup))
		notes_add(&v->notes, NOTE_METRIC_ROWS, -1, "%s", names.text);
	str_release(&names);
}

int shown_open(struct shown *v, const struct saved_entry *e, const struct options *o,
	       enum aggr_mode recorded, struct error *err)
{
	*v = (struct shown){ .opts = o, .entry = e };
	if (choose_rows(v, recorded, err) < 0 || metrics_select(&v->metrics, &e->events, err) < 0)
		return -1;
	add_metrics(v);
	v->machine = (struct machine){ .cpu = e->cpu, .n_cpus = e->n_cpus };
	v->report = (struct report){
		.version = PSTAT_VERSION,
		.measured_by = e->version ? e->version : "",
		.name = own_name(e),
		.title = e->title,
		.date = e->started,
		.race = e->race,
		.fixed = e->fixed,
		.host = &e->host,
		.machine = e->n_cpus ? &v->machine : NULL,
		.argv = e->argv,
		.target = &e->target,
		.aggr = &v->regroup.to,
		.events = &e->events,
		.metrics = &v->metrics,
		.notes = &v->notes,
	};
	add_runs(v);
	return 0;
}

void shown_release(struct shown *v)
{
	for (size_t i = 0; v->run && i < v->entry->n_runs; i++)
		table_release(&v->run[i].total);
	free(v->run);
	free(v->stats);
	table_release(&v->mean);
	metrics_release(&v->metrics);
	notes_release(&v->notes);
	*v = (struct shown){0};
}
