/* SPDX-License-Identifier: MIT */
/* Tracks which targets still live: by pidfds, or by checking those without one. */
#include "count/target_end.h"

#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"
#include "host/kernel.h"
#include "host/target.h"

static void mark_ended(struct target_end *w, size_t i)
{
	if (w->fd[i] >= 0)
		w->kernel->close(w->kernel, w->fd[i]);
	w->fd[i] = w->id[i] = -1;
	w->left--;
}

/* The counters may have used up the limit, so it is raised; the command gets its own back. */
static int open_pidfd(const struct kernel *k, pid_t id, bool thread)
{
	int fd = k->pidfd(k, id, thread);

	return fd == -EMFILE && kernel_raise_limit(k) ? k->pidfd(k, id, thread) : fd;
}

void target_end_open(struct target_end *w, const struct kernel *k, const struct target *t)
{
	*w = (struct target_end){ .kernel = k, .n = t->n_watch, .left = t->n_watch,
				 .threads = t->watch_threads,
				    .id = mem_resize(NULL, t->n_watch, sizeof(*w->id)),
				    .fd = mem_resize(NULL, t->n_watch, sizeof(*w->fd)) };
	for (size_t i = 0; i < w->n; i++) {
		w->id[i] = t->watch[i];
		w->fd[i] = open_pidfd(k, w->id[i], w->threads);
		if (w->fd[i] < 0)
			w->fd[i] = -1;
		w->polling |= w->fd[i] < 0;
	}
	if (w->polling)
		target_end_poll(w);	/* perhaps it has no descriptor because it has ended */
}

void target_end_fds(const struct target_end *w, struct wait_fd *fds)
{
	for (size_t i = 0; i < w->n; i++)
		fds[i] = (struct wait_fd){ .fd = w->fd[i], .kind = WAIT_TARGET };
}

void target_end_mark_ended(struct target_end *w, const struct wait_fd *fds)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->fd[i] >= 0 && fds[i].ready)
			mark_ended(w, i);
}

void target_end_poll(struct target_end *w)
{
	w->polling = false;
	for (size_t i = 0; i < w->n; i++) {
		if (w->id[i] < 0 || w->fd[i] >= 0)
			continue;
		if (w->kernel->alive(w->kernel, w->id[i], w->threads))
			w->polling = true;
		else
			mark_ended(w, i);
	}
}

void target_end_close(struct target_end *w)
{
	for (size_t i = 0; i < w->n; i++)
		if (w->fd[i] >= 0)
			w->kernel->close(w->kernel, w->fd[i]);
	free(w->id);
	free(w->fd);
	*w = (struct target_end){0};
}
