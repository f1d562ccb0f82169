/* SPDX-License-Identifier: MIT */
/* Tests the reasons and hints for an event that cannot be counted, and for no event at all. */
#include "test.h"

#include <errno.h>

#include "count/refusal.h"
#include "counters_fixture.h"
#include "event/event_names.h"

static const struct {
	const char *script, *paranoid, *watchdog;
	uint32_t type;
	bool exclude_user, uncore, precise;
	enum error_kind kind;
	const char *message, *hint;	/* hint: a part of it */
} refusals[] = {
	{ "paranoid=3", "3", NULL, 0, false, false, false, ERROR_PERMISSION,
	  "no event can be counted: not permitted while perf_event_paranoid is 3", "duration_time" },
	{ "paranoid=4", "4", NULL, 1, false, false, false, ERROR_PERMISSION,
	  "no event can be counted: not permitted while perf_event_paranoid is 4", "CAP_PERFMON" },
	{ "paranoid=2", "2", NULL, 0, true, false, false, ERROR_PERMISSION,
	  "no event can be counted: not permitted while perf_event_paranoid is 2",
	  "`sysctl kernel.perf_event_paranoid=1` permits it, or CAP_PERFMON; without it, count user mode only with :u" },
	{ "any open=EPERM", "2", NULL, 0, false, false, false, ERROR_PERMISSION,
	  "no event can be counted: not permitted, perhaps by a container's seccomp profile", "--cap-add PERFMON" },
	{ "any open=EPERM", "4", NULL, 0, false, false, false, ERROR_PERMISSION,
	  "no event can be counted: not permitted, perhaps by a container's seccomp profile", "--cap-add PERFMON" },
	{ "any open=EPERM", "1", NULL, 2, false, false, false, ERROR_PERMISSION,
	  "no event can be counted: not permitted while perf_event_paranoid is 1",
	  "`sysctl kernel.perf_event_paranoid=0` permits it, or CAP_PERFMON" },
	{ "any open=EACCES", "2", NULL, 0, false, false, false, ERROR_PERMISSION,	/* :u was tried */
	  "no event can be counted: not permitted while perf_event_paranoid is 2",
	  "`sysctl kernel.perf_event_paranoid=1` permits it, or CAP_PERFMON" },
	{ "any open=EACCES", NULL, NULL, 0, false, false, false, ERROR_PERMISSION,
	  "no event can be counted: not permitted", "lower /proc/sys/kernel/perf_event_paranoid" },
	{ "any open=ENOSYS", NULL, NULL, 0, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: the kernel has no perf_event_open, or a seccomp profile hides it",
	  "seccomp profile that allows perf_event_open" },
	{ "any open=ENOENT", NULL, NULL, 0, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: this machine (virtual?) has no such counter", "software events" },
	{ "any open=EOPNOTSUPP", NULL, NULL, 4, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: this machine (virtual?) has no such counter", "software events" },
	{ "any open=ENODEV", NULL, NULL, 3, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: this machine (virtual?) has no such counter", "software events" },
	{ "any open=EOPNOTSUPP", NULL, NULL, 0, false, false, true, ERROR_UNSUPPORTED,
	  "no event can be counted: some: the processor cannot count it precisely", "" },
	{ "any open=EINVAL", NULL, NULL, 0, false, false, true, ERROR_UNSUPPORTED,
	  "no event can be counted: some: the processor cannot count it that precisely", "" },
	{ "any open=EINVAL", NULL, NULL, 23, false, true, false, ERROR_UNSUPPORTED,
	  "no event can be counted: some: it counts whole CPUs, not programs", "" },
	{ "any open=EINVAL", NULL, NULL, 23, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: some: the processor or the kernel does not accept these settings", "" },
	{ "any open=EINVAL", NULL, NULL, 1, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: some: the kernel does not accept these settings", "" },
	{ "any open=ENOENT", NULL, NULL, 2, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: some: the kernel has no such tracepoint", "" },
	{ "any open=ENOSPC", NULL, NULL, 5, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: some: all breakpoint registers are in use", "" },
	{ "any open=ENOSPC", NULL, NULL, 23, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: some: all counters that could count it are in use", "shows who holds counters" },
	{ "any open=EIO", NULL, NULL, 23, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: some: its PMU fails, or does not answer", "`dmesg | tail` may say more" },
	{ "any open=EBUSY", NULL, "0", 0, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: some: another user holds its counter", "lsof | grep '\\[perf_event\\]'` shows who" },
	{ "any open=EBUSY", NULL, "1", 0, false, false, false, ERROR_UNSUPPORTED,
	  "no event can be counted: some: another user holds its counter", "kernel.nmi_watchdog=0" },
	{ "any open=ENOMEM", NULL, NULL, 0, false, false, false, ERROR_LIMIT, "not enough memory for", "" },
	{ "any open=ENFILE", NULL, NULL, 0, false, false, false, ERROR_LIMIT,
	  "the system has no descriptors left for", "" },
	{ "any open=ESRCH", NULL, NULL, 0, false, false, false, ERROR_NOT_FOUND,
	  "nothing is left to count: the target ended before counting began", "" },
};

static void everything_is_refused(void **state)
{
	(void)state;
	for (size_t n = 0; n < COUNT_OF(refusals) * 2; n++) {
		size_t i = n / 2;	/* alone, and in a group */
		const struct some_event some[] = { { "some", refusals[i].type, 0, -1, 0 },
						   { "other", refusals[i].type, 1, 0, 0 } };
		struct pmu pmu = { .name = (char *)(uintptr_t)"some", .is_uncore = refusals[i].uncore };
		struct fixture f;

		set_sysctl("perf_event_paranoid", refusals[i].paranoid);
		set_sysctl("nmi_watchdog", refusals[i].watchdog);
		setup(&f, some, 1 + (n & 1), refusals[i].script);
		for (size_t e = 0; e < f.events.n; e++) {
			f.events.event[e].attr.head.exclude_user = refusals[i].exclude_user;
			f.events.event[e].attr.head.precise_ip = refusals[i].precise;
			f.events.event[e].pmu = &pmu;
		}
		assert_int_equal(open_all(&f), -1);
		if (refusals[i].kind == ERROR_LIMIT)
			assert_ptr_equal(strstr(f.err.message, refusals[i].message), f.err.message);
		else
			assert_string_equal(f.err.message, refusals[i].message);
		assert_int_equal(f.err.kind, refusals[i].kind);
		if (*refusals[i].hint)
			assert_non_null(strstr(f.err.hint, refusals[i].hint));
		else if (refusals[i].kind != ERROR_LIMIT)
			assert_string_equal(f.err.hint, "");
		assert_true(strlen(f.err.hint) < sizeof(f.err.hint) - 1);	/* it was not cut */
		teardown(&f);
	}
	set_sysctl("perf_event_paranoid", NULL);
	set_sysctl("nmi_watchdog", NULL);
}

static void the_telling_cause_is_told(void **state)
{
	static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, -1, 0 },
						  { SOME_BRANCHES, -1, 0 } };
	struct fixture f;

	(void)state;
	setup(&f, some, COUNT_OF(some), "any open=ENOENT event=instructions open=EACCES");
	assert_int_equal(open_all(&f), -1);
	assert_int_equal(f.err.errnum, EACCES);
	teardown(&f);
}

static void the_note_says_what_does_not_permit_it(void **state)
{
	static const struct { uint32_t type; const char *script, *paranoid, *want; } cases[] = {
		{ 0, "type=0 open=EACCES", "3", "not permitted while perf_event_paranoid is 3" },
		{ 0, "type=0 open=EACCES", NULL, "not permitted" },
		{ 2, "type=2 open=EPERM", "1", "not permitted while perf_event_paranoid is 1" },
		{ 0, "type=0 open=EPERM", "3", "not permitted, perhaps by a container's seccomp profile" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct some_event some[] = { { "some", cases[i].type, 0, -1, 0 },
						   { SOME_CLOCK, -1, 0 } };
		struct fixture f;

		set_sysctl("perf_event_paranoid", cases[i].paranoid);
		setup(&f, some, COUNT_OF(some), cases[i].script);
		assert_int_equal(open_all(&f), 0);
		assert_string_equal(f.notes.note[0].text, cases[i].want);
		teardown(&f);
	}
	set_sysctl("perf_event_paranoid", NULL);
}

/* What is known of the process tells causes apart that have one errno. */
static void what_is_known_decides(void **state)
{
#define ALL "CapEff:\t000001ffffffffff\n"
#define OTHERS "it is another user's process, or one that may not be traced"
#define SETCAP "setcap cap_perfmon,cap_sys_ptrace=ep $(command -v pstat || echo ./pstat)"
#define NONE "CapEff:\t0000000000000000\n"
	static const struct {
		const char *status, *map, *paranoid;
		int errnum; uint32_t type; bool exclude_kernel; enum refused_of of;
		const char *code, *clause, *remedy, *hint;
	} cases[] = {
		{ NONE "Seccomp:\t2\n", NULL, "2", EPERM, 0, false, REFUSED_OWN, "seccomp", "a seccomp filter does not permit it",
		  "start the container with --cap-add PERFMON", "--cap-add PERFMON" },
		{ NONE "Seccomp:\t0\n", NULL, "2", EPERM, 0, false, REFUSED_OWN, "sandbox",
		  "not permitted by the sandbox around pstat", "", "whoever started the sandbox" },
		{ NONE "Seccomp:\t2\n", NULL, "2", ENOSYS, 0, false, REFUSED_OWN, "seccomp", "a seccomp filter hides perf_event_open",
		  "start the container with --cap-add PERFMON", "--cap-add PERFMON" },
		{ NONE "Seccomp:\t0\n", NULL, "2", ENOSYS, 0, false, REFUSED_OWN, "no-syscall", "the kernel has no perf_event_open", "",
		  "CONFIG_PERF_EVENTS" },
		{ NONE "Seccomp:\t2\n", NULL, "2", EACCES, 0, false, REFUSED_OWN, "paranoid",	/* a filter says nothing of that */
		  "not permitted while perf_event_paranoid is 2", "sysctl kernel.perf_event_paranoid=1", "CAP_PERFMON" },
		{ NONE, NULL, "2", EACCES, 0, true, REFUSED_OWN, "paranoid", "not permitted while perf_event_paranoid is 2",
		  "sysctl kernel.perf_event_paranoid=1", "CAP_PERFMON" },
		{ NONE, NULL, "4", EACCES, 0, true, REFUSED_OWN, "paranoid", "not permitted while perf_event_paranoid is 4",
		  "sysctl kernel.perf_event_paranoid=2", "CAP_PERFMON" },
		{ NONE, NULL, "1", EACCES, 0, false, REFUSED_OWN, "paranoid", "not permitted while perf_event_paranoid is 1",
		  "sysctl kernel.perf_event_paranoid=0", "CAP_PERFMON" },
		{ NONE, NULL, "0", EPERM, 2, false, REFUSED_OWN, "paranoid", "not permitted while perf_event_paranoid is 0",
		  "sysctl kernel.perf_event_paranoid=-1", "CAP_PERFMON" },
		{ ALL, "0 0 4294967295\n", "2", EACCES, 0, false, REFUSED_OWN, "security-module",
		  "not permitted by a security module, despite CAP_PERFMON", "dmesg | grep -i denied", "dmesg" },
		{ ALL, NULL, "2", EPERM, 2, false, REFUSED_OWN, "not-permitted",	/* ftrace:function */
		  "the kernel lets nobody count this tracepoint", "", "" },
		{ NONE, NULL, "1", EACCES, 1, false, REFUSED_CPU, "paranoid", "not permitted while perf_event_paranoid is 1",
		  "sysctl kernel.perf_event_paranoid=0", "CAP_PERFMON" },
		{ NONE, NULL, "2", EACCES, 1, false, REFUSED_CPU, "paranoid", "not permitted while perf_event_paranoid is 2",
		  "sysctl kernel.perf_event_paranoid=0", "CAP_PERFMON" },
		{ NONE, NULL, "2", EACCES, 1, true, REFUSED_PROCESS, "processes", OTHERS, SETCAP, "setcap cap_perfmon" },
		{ NONE, NULL, "2", EACCES, 1, false, REFUSED_PROCESS, "processes", OTHERS, SETCAP, "setcap cap_perfmon" },
		{ NONE, NULL, "-1", EACCES, 1, false, REFUSED_PROCESS, "processes", OTHERS, SETCAP, "setcap cap_perfmon" },
		{ NONE, NULL, "3", EACCES, 1, true, REFUSED_PROCESS, "paranoid", "not permitted while perf_event_paranoid is 3",
		  "sysctl kernel.perf_event_paranoid=2", "CAP_PERFMON" },
		{ NONE, NULL, NULL, EACCES, 1, true, REFUSED_PROCESS, "not-permitted", "not permitted", "", "CAP_PERFMON" },
		{ ALL, "0 1000 1\n", "2", EACCES, 0, false, REFUSED_OWN, "paranoid", "not permitted while perf_event_paranoid is 2",
		  "sysctl kernel.perf_event_paranoid=1", "CAP_PERFMON" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct event event = { .attr.head = { .type = cases[i].type, .exclude_kernel = cases[i].exclude_kernel } };
		const struct refused what = { &event, &event.attr, cases[i].errnum, cases[i].of };
		struct machine machine;
		struct refusal r;
		struct error err = ERROR_INIT;

		unlinkat(the_root.fs.dirfd, "proc/self/uid_map", 0);
		root_put(&the_root, "proc/self/status", cases[i].status);
		if (cases[i].map)
			root_put(&the_root, "proc/self/uid_map", cases[i].map);
		set_sysctl("perf_event_paranoid", cases[i].paranoid);
		machine_load(&machine, &the_root.fs);
		refusal_explain(&r, &what, &machine);
		assert_int_equal(r.errnum, cases[i].errnum);
		assert_string_equal(r.code, cases[i].code);
		assert_string_equal(r.clause, cases[i].clause);
		assert_string_equal(r.remedy, cases[i].remedy);
		refusal_of_all(&err, &what, &machine);
		assert_non_null(strstr(err.message, cases[i].clause));
		if (*cases[i].hint)
			assert_non_null(strstr(err.hint, cases[i].hint));
		else
			assert_string_equal(err.hint, "");
		assert_true(strlen(r.clause) < sizeof(r.clause) - 1 && strlen(r.remedy) < sizeof(r.remedy) - 1 &&
			    strlen(err.hint) < sizeof(err.hint) - 1);
		machine_release(&machine);
	}
	unlinkat(the_root.fs.dirfd, "proc/self/status", 0);
	unlinkat(the_root.fs.dirfd, "proc/self/uid_map", 0);
	set_sysctl("perf_event_paranoid", NULL);
}

/* Who runs the machine gives it counters; of one event only, with a PMU there, nobody can tell. */
static void a_machine_without_counters(void **state)
{
	static const struct {
		const char *vendor, *pmu; uint32_t type; uint64_t config; int errnum;
		const char *remedy, *hint, *other;	/* a PMU that is no core's */
	} cases[] = {
		/* permission is asked for first, and would bring nothing */
		{ "QEMU\n", NULL, 0, 0, EACCES, "start the virtual machine with -cpu host,pmu=on", "pmu=on; software",
		  "1\n" },
		{ "QEMU\n", NULL, 4, 0xc0, EPERM, "start the virtual machine with -cpu host,pmu=on", "pmu=on; software",
		  "1\n" },
		{ "QEMU\n", NULL, 0, 0, ENOENT, "start the virtual machine with -cpu host,pmu=on",
		  "start the virtual machine with -cpu host,pmu=on; software events count everywhere" },
		{ "QEMU\n", NULL, 0, 7, ENOENT, "start the virtual machine with -cpu host,pmu=on", "pmu=on; software" },
		{ "nobody\n", NULL, 3, 0, ENODEV, "give the virtual machine a PMU when you start it", "when you start it; " },
		{ "QEMU\n", "4\n", 0, 0, ENOENT, "start the virtual machine with -cpu host,pmu=on", "pmu=on; software" },
		{ "QEMU\n", "4\n", 0, 7, ENOENT, "", "software events count everywhere" },
		{ "QEMU\n", "4\n", 3, 0, ENOENT, "", "software events count everywhere" },
		{ NULL, NULL, 0, 0, ENOENT, "", "software events count everywhere" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct event event = { .attr.head = { .type = cases[i].type, .config = cases[i].config },
				       .known = event_name_by_config(cases[i].type, cases[i].config) };
		const struct refused what = { &event, &event.attr, cases[i].errnum, REFUSED_OWN };
		struct error err = ERROR_INIT;
		struct machine machine;
		struct refusal r;
		struct root root;

		root_make(&root);
		if (cases[i].vendor) {
			root_put(&root, "proc/cpuinfo", "processor\t: 0\nflags\t\t: fpu hypervisor\n");
			root_put(&root, "sys/class/dmi/id/sys_vendor", cases[i].vendor);
		}
		if (cases[i].pmu)
			root_put(&root, "sys/bus/event_source/devices/cpu/type", cases[i].pmu);
		if (cases[i].other)
			root_put(&root, "sys/bus/event_source/devices/software/type", cases[i].other);
		machine_load(&machine, &root.fs);
		refusal_explain(&r, &what, &machine);
		assert_string_equal(r.remedy, cases[i].remedy);
		refusal_of_all(&err, &what, &machine);
		assert_string_equal(err.message, "no event can be counted: this machine (virtual?) has no such counter");
		assert_non_null(strstr(err.hint, cases[i].hint));
		machine_release(&machine);
		root_remove(&root);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(everything_is_refused),
		cmocka_unit_test(the_telling_cause_is_told),
		cmocka_unit_test(the_note_says_what_does_not_permit_it),
		cmocka_unit_test(what_is_known_decides),
		cmocka_unit_test(a_machine_without_counters),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
