/* SPDX-License-Identifier: MIT */
/* What do compare and gate make of their command line, beyond what the table of options says? */
#include "cli/options.h"

#include <string.h>

#include "base/mem.h"

/* A file, or somebody forgot the -- or did not mean the verb. */
int options_take_file(struct options *o, char *word, struct error *err)
{
	const char *verb = o->verb == VERB_GATE ? "gate" : "compare";

	if (o->verb == VERB_COMPARE && rivals_is_file(word))
		return options_take_word(o, word);
	error_set(err, ERROR_USAGE, 0, o->verb == VERB_GATE ? "'%s' stands in front of --" :
		  rivals_is_folder(word) ? "'%s' is a folder, and no saved result" :
		  "'%s' is no saved result, and commands stand behind --", word);
	error_hint(err, "pstat %s [options] -- COMMAND%s; 'pstat -- %s ...' counts a program called %s", verb,
		   o->verb == VERB_GATE ? "" : " --vs COMMAND", verb, verb);
	return -1;
}

static bool is_of_commands(enum option_topic t)
{
	return t == TOPIC_EVENTS || t == TOPIC_TARGETS || t == TOPIC_RUNS || t == TOPIC_TIME;
}

/* Of other topics, and yet for those who count. */
static bool is_beside(const char *name)
{
	return strcmp(name, "save") == 0 || strcmp(name, "dry-run") == 0 || strcmp(name, "hybrid-merge") == 0;
}

/* Which failures count all the same is said of results, too. */
static bool is_of_results(const char *name)
{
	return strcmp(name, "ignore-failure") == 0;
}

/* What commands are asked for says nothing of results that are there. */
static int check_files(const struct options *o, struct error *err)
{
	bool files = o->n_words || o->gating.candidate;

	for (size_t i = 0; files && option_defs[i].name; i++) {
		enum option_topic t = option_defs[i].topic;

		if (!(o->given[i] && (is_of_commands(t) || is_beside(option_defs[i].name))) ||
		    is_of_results(option_defs[i].name))
			continue;
		return error_set(err, ERROR_USAGE, 0,
				 "--%s is for commands: saved results are compared as they are",
				 option_defs[i].name);
	}
	return files && !o->rivals.exact ? error_set(err, ERROR_USAGE, 0,
		"--no-exact is for commands: saved results are compared as they are") : 0;
}

/* What compare and gate count when nobody says what. */
int options_settle_rivals(struct options *o, struct error *err)
{
	enum { USUAL_RUNS = 10 };
	static const char usual[] =
		"instructions:u,cycles:u,branches:u,branch-misses:u,page-faults,task-clock";
	struct measure_opts *m = &o->measure;

	if (!(o->verb & (VERB_COMPARE | VERB_GATE)))
		return 0;
	if (!m->n_events && !m->n_metrics && !m->null && !m->topdown && !m->transactions) {
		m->events = mem_resize(NULL, 1, sizeof(*m->events));
		m->events[m->n_events++] = (struct event_text){ .text = usual };
	}
	if (o->verb == VERB_GATE && gating_settle(&o->gating, err) < 0)
		return -1;
	if (o->verb == VERB_COMPARE && !o->rivals.runs)
		o->rivals.runs = o->rivals.most_runs = USUAL_RUNS;
	if (!o->command)
		return check_files(o, err);
	if (o->n_words) {
		error_set(err, ERROR_USAGE, 0, "'%s' is a file, and a command cannot be compared with it",
			  o->words[0]);
		error_hint(err,
			   "'pstat gate --baseline FILE -- COMMAND' holds a command against a saved result");
		return -1;
	}
	if (rivals_split(&o->rivals, o->command, err) < 0 || rivals_name(&o->rivals, err) < 0)
		return -1;
	return o->save ? rivals_check_names(&o->rivals, err) : 0;
}
