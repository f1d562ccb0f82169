/* SPDX-License-Identifier: MIT */
/*
 * ring.h - reads the ring buffer into which the kernel writes the records of events (record.h).
 *
 * The buffer is mapped for writing, so the kernel never overwrites a record that was not read: it drops new
 * ones and says so in a LOST record. data_head is read with acquire before the records, data_tail is
 * written with release after them.
 *
 * The kernel uses only the low bits of both, and a kernel of 32 bits has only the low words. So this module
 * uses words of the machine, as 64 bits at once are not atomic on each machine of 32 bits.
 *
 * Only one CPU at a time may write into a buffer, and the kernel does not check that. A task that ends writes
 * the READ record of each of its events, also of events for other CPUs. If tasks end on two CPUs at once,
 * a buffer that both write into is damaged, or stops without a LOST record. READ records of one event wait
 * for each other (since Linux 5.13), and FORK, COMM and EXIT go to the event of their own CPU only. So:
 * - task records: a dummy event for each CPU, each with a buffer of its own;
 * - READ records: no two events share a buffer, and none of them has task or comm. An inherited event
 *   without a CPU may not be mapped, but PERF_EVENT_IOC_SET_OUTPUT into the buffer of a dummy event without
 *   a CPU and without inheritance is allowed. Then a task writes one record for an event, not one for each
 *   CPU. That dummy event also keeps the kernel from swapping pstat's own events into a child, where they
 *   would get no READ record.
 *
 * Linux 5.13 to 6.18 write no READ record at all at the end of a task, unless a stable version has the fix
 * of 6.19: 6.18.44 has it, 6.12.95 and 6.1 of Debian have not.
 */
#ifndef HOST_RING_H
#define HOST_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct kernel;
struct perf_event_mmap_page;
struct record;
struct record_format;
union attr;

struct ring {
	const struct kernel *k;
	struct perf_event_mmap_page *page;	/* the mapping; NULL: not open */
	size_t map_size;
	const unsigned char *data;
	size_t data_size;	/* a power of two */
	size_t next;		/* where the next record is: grows without end, as data_head does */
	size_t held;		/* the size of the record that the caller has now */
	size_t taken;		/* bytes, since the caller set it to 0 */
	unsigned char *scratch;	/* a record that wraps around, in one piece */
};

/*
 * Maps a buffer of `pages` pages, a power of two, for an event. 0 or -errno: -EPERM if it is more memory
 * than perf_event_mlock_kb and RLIMIT_MEMLOCK allow this user, so a smaller one may do; -EPROTO if the
 * kernel's page describes a buffer that is not in the mapping.
 */
int ring_open(struct ring *r, const struct kernel *k, int fd, size_t pages);

/*
 * 1: one whole record, aligned to 8 bytes and valid until the next call; 0: none now; -1: the buffer is
 * damaged, and stays so. Each call gives the kernel the room of the record before.
 */
int ring_next(struct ring *r, const void **record, size_t *size, struct error *err);

/*
 * The next record, decoded; false: there is none now. One that cannot be decoded is lost; why the buffer is
 * damaged is kept, unless damaged has an error already.
 */
bool ring_take(struct ring *r, const struct record_format *f, struct record *record, uint64_t *lost,
	       struct error *damaged);

/*
 * Opens the event that leads a group on a CPU and its buffer, as large as is useful for groups on n_cpus
 * CPUs and permitted; the kernel wakes readers when a quarter is full. pages: of the buffer; 0: chosen here.
 * The event's descriptor or -errno.
 */
int ring_open_leader(struct ring *r, const struct kernel *k, const union attr *attr, int cpu, size_t n_cpus,
		     size_t pages);

/*
 * What was taken since taken was 0 leaves no room for a record of that size, so more may be lost: the kernel
 * says how much with the first record after it.
 */
bool ring_was_full(const struct ring *r, size_t largest);
size_t ring_page_size(void);	/* bytes */
void ring_close(struct ring *r);

#endif
