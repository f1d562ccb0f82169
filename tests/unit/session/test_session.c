/* SPDX-License-Identifier: MIT */
/* Tests sessions on the fake kernel: the result of each side, and each fault. */
#include "test.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/app.h"
#include "cli/options.h"
#include "fake_kernel.h"
#include "made_root.h"
#include "session/session.h"
#include "session/session_run.h"

enum { WORDS = 24 };

static struct root bare_root;

struct fixture {
	struct fake_kernel fk;
	struct env env;
	struct options opts;
	struct session session;
	struct error err;
	char *argv[WORDS + 1];
};

static int open_root(void **state)
{
	(void)state;
	root_make(&bare_root);
	return 0;
}

static int close_root(void **state)
{
	(void)state;
	root_remove(&bare_root);
	return 0;
}

/* The words are parted by blanks. */
static int spread_words(char **argv, char *text)
{
	int argc = 0;
	char *save = NULL;

	argv[argc++] = (char *)(uintptr_t)"pstat";
	for (char *w = strtok_r(text, " ", &save); w && argc < WORDS; w = strtok_r(NULL, " ", &save))
		argv[argc++] = w;
	argv[argc] = NULL;
	return argc;
}

static void setup(struct fixture *f, const char *script, char *words)
{
	memset(f, 0, sizeof(*f));
	f->err.column = -1;
	fake_kernel_init(&f->fk);
	fake_kernel_script(&f->fk, script);
	f->env = (struct env){ .kernel = &f->fk.ops, .root = &bare_root.fs, .err = fopen("/dev/null", "w") };
	assert_int_equal(options_parse(&f->opts, VERB_COMPARE, spread_words(f->argv, words), f->argv, &f->err), 0);
	assert_int_equal(session_open(&f->session, &f->env, &f->opts.session, &f->opts.measure, &f->err), 0);
}

static void teardown(struct fixture *f)
{
	session_release(&f->session);
	session_release(&f->session);		/* twice is safe */
	options_release(&f->opts);
	fclose(f->env.err);
	assert_int_equal(f->fk.open_fds, 0);
	assert_int_equal(f->fk.mappings, 0);
	assert_int_equal(f->fk.pid, 0);
}

static const struct {
	const char *script, *words;
	size_t batch[3];		/* rounds that are asked for, one after the other */
	int status;
	size_t rounds[3], counted[3];	/* of each side; counted: what is looked at */
} cases[] = {
	{ "", "-n -- a --vs b", { 3 }, STATUS_OK, { 3, 3 }, { 3, 3 } },
	{ "", "-n -- a --vs b --vs c", { 2, 5, 1 }, STATUS_OK, { 8, 8, 8 }, { 8, 8, 8 } },
	{ "", "-n -- a", { 4 }, STATUS_OK, { 4 }, { 4 } },
	/* warm-ups do not count, but end it */
	{ "exit=0,4", "-n -- a --vs b", { 3 }, 4, { 0, 0 }, { 0, 0 } },
	{ "exit=0,0,0,0,4", "-n -- a --vs b", { 3 }, 4, { 1, 1 }, { 1, 1 } },
	/* b of the second round ran, a did not: the round is not complete */
	{ "exit=0,0,0,0,0,4", "-n -- a --vs b", { 3 }, 4, { 1, 1 }, { 1, 1 } },
	{ "exit=4", "-n --ignore-failure -- a --vs b", { 3 }, STATUS_OK, { 3, 3 }, { 3, 3 } },
	{ "killed=KILL", "-n -- a --vs b", { 3 }, 128 + 9, { 0, 0 }, { 0, 0 } },
	{ "child=10,10,10,10,900", "-n --timeout 100 -- a --vs b", { 3 }, STATUS_TIMEOUT, { 1, 1 }, { 1, 1 } },
	{ "signal=TERM@45", "-n -- a --vs b", { 3 }, STATUS_SIGNAL + SIGTERM, { 1, 1 }, { 1, 1 } },
	{ "terminal=INT@45", "-n -- a --vs b", { 3 }, STATUS_SIGNAL + SIGINT, { 1, 1 }, { 1, 1 } },
	{ "signal=TERM@45 stubborn", "-n -- a --vs b", { 3 }, STATUS_SIGNAL + SIGTERM, { 1, 1 }, { 1, 1 } },
	/* with a budget: 3 rounds fit, so that is no failure; the clock begins at 1 s */
	{ "child=100", "-n --budget 850ms -- a --vs b", { 9 }, STATUS_OK, { 3, 3 }, { 3, 3 } },
	{ "child=100", "-n --budget 850ms --warmup 0 -- a --vs b", { 2, 9 }, STATUS_OK, { 4, 4 }, { 4, 4 } },
	{ "child=100", "-n --budget 5s -- a --vs b", { 4 }, STATUS_OK, { 4, 4 }, { 4, 4 } },
	/* the fifth round is slower and is ended, after one of its runs */
	{ "child=100,100,100,100,100,100,100,100,100,100,100,300", "-n --budget 1250ms -- a --vs b", { 9 }, STATUS_OK,
	  { 4, 4 }, { 4, 4 } },
	/* one that takes more than a second longer than three times a round hangs */
	{ "child=10,10,10,10,9000", "-n --budget 2s -- a --vs b", { 3 }, STATUS_TIMEOUT, { 1, 1 }, { 1, 1 } },
	{ "child=10,10,10,10,9000", "-n --budget 1s -- a --vs b", { 3 }, STATUS_OK, { 1, 1 }, { 1, 1 } },
	{ "child=900", "-n --budget 1s -- a --vs b", { 3 }, STATUS_TIMEOUT, { 0, 0 }, { 0, 0 } },
	{ "child=100", "-n --budget 200ms -- a --vs b", { 3 }, STATUS_TIMEOUT, { 0, 0 }, { 0, 0 } },
	{ "child=100", "-n --budget 201ms -- a --vs b", { 3 }, STATUS_TIMEOUT, { 0, 0 }, { 0, 0 } },
	{ "child=100,100,900", "-n --budget 1s -- a --vs b", { 3 }, STATUS_TIMEOUT, { 0, 0 }, { 0, 0 } },
	{ "child=10,10,10,10,900", "-n --budget 9s --timeout 100 -- a --vs b", { 3 }, STATUS_TIMEOUT, { 1, 1 }, { 1, 1 } },
	{ "signal=TERM@45", "-n --budget 9s -- a --vs b", { 3 }, STATUS_SIGNAL + SIGTERM, { 1, 1 }, { 1, 1 } },
	{ "counters=3 child=100", "--budget 1s --warmup 0 -- a --vs b", { 9 }, STATUS_OK, { 2, 2 }, { 4, 4 } },
	/* four events and three counters: two sets, and a round is one run of each */
	{ "counters=3", "-- a --vs b", { 2 }, STATUS_OK, { 2, 2 }, { 4, 4 } },
	{ "counters=3 exit=0,0,0,0,0,0,0,0,3", "-- a --vs b", { 3 }, 3, { 1, 1 }, { 2, 2 } },
	{ "counters=3", "--no-exact -- a --vs b", { 2 }, STATUS_OK, { 2, 2 }, { 2, 2 } },
	/* of five runs of a set the third, of the first side, did three times the work */
	{ "counters=3 type=hw config=1 run=7 count=90M", "--warmup 0 -- a --vs b", { 5 }, STATUS_OK, { 5, 5 }, { 10, 9 } },
};

static void what_each_side_has(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct fixture f;
		char words[80];

		snprintf(words, sizeof(words), "%s", cases[i].words);
		setup(&f, cases[i].script, words);
		assert_int_equal(session_prepare(&f.session, &f.err), 0);
		assert_int_equal(session_start(&f.session, &f.err), 0);
		for (size_t k = 0; k < COUNT_OF(cases[i].batch) && !f.session.over; k++)
			assert_int_equal(session_run(&f.session, f.session.rounds + cases[i].batch[k], &f.err), 0);
		assert_int_equal(session_end(&f.session, &f.err), 0);
		session_sum(&f.session);
		session_sum(&f.session);	/* again is the same */
		if (f.opts.session.budget_ns)	/* the fake clock begins at a second */
			assert_in_range(f.fk.clock_ns, 0, 1000000000 + f.opts.session.budget_ns);
		assert_int_equal(f.session.status, cases[i].status);
		assert_int_equal(f.session.over, cases[i].status != STATUS_OK);
		assert_int_equal(session_has_rounds(&f.session),
				 cases[i].rounds[0] && (f.session.n < 2 || cases[i].rounds[1]));
		for (size_t s = 0; s < f.session.n; s++) {
			const struct session_side *side = &f.session.side[s];

			assert_int_equal(side->rounds, cases[i].rounds[s]);
			assert_int_equal(side->report.n_runs, cases[i].counted[s]);
			for (size_t r = 0; r < side->report.n_runs; r++)
				assert_in_range(side->report.run[r].round, 1, side->rounds);
		}
		teardown(&f);
	}
}

/* After a pause the round that the budget had ended is made again, so runs of both sides still belong together. */
static void a_pause_in_a_round(void **state)
{
	static const struct { const char *script, *words; size_t before, sets; } paused[] = {
		{ "child=100,100,100,100,100,100,100,100,100,100,100,300,100",
		  "-n --budget 1250ms -- a --vs b", 4, 1 },
		{ "counters=3 child=100,100,100,100,100,100,100,100,100,400,100",
		  "--budget 1250ms --warmup 0 -- a --vs b", 2, 2 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(paused); i++) {
		struct fixture f;
		char words[80];

		snprintf(words, sizeof(words), "%s", paused[i].words);
		setup(&f, paused[i].script, words);
		assert_int_equal(session_prepare(&f.session, &f.err), 0);
		assert_int_equal(session_start(&f.session, &f.err), 0);
		assert_int_equal(session_run(&f.session, 9, &f.err), 0);
		assert_true(f.session.budget.stopped);
		assert_int_equal(f.session.side[0].rounds, paused[i].before);
		session_resume(&f.session, 5000000000, 1250000000);
		assert_int_equal(session_run(&f.session, 9, &f.err), 0);
		assert_int_equal(session_end(&f.session, &f.err), 0);
		session_sum(&f.session);
		for (size_t s = 0; s < f.session.n; s++) {
			const struct session_side *side = &f.session.side[s];

			assert_int_equal(side->rounds, 9);
			assert_int_equal(side->report.n_runs, 9 * paused[i].sets);
			for (size_t r = 0; r < side->report.n_runs; r++)
				assert_int_equal(side->report.run[r].round, 1 + r / paused[i].sets);
		}
		teardown(&f);
	}
}

/* Runs begin so far apart, or later; each has the samples of the fixed loop, but no warm-up has. */
static void machine_is_watched(void **state)
{
	static const struct { const char *script; uint64_t spacing_ms, end_ms; } watched[] = {
		{ "child=10 waits=2 loop=100,150", 200, 410 },
		{ "child=300 waits=2 loop=100,150", 200, 900 },
		{ "child=10,300,10 waits=2 loop=100,150", 200, 510 },	/* also after a slow one */
		{ "child=10 waits=2 loop=100,150", 0, 30 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(watched); i++) {
		char words[] = "--warmup 1 -- a";
		struct fixture f;
		struct session *s = &f.session;
		const struct run_result *r;
		uint64_t begin;

		setup(&f, watched[i].script, words);
		session_watch_machine(s, watched[i].spacing_ms * 1000000);
		assert_int_equal(session_prepare(s, &f.err), 0);
		assert_int_equal(session_start(s, &f.err), 0);
		assert_int_equal(session_run(s, 1, &f.err), 0);
		r = s->side[0].measure.b.run;
		begin = f.fk.clock_ns - r[0].elapsed_ns;
		assert_int_equal(session_run(s, 3, &f.err), 0);
		assert_int_equal(f.fk.clock_ns - begin, watched[i].end_ms * 1000000);
		assert_int_equal(f.fk.loops, 3);
		r = s->side[0].measure.b.run;
		assert_int_equal(r[0].machine.loop.ns[LOOP_FAULTS], 1000000);
		assert_int_equal(r[2].machine.loop.ns[LOOP_FAULTS], 1500000);
		assert_int_equal(r[2].machine.waited_ns, 2000000);
		assert_int_equal(session_end(s, &f.err), 0);
		teardown(&f);
	}
}

/* CPU time of pstat and its children is none of other programs, whatever they are: commands, hooks, valgrind. */
static void others_are_not_own(void **state)
{
	static const struct { uint64_t own_ms; double others; } busy[] = {
		{ 0, 0.5 }, { 500, 0.25 }, { 1000, 0 }, { 1500, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(busy); i++) {
		char words[] = "--warmup 0 -- a";
		struct fixture f;
		struct session *s = &f.session;

		setup(&f, "child=10", words);
		session_watch_machine(s, 0);
		f.fk.own_cpu_ns = 7000000;
		root_put(&bare_root, "proc/stat", "cpu  100 0 0 100 0 0 0 0 0 0\n");
		assert_int_equal(session_prepare(s, &f.err), 0);
		assert_int_equal(session_start(s, &f.err), 0);
		assert_int_equal(session_run(s, 1, &f.err), 0);
		assert_true(s->side[0].measure.b.run[0].machine.others < 0);	/* too short */
		f.fk.own_cpu_ns += busy[i].own_ms * 1000000;
		root_put(&bare_root, "proc/stat", "cpu  200 0 0 200 0 0 0 0 0 0\n");
		assert_int_equal(session_run(s, 2, &f.err), 0);
		assert_true(fabs(s->side[0].measure.b.run[1].machine.others - busy[i].others) < 1e-9);
		assert_int_equal(session_end(s, &f.err), 0);
		teardown(&f);
	}
	root_put(&bare_root, "proc/stat", "");
}

/* A signal ends the pause, and the session. */
static void signal_in_a_pause(void **state)
{
	char words[] = "--warmup 0 -- a";
	struct fixture f;

	(void)state;
	setup(&f, "child=10 signal=TERM@50", words);
	session_watch_machine(&f.session, 200000000);
	assert_int_equal(session_prepare(&f.session, &f.err), 0);
	assert_int_equal(session_start(&f.session, &f.err), 0);
	assert_int_equal(session_run(&f.session, 3, &f.err), 0);
	assert_true(f.session.over);
	assert_int_equal(f.session.status, STATUS_SIGNAL + SIGTERM);
	assert_int_equal(f.session.side[0].rounds, 1);
	assert_int_equal(session_end(&f.session, &f.err), 0);
	teardown(&f);
}

/* Whatever fails: an error is told or the report is there, and nothing is left behind. */
static void every_fault(void **state)
{
	static const int errnos[] = { EMFILE, ENOMEM, EIO };
	static const char *const lines[] = {
		"compare -r 2 --setup x --prepare y --cleanup z -e page-faults -- a --vs b",
		"compare -r 2 -- a --vs b",
		"compare -r 3 --budget 75ms --cleanup x -n -- a --vs b",
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(errnos) * COUNT_OF(lines); i++) {
		static struct fake_kernel fk;
		bool fired = true, said;

		for (int n = 1; fired; n++) {
			char words[120], *argv[WORDS + 1];
			FILE *out = fopen("/dev/null", "w"), *err = tmpfile();
			const struct env env = { .kernel = &fk.ops, .root = &bare_root.fs, .out = out, .err = err };
			int argc, status;

			snprintf(words, sizeof(words), "%s", lines[i % COUNT_OF(lines)]);
			argc = spread_words(argv, words);
			fake_kernel_init(&fk);
			fake_kernel_script(&fk, "counters=3");
			fk.fail_at = n;
			fk.fail_errno = errnos[i / COUNT_OF(lines)];
			status = app_run(&env, argc, argv);
			fseek(err, 0, SEEK_END);
			said = ftell(err) > 0;
			fclose(out);
			fclose(err);
			fired = fk.fault_fired;
			assert_true(status == STATUS_OK || (status == STATUS_ERROR && said));
			assert_int_equal(fk.open_fds, 0);
			assert_int_equal(fk.mappings, 0);
			assert_int_equal(fk.pid, 0);
			if (!fired)
				assert_int_equal(status, STATUS_OK);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_each_side_has),
		cmocka_unit_test(a_pause_in_a_round),
		cmocka_unit_test(machine_is_watched),
		cmocka_unit_test(others_are_not_own), cmocka_unit_test(signal_in_a_pause), cmocka_unit_test(every_fault),
	};

	return cmocka_run_group_tests(tests, open_root, close_root);
}
