/* SPDX-License-Identifier: MIT */
/* Tells how a run ended, whether that is a failure, and its times. */
#include "benchmark/run_result.h"

#include <sys/wait.h>

int result_exit_status(const struct result *r)
{
	return WIFEXITED(r->status) ? WEXITSTATUS(r->status) : 128 + WTERMSIG(r->status);
}

int result_status(const struct result *r)
{
	if (r->status < 0)
		return 0;
	if (r->end == RUNLOOP_TIMEOUT)
		return RESULT_TIMED_OUT;
	return result_exit_status(r);
}

bool result_failed(const struct result *r, const uint64_t *ignored)
{
	int status = result_status(r);

	if (r->end == RUNLOOP_SIGNAL)
		return true;
	return status && (r->signo || !(ignored && ignored[status / 64] >> status % 64 & 1));
}

static double seconds(struct timeval t)
{
	return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

double result_elapsed_s(const struct result *r)
{
	return (double)(r->end_ns - r->start_ns) / 1e9;
}

double result_user_s(const struct result *r)
{
	return seconds(r->usage.ru_utime);
}

double result_system_s(const struct result *r)
{
	return seconds(r->usage.ru_stime);
}

uint64_t result_max_rss(const struct result *r)
{
	return (uint64_t)r->usage.ru_maxrss * 1024;
}

void result_add_failure(struct str *out, const struct result *r)
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

double result_mean(const struct result *run, size_t n, double (*of)(const struct result *))
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += of(&run[i]);
	return sum / (double)n;
}

bool result_needs_mean(const struct result *run, size_t n)
{
	return n > 1 || (n && table_is_packed(&run->total));
}

size_t result_rounds(const struct result *run, size_t n)
{
	size_t rounds = 0, sets = 0;

	for (size_t i = 0; i < n; i++) {
		rounds = run[i].round > rounds ? run[i].round : rounds;
		sets = run[i].set > sets ? run[i].set : sets;
	}
	return sets > 1 ? rounds : 0;
}

void result_release(struct result *r)
{
	table_release(&r->total);
	notes_release(&r->notes);
	*r = (struct result){0};
}
