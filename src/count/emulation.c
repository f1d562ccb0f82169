/* SPDX-License-Identifier: MIT */
/* Prepares a run under valgrind, and turns the totals of its logs into counts and notes. */
#include "count/emulation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "count/event_sets.h"
#include "count/sample.h"
#include "count/workload.h"
#include "note/note.h"

struct event_set emulation_events(const struct events *events, const struct event_set *set)
{
	struct event_set emulated = { .event = NULL };

	for (size_t i = 0; i < events->n; i++)
		if (event_is_emulated(&events->event[i]) && event_set_has(set, (int)i))
			event_set_add(&emulated, (int)i);
	return emulated;
}

int emulation_prepare(struct emulation *e, const struct rootfs *root, const struct events *events,
		      const struct event_set *emulated, char *const *command, bool children,
		      struct error *err)
{
	unsigned wanted = 0;

	*e = (struct emulation){ .command = command, .children = children };
	for (size_t i = 0; i < emulated->n; i++)
		wanted |= 1u << (events->event[emulated->event[i]].tool - TOOL_VALGRIND);
	return valgrind_prepare(&e->valgrind, root, command, wanted, children, err);
}

/* valgrind ends so before it starts the program, and says why on stderr. */
static int fail_start(const struct emulation *e, const struct workload *w, struct error *err)
{
	error_set(err, ERROR_SYSTEM, 0, "valgrind did not start '%s': it ended with status %d", e->command[0],
		  WEXITSTATUS(w->status));
	error_hint(err, "this says why: valgrind --tool=cachegrind '%s'", e->command[0]);
	return -1;
}

int emulation_collect(struct emulation *e, struct sample *sample, const struct workload *w, struct error *err)
{
	struct valgrind_result *r = &e->result;

	if (valgrind_collect(r, &e->valgrind, e->command, w->pid, e->children) < 0) {
		if (w->reaped && WIFEXITED(w->status) && WEXITSTATUS(w->status))
			return fail_start(e, w, err);
		r->gone = w->reaped && WIFEXITED(w->status);
		snprintf(r->problem, sizeof(r->problem), "%s", r->gone ?
			 "the log of valgrind is gone" : "it was ended before valgrind had started it");
	}
	for (int i = 0; i < VALGRIND_COUNTS && !r->problem[0]; i++)
		sample->tool[TOOL_VALGRIND + i] = r->count[i];
	sample->emulated = !r->problem[0];
	return 0;
}

void emulation_note(const struct emulation *e, const struct event_set *emulated, struct notes *notes)
{
	const struct valgrind_result *r = &e->result;

	for (size_t i = 0; i < emulated->n; i++) {
		int event = emulated->event[i];

		if (r->problem[0]) {
			notes_add(notes, NOTE_NOT_EMULATED, event, "%s", r->problem);
			continue;
		}
		notes_add(notes, NOTE_EMULATED, event, "by valgrind %s", r->version);
		if (r->replaced)
			notes_add(notes, NOTE_EMULATED_PART, event, "%s", "");
		if (r->forked)
			notes_add(notes, NOTE_EMULATED_AGAIN, event, "%zu of %zu processes", r->forked,
				  r->processes);
	}
}

void emulation_release(struct emulation *e)
{
	valgrind_release(&e->valgrind);
	*e = (struct emulation){0};
}
