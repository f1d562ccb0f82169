/* SPDX-License-Identifier: MIT */
/* Which threads has a process by now, as a series goes on? */
#include "host/target.h"

#include "base/note.h"

/* Counters of a run follow what its threads start, and those of the next one begin anew. */
void target_renew(struct target *t, struct machine *m, struct notes *notes)
{
	const struct target_opts *o = t->asked;
	struct error lost = ERROR_INIT;
	struct notes seen = {0};
	struct target now = {0};
	struct thread *before = t->thread;
	bool first = !t->used;

	t->used = true;
	if (first || !o->pids || o->per_thread)
		return;
	if (target_resolve(&now, o, m, &seen, &lost) == 0) {
		t->thread = now.thread;
		t->n_threads = now.n_threads;
		now.thread = before;
		notes_merge(notes, &seen);
	} else if (lost.kind != ERROR_NOT_FOUND) {	/* if it has ended, those that there were say so */
		notes_add(notes, NOTE_FILE, -1, "%s", lost.message);
	}
	target_release(&now);
	notes_release(&seen);
}
