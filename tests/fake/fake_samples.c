/* SPDX-License-Identifier: MIT */
/*
 * The samples of the fake kernel: when the command ends, each counter that samples gets the records of all
 * tasks, as in the real kernel, and its part of the hits.  A command runs on the lowest of its CPUs; with -a
 * the CPUs get the samples of each hit in turn.
 */
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <stdio.h>

#include "fake_kernel.h"

enum { NAME_SIZE = 16 };

struct writer {			/* into the ring of a counter */
	struct fake_kernel *fk;
	const struct fake_counter *c;
	struct fake_counter *ring;
	unsigned rank, cpus;	/* of its CPU, among those that get samples */
};

bool fake_is_sampling(const struct fake_counter *c)
{
	return c->used && c->is_counter && c->attr.head.freq;
}

bool fake_is_elsewhere(const struct fake_kernel *fk, const struct fake_counter *c)
{
	for (int i = 0; i < fk->top && fake_is_sampling(c) && c->pid >= 0; i++)
		if (fake_is_sampling(&fk->fd[i]) && fk->fd[i].pid == c->pid && fk->fd[i].cpu < c->cpu)
			return true;
	return false;
}

/* --- records ----------------------------------------------------------------------------------------- */

static void append_told(const struct writer *w, uint32_t type, uint16_t misc, const void *body, size_t size,
			pid_t pid, uint64_t time_ns)
{
	const struct { uint32_t pid, tid; uint64_t time_ns, id; } trailer = {
		(uint32_t)pid, (uint32_t)pid, time_ns, w->c->id,
	};

	fake_ring_append(w->ring, type, misc, body, size, &trailer, sizeof(trailer));
}

static void append_task(const struct writer *w, uint32_t type, pid_t pid, pid_t parent, uint64_t time_ns)
{
	const struct { uint32_t pid, ppid, tid, ptid; uint64_t time_ns; } task = {
		(uint32_t)pid, (uint32_t)parent, (uint32_t)pid, (uint32_t)parent, time_ns,
	};

	append_told(w, type, 0, &task, sizeof(task), pid, time_ns);
}

static void append_name(const struct writer *w, pid_t pid, const char *name, uint64_t time_ns)
{
	struct { uint32_t pid, tid; char comm[NAME_SIZE]; } named = { (uint32_t)pid, (uint32_t)pid, "" };

	memcpy(named.comm, name, strnlen(name, NAME_SIZE - 1));
	append_told(w, PERF_RECORD_COMM, PERF_RECORD_MISC_COMM_EXEC, &named, sizeof(named), pid, time_ns);
}

static void append_map(const struct writer *w, const struct fake_map *m, pid_t pid, uint64_t time_ns)
{
	struct {
		uint32_t pid, tid; uint64_t start, size, offset;
		uint32_t major, minor; uint64_t inode, generation;
		uint32_t prot, flags; char path[sizeof(m->path)];
	} map = { (uint32_t)pid, (uint32_t)pid, m->start, m->size, m->offset, 0, 0, 0, 0, 5, 2, "" };
	char full[600];
	struct stat st;

	strcpy(map.path, m->path);
	snprintf(full, sizeof(full), "%s%s", w->fk->root ? w->fk->root : "", m->path);
	if (m->path[0] == '/' && stat(full, &st) == 0) {
		map.major = major(st.st_dev);
		map.minor = minor(st.st_dev);
		map.inode = st.st_ino;
	}
	append_told(w, PERF_RECORD_MMAP2, 2, &map, sizeof(map) - sizeof(map.path) + (strlen(m->path) / 8 + 1) * 8,
		    pid, time_ns);
}

/* --- tasks ------------------------------------------------------------------------------------------- */

static void add_maps(const struct writer *w, pid_t of, pid_t pid, uint64_t time_ns)
{
	for (size_t i = 0; i < w->fk->n_maps; i++)
		if (w->fk->map[i].pid == of)
			append_map(w, &w->fk->map[i], pid, time_ns);
}

static void add_processes(const struct writer *w)
{
	const struct fake_kernel *fk = w->fk;

	for (size_t i = 0; i < fk->n_processes; i++) {
		const struct fake_process *p = &fk->processes[i];
		uint64_t start = fk->start_ns + p->start_ns;

		append_task(w, PERF_RECORD_FORK, p->pid, p->parent ? p->parent : fk->pid, start);
		if (p->name[0])
			append_name(w, p->pid, p->name, start + 1);
		add_maps(w, p->pid, p->pid, start + 2);
		if (p->end_ns)
			append_task(w, PERF_RECORD_EXIT, p->pid, p->parent ? p->parent : fk->pid,
				    fk->start_ns + p->end_ns);
	}
}

static void add_tasks(const struct writer *w)
{
	const struct fake_kernel *fk = w->fk;
	const char *slash = strrchr(fk->argv[0], '/');

	if (w->c->pid > 0 && w->c->pid != fk->pid)	/* it counts another process */
		return;
	append_name(w, fk->pid, slash ? slash + 1 : fk->argv[0], fk->start_ns);
	add_maps(w, 0, fk->pid, fk->start_ns + 1);
	add_processes(w);
	append_task(w, PERF_RECORD_EXIT, fk->pid, 1, fk->end_ns);
}

/* --- samples ----------------------------------------------------------------------------------------- */

static bool counts_hit(const struct writer *w, const struct fake_hit *h)
{
	const struct perf_event_attr *a = &w->c->attr.head;

	if (h->pid && w->c->pid > 0 && w->c->pid != w->fk->pid && w->c->pid != h->pid)
		return false;		/* that of another process */
	return h->mode == PERF_RECORD_MISC_USER ? !a->exclude_user : !a->exclude_kernel;
}

/* Of those of a hit in this run: 0, 1, 2 are of the first, second and third CPU, and so on. */
static uint64_t samples_of(const struct writer *w, const struct fake_hit *h)
{
	uint64_t n = counts_hit(w, h) ? fake_of_run(w->fk, &h->samples, 0) : 0;

	return n / w->cpus + (w->rank < n % w->cpus);
}

static void add_hit(const struct writer *w, const struct fake_hit *h, uint64_t period)
{
	const struct fake_kernel *fk = w->fk;
	pid_t pid = h->idle ? 0 : h->pid ? h->pid : w->c->pid > 0 ? w->c->pid : fk->pid;
	uint64_t n = samples_of(w, h), from = fk->start_ns, to = fk->end_ns;

	for (size_t i = 0; i < fk->n_processes; i++)
		if (fk->processes[i].pid == pid) {
			from = fk->start_ns + fk->processes[i].start_ns;
			to = fk->processes[i].end_ns ? fk->start_ns + fk->processes[i].end_ns : to;
		}
	for (uint64_t i = 0; i < n; i++) {
		const struct { uint64_t id, ip; uint32_t pid, tid; uint64_t time_ns, period; } sample = {
			w->c->id, h->at, (uint32_t)pid, (uint32_t)pid, from + (i + 1) * (to - from) / (n + 1),
			h->period ? h->period : period,
		};

		fake_ring_append(w->ring, PERF_RECORD_SAMPLE, h->mode, &sample, sizeof(sample), NULL, 0);
	}
}

static void add_hits(const struct writer *w, uint64_t value)
{
	const struct fake_kernel *fk = w->fk;
	uint64_t n = 0;

	for (size_t i = 0; i < fk->n_hits; i++)
		n += samples_of(w, &fk->hit[i]);
	for (size_t i = 0; i < fk->n_hits; i++)
		add_hit(w, &fk->hit[i], n && value > n ? value / n : 1);
}

static void add_troubles(const struct writer *w)
{
	const struct fake_kernel *fk = w->fk;
	const uint64_t lost[] = { w->c->id, fk->lost_records };
	const uint64_t throttle[] = { fk->start_ns, w->c->id, w->c->id };

	for (uint64_t i = 0; i < fk->throttled; i++)
		append_told(w, PERF_RECORD_THROTTLE, 0, throttle, sizeof(throttle), fk->pid, fk->start_ns);
	if (fk->lost_records)
		append_told(w, PERF_RECORD_LOST, 0, lost, sizeof(lost), fk->pid, fk->end_ns);
}

static void find_rank(struct writer *w)
{
	for (int i = 0; i < w->fk->top; i++) {
		const struct fake_counter *c = &w->fk->fd[i];

		if (!fake_is_sampling(c) || c->pid != w->c->pid || c->attr.head.type != w->c->attr.head.type ||
		    c->attr.head.config != w->c->attr.head.config || fake_is_elsewhere(w->fk, c))
			continue;
		w->cpus++;
		w->rank += c->cpu < w->c->cpu;
	}
}

void fake_samples_end(struct fake_kernel *fk)
{
	bool first = true;

	for (int i = 0; i < fk->top; i++) {
		struct fake_counter *c = &fk->fd[i];
		struct writer w = { .fk = fk, .c = c, .ring = c->output > 0 ? &fk->fd[c->output] : c };

		if (!fake_is_sampling(c) || c->own || !w.ring->ring || fake_is_elsewhere(fk, c))
			continue;
		find_rank(&w);
		if (!w.rank)
			add_tasks(&w);
		add_hits(&w, fake_counter_value(fk, i));
		if (first)
			add_troubles(&w);
		first = false;
	}
}

/* --- what a sample costs ----------------------------------------------------------------------------- */

uint64_t fake_sample_loop(struct fake_kernel *fk)
{
	const uint64_t nothing[4] = {0};

	for (int i = 0; i < fk->top && fk->sample_ns; i++) {
		if (!fake_is_sampling(&fk->fd[i]) || !fk->fd[i].own || !fk->fd[i].ring)
			continue;
		fake_ring_append(&fk->fd[i], PERF_RECORD_SAMPLE, 0, nothing, sizeof(nothing), NULL, 0);
		return fk->sample_ns;
	}
	return 0;
}
