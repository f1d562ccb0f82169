/* SPDX-License-Identifier: MIT */
/* Builds the tree of processes, and adds up what their tasks counted. */
#include "count/process_tree.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/mem.h"
#include "base/number.h"

void process_tree_init(struct process_tree *t, bool by_task, size_t n_slots)
{
	*t = (struct process_tree){ .by_task = by_task, .n_slots = n_slots };
}

/* --- entries by their number ----------------------------------------------------------------------- */

static pid_t process_tree_number_of(const struct process_tree *t, const struct process *p)
{
	return t->by_task ? p->tid : p->pid;
}

static uint64_t process_tree_hash_of(pid_t number)
{
	return index_hash((uint64_t)number, "");
}

struct number_key {
	const struct process_tree *tree;
	pid_t number;
};

static bool has_number(const void *list, size_t at, const void *key)
{
	const struct process *p = &((const struct process *)list)[at];
	const struct number_key *k = key;

	return !p->replaced && process_tree_number_of(k->tree, p) == k->number;
}

int process_tree_find(const struct process_tree *t, pid_t number)
{
	const struct number_key key = { t, number };

	return (int)index_find(&t->by_number, process_tree_hash_of(number), has_number, t->process, &key);
}

static int process_tree_append(struct process_tree *t, const struct process *p)
{
	int earlier = process_tree_find(t, process_tree_number_of(t, p)), at = (int)t->n;

	t->process = mem_grow(t->process, t->n, sizeof(*t->process));
	t->process[t->n] = *p;
	t->process[t->n].earlier = earlier;
	if (earlier >= 0)
		t->process[earlier].replaced = true;
	if (t->n_slots) {
		t->count = mem_grow(t->count, t->n, t->n_slots * sizeof(*t->count));
		memset(&t->count[t->n * t->n_slots], 0, t->n_slots * sizeof(*t->count));
	}
	index_add(&t->by_number, process_tree_hash_of(process_tree_number_of(t, p)), t->n++);
	return at;
}

static pid_t process_tree_key_of(const struct process_tree *t, const struct task_record *r)
{
	return t->by_task ? r->tid : r->pid;
}

/* Its first record was lost, or it is older than the run. */
static int append_unknown(struct process_tree *t, const struct task_record *r)
{
	const struct process p = { .pid = r->pid,
				   .tid = process_tree_key_of(t, r),
				   .parent = PROCESS_NONE,
				   .comm = "?",
				   .start_ns = r->time_ns,
				   .status = PROCESS_STATUS_UNKNOWN,
				   .tasks = 1 };

	return process_tree_append(t, &p);
}

/* --- records --------------------------------------------------------------------------------------- */

static void start_task(struct process_tree *t, const struct task_record *r)
{
	struct process p = { .pid = r->pid,
			     .tid = process_tree_key_of(t, r),
			     .start_ns = r->time_ns,
			     .status = PROCESS_STATUS_UNKNOWN,
			     .tasks = 1 };

	if (!t->by_task && r->pid == r->ppid) {		/* another thread */
		int own = process_tree_find(t, r->pid);

		t->process[own < 0 ? append_unknown(t, r) : own].tasks++;
		return;
	}
	p.parent = process_tree_find(t, t->by_task ? r->ptid : r->ppid);
	if (p.parent >= 0)
		memcpy(p.comm, t->process[p.parent].comm, sizeof(p.comm));
	process_tree_append(t, &p);
}

/*
 * The thread that calls exec has the pid of its process from then on; all other threads have ended.  Its
 * own entry goes on, under the new number.
 */
static int rename_task(struct process_tree *t, const struct task_record *r)
{
	for (size_t i = t->n; t->by_task && i--;) {
		struct process *p = &t->process[i];
		int earlier;

		if (p->pid != r->pid || p->ended)
			continue;
		earlier = process_tree_find(t, r->tid);
		if (earlier >= 0)
			t->process[earlier].replaced = true;
		p->tid = r->tid;
		p->earlier = earlier;
		index_add(&t->by_number, process_tree_hash_of(r->tid), i);
		return (int)i;
	}
	return append_unknown(t, r);
}

static void name_task(struct process_tree *t, struct task_record *r)
{
	int at = process_tree_find(t, process_tree_key_of(t, r));
	struct process *p;

	if (!t->by_task && r->pid != r->tid)	/* the name of a thread */
		return;
	if (at < 0 || t->process[at].ended)
		at = at >= 0 && r->kind == TASK_EXECUTED ? rename_task(t, r) : append_unknown(t, r);
	p = &t->process[at];
	memcpy(p->comm, r->comm, sizeof(p->comm));
	if (r->kind != TASK_EXECUTED)
		return;
	p->execs++;
	p->exec_ns = r->time_ns;
	p->mapped = false;
	p->seen_bytes = 0;
	free(p->argv0);
	p->argv0 = r->argv0;
	r->argv0 = NULL;
}

static void map_task(struct process_tree *t, const struct task_record *r)
{
	int at = process_tree_find(t, process_tree_key_of(t, r));

	if (at >= 0)
		t->process[at].mapped = true;
}

static void end_task(struct process_tree *t, const struct task_record *r)
{
	int at = process_tree_find(t, process_tree_key_of(t, r));
	struct process *p = &t->process[at < 0 ? append_unknown(t, r) : at];

	p->tasks_ended++;
	p->end_ns = r->time_ns;
	p->taken |= p->execs && !p->mapped && t->lost_ns < p->exec_ns;
	p->ended = p->tasks_ended >= p->tasks && !p->taken;
}

/* If the record of its end was lost, it is this. */
static void set_end(struct process *p, uint64_t time_ns)
{
	if (!p->ended)
		p->end_ns = time_ns;
}

static void count_task(struct process_tree *t, const struct task_record *r)
{
	int at = process_tree_find(t, process_tree_key_of(t, r));
	struct process_count *c;

	at = at < 0 ? append_unknown(t, r) : at;
	set_end(&t->process[at], r->time_ns);
	c = &t->count[(size_t)at * t->n_slots + r->slot];
	c->tasks++;
	c->sum.value = number_add(c->sum.value, r->count.value);
	c->sum.enabled = number_add(c->sum.enabled, r->count.enabled);
	c->sum.running = number_add(c->sum.running, r->count.running);
}

static void see_process(struct process_tree *t, const struct task_record *r)
{
	int at = process_tree_find(t, r->pid);

	if (at >= 0 && !t->process[at].ended)
		t->process[at].seen_bytes = r->peak_bytes;
}

/* A thread may have a name of its own. */
static bool has_name_of(const struct process *p, const struct task_end *end)
{
	return p->tid != end->tid || strncmp(p->comm, end->comm, sizeof(p->comm) - 1) == 0;
}

/*
 * Messages come in the order of the ends, and are read within that second.  A process of which all was told
 * has ended: then another program has the number.
 */
static int find_told(const struct process_tree *t, const struct task_end *end, uint64_t time_ns)
{
	enum { SOON_NS = 1000000000 };
	int newest = process_tree_find(t, t->by_task ? end->tid : end->pid), found = PROCESS_NONE;
	bool named = false;

	for (int i = newest; i >= 0; i = t->process[i].earlier) {
		const struct process *p = &t->process[i];
		bool has_name = has_name_of(p, end);

		if (p->ended && (p->told >= p->tasks || (i != newest && time_ns > p->end_ns + SOON_NS)))
			continue;
		if (has_name || !named)
			found = i;
		named |= has_name;
	}
	return found;
}

/*
 * What could not be loaded, or was killed meanwhile, ends before its first mapping as well: by a signal, and
 * with the record of its end, but for what others did while its start was recorded.  (What is told of a
 * thread may come late, and says nothing of its process.)
 */
static void tell_life(struct process *p, const struct task_end *end)
{
	enum { LATE_NS = 10000000 };
	bool killed = end->status != TASKSTATS_NO_STATUS && WIFSIGNALED(end->status);

	p->taken = p->tasks > 1 || !killed || end->lived_ns > p->end_ns - p->start_ns + LATE_NS;
	p->ended = true;
	if (p->taken)
		p->end_ns = p->start_ns + end->lived_ns;
}

/* Older kernels do not say the process of a task: then it may be the first one. */
static void tell_task(struct process_tree *t, const struct task_record *r)
{
	struct task_end end = *r->end;
	struct process *p;
	int at;

	end.pid = end.pid ? end.pid : end.tid;
	at = find_told(t, &end, r->time_ns);
	if (at < 0)
		return;
	p = &t->process[at];
	if (p->taken)
		tell_life(p, &end);
	else
		set_end(p, r->time_ns);
	if (p->told++)
		task_end_add(&p->usage, &end);
	else
		p->usage = end;
	if (p->usage.status != TASKSTATS_NO_STATUS)
		p->status = p->usage.status;
}

void process_tree_add(struct process_tree *t, struct task_record *r)
{
	switch (r->kind) {
	case TASK_LOST:
		t->lost_ns = r->time_ns;
		break;
	case TASK_STARTED:
		start_task(t, r);
		break;
	case TASK_NAMED:
	case TASK_EXECUTED:
		name_task(t, r);
		break;
	case TASK_MAPPED:
		map_task(t, r);
		break;
	case TASK_ENDED:
		end_task(t, r);
		break;
	case TASK_COUNTED:
		count_task(t, r);
		break;
	case TASK_SEEN:
		see_process(t, r);
		break;
	case TASK_TOLD:
		tell_task(t, r);
		break;
	}
}

/* --- the whole tree -------------------------------------------------------------------------------- */

static uint64_t since(uint64_t time_ns, uint64_t begin_ns)
{
	return time_ns > begin_ns ? time_ns - begin_ns : 0;
}

/* A task tells what it counted, and the kernel what it used, at its end. */
static bool has_ended(const struct process_tree *t, size_t process)
{
	const struct process *p = &t->process[process];
	bool told = p->ended || p->told >= p->tasks;

	for (size_t slot = 0; slot < t->n_slots && !told; slot++)
		told = process_tree_count(t, process, slot);
	return told;
}

void process_tree_finish(struct process_tree *t, uint64_t begin_ns, uint64_t end_ns)
{
	for (size_t i = 0; i < t->n; i++) {
		struct process *p = &t->process[i];

		p->ended = has_ended(t, i);
		p->start_ns = since(p->start_ns, begin_ns);
		p->end_ns = since(p->ended ? p->end_ns : end_ns, begin_ns);
	}
}

const struct reading *process_tree_count(const struct process_tree *t, size_t process, size_t slot)
{
	const struct process_count *c = &t->count[process * t->n_slots + slot];

	return c->tasks >= t->process[process].tasks && !t->process[process].taken ? &c->sum : NULL;
}

bool process_tree_lacks(const struct process_tree *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->process[i].taken)
			return true;
	return false;
}

void process_tree_release(struct process_tree *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->process[i].argv0);
	free(t->process);
	free(t->count);
	index_release(&t->by_number);
	*t = (struct process_tree){0};
}
