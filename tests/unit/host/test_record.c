/* SPDX-License-Identifier: MIT */
/*
 * Decodes records made by hand and recorded ones, in both byte orders, and damaged ones.
 *
 * A decoded record is compared as text: its name, then each field that it has.
 */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "host/attr.h"
#include "host/record.h"
#include "made_perfdata.h"
#include "recorded_records.h"

enum {
	IP = 1, TID = 1 << 1, TIME = 1 << 2, ADDR = 1 << 3, READ = 1 << 4, CALLCHAIN = 1 << 5, ID = 1 << 6,
	CPU = 1 << 7, PERIOD = 1 << 8, STREAM_ID = 1 << 9, RAW = 1 << 10, BRANCHES = 1 << 11,
	REGS_USER = 1 << 12, STACK_USER = 1 << 13, WEIGHT = 1 << 14, DATA_SRC = 1 << 15, IDENTIFIER = 1 << 16,
	TRANSACTION = 1 << 17, REGS_INTR = 1 << 18, PHYS_ADDR = 1 << 19, AUX = 1 << 20, CGROUP = 1 << 21,
	DATA_PAGE = 1 << 22, CODE_PAGE = 1 << 23, WEIGHTS = 1 << 24, LATER = 1 << 25,
	TRAILER = TID | TIME | ID | STREAM_ID | CPU | IDENTIFIER,
};
enum { ENABLED = 1, RUNNING = 2, WITH_ID = 4, GROUP = 8, LOST = 16, HW_INDEX = 1 << 17, COUNTERS = 1 << 19 };

#define WHOLE_TRAILER "4:5 4:6 8:90 8:70 8:71 4:3 4:0 8:72"

static void add_u32(struct str *s, const char *name, uint32_t value)
{
	if (value != RECORD_UNKNOWN)
		str_addf(s, " %s %u", name, value);
}

static void add_u64(struct str *s, const char *name, uint64_t value)
{
	if (value)
		str_addf(s, " %s %llu", name, (unsigned long long)value);
}

static void describe(struct str *s, const struct record *r)
{
	str_add(s, record_name(r->type) ? record_name(r->type) : "unknown");
	add_u32(s, "pid", r->pid);
	add_u32(s, "tid", r->tid);
	add_u32(s, "ppid", r->ppid);
	add_u32(s, "ptid", r->ptid);
	add_u32(s, "cpu", r->cpu);
	add_u64(s, "time", r->time_ns);
	add_u64(s, "id", r->id);
	add_u64(s, "ip", r->ip);
	add_u64(s, "lost", r->lost);
	add_u64(s, "misc", r->misc);
	if (r->comm)
		str_addf(s, " '%s'", r->comm);
	add_u64(s, "enabled", r->counts.enabled);
	add_u64(s, "running", r->counts.running);
	for (size_t i = 0; i <= r->counts.n; i++) {	/* zeros beyond */
		struct record_count c = record_count_at(&r->counts, i);

		if (i == r->counts.n)
			assert_true(!c.value && !c.id && !c.lost);
		else
			str_addf(s, " [%llu %llu %llu]", (unsigned long long)c.value,
				 (unsigned long long)c.id, (unsigned long long)c.lost);
	}
}

/* A copy of exactly n bytes, so that sanitizers see a read beyond them. */
static int decode_copy(struct str *out, const struct record_format *f, const char *bytes, size_t n)
{
	unsigned char *copy = n ? malloc(n) : NULL;
	struct record r;
	int size;

	if (n)
		memcpy(copy, bytes, n);
	size = record_decode(&r, f, copy, n);
	str_reset(out);
	if (size > 0)
		describe(out, &r);
	free(copy);
	return size;
}

struct made {
	const char *words;	/* as made_record() takes them */
	struct record_format format;
	const char *want;	/* NULL: malformed */
};

static void check_made(const struct made *c, bool big)
{
	struct record_format f = c->format;
	struct str bytes = {0}, text = {0};
	int size;

	f.swap = big != MADE_HERE;
	made_record(&bytes, big, c->words);
	size = decode_copy(&text, &f, bytes.text, bytes.len);
	if (c->want) {
		assert_int_equal(size, bytes.len);
		assert_string_equal(str_text(&text), c->want);
	} else if (size != -1) {
		fail_msg("%s: %s", c->words, str_text(&text));
	}
	for (size_t n = 0; n < bytes.len; n++)
		assert_int_equal(decode_copy(&text, &f, bytes.text, n), 0);
	str_release(&bytes);
	str_release(&text);
}

static void check_all_made(const struct made *cases, size_t n)
{
	for (size_t i = 0; i < 2 * n; i++)
		check_made(&cases[i / 2], i % 2);
}

/* The numbers of the kernel's ABI; those of this build's header are compared with it. */
static void names_and_numbers(void **state)
{
	static const struct { uint32_t type, kernel; const char *name; } cases[] = {
		{ 1, PERF_RECORD_MMAP, "MMAP" }, { 2, PERF_RECORD_LOST, "LOST" },
		{ 3, PERF_RECORD_COMM, "COMM" }, { 4, PERF_RECORD_EXIT, "EXIT" },
		{ 5, PERF_RECORD_THROTTLE, "THROTTLE" }, { 6, PERF_RECORD_UNTHROTTLE, "UNTHROTTLE" },
		{ 7, PERF_RECORD_FORK, "FORK" }, { 8, PERF_RECORD_READ, "READ" },
		{ 9, PERF_RECORD_SAMPLE, "SAMPLE" }, { 10, PERF_RECORD_MMAP2, "MMAP2" },
		{ 11, PERF_RECORD_AUX, "AUX" }, { 12, PERF_RECORD_ITRACE_START, "ITRACE_START" },
		{ 13, PERF_RECORD_LOST_SAMPLES, "LOST_SAMPLES" }, { 14, PERF_RECORD_SWITCH, "SWITCH" },
		{ 15, PERF_RECORD_SWITCH_CPU_WIDE, "SWITCH_CPU_WIDE" },
		{ 16, PERF_RECORD_NAMESPACES, "NAMESPACES" },
		{ 17, RECORD_KSYMBOL, "KSYMBOL" }, { 18, RECORD_BPF_EVENT, "BPF_EVENT" },
		{ 19, RECORD_CGROUP, "CGROUP" }, { 20, RECORD_TEXT_POKE, "TEXT_POKE" },
		{ 21, RECORD_AUX_OUTPUT_HW_ID, "AUX_OUTPUT_HW_ID" },
		{ 22, RECORD_CALLCHAIN_DEFERRED, "CALLCHAIN_DEFERRED" },
	};

	(void)state;
	assert_int_equal(COUNT_OF(cases), RECORD_TYPES - 1);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(cases[i].type, cases[i].kernel);
		assert_string_equal(record_name(cases[i].type), cases[i].name);
	}
	assert_null(record_name(0));
	assert_null(record_name(RECORD_TYPES));
	assert_null(record_name(UINT32_MAX));
}

static void formats_of_attrs(void **state)
{
	union attr attr = { .head = {
		.sample_type = 1, .read_format = 2, .branch_sample_type = 3, .sample_regs_user = 4,
		.sample_regs_intr = 5, .sample_id_all = 1 } };
	struct record_format f = record_format_of(&attr.head);

	(void)state;
	assert_true(f.sample_type == 1 && f.read_format == 2 && f.branch_sample_type == 3 &&
		    f.regs_user == 4 && f.regs_intr == 5 && f.sample_id_all && !f.swap);
	attr.head.sample_id_all = 0;
	assert_false(record_format_of(&attr.head).sample_id_all);
}

static void bodies(void **state)
{
	static const struct made cases[] = {
		{ "7 4:1 4:2 4:3 4:4 8:5", { 0 }, "FORK pid 1 tid 3 ppid 2 ptid 4 time 5" },
		{ "4 4:1 4:0xffffffff 4:3 4:4 8:5", { 0 }, "EXIT pid 1 tid 3 ptid 4 time 5" },
		{ "3 4:1 4:2 t8:sh", { 0 }, "COMM pid 1 tid 2 'sh'" },
		{ "3 4:1 4:2 t16:a-name-of-15-by", { 0 }, "COMM pid 1 tid 2 'a-name-of-15-by'" },
		{ "3 4:1 4:2 t8:", { 0 }, "COMM pid 1 tid 2 ''" },
		{ "3 4:1 4:2 t8:endless!", { 0 }, NULL },
		{ "3 4:1 4:2", { 0 }, NULL },
		{ "2 8:7 8:100", { 0 }, "LOST id 7 lost 100" },
		{ "13 8:100", { 0 }, "LOST_SAMPLES lost 100" },
		{ "5 8:9 8:7 8:8", { 0 }, "THROTTLE time 9 id 7" },
		{ "6 8:9 8:7 8:8", { 0 }, "UNTHROTTLE time 9 id 7" },
		{ "1 4:1 4:2 8:0 8:4096 8:0 t8:/bin/sh", { 0 }, "MMAP pid 1 tid 2" },
		{ "10 4:1 4:2 8:0 8:4096 8:0 z24 4:5 4:2 t8:/bin/sh", { 0 }, "MMAP2 pid 1 tid 2" },
		{ "12 4:1 4:2", { 0 }, "ITRACE_START pid 1 tid 2" },
		{ "16 4:1 4:2 8:1 8:3 8:4", { 0 }, "NAMESPACES pid 1 tid 2" },
		{ "11 8:0 8:64 8:1", { 0 }, "AUX" },
		{ "14", { 0 }, "SWITCH" },
		{ "15 4:1 4:2", { 0 }, "SWITCH_CPU_WIDE" },
		{ "17 8:1 4:2 2:1 2:0 t8:f", { 0 }, "KSYMBOL" },
		{ "18 2:1 2:0 4:2 8:3", { 0 }, "BPF_EVENT" },
		{ "19 8:1 t8:/a", { 0 }, "CGROUP" },
		{ "20 8:1 2:1 2:1 4:0", { 0 }, "TEXT_POKE" },
		{ "21 8:1", { 0 }, "AUX_OUTPUT_HW_ID" },
		{ "22 8:1 8:1 8:2", { 0 }, "CALLCHAIN_DEFERRED" },
		/* of a newer kernel, or of perf itself */
		{ "23 8:1", { .sample_type = TRAILER, .sample_id_all = true }, "unknown" },
		{ "64", { .sample_type = TRAILER, .sample_id_all = true }, "unknown" },
		{ "0", { 0 }, "unknown" },
		/* too short; a newer kernel may make a body longer */
		{ "7 4:1 4:2 4:3 4:4", { 0 }, NULL },
		{ "7 4:1 4:2 4:3 4:4 8:5 8:6", { 0 }, "FORK pid 1 tid 3 ppid 2 ptid 4 time 5" },
		{ "2 8:7", { 0 }, NULL },
		{ "13", { 0 }, NULL },
		{ "8 4:1 4:2", { 0 }, NULL },
	};

	(void)state;
	check_all_made(cases, COUNT_OF(cases));
}

static void trailers(void **state)
{
	static const struct made cases[] = {
		{ "14 " WHOLE_TRAILER, { .sample_type = TRAILER | IP | READ, .sample_id_all = true },
		  "SWITCH pid 5 tid 6 cpu 3 time 90 id 72" },
		{ "14 4:5 4:6", { .sample_type = TID, .sample_id_all = true }, "SWITCH pid 5 tid 6" },
		{ "14 8:90", { .sample_type = TIME, .sample_id_all = true }, "SWITCH time 90" },
		{ "14 8:70", { .sample_type = ID, .sample_id_all = true }, "SWITCH id 70" },
		{ "14 8:71", { .sample_type = STREAM_ID, .sample_id_all = true }, "SWITCH" },
		{ "14 4:3 4:0", { .sample_type = CPU, .sample_id_all = true }, "SWITCH cpu 3" },
		{ "14 8:72", { .sample_type = IDENTIFIER, .sample_id_all = true }, "SWITCH id 72" },
		/* the body has the last word; the trailer of FORK names the parent */
		{ "7 4:1 4:2 4:3 4:4 8:80 " WHOLE_TRAILER, { .sample_type = TRAILER, .sample_id_all = true },
		  "FORK pid 1 tid 3 ppid 2 ptid 4 cpu 3 time 80 id 72" },
		{ "3 4:1 4:2 t8:sh " WHOLE_TRAILER, { .sample_type = TRAILER, .sample_id_all = true },
		  "COMM pid 1 tid 2 cpu 3 time 90 id 72 'sh'" },
		{ "2 8:7 8:100 " WHOLE_TRAILER, { .sample_type = TRAILER, .sample_id_all = true },
		  "LOST pid 5 tid 6 cpu 3 time 90 id 7 lost 100" },
		{ "8 4:1 4:2 8:10 " WHOLE_TRAILER, { .sample_type = TRAILER, .sample_id_all = true },
		  "READ pid 1 tid 2 cpu 3 time 90 id 72 [10 0 0]" },
		/* no room for it, or for the body before it; a name that ends in the trailer */
		{ "14 8:1", { .sample_type = TID | TIME, .sample_id_all = true }, NULL },
		{ "13 8:1 8:2", { .sample_type = TID | TIME, .sample_id_all = true }, NULL },
		{ "3 4:1 4:2 t8:endless! 8:0", { .sample_type = TIME, .sample_id_all = true }, NULL },
	};

	(void)state;
	check_all_made(cases, COUNT_OF(cases));
}

static void counts(void **state)
{
	static const struct made cases[] = {
		{ "8 4:1 4:2 8:10", { 0 }, "READ pid 1 tid 2 [10 0 0]" },
		{ "8 4:1 4:2 8:10 8:11", { .read_format = ENABLED }, "READ pid 1 tid 2 enabled 11 [10 0 0]" },
		{ "8 4:1 4:2 8:10 8:12", { .read_format = RUNNING }, "READ pid 1 tid 2 running 12 [10 0 0]" },
		{ "8 4:1 4:2 8:10 8:13", { .read_format = WITH_ID }, "READ pid 1 tid 2 [10 13 0]" },
		{ "8 4:1 4:2 8:10 8:14", { .read_format = LOST }, "READ pid 1 tid 2 [10 0 14]" },
		{ "8 4:1 4:2 8:10 8:11 8:12 8:13 8:14", { .read_format = ENABLED | RUNNING | WITH_ID | LOST },
		  "READ pid 1 tid 2 enabled 11 running 12 [10 13 14]" },
		{ "8 4:1 4:2 8:2 8:10 8:20", { .read_format = GROUP }, "READ pid 1 tid 2 [10 0 0] [20 0 0]" },
		{ "8 4:1 4:2 8:0", { .read_format = GROUP }, "READ pid 1 tid 2" },
		{ "8 4:1 4:2 8:2 8:11 8:12 8:10 8:13 8:14 8:20 8:23 8:24",
		  { .read_format = GROUP | ENABLED | RUNNING | WITH_ID | LOST },
		  "READ pid 1 tid 2 enabled 11 running 12 [10 13 14] [20 23 24]" },
		{ "8 4:1 4:2 8:2 8:10 8:13 8:20 8:23", { .read_format = GROUP | WITH_ID },
		  "READ pid 1 tid 2 [10 13 0] [20 23 0]" },
		{ "8 4:1 4:2 8:10 8:11", { .read_format = ENABLED | RUNNING }, NULL },
		{ "8 4:1 4:2 8:3 8:10 8:20", { .read_format = GROUP }, NULL },
		/* products that overflow to small numbers */
		{ "8 4:1 4:2 8:0x2000000000000001 8:10", { .read_format = GROUP }, NULL },
		{ "8 4:1 4:2 8:0x1000000000000000 8:10", { .read_format = GROUP | WITH_ID }, NULL },
	};

	(void)state;
	check_all_made(cases, COUNT_OF(cases));
}

static void samples(void **state)
{
	static const struct made cases[] = {
		{ "9", { 0 }, "SAMPLE" },
		{ "9 8:72 8:60 4:5 4:6 8:90 8:1 8:70 8:71 4:3 4:0 8:1",
		  { .sample_type = TRAILER | IP | ADDR | PERIOD, .sample_id_all = true },
		  "SAMPLE pid 5 tid 6 cpu 3 time 90 id 70 ip 60" },
		{ "9 4:5 4:6 8:90 8:2 8:11 8:12 8:10 8:13 8:20 8:23",
		  { .sample_type = TID | TIME | READ, .read_format = GROUP | ENABLED | RUNNING | WITH_ID },
		  "SAMPLE pid 5 tid 6 time 90 enabled 11 running 12 [10 13 0] [20 23 0]" },
		/* skipped parts, one by one */
		{ "9 8:60 8:2 8:1 8:2", { .sample_type = IP | CALLCHAIN }, "SAMPLE ip 60" },
		{ "9 8:60 4:4 4:9", { .sample_type = IP | RAW }, "SAMPLE ip 60" },
		{ "9 8:60 4:12 z12", { .sample_type = IP | RAW }, "SAMPLE ip 60" },
		{ "9 8:1 z24", { .sample_type = BRANCHES }, "SAMPLE" },
		{ "9 8:2 8:9 z48", { .sample_type = BRANCHES, .branch_sample_type = HW_INDEX }, "SAMPLE" },
		{ "9 8:2 8:9 z48 z16",
		  { .sample_type = BRANCHES, .branch_sample_type = HW_INDEX | COUNTERS }, "SAMPLE" },
		{ "9 8:2 z48 z16", { .sample_type = BRANCHES, .branch_sample_type = COUNTERS }, "SAMPLE" },
		{ "9 8:0 8:7", { .sample_type = BRANCHES | DATA_SRC }, "SAMPLE" },
		/* the index may be there or not */
		{ "9 8:60 8:0 8:7",
		  { .sample_type = IP | BRANCHES | DATA_SRC, .branch_sample_type = HW_INDEX }, "SAMPLE ip 60" },
		{ "9 8:60 8:0 8:9 8:7",
		  { .sample_type = IP | BRANCHES | DATA_SRC, .branch_sample_type = HW_INDEX }, "SAMPLE ip 60" },
		{ "9 8:0", { .sample_type = REGS_USER, .regs_user = 7 }, "SAMPLE" },
		{ "9 8:2 z24", { .sample_type = REGS_USER, .regs_user = 7 }, "SAMPLE" },
		{ "9 8:1 z16", { .sample_type = REGS_INTR, .regs_user = 7, .regs_intr = 0x8000000000000001 },
		  "SAMPLE" },
		{ "9 8:0", { .sample_type = STACK_USER }, "SAMPLE" },
		{ "9 8:16 z16 8:8", { .sample_type = STACK_USER }, "SAMPLE" },
		{ "9 8:1", { .sample_type = WEIGHT }, "SAMPLE" },
		{ "9 8:1", { .sample_type = WEIGHTS }, "SAMPLE" },
		{ "9 8:1 8:2 8:3 8:4 8:5 8:6",
		  { .sample_type = DATA_SRC | TRANSACTION | PHYS_ADDR | CGROUP | DATA_PAGE | CODE_PAGE }, "SAMPLE" },
		{ "9 8:5 8:6 8:24 z24", { .sample_type = DATA_PAGE | CODE_PAGE | AUX }, "SAMPLE" },
		{ "9 8:0", { .sample_type = AUX }, "SAMPLE" },
		/* a field that a newer kernel adds follows all others */
		{ "9 8:60 8:1", { .sample_type = IP | LATER }, "SAMPLE ip 60" },
		/* lengths that do not fit */
		{ "9 8:60 8:1", { .sample_type = IP }, NULL },
		{ "9", { .sample_type = IP }, NULL },
		{ "9 8:60", { .sample_type = IP | ADDR }, NULL },
		{ "9 8:3 8:1 8:2", { .sample_type = CALLCHAIN }, NULL },
		{ "9 8:0x2000000000000000", { .sample_type = CALLCHAIN }, NULL },
		{ "9 4:5 4:9", { .sample_type = RAW }, NULL },
		{ "9 8:2 z24", { .sample_type = BRANCHES }, NULL },
		{ "9 8:0x8000000000000001 z24", { .sample_type = BRANCHES }, NULL },
		{ "9 8:2 z24", { .sample_type = REGS_USER, .regs_user = 15 }, NULL },
		{ "9 8:16 z16", { .sample_type = STACK_USER }, NULL },
		{ "9 8:0xffffffffffffffff z16", { .sample_type = STACK_USER }, NULL },
		{ "9 8:32 z24", { .sample_type = AUX }, NULL },
	};

	(void)state;
	check_all_made(cases, COUNT_OF(cases));
}

/* A size below that of a header, which would never end. */
static void tiny_sizes(void **state)
{
	unsigned char bytes[16] = { RECORD_SWITCH };
	struct record_format f = {0};
	struct record r;

	(void)state;
	for (uint16_t size = 0; size < RECORD_HEADER_SIZE; size++) {
		memcpy(bytes + 6, &size, sizeof(size));
		assert_int_equal(record_decode(&r, &f, bytes, sizeof(bytes)), -1);
	}
}

/* Swaps the numbers of a recorded record; widths says how wide they are, 1 is the rest before the trailer. */
static void swap_record(struct str *out, const struct recorded_record *from, size_t trailer)
{
	size_t at = 0, width;

	str_reset(out);
	for (const char *w = from->widths; at < from->size; w += *w != '\0') {
		if (*w == '1') {
			width = from->size - trailer - at;
			str_add_n(out, (const char *)from->bytes + at, width);
		} else {
			width = *w ? (size_t)(*w - '0') : 8;
			for (size_t i = width; i-- > 0;)
				str_add_n(out, (const char *)from->bytes + at + i, 1);
		}
		at += width;
	}
}

static void recorded(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(recorded_records); i++) {
		const struct recorded_record *c = &recorded_records[i];
		struct record_format f = c->format;
		struct str text = {0}, swapped = {0};

		f.swap = MADE_HERE;	/* recorded on x86-64 */
		assert_int_equal(decode_copy(&text, &f, (const char *)c->bytes, c->size), c->size);
		assert_string_equal(str_text(&text), c->want);
		swap_record(&swapped, c, c->trailer);
		f.swap = !MADE_HERE;
		assert_int_equal(decode_copy(&text, &f, swapped.text, swapped.len), c->size);
		assert_string_equal(str_text(&text), c->want);
		str_release(&text);
		str_release(&swapped);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_and_numbers),
		cmocka_unit_test(formats_of_attrs),
		cmocka_unit_test(bodies),
		cmocka_unit_test(trailers),
		cmocka_unit_test(counts),
		cmocka_unit_test(samples),
		cmocka_unit_test(tiny_sizes),
		cmocka_unit_test(recorded),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
