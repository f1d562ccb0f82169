/* SPDX-License-Identifier: MIT */
/*
 * record.h - decodes the records that the kernel writes into a ring buffer; ring.h reads them from there.
 *
 * A record is a header with its type and size, a body that the type defines, and with sample_id_all a
 * trailer that says who, when and where. No length inside is trusted: a record whose parts do not fit its
 * size is malformed. Types that a newer kernel adds are skipped by their size.
 *
 * It keeps what pstat needs: tasks (FORK, COMM, EXIT), counts (READ, and those of a SAMPLE), what was lost,
 * and the trailer of every known type. All other parts are skipped, those of a SAMPLE one by one, so that
 * a wrong length is found. The kernel writes the AUX part last, although its header lists it earlier.
 *
 * The format of a record depends on its event, which only the record tells: give all events of a ring the
 * same sample_type, read_format and sample_id_all.
 *
 * The reader of perf.data shares the cursor (base/bytes.h) and the header with this module, not the bodies:
 * the files of perf stat have records of perf's own, and none of the kernel's.
 */
#ifndef HOST_RECORD_H
#define HOST_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes;
struct perf_event_attr;

enum record_type {		/* PERF_RECORD_*; own names, as old headers lack the last ones */
	RECORD_MMAP = 1, RECORD_LOST, RECORD_COMM, RECORD_EXIT, RECORD_THROTTLE, RECORD_UNTHROTTLE,
	RECORD_FORK, RECORD_READ, RECORD_SAMPLE, RECORD_MMAP2, RECORD_AUX, RECORD_ITRACE_START,
	RECORD_LOST_SAMPLES, RECORD_SWITCH, RECORD_SWITCH_CPU_WIDE, RECORD_NAMESPACES, RECORD_KSYMBOL,
	RECORD_BPF_EVENT, RECORD_CGROUP, RECORD_TEXT_POKE, RECORD_AUX_OUTPUT_HW_ID,
	RECORD_CALLCHAIN_DEFERRED,
	RECORD_TYPES,		/* their end: not a type */
};

enum { RECORD_HEADER_SIZE = 8, RECORD_SIZE_LIMIT = 65536 };

#define RECORD_UNKNOWN UINT32_MAX	/* a pid, tid or CPU: not said, or the task has no pid here */

struct record_format {		/* how the events were opened, see record_format_of() */
	uint64_t sample_type, read_format, branch_sample_type, regs_user, regs_intr;
	bool sample_id_all;
	bool swap;		/* written in the other byte order */
};

struct record_counts {		/* the counts of one event or of a group; see record_count_at() */
	size_t n;		/* 0: the record has none */
	uint64_t enabled, running;	/* ns; 0: the format has none */
	const unsigned char *at;	/* borrowed, like comm */
	uint64_t read_format;
	bool swap;
};

struct record_count {
	uint64_t value, id, lost;	/* id, lost: 0 if the format has none */
};

struct record {
	uint32_t type;		/* mostly of enum record_type */
	uint16_t misc;		/* PERF_RECORD_MISC_* */
	/*
	 * From the body, else from the trailer. FORK: the new task, its parent is the task that forked it.
	 * EXIT: the task that ends, and the parent of its process; the READ records of the task may follow.
	 */
	uint32_t pid, tid, ppid, ptid, cpu;	/* RECORD_UNKNOWN: not said */
	uint64_t time_ns;	/* of the clock of the event; 0: not said */
	uint64_t id;		/* of the event as it was opened, also for counts of children; 0: not said */
	uint64_t ip;		/* SAMPLE; 0: not said */
	uint64_t user_register;	/* SAMPLE: the first of those asked for; 0: not said */
	const char *comm;	/* COMM; borrowed from the bytes; else NULL */
	uint64_t lost;		/* LOST, LOST_SAMPLES: records that were lost here */
	struct record_counts counts;	/* READ, SAMPLE */
};

/* The name of a type as in the kernel's header, "COMM"; NULL: unknown. */
const char *record_name(uint32_t type);

/* In this machine's byte order. */
struct record_format record_format_of(const struct perf_event_attr *attr);

/*
 * Takes a record from b, and its type and misc from the header: 1, and *body has what follows the header;
 * 0: not whole, b is as before; -1: its size is smaller than a header.
 */
int record_take(struct bytes *b, uint32_t *type, uint16_t *misc, struct bytes *body);

/* The first record of n bytes: its size, 0 if it is not whole, -1 if it is malformed. */
int record_decode(struct record *r, const struct record_format *f, const void *bytes, size_t n);

/* The i-th of counts->n; zeros beyond. */
struct record_count record_count_at(const struct record_counts *counts, size_t i);

#endif
