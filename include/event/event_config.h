/* SPDX-License-Identifier: MIT */
/*
 * event_config.h - turns the terms between slashes, as in cpu/event=0xc0,name=x/, into the config and other
 * properties of an event.
 *
 * A term can be, in this order: a word that every event knows (config, name, period, …); an event of the
 * PMU, which is replaced by its own terms; a hardware or cache event, on the core PMU; a field of the
 * PMU's format; an event that the vendor names. The values of all terms are ORed, as in perf:
 * if mem-loads stands for ldlat=3, cpu/mem-loads,ldlat=32/ sets 3 | 32.
 */
#ifndef EVENT_EVENT_CONFIG_H
#define EVENT_EVENT_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct catalog;
struct catalog_event;
struct event;
struct event_name;
struct notes;
struct pmu;
struct pmus;
struct spec;

struct config {
	uint32_t type;
	uint64_t word[4];
	uint64_t plain[4];		/* the bits of word that config=, config1=, … set */
	const struct event_name *known;	/* the generic event among the terms; NULL: none */
	const char *name, *metric_id;	/* from the terms; borrowed from the spec; NULL: not given */
	char  *unit;			/* owned; NULL: none */
	double scale;			/* 0: none */
	bool   snapshot, per_package, per_core;
	bool   on_cpus;			/* some of the spec's terms are cpu= */
	bool   sensor;			/* read from a file, not counted */
	bool   named;			/* the text before the slashes is an event, not a PMU */
};

struct config_source {			/* where names are looked up */
	struct pmus *pmus;
	struct catalog *catalog;	/* NULL: vendors' names are unknown */
	struct notes *notes;		/* for notes from reading the catalog */
};

/* text: what the spec was parsed from, so that errors can point into it. Release c also after an error. */
int  config_from_pmu(struct config *c, const struct spec *spec, const char *text,
		     const struct config_source *from, struct pmu *pmu, struct error *err);

/* cycles/name=x/: only words that every event knows. */
int  config_from_symbol(struct config *c, const struct spec *spec, const char *text, struct error *err);

struct config_terms {		/* the terms after an event's name, "NAME/cmask=1/" */
	const struct spec *spec;
	const char *text;
};

/* tool/user_time/: one of pstat's own measures. */
int  config_from_tool(struct config *c, const struct spec *spec, const char *text, struct error *err);

/*
 * An event of the PMU by its name, with further terms; more NULL: none. 1: found, 0: the PMU has no such
 * event, -1: error.
 */
int  config_from_alias(struct config *c, const char *name, const struct config_terms *more,
		       const struct config_source *from, struct pmu *pmu, struct error *err);
/* The same for an event that the catalog has for this PMU: 0, or -1 for an error. */
int  config_from_vendor(struct config *c, const struct catalog_event *e, const struct config_terms *more,
			const struct config_source *from, struct pmu *pmu, struct error *err);
/* Sets the event's attr, flags, unit and scale. */
void config_apply(struct event *e, const struct config *c);
void config_release(struct config *c);

#endif
