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
	if (!w->latest_ns) {
		disturbance_read(&w->from, env->root);
		w->own_ns = k->own_cpu_ns(k);
	}
	w->latest_ns = k->now_ns(k);
	if (k->time_loop(k, &w->loop) < 0)
		w->loop = (struct loop_times){0};
}

void machine_watch_after_run(struct machine_watch *w, const struct env *env, struct run_result *r)
{
	const struct kernel *k = env->kernel;
	struct disturbance now;

	if (!w->on)
		return;
	disturbance_read(&now, env->root);
	r->machine.loop = w->loop;
	r->machine.others = disturbance_others(&w->from, &now, k->own_cpu_ns(k) - w->own_ns);
}
