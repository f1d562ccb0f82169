/* SPDX-License-Identifier: MIT */
/*
 * Every expression and threshold of tables/ has, on made-up counts, the value that a second evaluator
 * finds: one that splits the text at its weakest operator, again and again.
 */
#include "test.h"

#include <ctype.h>
#include <glob.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "metric/expr.h"

/* --- made-up counts -------------------------------------------------------------------------------- */

static unsigned hash(const char *name)
{
	unsigned sum = 7;

	while (*name)
		sum = sum * 31 + (unsigned char)*name++;
	return sum;
}

static double count_of(const char *name) { return 1 + hash(name) % 9973 / 8.0; }
static double sources_of(const char *name) { return 1 + hash(name) % 3; }
static bool is_there(const char *name) { return hash(name) & 4; }

/* --- the second evaluator ------------------------------------------------------------------------------ */

static double value_of(const char *text, size_t n);

enum { IF, ELSE, OR, XOR, AND, COMPARE, SUM, PRODUCT, SIGN, NONE };

struct split { size_t at, length; int strength; };

static bool in_name(char c) { return isalnum((unsigned char)c) || (c && strchr("_.:#?@\\", c)); }

/* A backslash makes the next character part of the name, and so do two @ all between them. */
static size_t name_length(const char *text, size_t n)
{
	bool in_pmu = false;
	size_t i = 0;

	while (i < n && (in_name(text[i]) || in_pmu)) {
		in_pmu ^= text[i] == '@';
		i += text[i] == '\\' ? 2 : 1;
	}
	return i;
}

static size_t operand_length(const char *text, size_t n)
{
	char *end;

	if (isdigit((unsigned char)*text) || *text == '.') {
		strtod(text, &end);
		if (!in_name(*end))
			return (size_t)(end - text);
	}
	return name_length(text, n);
}

static int strength_of(char c, bool after_operand)
{
	static const char *const of[] = { "", "", "|", "^", "&", "<>", "+-", "*/%" };

	if (!after_operand)
		return c == '-' ? SIGN : NONE;
	for (int i = OR; i <= PRODUCT; i++)
		if (strchr(of[i], c))
			return i;
	return NONE;
}

/* The last of the weakest operators outside parentheses, but the first `if`. */
static struct split find_split(const char *text, size_t n)
{
	struct split found = { .strength = NONE };
	bool operand = false;
	int depth = 0;

	for (size_t i = 0, length; i < n; i += length) {
		int strength = NONE;

		length = 1;
		if (text[i] == ' ')
			continue;
		if (text[i] == '(' || text[i] == ')') {
			depth += text[i] == '(' ? 1 : -1;
			operand = text[i] == ')';
			continue;
		}
		if (in_name(text[i])) {
			length = operand_length(text + i, n - i);
			if (length == 2 && strncmp(text + i, "if", 2) == 0)
				strength = IF;
			else if (length == 4 && strncmp(text + i, "else", 4) == 0)
				strength = ELSE;
		} else {
			strength = strength_of(text[i], operand);
		}
		operand = strength == NONE && text[i] != ',';
		if (!depth && strength < NONE && (strength < found.strength || (strength == found.strength && strength > ELSE)))
			found = (struct split){ i, length, strength };
	}
	return found;
}

static bool is_true(double x) { return x < 0 || x > 0; }

static double join(char operator, double a, double b)
{
	switch (operator) {
	case '|': return is_true(a) || is_true(b);
	case '^': return is_true(a) != is_true(b);
	case '&': return is_true(a) && is_true(b);
	case '<': return a < b;
	case '>': return a > b;
	case '+': return a + b;
	case '-': return a - b;
	case '*': return a * b;
	case '/': return is_true(b) ? a / b : (double)NAN;
	default:  return fabs(b) >= 1 ? fmod(trunc(a), trunc(b)) : (double)NAN;
	}
}

static double choose(const char *text, size_t n, size_t at)
{
	size_t depth = 0, otherwise = at;

	do {
		otherwise++;
		depth += text[otherwise] == '(';
		depth -= text[otherwise] == ')';
		assert_true(otherwise + 4 < n);
	} while (depth || strncmp(text + otherwise, " else ", 6) != 0);
	if (is_true(value_of(text + at + 2, otherwise - at - 2)))
		return value_of(text, at);
	return value_of(text + otherwise + 5, n - otherwise - 5);
}

static void add_plain(struct str *name, const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (text[i] != '\\')
			str_add_n(name, text[i] == '@' ? "/" : text + i, 1);
}

static double call(const char *text, size_t length, const char *args, size_t n)
{
	size_t comma = 0;
	int depth = 0;
	struct str name = {0};
	double result;

	add_plain(&name, args, n);
	for (size_t i = 0; i < n && !comma; i++) {
		depth += (args[i] == '(') - (args[i] == ')');
		comma = !depth && args[i] == ',' && args[i - 1] != '\\' ? i : 0;
	}
	if (strncmp(text, "source_count", length) == 0) {
		result = sources_of(name.text);
	} else if (strncmp(text, "has_event", length) == 0 || strncmp(text, "strcmp_cpuid_str", length) == 0) {
		result = is_there(name.text);
	} else {
		double a = value_of(args, comma), b = value_of(args + comma + 1, n - comma - 1);

		assert_true(comma > 0);
		if (strncmp(text, "d_ratio", length) == 0)
			result = is_true(b) ? a / b : 0;
		else
			result = isnan(a) || isnan(b) ? (double)NAN : text[1] == 'a' ? fmax(a, b) : fmin(a, b);
	}
	str_release(&name);
	return result;
}

static double operand(const char *text, size_t n)
{
	size_t length = operand_length(text, n);
	struct str name = {0};
	double value;
	char *end;

	if (text[0] == '(')
		return value_of(text + 1, n - 2);
	if (length < n)
		return call(text, length, text + length + 1, n - length - 2);
	value = strtod(text, &end);
	if (end == text + n)
		return value;
	add_plain(&name, text, n);
	value = count_of(name.text);
	str_release(&name);
	return value;
}

static double value_of(const char *text, size_t n)
{
	struct split at;
	double a, b;

	for (; n && *text == ' '; n--)
		text++;
	while (n && text[n - 1] == ' ')
		n--;
	at = find_split(text, n);
	if (at.strength == NONE)
		return operand(text, n);
	if (at.strength == IF)
		return choose(text, n, at.at);
	b = value_of(text + at.at + at.length, n - at.at - at.length);
	if (at.strength == SIGN)
		return -b;
	a = value_of(text, at.at);
	return isnan(a) || isnan(b) ? (double)NAN : join(text[at.at], a, b);
}

/* --- pstat's ---------------------------------------------------------------------------------------------- */

static double count(void *e, size_t name) { return count_of(expr_name(e, name)); }
static double sources(void *e, size_t name) { return sources_of(expr_name(e, name)); }
static bool there(void *e, size_t name) { return is_there(expr_name(e, name)); }

static void check(const char *text, const char *where)
{
	struct error err = ERROR_INIT;
	struct expr *e = expr_parse(text, &err);
	const struct expr_env env = { e, count, sources, there, there };
	double got, want = value_of(text, strlen(text));

	if (!e)
		fail_msg("%s: %s: %s", where, text, err.message);
	got = expr_eval(e, &env);
	if (isnan(got) ? !isnan(want) : !(fabs(got - want) <= 1e-12 * fabs(want)))
		fail_msg("%s: %s is %.17g and not %.17g", where, text, got, want);
	expr_free(e);
}

static size_t check_file(const char *path)
{
	enum { THRESHOLD = 4, EXPRESSION, COLUMNS = 7 };
	static char line[1 << 15];
	FILE *f = fopen(path, "r");
	size_t n = 0;

	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		char *rest = line, *column[COLUMNS] = { NULL };

		if (line[0] == '#')
			continue;
		for (int i = 0; i < COLUMNS; i++)
			column[i] = strsep(&rest, "\t");
		assert_non_null(column[COLUMNS - 1]);
		check(column[EXPRESSION], path);
		if (*column[THRESHOLD])
			check(column[THRESHOLD], path);
		n++;
	}
	fclose(f);
	return n;
}

static void two_evaluators_agree(void **state)
{
	glob_t files;
	size_t n = 0;

	(void)state;
	assert_int_equal(glob("tables/*.metrics.tsv", 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++)
		n += check_file(files.gl_pathv[i]);
	globfree(&files);
	assert_true(n > 7000);
}

/* The second evaluator is not wrong in the same way: it knows what these are. */
static void known_values(void **state)
{
	static const struct { const char *text; double value; } cases[] = {
		{ "1 + 2 * 3", 7 }, { "(1 + 2) * 3", 9 }, { "7 - 2 - 1", 4 }, { "1 if 0 else 2 if 1 else 3", 2 },
		{ "1 - -2", 3 }, { "min(1, max(2, 3))", 1 }, { "1e-2 * 100", 1 }, { "3 > 2 & 0 | 1", 1 }, { "7 % 4", 3 },
		{ "d_ratio(1, 0)", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		if (!(fabs(value_of(cases[i].text, strlen(cases[i].text)) - cases[i].value) < 1e-9))
			fail_msg("%s is %g", cases[i].text, value_of(cases[i].text, strlen(cases[i].text)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_values),
		cmocka_unit_test(two_evaluators_agree),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
