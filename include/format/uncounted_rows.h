/* SPDX-License-Identifier: MIT */
/* uncounted_rows.h - rows that no side could count: a note names them instead of lines in the table. */
#ifndef FORMAT_UNCOUNTED_ROWS_H
#define FORMAT_UNCOUNTED_ROWS_H

#include <stdbool.h>
#include <stddef.h>

struct judgement;
struct str;

/* No side has a value of the row, all for the same reason, and nobody asked for a verdict. */
bool uncounted_rows_has(const struct judgement *j, size_t row);
/* Appends "no value: a, b (not counted)"; rows that a note of a run names are left out. */
void uncounted_rows_add(struct str *out, const struct judgement *j);

#endif
