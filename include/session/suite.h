/* SPDX-License-Identifier: MIT */
/*
 * suite.h - reads the file of --suite: the names and commands of benchmarks that are judged together.
 *
 *	# what the parser does
 *	parse: ./parse data.json
 *	sort large: ./sort --by "last name" 'a b.txt'
 *
 * A line is a name, a colon and a command.  Its words stand apart and are quoted as in the shell, but no
 * shell runs.  What only a shell understands is refused: a program that got it as a word would do other work
 * than its author expects.  # begins a comment, where a word may begin.
 *
 * A limit of one benchmark begins with its name, 'parse:page-faults=+1%', so a name has no character that
 * means something in a limit.
 */
#ifndef SESSION_SUITE_H
#define SESSION_SUITE_H

#include <stddef.h>

#include "base/error.h"

struct limits;
struct str;

struct suite_benchmark {
	char *name, **argv;		/* owned */
	size_t line;
};

struct suite {
	struct suite_benchmark *benchmark;
	size_t n;
};

/* An error names the line.  A file without a benchmark is one, too.  path "-": standard input. */
int  suite_read(struct suite *s, const char *path, struct error *err);
int  suite_parse(struct suite *s, const struct str *text, const char *path, struct error *err);
size_t suite_find(const struct suite *s, const char *name);	/* n: there is none of this name */
/*
 * The limits of one benchmark: those that begin with no name of the suite, and then its own, so that they
 * replace the others.  It is an error if it has none.
 */
int  suite_limits(struct limits *own, const struct suite *s, size_t at, const struct limits *all,
		  struct error *err);
/* To an error about a limit that no row fits: the name of a benchmark in it may be mistyped. */
void suite_add_hint(struct error *err, const struct suite *s, const struct limits *all);
void suite_release(struct suite *s);

#endif
