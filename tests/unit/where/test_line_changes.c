/* SPDX-License-Identifier: MIT */
/* Tests which rows explain a change: moves, the spread of A, results whose source is gone, others. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "where/code_rows.h"
#include "where/line_changes.h"
#include "where/source_text.h"
#include "where/where_block.h"

enum { MOST_ROWS = 8, MOST_SOURCES = 3 };

struct made_row { const char *file, *function; uint32_t line; uint64_t count; };
struct made_source { const char *path, *text; enum source_state state; };

struct made_side {
	struct made_source source[MOST_SOURCES];
	struct made_row row[MOST_ROWS], again[MOST_ROWS];
	uint64_t rest;			/* of rows that were not kept */
	uint64_t rowless;		/* what is no row */
	bool saved;			/* no sources, only hashes */
};

/* What source_texts_get() would have read. */
static void add_source(struct source_texts *s, const struct made_source *made)
{
	struct source_text *t = mem_zeroed(1, sizeof(*t));

	t->path = mem_copy_text(made->path);
	t->state = made->state;
	if (t->state == SOURCE_READ) {
		t->text = mem_copy_text(made->text);
		t->line = mem_zeroed(strlen(made->text) + 1, sizeof(*t->line));
		for (char *at = t->text, *end; *at; at = end) {
			t->line[t->n++] = at;
			end = at + strcspn(at, "\n");
			if (*end)
				*end++ = '\0';
		}
	}
	s->source = mem_grow(s->source, s->n, sizeof(struct source_text *));
	s->source[s->n] = t;
	index_add(&s->index, index_hash(0, t->path), s->n++);
}

static void make_rows(struct code_rows *rows, const struct made_row *made, struct source_texts *sources,
		      const struct made_side *side)
{
	rows->row = mem_zeroed(MOST_ROWS, sizeof(*rows->row));
	for (; rows->n < MOST_ROWS && made[rows->n].function; rows->n++) {
		const struct made_row *m = &made[rows->n];
		struct code_row *row = &rows->row[rows->n];
		const struct source_text *t;

		*row = (struct code_row){ .file = m->file, .function = m->function, .line = m->line, .count = m->count };
		rows->total += m->count;
		if (!m->line)
			continue;
		t = source_texts_get(sources, m->file);
		row->text = side->saved ? NULL : source_line(t, m->line);
		row->hash = source_line_hash(source_line(t, m->line));
		row->hash_before = source_line_hash(source_line(t, m->line - 1));
		row->hash_after = source_line_hash(source_line(t, m->line + 1));
	}
	rows->rest = side->rest;
	rows->total += side->rest + side->rowless;
}

static void describe(struct str *out, const struct where_block *w)
{
	str_addf(out, "%llu>%llu%s", (unsigned long long)w->before, (unsigned long long)w->after,
		 w->explained ? "" : " unexplained");
	if (w->n_lines)
		str_addf(out, " %zu/%zu", w->n_spread, w->n_lines);
	for (size_t i = 0; i < w->n_rows; i++) {
		const struct where_row *r = &w->row[i];

		str_addf(out, "\n%s:", r->file);
		if (r->kind == WHERE_LINE)
			str_addf(out, "%u", r->line);
		else
			str_add(out, r->kind == WHERE_FUNCTION ? r->function : "?");
		str_addf(out, " %s%s%s%llu>%s%llu %+lld %.1f", r->is_new ? "new " : "", r->is_gone ? "gone " : "",
			 r->before_at_most ? "<=" : "", (unsigned long long)r->before, r->after_at_most ? "<=" : "",
			 (unsigned long long)r->after, (long long)r->change, 100 * r->share);
		if (r->text)
			str_addf(out, " %s", r->text);
	}
	if (w->n_others || w->others_change)
		str_addf(out, "\n%zu others %+lld", w->n_others, (long long)w->others_change);
}

#define OLD_LEX "static int blank(int c) { return c == ' ' || c == 9; }\n"
#define OLD_A "int a(void);\nint words(const char *s)\n{\n\tint n = 0;\n\n\twhile (*s) {\n\t\tn++;\n" \
	      "\t\twhile (*s && blank(*s))\n\t\t\ts++;\n\t}\n\treturn n;\n}\n"
#define NEW_A "int a(void);\nint words(const char *s)\n{\n\tint n = 0;\n\n\twhile (*s) {\n\t\tn++;\n" \
	      "\t\t/* any blank */\n\t\t/* of them */\n\t\twhile (*s && strchr(\" \\t\", *s))\n\t\t\ts++;\n\t}\n\treturn n;\n}\n"
#define STRCHR "./string/../sysdeps/x86_64/multiarch/strchr-avx2.S"
#define ONE "one();\ntwo();\nthree();\nfour();\n"

static const struct {
	const char *what;
	struct made_side a, b;
	size_t most_rows;
	const char *expected;
} cases[] = {
	{ "an inline test became a call of strchr",
	  { .source = {{ "/x/old/lex.h", OLD_LEX, SOURCE_READ }, { "/x/old/a.c", OLD_A, SOURCE_READ },
		       { STRCHR, NULL, SOURCE_ABSENT }},
	    .row = {{ "/x/old/a.c", "main", 9, 3700004 }, { "/x/old/lex.h", "main", 1, 1285716 },
		    { "/x/old/a.c", "main", 8, 28572 }} },
	  { .source = {{ "/x/new/lex.h", OLD_LEX, SOURCE_READ }, { "/x/new/a.c", NEW_A, SOURCE_READ }},
	    .row = {{ "/x/new/a.c", "main", 11, 3700003 }, { "/x/new/lex.h", "main", 1, 999995 },
		    { "/x/new/a.c", "main", 10, 457149 }, { STRCHR, "__strchr_avx2", 0, 571440 }} }, 10,
	  "5014292>5728587\n" STRCHR ":__strchr_avx2 new 0>571440 +571440 80.0\n"
	  "/x/new/a.c:10 28572>457149 +428577 60.0 \t\twhile (*s && strchr(\" \\t\", *s))\n"
	  "/x/new/lex.h:1 1285716>999995 -285721 -40.0 static int blank(int c) { return c == ' ' || c == 9; }\n"
	  "1 others -1" },
	{ "an edited line is shown, although what it calls does nearly all",
	  { .source = {{ "/o/a.c", ONE "five(k);\n", SOURCE_READ }},
	    .row = {{ "", "find", 0, 100000 }, { "/o/a.c", "f", 1, 1000 }, { "/o/a.c", "f", 5, 800 }} },
	  { .source = {{ "/n/a.c", "five(k) + find(k);\n" ONE "five(k, k);\nsix();\n", SOURCE_READ }},
	    .row = {{ "", "find", 0, 300000 }, { "/n/a.c", "f", 2, 1010 }, { "/n/a.c", "f", 6, 870 }, { "/n/a.c", "f", 1, 5 },
		    { "/n/a.c", "f", 7, 3 }} }, 10,
	  "101800>301888\n:find 100000>300000 +200000 100.0\n/n/a.c:6 800>870 +70 0.0 five(k, k);\n"
	  "/n/a.c:1 new 0>5 +5 0.0 five(k) + find(k);\n2 others +13" },
	{ "nothing changed, all moved",
	  { .source = {{ "/o/a.c", ONE, SOURCE_READ }}, .row = {{ "/o/a.c", "f", 1, 70 }, { "/o/a.c", "f", 2, 50 }} },
	  { .source = {{ "/n/a.c", "\n\n" ONE, SOURCE_READ }}, .row = {{ "/n/a.c", "f", 3, 70 }, { "/n/a.c", "f", 4, 50 }} },
	  10, "120>120" },
	{ "a line is new, another is gone, a third is executed no more",
	  { .source = {{ "/o/a.c", ONE, SOURCE_READ }},
	    .row = {{ "/o/a.c", "f", 1, 100 }, { "/o/a.c", "f", 2, 40 }, { "/o/a.c", "f", 4, 30 }} },
	  { .source = {{ "/n/a.c", "one();\nthree();\nfour();\nabcde = f(g);\n", SOURCE_READ }},
	    .row = {{ "/n/a.c", "f", 1, 100 }, { "/n/a.c", "f", 4, 500 }} }, 10,
	  "170>600\n/n/a.c:4 new 0>500 +500 116.3 abcde = f(g);\n/o/a.c:2 gone 40>0 -40 -9.3 two();\n"
	  "/o/a.c:4 30>0 -30 -7.0 four();" },
	{ "what A itself varies by is not shown",
	  { .source = {{ "/o/a.c", ONE, SOURCE_READ }},
	    .row = {{ "/o/a.c", "f", 1, 1000 }, { "/o/a.c", "f", 2, 500 }, { "/o/a.c", "f", 3, 100 }},
	    .again = {{ "/o/a.c", "f", 1, 1000 }, { "/o/a.c", "f", 2, 520 }, { "/o/a.c", "f", 4, 7 }} },
	  { .source = {{ "/n/a.c", ONE, SOURCE_READ }},
	    .row = {{ "/n/a.c", "f", 1, 1100 }, { "/n/a.c", "f", 2, 480 }, { "/n/a.c", "f", 3, 201 },
		    { "/n/a.c", "f", 4, 6 }} }, 10,
	  "1600>1787 3/4\n/n/a.c:3 100>201 +101 54.0 three();\n/n/a.c:1 1000>1100 +100 53.5 one();\n0 others -14" },
	{ "two runs of A that are the same",
	  { .source = {{ "/o/a.c", ONE, SOURCE_READ }}, .row = {{ "/o/a.c", "f", 1, 10 }}, .again = {{ "/o/a.c", "f", 1, 10 }} },
	  { .source = {{ "/n/a.c", ONE, SOURCE_READ }}, .row = {{ "/n/a.c", "f", 1, 11 }} }, 10,
	  "10>11 0/1\n/n/a.c:1 10>11 +1 100.0 one();" },
	{ "an edited line comes before the head of its loop, unless it hardly changed or is far away",
	  { .source = {{ "/o/a.c", "for () {\nzero();\none();\n}\nfar();\n1\n2\n3\nwhile () {\nx;\n}\n", SOURCE_READ }},
	    .row = {{ "/o/a.c", "f", 1, 900 }, { "/o/a.c", "f", 3, 200 }, { "/o/a.c", "f", 9, 800 }, { "/o/a.c", "f", 10, 10 }} },
	  { .source = {{ "/n/a.c", "for () {\nzero();\n}\nfar();\n1\n2\n3\nwhile () {\n}\n", SOURCE_READ }},
	    .row = {{ "/n/a.c", "f", 1, 100 }, { "/n/a.c", "f", 8, 400 }} }, 10,
	  "1910>500\n/o/a.c:3 gone 200>0 -200 14.2 one();\n/n/a.c:1 900>100 -800 56.7 for () {\n"
	  "/n/a.c:8 800>400 -400 28.4 while () {\n/o/a.c:10 gone 10>0 -10 0.7 x;" },
	{ "rows that are not shown are added up",
	  { .source = {{ "/o/a.c", ONE, SOURCE_READ }}, .row = {{ "/o/a.c", "f", 1, 10 }, { "/o/a.c", "f", 2, 10 }} },
	  { .source = {{ "/n/a.c", ONE, SOURCE_READ }},
	    .row = {{ "/n/a.c", "f", 1, 110 }, { "/n/a.c", "f", 2, 70 }, { "/n/a.c", "f", 3, 20 }} }, 1,
	  "20>200\n/n/a.c:1 10>110 +100 55.6 one();\n2 others +80" },
	{ "rows that hardly matter are others",
	  { .source = {{ "/o/a.c", ONE, SOURCE_READ }}, .row = {{ "/o/a.c", "f", 1, 1 }, { "/o/a.c", "f", 2, 10 }} },
	  { .source = {{ "/n/a.c", ONE, SOURCE_READ }}, .row = {{ "/n/a.c", "f", 1, 1001 }, { "/n/a.c", "f", 2, 8 }} }, 10,
	  "11>1009\n/n/a.c:1 1>1001 +1000 100.2 one();\n1 others -2" },
	{ "functions of libraries: by file, by name alone, and without a name",
	  { .source = {{ "/o/l.c", NULL, SOURCE_ABSENT }},
	    .row = {{ "/o/l.c", "f", 0, 10 }, { "", "malloc", 0, 20 }, { "/o/x.c", "g", 0, 5 }, { "", "", 0, 100 }} },
	  { .source = {{ "/n/l.c", NULL, SOURCE_ABSENT }},
	    .row = {{ "/n/l.c", "f", 0, 15 }, { "", "malloc", 0, 40 }, { "/n/y.c", "g", 0, 6 }, { "", "", 0, 130 }} }, 10,
	  "135>191 unexplained\n:? 100>130 +30 53.6\n:malloc 20>40 +20 35.7\n/n/l.c:f 10>15 +5 8.9\n/n/y.c:g 5>6 +1 1.8" },
	{ "a total that is more than its rows", { .row = {{ "", "f", 0, 10 }}, .rowless = 5 },
	  { .row = {{ "", "f", 0, 20 }}, .rowless = 7 }, 10,
	  "15>27 unexplained\n:f 10>20 +10 83.3\n0 others +2" },
	{ "only B has lines: they are added up by function",
	  { .source = {{ "/o/a.c", NULL, SOURCE_ABSENT }}, .row = {{ "/o/a.c", "f", 0, 100 }, { "/o/a.c", "g", 0, 50 }} },
	  { .source = {{ "/n/a.c", ONE, SOURCE_READ }},
	    .row = {{ "/n/a.c", "f", 1, 60 }, { "/n/a.c", "f", 2, 70 }, { "/n/a.c", "g", 3, 50 }} }, 10,
	  "150>180\n/n/a.c:f 100>130 +30 100.0" },
	{ "the source changed in its place: lines of A have numbers only",
	  { .source = {{ "/x/a.c", NULL, SOURCE_NEWER }},
	    .row = {{ "/x/a.c", "f", 1, 100 }, { "/x/a.c", "f", 2, 200 }, { "/x/a.c", "f", 3, 300 }} },
	  { .source = {{ "/x/b/a.c", "/* */\n" ONE "five();\n", SOURCE_READ }},
	    .row = {{ "/x/b/a.c", "f", 2, 100 }, { "/x/b/a.c", "f", 3, 260 }, { "/x/b/a.c", "f", 4, 300 },
		    { "/x/b/a.c", "f", 6, 20 }} }, 10,
	  "600>680\n/x/b/a.c:6 new 0>20 +20 25.0 five();\n/x/b/a.c:3 200>260 +60 75.0 two();" },
	{ "a saved result: by hashes, what it did not keep is at most its last row",
	  { .source = {{ "/o/a.c", "zero();\n" ONE, SOURCE_READ }}, .saved = true, .rest = 90,
	    .row = {{ "/o/a.c", "f", 2, 500 }, { "/o/a.c", "f", 3, 300 }, { "/o/a.c", "f", 4, 50 }} },
	  { .source = {{ "/n/a.c", ONE "zero();\nmore();\n", SOURCE_READ }},
	    .row = {{ "/n/a.c", "f", 1, 500 }, { "/n/a.c", "f", 2, 400 }, { "/n/a.c", "f", 6, 200 }, { "/n/a.c", "f", 5, 40 }} },
	  10, "940>1140 unexplained\n/n/a.c:6 <=50>200 +150 75.0 more();\n/n/a.c:2 300>400 +100 50.0 two();\n"
	  "/o/a.c:4 50>0 -50 -25.0" },
	{ "a saved result: what B has and does not execute is not gone; what stands twice may be",
	  { .source = {{ "/o/a.c", ONE "x++;\ny--;\nz();\n", SOURCE_READ }}, .saved = true,
	    .row = {{ "/o/a.c", "f", 1, 500 }, { "/o/a.c", "f", 2, 300 }, { "/o/a.c", "f", 5, 200 }, { "/o/a.c", "f", 6, 100 },
		    { "/o/a.c", "f", 7, 90 }} },
	  { .source = {{ "/n/a.c", "/* */\none();\nx++;\nthree();\ntwo();\nfour();\nx++;\ny--;\n", SOURCE_READ }},
	    .row = {{ "/n/a.c", "f", 2, 500 }} }, 10,
	  "1190>500\n/o/a.c:2 300>0 -300 43.5\n/o/a.c:7 gone 90>0 -90 13.0\n/o/a.c:5 200>0 -200 29.0\n"
	  "/o/a.c:6 100>0 -100 14.5" },
	{ "both are saved results",
	  { .source = {{ "/o/a.c", ONE, SOURCE_READ }}, .saved = true, .rest = 10,
	    .row = {{ "/o/a.c", "f", 1, 500 }, { "/o/a.c", "f", 2, 300 }} },
	  { .source = {{ "/n/a.c", ONE, SOURCE_READ }}, .saved = true, .rest = 20,
	    .row = {{ "/n/a.c", "f", 1, 510 }, { "/n/a.c", "f", 3, 100 }} }, 10,
	  "810>630 unexplained\n/o/a.c:2 300><=100 -200 111.1\n/n/a.c:1 500>510 +10 -5.6\n0 others +10" },
	{ "a kept line between the same neighbours has changed",
	  { .source = {{ "/o/a.c", "one();\ntwo();\nthree();\n", SOURCE_READ }}, .saved = true,
	    .row = {{ "/o/a.c", "f", 2, 100 }} },
	  { .source = {{ "/n/a.c", "one();\ntwo(slow);\nthree();\n", SOURCE_READ }}, .row = {{ "/n/a.c", "f", 2, 150 }} }, 10,
	  "100>150\n/n/a.c:2 100>150 +50 100.0 two(slow);" },
	{ .what = "nothing at all", .most_rows = 10, .expected = "0>0" },
	{ "the total is the same, its parts are not", { .row = {{ "", "f", 0, 10 }, { "", "g", 0, 20 }} },
	  { .row = {{ "", "f", 0, 20 }, { "", "g", 0, 10 }} }, 10, "30>30\n:f 10>20 +10 0.0\n:g 20>10 -10 0.0" },
	{ "numbers that no program has", { .row = {{ "", "f", 0, UINT64_MAX }} }, { .row = {{ "", "f", 0, 1 }} }, 10,
	  "18446744073709551615>1\n:f 18446744073709551615>1 +2 100.0" },
};

static void blocks(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct made_side *made[2] = { &cases[i].a, &cases[i].b };
		struct source_texts sources[2] = {{0}};
		struct code_rows rows[2] = {{0}}, again = {0};
		struct where_block w = {0};
		struct str text = {0};

		for (int side = 0; side < 2; side++) {
			for (size_t k = 0; k < MOST_SOURCES && made[side]->source[k].path; k++)
				add_source(&sources[side], &made[side]->source[k]);
			make_rows(&rows[side], made[side]->row, &sources[side], made[side]);
		}
		make_rows(&again, made[0]->again, &sources[0], made[0]);
		line_changes_build(&w, &rows[0], again.n ? &again : NULL, &rows[1], made[0]->saved ? NULL : &sources[0],
				   made[1]->saved ? NULL : &sources[1], cases[i].most_rows);
		describe(&text, &w);
		if (strcmp(str_text(&text), cases[i].expected) != 0)
			fail_msg("%s:\n%s\nnot\n%s", cases[i].what, str_text(&text), cases[i].expected);
		str_release(&text);
		where_block_release(&w);
		code_rows_release(&again);
		for (int side = 0; side < 2; side++) {
			code_rows_release(&rows[side]);
			source_texts_release(&sources[side]);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
