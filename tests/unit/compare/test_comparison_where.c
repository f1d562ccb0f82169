/* SPDX-License-Identifier: MIT */
/* Tests which lines a comparison shows, when it shows any, and that their shares add up. */
#include "test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "compare/comparison.h"
#include "compare/comparison_where.h"
#include "where/program_where.h"

enum { MOST_LINES = 24 };

static char folder[] = "/tmp/pstat-unit-XXXXXX";

/* file: NULL: the end; of a function one that cannot be read, and no line */
struct made_line { const char *file, *function; uint32_t line; uint64_t count; };

struct made_program {
	struct made_line line[MOST_LINES], again[MOST_LINES];	/* of the last run, and of the one before it */
	uint64_t rest;		/* a saved result: what its rows do not have; its lines have no text */
	const char *absent;
	bool saved;
};

static void add_run(struct program_where *w, const struct made_line *made)
{
	struct program_lines p = { .n_processes = 1 };

	if (!made->file)
		return;
	for (; made->file; made++) {
		char path[96];
		struct line_count l = { .line = made->line, .count = made->count };

		snprintf(path, sizeof(path), "%s%s", *made->file ? folder : "", made->file);
		l.file = program_lines_name(&p, path);
		l.function = program_lines_name(&p, made->function);
		program_lines_add(&p, &l);
	}
	program_lines_sort(&p);
	program_where_add(w, &p);
}

static void make_saved(struct program_where *w, const struct made_program *m)
{
	struct code_rows *rows = &w->rows;

	rows->row = mem_zeroed(MOST_LINES, sizeof(*rows->row));
	for (; m->line[rows->n].file; rows->n++) {
		const struct made_line *l = &m->line[rows->n];

		rows->row[rows->n] = (struct code_row){ .file = l->file, .function = l->function,
							.line = l->line, .count = l->count };
		rows->total += l->count;
	}
	rows->total += rows->rest = m->rest;
}

static void make_program(struct program_where *w, const struct made_program *m)
{
	if (m->absent) {
		program_where_set_absent(w, m->absent);
	} else if (m->saved) {
		make_saved(w, m);
	} else {
		add_run(w, m->again);
		add_run(w, m->line);
	}
}

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static void describe(struct str *out, const struct where_block *w)
{
	str_reset(out);
	if (!w) {
		str_add(out, "none");
		return;
	}
	if (w->absent) {
		str_add(out, w->absent);
		return;
	}
	str_addf(out, "%zu/%zu", w->n_spread, w->n_lines);
	for (size_t i = 0; i < w->n_rows; i++) {
		const struct where_row *r = &w->row[i];

		str_add(out, "; ");
		if (r->kind == WHERE_LINE)
			str_addf(out, "%s:%u", file_name(r->file), r->line);
		else
			str_add(out, r->kind == WHERE_FUNCTION ? r->function : "?");
		str_addf(out, "%s%s %s%llu>%s%llu", r->is_new ? " new" : "", r->is_gone ? " gone" : "",
			 r->before_at_most ? "<=" : "", (unsigned long long)r->before,
			 r->after_at_most ? "<=" : "", (unsigned long long)r->after);
	}
	if (w->n_others || w->others_change)
		str_addf(out, "; %zu others %+lld", w->n_others, (long long)w->others_change);
}

/* The rows and the others are the whole change. */
static void check_sum(const char *what, const struct where_block *w)
{
	double share = 0;
	int64_t change = w->others_change;

	for (size_t i = 0; i < w->n_rows; i++) {
		change += w->row[i].change;
		share += w->row[i].share;
	}
	if (change != (int64_t)(w->after - w->before))
		fail_msg("%s: rows and others make %lld", what, (long long)change);
	if (w->after == w->before)
		return;
	share += (double)w->others_change / (double)(int64_t)(w->after - w->before);
	if (fabs(share - 1) > 1e-9)
		fail_msg("%s: the shares make %g", what, share);
}

#define F(name, count) { "", name, 0, count }
#define A(line, count) { "/a/x.c", "main", line, count }
#define B(line, count) { "/b/x.c", "main", line, count }

/* Where the row of valgrind/instructions/ has this verdict; its medians are those of the runs. */
static const struct {
	const char *what;
	struct made_program a, b;
	enum verdict verdict;
	bool no_row, limited, asked;
	double before, after;			/* of the row */
	const char *expected;
} cases[] = {
	{ "a change within the spread of A is not shown", { .line = { F("f", 1000), F("g", 500) },
	  .again = { F("f", 1000), F("g", 560) } }, { .line = { F("f", 1100), F("g", 550) } },
	  .before = 1500, .after = 1650, .expected = "1/2; f 1000>1100; 0 others +50" },
	{ "one beyond it is, in either direction", { .line = { F("f", 1000), F("g", 500) },
	  .again = { F("f", 1000), F("g", 560) } }, { .line = { F("f", 1000), F("g", 439) } },
	  .before = 1500, .after = 1439, .expected = "1/2; g 500>439" },
	{ "one run of A has no spread", { .line = { F("f", 1000) } }, { .line = { F("f", 1001) } },
	  .before = 1000, .after = 1001, .expected = "0/0; f 1000>1001" },
	{ "ten rows, and others", { .line = { F("a", 10) } },
	  { .line = { F("a", 21), F("b", 12), F("c", 13), F("d", 14), F("e", 15), F("f", 16), F("g", 17), F("h", 18),
	  F("i", 19), F("j", 20), F("k", 9), F("l", 8) } }, .before = 10, .after = 182,
	  .expected = "0/0; j new 0>20; i new 0>19; h new 0>18; g new 0>17; f new 0>16; e new 0>15; d new 0>14; "
	  "c new 0>13; b new 0>12; a 10>21; 2 others +17" },
	{ "a line that moved is no change", { .line = { A(1, 100), A(2, 200) } }, { .line = { B(2, 100), B(3, 260) } },
	  .before = 300, .after = 360, .expected = "0/0; x.c:3 200>260" },
	{ "new, gone, and executed no more", { .line = { A(1, 100), A(2, 200), A(3, 300), A(4, 50) } },
	  { .line = { B(2, 100), B(3, 200), B(5, 800) } }, .before = 650, .after = 1100,
	  .expected = "0/0; x.c:5 new 0>800; x.c:3 gone 300>0; x.c:4 50>0" },
	{ "a saved A: at most what its last row did", { .line = { F("f", 500), F("g", 60) }, .rest = 90, .saved = true },
	  { .line = { F("f", 500), F("g", 60), F("h", 200), F("i", 50) } }, .before = 650, .after = 810,
	  .expected = "0/0; h <=60>200; 0 others +20" },
	{ "a saved B", { .line = { F("f", 500), F("g", 200) } },
	  { .line = { F("f", 500), F("h", 60) }, .rest = 90, .saved = true }, .before = 700, .after = 650,
	  .expected = "0/0; g 200><=60; h new 0>60; 0 others +30" },
	{ "both are saved and keep all", { .line = { F("f", 500), F("g", 200) }, .saved = true },
	  { .line = { F("f", 600) }, .saved = true }, .before = 700, .after = 600,
	  .expected = "0/0; g gone 200>0; f 500>600" },
	{ "the change is too small without a limit", { .line = { F("f", 10000) } }, { .line = { F("f", 10004) } },
	  .before = 10000, .after = 10004, .expected = "none" },
	{ "it is large enough", { .line = { F("f", 10000) } }, { .line = { F("f", 10005) } },
	  .before = 10000, .after = 10005, .expected = "0/0; f 10000>10005" },
	{ "within its limit", { .line = { F("f", 100) } }, { .line = { F("f", 120) } }, .limited = true,
	  .verdict = VERDICT_SAME, .before = 100, .after = 120, .expected = "none" },
	{ "improved", { .line = { F("f", 100) } }, { .line = { F("f", 80) } }, .limited = true,
	  .verdict = VERDICT_BETTER, .before = 100, .after = 80, .expected = "0/0; f 100>80" },
	{ "no such row, not asked for", { .line = { F("f", 100) } }, { .line = { F("f", 120) } }, .no_row = true,
	  .expected = "none" },
	{ "no such row, asked for", { .line = { F("f", 100) } }, { .line = { F("f", 120) } }, .no_row = true,
	  .asked = true, .expected = "0/0; f 100>120" },
	{ "no side has lines", { .line = {{0}} }, { .line = {{0}} }, .before = 1, .after = 2, .expected = "none" },
	{ "why a side has none", { .absent = "no room" }, { .line = { F("f", 1) } }, .before = 1, .after = 2,
	  .expected = "A: no room" },
	{ "why both have none", { .absent = "no room" }, { .absent = "it failed" }, .before = 1, .after = 2,
	  .expected = "A: no room; B: it failed" },
	{ "a saved result without lines", { .saved = true }, { .line = { F("f", 1) } }, .before = 1, .after = 2,
	  .expected = "A: the saved result has no lines" },
};

static void blocks(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char emulated[] = COMPARISON_WHERE_ROW, counted[] = "instructions:u";
		struct sample_row of = { .name = cases[i].no_row ? counted : emulated, .emulated = !cases[i].no_row };
		struct compared_row row = { .of = &of };
		struct row_comparison c = {
			.verdict = cases[i].verdict, .before = { .n = 1, .median = cases[i].before },
			.after = { .n = 1, .median = cases[i].after },
			.threshold = { 1, cases[i].limited ? 0.01 : (double)NAN, (double)NAN, (double)NAN } };
		struct comparison cmp = { .opts.mode = cases[i].limited ? COMPARISON_GATE : COMPARISON_PLAIN,
					  .n_sides = 2, .row = &row, .n_rows = 1, .comparison = &c,
					  .n_comparisons = 1 };
		struct program_where side[2] = {{{0}}}, *where[2] = { &side[0], &side[1] };
		const struct where_block *w;
		struct str got = {0};

		make_program(&side[0], &cases[i].a);
		make_program(&side[1], &cases[i].b);
		comparison_add_where(&cmp, where, cases[i].asked);
		w = comparison_where(&cmp, 1, 0);
		assert_ptr_equal(w, comparison_where_of(&cmp, 1));
		describe(&got, w);
		if (strcmp(str_text(&got), cases[i].expected) != 0)
			fail_msg("%s:\n%s\nnot\n%s", cases[i].what, str_text(&got), cases[i].expected);
		if (w && w->present)
			check_sum(cases[i].what, w);
		if (cmp.where)
			where_block_release(&cmp.where[1].block);
		free(cmp.where);
		str_release(&got);
		for (int s = 0; s < 2; s++)
			program_where_release(&side[s]);
	}
}

/* --- the sources ------------------------------------------------------------------------------------- */

static const struct { const char *name, *text; } sources[] = {
	{ "/a/x.c", "first_line();\nsecond_line();\nthird_line();\nfourth_line();\n" },
	{ "/b/x.c", "/* moved */\nfirst_line();\nsecond_line();\nfourth_line();\nwhile (fifth)\n" },
};

static int make_sources(void **state)
{
	(void)state;
	if (!mkdtemp(folder))
		return -1;
	for (size_t i = 0; i < COUNT_OF(sources); i++) {
		char path[96];
		FILE *f;

		snprintf(path, sizeof(path), "%s/%c", folder, sources[i].name[1]);
		assert_int_equal(mkdir(path, 0700), 0);
		snprintf(path, sizeof(path), "%s%s", folder, sources[i].name);
		f = fopen(path, "w");
		assert_non_null(f);
		fputs(sources[i].text, f);
		assert_int_equal(fclose(f), 0);
	}
	return 0;
}

static int remove_sources(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(sources); i++) {
		char path[96];

		snprintf(path, sizeof(path), "%s%s", folder, sources[i].name);
		unlink(path);
		*strrchr(path, '/') = '\0';
		rmdir(path);
	}
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks),
	};

	return cmocka_run_group_tests(tests, make_sources, remove_sources);
}
