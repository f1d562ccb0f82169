/* SPDX-License-Identifier: MIT */
/* Whose counters: those of a command, which are pstat's own until it is forked. */
#include "host/target.h"

#include <stdlib.h>

#include "base/mem.h"

int target_resolve(struct target *t, const struct target_opts *o, struct error *err)
{
	if (!o->command)
		return error_set(err, ERROR_USAGE, 0, "nothing to count: name a command");
	t->inherit = !o->no_inherit;
	t->enable_on_exec = !o->late;
	t->thread = mem_resize(NULL, 1, sizeof(*t->thread));
	t->thread[0] = (struct thread){0};
	t->n_threads = 1;
	return 0;
}

void target_release(struct target *t)
{
	free(t->thread);
	cpulist_release(&t->cpus);
	*t = (struct target){0};
}
