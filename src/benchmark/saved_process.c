/* SPDX-License-Identifier: MIT */
/* The JSON members of a process or thread, from the tree of the command. */
#include "benchmark/saved_process.h"

#include <stdio.h>
#include <sys/wait.h>

#include "base/json_members.h"
#include "base/mem.h"
#include "count/process_tree.h"

struct saved_process {		/* borrows its texts */
	int pid, tid, parent;
	const char *comm, *argv0;
	uint64_t start_ns, end_ns;
	int exit_status, signo;
	uint64_t tasks, execs;
};

#define AT(field) offsetof(struct saved_process, field)

static const struct json_member saved_process_members[] = {
	{ "pid", MEMBER_INT, AT(pid), .optional = true },
	{ "tid", MEMBER_INT, AT(tid), .optional = true },
	{ "parent", MEMBER_ID, AT(parent) },
	{ "comm", MEMBER_NAME, AT(comm) },
	{ "argv0", MEMBER_NAME, AT(argv0) },
	{ "start_ns", MEMBER_COUNT, AT(start_ns) },
	{ "end_ns", MEMBER_COUNT, AT(end_ns) },
	{ "exit_status", MEMBER_INT, AT(exit_status) },
	{ "signal", MEMBER_INT, AT(signo) },
	{ "tasks", MEMBER_COUNT, AT(tasks) },
	{ "execs", MEMBER_COUNT, AT(execs) },
	{ .key = NULL },
};

void saved_process_write(struct json_writer *j, const struct process *p, bool by_task)
{
	bool known = p->status != PROCESS_STATUS_UNKNOWN;
	const struct saved_process s = {
		.pid = p->pid, .tid = by_task ? p->tid : MEMBER_NO_INT,
		.parent = p->parent >= 0 ? p->parent : MEMBER_NO_ID,
		.comm = p->comm, .argv0 = p->argv0, .start_ns = p->start_ns,
		.end_ns = p->ended ? p->end_ns : MEMBER_NO_COUNT,
		.exit_status = known && WIFEXITED(p->status) ? WEXITSTATUS(p->status) : MEMBER_NO_INT,
		.signo = known && WIFSIGNALED(p->status) ? WTERMSIG(p->status) : MEMBER_NO_INT,
		.tasks = p->tasks, .execs = p->execs,
	};

	members_write(j, saved_process_members, &s);
}

static unsigned saved_process_number_of(uint64_t v, unsigned unknown)
{
	return v == MEMBER_NO_COUNT ? unknown : v <= UINT32_MAX ? (unsigned)v : UINT32_MAX;
}

/* As wait() gives it. */
static int saved_process_status_of(const struct saved_process *s)
{
	if (s->exit_status >= 0)
		return (s->exit_status & 0xff) << 8;
	return s->signo >= 0 ? s->signo & 0x7f : PROCESS_STATUS_UNKNOWN;
}

void saved_process_read(struct process *p, const struct json_document *doc, int node)
{
	struct saved_process s;

	members_read(&s, saved_process_members, doc, node);
	*p = (struct process){
		.pid = s.pid,
		.tid = s.tid >= 0 ? s.tid : s.pid,
		.parent = s.parent >= 0 ? s.parent : PROCESS_NONE,
		.argv0 = s.argv0 ? mem_copy_text(s.argv0) : NULL,
		.start_ns = s.start_ns == MEMBER_NO_COUNT ? 0 : s.start_ns,
		.ended = s.end_ns != MEMBER_NO_COUNT,
		.end_ns = s.end_ns == MEMBER_NO_COUNT ? 0 : s.end_ns,
		.status = saved_process_status_of(&s),
		.tasks = saved_process_number_of(s.tasks, 1),
		.execs = saved_process_number_of(s.execs, 0),
	};
	if (s.comm)
		snprintf(p->comm, sizeof(p->comm), "%s", s.comm);
}
