/* SPDX-License-Identifier: MIT */
/*
 * Every event of every table comes to what the table says, worked out here a second time from
 * the files alone: on the CPU that PSTAT_CPUID names, and on recorded machines.
 */
#include "test.h"

#include <ctype.h>
#include <dirent.h>
#include <fnmatch.h>
#include <regex.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event/event.h"
#include "event/event_config.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "event/vendor/catalog.h"
#include "event/vendor/catalog_load.h"
#include "event/vendor/catalog_pmu.h"
#include "event/vendor_event.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "host/rootfs.h"

enum { TOPIC, NAME, UNIT, CODE, UMASK, OTHER, COLUMNS };

struct world {
	struct rootfs root;
	struct machine machine;
	struct catalog_opts opts;
	struct catalog catalog;
	const char *cpuid;		/* NULL: formats are those of root */
	bool uncore_only;		/* it is of another model than root */
	char folder[256];		/* of its PMUs */
	size_t good, impossible;
};

/* --- the files ------------------------------------------------------------------------------------ */

static bool next_row(FILE *f, char *line, size_t size, char **column, int n)
{
	while (fgets(line, (int)size, f)) {
		char *at = line;

		if (line[0] == '#')
			continue;
		line[strcspn(line, "\n")] = '\0';
		for (int i = 0; i < n; i++) {
			column[i] = at;
			at += strcspn(at, "\t");
			if (*at)
				*at++ = '\0';
		}
		return true;
	}
	return false;
}

static FILE *open_table(const char *name)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "tables/%s", name);
	f = fopen(path, "r");
	if (!f)
		fail_msg("cannot read %s", path);
	return f;
}

static bool covers(const char *pattern, const char *id)
{
	char whole[512], text[64];
	regex_t re;
	bool yes;

	snprintf(whole, sizeof(whole), "^(%s)$", pattern);
	snprintf(text, sizeof(text), "%s", id);
	if (strrchr(text, '-'))
		*strrchr(text, '-') = '\0';	/* the stepping, of which no format speaks */
	assert_int_equal(regcomp(&re, whole, REG_EXTENDED | REG_NOSUB), 0);
	yes = regexec(&re, text, 0, NULL, 0) == 0;
	regfree(&re);
	return yes;
}

/* "config:0-7,32-35" of formats.tsv; false: no such term. */
static bool known_bits(const char *cpuid, const char *pmu, const char *term, char *bits, size_t size)
{
	FILE *f = open_table("formats.tsv");
	char line[512], *column[5];
	bool found = false;

	while (!found && next_row(f, line, sizeof(line), column, 5)) {
		bool is_core = strcmp(column[1], "cpu") == 0 || strcmp(column[1], "armv8_pmuv3_0") == 0;

		found = (strcmp(column[1], pmu) == 0 || (is_core && strncmp(pmu, "cpu", 3) == 0)) &&
			strcmp(column[3], term) == 0 && covers(column[0], cpuid);
		if (found)
			snprintf(bits, size, "%s", column[4]);
	}
	fclose(f);
	return found;
}

static bool bits_of(const struct world *w, const char *pmu, const char *term, char *bits, size_t size)
{
	char path[512];
	FILE *f;

	if (w->cpuid)
		return known_bits(w->cpuid, pmu, term, bits, size);
	snprintf(path, sizeof(path), "%s/%s/format/%s", w->folder, pmu, term);
	f = fopen(path, "r");
	if (!f)
		return false;
	assert_non_null(fgets(bits, (int)size, f));
	fclose(f);
	return true;
}

/* Does the unit go by this name?  With the number behind it, where there are many. */
static bool is_pmu_of(const char *unit, const char *pmu)
{
	static const struct { const char *unit, *glob; } units[] = {
		{ "cpu", "cpu" }, { "cpu", "armv8_pmuv3_*" }, { "cpu_core", "cpu_core" }, { "cpu_atom", "cpu_atom" },
		{ "L3PMC", "amd_l3" }, { "DFPMC", "amd_df" }, { "UMCPMC", "amd_umc" }, { "UMCPMC", "amd_umc_[0-9]*" },
		{ "HAC_CBO", "uncore_hac_cbox_[0-9]*" },
	};
	char glob[80];

	for (size_t i = 0; i < COUNT_OF(units); i++)
		if (strcmp(units[i].unit, unit) == 0 && fnmatch(units[i].glob, pmu, 0) == 0)
			return true;
	snprintf(glob, sizeof(glob), "uncore_%s", unit);
	for (char *p = glob; *p; p++)
		*p = (char)tolower((unsigned char)*p);
	if (strncmp(pmu, glob, strlen(glob)) != 0)
		return false;
	pmu += strlen(glob);
	return !*pmu || (*pmu == '_' && isdigit((unsigned char)pmu[1]) && !pmu[1 + strspn(pmu + 1, "0123456789")]);
}

static size_t count_pmus(const struct world *w, const char *unit)
{
	size_t n = 0;

	for (size_t i = 0; i < w->machine.pmus.n && !w->cpuid; i++)
		n += is_pmu_of(unit, w->machine.pmus.pmu[i].name);
	return n;
}

/* --- what a row comes to ---------------------------------------------------------------------------- */

struct want {
	uint64_t word[3];
	double scale;
	char unit[32];
	bool per_package, impossible;
};

static void deposit(struct want *want, const char *bits, uint64_t value)
{
	int word = bits[6] == ':' ? 0 : bits[6] - '0';
	const char *at = strchr(bits, ':');

	while (at && *at && *at != '\n') {
		char *end;
		long low = strtol(at + 1, &end, 10), high = low;

		if (*end == '-')
			high = strtol(end + 1, &end, 10);
		for (long bit = low; bit <= high; bit++, value >>= 1)
			want->word[word] |= (value & 1) << bit;
		at = end;
	}
	want->impossible |= value != 0;		/* does not fit */
}

static void set(const struct world *w, struct want *want, const char *pmu, const char *term, uint64_t value)
{
	char bits[64];

	if (!value)
		return;
	if (bits_of(w, pmu, term, bits, sizeof(bits)))
		deposit(want, bits, value);
	else
		want->impossible = true;
}

static void set_word(const struct world *w, struct want *want, const char *pmu, const char *key, const char *value)
{
	static const char *const terms[][2] = {
		{ "CounterMask", "cmask" }, { "EdgeDetect", "edge" }, { "Invert", "inv" }, { "AnyThread", "any" },
		{ "PortMask", "ch_mask" }, { "FCMask", "fc_mask" }, { "RdWrMask", "rdwrmask" },
		{ "EnAllCores", "enallcores" }, { "EnAllSlices", "enallslices" }, { "SliceId", "sliceid" },
		{ "ThreadMask", "threadmask" },
	};
	char *end;

	if (strcmp(key, "PerPkg") == 0) {
		want->per_package = strcmp(value, "1") == 0;
	} else if (strcmp(key, "ScaleUnit") == 0) {
		want->scale = strtod(value, &end);
		snprintf(want->unit, sizeof(want->unit), "%s", end);
	} else if (strcmp(key, "Filter") == 0) {
		if (strncmp(value, "config1=", 8) == 0)
			want->word[1] |= strtoull(value + 8, NULL, 0);
		else if (strncmp(value, "ch_mask=", 8) == 0)
			set(w, want, pmu, "ch_mask", strtoull(value + 8, NULL, 0));
		else
			fail_msg("unknown filter %s", value);
	} else if (strcmp(key, "Deprecated") != 0) {
		size_t i = 0;

		while (i < COUNT_OF(terms) && strcmp(terms[i][0], key) != 0)
			i++;
		if (i == COUNT_OF(terms))
			fail_msg("unknown key %s", key);
		set(w, want, pmu, terms[i][1], strtoull(value, NULL, 0));
	}
}

/* The key in the last column, "" without it. */
static void find_word(const char *other, const char *key, char *value, size_t size)
{
	const char *at = strstr(other, key);

	snprintf(value, size, "%.*s", at ? (int)strcspn(at + strlen(key), " ") : 0, at ? at + strlen(key) : "");
}

static void set_register(const struct world *w, struct want *want, const char *pmu, const char *other)
{
	char index[32], value[32];
	uint64_t number;

	find_word(other, "MSRIndex=", index, sizeof(index));
	find_word(other, "MSRValue=", value, sizeof(value));
	number = strtoull(index, NULL, 16);
	if (number)
		set(w, want, pmu, number == 0x3f6 ? "ldlat" : number == 0x3f7 ? "frontend" : "offcore_rsp",
		    strtoull(value, NULL, 16));
}

static void work_out(const struct world *w, char *const *column, const char *pmu, struct want *want)
{
	uint64_t code = strtoull(column[CODE], NULL, 16), umask = strtoull(column[UMASK], NULL, 16);
	char other[512], *rest = other, *word;

	*want = (struct want){0};
	/* the counters of one event that kernels know by another code only */
	if (!code && strcmp(column[NAME], "inst_retired.any") == 0)
		code = 0xc0, umask = 0;
	if (!code && umask == 2 && strncmp(column[NAME], "cpu_clk_unhalted.", 17) == 0)
		code = 0x3c, umask = 0;
	/* ports are at bit 36 of config, their classes at 48, and the umask goes on at 32 */
	if (strcmp(column[UNIT], "IIO") == 0 && umask > 0xff) {
		want->word[0] |= umask >> 8 << 32;
		umask &= 0xff;
	}
	set(w, want, pmu, "event", code);
	set(w, want, pmu, "umask", umask);
	set_register(w, want, pmu, column[OTHER]);
	snprintf(other, sizeof(other), "%s", column[OTHER]);
	while ((word = strsep(&rest, " "))) {
		char *value = strchr(word, '=');

		if (!value || strncmp(word, "MSR", 3) == 0)
			continue;
		*value = '\0';
		set_word(w, want, pmu, word, value + 1);
	}
}

/* --- and what it comes to in pstat ----------------------------------------------------------------- */

/* As -e has it. */
static void resolve(struct world *w, const char *name, struct events *events, struct error *err)
{
	const struct event_opts opts = { .catalog = &w->catalog };
	struct specs specs = {0};
	struct notes notes = {0};

	assert_int_equal(specs_parse(&specs, name, NULL, err), 0);
	events_resolve(events, &specs, &w->machine, &opts, &notes, err);
	assert_int_equal(notes.n, 0);
	notes_release(&notes);
	specs_release(&specs);
}

static void check_config(const struct config *c, const struct pmu *pmu, const struct want *want, const char *where,
			 const char *name)
{
	if (c->word[0] != want->word[0] || c->word[1] != want->word[1] || c->word[2] != want->word[2])
		fail_msg("%s: %s on %s is %llx,%llx and not %llx,%llx", where, name, pmu->name,
			 (unsigned long long)c->word[0], (unsigned long long)c->word[1],
			 (unsigned long long)want->word[0], (unsigned long long)want->word[1]);
	if (c->type != pmu->type || c->per_package != want->per_package || strcmp(c->unit ? c->unit : "", want->unit) ||
	    c->scale < want->scale || c->scale > want->scale)
		fail_msg("%s: %s has type %u, %g%s", where, name, c->type, c->scale, c->unit ? c->unit : "");
}

static void check_event(const struct event *e, const struct want *want, const char *where, const char *name)
{
	const struct perf_event_attr *a = &e->attr.head;
	struct config c = { .type = a->type, .word = { a->config, a->config1, a->config2 }, .unit = e->unit,
			    .scale = want->unit[0] ? e->scale : 0, .per_package = e->flags & EVENT_PER_PACKAGE };

	check_config(&c, e->pmu, want, where, name);
	assert_true(want->unit[0] || !(e->scale < 1 || e->scale > 1));
}

/* The name as people write it: in capitals, in small letters, or both. */
static void spell(char *to, size_t size, const char *from, size_t how)
{
	snprintf(to, size, "%s", from);
	for (size_t i = 0; to[i]; i++)
		if (how % 3 == 0 || (how % 3 == 1 && i % 2))
			to[i] = (char)toupper((unsigned char)to[i]);
}

static void check_assumed(struct world *w, char *const *column)
{
	struct error err = ERROR_INIT;
	struct events events = {0};
	struct want want;
	char name[128];
	size_t on = 0;

	spell(name, sizeof(name), column[NAME], w->good);
	resolve(w, name, &events, &err);
	for (size_t i = 0; i < events.n; i++) {
		if (!is_pmu_of(column[UNIT], events.event[i].pmu->name))
			continue;
		work_out(w, column, events.event[i].pmu->name, &want);
		assert_false(want.impossible);
		check_event(&events.event[i], &want, w->cpuid, name);
		on++;
	}
	/* or it is on another unit only, one of the same name */
	if (!on && !events.n && !strstr(err.message, "only a machine that has it knows"))
		fail_msg("%s: %s: %s", w->cpuid, name, err.message);
	*(on ? &w->good : &w->impossible) += 1;
	events_release(&events);
}

/* Without looking for each name in the files of each PMU: there are too many of them. */
static void check_found(struct world *w, char *const *column, const char *where)
{
	const struct config_source from = { &w->machine.pmus, &w->catalog, NULL };
	struct error err = ERROR_INIT;
	struct vendor_matches v;
	size_t on = 0, there = count_pmus(w, column[UNIT]);
	struct want want;

	vendor_event_find(&v, column[NAME], NULL, &from, &err);
	for (size_t i = 0; i < v.n; i++) {
		if (!v.event[i].pmu || !is_pmu_of(column[UNIT], v.event[i].pmu->name))
			continue;
		if (!on++)	/* of one kind all have the same formats */
			work_out(w, column, v.event[i].pmu->name, &want);
		assert_false(want.impossible);
		check_config(&v.event[i].config, v.event[i].pmu, &want, where, column[NAME]);
	}
	if (on != there || (!on && !strstr(err.message, "which this machine does not have")))
		fail_msg("%s: %s is on %zu of %zu PMUs: %s", where, column[NAME], on, there, err.message);
	*(on ? &w->good : &w->impossible) += 1;
	vendor_events_release(&v);
}

static void check_table(struct world *w, const char *table)
{
	char file[64], line[4096], *column[COLUMNS];
	FILE *f;

	snprintf(file, sizeof(file), "%s.events.tsv", table);
	f = open_table(file);
	while (next_row(f, line, sizeof(line), column, COLUMNS)) {
		if (w->cpuid)
			check_assumed(w, column);
		else if (!w->uncore_only || strncmp(column[UNIT], "cpu", 3) != 0)
			check_found(w, column, table);
	}
	fclose(f);
}

/* root NULL: there is only what is known of the CPU; else cpuid may be another one than that of root. */
static void world_open(struct world *w, const char *root, const char *cpuid)
{
	struct error err = ERROR_INIT;
	struct notes notes = {0};
	struct pmu *core[CORES_MOST];
	size_t n;

	*w = (struct world){ .cpuid = root ? NULL : cpuid, .uncore_only = root && cpuid, .opts = { .cpuid = cpuid } };
	assert_int_equal(rootfs_open(&w->root, root ? root : "/"), 0);
	machine_load(&w->machine, &w->root);
	catalog_init(&w->catalog, &w->opts, &w->root);
	assert_int_equal(catalog_load(&w->catalog, &notes, &err), 0);
	if (w->cpuid)
		catalog_pmu_assume(&w->machine.pmus, &w->catalog);
	assert_int_equal(pmus_core(&w->machine.pmus, core, &n, &err), 0);
	snprintf(w->folder, sizeof(w->folder), "%s/sys/bus/event_source/devices", root ? root : "");
}

static void world_close(struct world *w)
{
	catalog_release(&w->catalog);
	machine_release(&w->machine);
	rootfs_close(&w->root);
}

/* --- the tests -------------------------------------------------------------------------------------- */

/* impossible: events of PMUs whose formats no table has. */
static const struct { const char *cpuid, *table; size_t good, impossible; } cpus[] = {
	{ "GenuineIntel-6-97-2", "alderlake", 484, 0 },
	{ "AuthenticAMD-23-1-1", "amdzen1", 183, 0 },
	{ "AuthenticAMD-23-31-0", "amdzen2", 219, 0 },
	{ "AuthenticAMD-25-1-1", "amdzen3", 243, 0 },
	{ "AuthenticAMD-25-11-1", "amdzen4", 502, 0 },
	{ "AuthenticAMD-26-2-1", "amdzen5", 603, 0 },
	{ "GenuineIntel-6-3D-4", "broadwell", 767, 0 },
	{ "GenuineIntel-6-55-7", "cascadelakex", 4598, 1179 },
	{ "0x00000000410fd083", "cortex-a72", 83, 0 },
	{ "0x00000000410fd0b1", "cortex-a76", 106, 0 },
	{ "GenuineIntel-6-CF-2", "emeraldrapids", 2323, 356 },
	{ "GenuineIntel-6-AD-1", "graniterapids", 1094, 154 },
	{ "GenuineIntel-6-3C-3", "haswell", 408, 1 },
	{ "GenuineIntel-6-7E-5", "icelake", 349, 0 },
	{ "GenuineIntel-6-6A-6", "icelakex", 2912, 1427 },
	{ "GenuineIntel-6-BD-1", "lunarlake", 642, 28 },
	{ "GenuineIntel-6-AA-4", "meteorlake", 508, 0 },
	{ "0x00000000410fd0c1", "neoverse-n1", 109, 0 },
	{ "0x00000000410fd490", "neoverse-n2-v2", 154, 0 },
	{ "0x00000000410fd401", "neoverse-v1", 131, 0 },
	{ "GenuineIntel-6-8F-8", "sapphirerapids", 2308, 356 },
	{ "GenuineIntel-6-AF-3", "sierraforest", 898, 118 },
	{ "GenuineIntel-6-5E-3", "skylake", 587, 0 },
	{ "GenuineIntel-6-55-4", "skylakex", 2616, 1167 },
	{ "GenuineIntel-6-8C-1", "tigerlake", 278, 0 },
};

/* What the kernel names there is on a PMU that is known, and in its words. */
static void check_aliases(struct world *w)
{
	struct catalog_alias a;

	for (size_t cursor = 0; catalog_next_alias(&w->catalog, &cursor, &a);) {
		struct error err = ERROR_INIT;
		struct events events = {0};
		char text[160];

		snprintf(text, sizeof(text), "%s/%s/", a.pmu, a.name);
		resolve(w, text, &events, &err);
		if (events.n != 1)
			fail_msg("%s: %s: %s", w->cpuid, text, err.message);
		events_release(&events);
	}
}

static void names_by_cpu(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cpus); i++) {
		struct world w;

		world_open(&w, NULL, cpus[i].cpuid);
		assert_string_equal(catalog_model(&w.catalog), cpus[i].table);
		check_table(&w, cpus[i].table);
		check_aliases(&w);
		if (w.good != cpus[i].good || w.impossible != cpus[i].impossible)
			fail_msg("%s: %zu good, %zu impossible", cpus[i].table, w.good, w.impossible);
		world_close(&w);
	}
}

/* impossible: events of PMUs that the recorded machine has not. */
static const struct { const char *machine, *cpuid, *table; size_t good, impossible; } machines[] = {
	{ "intel-spr-2s", NULL, "sapphirerapids", 2325, 339 },
	{ "intel-hybrid", NULL, "alderlake", 484, 0 },
	{ "amd-genoa-2s", NULL, "amdzen4", 502, 0 },
	{ "vm-zen5", NULL, "amdzen5", 369, 234 },
	{ "arm-n1", NULL, "neoverse-n1", 109, 0 },
	/* Only what is no core event, by the formats of a relative. */
	{ "intel-spr-2s", "GenuineIntel-6-55-7", "cascadelakex", 3421, 12 },
	{ "intel-spr-2s", "GenuineIntel-6-CF-2", "emeraldrapids", 1951, 339 },
	{ "intel-spr-2s", "GenuineIntel-6-AD-1", "graniterapids", 721, 129 },
	{ "intel-spr-2s", "GenuineIntel-6-6A-6", "icelakex", 3948, 30 },
	{ "intel-spr-2s", "GenuineIntel-6-AF-3", "sierraforest", 685, 93 },
	{ "intel-spr-2s", "GenuineIntel-6-55-4", "skylakex", 3301, 12 },
	{ "intel-hybrid", "GenuineIntel-6-3D-4", "broadwell", 23, 0 },
	{ "intel-hybrid", "GenuineIntel-6-3C-3", "haswell", 33, 0 },
	{ "intel-hybrid", "GenuineIntel-6-7E-5", "icelake", 10, 0 },
	{ "intel-hybrid", "GenuineIntel-6-AA-4", "meteorlake", 18, 8 },
	{ "intel-hybrid", "GenuineIntel-6-5E-3", "skylake", 23, 0 },
	{ "intel-hybrid", "GenuineIntel-6-8C-1", "tigerlake", 18, 0 },
};

static void names_on_machines(void **state)
{
	const char *folder = getenv("MACHINES");

	(void)state;
	for (size_t i = 0; i < COUNT_OF(machines); i++) {
		char root[512];
		struct world w;

		snprintf(root, sizeof(root), "%s/%s", folder ? folder : "build/machines", machines[i].machine);
		world_open(&w, root, machines[i].cpuid);
		assert_string_equal(catalog_model(&w.catalog), machines[i].table);
		check_table(&w, machines[i].table);
		if (w.good != machines[i].good || w.impossible != machines[i].impossible)
			fail_msg("%s on %s: %zu good, %zu impossible", machines[i].table, machines[i].machine,
				 w.good, w.impossible);
		world_close(&w);
	}
}

/* --- metrics ------------------------------------------------------------------------------------------- */

enum { M_TOPIC, M_NAME, M_GROUPS, M_SCALE, M_THRESHOLD, M_EXPR, M_OTHER, M_COLUMNS };

/* Counts the rows of the file that have the metric as it is. */
static size_t count_same(const struct catalog_metric *m, const char *table)
{
	char file[64], line[16384], *column[M_COLUMNS];
	size_t n = 0;
	FILE *f;

	snprintf(file, sizeof(file), "%s.metrics.tsv", table);
	f = open_table(file);
	while (next_row(f, line, sizeof(line), column, M_COLUMNS)) {
		char word[5][128];

		find_word(column[M_OTHER], "MetricConstraint=", word[0], sizeof(word[0]));
		find_word(column[M_OTHER], "MetricgroupNoGroup=", word[1], sizeof(word[1]));
		find_word(column[M_OTHER], "DefaultMetricgroupName=", word[2], sizeof(word[2]));
		find_word(column[M_OTHER], "AggregationMode=", word[3], sizeof(word[3]));
		find_word(column[M_OTHER], "Unit=", word[4], sizeof(word[4]));
		n += strcmp(m->name, column[M_NAME]) == 0 && strcmp(m->topic, column[M_TOPIC]) == 0 &&
		     strcmp(m->groups, column[M_GROUPS]) == 0 && strcmp(m->expr, column[M_EXPR]) == 0 &&
		     strcmp(m->scale_unit, column[M_SCALE]) == 0 && strcmp(m->threshold, column[M_THRESHOLD]) == 0 &&
		     strcmp(m->constraint, word[0]) == 0 && strcmp(m->no_group, word[1]) == 0 &&
		     strcmp(m->default_group, word[2]) == 0 && strcmp(m->per, word[3]) == 0 &&
		     (word[4][0] ? is_pmu_of(word[4], m->unit) : !*m->unit);
	}
	fclose(f);
	return n;
}

static size_t count_rows(const char *table)
{
	char file[64], line[16384], *column[M_COLUMNS];
	size_t n = 0;
	FILE *f;

	snprintf(file, sizeof(file), "%s.metrics.tsv", table);
	f = open_table(file);
	while (next_row(f, line, sizeof(line), column, M_COLUMNS))
		n++;
	fclose(f);
	return n;
}

static void metrics_by_cpu(void **state)
{
	size_t all = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cpus); i++) {
		struct catalog_metric m;
		struct world w;
		size_t n = 0;

		world_open(&w, NULL, cpus[i].cpuid);
		for (size_t cursor = 0; catalog_next_metric(&w.catalog, &cursor, &m); n++)
			if (count_same(&m, cpus[i].table) != 1)
				fail_msg("%s: %s is another one in the file", cpus[i].table, m.name);
		assert_int_equal(n, count_rows(cpus[i].table));
		all += n;
		world_close(&w);
	}
	assert_true(all > 3000);
}

/* No table without a CPU here. */
static void every_table_is_checked(void **state)
{
	DIR *dir = opendir("tables");
	struct dirent *entry;
	size_t n = 0;

	(void)state;
	assert_non_null(dir);
	while ((entry = readdir(dir)))
		n += fnmatch("*.events.tsv", entry->d_name, 0) == 0;
	closedir(dir);
	assert_int_equal(n, COUNT_OF(cpus));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_table_is_checked),
		cmocka_unit_test(names_by_cpu),
		cmocka_unit_test(names_on_machines),
		cmocka_unit_test(metrics_by_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
