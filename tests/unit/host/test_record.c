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

static void add_bytes(struct str *s, const char *name, const unsigned char *at, size_t n)
{
	if (!n)
		return;
	str_addf(s, " %s ", name);
	for (size_t i = 0; i < n; i++)
		str_addf(s, "%02x", at[i]);
}

static void add_counts(struct str *s, const struct record_counts *counts)
{
	add_u64(s, "enabled", counts->enabled);
	add_u64(s, "running", counts->running);
	for (size_t i = 0; i <= counts->n; i++) {	/* zeros beyond */
		struct record_count c = record_count_at(counts, i);

		if (i == counts->n)
			assert_true(!c.value && !c.id && !c.lost);
		else
			str_addf(s, " [%llu %llu %llu]", (unsigned long long)c.value,
				 (unsigned long long)c.id, (unsigned long long)c.lost);
	}
}

static void add_chain(struct str *s, const struct record_chain *chain)
{
	if (chain->n)
		str_add(s, " chain");
	for (size_t i = 0; i < chain->n; i++)
		str_addf(s, "%c%lld", i ? ',' : ' ', (long long)record_chain_at(chain, i));
	assert_true(record_chain_at(chain, chain->n) == 0);
}

static void add_branches(struct str *s, const struct record_branches *branches)
{
	add_u64(s, "hw_index", branches->hw_index);
	for (size_t i = 0; i <= branches->n; i++) {
		struct record_branch b = record_branch_at(branches, i);

		if (i == branches->n)
			assert_true(!b.from && !b.to && !b.flags && !b.counters);
		else
			str_addf(s, " <%llu %llu %llu %llu>", (unsigned long long)b.from,
				 (unsigned long long)b.to, (unsigned long long)b.flags,
				 (unsigned long long)b.counters);
	}
}

static void add_registers(struct str *s, const char *name, const struct record_registers *registers)
{
	if (registers->abi)
		str_addf(s, " %s abi %u", name, registers->abi);
	for (unsigned i = 0; i < 66; i++)
		if (i < 64 && registers->mask >> i & 1)
			str_addf(s, " r%u=%llu", i, (unsigned long long)record_register(registers, i));
		else
			assert_true(record_register(registers, i) == 0);
}

static void add_sample(struct str *s, const struct record_sample *sample)
{
	add_bytes(s, "raw", sample->raw.at, sample->raw.n);
	add_branches(s, &sample->branches);
	add_registers(s, "user", &sample->user);
	add_bytes(s, "stack", sample->stack.at, sample->stack.size);
	add_u64(s, "used", sample->stack.used);
	add_u64(s, "weight", sample->weight);
	add_u64(s, "weight2", sample->weight2);
	add_u64(s, "weight3", sample->weight3);
	add_u64(s, "data_src", sample->data_src);
	add_u64(s, "transaction", sample->transaction);
	add_registers(s, "interrupted", &sample->interrupted);
	add_u64(s, "phys_addr", sample->phys_addr);
	add_u64(s, "cgroup", sample->cgroup);
	add_u64(s, "data_page", sample->data_page_size);
	add_u64(s, "code_page", sample->code_page_size);
	add_bytes(s, "aux", sample->aux.at, sample->aux.n);
}

static void add_map(struct str *s, const struct record_map *map)
{
	str_addf(s, " %llx+%llx@%llx", (unsigned long long)map->start, (unsigned long long)map->size,
		 (unsigned long long)map->offset);
	if (map->inode || map->major || map->minor)
		str_addf(s, " %u:%u/%llu", map->major, map->minor, (unsigned long long)map->inode);
	add_u64(s, "generation", map->generation);
	add_bytes(s, "build-id", map->build_id, map->n_build_id);
	add_u64(s, "prot", map->prot);
	add_u64(s, "flags", map->flags);
	str_addf(s, "%s '%s'", map->is_data ? " data" : "", map->path);
}

static void add_namespaces(struct str *s, const struct record_namespaces *namespaces)
{
	for (size_t i = 0; i <= namespaces->n; i++) {
		struct record_namespace n = record_namespace_at(namespaces, i);

		if (i == namespaces->n)
			assert_true(!n.device && !n.inode);
		else
			str_addf(s, " %llu/%llu", (unsigned long long)n.device, (unsigned long long)n.inode);
	}
}

/* Of types that few programs ask for. */
static void add_rare(struct str *s, const struct record *r)
{
	switch (r->type) {
	case RECORD_KSYMBOL:
		str_addf(s, " %llx+%x kind %u flags %u '%s'", (unsigned long long)r->symbol.start,
			 r->symbol.size, r->symbol.kind, r->symbol.flags, r->symbol.name);
		break;
	case RECORD_BPF_EVENT:
		str_addf(s, " kind %u flags %u program %u", r->bpf.kind, r->bpf.flags, r->bpf.id);
		add_bytes(s, "tag", r->bpf.tag, 8);
		break;
	case RECORD_CGROUP:
		str_addf(s, " %llu '%s'", (unsigned long long)r->cgroup.id, r->cgroup.path);
		break;
	case RECORD_TEXT_POKE:
		add_u64(s, "at", r->poke.start);
		add_bytes(s, "before", r->poke.before.at, r->poke.before.n);
		add_bytes(s, "after", r->poke.after.at, r->poke.after.n);
		break;
	case RECORD_AUX:
		str_addf(s, " %llu+%llu flags %llu", (unsigned long long)r->aux.offset,
			 (unsigned long long)r->aux.size, (unsigned long long)r->aux.flags);
		break;
	case RECORD_SWITCH_CPU_WIDE:
		str_addf(s, " other %u %u", r->other.pid, r->other.tid);
		break;
	case RECORD_AUX_OUTPUT_HW_ID:
		add_u64(s, "hw_id", r->hw_id);
		break;
	case RECORD_CALLCHAIN_DEFERRED:
		add_u64(s, "cookie", r->cookie);
		break;
	default:
		break;
	}
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
	add_u64(s, "stream", r->stream_id);
	add_u64(s, "ip", r->ip);
	add_u64(s, "addr", r->addr);
	add_u64(s, "period", r->period);
	add_u64(s, "lost", r->lost);
	add_u64(s, "misc", r->misc);
	if (r->comm)
		str_addf(s, " '%s'", r->comm);
	add_counts(s, &r->counts);
	add_chain(s, &r->chain);
	if (r->type == RECORD_SAMPLE)
		add_sample(s, &r->sample);
	else if (r->type == RECORD_MMAP || r->type == RECORD_MMAP2)
		add_map(s, &r->map);
	else if (r->type == RECORD_NAMESPACES)
		add_namespaces(s, &r->namespaces);
	else
		add_rare(s, r);
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
	uint16_t misc;
};

static void put_u16(struct str *record, size_t at, bool big, uint16_t value)
{
	record->text[at + big] = (char)(value & 0xff);
	record->text[at + !big] = (char)(value >> 8);
}

/*
 * A record that ends early is malformed, or lacks only what nobody reads: what aligns it, or what a newer
 * kernel adds. One with a trailer is not compared: other bytes are taken for it.
 */
static void check_shorter(const struct record_format *f, bool big, struct str *bytes, const char *want)
{
	struct str text = {0};

	for (size_t n = bytes->len - 1; n >= RECORD_HEADER_SIZE; n--) {
		int size;

		put_u16(bytes, 6, big, (uint16_t)n);
		size = decode_copy(&text, f, bytes->text, n);
		assert_true(size == -1 || (size_t)size == n);
		if (size > 0 && want && !f->sample_id_all)
			assert_string_equal(str_text(&text), want);
	}
	str_release(&text);
}

static void check_made(const struct made *c, bool big)
{
	struct record_format f = c->format;
	struct str bytes = {0}, text = {0};
	int size;

	f.swap = big != MADE_HERE;
	made_record(&bytes, big, c->words);
	put_u16(&bytes, 4, big, c->misc);
	size = decode_copy(&text, &f, bytes.text, bytes.len);
	if (c->want) {
		if (size < 0)
			fail_msg("%s: malformed", c->words);
		assert_int_equal(size, bytes.len);
		assert_string_equal(str_text(&text), c->want);
	} else if (size != -1) {
		fail_msg("%s: %s", c->words, str_text(&text));
	}
	for (size_t n = 0; n < bytes.len; n++)
		assert_int_equal(decode_copy(&text, &f, bytes.text, n), 0);
	check_shorter(&f, big, &bytes, c->want);
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
		{ "5 8:9 8:7 8:8", { 0 }, "THROTTLE time 9 id 7 stream 8" },
		{ "6 8:9 8:7 8:8", { 0 }, "UNTHROTTLE time 9 id 7 stream 8" },
		{ "12 4:1 4:2", { 0 }, "ITRACE_START pid 1 tid 2" },
		{ "16 4:1 4:2 8:1 8:3 8:4", { 0 }, "NAMESPACES pid 1 tid 2 3/4" },
		{ "16 4:1 4:2 8:0", { 0 }, "NAMESPACES pid 1 tid 2" },
		{ "11 8:0 8:64 8:1", { 0 }, "AUX 0+64 flags 1" },
		{ "14", { 0 }, "SWITCH" },
		{ "15 4:1 4:2", { 0 }, "SWITCH_CPU_WIDE other 1 2" },
		{ "17 8:0x1000 4:0x20 2:1 2:2 t8:f", { 0 }, "KSYMBOL 1000+20 kind 1 flags 2 'f'" },
		{ "18 2:1 2:4 4:2 t8:12345678", { 0 },
		  "BPF_EVENT kind 1 flags 4 program 2 tag 3132333435363738" },
		{ "19 8:1 t8:/a", { 0 }, "CGROUP 1 '/a'" },
		{ "20 8:1 2:1 2:2 t3:abc", { 0 }, "TEXT_POKE at 1 before 61 after 6263" },
		{ "20 8:1 2:0 2:1 t4:abc", { 0 }, "TEXT_POKE at 1 after 61" },
		{ "21 8:1", { 0 }, "AUX_OUTPUT_HW_ID hw_id 1" },
		{ "22 8:1 8:2 8:3 8:4", { 0 }, "CALLCHAIN_DEFERRED chain 3,4 cookie 1" },
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
		{ "15 4:1", { 0 }, NULL },
		{ "17 8:1 4:2 2:1 2:0 t8:endless!", { 0 }, NULL },
		{ "19 8:1 t8:endless!", { 0 }, NULL },
		{ "20 8:1 2:1 2:4 4:0", { 0 }, NULL },
		{ "20 8:1 2:5 2:0 4:0", { 0 }, NULL },
		/* numbers that overflow to small sizes */
		{ "16 4:1 4:2 8:2 8:3 8:4", { 0 }, NULL },
		{ "16 4:1 4:2 8:0x1000000000000001 8:3 8:4", { 0 }, NULL },
		{ "22 8:1 8:0x8000000000000000", { 0 }, NULL },
		{ "22 8:1 8:0x2000000000000001 8:1", { 0 }, NULL },
	};

	(void)state;
	check_all_made(cases, COUNT_OF(cases));
}

static void trailers(void **state)
{
	static const struct made cases[] = {
		{ "14 " WHOLE_TRAILER, { .sample_type = TRAILER | IP | READ, .sample_id_all = true },
		  "SWITCH pid 5 tid 6 cpu 3 time 90 id 72 stream 71" },
		{ "14 4:5 4:6", { .sample_type = TID, .sample_id_all = true }, "SWITCH pid 5 tid 6" },
		{ "14 8:90", { .sample_type = TIME, .sample_id_all = true }, "SWITCH time 90" },
		{ "14 8:70", { .sample_type = ID, .sample_id_all = true }, "SWITCH id 70" },
		{ "14 8:71", { .sample_type = STREAM_ID, .sample_id_all = true }, "SWITCH stream 71" },
		{ "14 4:3 4:0", { .sample_type = CPU, .sample_id_all = true }, "SWITCH cpu 3" },
		{ "14 8:72", { .sample_type = IDENTIFIER, .sample_id_all = true }, "SWITCH id 72" },
		/* the body has the last word; the trailer of FORK names the parent */
		{ "7 4:1 4:2 4:3 4:4 8:80 " WHOLE_TRAILER, { .sample_type = TRAILER, .sample_id_all = true },
		  "FORK pid 1 tid 3 ppid 2 ptid 4 cpu 3 time 80 id 72 stream 71" },
		{ "3 4:1 4:2 t8:sh " WHOLE_TRAILER, { .sample_type = TRAILER, .sample_id_all = true },
		  "COMM pid 1 tid 2 cpu 3 time 90 id 72 stream 71 'sh'" },
		{ "2 8:7 8:100 " WHOLE_TRAILER, { .sample_type = TRAILER, .sample_id_all = true },
		  "LOST pid 5 tid 6 cpu 3 time 90 id 7 stream 71 lost 100" },
		{ "8 4:1 4:2 8:10 " WHOLE_TRAILER, { .sample_type = TRAILER, .sample_id_all = true },
		  "READ pid 1 tid 2 cpu 3 time 90 id 72 stream 71 [10 0 0]" },
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

static void maps(void **state)
{
	enum { DATA = 1 << 13, BUILD_ID = RECORD_MISC_MMAP_BUILD_ID };
	static const struct made cases[] = {
		{ "1 4:1 4:2 8:0x1000 8:0x2000 8:0x3000 t8:/bin/sh", { 0 },
		  "MMAP pid 1 tid 2 1000+2000@3000 '/bin/sh'" },
		{ "1 4:1 4:2 8:0 8:1 8:0 t8://anon", { 0 }, "MMAP pid 1 tid 2 misc 8192 0+1@0 data '//anon'", DATA },
		/* MMAP has no place for one */
		{ "1 4:1 4:2 8:0 8:1 8:0 t8:/bin/sh", { 0 }, "MMAP pid 1 tid 2 misc 16384 0+1@0 '/bin/sh'", BUILD_ID },
		{ "10 4:1 4:2 8:0x1000 8:0x2000 8:0x3000 4:8 4:1 8:77 8:3 4:5 4:2 t8:/bin/sh", { 0 },
		  "MMAP2 pid 1 tid 2 1000+2000@3000 8:1/77 generation 3 prot 5 flags 2 '/bin/sh'" },
		{ "10 4:1 4:2 8:0 8:1 8:0 1:20 z3 t20:abcdefghijklmnopqrst 4:5 4:2 t8:[vdso]", { 0 },
		  "MMAP2 pid 1 tid 2 misc 16384 0+1@0 build-id 6162636465666768696a6b6c6d6e6f7071727374 "
		  "prot 5 flags 2 '[vdso]'", BUILD_ID },
		{ "10 4:1 4:2 8:0 8:1 8:0 1:8 1:9 2:9 t20:abcdefgh 4:5 4:2 t8:a", { 0 },
		  "MMAP2 pid 1 tid 2 misc 24576 0+1@0 build-id 6162636465666768 prot 5 flags 2 data 'a'",
		  BUILD_ID | DATA },
		{ "10 4:1 4:2 8:0 8:1 8:0 z24 4:5 4:2 t8:a 4:5 4:6", { .sample_type = TID, .sample_id_all = true },
		  "MMAP2 pid 1 tid 2 0+1@0 prot 5 flags 2 'a'" },
		/* longer than its place, or none */
		{ "10 4:1 4:2 8:0 8:1 8:0 1:21 z3 z20 4:5 4:2 t8:a", { 0 }, NULL, BUILD_ID },
		{ "10 4:1 4:2 8:0 8:1 8:0 1:0 z3 z20 4:5 4:2 t8:a", { 0 }, NULL, BUILD_ID },
		/* a name that ends nowhere, or in the trailer */
		{ "1 4:1 4:2 8:0 8:1 8:0 t8:endless!", { 0 }, NULL },
		{ "1 4:1 4:2 8:0 8:1 8:0", { 0 }, NULL },
		{ "10 4:1 4:2 8:0 8:1 8:0 z24 4:5 4:2 t8:endless! 8:0",
		  { .sample_type = TIME, .sample_id_all = true }, NULL },
	};

	(void)state;
	check_all_made(cases, COUNT_OF(cases));
}

/* Each field of a SAMPLE: its bytes and what is read from them; in the order in which the kernel writes. */
static const struct sample_field {
	unsigned bit;
	const char *name, *words, *want;
} sample_fields[] = {
	{ 16, "IDENTIFIER", "8:72", " id 72" },
	{ 0, "IP", "8:60", " ip 60" },
	{ 1, "TID", "4:5 4:6", " pid 5 tid 6" },
	{ 2, "TIME", "8:90", " time 90" },
	{ 3, "ADDR", "8:61", " addr 61" },
	{ 6, "ID", "8:70", " id 70" },
	{ 9, "STREAM_ID", "8:71", " stream 71" },
	{ 7, "CPU", "4:3 4:0", " cpu 3" },
	{ 8, "PERIOD", "8:62", " period 62" },
	{ 4, "READ", "8:2 8:11 8:12 8:10 8:13 8:20 8:23",
	  " enabled 11 running 12 [10 13 0] [20 23 0]" },
	{ 5, "CALLCHAIN", "8:4 8:0xffffffffffffff80 8:9 8:0xfffffffffffffe00 8:7", " chain -128,9,-512,7" },
	{ 10, "RAW", "4:4 t4:abcd", " raw 61626364" },
	{ 11, "BRANCH_STACK", "8:2 8:9 8:1 8:2 8:3 8:4 8:5 8:6 8:7 8:8",
	  " hw_index 9 <1 2 3 7> <4 5 6 8>" },
	{ 12, "REGS_USER", "8:2 8:31 8:32 8:33", " user abi 2 r0=31 r1=32 r2=33" },
	{ 13, "STACK_USER", "8:4 t4:wxyz 8:3", " stack 7778797a used 3" },
	{ 14, "WEIGHT", "8:0x0003000200000001", " weight 844433520066561" },
	{ 24, "WEIGHT_STRUCT", "8:0x0003000200000001", " weight 1 weight2 2 weight3 3" },
	{ 15, "DATA_SRC", "8:41", " data_src 41" },
	{ 17, "TRANSACTION", "8:42", " transaction 42" },
	{ 18, "REGS_INTR", "8:1 8:51 8:52", " interrupted abi 1 r0=51 r63=52" },
	{ 19, "PHYS_ADDR", "8:43", " phys_addr 43" },
	{ 21, "CGROUP", "8:44", " cgroup 44" },
	{ 22, "DATA_PAGE_SIZE", "8:45", " data_page 45" },
	{ 23, "CODE_PAGE_SIZE", "8:46", " code_page 46" },
	{ 20, "AUX", "8:8 t8:12345678", " aux 3132333435363738" },
};

static void names_of_fields(void **state)
{
	unsigned bits = 0;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(sample_fields); i++) {
		assert_string_equal(record_field_name(sample_fields[i].bit), sample_fields[i].name);
		bits |= 1u << sample_fields[i].bit;
	}
	assert_int_equal(bits, (1u << COUNT_OF(sample_fields)) - 1);
	assert_null(record_field_name(COUNT_OF(sample_fields)));
	assert_null(record_field_name(UINT32_MAX));
}

/* One of WEIGHT and WEIGHT_STRUCT, as the kernel has it; the words, and the wanted text in any order. */
static void check_fields(unsigned bits)
{
	struct record_format f = {
		.sample_type = bits, .read_format = GROUP | ENABLED | RUNNING | WITH_ID, .regs_user = 7,
		.regs_intr = 0x8000000000000001, .branch_sample_type = HW_INDEX | COUNTERS,
	};
	struct str words = {0}, bytes = {0}, text = {0};

	str_add(&words, "9");
	for (size_t i = 0; i < COUNT_OF(sample_fields); i++)
		if (bits >> sample_fields[i].bit & 1)
			str_addf(&words, " %s", sample_fields[i].words);
	for (int big = 0; big < 2; big++) {
		size_t len = strlen("SAMPLE");

		f.swap = big != MADE_HERE;
		str_reset(&bytes);
		made_record(&bytes, big, str_text(&words));
		assert_int_equal(decode_copy(&text, &f, bytes.text, bytes.len), bytes.len);
		for (size_t i = 0; i < COUNT_OF(sample_fields); i++) {
			const struct sample_field *field = &sample_fields[i];

			if (!(bits >> field->bit & 1) || (field->bit == 16 && bits & ID))
				continue;
			if (!strstr(str_text(&text), field->want))
				fail_msg("'%s' lacks '%s'", str_text(&text), field->want);
			len += strlen(field->want);
		}
		assert_int_equal(text.len, len);
		str_reset(&text);
		check_shorter(&f, big, &bytes, "");	/* none is whole */
	}
	str_release(&words);
	str_release(&bytes);
	str_release(&text);
}

static void fields_together(void **state)
{
	enum { ALL = (1 << COUNT_OF(sample_fields)) - 1, TRIES = 200 };
	uint32_t chance = 1;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(sample_fields); i++)
		check_fields(1u << i);
	check_fields(ALL & ~WEIGHT);
	check_fields(ALL & ~WEIGHTS);
	for (int i = 0; i < TRIES; i++) {
		chance = chance * 1664525 + 1013904223;
		check_fields(chance >> 7 & ALL & ~(unsigned)(chance & 1 << 6 ? WEIGHT : WEIGHTS));
	}
}

static void samples(void **state)
{
	static const struct made cases[] = {
		{ "9", { 0 }, "SAMPLE" },
		/* sample_id_all is not for samples */
		{ "9 8:60 4:5 4:6", { .sample_type = IP | TID, .sample_id_all = true }, "SAMPLE pid 5 tid 6 ip 60" },
		{ "9 8:60 8:0", { .sample_type = IP | CALLCHAIN }, "SAMPLE ip 60" },
		{ "9 4:12 t12:abcdefghi", { .sample_type = RAW }, "SAMPLE raw 616263646566676869000000" },
		{ "9 4:0 4:0", { .sample_type = RAW | LATER }, "SAMPLE" },
		{ "9 8:1 8:2 8:3 8:4", { .sample_type = BRANCHES }, "SAMPLE <2 3 4 0>" },
		{ "9 8:1 8:9 8:2 8:3 8:4", { .sample_type = BRANCHES, .branch_sample_type = HW_INDEX },
		  "SAMPLE hw_index 9 <2 3 4 0>" },
		{ "9 8:2 8:1 8:2 8:3 8:4 8:5 8:6 8:7 8:8", { .sample_type = BRANCHES, .branch_sample_type = COUNTERS },
		  "SAMPLE <1 2 3 7> <4 5 6 8>" },
		{ "9 8:0 8:7", { .sample_type = BRANCHES | DATA_SRC }, "SAMPLE data_src 7" },
		/* the index may be there or not */
		{ "9 8:60 8:0 8:7",
		  { .sample_type = IP | BRANCHES | DATA_SRC, .branch_sample_type = HW_INDEX }, "SAMPLE ip 60" },
		{ "9 8:60 8:0 8:9 8:7",
		  { .sample_type = IP | BRANCHES | DATA_SRC, .branch_sample_type = HW_INDEX }, "SAMPLE ip 60" },
		/* a task of the kernel has none of the user's */
		{ "9 8:0 8:7", { .sample_type = REGS_USER | DATA_SRC, .regs_user = 7 }, "SAMPLE data_src 7" },
		{ "9 8:2 8:7", { .sample_type = REGS_USER | DATA_SRC }, "SAMPLE user abi 2 data_src 7" },
		{ "9 8:1 8:51 8:52", { .sample_type = REGS_INTR, .regs_user = 7, .regs_intr = 0x500000000 },
		  "SAMPLE interrupted abi 1 r32=51 r34=52" },
		{ "9 8:0 8:7", { .sample_type = STACK_USER | DATA_SRC }, "SAMPLE data_src 7" },
		{ "9 8:8 t8:abcdefgh 8:8", { .sample_type = STACK_USER }, "SAMPLE stack 6162636465666768 used 8" },
		{ "9 8:4 z4 8:0", { .sample_type = STACK_USER }, "SAMPLE stack 00000000" },
		{ "9 8:0", { .sample_type = AUX }, "SAMPLE" },
		/* not both, says the kernel; if it did, each would have its number */
		{ "9 8:0x0003000200000001 8:0x0006000500000004 8:7",
		  { .sample_type = WEIGHT | WEIGHTS | DATA_SRC },
		  "SAMPLE weight 4 weight2 5 weight3 6 data_src 7" },
		/* a field that a newer kernel adds follows all others */
		{ "9 8:60 8:1", { .sample_type = IP | LATER }, "SAMPLE ip 60" },
		{ "9 8:60 8:1", { .sample_type = IP | 0x8000000000000000 }, "SAMPLE ip 60" },
		/* lengths that do not fit */
		{ "9 8:60 8:1", { .sample_type = IP }, NULL },
		{ "9", { .sample_type = IP }, NULL },
		{ "9 8:60", { .sample_type = IP | ADDR }, NULL },
		{ "9 8:3 8:1 8:2", { .sample_type = CALLCHAIN }, NULL },
		{ "9 8:0x2000000000000000", { .sample_type = CALLCHAIN }, NULL },
		{ "9 8:0x8000000000000000 8:1", { .sample_type = CALLCHAIN }, NULL },
		{ "9 4:5 4:9", { .sample_type = RAW }, NULL },
		{ "9 4:0xffffffff 4:9", { .sample_type = RAW }, NULL },
		{ "9 8:2 z24", { .sample_type = BRANCHES }, NULL },
		{ "9 8:0x8000000000000000", { .sample_type = BRANCHES }, NULL },
		{ "9 8:0x8000000000000001 z24", { .sample_type = BRANCHES }, NULL },
		{ "9 8:0x0800000000000001 z32", { .sample_type = BRANCHES, .branch_sample_type = COUNTERS }, NULL },
		{ "9 8:1 8:9", { .sample_type = BRANCHES, .branch_sample_type = HW_INDEX }, NULL },
		{ "9 8:2 z24", { .sample_type = REGS_USER, .regs_user = 15 }, NULL },
		{ "9 8:2 z24", { .sample_type = REGS_INTR, .regs_intr = 15 }, NULL },
		{ "9 8:16 z16", { .sample_type = STACK_USER }, NULL },
		{ "9 8:0xffffffffffffffff z16", { .sample_type = STACK_USER }, NULL },
		{ "9 8:8 z8 8:9", { .sample_type = STACK_USER }, NULL },
		{ "9 8:8 z8 8:0x8000000000000000", { .sample_type = STACK_USER }, NULL },
		{ "9 8:32 z24", { .sample_type = AUX }, NULL },
		{ "9 8:0x8000000000000000 z24", { .sample_type = AUX }, NULL },
	};

	(void)state;
	check_all_made(cases, COUNT_OF(cases));
}

static void modes_of_cpus(void **state)
{
	(void)state;
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(record_cpu_mode((uint16_t)(i | 0xfff8)), i < 6 ? i : 0);
	assert_int_equal(RECORD_CPUMODE_KERNEL, PERF_RECORD_MISC_KERNEL);
	assert_int_equal(RECORD_CPUMODE_GUEST_USER, PERF_RECORD_MISC_GUEST_USER);
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

/* Swaps the numbers of a recorded record; widths says how wide they are, see recorded_records.h. */
static void swap_record(struct str *out, const struct recorded_record *from, size_t trailer)
{
	size_t at = 0, width;

	str_reset(out);
	for (const char *w = from->widths; at < from->size; w += *w != '\0') {
		if (*w == '1' || *w == 'b') {
			width = *w == 'b' ? 8 : from->size - trailer - at;
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
		cmocka_unit_test(maps),
		cmocka_unit_test(names_of_fields),
		cmocka_unit_test(fields_together),
		cmocka_unit_test(samples),
		cmocka_unit_test(modes_of_cpus),
		cmocka_unit_test(tiny_sizes),
		cmocka_unit_test(recorded),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
