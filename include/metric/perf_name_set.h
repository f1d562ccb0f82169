/* SPDX-License-Identifier: MIT */
/*
 * perf_name_set.h - keeps a set of names in the order in which perf 6.12 prints them, that of its hash table.
 *
 * Rows and columns of metrics come in this order, and scripts see it.  The bucket of a name is the
 * upper bits of its hash.  The number of buckets doubles when the next name would fill more than
 * three quarters of them.  In a bucket the newest name is the first.
 */
#ifndef METRIC_PERF_NAME_SET_H
#define METRIC_PERF_NAME_SET_H

#include <stddef.h>
#include <stdint.h>

struct set_name {
	const char *text;	/* borrowed */
	uint64_t hash;
	size_t index;		/* the caller's */
};

struct perf_name_set {		/* {0} is empty */
	struct set_name *name; size_t n;	/* in order */
	unsigned bits;		/* there are 2^bits buckets; 0: none yet */
};

void perf_name_set_add(struct perf_name_set *s, const char *text, size_t index);
/* Takes both.  Adds the names of the smaller set to the larger one; if they are equal in size, b to a. */
struct perf_name_set perf_name_set_join(struct perf_name_set a, struct perf_name_set b);
void perf_name_set_remove(struct perf_name_set *s, size_t at);
void perf_name_set_release(struct perf_name_set *s);

#endif
