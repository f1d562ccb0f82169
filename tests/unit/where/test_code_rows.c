/* SPDX-License-Identifier: MIT */
/* Tests which sources are read, and which rows the counts of a program become. */
#define _GNU_SOURCE
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/str.h"
#include "where/cachegrind_file.h"
#include "where/code_rows.h"
#include "where/program_lines.h"
#include "where/source_text.h"
#include "where/where_block.h"

static char folder[sizeof("/tmp/pstat-test.XXXXXX")];

static int enter(void **state)
{
	(void)state;
	strcpy(folder, "/tmp/pstat-test.XXXXXX");
	return mkdtemp(folder) ? 0 : -1;
}

static int leave(void **state)
{
	static const char *const names[] = { "m.c", "fifo", "big.c", "many.c", "folder", "link", "to-proc", "prog" };
	char path[64];

	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, names[i]);
		if (unlink(path) < 0)
			rmdir(path);
	}
	return rmdir(folder);
}

static const char *in_folder(const char *name)
{
	static char path[64];

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	return path;
}

static void write_source(const char *name, const char *text, size_t len)
{
	int fd = open(in_folder(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, len), len);
	close(fd);
}

static void set_time(const char *name, long seconds)
{
	const struct timespec times[2] = { { seconds, 0 }, { seconds, 5 } };

	assert_int_equal(utimensat(AT_FDCWD, in_folder(name), times, 0), 0);
}

/* --- sources -------------------------------------------------------------------------------------- */

static void test_lines_of_source(void **state)
{
	static const char text[] = "int a;\t \r\n\n  x = 1; \nlast";
	struct source_texts s = {0};
	const struct source_text *t;

	(void)state;
	write_source("m.c", text, sizeof(text) - 1);
	t = source_texts_get(&s, in_folder("m.c"));
	assert_int_equal(t->state, SOURCE_READ);
	assert_int_equal(t->n, 4);
	assert_string_equal(source_line(t, 1), "int a;");
	assert_string_equal(source_line(t, 2), "");
	assert_string_equal(source_line(t, 3), "  x = 1;");
	assert_string_equal(source_line(t, 4), "last");
	assert_null(source_line(t, 0));
	assert_null(source_line(t, 5));
	assert_ptr_equal(source_texts_get(&s, in_folder("m.c")), t);
	source_texts_release(&s);

	write_source("m.c", "", 0);
	t = source_texts_get(&s, in_folder("m.c"));
	assert_int_equal(t->state, SOURCE_READ);
	assert_int_equal(t->n, 0);
	source_texts_release(&s);
}

static void make_odd_files(void)
{
	int fd = open(in_folder("big.c"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	char *lines = malloc(SOURCE_LINES_MOST + 1);

	assert_true(fd >= 0);
	assert_int_equal(ftruncate(fd, SOURCE_BYTES_MOST + 1), 0);
	close(fd);
	assert_non_null(lines);
	memset(lines, '\n', SOURCE_LINES_MOST + 1);
	write_source("many.c", lines, SOURCE_LINES_MOST + 1);
	free(lines);
	assert_int_equal(mkfifo(in_folder("fifo"), 0600), 0);
	assert_int_equal(mkdir(in_folder("folder"), 0700), 0);
	assert_int_equal(symlink("/proc/self/stat", in_folder("to-proc")), 0);
	assert_int_equal(symlink("m.c", in_folder("link")), 0);
}

static void test_odd_sources(void **state)
{
	static const struct { const char *name; enum source_state state; } odd[] = {
		{ "fifo", SOURCE_REFUSED }, { "folder", SOURCE_REFUSED }, { "big.c", SOURCE_REFUSED },
		{ "many.c", SOURCE_REFUSED }, { "to-proc", SOURCE_REFUSED }, { "missing.c", SOURCE_ABSENT },
		{ "m.c/x", SOURCE_ABSENT }, { "link", SOURCE_READ },
	};
	struct source_texts s = {0};

	(void)state;
	make_odd_files();
	write_source("m.c", "x\n", 2);
	for (size_t i = 0; i < COUNT_OF(odd); i++)
		if (source_texts_get(&s, in_folder(odd[i].name))->state != odd[i].state)
			fail_msg("%s", odd[i].name);
	assert_int_equal(source_texts_get(&s, "/dev/null")->state, SOURCE_REFUSED);
	assert_int_equal(source_texts_get(&s, "/proc/self/maps")->state, SOURCE_REFUSED);
	assert_int_equal(source_texts_get(&s, "m.c")->state, SOURCE_ABSENT);
	assert_int_equal(source_texts_get(&s, "")->state, SOURCE_ABSENT);
	source_texts_release(&s);
}

/* Opening a FIFO, even without waiting, would let its writer go on. */
static void test_fifo_is_not_opened(void **state)
{
	struct source_texts s = {0};
	pid_t writer;
	int status;

	(void)state;
	mkfifo(in_folder("fifo"), 0600);
	writer = fork();
	if (writer == 0) {
		int fd = open(in_folder("fifo"), O_WRONLY | O_CLOEXEC);

		_exit(fd >= 0 ? 1 : 2);
	}
	for (int i = 0; i < 20; i++) {
		usleep(5000);
		source_texts_get(&s, in_folder("fifo"));
		source_texts_release(&s);
	}
	assert_int_equal(waitpid(writer, &status, WNOHANG), 0);
	kill(writer, SIGKILL);
	waitpid(writer, &status, 0);
}

static void test_newer(void **state)
{
	struct source_texts s = {0};

	(void)state;
	write_source("m.c", "x\n", 2);
	write_source("prog", "x\n", 2);
	set_time("m.c", 2000);
	set_time("prog", 1000);
	source_texts_add_object(&s, in_folder("prog"));
	source_texts_add_object(&s, in_folder("missing"));
	assert_int_equal(source_texts_get(&s, in_folder("m.c"))->state, SOURCE_NEWER);
	assert_int_equal(source_texts_get(&s, in_folder("m.c"))->n, 0);
	source_texts_release(&s);
	set_time("m.c", 1000);
	source_texts_add_object(&s, in_folder("prog"));
	assert_int_equal(source_texts_get(&s, in_folder("m.c"))->state, SOURCE_READ);
	source_texts_release(&s);
}

static void test_hash(void **state)
{
	(void)state;
	assert_true(source_line_hash(NULL) == 0);
	assert_true(source_line_hash("") != 0);
	assert_true(source_line_hash("  a = 1;") == source_line_hash("a=1;\t"));
	assert_true(source_line_hash("a = 1;") != source_line_hash("a = 2;"));
	assert_true(source_line_hash("a = 1;") == UINT64_C(0xa83e473407cd25bb));	/* saved results have it */
}

/* --- rows ----------------------------------------------------------------------------------------- */

static void read_counts(struct program_lines *p, const char *counts, unsigned sum)
{
	struct error err = ERROR_INIT;
	struct str text = {0};

	str_addf(&text, "events: Ir\nfl=%s\n%ssummary: %u\n", in_folder("m.c"), counts, sum);
	if (cachegrind_file_add(p, text.text, text.len, &err) < 0)
		fail_msg("%s", err.message);
	str_release(&text);
}

/* "FILE:LINE FUNCTION COUNT TEXT;", the folder of files left out */
static void print_rows(struct str *out, const struct code_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		const struct code_row *r = &rows->row[i];
		const char *file = strncmp(r->file, folder, strlen(folder)) == 0 ? r->file + strlen(folder) : r->file;

		str_addf(out, "%s:%u %s %llu %s;", file, r->line, r->function, (unsigned long long)r->count,
			 r->text ? r->text : "-");
	}
}

static const struct { const char *name, *counts; unsigned sum; const char *want; } programs[] = {
	{ "lines", "fn=main\n1 5\n2 7\n", 12, "/m.c:2 main 7 two;/m.c:1 main 5 one();" },
	{ "a line of several functions", "fn=f\n1 5\nfn=g\n1 6\nfn=h\n1 1\n", 12, "/m.c:1 g 12 one();" },
	{ "a line that the source does not have", "fn=main\n9 5\n", 5, "/m.c:9 main 5 -;" },
	{ "no line", "fn=main\n0 5\n1 6\n", 11, "/m.c:1 main 6 one();/m.c:0 main 5 -;" },
	{ "no source", "fl=/absent.c\nfn=f\n1 5\n2 3\nfn=g\n1 6\nfn=f\n7 1\n", 15,
	  "/absent.c:0 f 9 -;/absent.c:0 g 6 -;" },
	{ "the same symbol in two files", "fl=/absent.c\nfn=f\n1 5\nfl=/b.c\n1 5\n", 10, "/absent.c:0 f 5 -;/b.c:0 f 5 -;" },
	{ "nothing known", "fl=???\nfn=???\n0 5\n", 5, ":0  5 -;" },
	{ "nothing", "", 0, "" },
};

static void test_rows(void **state)
{
	static const char text[] = "  one()\ntwo \n";

	(void)state;
	write_source("m.c", text, sizeof(text) - 1);
	for (size_t i = 0; i < COUNT_OF(programs); i++) {
		struct program_lines p = {0};
		struct source_texts s = {0};
		struct code_rows rows;
		struct str out = {0};

		read_counts(&p, programs[i].counts, programs[i].sum);
		code_rows_build(&rows, &p, &s);
		print_rows(&out, &rows);
		if (strcmp(str_text(&out), programs[i].want) != 0)
			fail_msg("%s: %s", programs[i].name, str_text(&out));
		assert_int_equal(rows.total, programs[i].sum);
		assert_int_equal(code_rows_at_most(&rows), 0);
		str_release(&out);
		code_rows_release(&rows);
		source_texts_release(&s);
		program_lines_release(&p);
	}
}

/* A line is known by its own text and that of its neighbours. */
static void test_row_hashes(void **state)
{
	static const char text[] = "one\ntwo\nthree";
	struct program_lines p = {0};
	struct source_texts s = {0};
	struct code_rows rows;

	(void)state;
	write_source("m.c", text, sizeof(text) - 1);
	read_counts(&p, "fn=f\n1 9\n2 8\n3 7\n", 24);
	code_rows_build(&rows, &p, &s);
	assert_true(rows.row[0].hash == source_line_hash("one"));
	assert_true(rows.row[0].hash_before == 0 && rows.row[2].hash_after == 0);
	assert_true(rows.row[0].hash_after == source_line_hash("two"));
	assert_true(rows.row[1].hash_before == source_line_hash("one"));
	assert_true(rows.row[1].hash_after == source_line_hash("three"));
	rows.rest = 3;
	assert_int_equal(code_rows_at_most(&rows), 7);
	code_rows_release(&rows);
	source_texts_release(&s);
	program_lines_release(&p);
}

/* --- the block of one program ----------------------------------------------------------------------- */

static void test_block(void **state)
{
	struct code_row row[] = {
		{ .file = "/m.c", .function = "main", .line = 3, .count = 600, .text = "x" },
		{ .file = "", .function = "malloc", .count = 300 },
		{ .file = "", .function = "", .count = 90 },
		{ .file = "/m.c", .function = "main", .line = 4, .count = 10, .text = "y" },
	};
	const struct code_rows rows = { .row = row, .n = COUNT_OF(row), .total = 1000 }, none = { .n = 0 };
	struct where_block w = {0};

	(void)state;
	where_block_build(&w, &rows, 10);
	assert_true(w.present && !w.is_change);
	assert_int_equal(w.n_rows, 3);		/* they are 99 % */
	assert_int_equal(w.row[0].kind, WHERE_LINE);
	assert_int_equal(w.row[1].kind, WHERE_FUNCTION);
	assert_int_equal(w.row[2].kind, WHERE_UNKNOWN);
	assert_int_equal(w.n_others, 1);
	assert_int_equal(w.others, 10);
	assert_true(w.row[0].share > 0.599 && w.row[0].share < 0.601);
	where_block_build(&w, &rows, 1);
	assert_int_equal(w.n_rows, 1);
	assert_int_equal(w.others, 400);
	where_block_build(&w, &none, 10);
	assert_true(w.present);
	assert_int_equal(w.n_rows, 0);
	where_block_release(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lines_of_source), cmocka_unit_test(test_odd_sources),
		cmocka_unit_test(test_fifo_is_not_opened), cmocka_unit_test(test_newer), cmocka_unit_test(test_hash),
		cmocka_unit_test(test_rows), cmocka_unit_test(test_row_hashes), cmocka_unit_test(test_block),
	};

	return cmocka_run_group_tests(tests, enter, leave);
}
