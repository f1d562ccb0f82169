/* SPDX-License-Identifier: MIT */
/*
 * comparison_table.h - writes the table of a comparison for people, and fits lines to the terminal.
 *
 * The table has a line for each side of each row: the values of a row are below each other, however many
 * sides there are.
 */
#ifndef FORMAT_COMPARISON_TABLE_H
#define FORMAT_COMPARISON_TABLE_H

#include <stddef.h>

struct comparison;
struct str;
struct style;

/* Appends the table and an empty line; nothing if no row has a value. */
void comparison_table_add(struct str *out, const struct comparison *cmp, const struct style *s);
/* Appends lines; on a terminal it breaks those that are too wide and indents the rest. */
enum { COMPARISON_INDENT = 3 };
void comparison_table_add_fitted(struct str *out, const char *lines, size_t indent, const struct style *s);
/* The same for one line, in the colour of its tone. */
void comparison_table_add_toned(struct str *out, const char *line, size_t indent, int tone,
				const struct style *s);

#endif
