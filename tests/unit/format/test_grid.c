/* SPDX-License-Identifier: MIT */
/* One table as text, Markdown and HTML: widths, narrow terminals, escaped texts, second lines. */
#include "test.h"

#include <string.h>

#include "format/grid.h"
#include "format/html/page.h"
#include "format/markdown.h"
#include "format/style.h"

static void check(struct str *got, const char *want)
{
	assert_string_equal(str_text(got), want);
	str_release(got);
}

static struct grid_cell *add_row(struct grid *g, const char *a, const char *b, const char *c)
{
	struct grid_cell *cell = grid_add_row(g)->cell;

	str_add(&cell[0].text, a);
	str_add(&cell[1].text, b);
	str_add(&cell[2].text, c);
	return cell;
}

static void add_columns(struct grid *g)
{
	grid_add_column(g, "row", (struct grid_column){ .names = true });
	grid_add_column(g, "count", (struct grid_column){ .right = true, .class = "n" });
	grid_add_column(g, "verdict", (struct grid_column){ .below = true });
}

static void check_text(struct grid *g, size_t columns, const char *want)
{
	const struct style s = { .columns = columns };
	struct str out = {0};

	grid_add_text(&out, g, &s);
	check(&out, want);
}

/* A column is as wide as its widest cell, and a character of UTF-8 takes one column. */
static void widths(void **state)
{
	struct grid g = { .form = GRID_TEXT, .indent = 1 };

	(void)state;
	add_columns(&g);
	add_row(&g, "\u00e4rger", "1234567", "fine");
	add_row(&g, "longer", "1", "");
	check_text(&g, 0,
		   " row       count  verdict\n"
		   " \u00e4rger   1234567  fine\n"
		   " longer        1\n");
	g.untitled = true;
	check_text(&g, 0,
		   " \u00e4rger   1234567  fine\n"
		   " longer        1\n");
	grid_release(&g);
}

/* An absent value may cover the empty cells beside it; a glued column stands at the number before it. */
static void absent_values(void **state)
{
	struct grid g = { .form = GRID_TEXT };

	(void)state;
	grid_add_column(&g, "row", (struct grid_column){0});
	grid_add_column(&g, "time", (struct grid_column){ .right = true, .spills = true });
	grid_add_column(&g, "", (struct grid_column){ .glued = true });
	grid_add_column(&g, "runs", (struct grid_column){ .right = true, .least = 6 });
	str_add(&add_row(&g, "a", "12", " ms")[3].text, "3");
	grid_set_absent(&grid_add_row(&g)->cell[1], "not counted");
	check_text(&g, 0,
		   "row  time       runs\n"
		   "a      12 ms       3\n"
		   "     <not counted>\n");
	grid_release(&g);
}

static void no_rows_and_empty_columns(void **state)
{
	struct grid g = { .form = GRID_TEXT };
	struct str out = {0};

	(void)state;
	add_columns(&g);
	check_text(&g, 80, "");
	markdown_grid(&out, &g);
	page_grid(&out, &g);
	check(&out, "");
	add_row(&g, "a", "", "b");
	check_text(&g, 80, "row  verdict\na    b\n");
	markdown_grid(&out, &g);
	check(&out, "| row | verdict |\n|---|---|\n| a | b |\n");
	page_grid(&out, &g);
	assert_null(strstr(out.text, "count"));
	str_release(&out);
	grid_release(&g);
}

/* A column of another form is not there. */
static void forms(void **state)
{
	struct grid g = { .form = GRID_MARKDOWN };
	struct str out = {0};

	(void)state;
	grid_add_column(&g, "a", (struct grid_column){ .forms = GRID_TEXT });
	grid_add_column(&g, "b", (struct grid_column){ .forms = GRID_MARKDOWN | GRID_HTML, .right = true });
	grid_add_column(&g, "c", (struct grid_column){ .forms = GRID_HTML });
	add_row(&g, "1", "2", "3");
	markdown_grid(&out, &g);
	check(&out, "| b |\n|---:|\n| 2 |\n");
	g.form = GRID_TEXT;
	check_text(&g, 0, "a\n1\n");
	grid_release(&g);
}

/* First columns are left out, then the last ones go below, then names stand alone. */
static void narrow_terminals(void **state)
{
	static const struct { size_t columns; const char *want; } cases[] = {
		{ 31, " row     count  spread  verdict\n"
		      " a           1  9999    fine\n"
		      " bbbbb  123456          worse\n" },
		{ 30, " row     count  verdict\n"
		      " a           1  fine\n"
		      " bbbbb  123456  worse\n" },
		{ 22, " row     count\n"
		      " a           1\n"
		      "        limit fine\n"
		      " bbbbb  123456\n"
		      "        limit worse\n" },
		{ 13, "     count\n"
		      " a\n"
		      "         1\n"
		      "    limit\n    fine\n"
		      " bbbbb\n"
		      "    123456\n"
		      "    limit\n    worse\n" },
	};
	struct grid g = { .form = GRID_TEXT, .indent = 1 };

	(void)state;
	grid_add_column(&g, "row", (struct grid_column){ .names = true });
	grid_add_column(&g, "count", (struct grid_column){ .right = true });
	grid_add_column(&g, "spread", (struct grid_column){ .drop = 1 });
	grid_add_column(&g, "verdict", (struct grid_column){ .below = true, .label = "limit " });
	grid_add_column(&g, "hidden", (struct grid_column){ .forms = GRID_HTML });
	str_add(&add_row(&g, "a", "1", "9999")[3].text, "fine");
	str_add(&add_row(&g, "bbbbb", "123456", "")[3].text, "worse");
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		check_text(&g, cases[i].columns, cases[i].want);
	/* only the line that is too wide folds, and no column is left out for it */
	str_add(&g.row[1].cell[3].text, " (why)");
	g.row[1].cell[3].folds = true;
	check_text(&g, 31,
		   " row     count  spread  verdict\n"
		   " a           1  9999    fine\n"
		   " bbbbb  123456\n"
		   "        limit worse (why)\n");
	grid_release(&g);
}

/* Columns that come again end each strip. */
static void strips(void **state)
{
	struct grid g = { .form = GRID_TEXT, .indent = 2 };

	(void)state;
	grid_add_column(&g, "cycles", (struct grid_column){ .right = true });
	grid_add_column(&g, "branches", (struct grid_column){ .right = true });
	grid_add_column(&g, "name", (struct grid_column){ .again = true, .room = 6 });
	add_row(&g, "123", "45", "a-long-name");
	check_text(&g, 26, "  cycles  branches  name\n     123        45  a-long-name\n");
	check_text(&g, 25, "  cycles  name\n     123  a-long-name\n\n  branches  name\n        45  a-long-name\n");
	check_text(&g, 5, "  cycles  name\n     123  a-long-name\n\n  branches  name\n        45  a-long-name\n");
	check_text(&g, 0, "  cycles  branches  name\n     123        45  a-long-name\n");
	grid_release(&g);
}

/* A strip begins with a column that is not joined, unless that would fill no strip; where there are strips, .drop is left out. */
static void joined_strips(void **state)
{
	struct grid g = { .form = GRID_TEXT, .indent = 2 };
	struct grid_cell *cell;

	(void)state;
	grid_add_column(&g, "a", (struct grid_column){ .right = true });
	grid_add_column(&g, "share", (struct grid_column){ .right = true, .joined = true });
	grid_add_column(&g, "bbb", (struct grid_column){ .right = true });
	grid_add_column(&g, "share", (struct grid_column){ .right = true, .joined = true });
	grid_add_column(&g, "seen", (struct grid_column){ .right = true, .joined = true, .drop = 1 });
	grid_add_column(&g, "name", (struct grid_column){ .again = true });
	cell = grid_add_row(&g)->cell;
	for (size_t c = 0; c < 5; c++)
		str_addf(&cell[c].text, "%zu", c);
	str_add(&cell[5].text, "x");
	check_text(&g, 37, "  a  share  bbb  share  seen  name\n  0      1    2      3     4  x\n");
	check_text(&g, 33, "  a  share  bbb  share  name\n  0      1    2      3  x\n");
	check_text(&g, 25, "  a  share  name\n  0      1  x\n\n  bbb  share  name\n    2      3  x\n");
	check_text(&g, 12, "  a  name\n  0  x\n\n  share  name\n      1  x\n\n  bbb  name\n    2  x\n\n  share  name\n      3  x\n");
	grid_release(&g);
}

static void colours(void **state)
{
	const struct style s = { .color = true };
	struct grid g = { .form = GRID_TEXT };
	struct str out = {0};

	(void)state;
	add_columns(&g);
	add_row(&g, "a", "1", "bad")[2].tone = TONE_WORSE;
	add_row(&g, "b", "2", "");
	g.row[1].quiet = true;
	str_add(grid_add_line(&g), "-- a line");
	grid_add_text(&out, &g, &s);
	check(&out, COLOR_BOLD "row  count  verdict" COLOR_OFF "\n"
	      "a        1  " COLOR_WORSE "bad" COLOR_OFF "\n"
	      COLOR_DIM "b        2" COLOR_OFF "\n"
	      "-- a line\n");
	grid_release(&g);
}

/* What has a meaning in Markdown or HTML is text in titles, cells and second lines. */
static void escapes(void **state)
{
	struct grid g = { .form = GRID_MARKDOWN };
	struct grid_cell *cell;
	struct str out = {0};

	(void)state;
	grid_add_column(&g, "<row>", (struct grid_column){ .names = true });
	grid_add_column(&g, "a|b", (struct grid_column){ .class = "v" });
	grid_add_column(&g, "c", (struct grid_column){0});
	cell = add_row(&g, "<b>", "x|y\n", "");
	cell[1].tone = TONE_WORSE;
	str_add(&cell[1].second, "1 & 2");
	grid_set_absent(&cell[2], "<i>");
	markdown_grid(&out, &g);
	check(&out, "| \\<row\\> | a\\|b | c |\n|---|---|---|\n"
	      "| \\<b\\> | **x\\|y\\\\x0a (1 \\& 2)** | *\\<i\\>* |\n");
	page_grid(&out, &g);
	check(&out, "<div class=\"box\"><table class=\"cards\">\n<thead><tr><th scope=\"col\">&lt;row&gt;</th>"
	      "<th scope=\"col\" class=\"v\">a|b</th><th scope=\"col\">c</th></tr></thead>\n<tbody>\n"
	      "<tr><th scope=\"row\">&lt;b&gt;</th><td class=\"v\" data-l=\"a|b\"><b class=\"worse\">x|y\\x0a</b>"
	      "<br/><small>1 &amp; 2</small></td><td data-l=\"c\"><i>&lt;i&gt;</i></td></tr>\n"
	      "</tbody>\n</table></div>\n");
	grid_release(&g);
}

/* Without a first line, with brackets of its own, and a picture. */
static void second_lines(void **state)
{
	struct grid g = { .form = GRID_MARKDOWN };
	struct grid_cell *cell;
	struct str out = {0};

	(void)state;
	add_columns(&g);
	cell = add_row(&g, "a", "2 ms", "");
	cell[1].strong = true;
	str_add(&cell[1].second, "[1, 3]");
	str_add(&cell[2].second, "exact");
	markdown_grid(&out, &g);
	check(&out, "| row | count | verdict |\n|---|---:|---|\n| a | 2 ms \\[1, 3\\] | (exact) |\n");
	str_add(&cell[2].picture, "<svg/>");
	g.scrolls = true;
	page_grid(&out, &g);
	assert_non_null(strstr(out.text, "<table class=\"grid\">"));
	assert_non_null(strstr(out.text, "<td class=\"n\"><b>2 ms</b><br/><small>[1, 3]</small></td>"
			       "<td><svg/><br/><small>exact</small></td></tr>"));
	str_release(&out);
	grid_release(&g);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(widths),
		cmocka_unit_test(absent_values),
		cmocka_unit_test(no_rows_and_empty_columns),
		cmocka_unit_test(forms),
		cmocka_unit_test(narrow_terminals),
		cmocka_unit_test(strips), cmocka_unit_test(joined_strips),
		cmocka_unit_test(colours),
		cmocka_unit_test(escapes),
		cmocka_unit_test(second_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
