/* SPDX-License-Identifier: MIT */
/* Tests the #literals of metrics on recorded machines. */
#include "test.h"

#include <math.h>

#include "event/metric_literal.h"
#include "fake_kernel.h"
#include "host/machine.h"
#include "host/target.h"
#include "made_root.h"

static struct fake_kernel fk;	/* too large for the stack */

static void check(const struct rootfs *root, const char *name, const struct target_opts *target, double want)
{
	struct machine m;
	double v;

	machine_load(&m, root);
	v = metric_literal_value(&(struct metric_literals){ &m, target, &fk.ops }, name);
	if (isnan(want) ? !isnan(v) : !(fabs(v - want) < 1e-6 * (1 + want)))
		fail_msg("%s is %g, not %g", name, v, want);
	machine_release(&m);
}

static void on_machines(void **state)
{
	static const struct { const char *machine, *name; double want; struct target_opts target; } cases[] = {
		{ "intel-spr-2s", "#num_cpus", 224, {0} },
		{ "intel-spr-2s", "#num_cpus_online", 224, {0} },
		{ "intel-spr-2s", "#num_cores", 112, {0} },
		{ "intel-spr-2s", "#num_packages", 2, {0} },
		{ "intel-spr-2s", "#num_dies", 2, {0} },
		{ "intel-spr-2s", "#smt_on", 1, {0} },
		{ "intel-spr-2s", "#SMT_on", 1, {0} },
		{ "intel-spr-2s", "#slots", NAN, {0} },
		{ "intel-spr-2s", "#has_pmem", 0, {0} },
		{ "intel-spr-2s", "#nosuch", NAN, {0} },
		/* siblings are 0 and 112 */
		{ "intel-spr-2s", "#core_wide", 0, { .command = true } },
		{ "intel-spr-2s", "#core_wide", 1, { .system_wide = true } },
		{ "intel-spr-2s", "#core_wide", 0, { .pids = "1", .system_wide = true } },
		{ "intel-spr-2s", "#core_wide", 0, { .tids = "1" } },
		{ "intel-spr-2s", "#core_wide", 0, { .cpus = "0" } },
		{ "intel-spr-2s", "#core_wide", 1, { .cpus = "0,112" } },
		{ "intel-spr-2s", "#core_wide", 0, { .cpus = "0-1,112" } },
		{ "intel-spr-2s", "#core_wide", 1, { .cpus = "0-223" } },
		{ "intel-spr-2s", "#core_wide", 1, { .cpus = "wrong" } },
		{ "amd-genoa-2s", "#num_dies", 24, {0} },
		{ "amd-genoa-2s", "#system_tsc_freq", NAN, {0} },
		{ "arm-n1", "#num_cores", 80, {0} },
		{ "arm-n1", "#smt_on", 0, {0} },
		/* a core is a CPU there */
		{ "arm-n1", "#core_wide", 1, { .command = true } },
		{ "arm-biglittle", "#num_cores", 8, {0} },
		{ "x86-offline", "#num_cpus", 8, {0} },
		{ "x86-offline", "#num_cpus_online", 5, {0} },
		{ "x86-offline", "#num_cores", 4, {0} },
		{ "x86-offline", "#smt_on", 1, {0} },
		{ "container-bare", "#num_cores", NAN, {0} },
		{ "container-bare", "#smt_on", NAN, {0} },
		{ "container-bare", "#core_wide", NAN, { .system_wide = true } },
	};
	struct rootfs root;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		root_recorded(&root, cases[i].machine);
		check(&root, cases[i].name, &cases[i].target, cases[i].want);
		rootfs_close(&root);
	}
}

static void target_cpu(void **state)
{
	static const struct { struct target_opts target; double want; } cases[] = {
		{ { .command = true }, 0 }, { { .system_wide = true, .command = true }, 1 }, { { .cpus = "0" }, 1 },
		{ { .pids = "1" }, 0 }, { { .tids = "1" }, 0 }, { { .pids = "1", .system_wide = true }, 0 },
		{ { .tids = "1", .cpus = "0" }, 0 },
	};
	struct root root;

	(void)state;
	root_make(&root);	/* no file says it */
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check(&root.fs, "#target_cpu", &cases[i].target, cases[i].want);
	root_remove(&root);
}

/* The processor's own word counts before that of a name. */
static void tsc(void **state)
{
	static const struct { const char *script, *cpuinfo; double want; } cases[] = {
		{ "tsc=2G", "model name\t: Intel(R) Xeon(R) Platinum 8480+\n", 2e9 },
		{ "tsc=2995200000", "model name\t: Intel(R) CPU @ 3.00GHz\n", 2995200000 },
		{ "", "model name\t: Intel(R) CPU @ 3.00GHz\n", 3e9 },
		{ "", "model name\t: Intel(R) Xeon(R) Platinum 8480+\n", NAN },
		{ "tsc=2G", "", 2e9 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct root root;

		root_make(&root);
		root_put(&root, "proc/cpuinfo", cases[i].cpuinfo);
		fake_kernel_init(&fk);
		fake_kernel_script(&fk, cases[i].script);
		check(&root.fs, "#SYSTEM_TSC_FREQ", &(struct target_opts){0}, cases[i].want);
		root_remove(&root);
	}
	fake_kernel_init(&fk);
}

static void from_files(void **state)
{
	static const struct { const char *path, *text, *name; double want; } cases[] = {
		{ PMU_DIR "armv8_pmuv3_0/caps/slots", "0x00000008", "#slots", 8 },
		{ PMU_DIR "armv8_pmuv3_0/caps/slots", "", "#slots", NAN },
		{ "proc/cpuinfo", "model name\t: Intel(R) Xeon(R) Platinum 8480+ CPU @ 2.50GHz\n",
		  "#system_tsc_freq", 2.5e9 },
		{ "proc/cpuinfo", "model name\t: Intel(R) Xeon(R) @ fast\n", "#system_tsc_freq", NAN },
		{ "proc/cpuinfo", "model name\t: Intel(R) Xeon(R)\n", "#system_tsc_freq", NAN },
		{ "proc/cpuinfo", "", "#system_tsc_freq", NAN },
		{ "sys/firmware/acpi/tables/NFIT", "x", "#has_pmem", 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct root root;

		root_make(&root);
		root_put(&root, PMU_DIR "armv8_pmuv3_0/type", "8");
		root_put(&root, PMU_DIR "armv8_pmuv3_0/cpus", "0-3");
		root_put(&root, cases[i].path, cases[i].text);
		check(&root.fs, cases[i].name, &(struct target_opts){0}, cases[i].want);
		root_remove(&root);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(on_machines),
		cmocka_unit_test(target_cpu),
		cmocka_unit_test(tsc),
		cmocka_unit_test(from_files),
	};

	fake_kernel_init(&fk);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
