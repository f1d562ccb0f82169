/* SPDX-License-Identifier: MIT */
/*
 * manual.h - holds the first lines of each manual page, which 'pstat help' prints.
 *
 * src/cli/manual.awk makes the table from man/, so that the help and the manual cannot differ.
 */
#ifndef CLI_MANUAL_H
#define CLI_MANUAL_H

#include <stdbool.h>

struct manual_page {
	const char *name;	/* of the file, without its section: pstat-gate */
	const char *summary;	/* its line in NAME */
	const char *wants;	/* the first paragraph of DESCRIPTION, in lines */
	const char *examples;	/* EXAMPLES, in lines */
};

extern const struct manual_page manual_pages[];		/* name NULL ends */

/* The page pstat-WORD, pstat_WORD or WORD; NULL: there is none. */
const struct manual_page *manual_page(const char *word);

const char *manual_page_word(const struct manual_page *p);	/* its name without "pstat-" or "pstat_" */
bool manual_page_is_of_verb(const struct manual_page *p);	/* and not about a topic */

#endif
