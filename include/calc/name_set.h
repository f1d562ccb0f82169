/* SPDX-License-Identifier: MIT */
/*
 * name_set.h - a set of names in the order in which perf 6.12 has them, which is that of a hash table.
 *
 * Rows and columns of metrics come in this order, and scripts see it.  A name's bucket is the upper
 * bits of its hash; there are twice as many buckets when the next name would fill more than three
 * quarters of them; in a bucket the name that came last is the first.
 */
#ifndef CALC_NAME_SET_H
#define CALC_NAME_SET_H

#include <stddef.h>
#include <stdint.h>

struct set_name {
	const char *text;	/* borrowed */
	uint64_t hash;
	size_t index;		/* the caller's */
};

struct name_set {		/* {0} is empty */
	struct set_name *name; size_t n;	/* in order */
	unsigned bits;		/* of the number of buckets; 0: there are none yet */
};

void name_set_add(struct name_set *s, const char *text, size_t index);
/* Takes both: the smaller one's names go into the larger one, of two of one size b's into a. */
struct name_set name_set_join(struct name_set a, struct name_set b);
void name_set_remove(struct name_set *s, size_t at);
void name_set_release(struct name_set *s);

#endif
