/* SPDX-License-Identifier: MIT */
/*
 * changes A B - prints the totals of two of cachegrind's files, then the rows that explain the change, heaviest first:
 * FILE, LINE (0: a function), FUNCTION and the change, with tabs between.  planted.py reads them.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/str.h"
#include "where/cachegrind_file.h"
#include "where/code_rows.h"
#include "where/line_changes.h"
#include "where/program_lines.h"
#include "where/source_text.h"
#include "where/where_block.h"

struct side {
	struct program_lines lines;
	struct source_texts sources;
	struct code_rows rows;
};

static void fail(const char *path, const char *why)
{
	fprintf(stderr, "changes: %s: %s\n", path, why);
	exit(1);
}

static void read_side(struct side *s, const char *path)
{
	struct error err = ERROR_INIT;
	struct str text = {0};
	FILE *f = fopen(path, "re");
	char part[4096];
	size_t n;

	if (!f)
		fail(path, "it cannot be opened");
	while ((n = fread(part, 1, sizeof(part), f)) > 0)
		str_add_n(&text, part, n);
	fclose(f);
	if (!text.len || cachegrind_file_add(&s->lines, text.text, text.len, &err) < 0)
		fail(path, err.message);
	str_release(&text);
	code_rows_build(&s->rows, &s->lines, &s->sources);
}

static void release(struct side *s)
{
	code_rows_release(&s->rows);
	source_texts_release(&s->sources);
	program_lines_release(&s->lines);
}

int main(int argc, char **argv)
{
	struct side a = {0}, b = {0};
	struct where_block w = {0};

	if (argc != 3)
		fail("usage", "changes A B");
	read_side(&a, argv[1]);
	read_side(&b, argv[2]);
	line_changes_build(&w, &a.rows, NULL, &b.rows, &a.sources, &b.sources, WHERE_ROWS);
	printf("%" PRIu64 "\t%" PRIu64 "\n", w.before, w.after);
	for (size_t i = 0; i < w.n_rows; i++)
		printf("%s\t%u\t%s\t%" PRId64 "\n", w.row[i].file, w.row[i].line, w.row[i].function, w.row[i].change);
	where_block_release(&w);
	release(&a);
	release(&b);
	return 0;
}
