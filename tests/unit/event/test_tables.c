/* SPDX-License-Identifier: MIT */
/*
 * Every event of every table comes to what the table says, worked out here a second time from
 * the files alone: on the CPU that PSTAT_CPUID names, and on recorded machines.
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
#include "made_root.h"

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
	if (strrchr(text, '-') && text[0] != '0')
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
		bool is_core = strcmp(column[1], "cpu") == 0 || strcmp(column[1], "armv8_pmuv3_0") == 0 ||
			       strcmp(column[1], "cpum_cf") == 0;

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
		{ "cpu", "cpu" }, { "cpu", "armv8_pmuv3_*" }, { "cpu", "cpum_cf" }, { "CPU-M-CF", "cpum_cf" },
		{ "arm_cmn", "arm_cmn_[0-9]*" }, { "ali_drw", "ali_drw_[0-9]*" }, { "imx8_ddr", "imx8_ddr[0-9]" },
		{ "imx9_ddr", "imx9_ddr[0-9]" }, { "hisi_sicl,cpa", "hisi_sicl[0-9]_cpa[0-9]" },
		{ "hisi_sccl,ddrc", "hisi_sccl[0-9]_ddrc[0-9]" }, { "hisi_sccl,hha", "hisi_sccl[0-9]_hha[0-9]" },
		{ "hisi_sccl,l3c", "hisi_sccl[0-9]_l3c[0-9]" },
		{ "PAI-CRYPTO", "pai_crypto" }, { "PAI-EXT", "pai_ext" }, { "cpu_core", "cpu_core" }, { "cpu_atom", "cpu_atom" },
		{ "cpu_lowpower", "cpu_lowpower" },
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

static const char *pmu_name_of(const struct world *w, const char *unit)
{
	for (size_t i = 0; i < w->machine.pmus.n; i++)
		if (is_pmu_of(unit, w->machine.pmus.pmu[i].name))
			return w->machine.pmus.pmu[i].name;
	return "";
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

/* "filter_opc=0x1c8,filter_tid=0x3e" */
static void set_filter(const struct world *w, struct want *want, const char *pmu, const char *value)
{
	char text[128], *rest = text, *term;

	snprintf(text, sizeof(text), "%s", value);
	while ((term = strsep(&rest, ","))) {
		char *number = strchr(term, '=');

		assert_non_null(number);
		*number++ = '\0';
		if (strcmp(term, "config1") == 0)
			want->word[1] |= strtoull(number, NULL, 0);
		else
			set(w, want, pmu, term, strtoull(number, NULL, 0));
	}
}

static void set_word(const struct world *w, struct want *want, const char *pmu, const char *key, const char *value)
{
	static const char *const terms[][2] = {
		{ "CounterMask", "cmask" }, { "EdgeDetect", "edge" }, { "Invert", "inv" }, { "AnyThread", "any" },
		{ "PortMask", "ch_mask" }, { "FCMask", "fc_mask" }, { "RdWrMask", "rdwrmask" },
		{ "EnAllCores", "enallcores" }, { "EnAllSlices", "enallslices" }, { "SliceId", "sliceid" },
		{ "ThreadMask", "threadmask" }, { "EventidCode", "eventid" }, { "NodeType", "type" },
	};
	char *end;

	if (strcmp(key, "PerPkg") == 0) {
		want->per_package = strcmp(value, "1") == 0;
	} else if (strcmp(key, "ScaleUnit") == 0) {
		want->scale = strtod(value, &end);
		snprintf(want->unit, sizeof(want->unit), "%s", end);
	} else if (strcmp(key, "Filter") == 0) {
		set_filter(w, want, pmu, value);
	} else if (strcmp(key, "ConfigCode") == 0) {
		want->word[0] |= strtoull(value, NULL, 16);
	} else if (strcmp(key, "Deprecated") != 0 && strcmp(key, "Compat") != 0) {
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
	if (events.n && (!events.event[0].pmu || events.event[0].attr.head.type == PERF_TYPE_HARDWARE)) {
		/* a generic event has the name, too, in small letters */
		char with_pmu[192];

		events_release(&events);
		spell(name, sizeof(name), column[NAME], 0);
		snprintf(with_pmu, sizeof(with_pmu), "%s/%s/", pmu_name_of(w, column[UNIT]), name);
		resolve(w, with_pmu, &events, &err);
	}
	for (size_t i = 0; i < events.n; i++) {
		if (!is_pmu_of(column[UNIT], events.event[i].pmu->name))
			continue;
		work_out(w, column, events.event[i].pmu->name, &want);
		if (want.impossible)
			fail_msg("%s: %s does not fit in %s", w->cpuid, name, events.event[i].pmu->name);
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
	{ "0x00000000460f0010", "a64fx", 183, 0 },
	{ "GenuineIntel-6-97-2", "alderlake", 484, 0 },
	{ "GenuineIntel-6-BE-1", "alderlaken", 175, 0 },
	{ "AuthenticAMD-23-1-1", "amdzen1", 183, 0 },
	{ "AuthenticAMD-23-31-0", "amdzen2", 219, 0 },
	{ "AuthenticAMD-25-1-1", "amdzen3", 243, 0 },
	{ "AuthenticAMD-25-11-1", "amdzen4", 502, 0 },
	{ "AuthenticAMD-26-2-1", "amdzen5", 603, 0 },
	{ "AuthenticAMD-26-50-0", "amdzen6", 454, 0 },
	{ "0x00000000c00fac30", "ampereone", 214, 0 },
	{ "0x00000000c00fac40", "ampereonex", 266, 0 },
	{ "0x31e-0x8000000000008a45-0x100", "andes-ax45", 73, 0 },
	{ "GenuineIntel-6-C5-1", "arrowlake", 858, 0 },
	{ "GenuineIntel-6-1C-1", "bonnell", 270, 0 },
	{ "GenuineIntel-6-3D-4", "broadwell", 767, 0 },
	{ "GenuineIntel-6-56-1", "broadwellde", 1237, 0 },
	{ "GenuineIntel-6-4F-1", "broadwellx", 1673, 0 },
	{ "GenuineIntel-6-55-7", "cascadelakex", 5752, 25 },
	{ "IBM,2097,716,E26,1.1,002f", "cf_z10", 46, 0 },
	{ "IBM,2964,702,N96,3.5,002f", "cf_z13", 84, 0 },
	{ "IBM,3906,704,M04,3.5,002f", "cf_z14", 77, 0 },
	{ "IBM,8561,704,T01,3.6,002f", "cf_z15", 85, 0 },
	{ "IBM,3931,704,A01,3.7,002f", "cf_z16", 283, 0 },
	{ "IBM,9175,701,ME1,3.8,002f", "cf_z17", 315, 0 },
	{ "IBM,2817,706,M49,1.2,002f", "cf_z196", 52, 0 },
	{ "IBM,2827,707,H43,1.3,002f", "cf_zec12", 63, 0 },
	{ "GenuineIntel-6-DD-1", "clearwaterforest", 1039, 0 },
	{ "0x00000000410fd020", "cortex-a34", 33, 0 },
	{ "0x00000000410fd040", "cortex-a35", 38, 0 },
	{ "0x00000000410fd460", "cortex-a510", 143, 0 },
	{ "0x00000000410fd030", "cortex-a53", 30, 0 },
	{ "0x00000000410fd050", "cortex-a55", 110, 0 },
	{ "0x00000000410fd060", "cortex-a65-e1", 128, 0 },
	{ "0x00000000410fd470", "cortex-a710", 150, 0 },
	{ "0x00000000410fd083", "cortex-a72", 83, 0 },
	{ "0x00000000410fd090", "cortex-a73", 79, 0 },
	{ "0x00000000410fd0a0", "cortex-a75", 103, 0 },
	{ "0x00000000410fd0b1", "cortex-a76", 106, 0 },
	{ "0x00000000410fd0d0", "cortex-a77", 106, 0 },
	{ "0x00000000410fd410", "cortex-a78", 117, 0 },
	{ "0x00000000410fd440", "cortex-x1", 117, 0 },
	{ "0x00000000410fd480", "cortex-x2", 150, 0 },
	{ "GenuineIntel-6-96-1", "elkhartlake", 305, 0 },
	{ "0x00000000500f0000", "emag", 107, 0 },
	{ "GenuineIntel-6-CF-2", "emeraldrapids", 2679, 0 },
	{ "GenuineIntel-6-5C-1", "goldmont", 169, 0 },
	{ "GenuineIntel-6-7A-1", "goldmontplus", 180, 0 },
	{ "GenuineIntel-6-B6-1", "grandridge", 673, 0 },
	{ "GenuineIntel-6-AD-1", "graniterapids", 1248, 0 },
	{ "GenuineIntel-6-3C-3", "haswell", 408, 1 },
	{ "GenuineIntel-6-3F-1", "haswellx", 1678, 0 },
	{ "0x00000000480fd010", "hip08", 76, 0 },
	{ "GenuineIntel-6-7E-5", "icelake", 349, 0 },
	{ "GenuineIntel-6-6A-6", "icelakex", 4313, 26 },
	{ "GenuineIntel-6-3A-1", "ivybridge", 352, 0 },
	{ "GenuineIntel-6-3E-1", "ivytown", 1423, 0 },
	{ "GenuineIntel-6-2D-1", "jaketown", 892, 0 },
	{ "GenuineIntel-6-57-1", "knightslanding", 831, 4 },
	{ "GenuineIntel-6-BD-1", "lunarlake", 642, 28 },
	{ "GenuineIntel-6-AA-4", "meteorlake", 508, 0 },
	{ "0x00000000460f0030", "monaka", 498, 0 },
	{ "GenuineIntel-6-1A-1", "nehalemep", 558, 0 },
	{ "GenuineIntel-6-2E-1", "nehalemex", 553, 0 },
	{ "0x00000000410fd0c1", "neoverse-n1", 109, 0 },
	{ "0x00000000410fd490", "neoverse-n2-v2", 154, 0 },
	{ "0x00000000410fd8e0", "neoverse-n3", 199, 0 },
	{ "0x00000000410fd401", "neoverse-v1", 131, 0 },
	{ "0x00000000410fd830", "neoverse-v3", 238, 0 },
	{ "GenuineIntel-18-1-1", "novalake", 450, 5 },
	{ "0x602-0x3-0x0", "openhwgroup-cva6", 44, 0 },
	{ "GenuineIntel-6-CC-1", "pantherlake", 605, 28 },
	{ "0x00800200", "power10", 654, 0 },
	{ "0x004d0200", "power8", 960, 0 },
	{ "0x004e1203", "power9", 889, 0 },
	{ "GenuineIntel-6-A7-1", "rocketlake", 349, 0 },
	{ "GenuineIntel-6-2A-1", "sandybridge", 441, 0 },
	{ "GenuineIntel-6-8F-8", "sapphirerapids", 2664, 0 },
	{ "GenuineIntel-6-AF-3", "sierraforest", 1016, 0 },
	{ "0x489-0x8000000000000107-0x70000000", "sifive-bullet-07", 68, 0 },
	{ "0x489-0x8000000000000107-0xd0000000", "sifive-bullet-0d", 70, 0 },
	{ "0x489-0x8000000000000008-0x6220425", "sifive-p550", 60, 0 },
	{ "0x489-0x8000000000000108-0x9000000", "sifive-p650", 73, 0 },
	{ "0x489-0x8000000000000007-0x4210427", "sifive-u74", 72, 0 },
	{ "GenuineIntel-6-37-1", "silvermont", 130, 0 },
	{ "GenuineIntel-6-5E-3", "skylake", 587, 0 },
	{ "GenuineIntel-6-55-4", "skylakex", 3758, 25 },
	{ "GenuineIntel-6-86-1", "snowridgex", 2794, 26 },
	{ "0x67e-0x80000000db000080-0x1", "starfive-dubhe-80", 56, 0 },
	{ "0x000000004e0f0100", "t410", 464, 0 },
	{ "0x5b7-0x0-0x0", "thead-c900", 64, 0 },
	{ "0x00000000420f5160", "thunderx2", 37, 0 },
	{ "GenuineIntel-6-8C-1", "tigerlake", 278, 0 },
	{ "GenuineIntel-6-2C-1", "westmereep-dp", 542, 0 },
	{ "GenuineIntel-6-25-1", "westmereep-sp", 576, 0 },
	{ "GenuineIntel-6-2F-1", "westmereex", 579, 0 },
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
	size_t wrong = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cpus); i++) {
		struct world w;

		world_open(&w, NULL, cpus[i].cpuid);
		assert_string_equal(catalog_model(&w.catalog), cpus[i].table);
		check_table(&w, cpus[i].table);
		check_aliases(&w);
		if (w.good != cpus[i].good || w.impossible != cpus[i].impossible) {
			print_error("ERROR: %s: %zu good, %zu impossible\n", cpus[i].table, w.good, w.impossible);
			wrong++;
		}
		world_close(&w);
	}
	assert_int_equal(wrong, 0);
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

/* Of PMUs that are no part of a CPU.  Machines with another identifier have none of their events. */
static const struct { const char *table, *pmu, *identifier, *other; size_t good; } systems[] = {
	{ "arm-cmn", "arm_cmn_0", "43c02", "43f00", 33 },
	{ "hip09-cpa", "hisi_sicl0_cpa0", "0x00000030", "0x00000031", 9 },
	{ "imx8mm-ddr", "imx8_ddr0", "i.MX8MM", "i.MX8MX", 5 },
	{ "imx8mn-ddr", "imx8_ddr0", "i.MX8MN", "i.MX8M", 5 },
	{ "imx8mp-ddr", "imx8_ddr0", "i.MX8MP", "i.MX8MPX", 5 },
	{ "imx8mq-ddr", "imx8_ddr0", "i.MX8MQ", "", 5 },
	{ "imx91-ddr", "imx9_ddr0", "imx91", "imx99", 1 },
	{ "imx93-ddr", "imx9_ddr0", "imx93", "imx9", 1 },
	{ "imx94-ddr", "imx9_ddr0", "imx94", "imx94 ", 1 },
	{ "imx95-ddr", "imx9_ddr0", "imx95", "imx955", 1 },
	{ "yitian710-drw", "ali_drw_27080", "ali_drw_pmu", "ali", 53 },
};

/* The formats are those of Linux. */
static void make_system(struct root *r, const char *pmu, const char *identifier)
{
	static const char *const cmn[][2] = { { "type", "config:0-15" }, { "eventid", "config:16-26" } };
	char path[160];

	root_make(r);
	snprintf(path, sizeof(path), "sys/bus/event_source/devices/%s/type", pmu);
	root_put(r, path, "12\n");
	snprintf(path, sizeof(path), "sys/bus/event_source/devices/%s/identifier", pmu);
	root_put(r, path, identifier);
	for (size_t i = 0; i < 2 && strncmp(pmu, "arm_cmn", 7) == 0; i++) {
		snprintf(path, sizeof(path), "sys/bus/event_source/devices/%s/format/%s", pmu, cmn[i][0]);
		root_put(r, path, cmn[i][1]);
	}
	if (strncmp(pmu, "arm_cmn", 7) != 0) {
		snprintf(path, sizeof(path), "sys/bus/event_source/devices/%s/format/event", pmu);
		root_put(r, path, "config:0-15\n");
	}
}

static void names_on_systems(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(systems); i++) {
		struct catalog_event e;
		struct root r;
		struct world w;
		size_t cursor = 0;

		make_system(&r, systems[i].pmu, systems[i].identifier);
		world_open(&w, r.path, NULL);
		check_table(&w, systems[i].table);
		if (w.good != systems[i].good || w.impossible)
			fail_msg("%s: %zu good, %zu impossible", systems[i].table, w.good, w.impossible);
		world_close(&w);
		root_remove(&r);
		make_system(&r, systems[i].pmu, systems[i].other);
		world_open(&w, r.path, NULL);
		assert_false(catalog_next_event(&w.catalog, &cursor, &e));
		world_close(&w);
		root_remove(&r);
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

static bool is_checked(const char *table)
{
	for (size_t i = 0; i < COUNT_OF(cpus); i++)
		if (strcmp(cpus[i].table, table) == 0)
			return true;
	for (size_t i = 0; i < COUNT_OF(systems); i++)
		if (strcmp(systems[i].table, table) == 0)
			return true;
	return false;
}

/* No table without a row here. */
static void every_table_is_checked(void **state)
{
	glob_t files;
	size_t missing = 0;

	(void)state;
	assert_int_equal(glob("tables/*.events.tsv", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		char table[64];

		snprintf(table, sizeof(table), "%s", files.gl_pathv[i] + strlen("tables/"));
		*strstr(table, ".events.tsv") = '\0';
		if (is_checked(table))
			continue;
		print_error("ERROR: tests/unit/event/test_tables.c: cpus[] needs { \"an id of the CPU\", \"%s\", "
			    "its events, 0 }\n", table);
		missing++;
	}
	globfree(&files);
	assert_int_equal(missing, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_table_is_checked),
		cmocka_unit_test(names_by_cpu),
		cmocka_unit_test(names_on_machines),
		cmocka_unit_test(names_on_systems),
		cmocka_unit_test(metrics_by_cpu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
