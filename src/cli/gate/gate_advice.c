/* SPDX-License-Identifier: MIT */
/* Names limits that can be checked on this machine, as options to type. */
#include "cli/gate/gate_advice.h"

#include <string.h>

#include "base/env.h"
#include "cli/options.h"
#include "compare/limit.h"
#include "compare/machine_change.h"
#include "compare/samples.h"
#include "host/valgrind.h"
#include "session/limit_events.h"

struct choice {
	const char *row, *value;
	double pct;
	const char *what;	/* what it measures */
	bool time;
	bool nothing;		/* it is only for machines without task-clock */
};

static const struct choice choices[] = {
	{ "task-clock", "+5%", 5, "CPU time", .time = true },
	{ "valgrind/instructions/", "+0.5%", 0.5, "instructions, counted exactly but slowly by valgrind" },
	{ "wall", "+5%", 5, "elapsed time", .time = true, .nothing = true },
};

/* --- what can be checked ----------------------------------------------------------------------------- */

/* Times of two occasions are compared only if both results tell how the machine was. */
static bool has_values(const struct samples *s, const char *row)
{
	int at = rows_find(&s->rows, row, 0);
	struct machine_change itself = { .known = true };

	if (at < 0)
		return false;
	if (s->rows.row[at].class == CLASS_TIME)
		machine_change_find(&itself, s->report, s->report);
	/* a max-rss that is hidden by that of pstat can be checked against a cap */
	return itself.known && (s->rows.row[at].n_valid || s->rows.row[at].lack[LACK_HIDDEN]);
}

/* Two files: nothing will be counted here. */
static bool is_of_files(const struct gate_advice *a)
{
	return a->opts->gate.candidate;
}

/* The number of files that have values of the row. */
static int count_files(const struct gate_advice *a, const char *row)
{
	int n = 0;

	for (size_t i = 0; i < a->n_sides; i++)
		n += has_values(&a->side[i], row);
	return n;
}

static bool can_check(const struct gate_advice *a, const char *row)
{
	return is_of_files(a) ? count_files(a, row) == 2 : limit_events_opens(row, &a->opts->measure, a->env);
}

/* A pattern limits the rows that there are, and fails the gate if one of them cannot be checked. */
static bool can_check_limit(const struct gate_advice *a, const char *name)
{
	const struct samples *s = a->n_sides ? &a->side[a->n_sides - 1] : NULL;
	bool any = false, all = true;

	if (limit_names_row(name))
		return can_check(a, name);
	for (size_t i = 0; s && i < s->rows.n && all; i++) {
		const struct measured row = row_measured(&s->rows.row[i]);

		if (!limit_name_fits(name, &row))
			continue;
		any = true;
		all = can_check(a, row.name);
	}
	return any && all;
}

static bool is_limited(const struct options *o, const char *row)
{
	for (size_t i = 0; i < o->gate.limits.n; i++)
		if (strcmp(o->gate.limits.limit[i].name, row) == 0)
			return true;
	return false;
}

/* A limit is on what this machine cannot count, nor instructions, or on what neither file has. */
static bool is_needed(const struct gate_advice *a)
{
	const struct limits *ls = &a->opts->gate.limits;

	if (!is_of_files(a) && can_check(a, "instructions:u"))
		return false;
	for (size_t i = 0; i < ls->n; i++)
		if (is_of_files(a) ? !count_files(a, ls->limit[i].name) :
				     !can_check_limit(a, ls->limit[i].name))
			return true;
	return false;
}

/* Whether no event of the kernel can be counted: -n then leaves out the usual ones. */
static bool counts_nothing(const struct gate_advice *a)
{
	return !is_of_files(a) && !can_check(a, "task-clock");
}

/* -n leaves out the usual events, but not those that the command line asks for. */
static bool is_advised(const struct gate_advice *a, const struct choice *c)
{
	if (c->nothing && can_check(a, "task-clock"))
		return false;
	if (counts_nothing(a) && !a->opts->usual_events)
		return false;
	return can_check(a, c->row);
}

/* --- one choice -------------------------------------------------------------------------------------- */

/* As a word of a shell. */
static void gate_advice_add_word(struct str *out, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
		"_@%+=:,./-";

	str_add(out, out->len ? " " : "");
	if (word[0] && !word[strspn(word, plain)]) {
		str_add(out, word);
		return;
	}
	str_add(out, "'");
	for (const char *at = word; *at; at++) {
		if (*at == '\'')
			str_add(out, "'\\''");
		else
			str_add_n(out, at, 1);
	}
	str_add(out, "'");
}

/* Limits of the user that can be checked stay. */
static void add_options(struct str *out, const struct gate_advice *a, const struct choice *c)
{
	const struct gate_opts *g = &a->opts->gate;
	LOCAL(str) list = {0};

	for (size_t i = 0; i < g->limits.n && g->limited; i++)
		if (can_check_limit(a, g->limits.limit[i].name))
			str_addf(&list, "%s%s=%s", list.len ? "," : "", g->limits.limit[i].name,
				 g->limits.limit[i].value);
	if (!g->limited || !is_limited(a->opts, c->row))
		str_addf(&list, "%s%s=%s", list.len ? "," : "", c->row, c->value);
	if (counts_nothing(a))
		gate_advice_add_word(out, "-n");
	gate_advice_add_word(out, "--limit");
	gate_advice_add_word(out, list.text);
	if (g->inject > 0) {
		str_reset(&list);
		str_addf(&list, "+%g%%", 100 * g->inject > c->pct ? 100 * g->inject : 2 * c->pct);
		gate_advice_add_word(out, "--inject");
		gate_advice_add_word(out, list.text);
	}
}

/* Whether a saved result is compared, now or later; not with --update, which accepts any result. */
static bool has_file(const struct options *o)
{
	return o->command && o->session.n_commands == 1 && !o->gate.update &&
	       (o->gate.baseline || o->out.save);
}

static bool baseline_lacks(const struct gate_advice *a, const char *row)
{
	return has_file(a->opts) && a->opts->gate.baseline && a->n_sides && !has_values(&a->side[0], row);
}

static void add_choice(struct str *out, const struct gate_advice *a, const struct choice *c)
{
	str_addf(out, "  %s%s%s:", c->what,
		 baseline_lacks(a, c->row) ? ", once the old program was measured again with it" : "",
		 !c->time ? "" : has_file(a->opts) ? " (surer in turns with the old program: --vs)" :
		 a->opts->session.n_commands > 1 ? ", measured in turns" : "");
	add_options(out, a, c);
	str_add(out, "\n");
}

/* What would find more, if it were installed. */
static void add_installable(struct str *out, const struct gate_advice *a)
{
	FREED char *path = valgrind_find(a->env->root);
	const char *command = valgrind_install_command(a->env->root);

	if (!path && !is_of_files(a))
		str_addf(out, "  once valgrind is installed%s%s%s, also exact: "
			 "--limit valgrind/instructions/=+0.5%%\n",
			 command ? " (" : "", command ? command : "", command ? ")" : "");
}

void gate_advice_add(struct str *out, const struct gate_advice *a)
{
	LOCAL(str) text = {0};
	size_t n = 0;

	if (!is_needed(a))
		return;
	for (size_t i = 0; i < sizeof(choices) / sizeof(*choices); i++)
		if (is_advised(a, &choices[i])) {
			add_choice(&text, a, &choices[i]);
			n++;
		}
	if (n)
		add_installable(&text, a);
	if (n)
		str_addf(out, "%s%s:\n%s", is_of_files(a) ? "both files have the values for" :
			 n > 1 ? "these limits work here" : "this limit works here",
			 a->opts->gate.limited ? ", in place of yours" : "", text.text);
}
