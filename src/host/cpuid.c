/* SPDX-License-Identifier: MIT */
/* Builds the CPU id that the tables use, and matches it against their patterns. */
#include "host/cpuid.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "host/cpuinfo.h"
#include "host/pattern.h"
#include "host/rootfs.h"

typedef unsigned long long ull;

/* Of Arm implementers the first is 0x41; the numbers of POWER have no such byte. */
#define PVR_MOST UINT64_C(0x00ffffff)
/* Variant and revision, which the tables ignore. */
#define MIDR_STEPPING UINT64_C(0x00f0000f)

static char *midr_text(uint64_t midr)
{
	struct str text = {0};

	str_addf(&text, "0x%016llx", (ull)(midr & ~MIDR_STEPPING));
	return text.text;
}

/* Older kernels lack the MIDR file; /proc/cpuinfo has its parts. */
static char *midr_from_cpuinfo(const char *cpuinfo)
{
	int implementer = cpuinfo_number(cpuinfo, "CPU implementer");
	int part = cpuinfo_number(cpuinfo, "CPU part");

	if (implementer < 0 || implementer > 0xff || part < 0 || part > 0xfff)
		return NULL;
	return midr_text((uint64_t)implementer << 24 | 0xfu << 16 | (uint64_t)part << 4);
}

static char *x86_text(const char *cpuinfo)
{
	FREED char *vendor = cpuinfo_field(cpuinfo, "vendor_id");
	int family = cpuinfo_number(cpuinfo, "cpu family");
	int model = cpuinfo_number(cpuinfo, "model");
	int stepping = cpuinfo_number(cpuinfo, "stepping");
	struct str text = {0};

	if (vendor && family >= 0 && model >= 0 && stepping >= 0)
		str_addf(&text, "%s-%d-%X-%X", vendor, family, (unsigned)model, (unsigned)stepping);
	return text.text;
}

/* POWER: "revision : 2.2 (pvr 004e 0202)". */
static char *pvr_text(const char *cpuinfo)
{
	static const char start[] = "(pvr ";
	FREED char *revision = cpuinfo_field(cpuinfo, "revision");
	char *end;
	const char *pvr = revision ? strstr(revision, start) : NULL;
	struct str text = {0};

	if (pvr) {
		unsigned long version = strtoul(pvr + strlen(start), &end, 16), part;
		bool two = *end == ' ';

		part = strtoul(end, &end, 16);
		if (two && *end == ')')
			str_addf(&text, "0x%04lx%04lx", version & 0xffff, part & 0xffff);
	}
	return text.text;
}

static char *riscv_text(const char *cpuinfo)
{
	static const char *const keys[] = { "mvendorid", "marchid", "mimpid" };
	struct str text = {0};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		char *value = cpuinfo_field(cpuinfo, keys[i]);

		if (!value) {
			str_release(&text);
			return NULL;
		}
		str_addf(&text, "%s%s", i ? "-" : "", value);
		free(value);
	}
	return text.text;
}

/* Adds a comma and the value of the key, its words separated by commas. */
static void cpuid_add_field(struct str *text, const char *lines, const char *key)
{
	FREED char *value = cpuinfo_field(lines, key);
	char *rest = value, *word;

	while (rest && (word = strsep(&rest, " \t")))
		if (*word)
			str_addf(text, "%s%s", text->len ? "," : "", word);
}

/* "CPU-MF: Counter facility: version=3.7 authorization=002f": adds ",3.7,002f". */
static void add_facility(struct str *text, const char *levels)
{
	static const char start[] = "Counter facility: version=", then[] = " authorization=";
	const char *version = strstr(levels, start), *rights = version ? strstr(version, then) : NULL;

	if (!rights)
		return;
	version += strlen(start);
	rights += strlen(then);
	str_addf(text, ",%.*s,%.*s", (int)strcspn(version, " \n"), version, (int)strcspn(rights, " \n"),
		 rights);
}

/*
 * IBM Z, from two files of its own: "IBM,3931,704,A01,3.7,002f" is manufacturer, type, model, and version
 * and authorization of the counters.
 */
static char *s390_text(const struct rootfs *root)
{
	struct str text = {0};
	LOCAL(str) info = {0};

	if (rootfs_read(root, &info, "/proc/sysinfo") == 0) {
		cpuid_add_field(&text, str_text(&info), "Manufacturer");
		cpuid_add_field(&text, str_text(&info), "Type");
		cpuid_add_field(&text, str_text(&info), "Model");
	}
	str_reset(&info);
	if (text.len && rootfs_read(root, &info, "/proc/service_levels") == 0)
		add_facility(&text, str_text(&info));
	return text.text;
}

char *cpuid_load(const struct rootfs *root, struct error *unread)
{
	static const char midr_file[] = "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1";
	LOCAL(str) text = {0};
	char *id = NULL;
	uint64_t midr;
	int rc = rootfs_read_u64(root, &midr, "%s", midr_file), info;

	if (rc == 0)
		return midr_text(midr);
	info = cpuinfo_read(&text, root);
	id = x86_text(text.text);
	if (!id)
		id = midr_from_cpuinfo(text.text);
	if (!id)
		id = pvr_text(text.text);
	if (!id)
		id = riscv_text(text.text);
	if (!id)
		id = s390_text(root);
	if (!id && info < 0 && !rootfs_is_missing(info))
		rootfs_set_error(unread, info, "/proc/cpuinfo");
	else if (!id && !rootfs_is_missing(rc))
		rootfs_set_error(unread, rc, "%s", midr_file);
	return id;
}

/* "Vendor-6-8f-8": three dashes, each followed by a number. */
static bool is_x86(const char *text)
{
	size_t vendor = strcspn(text, "-"), family = vendor + strcspn(text + vendor, "-");
	const char *at = text + family;

	if (!vendor)
		return false;
	for (int part = 0; part < 3; part++) {
		size_t digits;

		if (*at != '-')
			return false;
		at++;
		digits = strspn(at, part ? "0123456789abcdefABCDEF" : "0123456789");
		if (!digits)
			return false;
		at += digits;
	}
	return !*at;
}

/* "0x489-0x8000000000000007-0x4210427" */
static bool is_riscv(const char *text)
{
	for (int part = 0; part < 3; part++) {
		size_t digits;

		if (part && *text++ != '-')
			return false;
		if (strncmp(text, "0x", 2) != 0)
			return false;
		digits = strspn(text + 2, "0123456789abcdef");
		if (!digits)
			return false;
		text += 2 + digits;
	}
	return !*text;
}

char *cpuid_parse(const char *text, struct error *err)
{
	struct str id = {0};
	uint64_t midr;

	if (strncmp(text, "0x", 2) == 0 && number_parse_u64(text, &midr) && midr > PVR_MOST)
		return midr_text(midr);
	if (strncmp(text, "0x", 2) == 0 && number_parse_u64(text, &midr)) {
		str_addf(&id, "0x%08llx", (ull)midr);
		return id.text;
	}
	if (is_riscv(text) || strncmp(text, "IBM,", 4) == 0)
		return mem_copy_text(text);
	if (!is_x86(text)) {
		error_set(err, ERROR_USAGE, 0, "'%s' is not a CPU id", text);
		error_hint(err, "examples are GenuineIntel-6-8F-8 (vendor, family, model, stepping) and, "
			   "for Arm, 0x00000000410fd0c0 (MIDR)");
		return NULL;
	}
	str_add(&id, text);
	for (char *p = id.text + strcspn(id.text, "-"); *p; p++)
		*p = (char)toupper((unsigned char)*p);
	return id.text;
}

/* Counts dashes outside brackets: those of ranges like [0-9] do not separate parts. */
static int count_dashes(const char *pattern)
{
	bool in_brackets = false;
	int n = 0;

	for (; *pattern; pattern++) {
		in_brackets = *pattern == '[' || (in_brackets && *pattern != ']');
		n += *pattern == '-' && !in_brackets;
	}
	return n;
}

/* The length of "vendor-family-model". */
static size_t length_without_stepping(const char *id)
{
	const char *at = id;

	for (int i = 0; i < 3 && at; i++) {
		at = strchr(at, '-');
		if (at && i == 2)
			return (size_t)(at - id);
		at = at ? at + 1 : NULL;
	}
	return strlen(id);
}

static bool compile(regex_t *re, const char *pattern)
{
	enum { CPU_PARTS_MOST = 200 };	/* a mapfile.csv has many patterns */
	struct error ignored = ERROR_INIT;
	LOCAL(str) all = {0};

	str_addf(&all, "^(%s)$", pattern);
	return pattern_compile(re, all.text, REG_EXTENDED, CPU_PARTS_MOST, &ignored) == 0;
}

bool cpuid_is_pattern(const char *text)
{
	regex_t re;
	bool ok = *text && compile(&re, text);

	if (ok)
		regfree(&re);
	return ok;
}

bool cpuid_matches(const char *id, const char *pattern)
{
	size_t literal = strcspn(pattern, "^$.[]()*+?{}|\\");
	LOCAL(str) what = {0};
	regex_t re;
	bool matches = false;

	/* a regular expression takes as long as a hundred of these; the last character may be optional */
	if (literal && !strchr(pattern, '|') &&
	    strncmp(id, pattern, pattern[literal] ? literal - 1 : literal) != 0)
		return false;
	str_add_n(&what, id, count_dashes(pattern) == 3 ? strlen(id) : length_without_stepping(id));
	if (compile(&re, pattern)) {
		matches = regexec(&re, what.text, 0, NULL, 0) == 0;
		regfree(&re);
	}
	return matches;
}
