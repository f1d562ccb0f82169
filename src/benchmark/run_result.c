/* SPDX-License-Identifier: MIT */
/* Derives statuses, failures and times from the results of wait. */
#include "benchmark/run_result.h"

#include <math.h>
#include <sys/wait.h>

int run_result_exit_status(const struct run_result *r)
{
	return WIFEXITED(r->status) ? WEXITSTATUS(r->status) : 128 + WTERMSIG(r->status);
}

int run_result_status(const struct run_result *r)
{
	if (r->status < 0)
		return 0;
	if (r->end == RUNLOOP_TIMEOUT)
		return RUN_RESULT_TIMED_OUT;
	return run_result_exit_status(r);
}

bool run_result_failed(const struct run_result *r, const uint64_t *ignored)
{
	int status = run_result_status(r);

	if (r->end == RUNLOOP_SIGNAL)
		return true;
	return status && (r->signo || !(ignored && ignored[status / 64] >> status % 64 & 1));
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

double run_result_elapsed_s(const struct run_result *r)
{
	return (double)(r->end_ns - r->start_ns) / 1e9;
}

double run_result_user_s(const struct run_result *r)
{
	return seconds(r->usage.ru_utime);
}

double run_result_system_s(const struct run_result *r)
{
	return seconds(r->usage.ru_stime);
}

bool run_result_has_loop(const struct run_result *r)
{
	bool has = true;

	for (size_t i = 0; i < LOOP_PARTS; i++)
		has &= r->machine.loop.ns[i] > 0;
	return has;
}

uint64_t run_result_max_rss(const struct run_result *r)
{
	return (uint64_t)r->usage.ru_maxrss * 1024;
}

static double max_rss(const struct run_result *r)
{
	return (double)run_result_max_rss(r);
}

const struct run_fact run_facts[] = {
	{ "wall", "s", "s", false, false, run_result_elapsed_s,
	  { "pstat_elapsed_seconds", "seconds", "Time of a run; of several runs the mean." } },
	{ "user", "s", "s", true, false, run_result_user_s,
	  { "pstat_user_seconds", "seconds",
	    "Time of the command in user mode; of several runs the mean." } },
	{ "sys", "s", "s", true, false, run_result_system_s,
	  { "pstat_system_seconds", "seconds",
	    "Time of the command in the kernel; of several runs the mean." } },
	{ "max-rss", "B", "bytes", true, true, max_rss,
	  { "pstat_max_rss_bytes", "bytes",
	    "Most memory of the command at a time; of several runs the mean." } },
	{ .name = NULL },
};

void run_result_add_failure(struct str *out, const struct run_result *r)
{
	if (r->end == RUNLOOP_TIMEOUT)
		str_add(out, "was ended by --timeout");
	else if (r->status < 0)
		str_addf(out, "was interrupted by signal %d", r->signo);
	else if (WIFSIGNALED(r->status))
		str_addf(out, "was ended by signal %d", WTERMSIG(r->status));
	else
		str_addf(out, "ended with status %d", WEXITSTATUS(r->status));
}

double run_result_mean(const struct run_result *run, size_t n, double (*of)(const struct run_result *))
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += of(&run[i]);
	return sum / (double)n;
}

bool run_result_needs_mean(const struct run_result *run, size_t n)
{
	return n > 1 || (n && table_is_packed(&run->total));
}

size_t run_result_rounds(const struct run_result *run, size_t n)
{
	size_t rounds = 0, sets = 0;

	for (size_t i = 0; i < n; i++) {
		rounds = run[i].round > rounds ? run[i].round : rounds;
		sets = run[i].set > sets ? run[i].set : sets;
	}
	return sets > 1 ? rounds : 0;
}

double run_fact_value(const struct run_fact *f, const struct run_result *r)
{
	return f->hidden && r->rss_hidden ? (double)NAN : f->of(r);
}

void run_result_release(struct run_result *r)
{
	table_release(&r->total);
	notes_release(&r->notes);
	*r = (struct run_result){0};
}
