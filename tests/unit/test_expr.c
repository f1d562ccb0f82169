/* SPDX-License-Identifier: MIT */
/* Metric expressions: their values, the names they use, and where they are wrong. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "calc/expr.h"

static double value(void *ctx, const char *name)
{
	static const struct { const char *name; double v; } known[] = {
		{ "a", 6 }, { "b", 4 }, { "zero", 0 }, { "L1-dcache-loads", 100 },
		{ "cpu/event=0x3c,umask=1/", 7 },
		{ "#smt_on", 1 }, { "x.y", 2 }, { "4x", 9 }, { "iffy", 5 },
	};

	(void)ctx;
	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (strcmp(known[i].name, name) == 0)
			return known[i].v;
	return (double)NAN;
}

static double source_count(void *ctx, const char *name)
{
	(void)ctx;
	return strcmp(name, "a") == 0 ? 3 : (double)NAN;
}

static bool has_event(void *ctx, const char *name)
{
	(void)ctx;
	return strcmp(name, "a") == 0;
}

static bool cpuid_matches(void *ctx, const char *pattern)
{
	(void)ctx;
	return strcmp(pattern, "0x41") == 0;
}

static const struct expr_env env = { NULL, value, source_count, has_event, cpuid_matches };

static void values(void **state)
{
	static const struct { const char *text; double want; } cases[] = {
		{ "12", 12 },		{ ".5", 0.5 },		{ "1e-2", 0.01 },	{ "1e-2-1e-2", 0 },
		{ "2+3*4", 14 },	{ "(2+3)*4", 20 },	{ "10-4-3", 3 },	{ "2*3%4", 2 },
		{ "-3", -3 },		{ "--3", 3 },		{ "2--3", 5 },		{ "-2*-3", 6 },
		{ "7%4", 3 },		{ "7.9%4.9", 3 },	{ "-7%4", -3 },		{ "7%0.5", NAN },
		{ "a/b", 1.5 },		{ "a/zero", NAN },	{ "a%zero", NAN },	{ "zero/a", 0 },
		{ "a>b", 1 },		{ "a<b", 0 },		{ "a>b & b>5", 0 },	{ "a>b | b>5", 1 },
		{ "1^1", 0 }, { "1^0", 1 }, { "2|0", 1 }, { "1 | 1 ^ 1 & 0", 1 },
		{ "3 < 4 + 1", 1 }, { "min(a,b)", 4 }, { "max( a , b )", 6 }, { "max(min(1,2),min(3,4))", 3 },
		{ "d_ratio(a,b)", 1.5 }, { "d_ratio(a,zero)", 0 }, { "a if b else 1/zero", 6 },
		{ "1/zero if zero else b", 4 }, { "1 if 0 else 2 if 0 else 3", 3 },
		{ "(1 if 1 else 2) + 1", 2 },
		{ "1 if NaN else 2", NAN }, { "NaN", NAN },	{ "unknown", NAN },	{ "unknown*0", NAN },
		{ "L1\\-dcache\\-loads / 4", 25 }, { "cpu@event\\=0x3c\\,umask\\=1@", 7 },
		{ "#smt_on + 1", 2 },
		{ "x.y", 2 }, { "4x", 9 }, { "iffy + 1", 6 }, { "source_count(a)", 3 },
		{ "has_event(a)", 1 }, { "has_event(q)", 0 }, { "strcmp_cpuid_str(0x41)", 1 },
		{ "strcmp_cpuid_str(0x42)", 0 },
		{ "100 * ( a - b ) / ( a + b )", 20 }, { "a>NaN", NAN }, { "-NaN", NAN },
		{ "NaN if zero else 2", 2 }, { "1|NaN", NAN }, { "0&NaN", NAN }, { "max(1,NaN)", NAN },
		{ "d_ratio(NaN,1)", NAN }, { "d_ratio(zero,zero)", 0 }, { "a*b/zero", NAN }, { "1e3", 1000 },
		{ "min(1 if a<b else 2, 3)", 2 }, { "1 if a<b else 2 if a>b else 3", 2 }, { "2*-3", -6 },
		{ "1-.5", 0.5 },
		{ "\t( 1\n)", 1 }, { "min + 1", NAN }, { "7%-4", 3 }, { "1<2<0.5", 0 }, { "3>2>1", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct expr *e = expr_parse(cases[i].text, &err);
		double v;

		if (!e)
			fail_msg("'%s': %s", cases[i].text, err.message);
		v = expr_eval(e, &env);
		if (isnan(cases[i].want) ? !isnan(v) : !(fabs(v - cases[i].want) < 1e-12))
			fail_msg("'%s' is %g", cases[i].text, v);
		expr_free(e);
	}
}

static void mistakes(void **state)
{
	static const struct { const char *text; int column; const char *message; } cases[] = {
		{ "", 0, "the expression is not complete" },
		{ "1 +", 3, "the expression is not complete" },
		{ "1 2", 2, "expected an operator here" },
		{ "(1", 0, "the parenthesis is not closed" },
		{ "1)", 1, "expected an operator here" },
		{ "min(1)", 5, "expected a comma here" },
		{ "max(1,2", 0, "the parenthesis is not closed" },
		{ "source_count()", 13, "expected a name here" },
		{ "has_event(a b)", 12, "the parenthesis is not closed" },
		{ "1 if 2", 6, "expected 'else' here" },
		{ "1 if", 4, "the expression is not complete" },
		{ "*3", 0, "expected a number or a name here" },
		{ "a $ b", 2, "expected an operator here" },
		{ "   ", 3, "the expression is not complete" },
		{ "1 if if else 2", 5, "expected a number or a name here" },
		{ "1 if else 2", 5, "expected a number or a name here" },
		{ "1 if 1 else", 11, "the expression is not complete" },
		{ "else", 0, "expected a number or a name here" },
		{ "a\\", 1, "expected an operator here" },
		{ "1 + \\", 4, "expected a number or a name here" },
		{ "# + 1", 0, "expected a number or a name here" },
		{ "strcmp_cpuid_str(", 17, "expected a name here" },
		{ "min(1,", 6, "the expression is not complete" },
		{ "d_ratio(1,2,3)", 11, "the parenthesis is not closed" },
		{ "has_event(", 10, "expected a name here" },
		{ "-", 1, "the expression is not complete" },
		{ "()", 1, "expected a number or a name here" },
		{ "a!b", 1, "expected an operator here" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct expr *e = expr_parse(cases[i].text, &err);

		if (e || err.column != cases[i].column)
			fail_msg("'%s': column %d, %s", cases[i].text, err.column, err.message);
		assert_string_equal(err.message, cases[i].message);
	}
}

static void too_deep(void **state)
{
	static const char *const parts[] = { "(", "-", "min(1,", "1 if 1 else ", "1+", "a*1 < " };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(parts); i++) {
		struct error err = ERROR_INIT;
		struct str text = {0};

		for (int k = 0; k < 100000; k++)
			str_add(&text, parts[i]);
		assert_null(expr_parse(text.text, &err));
		assert_string_equal(err.message, "the expression is too deep");
		str_release(&text);
	}
}

static void long_sums_are_fine(void **state)
{
	struct error err = ERROR_INIT;
	struct str text = {0};
	struct expr *e;

	(void)state;
	for (int k = 0; k < 256; k++)
		str_add(&text, "1 + (a - b) - 2 + ");
	str_add(&text, "7");
	e = expr_parse(text.text, &err);
	assert_non_null(e);
	assert_true(fabs(expr_eval(e, &env) - (256 + 7)) < 1e-9);
	expr_free(e);
	str_release(&text);
}

static void collect(void *ctx, const char *name)
{
	str_addf(ctx, "%s ", name);
}

static void names(void **state)
{
	struct error err = ERROR_INIT;
	struct str out = {0};
	struct expr *e = expr_parse("max(a, b) / has_event(c) + L1\\-x if #smt_on else 4", &err);

	(void)state;
	assert_non_null(e);
	expr_names(e, collect, &out);
	assert_string_equal(out.text, "a b L1-x #smt_on ");
	str_release(&out);
	expr_free(e);
	expr_free(NULL);
}

static void nothing_is_known(void **state)
{
	static const struct expr_env none;
	struct error err = ERROR_INIT;
	struct expr *e = expr_parse("a + source_count(a)", &err),
			 *f = expr_parse("has_event(a) | strcmp_cpuid_str(a)", &err);

	(void)state;
	assert_true(isnan(expr_eval(e, &none)));
	assert_true(fpclassify(expr_eval(f, &none)) == FP_ZERO);
	expr_free(e);
	expr_free(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(mistakes),
		cmocka_unit_test(too_deep),
		cmocka_unit_test(long_sums_are_fine),
		cmocka_unit_test(names),
		cmocka_unit_test(nothing_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
