/* SPDX-License-Identifier: MIT */
/*
 * regions.h - shares memory with the measured programs: there they count the regions that their source marks,
 * and pstat reads the counts.
 *
 *	regions_open(&rs, k, getpid(), &err);	before the command is forked, which inherits the file
 *	regions_fill(&rs, &plan, &counters);	once the counters are open, before the command runs
 *	regions_read(&found, &rs, &plan);	after its end
 *	regions_close(&rs);
 *
 * pstat/region.h has the layout and says how programs find the file.  They open the events that pstat could
 * open for the command, in the same form, so regions count what the totals count.  Only groups differ: all
 * software events form one, since one read() then reads them all, and the others of a group another.
 *
 * Any program of the command, also of another user, can write anything into the results, so numbers and
 * texts are checked when they are read, and the layout is what pstat remembers.  The events are in a file
 * that is sealed before the command runs: otherwise one program could choose what another one opens.
 */
#ifndef COUNT_REGIONS_H
#define COUNT_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "count/reading.h"
#ifndef PSTAT_REGION_H
#define PSTAT_REGION_LAYOUT_ONLY
#endif
#include "pstat/region.h"

struct counters;
struct kernel;
struct plan;

struct regions {
	const struct kernel *kernel;		/* NULL: not open */
	int  fd, results_fd;
	char variable[80];			/* for the command's environment */
	struct pstat_region_results *results;	/* shared */
	struct {				/* what is sealed in the file of fd */
		struct pstat_region_file layout;
		struct pstat_region_event event[PSTAT_REGION_EVENTS];
	} file;
	int  event[PSTAT_REGION_EVENTS];	/* of the plan: what each event of the file is */
};

struct region_count {
	uint64_t entries;			/* in which it was on a counter */
	struct reading sum;			/* of these entries */
	bool impossible;			/* more than a thread can count in the time of the run */
};

enum { REGION_NAME = 256 };			/* of a function; those of pstat/region.h are shorter */

struct found_region {				/* a region in a thread, or in all */
	char name[REGION_NAME], comm[16];
	pid_t pid, tid;
	uint64_t entries;			/* finished ones */
	bool open;				/* it was begun, and not finished */
	bool impossible;			/* a count, or the number of entries */
	struct region_count count[PSTAT_REGION_EVENTS];	/* parallel to found_regions.event */
};

struct found_regions {
	struct found_region *region; size_t n;	/* owned */
	int event[PSTAT_REGION_EVENTS]; uint32_t n_events;	/* of the plan */
	bool of_functions;			/* count/function/function_probes.h found them */
	size_t threads;				/* that used the header */
	uint64_t stray_ends;			/* ends without a begin */
	size_t failed; int errnum;		/* threads that could not count an event; the first reason */
	uint64_t without_room;			/* threads and entries for which the file had no room */
	bool nested;				/* a region lies in another one */
};

/* own: the process id of pstat, whose files programs can reach */
int  regions_open(struct regions *rs, const struct kernel *k, pid_t own, struct error *err);
/* -1: there are too many events, or no memory. */
int  regions_fill(struct regions *rs, const struct plan *plan, const struct counters *counters,
		  struct error *err);
void regions_read(struct found_regions *found, const struct regions *rs);
void regions_close(struct regions *rs);
void found_regions_release(struct found_regions *found);

#endif
