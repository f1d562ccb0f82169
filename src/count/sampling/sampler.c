/* SPDX-License-Identifier: MIT */
/* Reads the rings of all CPUs, sorts their records by time, and applies them. */
#include "count/sampling/sampler.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/local.h"
#include "base/mem.h"
#include "base/str.h"
#include "count/counters.h"
#include "count/plan.h"
#include "count/sampling/sampled_files.h"
#include "event/event.h"
#include "host/kernel.h"
#include "host/rootfs.h"
#include "host/target.h"

enum sampler_record_kind { RECORDED_FORK, RECORDED_EXEC, RECORDED_MAP, RECORDED_SAMPLE, RECORDED_END };

struct sampler_record {
	uint64_t time_ns, order;	/* order: of what was read, as qsort may swap what is equal */
	enum sampler_record_kind kind;
	enum record_cpumode mode;	/* SAMPLE */
	pid_t pid, ppid;		/* ppid: FORK */
	size_t event;			/* SAMPLE */
	uint64_t at, period;		/* SAMPLE */
	struct mapping mapping;		/* MAP */
};

/* --- opening ----------------------------------------------------------------------------------------- */

static struct sampled_ring *ring_of(const struct sampler *s, int cpu)
{
	for (size_t i = 0; i < s->n_rings; i++)
		if (s->ring[i].cpu == cpu)
			return &s->ring[i];
	return NULL;
}

/*
 * The first counter of a CPU has the ring of the others, and its event tells what is mapped: another event
 * may be on other CPUs.
 */
static int sampler_open_ring(struct sampler *s, int fd, int cpu, size_t event, size_t pages)
{
	struct sampled_ring *r = ring_of(s, cpu);
	int rc;

	if (r)
		return s->kernel->perf_ioctl(s->kernel, fd, PERF_EVENT_IOC_SET_OUTPUT, (unsigned long)r->fd);
	s->ring = mem_grow(s->ring, s->n_rings, sizeof(*s->ring));
	s->ring[s->n_rings] = (struct sampled_ring){ .fd = fd, .cpu = cpu, .tells = event };
	rc = ring_open(&s->ring[s->n_rings].ring, s->kernel, fd, pages);
	s->n_rings += rc == 0;
	return rc;
}

static int add_id(struct sampler *s, int fd, size_t event)
{
	uint64_t id = 0;
	int rc = s->kernel->perf_ioctl(s->kernel, fd, PERF_EVENT_IOC_ID, (unsigned long)(uintptr_t)&id);

	if (rc < 0)
		return rc;
	MEM_ADD(s->id, s->n_ids, (struct sampler_id){ id, event });
	return 0;
}

static void close_rings(struct sampler *s)
{
	for (size_t i = 0; i < s->n_rings; i++)
		ring_close(&s->ring[i].ring);
	free(s->ring);
	free(s->id);
	s->ring = NULL;
	s->id = NULL;
	s->n_rings = s->n_ids = 0;
}

static int open_rings(struct sampler *s, const struct counters *cs, size_t pages)
{
	for (size_t i = 0; i < cs->plan->n; i++) {
		const struct slot *slot = &cs->plan->slot[i];
		const struct counter *c = &cs->counter[i];
		size_t event = (size_t)cs->plan->events->event[slot->event].row;
		int rc;

		if (c->state != COUNTER_OPEN)
			continue;
		rc = sampler_open_ring(s, c->fd, slot->cpu, event, pages);
		if (rc == 0)
			rc = add_id(s, c->fd, event);
		if (rc < 0)
			return rc;
	}
	return 0;
}

static int compare_ids(const void *a, const void *b)
{
	const struct sampler_id *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

int sampler_open(struct sampler *s, const struct counters *cs, struct error *err)
{
	size_t pages = s->pages ? s->pages : SAMPLER_PAGES;
	union attr attr;
	int rc;

	for (;; pages /= 2) {
		rc = open_rings(s, cs, pages);
		if ((rc != -EPERM && rc != -ENOMEM) || pages == 1)
			break;
		close_rings(s);
	}
	if (rc < 0) {
		error_set(err, ERROR_UNSUPPORTED, -rc, "cannot read samples: %s", strerror(-rc));
		if (rc == -EPERM)
			error_hint(err, "perf_event_mlock_kb and 'ulimit -l' leave no memory for the ring "
				   "buffers of all CPUs");
		return -1;
	}
	s->places.n_events = cs->plan->events->n;
	s->of_tasks = cs->plan->target->sampling.cpus.n > 0;
	if (s->n_ids)
		qsort(s->id, s->n_ids, sizeof(*s->id), compare_ids);
	if (cs->plan->n) {
		plan_attr(cs->plan, 0, &attr);	/* all have the same format */
		s->format = record_format_of(&attr.head);
	}
	sampled_files_next_run(s->files);
	return 0;
}

void sampler_fds(const struct sampler *s, struct wait_fd *fds)
{
	for (size_t i = 0; i < s->n_rings; i++)
		fds[i] = (struct wait_fd){ .fd = s->ring[i].fd, .kind = WAIT_RECORDS };
}

/* --- reading ----------------------------------------------------------------------------------------- */

static const struct sampler_id *find_id(const struct sampler *s, uint64_t id)
{
	const struct sampler_id key = { .id = id };

	return s->n_ids ? bsearch(&key, s->id, s->n_ids, sizeof(*s->id), compare_ids) : NULL;
}

static void keep(struct sampler *s, struct sampler_record record)
{
	record.order = s->n_records;
	MEM_ADD(s->record, s->n_records, record);
}

static void take_map(struct sampler *s, const struct record *r)
{
	struct sampler_record to = { .kind = RECORDED_MAP, .time_ns = r->time_ns, .pid = (pid_t)r->pid };

	if (r->map.is_data || __builtin_add_overflow(r->map.start, r->map.size, &to.mapping.end))
		return;
	to.mapping.start = r->map.start;
	to.mapping.offset = r->map.offset;
	to.mapping.file = sampled_files_add(s->files, &r->map);
	keep(s, to);
}

/* What tasks do is told by each of the events of a CPU: one of them is listened to. */
static void take_task(struct sampler *s, const struct record *r)
{
	struct sampler_record to = { .time_ns = r->time_ns, .pid = (pid_t)r->pid, .ppid = (pid_t)r->ppid };

	if (r->type == RECORD_MMAP2) {
		take_map(s, r);
		return;
	}
	if (r->type == RECORD_COMM && !(r->misc & PERF_RECORD_MISC_COMM_EXEC))
		return;
	s->started += r->type == RECORD_FORK;
	to.kind = r->type == RECORD_FORK ? RECORDED_FORK :
		  r->type == RECORD_EXIT ? RECORDED_END : RECORDED_EXEC;
	keep(s, to);
}

static void sampler_take(struct sampler *s, const struct sampled_ring *ring, const struct record *r)
{
	const struct sampler_id *id = find_id(s, r->id);

	switch (r->type) {
	case RECORD_SAMPLE:
		s->samples += id && id->event == ring->tells;
		if (id)
			keep(s, (struct sampler_record){
				.kind = RECORDED_SAMPLE, .time_ns = r->time_ns, .pid = (pid_t)r->pid,
				.mode = record_cpu_mode(r->misc), .at = r->ip, .event = id->event,
				.period = r->period,
			});
		break;
	case RECORD_FORK:
	case RECORD_EXIT:
	case RECORD_COMM:
	case RECORD_MMAP2:
		if (id && id->event == ring->tells)
			take_task(s, r);
		break;
	case RECORD_LOST:
	case RECORD_LOST_SAMPLES:
		s->lost += r->lost;
		break;
	case RECORD_THROTTLE:
		s->throttled++;
		break;
	default:
		break;
	}
}

/* --- applying ---------------------------------------------------------------------------------------- */

/* A number in hex, and the character after it. */
static uint64_t take_hex(const char **p)
{
	char *end;
	uint64_t value = strtoull(*p, &end, 16);

	*p = end + (*end != '\0');
	return value;
}

/* What the kernel says of a file that is gone is no part of its name. */
static void cut_deleted(char *line)
{
	static const char deleted[] = " (deleted)";
	size_t n = strlen(line), cut = sizeof(deleted) - 1;

	if (n > cut && strcmp(line + n - cut, deleted) == 0)
		line[n - cut] = '\0';
}

/* A line of /proc/PID/maps: "START-END rwxp OFFSET MAJOR:MINOR INODE   PATH"; false: it is no code. */
static bool parse_map(struct record_map *map, const char *line)
{
	enum { RIGHTS = 5 };
	uint64_t end;
	char *rest;

	*map = (struct record_map){ .path = "//anon" };
	map->start = take_hex(&line);
	end = take_hex(&line);
	if (end <= map->start || strnlen(line, RIGHTS) < RIGHTS || line[2] != 'x')
		return false;
	line += RIGHTS;
	map->size = end - map->start;
	map->offset = take_hex(&line);
	map->major = (uint32_t)take_hex(&line);
	map->minor = (uint32_t)take_hex(&line);
	map->inode = strtoull(line, &rest, 10);
	rest += strspn(rest, " ");
	if (*rest)
		map->path = rest;
	return true;
}

/* Of a process that ran before the records began. */
static void read_maps(struct sampler *s, pid_t pid)
{
	enum { MOST = 16 << 20 };
	LOCAL(str) text = {0};
	char *line, *next;
	int rc = rootfs_read_start(s->root, &text, MOST, "proc/%d/maps", (int)pid);

	if (rc == -EMFILE) {
		sampled_files_read_open(s->files);
		rc = rootfs_read_start(s->root, &text, MOST, "proc/%d/maps", (int)pid);
	}
	if (rc == 0)
		address_spaces_begin(&s->spaces, pid);
	s->unreadable |= rc == -EACCES || rc == -EPERM;
	for (line = rc == 0 && text.len ? text.text : NULL; line; line = next) {
		struct record_map map;
		char *end = strchr(line, '\n');

		next = end ? end + 1 : NULL;
		if (end)
			*end = '\0';
		cut_deleted(line);
		if (parse_map(&map, line)) {
			const struct mapping m = { map.start, map.start + map.size, map.offset,
						   sampled_files_add(s->files, &map) };

			address_spaces_map(&s->spaces, pid, &m);
		}
	}
}

static struct sampled_place place_of_user(struct sampler *s, const struct sampler_record *r)
{
	const struct mapping *m;
	struct sampled_place p = { .kind = PLACE_UNMAPPED };

	if (!address_spaces_knows(&s->spaces, r->pid))
		read_maps(s, r->pid);
	m = address_spaces_find(&s->spaces, r->pid, r->at);
	if (!m)
		return p;
	sampled_files_open(s->files, m->file, &(struct sampled_range){ r->pid, m->start, m->end });
	p = (struct sampled_place){ .kind = PLACE_FILE, .file = m->file, .at = r->at - m->start + m->offset };
	if (s->files->file[m->file].kind == SAMPLED_MEMORY) {
		p.pid = r->pid;
		p.at = r->at;
	}
	return p;
}

/* What its parent has mapped is read now if it is not known: by its first sample the child may have ended. */
static void apply_fork(struct sampler *s, pid_t pid, pid_t parent)
{
	if (!address_spaces_knows(&s->spaces, parent))
		read_maps(s, parent);
	address_spaces_fork(&s->spaces, pid, parent);
}

static void apply_sample(struct sampler *s, const struct sampler_record *r)
{
	struct sampled_place p = { .kind = PLACE_GUEST };

	if (!r->pid)		/* a task of another PID namespace has none either */
		p = (struct sampled_place){
			.kind = r->mode == RECORD_CPUMODE_KERNEL ? PLACE_IDLE : PLACE_UNMAPPED, .at = r->at,
		};
	else if (r->mode == RECORD_CPUMODE_KERNEL)
		p = (struct sampled_place){ .kind = PLACE_KERNEL, .at = r->at };
	else if (r->mode == RECORD_CPUMODE_USER)
		p = place_of_user(s, r);
	sampled_places_add(&s->places, &p, r->event, r->period);
}

static void sampler_apply(struct sampler *s, const struct sampler_record *r)
{
	switch (r->kind) {
	case RECORDED_FORK:
		if (r->pid == r->ppid)
			address_spaces_add_thread(&s->spaces, r->pid);
		else
			apply_fork(s, r->pid, r->ppid);
		break;
	case RECORDED_EXEC:
		address_spaces_execute(&s->spaces, r->pid);
		break;
	case RECORDED_MAP:
		address_spaces_map(&s->spaces, r->pid, &r->mapping);
		break;
	case RECORDED_SAMPLE:
		apply_sample(s, r);
		break;
	case RECORDED_END:
		address_spaces_end_task(&s->spaces, r->pid);
		break;
	}
}

static int compare_records(const void *a, const void *b)
{
	const struct sampler_record *x = a, *y = b;

	if (x->time_ns != y->time_ns)
		return x->time_ns < y->time_ns ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static void sampler_apply_before(struct sampler *s, uint64_t time_ns)
{
	size_t n = 0;

	if (s->n_records)
		qsort(s->record, s->n_records, sizeof(*s->record), compare_records);
	while (n < s->n_records && s->record[n].time_ns < time_ns)
		sampler_apply(s, &s->record[n++]);
	s->n_records -= n;
	memmove(s->record, s->record + n, s->n_records * sizeof(*s->record));
	for (size_t i = 0; i < s->n_records; i++)
		s->record[i].order = i;
}

static void read_rings(struct sampler *s)
{
	enum { LARGEST = 64 };		/* but for mappings; a sample follows them */
	struct record record;

	for (size_t i = 0; i < s->n_rings; i++) {
		struct sampled_ring *r = &s->ring[i];

		r->ring.taken = 0;
		/* a program that maps without end must not hold pstat in here */
		while (r->ring.taken <= r->ring.data_size &&
		       ring_take(&r->ring, &s->format, &record, &s->lost, &s->damaged))
			sampler_take(s, r, &record);
		if (r->ring.taken)
			r->full = ring_was_full(&r->ring, LARGEST);
	}
}

void sampler_drain(struct sampler *s)
{
	uint64_t now = s->kernel->now_ns(s->kernel);

	read_rings(s);
	if (s->n_records)
		sampler_apply_before(s, s->before[1]);
	s->before[1] = s->before[0];
	s->before[0] = now;
}

/* --- the end ----------------------------------------------------------------------------------------- */

static bool is_unnamed(const struct found_function *f)
{
	return f->object && (strcmp(f->name, SAMPLED_STRIPPED) == 0 || strcmp(f->name, SAMPLED_UNNAMED) == 0);
}

/* By a compiler, at run time. */
static bool is_made(const struct found_function *f)
{
	return f->object && strcmp(f->object, SAMPLED_MEMORY_NAME) == 0;
}

static uint64_t samples_of(const struct found_functions *found, size_t function)
{
	uint64_t samples = 0;

	for (size_t e = 0; e < found->n_events; e++)
		samples += found->function[function].count[e].samples;
	return samples;
}

struct unnamed {			/* samples of code without names */
	uint64_t samples, most;
	const char *object;		/* that has most of them */
};

static struct unnamed find_unnamed(const struct found_functions *found, bool made)
{
	struct unnamed u = { .object = "" };

	for (size_t i = 0; i < found->n; i++) {
		const struct found_function *f = &found->function[i];
		uint64_t samples = samples_of(found, i);

		if (!is_unnamed(f) || is_made(f) != made)
			continue;
		u.samples += samples;
		u.object = samples > u.most ? f->object : u.object;
		u.most = samples > u.most ? samples : u.most;
	}
	return u;
}

/* Most programs of a distribution are stripped; it matters if much of the time is there. */
static void note_unnamed(const struct sampler *s, const struct found_functions *found, struct notes *notes)
{
	enum { WORTH_PCT = 5 };
	struct unnamed stripped = find_unnamed(found, false), made = find_unnamed(found, true);
	const struct error *problem = &s->files->memory_problem;
	uint64_t all = 0;

	for (size_t i = 0; i < found->n; i++)
		all += samples_of(found, i);
	if (stripped.samples && 100 * stripped.samples >= WORTH_PCT * all)
		notes_add(notes, NOTE_UNNAMED_CODE, -1, "%.0f %% of the samples, most of them in %s",
			  100 * (double)stripped.samples / (double)all, stripped.object);
	if (made.samples && 100 * made.samples >= WORTH_PCT * all)
		notes_add(notes, NOTE_MADE_CODE, -1, "%.0f %% of the samples; %s",
			  100 * (double)made.samples / (double)all, problem->kind != ERROR_NONE ?
			  problem->message : "the program can write /tmp/perf-PID.map, as node "
			  "--perf-basic-prof does");
}

static bool is_any_full(const struct sampler *s)
{
	for (size_t i = 0; i < s->n_rings; i++)
		if (s->ring[i].full)
			return true;
	return false;
}

/* The first interval of a task has no sample. */
static void note_short_tasks(const struct sampler *s, struct notes *notes)
{
	enum { MANY = 20, FEW = 10 };

	if (s->of_tasks && s->started >= MANY && s->started * FEW > s->samples)
		notes_add(notes, NOTE_SHORT_TASKS, -1, "%llu began, and there are %llu samples",
			  (unsigned long long)s->started, (unsigned long long)s->samples);
}

static void note_losses(const struct sampler *s, struct notes *notes)
{
	bool full = is_any_full(s);

	if (s->lost)
		notes_add(notes, NOTE_SAMPLES_LOST, -1, "%llu%s record%s", (unsigned long long)s->lost,
			  full ? " or more" : "", s->lost == 1 && !full ? "" : "s");
	else if (full)
		notes_add(notes, NOTE_SAMPLES_LOST, -1, "some records");
	else
		note_short_tasks(s, notes);
	if (s->damaged.kind != ERROR_NONE)
		notes_add(notes, NOTE_SAMPLES_LOST, -1, "%s", s->damaged.message);
	if (s->throttled)
		notes_add(notes, NOTE_SAMPLES_THROTTLED, -1, "%llu time%s", (unsigned long long)s->throttled,
			  s->throttled > 1 ? "s" : "");
	if (s->unreadable)
		notes_add(notes, NOTE_NO_MAPPINGS, -1, NULL);
	if (s->files->kernel_problem.kind != ERROR_NONE)
		notes_add(notes, NOTE_NO_KERNEL_NAMES, -1, "%s", s->files->kernel_problem.message);
}

void sampler_finish(struct sampler *s, struct found_functions *found, struct notes *notes)
{
	read_rings(s);
	if (s->n_records)
		sampler_apply_before(s, UINT64_MAX);
	sampled_files_read_open(s->files);
	sampled_places_find(found, &s->places, s->files);
	note_losses(s, notes);
	note_unnamed(s, found, notes);
}

void sampler_close(struct sampler *s)
{
	close_rings(s);
	free(s->record);
	address_spaces_release(&s->spaces);
	sampled_places_release(&s->places);
	*s = (struct sampler){0};
}
