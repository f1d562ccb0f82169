/* SPDX-License-Identifier: MIT */
/*
 * suite.h - reads the file of --suite: the names and commands of benchmarks that are judged together.
 *
 *	# what the parser does
 *	parse: ./parse data.json
 *	sort large: ./sort --by "last name" 'a b.txt'
 *
 * A line is a name, a colon and a command.  Its words stand apart and are quoted as in the shell, but no
 * shell runs: what only a shell understands is refused, as a program that got it as it stands would measure
 * something else.  # begins a comment, where a word may begin.
 *
 * A name has no colon, so that a limit of one benchmark can begin with its name: 'parse:page-faults=+1%'.
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

/* An error names the line.  A file without a benchmark is one, too. */
int  suite_read(struct suite *s, const char *path, struct error *err);
int  suite_parse(struct suite *s, const struct str *text, const char *path, struct error *err);
/* Keeps the benchmark of this name only. */
int  suite_choose(struct suite *s, const char *name, const char *path, struct error *err);
/*
 * The limits of one benchmark: those that begin with no name of the suite, and then its own, so that they
 * replace the others.  It is an error if it has none.
 */
int  suite_limits(struct limits *own, const struct suite *s, size_t at, const struct limits *all,
		  struct error *err);
void suite_release(struct suite *s);

#endif
