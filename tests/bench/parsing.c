/* SPDX-License-Identifier: MIT */
/* What do names, rows and formats cost, and how does each grow? */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench.h"

/* A recorded machine whose vendor has names, and which everybody has. */
#define SOME_MACHINE "intel-spr-2s"

/* --- names --------------------------------------------------------------------------- */

/* In the layout of the kernel's source: a map of CPUs to folders, and JSON files in them. */
static bool write_events(const char *folder, int n)
{
	char path[200];
	FILE *f;

	snprintf(path, sizeof(path), "%s/made", folder);
	if (mkdir(folder, 0700) < 0 || mkdir(path, 0700) < 0)
		return false;
	snprintf(path, sizeof(path), "%s/mapfile.csv", folder);
	f = fopen(path, "we");
	if (!f)
		return false;
	fputs("Family-model,Version,Filename,EventType\nGenuineIntel-6-8F,v1,made,core\n", f);
	if (fclose(f) != 0)
		return false;
	snprintf(path, sizeof(path), "%s/made/pipeline.json", folder);
	f = fopen(path, "we");
	if (!f)
		return false;
	for (int i = 0; i < n; i++)
		fprintf(f, "%s{\"EventName\": \"MADE.EVENT_%d\", \"EventCode\": \"0x%x\", \"UMask\": \"0x%x\", "
			"\"SampleAfterValue\": \"100003\", \"BriefDescription\": \"What somebody made up, number %d\"}",
			i ? ",\n" : "[", i, i & 255, i >> 8 & 255, i);
	fputs("]\n", f);
	return fclose(f) == 0;
}

void measure_tables(struct bench *b)
{
	char folder[100], machine[300];
	struct rival rival[3] = {0};
	static const char *const names[] = {
		"", "an event of the tables; floor: cycles", "one of 4,000 in --events-dir; floor: cycles",
	};

	snprintf(folder, sizeof(folder), "%s/events", b->scratch);
	if (!write_events(folder, 4000)) {
		bench_skip("names", "cannot write the events");
		return;
	}
	snprintf(machine, sizeof(machine), "%s/../machines/" SOME_MACHINE, b->tools);
	setenv("FAKE_ROOT", machine, 1);
	rival[0].argv = run_words("%s/pstat-fake -e cycles prog", b->tools);
	rival[1].argv = run_words("%s/pstat-fake -e inst_retired.any prog", b->tools);
	rival[2].argv = run_words("%s/pstat-fake --events-dir %s -e made.event_3999 prog", b->tools, folder);
	run_turns(rival, 3, b->rounds);
	unsetenv("FAKE_ROOT");
	for (int i = 1; i < 3; i++) {
		struct row *r = bench_row(b, names[i], "us");

		r->pstat = rival[i].n_failed ? NAN : run_median(&rival[i]);
		r->floor = run_median(&rival[0]);
		r->spread = series_spread(&rival[i].wall_us);
		row_judge(r, ROW_OVER_FLOOR, NAN, NAN);
	}
	run_release(rival, 3);
}

/* --- formats --------------------------------------------------------------------------- */

/* "EVENT,EVENT,..." */
static char *repeated(const char *event, int n)
{
	size_t length = strlen(event) + 1, used = 0;
	char *text = malloc(length * (size_t)n + 1);

	for (int i = 0; text && i < n; i++)
		used += (size_t)snprintf(text + used, length + 1, "%s%s", event, i + 1 < n ? "," : "");
	return text;
}

static bool save_rows(const struct bench *b, const char *path, int n)
{
	char *events = repeated("page-faults", n), **argv;
	int status;

	argv = run_words("%s/pstat-fake --quiet --save %s -e %s prog", b->tools, path, events ? events : "");
	status = run_status(argv);
	run_free_words(argv);
	free(events);
	return status == 0;
}

void measure_formats(struct bench *b)
{
	static const char *const formats[] = {
		"", " -x,", " -j", " --format csv", " --format json", " --format ndjson", " --format markdown",
		" --format openmetrics",
	};
	/* what starting costs is taken away with the few */
	enum { N = sizeof(formats) / sizeof(*formats), FEW = 40, MANY = 4000 };
	struct rival rival[2 * N] = {0};
	char few[100], many[100];

	snprintf(few, sizeof(few), "%s/few.json", b->scratch);
	snprintf(many, sizeof(many), "%s/many.json", b->scratch);
	if (!save_rows(b, few, FEW) || !save_rows(b, many, MANY)) {
		bench_skip("formats", "cannot save the rows");
		return;
	}
	for (int i = 0; i < 2 * N; i++)
		rival[i].argv = run_words("%s report%s %s", b->build[0].pstat, formats[i / 2], i % 2 ? many : few);
	run_turns(rival, 2 * N, b->few);
	for (int i = 0; i < N; i++) {
		const struct rival *pair = &rival[2 * i];
		char name[72];
		struct row *r;

		snprintf(name, sizeof(name), "10,000 rows read from json, printed: %s", i ? formats[i] + 1 : "the table");
		r = bench_row(b, name, "us");
		if (!pair[0].n_failed && !pair[1].n_failed)
			r->pstat = (run_median(&pair[1]) - run_median(&pair[0])) / (MANY - FEW) * 10000;
		r->spread = series_spread(&pair[1].wall_us);
	}
	run_release(rival, 2 * N);
}

/* --- growth ------------------------------------------------------------------------------ */

enum { DECADES = 4 };
static const int sizes[DECADES] = { 1, 10, 100, 1000 };

/* What one more costs, among hundreds and among tens: the same, when growth is linear. */
static void growth_row(struct bench *b, const char *what, const struct rival *rival)
{
	double many = (run_median(&rival[3]) - run_median(&rival[2])) / (sizes[3] - sizes[2]),
	       few = (run_median(&rival[2]) - run_median(&rival[1])) / (sizes[2] - sizes[1]);
	char name[72];
	struct row *r;

	snprintf(name, sizeof(name), "one more of 100 to 1,000 %s; floor: of 10 to 100", what);
	r = bench_row(b, name, "us");
	for (int i = 0; i < DECADES; i++)
		if (rival[i].n_failed)
			return;
	r->pstat = many;
	r->floor = few;
	r->spread = series_spread(&rival[3].wall_us);
	row_judge(r, ROW_OVER_FLOOR, 1.5, NAN);
}

static void grow_counters(struct bench *b)
{
	struct rival rival[DECADES] = {0};

	for (int i = 0; i < DECADES; i++) {
		char *events = repeated("task-clock", sizes[i]);

		rival[i].argv = run_words("%s -e %s /bin/true", b->build[0].pstat, events ? events : "");
		free(events);
	}
	run_turns(rival, DECADES, b->few);
	growth_row(b, "counters", rival);
	run_release(rival, DECADES);
}

static bool write_text(const char *folder, const char *name, const char *text)
{
	char path[200];
	FILE *f;
	bool ok;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	f = fopen(path, "we");
	if (!f)
		return false;
	ok = fputs(text, f) >= 0;
	return fclose(f) == 0 && ok;
}

/* A machine with so many CPUs, as far as sysfs goes. */
static bool make_machine(const char *root, int n)
{
	static const char *const folders[] = { "", "/sys", "/sys/devices", "/sys/devices/system",
					       "/sys/devices/system/cpu" };
	char path[160], list[32];

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		snprintf(path, sizeof(path), "%s%s", root, folders[i]);
		if (mkdir(path, 0700) < 0)
			return false;
	}
	snprintf(list, sizeof(list), n > 1 ? "0-%d\n" : "%d\n", n - 1);
	return write_text(path, "online", list) && write_text(path, "possible", list) &&
	       write_text(path, "present", list);
}

static void grow_cpus(struct bench *b)
{
	struct rival rival[DECADES] = {0};

	for (int i = 0; i < DECADES; i++) {
		char root[100];

		snprintf(root, sizeof(root), "%s/cpus%d", b->scratch, sizes[i]);
		if (!make_machine(root, sizes[i]))
			bench_skip("CPUs", "cannot write a machine");
		rival[i].argv = run_words("/usr/bin/env FAKE_ROOT=%s %s/pstat-fake -a -A -e " SOFTWARE_EVENTS " prog", root,
					  b->tools);
	}
	run_turns(rival, DECADES, b->few);
	growth_row(b, "CPUs x 4 events", rival);
	run_release(rival, DECADES);
}

static void grow_threads(struct bench *b)
{
	struct rival rival[DECADES] = {0};
	pid_t pid[DECADES];
	int input[DECADES];
	bool ok = true;

	for (int i = 0; i < DECADES; i++) {
		char **argv = run_words("%s/live/sleepers %d", b->tools, sizes[i]);

		pid[i] = run_helper(argv, &input[i]);
		ok &= pid[i] > 0;
		run_free_words(argv);
		rival[i].argv = run_words("%s -e " SOFTWARE_EVENTS " -p %d /bin/true", b->build[0].pstat, (int)pid[i]);
	}
	if (ok) {
		run_turns(rival, DECADES, b->few);
		growth_row(b, "threads x 4 events", rival);
	} else {
		bench_skip("threads", "they could not be started");
	}
	for (int i = 0; i < DECADES; i++)
		if (pid[i] > 0)
			run_end_helper(pid[i], input[i]);
	run_release(rival, DECADES);
}

void measure_growth(struct bench *b)
{
	grow_counters(b);
	grow_cpus(b);
	grow_threads(b);
}
