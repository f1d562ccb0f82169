/* SPDX-License-Identifier: MIT */
/* Rights of this process, and findings that no recorded machine has. */
#include "test.h"

#include <errno.h>
#include <stdlib.h>

#include "doctor/doctor.h"
#include "event/event.h"
#include "host/facts.h"
#include "host/rights.h"
#include "made_root.h"

static void rights(void **state)
{
	static const struct {
		const char *status, *map, *limits;
		int seccomp, user_namespace, perfmon, ptrace;
		long long memlock;	/* -1: unknown, -2: no limit */
	} cases[] = {
		{ NULL, NULL, NULL, RIGHTS_UNKNOWN, RIGHTS_UNKNOWN, RIGHTS_UNKNOWN, 0, -1 },
		{ "", "", "", RIGHTS_UNKNOWN, RIGHTS_UNKNOWN, RIGHTS_UNKNOWN, 0, -1 },
		{ "CapEff:\t000001ffffffffff\nSeccomp:\t0\n", "0 0 4294967295\n",
		  "Max locked memory         8388608              8388608              bytes\n", 0, 0, 1, 1, 8388608 },
		{ "CapPrm:\t000001ffffffffff\nCapEff:\t0000000000000000\nSeccomp:\t2\n", "         0       1000          1\n",
		  "Max locked memory         unlimited            unlimited            bytes\n", 2, 1, 0, 0, -2 },
		{ "CapEff:\t000001ffffffffff\n", "0 1000 65536\n", "Max open files 3\n", RIGHTS_UNKNOWN, 1, 0, 1, -1 },
		{ "CapEff:\t0000004000000000\n", NULL, NULL, RIGHTS_UNKNOWN, RIGHTS_UNKNOWN, 1, 0, -1 },
		{ "CapEff:\t0000000000200000\n", NULL, NULL, RIGHTS_UNKNOWN, RIGHTS_UNKNOWN, 1, 0, -1 },
		{ "CapEff:\t0000000000080000\nSeccomp:\t1", NULL, NULL, 1, RIGHTS_UNKNOWN, 0, 1, -1 },
		{ "CapEff:\tgarbage\nSeccomp:\t9\n", "garbage\n", "Max locked memory garbage\n",
		  RIGHTS_UNKNOWN, RIGHTS_UNKNOWN, RIGHTS_UNKNOWN, 0, -1 },
		{ "Name:\tCapEff:\nXCapEff:\t1\nSeccomp_filters:\t2\n", NULL, NULL,
		  RIGHTS_UNKNOWN, RIGHTS_UNKNOWN, RIGHTS_UNKNOWN, 0, -1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct rights r;
		struct root root;

		root_make(&root);
		root_put(&root, "proc/self", NULL);
		if (cases[i].status)
			root_put(&root, "proc/self/status", cases[i].status);
		if (cases[i].map)
			root_put(&root, "proc/self/uid_map", cases[i].map);
		if (cases[i].limits)
			root_put(&root, "proc/self/limits", cases[i].limits);
		rights_load(&r, &root.fs);
		if (r.seccomp != cases[i].seccomp || r.user_namespace != cases[i].user_namespace ||
		    rights_perfmon(&r) != cases[i].perfmon ||
		    rights_has(&r, RIGHTS_SYS_PTRACE) != cases[i].ptrace ||
		    r.has_memlock != (cases[i].memlock != -1))
			fail_msg("case %zu: seccomp %d, namespace %d, perfmon %d, memlock %d", i, r.seccomp,
				 r.user_namespace, rights_perfmon(&r), r.has_memlock);
		if (cases[i].memlock != -1)
			assert_true(r.memlock == (cases[i].memlock == -2 ? UINT64_MAX :
						  (uint64_t)cases[i].memlock));
		root_remove(&root);
	}
}

/* A machine without problems: one default event, one PMU with four counters. */
struct patient {
	struct event event;
	struct events events;
	struct probe_result probed;
	struct host_facts host;
	struct rights rights;
	struct pmu pmu[2];
	struct pmus pmus;
	struct doctor_pmu core[2];
	struct doctor_facts facts;
	struct findings findings;
};

static char *name_of(const char *text)		/* only read */
{
	return (char *)(uintptr_t)text;
}

static void patient_make(struct patient *p)
{
	*p = (struct patient){
		.event = { .name = name_of("cycles") },
		.events = { &p->event, 1 },
		.host = { .cpus = 2, .paranoid = -1, .nmi_watchdog = 0, .governor = name_of("performance") },
		.rights = { .known = true, .capabilities = 1u << RIGHTS_SYS_PTRACE, .has_memlock = true, .memlock = UINT64_MAX },
		.pmu = { { .name = name_of("cpu"), .is_core = true }, { .name = name_of("atom"), .is_core = true } },
		.pmus = { .pmu = p->pmu, .n = 2 },
		.core = { { &p->pmu[0], { .advertised = 4, .live = 4, .counting = 4, .tested = true }, 4 },
			  { &p->pmu[1], { .advertised = 4, .live = 4, .counting = 4, .tested = true }, 4 } },
		.facts = { .host = &p->host, .rights = &p->rights, .pmus = &p->pmus, .core = p->core, .n_core = 1,
			     .tracefs_mount = "/trace", .cgroup_mount = "/cgroup", .cgroup_error = "",
			     .descriptors = UINT64_MAX, .most_descriptors = UINT64_MAX },
	};
	p->facts.standard = p->facts.software = p->facts.hardware =
		(struct doctor_events){ &p->events, &p->probed };
}

static void diagnose(struct patient *p)
{
	findings_release(&p->findings);
	doctor_diagnose(&p->findings, &p->facts);
}

/* nth: of the findings with the code. */
static void expect(const struct patient *p, const char *code, size_t nth, enum finding_status status,
		   const char *what, const char *why, const char *remedy)
{
	const struct finding *f = NULL;

	for (size_t i = 0; i < p->findings.n && !f; i++)
		if (strcmp(p->findings.finding[i].code, code) == 0 && !nth--)
			f = &p->findings.finding[i];
	assert_non_null(f);
	assert_string_equal(f->what, what);
	assert_string_equal(f->why ? f->why : "", why);
	assert_string_equal(f->remedy ? f->remedy : "", remedy);
	assert_string_equal(finding_words[f->status], finding_words[status]);
}

static void well(void **state)
{
	struct patient p;

	(void)state;
	patient_make(&p);
	diagnose(&p);
	assert_true(p.findings.countable);
	for (size_t i = 0; i < p.findings.n; i++)
		assert_int_equal(p.findings.finding[i].status, FINDING_OK);
	expect(&p, "default-events", 0, FINDING_OK, "all 1", "", "");
	expect(&p, "permission", 0, FINDING_OK,
	       "without CAP_PERFMON: programs and whole CPUs, as perf_event_paranoid is -1", "", "");
	expect(&p, "processes", 0, FINDING_OK, "of all users", "", "");
	expect(&p, "descriptors", 0, FINDING_OK, "any number", "", "");
	expect(&p, "locked-memory", 0, FINDING_OK, "no limit for the buffers of --per-process, --region-fn and top", "", "");
	expect(&p, "other-pmus", 0, FINDING_OK, "none", "", "");
	expect(&p, "gate-limits", 0, FINDING_OK, "CPU work: instructions:u=+1%; memory: max-rss=+5%; "
	       "waiting: wall=+5%", "", "");
	findings_release(&p.findings);
	findings_release(&p.findings);
}

static void ill(void **state)
{
	struct patient p;

	(void)state;
	patient_make(&p);
	p.facts.tracefs = -EACCES;
	p.facts.kernel.why = (struct refusal){ .errnum = EACCES, .clause = "no", .remedy = "sysctl level=1" };
	diagnose(&p);	/* one of the two remedies alone is useless */
	expect(&p, "tracepoints", 0, FINDING_NO, "/trace: Permission denied, and they count in the kernel", "",
	       "mount -o remount,mode=755 /trace && sysctl level=1");
	p.facts.kernel.why.errnum = 0;
	p.rights.seccomp = 1;
	p.core[0].counters = (struct probe_pmu_result){ .advertised = 4 };	/* reads fail */
	diagnose(&p);
	expect(&p, "tracepoints", 0, FINDING_NO, "/trace: Permission denied", "",
	       "mount -o remount,mode=755 /trace");
	expect(&p, "counters", 0, FINDING_LIMITED, "4 advertised, but not readable", "", "");
	assert_true(p.findings.countable);
	p.core[0].counters = (struct probe_pmu_result){ .advertised = 4, .tested = true };
	diagnose(&p);
	assert_false(p.findings.countable);
	expect(&p, "counters", 0, FINDING_NO, "4 advertised, 0 live", "the counters read 0", "");
	expect(&p, "default-events", 0, FINDING_NO, "hardware events open, but never count",
	       "the counters read 0", "");
	/* the counter that is used first reads 0, the others count */
	p.core[0].counters = (struct probe_pmu_result){ .advertised = 4, .tested = true, .counting = 3 };
	diagnose(&p);
	assert_false(p.findings.countable);
	expect(&p, "counters", 0, FINDING_NO, "4 advertised, 3 live", "the counter that is used first does not count", "");
	expect(&p, "default-events", 0, FINDING_NO, "1 of them needs a counter",
	       "some of the processor's counters do not count", "");
	expect(&p, "hardware-events", 0, FINDING_OK, "all 1", "", "");
	p.core[0].counters = (struct probe_pmu_result){ .advertised = 4, .tested = true, .counting = 3, .live = 1 };
	diagnose(&p);	/* which is enough for one event */
	assert_true(p.findings.countable);
	/* no core PMU has a multiplexing interval */
	p.facts.n_core = 0;
	diagnose(&p);
	expect(&p, "multiplexing", 0, FINDING_UNKNOWN, "multiplexing", "", "");
	/* the other kind of core counts, so pstat just did not run on this one */
	p.facts.n_core = 2;
	p.core[0].counters = (struct probe_pmu_result){ .advertised = 4, .starved = true };
	diagnose(&p);
	assert_true(p.findings.countable);
	expect(&p, "counters", 0, FINDING_OK, "4 advertised; pstat ran on other cores", "", "");
	expect(&p, "counters", 1, FINDING_OK, "4, all live", "", "");
	p.core[1].counters.tested = false;
	p.core[1].counters.starved = true;
	diagnose(&p);
	assert_false(p.findings.countable);
	expect(&p, "counters", 1, FINDING_NO, "4 advertised, none free", "other programs hold the counters",
	       "lsof | grep '\\[perf_event\\]'");
	p.event.attr.head.type = PERF_TYPE_SOFTWARE;	/* which needs no counter */
	diagnose(&p);
	assert_true(p.findings.countable);
	findings_release(&p.findings);
}

/* What the user's program has, and what to do if it lacks something. */
static void program(void **state)
{
	static const struct {
		bool symbols, lines, packaged;
		const char *separate;
		enum finding_status status;
		const char *what, *remedy;
	} cases[] = {
		{ true, true, false, "", FINDING_OK, "p has lines and symbols: --where names them", "" },
		{ false, true, false, "", FINDING_OK, "p has lines: --where names them", "" },
		{ true, true, true, "/d/p.debug", FINDING_OK,
		  "p has lines and symbols: --where names them, from /d/p.debug", "" },
		{ true, false, false, "", FINDING_LIMITED, "p has symbols, but no lines: --where names functions",
		  "build it with -g, which does not change the code" },
		{ false, false, false, "", FINDING_NO, "p has no symbols and no lines: --where names nothing in it",
		  "build it with -g, which does not change the code, and do not strip it" },
		{ false, false, true, "", FINDING_NO, "p has no symbols and no lines: --where names nothing in it",
		  "install the package with its debug symbols (-dbgsym, -debuginfo)" },
	};
	struct debug_info info;
	struct patient p;

	(void)state;
	patient_make(&p);
	p.facts.program = &info;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		info = (struct debug_info){
			.name = "p", .has_symbols = cases[i].symbols, .has_lines = cases[i].lines,
			.is_packaged = cases[i].packaged,
		};
		str_add(&info.separate, cases[i].separate);
		diagnose(&p);
		expect(&p, "program", 0, cases[i].status, cases[i].what, "", cases[i].remedy);
		expect(&p, "valgrind", 0, FINDING_NO, "not installed",
		       "with it -e valgrind/instructions/ counts exactly, without counters",
		       "install the package valgrind");
		str_release(&info.separate);
	}
	info = (struct debug_info){ .name = "p" };
	str_add(&info.interpreter, "$(odd)");	/* no command for a shell */
	diagnose(&p);
	expect(&p, "program", 0, FINDING_LIMITED,
	       "p is a script: --where names lines of $(odd), which runs it", "", "");
	str_release(&info.interpreter);
	findings_release(&p.findings);
}

/* Control characters in names of the machine are shown as escapes, newlines too. */
static void two_views(void **state)
{
	struct str text = {0}, json = {0};
	struct patient p;

	(void)state;
	patient_make(&p);
	p.host.cpu = name_of("Evil \x1b[2J CPU");
	diagnose(&p);
	findings_text(&text, &p.findings, &p.host, 0);
	assert_null(strchr(text.text, '\x1b'));
	assert_non_null(strstr(text.text, "Evil \\x1b[2J CPU, 2 CPUs\nThe default events can be counted.\n"));
	for (const char *line = text.text; *line; line += strcspn(line, "\n") + 1)
		assert_true(strcspn(line, "\n") <= 80);
	findings_json(&json, &p.findings, &p.host, "9.9");
	assert_null(strchr(json.text, '\x1b'));
	assert_non_null(strstr(json.text, "\"version\": \"9.9\""));
	assert_non_null(strstr(json.text, "\"countable\": true"));
	str_release(&text);
	str_release(&json);
	findings_release(&p.findings);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rights),
		cmocka_unit_test(well),
		cmocka_unit_test(ill),
		cmocka_unit_test(program),
		cmocka_unit_test(two_views),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
