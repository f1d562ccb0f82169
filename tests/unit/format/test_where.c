/* SPDX-License-Identifier: MIT */
/*
 * Blocks "where" in every format for people and as JSON equal the files of tests/unit/format/where;
 * WHERE_UPDATE=1 writes them.  Somebody has read each file and found it right.
 */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/str.h"
#include "format/html/html_where.h"
#include "format/locale_text.h"
#include "format/markdown.h"
#include "format/style.h"
#include "format/where/where_grid.h"
#include "format/where/where_json.h"
#include "format/where/where_name.h"
#include "format/where/where_words.h"
#include "where/program_libraries.h"
#include "where/where_block.h"

/* --- blocks ------------------------------------------------------------------------------------------ */

#define LOOP "while (*p && strchr(\" \\t\\n\\r\", *p) && p < end_of_the_buffer(buffer)) p++;"
#define CHECK "if (!utf8_check(p, n))"

static struct where_row of_change[] = {
	{ .kind = WHERE_LINE, .file = "/home/u/new/src/lex.c", .function = "main", .object = "", .line = 214,
	  .text = LOOP, .before = 12104000, .after = 20208000, .change = 8104000, .share = 0.82097,
	  .calls_from = "" },
	{ .kind = WHERE_LINE, .file = "/home/u/new/src/utf8.c", .function = "main", .object = "", .line = 88,
	  .text = CHECK, .is_new = true, .after = 1441180, .change = 1441180, .share = 0.146,
	  .calls_from = "" },
	{ .kind = WHERE_FUNCTION, .file = "/build/glibc/malloc/malloc.c", .function = "malloc",
	  .object = "/usr/lib/x86_64-linux-gnu/libc.so.6", .before = 4012000, .after = 4327900,
	  .change = 315900, .share = 0.032, .calls_from = "/home/u/new/src/lex.c:221", .calls = 180147,
	  .calls_before = 60012 },
};

static struct where_row of_program[] = {
	{ .kind = WHERE_LINE, .file = "/home/u/src/lex.c", .function = "words", .object = "", .line = 214,
	  .text = LOOP, .after = 300000000, .share = 0.7281, .calls_from = "" },
	{ .kind = WHERE_FUNCTION, .file = "", .function = "__strchr_avx2", .object = "", .after = 100000000,
	  .share = 0.2427, .calls_from = "" },
	{ .kind = WHERE_UNKNOWN, .file = "", .function = "", .object = "/opt/x/libfast.so", .after = 12000000,
	  .share = 0.02912, .calls_from = "" },
};

/* Two lines became cheaper, which is less than what another one took; files of one name. */
static struct where_row of_mixed[] = {
	{ .kind = WHERE_LINE, .file = "/src/a/io.c", .function = "", .object = "", .line = 7, .text = "x++;",
	  .before = 100, .after = 4000, .change = 3900, .share = 1.95, .calls_from = "" },
	{ .kind = WHERE_LINE, .file = "/src/b/io.c", .function = "", .object = "", .line = 7, .text = "y++;",
	  .before = 1520, .after_at_most = true, .after = 20, .change = -1500, .share = -0.75, .calls_from = "" },
	{ .kind = WHERE_LINE, .file = "io.c", .function = "", .object = "", .line = 4294967295,
	  .before_at_most = true, .before = 20, .after = 30, .change = 10, .share = 0.005, .calls_from = "" },
};

/* Names are others' text. */
#define EVIL "a|b`<script>alert(1)</script>\n::error::\033[31m\\ \xff*_[x](y)&amp;"
static struct where_row of_hostile[] = {
	{ .kind = WHERE_LINE, .file = "/x/" EVIL ":9", .function = EVIL, .object = EVIL, .line = 1, .text = EVIL,
	  .after = 5, .change = 5, .share = 0.5, .calls_from = "" },
	{ .kind = WHERE_FUNCTION, .file = "", .function = "std::vector<int, std::allocator<int> >::_M_realloc_insert"
	  "<int const&>(__gnu_cxx::__normal_iterator<int*, std::vector<int, std::allocator<int> > >, int const&)",
	  .object = "/lib/" EVIL, .after = 5, .change = 5, .share = 0.5, .calls_from = EVIL ":5", .calls_through = EVIL,
	  .calls = 1, .calls_before_unknown = true },
};

/* Names of C++: only those that are too long lose what is in brackets. */
static struct where_row of_names[] = {
	{ .kind = WHERE_FUNCTION, .file = "", .function = "std::map<int, int>::find(int const&)", .object = "", .after = 9,
	  .share = 0.5, .calls_from = "" },
	{ .kind = WHERE_FUNCTION, .file = "", .object = "", .after = 5, .share = 0.3, .calls_from = "",
	  .function = "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >::_M_replace(unsigned "
	  "long, std::function<int ()>, char const*)" },
	{ .kind = WHERE_FUNCTION, .file = "", .object = "", .after = 2, .share = 0.1, .calls_from = "",
	  .function = "bool std::operator< <char, std::char_traits<char>, std::allocator<char> >(std::basic_string<char> const&, "
	  "std::basic_string<char> const&)" },
	{ .kind = WHERE_FUNCTION, .file = "", .object = "", .after = 2, .share = 0.1, .calls_from = "",
	  .function = "ns::a_functor_with_a_long_name<int>::operator()(std::unique_ptr<int>) const [clone .isra.0]" },
};

static struct where_row of_lines[] = {
	{ .kind = WHERE_LINE, .file = "/", .function = "", .object = "", .line = 3,
	  .text = "\u00e4\u00e4\u00e4\u00e4 = \u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d"
	  "\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d\u6587\u4e2d",
	  .after = 1, .share = 1, .calls_from = "" },
};

static struct note of_notes[] = {
	{ .kind = NOTE_WHERE_NO_SYMBOLS, .event = -1, .text = "2.9 % of the instructions, in /opt/x/libfast.so, which is stripped" },
	{ .kind = NOTE_WHERE_NEWER, .event = -1, .text = "/home/u/src/lex<b>\033.c" },
};

static char hostile_path[] = "/lib/" EVIL ".so", zlib_old[] = "/usr/lib/x86_64-linux-gnu/libz.so.1.2.11",
	    zlib_new[] = "/usr/lib/x86_64-linux-gnu/libz.so.1.2.13", own[] = "/opt/x/libfast.so";
static const struct library hostile = { hostile_path, .hash = 1 }, old = { own, "1234567890abcdef12" },
	new = { own, "0123456789abcdef0123" }, zlib[] = { { zlib_old, "3f2a6b7c9d01aa" }, { zlib_new, .hash = 5 } };
static struct library_change of_libraries[] = {
	{ &zlib[0], &zlib[1] }, { &old, &new }, { &hostile, &hostile }, { NULL, &new }, { &zlib[1], NULL },
	{ NULL, &hostile }, { NULL, &old },
};

static char why[] = "valgrind wrote no file in \033[31m/tmp";

static const struct { const char *name; struct where_block block; } blocks[] = {
	{ "change", { .present = true, .is_change = true, .before = 412060000, .after = 421931204,
	  .row = of_change, .n_rows = 3, .n_others = 41, .others_change = 10124, .n_lines = 1960,
	  .explained = true } },
	{ "program", { .present = true, .after = 412060000, .row = of_program, .n_rows = 3, .n_others = 1,
	  .others = 60000, .explained = true, .notes = { of_notes, 2 } } },
	/* 400 of 2,000 are in no row */
	{ "mixed", { .present = true, .is_change = true, .before = 10000, .after = 12000, .row = of_mixed,
	  .n_rows = 3, .n_others = 2, .others_change = -810, .n_lines = 12, .n_spread = 1 } },
	{ "hostile", { .present = true, .is_change = true, .before = 0, .after = 10, .row = of_hostile,
	  .n_rows = 2, .explained = true, .n_lines = 2 } },
	{ "names", { .present = true, .after = 18, .row = of_names, .n_rows = 4, .explained = true } },
	{ "line", { .present = true, .after = 1, .row = of_lines, .n_rows = 1, .explained = true } },
	{ "cancels", { .present = true, .is_change = true, .before = 5400, .after = 5400, .row = of_mixed,
	  .n_rows = 2, .others_change = -2400, .explained = true } },
	{ "same", { .present = true, .is_change = true, .before = 7, .after = 7, .explained = true,
	  .n_lines = 1960 } },
	{ "libraries", { .present = true, .is_change = true, .before = 412060000, .after = 421921080,
	  .row = of_change, .n_rows = 3, .n_lines = 2, .explained = true, .libraries_known = true,
	  .library = of_libraries, .n_libraries = 7 } },
	/* no line of the program is behind the change */
	{ "library", { .present = true, .is_change = true, .before = 9, .after = 9, .explained = true,
	  .libraries_known = true, .library = of_libraries + 1, .n_libraries = 1, .n_lines = 2 } },
	{ "nothing", { .present = true, .after = 0, .explained = true } },
	{ "absent", { .absent = why } },
	{ "unasked", { .present = false } },
};

/* --- forms ------------------------------------------------------------------------------------------- */

static void add_text(struct str *out, const struct where_block *w, size_t columns, const struct style *like)
{
	struct style s = *like;
	size_t start = out->len;

	s.columns = columns;
	str_addf(out, "--- %zu columns\n", columns);
	start = out->len;
	where_add_text(out, w, &s);
	for (char *line = out->text + start, *end; columns && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		assert_in_range(locale_columns(line), 0, columns);
		*end = '\n';
	}
}

static void as_text(struct str *out, const struct where_block *w)
{
	static const struct style wide = { .utf8 = true, .thousands = "," }, german = { .thousands = ".", .decimal = "," };

	add_text(out, w, 0, &wide);
	add_text(out, w, 120, &wide);
	add_text(out, w, 80, &wide);
	add_text(out, w, 80, &german);
	add_text(out, w, 40, &wide);
}

static void as_markdown(struct str *out, const struct where_block *w)
{
	markdown_where(out, w, false, &style_plain);
	str_add(out, "--- folded\n");
	markdown_where(out, w, true, &style_plain);
}

static void as_html(struct str *out, const struct where_block *w)
{
	html_where_add(out, w, false);
}

static void as_json(struct str *out, const struct where_block *w)
{
	struct json_writer j = { .out = out };

	json_open(&j, NULL, '{');
	where_json_write(&j, w);
	json_close(&j, '}');
	str_add(out, "\n");
}

static const struct { const char *suffix; void (*add)(struct str *out, const struct where_block *w); } forms[] = {
	{ "text", as_text }, { "md", as_markdown }, { "html", as_html }, { "json", as_json },
};

static void check_file(const char *path, const struct str *got)
{
	FILE *f = fopen(path, getenv("WHERE_UPDATE") ? "w+" : "r");
	static char want[1 << 16];
	size_t n;

	assert_non_null(f);
	if (getenv("WHERE_UPDATE"))
		assert_int_equal(fwrite(str_text(got), 1, got->len, f), got->len);
	rewind(f);
	n = fread(want, 1, sizeof(want) - 1, f);
	want[n] = '\0';
	assert_string_equal(str_text(got), want);
	assert_int_equal(fclose(f), 0);
}

static void files(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(blocks); i++)
		for (size_t k = 0; k < COUNT_OF(forms); k++) {
			struct str got = {0};
			char path[96];

			/* a program of its own is in JSON all that a saved result keeps */
			if (blocks[i].block.present && !blocks[i].block.is_change && forms[k].add == as_json)
				continue;
			forms[k].add(&got, &blocks[i].block);
			snprintf(path, sizeof(path), "tests/unit/format/where/%s.%s", blocks[i].name, forms[k].suffix);
			check_file(path, &got);
			str_release(&got);
		}
}

/* The rows, the others and what is not explained are the whole. */
static void adds_up(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(blocks); i++) {
		const struct where_block *w = &blocks[i].block;
		int64_t sum = w->others_change + where_words_unexplained(w);

		for (size_t r = 0; r < w->n_rows; r++)
			sum += w->row[r].change;
		if (w->is_change)
			assert_int_equal(sum, (int64_t)(w->after - w->before));
	}
}

/* A saved result keeps only the heaviest lines: its rows may add up, and still do not explain all. */
static void head(void **state)
{
	struct where_row row = { .file = "/a.c", .line = 1, .before = 5, .after = 6, .change = 1 };
	struct where_block w = { .present = true, .is_change = true, .before = 5, .after = 6, .row = &row,
				 .n_rows = 1, .n_lines = 2 };

	(void)state;
	for (int explained = 0; explained < 2; explained++) {
		struct str got = {0};

		w.explained = explained;
		where_words_add_head(&got, &w, &style_plain);
		assert_string_equal(got.text, explained ?
				    "where: +1 instructions, all explained (A against A: 0 of 2 lines differ)" :
				    "where: +1 instructions (A against A: 0 of 2 lines differ)");
		str_release(&got);
	}
}

static void place(const struct where_block *w, size_t row, const char *want)
{
	struct str got = {0};

	where_words_add_place(&got, w, row);
	assert_string_equal(str_text(&got), want);
	str_release(&got);
}

/* A file is called by the shortest end of its path that is only its own. */
static void places(void **state)
{
	struct where_row row[] = {
		{ .file = "/a/x/io.c", .line = 1 }, { .file = "/b/x/io.c", .line = 2 }, { .file = "/b/y/io.c", .line = 3 },
		{ .file = "x/io.c", .line = 4 }, { .file = "/b/y/one.c", .line = 5 }, { .file = "/c/bio.c", .line = 6 },
		{ .file = "", .line = 7 }, { .file = "/b/y/one.c", .line = 8 }, { .file = "dir/", .line = 9 },
	};
	static const char *const want[] = { "a/x/io.c:1", "b/x/io.c:2", "y/io.c:3", "x/io.c:4", "one.c:5", "bio.c:6",
					    ":7", "one.c:8", ":9" };
	const struct where_block w = { .present = true, .row = row, .n_rows = COUNT_OF(row) };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(row); i++)
		place(&w, i, want[i]);
	row[0].file = "/io.c";
	place(&w, 0, "/io.c:1");
	row[0] = (struct where_row){ .kind = WHERE_FUNCTION, .function = "f", .file = "/q/one.c" };
	place(&w, 0, "f");
	place(&w, 4, "y/one.c:5");
}

#define LONG_TYPE "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

/* Names of C++ and Rust: brackets that are part of the name stay. */
static void short_names(void **state)
{
	static const struct { const char *name; size_t most; const char *want; } rows[] = {
		{ "f(int)", 6, "f(int)" },
		{ "f(int)", 5, "f()" },
		{ "(anonymous namespace)::find(" LONG_TYPE ")", 40, "(anonymous namespace)::find()" },
		{ "ns::(anonymous namespace)::find<" LONG_TYPE ">(int)", 40, "ns::(anonymous namespace)::find<>()" },
		{ "ns::(anonymous namespace)::find<" LONG_TYPE ">(int)", 32, "\u2026(anonymous namespace)::find<>()" },
		{ "ns::(anonymous namespace)::find<" LONG_TYPE ">(int)", 31, "\u2026find<>()" },
		{ "<alloc::vec::Vec<T,A> as core::iter::traits::FromIterator<T>>::from_iter", 60,
		  "<Vec<> as FromIterator<>>::from_iter" },
		{ "<alloc::vec::Vec<T,A> as core::iter::traits::FromIterator<T>>::from_iter", 30, "\u2026from_iter" },
		{ "<&mut dyn core::ops::Fn(u8) -> u8 as a::long::path::of::names::Call>::call", 60,
		  "<&mut dyn Fn() -> u8 as Call>::call" },
		{ "core::fmt::num::<impl core::fmt::Debug for alloc::string::String>::fmt", 60,
		  "core::fmt::num::<impl Debug for String>::fmt" },
		{ "core::ops::function::FnOnce::call_once<fn(alloc::string::String) -> bool, u8>", 60,
		  "core::ops::function::FnOnce::call_once<>" },
		{ "std::operator< <" LONG_TYPE ">(" LONG_TYPE ")", 30, "std::operator< <>()" },
		{ "ns::p<" LONG_TYPE ">::operator->() const", 30, "ns::p<>::operator->() const" },
		{ "main::{lambda(" LONG_TYPE ")#1}::operator()(int) const", 50, "main::{lambda()#1}::operator()() const" },
		{ "a_function_of_c_with_a_long_name", 12, "a_function_\u2026" },
		{ "ns::f<(", 5, "\u2026f<" }, { "a>>>::b)", 5, "\u2026b)" }, { "operator", 4, "ope\u2026" }, { "<::::>", 4, "<>" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str got = {0};

		where_name_add(&got, rows[i].name, rows[i].most, true);
		assert_string_equal(str_text(&got), rows[i].want);
		assert_in_range(locale_columns(str_text(&got)), 1, rows[i].most);
		str_release(&got);
	}
}

/* What the last line of a gate says. */
static void causes(void **state)
{
	struct where_row row[] = {
		{ .kind = WHERE_FUNCTION, .function = "find(" LONG_TYPE ")\n", .file = "",
		  .calls_from = "main(" LONG_TYPE "/x)" },
		{ .kind = WHERE_LINE, .file = "/a/m.c", .line = 7, .is_edited = true, .calls_from = "" },
	};
	const struct where_block w = { .present = true, .row = row, .n_rows = COUNT_OF(row) };
	struct str got = {0};

	(void)state;
	where_words_add_cause(&got, &w, &style_plain);
	assert_string_equal(str_text(&got), "find()\\x0a, called from main(); m.c:7 was edited");
	str_reset(&got);
	row[0].calls_from = "/b/m.c:9";
	where_words_add_cause(&got, &w, &style_plain);
	assert_string_equal(str_text(&got), "find()\\x0a, called from b/m.c:9; a/m.c:7 was edited");
	str_release(&got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files), cmocka_unit_test(adds_up), cmocka_unit_test(head), cmocka_unit_test(places),
		cmocka_unit_test(short_names), cmocka_unit_test(causes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
