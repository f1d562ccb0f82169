/* SPDX-License-Identifier: MIT */
/* Divides the counts of each CPU among the threads that ran there, and those of a thread among its calls. */
#include "count/function/function_calls.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void function_calls_init(struct function_calls *c, size_t n_functions, size_t n_values, size_t n_cpus)
{
	*c = (struct function_calls){ .n_functions = n_functions, .n_values = n_values, .n_cpus = n_cpus,
				      .last = mem_zeroed(n_cpus * n_values + 1, sizeof(*c->last)),
				      .known = mem_zeroed(n_cpus + 1, sizeof(*c->known)),
				      .clock = mem_zeroed(n_values + 1, sizeof(*c->clock)) };
}

/* --- processes --------------------------------------------------------------------------------------- */

static bool is_of_command(const struct function_calls *c, pid_t pid)
{
	size_t at = (size_t)pid / CHAR_BIT;

	return pid > 0 && at < c->n_pids && c->of_command[at] >> pid % CHAR_BIT & 1;
}

static void function_calls_add_process(struct function_calls *c, pid_t pid)
{
	size_t at = (size_t)pid / CHAR_BIT, n;

	if (pid <= 0)
		return;
	if (at >= c->n_pids) {
		n = 2 * at + 1;
		c->of_command = mem_resize(c->of_command, n, 1);
		memset(c->of_command + c->n_pids, 0, n - c->n_pids);
		c->n_pids = n;
	}
	c->of_command[at] |= (unsigned char)(1u << pid % CHAR_BIT);
}

void function_calls_set_command(struct function_calls *c, pid_t pid)
{
	c->command = pid;
	function_calls_add_process(c, pid);
}

void function_calls_started(struct function_calls *c, pid_t pid, pid_t tid, pid_t parent)
{
	function_calls_ended(c, tid);	/* an earlier thread with this number */
	if (is_of_command(c, parent))
		function_calls_add_process(c, pid);
	else if (is_of_command(c, pid) && pid != c->command)
		c->of_command[(size_t)pid / CHAR_BIT] &= (unsigned char)~(1u << pid % CHAR_BIT);
}

/* --- threads ----------------------------------------------------------------------------------------- */

static uint64_t function_calls_hash_of(pid_t tid)
{
	return (uint64_t)tid * UINT64_C(0x9e3779b97f4a7c15);
}

static bool is_thread(const void *list, size_t at, const void *key)
{
	const struct calling_thread *t = (const struct calling_thread *)list + at;

	return !t->ended && t->tid == *(const pid_t *)key;
}

static struct calling_thread *find_thread(const struct function_calls *c, pid_t tid)
{
	ptrdiff_t at = index_find(&c->by_tid, function_calls_hash_of(tid), is_thread, c->thread, &tid);

	return at < 0 ? NULL : &c->thread[at];
}

static struct calling_thread *function_calls_add_thread(struct function_calls *c, pid_t pid, pid_t tid)
{
	struct calling_thread *t;

	c->thread = mem_grow(c->thread, c->n_threads, sizeof(*c->thread));
	t = &c->thread[c->n_threads];
	*t = (struct calling_thread){ .pid = pid, .tid = tid,
				      .total = mem_zeroed(c->n_values + 1, sizeof(*t->total)),
				      .call = mem_zeroed(c->n_functions, sizeof(struct call_count *)) };
	index_add(&c->by_tid, function_calls_hash_of(tid), c->n_threads++);
	return t;
}

static struct call_count *call_of(const struct function_calls *c, struct calling_thread *t, size_t function)
{
	struct call_count **call = &t->call[function];

	if (!*call)
		*call = mem_zeroed(1, sizeof(**call) + 4 * c->n_values * sizeof((*call)->value[0]));
	return *call;
}

static void add_entry(const struct function_calls *c, struct call_count *call, const uint64_t *from,
		      uint64_t from_ns, const uint64_t *to, uint64_t to_ns)
{
	uint64_t *sum = call->value + c->n_values;

	call->entries++;
	call->wall_ns += to_ns - from_ns;
	for (size_t i = 0; i < c->n_values; i++)
		sum[i] += to[i] - from[i];
}

/* The call on top never returns. */
static void abandon(struct calling_thread *t)
{
	struct call_count *call = t->call[t->open[--t->depth].function];

	if (--call->depth)
		return;
	call->left_open = true;
	t->in--;
}

/* The pending call was one of its own, and those before it with the same stack are gone. */
static void settle(const struct function_calls *c, struct calling_thread *t)
{
	struct call_count *call = t->pending;
	const struct open_call top = t->depth ? t->open[t->depth - 1] : (struct open_call){0};

	t->pending = NULL;
	if (!call)
		return;
	while (t->depth && t->open[t->depth - 1].function == top.function &&
	       t->open[t->depth - 1].stack == top.stack)
		abandon(t);
	if (!call->depth)	/* else it is a part of a call */
		add_entry(c, call, call->value + 2 * c->n_values, call->again_ns,
			  call->value + 3 * c->n_values, call->end_ns);
}

/* The stack pointer of the first open call of the function. */
static uint64_t outermost(const struct calling_thread *t, size_t function)
{
	size_t i = 0;

	while (t->open[i].function != function)
		i++;
	return t->open[i].stack;
}

/* Returns the number of calls that were open. */
static size_t leave_all(const struct function_calls *c, struct calling_thread *t, bool mark)
{
	size_t n = 0;

	settle(c, t);
	for (size_t f = 0; f < c->n_functions; f++) {
		struct call_count *call = t->call[f];

		if (call)
			call->dropped = call->depth && !mark ? outermost(t, f) : 0;
		if (!call || !call->depth)
			continue;
		call->depth = 0;
		call->left_open |= mark;
		n++;
	}
	t->in = t->depth = 0;
	return n;
}

void function_calls_executed(struct function_calls *c, pid_t tid)
{
	struct calling_thread *t = find_thread(c, tid);

	if (t)
		leave_all(c, t, true);
}

void function_calls_ended(struct function_calls *c, pid_t tid)
{
	struct calling_thread *t = find_thread(c, tid);

	if (!t)
		return;
	leave_all(c, t, true);
	t->ended = true;
}

void function_calls_finish(struct function_calls *c)
{
	for (size_t i = 0; i < c->n_threads; i++)
		leave_all(c, &c->thread[i], true);
}

/* --- samples ----------------------------------------------------------------------------------------- */

void function_calls_take_cpu(struct function_calls *c, size_t cpu, uint64_t time_ns)
{
	for (size_t i = 0; i < c->n_values; i++)
		if (c->clock[i])
			c->last[cpu * c->n_values + i] = time_ns;
}

static void drop_calls(struct function_calls *c, struct calling_thread *t)
{
	c->dropped += leave_all(c, t, false);
	t->unsure = true;
}

void function_calls_lose(struct function_calls *c, size_t cpu)
{
	c->known[cpu] = false;
	for (size_t i = 0; i < c->n_threads; i++)
		drop_calls(c, &c->thread[i]);
}

static void give_to_thread(struct function_calls *c, struct calling_thread *t, const struct call_sample *s)
{
	uint64_t *last = c->last + s->cpu * c->n_values;

	for (size_t i = 0; t && c->known[s->cpu] && i < c->n_values; i++)
		t->total[i] += s->value[i] - last[i];
	memcpy(last, s->value, c->n_values * sizeof(*last));
	c->known[s->cpu] = true;
}

/* Stacks grow down: what is below is gone. */
static void drop_gone(struct calling_thread *t, uint64_t stack)
{
	while (t->depth && t->open[t->depth - 1].stack < stack && t->open[t->depth - 1].stack)
		abandon(t);
}

static bool is_again(const struct calling_thread *t, const struct open_call *o)
{
	const struct open_call *top = t->depth ? &t->open[t->depth - 1] : NULL;

	return top && o->stack && top->function == o->function && top->stack == o->stack;
}

static void enter(struct function_calls *c, struct calling_thread *t, const struct call_sample *s)
{
	const struct open_call own = { s->function, s->stack };
	struct call_count *call = call_of(c, t, s->function);

	if (s->stack && s->stack < call->dropped)
		return;
	call->dropped = 0;
	settle(c, t);
	drop_gone(t, s->stack);
	if (t->depth == CALLS_DEEPEST) {
		c->too_deep += !call->depth;
		return;
	}
	if (is_again(t, &own)) {
		call->again_ns = s->time_ns;
		memcpy(call->value + 2 * c->n_values, t->total, c->n_values * sizeof(*t->total));
	}
	t->open[t->depth++] = own;
	if (call->depth++)
		return;
	c->nested |= t->in++ > 0;
	call->start_ns = s->time_ns;
	memcpy(call->value, t->total, c->n_values * sizeof(*t->total));
}

static void leave(struct function_calls *c, struct calling_thread *t, const struct call_sample *s)
{
	struct call_count *call = call_of(c, t, s->function);
	struct open_call own;

	if (!call->depth) {
		c->strays += !t->unsure;
		if (!s->stack || s->stack >= call->dropped)
			call->dropped = 0;
		return;
	}
	t->pending = NULL;	/* they return at once */
	while (t->open[t->depth - 1].function != s->function)
		abandon(t);
	own = t->open[--t->depth];
	if (--call->depth) {
		if (!is_again(t, &own))
			return;
		t->pending = call;
		call->end_ns = s->time_ns;
		memcpy(call->value + 3 * c->n_values, t->total, c->n_values * sizeof(*t->total));
		return;
	}
	t->in--;
	add_entry(c, call, call->value, call->start_ns, t->total, s->time_ns);
}

struct calling_thread *function_calls_add(struct function_calls *c, const struct call_sample *s)
{
	struct calling_thread *t = find_thread(c, s->tid), *added = NULL;
	bool counts = s->kind != CALL_LEAVES_CPU && is_of_command(c, s->pid);

	if (!t && counts)
		t = added = function_calls_add_thread(c, s->pid, s->tid);
	if (s->after_gap) {
		c->known[s->cpu] = false;
		if (t)
			drop_calls(c, t);
	}
	give_to_thread(c, t, s);
	if (counts && s->kind == CALL_ENTRY)
		enter(c, t, s);
	else if (counts)
		leave(c, t, s);
	return added;
}

void function_calls_release(struct function_calls *c)
{
	for (size_t i = 0; i < c->n_threads; i++) {
		for (size_t f = 0; f < c->n_functions; f++)
			free(c->thread[i].call[f]);
		free(c->thread[i].call);
		free(c->thread[i].total);
	}
	free(c->thread);
	free(c->last);
	free(c->known);
	free(c->clock);
	free(c->of_command);
	index_release(&c->by_tid);
	*c = (struct function_calls){0};
}
