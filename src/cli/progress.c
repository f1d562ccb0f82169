/* SPDX-License-Identifier: MIT */
/* How many runs are done, and how long will the rest take?  Only for who sits in front of it. */
#define _GNU_SOURCE
#include "cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/app.h"
#include "cli/output.h"
#include "host/kernel.h"

typedef unsigned long long ull;

void progress_open(struct progress *p, const struct env *env, bool wanted)
{
	const char *term = getenv("TERM");

	*p = (struct progress){0};
	if (!wanted || !term || strcmp(term, "dumb") == 0 || !isatty(fileno(env->err)))
		return;
	p->env = env;
	p->begin_ns = env->kernel->now_ns(env->kernel);
}

/*
 * The command may write to this terminal too: the cursor waits at the left, where its output
 * covers the line.
 */
void progress_show(const struct progress *p, size_t done, size_t all)
{
	uint64_t ns, left;

	if (!p->env)
		return;
	ns = p->env->kernel->now_ns(p->env->kernel) - p->begin_ns;
	output_say(p->env->err, "run %zu of %zu", done + 1, all);
	if (done) {
		left = ns / done * (all - done) / 1000000000;
		output_say(p->env->err, left < 100 ? ", %llu s left" : ", %llu min left",
			   (ull)(left < 100 ? left : left / 60));
	}
	output_say(p->env->err, "\r");
}

void progress_clear(const struct progress *p)
{
	if (p->env)
		output_say(p->env->err, "\r\033[K");
}
