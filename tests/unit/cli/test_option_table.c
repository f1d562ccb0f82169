/* SPDX-License-Identifier: MIT */
/* Tests that the option table is consistent, and that mistakes in one are found. */
#include "test.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"

/* --- what is wrong with a table ---------------------------------------------------------------------- */

static const struct option_def *named(const char *name)
{
	for (const struct option_def *d = option_defs; d->name; d++)
		if (strcmp(d->name, name) == 0)
			return d;
	return NULL;
}

static void check_words(struct str *problems, const struct option_def *d)
{
	const char *word = "abcdefghijklmnopqrstuvwxyz0123456789-";
	const char *of_arg = "abcdefghijklmnopqrstuvwxyz0123456789-=";
	size_t len = d->help ? strlen(d->help) : 0;

	if (!len || d->help[len - 1] == '.' || d->help[0] == ' ')
		str_addf(problems, "--%s: help is missing or ends with a full stop\n", d->name);
	if (strspn(d->name, word) != strlen(d->name) || d->name[0] == '-')
		str_addf(problems, "--%s: not lower-case words with dashes\n", d->name);
	if (d->arg && (!d->arg[0] || strspn(d->arg, of_arg) != strlen(d->arg)))
		str_addf(problems, "--%s: argument '%s' is not lower-case with dashes\n", d->name, d->arg);
}

static void check_kind(struct str *problems, const struct option_def *d)
{
	bool lone = d->type == OPTION_FLAG || d->type == OPTION_COUNT;

	if (!d->verbs)
		str_addf(problems, "--%s: belongs to no verb\n", d->name);
	if (d->topic >= TOPIC_COUNT)
		str_addf(problems, "--%s: belongs to no topic\n", d->name);
	if (d->type != OPTION_REFUSED && lone != !d->arg)
		str_addf(problems, "--%s: argument and type disagree\n", d->name);
	if ((d->type == OPTION_CALL) != (d->call != NULL))
		str_addf(problems, "--%s: function and type disagree\n", d->name);
	if (d->flags & OPTION_OPTIONAL && (!d->arg || (d->type != OPTION_CALL && d->type != OPTION_REFUSED)))
		str_addf(problems, "--%s: only a row with a function can have an optional value\n", d->name);
	if (d->flags & OPTION_OWN && d->type == OPTION_REFUSED)
		str_addf(problems, "--%s: our own, and refused\n", d->name);
	if (d->type != OPTION_REFUSED && d->type != OPTION_CALL && !d->offset)
		str_addf(problems, "--%s: its value goes nowhere\n", d->name);
	if (d[1].name && d->flags & OPTION_OWN && !(d[1].flags & OPTION_OWN))
		str_addf(problems, "--%s: stands between perf's options\n", d->name);
}

static bool negates(const struct option_def *no, const struct option_def *of)
{
	return strncmp(no->name, "no-", 3) == 0 && strcmp(no->name + 3, of->name) == 0 &&
	       !(of->flags & OPTION_NO_NO);
}

/* Two options may not share a spelling, with or without no-. */
static void check_pair(struct str *problems, const struct option_def *d, const struct option_def *e)
{
	if (!(d->verbs & e->verbs))
		return;
	if (strcmp(d->name, e->name) == 0 || (d->letter && d->letter == e->letter))
		str_addf(problems, "--%s: the same as --%s\n", e->name, d->name);
	if (negates(d, e) || negates(e, d))
		str_addf(problems, "--%s: the negation of --%s\n", e->name, d->name);
}

static void check_names(struct str *problems, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n && names[i]; i++)
		if (names[i][0] && !named(names[i]))
			str_addf(problems, "rules: there is no --%s\n", names[i]);
}

/* What help shows of a verb is an option of it. */
static void check_first(struct str *problems, const struct option_verb *v)
{
	for (size_t i = 0; v->first[i]; i++) {
		const struct option_def *d = option_defs;

		while (d->name && (strcmp(d->name, v->first[i]) != 0 || !(d->verbs & v->verb)))
			d++;
		if (!d->name)
			str_addf(problems, "%s: there is no --%s\n", v->name, v->first[i]);
	}
}

static int check_table(const struct option_def *defs, struct str *problems)
{
	size_t before = problems->len, n = 0;

	for (const struct option_def *d = defs; d->name; d++, n++) {
		check_words(problems, d);
		check_kind(problems, d);
		for (const struct option_def *e = d + 1; e->name; e++)
			check_pair(problems, d, e);
	}
	if (n > OPTIONS_MAX)
		str_addf(problems, "%zu rows, and room for %d\n", n, OPTIONS_MAX);
	for (const struct option_rule *r = option_rules; r->message; r++) {
		check_names(problems, r->any, sizeof(r->any) / sizeof(*r->any));
		check_names(problems, r->with, sizeof(r->with) / sizeof(*r->with));
		check_names(problems, r->without, sizeof(r->without) / sizeof(*r->without));
		if (!r->any[0] || (!r->with[0] && !r->without[0]) ||
		    r->message[strlen(r->message) - 1] == '.')
			str_addf(problems, "rule '%s': says nothing, or ends with a full stop\n", r->message);
	}
	for (const struct option_verb *v = option_verbs; v->name; v++)
		check_first(problems, v);
	for (unsigned t = 0; t < TOPIC_COUNT; t++)
		if (!option_topics[t].name || !option_topics[t].title)
			str_addf(problems, "topic %u: has no name\n", t);
	return problems->len > before ? -1 : 0;
}

/* --- the tests --------------------------------------------------------------------------------------- */

static void table_is_sound(void **state)
{
	struct str problems = {0};

	(void)state;
	if (check_table(option_defs, &problems) < 0)
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

		assert_int_equal(check_table(defs, &problems), cases[i].want[0] ? -1 : 0);
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
	assert_in_range(lines, 24, 42);
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
