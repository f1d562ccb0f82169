/* SPDX-License-Identifier: MIT */
/* nearest.h - "did you mean": the candidate that takes the fewest typing errors. */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

struct nearest {
	const char *wanted;	/* what was typed; set it and leave the rest 0 */
	const char *found;	/* borrowed; NULL: nothing is near enough */
	unsigned distance;
};

/* The first of equally near ones stays. */
void nearest_offer(struct nearest *n, const char *candidate);

#endif
