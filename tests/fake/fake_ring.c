/* SPDX-License-Identifier: MIT */
/*
 * The ring buffers of the fake kernel: when the command ends, they get the records of all its processes,
 * those of the script and the command itself.
 */
#include <string.h>

#include "base/number.h"
#include "fake_kernel.h"

enum { RECORD_ALIGN = 8, NAME_SIZE = 16 };

void fake_ring_map(struct fake_kernel *fk, int fd, void *at, size_t size)
{
	fk->fd[fd].ring = at;
	fk->fd[fd].ring_size = size;
}

/* Appends a record with this trailer.  The page before the data is the smaller part. */
void fake_ring_append(struct fake_counter *c, uint32_t type, uint16_t misc, const void *body, size_t size,
		      const void *trailer, size_t trailer_size)
{
	struct perf_event_mmap_page *page = c->ring;
	size_t room = 1, at;
	struct perf_event_header h = { type, misc, (uint16_t)(sizeof(h) + size + trailer_size) };
	unsigned char *data;

	while (2 * room < c->ring_size)
		room *= 2;
	data = (unsigned char *)c->ring + (c->ring_size - room);
	at = (size_t)page->data_head;
	if (at + h.size > room)
		return;
	memcpy(data + at, &h, sizeof(h));
	memcpy(data + at + sizeof(h), body, size);
	if (trailer_size)
		memcpy(data + at + sizeof(h) + size, trailer, trailer_size);
	page->data_head = at + h.size;
}

/* With that of PERF_SAMPLE_TIME. */
static void append(struct fake_counter *c, uint32_t type, uint16_t misc, const void *body, size_t size,
		   uint64_t time_ns)
{
	fake_ring_append(c, type, misc, body, size, &time_ns, sizeof(time_ns));
}

static bool is_of_functions(const struct fake_counter *c)
{
	return c->attr.head.sample_type & PERF_SAMPLE_READ;
}

static struct fake_counter *ring_of_tasks(struct fake_kernel *fk)
{
	for (int i = 0; i < fk->top; i++)
		if (fk->fd[i].used && fk->fd[i].ring && fk->fd[i].attr.head.task &&
		    !is_of_functions(&fk->fd[i]) && !fake_is_sampling(&fk->fd[i]))
			return &fk->fd[i];
	return NULL;
}

static void add_task(struct fake_kernel *fk, const struct fake_process *p, struct fake_counter *ring)
{
	struct { uint32_t pid, ppid, tid, ptid; uint64_t time_ns; } task = {
		(uint32_t)p->pid, (uint32_t)p->parent, (uint32_t)p->pid, (uint32_t)p->parent,
		fk->start_ns + p->start_ns,
	};
	struct { uint32_t pid, tid; char comm[NAME_SIZE]; } named = { (uint32_t)p->pid, (uint32_t)p->pid, "" };
	struct { uint32_t pid, tid; uint64_t at, size, offset; char path[8]; } mapped = {
		(uint32_t)p->pid, (uint32_t)p->pid, 0, 0, 0, "/f",
	};

	append(ring, PERF_RECORD_FORK, 0, &task, sizeof(task), task.time_ns);
	memcpy(named.comm, p->name, strnlen(p->name, NAME_SIZE - 1));
	if (p->name[0]) {
		append(ring, PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, &named, sizeof(named),
		       task.time_ns + 1);
		append(ring, PERF_RECORD_MMAP, 0, &mapped, sizeof(mapped), task.time_ns + 2);
	}
	if (!p->end_ns)
		return;
	task.time_ns = fk->start_ns + p->end_ns;
	append(ring, PERF_RECORD_EXIT, 0, &task, sizeof(task), task.time_ns);
}

static void add_counts(struct fake_kernel *fk, const struct fake_process *p)
{
	struct { uint32_t pid, tid; uint64_t value, enabled, running; } r = { (uint32_t)p->pid, (uint32_t)p->pid };
	uint64_t v[3];

	for (int i = 0; i < fk->top && p->end_ns && !fk->untold; i++) {
		struct fake_counter *c = &fk->fd[i];

		if (!c->used || !c->is_counter || !c->attr.head.inherit_stat || c->output <= 0)
			continue;
		if (fake_counter_read(fk, i, v, sizeof(v)) != (ssize_t)sizeof(v))
			continue;
		r.value = number_muldiv(v[0], p->percent, 100);
		r.enabled = number_muldiv(v[1], p->percent, 100);
		r.running = number_muldiv(v[2], p->percent, 100);
		append(&fk->fd[c->output], PERF_RECORD_READ, 0, &r, sizeof(r), fk->start_ns + p->end_ns);
	}
}

/* --- functions ------------------------------------------------------------------------------------- */

enum { CALL_NS = 100, MOST_PROBES = 32, MOST_MEMBERS = 80 };

struct fake_group {		/* of the first CPU */
	struct fake_kernel *fk;
	struct fake_counter *leader;
	uint64_t probe[MOST_PROBES]; size_t n_probes;	/* ids */
	uint64_t value[MOST_MEMBERS]; size_t n;		/* what its members have counted */
	bool counts[MOST_MEMBERS];			/* an event, not a probe */
	uint64_t time_ns;
};

static bool find_group(struct fake_group *g, struct fake_kernel *fk)
{
	int leader = 0;

	*g = (struct fake_group){ .fk = fk, .time_ns = fk->start_ns };
	while (leader < fk->top &&
	       !(fk->fd[leader].used && fk->fd[leader].ring && is_of_functions(&fk->fd[leader])))
		leader++;
	if (leader == fk->top)
		return false;
	g->leader = &fk->fd[leader];
	for (int i = 0; i < fk->top && g->n < MOST_MEMBERS && g->n_probes < MOST_PROBES; i++) {
		const struct fake_counter *c = &fk->fd[i];

		if (!c->used || !c->is_counter || c->leader != leader)
			continue;
		if (i != leader && is_of_functions(c))
			g->probe[g->n_probes++] = c->id;
		g->counts[g->n++] = i != leader && !is_of_functions(c);
	}
	return true;
}

static void add_sample(struct fake_group *g, uint64_t id, uint32_t tid)
{
	uint64_t body[7 + MOST_MEMBERS] = { id, 0, g->time_ns, g->n, g->time_ns, g->time_ns };
	const uint32_t task[2] = { (uint32_t)g->fk->pid, tid };
	const size_t with_registers = !!(g->leader->attr.head.sample_type & PERF_SAMPLE_REGS_USER);	/* none */

	memcpy(&body[1], task, sizeof(task));
	memcpy(&body[6], g->value, g->n * sizeof(*g->value));
	fake_ring_append(g->leader, PERF_RECORD_SAMPLE, 0, body, (6 + g->n + with_registers) * sizeof(*body), NULL, 0);
	g->time_ns += CALL_NS;
}

/* The nth event counts n times as much in a call. */
static void count_call(struct fake_group *g, uint64_t each)
{
	uint64_t nth = 1;

	for (size_t i = 0; i < g->n; i++)
		if (g->counts[i])
			g->value[i] += each * nth++;
}

/* The region is what the function does; at is its place on the command line. */
static void add_calls(struct fake_group *g, const struct fake_region *r, size_t at)
{
	if (2 * at + 1 >= g->n_probes)
		return;
	for (uint64_t i = 0; i < r->entries; i++) {
		add_sample(g, g->probe[2 * at], r->tid);
		count_call(g, r->each);
		add_sample(g, g->probe[2 * at + 1], r->tid);
	}
	for (uint64_t i = 0; i < r->stray_ends; i++)
		add_sample(g, g->probe[2 * at + 1], r->tid);
	if (r->open)
		add_sample(g, g->probe[2 * at], r->tid);
}

static void add_functions(struct fake_kernel *fk)
{
	const uint64_t lost[] = { 0, fk->lost_records };
	struct fake_group g;
	uint64_t trailer[3];

	if (!find_group(&g, fk))
		return;
	for (size_t i = 0; i < fk->n_regions; i++) {
		size_t at = i;		/* a region of the same name is one of another thread */

		for (size_t k = i; k-- > 0; )
			at = strcmp(fk->region[k].name, fk->region[i].name) == 0 ? k : at;
		add_calls(&g, &fk->region[i], at);
	}
	trailer[0] = 0;
	trailer[1] = g.time_ns;
	trailer[2] = g.leader->id;
	if (fk->lost_records)
		fake_ring_append(g.leader, PERF_RECORD_LOST, 0, lost, sizeof(lost), trailer, sizeof(trailer));
}

/* --- the end --------------------------------------------------------------------------------------- */

void fake_ring_end(struct fake_kernel *fk)
{
		struct fake_counter *ring = ring_of_tasks(fk);
	struct fake_process command = { .pid = fk->pid, .percent = 100, .end_ns = fk->end_ns - fk->start_ns };
	const uint64_t lost[] = { 0, fk->lost_records };

	if (fk->argv) {
		add_functions(fk);
		fake_samples_end(fk);
	}
	if (!ring || !fk->argv)
		return;
	strncpy(command.name, strrchr(fk->argv[0], '/') ? strrchr(fk->argv[0], '/') + 1 : fk->argv[0],
		sizeof(command.name) - 1);
	for (size_t i = 0; i < fk->n_processes; i++)
		command.percent -= fk->processes[i].percent;
	add_task(fk, &command, ring);
	for (size_t i = 0; i < fk->n_processes; i++) {
		struct fake_process p = fk->processes[i];

		p.parent = p.parent ? p.parent : fk->pid;
		add_task(fk, &p, ring);
		if (!fk->lost_records || i + 1 < fk->n_processes)	/* that of the last one is lost */
			add_counts(fk, &p);
	}
	add_counts(fk, &command);
	if (fk->lost_records)
		append(ring, PERF_RECORD_LOST, 0, lost, sizeof(lost), fk->end_ns);
}
