/* SPDX-License-Identifier: MIT */
/* Which threads has a process by now, as a series goes on? */
#include "host/target.h"

#include "base/mem.h"
#include "base/note.h"

static bool has_process(const struct thread *thread, size_t n, pid_t pid)
{
	for (size_t i = 0; i < n; i++)
		if (thread[i].pid == pid)
			return true;
	return false;
}

/* To open them says that they have ended. */
static void keep_ended(struct target *now, const struct target *before)
{
	const size_t n = now->n_threads;
	bool ended = false;

	now->thread = mem_resize(now->thread, n + before->n_threads, sizeof(*now->thread));
	for (size_t i = 0; i < before->n_threads; i++) {
		const struct thread *thread = &before->thread[i];

		if (!i || thread->pid != thread[-1].pid)	/* those of a process stand together */
			ended = !has_process(now->thread, n, thread->pid);
		if (ended)
			now->thread[now->n_threads++] = *thread;
	}
}

/* Counters of a run follow what its threads start, and those of the next one begin anew. */
void target_renew(struct target *t, struct machine *m, struct notes *notes)
{
	struct error lost = ERROR_INIT;
	struct notes known = {0};
	struct target now = {0};
	struct thread *before = t->thread;

	if (!t->asked->pids || t->asked->per_thread)
		return;
	if (target_resolve(&now, t->asked, m, &known, &lost) == 0) {
		keep_ended(&now, t);
		t->thread = now.thread;
		t->n_threads = now.n_threads;
		t->bundles = now.bundles;
		now.thread = before;
	} else if (lost.kind != ERROR_NOT_FOUND) {	/* of those that have ended nothing is new */
		notes_add(notes, NOTE_FILE, -1, "%s", lost.message);
	}
	target_release(&now);
	notes_release(&known);
}
