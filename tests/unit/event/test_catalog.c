/* SPDX-License-Identifier: MIT */
/* Tests lookups in the catalog: names, order, and which source wins if two have the same name. */
#include "test.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "event/vendor/catalog.h"
#include "event/vendor/catalog_load.h"
#include "host/cpuid.h"
#include "made_root.h"

struct fixture {
	struct root root;
	struct catalog_opts opts;
	struct catalog catalog;
	struct notes notes;
	struct error err;
};

static void begin(struct fixture *f, const char *cpuid)
{
	*f = (struct fixture){ .err = ERROR_INIT, .opts = { .cpuid = cpuid } };
	root_make(&f->root);
	catalog_init(&f->catalog, &f->opts, &f->root.fs);
}

static void load(struct fixture *f)
{
	if (catalog_load(&f->catalog, &f->notes, &f->err) < 0)
		fail_msg("%s", f->err.message);
	assert_int_equal(f->notes.n, 0);
}

static void setup(struct fixture *f, const char *cpuid)
{
	begin(f, cpuid);
	load(f);
}

static void teardown(struct fixture *f)
{
	catalog_release(&f->catalog);
	catalog_release(&f->catalog);
	notes_release(&f->notes);
	root_remove(&f->root);
}

static void nothing_is_known(void **state)
{
	struct catalog empty = {0};
	struct catalog_event e;
	struct catalog_metric m;
	struct catalog_format format;
	struct fixture f;
	size_t cursor = 0;

	(void)state;
	catalog_release(&empty);
	setup(&f, NULL);		/* a machine that does not say what it is */
	assert_null(f.catalog.cpuid);
	assert_string_equal(catalog_model(&f.catalog), "");
	assert_int_equal(catalog_find_events(&f.catalog, NULL, "inst_retired.any", &e, 1), 0);
	assert_false(catalog_find_metric(&f.catalog, "tma_retiring", &m));
	assert_false(catalog_next_event(&f.catalog, &cursor, &e));
	assert_false(catalog_next_metric(&f.catalog, &cursor, &m));
	assert_false(catalog_next_format(&f.catalog, &cursor, &format));
	teardown(&f);
}

static void model_of_the_machine(void **state)
{
	struct fixture f;

	(void)state;
	begin(&f, NULL);
	root_put(&f.root, "proc/cpuinfo", "vendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t: 2\nstepping\t: 1\n");
	load(&f);
	assert_string_equal(f.catalog.cpuid, "AuthenticAMD-26-2-1");
	assert_string_equal(catalog_model(&f.catalog), "amdzen5");
	teardown(&f);
}

static void events_by_name(void **state)
{
	static const struct { const char *cpuid, *unit, *name; size_t n; const char *want; } cases[] = {
		{ "AuthenticAMD-26-2-1", NULL, "l2_request_g1.all_no_prefetch", 1, "cpu/event=0x60,umask=0xf1/" },
		{ "AuthenticAMD-26-2-1", NULL, "L2_Request_G1.ALL_no_prefetch", 1, "cpu/event=0x60,umask=0xf1/" },
		{ "AuthenticAMD-26-2-1", NULL, "l2_request_g1.all_no_prefetc", 0, NULL },
		{ "AuthenticAMD-26-2-1", NULL, "", 0, NULL },
		{ "AuthenticAMD-26-2-1", NULL, "zzz", 0, NULL },
		{ "AuthenticAMD-26-2-1", NULL, "umc_cas_cmd.rd", 1, "amd_umc/event=0xa,rdwrmask=0x1/" },
		{ "GenuineIntel-6-97-2", NULL, "inst_retired.any", 2, "cpu_atom/event=0xc0/" },
		{ "GenuineIntel-6-97-2", "cpu_core", "INST_RETIRED.ANY", 1, "cpu_core/event=0xc0/" },
		{ "GenuineIntel-6-97-2", "uncore_arb", "INST_RETIRED.ANY", 0, NULL },
		{ "GenuineIntel-6-8F-8", NULL, "UNC_M_CLOCKTICKS", 1, "uncore_imc/event=0x1,umask=0x1/" },
		{ "GenuineIntel-6-8F-8", NULL, "frontend_retired.dsb_miss", 1,
		  "cpu/event=0xc6,umask=0x1,frontend=0x11/" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct catalog_event e[4];
		struct fixture f;
		char text[128];

		setup(&f, cases[i].cpuid);
		if (catalog_find_events(&f.catalog, cases[i].unit, cases[i].name, e, 4) != cases[i].n)
			fail_msg("not %zu times: %s", cases[i].n, cases[i].name);
		if (cases[i].n) {
			snprintf(text, sizeof(text), "%s/%s/", e[0].unit, e[0].terms);
			assert_string_equal(text, cases[i].want);
		}
		teardown(&f);
	}
}

static void no_more_than_asked_for(void **state)
{
	struct catalog_event e[2] = { { .name = "untouched" }, { .name = "untouched" } };
	struct fixture f;

	(void)state;
	setup(&f, "GenuineIntel-6-97-2");
	assert_int_equal(catalog_find_events(&f.catalog, NULL, "inst_retired.any", e, 1), 1);
	assert_string_equal(e[1].name, "untouched");
	teardown(&f);
}

static void what_is_said_of_events(void **state)
{
	struct catalog_event e;
	struct fixture f;

	(void)state;
	setup(&f, "GenuineIntel-6-55-7");
	assert_int_equal(catalog_find_events(&f.catalog, NULL, "llc_misses.mem_read", &e, 1), 1);
	assert_string_equal(e.scale_unit, "64Bytes");
	assert_string_equal(e.topic, "uncore-memory");
	assert_true(e.per_package && !e.deprecated && !*e.summary && !*e.detail);
	assert_int_equal(catalog_find_events(&f.catalog, NULL, "llc_references.streaming_full", &e, 1), 1);
	assert_string_equal(e.terms, "event=0x35,umask=0x21,config1=0x41833");
	teardown(&f);
	setup(&f, "GenuineIntel-6-8F-8");
	assert_int_equal(catalog_find_events(&f.catalog, NULL, "arith.divider_active", &e, 1), 1);
	assert_true(e.deprecated && !e.per_package);
	teardown(&f);
}

static void metrics_by_name(void **state)
{
	struct catalog_metric m;
	struct fixture f;

	(void)state;
	setup(&f, "GenuineIntel-6-8F-8");
	assert_true(catalog_find_metric(&f.catalog, "TMA_Retiring", &m));
	assert_string_equal(m.name, "tma_retiring");
	assert_string_equal(m.scale_unit, "100%");
	assert_string_equal(m.default_group, "TopdownL1");
	assert_string_equal(m.no_group, "TopdownL1;Default");
	assert_string_equal(m.unit, "");
	assert_true(strstr(m.threshold, "tma_retiring > ") && strstr(m.expr, "topdown\\-retiring"));
	assert_false(catalog_find_metric(&f.catalog, "tma_retirin", &m));
	teardown(&f);
	setup(&f, "GenuineIntel-6-97-2");
	assert_true(catalog_find_metric(&f.catalog, "tma_retiring", &m));
	assert_true(strncmp(m.unit, "cpu_", 4) == 0);
	teardown(&f);
}

/* In the order of names, and each is found by its own; a metric of a second kind of core is behind the first. */
static void one_after_the_other(void **state)
{
	static const char *const cpuids[] = { "GenuineIntel-6-8F-8", "GenuineIntel-6-97-2", "AuthenticAMD-25-11-1" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cpuids); i++) {
		struct catalog_event e, again;
		struct catalog_metric m, same;
		struct fixture f;
		char last[200] = "", last_unit[40] = "";

		setup(&f, cpuids[i]);
		for (size_t cursor = 0; catalog_next_event(&f.catalog, &cursor, &e);) {
			char here[200];

			snprintf(here, sizeof(here), "%s %s", e.name, e.unit);
			if (strcmp(last, here) >= 0)
				fail_msg("%s is before %s", last, here);
			memcpy(last, here, sizeof(last));
			assert_int_equal(catalog_find_events(&f.catalog, e.unit, e.name, &again, 1), 1);
			assert_ptr_equal(again.terms, e.terms);
		}
		last[0] = '\0';
		for (size_t cursor = 0; catalog_next_metric(&f.catalog, &cursor, &m);) {
			assert_true(catalog_find_metric(&f.catalog, m.name, &same));
			assert_true(str_casecmp(same.name, m.name) == 0 && strcmp(same.unit, m.unit) <= 0);
			assert_true(str_casecmp(last, m.name) != 0 || strcmp(last_unit, m.unit) < 0);
			snprintf(last, sizeof(last), "%s", m.name);
			snprintf(last_unit, sizeof(last_unit), "%s", m.unit);
		}
		teardown(&f);
	}
}

static void later_ones_win(void **state)
{
	static const struct catalog_event events[] = {
		{ .name = "L2_Request_G1.All_No_Prefetch", .unit = "cpu", .terms = "event=0x1", .summary = "mine" },
		{ .name = "twice", .unit = "cpu", .terms = "event=0x2" },
		{ .name = "TWICE", .unit = "cpu", .terms = "event=0x3" },
		{ .name = "twice", .unit = "amd_l3", .terms = "event=0x4" },
		{ .name = "aaa", .unit = "cpu", .terms = "event=0x5" },
		{ .name = "zzz", .unit = "cpu" },
	};
	static const char *const define[] = { "PipelineL1=1", "mpki=1000*a/b", "mpki=2 = 3" };
	struct catalog_event e[4];
	struct catalog_metric m;
	struct fixture f;
	size_t n = 0, twice = 0;

	(void)state;
	begin(&f, "AuthenticAMD-26-2-1");
	f.opts.define = define;
	f.opts.n_defines = COUNT_OF(define);
	for (size_t i = 0; i < COUNT_OF(events); i++)
		catalog_add_event(&f.catalog, &events[i]);
	load(&f);
	load(&f);		/* the second time there is nothing to do */
	assert_int_equal(catalog_find_events(&f.catalog, NULL, "l2_request_g1.all_no_prefetch", e, 4), 1);
	assert_string_equal(e[0].name, "l2_request_g1.all_no_prefetch");
	assert_string_equal(e[0].terms, "event=0x1");
	assert_string_equal(e[0].summary, "mine");
	assert_int_equal(catalog_find_events(&f.catalog, NULL, "twice", e, 4), 2);
	assert_int_equal(catalog_find_events(&f.catalog, "cpu", "twice", e, 4), 1);
	assert_string_equal(e[0].terms, "event=0x3");
	for (size_t cursor = 0; catalog_next_event(&f.catalog, &cursor, &e[0]); n++)
		twice += strcmp(e[0].name, "twice") == 0;
	assert_int_equal(n, 603 + 4);
	assert_int_equal(twice, 2);
	assert_true(catalog_find_metric(&f.catalog, "MPKI", &m));
	assert_string_equal(m.expr, "2 = 3");
	assert_string_equal(m.groups, "");
	assert_true(catalog_find_metric(&f.catalog, "pipelinel1", &m));
	assert_string_equal(m.expr, "1");
	n = 0;
	for (size_t cursor = 0; catalog_next_metric(&f.catalog, &cursor, &m);)
		n++;
	assert_int_equal(n, 77 + 2);
	teardown(&f);
}

static const char *model_of_cpu(const char *cpuid)
{
	static char model[64];
	struct error err = ERROR_INIT;
	struct catalog c = { .cpuid = cpuid_parse(cpuid, &err) };

	assert_non_null(c.cpuid);
	catalog_use_tables(&c);
	snprintf(model, sizeof(model), "%s", catalog_model(&c));
	catalog_release(&c);
	return model;
}

/* Ids of CPUs that were sold. */
static const struct { const char *cpuid, *model; } known_cpus[] = {
	{ "GenuineIntel-6-1A-5", "nehalemep" },
	{ "GenuineIntel-6-1E-5", "nehalemep" },
	{ "GenuineIntel-6-2E-6", "nehalemex" },
	{ "GenuineIntel-6-25-2", "westmereep-sp" },
	{ "GenuineIntel-6-2C-2", "westmereep-dp" },
	{ "GenuineIntel-6-2F-2", "westmereex" },
	{ "GenuineIntel-6-1C-A", "bonnell" },
	{ "GenuineIntel-6-2A-7", "sandybridge" },
	{ "GenuineIntel-6-2D-7", "jaketown" },
	{ "GenuineIntel-6-3A-9", "ivybridge" },
	{ "GenuineIntel-6-3E-4", "ivytown" },
	{ "GenuineIntel-6-3C-3", "haswell" },
	{ "GenuineIntel-6-46-1", "haswell" },
	{ "GenuineIntel-6-3F-2", "haswellx" },
	{ "GenuineIntel-6-3D-4", "broadwell" },
	{ "GenuineIntel-6-56-3", "broadwellde" },
	{ "GenuineIntel-6-4F-1", "broadwellx" },
	{ "GenuineIntel-6-4E-3", "skylake" },
	{ "GenuineIntel-6-9E-A", "skylake" },
	{ "GenuineIntel-6-A5-2", "skylake" },
	{ "GenuineIntel-6-55-4", "skylakex" },
	{ "GenuineIntel-6-55-7", "cascadelakex" },
	{ "GenuineIntel-6-55-B", "cascadelakex" },
	{ "GenuineIntel-6-57-1", "knightslanding" },
	{ "GenuineIntel-6-85-0", "knightslanding" },
	{ "GenuineIntel-6-37-8", "silvermont" },
	{ "GenuineIntel-6-4C-4", "silvermont" },
	{ "GenuineIntel-6-5C-9", "goldmont" },
	{ "GenuineIntel-6-5F-1", "goldmont" },
	{ "GenuineIntel-6-7A-8", "goldmontplus" },
	{ "GenuineIntel-6-86-5", "snowridgex" },
	{ "GenuineIntel-6-96-1", "elkhartlake" },
	{ "GenuineIntel-6-9C-0", "elkhartlake" },
	{ "GenuineIntel-6-7E-5", "icelake" },
	{ "GenuineIntel-6-6A-6", "icelakex" },
	{ "GenuineIntel-6-6C-1", "icelakex" },
	{ "GenuineIntel-6-8C-1", "tigerlake" },
	{ "GenuineIntel-6-A7-1", "rocketlake" },
	{ "GenuineIntel-6-97-2", "alderlake" },
	{ "GenuineIntel-6-B7-1", "alderlake" },
	{ "GenuineIntel-6-BE-0", "alderlaken" },
	{ "GenuineIntel-6-8F-8", "sapphirerapids" },
	{ "GenuineIntel-6-CF-2", "emeraldrapids" },
	{ "GenuineIntel-6-AA-4", "meteorlake" },
	{ "GenuineIntel-6-B5-0", "meteorlake" },
	{ "GenuineIntel-6-AD-1", "graniterapids" },
	{ "GenuineIntel-6-AE-1", "graniterapids" },
	{ "GenuineIntel-6-AF-3", "sierraforest" },
	{ "GenuineIntel-6-B6-0", "grandridge" },
	{ "GenuineIntel-6-BD-1", "lunarlake" },
	{ "GenuineIntel-6-C5-2", "arrowlake" },
	{ "GenuineIntel-6-C6-2", "arrowlake" },
	{ "GenuineIntel-6-CC-2", "pantherlake" },
	{ "GenuineIntel-6-D5-0", "pantherlake" },
	{ "GenuineIntel-6-DD-0", "clearwaterforest" },
	{ "GenuineIntel-18-1-0", "novalake" },
	{ "GenuineIntel-18-3-0", "novalake" },
	{ "AuthenticAMD-23-1-1", "amdzen1" },
	{ "AuthenticAMD-23-8-2", "amdzen1" },
	{ "AuthenticAMD-23-18-1", "amdzen1" },
	{ "AuthenticAMD-23-20-1", "amdzen1" },
	{ "AuthenticAMD-23-31-0", "amdzen2" },
	{ "AuthenticAMD-23-60-1", "amdzen2" },
	{ "AuthenticAMD-23-71-0", "amdzen2" },
	{ "AuthenticAMD-23-90-2", "amdzen2" },
	{ "AuthenticAMD-23-A0-0", "amdzen2" },
	{ "AuthenticAMD-25-1-1", "amdzen3" },
	{ "AuthenticAMD-25-8-2", "amdzen3" },
	{ "AuthenticAMD-25-21-2", "amdzen3" },
	{ "AuthenticAMD-25-30-0", "amdzen3" },
	{ "AuthenticAMD-25-44-1", "amdzen3" },
	{ "AuthenticAMD-25-50-0", "amdzen3" },
	{ "AuthenticAMD-25-11-1", "amdzen4" },
	{ "AuthenticAMD-25-18-1", "amdzen4" },
	{ "AuthenticAMD-25-61-2", "amdzen4" },
	{ "AuthenticAMD-25-74-1", "amdzen4" },
	{ "AuthenticAMD-25-A0-2", "amdzen4" },
	{ "AuthenticAMD-26-2-1", "amdzen5" },
	{ "AuthenticAMD-26-11-0", "amdzen5" },
	{ "AuthenticAMD-26-24-0", "amdzen5" },
	{ "AuthenticAMD-26-44-0", "amdzen5" },
	{ "AuthenticAMD-26-70-0", "amdzen5" },
	{ "AuthenticAMD-26-50-0", "amdzen6" },
	{ "AuthenticAMD-26-90-0", "amdzen6" },
	{ "AuthenticAMD-26-C0-0", "amdzen6" },
	{ "0x00000000410fd034", "cortex-a53" },
	{ "0x00000000411fd072", "cortex-a72" },
	{ "0x00000000410fd083", "cortex-a72" },
	{ "0x00000000413fd0c1", "neoverse-n1" },
	{ "0x00000000411fd401", "neoverse-v1" },
	{ "0x00000000410fd493", "neoverse-n2-v2" },
	{ "0x00000000410fd4f1", "neoverse-n2-v2" },
	{ "0x00000000410fd831", "neoverse-v3" },
	{ "0x00000000410fd8e0", "neoverse-n3" },
	{ "0x00000000431f0af1", "thunderx2" },
	{ "0x00000000461f0010", "a64fx" },
	{ "0x00000000460f0030", "monaka" },
	{ "0x00000000481fd010", "hip08" },
	{ "0x00000000503f0002", "emag" },
	{ "0x00000000c00fac30", "ampereone" },
	{ "0x00000000c00fac41", "ampereonex" },
	{ "0x000000004e0f0100", "t410" },
	{ "0x004d0200", "power8" },
	{ "0x004b0201", "power8" },
	{ "0x004e1203", "power9" },
	{ "0x00800200", "power10" },
	{ "0x00820200", "power10" },
	{ "0x489-0x8000000000000007-0x4210427", "sifive-u74" },
	{ "0x5b7-0x0-0x0", "thead-c900" },
	{ "IBM,2964,702,N96,3.5,002f", "cf_z13" },
	{ "IBM,8561,704,T01,3.6,002f", "cf_z15" },
	{ "IBM,3931,704,A01,3.7,002f", "cf_z16" },
	{ "IBM,9175,701,ME1,3.8,002f", "cf_z17" },
};

/* And of those that no table is for, neighbours of known ones most of all. */
static const char *const unknown_cpus[] = {
	"GenuineIntel-6-F-B",
	"GenuineIntel-6-17-A",
	"GenuineIntel-6-D-8",
	"GenuineIntel-6-D7-0",
	"GenuineIntel-6-970-1",
	"GenuineIntel-15-6-5",
	"GenuineIntel-18-2-0",
	"GenuineIntel-19-1-0",
	"AuthenticAMD-15-4B-2",
	"AuthenticAMD-21-2-0",
	"AuthenticAMD-23-80-0",
	"AuthenticAMD-23-B0-0",
	"AuthenticAMD-25-B0-0",
	"AuthenticAMD-26-30-0",
	"AuthenticAMD-26-B0-0",
	"AuthenticAMD-26-D0-0",
	"AuthenticAMD-26-100-0",
	"AuthenticAMD-27-0-0",
	"HygonGenuine-24-1-1",
	"CentaurHauls-7-3B-0",
	"0x00000000610f0220",
	"0x00000000510f8000",
	"0x00000000410fd000",
	"0x00000000410fc070",
	"0x00000000480fd020",
	"0x003f0201",
	"0x00830200",
	"0x00ffffff",
	"0x489-0x1-0x0",
	"0x5b7-0x0-0x1",
	"0x0-0x0-0x0",
	"IBM,1234,702,N96,3.5,002f",
	"IBM,2964",
};

static void models_of_cpus(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(known_cpus); i++)
		if (strcmp(model_of_cpu(known_cpus[i].cpuid), known_cpus[i].model) != 0)
			fail_msg("%s is %s", known_cpus[i].cpuid, model_of_cpu(known_cpus[i].cpuid));
	for (size_t i = 0; i < COUNT_OF(unknown_cpus); i++)
		if (*model_of_cpu(unknown_cpus[i]))
			fail_msg("%s is %s", unknown_cpus[i], model_of_cpu(unknown_cpus[i]));
}

/* Whatever the unit of the table's. */
static void a_definition_hides_the_table(void **state)
{
	static const char *const define[] = { "tma_retiring=1" };
	struct catalog_metric m;
	struct fixture f;
	size_t n = 0;

	(void)state;
	begin(&f, "GenuineIntel-6-97-2");
	f.opts.define = define;
	f.opts.n_defines = 1;
	load(&f);
	for (size_t cursor = 0; catalog_next_metric(&f.catalog, &cursor, &m);)
		n += strcmp(m.name, "tma_retiring") == 0;
	assert_int_equal(n, 1);
	assert_true(catalog_find_metric(&f.catalog, "tma_retiring", &m));
	assert_string_equal(m.expr, "1");
	teardown(&f);
}

static void formats(void **state)
{
	static const struct { const char *cpuid, *term; int32_t type; const char *bits; } cases[] = {
		{ "GenuineIntel-6-8F-8", "cpu/cmask", 4, "config:24-31" },
		{ "GenuineIntel-6-8F-8", "cpu/any", 0, NULL },
		{ "GenuineIntel-6-55-4", "cpu/any", 4, "config:21" },
		{ "AuthenticAMD-25-11-1", "amd_l3/sliceid", -1, "config:48-50" },
		{ "0x00000000410fd0c0", "armv8_pmuv3_0/event", -1, "config:0-15" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct catalog_format format;
		struct fixture f;
		bool found = false;
		char term[64];

		setup(&f, cases[i].cpuid);
		for (size_t cursor = 0; !found && catalog_next_format(&f.catalog, &cursor, &format);) {
			snprintf(term, sizeof(term), "%s/%s", format.pmu, format.term);
			found = strcmp(term, cases[i].term) == 0;
		}
		assert_true(found == (cases[i].bits != NULL));
		if (found) {
			assert_string_equal(format.bits, cases[i].bits);
			assert_int_equal(format.type, cases[i].type);
		}
		teardown(&f);
	}
}

static void errors(void **state)
{
	static const struct { const char *cpuid, *define, *want, *hint; } cases[] = {
		{ "Foo-1-2-3", NULL, "no events are known for CPU 'Foo-1-2-3'", "PSTAT_CPUID names it" },
		{ "0x1", NULL, "no events are known for CPU '0x00000001'", "PSTAT_CPUID names it" },
		{ "foo", NULL, "'foo' is not a CPU id", "examples are" },
		{ NULL, "name", "'name' defines no metric", "a definition is name=expression" },
		{ NULL, "=1", "'=1' defines no metric", NULL },
		{ NULL, "name=", "'name=' defines no metric", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		begin(&f, cases[i].cpuid);
		f.opts.define = &cases[i].define;
		f.opts.n_defines = cases[i].define != NULL;
		assert_int_equal(catalog_load(&f.catalog, &f.notes, &f.err), -1);
		assert_string_equal(f.err.message, cases[i].want);
		if (cases[i].hint)
			assert_true(strncmp(f.err.hint, cases[i].hint, strlen(cases[i].hint)) == 0);
		teardown(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_known),
		cmocka_unit_test(model_of_the_machine),
		cmocka_unit_test(events_by_name),
		cmocka_unit_test(no_more_than_asked_for),
		cmocka_unit_test(what_is_said_of_events),
		cmocka_unit_test(metrics_by_name),
		cmocka_unit_test(one_after_the_other),
		cmocka_unit_test(later_ones_win),
		cmocka_unit_test(models_of_cpus),
		cmocka_unit_test(a_definition_hides_the_table),
		cmocka_unit_test(formats),
		cmocka_unit_test(errors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
