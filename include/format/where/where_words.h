/* SPDX-License-Identifier: MIT */
/*
 * where_words.h - writes the block "where" (the source lines behind a count) in words: head line, places,
 * notes.
 *
 * A file is called by the end of its path: the shortest one, in whole names, that no other file of the block
 * ends in.  Names of files and functions, and lines of source, are others' text (str_add_line).
 */
#ifndef FORMAT_WHERE_WHERE_WORDS_H
#define FORMAT_WHERE_WHERE_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str;
struct style;
struct where_block;

/* Nobody asked for it otherwise. */
bool where_words_has(const struct where_block *w);
/* "where: +9,871,204 instructions, all explained (A against A: 0 of 1,960 lines differ)" */
void where_words_add_head(struct str *out, const struct where_block *w, const struct style *s);
/* "lex.c:214", "malloc", or "no symbols" */
void where_words_add_place(struct str *out, const struct where_block *w, size_t row);
/* The place of the first row, who calls it, and an edited line that is not the first row; names are short. */
void where_words_add_cause(struct str *out, const struct where_block *w, const struct style *s);
/* The text of a line of source: a tab in it is a blank. */
void where_words_add_source(struct str *out, const char *text);
/*
 * Calls add for each line above the rows: one for each library that differs, up to WHERE_LIBRARIES, and then
 * how many more do.  Of a build ID it has WHERE_BUILD_ID digits; JSON has all of them.
 */
enum { WHERE_LIBRARIES = 5, WHERE_BUILD_ID = 12 };
void where_words_each_library(struct str *out, const struct where_block *w,
			      void (*add)(struct str *out, const char *line));
/* What stands beside the place: the text of the line; of a function its object and who calls it. */
void where_words_add_text(struct str *out, const struct where_block *w, size_t row, const struct style *s);
/* Calls add for each note below the rows, without "note: ".  all: quiet ones, too. */
void where_words_each_note(struct str *out, const struct where_block *w, bool all,
			   void (*add)(struct str *out, const char *line));
/* Of the change that rows and others leave: 0 if all is explained. */
int64_t where_words_unexplained(const struct where_block *w);

/* A count with all its digits; signed: with + or -. */
void where_words_add_count(struct str *out, uint64_t count, const struct style *s);
void where_words_add_change(struct str *out, int64_t change, const struct style *s);

#endif
