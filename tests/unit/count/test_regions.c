/* SPDX-License-Identifier: MIT */
/* Tests the file of --regions: which events it asks for, what is read back, and what a program may have broken. */
#include "test.h"

#include <errno.h>
#include <string.h>

#include "pstat/region.h"

#include "counters_fixture.h"
#include "count/regions.h"

/* "0 0+ 2!": the leader of each event of the file, + if it is a member, ! if only read() tells its count. */
static void describe_file(const struct regions *rs, struct str *out)
{
	for (uint32_t i = 0; i < rs->file.layout.n_events; i++) {
		const struct pstat_region_event *e = &rs->file.event[i];
		union attr attr;

		memcpy(&attr, &e->attr, sizeof(e->attr));
		assert_int_equal(attr.head.disabled, e->leader == i && !(e->flags & PSTAT_REGION_WALL));
		assert_int_equal(attr.head.inherit | attr.head.enable_on_exec, 0);
		str_addf(out, "%s%u%s%s", i ? " " : "", (unsigned)e->leader, e->leader < i ? "+" : "",
			 e->flags & PSTAT_REGION_BY_READ ? "!" : e->flags & PSTAT_REGION_WALL ? "w" : "");
	}
}

static void filling(void **state)
{
	static const struct {
		struct some_event some[4];
		size_t n;
		const char *script, *want;
	} cases[] = {
		{ { { SOME_CLOCK, -1, 0 }, { SOME_CYCLES, -1, 0 }, { SOME_FAULTS, -1, 0 } }, 3, "", "0 1 0+" },
		{ { { SOME_CYCLES, -1, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_BRANCHES, -1, 0 } }, 3, "", "0 0+ 2" },
		/* software events leave a group of the processor's, which goes on without them */
		{ { { SOME_CLOCK, -1, 0 }, { SOME_CYCLES, 0, 0 }, { SOME_INSTRUCTIONS, 0, 0 }, { SOME_FAULTS, -1, 0 } }, 4,
		  "", "0 1 1+ 0+" },
		{ { { SOME_CYCLES, -1, 0 }, { SOME_FAULTS, -1, 0 } }, 2, "event=cycles open=ENOENT", "0" },
		{ { { SOME_SLOTS, -1, 0 }, { SOME_RETIRING, 0, EVENT_TOP_DOWN } }, 2, "", "0 0+!" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct regions rs = {0};
		struct str got = {0};
		struct fixture f;

		setup(&f, cases[i].some, cases[i].n, cases[i].script);
		assert_int_equal(regions_open(&rs, &f.fk.ops, 1, &f.err), 0);
		assert_true(open_all(&f) >= 0);
		assert_int_equal(regions_fill(&rs, &f.plan, &f.cs, &f.err), 0);
		describe_file(&rs, &got);
		assert_string_equal(got.text, cases[i].want);
		str_release(&got);
		regions_close(&rs);
		regions_close(&rs);		/* twice is safe */
		teardown(&f);
	}
}

static void too_many_events(void **state)
{
	struct some_event some[PSTAT_REGION_EVENTS + 1];
	struct regions rs = {0};
	struct fixture f;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(some); i++)
		some[i] = (struct some_event){ SOME_FAULTS, -1, 0 };
	setup(&f, some, COUNT_OF(some), "");
	assert_int_equal(regions_open(&rs, &f.fk.ops, 1, &f.err), 0);
	assert_true(open_all(&f) >= 0);
	assert_int_equal(regions_fill(&rs, &f.plan, &f.cs, &f.err), -1);
	assert_string_equal(f.err.message, "--regions counts at most 32 events");
	regions_close(&rs);
	teardown(&f);
}

static void cannot_open(void **state)
{
	static const char *const scripts[] = { "fail-all=shared:ENOMEM", "fail-all=sealable:ENOMEM", "fail-all=map:ENOMEM" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(scripts); i++) {
		const struct some_event some = { SOME_FAULTS, -1, 0 };
		struct regions rs = {0};
		struct fixture f;

		setup(&f, &some, 1, scripts[i]);
		assert_int_equal(regions_open(&rs, &f.fk.ops, 1, &f.err), -1);
		assert_int_equal(strncmp(f.err.message, "cannot make the file for --regions: ", 36), 0);
		assert_string_equal(f.err.message + 36, strerror(ENOMEM));
		regions_close(&rs);
		teardown(&f);
	}
}

static void cannot_seal(void **state)
{
	const struct some_event some = { SOME_FAULTS, -1, 0 };
	struct regions rs = {0};
	struct fixture f;

	(void)state;
	setup(&f, &some, 1, "fail-all=seal:ENOMEM");
	assert_int_equal(regions_open(&rs, &f.fk.ops, 1, &f.err), 0);
	assert_true(open_all(&f) >= 0);
	assert_int_equal(regions_fill(&rs, &f.plan, &f.cs, &f.err), -1);
	assert_int_equal(strncmp(f.err.message, "cannot make the file for --regions: ", 36), 0);
	regions_close(&rs);
	teardown(&f);
}

static struct pstat_region_block *add_block(struct regions *rs, const char *name)
{
	struct pstat_region_block *b = pstat_region_block_at(&rs->file.layout, rs->results, rs->results->n_blocks++);
	struct pstat_region_slot *s = pstat_region_slot_at(b, 0, rs->file.layout.n_events);

	b->pid = b->tid = 7;
	b->n_slots = 1;
	strcpy(s->name, name);
	s->entries = 3;
	pstat_region_counts(s)[0] = (struct pstat_region_count){ .entries = 3, .sum = 30, .enabled = 9, .running = 9 };
	return b;
}

/* Whatever a program writes, nothing outside of the file is read. */
static void break_number_of_slots(struct regions *rs, struct pstat_region_block *b)
{
	(void)rs;
	b->n_slots = UINT32_MAX;
}

static void break_name(struct regions *rs, struct pstat_region_block *b)
{
	memset(pstat_region_slot_at(b, 0, rs->file.layout.n_events)->name, 'x', PSTAT_REGION_NAME);
}

static void break_start(struct regions *rs, struct pstat_region_block *b)
{
	(void)b;
	rs->results->magic = rs->results->key = UINT64_MAX;
}

static void break_number_of_blocks(struct regions *rs, struct pstat_region_block *b)
{
	(void)b;
	rs->results->n_blocks = UINT32_MAX;
}

static void break_errno(struct regions *rs, struct pstat_region_block *b)
{
	(void)rs;
	b->errnum = UINT32_MAX;
	memset(b->comm, 'y', sizeof(b->comm));
}

static void break_sums(struct regions *rs, struct pstat_region_block *b)
{
	b->stray_ends = 2;
	add_block(rs, "other")->stray_ends = UINT64_MAX;
	rs->results->n_without_room = UINT32_MAX;
}

static void leave(struct regions *rs, struct pstat_region_block *b)
{
	(void)rs;
	b->pid = 0;
}

static void reading(void **state)
{
	static const struct {
		void (*change)(struct regions *rs, struct pstat_region_block *b);
		size_t n, threads;
		bool room;
	} cases[] = {
		{ NULL, 1, 1, true }, { break_number_of_slots, PSTAT_REGION_SLOTS, 1, true }, { break_name, 1, 1, true },
		{ break_start, 1, 1, true }, { break_number_of_blocks, 1, 1, false }, { break_errno, 1, 1, true },
		{ leave, 0, 0, true }, { break_sums, 2, 2, false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct some_event some = { SOME_FAULTS, -1, 0 };
		struct pstat_region_block *b;
		struct found_regions found;
		struct regions rs = {0};
		struct fixture f;

		setup(&f, &some, 1, "");
		assert_int_equal(regions_open(&rs, &f.fk.ops, 1, &f.err), 0);
		assert_true(open_all(&f) >= 0);
		assert_int_equal(regions_fill(&rs, &f.plan, &f.cs, &f.err), 0);
		b = add_block(&rs, "parse");
		if (cases[i].change)
			cases[i].change(&rs, b);
		regions_read(&found, &rs);
		assert_int_equal(found.n, cases[i].n);
		assert_int_equal(found.threads, cases[i].threads);
		assert_int_equal(!found.without_room, cases[i].room);
		assert_true(!found.stray_ends || found.stray_ends == UINT64_MAX);
		if (found.n) {
			assert_true(strlen(found.region[0].name) < PSTAT_REGION_NAME && strlen(found.region[0].comm) < 16);
			assert_int_equal(found.region[0].count[0].sum.value, 30);
		}
		found_regions_release(&found);
		regions_close(&rs);
		teardown(&f);
	}
}

/* --- what a thread adds ---------------------------------------------------------------------------------- */

/* An entry of a region: what begin and end cost is left out, and what was multiplexed is scaled. */
static void adding(void **state)
{
	static const struct {
		uint64_t count, inside, own, enabled, running;	/* between begin and end */
		struct pstat_region_count want;
	} cases[] = {
		{ 100, 0, 0, 50, 50, { 1, 100, 100, 100, 50, 50 } },
		{ 100, 7, 13, 50, 50, { 1, 80, 80, 80, 50, 50 } },
		{ 10, 7, 13, 50, 50, { 1, 0, 0, 0, 50, 50 } },	/* never below 0 */
		{ 100, 0, 0, 50, 25, { 1, 100, 200, 200, 50, 25 } },
		{ 0, 0, 0, 50, 0, { 0, 0, 0, 0, 50, 0 } },	/* not on a counter: no count */
		{ 100, 0, 0, 0, 0, { 1, 100, 100, 100, 0, 0 } },	/* a page without a clock */
	};
	static struct pstat_region_thread t;
	static struct pstat_region_local l;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct { struct pstat_region_slot slot; struct pstat_region_count count; } at = { .slot.open = 1 };

		memset(&t, 0, sizeof(t));
		memset(&l, 0, sizeof(l));
		t.n_events = t.n_groups = 1;
		l.slot = &at.slot;
		l.start.count[0] = UINT64_MAX - 10;	/* a counter may wrap around */
		t.now.count[0] = l.start.count[0] + cases[i].count;
		t.now.enabled[0] = cases[i].enabled;
		t.now.running[0] = cases[i].running;
		t.own[0] = cases[i].own;
		l.inside[0] = cases[i].inside;
		l.around[0] = 5;
		pstat_region_add(&t, &l);
		assert_memory_equal(&at.count, &cases[i].want, sizeof(at.count));
		assert_int_equal(at.slot.entries, 1);
		assert_int_equal(at.slot.open, 0);
		assert_int_equal(t.own[0], cases[i].own + 5);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(filling),
		cmocka_unit_test(too_many_events),
		cmocka_unit_test(cannot_open),
		cmocka_unit_test(cannot_seal),
		cmocka_unit_test(reading),
		cmocka_unit_test(adding),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
