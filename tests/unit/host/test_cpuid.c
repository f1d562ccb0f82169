/* SPDX-License-Identifier: MIT */
/* Tests CPU ids: read from files, parsed, matched against patterns. */
#include "test.h"

#include <stdbool.h>

#include "host/cpuid.h"
#include "host/cpuinfo.h"
#include "made_root.h"

#define MIDR_FILE "sys/devices/system/cpu/cpu0/regs/identification/midr_el1"
#define INTEL "processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 143\n" \
	      "model name\t: Xeon\nstepping\t: 8\n"
#define ARM "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x3\n" \
	    "CPU part\t: 0xd0c\nCPU revision\t: 1\n"

static void of_machines(void **state)
{
	static const struct { const char *cpuinfo, *midr, *want; } cases[] = {
		{ INTEL, NULL, "GenuineIntel-6-8F-8" },
		{ "vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nstepping\t: 10\n", NULL,
		  "AuthenticAMD-25-11-A" },
		{ ARM, NULL, "0x00000000410fd0c0" },
		{ ARM, "0x00000000413fd0c1\n", "0x00000000410fd0c0" },
		{ "", "0x00000000410fd083\n", "0x00000000410fd080" },
		{ NULL, "0x00000000414fd4f2", "0x00000000410fd4f0" },
		{ ARM, "not a number\n", "0x00000000410fd0c0" },
		{ "CPU implementer\t: 0x41\n", NULL, NULL },
		{ "CPU implementer\t: 0x1041\nCPU part\t: 0xd0c\n", NULL, NULL },
		{ "CPU implementer\t: 0x41\nCPU part\t: 0x1d0c\n", NULL, NULL },
		{ "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 143\n", NULL, NULL },
		{ "vendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: -1\nstepping\t: 1\n", NULL, NULL },
		{ "vendor_id       : IBM/S390\n# processors    : 8\n", NULL, NULL },
		{ "cpu\t\t: POWER9 (architected)\n", NULL, NULL },
		{ "cpu\t\t: POWER9\nrevision\t: 2.2 (pvr 004e 0202)\n", NULL, "0x004e0202" },
		{ "cpu\t\t: POWER9\nrevision\t: 2.2 (pvr 004e)\n", NULL, NULL },
		{ "hart\t: 3\nmvendorid\t: 0x489\nmarchid\t\t: 0x8000000000000007\nmimpid\t\t: 0x4210427\n", NULL,
		  "0x489-0x8000000000000007-0x4210427" },
		{ "hart\t: 3\nmvendorid\t: 0x489\nmarchid\t\t: 0x8000000000000007\n", NULL, NULL },
		{ NULL, NULL, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error unread = ERROR_INIT;
		struct root r;
		char *id;

		root_make(&r);
		if (cases[i].cpuinfo)
			root_put(&r, "proc/cpuinfo", cases[i].cpuinfo);
		if (cases[i].midr)
			root_put(&r, MIDR_FILE, cases[i].midr);
		id = cpuid_load(&r.fs, &unread);
		assert_int_equal(unread.kind, ERROR_NONE);
		if (!id != !cases[i].want || (id && strcmp(id, cases[i].want) != 0))
			fail_msg("case %zu is %s", i, id ? id : "nothing");
		free(id);
		root_remove(&r);
	}
}

/* IBM Z has its parts in files of its own. */
static void of_ibm_z(void **state)
{
	static const char levels[] = "CPU-MF: Counter facility: version=3.7 authorization=002f\n"
				     "CPU-MF: Sampling facility: min_rate=18228 max_rate=170650536 cpu_speed=5208\n";
	static const struct { const char *sysinfo, *levels, *want; } cases[] = {
		{ "Manufacturer:         IBM\nType:                 3931\nModel:                704              A01\n",
		  levels, "IBM,3931,704,A01,3.7,002f" },
		{ "Manufacturer:         IBM\nType:                 3931\n", "vlic\n", "IBM,3931" },
		{ "VM00 Name:            X\n", levels, NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error unread = ERROR_INIT;
		struct root r;
		char *id;

		root_make(&r);
		root_put(&r, "proc/cpuinfo", "vendor_id       : IBM/S390\n# processors    : 8\n");
		root_put(&r, "proc/sysinfo", cases[i].sysinfo);
		root_put(&r, "proc/service_levels", cases[i].levels);
		id = cpuid_load(&r.fs, &unread);
		if (!id != !cases[i].want || (id && strcmp(id, cases[i].want) != 0))
			fail_msg("case %zu is %s", i, id ? id : "nothing");
		free(id);
		root_remove(&r);
	}
}

/* A machine of which nothing is known is one thing, a file that is there and says nothing another. */
static void unread(void **state)
{
	static const struct { const char *file, *text; bool unread; } cases[] = {
		{ "proc/other", "", false }, { "proc/cpuinfo", "processor\t: 0\n", false },
		{ "proc/cpuinfo", "", true }, { "proc/cpuinfo", "4711\n", true },
		{ "proc/cpuinfo/folder", "", true }, { MIDR_FILE "/folder", "", true }, { MIDR_FILE, "what", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error why = ERROR_INIT;
		struct root r;

		root_make(&r);
		root_put(&r, cases[i].file, cases[i].text);
		assert_null(cpuid_load(&r.fs, &why));
		assert_int_equal(why.kind != ERROR_NONE, cases[i].unread);
		if (cases[i].unread)
			assert_non_null(strstr(why.message, strstr(cases[i].file, "cpuinfo") ? "/proc/cpuinfo" : "/midr_el1"));
		root_remove(&r);
	}
}

static void as_written(void **state)
{
	static const struct { const char *text, *want; } cases[] = {
		{ "GenuineIntel-6-8F-8", "GenuineIntel-6-8F-8" },
		{ "GenuineIntel-6-8f-a", "GenuineIntel-6-8F-A" },
		{ "0x00000000413fd0c1", "0x00000000410fd0c0" },
		{ "0x410fd0c0", "0x00000000410fd0c0" },
		{ "0x004e0202", "0x004e0202" },		{ "0x4e0202", "0x004e0202" },
		{ "0x489-0x8000000000000007-0x4210427", "0x489-0x8000000000000007-0x4210427" },
		{ "0x489-0x8000000000000007", NULL },	{ "0x489-0x7-0x1-0x2", NULL },
		{ "0x489-7-0x1", NULL },		{ "0x489-0x7-0x", NULL },
		{ "IBM,3931,704,A01,3.7,002f", "IBM,3931,704,A01,3.7,002f" },
		{ "GenuineIntel-6-8F", NULL },		{ "GenuineIntel-6-8F-", NULL },
		{ "GenuineIntel-6-8F-8-1", NULL },	{ "GenuineIntel-a-8F-8", NULL },
		{ "GenuineIntel-6-8G-8", NULL },	{ "-6-8F-8", NULL },
		{ "GenuineIntel", NULL },		{ "", NULL },
		{ "0x", NULL },				{ "0x41g", NULL },
		{ "GenuineIntel-6--8", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		char *id = cpuid_parse(cases[i].text, &err);

		if (!id != !cases[i].want || (id && strcmp(id, cases[i].want) != 0))
			fail_msg("'%s' is %s", cases[i].text, id ? id : "nothing");
		if (!id) {
			assert_int_equal(err.kind, ERROR_USAGE);
			assert_true(strstr(err.message, "is not a CPU id") && strstr(err.hint, "GenuineIntel-6-8F-8"));
		}
		free(id);
	}
}

static void comparison(void **state)
{
	static const struct { const char *id, *pattern; bool want; } cases[] = {
		{ "GenuineIntel-6-8F-8", "GenuineIntel-6-8F", true },
		{ "GenuineIntel-6-8F-8", "GenuineIntel-6-8F-8", true },
		{ "GenuineIntel-6-8F-8", "GenuineIntel-6-8F-7", false },
		{ "GenuineIntel-6-8F-8", "GenuineIntel-6-8", false },	/* the whole of it */
		{ "GenuineIntel-6-8F-8", "6-8F", false },
		{ "GenuineIntel-6-9E-A", "GenuineIntel-6-(4E|5E|8E|9E|A5|A6)", true },
		{ "GenuineIntel-6-55-4", "GenuineIntel-6-55-[01234]", true },
		{ "GenuineIntel-6-55-7", "GenuineIntel-6-55-[01234]", false },
		{ "GenuineIntel-6-55-7", "GenuineIntel-6-55-[56789ABCDEF]", true },
		{ "GenuineIntel-6-55-7", "GenuineIntel-6-55-[5-9A-F]", true },
		{ "GenuineIntel-6-55-4", "GenuineIntel-6-55-[5-9A-F]", false },
		/* dashes between brackets are no parts */
		{ "AuthenticAMD-23-1-1", "AuthenticAMD-23-([12][0-9A-F]|[0-9A-F])", true },
		{ "AuthenticAMD-23-31-0", "AuthenticAMD-23-([12][0-9A-F]|[0-9A-F])", false },
		{ "AuthenticAMD-23-31-0", "AuthenticAMD-23-[[:xdigit:]]+", true },
		{ "AuthenticAMD-25-11-1", "AuthenticAMD-25-([245][[:xdigit:]]|[[:xdigit:]])", false },
		{ "AuthenticAMD-25-21-1", "AuthenticAMD-25-([245][[:xdigit:]]|[[:xdigit:]])", true },
		{ "0x00000000410fd0c0", "0x00000000410fd0c0", true },
		{ "0x00000000410fd0c0", "0x00000000410fd490", false },
		{ "0x00000000410fd0c0", "0x00000000410f[[:xdigit:]]+", true },
		{ "0x00000000410fd0c0", "0x00000000410fd0c01?", true },
		{ "0x004e0202", "0x004e[[:xdigit:]]{4}", true },
		{ "0x004e0202", "0x004[bcd][[:xdigit:]]{4}", false },
		{ "0x489-0x8000000000000007-0x4210427", "0x489-0x8000000000000007-0x[[:xdigit:]]+", true },
		{ "IBM,3931,704,A01,3.7,002f", "IBM.393[12].*", true },
		{ "IBM,3906,704,M04,3.6,002f", "IBM.393[12].*", false },
		{ "IBM,3906,704,M04,3.6,002f", "^IBM.390[67].*[13]\\.[1-5].[[:xdigit:]]+$", false },
		{ "IBM,3906,704,M04,3.5,002f", "^IBM.390[67].*[13]\\.[1-5].[[:xdigit:]]+$", true },
		{ "GenuineIntel-6-8F-8", "GenuineIntel-6-(8F", false },	/* not a regular expression */
		{ "GenuineIntel-6-8F-8", "GenuineIntel-6-8E|GenuineIntel-6-8F", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		if (cpuid_matches(cases[i].id, cases[i].pattern) != cases[i].want)
			fail_msg("%s and %s", cases[i].id, cases[i].pattern);
}

static void fields(void **state)
{
	static const char text[] = "model\t\t: 143\nmodel name\t: A B \nempty\t:\nwhat : unknown\n"
				   "hex: 0xd0C\nbig: 4294967296\nbad: 12x\nmodel\t: 7";
	const char *at = text;
	char *value;

	(void)state;
	assert_int_equal(cpuinfo_number(text, "model"), 143);
	assert_int_equal(cpuinfo_number(text, "hex"), 0xd0c);
	assert_int_equal(cpuinfo_number(text, "big"), -1);
	assert_int_equal(cpuinfo_number(text, "bad"), -1);
	assert_int_equal(cpuinfo_number(text, "none"), -1);
	assert_int_equal(cpuinfo_number(text, "empty"), -1);
	value = cpuinfo_field(text, "model name");
	assert_string_equal(value, "A B");
	free(value);
	assert_null(cpuinfo_field(text, "empty"));
	assert_null(cpuinfo_field(text, "what"));
	free(cpuinfo_next(&at, "model"));
	value = cpuinfo_next(&at, "model");
	assert_string_equal(value, "7");
	free(value);
	assert_null(cpuinfo_next(&at, "model"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_machines),
		cmocka_unit_test(of_ibm_z),
		cmocka_unit_test(unread),
		cmocka_unit_test(as_written),
		cmocka_unit_test(comparison),
		cmocka_unit_test(fields),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
