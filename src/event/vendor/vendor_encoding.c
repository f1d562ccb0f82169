/* SPDX-License-Identifier: MIT */
/* Maps a vendor's keys to terms, and checks their values. */
#include "event/vendor/vendor_encoding.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/str.h"

typedef unsigned long long ull;

/* Terms after event and umask, in print order. */
static const struct { const char *key, *term; } keys[] = {
	{ "CounterMask", "cmask" },	{ "EdgeDetect", "edge" },	{ "Invert", "inv" },
	{ "AnyThread", "any" },		{ "PortMask", "ch_mask" },	{ "FCMask", "fc_mask" },
	{ "RdWrMask", "rdwrmask" },	{ "EnAllCores", "enallcores" },	{ "EnAllSlices", "enallslices" },
	{ "SliceId", "sliceid" },	{ "ThreadMask", "threadmask" },	{ "EventidCode", "eventid" },
	{ "NodeType", "type" },
};

/* Keys that are combined into event, umask and other terms. */
static const char *const parts[] = {
	"EventCode", "ExtSel", "UMask", "UMaskExt", "ConfigCode", "MSRIndex", "MSRValue",
};

/* The term for a model specific register, which holds what the event's own register cannot. */
static const struct { unsigned index; const char *term; } registers[] = {
	{ 0x1a6, "offcore_rsp" }, { 0x1a7, "offcore_rsp" }, { 0x3f6, "ldlat" }, { 0x3f7, "frontend" },
};

/*
 * Fixed counters have codes of their own, with event 0, of which kernels know only some. These events are
 * opened by the code of the general counters, as in perf.
 */
static const struct { const char *name; uint64_t umask, event; } fixed[] = {
	{ "inst_retired.any",		 1, 0xc0 },
	{ "cpu_clk_unhalted.thread",	 2, 0x3c },
	{ "cpu_clk_unhalted.thread_any", 2, 0x3c },
	{ "cpu_clk_unhalted.core",	 2, 0x3c },
};

static const char *vendor_encoding_value_of(const struct encoding_word *word, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (str_same(word[i].key, key))
			return word[i].value;
	return "";
}

/* The first number of a list. */
static uint64_t first_number(const char *text)
{
	bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');

	return *text ? strtoull(text, NULL, hex ? 16 : 10) : 0;
}

static uint64_t vendor_encoding_number_value(const struct encoding_word *word, size_t n, const char *key)
{
	return first_number(vendor_encoding_value_of(word, n, key));
}

/* --- validity ------------------------------------------------------------------------------------ */

static bool is_number_key(const char *key)
{
	for (size_t i = 0; i < sizeof(parts) / sizeof(*parts); i++)
		if (str_same(parts[i], key))
			return true;
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (str_same(keys[i].key, key))
			return true;
	return false;
}

bool vendor_encoding_knows(const char *key)
{
	return is_number_key(key) || str_same(key, "Filter") || str_same(key, "ScaleUnit");
}

bool vendor_encoding_has_code(const struct encoding_word *word, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is_number_key(word[i].key) && *word[i].value)
			return true;
	return false;
}

static bool is_number(const char *text, size_t len)
{
	char number[24] = "";
	uint64_t value;

	if (len >= sizeof(number))
		return false;
	memcpy(number, text, len);
	return number_parse_u64(number, &value);
}

/* "0xb7, 0xbb": all are numbers */
static bool are_numbers(const char *text)
{
	for (;; text++) {
		size_t len = strcspn(text, ","), start = strspn(text, " "), end = len;

		while (end > start && text[end - 1] == ' ')
			end--;
		if (start > len || !is_number(text + start, end - start))
			return false;
		text += len;
		if (!*text)
			return true;
	}
}

/* "config1=0x40e33,inv": terms with numbers, or flags. Without any = it is not a list of terms: "na". */
static bool is_filter(const char *text)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
	bool ok = true, terms = strchr(text, '=');

	for (; terms && ok && *text; text += *text == ',') {
		size_t len = strcspn(text, ","), name = strspn(text, letters);

		ok = name && (name == len || (text[name] == '=' &&
					      is_number(text + name + 1, len - name - 1)));
		text += len;
		ok &= !*text || text[1];
	}
	return ok;
}

/* "64Bytes", "1e-6", "100%" */
static bool is_scale(const char *text)
{
	return (isdigit((unsigned char)*text) || *text == '.') && number_is_scale(strtod(text, NULL));
}

static const char *find_fault(const struct encoding_word *word)
{
	if (!*word->value)
		return NULL;
	if (is_number_key(word->key) && !are_numbers(word->value))
		return "is not a number";
	if (str_same(word->key, "Filter") && !is_filter(word->value))
		return "is not a list of terms";
	if (str_same(word->key, "ScaleUnit") && !is_scale(word->value))
		return "does not begin with a number from 1e-30 to 1e30";
	return NULL;
}

int vendor_encoding_check(const struct encoding_word *word, size_t n, struct str *why)
{
	for (size_t i = 0; i < n; i++) {
		const char *fault = find_fault(&word[i]);

		if (!fault)
			continue;
		str_addf(why, "%s '%s' %s", word[i].key, word[i].value, fault);
		return -1;
	}
	return 0;
}

/* --- building terms ------------------------------------------------------------------------------- */

static void add_term(struct str *terms, size_t start, const char *term, uint64_t value)
{
	if (terms->len > start)
		str_add(terms, ",");
	str_addf(terms, "%s=0x%llx", term, (ull)value);
}

static void use_general_code(const char *name, uint64_t *event, uint64_t *umask)
{
	for (size_t i = 0; i < sizeof(fixed) / sizeof(*fixed) && !*event; i++) {
		if (*umask != fixed[i].umask || str_casecmp(fixed[i].name, name) != 0)
			continue;
		*event = fixed[i].event;
		*umask = 0;
	}
}

/*
 * For units with ports, umask bits above the eighth repeat the config bits from 32 on, where port and
 * class have their own fields.
 */
static uint64_t without_ports(uint64_t umask, const struct encoding_word *word, size_t n)
{
	uint64_t port = vendor_encoding_number_value(word, n, "PortMask"),
		 class = vendor_encoding_number_value(word, n, "FCMask");

	return umask >> 8 & ~(port << 4 | class << 16) ? umask : umask & 0xff;
}

static void add_register(struct str *terms, size_t start, const struct encoding_word *word, size_t n)
{
	uint64_t index = vendor_encoding_number_value(word, n, "MSRIndex"),
		 value = vendor_encoding_number_value(word, n, "MSRValue");

	for (size_t i = 0; i < sizeof(registers) / sizeof(*registers); i++)
		if (registers[i].index == index && value)
			add_term(terms, start, registers[i].term, value);
}

/*
 * UMaskExt occurs only in the vendors' own files: umask bits above the eighth, which other files put into
 * UMask.
 */
void vendor_encoding_add_terms(struct str *terms, const struct encoding_word *word, size_t n)
{
	uint64_t event = vendor_encoding_number_value(word, n, "EventCode") |
			 vendor_encoding_number_value(word, n, "ExtSel") << 8;
	uint64_t umask = vendor_encoding_number_value(word, n, "UMask") |
			 vendor_encoding_number_value(word, n, "UMaskExt") << 8;
	uint64_t config = vendor_encoding_number_value(word, n, "ConfigCode");
	const char *filter = vendor_encoding_value_of(word, n, "Filter");
	bool elsewhere = config || *vendor_encoding_value_of(word, n, "EventidCode") ||
			 *vendor_encoding_value_of(word, n, "NodeType");
	size_t start = terms->len;

	umask = without_ports(umask, word, n);
	use_general_code(vendor_encoding_value_of(word, n, "EventName"), &event, &umask);
	if (config)
		add_term(terms, start, "config", config);
	if (event || !elsewhere)
		add_term(terms, start, "event", event);
	if (umask)
		add_term(terms, start, "umask", umask);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		uint64_t value = vendor_encoding_number_value(word, n, keys[i].key);

		if (value)
			add_term(terms, start, keys[i].term, value);
	}
	add_register(terms, start, word, n);
	if (strchr(filter, '='))	/* not "na" */
		str_addf(terms, ",%s", filter);
}

/* Some units have irregular PMU names: UPI LL is uncore_upi, HAC_CBO is uncore_hac_cbox. */
void vendor_encoding_add_pmu(struct str *pmu, const char *unit)
{
	static const struct { const char *unit, *pmu; } names[] = {
		{ "", "cpu" },			{ "cpu", "cpu" },
		{ "cpu_core", "cpu_core" },	{ "cpu_atom", "cpu_atom" },
		{ "cpu_lowpower", "cpu_lowpower" },
		{ "CBO", "uncore_cbox" },	{ "SBO", "uncore_sbox" },
		{ "QPI LL", "uncore_qpi" },	{ "UPI LL", "uncore_upi" },
		{ "iMPH-U", "uncore_arb" },	{ "HAC_CBO", "uncore_hac_cbox" },
		{ "CPU-M-CF", "cpum_cf" },	{ "PAI-CRYPTO", "pai_crypto" },
		{ "PAI-EXT", "pai_ext" },	{ "arm_cmn", "arm_cmn" },
		{ "ali_drw", "ali_drw" },	{ "imx8_ddr", "imx8_ddr" },
		{ "imx9_ddr", "imx9_ddr" },	{ "hisi_sicl,cpa", "hisi_sicl[0-9]*_cpa[0-9]*" },
		{ "hisi_sccl,ddrc", "hisi_sccl[0-9]*_ddrc[0-9]*" },
		{ "hisi_sccl,hha", "hisi_sccl[0-9]*_hha[0-9]*" },
		{ "hisi_sccl,l3c", "hisi_sccl[0-9]*_l3c[0-9]*" },
		{ "L3PMC", "amd_l3" },		{ "DFPMC", "amd_df" },	{ "UMCPMC", "amd_umc" },
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(names[i].unit, unit) == 0) {
			str_add(pmu, names[i].pmu);
			return;
		}
	}
	str_add(pmu, "uncore_");
	for (; *unit; unit++) {
		char c = (char)tolower((unsigned char)*unit);

		str_add_n(pmu, &c, 1);
	}
}
