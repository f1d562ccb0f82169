/* SPDX-License-Identifier: MIT */
/* Derives statuses, failures and times from the results of wait. */
#include "benchmark/run_result.h"

#include <math.h>
#include <sys/resource.h>
#include <sys/wait.h>

int run_result_exit_status(const struct run_result *r)
{
	return WIFEXITED(r->status) ? WEXITSTATUS(r->status) : 128 + WTERMSIG(r->status);
}

int run_result_status(const struct run_result *r)
{
	if (r->status < 0)
		return 0;
	if (r->end == WAIT_LOOP_TIMEOUT)
		return RUN_RESULT_TIMED_OUT;
	return run_result_exit_status(r);
}

bool run_result_failed(const struct run_result *r, const uint64_t *ignored)
{
	int status = run_result_status(r);

	if (r->end == WAIT_LOOP_SIGNAL)
		return true;
	return status && (r->signo || !(ignored && ignored[status / 64] >> status % 64 & 1));
}

double run_result_elapsed_s(const struct run_result *r)
{
	return (double)r->elapsed_ns / 1e9;
}

bool run_result_hides_rss(const struct run_result *r)
{
	return r->max_rss_bytes == MEMBER_NO_COUNT && r->max_rss_at_most_bytes;
}

bool run_result_has_loop(const struct run_result *r)
{
	bool has = true;

	for (size_t i = 0; i < LOOP_PARTS; i++)
		has &= r->machine.loop.ns[i] > 0;
	return has;
}

/* --- facts ------------------------------------------------------------------------------------------- */

#define AT(field) MEMBER_COUNT, offsetof(struct run_result, field)

const struct run_fact run_facts[] = {
	{ "wall", "s", "s", { NULL, AT(elapsed_ns) }, false,
	  { "pstat_elapsed_seconds", "seconds", "Time of a run; of several runs the mean." } },
	{ "user", "s", "s", { "user_ns", AT(user_ns) }, true,
	  { "pstat_user_seconds", "seconds",
	    "Time of the command in user mode; of several runs the mean." } },
	{ "sys", "s", "s", { "system_ns", AT(system_ns) }, true,
	  { "pstat_system_seconds", "seconds",
	    "Time of the command in the kernel; of several runs the mean." } },
	{ "max-rss", "B", "bytes", { "max_rss_bytes", AT(max_rss_bytes) }, true,
	  { "pstat_max_rss_bytes", "bytes",
	    "Most memory of the command at a time; of several runs the mean." } },
	{ .name = NULL },
};

void run_result_init(struct run_result *r)
{
	*r = (struct run_result){ .status = -1 };
	for (const struct run_fact *f = run_facts; f->name; f++)
		if (f->of_command)
			*(uint64_t *)(void *)((char *)r + f->member.at) = MEMBER_NO_COUNT;
}

static uint64_t ns_of(struct timeval t)
{
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_usec * 1000;
}

void run_result_set_usage(struct run_result *r, const struct rusage *usage, bool rss_hidden)
{
	r->user_ns = ns_of(usage->ru_utime);
	r->system_ns = ns_of(usage->ru_stime);
	*(rss_hidden ? &r->max_rss_at_most_bytes : &r->max_rss_bytes) = (uint64_t)usage->ru_maxrss * 1024;
}

bool run_fact_is_max_rss(const struct run_fact *f)
{
	return f->member.at == offsetof(struct run_result, max_rss_bytes);
}

double run_fact_value(const struct run_fact *f, const struct run_result *r)
{
	uint64_t number = *(const uint64_t *)(const void *)((const char *)r + f->member.at);

	if (r->emulated || number == MEMBER_NO_COUNT)
		return (double)NAN;
	return (double)number / (f->unit[0] == 's' ? 1e9 : 1);
}

double run_fact_mean(const struct run_fact *f, const struct run_result *run, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += run_fact_value(f, &run[i]);
	return sum / (double)n;
}

/* --- all of a run ------------------------------------------------------------------------------------ */

void run_result_add_failure(struct str *out, const struct run_result *r)
{
	if (r->end == WAIT_LOOP_TIMEOUT)
		str_add(out, "was ended by --timeout");
	else if (r->status < 0)
		str_addf(out, "was interrupted by signal %d", r->signo);
	else if (WIFSIGNALED(r->status))
		str_addf(out, "was ended by signal %d", WTERMSIG(r->status));
	else
		str_addf(out, "ended with status %d", WEXITSTATUS(r->status));
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

void run_result_release(struct run_result *r)
{
	table_release(&r->total);
	notes_release(&r->notes);
	*r = (struct run_result){0};
}
