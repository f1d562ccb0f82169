/* SPDX-License-Identifier: MIT */
/* Reads the records of perf.data that describe events, and the CPUs and threads that count them. */
#include <linux/perf_event.h>
#include <stdlib.h>

#include "base/mem.h"
#include "base/number.h"
#include "benchmark/perfdata/perfdata_reader.h"
#include "event/event.h"
#include "table/aggregation.h"

enum {
	LEAST_ATTR = 64,	/* the first published size of an attr; 0 means this size, too */
	ANY_CPU = 0xffff,
};

/* --- events ------------------------------------------------------------------------------------------ */

void recording_add_ids(struct recording *r, struct bytes *ids)
{
	while (ids->left >= sizeof(uint64_t)) {
		MEM_ADD(r->id, r->n_ids, (struct event_id){ bytes_take_u64(ids), r->b->events.n - 1 });
	}
}

size_t recording_attr_size(struct bytes attr)
{
	uint32_t size;

	bytes_take_u32(&attr);
	size = bytes_take_u32(&attr);
	if (attr.bad || (size && size < LEAST_ATTR))
		return 0;
	return size ? size : LEAST_ATTR;
}

/* Flags are bits of bytes; the other byte order numbers them from the other end of each byte. */
static void read_flags(struct perf_event_attr *a, struct bytes *attr)
{
	enum { FLAGS_AT = offsetof(struct perf_event_attr, read_format) + sizeof(uint64_t) };
	const unsigned char *p = bytes_take(attr, sizeof(uint64_t));

	for (size_t i = 0; p && i < sizeof(uint64_t); i++) {
		unsigned char flags = 0;

		for (unsigned bit = 0; bit < 8; bit++)
			if (p[i] >> bit & 1)
				flags |= (unsigned char)(1u << (attr->swap ? 7 - bit : bit));
		((unsigned char *)a)[FLAGS_AT + i] = flags;
	}
}

static void read_attr(union attr *to, struct bytes attr)
{
	struct perf_event_attr *a = &to->head;

	a->size = ATTR_SIZE;
	a->type = bytes_take_u32(&attr);
	bytes_take_u32(&attr);
	a->config = bytes_take_u64(&attr);
	bytes_take(&attr, 2 * sizeof(uint64_t));	/* of samples */
	a->read_format = bytes_take_u64(&attr);
	read_flags(a, &attr);
	bytes_take(&attr, sizeof(uint64_t));
	a->config1 = bytes_take_u64(&attr);
	a->config2 = bytes_take_u64(&attr);
	bytes_take(&attr, ATTR_SIZE - offsetof(struct perf_event_attr, config2) - sizeof(uint64_t));
	to->tail.config3 = bytes_take_u64(&attr);
}

/* Software clocks count nanoseconds, even if perf wrote no unit. */
void recording_add_event(struct recording *r, struct bytes attr)
{
	struct events *events = &r->b->events;
	struct event *e;
	bool clock;

	events->event = mem_grow(events->event, events->n, sizeof(*events->event));
	e = &events->event[events->n];
	*e = (struct event){ .scale = 1, .cgroup = -1, .leader = (int)events->n, .row = (int)events->n };
	read_attr(&e->attr, attr);
	clock = e->attr.head.type == PERF_TYPE_SOFTWARE && e->attr.head.config <= PERF_COUNT_SW_TASK_CLOCK;
	e->scale = clock ? 1e-6 : 1;
	e->unit = mem_copy_text(clock ? "msec" : "");
	events->n++;
}

int recording_header_attr(struct recording *r, struct bytes body)
{
	size_t size = recording_attr_size(body);
	struct bytes attr = body;

	if (!size || !bytes_take(&body, size))
		return recording_damaged(r, &attr, "an attribute that does not fit its record");
	attr.left = size;
	recording_add_event(r, attr);
	recording_add_ids(r, &body);
	return 0;
}

static int by_id(const void *a, const void *b)
{
	const struct event_id *x = a, *y = b;

	if (x->id != y->id)
		return x->id < y->id ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

void recording_sort_ids(struct recording *r)
{
	if (r->n_ids)
		qsort(r->id, r->n_ids, sizeof(*r->id), by_id);
}

/* As in perf: a single event has all counts, id 0 is the first event, the later of two equal ids wins. */
int recording_find_event(const struct recording *r, const struct bytes *at, uint64_t id, size_t *event)
{
	size_t low = 0, high = r->n_ids;

	*event = 0;
	if (r->b->events.n == 1 || !id)
		return 0;
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (r->id[middle].id <= id)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || r->id[low - 1].id != id)
		return recording_damaged(r, at, "an id that no event has");
	*event = r->id[low - 1].event;
	return 0;
}

/* --- maps of CPUs and threads, and settings ---------------------------------------------------------- */

static void add_cpu(struct cpulist *list, int cpu, struct bytes *b)
{
	if (cpu >= ANY_CPU || (list->n && list->cpu[list->n - 1] >= cpu)) {
		b->bad = true;
		return;
	}
	MEM_ADD(list->cpu, list->n, cpu);
}

static void read_mask(struct bytes *b, struct cpulist *list)
{
	unsigned words = bytes_take_u16(b), size = bytes_take_u16(b);

	if (size != 4 && size != 8)
		b->bad = true;
	if (size == 8)
		bytes_take(b, 4);
	for (unsigned w = 0; w < words && !b->bad; w++) {
		uint64_t bits = size == 4 ? bytes_take_u32(b) : bytes_take_u64(b);

		for (unsigned i = 0; bits; i++, bits >>= 1)
			if (bits & 1)
				add_cpu(list, (int)(w * 8 * size + i), b);
	}
}

static void read_range(struct bytes *b, struct cpulist *list)
{
	const unsigned char *any = bytes_take(b, 2);
	int first = bytes_take_u16(b), last = bytes_take_u16(b);

	if (!b->bad && *any)
		add_cpu(list, -1, b);
	for (int cpu = first; cpu <= last && !b->bad; cpu++)
		add_cpu(list, cpu, b);
}

int recording_map(const struct recording *r, struct bytes body, struct cpulist *list)
{
	struct bytes start = body;
	unsigned kind = bytes_take_u16(&body);

	*list = (struct cpulist){0};
	if (kind == MAP_LIST) {
		for (unsigned n = bytes_take_u16(&body); n && !body.bad; n--) {
			int cpu = bytes_take_u16(&body);

			add_cpu(list, cpu == ANY_CPU ? -1 : cpu, &body);
		}
	} else if (kind == MAP_MASK) {
		read_mask(&body, list);
	} else if (kind == MAP_RANGE) {
		read_range(&body, list);
	}
	if (!body.bad && list->n)
		return 0;
	cpulist_release(list);
	return recording_damaged(r, &start, "a CPU map that is empty or not in ascending order");
}

int recording_thread_map(struct recording *r, struct bytes body)
{
	enum { ENTRY = 8 + PERFDATA_COMM };
	struct target *t = &r->b->target;
	struct bytes start = body;
	uint64_t n = bytes_take_u64(&body);

	if (t->n_threads)
		return 0;
	if (!n || n > body.left / ENTRY)
		return recording_damaged(r, &start, "a map of threads that does not fit its record");
	t->thread = mem_resize(NULL, (size_t)n, sizeof(*t->thread));
	for (; n; n--, t->n_threads++) {
		struct thread *thread = &t->thread[t->n_threads];
		pid_t tid = (pid_t)bytes_take_u64(&body);
		const unsigned char *comm = bytes_take(&body, PERFDATA_COMM);

		*thread = (struct thread){ .tid = tid, .pid = tid };
		memcpy(thread->comm, comm, strnlen((const char *)comm, PERFDATA_COMM));
	}
	return 0;
}

int recording_config(struct recording *r, struct bytes body)
{
	struct bytes start = body;

	for (uint64_t n = bytes_take_u64(&body); n && !body.bad; n--) {
		uint64_t tag = bytes_take_u64(&body), value = bytes_take_u64(&body);

		if (!body.bad && tag <= CONFIG_LEVEL)
			r->config[tag] = value;
		r->has_level |= tag == CONFIG_LEVEL;
	}
	return body.bad ? recording_damaged(r, &start, "settings that do not fit their record") : 0;
}

/* --- updates ----------------------------------------------------------------------------------------- */

/* perf writes the CPUs of an event even if no CPUs are counted. */
static int update_cpus(struct recording *r, struct bytes body, size_t event)
{
	struct cpulist own;

	if (recording_map(r, body, &own) < 0)
		return -1;
	cpulist_release(&r->event_cpus[event]);
	if (own.cpu[0] >= 0 && r->mode == AGGR_CPU)
		cpulist_intersect(&r->event_cpus[event], &own, &r->cpus);
	cpulist_release(&own);
	return 0;
}

/* Ignores words of a later pstat. */
static void update_rows(struct recording *r, struct bytes body)
{
	FREED char *text = NULL;
	size_t n;
	int mode;

	take_text(&body, body.left, &text);
	n = text ? strcspn(text, ":") : 0;
	mode = n ? aggr_mode_find(text, n) : -1;
	if (mode >= 0) {
		r->has_rows = true;
		r->rows = (enum aggr_mode)mode;
	}
	if (n && text[n] && text[n + 1] >= '0' && text[n + 1] <= '0' + MACHINE_CACHES)
		r->b->aggr.cache_level = text[n + 1] - '0';
}

int recording_update(struct recording *r, struct bytes body)
{
	struct bytes start = body;
	uint64_t kind = bytes_take_u64(&body), id = bytes_take_u64(&body), bits;
	struct event *e;
	size_t event;
	double scale;

	if (body.bad)
		return recording_damaged(r, &start, "an event update that is too short");
	if (recording_find_event(r, &start, id, &event) < 0)
		return -1;
	e = &r->b->events.event[event];
	switch (kind) {
	case UPDATE_UNIT: take_text(&body, body.left, &e->unit); break;
	case UPDATE_NAME: take_text(&body, body.left, &e->name); break;
	case UPDATE_CPUS: return update_cpus(r, body, event);
	case PERFDATA_UPDATE_ROWS: update_rows(r, body); break;
	case PERFDATA_UPDATE_LEVEL: e->flags |= EVENT_SNAPSHOT; break;
	case UPDATE_SCALE:
		bits = bytes_take_u64(&body);
		memcpy(&scale, &bits, sizeof(scale));
		if (body.bad || !number_is_scale(scale))
			return recording_damaged(r, &start, "a scale that is not from 1e-30 to 1e30");
		e->scale = scale;
		break;
	default: break;
	}
	return 0;
}
