/* SPDX-License-Identifier: MIT */
/* Events and metrics that users bring: the kernel's layout, the vendors', and what is neither. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"
#include "event/catalog.h"
#include "event/folder.h"

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
	write_file(&f, "arch/arm64/arm/n1/bus.json", "[ { \"ArchStdEvent\": \"CPU_CYCLES\", \"BriefDescription\": \"Mine\" },"
		   "{ \"ArchStdEvent\": \"NOWHERE\" } ]");
	if (catalog_load(&f.catalog, &f.notes, &f.err) < 0)
		fail_msg("%s", f.err.message);
	assert_has(&f, "cpu_cycles cpu event=0x11 bus", "");
	assert_string_equal(f.catalog.event[0].summary, "Mine");
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

static void files_that_are_none(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, "GenuineIntel-6-8F-8");
	write_file(&f, "a.json", "[ { \"EventName\": \"good\", \"EventCode\": \"0x1\" }, 7, \"x\" ]");
	write_file(&f, "b.json", "[ { \"EventName\":\n ]");
	write_file(&f, "c.json", "");
	write_file(&f, "d.json", "7");
	write_file(&f, "e.json", "{}");
	if (catalog_load(&f.catalog, &f.notes, &f.err) < 0)
		fail_msg("%s", f.err.message);
	assert_has(&f, "good cpu event=0x1 a", "");
	assert_noted(&f, "/a.json: entry 1 is no object; /b.json: line 2, column 2: a value should be here; "
		     "/c.json: line 1, column 1: the document ends where a value should be; /d.json: it is no list of events");
	teardown(&f);
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
		cmocka_unit_test(files_that_are_none),
		cmocka_unit_test(folders_that_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
