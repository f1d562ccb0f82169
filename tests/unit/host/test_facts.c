/* SPDX-License-Identifier: MIT */
/* Tests the facts of recorded machines, and of malformed files. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/facts.h"
#include "made_root.h"

enum { NO = HOST_UNKNOWN };

static void check_text(const char *machine, const char *what, const char *got, const char *want)
{
	if ((got || want) && strcmp(got ? got : "(none)", want ? want : "(none)") != 0)
		fail_msg("%s: %s is %s instead of %s", machine, what, got ? got : "(none)", want ? want : "(none)");
}

static void check_number(const char *machine, const char *what, int got, int want)
{
	if (got != want)
		fail_msg("%s: %s is %d instead of %d", machine, what, got, want);
}

static void check(const char *machine, const struct host_facts *got, const struct host_facts *want)
{
	check_text(machine, "cpu", got->cpu, want->cpu);
	check_text(machine, "vendor", got->vendor, want->vendor);
	check_text(machine, "microcode", got->microcode, want->microcode);
	check_text(machine, "arch", got->arch, want->arch);
	check_text(machine, "kernel", got->kernel, want->kernel);
	check_text(machine, "hypervisor", got->hypervisor, want->hypervisor);
	check_text(machine, "governor", got->governor, want->governor);
	check_number(machine, "family", got->family, want->family);
	check_number(machine, "model", got->model, want->model);
	check_number(machine, "stepping", got->stepping, want->stepping);
	check_number(machine, "cpus", got->cpus, want->cpus);
	check_number(machine, "paranoid", got->paranoid, want->paranoid);
	check_number(machine, "nmi_watchdog", got->nmi_watchdog, want->nmi_watchdog);
	check_number(machine, "aslr", got->aslr, want->aslr);
	check_number(machine, "smt", got->smt, want->smt);
	check_number(machine, "turbo", got->turbo, want->turbo);
}

#define T(text) (char *)(uintptr_t)(text)
#define X86(cpu, vendor, family, model, stepping, microcode) \
	T(cpu), T(vendor), family, model, stepping, T(microcode), NULL
#define OTHER(cpu, vendor) T(cpu), T(vendor), NO, NO, NO, NULL, NULL
#define KERNEL(version, hypervisor, governor) T(version), T(hypervisor), T(governor)

static void recorded_machines(void **state)
{
	/* behind the texts: CPUs, perf_event_paranoid, nmi_watchdog, randomize_va_space, SMT, turbo */
	static const struct { const char *name; struct host_facts want; } cases[] = {
		{ "vm-zen5", { X86("AMD EPYC", "AuthenticAMD", 26, 2, 1, "0x1000065"),
			       KERNEL("6.18.44-fc-v595", "unknown", NULL), 2, 2, 0, 2, 0, NO } },
		{ "vm-nopmu", { X86("Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz", "GenuineIntel", 6, 106, 6,
				    "0xffffffff"),
				KERNEL("6.12.57+deb13-cloud-amd64", "unknown", NULL), 4, 2, 0, 2, 1, NO } },
		{ "intel-hybrid", { X86("12th Gen Intel(R) Core(TM) i9-12900K", "GenuineIntel", 6, 151, 2, "0x3a"),
				    KERNEL("6.12.57+deb13-amd64", NULL, "powersave"), 24, 3, 1, 2, 1, NO } },
		{ "intel-spr-2s", { X86("Intel(R) Xeon(R) Platinum 8480+", "GenuineIntel", 6, 143, 8, "0x2b000603"),
				    KERNEL("6.12.57", NULL, "performance"), 224, -1, 1, 2, 1, NO } },
		{ "amd-genoa-2s", { X86("AMD EPYC 9654 96-Core Processor", "AuthenticAMD", 25, 17, 1, "0xa101148"),
				    KERNEL("6.12.57+deb13-amd64", NULL, "schedutil"), 384, 2, 1, 2, 1, NO } },
		{ "x86-offline", { X86("Intel(R) Xeon(R) CPU D-1521 @ 2.40GHz", "GenuineIntel", 6, 86, 3, "0x700000e"),
				   KERNEL("4.9.0-19-amd64", NULL, "powersave"), 5, 3, 1, 2, NO, NO } },
		/* of a container that has most of /sys masked: what is there and empty says nothing */
		{ "container", { X86("Intel(R) Core(TM) i7-6700 CPU @ 3.40GHz", "GenuineIntel", 6, 94, 3, "0xf0"),
				 KERNEL("6.8.0-60-generic", NULL, NULL), 8, 4, 1, 2, NO, NO } },
		/* it says "unknown" of its CPU */
		{ "container-bare", { X86(NULL, "GenuineIntel", 6, 85, 7, "0xffffffff"),
				      KERNEL("4.4.0", "unknown", NULL), 4, NO, NO, NO, NO, NO } },
		{ "arm-n1", { OTHER("Arm Neoverse-N1", "0x41"),
			      KERNEL("6.12.57-arm64", NULL, "performance"), 80, 1, 0, 2, 0, NO } },
		{ "arm-biglittle", { OTHER("Arm Cortex-A55, Arm Cortex-A76", "0x41"),
				     KERNEL("6.12.57-arm64", NULL, "ondemand"), 8, 2, 0, 2, 0, NO } },
		{ "riscv", { OTHER("sifive,u74-mc", "0x489"),
			     KERNEL("6.12.57-riscv64", NULL, "schedutil"), 4, 2, 0, 2, 0, NO } },
		{ "s390x", { OTHER("3931", "IBM/S390"),
			     KERNEL("6.12.57-s390x", NULL, NULL), 8, 2, NO, 2, 1, NO } },
		{ "power9", { OTHER("POWER9 (architected), altivec supported", NULL),
			      KERNEL("6.12.57-powerpc64le", NULL, NULL), 8, 2, 1, 2, 1, NO } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct rootfs root;
		struct host_facts host;

		root_recorded(&root, cases[i].name);
		host_facts_load(&host, &root);
		check(cases[i].name, &host, &cases[i].want);
		host_facts_release(&host);
		assert_null(host.cpu);
		rootfs_close(&root);
	}
}

#define CPUINFO "proc/cpuinfo"
#define KERNEL_DIR "proc/sys/kernel/"
#define CPU_DIR "sys/devices/system/cpu/"
#define NUMBERS(online, level, nmi, random, threads, boost) \
	.family = NO, .model = NO, .stepping = NO, .cpus = online, .paranoid = level, .nmi_watchdog = nmi, \
	.aslr = random, .smt = threads, .turbo = boost
#define NOTHING NUMBERS(NO, NO, NO, NO, NO, NO)

static void odd_files(void **state)
{
	static const struct { struct { const char *path, *text; } file[4]; struct host_facts want; } cases[] = {
		{ {{0}}, { NOTHING } },
		{ { { CPUINFO, "" }, { CPU_DIR "online", "" }, { KERNEL_DIR "osrelease", "" } }, { NOTHING } },
		{ { { CPUINFO, "\n\n:\n: x\nmodel name\nmodel name:\ncpu family : six\nmodel: -1\nstepping : 9999999999\n"
			"flags : nohypervisor hypervisors\nCPU implementer\t: 0x41\n" } }, { NOTHING, .vendor = T("0x41") } },
		{ { { CPUINFO, "model name\t:  a  b \t\nflags:hypervisor" } },
		  { NOTHING, .cpu = T("a  b"), .hypervisor = T("unknown") } },
		{ { { CPUINFO, "flags : fpu hypervisor lm\n" }, { "sys/class/dmi/id/sys_vendor", "QEMU\n" } },
		  { NOTHING, .hypervisor = T("QEMU") } },
		/* on bare metal, its maker is no hypervisor */
		{ { { CPUINFO, "flags : fpu lm\n" }, { "sys/class/dmi/id/sys_vendor", "Dell Inc.\n" } }, { NOTHING } },
		{ { { "sys/hypervisor/type", "xen\n" }, { "sys/class/dmi/id/sys_vendor", "QEMU\n" } },
		  { NOTHING, .hypervisor = T("xen") } },
		{ { { CPUINFO, "processor 0: version = FF, machine = 3931, x = 1\n" } }, { NOTHING, .cpu = T("3931") } },
		{ { { CPUINFO, "processor 0: version = FF\n" } }, { NOTHING } },
		{ { { CPUINFO, "processor : 0\ncpu : POWER9\nmachine : PowerNV 8335-GTG\nmodel : 8335-GTG\n" } },
		  { NOTHING, .cpu = T("POWER9") } },
		/* one part number begins like the other */
		{ { { CPUINFO, "CPU implementer : 0x41\nCPU part : 0xd05\n\nCPU implementer : 0x41\nCPU part : 0xd0\n\n"
			"CPU implementer : 0x41\nCPU part : 0xd05\n" } },
		  { NOTHING, .cpu = T("Arm Cortex-A55, Arm 0x41 0xd0"), .vendor = T("0x41") } },
		{ { { KERNEL_DIR "perf_event_paranoid", "-1\n" }, { KERNEL_DIR "nmi_watchdog", "x" },
		    { KERNEL_DIR "randomize_va_space", "2 3" }, { KERNEL_DIR "arch", "riscv64\n" } },
		  { NUMBERS(NO, -1, NO, NO, NO, NO), .arch = T("riscv64") } },
		{ { { KERNEL_DIR "perf_event_paranoid", "99999999999999999999" }, { KERNEL_DIR "osrelease", "6.1\nx" } },
		  { NOTHING, .kernel = T("6.1") } },
		{ { { CPU_DIR "online", "1,3-4" }, { CPU_DIR "cpu3/cpufreq/scaling_governor", "ondemand\n" },
		    { CPU_DIR "cpu4/cpufreq/scaling_governor", "performance" } },
		  { NUMBERS(3, NO, NO, NO, NO, NO), .governor = T("ondemand") } },
		{ { { CPU_DIR "online", "none" } }, { NOTHING } },
		{ { { CPU_DIR "intel_pstate/no_turbo", "1" }, { CPU_DIR "cpufreq/boost", "1" },
		    { CPU_DIR "smt/active", "2" } }, { NUMBERS(NO, NO, NO, NO, NO, 0) } },
		{ { { CPU_DIR "intel_pstate/no_turbo", "0" } }, { NUMBERS(NO, NO, NO, NO, NO, 1) } },
		{ { { CPU_DIR "intel_pstate/no_turbo", "-1" }, { CPU_DIR "cpufreq/boost", "0" },
		    { CPU_DIR "smt/active", "1" } }, { NUMBERS(NO, NO, NO, NO, 1, 0) } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct root root;
		struct host_facts host;
		char name[16];

		root_make(&root);
		for (size_t f = 0; f < COUNT_OF(cases[i].file) && cases[i].file[f].path; f++)
			root_put(&root, cases[i].file[f].path, cases[i].file[f].text);
		host_facts_load(&host, &root.fs);
		snprintf(name, sizeof(name), "case %zu", i);
		check(name, &host, &cases[i].want);
		host_facts_release(&host);
		root_remove(&root);
	}
}

/* A server of a thousand CPUs: more than a megabyte, of which the start is enough; cut in no line. */
static void a_long_cpuinfo(void **state)
{
	struct str text = {0}, start = {0};
	struct root root;
	struct host_facts host;

	(void)state;
	for (int i = 0; text.len < 2 << 20; i++)
		str_addf(&text, "processor : %d\nCPU implementer : 0x41\nCPU part : 0xd0c\n\n", i);
	root_make(&root);
	root_put(&root, CPUINFO, text.text);
	host_facts_load(&host, &root.fs);
	assert_string_equal(host.cpu, "Arm Neoverse-N1");
	host_facts_release(&host);
	for (size_t size = 0; size < 200; size++) {
		assert_int_equal(rootfs_read_start(&root.fs, &start, size, CPUINFO), 0);
		assert_true(start.len <= size);
		assert_memory_equal(start.text, text.text, start.len);
		assert_true(start.len == 0 || text.text[start.len] == '\n');
		assert_int_equal(strlen(start.text), start.len);
	}
	root_put(&root, "short", "a\nbc\n\n");
	assert_int_equal(rootfs_read_start(&root.fs, &start, 6, "short"), 0);
	assert_string_equal(start.text, "a\nbc");
	assert_int_equal(rootfs_read_start(&root.fs, &start, 4, "short"), 0);
	assert_string_equal(start.text, "a\nbc");
	assert_int_equal(rootfs_read_start(&root.fs, &start, 3, "short"), 0);
	assert_string_equal(start.text, "a");
	assert_int_equal(rootfs_read_start(&root.fs, &start, 9, "none"), -2);
	str_release(&text);
	str_release(&start);
	root_remove(&root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recorded_machines),
		cmocka_unit_test(odd_files),
		cmocka_unit_test(a_long_cpuinfo),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
