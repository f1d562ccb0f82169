/* SPDX-License-Identifier: MIT */
/*
 * config.h - what the terms between slashes come to: the config words, and what else
 * they say of an event.
 *
 * A term is, in this order: a word that every event knows (config, name, period, …); an
 * event of the PMU, whose own terms take its place; a hardware or cache event, in the
 * core PMU; a field of the PMU's format; an event that the vendor names.  Values of all terms
 * are ORed.
 */
#ifndef EVENT_CONFIG_H
#define EVENT_CONFIG_H

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
	uint64_t plain[4];		/* those bits of word that config=, config1=, … set */
	const struct event_name *known;	/* a generic event that one of the terms is; NULL: none */
	const char *name, *metric_id;	/* of the terms; borrowed from the spec; NULL: not given */
	char  *unit;			/* owned; NULL: none */
	double scale;			/* 0: none */
	bool   snapshot, per_package, per_core;
	bool   named;			/* what stands in front of its slashes is an event, not a PMU */
};

struct config_source {			/* where names are looked up */
	struct pmus *pmus;
	struct catalog *catalog;	/* NULL: vendors' names are not known */
	struct notes *notes;		/* what reading the catalog has to say */
};

/*
 * text: what the spec was parsed from, for pointing at what is wrong.  c is to be released also
 * when they fail.
 */
int  config_from_pmu(struct config *c, const struct spec *spec, const char *text,
		     const struct config_source *from, struct pmu *pmu, struct error *err);

/* cycles/name=x/: only the words that every event knows. */
int  config_from_symbol(struct config *c, const struct spec *spec, const char *text, struct error *err);

struct config_terms {		/* what stands behind the name of an event, "NAME/cmask=1/" */
	const struct spec *spec;
	const char *text;
};

/*
 * An event of the PMU by its name, and further terms; NULL: none.
 * 1 found, 0 the PMU has none of that name, -1 error.
 */
int  config_from_alias(struct config *c, const char *name, const struct config_terms *more,
		       const struct config_source *from, struct pmu *pmu, struct error *err);
/* The same with an event that the catalog has for this PMU: 0, -1 error. */
int  config_from_vendor(struct config *c, const struct catalog_event *e, const struct config_terms *more,
			const struct config_source *from, struct pmu *pmu, struct error *err);
/* The event's attr, flags, unit and scale. */
void config_apply(struct event *e, const struct config *c);
void config_release(struct config *c);

#endif
