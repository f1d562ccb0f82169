/* SPDX-License-Identifier: MIT */
/* What has each side of a race given up to now?  Its runs as a report, as if it had been alone. */
#include "cli/race.h"

#include <stdlib.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"

void race_forget(struct race_side *s)
{
	free(s->counted);
	free(s->stats);
	table_release(&s->mean);
	notes_release(&s->notes);
	s->counted = NULL;
	s->n_counted = 0;
	s->stats = NULL;
	s->elapsed = s->time = (struct stats){0};
}

/* Those of complete rounds that did the same work as the others. */
static void choose_runs(struct race_side *s, bool exact)
{
	bool *thrown = mem_resize(NULL, s->n_runs, sizeof(*thrown));
	size_t complete = 0;

	s->counted = mem_resize(NULL, s->n_runs, sizeof(*s->counted));
	for (size_t i = 0; i < s->n_runs; i++)
		if (s->run[i].round <= s->rounds)
			s->counted[complete++] = s->run[i];
	for (size_t i = 0; i < complete; i++)
		thrown[i] = false;
	if (exact && complete)
		exact_judge(thrown, &s->exact, s->counted, complete, &s->notes);
	for (size_t i = 0; i < complete; i++)
		if (!thrown[i])
			s->counted[s->n_counted++] = s->counted[i];
	free(thrown);
}

static void add_up(struct race_side *s)
{
	for (size_t i = 0; i < s->n_counted; i++) {
		const struct result *run = &s->counted[i];

		table_add(&s->mean, &s->stats, &run->total);
		stats_add(&s->elapsed, result_elapsed_s(run));
		stats_add(&s->time, (double)run->counted_ns / 1e9);
		notes_merge(&s->notes, &run->notes);
	}
	if (result_needs_mean(s->counted, s->n_counted))
		metrics_eval(&s->mean, &s->measure.metrics, &s->measure.events, s->time.mean * 1e9);
}

static void make_report(struct race_side *s, const struct race *r)
{
	bool many = s->n_counted > 1, mean = result_needs_mean(s->counted, s->n_counted);

	s->report = (struct report){
		.version = PSTAT_VERSION,
		.name = s->entrant.name,
		.argv = s->entrant.argv,
		.date = r->date[0] ? r->date : NULL,
		.race = r->id[0] ? r->id : NULL,
		.fixed = s->opts.launch.layout == LAUNCH_LAYOUT_FIXED,
		.host = &r->host,
		.machine = &s->measure.machine,
		.events = &s->measure.events,
		.metrics = &s->measure.metrics,
		.notes = &s->notes,
		.target = &s->measure.target,
		.aggr = &s->opts.aggr,
		.entry = (size_t)(s - r->side),
		.n_entries = r->n,
		.run = s->counted,
		.n_runs = s->n_counted,
		.table = !s->n_counted ? NULL : mean ? &s->mean : &s->counted[0].total,
		.stats = many ? s->stats : NULL,
		.elapsed = many ? &s->elapsed : NULL,
		.time_s = s->elapsed.mean,
		.total = true,
	};
}

void race_look(struct race *r)
{
	for (size_t i = 0; i < r->n; i++) {
		struct race_side *s = &r->side[i];

		race_forget(s);
		notes_merge(&s->notes, &s->measure.notes);
		choose_runs(s, r->opts->rivals.exact);
		notes_merge(&s->notes, &s->end_notes);
		add_up(s);
		make_report(s, r);
	}
}

int race_report(const struct race *r, struct output *out, struct error *err)
{
	int rc = 0;

	for (size_t i = 0; i < r->n && rc == 0; i++) {
		const struct report *one = &r->side[i].report;

		rc = output_begin(out, one, err) < 0 || output_block(out, one, err) < 0 ||
		     output_end(out, one, err) < 0 ? -1 : 0;
	}
	return rc;
}

bool race_has_rounds(const struct race *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (!r->side[i].rounds)
			return false;
	return r->n > 0;
}
