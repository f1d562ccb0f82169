/* SPDX-License-Identifier: MIT */
/* Decodes records: the header, then the trailer from the end, then the body that the type defines. */
#include "host/record.h"

#include <linux/perf_event.h>
#include <string.h>

#include "base/bytes.h"

/* Bits of sample_type; own numbers, as old headers lack the last ones. */
enum field {
	FIELD_IP, FIELD_TID, FIELD_TIME, FIELD_ADDR, FIELD_READ, FIELD_CALLCHAIN, FIELD_ID, FIELD_CPU,
	FIELD_PERIOD, FIELD_STREAM_ID, FIELD_RAW, FIELD_BRANCH_STACK, FIELD_REGS_USER, FIELD_STACK_USER,
	FIELD_WEIGHT, FIELD_DATA_SRC, FIELD_IDENTIFIER, FIELD_TRANSACTION, FIELD_REGS_INTR, FIELD_PHYS_ADDR,
	FIELD_AUX, FIELD_CGROUP, FIELD_DATA_PAGE_SIZE, FIELD_CODE_PAGE_SIZE, FIELD_WEIGHT_STRUCT,
	FIELDS,
};

enum {
	FORMAT_LOST = 1 << 4,			/* PERF_FORMAT_LOST, Linux 6.0 */
	BRANCH_HW_INDEX = 1 << 17,		/* PERF_SAMPLE_BRANCH_HW_INDEX, Linux 5.7 */
	BRANCH_COUNTERS = 1 << 19,		/* PERF_SAMPLE_BRANCH_COUNTERS, Linux 6.8 */
	BRANCH_SIZE = 3 * sizeof(uint64_t),
};

static bool has_field(const struct record_format *f, enum field field)
{
	return f->sample_type >> field & 1;
}

/* n parts of `size` bytes; *at is where they begin. The number of them that fit: n or 0. */
static size_t take_array(struct bytes *b, uint64_t n, size_t size, const unsigned char **at)
{
	*at = b->p;
	if (n > b->left / size)
		b->bad = true;
	else
		bytes_take(b, n * size);
	return b->bad ? 0 : (size_t)n;
}

/* --- counts ------------------------------------------------------------------------------------------ */

/* An entry of a group; of a single event it is the same with the times after the value. */
static size_t entry_size(uint64_t read_format)
{
	return sizeof(uint64_t) *
	       (1u + !!(read_format & PERF_FORMAT_ID) + !!(read_format & FORMAT_LOST));
}

static void take_times(struct record_counts *c, struct bytes *b)
{
	if (c->read_format & PERF_FORMAT_TOTAL_TIME_ENABLED)
		c->enabled = bytes_take_u64(b);
	if (c->read_format & PERF_FORMAT_TOTAL_TIME_RUNNING)
		c->running = bytes_take_u64(b);
}

static void take_counts(struct record_counts *c, uint64_t read_format, struct bytes *b)
{
	size_t entry = entry_size(read_format);
	uint64_t n = 1;

	*c = (struct record_counts){ .read_format = read_format, .swap = b->swap };
	if (read_format & PERF_FORMAT_GROUP) {
		n = bytes_take_u64(b);
		take_times(c, b);
		take_array(b, n, entry, &c->at);
	} else {
		c->at = b->p;
		bytes_take_u64(b);
		take_times(c, b);
		bytes_take(b, entry - sizeof(uint64_t));
	}
	c->n = b->bad ? 0 : (size_t)n;
}

struct record_count record_count_at(const struct record_counts *c, size_t i)
{
	size_t entry = entry_size(c->read_format);
	struct bytes b = { .left = SIZE_MAX, .swap = c->swap };
	struct record_counts times = *c;
	struct record_count count = {0};

	if (i >= c->n)
		return count;
	b.p = c->at + i * entry;
	count.value = bytes_take_u64(&b);
	if (!(c->read_format & PERF_FORMAT_GROUP))
		take_times(&times, &b);
	if (c->read_format & PERF_FORMAT_ID)
		count.id = bytes_take_u64(&b);
	if (c->read_format & FORMAT_LOST)
		count.lost = bytes_take_u64(&b);
	return count;
}

/* --- fields of samples and trailers ------------------------------------------------------------------ */

static uint64_t number_at(const unsigned char *at, size_t i, bool swap)
{
	struct bytes b = { .p = at + i * sizeof(uint64_t), .left = sizeof(uint64_t), .swap = swap };

	return bytes_take_u64(&b);
}

static void take_tid(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->pid = bytes_take_u32(b);
	r->tid = bytes_take_u32(b);
}

static void take_cpu(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->cpu = bytes_take_u32(b);
	bytes_take_u32(b);
}

static void take_sample_counts(struct record *r, const struct record_format *f, struct bytes *b)
{
	take_counts(&r->counts, f->read_format, b);
}

static void take_chain(struct record *r, const struct record_format *f, struct bytes *b)
{
	uint64_t n = bytes_take_u64(b);

	(void)f;
	r->chain.swap = b->swap;
	r->chain.n = take_array(b, n, sizeof(uint64_t), &r->chain.at);
}

uint64_t record_chain_at(const struct record_chain *c, size_t i)
{
	return i < c->n ? number_at(c->at, i, c->swap) : 0;
}

static void take_bytes(struct record_bytes *to, uint64_t n, struct bytes *b)
{
	to->n = take_array(b, n, 1, &to->at);
}

static void take_raw(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	take_bytes(&r->sample.raw, bytes_take_u32(b), b);
}

static void take_aux_part(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	take_bytes(&r->sample.aux, bytes_take_u64(b), b);
}

/* Counters follow all branches. */
static void take_branches(struct record *r, const struct record_format *f, struct bytes *b)
{
	struct record_branches *to = &r->sample.branches;
	uint64_t n = bytes_take_u64(b);

	to->swap = b->swap;
	to->has_counters = f->branch_sample_type & BRANCH_COUNTERS;
	if (f->branch_sample_type & BRANCH_HW_INDEX)
		to->hw_index = bytes_take_u64(b);
	to->n = take_array(b, n, BRANCH_SIZE + (to->has_counters ? sizeof(uint64_t) : 0), &to->at);
}

struct record_branch record_branch_at(const struct record_branches *branches, size_t i)
{
	enum { NUMBERS = BRANCH_SIZE / sizeof(uint64_t) };
	struct record_branch branch = {0};

	if (i >= branches->n)
		return branch;
	branch.from = number_at(branches->at, i * NUMBERS, branches->swap);
	branch.to = number_at(branches->at, i * NUMBERS + 1, branches->swap);
	branch.flags = number_at(branches->at, i * NUMBERS + 2, branches->swap);
	if (branches->has_counters)
		branch.counters = number_at(branches->at, branches->n * NUMBERS + i, branches->swap);
	return branch;
}

static void take_registers(struct record_registers *to, uint64_t mask, struct bytes *b)
{
	to->swap = b->swap;
	to->abi = (uint32_t)bytes_take_u64(b);
	if (to->abi == PERF_SAMPLE_REGS_ABI_NONE)
		return;
	if (take_array(b, (uint64_t)__builtin_popcountll(mask), sizeof(uint64_t), &to->at))
		to->mask = mask;
}

uint64_t record_register(const struct record_registers *registers, unsigned number)
{
	uint64_t bit = number < 64 ? (uint64_t)1 << number : 0;
	int before = __builtin_popcountll(registers->mask & (bit - 1));

	return registers->mask & bit ? number_at(registers->at, (size_t)before, registers->swap) : 0;
}

static void take_user_registers(struct record *r, const struct record_format *f, struct bytes *b)
{
	const struct record_registers *user = &r->sample.user;

	take_registers(&r->sample.user, f->regs_user, b);
	r->user_register = user->mask ? number_at(user->at, 0, user->swap) : 0;
}

static void take_interrupted_registers(struct record *r, const struct record_format *f, struct bytes *b)
{
	take_registers(&r->sample.interrupted, f->regs_intr, b);
}

static void take_stack(struct record *r, const struct record_format *f, struct bytes *b)
{
	struct record_stack *stack = &r->sample.stack;
	uint64_t used = 0;

	(void)f;
	stack->size = take_array(b, bytes_take_u64(b), 1, &stack->at);
	if (stack->size)
		used = bytes_take_u64(b);
	if (used > stack->size)
		b->bad = true;
	stack->used = (size_t)used;
}

/* The header has these as bit fields of a number in both byte orders. */
static void take_weights(struct record *r, const struct record_format *f, struct bytes *b)
{
	uint64_t all = bytes_take_u64(b);

	(void)f;
	r->sample.weight = (uint32_t)all;
	r->sample.weight2 = (uint16_t)(all >> 32);
	r->sample.weight3 = (uint16_t)(all >> 48);
}

#define NUMBER(member) offsetof(struct record, member), NULL
#define PART(take) 0, take

static const struct {
	const char *name;
	size_t to;		/* a number of 64 bits, if take is NULL */
	void (*take)(struct record *r, const struct record_format *f, struct bytes *b);
} fields[FIELDS] = {
	[FIELD_IP]		= { "IP", NUMBER(ip) },
	[FIELD_TID]		= { "TID", PART(take_tid) },
	[FIELD_TIME]		= { "TIME", NUMBER(time_ns) },
	[FIELD_ADDR]		= { "ADDR", NUMBER(addr) },
	[FIELD_READ]		= { "READ", PART(take_sample_counts) },
	[FIELD_CALLCHAIN]	= { "CALLCHAIN", PART(take_chain) },
	[FIELD_ID]		= { "ID", NUMBER(id) },
	[FIELD_CPU]		= { "CPU", PART(take_cpu) },
	[FIELD_PERIOD]		= { "PERIOD", NUMBER(period) },
	[FIELD_STREAM_ID]	= { "STREAM_ID", NUMBER(stream_id) },
	[FIELD_RAW]		= { "RAW", PART(take_raw) },
	[FIELD_BRANCH_STACK]	= { "BRANCH_STACK", PART(take_branches) },
	[FIELD_REGS_USER]	= { "REGS_USER", PART(take_user_registers) },
	[FIELD_STACK_USER]	= { "STACK_USER", PART(take_stack) },
	[FIELD_WEIGHT]		= { "WEIGHT", NUMBER(sample.weight) },
	[FIELD_DATA_SRC]	= { "DATA_SRC", NUMBER(sample.data_src) },
	[FIELD_IDENTIFIER]	= { "IDENTIFIER", NUMBER(id) },
	[FIELD_TRANSACTION]	= { "TRANSACTION", NUMBER(sample.transaction) },
	[FIELD_REGS_INTR]	= { "REGS_INTR", PART(take_interrupted_registers) },
	[FIELD_PHYS_ADDR]	= { "PHYS_ADDR", NUMBER(sample.phys_addr) },
	[FIELD_AUX]		= { "AUX", PART(take_aux_part) },
	[FIELD_CGROUP]		= { "CGROUP", NUMBER(sample.cgroup) },
	[FIELD_DATA_PAGE_SIZE]	= { "DATA_PAGE_SIZE", NUMBER(sample.data_page_size) },
	[FIELD_CODE_PAGE_SIZE]	= { "CODE_PAGE_SIZE", NUMBER(sample.code_page_size) },
	[FIELD_WEIGHT_STRUCT]	= { "WEIGHT_STRUCT", PART(take_weights) },
};

const char *record_field_name(unsigned bit)
{
	return bit < FIELDS ? fields[bit].name : NULL;
}

static void take_field(struct record *r, const struct record_format *f, enum field field, struct bytes *b)
{
	uint64_t value;

	if (fields[field].take) {
		fields[field].take(r, f, b);
		return;
	}
	value = bytes_take_u64(b);
	memcpy((char *)r + fields[field].to, &value, sizeof(value));
}

/*
 * Without branches the kernel may leave out their index or write it, and nothing says which: what follows
 * cannot be found, and stays unknown.
 */
static bool hides_the_rest(const struct record_format *f, struct bytes b)
{
	return f->branch_sample_type & BRANCH_HW_INDEX && bytes_take_u64(&b) == 0 && !b.bad;
}

/* WEIGHT and WEIGHT_STRUCT are two meanings of one field: only one of them can be asked for. */
static void take_sample(struct record *r, const struct record_format *f, struct bytes *b)
{
	static const unsigned char order[] = {
		FIELD_IDENTIFIER, FIELD_IP, FIELD_TID, FIELD_TIME, FIELD_ADDR, FIELD_ID, FIELD_STREAM_ID,
		FIELD_CPU, FIELD_PERIOD, FIELD_READ, FIELD_CALLCHAIN, FIELD_RAW, FIELD_BRANCH_STACK,
		FIELD_REGS_USER, FIELD_STACK_USER, FIELD_WEIGHT, FIELD_WEIGHT_STRUCT, FIELD_DATA_SRC,
		FIELD_TRANSACTION, FIELD_REGS_INTR, FIELD_PHYS_ADDR, FIELD_CGROUP, FIELD_DATA_PAGE_SIZE,
		FIELD_CODE_PAGE_SIZE, FIELD_AUX,
	};

	for (size_t i = 0; i < sizeof(order); i++) {
		if (!has_field(f, order[i]))
			continue;
		if (order[i] == FIELD_BRANCH_STACK && hides_the_rest(f, *b))
			return;
		take_field(r, f, order[i], b);
	}
	if (b->left && !(f->sample_type >> FIELDS))
		b->bad = true;
}

/* Cuts it off the end of the body. */
static void take_trailer(struct record *r, const struct record_format *f, struct bytes *body)
{
	static const unsigned char order[] = {
		FIELD_TID, FIELD_TIME, FIELD_ID, FIELD_STREAM_ID, FIELD_CPU, FIELD_IDENTIFIER,
	};
	struct bytes trailer = *body;
	enum { ALL = 1 << FIELD_TID | 1 << FIELD_TIME | 1 << FIELD_ID | 1 << FIELD_STREAM_ID |
		     1 << FIELD_CPU | 1 << FIELD_IDENTIFIER };
	size_t size = sizeof(uint64_t) * (size_t)__builtin_popcountll(f->sample_type & ALL);

	if (size > body->left) {
		body->bad = true;
		return;
	}
	body->left -= size;
	bytes_take(&trailer, body->left);
	for (size_t i = 0; i < sizeof(order); i++)
		if (has_field(f, order[i]))
			take_field(r, f, order[i], &trailer);
}

/* --- bodies ------------------------------------------------------------------------------------------ */

/* A text that ends in the body; NULL: it does not. */
static const char *take_text(struct bytes *b)
{
	const char *text = (const char *)b->p;
	const char *end = b->left ? memchr(b->p, '\0', b->left) : NULL;

	if (end)
		bytes_take(b, (uint64_t)(end - text) + 1);
	else
		b->bad = true;
	return end ? text : NULL;
}

static void take_comm(struct record *r, const struct record_format *f, struct bytes *b)
{
	take_tid(r, f, b);
	r->comm = take_text(b);
}

static void take_map(struct record *r, const struct record_format *f, struct bytes *b)
{
	take_tid(r, f, b);
	r->map = (struct record_map){ .is_data = r->misc & PERF_RECORD_MISC_MMAP_DATA };
	r->map.start = bytes_take_u64(b);
	r->map.size = bytes_take_u64(b);
	r->map.offset = bytes_take_u64(b);
	if (r->type == RECORD_MMAP)
		r->map.path = take_text(b);
}

static void take_build_id(struct record_map *map, struct bytes b)
{
	enum { BEFORE = 4 };	/* its length, and bytes without a meaning */
	const unsigned char *at = bytes_take(&b, BEFORE);

	map->n_build_id = at && at[0] <= b.left ? at[0] : 0;
	map->build_id = map->n_build_id ? b.p : NULL;
}

static void take_map2(struct record *r, const struct record_format *f, struct bytes *b)
{
	enum { FILE_SIZE = 24 };	/* of device and inode, or of the build ID */
	struct record_map *map = &r->map;
	struct bytes file;

	take_map(r, f, b);
	file = (struct bytes){ .left = FILE_SIZE, .swap = b->swap };
	file.p = bytes_take(b, FILE_SIZE);
	if (!file.p)
		return;
	if (r->misc & RECORD_MISC_MMAP_BUILD_ID) {
		take_build_id(map, file);
		b->bad |= !map->build_id;
	} else {
		map->major = bytes_take_u32(&file);
		map->minor = bytes_take_u32(&file);
		map->inode = bytes_take_u64(&file);
		map->generation = bytes_take_u64(&file);
	}
	map->prot = bytes_take_u32(b);
	map->flags = bytes_take_u32(b);
	map->path = take_text(b);
}

static void take_read(struct record *r, const struct record_format *f, struct bytes *b)
{
	take_tid(r, f, b);
	take_counts(&r->counts, f->read_format, b);
}

static void take_fork(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->pid = bytes_take_u32(b);
	r->ppid = bytes_take_u32(b);
	r->tid = bytes_take_u32(b);
	r->ptid = bytes_take_u32(b);
	r->time_ns = bytes_take_u64(b);
}

static void take_throttle(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->time_ns = bytes_take_u64(b);
	r->id = bytes_take_u64(b);
	r->stream_id = bytes_take_u64(b);
}

static void take_lost(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->id = bytes_take_u64(b);
	r->lost = bytes_take_u64(b);
}

static void take_lost_samples(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->lost = bytes_take_u64(b);
}

static void take_symbol(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->symbol = (struct record_symbol){ .start = bytes_take_u64(b) };
	r->symbol.size = bytes_take_u32(b);
	r->symbol.kind = bytes_take_u16(b);
	r->symbol.flags = bytes_take_u16(b);
	r->symbol.name = take_text(b);
}

static void take_bpf(struct record *r, const struct record_format *f, struct bytes *b)
{
	enum { TAG_SIZE = 8 };

	(void)f;
	r->bpf = (struct record_bpf){ .kind = bytes_take_u16(b) };
	r->bpf.flags = bytes_take_u16(b);
	r->bpf.id = bytes_take_u32(b);
	r->bpf.tag = bytes_take(b, TAG_SIZE);
}

static void take_cgroup(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->cgroup = (struct record_cgroup){ .id = bytes_take_u64(b) };
	r->cgroup.path = take_text(b);
}

static void take_poke(struct record *r, const struct record_format *f, struct bytes *b)
{
	uint16_t before, after;

	(void)f;
	r->poke = (struct record_poke){ .start = bytes_take_u64(b) };
	before = bytes_take_u16(b);
	after = bytes_take_u16(b);
	take_bytes(&r->poke.before, before, b);
	take_bytes(&r->poke.after, after, b);
}

static void take_namespaces(struct record *r, const struct record_format *f, struct bytes *b)
{
	uint64_t n;

	take_tid(r, f, b);
	n = bytes_take_u64(b);
	r->namespaces = (struct record_namespaces){ .swap = b->swap };
	r->namespaces.n = take_array(b, n, sizeof(struct record_namespace), &r->namespaces.at);
}

struct record_namespace record_namespace_at(const struct record_namespaces *namespaces, size_t i)
{
	struct record_namespace none = {0};

	if (i >= namespaces->n)
		return none;
	return (struct record_namespace){ number_at(namespaces->at, 2 * i, namespaces->swap),
					  number_at(namespaces->at, 2 * i + 1, namespaces->swap) };
}

static void take_aux(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->aux = (struct record_aux){ .offset = bytes_take_u64(b) };
	r->aux.size = bytes_take_u64(b);
	r->aux.flags = bytes_take_u64(b);
}

static void take_switch(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->other = (struct record_switch){ .pid = bytes_take_u32(b) };
	r->other.tid = bytes_take_u32(b);
}

static void take_hw_id(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->hw_id = bytes_take_u64(b);
}

static void take_deferred(struct record *r, const struct record_format *f, struct bytes *b)
{
	r->cookie = bytes_take_u64(b);
	take_chain(r, f, b);
}

static const struct {
	const char *name;
	void (*take)(struct record *r, const struct record_format *f, struct bytes *b);	/* NULL: skipped */
} types[RECORD_TYPES] = {
	[RECORD_MMAP]		= { "MMAP", take_map },
	[RECORD_LOST]		= { "LOST", take_lost },
	[RECORD_COMM]		= { "COMM", take_comm },
	[RECORD_EXIT]		= { "EXIT", take_fork },
	[RECORD_THROTTLE]	= { "THROTTLE", take_throttle },
	[RECORD_UNTHROTTLE]	= { "UNTHROTTLE", take_throttle },
	[RECORD_FORK]		= { "FORK", take_fork },
	[RECORD_READ]		= { "READ", take_read },
	[RECORD_SAMPLE]		= { "SAMPLE", take_sample },
	[RECORD_MMAP2]		= { "MMAP2", take_map2 },
	[RECORD_AUX]		= { "AUX", take_aux },
	[RECORD_ITRACE_START]	= { "ITRACE_START", take_tid },
	[RECORD_LOST_SAMPLES]	= { "LOST_SAMPLES", take_lost_samples },
	[RECORD_SWITCH]		= { "SWITCH", NULL },
	[RECORD_SWITCH_CPU_WIDE] = { "SWITCH_CPU_WIDE", take_switch },
	[RECORD_NAMESPACES]	= { "NAMESPACES", take_namespaces },
	[RECORD_KSYMBOL]	= { "KSYMBOL", take_symbol },
	[RECORD_BPF_EVENT]	= { "BPF_EVENT", take_bpf },
	[RECORD_CGROUP]		= { "CGROUP", take_cgroup },
	[RECORD_TEXT_POKE]	= { "TEXT_POKE", take_poke },
	[RECORD_AUX_OUTPUT_HW_ID] = { "AUX_OUTPUT_HW_ID", take_hw_id },
	[RECORD_CALLCHAIN_DEFERRED] = { "CALLCHAIN_DEFERRED", take_deferred },
};

const char *record_name(uint32_t type)
{
	return type < RECORD_TYPES ? types[type].name : NULL;
}

struct record_format record_format_of(const struct perf_event_attr *attr)
{
	return (struct record_format){
		.sample_type = attr->sample_type,
		.read_format = attr->read_format,
		.branch_sample_type = attr->branch_sample_type,
		.regs_user = attr->sample_regs_user,
		.regs_intr = attr->sample_regs_intr,
		.sample_id_all = attr->sample_id_all,
	};
}

enum record_cpumode record_cpu_mode(uint16_t misc)
{
	unsigned mode = misc & PERF_RECORD_MISC_CPUMODE_MASK;

	return mode <= RECORD_CPUMODE_GUEST_USER ? mode : RECORD_CPUMODE_UNKNOWN;
}

int record_take(struct bytes *b, uint32_t *type, uint16_t *misc, struct bytes *body)
{
	struct bytes rest = *b;
	size_t size;

	*body = *b;
	*type = bytes_take_u32(body);
	*misc = bytes_take_u16(body);
	size = bytes_take_u16(body);
	if (body->bad)
		return 0;
	if (size < RECORD_HEADER_SIZE)
		return -1;
	if (!bytes_take(&rest, size))
		return 0;
	body->left = size - RECORD_HEADER_SIZE;
	*b = rest;
	return 1;
}

int record_decode(struct record *r, const struct record_format *f, const void *bytes, size_t n)
{
	struct bytes all = { .p = bytes, .left = n, .swap = f->swap }, body;
	int whole;

	*r = (struct record){ .pid = RECORD_UNKNOWN, .tid = RECORD_UNKNOWN, .ppid = RECORD_UNKNOWN,
			      .ptid = RECORD_UNKNOWN, .cpu = RECORD_UNKNOWN };
	whole = record_take(&all, &r->type, &r->misc, &body);
	if (whole <= 0)
		return whole;
	if (record_name(r->type)) {
		if (f->sample_id_all && r->type != RECORD_SAMPLE)
			take_trailer(r, f, &body);
		if (types[r->type].take)
			types[r->type].take(r, f, &body);
	}
	return body.bad ? -1 : (int)(n - all.left);
}
