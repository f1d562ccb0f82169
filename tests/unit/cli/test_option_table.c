/* SPDX-License-Identifier: MIT */
/* The table of options is sound, and what would not be is found. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"

static void table_is_sound(void **state)
{
	struct str problems = {0};

	(void)state;
	if (options_check(option_defs, &problems) < 0)
		fail_msg("%s", problems.text);
	assert_null(problems.text);
}

static int call(struct options *o, const char *value, struct error *err)
{
	(void)o, (void)value, (void)err;
	return 0;
}

/* What table_is_sound would say of a table that is not. */
static void mistakes_are_found(void **state)
{
	const struct { struct option_def row[2]; const char *want; } cases[] = {
		{ { { 0, "a", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "says it.", NULL } },
		  "--a: help is missing or ends with a full stop\n" },
		{ { { 0, "a", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, NULL, NULL } },
		  "--a: help is missing or ends with a full stop\n" },
		{ { { 0, "A b", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL } },
		  "--A b: not lower-case words with dashes\n" },
		{ { { 0, "a", OPTION_TEXT, VERB_STAT, 0, 0, 8, "FILE", "h", NULL } },
		  "--a: argument 'FILE' is not lower-case with dashes\n" },
		{ { { 0, "a", OPTION_FLAG, 0, 0, 0, 8, NULL, "h", NULL } }, "--a: belongs to no verb\n" },
		{ { { 0, "a", OPTION_FLAG, VERB_STAT, 0, TOPIC_COUNT, 8, NULL, "h", NULL } },
		  "--a: belongs to no topic\n" },
		{ { { 0, "a", OPTION_FLAG, VERB_STAT, 0, 0, 8, "n", "h", NULL } },
		  "--a: argument and type disagree\n" },
		{ { { 0, "a", OPTION_CALL, VERB_STAT, 0, 0, 8, "n", "h", NULL } },
		  "--a: function and type disagree\n" },
		{ { { 0, "a", OPTION_TEXT, VERB_STAT, OPTION_OPTIONAL, 0, 8, "n", "h", NULL } },
		  "--a: only a row with a function can have an optional value\n" },
		{ { { 0, "a", OPTION_REFUSED, VERB_STAT, OPTION_OWN, 0, 8, NULL, "h", NULL } },
		  "--a: our own, and refused\n" },
		{ { { 0, "a", OPTION_FLAG, VERB_STAT, 0, 0, 0, NULL, "h", NULL } }, "--a: its value goes nowhere\n" },
		{ { { 0, "a", OPTION_FLAG, VERB_STAT, OPTION_OWN, 0, 8, NULL, "h", NULL },
		    { 0, "b", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL } },
		  "--a: stands between perf's options\n" },
		{ { { 0, "a", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL },
		    { 0, "a", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL } }, "--a: the same as --a\n" },
		{ { { 'x', "a", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL },
		    { 'x', "b", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL } }, "--b: the same as --a\n" },
		{ { { 'x', "a", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL },
		    { 'x', "a", OPTION_FLAG, VERB_REPORT, 0, 0, 8, NULL, "h", NULL } }, "" },
		{ { { 0, "no-a", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL },
		    { 0, "a", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL } }, "--a: the negation of --no-a\n" },
		{ { { 0, "a", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL },
		    { 0, "no-a", OPTION_FLAG, VERB_STAT, 0, 0, 8, NULL, "h", NULL } }, "--no-a: the negation of --a\n" },
		{ { { 0, "a", OPTION_CALL, VERB_STAT, OPTION_OPTIONAL, 0, 0, "n", "h", call } }, "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct option_def defs[3] = { cases[i].row[0], cases[i].row[1] };
		struct str problems = {0};

		assert_int_equal(options_check(defs, &problems), cases[i].want[0] ? -1 : 0);
		assert_string_equal(problems.text ? problems.text : "", cases[i].want);
		str_release(&problems);
	}
}

static void assert_lines_fit(const char *text)
{
	for (; *text; text += strcspn(text, "\n") + 1)
		assert_true(strcspn(text, "\n") <= 80);
}

static bool has_topic(enum verb verb, unsigned topic)
{
	for (const struct option_def *d = option_defs; d->name; d++)
		if (d->verbs & verb && d->topic == (enum option_topic)topic && d->help)
			return true;
	return false;
}

/* Of every verb; a topic that it has no option for is an error. */
static void help_fits(void **state)
{
	struct error err = ERROR_INIT;
	struct str text = {0};

	(void)state;
	for (const struct option_verb *v = option_verbs; v->name; v++) {
		str_reset(&text);
		assert_int_equal(options_help(&text, v->verb, NULL, &err), 0);
		assert_lines_fit(text.text);
		str_reset(&text);
		assert_int_equal(options_help(&text, v->verb, "all", &err), 0);
		assert_lines_fit(text.text);
		for (unsigned i = 0; i < TOPIC_COUNT; i++) {
			str_reset(&text);
			if (!has_topic(v->verb, i)) {
				assert_int_equal(options_help(&text, v->verb, option_topics[i].name, &err), -1);
				continue;
			}
			assert_int_equal(options_help(&text, v->verb, option_topics[i].name, &err), 0);
			assert_non_null(strstr(text.text, option_topics[i].title));
			assert_lines_fit(text.text);
		}
	}
	str_release(&text);
}

/* One screen, with every verb and six examples. */
static void first_screen(void **state)
{
	struct error err = ERROR_INIT;
	struct str text = {0};
	size_t lines = 0, examples = 0;

	(void)state;
	assert_int_equal(options_help(&text, VERB_STAT, NULL, &err), 0);
	for (const char *p = text.text; *p; p += strcspn(p, "\n") + 1) {
		lines++;
		examples += strncmp(p, "  pstat ", 8) == 0;
	}
	assert_in_range(lines, 24, 40);
	assert_int_equal(examples, 6);
	for (const struct option_verb *v = option_verbs; v->name; v++) {
		char line[32];

		snprintf(line, sizeof(line), "\n  %-9s", v->name);
		assert_non_null(strstr(text.text, line));
	}
	str_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(help_fits),
		cmocka_unit_test(first_screen),
		cmocka_unit_test(table_is_sound), cmocka_unit_test(mistakes_are_found),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
