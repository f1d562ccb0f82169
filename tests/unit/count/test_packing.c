/* SPDX-License-Identifier: MIT */
/* Tests into which sets the events of a fake machine are divided, and what a trial costs. */
#include "test.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#include "count/event_sets.h"
#include "count/packing.h"
#include "count/packing_trial.h"
#include "counters_fixture.h"
#include "host/pmu.h"

/* Of a text: "c b {i m} p t" is cycles, branches, a group of two, page-faults, a tracepoint. */
static size_t parse(struct some_event *out, const char *text)
{
	static const struct { char letter; struct some_event event; } known[] = {
		{ 'c', { SOME_CYCLES, -1, 0 } },	{ 'i', { SOME_INSTRUCTIONS, -1, 0 } },
		{ 'b', { SOME_BRANCHES, -1, 0 } },	{ 'm', { SOME_MISSES, -1, 0 } },
		{ 'p', { SOME_FAULTS, -1, 0 } },	{ 't', { "sched:x", PERF_TYPE_TRACEPOINT, 5, -1, 0 } },
		{ 'r', { "r1", PERF_TYPE_RAW, 1, -1, 0 } },
		{ 'u', { "uncore/x/", 30, 1, -1, 0 } },	{ 'v', { "other/x/", 31, 1, -1, 0 } },
		{ 'n', { "nothing", PERF_TYPE_HARDWARE, 9, -1, EVENT_UNSUPPORTED } },
	};
	size_t n = 0;
	int leader = -1;

	for (const char *p = text; *p; p++) {
		if (*p == '{')
			leader = (int)n;
		if (*p == '}')
			leader = -1;
		for (size_t k = 0; k < COUNT_OF(known); k++) {
			if (known[k].letter != *p)
				continue;
			out[n] = known[k].event;
			out[n++].leader = leader;
		}
	}
	return n;
}

/* The other way: sets with a | between them, groups as they are now. */
static void write_sets(struct str *out, const struct event_sets *sets, const struct events *es,
		       const char *letters)
{
	str_add(out, "");
	for (size_t s = 0; s < sets->n; s++) {
		str_add(out, s ? "|" : "");
		for (size_t e = 0; e < es->n; e++) {
			if (!event_set_has(&sets->set[s], (int)e))
				continue;
			str_addf(out, events_group_size(es, es->event[e].leader) > 1 ? "(%c)" : "%c", letters[e]);
		}
	}
}

static void letters_of(char *out, const char *text)
{
	for (; *text; text++)
		if (*text >= 'a' && *text <= 'z')
			*out++ = *text;
	*out = '\0';
}

static const struct {
	const char *what, *events, *script;
	int common;
	const char *sets;
	uint64_t notes;		/* kinds, one bit each */
} cases[] = {
	{ "nothing that needs a counter", "ppt", "counters=1", -1, "ppt", 0 },
	{ "all at once", "cbip", "counters=3", -1, "cbip", 0 },
	{ "one after the other", "cbimr", "counters=2", -1, "cb|im|r", 0 },
	{ "a common one", "cbimr", "counters=3", 2, "cbi|imr", 0 },
	{ "a common one that leaves room for one", "cbimr", "counters=2", 2, "ci|bi|im|ir", 0 },
	{ "the common one has no room beside any", "cbi", "counters=1", 2, "c|b|i", 1ULL << NOTE_UNCHECKED },
	{ "software events are in all sets", "pcbtimrp", "counters=2", -1, "pcbtp|ptimp|ptrp", 0 },
	{ "groups stay whole", "c{bi}mr", "counters=3", -1, "c(b)(i)|mr", 0 },
	{ "groups stay whole beside the common one", "i{cb}{mr}", "counters=3", 0, "i(c)(b)|i(m)(r)", 0 },
	{ "a group with no room for the common one", "i{cbr}m", "counters=3", 0, "(c)(b)(r)|im",
	  1ULL << NOTE_UNCHECKED },
	{ "a group that fits nowhere", "m{cbir}m", "counters=4 taken=1", -1, "mcb|irm", 1ULL << NOTE_SPLIT_GROUP },
	{ "others hold a counter", "cbimr", "counters=4 taken=2", -1, "cb|im|r", 0 },
	{ "others hold all of them", "cbi", "counters=4 taken=4", -1, "cbi", 0 },
	{ "one that never runs is in nobody's way", "cbim", "counters=2; event=branches running=0%", -1,
	  "ci|m|b", 0 },
	{ "one that has a counter now and then", "cb", "event=branches running=50%", -1, "c|b", 0 },
	{ "a dead counter", "cbimr", "counters=4 dead=4", -1, "cbi|mr", 0 },
	{ "a counter that is dead under an event of which there are none", "cbim",
	  "counters=4 dead=4; event=branch-misses count=0", -1, "cbi|m", 0 },
	{ "a dead counter under the common one", "cbim", "counters=4 dead=3", 3, "cm|bm|im", 0 },
	{ "events of which there are none", "cbimr",
	  "counters=3; event=branches count=0; event=cycles count=0", -1, "cbi|mr", 0 },
	{ "an event that cannot be replaced", "cb",
	  "event=branches count=0; event=instructions open=ENOENT", -1, "cb", 0 },
	{ "what was refused needs no counter", "cnbi", "counters=2", -1, "cnb|ni", 0 },
	{ "what is refused now", "cb", "event=branches open=EBUSY", -1, "c|b", 0 },
	{ "PMUs do not share", "cubvi", "counters=2", -1, "cubv|i", 0 },
	{ "PMUs fill the sets by themselves", "cubvim", "counters=2; type=30 running=50%", -1, "cbv|im|u", 0 },
	{ "reads that fail", "cb", "event=branches read=EIO", -1, "c|b", 0 },
	{ "a pinned one that lost its counter", "cb", "event=branches read=end", -1, "c|b", 0 },
};

static void sets_of_events(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct some_event some[16];
		size_t n = parse(some, cases[i].events);
		struct event_sets sets;
		struct str got = {0};
		char letters[16];
		uint64_t notes = 0;
		struct fixture f;

		setup(&f, some, n, cases[i].script);
		letters_of(letters, cases[i].events);
		packing_make_sets(&sets, &(struct trial_setup){ &f.fk.ops, &f.events, false }, cases[i].common, &f.notes);
		write_sets(&got, &sets, &f.events, letters);
		for (size_t k = 0; k < f.notes.n; k++)
			notes |= 1ULL << f.notes.note[k].kind;
		if (strcmp(got.text, cases[i].sets) != 0 || notes != cases[i].notes)
			fail_msg("%s: %s, notes %#llx", cases[i].what, got.text, (unsigned long long)notes);
		assert_int_equal(f.fk.open_fds, 0);
		assert_true(packing_is_needed(&f.events) == (i > 0));
		str_release(&got);
		event_sets_release(&sets);
		teardown(&f);
	}
}

/* Of few events one trial decides; of many there are at most four for each, and none where there is nothing to try. */
static void trials(void **state)
{
	static const struct { const char *events, *script; int reads; bool together; } some_cases[] = {
		{ "pt", "counters=1", 0, true },
		{ "cbi", "counters=3", 3, true },
		{ "cbi", "counters=2", 2, false },	/* the first one took turns, and a second chance */
		{ "cbi", "counters=3; event=branches count=0", 2 * 3, true },
		{ "cb", "any open=EMFILE", 0, false },
		{ "cb", "any read=EIO", 2, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(some_cases); i++) {
		struct some_event some[16];
		size_t n = parse(some, some_cases[i].events);
		struct fixture f;
		bool together;

		setup(&f, some, n, some_cases[i].script);
		together = packing_fits_together(&(struct trial_setup){ &f.fk.ops, &f.events, false }, NULL);
		if (together != some_cases[i].together || f.fk.reads != some_cases[i].reads)
			fail_msg("%s, '%s': %d after %d reads", some_cases[i].events, some_cases[i].script,
				 together, f.fk.reads);
		assert_int_equal(f.fk.runs, 0);
		assert_int_equal(f.fk.open_fds, 0);
		teardown(&f);
	}
}

static void many_events_cost_a_few_trials_each(void **state)
{
	struct some_event some[60];
	struct event_sets sets;
	struct fixture f;

	(void)state;
	for (size_t i = 0; i < 60; i++)
		some[i] = (struct some_event){ "r", PERF_TYPE_RAW, i, -1, 0 };
	setup(&f, some, 60, "counters=4");
	packing_make_sets(&sets, &(struct trial_setup){ &f.fk.ops, &f.events, false }, 0, &f.notes);
	assert_int_equal(sets.n, 20);
	assert_in_range(f.fk.reads, 1, 60 * 5 * 3);
	event_sets_release(&sets);
	teardown(&f);
}

static void rows_stay_whole(void **state)
{
	struct some_event some[6];
	size_t n = parse(some, "cbmir");
	struct event_sets sets;
	struct str got = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, n, "counters=2");
	f.events.event[3].row = 1;
	packing_make_sets(&sets, &(struct trial_setup){ &f.fk.ops, &f.events, false }, -1, &f.notes);
	write_sets(&got, &sets, &f.events, "cbmir");
	assert_string_equal(got.text, "c|bi|mr");
	str_release(&got);
	event_sets_release(&sets);
	teardown(&f);
}

/* Those of some CPUs only are tried there, and believed where they may not be. */
static void cpus(void **state)
{
	static const struct {
		bool on_cpus, is_core;
		const char *script;
		bool together;
	} some_cases[] = {
		{ true, false, "", true },
		{ true, false, "any cpu=2 running=50%", false },
		{ true, false, "any cpu=0 running=50%", true },
		{ false, true, "any cpu=2 running=50%", false },
		{ false, true, "any cpu=2 open=EACCES", true },
		{ false, true, "any cpu=2 open=EPERM", true },
		{ false, true, "any cpu=2 open=EINVAL", false },
		{ false, true, "any cpu=2 count=0", true },	/* an idle CPU says nothing */
		{ false, false, "any cpu=2 running=50%", true },
		{ false, false, "any running=50%", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(some_cases); i++) {
		int two[] = { 2, 3 };
		const struct pmu pmu = { .name = (char[]){ "x" }, .type = 30, .is_core = some_cases[i].is_core,
					 .is_uncore = !some_cases[i].is_core, .cpus = { two, 2 } };
		struct some_event some[2];
		size_t n = parse(some, "uu");
		struct fixture f;
		bool together;

		setup(&f, some, n, some_cases[i].script);
		f.events.event[0].pmu = f.events.event[1].pmu = &pmu;
		together = packing_fits_together(&(struct trial_setup){ &f.fk.ops, &f.events, some_cases[i].on_cpus }, NULL);
		if (together != some_cases[i].together)
			fail_msg("case %zu: %d", i, together);
		teardown(&f);
	}
}

static void halves(void **state)
{
	static const struct { const char *events; int common; const char *before, *after; size_t which; bool split;
	} some_cases[] = {
		{ "cbim", -1, "cbim", "cb|im", 0, true },
		{ "cbi", -1, "cbi", "cb|i", 0, true },
		{ "pcbim", 4, "pcbm|pim", "pcm|pbm|pim", 0, true },
		{ "pcbim", 4, "pcbm|pim", "pcbm|pi", 1, true },	/* nothing else to be parted from */
		{ "pcim", 3, "pcm|pi", "pc|pi|pm", 0, true },	/* it was asked for, and is in no other */
		{ "pcim", 3, "pcm", "pc|pm", 0, true },
		{ "pcim", 3, "pc|pm", "pc|pm", 1, false },
		{ "pcbim", 4, "pc|pim", "pc|pi|pm", 1, true },
		{ "{cb}m", 2, "(c)(b)m", "(c)(b)|m", 0, true },
		{ "{cb}im", -1, "(c)(b)i|m", "(c)(b)|i|m", 0, true },
		{ "{cb}p", -1, "(c)(b)p", "(c)(b)p", 0, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(some_cases); i++) {
		struct event_sets sets = { .common = some_cases[i].common };
		struct some_event some[16];
		size_t n = parse(some, some_cases[i].events);
		struct str got = {0};
		char letters[16];
		struct fixture f;

		setup(&f, some, n, "");
		letters_of(letters, some_cases[i].events);
		for (const char *p = some_cases[i].before - 1; p; p = strchr(p + 1, '|')) {
			struct event_set *set;

			sets.set = mem_resize(sets.set, sets.n + 1, sizeof(*sets.set));
			set = &sets.set[sets.n++];
			*set = (struct event_set){ .event = mem_resize(NULL, 16, sizeof(int)) };
			for (const char *c = p + 1; *c && *c != '|'; c++)
				if (strchr(letters, *c))
					set->event[set->n++] = (int)(strchr(letters, *c) - letters);
		}
		sets.n_fit = sets.n;
		assert_true(event_sets_split(&sets, some_cases[i].which, &f.events) == some_cases[i].split);
		write_sets(&got, &sets, &f.events, letters);
		if (strcmp(got.text, some_cases[i].after) != 0)
			fail_msg("%s: %s", some_cases[i].before, got.text);
		assert_int_equal(sets.n_fit, sets.n);
		str_release(&got);
		event_sets_release(&sets);
		teardown(&f);
	}
}

/* Everything at once has no list. */
static void half_of_everything(void **state)
{
	struct some_event some[4];
	size_t n = parse(some, "cbp");
	struct event_sets sets;
	struct str got = {0};
	struct fixture f;

	(void)state;
	setup(&f, some, n, "");
	event_sets_single(&sets);
	assert_true(event_sets_split(&sets, 0, &f.events));
	write_sets(&got, &sets, &f.events, "cbp");
	assert_string_equal(got.text, "cp|bp");
	str_release(&got);
	event_sets_release(&sets);
	event_sets_release(&sets);
	teardown(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sets_of_events),
		cmocka_unit_test(trials),
		cmocka_unit_test(many_events_cost_a_few_trials_each),
		cmocka_unit_test(rows_stay_whole),
		cmocka_unit_test(cpus),
		cmocka_unit_test(halves),
		cmocka_unit_test(half_of_everything),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
