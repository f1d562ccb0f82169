/* SPDX-License-Identifier: MIT */
/* Times the fixed loop before each run, and computes what other programs used. */
#include "session/machine_watch.h"

#include "base/env.h"
#include "benchmark/run_result.h"
#include "host/kernel.h"

uint64_t machine_watch_due_ns(const struct machine_watch *w)
{
	return w->latest_ns ? w->latest_ns + w->spacing_ns : 0;
}

void machine_watch_before_run(struct machine_watch *w, const struct env *env)
{
	const struct kernel *k = env->kernel;

	if (!w->on)
		return;
	if (!w->latest_ns)
		disturbance_read(&w->from, env->root);
	w->latest_ns = k->now_ns(k);
	if (k->time_loop(k, &w->loop) < 0)
		w->loop = (struct loop_times){0};
	w->own_ns += w->loop.all_ns;
}

void machine_watch_after_run(struct machine_watch *w, const struct env *env, struct run_result *r)
{
	struct disturbance now;

	if (!w->on)
		return;
	disturbance_read(&now, env->root);
	w->own_ns += (uint64_t)((run_result_user_s(r) + run_result_system_s(r)) * 1e9);
	r->machine.loop = w->loop;
	r->machine.others = disturbance_others(&w->from, &now, w->own_ns);
}
