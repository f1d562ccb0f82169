/* SPDX-License-Identifier: MIT */
/* Tests what functions count, by samples of probes: recursion, other CPUs, sleep, losses, foreign processes. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "count/function/function_calls.h"

enum { FUNCTIONS = 2, CPUS = 2, COMMAND = 1 };

struct feed {
	struct function_calls calls;
	uint64_t counter[CPUS];		/* what each CPU has counted */
	uint64_t time_ns;
};

/*
 * A word, 1 ns after the one before:
 *   "0+5"		CPU 0 counts 5 more
 *   "0a7.8" "0A7.8"	thread 8 of process 7 on CPU 0 enters function a, leaves it; b and B alike
 *   "0a7.8@9"	its stack pointer is 9
 *   "0s7.8" "0g7.8"	leaves the CPU; the same, and who ran before is not known
 *   "f1>7.8"		process 1 starts thread 8 of process 7; "e8" ends, "x8" executes; "l0": CPU 0 lost samples
 */
static void feed_word(struct feed *f, const char *word)
{
	struct call_sample s = { .time_ns = ++f->time_ns };
	unsigned cpu, more, stack = 0;
	int pid, tid, parent;
	char what;

	if (sscanf(word, "f%d>%d.%d", &parent, &pid, &tid) == 3) {
		function_calls_started(&f->calls, pid, tid, parent);
	} else if (sscanf(word, "e%d", &tid) == 1) {
		function_calls_ended(&f->calls, tid);
	} else if (sscanf(word, "x%d", &tid) == 1) {
		function_calls_executed(&f->calls, tid);
	} else if (sscanf(word, "l%u", &cpu) == 1) {
		function_calls_lose(&f->calls, cpu);
	} else if (sscanf(word, "%u+%u", &cpu, &more) == 2) {
		f->counter[cpu] += more;
	} else {
		assert_true(sscanf(word, "%u%c%d.%d@%u", &cpu, &what, &pid, &tid, &stack) >= 4);
		s.stack = stack;
		s.after_gap = what == 'g';
		s.kind = what == 's' || what == 'g' ? CALL_LEAVES_CPU : what == 'a' || what == 'b' ? CALL_ENTRY : CALL_RETURN;
		s.function = what == 'b' || what == 'B';
		s.cpu = cpu;
		s.pid = pid;
		s.tid = tid;
		s.value = &f->counter[cpu];
		function_calls_add(&f->calls, &s);
	}
}

/* "a8=2:10/3" thread 8 was in a twice, counted 10 in 3 ns; ! a call never returned; then what was not right. */
static void describe(struct str *out, const struct function_calls *c)
{
	for (size_t i = 0; i < c->n_threads; i++)
		for (size_t f = 0; f < c->n_functions; f++) {
			const struct call_count *call = c->thread[i].call[f];

			if (call)
				str_addf(out, "%s%c%d=%d:%d/%d%s", out->len ? " " : "", f ? 'b' : 'a',
					 (int)c->thread[i].tid, (int)call->entries, (int)call->value[1],
					 (int)call->wall_ns, call->left_open ? "!" : "");
		}
	str_addf(out, "%s", c->nested ? " nested" : "");
	if (c->strays)
		str_addf(out, " %d strays", (int)c->strays);
	if (c->dropped)
		str_addf(out, " %d dropped", (int)c->dropped);
	if (c->too_deep)
		str_addf(out, " %d too deep", (int)c->too_deep);
}

static void check(const char *words, const char *want)
{
	char *copy = mem_copy_text(words), *state = NULL;
	struct feed f = { .time_ns = 0 };
	struct str got = {0};

	function_calls_init(&f.calls, FUNCTIONS, 1, CPUS);
	function_calls_set_command(&f.calls, COMMAND);
	for (char *w = strtok_r(copy, " ", &state); w; w = strtok_r(NULL, " ", &state))
		feed_word(&f, w);
	function_calls_finish(&f.calls);
	describe(&got, &f.calls);
	assert_string_equal(str_text(&got), want);
	str_release(&got);
	function_calls_release(&f.calls);
	free(copy);
}

static void longjmp_leaves_calls(void **state)
{
	static const struct { const char *words, *want; } cases[] = {
		/* the second of three calls from the same place never returns */
		{ "0a1.1@9 0+1 0A1.1@9 0a1.1@9 0+10 0a1.1@9 0+100 0A1.1@9 0a1.1@9 0+1000 0A1.1@9", "a1=3:1101/6!" },
		{ "0a1.1@9 0+10 0a1.1@9 0+100 0A1.1@9 0+7", "a1=1:100/2!" },
		{ "0a1.1@9 0a1.1@9 0a1.1@9 0+5 0A1.1@9 0a1.1@9 0+6 0A1.1@9", "a1=2:11/4!" },
		/* from further up, and from deeper */
		{ "0a1.1@5 0+10 0a1.1@9 0+100 0A1.1@9", "a1=1:100/2!" },
		{ "0a1.1@9 0+1 0b1.1@5 0+10 0A1.1@9 0b1.1@3 0+100 0B1.1@3", "a1=1:11/4 b1=1:100/2! nested" },
		/* a jump to the first instruction: they return at once */
		{ "0a1.1@9 0+1 0a1.1@9 0+1 0a1.1@9 0+1 0A1.1@9 0A1.1@9 0A1.1@9", "a1=1:3/8" },
		/* recursion goes on below */
		{ "0a1.1@9 0+1 0a1.1@8 0+1 0a1.1@7 0+1 0A1.1@7 0A1.1@8 0A1.1@9", "a1=1:3/8" },
		{ "0a1.1@9 0+1 0a1.1@7 0+1 0a1.1@8 0+1 0A1.1@8 0+1 0A1.1@9", "a1=1:4/8" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check(cases[i].words, cases[i].want);
}

static void counting(void **state)
{
	static const struct { const char *words, *want; } cases[] = {
		{ "", "" },
		{ "0a1.1 0+5 0A1.1", "a1=1:5/2" },
		{ "0a1.1 0+5 0A1.1 0+100 0a1.1 0+7 0A1.1", "a1=2:12/4" },
		/* one inside another */
		{ "0a1.1 0+1 0b1.1 0+10 0B1.1 0+100 0A1.1", "a1=1:111/6 b1=1:10/2 nested" },
		/* recursion is one entry */
		{ "0a1.1 0+1 0a1.1 0+1 0a1.1 0+1 0A1.1 0+1 0A1.1 0+1 0A1.1 0+9", "a1=1:5/10" },
		/* another thread runs meanwhile: what is counted then is its own */
		{ "0a1.1 0+5 0s1.1 0+50 0s1.2 0+6 0A1.1", "a1=1:11/6" },
		{ "0a1.1 0+5 0s1.1 0+50 0s99.99 0+6 0A1.1", "a1=1:11/6" },
		/* it moves to another CPU, and back */
		{ "1s9.9 0a1.1 0+5 0s1.1 1+30 1s9.9 1+6 1A1.1", "a1=1:11/6" },
		{ "1s9.9 0a1.1 0+5 0s1.1 1+6 1s1.1 0+40 0s9.9 0+7 0A1.1", "a1=1:18/8" },
		/* the counters of a CPU that was not seen before say nothing about this thread */
		{ "0a1.1 0+5 0s1.1 1+1000 1s9.9 1+6 1A1.1", "a1=1:11/6" },
		/* threads at the same time on two CPUs */
		{ "1s9.9 0a1.1 1a1.2 0+5 1+7 0A1.1 1A1.2", "a1=1:5/4 a2=1:7/4" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check(cases[i].words, cases[i].want);
}

static void processes(void **state)
{
	static const struct { const char *words, *want; } cases[] = {
		/* another process of the machine runs the same file */
		{ "0a7.7 0+5 0A7.7", "" },
		{ "f1>7.7 0a7.7 0+5 0A7.7", "a7=1:5/2" },
		{ "f1>7.7 f7>8.8 0a8.8 0+5 0A8.8", "a8=1:5/2" },
		{ "f99>7.7 0a7.7 0+5 0A7.7", "" },
		/* a number that is used again, by another process */
		{ "f1>7.7 e7 f99>7.7 0a7.7 0+5 0A7.7", "" },
		/* that pstat starts the command does not take the command away */
		{ "f99>1.1 0a1.1 0+5 0A1.1", "a1=1:5/2" },
		/* a number that is used again, by a thread of the command */
		{ "f1>1.5 0a1.5 0+5 0A1.5 e5 f1>1.5 0a1.5 0+6 0A1.5", "a5=1:5/2 a5=1:6/2" },
		{ "0a1.5 0+5 f1>1.5 0a1.5 0+6 0A1.5", "a5=0:0/0! a5=1:6/2" },
		/* it ends, executes or is ended inside a call */
		{ "0a1.1 0+5 0A1.1 0a1.1 0+5 e1", "a1=1:5/2!" },
		{ "0a1.1 0+5 x1 0a1.1 0+6 0A1.1", "a1=1:6/2!" },
		{ "0a1.1 0+5", "a1=0:0/0!" },
		/* the child of a fork returns, too */
		{ "0a1.1 f1>7.7 0A7.7 0+5 0A1.1", "a1=1:5/4 a7=0:0/0 1 strays" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check(cases[i].words, cases[i].want);
}

static void losses(void **state)
{
	static const struct { const char *words, *want; } cases[] = {
		/* the open call is dropped, and its return is not a stray; the next one counts */
		{ "0a1.1 0+5 l0 0A1.1 0a1.1 0+6 0A1.1", "a1=1:6/2 1 dropped" },
		/* what the CPU counted since is nobody's */
		{ "0a1.1 0+5 l1 1+100 1a1.1 1+6 1A1.1", "a1=1:6/2 1 dropped" },
		{ "0a1.1 0+5 0A1.1 l0 0+6", "a1=1:5/2" },
		/* of a recursion that was dropped, deeper calls are a part; the next call counts */
		{ "0a1.1@9 0a1.1@7 l0 0a1.1@5 0+5 0A1.1@5 0A1.1@7 0A1.1@9 0a1.1@8 0+1 0A1.1@8", "a1=1:1/2 1 dropped" },
		{ "0a1.1@9 l0 0b1.1@7 0+3 0B1.1@7 0A1.1@9 0a1.1@5 0+1 0A1.1@5", "a1=1:1/2 b1=1:3/2 1 dropped" },
		/* others ran in a gap: the call that it is in is dropped, and that of another thread is not */
		{ "1a1.2 1+4 0a1.1 0+5 0g1.1 0+6 0A1.1 1A1.2 0a1.1 0+2 0A1.1", "a2=1:4/7 a1=1:2/2 1 dropped" },
	};
	struct str deep = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check(cases[i].words, cases[i].want);
	/* the kernel probes 64 returns: the rest of a recursion is inside it, another function is not counted */
	for (int i = 0; i < 70; i++)
		str_add(&deep, "0a1.1 0+1 ");
	str_add(&deep, "0b1.1 0+1 ");
	for (int i = 0; i < 64; i++)
		str_add(&deep, "0A1.1 ");
	str_add(&deep, "0b1.1 0+3 0B1.1");
	check(deep.text, "a1=1:71/205 b1=1:3/2 1 too deep");
	str_release(&deep);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(counting),
		cmocka_unit_test(longjmp_leaves_calls),
		cmocka_unit_test(processes),
		cmocka_unit_test(losses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
