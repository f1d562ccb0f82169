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

static void take_array(struct bytes *b, uint64_t n, size_t size)
{
	if (n > b->left / size)
		b->bad = true;
	else
		bytes_take(b, n * size);
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
		c->at = b->p;
		take_array(b, n, entry);
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

/* False: without branches the kernel may leave out the index, so what follows cannot be found. */
static bool skip_branches(const struct record_format *f, struct bytes *b)
{
	uint64_t n = bytes_take_u64(b);

	if (f->branch_sample_type & BRANCH_HW_INDEX) {
		if (!n)
			return false;
		bytes_take_u64(b);
	}
	take_array(b, n, BRANCH_SIZE + (f->branch_sample_type & BRANCH_COUNTERS ? sizeof(uint64_t) : 0));
	return true;
}

/* Returns the first one; 0: there is none. */
static uint64_t take_registers(uint64_t mask, struct bytes *b)
{
	uint64_t n = (uint64_t)__builtin_popcountll(mask), first;

	if (bytes_take_u64(b) == PERF_SAMPLE_REGS_ABI_NONE || !n)
		return 0;
	first = bytes_take_u64(b);
	take_array(b, n - 1, sizeof(uint64_t));
	return first;
}

static void skip_stack(struct bytes *b)
{
	uint64_t size = bytes_take_u64(b);

	bytes_take(b, size);
	if (size)
		bytes_take_u64(b);	/* how much of it was used */
}

static void take_field(struct record *r, const struct record_format *f, enum field field, struct bytes *b)
{
	switch (field) {
	case FIELD_ID:
	case FIELD_IDENTIFIER:	r->id = bytes_take_u64(b); break;
	case FIELD_IP:		r->ip = bytes_take_u64(b); break;
	case FIELD_TID:		r->pid = bytes_take_u32(b); r->tid = bytes_take_u32(b); break;
	case FIELD_TIME:	r->time_ns = bytes_take_u64(b); break;
	case FIELD_CPU:		r->cpu = bytes_take_u32(b); bytes_take_u32(b); break;
	case FIELD_READ:	take_counts(&r->counts, f->read_format, b); break;
	case FIELD_CALLCHAIN:	take_array(b, bytes_take_u64(b), sizeof(uint64_t)); break;
	case FIELD_RAW:		bytes_take(b, bytes_take_u32(b)); break;
	case FIELD_REGS_USER:	r->user_register = take_registers(f->regs_user, b); break;
	case FIELD_REGS_INTR:	take_registers(f->regs_intr, b); break;
	case FIELD_STACK_USER:	skip_stack(b); break;
	case FIELD_AUX:		bytes_take(b, bytes_take_u64(b)); break;
	default:		bytes_take_u64(b); break;
	}
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
		if (order[i] != FIELD_BRANCH_STACK)
			take_field(r, f, order[i], b);
		else if (!skip_branches(f, b))
			return;
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
	size_t size = 0;

	for (size_t i = 0; i < sizeof(order); i++)
		size += has_field(f, order[i]) ? sizeof(uint64_t) : 0;
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

static void take_task(struct record *r, const struct record_format *f, struct bytes *b)
{
	(void)f;
	r->pid = bytes_take_u32(b);
	r->tid = bytes_take_u32(b);
}

static void take_comm(struct record *r, const struct record_format *f, struct bytes *b)
{
	take_task(r, f, b);
	if (!b->left || !memchr(b->p, '\0', b->left))
		b->bad = true;
	else
		r->comm = (const char *)b->p;
}

static void take_read(struct record *r, const struct record_format *f, struct bytes *b)
{
	take_task(r, f, b);
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

static const struct {
	const char *name;
	void (*take)(struct record *r, const struct record_format *f, struct bytes *b);	/* NULL: skipped */
} types[RECORD_TYPES] = {
	[RECORD_MMAP]		= { "MMAP", take_task },
	[RECORD_LOST]		= { "LOST", take_lost },
	[RECORD_COMM]		= { "COMM", take_comm },
	[RECORD_EXIT]		= { "EXIT", take_fork },
	[RECORD_THROTTLE]	= { "THROTTLE", take_throttle },
	[RECORD_UNTHROTTLE]	= { "UNTHROTTLE", take_throttle },
	[RECORD_FORK]		= { "FORK", take_fork },
	[RECORD_READ]		= { "READ", take_read },
	[RECORD_SAMPLE]		= { "SAMPLE", take_sample },
	[RECORD_MMAP2]		= { "MMAP2", take_task },
	[RECORD_AUX]		= { "AUX", NULL },
	[RECORD_ITRACE_START]	= { "ITRACE_START", take_task },
	[RECORD_LOST_SAMPLES]	= { "LOST_SAMPLES", take_lost_samples },
	[RECORD_SWITCH]		= { "SWITCH", NULL },
	[RECORD_SWITCH_CPU_WIDE] = { "SWITCH_CPU_WIDE", NULL },
	[RECORD_NAMESPACES]	= { "NAMESPACES", take_task },
	[RECORD_KSYMBOL]	= { "KSYMBOL", NULL },
	[RECORD_BPF_EVENT]	= { "BPF_EVENT", NULL },
	[RECORD_CGROUP]		= { "CGROUP", NULL },
	[RECORD_TEXT_POKE]	= { "TEXT_POKE", NULL },
	[RECORD_AUX_OUTPUT_HW_ID] = { "AUX_OUTPUT_HW_ID", NULL },
	[RECORD_CALLCHAIN_DEFERRED] = { "CALLCHAIN_DEFERRED", NULL },
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
