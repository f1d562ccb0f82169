/* SPDX-License-Identifier: MIT */
/* Tests decoding, differences, and scaling, which is compared with exact arithmetic. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "count/reading.h"
#include "host/attr.h"

enum { TIMES = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
       GROUP = TIMES | PERF_FORMAT_GROUP, GROUP_ID = GROUP | PERF_FORMAT_ID };

static void sizes(void **state)
{
	static const struct { uint64_t format; size_t members, want; } cases[] = {
		{ TIMES, 1, 24 }, { GROUP, 1, 32 }, { GROUP_ID, 3, 72 }, { GROUP, 0, 24 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(reading_size(cases[i].format, cases[i].members), cases[i].want);
}

static void decoding(void **state)
{
	static const struct {
		uint64_t format, buf[12];
		size_t words, most;
		int want;		/* -1: an error */
		struct reading out[3];
		const char *message;
		uint64_t id[3];
	} cases[] = {
		{ TIMES, { 7, 50, 25 }, 3, 1, 1, { { 7, 50, 25 } }, NULL },
		{ GROUP, { 2, 50, 25, 7, 9 }, 5, 2, 2, { { 7, 50, 25 }, { 9, 50, 25 } }, NULL },
		{ GROUP_ID, { 2, 50, 25, 7, 101, 9, 102 }, 7, 2, 2,
		  { { 7, 50, 25 }, { 9, 50, 25 } }, NULL, { 101, 102 } },
		/* one has left */
		{ GROUP_ID, { 1, 50, 25, 7, 101 }, 5, 3, 1, { { 7, 50, 25 } }, NULL, { 101 } },
		{ GROUP_ID, { 0, 50, 25 }, 3, 3, 0, { { 0 } }, NULL },
		{ GROUP_ID, { 3, 50, 25, 7, 101 }, 5, 2, -1, { { 0 } },
		  "the kernel gave 3 counters, expected 2" },
		{ GROUP_ID, { 2, 50, 25, 7, 101 }, 5, 2, -1, { { 0 } },
		  "the kernel gave 40 bytes, expected 56" },
		{ TIMES, { 7 }, 1, 1, -1, { { 0 } }, "the kernel gave 8 bytes, expected 24" },
		{ GROUP, { 0 }, 0, 2, -1, { { 0 } }, "the kernel gave 0 bytes, expected 32" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct reading out[3] = { { 0 } }, same[3] = { { 0 } };
		uint64_t id[3] = { 0 };
		int n = reading_decode(out, id, cases[i].most, cases[i].format, cases[i].buf, 8 * cases[i].words,
				       &err);

		assert_int_equal(n, cases[i].want);
		if (n < 0)
			assert_string_equal(err.message, cases[i].message);
		for (int r = 0; r < n; r++) {
			assert_memory_equal(&out[r], &cases[i].out[r], sizeof(out[r]));
			assert_true(id[r] == cases[i].id[r]);
		}
		err = (struct error)ERROR_INIT;
		assert_int_equal(n, reading_decode(same, NULL, cases[i].most, cases[i].format, cases[i].buf,
						   8 * cases[i].words, &err));
		assert_memory_equal(same, out, sizeof(out));
	}
}

static void every_length_but_the_right_one_is_an_error(void **state)
{
	const uint64_t buf[8] = { 2, 1, 1, 1, 1, 1, 1, 0 };

	(void)state;
	for (size_t len = 0; len < sizeof(buf); len++) {
		struct error err = ERROR_INIT;
		struct reading out[2];
		int n = reading_decode(out, NULL, 2, GROUP_ID, buf, len, &err);

		assert_int_equal(n, len == 56 ? 2 : -1);
	}
}

static void deltas(void **state)
{
	static const struct { struct reading from, to, want; } cases[] = {
		{ { 1, 2, 3 }, { 11, 12, 13 }, { 10, 10, 10 } },
		{ { 1, 2, 2 }, { 1, 2, 2 }, { 0, 0, 0 } },
		/* could not be read any more */
		{ { 900, 50, 50 }, { 0, 0, 0 }, { 0, 0, 0 } },
		{ { 0, 0, 0 }, { 7, 5, 4 }, { 7, 5, 4 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct reading d = reading_delta(&cases[i].from, &cases[i].to);

		assert_memory_equal(&d, &cases[i].want, sizeof(d));
	}
}

static void doubts(void **state)
{
	enum { NOT_CORE = 1, LEVEL = 2 };
	static const struct { struct reading from, to; int how; enum doubt want; } cases[] = {
		{ { 0, 0, 0 }, { 0, 0, 0 }, 0, DOUBT_NONE },
		{ { 10, 20, 20 }, { 10, 20, 20 }, 0, DOUBT_NONE },
		{ { 10, 20, 20 }, { 9, 30, 30 }, 0, DOUBT_BACKWARDS },
		{ { 10, 20, 20 }, { 9, 30, 30 }, NOT_CORE, DOUBT_BACKWARDS },
		{ { 10, 20, 20 }, { 9, 30, 30 }, NOT_CORE | LEVEL, DOUBT_NONE },
		{ { 10, 20, 20 }, { 11, 19, 19 }, 0, DOUBT_BACKWARDS },
		{ { 10, 20, 20 }, { 11, 30, 19 }, NOT_CORE | LEVEL, DOUBT_BACKWARDS },
		/* 640 in a nanosecond, and one more */
		{ { 0, 0, 0 }, { 6400, 10, 10 }, 0, DOUBT_NONE },
		{ { 0, 0, 0 }, { 6401, 10, 10 }, 0, DOUBT_TOO_FAST },
		{ { 0, 0, 0 }, { 6401, 10, 10 }, NOT_CORE, DOUBT_NONE },
		{ { 0, 0, 0 }, { 6400, 20, 10 }, 0, DOUBT_NONE },
		{ { 0, 0, 0 }, { 6401, 20, 10 }, 0, DOUBT_TOO_FAST },
		{ { 7, 5, 5 }, { 647, 6, 6 }, 0, DOUBT_NONE },
		{ { 7, 5, 5 }, { 648, 6, 6 }, 0, DOUBT_TOO_FAST },
		/* it never ran: that is said otherwise */
		{ { 0, 0, 0 }, { 7, 10, 0 }, 0, DOUBT_NONE },
		{ { 0, 0, 0 }, { UINT64_MAX, UINT64_MAX, UINT64_MAX }, 0, DOUBT_NONE },
		{ { 0, 0, 0 }, { UINT64_MAX, 1000, 1000 }, 0, DOUBT_TOO_FAST },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		enum doubt got = reading_doubt(&cases[i].from, &cases[i].to, !(cases[i].how & NOT_CORE),
					       cases[i].how & LEVEL);

		if (got != cases[i].want)
			fail_msg("case %zu: %d", i, (int)got);
	}
}

/* value * enabled / running by long division on a string of bits: slow and obviously right. */
static uint64_t exact(uint64_t value, uint64_t enabled, uint64_t running)
{
	uint64_t low = 0, high = 0, quotient = 0, rest = 0;

	for (int bit = 63; bit >= 0; bit--) {		/* high:low = value * enabled */
		high = high << 1 | low >> 63;
		low <<= 1;
		if (enabled >> bit & 1) {
			low += value;
			high += low < value;
		}
	}
	for (int bit = 127; bit >= 0; bit--) {
		bool over = rest >> 63;

		rest = rest << 1 | ((bit >= 64 ? high >> (bit - 64) : low >> bit) & 1);
		if (over || rest >= running) {
			rest -= running;
			if (bit > 63)
				return UINT64_MAX;
			quotient |= (uint64_t)1 << bit;
		}
	}
	if (rest >= running - rest)		/* to nearest, halves up */
		quotient = quotient == UINT64_MAX ? quotient : quotient + 1;
	return quotient;
}

static uint64_t next_random(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

static void scaling_is_exact(void **state)
{
	static const uint64_t corners[] = {
		1, 2, 3, 1000, (1ull << 32) - 1, 1ull << 32, (1ull << 53) - 1, 1ull << 53, (1ull << 53) + 1,
		9007199254740993ull, 1ull << 63, UINT64_MAX - 1, UINT64_MAX,
	};
	uint64_t seed = 88172645463325252ull;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(corners) * COUNT_OF(corners) * COUNT_OF(corners) + 20000; i++) {
		size_t n = COUNT_OF(corners);
		bool corner = i < n * n * n;
		uint64_t v = corner ? corners[i % n] : next_random(&seed) >> (i % 61);
		uint64_t e = corner ? corners[i / n % n] : next_random(&seed) >> (i % 47);
		uint64_t r = corner ? corners[i / n / n] : next_random(&seed) >> (i % 53);
		uint64_t got, want;

		r = r ? r : 1;
		want = exact(v, e, r);
		assert_true(number_muldiv(v, e, r) == want);
		assert_true(number_muldiv_portable(v, e, r) == want);
		assert_true(reading_scaled(&(struct reading){ .value = v, .enabled = e, .running = r },
					   &got));
		assert_true(got == (r >= e ? v : want));
	}
}

static void never_ran_is_no_value(void **state)
{
	uint64_t v = 42;

	(void)state;
	assert_false(reading_scaled(&(struct reading){ .value = 5, .enabled = 10 }, &v));
	assert_false(reading_scaled(&(struct reading){ .value = 5 }, &v));
	assert_true(v == 42);
	assert_true(reading_scaled(&(struct reading){ .value = 5, .enabled = 10, .running = 5 }, &v) &&
		    v == 10);
	assert_true(reading_scaled(&(struct reading){ .value = 5, .enabled = 10, .running = 10 }, &v) &&
		    v == 5);
	assert_true(reading_scaled(&(struct reading){ .value = 5, .enabled = 10, .running = 11 }, &v) &&
		    v == 5);
	/* 2^53 + 1 read half of the time: a double would lose the last digit */
	assert_true(reading_scaled(&(struct reading){ .value = 9007199254740993, .enabled = 10,
						      .running = 5 }, &v));
	assert_true(v == 18014398509481986);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes),
		cmocka_unit_test(decoding),
		cmocka_unit_test(every_length_but_the_right_one_is_an_error),
		cmocka_unit_test(deltas),
		cmocka_unit_test(doubts),
		cmocka_unit_test(scaling_is_exact),
		cmocka_unit_test(never_ran_is_no_value),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
