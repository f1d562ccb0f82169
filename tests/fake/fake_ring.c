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

/* Appends a record with the trailer of PERF_SAMPLE_TIME.  The page before the data is the smaller part. */
static void append(struct fake_counter *c, uint32_t type, uint16_t misc, const void *body, size_t size,
		   uint64_t time_ns)
{
	struct perf_event_mmap_page *page = c->ring;
	size_t room = 1, at;
	struct perf_event_header h = { type, misc, (uint16_t)(sizeof(h) + size + sizeof(time_ns)) };
	unsigned char *data;

	while (2 * room < c->ring_size)
		room *= 2;
	data = (unsigned char *)c->ring + (c->ring_size - room);
	at = (size_t)page->data_head;
	if (at + h.size > room)
		return;
	memcpy(data + at, &h, sizeof(h));
	memcpy(data + at + sizeof(h), body, size);
	memcpy(data + at + sizeof(h) + size, &time_ns, sizeof(time_ns));
	page->data_head = at + h.size;
}

static struct fake_counter *ring_of_tasks(struct fake_kernel *fk)
{
	for (int i = 0; i < fk->top; i++)
		if (fk->fd[i].used && fk->fd[i].ring && fk->fd[i].attr.head.task)
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

	append(ring, PERF_RECORD_FORK, 0, &task, sizeof(task), task.time_ns);
	memcpy(named.comm, p->name, strnlen(p->name, NAME_SIZE - 1));
	if (p->name[0])
		append(ring, PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, &named, sizeof(named),
		       task.time_ns + 1);
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

void fake_ring_end(struct fake_kernel *fk)
{
	struct fake_counter *ring = ring_of_tasks(fk);
	struct fake_process command = { .pid = fk->pid, .percent = 100, .end_ns = fk->end_ns - fk->start_ns };
	const uint64_t lost[] = { 0, fk->lost_records };

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
