/* SPDX-License-Identifier: MIT */
/* Tests the comparison of two series with a limit: path, change, verdict and reason. */
#include "test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/row_comparison.h"

enum { MOST = 40 };

static const struct measured row = { "instructions:u", "", false, false, MEASURED_WORK };
static const struct measured more = { "insn per cycle", "", true, false, MEASURED_VARIES };

static bool near(double a, double b)
{
	if (isnan(a) || isnan(b))
		return isnan(a) && isnan(b);
	return fabs(a - b) <= 1e-9 * (fabs(b) > 1 ? fabs(b) : 1);
}

static struct threshold relative(double part)
{
	return (struct threshold){ part < 0 ? -1 : 1, fabs(part), NAN, NAN };
}

static struct threshold absolute(double amount)
{
	return (struct threshold){ amount < 0 ? -1 : 1, NAN, fabs(amount), NAN };
}

static struct threshold cap(double value, int sign)
{
	return (struct threshold){ sign, NAN, NAN, value };
}

static struct row_comparison make(const double *base, size_t n_base, const double *now, size_t n_now, struct threshold t)
{
	return (struct row_comparison){ .row = &row, .base = base, .now = now, .n_base = n_base, .n_now = n_now,
					.threshold = t };
}

static const struct compare_opts pairs = { .paired = true, .level = 0.99 };
static const struct compare_opts samples = { .paired = false, .level = 0.99 };

/* --- exact -------------------------------------------------------------------------------- */

static void exact_values(void **state)
{
	static const struct {
		double base[7], now[7]; size_t n_base, n_now;
		double limit;			/* relative; NaN: none */
		enum compare_path path;
		enum verdict verdict;
		double change, low, high;
		bool wide;
		int leaning;
	} cases[] = {
		/* nothing varies */
		{ { 1000, 1000, 1000 }, { 1000, 1000, 1000 }, 3, 3, 0.01, COMPARE_EXACT, VERDICT_SAME, 0, 0, 0, false, 0 },
		{ { 1000, 1000, 1000 }, { 1030, 1030, 1030 }, 3, 3, 0.01, COMPARE_EXACT, VERDICT_WORSE, 0.03, 0.03, 0.03,
		  false, 1 },
		{ { 1000, 1000, 1000 }, { 970, 970, 970 }, 3, 3, 0.01, COMPARE_EXACT, VERDICT_BETTER, -0.03, -0.03, -0.03,
		  false, -1 },
		{ { 1000, 1000, 1000 }, { 995, 995, 995 }, 3, 3, 0.01, COMPARE_EXACT, VERDICT_SAME, -0.005, -0.005, -0.005,
		  false, -1 },
		/* a change that equals the limit does not exceed it, with rounding, too */
		{ { 1000, 1000, 1000 }, { 1010, 1010, 1010 }, 3, 3, 0.01, COMPARE_EXACT, VERDICT_SAME, 0.01, 0.01, 0.01,
		  false, 1 },
		{ { 100, 100, 100 }, { 129, 129, 129 }, 3, 3, 0.29, COMPARE_EXACT, VERDICT_SAME, 0.29, 0.29, 0.29, false, 1 },
		{ { 100, 100, 100 }, { 71, 71, 71 }, 3, 3, -0.29, COMPARE_EXACT, VERDICT_SAME, -0.29, -0.29, -0.29, false, 1 },
		{ { 1e6, 1e6, 1e6 }, { 1010001, 1010001, 1010001 }, 3, 3, 0.01, COMPARE_EXACT, VERDICT_WORSE, 0.010001, 0.010001,
		  0.010001, false, 1 },
		/* huge values */
		{ { 0x1p60, 0x1p60, 0x1p60 }, { 0x1.1p60, 0x1.1p60, 0x1.1p60 }, 3, 3, 0.05, COMPARE_EXACT, VERDICT_WORSE, 0.0625,
		  0.0625, 0.0625, false, 1 },
		/* no increase allowed: then nothing may vary */
		{ { 7, 7, 7 }, { 7, 7, 7 }, 3, 3, 0, COMPARE_EXACT, VERDICT_SAME, 0, 0, 0, false, 0 },
		{ { 7, 7, 7 }, { 8, 8, 8 }, 3, 3, 0, COMPARE_EXACT, VERDICT_WORSE, 1 / 7.0, 1 / 7.0, 1 / 7.0, false, 1 },
		{ { 7, 7, 7 }, { 6, 6, 6 }, 3, 3, 0, COMPARE_EXACT, VERDICT_BETTER, -1 / 7.0, -1 / 7.0, -1 / 7.0, false, -1 },
		/* small differences: the interval covers all pairs */
		{ { 100000, 100010, 100020 }, { 102000, 102010, 102020 }, 3, 3, 0.01, COMPARE_EXACT, VERDICT_WORSE,
		  2000 / 100010., 1980 / 100010., 2020 / 100010., false, 1 },
		/* not sure by pairs: tested instead, with too few runs */
		{ { 100000, 100010, 100020 }, { 101000, 101010, 101020 }, 3, 3, 0.01, COMPARE_TWO_SAMPLE, VERDICT_UNSURE, NAN,
		  NAN, NAN, false, 0 },
		/* one stray is too many in seven and in three: the median may be there */
		{ { 1000, 1000, 1000, 1000, 1000, 1000, 1500 }, { 1000, 1000, 1000 }, 7, 3, 0.01, COMPARE_TWO_SAMPLE,
		  VERDICT_UNSURE, NAN, NAN, NAN, false, 0 },
		{ { 1000, 1000, 1500 }, { 1000, 1000, 1000 }, 3, 3, 0.01, COMPARE_TWO_SAMPLE, VERDICT_UNSURE, NAN, NAN, NAN,
		  false, 0 },
		/* more than a quarter of the limit is not exact */
		{ { 100000, 100040, 100000 }, { 100000, 100000, 100000 }, 3, 3, 0.0004, COMPARE_TWO_SAMPLE, VERDICT_UNSURE,
		  NAN, NAN, NAN, false, 0 },
		/* without a limit */
		{ { 1000, 1000, 1000 }, { 1030, 1030, 1030 }, 3, 3, NAN, COMPARE_EXACT, VERDICT_SKIPPED, 0.03, 0.03, 0.03, false,
		  1 },
		{ { 0, 0, 0 }, { 0, 0, 0 }, 3, 3, 0.01, COMPARE_EXACT, VERDICT_SAME, 0, 0, 0, false, 0 },
		{ { -100, -100, -100 }, { -90, -90, -90 }, 3, 3, 0.01, COMPARE_EXACT, VERDICT_WORSE, 0.1, 0.1, 0.1, false, 1 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct threshold t = isnan(cases[i].limit) ? threshold_none() : relative(cases[i].limit);
		struct row_comparison c = make(cases[i].base, cases[i].n_base, cases[i].now, cases[i].n_now, t);

		compare_all(&c, 1, &samples);
		if (c.path != cases[i].path || c.verdict != cases[i].verdict || c.wide != cases[i].wide)
			fail_msg("case %zu: %s, %s, wide %d", i, compare_paths[c.path], compare_verdicts[c.verdict].code,
				 c.wide);
		assert_int_equal(isnan(c.level), c.path == COMPARE_EXACT);
		if (c.path != COMPARE_EXACT)
			continue;
		if (!near(c.relative.estimate, cases[i].change) || !near(c.relative.interval.low, cases[i].low) ||
		    !near(c.relative.interval.high, cases[i].high) || c.leaning != cases[i].leaning)
			fail_msg("case %zu: %g, %g to %g, leaning %d", i, c.relative.estimate, c.relative.interval.low,
				 c.relative.interval.high, c.leaning);
		assert_true(isnan(c.p_worse) && isnan(c.p_within));
	}
}

/* Beyond either side of a limit, or within both. */
static void two_sided(void **state)
{
	static const struct { double change, spread; enum verdict verdict; } cases[] = {
		{ 0.06, 0, VERDICT_WORSE }, { 0.05, 0, VERDICT_SAME }, { -0.4, 0, VERDICT_BETTER },
		{ -0.41, 0, VERDICT_TOO_GOOD }, { -1, 0, VERDICT_TOO_GOOD },
		{ 0.08, 0.01, VERDICT_WORSE }, { 0, 0.01, VERDICT_SAME }, { -0.2, 0.01, VERDICT_BETTER },
		{ -0.5, 0.01, VERDICT_TOO_GOOD }, { -0.4, 0.01, VERDICT_UNSURE }, { 0.05, 0.01, VERDICT_UNSURE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct threshold t = relative(0.05);
		double base[20], now[20];
		struct row_comparison c;

		t.two_sided = true;
		t.better_relative = 0.4;
		t.better_absolute = NAN;
		for (size_t k = 0; k < 20; k++) {
			base[k] = 1000 * (1 + cases[i].spread * ((double)(k * 7 % 20) / 10 - 1));
			now[k] = 1000 * (1 + cases[i].change) * (1 + cases[i].spread * ((double)(k * 3 % 20) / 10 - 1));
		}
		c = make(base, 20, now, 20, t);
		compare_all(&c, 1, &samples);
		if (c.verdict != cases[i].verdict)
			fail_msg("%+g, %g: %s", cases[i].change, cases[i].spread, compare_verdicts[c.verdict].code);
		assert_int_equal(isnan(c.p_better), c.path == COMPARE_EXACT);
	}
}

/* As many strays are allowed as lie outside of the interval of the median, so that the two do not contradict. */
static void strays(void **state)
{
	static const size_t most[] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3 };

	(void)state;
	for (size_t n = 3; n < COUNT_OF(most); n++) {
		for (size_t out = 0; out <= n / 2; out++) {
			double v[MOST];
			struct row_comparison c = make(v, n, v, n, relative(0.01));

			for (size_t i = 0; i < n; i++)
				v[i] = i < out ? 1100 : 1000;
			compare_all(&c, 1, &samples);
			if ((c.path == COMPARE_EXACT) != (out <= most[n]))
				fail_msg("%zu of %zu: %s", out, n, compare_paths[c.path]);
			if (c.path == COMPARE_EXACT && interval_exists(c.after.interval))
				assert_true(c.relative.interval.high >= c.after.interval.high / c.before.median - 1 - 1e-9);
			c.noisy = true;
			compare_all(&c, 1, &samples);
			assert_int_equal(c.path, COMPARE_TWO_SAMPLE);
		}
	}
}

/* Whether n runs of each side are exact if the fifth differs. */
static void kinds(void **state)
{
	static const struct { enum measured_kind kind; double usual, stray; size_t n; bool exact; } cases[] = {
		{ MEASURED_WORK, 5, 5, 2, false }, { MEASURED_WORK, 5, 5, 3, true }, { MEASURED_WORK, 0, 0, 3, true },
		{ MEASURED_WORK, 5, 9, 10, false }, { MEASURED_WORK, 5, 9, 12, true }, { MEASURED_WORK, 0, 4, 12, false },
		{ MEASURED_WORK, 1e6, 1000001, 10, true },
		/* three runs of small counts are often equal by chance */
		{ MEASURED_COUNT, 48, 48, 3, false }, { MEASURED_COUNT, 48, 48, 4, false }, { MEASURED_COUNT, 48, 48, 5, true },
		{ MEASURED_COUNT, 0, 0, 5, true }, { MEASURED_COUNT, 48, 49, 40, false },
		{ MEASURED_COUNT, 1e6, 1000001, 40, false },
		/* a clock that did not tick */
		{ MEASURED_VARIES, 0, 0, 40, false }, { MEASURED_VARIES, 1, 1, 40, false },
		{ MEASURED_VARIES, 0, 0.004, 40, false },
	};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		const struct measured it = { .name = "it", .kind = cases[i / 2].kind };
		double one[MOST], other[MOST];
		struct row_comparison c = make(i % 2 ? one : other, cases[i / 2].n, i % 2 ? other : one, cases[i / 2].n,
					       threshold_none());

		for (size_t k = 0; k < cases[i / 2].n; k++) {
			one[k] = cases[i / 2].usual;
			other[k] = k == 4 ? cases[i / 2].stray : cases[i / 2].usual;
		}
		c.row = &it;
		compare_all(&c, 1, &pairs);
		if (c.path != (cases[i / 2].exact ? COMPARE_EXACT : COMPARE_PAIRED))
			fail_msg("case %zu: %s", i, compare_paths[c.path]);
		if (cases[i / 2].n < 8 && !cases[i / 2].exact)
			assert_false(interval_exists(c.absolute.interval));
	}
}

/* --- tests --------------------------------------------------------------------------------- */

/* Base is about 1000, now is larger by a part; the differences between pairs are larger than the change. */
static void fill(double *base, double *now, size_t n, double part, double d)
{
	for (size_t i = 0; i < n; i++) {
		base[i] = 1000 * (1 + d * (double)(i * 7 % n));
		now[i] = base[i] * (1 + part + 0.002 * ((double)(i * 3 % n) / (double)n - 0.5));
	}
}

static void noisy_values(void **state)
{
	static const struct {
		size_t n; double part, between;
		bool paired;
		double limit;
		enum compare_path path;
		enum verdict verdict;
		enum compare_reason reason;
		size_t least;
	} cases[] = {
		{ 10, 0.03, 0.01, true, 0.02, COMPARE_PAIRED, VERDICT_WORSE, REASON_NONE, 0 },
		{ 10, 0.01, 0.01, true, 0.02, COMPARE_PAIRED, VERDICT_SAME, REASON_NONE, 0 },
		{ 10, -0.01, 0.01, true, 0.02, COMPARE_PAIRED, VERDICT_SAME, REASON_NONE, 0 },
		{ 10, -0.03, 0.01, true, 0.02, COMPARE_PAIRED, VERDICT_BETTER, REASON_NONE, 0 },
		{ 10, 0.02, 0.01, true, 0.02, COMPARE_PAIRED, VERDICT_UNSURE, REASON_AT_LIMIT, 0 },
		{ 10, -0.03, 0.01, true, -0.02, COMPARE_PAIRED, VERDICT_WORSE, REASON_NONE, 0 },
		{ 10, 0.03, 0.01, true, -0.02, COMPARE_PAIRED, VERDICT_BETTER, REASON_NONE, 0 },
		{ 8, 0.03, 0.01, true, 0.02, COMPARE_PAIRED, VERDICT_WORSE, REASON_NONE, 0 },
		{ 7, 0.03, 0.01, true, 0.02, COMPARE_PAIRED, VERDICT_UNSURE, REASON_TOO_FEW, 8 },
		{ 1, 0.03, 0.01, true, 0.02, COMPARE_PAIRED, VERDICT_UNSURE, REASON_TOO_FEW, 8 },
		{ 2, 0.03, 0.01, false, 0.02, COMPARE_TWO_SAMPLE, VERDICT_UNSURE, REASON_TOO_FEW, 5 },
		/* without pairs the differences between them hide the change */
		{ 10, 0.03, 0.01, false, 0.02, COMPARE_TWO_SAMPLE, VERDICT_UNSURE, REASON_AT_LIMIT, 0 },
		{ 10, 0.03, 0.0005, false, 0.02, COMPARE_TWO_SAMPLE, VERDICT_WORSE, REASON_NONE, 0 },
		{ 5, 0.03, 0.001, false, 0.02, COMPARE_TWO_SAMPLE, VERDICT_WORSE, REASON_NONE, 0 },
		{ 4, 0.03, 0.001, false, 0.02, COMPARE_TWO_SAMPLE, VERDICT_UNSURE, REASON_TOO_FEW, 5 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct compare_opts o = { .paired = cases[i].paired, .level = 0.99 };
		double base[MOST], now[MOST];
		struct row_comparison c = make(base, cases[i].n, now, cases[i].n, relative(cases[i].limit));

		fill(base, now, cases[i].n, cases[i].part, cases[i].between);
		compare_all(&c, 1, &o);
		if (c.path != cases[i].path || c.verdict != cases[i].verdict || c.reason != cases[i].reason ||
		    c.least != cases[i].least || c.n != cases[i].n || !c.logs)
			fail_msg("case %zu: %s, %s, %s, least %zu, n %zu", i, compare_paths[c.path],
				 compare_verdicts[c.verdict].code, compare_reasons[c.reason].code, c.least, c.n);
		assert_true(near(c.level, 0.99));
		if (cases[i].paired)
			assert_true(fabs(c.relative.estimate - cases[i].part) < 0.001);
	}
}

/* Ten pairs, computed by hand: all are above the limit; the next larger p value is 2 of 1024. */
static void a_known_interval(void **state)
{
	static const double base[] = { 100, 100, 100, 100, 100, 100, 100, 100, 100, 100 };
	static const double now[] = { 103, 104, 105, 106, 107, 108, 109, 110, 111, 112 };
	struct row_comparison c = make(base, 10, now, 10, absolute(2));

	(void)state;
	compare_all(&c, 1, &pairs);
	assert_int_equal(c.verdict, VERDICT_WORSE);
	assert_true(near(c.p_worse, 1 / 1024.) && near(c.p_within, 1));
	assert_true(near(c.absolute.estimate, 7.5));
	/* the fourth average from either end, as P(T <= 3) is 5 / 1024 */
	assert_true(near(c.absolute.interval.low, 4) && near(c.absolute.interval.high, 11));
	assert_true(near(c.relative.interval.low, 0.04));
	assert_true(near(c.before.median, 100) && near(c.after.median, 107.5) && c.leaning == 1);
	assert_true(near(c.after.interval.low, 103) && near(c.after.interval.high, 112));
	c.row = &more;			/* without a limit the row says which direction is bad */
	c.threshold = threshold_none();
	compare_all(&c, 1, &pairs);
	assert_true(c.leaning == -1 && c.verdict == VERDICT_SKIPPED && isnan(c.p_worse));
}

/* A limit of several parts is exceeded if all are; it is kept if one is. */
static void several_parts(void **state)
{
	static const struct {
		double size, part;	/* of both sides; by how much now is larger */
		struct threshold t;
		enum verdict noisy, exact;
	} cases[] = {
		{ 1000, 0.08, { 1, 0.05, 100, NAN }, VERDICT_SAME, VERDICT_SAME },
		{ 10000, 0.02, { 1, 0.05, 100, NAN }, VERDICT_SAME, VERDICT_SAME },
		{ 10000, 0.08, { 1, 0.05, 100, NAN }, VERDICT_WORSE, VERDICT_WORSE },
		{ 10000, -0.08, { 1, 0.05, 100, NAN }, VERDICT_BETTER, VERDICT_BETTER },
		{ 1000, -0.08, { 1, 0.05, 100, NAN }, VERDICT_SAME, VERDICT_SAME },
		{ 10000, 0.08, { 1, 0.05, 100, 12000 }, VERDICT_SAME, VERDICT_SAME },
		{ 10000, 0.08, { 1, 0.05, 100, 10500 }, VERDICT_WORSE, VERDICT_WORSE },
		{ 10000, 0.08, { 1, 0.10, NAN, 10500 }, VERDICT_SAME, VERDICT_SAME },
		{ 10000, 0.05, { 1, 0.05, 100, NAN }, VERDICT_UNSURE, VERDICT_SAME },
	};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		bool noisy = i % 2;
		double base[12], now[12], part = cases[i / 2].part;
		struct row_comparison c = make(base, 12, now, 12, cases[i / 2].t);
		enum verdict want = noisy ? cases[i / 2].noisy : cases[i / 2].exact;

		fill(base, now, 12, part, 0.001);
		for (size_t k = 0; k < 12; k++) {
			base[k] = noisy ? base[k] * cases[i / 2].size / 1000 : cases[i / 2].size;
			now[k] = noisy ? now[k] * cases[i / 2].size / 1000 : cases[i / 2].size * (1 + part);
		}
		compare_all(&c, 1, &pairs);
		assert_int_equal(c.path, noisy ? COMPARE_PAIRED : COMPARE_EXACT);
		if (c.verdict != want)
			fail_msg("case %zu, noisy %d: %s", i / 2, noisy, compare_verdicts[c.verdict].code);
	}
}

static void caps(void **state)
{
	static const struct {
		double v[12]; size_t n; double cap; int sign;
		enum compare_path path; enum verdict verdict; enum compare_reason reason; size_t over;
	} cases[] = {
		{ { 60, 60, 60 }, 3, 64, 1, COMPARE_EXACT, VERDICT_SAME, REASON_NONE, 0 },
		{ { 64, 64, 64 }, 3, 64, 1, COMPARE_EXACT, VERDICT_SAME, REASON_NONE, 0 },
		{ { 65, 65, 65 }, 3, 64, 1, COMPARE_EXACT, VERDICT_WORSE, REASON_NONE, 3 },
		{ { 1.5, 1.5, 1.5 }, 3, 1.5, -1, COMPARE_EXACT, VERDICT_SAME, REASON_NONE, 0 },
		{ { 1.4, 1.4, 1.4 }, 3, 1.5, -1, COMPARE_EXACT, VERDICT_WORSE, REASON_NONE, 3 },
		{ { 10, 20, 30 }, 3, 64, 1, COMPARE_ONE_SAMPLE, VERDICT_UNSURE, REASON_TOO_FEW, 0 },
		{ { 10, 20, 30, 40, 50, 60, 15, 25 }, 8, 64, 1, COMPARE_ONE_SAMPLE, VERDICT_SAME, REASON_NONE, 0 },
		{ { 10, 20, 30, 40, 50, 60, 15, 64 }, 8, 64, 1, COMPARE_ONE_SAMPLE, VERDICT_SAME, REASON_NONE, 0 },
		{ { 10, 20, 30, 40, 50, 60, 15, 65 }, 8, 64, 1, COMPARE_ONE_SAMPLE, VERDICT_UNSURE, REASON_AT_LIMIT, 1 },
		{ { 65, 80, 90, 70, 75, 99, 66, 67 }, 8, 64, 1, COMPARE_ONE_SAMPLE, VERDICT_WORSE, REASON_NONE, 8 },
		{ { 1, 80, 90, 70, 75, 99, 66, 67, 68, 69, 71, 72 }, 12, 64, 1, COMPARE_ONE_SAMPLE, VERDICT_WORSE, REASON_NONE,
		  11 },
		{ { 1.1, 1.2, 1.3, 1.4, 1.15, 1.25, 1.35, 1.45 }, 8, 1.5, -1, COMPARE_ONE_SAMPLE, VERDICT_WORSE, REASON_NONE, 8 },
	};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {	/* with a base, which is ignored, and without */
		static const double base[] = { 1, 5, 2 };
		struct row_comparison c = make(i % 2 ? base : NULL, i % 2 ? 3 : 0, cases[i / 2].v, cases[i / 2].n,
					       cap(cases[i / 2].cap, cases[i / 2].sign));

		compare_all(&c, 1, &samples);
		if (i % 2 && cases[i / 2].path == COMPARE_EXACT)
			assert_int_equal(c.path, COMPARE_EXACT);
		if (c.path != cases[i / 2].path || c.verdict != cases[i / 2].verdict || c.reason != cases[i / 2].reason ||
		    c.n_over != cases[i / 2].over)
			fail_msg("case %zu: %s, %s, %s, %zu over", i, compare_paths[c.path],
				 compare_verdicts[c.verdict].code, compare_reasons[c.reason].code, c.n_over);
	}
}

static void not_comparable(void **state)
{
	static const double some[] = { 5, 7, 6, 8, 9 }, none[] = { NAN, NAN, INFINITY }, zero[] = { 0, 0, 0, 0, 9 };
	static const struct {
		const double *base; size_t n_base; const double *now; size_t n_now;
		struct threshold t; enum compare_reason why;
		enum verdict verdict; enum compare_reason reason;
	} cases[] = {
		{ NULL, 0, some, 5, { 1, 0.01, NAN, NAN }, REASON_NONE, VERDICT_MISSING, REASON_NO_BASE },
		{ some, 5, NULL, 0, { 1, 0.01, NAN, NAN }, REASON_NONE, VERDICT_MISSING, REASON_NO_NOW },
		{ NULL, 0, some, 5, { 0, NAN, NAN, NAN }, REASON_NONE, VERDICT_SKIPPED, REASON_NO_BASE },
		{ NULL, 0, NULL, 0, { 1, NAN, NAN, 5 }, REASON_NONE, VERDICT_MISSING, REASON_NO_NOW },
		{ none, 3, some, 5, { 1, 0.01, NAN, NAN }, REASON_NONE, VERDICT_INCOMPARABLE, REASON_NOT_COUNTED },
		{ some, 5, none, 3, { 1, 0.01, NAN, NAN }, REASON_NONE, VERDICT_INCOMPARABLE, REASON_NOT_COUNTED },
		{ some, 5, none, 3, { 1, NAN, NAN, 5 }, REASON_NONE, VERDICT_INCOMPARABLE, REASON_NOT_COUNTED },
		{ some, 5, some, 5, { 1, 0.01, NAN, NAN }, REASON_MULTIPLEXED, VERDICT_INCOMPARABLE, REASON_MULTIPLEXED },
		{ some, 5, some, 5, { 0, NAN, NAN, NAN }, REASON_OTHER_EVENT, VERDICT_SKIPPED, REASON_OTHER_EVENT },
		{ zero, 5, some, 5, { 1, 0.01, NAN, NAN }, REASON_NONE, VERDICT_INCOMPARABLE, REASON_BASE_ZERO },
		{ zero, 4, some, 5, { 1, 0.01, NAN, NAN }, REASON_NONE, VERDICT_INCOMPARABLE, REASON_BASE_ZERO },
		{ zero, 5, some, 5, { 1, 0.01, 100, NAN }, REASON_NONE, VERDICT_SAME, REASON_NONE },
		{ zero, 5, some, 5, { 1, 0.01, 3, NAN }, REASON_NONE, VERDICT_UNSURE, REASON_AT_LIMIT },
		{ zero, 4, some, 5, { 1, NAN, 100, NAN }, REASON_NONE, VERDICT_UNSURE, REASON_TOO_FEW },
		{ zero, 5, zero, 5, { 1, NAN, 100, NAN }, REASON_NONE, VERDICT_SAME, REASON_NONE },
		{ zero, 4, zero, 4, { 1, 0.05, NAN, NAN }, REASON_NONE, VERDICT_SAME, REASON_NONE },	/* no change */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct row_comparison c = make(cases[i].base, cases[i].n_base, cases[i].now, cases[i].n_now, cases[i].t);

		c.why = cases[i].why;
		compare_all(&c, 1, &samples);
		if (c.verdict != cases[i].verdict || c.reason != cases[i].reason)
			fail_msg("case %zu: %s, %s", i, compare_verdicts[c.verdict].code, compare_reasons[c.reason].code);
		assert_int_equal(c.path == COMPARE_NONE, c.verdict == VERDICT_MISSING || c.verdict == VERDICT_INCOMPARABLE ||
				 c.verdict == VERDICT_SKIPPED);
	}
}

/* A value that is not known may still be known to be below a cap. */
static void at_most(void **state)
{
	static const double none[] = { NAN, NAN, NAN };
	static const struct {
		struct threshold t; enum compare_reason why; double at_most;
		enum verdict verdict;
	} cases[] = {
		{ { 1, NAN, NAN, 64 }, REASON_HIDDEN, 60, VERDICT_SAME },
		{ { 1, NAN, NAN, 64 }, REASON_HIDDEN, 64, VERDICT_SAME },
		{ { 1, NAN, NAN, 64 }, REASON_HIDDEN, 65, VERDICT_INCOMPARABLE },
		{ { 1, NAN, NAN, 64 }, REASON_HIDDEN, 0, VERDICT_INCOMPARABLE },
		{ { 1, 0.01, 5, 64 }, REASON_HIDDEN, 60, VERDICT_SAME },	/* one part is enough */
		{ { 1, 0.01, NAN, NAN }, REASON_HIDDEN, 60, VERDICT_INCOMPARABLE },
		{ { 1, NAN, 5, NAN }, REASON_HIDDEN, 0, VERDICT_INCOMPARABLE },
		{ { -1, NAN, NAN, 64 }, REASON_HIDDEN, 60, VERDICT_INCOMPARABLE },
		{ { 1, NAN, NAN, 64 }, REASON_FAILED, 60, VERDICT_INCOMPARABLE },
		{ { 1, NAN, NAN, 64 }, REASON_OTHER_HOST, 60, VERDICT_INCOMPARABLE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct row_comparison c = make(none, 3, none, 3, cases[i].t);

		c.why = cases[i].why;
		c.at_most = cases[i].at_most;
		compare_all(&c, 1, &samples);
		if (c.verdict != cases[i].verdict || c.path != COMPARE_NONE)
			fail_msg("case %zu: %s, %s", i, compare_verdicts[c.verdict].code, compare_paths[c.path]);
	}
}

/* Values of 0 and below have no logarithm: changes are relative to the median of the base. */
static void not_positive(void **state)
{
	double base[12], now[12];
	struct row_comparison c = make(base, 12, now, 12, relative(0.5));

	(void)state;
	for (size_t i = 0; i < 12; i++) {
		base[i] = (double)i;
		now[i] = (double)i + 3 + 0.1 * (double)(i % 3);
	}
	compare_all(&c, 1, &pairs);
	assert_false(c.logs);
	assert_true(near(c.absolute.estimate, 3.1) && near(c.relative.estimate, 3.1 / 5.5));
	assert_int_equal(c.verdict, VERDICT_WORSE);	/* 3 of 5.5 are more than 50 % */
	c.threshold = relative(0.6);
	compare_all(&c, 1, &pairs);
	assert_int_equal(c.verdict, VERDICT_SAME);
}

/* A pair needs both values; a run that was not counted does not shift the others. */
/* A change cannot be below -100 %. */
static void not_below_nothing(void **state)
{
	static const double base[] = { 0, 1, 9, 1, 8, 1, 9, 0, 9, 1 }, now[] = { 1, 0, 0, 1, 0, 1, 0, 1, 0, 1 };
	static const double less[] = { 1, 0, -9, 1, -9, 1, -9, 1, -9, 1 };
	struct row_comparison c = make(base, 10, now, 10, threshold_none());

	(void)state;
	compare_all(&c, 1, &pairs);
	assert_true(c.path == COMPARE_PAIRED && !c.logs && c.absolute.interval.low < -1);
	assert_true(near(c.relative.interval.low, -1) && c.relative.estimate >= -1);
	c.now = less;
	compare_all(&c, 1, &pairs);
	assert_true(c.relative.interval.low < -1);
}

static void holes(void **state)
{
	double base[MOST], now[MOST];
	struct row_comparison c = make(base, 14, now, 12, relative(0.02));

	(void)state;
	fill(base, now, 14, 0.03, 0.01);
	base[3] = NAN;
	now[5] = INFINITY;
	compare_all(&c, 1, &pairs);
	assert_int_equal(c.n, 10);
	assert_int_equal(c.before.n, 13);
	assert_int_equal(c.after.n, 11);
	assert_int_equal(c.verdict, VERDICT_WORSE);
	for (size_t i = 0; i < 14; i++)
		base[i] = i % 2 ? base[i] : NAN, now[i] = i % 2 ? NAN : now[i];
	compare_all(&c, 1, &pairs);	/* no pair is complete */
	assert_true(c.n == 0 && c.verdict == VERDICT_UNSURE && c.reason == REASON_TOO_FEW && c.least == 8);
	assert_false(interval_exists(c.relative.interval));
}

/* --- several rows -------------------------------------------------------------------------- */

static void least_runs(void **state)
{
	static const struct { double level; size_t judged; bool paired; size_t want; } cases[] = {
		{ 0.99, 1, true, 8 }, { 0.99, 2, true, 9 }, { 0.99, 8, true, 11 }, { 0.95, 1, true, 6 }, { 0.999, 1, true, 11 },
		{ 0.99, 0, true, 8 }, { 0.99, 1, false, 5 }, { 0.99, 8, false, 7 }, { 0.95, 1, false, 4 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(compare_least_runs(cases[i].level, cases[i].judged, cases[i].paired), cases[i].want);
}

/* Pairs whose p values are in published tables. */
static void fill_to_p(double *base, double *now, size_t n, size_t rank_below)
{
	for (size_t i = 0; i < n; i++) {
		base[i] = 1000;
		now[i] = 1100 + (i + 1 == rank_below ? -1 : 1) * (double)(i + 1) * 1.5;
	}
}

static void holm(void **state)
{
	/* 12 pairs, of which only the one of this rank is below the limit: p is P(T <= rank) */
	static const struct {
		size_t n, rank[4];
		double level[4];	/* 1 - 0.01 / rows left; that of the first unsure row for all later ones */
		enum verdict verdict[4];
	} cases[] = {
		/* p: 1, 2, 3, 5, 7, 10, 14 ... of 4096 for T up to 0, 1, 2, ... */
		{ 1, { 6 }, { 0.99 }, { VERDICT_WORSE } },			/* 14 of 4096: 0.0034 */
		{ 1, { 8 }, { 0.99 }, { VERDICT_UNSURE } },			/* 25 of 4096: 0.0061 */
		{ 2, { 6, 6 }, { 0.995, 0.995 }, { VERDICT_UNSURE, VERDICT_UNSURE } },
		{ 2, { 6, 5 }, { 0.99, 0.995 }, { VERDICT_WORSE, VERDICT_WORSE } },
		{ 2, { 8, 1 }, { 0.99, 0.995 }, { VERDICT_UNSURE, VERDICT_WORSE } },
		{ 3, { 6, 1, 4 }, { 0.99, 1 - 0.01 / 3, 0.995 }, { VERDICT_WORSE, VERDICT_WORSE, VERDICT_WORSE } },
		{ 4, { 8, 1, 8, 3 }, { 0.995, 0.9975, 0.995, 1 - 0.01 / 3 },
		  { VERDICT_UNSURE, VERDICT_WORSE, VERDICT_UNSURE, VERDICT_WORSE } },
		{ 4, { 6, 6, 6, 6 }, { 0.9975, 0.9975, 0.9975, 0.9975 },
		  { VERDICT_UNSURE, VERDICT_UNSURE, VERDICT_UNSURE, VERDICT_UNSURE } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		double base[5][12], now[5][12];
		struct row_comparison c[6];

		for (size_t k = 0; k < cases[i].n; k++) {
			fill_to_p(base[k], now[k], 12, cases[i].rank[k]);
			c[k] = make(base[k], 12, now[k], 12, absolute(100));
		}
		/* rows that are exact or not judged are not tested */
		c[cases[i].n] = make(base[0], 12, base[0], 12, relative(0.01));
		c[cases[i].n + 1] = make(base[0], 12, now[0], 12, threshold_none());
		compare_all(c, cases[i].n + 2, &pairs);
		for (size_t k = 0; k < cases[i].n; k++)
			if (c[k].verdict != cases[i].verdict[k] || !near(c[k].level, cases[i].level[k]))
				fail_msg("case %zu, row %zu: %s, level %g, p %g", i, k, compare_verdicts[c[k].verdict].code,
					 c[k].level, c[k].p_worse);
		assert_int_equal(c[cases[i].n].path, COMPARE_EXACT);
		assert_true(near(c[cases[i].n + 1].level, 0.99));
		/* the interval that is shown says the same as the verdict */
		for (size_t k = 0; k < cases[i].n; k++)
			assert_int_equal(c[k].absolute.interval.low > 100, c[k].verdict == VERDICT_WORSE);
	}
	compare_all(NULL, 0, &pairs);
}

static void only_exact_ones(void **state)
{
	struct compare_opts o = samples;
	double base[10], now[10];
	static const double same[] = { 5, 5, 5, 5, 5, 5, 5, 5, 5, 5 };
	struct row_comparison c[2] = { make(base, 10, now, 10, relative(0.01)), make(same, 10, same, 10, relative(0.01)) };

	(void)state;
	o.exact_only = true;
	fill(base, now, 10, 0.5, 0.001);
	compare_all(c, 2, &o);
	assert_true(c[0].verdict == VERDICT_UNSURE && c[0].reason == REASON_TOO_FEW && isnan(c[0].p_worse));
	assert_int_equal(c[1].verdict, VERDICT_SAME);
}

static void every_word_is_there(void **state)
{
	(void)state;
	for (size_t i = 0; i < VERDICT_COUNT; i++)
		assert_true(compare_verdicts[i].code[0] && compare_verdicts[i].english[0]);
	for (size_t i = REASON_NONE + 1; i < REASON_COUNT; i++)
		assert_true(compare_reasons[i].code[0] && compare_reasons[i].english[0]);
	for (size_t i = COMPARE_NONE + 1; i < COMPARE_PATHS; i++)
		assert_true(compare_paths[i][0]);
}

/* --- the machine ---------------------------------------------------------------------------- */

/* Ten values around each of two levels; the machine may have slowed the new ones, or made them faster. */
static void machine_allowances(void **state)
{
	static const double any = (double)INFINITY;
	static const struct measured time = { "task-clock", "s", false, false, MEASURED_VARIES };
	static const struct {
		double now, slower, faster;	/* factors */
		bool unknown;
		enum verdict verdict; enum compare_reason reason;
		double low, high;		/* of the relative change: about */
	} cases[] = {
		{ 110, 1, 1, false, VERDICT_WORSE, REASON_NONE, 0.095, 0.105 },
		{ 110, 1.03, 1, false, VERDICT_WORSE, REASON_NONE, 0.063, 0.105 },
		{ 110, 1.2, 1, false, VERDICT_UNSURE, REASON_MACHINE, -0.0875, 0.105 },
		{ 150, 1.2, 1, false, VERDICT_WORSE, REASON_NONE, 0.245, 0.505 },
		{ 110, 1, 1.5, false, VERDICT_WORSE, REASON_NONE, 0.095, 0.6575 },
		{ 100, 1.5, 1, false, VERDICT_SAME, REASON_NONE, -0.337, 0.005 },
		{ 100, 1, 1.5, false, VERDICT_UNSURE, REASON_MACHINE, -0.005, 0.5075 },
		{ 60, 1.5, 1.03, false, VERDICT_BETTER, REASON_NONE, -0.602, -0.379 },
		{ 60, 1, 1.7, false, VERDICT_SAME, REASON_NONE, -0.403, 0.025 },
		{ 105, 1, 1, false, VERDICT_UNSURE, REASON_AT_LIMIT, 0.045, 0.055 },
		{ 105, 1.2, 1, false, VERDICT_UNSURE, REASON_AT_LIMIT, -0.129, 0.055 },
		{ 100, any, any, false, VERDICT_UNSURE, REASON_MACHINE, -0.005, 0.005 },
		{ 900, any, any, true, VERDICT_UNSURE, REASON_MACHINE_UNKNOWN, 7.98, 8.02 },
	};

	(void)state;
	for (size_t i = 0; i < 2 * sizeof(cases) / sizeof(*cases); i++) {
		size_t n = i / 2;
		struct row_comparison c;
		double base[10], now[10];

		for (size_t k = 0; k < 10; k++) {
			base[k] = 100 + 0.05 * (double)k;
			now[k] = cases[n].now / 100 * (100.45 - 0.05 * (double)k);
		}
		/* the limit of 5 % as a difference, too */
		c = make(base, 10, now, 10, i % 2 ? absolute(5.011) : relative(0.05));
		c.row = &time;
		c.machine = (struct allowance){ log(cases[n].slower), log(cases[n].faster) };
		c.machine_why = cases[n].unknown ? REASON_MACHINE_UNKNOWN : REASON_MACHINE;
		compare_all(&c, 1, &samples);
		if (c.verdict != cases[n].verdict || c.reason != cases[n].reason ||
		    fabs(c.relative.interval.low - cases[n].low) > 0.01 ||
		    fabs(c.relative.interval.high - cases[n].high) > 0.01)
			fail_msg("case %zu: %s, %s, %g to %g", i, compare_verdicts[c.verdict].code,
				 compare_reasons[c.reason].code, c.relative.interval.low, c.relative.interval.high);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_sided),
		cmocka_unit_test(machine_allowances), cmocka_unit_test(exact_values),
		cmocka_unit_test(strays),
		cmocka_unit_test(kinds),
		cmocka_unit_test(noisy_values),
		cmocka_unit_test(a_known_interval),
		cmocka_unit_test(several_parts),
		cmocka_unit_test(caps),
		cmocka_unit_test(not_comparable),
		cmocka_unit_test(at_most),
		cmocka_unit_test(not_positive),
		cmocka_unit_test(not_below_nothing),
		cmocka_unit_test(holes),
		cmocka_unit_test(least_runs),
		cmocka_unit_test(holm),
		cmocka_unit_test(only_exact_ones),
		cmocka_unit_test(every_word_is_there),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
