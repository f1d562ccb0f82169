/* SPDX-License-Identifier: MIT */
/* Measures how costs grow with counters, CPUs and threads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "bench.h"

enum { DECADES = 4 };

/* What is waited for grows with what others do: it is CPU time that is looked at. */
static double cost(const struct rival *rival)
{
	return series_quantile(&rival->cpu_us, 0.5);
}

static void cost_row(struct bench *b, int n, const char *what, const struct rival *rival)
{
	char name[72];
	struct row *r;

	snprintf(name, sizeof(name), "CPU for %d %s", n, what);
	r = bench_row(b, name, "us");
	r->pstat = cost(rival);
	r->spread = series_spread(&rival->cpu_us);
}

/*
 * What is beyond the cost of one, which is mostly that of starting.  In proportion, it is ten
 * times as much for ten times as many: its exponent is 1.
 */
static void growth_rows(struct bench *b, const char *what, const struct rival *rival, const int *size)
{
	const double one = cost(&rival[0]), many = cost(&rival[2]) - one, most = cost(&rival[3]) - one;
	char name[72];
	struct row *r;

	for (int i = 0; i < DECADES; i++)
		if (rival[i].n_failed) {
			bench_skip(what, "it failed");
			return;
		}
	for (int i = 0; i < DECADES; i++)
		cost_row(b, size[i], what, &rival[i]);
	snprintf(name, sizeof(name), "growth from %d to %d %s, exponent", size[2], size[3], what);
	r = bench_row(b, name, "");
	r->pstat = log(most / many) / log((size[3] - 1.0) / (size[2] - 1.0));
	row_judge(r, ROW_VALUE, 1.1, NAN);
}

static void grow_counters(struct bench *b)
{
	static const int size[DECADES] = { 1, 10, 100, 1000 };
	struct rival rival[DECADES] = {0};

	for (int i = 0; i < DECADES; i++) {
		char *events = bench_repeated("task-clock", size[i]);

		rival[i].argv = run_words("%s -e %s /bin/true", b->build[0].pstat, events);
		free(events);
	}
	run_turns(rival, DECADES, b->few);
	growth_rows(b, "counters", rival, size);
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

/* Makes the sysfs files of a machine with this many CPUs. */
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

/* On the fake kernel, whose own costs are in it. */
static void grow_cpus(struct bench *b)
{
	static const int size[DECADES] = { 1, 10, 100, 1024 };
	struct rival rival[DECADES] = {0};

	for (int i = 0; i < DECADES; i++) {
		char root[100];

		snprintf(root, sizeof(root), "%s/cpus%d", b->scratch, size[i]);
		if (!make_machine(root, size[i]))
			bench_skip("CPUs", "cannot write a machine");
		rival[i].argv = run_words("/usr/bin/env FAKE_ROOT=%s FAKE=limit=4200:4200 %s/pstat-fake -a -A -e "
					  SOFTWARE_EVENTS " prog", root, b->tools);
	}
	run_turns(rival, DECADES, b->few);
	growth_rows(b, "CPUs x 4 events", rival, size);
	run_release(rival, DECADES);
}

static void grow_threads(struct bench *b)
{
	static const int size[DECADES] = { 1, 10, 100, 1000 };
	struct rival rival[DECADES] = {0};
	pid_t pid[DECADES];
	int input[DECADES];
	bool ok = true;

	for (int i = 0; i < DECADES; i++) {
		char **argv = run_words("%s/live/sleepers %d", b->tools, size[i]);

		pid[i] = run_helper(argv, &input[i]);
		ok &= pid[i] > 0;
		run_free_words(argv);
		rival[i].argv = run_words("%s -e " SOFTWARE_EVENTS " -p %d /bin/true", b->build[0].pstat, (int)pid[i]);
	}
	if (ok) {
		run_turns(rival, DECADES, b->few);
		growth_rows(b, "threads x 4 events", rival, size);
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
