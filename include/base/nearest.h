/* SPDX-License-Identifier: MIT */
/* nearest.h - finds the name nearest to a mistyped or abbreviated one, for "did you mean". */
#ifndef BASE_NEAREST_H
#define BASE_NEAREST_H

struct nearest {
	const char *wanted;	/* what the user typed; set it and leave the rest 0 */
	const char *found;	/* borrowed; NULL: no candidate is close enough */
	unsigned distance;	/* less is nearer; 0: the same, but for upper and lower case */
};

/* Of equally close candidates the first one wins. */
void nearest_offer(struct nearest *n, const char *candidate);

#endif
