/* SPDX-License-Identifier: MIT */
/*
 * Every event that a metric of tables/ counts exists: in the table of its CPU model, or among what the kernel
 * names there (tables/kernel.tsv).  The exceptions are listed here.
 */
#include "test.h"

#include <ctype.h>
#include <fnmatch.h>
#include <glob.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "metric/expr.h"

/* Named by every kernel. */
static const char *const everywhere[] = { "cycles", "instructions", "duration_time" };

/* Patterns of a table, a PMU and an event. */
struct exception { const char *table, *pmu, *event; };

/* Drivers or firmware name them, on the machines that have them: no table can say so. */
static const struct exception named_there[] = {
	{ "imx8*", "imx8_ddr0", "axid-*" }, { "imx9[13]-ddr", "imx9_ddr0", "ddrc_pm_[0-9]" },
	{ "imx9[45]-ddr", "imx9_ddr0", "eddrtq_pm_*" },
	{ "power9", "nest_*_imc", "pm_*" }, { "power9", "hv_24x7", "pm_*" }, { "power9", "hv_24x7", "cpm_cs_32mhz_cyc" },
	{ "power10", "hv_24x7", "pm_*" },
	/* where transactions are not switched off; the metrics ask for one of them */
	{ "*lake", "", "cycles-t" }, { "*lake", "", "cycles-ct" }, { "*lake", "", "tx-start" }, { "*lake", "", "el-start" },
};

/* The vendor's metrics ask for states that these CPUs, as Linux knows them, do not count. */
static const struct exception nowhere[] = {
	{ "alderlake*", "cstate_pkg", "c[79]-residency" }, { "meteorlake", "cstate_pkg", "c[79]-residency" },
	{ "grandridge", "cstate_core", "c7-residency" }, { "grandridge", "cstate_pkg", "c3-residency" },
	{ "grandridge", "cstate_pkg", "c8-residency" }, { "grandridge", "cstate_pkg", "c10-residency" },
	{ "sierraforest", "cstate_core", "c7-residency" }, { "sierraforest", "cstate_pkg", "c3-residency" },
	{ "sierraforest", "cstate_pkg", "c8-residency" }, { "sierraforest", "cstate_pkg", "c10-residency" },
};

struct row { char *name, *unit; };	/* owned */
struct rows { struct row *row; size_t n; };

struct model {
	const char *table, *cpuid;	/* cpuid "": a table of PMUs beside the CPU */
	struct rows events, metrics;
	struct rows of_kernel;
};

static size_t used[COUNT_OF(named_there) + COUNT_OF(nowhere)];	/* how often each exception was needed */
static size_t n_checked, wrong;

/* --- the files ------------------------------------------------------------------------------------ */

enum { COLUMNS = 7 };

static FILE *open_table(const char *name, const char *suffix)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "tables/%s%s", name, suffix);
	f = fopen(path, "r");
	if (!f)
		fail_msg("cannot read %s", path);
	return f;
}

/* Missing columns are "". */
static bool next_row(FILE *f, char *column[COLUMNS])
{
	static char line[1 << 15];

	while (fgets(line, sizeof(line), f)) {
		char *rest = line;

		if (line[0] == '#')
			continue;
		line[strcspn(line, "\n")] = '\0';
		for (int i = 0; i < COLUMNS; i++)
			column[i] = rest ? strsep(&rest, "\t") : line + strlen(line);
		return true;
	}
	return false;
}

static void add_row(struct rows *rows, const char *name, const char *unit)
{
	struct row *r;

	rows->row = mem_resize(rows->row, rows->n + 1, sizeof(*rows->row));
	r = &rows->row[rows->n++];
	*r = (struct row){ mem_copy_text(name), mem_copy_text(unit) };
	for (char *p = r->name; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	for (char *p = r->unit; *p; p++)
		*p = (char)tolower((unsigned char)*p);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct row *)a)->name, ((const struct row *)b)->name);
}

static void load(struct rows *rows, const char *table, const char *suffix, bool with_unit)
{
	char *column[COLUMNS];
	FILE *f = open_table(table, suffix);

	while (next_row(f, column))
		add_row(rows, column[1], with_unit ? column[2] : "");
	fclose(f);
	if (rows->n)
		qsort(rows->row, rows->n, sizeof(*rows->row), by_name);
}

static void load_kernel(struct model *m)
{
	char *column[COLUMNS], whole[512];
	FILE *f = open_table("kernel", ".tsv");

	while (*m->cpuid && next_row(f, column)) {
		regex_t re;

		snprintf(whole, sizeof(whole), "^(%s)$", column[0]);
		assert_int_equal(regcomp(&re, whole, REG_EXTENDED | REG_NOSUB), 0);
		if (regexec(&re, m->cpuid, 0, NULL, 0) == 0)
			add_row(&m->of_kernel, column[2], column[1]);
		regfree(&re);
	}
	fclose(f);
	if (m->of_kernel.n)
		qsort(m->of_kernel.row, m->of_kernel.n, sizeof(struct row), by_name);
}

static void rows_release(struct rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		free(rows->row[i].name);
		free(rows->row[i].unit);
	}
	free(rows->row);
	*rows = (struct rows){0};
}

/* --- does it exist? ------------------------------------------------------------------------------------ */

/* Is the PMU as a metric writes it of this unit?  "uncore_" and the number at the end may be missing. */
static bool is_pmu_of(const char *unit, const char *pmu)
{
	size_t n;

	if (!*pmu || (strcmp(unit, "cpu") == 0 && fnmatch("armv8_pmuv3_*", pmu, 0) == 0))
		return true;
	if (strncmp(pmu, "uncore_", 7) == 0)
		pmu += 7;
	n = strlen(unit);
	if (strncmp(pmu, unit, n) != 0)
		return false;
	pmu += n;
	pmu += *pmu == '_';
	return !pmu[strspn(pmu, "0123456789")];
}

/* name NULL: any event of the PMU. */
static bool rows_have(const struct rows *rows, const char *pmu, const char *name)
{
	size_t low = 0, high = rows->n;

	while (name && low < high) {
		size_t middle = (low + high) / 2;

		if (strcmp(rows->row[middle].name, name) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	for (; low < rows->n && (!name || strcmp(rows->row[low].name, name) == 0); low++)
		if (is_pmu_of(rows->row[low].unit, pmu))
			return true;
	return false;
}

static bool is_except(const struct exception *list, size_t n, size_t *count, const struct model *m, const char *pmu,
		      const char *name)
{
	for (size_t i = 0; i < n; i++) {
		if (fnmatch(list[i].table, m->table, 0) != 0 || fnmatch(list[i].pmu, pmu, 0) != 0 ||
		    fnmatch(list[i].event, name ? name : "", 0) != 0)
			continue;
		count[i]++;
		return true;
	}
	return false;
}

static bool exists(const struct model *m, const char *pmu, const char *name)
{
	for (size_t i = 0; !*pmu && i < COUNT_OF(everywhere); i++)
		if (strcmp(name, everywhere[i]) == 0)
			return true;
	return (!*pmu && rows_have(&m->metrics, "", name)) || rows_have(&m->events, pmu, name) ||
	       rows_have(&m->of_kernel, pmu, name) ||
	       is_except(named_there, COUNT_OF(named_there), used, m, pmu, name) ||
	       is_except(nowhere, COUNT_OF(nowhere), used + COUNT_OF(named_there), m, pmu, name);
}

/* The event between the slashes; NULL: there are only numbers. */
static const char *plain_term(char *terms)
{
	char *term;

	while ((term = strsep(&terms, ",")))
		if (!strchr(term, '=') && strcmp(term, "edge") != 0 && strcmp(term, "inv") != 0)
			return term;
	return NULL;
}

/* "NAME:k", "NAME/cmask=1/", "pmu/NAME,cmask=1/k", "pmu/event=1/" */
static bool text_exists(const struct model *m, const char *text)
{
	char copy[256], *rest = copy, *first, *terms;
	const char *name;

	snprintf(copy, sizeof(copy), "%s", text);
	for (char *p = copy; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	first = strsep(&rest, "/");
	if (!rest) {
		first[strcspn(first, ":")] = '\0';
		return exists(m, "", first);
	}
	terms = strsep(&rest, "/");
	name = plain_term(terms);
	return exists(m, first, name) || (!name && exists(m, "", first));
}

/* --- metrics ------------------------------------------------------------------------------------------- */

struct visit { const struct model *model; const struct expr *expr; const char *metric; };

static void check_name(void *ctx, size_t name)
{
	const struct visit *v = ctx;
	const char *text = expr_name(v->expr, name);

	if (text[0] == '#')
		return;
	n_checked++;
	if (text_exists(v->model, text))
		return;
	print_error("ERROR: %s (%s): %s: there is no %s\n", v->model->table, v->model->cpuid, v->metric, text);
	wrong++;
}

static void check_text(const struct model *m, const char *metric, const char *text)
{
	struct error err = ERROR_INIT;
	struct expr *e = expr_parse(text, &err);
	struct visit v = { m, e, metric };

	assert_non_null(e);
	expr_names(e, NULL, check_name, &v);
	expr_free(e);
}

static void check_model(const char *table, const char *cpuid)
{
	struct model m = { .table = table, .cpuid = cpuid };
	char *column[COLUMNS];
	FILE *f;

	load(&m.events, table, ".events.tsv", true);
	load(&m.metrics, table, ".metrics.tsv", false);
	load_kernel(&m);
	f = open_table(table, ".metrics.tsv");
	while (next_row(f, column)) {
		char name[128], expr[EXPR_TEXT_MOST], threshold[1024];

		snprintf(name, sizeof(name), "%s", column[1]);
		snprintf(threshold, sizeof(threshold), "%s", column[4]);
		snprintf(expr, sizeof(expr), "%s", column[5]);
		check_text(&m, name, expr);
		if (*threshold)
			check_text(&m, name, threshold);
	}
	fclose(f);
	rows_release(&m.events);
	rows_release(&m.metrics);
	rows_release(&m.of_kernel);
}

/* The patterns of cpus.tsv are names of CPUs, as far as kernel.tsv has names for them; it knows no steppings. */
static void events_of_cpus(void **state)
{
	FILE *f = open_table("cpus", ".tsv");
	char line[256];

	(void)state;
	while (fgets(line, sizeof(line), f)) {
		char *table = line, *cpuid = strsep(&table, "\t"), *stepping;

		if (line[0] == '#')
			continue;
		table[strcspn(table, "\n")] = '\0';
		stepping = strstr(cpuid, "-[");
		if (stepping && strncmp(cpuid, "GenuineIntel", 12) == 0)
			*stepping = '\0';
		check_model(table, cpuid);
	}
	fclose(f);
	assert_int_equal(wrong, 0);
}

/* Tables of PMUs beside the CPU have a pattern for their identifier, in the last column. */
static void events_of_systems(void **state)
{
	glob_t files;
	size_t n = 0;

	(void)state;
	assert_int_equal(glob("tables/*.metrics.tsv", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		char table[64], *column[COLUMNS];
		bool of_system;
		FILE *f;

		snprintf(table, sizeof(table), "%s", files.gl_pathv[i] + strlen("tables/"));
		*strstr(table, ".metrics") = '\0';
		f = open_table(table, ".metrics.tsv");
		of_system = next_row(f, column) && strstr(column[6], "Compat=");
		fclose(f);
		if (of_system) {
			check_model(table, "");
			n++;
		}
	}
	globfree(&files);
	assert_int_equal(wrong, 0);
	assert_true(n > 5);
}

static void every_exception_is_needed(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(used); i++) {
		const struct exception *e = i < COUNT_OF(named_there) ? &named_there[i] : &nowhere[i - COUNT_OF(named_there)];

		if (!used[i])
			fail_msg("%s: no metric needs the exception for %s/%s/", e->table, e->pmu, e->event);
	}
	assert_true(n_checked > 50000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_of_cpus),
		cmocka_unit_test(events_of_systems),
		cmocka_unit_test(every_exception_is_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
