/* SPDX-License-Identifier: MIT */
/* counters_fixture.h - counters on the fake kernel, in a root folder with two sysctls. */
#ifndef UNIT_COUNTERS_FIXTURE_H
#define UNIT_COUNTERS_FIXTURE_H

#include <stdio.h>
#include <unistd.h>

#include "count/counters.h"
#include "count/opening.h"
#include "count/plan.h"
#include "fake_kernel.h"
#include "host/machine.h"
#include "made_root.h"
#include "made_events.h"

struct fixture {
	struct fake_kernel fk;
	struct machine machine;
	struct events events;
	struct target target;
	struct plan plan;
	struct counters cs;
	struct notes notes;
	struct str trace;
	struct error err;
	int passes;
};

static struct root the_root;

static inline void set_sysctl(const char *name, const char *value)
{
	char path[100];

	snprintf(path, sizeof(path), "proc/sys/kernel/%s", name);
	unlinkat(the_root.fs.dirfd, path, 0);
	if (value)
		root_put(&the_root, path, value);
}

static inline int make_root(void **state)
{
	(void)state;
	root_make(&the_root);
	return 0;
}

static inline int remove_root(void **state)
{
	(void)state;
	root_remove(&the_root);
	return 0;
}

static inline void setup(struct fixture *f, const struct some_event *some, size_t n, const char *script)
{
	memset(f, 0, sizeof(*f));
	f->err.column = -1;
	fake_kernel_init(&f->fk);
	fake_kernel_script(&f->fk, script);
	machine_load(&f->machine, &the_root.fs);
	some_events(&f->events, some, n);
	some_threads(&f->target, 1);
}

static inline int open_all(struct fixture *f)
{
	int rc;

	f->cs = (struct counters){ .kernel = &f->fk.ops, .machine = &f->machine, .trace = &f->trace };
	do {
		plan_release(&f->plan);
		assert_int_equal(plan_build(&f->plan, &f->events, NULL, &f->target, &f->err), 0);
		rc = opening_run(&f->cs, &f->plan, &f->events, &f->notes, &f->err);
		if (rc == OPENING_REPLAN)
			assert_int_equal(f->fk.open_fds, 0);
		assert_true(++f->passes < 10);
	} while (rc == OPENING_REPLAN);
	if (rc < 0)
		assert_int_equal(f->fk.open_fds, 0);
	return rc;
}

/* "gone@-1:1 of 4 counters; ..." */
static inline void describe_notes(const struct fixture *f, struct str *out)
{
	for (size_t i = 0; i < f->notes.n; i++) {
		const struct note *n = &f->notes.note[i];

		str_addf(out, "%s%s@%d", i ? "; " : "", note_defs[n->kind].code, n->event);
		if (n->text[0])
			str_addf(out, ":%s", n->text);
	}
}

static inline void teardown(struct fixture *f)
{
	counters_close(&f->cs);
	counters_close(&f->cs);		/* twice is safe */
	assert_int_equal(f->fk.open_fds, 0);
	plan_release(&f->plan);
	events_release(&f->events);
	target_release(&f->target);
	notes_release(&f->notes);
	str_release(&f->trace);
	machine_release(&f->machine);
}

#endif
