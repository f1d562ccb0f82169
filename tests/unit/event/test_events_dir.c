/* SPDX-License-Identifier: MIT */
/* Tests users' folders of events and metrics: the kernel's layout, the vendors', and malformed ones. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "event/vendor/catalog.h"
#include "event/vendor/catalog_load.h"
#include "event/vendor/events_dir.h"

struct fixture {
	char dir[64];
	struct catalog catalog;
	struct catalog_opts opts;
	struct notes notes;
	struct error err;
};

static void write_file(const struct fixture *f, const char *name, const char *text)
{
	char path[256];
	FILE *to;

	for (const char *slash = strchr(name, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(path, sizeof(path), "%s/%.*s", f->dir, (int)(slash - name), name);
		mkdir(path, 0755);
	}
	snprintf(path, sizeof(path), "%s/%s", f->dir, name);
	to = fopen(path, "w");
	assert_non_null(to);
	fputs(text, to);
	fclose(to);
}

/* Whoever opens it waits for a writer. */
static void pipe_file(const struct fixture *f, const char *name)
{
	char path[256];

	snprintf(path, sizeof(path), "%s/%s", f->dir, name);
	assert_int_equal(mkfifo(path, 0600), 0);
}

static void setup(struct fixture *f, const char *cpuid)
{
	*f = (struct fixture){ .dir = "/tmp/pstat-folder-XXXXXX", .err = ERROR_INIT };
	assert_non_null(mkdtemp(f->dir));
	f->opts = (struct catalog_opts){ .cpuid = cpuid, .folder = f->dir };
	catalog_init(&f->catalog, &f->opts, NULL);
}

static void teardown(struct fixture *f)
{
	char command[128];

	catalog_release(&f->catalog);
	notes_release(&f->notes);
	snprintf(command, sizeof(command), "rm -r %s", f->dir);
	assert_int_equal(system(command), 0);
}

/* "name unit terms topic; ..." of all events that came from the folder; metrics by name and expression. */
static void assert_has(const struct fixture *f, const char *events, const char *metrics)
{
	struct str got = {0};

	str_add(&got, "");
	for (size_t i = 0; i < f->catalog.n_events; i++) {
		const struct catalog_event *e = &f->catalog.event[i];

		str_addf(&got, "%s%s %s %s %s%s%s", i ? "; " : "", e->name, e->unit, e->terms, e->topic,
			 e->deprecated ? " old" : "", e->per_package ? " package" : "");
	}
	assert_string_equal(got.text, events);
	str_reset(&got);
	for (size_t i = 0; i < f->catalog.n_metrics; i++) {
		const struct catalog_metric *m = &f->catalog.metric[i];

		str_addf(&got, "%s%s = %s (%s)", i ? "; " : "", m->name, m->expr, m->groups);
	}
	assert_string_equal(got.text, metrics);
	str_release(&got);
}

static void assert_noted(const struct fixture *f, const char *want)
{
	struct str got = {0};

	str_add(&got, "");
	for (size_t i = 0; i < f->notes.n; i++) {
		assert_int_equal(f->notes.note[i].kind, NOTE_EVENTS_FILE);
		assert_int_equal(strncmp(f->notes.note[i].text, f->dir, strlen(f->dir)), 0);
		str_addf(&got, "%s%s", i ? "; " : "", f->notes.note[i].text + strlen(f->dir));
	}
	assert_string_equal(got.text, want);
	str_release(&got);
}

static const char a_file[] = "[ { \"EventName\": \"A.ONE\", \"EventCode\": \"0xB7,0xBB\", \"UMask\": \"0x1\", \"Deprecated\": \"1\" },"
			     "  { \"EventName\": \"a.two\", \"EventCode\": \"0xc0\", \"Unit\": \"CHA\", \"PerPkg\": \"1\" },"
			     "  { \"MetricName\": \"m\", \"MetricExpr\": \"a.one / 2\", \"MetricGroup\": \"G;H\" } ]";

static void the_layout_of_the_kernel(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "GenuineIntel-6-8F-8");
	write_file(&f, "arch/x86/mapfile.csv", "Family-model,Version,Filename,EventType\n"
		   "GenuineIntel-6-8F,v1,mine,core\nGenuineIntel-6-(7[DE]),v1,other,core\n");
	write_file(&f, "arch/x86/mine/cache.json", a_file);
	write_file(&f, "arch/x86/mine/metricgroups.json", "{ \"G\": \"a group\" }");
	write_file(&f, "arch/x86/mine/README", "no JSON");
	write_file(&f, "arch/x86/other/cache.json", "[ { \"EventName\": \"no\", \"EventCode\": \"1\" } ]");
	if (catalog_load(&f.catalog, &f.notes, &f.err) < 0)
		fail_msg("%s", f.err.message);
	assert_has(&f, "a.one cpu event=0xb7,umask=0x1 cache old; a.two uncore_cha event=0xc0 cache package",
		   "m = a.one / 2 (G;H)");
	assert_noted(&f, "");
	assert_string_equal(catalog_group_summary(&f.catalog, "g"), "a group");
	assert_string_equal(catalog_group_summary(&f.catalog, "H"), "");
	teardown(&f);
}

/* What Arm calls so has its code elsewhere; what the CPU says of it is nearer. */
static void standard_events(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "0x00000000410fd0c0");
	write_file(&f, "arch/arm64/mapfile.csv", "#Family-model,Version,Filename,EventType\r\n"
		   "0x00000000410fd0c0,v1,arm/n1,core\r\n");
	write_file(&f, "arch/arm64/common.json", "[ { \"EventCode\": \"0x11\", \"EventName\": \"CPU_CYCLES\","
		   "\"BriefDescription\": \"Cycle\" } ]");
	write_file(&f, "arch/arm64/arm/n1/bus.json", "[ { \"ArchStdEvent\": \"cpu_cycles\", \"BriefDescription\": \"Mine\" },\n"
		   "{ \"ArchStdEvent\": \"NOWHERE\" } ]");
	if (catalog_load(&f.catalog, &f.notes, &f.err) < 0)
		fail_msg("%s", f.err.message);
	assert_has(&f, "cpu_cycles cpu event=0x11 bus", "");
	assert_string_equal(f.catalog.event[0].summary, "Mine");
	assert_noted(&f, "/arch/arm64/arm/n1/bus.json: line 2: there is no standard event 'NOWHERE'");
	teardown(&f);

	setup(&f, "GenuineIntel-6-8F-8");	/* files that no map has are made of each other's events */
	write_file(&f, "a.json", "[ { \"ArchStdEvent\": \"BAR_STD\", \"BriefDescription\": \"mine.\", \"Errata\": \"E1\" } ]");
	write_file(&f, "b.json", "[ { \"EventName\": \"BAR_STD\", \"EventCode\": \"0x11\", \"BriefDescription\": \"theirs\","
		   "\"PublicDescription\": \"more\" },"
		   "{ \"EventName\": \"FOO_STD\", \"EventCode\": \"0x12\", \"BriefDescription\": \"theirs\", \"Errata\": \"null\" } ]");
	if (catalog_load(&f.catalog, &f.notes, &f.err) < 0)
		fail_msg("%s", f.err.message);
	assert_has(&f, "bar_std cpu event=0x11 b; foo_std cpu event=0x12 b", "");
	assert_string_equal(f.catalog.event[1].summary, "theirs");
	assert_noted(&f, "");
	teardown(&f);
}

static void the_layout_of_vendors(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "GenuineIntel-6-8F-8");
	write_file(&f, "mapfile.csv", "Family-model,Version,Filename,EventType,Core Type,Native Model ID,Core Role Name\n"
		   "GenuineIntel-6-8F,V1.35,/SPR/events/spr_core.json,core,,,\n"
		   "GenuineIntel-6-8F,V1.35,/SPR/events/spr_uncore.json,uncore,,,\n"
		   "GenuineIntel-6-8F,V1.35,/SPR/events/gone.json,uncore,,,\n");
	write_file(&f, "SPR/events/spr_core.json", "{ \"Header\": { \"Copyright\": \"c\" }, \"Events\": [ { \"EventName\": \"X.Y\","
		   "\"EventCode\": \"0x2\", \"CounterMask\": \"3\", \"BriefDescription\": \"says\" } ] }");
	write_file(&f, "SPR/events/spr_uncore.json", "{ \"Header\": {}, \"Events\": [] }");
	if (catalog_load(&f.catalog, &f.notes, &f.err) < 0)
		fail_msg("%s", f.err.message);
	assert_has(&f, "x.y cpu event=0x2,cmask=0x3 spr_core", "");
	assert_noted(&f, "/SPR/events/gone.json: No such file or directory");
	teardown(&f);
}

/* A file of such a CPU is about cores of one kind. */
static void kinds_of_cores(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "GenuineIntel-6-97-2");
	write_file(&f, "mapfile.csv", "Family-model,Version,Filename,EventType,Core Type,Native Model ID,Core Role Name\n"
		   "GenuineIntel-6-97,V1.1,/ADL/glc.json,hybridcore,0x40,0x000001,Core\n"
		   "GenuineIntel-6-97,V1.1,/ADL/grt.json,hybridcore,0x20,0x000001,Atom\r\n"
		   "GenuineIntel-6-97,V1.1,/ADL/lp.json,hybridcore,0x20,0x000002,LowPower_Core\n"
		   "GenuineIntel-6-97,V1.1,/ADL/new.json,hybridcore,0x60,0x000001,Muon\n"
		   "GenuineIntel-6-97,V1.1,/ADL/unc.json,uncore,,,\n");
	write_file(&f, "ADL/glc.json", "{\"Events\":[{\"EventCode\":\"0x77\",\"UMask\":\"0x1\",\"EventName\":\"ZZ.CORE\"},"
		   "{\"MetricName\":\"m\",\"MetricExpr\":\"zz.core\"}]}");
	write_file(&f, "ADL/grt.json", "{\"Events\":[{\"EventCode\":\"0x88\",\"UMask\":\"0x1\",\"EventName\":\"ZZ.CORE\"},"
		   "{\"EventCode\":\"0x99\",\"EventName\":\"ZZ.ATOM\"}]}");
	write_file(&f, "ADL/lp.json", "{\"Events\":[{\"EventCode\":\"0x99\",\"EventName\":\"ZZ.LOW\"}]}");
	write_file(&f, "ADL/new.json", "{\"Events\":[{\"EventCode\":\"0x99\",\"EventName\":\"ZZ.NEW\"}]}");
	write_file(&f, "ADL/unc.json", "{\"Events\":[{\"EventCode\":\"0x1\",\"EventName\":\"UNC\",\"Unit\":\"ARB\"}]}");
	if (catalog_load(&f.catalog, &f.notes, &f.err) < 0)
		fail_msg("%s", f.err.message);
	assert_has(&f, "unc uncore_arb event=0x1 unc; zz.atom cpu_atom event=0x99 grt; "
		   "zz.core cpu_atom event=0x88,umask=0x1 grt; zz.core cpu_core event=0x77,umask=0x1 glc; "
		   "zz.low cpu_lowpower event=0x99 lp", "m = zz.core ()");
	assert_string_equal(f.catalog.metric[0].unit, "cpu_core");
	assert_noted(&f, "/mapfile.csv: line 5: no PMU is known for cores 'Muon'");
	teardown(&f);
}

static void maps(void **state)
{
	static const struct { const char *map, *events, *notes; } cases[] = {
		{ "\"GenuineIntel-6-(8F|CF)\",\"V1,2\",\"a.json\",core\n", "one", "" },
		{ "\"GenuineIntel\"-6-8F,\"\"\"\",a.json", "one", "" },
		{ "\n\r\n,,,\n# GenuineIntel\nGenuineIntel-6-8F,V1,a.json", "one", "" },
		{ "GenuineIntel-6-[,V1,a.json\nGenuineIntel-6-8F,V1,a.json\n", "one",
		  "/mapfile.csv: line 1: 'GenuineIntel-6-[' is not a pattern of CPU ids" },
		{ "x\nGenuineIntel-6-8F,V1\n,V1,a.json\n", "",
		  "/mapfile.csv: line 1: it has no third field, which names a file or folder; "
		  "/mapfile.csv: line 2: it has no third field, which names a file or folder; "
		  "/mapfile.csv: line 3: '' is not a pattern of CPU ids; : it has nothing for CPU GenuineIntel-6-8F-8" },
		{ "1\n2\n3\n4\n5\n6\nGenuineIntel-6-8F,V1,a.json", "one",
		  "/mapfile.csv: line 1: it has no third field, which names a file or folder; "
		  "/mapfile.csv: line 2: it has no third field, which names a file or folder; "
		  "/mapfile.csv: line 3: it has no third field, which names a file or folder; "
		  "/mapfile.csv: line 4: it has no third field, which names a file or folder; "
		  "/mapfile.csv: 2 more rows are left out" },
		{ "GenuineIntel-6-8F,V1,,core\nGenuineIntel-6-8F,V1,a.json", "one",
		  "/mapfile.csv: line 1: it has no third field, which names a file or folder" },
		{ "GenuineIntel-6-8F,V1,b", "", "/b: there is no such folder" },
		{ "GenuineIntel-6-8F,V1,mapfile.csv", "", "/mapfile.csv: Not a directory" },
		{ "GenuineIntel-6-8F,V1,../a.json", "", "/mapfile.csv: line 1: '../a.json' is outside the folder; "
		  ": it has nothing for CPU GenuineIntel-6-8F-8" },
		{ "GenuineIntel-6-8F,V1,/..\nGenuineIntel-6-8F,V1,b//../..//a.json\nGenuineIntel-6-8F,V1,.//./a.json", "one",
		  "/mapfile.csv: line 1: '/..' is outside the folder; "
		  "/mapfile.csv: line 2: 'b//../..//a.json' is outside the folder" },
		{ "GenuineIntel-6-8F,V1,..a.json\nGenuineIntel-6-8F,V1,/etc/passwd", "",
		  "/..a.json: No such file or directory; /etc/passwd: there is no such folder" },
		{ "GenuineIntel-6-8F,V1,/\nGenuineIntel-6-8F,V1,.,core", "one", "" },
		{ "GenuineIntel-6-8F,V1,c.json\nGenuineIntel-6-8F,V1,./c.json\n.*,V2,/c.json", "", "/c.json: No such file or directory" },
		{ "", "", ": it has nothing for CPU GenuineIntel-6-8F-8" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, "GenuineIntel-6-8F-8");
		write_file(&f, "mapfile.csv", cases[i].map);
		write_file(&f, "a.json", "[{\"EventName\":\"one\",\"EventCode\":\"1\"}]");
		assert_int_equal(catalog_load(&f.catalog, &f.notes, &f.err), 0);
		assert_noted(&f, cases[i].notes);
		assert_int_equal(f.catalog.n_events, *cases[i].events ? 1 : 0);
		teardown(&f);
	}
}

/* The row furthest down counts, and what it names is read once; of each kind of core it is another one. */
static void rows_that_name_the_same(void **state)
{
	struct fixture f;
	struct str map = {0};

	(void)state;
	setup(&f, "GenuineIntel-6-97-2");
	for (int i = 0; i < 3000; i++)
		str_addf(&map, ".*,v1,%s%s.json,core,,,%s\n", i % 3 ? "//" : "./", i % 2 ? "a" : "b", i % 5 ? "" : "Atom");
	str_add(&map, "GenuineIntel-6-97,v1,a.json,core\nGenuineIntel-6-97,v1,b.json,uncore\nGenuineIntel-6-97,v1,/a.json,core\n");
	write_file(&f, "mapfile.csv", map.text);
	write_file(&f, "a.json", "[{\"EventName\":\"one\",\"EventCode\":\"1\"},7]");
	write_file(&f, "b.json", "[{\"EventName\":\"one\",\"EventCode\":\"2\"},{\"EventName\":\"two\",\"EventCode\":\"2\"}]");
	assert_int_equal(catalog_load(&f.catalog, &f.notes, &f.err), 0);
	assert_has(&f, "one cpu event=0x1 a; one cpu_atom event=0x1 a; two cpu event=0x2 b; two cpu_atom event=0x2 b", "");
	assert_noted(&f, "/a.json: line 1: it is not an object; "
		     "/a.json: line 1: it is not an object");
	teardown(&f);
	str_release(&map);
}

/* The rest of the file counts; what is left out is told with its line. */
static void entries_that_are_none(void **state)
{
	static const struct { const char *entry, *note; } cases[] = {
		{ "7", "it is not an object" },
		{ "{\"EventName\":\"G.CODE\",\"EventCode\":\"banana\",\"UMask\":\"0x1\"}", "G.CODE: EventCode 'banana' is not a number" },
		{ "{\"EventName\":\"G.OBJ\",\"EventCode\":{\"a\":1}}", "G.OBJ: EventCode is neither text nor number" },
		{ "{\"EventName\":[],\"EventCode\":\"1\"}", "EventName is neither text nor number" },
		{ "{\"EventName\":\"G.SCALE\",\"EventCode\":\"1\",\"ScaleUnit\":true}", "G.SCALE: ScaleUnit is neither text nor number" },
		{ "{\"EventName\":\"G.NOCODE\"}", "G.NOCODE: it does not say how to count it" },
		{ "{\"EventName\":\"G.NULL\",\"EventCode\":null}", "G.NULL: it does not say how to count it" },
		{ "{\"EventCode\":\"1\"}", "it has no EventName" },
		{ "{\"MetricName\":\"m\"}", "m: it has no MetricExpr" },
		{ "{\"MetricExpr\":\"1\"}", "it has no MetricName" },
		{ "{\"MetricName\":\"m\",\"MetricExpr\":\"1\",\"ScaleUnit\":\"1e400MiB\"}",
		  "m: ScaleUnit '1e400MiB' does not begin with a number from 1e-30 to 1e30" },
		{ "{\"EventName\":\"S\",\"EventCode\":\"1\",\"Compat\":\"v1\",\"Unit\":\"smmu\"}", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str text = {0}, want = {0};
		struct fixture f;

		setup(&f, "GenuineIntel-6-8F-8");
		str_addf(&text, "[ { \"Of\": \"no kind\" },\n%s,\n{\"EventName\":\"good\",\"EventCode\":\"1\"}]", cases[i].entry);
		str_addf(&want, cases[i].note ? "/a.json: line 2: %s" : "/a.json: 1 entries are for PMUs that are not here (Compat)", cases[i].note);
		write_file(&f, "a.json", text.text);
		assert_int_equal(catalog_load(&f.catalog, &f.notes, &f.err), 0);
		assert_has(&f, "good cpu event=0x1 a", "");
		assert_noted(&f, want.text);
		assert_null(catalog_fault(&f.catalog, "good"));
		if (cases[i].note && strncmp(cases[i].note, "G.CODE", 6) == 0)
			assert_non_null(strstr(catalog_fault(&f.catalog, "g.code"), "/a.json, line 2: EventCode 'banana' is not a number"));
		teardown(&f);
		str_release(&text);
		str_release(&want);
	}
}

static void files_that_are_none(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "GenuineIntel-6-8F-8");
	write_file(&f, "a.json", "[ { \"EventName\": \"good\", \"EventCode\": \"0x1\" },\n7, \"x\",\n1,2,3\n,4 ]");
	write_file(&f, "b.json", "[ { \"EventName\":\n ]");
	write_file(&f, "c.json", "");
	write_file(&f, "d.json", "7");
	write_file(&f, "e.json", "{}");
	pipe_file(&f, "f.json");
	write_file(&f, "g.json/x", "");
	if (catalog_load(&f.catalog, &f.notes, &f.err) < 0)
		fail_msg("%s", f.err.message);
	assert_has(&f, "good cpu event=0x1 a", "");
	assert_noted(&f, "/a.json: line 2: it is not an object; /a.json: line 2: it is not an object; /a.json: line 3: it is not an object; "
		     "/a.json: line 3: it is not an object; /a.json: 2 more entries are left out; /b.json: line 2, column 2: a value should be here; "
		     "/c.json: line 1, column 1: the document ends where a value should be; /d.json: it is not a list of events; "
		     "/f.json: it is no regular file; /g.json: Is a directory");
	teardown(&f);
}

static void folders_that_bring_nothing(void **state)
{
	static const struct { const char *file, *text, *note; } cases[] = {
		{ "README", "", ": there are no events or metrics in it" },
		{ "a.json", "[]", ": there are no events or metrics in it" },
		{ "arch/powerpc/mapfile.csv", "x", ": it has nothing for CPU GenuineIntel-6-8F-8" },
		{ "mapfile.csv/x", "", "/mapfile.csv: Is a directory" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;

		setup(&f, "GenuineIntel-6-8F-8");
		write_file(&f, cases[i].file, cases[i].text);
		assert_int_equal(catalog_load(&f.catalog, &f.notes, &f.err), 0);
		assert_has(&f, "", "");
		assert_noted(&f, cases[i].note);
		teardown(&f);
	}
}

static void folders_that_are_none(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "GenuineIntel-6-8F-8");
	f.opts.folder = "/tmp/there/is/none";
	assert_int_equal(catalog_load(&f.catalog, &f.notes, &f.err), -1);
	assert_string_equal(f.err.message, "--events-dir: there is no folder '/tmp/there/is/none'");
	teardown(&f);

	setup(&f, "GenuineIntel-6-8F-8");
	f.opts.folder_from = "PSTAT_EVENTS_DIR";
	f.opts.folder = "/etc/passwd";
	assert_int_equal(catalog_load(&f.catalog, &f.notes, &f.err), -1);
	assert_string_equal(f.err.message, "PSTAT_EVENTS_DIR: '/etc/passwd' is not a folder");
	teardown(&f);

	setup(&f, "GenuineIntel-6-1-1");	/* a CPU that the map does not have is none of the tables either */
	write_file(&f, "mapfile.csv", "GenuineIntel-6-8F,V1,x,core\n");
	assert_int_equal(catalog_load(&f.catalog, &f.notes, &f.err), 0);
	assert_has(&f, "", "");
	assert_noted(&f, ": it has nothing for CPU GenuineIntel-6-1-1");
	teardown(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_layout_of_the_kernel),
		cmocka_unit_test(standard_events),
		cmocka_unit_test(the_layout_of_vendors),
		cmocka_unit_test(kinds_of_cores),
		cmocka_unit_test(maps),
		cmocka_unit_test(rows_that_name_the_same),
		cmocka_unit_test(entries_that_are_none),
		cmocka_unit_test(files_that_are_none),
		cmocka_unit_test(folders_that_bring_nothing),
		cmocka_unit_test(folders_that_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
