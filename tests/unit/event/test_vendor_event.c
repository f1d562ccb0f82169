/* SPDX-License-Identifier: MIT */
/* Tests vendors' event names on small machines made of files. */
#include "test.h"

#include "event/event.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "event/vendor/catalog.h"
#include "event/vendor/catalog_load.h"
#include "event/vendor/catalog_pmu.h"
#include "event/vendor_event.h"
#include "host/machine.h"
#include "made_root.h"

enum machine_kind { ZEN, HYBRID, SERVER, BARE, ASSUMED, ASSUMED_HYBRID };

struct file { const char *path, *text; };

#define CPUINFO(vendor, family, model, stepping) \
	"vendor_id\t: " vendor "\ncpu family\t: " family "\nmodel\t\t: " model "\nstepping\t: " stepping "\n"
#define ZEN5 CPUINFO("AuthenticAMD", "26", "2", "1")

static const struct file zen[] = {
	{ "proc/cpuinfo", ZEN5 },
	{ PMU_DIR "cpu/type", "4\n" },
	{ PMU_DIR "cpu/format/event", "config:0-7,32-35\n" },	{ PMU_DIR "cpu/format/umask", "config:8-15\n" },
	{ PMU_DIR "cpu/format/cmask", "config:24-31\n" },
	/* the kernel's own event of a name that the table has, too */
	{ PMU_DIR "cpu/events/bp_de_redirect", "event=0x77\n" },
	{ PMU_DIR "amd_umc_0/type", "20\n" },			{ PMU_DIR "amd_umc_0/cpumask", "0\n" },
	{ PMU_DIR "amd_umc_0/format/event", "config:0-7\n" },	{ PMU_DIR "amd_umc_0/format/rdwrmask", "config:8-9\n" },
	{ PMU_DIR "amd_umc_1/type", "21\n" },			{ PMU_DIR "amd_umc_1/cpumask", "0\n" },
	{ PMU_DIR "amd_umc_1/format/event", "config:0-7\n" },	{ PMU_DIR "amd_umc_1/format/rdwrmask", "config:8-9\n" },
	{ PMU_DIR "amd_df/type", "22\n" },			{ PMU_DIR "amd_df/cpumask", "0\n" },
	{ PMU_DIR "amd_df/format/event", "config:0-7\n" },
	{ NULL, NULL },
}, hybrid[] = {
	{ "proc/cpuinfo", CPUINFO("GenuineIntel", "6", "151", "2") },
	{ PMU_DIR "cpu_atom/type", "10\n" },			{ PMU_DIR "cpu_atom/cpus", "4-7\n" },
	{ PMU_DIR "cpu_atom/format/event", "config:0-7\n" },	{ PMU_DIR "cpu_atom/format/umask", "config:8-15\n" },
	{ PMU_DIR "cpu_core/type", "4\n" },			{ PMU_DIR "cpu_core/cpus", "0-3\n" },
	{ PMU_DIR "cpu_core/format/event", "config:0-7\n" },	{ PMU_DIR "cpu_core/format/umask", "config:8-15\n" },
	{ PMU_DIR "cpu_core/format/cmask", "config:24-31\n" },
	{ NULL, NULL },
}, server[] = {
	{ "proc/cpuinfo", CPUINFO("GenuineIntel", "6", "85", "7") },
	{ PMU_DIR "cpu/type", "4\n" },
	{ PMU_DIR "cpu/format/event", "config:0-7\n" },		{ PMU_DIR "cpu/format/umask", "config:8-15\n" },
	{ PMU_DIR "cpu/format/cmask", "config:24-31\n" },	{ PMU_DIR "cpu/format/offcore_rsp", "config1:0-63\n" },
	{ PMU_DIR "cpu/format/ldlat", "config1:0-15\n" },
	{ PMU_DIR "uncore_imc_0/type", "20\n" },		{ PMU_DIR "uncore_imc_0/cpumask", "0,4\n" },
	{ PMU_DIR "uncore_imc_0/format/event", "config:0-7\n" }, { PMU_DIR "uncore_imc_0/format/umask", "config:8-15\n" },
	{ PMU_DIR "uncore_imc_1/type", "21\n" },		{ PMU_DIR "uncore_imc_1/cpumask", "0,4\n" },
	{ PMU_DIR "uncore_imc_1/format/event", "config:0-7\n" }, { PMU_DIR "uncore_imc_1/format/umask", "config:8-15\n" },
	{ PMU_DIR "uncore_imc_free_running/type", "22\n" },
	{ PMU_DIR "uncore_upi_0/type", "23\n" },		{ PMU_DIR "uncore_upi_0/format/event", "config:0-7\n" },
	{ NULL, NULL },
}, bare[] = { { "proc/cpuinfo", ZEN5 }, { NULL, NULL } };

struct fixture {
	struct root root;
	struct machine machine;
	struct catalog_opts catalog_opts;
	struct catalog catalog;
	struct specs specs;
	struct events events;
	struct notes notes;
	struct error err;
};

static void setup(struct fixture *f, enum machine_kind kind)
{
	static const struct file *const files[] = { zen, hybrid, server, bare, zen, zen };
	static const char *const cpuids[] = { NULL, NULL, NULL, NULL, "GenuineIntel-6-8F-8", "GenuineIntel-6-97-2" };

	*f = (struct fixture){ .err = ERROR_INIT, .catalog_opts = { .cpuid = cpuids[kind] } };
	root_make(&f->root);
	for (const struct file *file = files[kind]; file->path; file++)
		root_put(&f->root, file->path, file->text);
	machine_load(&f->machine, &f->root.fs);
	catalog_init(&f->catalog, &f->catalog_opts, &f->root.fs);
	if (!cpuids[kind])
		return;
	assert_int_equal(catalog_load(&f->catalog, &f->notes, &f->err), 0);
	catalog_pmu_assume(&f->machine.pmus, &f->catalog);
}

static void teardown(struct fixture *f)
{
	events_release(&f->events);
	specs_release(&f->specs);
	notes_release(&f->notes);
	catalog_release(&f->catalog);
	machine_release(&f->machine);
	root_remove(&f->root);
}

static int resolve(struct fixture *f, const char *text, const struct event_opts *o)
{
	struct event_opts opts = o ? *o : (struct event_opts){0};

	opts.catalog = &f->catalog;
	events_release(&f->events);
	specs_release(&f->specs);
	f->err = (struct error)ERROR_INIT;
	if (specs_parse(&f->specs, text, NULL, &f->err) < 0)
		return -1;
	return events_resolve(&f->events, &f->specs, &f->machine, &opts, &f->notes, &f->err);
}

/* "name type:config[,config1] what else there is" of each event. */
static void describe(struct str *out, const struct events *e)
{
	str_reset(out);
	for (size_t i = 0; i < e->n; i++) {
		const struct event *v = &e->event[i];
		const struct perf_event_attr *a = &v->attr.head;

		str_addf(out, "%s %d:%llx", v->name, (int)a->type, (unsigned long long)a->config);
		if (a->config1)
			str_addf(out, ",%llx", (unsigned long long)a->config1);
		if (a->exclude_kernel)
			str_add(out, " u");
		if (v->unit[0])
			str_addf(out, " %g%s", v->scale, v->unit);
		if (v->flags & EVENT_PER_PACKAGE)
			str_add(out, " per-pkg");
		if (v->row != (int)i)
			str_addf(out, " =%d", v->row);
		str_add(out, "; ");
	}
}

static void meanings(void **state)
{
	static const struct { enum machine_kind kind; const char *text, *want; } cases[] = {
		{ ZEN, "l2_request_g1.all_no_prefetch", "l2_request_g1.all_no_prefetch 4:f160; " },
		{ ZEN, "L2_REQUEST_G1.All_No_Prefetch:u", "L2_REQUEST_G1.All_No_Prefetch:u 4:f160 u; " },
		{ ZEN, "cpu/l2_request_g1.all_no_prefetch,cmask=1/u",
		  "cpu/l2_request_g1.all_no_prefetch,cmask=1/u 4:100f160 u; " },
		{ ZEN, "cpu/L2_REQUEST_G1.ALL_NO_PREFETCH,name=x/", "x 4:f160; " },
		/* what the kernel names comes first, and fields of the PMU, and generic events */
		{ ZEN, "bp_de_redirect", "bp_de_redirect 4:77; " },
		{ ZEN, "cpu/bp_de_redirect/", "cpu/bp_de_redirect/ 4:77; " },
		{ ZEN, "cpu/cycles/", "cpu/cycles/ 0:0; " },
		/* each PMU of the unit; one row */
		{ ZEN, "umc_cas_cmd.rd", "umc_cas_cmd.rd 20:10a per-pkg; umc_cas_cmd.rd 21:10a per-pkg =0; " },
		{ ZEN, "amd_umc/umc_cas_cmd.wr/",
		  "amd_umc/umc_cas_cmd.wr/ 20:20a per-pkg; amd_umc/umc_cas_cmd.wr/ 21:20a per-pkg =0; " },
		{ ZEN, "amd_umc_1/UMC_CAS_CMD.WR/", "amd_umc_1/UMC_CAS_CMD.WR/ 21:20a per-pkg; " },
		/* with terms of one's own, which are added to its own */
		{ ZEN, "l2_request_g1.all_no_prefetch/cmask=1/u",
		  "l2_request_g1.all_no_prefetch/cmask=1/u 4:100f160 u; " },
		{ ZEN, "L2_REQUEST_G1.ALL_NO_PREFETCH/name=x,cmask=0x2,config1=3/", "x 4:200f160,3; " },
		{ ZEN, "l2_request_g1.all_no_prefetch//", "l2_request_g1.all_no_prefetch// 4:f160; " },
		{ ZEN, "bp_de_redirect/umask=2/", "bp_de_redirect/umask=2/ 4:277; " },
		{ ZEN, "umc_cas_cmd.rd/rdwrmask=2/",
		  "umc_cas_cmd.rd/rdwrmask=2/ 20:30a per-pkg; umc_cas_cmd.rd/rdwrmask=2/ 21:30a per-pkg =0; " },
		/* on the kinds of core that know the term */
		{ HYBRID, "INST_RETIRED.ANY/umask=2/",
		  "cpu_atom/INST_RETIRED.ANY,umask=2/ 10:2c0; cpu_core/INST_RETIRED.ANY,umask=2/ 4:2c0; " },
		{ HYBRID, "INST_RETIRED.ANY/cmask=1/u", "cpu_core/INST_RETIRED.ANY,cmask=1/u 4:10000c0 u; " },
		{ HYBRID, "INST_RETIRED.ANY//", "cpu_atom/INST_RETIRED.ANY/ 10:c0; cpu_core/INST_RETIRED.ANY/ 4:c0; " },
		{ HYBRID, "INST_RETIRED.ANY/umask=2,name=x/", "cpu_atom/x/ 10:2c0; cpu_core/x/ 4:2c0; " },
		{ BARE, "l2_request_g1.all_no_prefetch/cmask=1/", "l2_request_g1.all_no_prefetch/cmask=1/ 4:100f160; " },
		/* what kernels name there, and boxes of which one stands for all */
		{ ASSUMED, "TSC", "TSC -1:0; " }, { ASSUMED, "msr/smi/", "msr/smi/ -1:4; " },
		{ ASSUMED, "topdown-retiring:u", "topdown-retiring:u 4:8000 u; " },
		{ ASSUMED, "cpu/Topdown-Mem-Bound/", "cpu/Topdown-Mem-Bound/ 4:8700; " },
		{ ASSUMED, "cycles-ct", "cycles-ct 4:30000003c; " },
		{ ASSUMED, "cstate_pkg/c6-residency/", "cstate_pkg/c6-residency/ -1:2; " },
		{ ASSUMED, "unc_m_clockticks", "unc_m_clockticks -1:101 per-pkg; " },
		{ ASSUMED, "cha_0/event=1/", "cha_0/event=1/ -1:1; " }, { ASSUMED, "uncore_cha/event=1/", "uncore_cha/event=1/ -1:1; " },
		{ ASSUMED_HYBRID, "topdown-be-bound", "cpu_atom/topdown-be-bound/ -1:74; cpu_core/topdown-be-bound/ 4:8300; " },
		{ ASSUMED_HYBRID, "inst_retired.any/cmask=1/",
		  "cpu_atom/inst_retired.any,cmask=1/ -1:10000c0; cpu_core/inst_retired.any,cmask=1/ 4:10000c0; " },
		{ ZEN, "{l2_request_g1.all_no_prefetch,cycles}", "l2_request_g1.all_no_prefetch 4:f160; cycles 0:0; " },
		{ HYBRID, "INST_RETIRED.ANY", "cpu_atom/INST_RETIRED.ANY/ 10:c0; cpu_core/INST_RETIRED.ANY/ 4:c0; " },
		{ HYBRID, "topdown_be_bound.all", "cpu_atom/topdown_be_bound.all/ 10:74; " },
		{ HYBRID, "cpu_core/inst_retired.any,cmask=2/", "cpu_core/inst_retired.any,cmask=2/ 4:20000c0; " },
		{ SERVER, "llc_misses.mem_read", "llc_misses.mem_read 20:304 64Bytes per-pkg; "
						"llc_misses.mem_read 21:304 64Bytes per-pkg =0; " },
		{ SERVER, "imc/llc_misses.mem_read/u", "imc/llc_misses.mem_read/u 20:304 u 64Bytes per-pkg; "
						      "imc/llc_misses.mem_read/u 21:304 u 64Bytes per-pkg =0; " },
		{ SERVER, "mem_trans_retired.load_latency_gt_128", "mem_trans_retired.load_latency_gt_128 4:1cd,80; " },
		{ SERVER, "ocr.all_reads.any_response",
		  "ocr.all_reads.any_response 4:1b7,107f7; " },
		/* the kernel refuses it, as it does cycles */
		{ BARE, "l2_request_g1.all_no_prefetch", "l2_request_g1.all_no_prefetch 4:f160; " },
		{ ASSUMED, "inst_retired.any", "inst_retired.any 4:c0; " },
		{ ASSUMED, "cpu/event=0x1,umask=0x2/,cycles", "cpu/event=0x1,umask=0x2/ 4:201; cycles 0:0; " },
		{ ASSUMED_HYBRID, "inst_retired.any",
		  "cpu_atom/inst_retired.any/ -1:c0; cpu_core/inst_retired.any/ 4:c0; " },
	};
	struct str out = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, cases[i].kind);
		if (resolve(&f, cases[i].text, NULL) < 0)
			fail_msg("'%s': %s", cases[i].text, f.err.message);
		describe(&out, &f.events);
		if (strcmp(out.text, cases[i].want) != 0)
			fail_msg("'%s' is %s and not %s", cases[i].text, out.text, cases[i].want);
		assert_int_equal(f.notes.n, 0);
		teardown(&f);
	}
	str_release(&out);
}

static void options(void **state)
{
	static const struct { enum machine_kind kind; struct event_opts o; const char *text, *want; } cases[] = {
		{ HYBRID, { .cputype = "core" }, "inst_retired.any", "cpu_core/inst_retired.any/ 4:c0; " },
		{ HYBRID, { .hybrid_merge = true }, "inst_retired.any",
		  "inst_retired.any 10:c0; inst_retired.any 4:c0 =0; " },
		{ ZEN, { .no_merge = true, .own_sources = 1 }, "umc_cas_cmd.rd",
		  "umc_cas_cmd.rd [amd_umc_0] 20:10a per-pkg; umc_cas_cmd.rd [amd_umc_1] 21:10a per-pkg; " },
		{ BARE, { .no_merge = true, .own_sources = 1 }, "ls_not_halted_cyc", "ls_not_halted_cyc [cpu] 4:76; " },
	};
	struct str out = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, cases[i].kind);
		if (resolve(&f, cases[i].text, &cases[i].o) < 0)
			fail_msg("'%s': %s", cases[i].text, f.err.message);
		describe(&out, &f.events);
		assert_string_equal(out.text, cases[i].want);
		teardown(&f);
	}
	str_release(&out);
}

static void errors(void **state)
{
	static const struct { enum machine_kind kind; const char *text; int column; const char *want, *hint; } cases[] = {
		{ ZEN, "cs,l2_request_g1.all_no_prefetsch", 3, "unknown event 'l2_request_g1.all_no_prefetsch'",
		  "did you mean 'l2_request_g1.all_no_prefetch'?" },
		{ ZEN, "cpu/l2_request_g1.all_no_prefetsch/", 4,
		  "PMU 'cpu' has no event and no term 'l2_request_g1.all_no_prefetsch'",
		  "did you mean 'l2_request_g1.all_no_prefetch'?" },
		{ ZEN, "cs,l3_xi_sampled_latency.all", 3,
		  "'l3_xi_sampled_latency.all' is an event of PMU 'amd_l3', which this machine does not have",
		  "this CPU may have it, but" },
		{ ZEN, "cpu/umc_cas_cmd.rd/", 4, "PMU 'cpu' has no event and no term 'umc_cas_cmd.rd'",
		  "it is an event of amd_umc" },
		/* a kernel that lacks the field */
		{ SERVER, "upi_data_bandwidth_tx", 0,
		  "event 'upi_data_bandwidth_tx' of PMU 'uncore_upi_0': PMU 'uncore_upi_0' has no event and no "
		  "term 'umask'", NULL },
		{ SERVER, "cpu/frontend_retired.dsb_miss/", 4,
		  "event 'frontend_retired.dsb_miss' of PMU 'cpu': PMU 'cpu' has no event and no term 'frontend'", NULL },
		{ SERVER, "imc/llc_misses.mem_read,llc_misses.mem_write/", 24,
		  "two of the events in 'uncore_imc_0/…/' have a unit", NULL },
		{ HYBRID, "cpu_atom/topdown.slots/", 9, "PMU 'cpu_atom' has no event and no term 'topdown.slots'",
		  "it is an event of cpu_core" },
		{ BARE, "umc_cas_cmd.rd", 0, "'umc_cas_cmd.rd' is an event of PMU 'amd_umc', which this machine does not have",
		  NULL },
		{ BARE, "nosuch", 0, "unknown event 'nosuch'", NULL },
		{ ASSUMED, "cpu/tsc/", 4, "PMU 'cpu' has no event and no term 'tsc'", NULL },
		{ ASSUMED, "cstate_core/c7-residency/", 12, "PMU 'cstate_core' has no event and no term 'c7-residency'", NULL },
		/* those of this machine are not those of the other */
		{ ASSUMED, "amd_df/event=1/", 0, "no PMU and no event 'amd_df' here", NULL },
		/* behind the name of an event, as behind that of a PMU */
		{ ZEN, "cs,l2_request_g1.all_no_prefetch/cmsk=1/", 33, "PMU 'cpu' has no event and no term 'cmsk'",
		  "did you mean 'cmask'?" },
		{ ZEN, "l2_request_g1.all_no_prefetch/cmask=0x100/", 36, "'0x100' is too big for cmask, the maximum is 255", NULL },
		{ ZEN, "l2_request_g1.all_no_prefetch/umask/", 30, "'umask' needs a value, such as umask=0x10", NULL },
		{ ZEN, "bp_de_redirect/nosuch=1/", 15, "PMU 'cpu' has no event and no term 'nosuch'", NULL },
		{ ZEN, "l2_request_g1.all_no_prefetsch/cmask=1/", 0,
		  "no PMU and no event 'l2_request_g1.all_no_prefetsch' here",
		  "did you mean 'l2_request_g1.all_no_prefetch'?" },
		{ ZEN, "l3_xi_sampled_latency.all/umask=1/", 0,
		  "'l3_xi_sampled_latency.all' is an event of PMU 'amd_l3', which this machine does not have", NULL },
		{ HYBRID, "INST_RETIRED.ANY/nosuch=1/", 17, "PMU 'cpu_core' has no event and no term 'nosuch'", NULL },
		{ ASSUMED, "bp_de_redirect", 0, "this CPU has no event 'bp_de_redirect', but others have", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, cases[i].kind);
		assert_int_equal(resolve(&f, cases[i].text, NULL), -1);
		if (strcmp(f.err.message, cases[i].want) != 0)
			fail_msg("'%s': %s", cases[i].text, f.err.message);
		if (f.err.column != cases[i].column)
			fail_msg("'%s' points at %d", cases[i].text, f.err.column);
		if (cases[i].hint && strncmp(f.err.hint, cases[i].hint, strlen(cases[i].hint)) != 0)
			fail_msg("'%s': hint %s", cases[i].text, f.err.hint);
		teardown(&f);
	}
}

/* Who asks for nothing of it does not pay for it. */
static void nothing_is_read_for_other_names(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, ZEN);
	assert_int_equal(resolve(&f, "cycles,cs,bp_de_redirect,r1c0,cpu/event=1,cmask=1/,cpu/cycles/,L1-dcache-loads",
				 NULL), 0);
	assert_false(f.catalog.loaded);
	teardown(&f);
}

static void without_a_catalog(void **state)
{
	static const struct event_opts none;
	struct fixture f;

	(void)state;
	setup(&f, ZEN);
	assert_int_equal(specs_parse(&f.specs, "l2_request_g1.all_no_prefetch", NULL, &f.err), 0);
	assert_int_equal(events_resolve(&f.events, &f.specs, &f.machine, &none, &f.notes, &f.err), -1);
	assert_string_equal(f.err.message, "this CPU has no event 'l2_request_g1.all_no_prefetch', but others have");
	teardown(&f);
}

/* What cannot be read is no reason to know the name. */
static void a_cpu_that_is_none(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, ZEN);
	f.catalog_opts.cpuid = "nonsense";
	assert_int_equal(resolve(&f, "l2_request_g1.all_no_prefetch", NULL), -1);
	assert_string_equal(f.err.message, "'nonsense' is not a CPU id");
	assert_int_equal(resolve(&f, "cpu/l2_request_g1.all_no_prefetch/", NULL), -1);
	assert_string_equal(f.err.message, "'nonsense' is not a CPU id");
	teardown(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(meanings),
		cmocka_unit_test(options),
		cmocka_unit_test(errors),
		cmocka_unit_test(nothing_is_read_for_other_names),
		cmocka_unit_test(without_a_catalog),
		cmocka_unit_test(a_cpu_that_is_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
