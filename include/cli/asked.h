/* SPDX-License-Identifier: MIT */
/*
 * asked.h - the metrics that a command line asks for: found in the catalog, their events
 * behind those that were named.
 *
 * It points into itself, so it stays where it is from asked_find on.
 *
 * The default metrics of Intel's cores are counted on every CPU of -a, as in perf 6.12: 10 events more
 * than the 8 default ones.  If descriptors do not suffice, they are left out; perf gives up.
 */
#ifndef CLI_ASKED_H
#define CLI_ASKED_H

#include <stddef.h>

#include "base/error.h"
#include "base/note.h"
#include "calc/pick.h"
#include "event/event.h"
#include "event/literal.h"

struct catalog;
struct catalog_metric;
struct machine;
struct measure;
struct specs;

struct asked {
	struct machine *machine;		/* borrowed */
	struct catalog *catalog;
	struct event_opts event;
	struct literals literals;
	struct formula_world world;
	struct catalog_metric *metric; size_t n_metrics;	/* all there are; owned */
	char **text; size_t n_texts;		/* owned: expressions whose ? has become a number */
	struct picks picks;
	size_t from_source;			/* the text of their first events */
	const char *smi_pmu;			/* is to be set up for SMIs; NULL: none */
	bool frozen;				/* they do, because of this run */
	bool by_default;			/* nobody asked: those that stand beside the default events */
	struct error unread;			/* what first hid an event or the CPU; ERROR_NONE: nothing */
};

/* What brings events and metrics is looked at whenever it is given, so that nothing wrong in it is missed. */
int  asked_check(struct catalog *catalog, struct notes *notes, struct error *err);
/* Nothing when no metrics are asked for, and the default events have none beside them. */
int  asked_find(struct asked *a, struct measure *m, struct error *err);
int  asked_parse(struct asked *a, struct specs *specs, struct error *err);	/* appends their events */
/* What the machine has to be set to while it is measured, quick when called again; and back as it was. */
int  asked_set_up(struct asked *a, struct error *err);
void asked_set_back(struct asked *a);
void asked_release(struct asked *a);

#endif
