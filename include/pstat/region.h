/* SPDX-License-Identifier: MIT */
/*
 * region.h - marks parts of a program, in which pstat counts events; the program includes this file. One
 * file, nothing to link: Linux, C99 or C++11.
 *
 *	#include <pstat/region.h>
 *
 *	pstat_region_begin("parse");
 *	...
 *	pstat_region_end("parse");
 *
 *	pstat --regions -e instructions:u,task-clock ./program	counts of each region, beside the totals
 *	PSTAT_REGIONS=1 ./program			without pstat: a short table at exit
 *
 * Without either of them begin and end are a load and a branch.  pstat_region(3) is the manual.
 *
 * A region belongs to a thread: its begin and end happen in the same one.  Its counts include those of the
 * regions in it, and regions may overlap.  A begin in a region that is open already, as in recursion, only
 * makes it end later: from the first begin to the last end is one entry.  An end without a begin counts
 * nothing, and the report says so.  What begin and end cost is measured when a thread first enters a region,
 * and subtracted, from the regions around it, too.  Only the first 63 bytes of a name matter.  Signal
 * handlers may not call these functions.
 *
 * pstat makes two files in memory: one with the events to open, which nobody can change once the command
 * runs, and one with room for results.  At its first begin each thread opens the events on itself, and from
 * then on adds to its own slots of the results, without locks.  So what was finished is kept, however the
 * program ends.  The child of a fork and the program after an exec open their own events.
 *
 * A program finds the files by PSTAT_REGIONS_FD=FD:PID:KEY.  The descriptor FD is inherited, which survives
 * exec and chroot.  If the program has closed it, /proc/PID/fd/FD of the waiting pstat is the same file,
 * which survives the closing of all descriptors.  KEY is in the file, so that no other file is taken for it.
 * A program that has more rights than its caller ignores the variables, and files of another user than root
 * or its own: whoever made them decides what it opens, and an event can end a program.
 *
 * Other programs of the command, perhaps of other users, write the results, too.  So nothing that is read
 * there decides what is opened or where is written: wrong numbers are the worst that they can do.
 *
 * Where the kernel allows it, a counter is read in user space by the protocol of the mmap page (x86-64 and
 * arm64), else its group with one read().  If user space is slower, as in some virtual machines, read() is
 * used there, too.  Software events have no counter in the processor: they form one group with one read().
 *
 * The functions are weak, so that all files of a program share one copy of each.
 */
#ifndef PSTAT_REGION_H
#define PSTAT_REGION_H

#ifndef __linux__
#define pstat_region_begin(name) ((void)(name))
#define pstat_region_end(name) ((void)(name))
#else

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#pragma GCC system_header	/* casts are those of C, which some C++ programs are warned about */
extern "C" {
#endif

/* --- the file of pstat ------------------------------------------------------------------------------- */

#define PSTAT_REGION_MAGIC	UINT64_C(0x32676572746174)	/* changes with the layout */
#define PSTAT_REGION_EVENTS	32u	/* at most, in a file */
#define PSTAT_REGION_NAME	64u	/* bytes of a name, with its end */
#define PSTAT_REGION_SLOTS	16u	/* regions in a block */

enum { PSTAT_REGION_SOFTWARE = 1 };	/* PERF_TYPE_SOFTWARE */

enum {
	PSTAT_REGION_BY_READ = 1,	/* the counter holds something else: only read() tells the count */
	PSTAT_REGION_WALL = 2,		/* not an event: the time that passed, in ns */
};

struct pstat_region_attr {		/* the kernel's struct perf_event_attr */
	uint32_t type, size;
	uint64_t config, sample_period, sample_type, read_format, flags;
	uint32_t wakeup, bp_type;
	uint64_t config1;		/* or the address of a breakpoint */
	uint64_t rest[9];
};

struct pstat_region_event {
	struct pstat_region_attr attr;		/* as perf_event_open takes it, for the calling thread */
	uint32_t leader;			/* of its group: an index, not above its own */
	uint32_t flags;
	char name[PSTAT_REGION_NAME];
};

struct pstat_region_file {		/* then the events; sealed against writing */
	uint64_t magic, key;
	uint32_t n_events;
	uint32_t results;		/* the descriptor of the file of results, in pstat and in programs */
	uint32_t first, block_size, most_blocks;	/* of the blocks in it */
	uint32_t reserved;
};

struct pstat_region_results {		/* from `first` on the blocks; anybody may have written anything */
	uint64_t magic, key;
	uint32_t n_blocks;		/* atomic, and grows beyond most_blocks: those found no room */
	uint32_t n_without_room;	/* atomic: regions for which a thread had no room */
};

struct pstat_region_count {		/* of an event in a region */
	uint64_t entries;		/* in which it was on a counter */
	uint64_t sum;			/* as counted: not scaled for multiplexing */
	uint64_t min, max;		/* of an entry, scaled */
	uint64_t enabled, running;	/* ns */
};

struct pstat_region_slot {		/* of a region in a thread; a count of each event follows */
	char name[PSTAT_REGION_NAME];	/* empty: not used */
	uint64_t entries;		/* finished ones */
	uint64_t open;			/* 1: begun, and not finished */
};

struct pstat_region_block {		/* of a thread, which may have several; the slots follow */
	uint32_t pid, tid;
	char comm[16];
	uint32_t errnum;		/* why an event could not be opened or read; 0: all were */
	uint32_t failed;		/* the first of these events */
	uint32_t in_user_space;		/* number of events that are read there */
	uint32_t nested;		/* 1: a region was begun in another one */
	uint32_t n_slots, reserved;
	uint64_t stray_ends;		/* ends without a begin */
};

static inline struct pstat_region_event *pstat_region_event_at(const struct pstat_region_file *f, uint32_t i)
{
	return (struct pstat_region_event *)(uintptr_t)(f + 1) + i;
}

static inline size_t pstat_region_slot_size(uint32_t n_events)
{
	return sizeof(struct pstat_region_slot) + n_events * sizeof(struct pstat_region_count);
}

static inline struct pstat_region_block *
pstat_region_block_at(const struct pstat_region_file *f, const struct pstat_region_results *r, uint32_t i)
{
	return (struct pstat_region_block *)((uintptr_t)r + f->first + (size_t)i * f->block_size);
}

static inline struct pstat_region_slot *
pstat_region_slot_at(const struct pstat_region_block *b, uint32_t i, uint32_t n_events)
{
	return (struct pstat_region_slot *)((uintptr_t)(b + 1) + i * pstat_region_slot_size(n_events));
}

static inline struct pstat_region_count *pstat_region_counts(struct pstat_region_slot *s)
{
	return (struct pstat_region_count *)(uintptr_t)(s + 1);
}

/* For results of this many bytes; the caller adds the events. */
static inline void pstat_region_layout(struct pstat_region_file *f, size_t size, uint32_t n_events,
				       uint64_t key)
{
	f->magic = PSTAT_REGION_MAGIC;
	f->key = key;
	f->n_events = n_events;
	f->first = 64;
	f->block_size = (uint32_t)((sizeof(struct pstat_region_block) +
				    PSTAT_REGION_SLOTS * pstat_region_slot_size(n_events) + 63) / 64 * 64);
	f->most_blocks = (uint32_t)((size - f->first) / f->block_size);
}

#ifndef PSTAT_REGION_LAYOUT_ONLY	/* pstat itself enters no regions */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if !defined(__cplusplus) && !defined(_DEFAULT_SOURCE) && !defined(_GNU_SOURCE) && !defined(_BSD_SOURCE)
extern long syscall(long number, ...);	/* strict C does not have it */
#endif

#ifdef O_CLOEXEC
#define PSTAT_REGION_CLOEXEC O_CLOEXEC
#else
#define PSTAT_REGION_CLOEXEC 0		/* strict C; the descriptor is closed soon */
#endif

/* --- registers --------------------------------------------------------------------------------------- */

/* A test defines these: a counter by its index from 0, and the clock of the page. */
#ifndef PSTAT_REGION_PMC
#if defined(__x86_64__) && !defined(__ILP32__)
#define PSTAT_REGION_HAS_PMC 1
#define PSTAT_REGION_PMC pstat_region_pmc
#define PSTAT_REGION_CLOCK pstat_region_clock

static inline uint64_t pstat_region_pmc(uint32_t index)
{
	uint32_t low, high;

	__asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(index));
	return (uint64_t)high << 32 | low;
}

static inline uint64_t pstat_region_clock(void)
{
	uint32_t low, high;

	__asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
	return (uint64_t)high << 32 | low;
}

#elif defined(__aarch64__) && defined(__AARCH64EL__) && !defined(__ILP32__)
#define PSTAT_REGION_HAS_PMC 1
#define PSTAT_REGION_PMC pstat_region_pmc
#define PSTAT_REGION_CLOCK pstat_region_clock

/* The number of the register is part of the instruction. */
static inline uint64_t pstat_region_pmc(uint32_t index)
{
	uint64_t value = 0;

#define PSTAT_REGION_1(n) case n: __asm__ volatile("mrs %0, pmevcntr" #n "_el0" : "=r"(value)); break;
#define PSTAT_REGION_5(a, b, c, d, e) \
	PSTAT_REGION_1(a) PSTAT_REGION_1(b) PSTAT_REGION_1(c) PSTAT_REGION_1(d) PSTAT_REGION_1(e)
	switch (index) {
	PSTAT_REGION_5(0, 1, 2, 3, 4) PSTAT_REGION_5(5, 6, 7, 8, 9)
	PSTAT_REGION_5(10, 11, 12, 13, 14) PSTAT_REGION_5(15, 16, 17, 18, 19)
	PSTAT_REGION_5(20, 21, 22, 23, 24) PSTAT_REGION_5(25, 26, 27, 28, 29)
	PSTAT_REGION_1(30)
	case 31: __asm__ volatile("mrs %0, pmccntr_el0" : "=r"(value)); break;
	default: break;
	}
#undef PSTAT_REGION_5
#undef PSTAT_REGION_1
	return value;
}

static inline uint64_t pstat_region_clock(void)
{
	uint64_t value;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
	return value;
}

#else
#define PSTAT_REGION_HAS_PMC 0
#define PSTAT_REGION_PMC(index) ((uint64_t)(index))	/* never called */
#define PSTAT_REGION_CLOCK() ((uint64_t)0)
#endif
#endif

/* --- the page of an event ---------------------------------------------------------------------------- */

struct pstat_region_page {		/* the kernel's struct perf_event_mmap_page, as far as it is used */
	uint32_t version, compat_version;
	uint32_t lock;			/* changes before and after the kernel changes the page */
	uint32_t index;			/* 1 + the number of the counter; 0: on none, or not for user space */
	int64_t  offset;		/* to be added to the counter */
	uint64_t time_enabled, time_running;	/* at the last change */
	uint64_t capabilities;
	uint16_t pmc_width, time_shift;
	uint32_t time_mult;
	uint64_t time_offset, time_zero;
	uint32_t size, reserved;
	uint64_t time_cycles, time_mask;
};

enum {					/* capabilities */
	PSTAT_REGION_CAP_NEW = 1 << 1,	/* the bits mean this (Linux 3.12) */
	PSTAT_REGION_CAP_PMC = 1 << 2,
	PSTAT_REGION_CAP_TIME = 1 << 3,
	PSTAT_REGION_CAP_ZERO = 1 << 4,
	PSTAT_REGION_CAP_SHORT = 1 << 5,
};

struct pstat_region_value {
	uint64_t count, enabled, running;
};

struct pstat_region_moment {		/* what the page said, all at the same moment */
	uint64_t capabilities, cycles, pmc;
	struct pstat_region_page p;
};

#define PSTAT_REGION_COMPILER_BARRIER() __asm__ volatile("" ::: "memory")

/*
 * Reads the page, the clock and the counter until nothing changed meanwhile; false: it never stops changing.
 * The kernel changes the page of a thread on the thread's own CPU, so the order of the compiler is enough.
 */
static inline int pstat_region_page_take(const volatile struct pstat_region_page *page,
					 struct pstat_region_moment *m)
{
	enum { TRIES = 1000 };

	for (int i = 0; i < TRIES; i++) {
		uint32_t lock = page->lock;

		PSTAT_REGION_COMPILER_BARRIER();
		m->capabilities = page->capabilities;
		m->p.index = page->index;
		m->p.offset = page->offset;
		m->p.time_enabled = page->time_enabled;
		m->p.time_running = page->time_running;
		m->p.pmc_width = page->pmc_width;
		m->p.time_shift = page->time_shift;
		m->p.time_mult = page->time_mult;
		m->p.time_offset = page->time_offset;
		m->p.time_zero = page->time_zero;
		m->p.time_cycles = page->time_cycles;
		m->p.time_mask = page->time_mask;
		m->cycles = m->capabilities & PSTAT_REGION_CAP_TIME ? PSTAT_REGION_CLOCK() : 0;
		m->pmc = 0;
		if (m->capabilities & PSTAT_REGION_CAP_PMC && m->p.index)
			m->pmc = PSTAT_REGION_PMC(m->p.index - 1);
		PSTAT_REGION_COMPILER_BARRIER();
		if (page->lock == lock && !(lock & 1))
			return 1;
	}
	return 0;
}

/* The clock in ns, without an offset.  A short clock wraps around, and goes on from the page's cycles. */
static inline uint64_t pstat_region_moment_ns(const struct pstat_region_moment *m)
{
	uint64_t cycles = m->cycles, whole, rest;

	if (m->capabilities & PSTAT_REGION_CAP_SHORT)
		cycles = m->p.time_cycles + ((cycles - m->p.time_cycles) & m->p.time_mask);
	whole = cycles >> m->p.time_shift;
	rest = cycles & ((UINT64_C(1) << m->p.time_shift) - 1);
	return whole * m->p.time_mult + ((rest * m->p.time_mult) >> m->p.time_shift);
}

static inline uint64_t pstat_region_sign_extend(uint64_t value, unsigned width)
{
	uint64_t sign = width && width < 64 ? UINT64_C(1) << (width - 1) : 0;

	return sign ? ((value & (2 * sign - 1)) ^ sign) - sign : value;
}

/*
 * The count of an event of the calling thread; false: only read() knows it.  Index 0 has two meanings: the
 * event is on no counter now, or it is on one that user space may not read.  Without the clock in user space
 * the times are those of the last change, which is enough if the event was always on its counter.
 */
static inline int pstat_region_page_read(const volatile struct pstat_region_page *page,
					 struct pstat_region_value *v)
{
	struct pstat_region_moment m;
	uint64_t ns;

	if (!pstat_region_page_take(page, &m) || !(m.capabilities & PSTAT_REGION_CAP_NEW) ||
	    !(m.capabilities & PSTAT_REGION_CAP_PMC) || !m.p.index)
		return 0;
	v->enabled = m.p.time_enabled;
	v->running = m.p.time_running;
	v->count = (uint64_t)m.p.offset + pstat_region_sign_extend(m.pmc, m.p.pmc_width);
	if (!(m.capabilities & PSTAT_REGION_CAP_TIME))
		return v->enabled == v->running;
	ns = m.p.time_offset + pstat_region_moment_ns(&m);
	v->enabled += ns;
	v->running += ns;
	return 1;
}

/* The clock of perf in ns; false: the page does not tell it. */
static inline int pstat_region_page_clock(const volatile struct pstat_region_page *page, uint64_t *ns)
{
	const uint64_t needed = PSTAT_REGION_CAP_NEW | PSTAT_REGION_CAP_TIME | PSTAT_REGION_CAP_ZERO;
	struct pstat_region_moment m;

	if (!pstat_region_page_take(page, &m) || (m.capabilities & needed) != needed)
		return 0;
	*ns = m.p.time_zero + pstat_region_moment_ns(&m);
	return 1;
}

/* --- a thread ---------------------------------------------------------------------------------------- */

#define PSTAT_REGION_NAMES	256u	/* regions of a thread */
#define PSTAT_REGION_HASH	512u

struct pstat_region_readings {		/* of all events; enabled and running: of all groups */
	uint64_t count[PSTAT_REGION_EVENTS], enabled[PSTAT_REGION_EVENTS], running[PSTAT_REGION_EVENTS];
};

struct pstat_region_group {
	int fd;
	uint32_t leader;
	uint32_t n, member[PSTAT_REGION_EVENTS];	/* those that are open */
	int by_page;
	int alone;			/* one event, not read as a group: that takes 3/4 of the time */
};

struct pstat_region_local {		/* of a region in a thread */
	struct pstat_region_slot *slot;
	char name[PSTAT_REGION_NAME];	/* that of the slot is for the report: others may change it */
	uint64_t depth;
	struct pstat_region_readings start;
	uint64_t own[PSTAT_REGION_EVENTS];	/* of the thread, at begin */
	/* the least that an entry of nothing costs: inside the region, and for those around it */
	uint64_t inside[PSTAT_REGION_EVENTS], around[PSTAT_REGION_EVENTS];
};

struct pstat_region_thread {
	struct pstat_region_thread *next;
	uint32_t pid, tid;
	const struct pstat_region_file *file;
	struct pstat_region_results *results;
	struct pstat_region_block *block;	/* the one that is filled; NULL: there was no room */
	uint32_t n_slots;			/* of the block that are used */
	uint32_t n_events, n_groups;
	struct pstat_region_group group[PSTAT_REGION_EVENTS];
	uint32_t group_of[PSTAT_REGION_EVENTS];
	int fd[PSTAT_REGION_EVENTS];		/* -1: not open */
	const volatile struct pstat_region_page *page[PSTAT_REGION_EVENTS];	/* NULL: not mapped */
	const volatile struct pstat_region_page *clock_page;	/* NULL: the clock is a call */
	int broken;				/* a group can no longer be read */
	uint64_t turned_away;		/* begins for which there was no room, and that have not ended */
	uint64_t own[PSTAT_REGION_EVENTS];	/* what begin and end have cost so far */
	struct pstat_region_readings now;
	struct { const char *name; uint32_t at; } hash[PSTAT_REGION_HASH];	/* by the address of a name */
	uint32_t n_hash, n_local, n_open;
	struct pstat_region_local local[PSTAT_REGION_NAMES];
};

enum { PSTAT_REGION_UNKNOWN, PSTAT_REGION_OFF, PSTAT_REGION_ON };

struct pstat_region_life {		/* a page that a fork wipes: what belongs to this process only */
	int lock, live;
	uint32_t pid;			/* not 0: the kernel does not wipe it, so compare */
	int reads;			/* 1: read() is faster, -1: the page is; 0: not measured */
};

extern int pstat_region_state;
extern struct pstat_region_life *pstat_region_life;
extern struct pstat_region_file *pstat_region_file;
extern struct pstat_region_results *pstat_region_results;
extern struct pstat_region_thread *pstat_region_threads;
extern __thread struct pstat_region_thread *pstat_region_self;

__attribute__((weak)) int pstat_region_state;
__attribute__((weak)) struct pstat_region_life *pstat_region_life;
__attribute__((weak)) struct pstat_region_file *pstat_region_file;
__attribute__((weak)) struct pstat_region_results *pstat_region_results;
__attribute__((weak)) struct pstat_region_thread *pstat_region_threads;
__attribute__((weak)) __thread struct pstat_region_thread *pstat_region_self;

void pstat_region_begin_counted(const char *name);
void pstat_region_end_counted(const char *name);
struct pstat_region_thread *pstat_region_attach(void);
struct pstat_region_local *pstat_region_search(struct pstat_region_thread *t, const char *name, int add);
void pstat_region_add(struct pstat_region_thread *t, const struct pstat_region_local *l);
void pstat_region_summary(void);

static inline uint32_t pstat_region_pid(void)
{
	return (uint32_t)syscall(SYS_getpid);
}

static inline void *pstat_region_map(size_t size, int fd, int prot)
{
#ifdef MAP_ANONYMOUS
	enum { ANONYMOUS = MAP_ANONYMOUS };
#else
	enum { ANONYMOUS = 0x20 };	/* strict C does not have it */
#endif
	void *at = mmap(NULL, size, prot, fd < 0 ? MAP_PRIVATE | (int)ANONYMOUS : MAP_SHARED, fd, 0);

	return at == MAP_FAILED ? NULL : at;
}

/* --- reading ----------------------------------------------------------------------------------------- */

static inline uint64_t pstat_region_wall_ns(const struct pstat_region_thread *t)
{
	uint64_t ns;
#ifdef CLOCK_MONOTONIC
	struct timespec now;
#else
	struct { long tv_sec, tv_nsec; } now;	/* strict C */
#endif
	if (t->clock_page && pstat_region_page_clock(t->clock_page, &ns))
		return ns;
#ifdef CLOCK_MONOTONIC
	clock_gettime(CLOCK_MONOTONIC, &now);
#elif defined(SYS_clock_gettime)
	syscall(SYS_clock_gettime, 1, &now);
#else
	now.tv_sec = now.tv_nsec = 0;
#endif
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* False: the page does not tell all of them now. */
static inline int pstat_region_read_pages(const struct pstat_region_thread *t, uint32_t g,
					  struct pstat_region_readings *r)
{
	const struct pstat_region_group *group = &t->group[g];
	struct pstat_region_value v;

	for (uint32_t i = 0; i < group->n; i++) {
		uint32_t event = group->member[i];

		if (!pstat_region_page_read(t->page[event], &v))
			return 0;
		r->count[event] = v.count;
		if (!i) {
			r->enabled[g] = v.enabled;
			r->running[g] = v.running;
		}
	}
	return 1;
}

static inline int pstat_region_read_call(const struct pstat_region_thread *t, uint32_t g,
					 struct pstat_region_readings *r)
{
	const struct pstat_region_group *group = &t->group[g];
	/* number of members, enabled, running, counts; of one alone: count, enabled, running */
	uint64_t value[3 + PSTAT_REGION_EVENTS];
	const uint64_t *count = group->alone ? value : value + 3;
	ssize_t n, want = (ssize_t)((group->alone ? 3 : 3 + group->n) * sizeof(*value));

	do
		n = read(group->fd, value, sizeof(value));
	while (n < 0 && errno == EINTR);
	if (n != want || (!group->alone && value[0] != group->n))
		return 0;
	r->enabled[g] = value[1];
	r->running[g] = value[2];
	for (uint32_t i = 0; i < group->n; i++)
		r->count[group->member[i]] = count[i];
	return 1;
}

static inline void pstat_region_break(struct pstat_region_thread *t, uint32_t event, int errnum)
{
	t->broken = 1;
	if (!t->block || t->block->errnum)
		return;
	t->block->failed = event;
	t->block->errnum = (uint32_t)(errnum ? errnum : EIO);
}

static inline void pstat_region_read(struct pstat_region_thread *t, struct pstat_region_readings *r)
{
	for (uint32_t g = 0; g < t->n_groups; g++) {
		const struct pstat_region_group *group = &t->group[g];

		if (group->fd < 0) {
			r->count[group->leader] = pstat_region_wall_ns(t);
			r->enabled[g] = r->running[g] = r->count[group->leader];
		} else if (!(group->by_page && pstat_region_read_pages(t, g, r)) &&
			   !pstat_region_read_call(t, g, r)) {
			pstat_region_break(t, group->leader, errno);
		}
	}
}

/* --- opening ----------------------------------------------------------------------------------------- */

/* Above what programs use, so that a number that the program closes and gets again is not ours. */
static inline int pstat_region_fd_high(int fd)
{
	enum { DUPFD_CLOEXEC = 1030 };
	struct rlimit limit;
	int high;

	if (fd < 0 || getrlimit(RLIMIT_NOFILE, &limit) < 0)
		return fd;
	high = fcntl(fd, DUPFD_CLOEXEC, limit.rlim_cur > 2048 ? 1024 : (int)limit.rlim_cur / 2);
	if (high < 0)
		return fd;
	close(fd);
	return high;
}

static inline int pstat_region_open(const struct pstat_region_event *e, int group_fd, int alone)
{
	enum { CLOEXEC = 8, FORMAT_GROUP = 8 };
	struct pstat_region_attr attr = e->attr;
	int fd = -1;

	if (alone)
		attr.read_format &= ~(uint64_t)FORMAT_GROUP;
#if defined(__aarch64__)
	enum { TRACEPOINT = 2, BREAKPOINT = 5, USER_ACCESS = 2 };

	/* asks for reads in user space; refused unless kernel.perf_user_access is 1 */
	if (attr.type != PSTAT_REGION_SOFTWARE && attr.type != TRACEPOINT && attr.type != BREAKPOINT) {
		attr.config1 |= USER_ACCESS;
		fd = (int)syscall(SYS_perf_event_open, &attr, 0L, -1L, (long)group_fd, (long)CLOEXEC);
		attr.config1 = e->attr.config1;
	}
#endif
	if (fd < 0)
		fd = (int)syscall(SYS_perf_event_open, &attr, 0L, -1L, (long)group_fd, (long)CLOEXEC);
	return fd < 0 ? -errno : pstat_region_fd_high(fd);
}

static inline const struct pstat_region_page *pstat_region_map_page(int fd)
{
	size_t size = (size_t)getauxval(AT_PAGESZ);

	return (const struct pstat_region_page *)pstat_region_map(size, fd, PROT_READ);
}

/* No other event is in its group. */
static inline int pstat_region_leads_none(const struct pstat_region_file *f, uint32_t i)
{
	uint32_t k = i + 1;

	while (k < f->n_events && pstat_region_event_at(f, k)->leader != i)
		k++;
	return k >= f->n_events;
}

static inline void pstat_region_open_event(struct pstat_region_thread *t, uint32_t i)
{
	const struct pstat_region_event *e = pstat_region_event_at(t->file, i);
	struct pstat_region_group *group;
	uint32_t g;

	t->fd[i] = -1;
	g = t->group_of[i] = e->leader < i ? t->group_of[e->leader] : t->n_groups++;
	group = &t->group[g];
	if (e->leader >= i) {
		group->fd = -1;
		group->leader = i;
		group->by_page = PSTAT_REGION_HAS_PMC;
		group->alone = pstat_region_leads_none(t->file, i);
	}
	if (e->flags & PSTAT_REGION_WALL)
		return;
	if (e->leader < i && t->fd[e->leader] < 0)
		return;		/* its group could not be opened */
	t->fd[i] = pstat_region_open(e, group->fd, group->alone);
	if (t->fd[i] < 0) {
		if (t->block && !t->block->errnum) {
			t->block->failed = i;
			t->block->errnum = (uint32_t)-t->fd[i];
		}
		t->fd[i] = -1;
		return;
	}
	if (e->leader >= i)
		group->fd = t->fd[i];
	group->member[group->n++] = i;
	if (PSTAT_REGION_HAS_PMC && e->attr.type != PSTAT_REGION_SOFTWARE &&
	    !(e->flags & PSTAT_REGION_BY_READ))
		t->page[i] = pstat_region_map_page(t->fd[i]);
	group->by_page &= t->page[i] != NULL;
}

/* The clock of the wall time: that of any page. */
static inline void pstat_region_find_clock(struct pstat_region_thread *t)
{
	uint64_t ns;
	int wanted = 0;

	for (uint32_t i = 0; i < t->n_events; i++)
		wanted |= (pstat_region_event_at(t->file, i)->flags & PSTAT_REGION_WALL) != 0;
	for (uint32_t i = 0; i < t->n_events && wanted && !t->clock_page; i++) {
		if (!t->page[i] && t->fd[i] >= 0)
			t->page[i] = pstat_region_map_page(t->fd[i]);
		if (t->page[i] && pstat_region_page_clock(t->page[i], &ns))
			t->clock_page = t->page[i];
	}
}

/* The time of some reads of a group, in units of the clock. */
static inline uint64_t pstat_region_time_reads(struct pstat_region_thread *t, uint32_t g, int by_page)
{
	enum { ROUNDS = 4, READS = 16 };
	uint64_t least = UINT64_MAX;

	for (int round = 0; round < ROUNDS; round++) {
		uint64_t begin = PSTAT_REGION_CLOCK(), took;

		for (int i = 0; i < READS; i++)
			if (!(by_page ? pstat_region_read_pages : pstat_region_read_call)(t, g, &t->now))
				return UINT64_MAX;
		took = PSTAT_REGION_CLOCK() - begin;
		least = took < least ? took : least;
	}
	return least;
}

/* Once in a process: are reads in user space faster?  In some virtual machines each one leaves the guest. */
static inline void pstat_region_choose(struct pstat_region_thread *t)
{
	for (uint32_t g = 0; g < t->n_groups; g++) {
		if (!t->group[g].by_page || !t->group[g].n)
			continue;
		if (!pstat_region_life->reads)
			pstat_region_life->reads =
				pstat_region_time_reads(t, g, 0) < pstat_region_time_reads(t, g, 1) ? 1 : -1;
		t->group[g].by_page = pstat_region_life->reads < 0;
		if (t->group[g].by_page && t->block)
			t->block->in_user_space += t->group[g].n;
	}
}

static inline void pstat_region_open_events(struct pstat_region_thread *t)
{
	enum { ENABLE = 0 };

	for (uint32_t i = 0; i < t->n_events; i++)
		pstat_region_open_event(t, i);
	for (uint32_t g = 0; g < t->n_groups; g++) {
		struct pstat_region_group *group = &t->group[g];

		if (group->fd >= 0 && ioctl(group->fd, _IO('$', ENABLE), 0) < 0)
			pstat_region_break(t, group->leader, errno);
	}
	pstat_region_find_clock(t);
	pstat_region_choose(t);
}

/* --- the threads of the process ---------------------------------------------------------------------- */

/* A new block of the results; NULL: they are full. */
static inline struct pstat_region_block *pstat_region_take_block(struct pstat_region_thread *t)
{
	const struct pstat_region_file *f = t->file;
	struct pstat_region_results *r = t->results;
	enum { GET_NAME = 16 };		/* PR_GET_NAME */
	struct pstat_region_block *b;
	uint32_t i = UINT32_MAX;

	if (__atomic_load_n(&r->n_blocks, __ATOMIC_RELAXED) < f->most_blocks)
		i = __atomic_fetch_add(&r->n_blocks, 1, __ATOMIC_RELAXED);
	if (i >= f->most_blocks)
		return NULL;
	t->n_slots = 0;
	b = pstat_region_block_at(f, r, i);
	b->tid = t->tid;
	syscall(SYS_prctl, (long)GET_NAME, b->comm);
	__atomic_store_n(&b->pid, t->pid, __ATOMIC_RELEASE);	/* last: the block is valid */
	return b;
}

static inline void pstat_region_lock(void)
{
	while (__atomic_exchange_n(&pstat_region_life->lock, 1, __ATOMIC_ACQUIRE))
		syscall(SYS_sched_yield);
}

static inline void pstat_region_unlock(void)
{
	__atomic_store_n(&pstat_region_life->lock, 0, __ATOMIC_RELEASE);
}

/* It has ended, or belongs to the parent of this process. */
static inline int pstat_region_is_over(const struct pstat_region_thread *t, uint32_t pid, uint32_t tid)
{
	return t->pid != pid || t->tid == tid ||
	       (syscall(SYS_tgkill, (long)pid, (long)t->tid, 0L) < 0 && errno == ESRCH);
}

static inline void pstat_region_close(struct pstat_region_thread *t)
{
	for (uint32_t i = 0; i < t->n_events; i++) {
		/* the pages of a parent are not in its child */
		if (t->page[i] && t->pid == pstat_region_pid())
			munmap((void *)(uintptr_t)t->page[i], (size_t)getauxval(AT_PAGESZ));
		if (t->fd[i] >= 0)
			close(t->fd[i]);
	}
}

/* Memory for this thread: that of one that is over, or new; NULL: there is none. */
static inline struct pstat_region_thread *pstat_region_new_thread(uint32_t pid, uint32_t tid)
{
	struct pstat_region_thread *t, *next;

	pstat_region_lock();
	for (t = pstat_region_threads; t && !pstat_region_is_over(t, pid, tid); t = t->next)
		;
	if (t) {
		pstat_region_close(t);
		next = t->next;
		memset(t, 0, offsetof(struct pstat_region_thread, local));
		t->next = next;
	} else {
		t = (struct pstat_region_thread *)pstat_region_map(sizeof(*t), -1, PROT_READ | PROT_WRITE);
		if (t) {
			t->next = pstat_region_threads;
			pstat_region_threads = t;
		}
	}
	if (t) {
		for (uint32_t i = 0; i < PSTAT_REGION_EVENTS; i++)
			t->fd[i] = -1;
		t->pid = pid;
		t->tid = tid;
	}
	pstat_region_unlock();
	return t;
}

/* --- the process ------------------------------------------------------------------------------------- */

/*
 * A file of pstat, mapped; NULL: it is none, of a user who is not trusted, or not sealed as pstat does it.
 * Results cannot shrink, and what is only read cannot change, whoever else has it.
 */
static inline void *pstat_region_map_file(int fd, uint64_t key, int prot, size_t *size)
{
	enum { GET_SEALS = 1034, SHRINK = 2, WRITE = 8, NONE = -1 };
	int needed = prot & PROT_WRITE ? SHRINK : SHRINK | WRITE;
	int seals = fd < 0 ? NONE : fcntl(fd, (int)GET_SEALS);
	struct stat st;
	uint64_t *start;

	if (seals < 0 || (seals & needed) != needed || fstat(fd, &st) < 0 ||
	    (st.st_uid && st.st_uid != geteuid()) || (size_t)st.st_size < sizeof(struct pstat_region_file))
		return NULL;
	*size = (size_t)st.st_size;
	start = (uint64_t *)pstat_region_map(*size, fd, prot);
	if (start && (start[0] != PSTAT_REGION_MAGIC || start[1] != key)) {
		munmap(start, *size);
		start = NULL;
	}
	return start;
}

/* The file that the waiting pstat has as this descriptor, and this program, too, if it has not closed it. */
static inline void *pstat_region_reach(unsigned long fd, unsigned long pid, uint64_t key, int prot,
				       size_t *size)
{
	void *at = pstat_region_map_file((int)fd, key, prot, size);
	char path[64];
	int own;

	if (at)
		return at;
	snprintf(path, sizeof(path), "/proc/%lu/fd/%lu", pid, fd);
	/* another process may have this number by now, and a FIFO or a terminal there */
	own = open(path, (prot & PROT_WRITE ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_NOCTTY |
			 PSTAT_REGION_CLOEXEC);
	at = pstat_region_map_file(own, key, prot, size);
	if (own >= 0)
		close(own);
	return at;
}

static inline int pstat_region_fits(const struct pstat_region_file *f, size_t size)
{
	return f->n_events <= PSTAT_REGION_EVENTS &&
	       size >= sizeof(*f) + f->n_events * sizeof(struct pstat_region_event);
}

/* The files of the pstat that waits; false: they cannot be reached. */
static inline int pstat_region_find_files(const char *where)
{
	struct pstat_region_file *f;
	struct pstat_region_results *r;
	char *end;
	unsigned long fd = strtoul(where, &end, 10), pid = *end == ':' ? strtoul(end + 1, &end, 10) : 0;
	uint64_t key = *end == ':' ? strtoull(end + 1, &end, 16) : 0;
	size_t size, room;

	if (*end || fd > INT32_MAX)
		return 0;
	f = (struct pstat_region_file *)pstat_region_reach(fd, pid, key, PROT_READ, &size);
	if (!f || !pstat_region_fits(f, size) || f->results > INT32_MAX)
		return 0;
	r = (struct pstat_region_results *)pstat_region_reach(f->results, pid, key, PROT_READ | PROT_WRITE,
							      &room);
	if (!r || room < f->first + (uint64_t)f->most_blocks * f->block_size || f->first < sizeof(*r) ||
	    f->block_size < sizeof(struct pstat_region_block) +
			    PSTAT_REGION_SLOTS * pstat_region_slot_size(f->n_events))
		return 0;
	pstat_region_results = r;
	pstat_region_file = f;
	return 1;
}

/* --- without pstat ----------------------------------------------------------------------------------- */

/* Adds the event of this text, such as "cycles:u"; false: there is no such event, or no room. */
static inline int pstat_region_add_event(struct pstat_region_file *f, const char *text, size_t len)
{
	static const struct { const char *name; uint32_t type, config; } known[] = {
		{ "cycles", 0, 0 }, { "instructions", 0, 1 }, { "cache-references", 0, 2 },
		{ "cache-misses", 0, 3 }, { "branches", 0, 4 }, { "branch-misses", 0, 5 },
		{ "task-clock", 1, 1 }, { "page-faults", 1, 2 }, { "context-switches", 1, 3 },
		{ "cpu-migrations", 1, 4 },
	};
	enum { DISABLED = 0, NO_USER = 4, NO_KERNEL = 5, TIMES_AND_GROUP = 1 | 2 | 8, SIZE = 128 };
	struct pstat_region_event *e = pstat_region_event_at(f, f->n_events);
	size_t plain = 0, k = 0;
	uint64_t bits = 0;

	while (plain < len && text[plain] != ':')
		plain++;
	while (k < sizeof(known) / sizeof(*known) &&
	       (strlen(known[k].name) != plain || memcmp(known[k].name, text, plain) != 0))
		k++;
	if (k == sizeof(known) / sizeof(*known) || f->n_events == PSTAT_REGION_EVENTS ||
	    len >= sizeof(e->name))
		return 0;
	for (e->leader = 0; e->leader < f->n_events; e->leader++)
		if (pstat_region_event_at(f, e->leader)->attr.type == known[k].type)
			break;
	bits |= e->leader == f->n_events ? 1u << DISABLED : 0;
	for (size_t i = plain + 1; i < len; i++)
		bits |= text[i] == 'u' ? 1u << NO_KERNEL : text[i] == 'k' ? 1u << NO_USER : 0;
	e->attr.type = known[k].type;
	e->attr.size = SIZE;
	e->attr.config = known[k].config;
	e->attr.read_format = TIMES_AND_GROUP;
	for (unsigned i = 0; i < 8; i++)	/* bit fields begin at the other end on big endian machines */
		if (bits & 1u << i)
			e->attr.flags |= UINT64_C(1) << (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 63 - i : i);
	memcpy(e->name, text, len);
	f->n_events++;
	return 1;
}

/* The files of a program that counts by itself; false: there is no memory. */
static inline int pstat_region_make_files(void)
{
	enum { SIZE = 1 << 24, FILE_SIZE = 1 << 14 };
	const char *text = getenv("PSTAT_REGIONS_EVENTS");
	struct pstat_region_file *f =
		(struct pstat_region_file *)pstat_region_map(FILE_SIZE, -1, PROT_READ | PROT_WRITE);

	pstat_region_results =
		(struct pstat_region_results *)pstat_region_map(SIZE, -1, PROT_READ | PROT_WRITE);
	if (!f || !pstat_region_results)
		return 0;
	if (!text || !*text)
		text = "task-clock,page-faults,cycles:u,instructions:u";
	for (; *text; text += *text == ',') {
		size_t len = strcspn(text, ",");

		if (len && !pstat_region_add_event(f, text, len))
			fprintf(stderr, "pstat regions: PSTAT_REGIONS_EVENTS does not know '%.*s'\n",
				(int)len, text);
		text += len;
	}
	pstat_region_layout(f, SIZE, f->n_events, 0);
	pstat_region_file = f;
	atexit(pstat_region_summary);
	return 1;
}

/* Adds up what the threads of this process counted in the region of this name, from block i on. */
static inline void pstat_region_sum(const struct pstat_region_file *f, const char *name, uint32_t i,
				    uint64_t *entries, struct pstat_region_count *sum)
{
	memset(sum, 0, f->n_events * sizeof(*sum));
	for (*entries = 0; i < pstat_region_results->n_blocks && i < f->most_blocks; i++) {
		const struct pstat_region_block *b = pstat_region_block_at(f, pstat_region_results, i);

		for (uint32_t k = 0; b->pid == pstat_region_pid() && k < b->n_slots; k++) {
			struct pstat_region_slot *s = pstat_region_slot_at(b, k, f->n_events);

			if (strcmp(s->name, name) != 0)
				continue;
			*entries += s->entries;
			for (uint32_t e = 0; e < f->n_events; e++) {
				const struct pstat_region_count *c = &pstat_region_counts(s)[e];

				sum[e].entries += c->entries;
				sum[e].sum += c->sum;
				sum[e].enabled += c->enabled;
				sum[e].running += c->running;
			}
		}
	}
}

/* An earlier thread of this process has entered it, so it was printed. */
static inline int pstat_region_is_known(const struct pstat_region_file *f, const char *name, uint32_t before)
{
	for (uint32_t i = 0; i < before; i++) {
		const struct pstat_region_block *b = pstat_region_block_at(f, pstat_region_results, i);

		for (uint32_t k = 0; b->pid == pstat_region_pid() && k < b->n_slots; k++)
			if (strcmp(pstat_region_slot_at(b, k, f->n_events)->name, name) == 0)
				return 1;
	}
	return 0;
}

/* Whether some thread counted it; if none did, a line below the table names it. */
static inline int pstat_region_was_counted(const struct pstat_region_file *f, uint32_t event)
{
	for (uint32_t i = 0; i < pstat_region_results->n_blocks && i < f->most_blocks; i++) {
		const struct pstat_region_block *b = pstat_region_block_at(f, pstat_region_results, i);

		for (uint32_t k = 0; b->pid == pstat_region_pid() && k < b->n_slots; k++)
			if (pstat_region_counts(pstat_region_slot_at(b, k, f->n_events))[event].entries)
				return 1;
	}
	return 0;
}

static inline void pstat_region_print(const struct pstat_region_file *f, const char *name, uint32_t i)
{
	struct pstat_region_count sum[PSTAT_REGION_EVENTS];
	uint64_t entries;

	pstat_region_sum(f, name, i, &entries, sum);
	for (uint32_t e = 0; e < f->n_events; e++) {
		const struct pstat_region_event *event = pstat_region_event_at(f, e);
		int is_time = event->attr.type == PSTAT_REGION_SOFTWARE && event->attr.config <= 1;
		double total = (double)sum[e].sum;

		if (sum[e].running < sum[e].enabled && sum[e].running)
			total *= (double)sum[e].enabled / (double)sum[e].running;
		if (sum[e].entries)
			fprintf(stderr, " %-20s %10" PRIu64 "  %-20s %18.0f %16.1f%s\n", name, entries,
				event->name, total, total / (double)entries, is_time ? " ns" : "");
		else if (pstat_region_was_counted(f, e))
			fprintf(stderr, " %-20s %10" PRIu64 "  %-20s %18s\n", name, entries, event->name,
				"<not counted>");
	}
}

/* Below the table: what is not in it. */
static inline void pstat_region_print_missing(const struct pstat_region_file *f, uint64_t stray, int errnum)
{
	const char *separator = " not counted: ";

	for (uint32_t e = 0; e < f->n_events; e++)
		if (errnum && !pstat_region_was_counted(f, e)) {
			fprintf(stderr, "%s%s", separator, pstat_region_event_at(f, e)->name);
			separator = ", ";
		}
	if (errnum == ENOENT || errnum == EOPNOTSUPP)
		fprintf(stderr, "%sthis machine (virtual?) has no such counter\n",
			*separator == ',' ? ": " : " some threads could not count: ");
	else if (errnum)
		fprintf(stderr, "%s%s\n", *separator == ',' ? ": " : " some threads could not count: ",
			strerror(errnum));
	if (stray)
		fprintf(stderr, " %" PRIu64 " ends without a begin\n", stray);
	if (pstat_region_results->n_without_room)
		fprintf(stderr, " no room for %u entries\n", (unsigned)pstat_region_results->n_without_room);
}

/* At exit, without pstat: a table on stderr, if the process entered a region. */
__attribute__((weak)) void pstat_region_summary(void)
{
	const struct pstat_region_file *f = pstat_region_file;
	uint64_t stray = 0;
	uint32_t errnum = 0;
	int any = 0;

	for (uint32_t i = 0; i < pstat_region_results->n_blocks && i < f->most_blocks; i++) {
		const struct pstat_region_block *b = pstat_region_block_at(f, pstat_region_results, i);

		if (b->pid != pstat_region_pid())
			continue;
		if (!any++)
			fprintf(stderr, "\n Regions of %.15s (process %u):\n\n %-20s %10s  %-20s %18s %16s\n",
				b->comm, (unsigned)b->pid, "region", "entries", "event", "total",
				"per entry");
		for (uint32_t k = 0; k < b->n_slots; k++)
			if (!pstat_region_is_known(f, pstat_region_slot_at(b, k, f->n_events)->name, i))
				pstat_region_print(f, pstat_region_slot_at(b, k, f->n_events)->name, i);
		stray += b->stray_ends;
		errnum = errnum ? errnum : b->errnum;
	}
	if (any)
		pstat_region_print_missing(f, stray, (int)errnum);
}

/* --- attaching --------------------------------------------------------------------------------------- */

static inline int pstat_region_is_alive(void)
{
	const struct pstat_region_life *life = pstat_region_life;

	return life && life->live && (!life->pid || life->pid == pstat_region_pid());
}

/* False: there is no memory. */
static inline int pstat_region_make_life(void)
{
	enum { WIPEONFORK = 18, SIZE = sizeof(struct pstat_region_life) };
	struct pstat_region_life *life = pstat_region_life, *none = NULL;

	if (!life) {
		life = (struct pstat_region_life *)pstat_region_map(SIZE, -1, PROT_READ | PROT_WRITE);
		if (!life)
			return 0;
		if (syscall(SYS_madvise, life, (long)SIZE, (long)WIPEONFORK) < 0)
			life->pid = pstat_region_pid();
		if (!__atomic_compare_exchange_n(&pstat_region_life, &none, life, 0, __ATOMIC_ACQ_REL,
						 __ATOMIC_ACQUIRE))
			munmap(life, SIZE);
	} else if (life->pid && life->pid != pstat_region_pid()) {
		memset(life, 0, SIZE);
		life->pid = pstat_region_pid();
	}
	return 1;
}

/* What the environment says, once in a program. */
static inline void pstat_region_start(void)
{
	const char *where = getenv("PSTAT_REGIONS_FD"), *alone = getenv("PSTAT_REGIONS");

	pstat_region_lock();
	if (pstat_region_state == PSTAT_REGION_UNKNOWN) {
		int found = 0;

		if (getauxval(AT_SECURE))
			found = 0;
		else if (where)
			found = pstat_region_find_files(where);
		else if (alone && *alone && strcmp(alone, "0") != 0)
			found = pstat_region_make_files();
		__atomic_store_n(&pstat_region_state, found ? PSTAT_REGION_ON : PSTAT_REGION_OFF,
				 __ATOMIC_RELEASE);
	}
	pstat_region_unlock();
}

/* The first begin of a thread, or of the child of a fork; NULL: nothing is counted. */
__attribute__((weak)) struct pstat_region_thread *pstat_region_attach(void)
{
	struct pstat_region_thread *t;

	if (!pstat_region_make_life())
		return NULL;
	pstat_region_start();
	if (pstat_region_state != PSTAT_REGION_ON)
		return NULL;
	t = pstat_region_new_thread(pstat_region_pid(), (uint32_t)syscall(SYS_gettid));
	if (!t)
		return NULL;
	t->file = pstat_region_file;
	t->results = pstat_region_results;
	t->block = pstat_region_take_block(t);
	if (t->block) {
		t->n_events = t->file->n_events;
		pstat_region_open_events(t);
	}
	pstat_region_self = t;
	pstat_region_life->live = 1;
	return t;
}

static inline struct pstat_region_thread *pstat_region_this_thread(void)
{
	struct pstat_region_thread *t = pstat_region_self;

	return __builtin_expect(t && pstat_region_is_alive(), 1) ? t : pstat_region_attach();
}

/* --- the regions of a thread ------------------------------------------------------------------------- */

static inline int pstat_region_is_named(const struct pstat_region_local *l, const char *name)
{
	return strncmp(l->name, name, PSTAT_REGION_NAME - 1) == 0;
}

static inline uint32_t pstat_region_hash(const char *name)
{
	return (uint32_t)((uint64_t)(uintptr_t)name * UINT64_C(0x9e3779b97f4a7c15) >> 48) % PSTAT_REGION_HASH;
}

/* Most names are literals, so their address finds them; another text may stand there later. */
static inline struct pstat_region_local *pstat_region_find(struct pstat_region_thread *t, const char *name,
							   int add)
{
	for (uint32_t i = pstat_region_hash(name); t->hash[i].name; i = (i + 1) % PSTAT_REGION_HASH)
		if (t->hash[i].name == name) {
			if (pstat_region_is_named(&t->local[t->hash[i].at], name))
				return &t->local[t->hash[i].at];
			break;
		}
	return pstat_region_search(t, name, add);
}

static inline void pstat_region_remember(struct pstat_region_thread *t, const char *name, uint32_t at)
{
	uint32_t i = pstat_region_hash(name);

	while (t->hash[i].name && t->hash[i].name != name)
		i = (i + 1) % PSTAT_REGION_HASH;
	if (!t->hash[i].name && t->n_hash++ >= PSTAT_REGION_HASH / 2)
		return;
	t->hash[i].name = name;
	t->hash[i].at = at;
}

/* Adds an entry, without what begin and end cost. */
__attribute__((weak)) void pstat_region_add(struct pstat_region_thread *t, const struct pstat_region_local *l)
{
	struct pstat_region_count *c = pstat_region_counts(l->slot);

	for (uint32_t i = 0; i < t->n_events; i++, c++) {
		uint32_t g = t->group_of[i];
		uint64_t count = t->now.count[i] - l->start.count[i];
		uint64_t cost = l->inside[i] + t->own[i] - l->own[i];
		uint64_t enabled = t->now.enabled[g] - l->start.enabled[g];
		uint64_t running = t->now.running[g] - l->start.running[g], scaled;

		if (t->fd[i] < 0 && t->group[g].n)
			continue;
		if (t->fd[i] < 0 && !(pstat_region_event_at(t->file, i)->flags & PSTAT_REGION_WALL))
			continue;
		c->enabled += enabled;
		c->running += running;
		if (!running && enabled)
			continue;
		count = count > cost ? count - cost : 0;
		scaled = count;
		if (running < enabled)
			scaled = (uint64_t)((double)count * (double)enabled / (double)running + 0.5);
		c->min = c->entries && c->min < scaled ? c->min : scaled;
		c->max = c->max > scaled ? c->max : scaled;
		c->sum += count;
		c->entries++;
	}
	l->slot->entries++;
	l->slot->open = 0;
	for (uint32_t i = 0; i < t->n_events; i++)
		t->own[i] += l->around[i];
}

static inline void pstat_region_least(uint64_t *least, const struct pstat_region_readings *from,
				      const struct pstat_region_readings *to, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (to->count[i] - from->count[i] < least[i])
			least[i] = to->count[i] - from->count[i];
}

/* What an entry costs: the least of some entries of nothing. */
static inline void pstat_region_calibrate(struct pstat_region_thread *t, struct pstat_region_local *l,
					  const char *name)
{
	enum { ROUNDS = 10 };
	struct {
		struct pstat_region_slot slot;
		struct pstat_region_count count[PSTAT_REGION_EVENTS];
	} scratch;
	struct pstat_region_readings a, b, c;
	struct pstat_region_slot *slot = l->slot;
	uint32_t nested = t->block->nested;
	uint64_t with[PSTAT_REGION_EVENTS], without[PSTAT_REGION_EVENTS];

	memset(&scratch, 0, sizeof(scratch));
	memset(with, 0xff, sizeof(with));
	memset(without, 0xff, sizeof(without));
	l->slot = &scratch.slot;
	for (int round = 0; round < ROUNDS; round++) {
		pstat_region_read(t, &a);
		pstat_region_begin_counted(name);
		pstat_region_end_counted(name);
		pstat_region_read(t, &b);
		pstat_region_read(t, &c);
		pstat_region_least(with, &a, &b, t->n_events);
		pstat_region_least(without, &b, &c, t->n_events);
	}
	l->slot = slot;
	t->block->nested = nested;
	for (uint32_t i = 0; i < t->n_events; i++) {
		l->inside[i] = scratch.count[i].min;
		l->around[i] = with[i] > without[i] ? with[i] - without[i] : 0;
	}
}

static inline struct pstat_region_local *
pstat_region_new_local(struct pstat_region_thread *t, const char *name)
{
	struct pstat_region_block *b = t->block;
	struct pstat_region_local *l = &t->local[t->n_local];

	if (b && t->n_slots == PSTAT_REGION_SLOTS)
		b = pstat_region_take_block(t);
	if (!b || t->n_local == PSTAT_REGION_NAMES) {
		__atomic_fetch_add(&t->results->n_without_room, 1, __ATOMIC_RELAXED);
		return NULL;
	}
	t->block = b;
	memset(l, 0, sizeof(*l));
	l->slot = pstat_region_slot_at(b, t->n_slots, t->n_events);
	for (size_t i = 0; i < PSTAT_REGION_NAME - 1 && name[i]; i++)
		l->name[i] = name[i];
	memcpy(l->slot->name, l->name, sizeof(l->name));
	pstat_region_remember(t, name, t->n_local++);
	pstat_region_calibrate(t, l, name);
	__atomic_store_n(&b->n_slots, ++t->n_slots, __ATOMIC_RELEASE);
	return l;
}

/* By its text.  add: a new one, if there is room; what that costs is no count of the regions around it. */
__attribute__((weak)) struct pstat_region_local *
pstat_region_search(struct pstat_region_thread *t, const char *name, int add)
{
	struct pstat_region_readings before, after;
	struct pstat_region_local *l;

	for (uint32_t i = 0; i < t->n_local; i++)
		if (pstat_region_is_named(&t->local[i], name)) {
			pstat_region_remember(t, name, i);
			return &t->local[i];
		}
	if (!add)
		return NULL;
	pstat_region_read(t, &before);
	l = pstat_region_new_local(t, name);
	pstat_region_read(t, &after);
	for (uint32_t i = 0; i < t->n_events; i++)
		t->own[i] += after.count[i] - before.count[i];
	return l;
}

__attribute__((weak)) void pstat_region_begin_counted(const char *name)
{
	struct pstat_region_thread *t = pstat_region_this_thread();
	struct pstat_region_local *l;

	if (!t || t->broken)
		return;
	l = pstat_region_find(t, name, 1);
	t->turned_away += !l;
	if (!l || l->depth++)
		return;
	l->slot->open = 1;
	t->block->nested |= t->n_open++ > 0;
	memcpy(l->own, t->own, t->n_events * sizeof(*t->own));
	pstat_region_read(t, &l->start);
}

__attribute__((weak)) void pstat_region_end_counted(const char *name)
{
	struct pstat_region_thread *t = pstat_region_this_thread();
	struct pstat_region_local *l;

	if (!t || t->broken)
		return;
	l = pstat_region_find(t, name, 0);
	if (!l && t->turned_away) {
		t->turned_away--;
		return;
	}
	if (!l || !l->depth) {
		if (t->block)
			t->block->stray_ends++;
		return;
	}
	if (--l->depth)
		return;
	t->n_open--;
	pstat_region_read(t, &t->now);
	if (!t->broken)
		pstat_region_add(t, l);
}

/* --- what programs call ------------------------------------------------------------------------------ */

static inline void pstat_region_begin(const char *name)
{
	if (__builtin_expect(pstat_region_state != PSTAT_REGION_OFF, 0))
		pstat_region_begin_counted(name);
}

static inline void pstat_region_end(const char *name)
{
	if (__builtin_expect(pstat_region_state != PSTAT_REGION_OFF, 0))
		pstat_region_end_counted(name);
}

#endif

#ifdef __cplusplus
}
#endif

#if defined(__cplusplus) && !defined(PSTAT_REGION_LAYOUT_ONLY)
namespace pstat {
/* pstat::region r("parse"); ends with its block, by return or exception. */
class region {
public:
	explicit region(const char *name) : name_(name) { pstat_region_begin(name_); }
	~region() { pstat_region_end(name_); }
	region(const region &) = delete;
	region &operator=(const region &) = delete;
private:
	const char *name_;
};
}
#endif

#endif
#endif
