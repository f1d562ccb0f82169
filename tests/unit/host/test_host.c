/* SPDX-License-Identifier: MIT */
/* Tests what is read of a machine: files, PMUs, tracepoints, sysctls. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>

#include "host/machine.h"
#include "host/pmu.h"
#include "host/tracepoint.h"
#include "made_root.h"

static void files(void **state)
{
	struct str text = {0};
	struct file_names names;
	struct root r;
	uint64_t v;

	(void)state;
	root_make(&r);
	root_put(&r, "a/one", "1\n");
	root_put(&r, "a/empty", "");
	root_put(&r, "a/text", "two words\n\n");
	root_put(&r, "a/dir/x", "0x1f");
	assert_int_equal(rootfs_read(&r.fs, &text, "/a/%s", "text"), 0);
	assert_string_equal(text.text, "two words");
	assert_int_equal(rootfs_read(&r.fs, &text, "a/empty"), 0);
	assert_string_equal(text.text, "");
	assert_int_equal(rootfs_read(&r.fs, &text, "a/none"), -ENOENT);
	assert_int_equal(rootfs_read(&r.fs, &text, "a/dir"), -EISDIR);
	assert_int_equal(rootfs_read_u64(&r.fs, &v, "a/one"), 0);
	assert_true(v == 1);
	assert_int_equal(rootfs_read_u64(&r.fs, &v, "a/dir/x"), 0);
	assert_true(v == 31);
	assert_int_equal(rootfs_read_u64(&r.fs, &v, "a/text"), -EINVAL);
	assert_int_equal(rootfs_has(&r.fs, "/a/dir"), 1);
	assert_int_equal(rootfs_has(&r.fs, "/a/nodir"), 0);
	assert_int_equal(rootfs_has(&r.fs, "/a/one/x"), 0);
	assert_int_equal(symlinkat("loop", r.fs.dirfd, "loop"), 0);
	assert_int_equal(rootfs_has(&r.fs, "loop"), -ELOOP);
	assert_int_equal(rootfs_list(&r.fs, &names, "/a"), 0);
	assert_int_equal(names.n, 4);
	assert_string_equal(names.name[0], "dir");
	assert_string_equal(names.name[3], "text");
	file_names_release(&names);
	assert_int_equal(rootfs_list(&r.fs, &names, "/a/one"), -ENOTDIR);
	file_names_release(&names);
	str_release(&text);
	root_remove(&r);
}

static void numbers_of_files(void **state)
{
	static const struct { const char *text; int rc, value; } cases[] = {
		{ "7\n", 0, 7 }, { "-1\n", 0, -1 }, { "2147483647", 0, INT32_MAX }, { "-2147483648", 0, INT32_MIN },
		{ "2147483648", -EINVAL, 99 }, { "-2147483649", -EINVAL, 99 }, { "99999999999999999999", -EINVAL, 99 },
		{ "1 2", -EINVAL, 99 }, { "", -EINVAL, 99 },
	};
	struct root r;

	(void)state;
	root_make(&r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int value = 99;

		root_put(&r, "n", cases[i].text);
		assert_int_equal(rootfs_read_int(&r.fs, &value, "n"), cases[i].rc);
		assert_int_equal(value, cases[i].value);
	}
	root_remove(&r);
}

static void a_huge_file_is_refused(void **state)
{
	struct str text = {0};
	struct root r;
	char *huge = test_malloc((1 << 20) + 8);

	(void)state;
	memset(huge, 'x', (1 << 20) + 7);
	huge[(1 << 20) + 7] = '\0';
	root_make(&r);
	root_put(&r, "huge", huge);
	assert_int_equal(rootfs_read(&r.fs, &text, "huge"), -EFBIG);
	test_free(huge);
	str_release(&text);
	root_remove(&r);
}

static void names_of_pmus(void **state)
{
	static const struct { const char *pmu, *pattern; bool match; } cases[] = {
		{ "uncore_imc_0", "uncore_imc", true },	{ "uncore_imc_0", "imc", true },
		{ "uncore_imc_12", "imc_1", true },	{ "uncore_imc_free_running_0", "imc", false },
		{ "uncore_pcu", "pcu", true },		{ "cpum_cf", "cpum", false },
		{ "cpum_cfg", "cpum", false },		{ "arm_dmc620_10008c000", "arm_dmc620", true },
		{ "armv8_cortex_a55", "armv8_cortex", true },	/* a55 is a hexadecimal number, too */
		{ "cpu", "cp", false },			{ "msr", "m*", true },
		{ "uncore_cha_3", "cha_[0-3]", true },	{ "uncore_cha_3", "CHA", false },
		{ "cpu_core", "cpu", false },		{ "i915", "i", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct pmu p = { .name = (char *)(uintptr_t)cases[i].pmu };

		if (pmu_matches(&p, cases[i].pattern) != cases[i].match)
			fail_msg("%s against %s", cases[i].pattern, cases[i].pmu);
	}
}

static void formats(void **state)
{
	static const struct { const char *name, *text; uint64_t value, word[4]; uint64_t max; } cases[] = {
		{ "event", "config:0-7,32-35\n", 0x1c0, { 0x1000000c0 }, 0xfff },
		{ "edge", "config:18", 1, { 1 << 18 }, 1 },
		{ "ldlat", "config1:0-15", 3, { 0, 3 }, 0xffff },
		{ "all", "config2:0-63", UINT64_MAX, { 0, 0, UINT64_MAX }, UINT64_MAX },
		{ "late", "config3:4-7", 5, { 0, 0, 0, 0x50 }, 15 },
		{ "back", "config:8-11,0-3", 0x21, { 0x102 }, 255 },	/* in the order written */
	};
	static const char *const bad[] = { "", "config", "config:", "config:64", "config:5-3", "config4:1",
					   "config:1,",
					   "config:1;2", "garbage" };
	struct error err = ERROR_INIT;
	struct pmus pmus;
	struct root r;
	char path[128];

	(void)state;
	root_make(&r);
	root_put(&r, PMU_DIR "p/type", "9\n");
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		snprintf(path, sizeof(path), PMU_DIR "p/format/%s", cases[i].name);
		root_put(&r, path, cases[i].text);
	}
	for (size_t i = 0; i < COUNT_OF(bad); i++) {
		snprintf(path, sizeof(path), PMU_DIR "p/format/bad%zu", i);
		root_put(&r, path, bad[i]);
	}
	pmus = (struct pmus){ .root = &r.fs };
	assert_int_equal(pmus_list(&pmus, &err), 0);
	assert_int_equal(pmus.n, 1);
	assert_int_equal(pmu_load_fields(&pmus, &pmus.pmu[0], &err), 0);
	/* what cannot be understood is there, and of no bits */
	assert_int_equal(pmus.pmu[0].n_fields, COUNT_OF(cases) + COUNT_OF(bad));
	assert_int_equal(pmu_field_find(&pmus.pmu[0], "bad0")->errnum, EINVAL);
	assert_true(pmu_field_max(pmu_field_find(&pmus.pmu[0], "bad6")) == 0);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct pmu_field *f = pmu_field_find(&pmus.pmu[0], cases[i].name);
		uint64_t word[4] = {0};

		assert_non_null(f);
		assert_true(pmu_field_max(f) == cases[i].max);
		pmu_field_deposit(f, cases[i].value, word);
		assert_memory_equal(word, cases[i].word, sizeof(word));
	}
	assert_true(pmu_known_bits(&pmus.pmu[0], 1) == 0xffff);
	pmus_release(&pmus);
	pmus_release(&pmus);
	root_remove(&r);
}

/* A folder in a file's place cannot be read by anybody, root included. */
static void pmus_that_cannot_be_read(void **state)
{
	static const struct { const char *file, *text; int rc; bool uncore, has_list; size_t n; } cases[] = {
		{ "other", "", 0, false, false, 0 },	{ "cpumask", "1\n", 0, true, true, 1 },
		{ "cpumask", "", 0, true, true, 0 },	{ "cpumask", "\n", 0, true, true, 0 },
		{ "cpumask", "all", -1, false, false, 0 }, { "cpumask/folder", "", -1, false, false, 0 },
		{ "cpus", "", 0, false, true, 0 },	{ "cpus/folder", "", -1, false, false, 0 },
		{ "alias/folder", "", 0, false, false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct pmus pmus;
		struct root r;
		char path[128];

		root_make(&r);
		root_put(&r, PMU_DIR "p/type", "9\n");
		snprintf(path, sizeof(path), PMU_DIR "p/%s", cases[i].file);
		root_put(&r, path, cases[i].text);
		pmus = (struct pmus){ .root = &r.fs };
		assert_int_equal(pmus_list(&pmus, &err), 0);
		assert_int_equal(pmu_load(&pmus, &pmus.pmu[0], &err), cases[i].rc);
		assert_int_equal(!err.message[0], cases[i].rc == 0);
		if (cases[i].rc == 0) {
			assert_int_equal(pmus.pmu[0].is_uncore, cases[i].uncore);
			assert_int_equal(pmus.pmu[0].has_list, cases[i].has_list);
			assert_int_equal(pmus.pmu[0].cpus.n, cases[i].n);
		}
		/* it may have another name: that nobody has this one is not known */
		assert_null(pmus_find(&pmus, "q"));
		assert_int_equal(pmus.unread.kind != ERROR_NONE, cases[i].rc < 0 || strstr(cases[i].file, "alias"));
		pmus_release(&pmus);
		root_remove(&r);
	}
}

/* Of an event what says how much a count is must be known. */
static void events_that_cannot_be_read(void **state)
{
	static const struct { const char *file, *text; int rc; } cases[] = {
		{ "e.other", "", 1 },		{ "e.scale", "0.5\n", 1 },	{ "e.scale", "", -1 },
		{ "e.scale", "many", -1 },	{ "e.scale/folder", "", -1 },	{ "e.unit", "J\n", 1 },
		{ "e.scale", "nan", -1 },	{ "e.scale", "inf", -1 },	{ "e.scale", "0", -1 },
		{ "e.scale", "1e400", -1 },	{ "e.scale", "1e-400", -1 },	{ "e.scale", "1e308", -1 },
		{ "e.scale", "-1", -1 },	{ "e.scale", "1 J", -1 },	{ "e.scale", "2.3e-10\n", 1 },
		{ "e.unit/folder", "", -1 },	{ "e.per-pkg", "1\n", 1 },	{ "e.per-pkg", "0", 1 },
		{ "e.per-pkg", "", -1 },	{ "e.snapshot/folder", "", -1 }, { "e.snapshot", "yes", -1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct pmu_alias alias;
		struct pmus pmus;
		struct root r;
		char path[128];

		root_make(&r);
		root_put(&r, PMU_DIR "p/type", "9\n");
		root_put(&r, PMU_DIR "p/events/e", "event=1\n");
		root_put(&r, PMU_DIR "p/events/empty", "\n");
		root_put(&r, PMU_DIR "p/events/folder/e", "");
		snprintf(path, sizeof(path), PMU_DIR "p/events/%s", cases[i].file);
		root_put(&r, path, cases[i].text);
		pmus = (struct pmus){ .root = &r.fs };
		assert_int_equal(pmus_list(&pmus, &err), 0);
		if (pmu_alias_load(&pmus, &pmus.pmu[0], "e", &alias, &err) != cases[i].rc)
			fail_msg("%s '%s': %s", cases[i].file, cases[i].text, err.message);
		assert_int_equal(!err.message[0], cases[i].rc == 1);
		pmu_alias_release(&alias);
		assert_int_equal(pmu_alias_load(&pmus, &pmus.pmu[0], "empty", &alias, &err), -1);
		assert_int_equal(pmu_alias_load(&pmus, &pmus.pmu[0], "folder", &alias, &err), -1);
		assert_int_equal(pmu_alias_load(&pmus, &pmus.pmu[0], "none", &alias, &err), 0);
		pmus_release(&pmus);
		root_remove(&r);
	}
}

static void fields_that_cannot_be_read(void **state)
{
	struct error err = ERROR_INIT;
	struct pmus pmus;
	struct root r;

	(void)state;
	root_make(&r);
	root_put(&r, PMU_DIR "p/type", "9\n");
	root_put(&r, PMU_DIR "p/format/event", "config:0-7");
	root_put(&r, PMU_DIR "p/format/umask/folder", "");
	pmus = (struct pmus){ .root = &r.fs };
	assert_int_equal(pmus_list(&pmus, &err), 0);
	assert_int_equal(pmu_load_fields(&pmus, &pmus.pmu[0], &err), 0);
	assert_int_equal(pmu_field_find(&pmus.pmu[0], "event")->errnum, 0);
	assert_int_equal(pmu_field_find(&pmus.pmu[0], "umask")->errnum, EISDIR);
	assert_true(pmu_known_bits(&pmus.pmu[0], 1) == UINT64_MAX);	/* they may be those of umask */
	pmus_release(&pmus);
	root_remove(&r);
}

static void pmus_and_their_events(void **state)
{
	struct error err = ERROR_INIT;
	struct pmu_alias alias;
	struct pmus pmus;
	struct pmu *pmu;
	struct root r;

	(void)state;
	root_make(&r);
	root_put(&r, PMU_DIR "cpu/type", "4");
	root_put(&r, PMU_DIR "cpu/events/cpu-cycles", "event=0x3c");
	root_put(&r, PMU_DIR "cpu/events/UPPER", "event=0x3d");
	root_put(&r, PMU_DIR "power/type", "22");
	root_put(&r, PMU_DIR "power/cpumask", "0,56\n");
	root_put(&r, PMU_DIR "power/events/energy", "event=0x02\n");
	root_put(&r, PMU_DIR "power/events/energy.scale", "2.5e-10\n");
	root_put(&r, PMU_DIR "power/events/energy.unit", "Joules\n");
	root_put(&r, PMU_DIR "power/events/energy.per-pkg", "1\n");
	root_put(&r, PMU_DIR "power/events/energy.snapshot", "1\n");
	root_put(&r, PMU_DIR "power/alias", "the_power\n");
	root_put(&r, PMU_DIR "notype/format/x", "config:0");
	root_put(&r, PMU_DIR "badtype/type", "many");
	root_put(&r, PMU_DIR "badcpus/type", "5");
	root_put(&r, PMU_DIR "badcpus/cpumask", "0-x");
	pmus = (struct pmus){ .root = &r.fs };
	assert_int_equal(pmus_list(&pmus, &err), 0);

	pmu = pmus_find(&pmus, "the_power");
	assert_non_null(pmu);
	assert_string_equal(pmu->name, "power");
	assert_true(pmu->is_uncore && !pmu->is_core && pmu->type == 22 && pmu->cpus.n == 2);
	assert_int_equal(pmu_alias_load(&pmus, pmu, "ENERGY", &alias, &err), 1);
	assert_string_equal(alias.terms, "event=0x02");
	assert_string_equal(alias.unit, "Joules");
	assert_true(alias.has_scale && alias.scale > 2.4e-10 && alias.scale < 2.6e-10);
	assert_true(alias.per_package && alias.snapshot);
	pmu_alias_release(&alias);
	assert_int_equal(pmu_alias_load(&pmus, pmu, "energy.scale", &alias, &err), 0);
	pmu_alias_release(&alias);
	assert_int_equal(pmu_alias_load(&pmus, pmu, "nosuch", &alias, &err), 0);
	pmu_alias_release(&alias);

	pmu = pmus_find(&pmus, "cpu");
	assert_int_equal(pmu_load(&pmus, pmu, &err), 0);
	assert_true(pmu->is_core && !pmu->is_uncore);
	assert_int_equal(pmu_alias_load(&pmus, pmu, "upper", &alias, &err), 1);
	pmu_alias_release(&alias);

	assert_int_equal(pmu_load(&pmus, pmus_find(&pmus, "notype"), &err), -1);
	assert_int_equal(pmu_load(&pmus, pmus_find(&pmus, "badtype"), &err), -1);
	assert_int_equal(pmu_load(&pmus, pmus_find(&pmus, "badcpus"), &err), -1);
	assert_string_equal(err.message, "cpumask of PMU 'badcpus' is not a list of CPUs");
	pmus_release(&pmus);
	root_remove(&r);
}

/* Each folder is read once, however many names are sought; what cannot be read may have them all. */
static void who_may_have(void **state)
{
	struct error err = ERROR_INIT;
	struct pmus pmus;
	struct root r;
	struct pmu *cpu, *bare, *odd;

	(void)state;
	root_make(&r);
	root_put(&r, PMU_DIR "bare/type", "5");
	root_put(&r, PMU_DIR "cpu/events/UPPER", "event=0x3d");
	root_put(&r, PMU_DIR "cpu/events/lower", "event=0x3c");
	root_put(&r, PMU_DIR "odd/events", "a file");
	pmus = (struct pmus){ .root = &r.fs };
	assert_int_equal(pmus_list(&pmus, &err), 0);
	cpu = pmus_find(&pmus, "cpu");
	bare = pmus_find(&pmus, "bare");
	odd = pmus_find(&pmus, "odd");
	assert_true(pmu_may_have_event(&pmus, cpu, "upper") && pmu_may_have_event(&pmus, cpu, "LOWER"));
	assert_false(pmu_may_have_event(&pmus, cpu, "low") || pmu_may_have_event(&pmus, bare, "lower"));
	assert_false(pmu_may_have_event(&pmus, odd, "lower"));
	root_put(&r, PMU_DIR "cpu/events/later", "event=0x3e");
	root_put(&r, PMU_DIR "bare/events/later", "event=0x3e");
	assert_false(pmu_may_have_event(&pmus, cpu, "later") || pmu_may_have_event(&pmus, bare, "later"));
	pmus_release(&pmus);

	pmus = (struct pmus){ .assumed = true };	/* of another machine: its names are in memory */
	pmus_assume(&pmus, "cpu", 4, true);
	pmus_assume_event(&pmus, "cpu", "slots", "event=0x0");
	pmus_assume_event(&pmus, "nosuch", "slots", "event=0x0");
	assert_true(pmu_may_have_event(&pmus, &pmus.pmu[0], "slots"));
	pmus_release(&pmus);
	root_remove(&r);
}

/* Which they are is found out once. */
static void core_pmus(void **state)
{
	struct error err = ERROR_INIT;
	struct pmu *core[CORES_MOST];
	struct pmus pmus;
	struct root r;
	size_t n;

	(void)state;
	root_make(&r);
	pmus = (struct pmus){ .root = &r.fs };
	assert_int_equal(pmus_core(&pmus, core, &n, &err), 0);	/* no PMU at all */
	assert_int_equal(n, 0);
	pmus_release(&pmus);
	root_put(&r, PMU_DIR "cpu_core/type", "4");
	root_put(&r, PMU_DIR "cpu_core/cpus", "0-3");
	root_put(&r, PMU_DIR "cpu_atom/type", "10");
	root_put(&r, PMU_DIR "cpu_atom/cpus", "4-7");
	pmus = (struct pmus){ .root = &r.fs };
	assert_int_equal(pmus_core(&pmus, core, &n, &err), 0);
	assert_int_equal(n, 2);
	assert_string_equal(core[0]->name, "cpu_atom");
	assert_int_equal(core[1]->cpus.n, 4);
	root_put(&r, PMU_DIR "cpu_core/type", "no number");
	assert_int_equal(pmus_core(&pmus, core, &n, &err), 0);
	assert_int_equal(n, 2);
	pmus_release(&pmus);
	root_remove(&r);
}

/* What nobody may look into is not taken for what is not there: the first of it is kept, to be told. */
static void closed_core_pmus(void **state)
{
	const uid_t self = getuid(), nobody = 65534;
	struct error err = ERROR_INIT;
	struct pmu *core[CORES_MOST];
	struct pmus pmus;
	struct root r;
	char closed[128];
	size_t n;
	int rc;

	(void)state;
	root_make(&r);
	root_put(&r, PMU_DIR "cpu_core/type", "4");
	root_put(&r, PMU_DIR "cpu_core/cpus", "0-3");
	root_put(&r, PMU_DIR "cpu_atom/cpus", "4-7");
	root_put(&r, PMU_DIR "cpu_lowpower/type", "9");
	root_put(&r, PMU_DIR "cpu_lowpower/cpus", "8-9");
	snprintf(closed, sizeof(closed), "%s/" PMU_DIR "cpu_atom", r.path);
	assert_int_equal(chmod(r.path, 0755), 0);
	assert_int_equal(chmod(closed, 0), 0);
	pmus = (struct pmus){ .root = &r.fs };
	assert_int_equal(setresuid(self ? self : nobody, self ? self : nobody, self), 0);
	rc = pmus_core(&pmus, core, &n, &err);
	assert_int_equal(setresuid(self, self, self), 0);
	assert_int_equal(chmod(closed, 0755), 0);
	assert_string_equal(err.message, "");
	assert_int_equal(rc, 0);
	assert_int_equal(n, 2);
	assert_string_equal(core[0]->name, "cpu_core");
	assert_string_equal(core[1]->name, "cpu_lowpower");
	assert_string_equal(pmus.closed.message,
			    "cannot read /sys/bus/event_source/devices/cpu_atom/cpus: Permission denied");
	pmus_release(&pmus);
	root_remove(&r);
}

static void tracepoints(void **state)
{
	struct error err = ERROR_INIT;
	struct tracepoints ts = {0};
	struct root r;

	(void)state;
	root_make(&r);
	assert_int_equal(tracepoints_find(&ts, &r.fs, "sched", "sched_switch", &err), -1);
	assert_string_equal(err.message, "no tracepoints here: tracefs is not mounted");
	root_put(&r, "sys/kernel/debug/tracing/events/sched/sched_switch/id", "372\n");
	root_put(&r, "sys/kernel/debug/tracing/events/sched/sched_wakeup/id", "374\n");
	root_put(&r, "sys/kernel/debug/tracing/events/sched/enable", "0\n");
	root_put(&r, "sys/kernel/debug/tracing/events/irq/irq_entry/id", "5\n");
	root_put(&r, "sys/kernel/debug/tracing/events/bad/bad/id", "x\n");
	assert_int_equal(tracepoints_find(&ts, &r.fs, "sched", "sched_switch", &err), 0);
	assert_int_equal(tracepoints_find(&ts, &r.fs, "s*", "*w*", &err), 0);
	assert_int_equal(tracepoints_find(&ts, &r.fs, "[si]*", "*_entry", &err), 0);
	assert_int_equal(ts.n, 4);
	assert_string_equal(ts.tracepoint[1].name, "sched:sched_switch");
	assert_true(ts.tracepoint[2].id == 374);
	assert_string_equal(ts.tracepoint[3].name, "irq:irq_entry");
	assert_int_equal(tracepoints_find(&ts, &r.fs, "sched", "nosuch", &err), -1);
	assert_string_equal(err.message, "unknown tracepoint 'sched:nosuch'");
	assert_int_equal(tracepoints_find(&ts, &r.fs, "sched", "q*", &err), -1);
	assert_int_equal(tracepoints_find(&ts, &r.fs, "bad", "bad", &err), -1);
	root_put(&r, "sys/kernel/debug/tracing/events/irq/raw_record/format", "");	/* without an id */
	assert_int_equal(tracepoints_find(&ts, &r.fs, "irq", "*", &err), 0);
	root_put(&r, "sys/kernel/debug/tracing/events/irq/softirq/id/folder", "");
	assert_int_equal(tracepoints_find(&ts, &r.fs, "irq", "*", &err), -1);	/* a row would be missing */
	assert_non_null(strstr(err.message, "/sys/kernel/debug/tracing/events/irq/*/id"));
	assert_int_equal(tracepoints_find(&ts, &r.fs, "irq", "softirq", &err), -1);
	assert_null(strstr(err.message, "unknown"));
	tracepoints_release(&ts);
	assert_int_equal(tracepoints_list(&ts, &r.fs, false, &err), 0);
	assert_int_equal(ts.n, 5);
	tracepoints_release(&ts);
	assert_int_equal(tracepoints_list(&ts, &r.fs, true, &err), -1);
	tracepoints_release(&ts);
	tracepoints_release(&ts);
	root_remove(&r);
}

static void sysctls(void **state)
{
	static const struct { const char *text; int want; } cases[] = {
		{ "2\n", 2 }, { "-1\n", -1 }, { "", MACHINE_UNKNOWN }, { "x", MACHINE_UNKNOWN },
		{ "99999", MACHINE_UNKNOWN },
	};
	struct machine m;
	struct root r;

	(void)state;
	root_make(&r);
	machine_load(&m, &r.fs);
	assert_int_equal(machine_paranoid(&m), MACHINE_UNKNOWN);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		root_put(&r, "proc/sys/kernel/perf_event_paranoid", cases[i].text);
		assert_int_equal(machine_paranoid(&m), cases[i].want);
	}
	root_put(&r, "proc/sys/kernel/nmi_watchdog", "1\n");
	assert_int_equal(machine_nmi_watchdog(&m), 1);
	machine_release(&m);
	machine_release(&m);
	root_remove(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files),
		cmocka_unit_test(numbers_of_files), cmocka_unit_test(a_huge_file_is_refused),
		cmocka_unit_test(names_of_pmus),
		cmocka_unit_test(formats),
		cmocka_unit_test(pmus_and_their_events),
		cmocka_unit_test(pmus_that_cannot_be_read),
		cmocka_unit_test(events_that_cannot_be_read),
		cmocka_unit_test(fields_that_cannot_be_read),
		cmocka_unit_test(who_may_have),
		cmocka_unit_test(core_pmus),
		cmocka_unit_test(closed_core_pmus),
		cmocka_unit_test(tracepoints),
		cmocka_unit_test(sysctls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
