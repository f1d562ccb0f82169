/* SPDX-License-Identifier: MIT */
/*
 * attr.h - defines perf_event_attr with the fields that newer kernels have.
 *
 * The system's header ends at its own kernel's fields; later ones follow here at their fixed offsets, so
 * that old headers can build them. head.size says how much is used: ATTR_SIZE, and more only for an event
 * that sets a later field, so that older kernels accept all other events.
 */
#ifndef HOST_ATTR_H
#define HOST_ATTR_H

#include <linux/perf_event.h>
#include <stdint.h>

enum { ATTR_SIZE = 128, ATTR_SIZE_CONFIG3 = 136 };	/* PERF_ATTR_SIZE_VER7, VER8 */

union attr {
	struct perf_event_attr head;
	struct {
		unsigned char before[ATTR_SIZE];
		uint64_t config3;		/* Linux 6.3 */
	} tail;
	struct {
		unsigned char before[40];
		uint64_t bit;			/* disabled is the first of them */
	} flags;
};

/* Linux 5.12: MMAP2 records tell the build ID of the file. */
static inline void attr_set_build_id(union attr *a)
{
	enum { BUILD_ID = 34 };		/* counted as the compiler does, from the end that comes first */

	a->flags.bit |= UINT64_C(1) << (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 63 - BUILD_ID : BUILD_ID);
}

/* A value that older headers lack. */
#define PERF_COUNT_SW_CGROUP_SWITCHES 11	/* Linux 5.13 */

#endif
