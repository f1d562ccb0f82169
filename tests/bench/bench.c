/* SPDX-License-Identifier: MIT */
/*
 * bench TOOLS [--perf PATH] [--build NAME:PSTAT:FLOOR]... [--json FILE] [--guards] [MEASURE...]
 *
 * Compares pstat with the least that the machine allows, and with perf.  The table goes to
 * stdout; with --guards, lines of TAP instead, and only what a guard holds is measured.
 */
#define _GNU_SOURCE
#include "bench.h"

#include <ftw.h>
#include <getopt.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

/* Above it, nothing that is measured here says anything. */
static const double too_noisy = 0.35;

static const struct { const char *name; void (*measure)(struct bench *b); bool guarded, pinned; } measures[] = {
	{ "launch", measure_launch, true, true },
	{ "series", measure_series, true, true },
	{ "processes", measure_processes, false, false },
	{ "regions", measure_regions, false, true },
	{ "status", measure_status, true, false },
	{ "fidelity", measure_fidelity, false, true },
	{ "attach", measure_attach, true, false },
	{ "intervals", measure_intervals, true, false },
	{ "system", measure_system, true, false },
	{ "tables", measure_tables, false, true },
	{ "formats", measure_formats, false, true },
	{ "growth", measure_growth, false, true },
};
enum { N_MEASURES = sizeof(measures) / sizeof(*measures) };

struct row *bench_row(struct bench *b, const char *name, const char *unit)
{
	struct row *r;

	b->row = realloc(b->row, (b->n_rows + 1) * sizeof(*b->row));
	if (!b->row)
		exit(125);
	r = &b->row[b->n_rows++];
	*r = (struct row){ .unit = unit, .pstat = NAN, .floor = NAN, .perf = NAN, .ratio = NAN, .target = NAN,
			   .guard = NAN, .spread = NAN };
	snprintf(r->name, sizeof(r->name), "%s", name);
	return r;
}

void row_judge(struct row *r, enum row_ratio kind, double target, double guard)
{
	r->kind = kind;
	r->target = target;
	r->guard = guard;
	r->ratio = kind == ROW_OVER_FLOOR ? r->pstat / r->floor : kind == ROW_UNDER_PERF ? r->perf / r->pstat :
		   r->pstat;
}

void bench_skip(const char *what, const char *why)
{
	fprintf(stderr, "bench: not measured: %s: %s\n", what, why);
}

char *bench_repeated(const char *event, int n)
{
	size_t length = strlen(event) + 1, used = 0;
	char *text = malloc(length * (size_t)n + 1);

	if (!text)
		exit(125);
	for (int i = 0; i < n; i++)
		used += (size_t)snprintf(text + used, length + 1, "%s%s", event, i + 1 < n ? "," : "");
	return text;
}

static bool holds(const struct row *r, double limit)
{
	return r->kind == ROW_UNDER_PERF ? r->ratio >= limit : r->ratio <= limit;
}

/* --- printing ---------------------------------------------------------------------------- */

static void print_number(double value)
{
	if (isnan(value))
		printf(" %9s", "-");
	else
		printf(" %9.*f", value != 0 && fabs(value) < 10 ? 2 : fabs(value) < 100 ? 1 : 0, value);
}

static void print_rows(const struct bench *b)
{
	static const char *const ratios[] = { "", "pstat/floor", "perf/pstat", "pstat" };

	printf("%-62s %-5s %9s %9s %9s %5s  %-11s %8s %10s  %s\n", "measure", "unit", "pstat", "floor", "perf", "+-", "ratio",
	       "", "target", "met");
	for (size_t i = 0; i < b->n_rows; i++) {
		const struct row *r = &b->row[i];
		char aim[16] = "-", spread[16] = "-";

		if (!isnan(r->target))
			snprintf(aim, sizeof(aim), "%s %g", r->kind == ROW_UNDER_PERF ? ">=" : "<=", r->target);
		if (!isnan(r->spread) && isfinite(r->spread))
			snprintf(spread, sizeof(spread), "%.0f%%", 100 * r->spread);
		printf("%-62s %-5s", r->name, r->unit);
		print_number(r->pstat);
		print_number(r->floor);
		print_number(r->perf);
		printf(" %5s  %-11s", spread, ratios[r->kind]);
		if (r->kind == ROW_NONE || isnan(r->ratio))
			printf(" %8s", "-");
		else
			printf(" %8.2f", r->ratio);
		printf(" %10s  %s\n", aim, isnan(r->target) || isnan(r->ratio) ? "" : holds(r, r->target) ? "yes" : "no");
	}
}

static void print_machine(const struct bench *b)
{
	char model[128] = "unknown CPU", line[256];
	struct utsname name = {0};
	FILE *f = fopen("/proc/cpuinfo", "re");

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "model name : %127[^\n]", model) == 1)
			break;
	if (f)
		fclose(f);
	uname(&name);
	printf("%s, %ld CPUs, Linux %s, %s hardware counters\n", model, sysconf(_SC_NPROCESSORS_ONLN), name.release,
	       b->has_hardware ? "with" : "without");
	if (!isnan(b->noise))
		printf("noise: the runs of true differ by %.0f%% (interquartile range)%s\n", 100 * b->noise,
		       b->noise > too_noisy ? "; that is too much to judge anything" : "");
	printf("medians of %zu runs in turns, of %zu above 50 ms, or of what can be done in %d s; +- is pstat's interquartile "
	       "range\n\n", b->rounds, b->few, RUN_SECONDS_MOST);
}

static void print_sum(const struct bench *b, double seconds)
{
	size_t met = 0, n = 0;

	for (size_t i = 0; i < b->n_rows; i++) {
		const struct row *r = &b->row[i];

		if (isnan(r->target) || isnan(r->ratio))
			continue;
		met += holds(r, r->target);
		n++;
	}
	printf("\n%zu of %zu targets met; took %.0f s\n", met, n, seconds);
	if (b->noise > too_noisy)
		puts("this machine is too noisy now to judge anything");
}

static void json_number(FILE *f, const char *key, double value)
{
	if (isfinite(value))
		fprintf(f, ", \"%s\": %.6g", key, value);
}

static int write_json(const struct bench *b, const char *path)
{
	static const char *const ratios[] = { NULL, "pstat/floor", "perf/pstat", "pstat" };
	FILE *f = fopen(path, "we");

	if (!f) {
		perror(path);
		return -1;
	}
	fprintf(f, "{\"noise\": %.4f, \"hardware\": %s, \"rows\": [", isnan(b->noise) ? 0 : b->noise,
		b->has_hardware ? "true" : "false");
	for (size_t i = 0; i < b->n_rows; i++) {
		const struct row *r = &b->row[i];

		fprintf(f, "%s\n{\"measure\": \"%s\", \"unit\": \"%s\"", i ? "," : "", r->name, r->unit);
		json_number(f, "pstat", r->pstat);
		json_number(f, "floor", r->floor);
		json_number(f, "perf", r->perf);
		json_number(f, "spread", r->spread);
		if (r->kind != ROW_NONE) {
			fprintf(f, ", \"of\": \"%s\"", ratios[r->kind]);
			json_number(f, "ratio", r->ratio);
			json_number(f, "target", r->target);
			json_number(f, "guard", r->guard);
		}
		fputs("}", f);
	}
	fputs("\n]}\n", f);
	return fclose(f) == 0 ? 0 : -1;
}

/* Lines of TAP: a guard is so wide that only a real change fails it, and noise skips it. */
static int print_guards(const struct bench *b)
{
	int failed = 0;

	for (size_t i = 0; i < b->n_rows; i++) {
		const struct row *r = &b->row[i];
		bool noisy = b->noise > too_noisy && strcmp(r->unit, "us") == 0;

		if (isnan(r->guard) || isnan(r->ratio))
			continue;
		printf("%sok - %s: %.2f, guard %g%s\n", holds(r, r->guard) || noisy ? "" : "not ", r->name, r->ratio, r->guard,
		       noisy ? " # SKIP this machine is too noisy now" : "");
		failed += !holds(r, r->guard) && !noisy;
	}
	return failed;
}

/* --- running --------------------------------------------------------------------------------- */

static int drop(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

static void pin(bool on, const cpu_set_t *all)
{
	cpu_set_t one;
	size_t last = 0;

	CPU_ZERO(&one);
	for (size_t cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (CPU_ISSET(cpu, all))
			last = cpu;
	CPU_SET(last, &one);
	sched_setaffinity(0, sizeof(one), on ? &one : all);
}

static bool is_wanted(int argc, char **argv, const char *name)
{
	for (int i = optind; i < argc; i++)
		if (strcmp(argv[i], name) == 0)
			return true;
	return optind == argc;
}

static bool misses_guard(const struct bench *b, size_t from)
{
	for (size_t i = from; i < b->n_rows; i++)
		if (!isnan(b->row[i].guard) && !isnan(b->row[i].ratio) && !holds(&b->row[i], b->row[i].guard))
			return true;
	return false;
}

/* A guard that does not hold gets a second chance, with more runs: the neighbours may have been noisy. */
static void measure_one(struct bench *b, size_t i)
{
	const size_t before = b->n_rows, rounds = b->rounds, few = b->few;

	measures[i].measure(b);
	if (!b->guards_only || !misses_guard(b, before))
		return;
	fprintf(stderr, "bench: %s: once more\n", measures[i].name);
	b->n_rows = before;
	b->rounds *= 2;
	b->few *= 2;
	measures[i].measure(b);
	b->rounds = rounds;
	b->few = few;
}

static void measure_all(struct bench *b, int argc, char **argv)
{
	cpu_set_t all;

	sched_getaffinity(0, sizeof(all), &all);
	for (size_t i = 0; i < N_MEASURES; i++) {
		double begin = (double)time(NULL);

		if ((b->guards_only && !measures[i].guarded) || !is_wanted(argc, argv, measures[i].name))
			continue;
		pin(measures[i].pinned, &all);
		measure_one(b, i);
		fprintf(stderr, "bench: %s: %.0f s\n", measures[i].name, (double)time(NULL) - begin);
	}
	pin(false, &all);
}

static void add_build(struct bench *b, char *text)
{
	const char *name = strtok(text, ":"), *pstat = strtok(NULL, ":"), *floor = strtok(NULL, ":");
	struct build *build = &b->build[b->n_builds];

	if (!name || !pstat || !floor || b->n_builds == sizeof(b->build) / sizeof(*b->build))
		return;
	build->name = name;
	snprintf(build->pstat, sizeof(build->pstat), "%s", pstat);
	snprintf(build->floor, sizeof(build->floor), "%s", floor);
	b->n_builds += access(pstat, X_OK) == 0 && access(floor, X_OK) == 0;
}

static bool has_hardware(const struct bench *b)
{
	char **argv = run_words("%s --quiet -e instructions:u /bin/true", b->build[0].pstat);
	int status = run_status(argv);

	run_free_words(argv);
	return status == 0;
}

static void check_names(int argc, char **argv)
{
	for (int i = optind; i < argc; i++) {
		size_t k = 0;

		while (k < N_MEASURES && strcmp(argv[i], measures[k].name) != 0)
			k++;
		if (k == N_MEASURES) {
			fprintf(stderr, "bench: there is no measure '%s'; there are:", argv[i]);
			for (k = 0; k < N_MEASURES; k++)
				fprintf(stderr, " %s", measures[k].name);
			fputs("\n", stderr);
			exit(2);
		}
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "perf", required_argument, NULL, 'p' }, { "build", required_argument, NULL, 'b' },
		{ "json", required_argument, NULL, 'j' }, { "guards", no_argument, NULL, 'g' }, { 0 },
	};
	struct bench b = { .rounds = 200, .few = 30, .noise = NAN, .scratch = "/tmp/pstat-bench.XXXXXX" };
	const double begin_us = run_now_us();
	const char *json = NULL;
	int option, rc = 0;

	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (option) {
		case 'p':
			b.perf = *optarg ? optarg : NULL;
			break;
		case 'b':
			add_build(&b, optarg);
			break;
		case 'j':
			json = optarg;
			break;
		case 'g':
			b.guards_only = true;
			break;
		default:
			return 2;
		}
	}
	b.tools = optind < argc ? argv[optind++] : NULL;
	if (!b.tools || !b.n_builds || !mkdtemp(b.scratch)) {
		fputs("usage: bench [options] TOOLS [MEASURE...], with --build NAME:PSTAT:FLOOR\n", stderr);
		return 2;
	}
	check_names(argc, argv);
	if (b.guards_only)
		b.few = 10;
	b.has_hardware = has_hardware(&b);
	measure_all(&b, argc, argv);
	nftw(b.scratch, drop, 8, FTW_DEPTH | FTW_PHYS);
	if (b.guards_only) {
		rc = print_guards(&b) > 0;
	} else {
		print_machine(&b);
		print_rows(&b);
		print_sum(&b, (run_now_us() - begin_us) / 1e6);
	}
	if (json && write_json(&b, json) < 0)
		rc = 2;
	free(b.row);
	return rc;
}
