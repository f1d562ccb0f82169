/* SPDX-License-Identifier: MIT */
/*
 * function_calls.h - adds up the counts between entry and return of each probed function, per thread.
 *
 * The counters of a CPU count whatever runs there. A sample is taken at each entry and return of a function,
 * and whenever a thread leaves a CPU. So what a CPU counted since its last sample belongs to the thread of
 * the new one, and the sum over all CPUs is what the thread has counted, also if it sleeps or moves to
 * another CPU inside a function. A call has counted the difference of two such sums.
 *
 * Linux 6.18 writes no sample when the idle task leaves a CPU, so the time that a CPU was idle would belong
 * to the next thread. Clocks are therefore not read, but taken from the times of samples, and begin anew when
 * a thread gets the CPU. Other events of the idle task, some instructions of the kernel, stay in. If more
 * than one switch has no sample, as seen there on a busy machine, others may have run: the open calls of the
 * thread are dropped.
 *
 * As with the regions of pstat/region.h, a call inside a call of the same function is a part of it, and
 * counts include those of the functions that are called. Other processes of the machine enter the function,
 * too: only those are counted that the command has started.
 *
 * The kernel probes the returns of 64 calls of a thread that have not returned yet; a deeper call has an
 * entry only. If its function is on the stack already, it is a part of that call anyway; else it is not
 * counted.
 *
 * longjmp() leaves calls without a return.  At an entry those are gone whose stack pointer is below, at a
 * return those that were entered later: the kernel drops them alike.  A call with the same stack pointer as
 * the one before it is another one if that is gone, or a part of it, as after a jump to the first
 * instruction.  There both return at once, so the next record tells which it was.
 *
 * The caller adds records in the order of their times. After a loss no open call is known any more: they
 * are dropped, and returns without a call are expected.  Calls of the same function below a dropped one are
 * a part of it, until it returns.
 */
#ifndef COUNT_FUNCTION_CALLS_H
#define COUNT_FUNCTION_CALLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/index.h"

enum call_kind {
	CALL_LEAVES_CPU, CALL_ENTRY, CALL_RETURN,
};

struct call_sample {
	enum call_kind kind;
	size_t function;
	size_t cpu;			/* an index */
	pid_t pid, tid;
	bool after_gap;			/* switches before it have no sample: who ran is not known */
	uint64_t stack;			/* the stack pointer; 0: not known */
	uint64_t time_ns;
	const uint64_t *value;		/* n_values, as the CPU counted them up to now */
};

struct call_count {			/* of a function in a thread */
	uint64_t depth;			/* 0: not in it */
	uint64_t entries;		/* finished */
	uint64_t start_ns, wall_ns;
	bool left_open;			/* a call never returned */
	uint64_t dropped;		/* stack pointer of a dropped call that has not returned; 0: none */
	/* of the last entry with the stack of the one before, and of its return */
	uint64_t again_ns, end_ns;
	uint64_t value[];		/* n_values at the start, sums, again, at the end */
};

enum { CALLS_DEEPEST = 64 };		/* calls of a thread whose returns the kernel probes */

struct open_call {
	size_t function;
	uint64_t stack;
};

struct calling_thread {			/* that called one of the functions */
	pid_t pid, tid;
	bool ended;			/* another thread may have this number now */
	bool unsure;			/* calls were dropped, whose returns may come */
	size_t in;			/* number of functions it is in */
	struct open_call open[CALLS_DEEPEST]; size_t depth;
	struct call_count *pending;	/* it returned; the one before it, with the same stack, may be gone */
	char comm[16];
	uint64_t *total;		/* n_values */
	struct call_count **call;	/* n_functions; owned, as is total */
};

struct function_calls {
	size_t n_functions, n_values, n_cpus;
	uint64_t *last;			/* n_values for each CPU */
	bool *known;			/* for each CPU: last is what it counted at a sample */
	bool *clock;			/* for each value: it is the time; the caller sets them */
	struct calling_thread *thread; size_t n_threads;
	struct index by_tid;
	pid_t command;			/* 0: not known yet */
	unsigned char *of_command; size_t n_pids;	/* a bit for each process number */
	uint64_t strays;		/* returns without a call */
	uint64_t dropped;		/* stack pointer of a dropped call that has not returned; 0: none */
	uint64_t too_deep;		/* calls whose return is not probed */
	bool nested;			/* a function was called inside another one */
};

void function_calls_init(struct function_calls *c, size_t n_functions, size_t n_values, size_t n_cpus);
void function_calls_set_command(struct function_calls *c, pid_t pid);
/* A fork: a process belongs to the command if its parent does. */
void function_calls_started(struct function_calls *c, pid_t pid, pid_t tid, pid_t parent);
void function_calls_ended(struct function_calls *c, pid_t tid);
void function_calls_executed(struct function_calls *c, pid_t tid);	/* its functions are gone */
/* A thread gets this CPU. */
void function_calls_take_cpu(struct function_calls *c, size_t cpu, uint64_t time_ns);
/* Samples of this CPU were lost. */
void function_calls_lose(struct function_calls *c, size_t cpu);
/* The thread, if it has just become known: the caller may name it. */
struct calling_thread *function_calls_add(struct function_calls *c, const struct call_sample *s);
void function_calls_finish(struct function_calls *c);	/* marks the open calls */
void function_calls_release(struct function_calls *c);

#endif
