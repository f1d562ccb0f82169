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
	char *vendor = cpuinfo_field(cpuinfo, "vendor_id");
	int family = cpuinfo_number(cpuinfo, "cpu family");
	int model = cpuinfo_number(cpuinfo, "model");
	int stepping = cpuinfo_number(cpuinfo, "stepping");
	struct str text = {0};

	if (vendor && family >= 0 && model >= 0 && stepping >= 0)
		str_addf(&text, "%s-%d-%X-%X", vendor, family, (unsigned)model, (unsigned)stepping);
	free(vendor);
	return text.text;
}

char *cpuid_load(const struct rootfs *root, struct error *unread)
{
	static const char midr_file[] = "/sys/devices/system/cpu/cpu0/regs/identification/midr_el1";
	struct str text = {0};
	char *id = NULL;
	uint64_t midr;
	int rc = rootfs_read_u64(root, &midr, "%s", midr_file), info;

	if (rc == 0)
		return midr_text(midr);
	info = cpuinfo_read(&text, root);
	id = x86_text(text.text);
	if (!id)
		id = midr_from_cpuinfo(text.text);
	str_release(&text);
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

char *cpuid_parse(const char *text, struct error *err)
{
	struct str id = {0};
	uint64_t midr;

	if (strncmp(text, "0x", 2) == 0 && number_parse_u64(text, &midr))
		return midr_text(midr);
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
	struct str all = {0};
	bool ok;

	str_addf(&all, "^(%s)$", pattern);
	ok = pattern_compile(re, all.text, REG_EXTENDED, CPU_PARTS_MOST, &ignored) == 0;
	str_release(&all);
	return ok;
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
	struct str what = {0};
	regex_t re;
	bool matches = false;

	str_add_n(&what, id, count_dashes(pattern) == 3 ? strlen(id) : length_without_stepping(id));
	if (compile(&re, pattern)) {
		matches = regexec(&re, what.text, 0, NULL, 0) == 0;
		regfree(&re);
	}
	str_release(&what);
	return matches;
}
