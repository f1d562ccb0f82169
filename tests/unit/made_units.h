/* SPDX-License-Identifier: MIT */
/* made_units.h - made-up counts on all CPUs of a recorded machine, or of some threads, for tests of aggregation. */
#ifndef UNIT_MADE_UNITS_H
#define UNIT_MADE_UNITS_H

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/stats.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "count/plan.h"
#include "count/sample.h"
#include "event/event.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "format/format.h"
#include "format/style.h"
#include "host/machine.h"
#include "host/rootfs.h"
#include "host/target.h"
#include "made_root.h"
#include "metric/metric.h"
#include "table/table.h"

struct units {
	struct rootfs root;
	struct machine machine;
	struct specs specs;
	struct events events;
	struct target_opts asked;
	struct target target;
	struct plan plan;
	struct sample first, last;
	struct aggr_opts aggr;
	struct table table;
	struct metrics metrics;
	struct notes notes;
	struct error err;
};

/* A slot for each event on each CPU of its PMU; or for each thread, when there are some. */
static inline void units_plan(struct units *f)
{
	size_t places = f->target.n_threads ? f->target.n_threads : f->machine.n_cpus;

	f->plan = (struct plan){ .events = &f->events, .target = &f->target };
	f->plan.slot = mem_resize(NULL, places * f->events.n, sizeof(*f->plan.slot));
	for (size_t p = 0; p < places; p++) {
		for (size_t e = 0; e < f->events.n; e++) {
			const struct event *event = &f->events.event[e];
			int cpu = f->target.n_threads ? -1 : f->machine.cpu[p].id;

			if (event->tool != TOOL_NONE ||
			    (cpu >= 0 && event->pmu && event->pmu->cpus.n && !cpulist_has(&event->pmu->cpus, cpu)))
				continue;
			f->plan.slot[f->plan.n++] = (struct slot){ (int)e, cpu, cpu < 0 ? (int)p : -1, -1, 1 };
		}
	}
	sample_resize(&f->first, f->plan.n);
	sample_resize(&f->last, f->plan.n);
	for (size_t i = 0; i < f->plan.n; i++) {
		f->first.state[i] = f->last.state[i] = COUNTER_OPEN;
		f->last.reading[i] = (struct reading){ .enabled = 1000, .running = 1000 };
	}
}

static inline void units_setup(struct units *f, const char *machine, const char *events, const struct event_opts *o,
			       struct thread *threads, size_t n_threads)
{
	*f = (struct units){ .err = ERROR_INIT };
	root_recorded(&f->root, machine);
	machine_load(&f->machine, &f->root);
	assert_int_equal(machine_load_cpus(&f->machine, MACHINE_TOPOLOGY | MACHINE_CACHE | MACHINE_NODE, &f->err), 0);
	assert_int_equal(specs_parse(&f->specs, events, NULL, &f->err), 0);
	if (events_resolve(&f->events, &f->specs, &f->machine, o, &f->notes, &f->err) < 0)
		fail_msg("%s: %s", events, f->err.message);
	f->asked.system_wide = true;
	f->target = (struct target){ .asked = &f->asked, .thread = threads, .n_threads = n_threads };
	if (!n_threads)
		f->target.cpus = f->machine.online;
	units_plan(f);
	assert_int_equal(metrics_select(&f->metrics, &f->events, &f->err), 0);
}

static inline void units_build(struct units *f)
{
	table_release(&f->table);
	notes_release(&f->notes);
	table_build(&f->table, &f->plan, &f->first, &f->last, &f->machine, &f->aggr, &f->notes);
}

static inline const struct cell *units_cell(const struct units *f, size_t unit, size_t row)
{
	return &f->table.cell[unit * f->table.n_rows + row];
}

static inline void units_teardown(struct units *f)
{
	table_release(&f->table);
	metrics_release(&f->metrics);
	sample_release(&f->first);
	sample_release(&f->last);
	free(f->plan.slot);
	events_release(&f->events);
	specs_release(&f->specs);
	notes_release(&f->notes);
	machine_release(&f->machine);
	rootfs_close(&f->root);
}

#endif
