/* SPDX-License-Identifier: MIT */
/* measure_fixture.h - whole runs on the fake kernel, which leave nothing behind. */
#ifndef UNIT_MEASURE_FIXTURE_H
#define UNIT_MEASURE_FIXTURE_H

#include <string.h>

#include "cli/app.h"
#include "fake_kernel.h"
#include "made_root.h"
#include "session/measure.h"
#include "session/measured_run.h"

static const uint64_t MS = 1000000;
static char *argv[] = { (char *)(uintptr_t)"prog", NULL };

enum { TEXTS = 3 };

struct fixture {
	struct fake_kernel fk;
	struct env env;
	struct event_text texts[TEXTS];
	struct measure_opts opts;
	struct measure m;
	struct run_result result;
	struct error err;
	int ticks;
	uint64_t ticked;
};

static struct root bare_root;

static inline int open_root(void **state)
{
	(void)state;
	root_make(&bare_root);
	root_put(&bare_root, "sys/kernel/tracing/events/sched/sched_switch/id", "300");
	return 0;
}

static inline int close_root(void **state)
{
	(void)state;
	root_remove(&bare_root);
	return 0;
}

static inline void setup(struct fixture *f, const char *events, const char *script)
{
	memset(f, 0, sizeof(*f));
	f->err.column = -1;
	fake_kernel_init(&f->fk);
	fake_kernel_script(&f->fk, script);
	f->texts[0].text = events;
	f->env = (struct env){ .kernel = &f->fk.ops, .root = &bare_root.fs };
	f->opts = (struct measure_opts){
		.events = f->texts, .n_events = events != NULL,
		.target = { .command = true },
		.launch = { .argv = argv, .kill_after_ns = 5000 * MS },
	};
}

static inline void hold(struct fixture *f)
{
	f->opts.launch.held = true;
	f->opts.target.late_ns = MS;
	f->opts.wait_loop.delay_ns = MS;
}

static inline int tick(void *ctx, const struct tick *tick, const struct table *t, struct error *err)
{
	struct fixture *f = ctx;

	(void)err;
	if (!t || tick->kind == TICK_END)
		return 0;
	f->ticks++;
	f->ticked += t->cell[t->n_rows - 1].value;
	return 0;
}

/* Nothing is left behind but the primers of a series, those that could be opened. */
static inline void check_clean(const struct fixture *f, int primers)
{
	int watching = f->m.signals.fd >= 0;	/* until it is released */

	assert_in_range(f->fk.open_fds, 0, primers + watching);
	assert_int_equal(f->fk.mappings, f->m.page != NULL);
	assert_int_equal(f->fk.pid, 0);
}

static inline int again(struct fixture *f)
{
	int rc;

	run_result_release(&f->result);
	rc = measured_run_make(&f->result, &f->m, &(struct measure_what){ .emulate = true },
			 f->opts.wait_loop.interval_ns ? tick : NULL, f, &f->err);
	return rc;
}

static inline int run(struct fixture *f)
{
	int rc = measure_prepare(&f->m, &f->opts, &f->env, &f->err);

	if (rc == 0)
		rc = again(f);
	check_clean(f, f->opts.series ? 3 : 0);
	return rc;
}

static inline void teardown(struct fixture *f)
{
	run_result_release(&f->result);
	measure_release(&f->m);
	measure_release(&f->m);		/* twice is safe */
	check_clean(f, 0);
}

#endif
