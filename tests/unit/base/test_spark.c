/* SPDX-License-Identifier: MIT */
/* Tests bars of text, and values in bins. */
#include "test.h"

#include <float.h>
#include <math.h>

#include "base/histogram.h"
#include "base/spark.h"

#define NONE ((double)NAN)

static void drawn(const double *value, size_t n, double low, double high, bool utf8, const char *want)
{
	struct str out = {0};

	for (size_t i = 0; i < n; i++)
		spark_add(&out, value[i], low, high, utf8);
	assert_string_equal(out.text, want);
	str_release(&out);
}

static void bars(void **state)
{
	(void)state;
	drawn((const double[]){ 0, 1, 2, 3, 4, 5, 6, 7, 8 }, 9, 0, 8, false, "_.-=+o*##");
	drawn((const double[]){ 0, 4, 8 }, 3, 0, 8, true, "\u2581\u2585\u2588");
	/* outside, unknown, and without an axis */
	drawn((const double[]){ -1, 9, NONE, -INFINITY, INFINITY }, 5, 0, 8, false, "_# _#");
	drawn((const double[]){ 7, 7 }, 2, 7, 7, false, "++");
	drawn((const double[]){ -DBL_MAX, 0, DBL_MAX }, 3, -DBL_MAX, DBL_MAX, false, "_+#");
}

static void bins(void **state)
{
	static const double value[] = { 0, 1, 1, NONE, 10, 9, INFINITY, 5 };
	size_t count[5];

	(void)state;
	assert_int_equal(histogram_count(count, 5, value, COUNT_OF(value), 0, 10), 3);
	assert_memory_equal(count, ((const size_t[]){ 3, 0, 1, 0, 2 }), sizeof(count));
	/* all are equal: in the middle */
	assert_int_equal(histogram_count(count, 5, value, 1, 0, 0), 1);
	assert_memory_equal(count, ((const size_t[]){ 0, 0, 1, 0, 0 }), sizeof(count));
	assert_int_equal(histogram_count(count, 5, value, 0, 0, 10), 0);
	assert_int_equal(histogram_bin(10, 0, 10, 5), 4);
	assert_int_equal(histogram_bin(11, 0, 10, 5), 4);
	assert_int_equal(histogram_bin(-1, 0, 10, 5), 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(bars),
		cmocka_unit_test(bins),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
