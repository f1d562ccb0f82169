/* SPDX-License-Identifier: MIT */
/*
 * computable.h - which of the listed metrics can be computed here: those all of whose events are
 * here, and the metrics that they name.
 */
#ifndef LIST_COMPUTABLE_H
#define LIST_COMPUTABLE_H

struct listing;

/* Sets the state of metrics that are untried; that of events must be known. */
void reach_metrics(struct listing *l);

#endif
