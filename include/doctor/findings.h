/* SPDX-License-Identifier: MIT */
/*
 * findings.h - lists what doctor found, and writes it as text or JSON.
 *
 * The JSON, schema "pstat-doctor/1", is one object:
 *   schema, version		"pstat-doctor/1", pstat's version
 *   countable			the default events can be counted, which is exit status 0
 *   host			{ kernel, arch, cpu, cpus, hypervisor }; null: unknown, or it has none
 *   findings			[ { code, subject, status, what, why, remedy, as_root,
 *				    values } ]
 * code is one of "default-events", "permission", "processes", "seccomp", "software-events",
 * "counters", "hardware-events", "valgrind", "program", "nmi-watchdog", "gate-limits", "other-pmus",
 * "tracepoints", "cgroups", "descriptors", "locked-memory", "multiplexing", "governor", "smt", "turbo",
 * "aslr".  Each core PMU has a "counters"; a code that does not apply is left out.  status is a word of
 * finding_words.  what is text; why and remedy, a command or an advice, are text or null.  as_root: only root
 * may run that command, and this user is not root.
 * values has numbers; their names depend on the code.
 */
#ifndef DOCTOR_FINDINGS_H
#define DOCTOR_FINDINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct host_facts;

enum finding_status {
	FINDING_OK, FINDING_LIMITED, FINDING_NO,
	FINDING_NOTE,			/* everything can be counted, but counts change from run to run */
	FINDING_UNKNOWN,
};

extern const char *const finding_words[];	/* by status, for people and machines */

enum { FINDING_VALUES = 8 };

struct finding {
	const char *code;
	char *subject;			/* owned, as are the texts */
	enum finding_status status;
	char *what, *why, *remedy;	/* why, remedy: NULL: none */
	bool as_root;			/* only root may run the remedy, and this user is not root */
	struct finding_value { const char *name; int64_t number; } value[FINDING_VALUES];
	size_t n_values;
};

struct findings {
	struct finding *finding;
	size_t n;
	bool countable;
	bool of_root;		/* it is root who reads them: given before the first remedy */
	bool color;		/* of the text: given by the caller */
};

void findings_release(struct findings *f);

struct doctor_facts;

struct finding_rule {		/* borrowed, but findings copy the subject */
	const char *code, *subject;
	void (*add)(struct findings *f, const struct finding_rule *rule, const struct doctor_facts *c);
};

/* Adds a finding of the rule.  The text is its what; the functions below complete the last finding. */
void findings_add(struct findings *f, const struct finding_rule *rule, enum finding_status status,
		  const char *fmt, ...) __attribute__((format(printf, 4, 5)));
void findings_why(struct findings *f, const char *why);
void findings_remedy(struct findings *f, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void findings_value(struct findings *f, const char *name, int64_t number);

/* The two views.  columns: of the terminal; 0: no terminal. */
void findings_text(struct str *out, const struct findings *f, const struct host_facts *host, size_t columns);
void findings_json(struct str *out, const struct findings *f, const struct host_facts *host,
		   const char *version);

#endif
