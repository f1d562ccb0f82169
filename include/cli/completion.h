/* SPDX-License-Identifier: MIT */
/*
 * completion.h - tells any shell what to offer after TAB: its script calls 'pstat --complete WORD...'.
 *
 * The files in completions/ only ask this program and insert what it answers, as those of git do.  So what
 * is offered comes from the option table and from the machine, is always that of the installed program, and
 * a cross build has nothing to generate.  --complete is for these files; it is no option of any verb.
 *
 * The words are those after 'pstat', without quotes; the last one is being typed.  The answer is lines:
 *
 *	KIND		words; parts, after which no blank follows; files, folders, shell (names of commands);
 *			or "command N": the words from N on, counted from 0, are a command of their own
 *	PREFIX		the beginning of the last word that stays: "--format=", "cycles,"
 *	NAME<TAB>HELP	may follow PREFIX; the shell leaves out what does not fit, and quotes what it inserts
 *
 * Names come from outside, too (cgroups, vendors' files): those with control characters are left out.
 */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

#include <stddef.h>

struct catalog_opts;
struct env;
struct str;

void completion_add(struct str *out, const struct env *env, const struct catalog_opts *catalog,
		    const char *const *words, size_t n);

/* How an argument is completed, by the name of its option or by what --help calls the argument. */
enum completes {
	COMPLETES_NOTHING, COMPLETES_WORDS, COMPLETES_FILES, COMPLETES_FOLDERS, COMPLETES_SHELL,
	COMPLETES_EVENTS, COMPLETES_METRICS, COMPLETES_LIMITS, COMPLETES_PIDS, COMPLETES_TIDS, COMPLETES_CPUS,
	COMPLETES_CGROUPS,	COMPLETES_PMUS, COMPLETES_FORMATS, COMPLETES_EXPORTS, COMPLETES_TOPICS,
};

struct completion_rule {
	const char *of;		/* "--event", or "<file>" for all options with this argument */
	enum completes kind;
	const char *words;	/* COMPLETES_WORDS: separated by blanks */
};

extern const struct completion_rule completion_rules[];	/* of NULL ends; the first that fits applies */

#endif
