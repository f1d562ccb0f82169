/* SPDX-License-Identifier: MIT */
/* What belongs to a saved result, given back. */
#include <stdlib.h>

#include "out/saved.h"

/* Nothing of it is open: what closes descriptors is not for it. */
static void release_target(struct target *t)
{
	for (size_t i = 0; i < t->cgroups.n; i++)
		free(t->cgroups.cgroup[i].name);
	free(t->cgroups.cgroup);
	free(t->cgroups.mount);
	free(t->thread);
	free(t->watch);
	cpulist_release(&t->cpus);
}

static void release_interval(struct saved_interval *v)
{
	table_release(&v->table);
	free(v->figure);
}

void saved_entry_release(struct saved_entry *e)
{
	free(e->name);
	free(e->version);
	free(e->started);
	free(e->race);
	for (char **word = e->argv; word && *word; word++)
		free(*word);
	free(e->argv);
	host_release(&e->host);
	free(e->list);
	free(e->title);
	release_target(&e->target);
	for (size_t i = 0; e->pmu && i < e->events.n; i++)
		free(e->pmu[i].name);
	free(e->pmu);
	free(e->cpu);
	events_release(&e->events);
	for (size_t i = 0; i < e->n_runs; i++)
		result_release(&e->run[i]);
	free(e->run);
	if (e->failed)
		result_release(e->failed);
	free(e->failed);
	for (size_t i = 0; i < e->n_intervals; i++)
		release_interval(&e->interval[i]);
	free(e->interval);
	for (size_t i = 0; i < e->n_metrics; i++)
		given_metric_release(&e->metric[i]);
	free(e->metric);
	free(e->figure);
	notes_release(&e->notes);
	*e = (struct saved_entry){0};
}

void saved_release(struct saved *s)
{
	for (size_t i = 0; i < s->n; i++)
		saved_entry_release(&s->entry[i]);
	free(s->entry);
	*s = (struct saved){0};
}
