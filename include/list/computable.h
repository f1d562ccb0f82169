/* SPDX-License-Identifier: MIT */
/*
 * computable.h - finds which of the listed metrics can be computed here: all events and metrics that they
 * name have to be here.
 */
#ifndef LIST_COMPUTABLE_H
#define LIST_COMPUTABLE_H

struct listing;

/* Sets the state of all LISTED_UNTRIED metrics; the states of events have to be known. */
void computable_metrics(struct listing *l);

#endif
