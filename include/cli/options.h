/* SPDX-License-Identifier: MIT */
/*
 * options.h - parses the command line into one options struct for each feature.
 *
 * The table is option_table.c: the options of perf stat in perf's order, then pstat's own.  Options of perf
 * that pstat refuses are in the table too, so that abbreviations mean the same as in perf.
 *
 * Called as perf, pstat does what scripts of perf rely on where the two differ: exit statuses, abbreviations,
 * verbs, what list shows, a command that runs although no event is supported.  All else is the same.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/cpulist.h"
#include "base/error.h"
#include "base/str.h"
#include "format/format.h"
#include "list/list.h"
#include "output/message.h"
#include "session/gate_run.h"
#include "session/measure.h"
#include "session/session.h"
#include "top/top_counting.h"

enum verb {
	VERB_STAT = 1u << 0, VERB_LIST = 1u << 1, VERB_RECORD = 1u << 2, VERB_REPORT = 1u << 3,
	VERB_COMPARE = 1u << 4, VERB_GATE = 1u << 5, VERB_DOCTOR = 1u << 6, VERB_TREND = 1u << 7,
	VERB_TOP = 1u << 8,
	VERB_AS_PERF = 1u << 15,	/* for options_parse, with another one: called as perf */
};

struct export {			/* --export NAME=FILE */
	const char *format;	/* a format's name */
	const char *path;	/* "-": stdout */
};

struct output_opts {		/* where results go, and in which format */
	const char *path;		/* -o; NULL: stderr */
	int   log_fd;			/* 0: none */
	enum color_when color;
	bool  append, table, big_num;
	bool  json, no_csv_summary, metric_only;	/* -j; of -x; -I */
	bool  like_newest;		/* --like newest */
	bool  hist;			/* --hist */
	bool  live;			/* --live */
	const char *separator;		/* -x; NULL: not given */
	const char *format;		/* a format's name; NULL: not given */
	struct export *export; size_t n_exports;	/* owned */
	const char *save;		/* NULL: nothing is saved */
};

enum { OPTIONS_MAX = 192 };		/* rows of the table */

struct options {
	enum verb verb;
	bool as_perf;			/* called as perf: does what scripts of perf rely on */
	char *const *argv;		/* the whole command line */
	const char *input;		/* report: -i; trend: the file; NULL: not given */
	struct measure_opts measure;	/* owns its events, metrics and cgroups */
	struct session_opts session;
	struct output_opts out;
	struct list_opts list;
	const char **name; size_t n_names;	/* compare, gate: each --name; owned, the texts are argv's */
	double level;			/* compare, gate: --confidence, 0.99 */
	bool  usual_events;		/* compare, gate: the command line names no events */
	struct gate_opts gate;
	struct top_opts top;
	char **row; size_t n_rows;	/* trend: the names of -e; owned */
	char **define; size_t n_defines;	/* owned: "name=expression" */
	bool  scale, all_cpus, no_merge;
	bool  aggr[AGGR_MODES];	/* by enum aggr_mode: the option was given */
	bool  help, version, list_opts, json_schema;
	/* list: what to list; compare: files; owned, the words are argv's */
	char **words; size_t n_words;
	struct cpulist pin;		/* owned; empty: not given */
	const char *topic;		/* of --help; NULL: all */
	char *const *command;		/* the words after the options; NULL: none */
	bool  given[OPTIONS_MAX];	/* by row of the table: the option is in effect */
};

enum option_type {
	OPTION_FLAG,		/* bool; --no-NAME clears it */
	OPTION_COUNT,		/* int, one more each time */
	OPTION_TEXT,
	OPTION_NUMBER,		/* uint64_t */
	OPTION_MS,		/* uint64_t, in nanoseconds; written in milliseconds or with a unit */
	OPTION_CALL,		/* the row's own function */
	OPTION_REFUSED,		/* an option of perf that pstat does not have; help says why */
};

enum option_flag {
	OPTION_OWN	= 1u << 0,	/* pstat's own: an abbreviation finds perf's names first */
	OPTION_OPTIONAL	= 1u << 1,	/* its value can be left out, and needs the = */
	OPTION_NO_NO	= 1u << 2,	/* cannot be negated */
};

enum option_topic {
	TOPIC_EVENTS, TOPIC_TARGETS, TOPIC_RUNS, TOPIC_COMPARISON, TOPIC_TIME, TOPIC_ROWS, TOPIC_OUTPUT,
	TOPIC_LIST, TOPIC_ABOUT,
	TOPIC_COUNT,
};

struct option_def {
	char        letter;	/* 0: none */
	const char *name;
	enum option_type type;
	unsigned    verbs;	/* enum verb: where it is known; unique per verb */
	unsigned    flags;	/* enum option_flag */
	enum option_topic topic;	/* where --help shows it */
	size_t      offset;	/* where in struct options the value goes */
	const char *arg;	/* NULL for flags */
	const char *help;	/* no full stop */
	/*
	 * value: "" if an optional one was left out, NULL if the option is negated; returns -1,
	 * or whether the option is now in effect
	 */
	int       (*call)(struct options *o, const char *value, struct error *err);
};

/* An error if an option of `any` is given with one of `with` (empty: always) and none of `without`. */
struct option_rule {
	const char *any[12], *with[4], *without[5];	/* long names; "" is a command */
	const char *message, *hint;
};

struct option_topic_def {
	const char *name, *title;
	const char *text;	/* what --help=NAME says after the options; NULL: nothing */
	const char *comparison_text;	/* the same for compare and gate; NULL: text */
	const char *gate_text;		/* the same for gate alone; NULL: comparison_text */
};

enum option_words {		/* what a word that is not an option means */
	WORDS_COMMAND,		/* the first begins the command */
	WORDS_SEARCH,		/* list: what to list */
	WORDS_INPUT,		/* report, trend: the file */
	WORDS_FILES,		/* compare: before --, a saved result */
};

struct option_verb {
	enum verb verb;
	const char *name;	/* the first word of the command line */
	const char *summary;	/* one line of --help */
	const char *usage;	/* where --help of this verb begins; its manual page says the rest */
	enum option_words words;
	const char *first[12];	/* the options that most people need; none: all */
};

extern const struct option_verb option_verbs[];		/* name NULL ends */
extern const struct option_def option_defs[];		/* name NULL ends */
extern const struct option_rule option_rules[];		/* message NULL ends */
extern const struct option_topic_def option_topics[TOPIC_COUNT];

int  options_parse(struct options *o, enum verb verb, int argc, char **argv, struct error *err);
const struct option_verb *options_verb(enum verb verb);
/* The verb has this option, and does not only refuse it. */
bool options_offer(const struct option_def *d, enum verb verb);
enum format_content options_content(enum verb verb);	/* what --format and --export of this verb show */
/* The index of value among words, which end with NULL; -1: it is none of them, and the error lists them. */
int option_choose(const char *option, const char *value, const char *const *words, struct error *err);
bool options_have_command(const struct options *o);	/* or a suite of them */
/* The rows for a saved result; NULL: not given, so those it was recorded with. */
const struct aggr_opts *options_rows(const struct options *o);
/* topic NULL: every option, but of stat one screen of the most important ones; "all": every option */
int  options_help(struct str *out, enum verb verb, const char *topic, struct error *err);
/*
 * 'pstat help VERB' and 'pstat help TOPIC': how the manual page begins, and the options that most people
 * need, or those of the topic.  Returns false if there is no such page.
 */
bool options_help_page(struct str *out, const char *word);
/* Whether word is a help topic of verb; every verb has "all". */
bool options_has_topic(enum verb verb, const char *word);
void options_list(struct str *out, enum verb verb);	/* --list-opts */
void options_release(struct options *o);

#endif
