/* SPDX-License-Identifier: MIT */
/* Tests metric expressions: values, names, and the position of errors. */
#include "test.h"

#include <math.h>
#include <string.h>

#include "base/str.h"
#include "metric/expr.h"

static double value(void *ctx, size_t index)
{
	static const struct { const char *name; double v; } known[] = {
		{ "a", 6 }, { "b", 4 }, { "branch-misses", 10 }, { "branch-misses:u", 11 },
		{ "L1-dcache-load-misses", 25 }, { "zero", 0 }, { "L1-dcache-loads", 100 },
		{ "cpu/event=0x3c,umask=1/", 7 },
		{ "#smt_on", 1 }, { "x.y", 2 }, { "4x", 9 }, { "iffy", 5 },
	};

	for (size_t i = 0; i < COUNT_OF(known); i++)
		if (strcmp(known[i].name, expr_name(ctx, index)) == 0)
			return known[i].v;
	return (double)NAN;
}

static double source_count(void *ctx, size_t name)
{
	return strcmp(expr_name(ctx, name), "a") == 0 ? 3 : (double)NAN;
}

static bool has_event(void *ctx, size_t name)
{
	return strcmp(expr_name(ctx, name), "a") == 0;
}

static bool cpuid_matches(void *ctx, size_t name)
{
	return strcmp(expr_name(ctx, name), "0x41") == 0;
}

static double eval(struct expr *e)
{
	const struct expr_env env = { e, value, source_count, has_event, cpuid_matches };

	return expr_eval(e, &env);
}

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
		{ "cpu@event=0x3c\\,umask=1@", 7 },
		{ "#smt_on + 1", 2 },
		{ "branch-misses*2", 20 }, { "100*branch-misses:u/a", 1100 / 6.0 }, { "b-branch-misses-a", -12 },
		{ "a-b", 2 }, { "a-b-zero", 2 }, { "L1-dcache-loads-b", 96 }, { "branch-a", NAN },
		{ "L1-dcache-loads-L1-dcache-load-misses", 75 }, { "branch-misses-1e-2", 9.99 },
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
		v = eval(e);
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

		for (int k = 0; k < 1300; k++)
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
	assert_true(fabs(eval(e) - (256 + 7)) < 1e-9);
	expr_free(e);
	str_release(&text);
}

static void too_long(void **state)
{
	struct error err = ERROR_INIT;
	struct str text = {0};

	(void)state;
	str_add(&text, "1");
	while (text.len < EXPR_TEXT_MOST)
		str_add(&text, " ");
	expr_free(expr_parse(text.text, &err));
	assert_string_equal(err.message, "");
	str_add(&text, " ");
	assert_null(expr_parse(text.text, &err));
	assert_string_equal(err.message, "the expression is longer than 16384 bytes");
	str_release(&text);
}

struct file_names {
	const struct expr *e;
	struct str text;
};

static void collect(void *ctx, size_t name)
{
	struct file_names *n = ctx;

	str_addf(&n->text, "%s ", expr_name(n->e, name));
}

/* literals only; events are not counted yet */
static double literal(void *ctx, size_t name)
{
	const char *text = expr_name(ctx, name);

	return text[0] != '#' ? (double)NAN : strcmp(text, "#smt_on") == 0 ? 1 : 0;
}

static void names(void **state)
{
	static const struct { const char *text, *all, *known; } cases[] = {
		{ "max(a, b) / has_event(c) + L1\\-x if #smt_on else 4", "a b L1-x #smt_on ", "a b L1-x " },
		{ "a + a * b - a", "a b ", "a b " },
		{ "source_count(a)", "a ", "a " },
		{ "has_event(a)", "", "" },
		{ "strcmp_cpuid_str(a)", "", "" },
		{ "4", "", "" },
		{ "a if #smt_on else b", "a #smt_on b ", "a " },
		{ "a if #off else b", "a #off b ", "b " },
		{ "a if b else c", "a b c ", "a b c " },
		{ "a if #smt_on & b > 1 else c", "a #smt_on b c ", "a #smt_on b c " },
		{ "x + (a if #smt_on < 1 else b if has_event(a) else c)", "x a #smt_on b c ", "x b " },
		{ "cycles if has_event(cycles\\-t) else b", "cycles b ", "b " },
		{ "branch-misses:u/instructions:u", "branch-misses:u instructions:u ",
		  "branch-misses:u instructions:u " },
		{ "cpu@INST_RETIRED.ANY\\,cmask\\=1@k", "cpu/INST_RETIRED.ANY,cmask=1/k ",
		  "cpu/INST_RETIRED.ANY,cmask=1/k " },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct expr *e = expr_parse(cases[i].text, &err);
		const struct expr_env known = { .ctx = e, .value = literal, .has_event = has_event };
		struct file_names all = { .e = e }, some = { .e = e };

		assert_non_null(e);
		str_add(&all.text, "");
		str_add(&some.text, "");
		expr_names(e, NULL, collect, &all);
		expr_names(e, &known, collect, &some);
		assert_string_equal(all.text.text, cases[i].all);
		assert_string_equal(some.text.text, cases[i].known);
		str_release(&all.text);
		str_release(&some.text);
		expr_free(e);
	}
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
		cmocka_unit_test(too_long),
		cmocka_unit_test(names),
		cmocka_unit_test(nothing_is_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
