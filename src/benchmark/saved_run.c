/* SPDX-License-Identifier: MIT */
/* The JSON members of a run: how it ended, its times, the machine, and then its facts, from run_facts. */
#include "benchmark/saved_run.h"

#include <sys/wait.h>

#include "base/json_members.h"
#include "benchmark/run_result.h"

struct saved_run {
	struct run_result run;
	uint64_t round, set;
	int ended_by, exit_status, signo;
};

#define AT(field) offsetof(struct saved_run, field)
#define OF_MACHINE(field) offsetof(struct run_machine, field)

static const char *const ends[] = {
	[WAIT_LOOP_CHILD] = "target", [WAIT_LOOP_TIMEOUT] = "timeout", [WAIT_LOOP_ENOUGH] = "interval-count",
	[WAIT_LOOP_STOPPED] = "control", [WAIT_LOOP_SIGNAL] = "signal",
};

static const struct json_member endings[] = {
	{ "round", MEMBER_COUNT, AT(round), .optional = true },
	{ "set", MEMBER_COUNT, AT(set), .optional = true },
	{ "ended_by", MEMBER_WORD, AT(ended_by), .words = ends, .n = WAIT_LOOP_SIGNAL + 1 },
	{ "exit_status", MEMBER_INT, AT(exit_status) },
	{ "signal", MEMBER_INT, AT(signo) },
	{ .key = NULL },
};

static const struct json_member machine[] = {	/* only of runs that are compared with a saved result */
	{ "registers_ns", MEMBER_ABOVE_0, OF_MACHINE(loop.ns[LOOP_REGISTERS]) },
	{ "faults_ns", MEMBER_ABOVE_0, OF_MACHINE(loop.ns[LOOP_FAULTS]) },
	{ "cache_ns", MEMBER_ABOVE_0, OF_MACHINE(loop.ns[LOOP_CACHE]) },
	{ "memory_ns", MEMBER_ABOVE_0, OF_MACHINE(loop.ns[LOOP_MEMORY]) },
	{ "others", MEMBER_SHARE, OF_MACHINE(others) },
	{ "waited_ns", MEMBER_ABOVE_0, OF_MACHINE(waited_ns) },
	{ .key = NULL },
};

static const struct json_member times[] = {
	{ "elapsed_ns", MEMBER_COUNT, AT(run.elapsed_ns) },
	{ "counted_ns", MEMBER_COUNT, AT(run.counted_ns) },
	{ "machine", MEMBER_OBJECT, AT(run.machine), .optional = true, .of = machine },
	{ .key = NULL },
};

static const struct json_member others[] = {
	{ "max_rss_at_most_bytes", MEMBER_ABOVE_0, AT(run.max_rss_at_most_bytes), .optional = true },
	{ "emulated", MEMBER_FLAG, AT(run.emulated) },
	{ .key = NULL },
};

/* --- writing ----------------------------------------------------------------------------------------- */

static void set_ending(struct saved_run *s, const struct run_result *r)
{
	bool killed = r->status >= 0 && WIFSIGNALED(r->status);
	int signo = killed ? WTERMSIG(r->status) : r->signo;

	s->round = r->round ? r->round : MEMBER_NO_COUNT;
	s->set = r->round ? r->set : MEMBER_NO_COUNT;
	s->ended_by = (int)(killed && r->signo ? WAIT_LOOP_SIGNAL : r->end);
	s->exit_status = r->status >= 0 && WIFEXITED(r->status) ? WEXITSTATUS(r->status) : MEMBER_NO_INT;
	s->signo = signo ? signo : MEMBER_NO_INT;
}

/* Drops the times of a run under valgrind, which are not of the program, and a loop that is not whole. */
static void drop_unknown(struct run_result *r)
{
	if (!run_result_has_loop(r))
		members_forget(&r->machine, machine);
	if (r->emulated)
		r->elapsed_ns = r->counted_ns = MEMBER_NO_COUNT;
}

void saved_run_write(struct json_writer *j, const struct run_result *r)
{
	struct saved_run s = { .run = *r };

	set_ending(&s, r);
	drop_unknown(&s.run);
	members_write(j, endings, &s);
	members_write(j, times, &s);
	for (const struct run_fact *f = run_facts; f->name; f++)
		if (f->member.key)
			member_write(j, &f->member, &s.run);
	members_write(j, others, &s);
}

/* --- reading ----------------------------------------------------------------------------------------- */

/* A number that does not fit into size_t here becomes the largest one. */
static size_t size_of(uint64_t v)
{
	size_t size = (size_t)v;

	return size == v ? size : SIZE_MAX;
}

static bool is_below(int number, int end)
{
	return number == MEMBER_NO_INT || (number >= 0 && number < end);
}

/* False: it does not say how it ended. */
static bool apply_ending(const struct saved_run *s, struct run_result *r)
{
	if (s->ended_by == MEMBER_NO_INT || !is_below(s->exit_status, 256) || !is_below(s->signo, 128))
		return false;
	r->end = (enum wait_loop_end)s->ended_by;
	if (s->round != MEMBER_NO_COUNT && s->set != MEMBER_NO_COUNT) {
		r->round = size_of(s->round);
		r->set = size_of(s->set);
	}
	if (s->exit_status != MEMBER_NO_INT)
		r->status = s->exit_status << 8;
	if (s->signo != MEMBER_NO_INT)
		*(r->status >= 0 || r->end == WAIT_LOOP_SIGNAL ? &r->signo : &r->status) = s->signo;
	return true;
}

bool saved_run_read(struct run_result *r, const struct json_document *doc, int node)
{
	struct saved_run s;
	bool good;

	run_result_init(&s.run);
	good = members_read(&s, endings, doc, node);
	members_read(&s, times, doc, node);
	for (const struct run_fact *f = run_facts; f->name; f++)
		if (f->member.key)
			member_read(&s.run, &f->member, doc, node);
	members_read(&s, others, doc, node);
	*r = s.run;
	if (!good || !apply_ending(&s, r) || (r->elapsed_ns == MEMBER_NO_COUNT && !r->emulated))
		return false;
	if (r->elapsed_ns == MEMBER_NO_COUNT)
		r->elapsed_ns = 0;	/* of an emulated run, where nobody asks */
	if (r->counted_ns == MEMBER_NO_COUNT)
		r->counted_ns = r->elapsed_ns;
	return true;
}
