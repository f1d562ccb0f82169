/* SPDX-License-Identifier: MIT */
/*
 * sampler.h - reads the samples that the counters of a run write, and finds the functions that they hit.
 *
 *	sampler_open(&s, &counters, &err);		the counters are open, and do not count yet
 *	sampler_drain(&s);				every SAMPLER_EVERY_NS, and when a descriptor is ready
 *	sampler_finish(&s, &found, notes);
 *	sampler_close(&s);
 *
 * The counters themselves sample, so the total is exact and only its parts are estimates.  They are opened
 * for each CPU (plan.h), as only one CPU may write into a ring; those of one CPU share one.
 *
 * A sample says which process was where.  What was mapped there follows from records of all processes, which
 * come through other rings as well, so all records are sorted by time first.  They wait for two more reads
 * of the rings, as one that was written earlier may be read later.
 *
 * The kernel lowers the rate by itself where samples take too long (kernel.perf_cpu_time_max_percent).  A
 * number of events between two samples, in place of a frequency, would lose those of a busy moment.
 */
#ifndef COUNT_SAMPLING_SAMPLER_H
#define COUNT_SAMPLING_SAMPLER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "count/sampling/address_space.h"
#include "count/sampling/sampled_places.h"
#include "host/record.h"
#include "host/ring.h"
#include "note/note.h"

struct counters;
struct kernel;
struct rootfs;
struct sampled_files;
struct wait_fd;

enum { SAMPLER_EVERY_NS = 25000000, SAMPLER_PAGES = 64 };

struct sampler_id {			/* of a counter */
	uint64_t id;
	size_t event;
};

struct sampler {			/* set the first four members, then open */
	const struct kernel *kernel;	/* borrowed, as are root, which has /proc, and files */
	const struct rootfs *root;
	struct sampled_files *files;	/* of all runs */
	size_t pages;			/* of each ring; 0: as many as are permitted, at most SAMPLER_PAGES */
	struct sampled_ring {
		int fd, cpu;
		size_t tells;		/* the event whose records of mappings and tasks are used */
		struct ring ring;
		bool full;
	} *ring; size_t n_rings;
	struct record_format format;
	struct sampler_id *id; size_t n_ids;	/* sorted */
	struct sampler_record *record; size_t n_records;	/* not applied yet */
	uint64_t before[2];		/* when the rings were read last, and the time before */
	struct address_spaces spaces;
	struct sampled_places places;
	uint64_t lost, throttled;
	bool of_tasks;			/* and not of CPUs: each task begins its first interval anew */
	bool unreadable;		/* what is mapped in a process of another user */
	uint64_t started, samples;	/* tasks; samples of the events that tell */
	struct error damaged;		/* the first ring that cannot be read */
};

int  sampler_open(struct sampler *s, const struct counters *counters, struct error *err);
/* Fills s->n_rings entries, all WAIT_RECORDS: a ring is half full. */
void sampler_fds(const struct sampler *s, struct wait_fd *fds);
void sampler_drain(struct sampler *s);
/* Drains for the last time.  The names are those of s->files. */
void sampler_finish(struct sampler *s, struct found_functions *found, struct notes *notes);
void sampler_close(struct sampler *s);

#endif
