/* SPDX-License-Identifier: MIT */
/*
 * comparison_table.h - writes the table of a comparison for people.
 *
 * The table has a line for each side of each row: the values of a row are below each other, however many
 * sides there are.
 */
#ifndef FORMAT_COMPARISON_TABLE_H
#define FORMAT_COMPARISON_TABLE_H

struct comparison;
struct str;
struct style;

/* Appends the table and an empty line; nothing if no row has a value. */
void comparison_table_add(struct str *out, const struct comparison *cmp, const struct style *s);

#endif
