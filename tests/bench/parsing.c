/* SPDX-License-Identifier: MIT */
/* Measures what names, rows and formats cost. */
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

static bool save_rows(const struct bench *b, const char *path, int n)
{
	char *events = bench_repeated("page-faults", n), **argv;
	int status;

	argv = run_words("%s/pstat-fake --quiet --save %s -e %s prog", b->tools, path, events);
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
