/* SPDX-License-Identifier: MIT */
/*
 * Parses the command line with the option table, by the rules of perf's parser: bundled letters,
 * values glued or in the next word, abbreviations, --no-NAME; the first other word begins the command.
 */
#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/number.h"
#include "cli/compare_options.h"
#include "format/format.h"

static const struct options options_initial = {
	.scale = true, .session = { .repeat = 1, .warmups = 1, .progress = true }, .out = { .big_num = true },
	.list = { .descriptions = true, .pager = true },
	.level = 0.99,
	.top = { .by = AGGR_PROCESS },
	.measure = {
		.launch = { .kill_after_ns = 5000000000u },
	},
};

enum { SPELLED = 48 };

/* One way to read a word: the row, and whether it was negated. */
struct match {
	const struct option_def *def;
	bool no;
	char spelled[SPELLED];		/* as the user wrote it, for messages */
};

/* The options that an abbreviation can mean. */
struct candidates {
	struct match first;
	unsigned n;
	struct str names;
};

static bool negatable(const struct option_def *d)
{
	return d->type != OPTION_REFUSED && !(d->flags & OPTION_NO_NO);
}

static bool takes_value(const struct option_def *d)
{
	return d->arg && !(d->flags & OPTION_OPTIONAL);
}

static void add_candidate(struct candidates *c, const struct option_def *d, bool no, const char *prefix,
			  const char *name)
{
	enum { ENOUGH = 150 };

	if (!c->n++)
		c->first = (struct match){ .def = d, .no = no };
	if (c->names.len < ENOUGH)
		str_addf(&c->names, "%s--%s%s", c->names.len ? ", " : "", prefix, name);
	else if (c->names.text[c->names.len - 1] != '.')
		str_add(&c->names, ", ...");
}

static bool options_fits(const char *name, const char *word, size_t len, bool exact)
{
	return strncmp(name, word, len) == 0 && !(exact && name[len]);
}

/*
 * A row matches its name, no-NAME, and, when the name itself begins with no-, the name without no-.
 * The last form matches whole only, or --csv would mean --csv-summary; scripts of perf may abbreviate it.
 */
static void try_row(struct candidates *c, const struct option_def *d, const char *word, size_t len,
		    bool exact, bool as_perf)
{
	bool own_no = strncmp(d->name, "no-", 3) == 0;

	if (options_fits(d->name, word, len, exact))
		add_candidate(c, d, false, "", d->name);
	if (!negatable(d))
		return;
	if (own_no && options_fits(d->name + 3, word, len, exact || !as_perf))
		add_candidate(c, d, true, "", d->name + 3);
	if (!own_no && len > 3 && strncmp(word, "no-", 3) == 0 &&
	    options_fits(d->name, word + 3, len - 3, exact))
		add_candidate(c, d, true, "no-", d->name);
}

enum owner { OWNER_ANY, OWNER_PERF, OWNER_PSTAT };

static void scan(struct candidates *c, const struct options *o, const char *word, size_t len,
		 enum owner owner)
{
	for (const struct option_def *d = option_defs; d->name; d++) {
		bool own = d->flags & OPTION_OWN;

		if (d->verbs & o->verb && (owner == OWNER_ANY || own == (owner == OWNER_PSTAT)))
			try_row(c, d, word, len, owner == OWNER_ANY, o->as_perf);
	}
}

/* The word negates an option that cannot be negated. */
static bool is_negation(enum verb verb, const char *word)
{
	for (const struct option_def *d = option_defs; d->name; d++)
		if (d->verbs & verb && strncmp(word, "no-", 3) == 0 && strcmp(word + 3, d->name) == 0)
			return true;
	return false;
}

static void hint_help(enum verb verb, struct error *err)
{
	if (verb == VERB_STAT)
		error_hint(err, "'pstat --help=all' lists the options");
	else
		error_hint(err, "'pstat %s --help' lists the options", options_verb(verb)->name);
}

const struct option_verb *options_verb(enum verb verb)
{
	const struct option_verb *v = option_verbs;

	while (v->verb != verb)
		v++;
	return v;
}

enum format_content options_content(enum verb verb)
{
	if (verb == VERB_TREND)
		return FORMAT_TREND;
	return verb & (VERB_COMPARE | VERB_GATE) ? FORMAT_COMPARISON : FORMAT_REPORT;
}

/* Other tools have --csv: the hint is then --format csv, not a longer option that begins with csv. */
static bool is_format(enum verb verb, const char *word)
{
	return format_find(word, options_content(verb)) != NULL;
}

/* The verbs that have this option: "stat, record and top"; other: not those of this verb. */
static bool add_verbs(struct str *out, enum verb verb, const char *name, char letter)
{
	const struct option_verb *last = NULL;
	unsigned verbs = 0;

	for (const struct option_def *d = option_defs; d->name; d++)
		if (d->type != OPTION_REFUSED && (letter ? d->letter == letter : strcmp(d->name, name) == 0))
			verbs |= d->verbs;
	if (!verbs || verbs & verb)
		return false;
	for (const struct option_verb *v = option_verbs; v->name; v++) {
		if (!(verbs & v->verb))
			continue;
		if (last)
			str_addf(out, "%s%s", out->len ? ", " : "", last->name);
		last = v;
	}
	str_addf(out, "%s%s", out->len ? " and " : "", last->name);
	return true;
}

/* An option of other verbs is not a typing error. */
static bool is_of_others(enum verb verb, const char *spelled, const char *name, char letter,
			 struct error *err)
{
	LOCAL(str) verbs = {0};
	bool yes = add_verbs(&verbs, verb, name, letter);

	if (yes) {
		error_set(err, ERROR_USAGE, 0, "'%s' is an option of %s, not of %s", spelled, verbs.text,
			  options_verb(verb)->name);
		hint_help(verb, err);
	}
	return yes;
}

/* Hints at the nearest name, or else at the help. */
static int unknown(enum verb verb, const char *word, struct error *err)
{
	bool no = strncmp(word, "no-", 3) == 0;
	struct nearest plain = { .wanted = word }, negated = { .wanted = no ? word + 3 : word };
	char spelled[SPELLED + 16];

	snprintf(spelled, sizeof(spelled), "--%s", word);
	if (!is_format(verb, word) && is_of_others(verb, spelled, word, 0, err))
		return -1;
	error_set(err, ERROR_USAGE, 0, "unknown option '--%s'", word);
	for (const struct option_def *d = option_defs; d->name; d++) {
		if (!(d->verbs & verb))
			continue;
		nearest_offer(&plain, d->name);
		if (no && negatable(d))
			nearest_offer(&negated, d->name);
	}
	if (is_format(verb, word))
		error_hint(err, "did you mean '--format %s'?", word);
	else if (negated.found && (!plain.found || negated.distance < plain.distance))
		error_hint(err, "did you mean '--no-%s'?", negated.found);
	else if (plain.found)
		error_hint(err, "did you mean '--%s'?", plain.found);
	else
		hint_help(verb, err);
	return -1;
}

/* Tries the whole name, then an abbreviation of perf's names, then of pstat's. */
static int find_long(struct match *m, const struct options *o, const char *word, size_t len,
		     struct error *err)
{
	struct candidates c = {0};
	char name[SPELLED + 8];
	int rc = 0;

	snprintf(name, sizeof(name), "%.*s", (int)len, word);
	scan(&c, o, word, len, OWNER_ANY);
	if (!c.n && len)
		scan(&c, o, word, len, OWNER_PERF);
	if (!c.n && len && !is_format(o->verb, name))
		scan(&c, o, word, len, OWNER_PSTAT);
	*m = c.first;
	if (!c.n && is_negation(o->verb, name))
		rc = error_set(err, ERROR_USAGE, 0, "option '--%s' isn't available", name);
	else if (!c.n)
		rc = unknown(o->verb, name, err);
	else if (c.n > 1)
		rc = error_set(err, ERROR_USAGE, 0, "ambiguous option '--%.*s' (could be %s)", (int)len, word,
			       c.names.text);
	else
		snprintf(m->spelled, sizeof(m->spelled), "--%.*s", (int)len, word);
	str_release(&c.names);
	return rc;
}

static int find_letter(struct match *m, enum verb verb, const char *word, char letter, struct error *err)
{
	size_t len;

	*m = (struct match){ .spelled = { '-', letter } };
	for (const struct option_def *d = option_defs; d->name; d++)
		if (d->letter == letter && d->verbs & verb)
			m->def = d;
	if (m->def)
		return 0;
	error_set(err, ERROR_USAGE, 0, "unknown option '-%c'", letter);
	len = strcspn(word + 1, "=");
	for (const struct option_def *d = option_defs; d->name; d++)	/* "-version" lacks a dash */
		if (len > 1 && d->verbs & verb && options_fits(d->name, word + 1, len, true))
			return error_hint(err, "did you mean '--%s'?", d->name);
	if (is_of_others(verb, m->spelled, NULL, letter, err))
		return -1;
	hint_help(verb, err);
	return -1;
}

int option_choose(const char *option, const char *value, const char *const *words, struct error *err)
{
	LOCAL(str) all = {0};

	for (int i = 0; words[i]; i++) {
		if (strcmp(value, words[i]) == 0)
			return i;
		str_addf(&all, "%s%s", i ? ", " : "", words[i]);
	}
	error_set(err, ERROR_USAGE, 0, "option '%s': '%s' is not one of %s", option, value, str_text(&all));
	return -1;
}

static int wrong_value(const struct match *m, const char *what, const char *value, struct error *err)
{
	return error_set(err, ERROR_USAGE, 0, "option '%s' needs %s, not '%s'", m->spelled, what, value);
}

/* Returns -1, or whether the option is now in effect. */
static int store(struct options *o, const struct match *m, const char *value, struct error *err)
{
	const struct option_def *d = m->def;
	void *at = (char *)o + d->offset;
	uint64_t number = 0;

	switch (d->type) {
	case OPTION_FLAG:
		*(bool *)at = !m->no;
		return !m->no;
	case OPTION_COUNT:
		*(int *)at = m->no ? 0 : *(int *)at + 1;
		return !m->no;
	case OPTION_TEXT:
		*(const char **)at = value;
		return !m->no;
	case OPTION_NUMBER:
	case OPTION_MS:
		if (value && !(d->type == OPTION_MS ? number_parse_ns : number_parse_u64)(value, &number))
			return wrong_value(m, d->type == OPTION_MS ? "a time" : "a number", value, err);
		memcpy(at, m->no ? (const char *)&options_initial + d->offset : (const char *)&number,
		       sizeof(number));
		return number != 0;
	case OPTION_CALL:
		return d->call(o, value, err);
	case OPTION_REFUSED:
		break;
	}
	return error_set(err, ERROR_UNSUPPORTED, 0, "option '%s': %s", m->spelled, d->help);
}

static int set(struct options *o, const struct match *m, const char *value, struct error *err)
{
	int effect;

	if (value && (m->no || !m->def->arg))
		return error_set(err, ERROR_USAGE, 0, "option '%s' takes no value", m->spelled);
	/* an empty variable in a script must not mean the same as the option without = */
	if (value && !*value && m->def->flags & OPTION_OPTIONAL) {
		error_set(err, ERROR_USAGE, 0, "option '%s=' has no value", m->spelled);
		return error_hint(err, "give it one, or leave out the =");
	}
	if (!value && !m->no && m->def->arg)
		value = "";
	effect = store(o, m, value, err);
	if (effect < 0)
		return -1;
	o->given[m->def - option_defs] = effect;
	return 0;
}

static int no_value(const struct match *m, struct error *err)
{
	error_set(err, ERROR_USAGE, 0, "option '%s' requires a value", m->spelled);
	return error_hint(err, "%s <%s>: %s", m->spelled, m->def->arg, m->def->help);
}

/* A word with two dashes, and its value if that is the next word; returns the number of words used. */
static int take_long(struct options *o, char *const *argv, struct error *err)
{
	const char *word = argv[0] + 2;
	size_t len = strcspn(word, "=");
	const char *value = word[len] ? word + len + 1 : NULL;
	bool next;
	struct match m;

	if (find_long(&m, o, word, len, err) < 0)
		return -1;
	next = !value && !m.no && takes_value(m.def);
	if (next && !argv[1])
		return no_value(&m, err);
	return set(o, &m, next ? argv[1] : value, err) < 0 ? -1 : 1 + next;
}

/* A word with one dash: letters; the last may have a value, glued to it or in the next word. */
static int take_letters(struct options *o, char *const *argv, struct error *err)
{
	for (const char *p = argv[0] + 1; *p; p++) {
		struct match m;

		if (find_letter(&m, o->verb, argv[0], *p, err) < 0)
			return -1;
		if (takes_value(m.def)) {
			if (!p[1] && !argv[1])
				return no_value(&m, err);
			return set(o, &m, p[1] ? p + 1 : argv[1], err) < 0 ? -1 : 1 + !p[1];
		}
		if (set(o, &m, NULL, err) < 0)
			return -1;
	}
	return 1;
}

/* The first row of this name; the same name of another verb is another option. */
static size_t options_row_of(const char *name)
{
	size_t i = 0;

	while (strcmp(option_defs[i].name, name) != 0)
		i++;
	return i;
}

bool options_have_command(const struct options *o)
{
	return o->command || o->gate.suite;
}

/* Compares with the options given: they are few, the rules name hundreds. */
static bool has(const struct options *o, const char *name)
{
	if (!*name)
		return options_have_command(o);
	for (size_t i = 0; option_defs[i].name; i++)
		if (o->given[i] && strcmp(option_defs[i].name, name) == 0)
			return options_row_of(name) == i;
	return false;
}

static bool has_one(const struct options *o, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n && names[i]; i++)
		if (has(o, names[i]))
			return true;
	return false;
}

#define HAS_ONE(o, names) has_one(o, names, sizeof(names) / sizeof(*(names)))

static int check_rules(const struct options *o, struct error *err)
{
	for (const struct option_rule *r = option_rules; r->message; r++) {
		if (!HAS_ONE(o, r->any) || (r->with[0] && !HAS_ONE(o, r->with)) || HAS_ONE(o, r->without))
			continue;
		error_set(err, ERROR_USAGE, 0, "%s", r->message);
		if (r->hint)
			error_hint(err, "%s", r->hint);
		return -1;
	}
	return 0;
}

/* Of several aggregation options the last one in enum aggr_mode wins, as in perf. */
static enum aggr_mode rows_asked(const struct options *o)
{
	enum aggr_mode found = o->no_merge ? AGGR_CPU : AGGR_TOTAL;

	for (int mode = (int)found; mode < AGGR_MODES; mode++)
		if (o->aggr[mode])
			found = (enum aggr_mode)mode;
	/* --tree alone is of processes */
	return found == AGGR_TOTAL && o->measure.aggr.rows.tree ? AGGR_PROCESS : found;
}

static void settle_rows(struct options *o)
{
	struct measure_opts *m = &o->measure;

	o->aggr[AGGR_REGION] |= m->n_functions != 0;
	m->aggr.mode = rows_asked(o);
	m->aggr.rows.by_task = o->aggr[AGGR_TASK];
	m->aggr.region_threads = o->aggr[AGGR_REGION] && o->aggr[AGGR_THREAD];
	m->aggr.no_scale = !o->scale;
	m->event.no_merge = m->aggr.mode == AGGR_CPU;
	m->event.own_sources = (int)m->n_events;
	m->event.own_names = o->out.like_newest || !(o->verb & (VERB_STAT | VERB_RECORD));
}

static void settle_target(struct options *o)
{
	struct target_opts *t = &o->measure.target;
	uint64_t delay = o->measure.wait_loop.delay_ns;

	t->command = options_have_command(o);
	t->system_wide = o->all_cpus || !(t->command || t->pids || t->tids || t->cpus);
	t->per_thread = o->measure.aggr.mode == AGGR_THREAD;
	t->per_process = aggr_is_of_processes(o->measure.aggr.mode);
	t->late_ns = delay == WAIT_LOOP_NEVER ? TARGET_BY_CONTROL : delay;
	t->one_by_one = o->measure.control != NULL;
	o->measure.launch.held = t->no_inherit || delay || o->measure.control;
}

/* The command of stat and record; compare and gate have split theirs. */
static void settle_command(struct options *o)
{
	struct session_opts *s = &o->session;

	o->measure.launch.argv = o->command;
	if (!o->command || s->detached)
		return;
	s->command = mem_resize(NULL, 1, sizeof(*s->command));
	s->command[s->n_commands++] = (struct session_command){ .argv = o->command, .name = s->name };
}

/* report can aggregate a saved document again if it knows the core and package of each CPU. */
static bool needs_topology(const struct options *o)
{
	bool yes = o->out.save || (o->out.format &&
				   format_find(o->out.format, FORMAT_REPORT)->flags & FORMAT_HOST);

	for (size_t i = 0; i < o->out.n_exports; i++)
		yes |= format_find(o->out.export[i].format, FORMAT_REPORT)->flags & FORMAT_HOST;
	return yes;
}

/* A saved result needs a name to be found again. */
static int check_names(const struct options *o, struct error *err)
{
	bool empty = o->session.name && !*o->session.name;

	for (size_t i = 0; i < o->n_names; i++)
		empty |= !*o->name[i];
	if (empty) {
		error_set(err, ERROR_USAGE, 0, "option '--name': the name is empty");
		return error_hint(err, "without --name the result has the name of its command");
	}
	if (!o->out.save || o->command || o->session.name || !(o->verb & (VERB_STAT | VERB_RECORD)))
		return 0;
	error_set(err, ERROR_USAGE, 0, "--save needs a name for the result if there is no command");
	return error_hint(err, "--name TEXT names it");
}

/* --- compare and gate --------------------------------------------------------------------------------- */

static int take_word(struct options *o, char *word)
{
	o->words = mem_resize(o->words, o->n_words + 1, sizeof(*o->words));
	o->words[o->n_words++] = word;
	return 1;
}

/* Takes a saved result; refuses any other word, as it is a command without -- before it. */
static int take_file(struct options *o, char *word, struct error *err)
{
	if (o->verb == VERB_GATE) {
		error_set(err, ERROR_USAGE, 0, "'%s' must come after --", word);
		return error_hint(err, "pstat gate [options] -- COMMAND; "
				  "'pstat -- gate ...' counts a program called gate");
	}
	if (compare_is_file(word))
		return take_word(o, word);
	error_set(err, ERROR_USAGE, 0,
		  "'%s' is no file with a saved result, and commands come after --", word);
	return error_hint(err, "pstat compare BASE.json NEW.json, or: pstat compare -- COMMAND --vs COMMAND; "
			  "'pstat -- compare ...' counts a program called compare");
}

/* Only runs use the option; --ignore-failure also decides which saved runs are compared. */
static bool is_for_runs(const struct option_def *d)
{
	enum option_topic t = d->topic;

	if (strcmp(d->name, "ignore-failure") == 0)
		return false;
	return t == TOPIC_EVENTS || t == TOPIC_TARGETS || t == TOPIC_RUNS || t == TOPIC_TIME ||
	       strcmp(d->name, "save") == 0 || strcmp(d->name, "dry-run") == 0 ||
	       strcmp(d->name, "hybrid-merge") == 0;
}

/* If saved results are compared, refuses options about runs. */
static int check_files(const struct options *o, struct error *err)
{
	bool files = o->n_words || o->gate.candidate;

	for (size_t i = 0; files && option_defs[i].name; i++)
		if (o->given[i] && is_for_runs(&option_defs[i]))
			return error_set(err, ERROR_USAGE, 0,
					 "--%s is for commands: saved results are compared as they are",
					 option_defs[i].name);
	return files && !o->session.exact ? error_set(err, ERROR_USAGE, 0,
		"--no-exact is for commands: saved results are compared as they are") : 0;
}

/*
 * Without -r a budget alone limits the runs.  Of --selftest it does not: what it simulates afterwards takes
 * longer the more runs there are.
 */
static void set_usual_runs(struct options *o)
{
	enum { USUAL_RUNS = 10, MOST_OF_BUDGET = 1000 };
	struct session_opts *s = &o->session;

	if (s->runs)
		return;
	if (o->verb == VERB_COMPARE)
		s->runs = s->most_runs = USUAL_RUNS;
	if (s->budget_ns && !o->gate.selftest)
		s->most_runs = MOST_OF_BUDGET;
}

/* Its commands are read later. */
static int check_suite_options(const struct options *o, struct error *err)
{
	if (o->command) {
		error_set(err, ERROR_USAGE, 0, "--suite has the commands, so '%s' is one too many",
			  o->command[0]);
		return error_hint(err, "leave out one of the two");
	}
	if (o->n_names > 1)
		return error_set(err, ERROR_USAGE, 0, "--name chooses one benchmark of --suite, not %zu",
				 o->n_names);
	return 0;
}

/* Fills in the defaults of compare and gate, and splits their commands. */
static int settle_comparison(struct options *o, struct error *err)
{
	static const char usual[] =
		"instructions:u,cycles:u,branches:u,branch-misses:u,page-faults,task-clock";
	struct measure_opts *m = &o->measure;

	if (!(o->verb & (VERB_COMPARE | VERB_GATE)))
		return 0;
	if (!m->n_events && !m->metrics.n && !m->null && !m->metrics.topdown && !m->metrics.transactions) {
		m->events = mem_resize(NULL, 1, sizeof(*m->events));
		m->events[m->n_events++] = (struct event_text){ .text = usual };
		o->usual_events = true;
	}
	o->gate.level = o->level;
	if (o->verb == VERB_GATE && !o->gate.limits.n &&
	    limits_parse(&o->gate.limits, "instructions:u=+1%", err) < 0)
		return -1;
	set_usual_runs(o);
	o->session.warmups += o->session.same_output && !o->session.warmups;
	if (o->gate.suite)
		return check_suite_options(o, err);
	if (!o->command)
		return check_files(o, err);
	if (o->n_words) {
		error_set(err, ERROR_USAGE, 0, "'%s' is a file, and a command cannot be compared with it",
			  o->words[0]);
		return error_hint(err,
				  "'pstat gate --baseline FILE -- COMMAND' compares a command with a saved result");
	}
	if (compare_split_commands(&o->session, o->command, err) < 0 ||
	    compare_name_commands(&o->session, o->name, o->n_names, err) < 0 ||
	    compare_add_base(&o->session, err) < 0)
		return -1;
	/* a rule refuses --save with --base in better words */
	return o->out.save && !o->session.base.rev ? compare_check_names(&o->session, err) : 0;
}

/* --- top ------------------------------------------------------------------------------------------------ */

/* The defaults of top.  What this machine lacks of the default events is left out. */
static int settle_top(struct options *o, struct error *err)
{
	enum { USUAL_NS = 1000000000, LEAST_NS = 10000000 };
	static const char usual[] =
		"task-clock,instructions,cache-misses,page-faults,context-switches,cpu-migrations,cycles";
	struct measure_opts *m = &o->measure;

	if (o->verb != VERB_TOP)
		return 0;
	if (!m->wait_loop.interval_ns)
		m->wait_loop.interval_ns = USUAL_NS;
	if (m->wait_loop.interval_ns < LEAST_NS)
		return error_set(err, ERROR_USAGE, 0, "interval must be >= 10ms");
	o->given[options_row_of("interval-print")] = true;
	if (!m->n_events && !m->metrics.n) {
		m->events = mem_resize(NULL, 1, sizeof(*m->events));
		m->events[m->n_events++] = (struct event_text){ .text = usual };
		o->top.may_lack = true;
	}
	m->event.hybrid_merge = true;
	if (!o->session.name)
		o->session.name = "top";
	return 0;
}

/* --- the whole command line -------------------------------------------------------------------------- */

static int finish(struct options *o, struct error *err)
{
	enum { LEAST_NS = 10000000, MOST_DETAIL = 3 };
	struct measure_opts *m = &o->measure;

	if (o->help || o->version || o->list_opts || o->json_schema)
		return 0;
	if (settle_top(o, err) < 0 || check_names(o, err) < 0 || settle_comparison(o, err) < 0 ||
	    check_rules(o, err) < 0)
		return -1;
	if (o->verb == VERB_RECORD && o->session.exact)
		return error_set(err, ERROR_USAGE, 0,
				 "--exact cannot be used with record: a file has one run");
	if (o->session.exact && !o->session.repeat)
		return error_set(err, ERROR_USAGE, 0,
				 "--exact cannot be used with -r 0: it checks its runs after the last one");
	if (m->wait_loop.timeout_ns && m->wait_loop.timeout_ns < LEAST_NS)
		return error_set(err, ERROR_USAGE, 0, "timeout must be >= 10ms");
	if (aggr_is_of_processes(rows_asked(o)) && !o->session.repeat)
		return error_set(err, ERROR_USAGE, 0,
				 "rows for processes cannot be used with -r 0: they are of a single run");
	if ((o->aggr[AGGR_REGION] || m->n_functions) && o->aggr[AGGR_THREAD] &&
	    (o->session.repeat != 1 || o->session.exact))
		return error_set(err, ERROR_USAGE, 0,
				 "%s with --per-thread cannot be used with -r or --exact: each run has other threads",
				 m->n_functions ? "--region-fn" : "--regions");
	settle_command(o);
	m->catalog.define = (const char *const *)o->define;
	m->catalog.n_defines = o->n_defines;
	o->out.metric_only |= m->metrics.topdown || m->metrics.smi_cost;
	m->detail = m->detail > MOST_DETAIL ? MOST_DETAIL : m->detail;
	settle_rows(o);
	settle_target(o);
	m->recorded = o->verb == VERB_RECORD;
	m->series = o->session.repeat != 1 || o->session.exact || o->verb & (VERB_COMPARE | VERB_GATE);
	m->topology = o->verb == VERB_RECORD || (m->aggr.mode == AGGR_CPU && needs_topology(o));
	m->trace = o->session.verbose > 1 && !o->session.quiet;
	m->may_be_none = o->session.detached ? o->gate.skip_unsupported : o->as_perf;
	m->may_be_no_group = o->gate.skip_unsupported;
	return 0;
}

/* The file of report may be given without -i, before or after options. */
static int take_input(struct options *o, const char *word, struct error *err)
{
	if (o->input)
		return error_set(err, ERROR_USAGE, 0, "%s takes one file; '%s' is a second one",
				 options_verb(o->verb)->name, word);
	o->input = word;
	return 1;
}

/* A word that is not an option and does not begin the command: a word of list, a file, or a help topic. */
static int take_other(struct options *o, char *word, struct error *err)
{
	enum option_words words = o->help ? WORDS_SEARCH : options_verb(o->verb)->words;

	return words == WORDS_SEARCH ? take_word(o, word) :
	       words == WORDS_INPUT  ? take_input(o, word, err) :
				       take_file(o, word, err);
}

static bool is_option(const char *word)
{
	return word[0] == '-' && word[1];
}

int options_parse(struct options *o, enum verb verb, int argc, char **argv, struct error *err)
{
	bool comparing = verb & (VERB_COMPARE | VERB_GATE);
	enum option_words words;
	int i = 1;

	*o = options_initial;
	o->session.exact = o->session.detached = comparing;
	o->session.warmups = comparing ? o->session.warmups : 0;
	o->verb = verb & ~(unsigned)VERB_AS_PERF;
	o->as_perf = verb & VERB_AS_PERF;
	words = options_verb(o->verb)->words;
	while (i < argc && (is_option(argv[i]) || words != WORDS_COMMAND)) {
		int used;

		if (strcmp(argv[i], "--") == 0) {
			i++;
			break;
		}
		used = !is_option(argv[i]) ? take_other(o, argv[i], err) :
		       (argv[i][1] == '-' ? take_long : take_letters)(o, argv + i, err);
		if (used < 0)
			return -1;
		i += used;
	}
	for (; (words == WORDS_SEARCH || words == WORDS_INPUT) && i < argc; i++)
		if (take_other(o, argv[i], err) < 0)
			return -1;
	o->command = i < argc ? argv + i : NULL;
	return finish(o, err);
}

const struct aggr_opts *options_rows(const struct options *o)
{
	for (int mode = AGGR_TOTAL; mode < AGGR_MODES; mode++)
		if (o->aggr[mode] && mode != AGGR_REGION)	/* regions are read as they were saved */
			return &o->measure.aggr;
	return NULL;
}

void options_release(struct options *o)
{
	free(o->measure.events);
	free(o->measure.functions);
	free(o->measure.cgroups);
	free(o->measure.metrics.name);
	for (size_t i = 0; i < o->n_defines; i++)
		free(o->define[i]);
	free(o->define);
	free(o->out.export);
	free(o->words);
	for (size_t i = 0; i < o->n_rows; i++)
		free(o->row[i]);
	free(o->row);
	free(o->session.command);
	free(o->session.word);
	free(o->name);
	limits_release(&o->gate.limits);
	cpulist_release(&o->pin);
	*o = (struct options){0};
}
