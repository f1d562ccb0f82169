/* SPDX-License-Identifier: MIT */
/*
 * Writes what was counted.  A saved result may have nothing but its title.  Processes and threads come
 * before CPUs, which do not matter with them.
 */
#include "format/title.h"

#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "host/target.h"

static void title_add_command(struct str *out, char *const *argv)
{
	for (char *const *a = argv; a && *a; a++) {
		str_add(out, a == argv ? "" : " ");
		str_add_line(out, *a);
	}
}

void title_add(struct str *out, const struct report *r, const char *quote)
{
	static const struct target_opts command;
	const struct target_opts *asked = r->b->target.asked ? r->b->target.asked : &command;

	if (r->b->title) {
		str_add(out, quote);
		str_add_line(out, r->b->title);
	} else if (asked->pids || asked->tids) {
		str_addf(out, "%s id %s", asked->pids ? "process" : "thread", quote);
		str_add_line(out, asked->pids ? asked->pids : asked->tids);
	} else if (asked->system_wide) {
		str_addf(out, "%ssystem wide", quote);
	} else if (asked->cpus) {
		str_addf(out, "%sCPU(s) ", quote);
		str_add_line(out, asked->cpus);
	} else {
		str_add(out, quote);
		title_add_command(out, r->b->argv);
	}
	str_add(out, quote);
}
