/* SPDX-License-Identifier: MIT */
/*
 * computable.h - finds out which of the listed metrics can be computed here.
 *
 * A metric is computable if all events and metrics that it names are available.
 */
#ifndef LIST_COMPUTABLE_H
#define LIST_COMPUTABLE_H

struct listing;

/* Sets the state of all LISTED_UNTRIED metrics; the states of events must be known. */
void computable_metrics(struct listing *l);

#endif
