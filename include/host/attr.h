/* SPDX-License-Identifier: MIT */
/*
 * attr.h - perf_event_attr as the running kernel may know it.
 *
 * The system's headers end where their kernel did; the fields that came later follow
 * here at their fixed offsets.  head.size says how much of it is used: ATTR_SIZE, and
 * more only for an event that sets a later field, so that an older kernel takes all others.
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
		uint64_t config4;		/* Linux 6.19 */
	} tail;
};

/* What came to enumerations of the header later than to some machines. */
#define PERF_COUNT_SW_CGROUP_SWITCHES 11	/* Linux 5.13 */
#define PERF_FORMAT_LOST (1u << 4)		/* Linux 6.0 */

#endif
