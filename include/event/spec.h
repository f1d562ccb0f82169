/* SPDX-License-Identifier: MIT */
/*
 * spec.h - parses event strings such as "{cycles:u,cpu/event=0x3c/}:W" into specs.
 *
 * It knows only grammar: resolver.h decides what exists and what it means. A group may lack its closing brace
 * at the end, as in perf.
 */
#ifndef EVENT_SPEC_H
#define EVENT_SPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum spec_kind {
	SPEC_NAME,		/* cycles, L1-dcache-loads, tsc, also r1c0: `name` */
	SPEC_NUMBERS,		/* 4:0xc0: type and config in `number` */
	SPEC_PMU,		/* cpu/event=0xc0/: `pmu` and terms */
	SPEC_TRACEPOINT,	/* sched:sched_switch: `pmu` is the subsystem */
	SPEC_BREAKPOINT,	/* mem:0x1000/8:rw: address and length in `number`, access in `name` */
};

enum spec_modifier {		/* the letters after the colon */
	SPEC_USER = 1u << 0, SPEC_KERNEL = 1u << 1, SPEC_HYPERVISOR = 1u << 2, SPEC_GUEST = 1u << 3,
	SPEC_HOST = 1u << 4, SPEC_IDLE = 1u << 5, SPEC_PINNED = 1u << 6, SPEC_EXCLUSIVE = 1u << 7,
	SPEC_SAMPLE_READ = 1u << 8, SPEC_WEAK = 1u << 9, SPEC_BPF = 1u << 10, SPEC_RETIRE_LATENCY = 1u << 11,
	SPEC_PRECISE_MAX = 1u << 12, SPEC_NO_REGROUP = 1u << 13,
};

struct modifiers {
	unsigned set;		/* enum spec_modifier */
	int precise;		/* number of p */
};

struct term {
	char *name, *value;	/* value NULL: no value */
	size_t at, value_at;	/* offsets in the parsed text */
	bool quoted;		/* 'like this': always text */
};

struct spec {
	enum spec_kind kind;
	char *text;		/* as typed, with modifiers: the default label */
	char *pmu, *name;	/* see kind; otherwise NULL */
	uint64_t number[2];
	struct term *term; size_t n_terms;
	bool slashes;		/* had slashes, perhaps without terms */
	bool has_length;	/* breakpoint: a length was given */
	struct modifiers modifiers;
	size_t at, name_at;	/* offsets of the event and of its name */
	int group;		/* index into specs->group; -1: not in a group */
	int source;		/* index into specs->source */
	const char *metric_id;	/* borrowed: its name in a metric; NULL: none */
};

struct spec_group {
	char *name;		/* NULL: none */
	struct modifiers modifiers;
	bool unclosed;		/* the list ended before the brace did */
};

enum spec_origin { SPEC_OF_USER, SPEC_OF_DEFAULT, SPEC_OF_DETAIL };	/* DETAIL: -d */

struct spec_source {		/* one -e and its --filter */
	char *text, *filter;	/* owned; filter NULL: none */
	enum spec_origin origin;	/* set by the caller of specs_parse() */
};

struct specs {
	struct spec *spec; size_t n;
	struct spec_group *group; size_t n_groups;
	struct spec_source *source; size_t n_sources;
};

/* Appends the events of one -e. filter NULL: none. */
int  specs_parse(struct specs *s, const char *text, const char *filter, struct error *err);

unsigned specs_modifiers(const struct specs *s, int spec);	/* the event's letters and its group's */

/* Parses only the part between slashes, "event=1,umask=2", as in aliases of PMUs. */
int  terms_parse(struct term **terms, size_t *n, const char *text, struct error *err);
void terms_release(struct term *terms, size_t n);
void specs_release(struct specs *s);

#endif
