/* SPDX-License-Identifier: MIT */
/* made_counts.h - events of a small machine and made-up readings of them, for tests of table and metric. */
#ifndef UNIT_MADE_COUNTS_H
#define UNIT_MADE_COUNTS_H

#include <string.h>

#include "count/plan.h"
#include "count/sample.h"
#include "event/event.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "host/machine.h"
#include "metric/metric.h"
#include "made_root.h"
#include "table/table.h"

enum { COUNTED_MOST = 12 };

struct counted {
	struct root root;
	struct machine machine;
	struct specs specs;
	struct events events;
	struct notes notes;
	struct slot slot[COUNTED_MOST];
	struct plan plan;
	struct sample first, last;
	struct table table;
	struct metrics metrics;
	struct error err;
};

/* One kind of core, and an uncore PMU of two boxes. */
static inline void counted_machine(const struct root *root)
{
	root_put(root, PMU_DIR "cpu/type", "4");
	root_put(root, PMU_DIR "cpu/format/event", "config:0-7");
	root_put(root, PMU_DIR "cpu/events/cpu-cycles", "event=0x3c");
	root_put(root, PMU_DIR "cpu/events/instructions", "event=0xc0");
	root_put(root, PMU_DIR "box_0/type", "20");
	root_put(root, PMU_DIR "box_0/format/event", "config:0-7");
	root_put(root, PMU_DIR "box_1/type", "21");
	root_put(root, PMU_DIR "box_1/format/event", "config:0-7");
}

static inline void counted_hybrid(const struct root *root)
{
	root_put(root, PMU_DIR "cpu_core/type", "4");
	root_put(root, PMU_DIR "cpu_core/cpus", "0-3");
	root_put(root, PMU_DIR "cpu_core/format/event", "config:0-7");
	root_put(root, PMU_DIR "cpu_atom/type", "10");
	root_put(root, PMU_DIR "cpu_atom/cpus", "4-7");
	root_put(root, PMU_DIR "cpu_atom/format/event", "config:0-7");
}

/* One slot for each event that is opened, all of them there. */
static inline void counted_setup_on(struct counted *f, void (*machine)(const struct root *), const char *text)
{
	static const struct event_opts none;

	*f = (struct counted){ .err = ERROR_INIT };
	root_make(&f->root);
	machine(&f->root);
	machine_load(&f->machine, &f->root.fs);
	assert_int_equal(specs_parse(&f->specs, text, NULL, &f->err), 0);
	if (events_resolve(&f->events, &f->specs, &f->machine, &none, &f->notes, &f->err) < 0)
		fail_msg("%s: %s", text, f->err.message);
	f->plan = (struct plan){ .slot = f->slot, .events = &f->events };
	for (size_t e = 0; e < f->events.n; e++)
		if (f->events.event[e].tool == TOOL_NONE)
			f->slot[f->plan.n++] = (struct slot){ .event = (int)e, .cpu = -1, .leader = -1,
							      .members = 1 };
	sample_resize(&f->first, f->plan.n);
	sample_resize(&f->last, f->plan.n);
	for (size_t i = 0; i < f->plan.n; i++)
		f->first.state[i] = f->last.state[i] = COUNTER_OPEN;
	assert_int_equal(metrics_select(&f->metrics, &f->events, &f->err), 0);
}

static inline void counted_setup(struct counted *f, const char *text)
{
	counted_setup_on(f, counted_machine, text);
}

static inline void counted_teardown(struct counted *f)
{
	table_release(&f->table);
	table_release(&f->table);
	metrics_release(&f->metrics);
	metrics_release(&f->metrics);
	sample_release(&f->first);
	sample_release(&f->last);
	events_release(&f->events);
	specs_release(&f->specs);
	notes_release(&f->notes);
	machine_release(&f->machine);
	root_remove(&f->root);
}

static inline void counted_read(struct counted *f, size_t slot, uint64_t value, uint64_t enabled,
				uint64_t running)
{
	f->last.reading[slot] = (struct reading){ .value = value, .enabled = enabled, .running = running };
}

static inline void counted_build(struct counted *f, bool no_scale)
{
	const struct aggr_opts o = { .no_scale = no_scale };

	table_release(&f->table);
	notes_release(&f->notes);
	table_build(&f->table, &f->plan, &f->first, &f->last, &f->machine, &o, &f->notes);
}

#endif
