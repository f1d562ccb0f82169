/* SPDX-License-Identifier: MIT */
/* Tests that --smi-cost changes the machine's setting and restores it. */
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "count/plan.h"
#include "measure_fixture.h"

#define INTEL(model) "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: " model "\nstepping\t: 3\n"
#define FREEZE(pmu) "sys/devices/" pmu "/freeze_on_smi"

static struct root smi_root;

static void make_root(const char *cpuinfo, const char *core)
{
	char path[160];

	root_make(&smi_root);
	root_put(&smi_root, "proc/cpuinfo", cpuinfo);
	snprintf(path, sizeof(path), PMU_DIR "%s/type", core);
	root_put(&smi_root, path, "4\n");
	snprintf(path, sizeof(path), PMU_DIR "%s/format/event", core);
	root_put(&smi_root, path, "config:0-7\n");
	root_put(&smi_root, PMU_DIR "msr/type", "12\n");
	root_put(&smi_root, PMU_DIR "msr/format/event", "config:0-63\n");
	root_put(&smi_root, PMU_DIR "msr/events/aperf", "event=0x1\n");
	root_put(&smi_root, PMU_DIR "msr/events/smi", "event=0x4\n");
}

static int setting(const char *path)
{
	int value = -1;

	rootfs_read_int(&smi_root.fs, &value, "/%s", path);
	return value;
}

static void set_up(struct fixture *f, const char *script)
{
	setup(f, NULL, script);
	f->env.root = &smi_root.fs;
	f->opts.metrics.smi_cost = true;
	f->opts.wait_loop.interval_ns = 5 * MS;
}

static const char *watched;
static int seen;

static int look(void *ctx, const struct tick *tick, const struct table *t, struct error *err)
{
	(void)ctx, (void)tick, (void)err;
	if (t)
		seen = setting(watched);
	return 0;
}

static int measure(struct fixture *f)
{
	seen = -1;
	run_result_release(&f->result);
	return measured_run_make(&f->result, &f->m, &(struct measure_what){ .set = NULL }, look, f, &f->err);
}

static void while_it_is_measured(void **state)
{
	static const struct { const char *cpuinfo, *core, *path, *before; int during, after; } cases[] = {
		{ INTEL("94"), "cpu", FREEZE("cpu"), "0\n", 1, 0 },
		{ INTEL("94"), "cpu", FREEZE("cpu"), "1\n", 1, 1 },
		{ INTEL("151"), "cpu_core", FREEZE("cpu_core"), "0\n", 1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;
		struct plan plan = {0};

		make_root(cases[i].cpuinfo, cases[i].core);
		root_put(&smi_root, cases[i].path, cases[i].before);
		watched = cases[i].path;
		set_up(&f, "child=20");
		if (measure_prepare(&f.m, &f.opts, &f.env, &f.err) < 0)
			fail_msg("%s", f.err.message);
		assert_int_equal(plan_build(&plan, &f.m.b.events, NULL, &f.m.b.target, &f.err), 0);	/* --dry-run */
		plan_release(&plan);
		assert_int_equal(setting(watched), cases[i].before[0] - '0');
		for (int run = 0; run < 2; run++) {
			assert_int_equal(measure(&f), 0);
			assert_int_equal(seen, cases[i].during);
		}
		assert_int_equal(setting(watched), 1);	/* until the last run is over */
		teardown(&f);
		assert_int_equal(setting(watched), cases[i].after);
		root_remove(&smi_root);
	}
}

/* Whatever ends it. */
static void after_what_failed(void **state)
{
	static const char *const scripts[] = {
		"exec=ENOENT", "any open=EACCES", "any open=EMFILE", "child=20 killed=SEGV", "child=500 signal=INT@50",
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(scripts); i++) {
		struct fixture f;

		make_root(INTEL("94"), "cpu");
		root_put(&smi_root, FREEZE("cpu"), "0\n");
		watched = FREEZE("cpu");
		set_up(&f, scripts[i]);
		assert_int_equal(measure_prepare(&f.m, &f.opts, &f.env, &f.err), 0);
		measure(&f);
		teardown(&f);
		assert_int_equal(setting(watched), 0);
		root_remove(&smi_root);
	}
}

static void cannot_be_set(void **state)
{
	struct fixture f;

	(void)state;
	make_root(INTEL("94"), "cpu");
	set_up(&f, "");
	assert_int_equal(measure_prepare(&f.m, &f.opts, &f.env, &f.err), -1);
	assert_string_equal(f.err.message, "this machine does not report the cost of SMIs");
	teardown(&f);

	root_put(&smi_root, FREEZE("cpu"), "0\n");
	set_up(&f, "");
	assert_int_equal(measure_prepare(&f.m, &f.opts, &f.env, &f.err), 0);
	assert_int_equal(unlinkat(smi_root.fs.dirfd, FREEZE("cpu"), 0), 0);
	assert_int_equal(mkdirat(smi_root.fs.dirfd, FREEZE("cpu"), 0755), 0);
	assert_int_equal(measure(&f), -1);
	assert_string_equal(f.err.message, "--smi-cost needs counters that stop during an SMI: "
			    "/sys/devices/cpu/freeze_on_smi: Is a directory");
	assert_int_equal(f.err.kind, ERROR_PERMISSION);
	assert_int_equal(f.fk.launches, 0);
	teardown(&f);
	root_remove(&smi_root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(while_it_is_measured),
		cmocka_unit_test(after_what_failed),
		cmocka_unit_test(cannot_be_set),
	};

	return cmocka_run_group_tests(tests, open_root, close_root);
}
