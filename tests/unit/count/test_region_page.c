/* SPDX-License-Identifier: MIT */
/* The protocol of the mmap page, against a page whose fields change while they are read. */
#include "test.h"

#include <stdbool.h>

static uint64_t read_pmc(uint32_t index);
static uint64_t read_clock(void);

#define PSTAT_REGION_HAS_PMC 1
#define PSTAT_REGION_PMC read_pmc
#define PSTAT_REGION_CLOCK read_clock
#include "pstat/region.h"

enum { NEW = PSTAT_REGION_CAP_NEW, PMC = PSTAT_REGION_CAP_PMC, TIME = PSTAT_REGION_CAP_TIME,
       ZERO = PSTAT_REGION_CAP_ZERO, SHORT = PSTAT_REGION_CAP_SHORT };

static struct machine_now {		/* what the registers hold, and what happens at the next reads */
	struct pstat_region_page page;
	uint64_t pmc[32], clock;
	unsigned reads;
	unsigned changes;		/* so many reads of the clock or a counter are interrupted */
	struct pstat_region_page next;	/* the page after an interruption */
	uint64_t next_pmc;
	bool left_odd;			/* the interruption leaves the lock odd */
} now;

/* The kernel moves the event to another counter between the lock and its second look. */
static void interrupt(void)
{
	uint32_t lock = now.page.lock;

	now.reads++;
	if (!now.changes)
		return;
	now.changes--;
	now.page = now.next;
	now.page.lock = now.left_odd && now.changes ? (lock | 1) + 2 : (lock | 1) + 1;
	if (now.page.index)
		now.pmc[now.page.index - 1] = now.next_pmc;
}

static uint64_t read_pmc(uint32_t index)
{
	uint64_t value = index < 32 ? now.pmc[index] : 0;

	interrupt();
	return value;
}

static uint64_t read_clock(void)
{
	uint64_t value = now.clock;

	interrupt();
	return value;
}

static void start(uint64_t capabilities)
{
	now = (struct machine_now){
		.page = { .lock = 8, .index = 3, .offset = 1000, .time_enabled = 500, .time_running = 400,
			  .capabilities = capabilities, .pmc_width = 48, .time_shift = 4, .time_mult = 8,
			  .time_offset = 70, .time_zero = 100000, .time_cycles = 0x10000, .time_mask = 0xffff },
		.clock = 0x18000,
	};
	now.pmc[2] = 25;
}

/* Every set of capabilities. */
static void test_capabilities(void **state)
{
	/* 0x18000 >> 4 is 0x1800, times 8 */
	const uint64_t passed = 0xc000;

	(void)state;
	for (uint64_t caps = 0; caps < 64; caps++) {
		bool known = caps & NEW && caps & PMC && caps & TIME;
		struct pstat_region_value v = {0};
		uint64_t ns = 0;

		start(caps);
		assert_int_equal(pstat_region_page_read(&now.page, &v), known);
		if (known) {
			assert_int_equal(v.count, 1025);
			assert_int_equal(v.enabled, 500 + 70 + passed);
			assert_int_equal(v.running, 400 + 70 + passed);
		}
		assert_int_equal(pstat_region_page_clock(&now.page, &ns), caps & NEW && caps & TIME && caps & ZERO);
		assert_int_equal(ns, caps & NEW && caps & TIME && caps & ZERO ? 100000 + passed : 0);
		/* without the clock the times are old: enough where the event never left its counter */
		start(caps);
		now.page.time_running = now.page.time_enabled;
		assert_int_equal(pstat_region_page_read(&now.page, &v), caps & NEW && caps & PMC);
		now.page.index = 0;
		assert_int_equal(pstat_region_page_read(&now.page, &v), 0);
	}
}

/* The counter of an event that has none is never read: there is no such register. */
static void test_index_0(void **state)
{
	struct pstat_region_value v;

	(void)state;
	start(NEW | PMC | TIME);
	now.page.index = 0;
	assert_false(pstat_region_page_read(&now.page, &v));
	assert_int_equal(now.reads, 1);	/* of the clock */
}

static void test_width(void **state)
{
	static const struct { uint16_t width; uint64_t pmc; int64_t offset; uint64_t want; } cases[] = {
		{ 32, 0x7fffffff, 1, 0x80000000 },
		{ 32, 0x80000000, 0, 0xffffffff80000000 },
		{ 32, 0xffffffff, 10, 9 },		/* counts up to 0, as the kernel starts it */
		{ 32, 0xabcdefff7fffffff, 1, 0x80000000 },	/* bits above the width mean nothing */
		{ 40, 0x7fffffffff, 0, 0x7fffffffff },
		{ 40, 0xffffff0000, 0x20000, 0x10000 },
		{ 48, 0x800000000000, 0, 0xffff800000000000 },
		{ 48, 0x7fffffffffff, 1, 0x800000000000 },
		{ 56, 0xffffffffffffff, 5, 4 },
		{ 63, 0x4000000000000000, 0, 0xc000000000000000 },
		{ 64, 0xffffffffffffffff, 3, 2 },
		{ 64, 0x8000000000000000, 0, 0x8000000000000000 },
		{ 0, 7, 3, 10 },			/* not said: taken as it is */
		{ 48, 25, -20, 5 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct pstat_region_value v;

		start(NEW | PMC | TIME);
		now.page.pmc_width = cases[i].width;
		now.page.offset = cases[i].offset;
		now.pmc[2] = cases[i].pmc;
		assert_true(pstat_region_page_read(&now.page, &v));
		assert_int_equal(v.count, cases[i].want);
	}
}

/* Of each width: the largest count, the smallest one, and one that passes 0, whatever the bits above say. */
static void test_every_width(void **state)
{
	(void)state;
	for (unsigned width = 32; width <= 64; width++) {
		const uint64_t top = UINT64_C(1) << (width - 1), all = top | (top - 1), above = ~all;
		const struct { uint64_t pmc, want; } cases[] = {
			{ top - 1, 1000 + (top - 1) }, { top, 1000 - top }, { all, 999 }, { all - 2000, UINT64_MAX - 1000 },
		};

		for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
			struct pstat_region_value v;

			start(NEW | PMC | TIME);
			now.page.pmc_width = (uint16_t)width;
			now.pmc[2] = cases[i / 2].pmc | (i % 2 ? above : 0);
			assert_true(pstat_region_page_read(&now.page, &v));
			assert_true(v.count == cases[i / 2].want);
		}
	}
}

static void test_clock(void **state)
{
	static const struct {
		uint64_t caps, clock; uint16_t shift; uint32_t mult; uint64_t cycles, mask, want;
	} cases[] = {
		{ 0, 1000, 0, 1, 0, 0, 1000 },
		{ 0, 0x12345, 8, 256, 0, 0, 0x12345 },		/* the rest below the shift counts, too */
		{ 0, 0xff, 8, 128, 0, 0, 0x7f },
		{ 0, UINT64_C(1) << 62, 31, 1u << 30, 0, 0, UINT64_C(1) << 61 },	/* no overflow of 64 bits */
		{ SHORT, 0x20, 0, 1, 0x123f0, 0xff, 0x12420 },	/* wrapped around since the page changed */
		{ SHORT, 0xf8, 0, 1, 0x123f0, 0xff, 0x123f8 },
		{ SHORT, 0x7700f8, 0, 1, 0x123f0, 0xff, 0x123f8 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint64_t ns = 0;

		start(NEW | TIME | ZERO | cases[i].caps);
		now.clock = cases[i].clock;
		now.page.time_shift = cases[i].shift;
		now.page.time_mult = cases[i].mult;
		now.page.time_cycles = cases[i].cycles;
		now.page.time_mask = cases[i].mask;
		now.page.time_zero = 0;
		assert_true(pstat_region_page_clock(&now.page, &ns));
		assert_int_equal(ns, cases[i].want);
	}
}

/* However often the page changes meanwhile, all fields are of one moment. */
static void test_sequence(void **state)
{
	static const struct { unsigned changes; bool odd; int known; } cases[] = {
		{ 0, false, 1 }, { 1, false, 1 }, { 2, false, 1 }, { 7, false, 1 }, { 900, false, 1 },
		{ 1, true, 1 }, { 4, true, 1 }, { 100000, false, 0 }, { 100000, true, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct pstat_region_value v;

		start(NEW | PMC | TIME);
		now.changes = cases[i].changes;
		now.left_odd = cases[i].odd;
		now.next = now.page;
		now.next.index = 5;
		now.next.offset = 2000;
		now.next.pmc_width = 32;
		now.next.time_enabled = now.next.time_running = 9000;
		now.next.time_offset = 0;
		now.next.time_mult = 0;
		now.next_pmc = 0xfffffff0;
		assert_int_equal(pstat_region_page_read(&now.page, &v), cases[i].known);
		if (!cases[i].known)
			continue;
		assert_int_equal(v.count, cases[i].changes ? 2000 - 16 : 1025);
		assert_int_equal(v.running, cases[i].changes ? 9000 : 400 + 70 + 0xc000);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_capabilities),
		cmocka_unit_test(test_index_0),
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_every_width),
		cmocka_unit_test(test_clock),
		cmocka_unit_test(test_sequence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
