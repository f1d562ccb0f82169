/* SPDX-License-Identifier: MIT */
/* Which threads has a process by now, as a series goes on? */
#include "host/target.h"

#include "base/mem.h"
#include "base/note.h"
#include "base/str.h"

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

/* Of each its number, once: a thread that was named, and stands for its process, may have ended by now. */
static void add_processes(struct str *list, const struct target *t)
{
	for (size_t i = 0; i < t->n_threads; i++)
		if (!i || t->thread[i].pid != t->thread[i - 1].pid)
			str_addf(list, "%s%d", list->len ? "," : "", (int)t->thread[i].pid);
}

/* Counters of a run follow what its threads start, and those of the next one begin anew. */
void target_renew(struct target *t, struct machine *m, struct notes *notes)
{
	struct error lost = ERROR_INIT;
	struct notes known = {0};
	struct target now = {0};
	struct target_opts listed = *t->asked;
	struct thread *before = t->thread;
	struct str list = {0};

	if (!t->asked->pids || t->asked->per_thread)
		return;
	add_processes(&list, t);
	listed.pids = list.text;
	if (target_resolve(&now, &listed, m, &known, &lost) == 0) {
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
	str_release(&list);
}
