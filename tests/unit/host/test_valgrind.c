/* SPDX-License-Identifier: MIT */
/* Tests how valgrind is found, and what is read from its logs. */
#include "test.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/rootfs.h"
#include "host/valgrind.h"

/* What valgrind 3.19 writes with -v, shortened. */
#define START "==7== Cachegrind, a cache and branch-prediction profiler\n" \
	"==7== Copyright (C) 2002-2017, and GNU GPL'd, by Nicholas Nethercote et al.\n" \
	"==7== Using Valgrind-3.19.0-8d3c8034b8-20220411 and LibVEX; rerun with -h for copyright info\n" \
	"==7== Command: ./f a\\ b\n==7== Parent PID: 3\n==7== \n--7-- \n--7-- Valgrind options:\n--7--    -v\n"
#define STARTED START "--7-- Reading syms from /tmp/f\n--7-- Scheduler: using generic scheduler lock implementation.\n"
#define UNKNOWN "==7== valgrind: Unrecognised instruction at address 0x10947e.\n==7==    at 0x10947E: main (in /tmp/f)\n"

#define UNREADABLE { { 0 }, "3.19.0", "./f a b", "", .complete = true, .started = true, .unreadable = true }

static const struct log_case {
	const char *name, *text;
	struct valgrind_log log;
} logs[] = {
	{ "counted", STARTED "==7== \n==7== I   refs:      6,186,886\n",
	  { { 6186886 }, "3.19.0", "./f a b", "", .complete = true, .started = true } },
	{ "forked", START "==7== \n==7== I   refs:      6,726,248\n",
	  { { 6726248 }, "3.19.0", "./f a b", "", .complete = true } },
	{ "one blank, as newer versions have it", STARTED "==7== I refs:        1,234\n",
	  { { 1234 }, "3.19.0", "./f a b", "", .complete = true, .started = true } },
	{ "all counts", STARTED "==7== I   refs:      575,119,739\n==7== I1  misses:            1,032\n"
	  "==7== D   refs:      137,535,939  (125,026,801 rd   + 12,509,138 wr)\n"
	  "==7== D1  misses:     62,601,346  ( 62,600,344 rd   +      1,002 wr)\n"
	  "==7== LL refs:        62,596,084  ( 62,595,736 rd   +        348 wr)\n"
	  "==7== Branches:           97,838  (93,597 cond + 4,241 ind)\n"
	  "==7== Mispredicts:         9,361  ( 8,827 cond +   534 ind)\n",
	  { { 575119739, 125026801, 12509138, 93597, 4241 }, "3.19.0", "./f a b", "", .complete = true, .started = true } },
	{ "killed", STARTED, { { 0 }, "3.19.0", "./f a b", "", .started = true } },
	{ "an unknown instruction", STARTED UNKNOWN
	  "==7== Process terminating with default action of signal 4 (SIGILL)\n==7== I refs: 5\n",
	  { { 5 }, "3.19.0", "./f a b", "", .complete = true, .started = true, .unknown_instruction = true } },
	{ "one that was survived", STARTED UNKNOWN
	  "==7== Process terminating with default action of signal 15 (SIGTERM)\n==7== I refs: 5\n",
	  { { 5 }, "3.19.0", "./f a b", "", .complete = true, .started = true } },
	{ "its own SIGILL", STARTED
	  "==7== Process terminating with default action of signal 4 (SIGILL)\n==7== I refs: 5\n",
	  { { 5 }, "3.19.0", "./f a b", "", .complete = true, .started = true } },
	{ "a program that it may not run", START
	  "==7== Warning: Can't execute setuid/setgid/setcap executable: ./suls\n==7== I refs: 5\n",
	  { { 5 }, "3.19.0", "./f a b", "./suls", .complete = true } },
	{ "other text", "I refs: 5\n==x== I refs: 5\n==7-- I refs: 5\n=7= I refs: 5\n==7== II refs: 5\n\n--7", {{0}} },
	{ "nothing", "", {{0}} },
	{ "cut", "==7== I   refs:", {{0}} },
	{ "chroot() hid the file for the results", STARTED "==7== error: can't open cache simulation output file '/dev/null'\n"
	  "==7==        ... so simulation results will be missing.\n==7== I   refs:      0\n",
	  { { 0 }, "3.19.0", "./f a b", "", .complete = true, .started = true, .lost = true } },
	{ "the largest number", STARTED "==7== I refs: 18,446,744,073,709,551,615\n",
	  { { UINT64_MAX }, "3.19.0", "./f a b", "", .complete = true, .started = true } },
	{ "a larger one", STARTED "==7== I refs: 18,446,744,073,709,551,616\n", UNREADABLE },
	{ "a number below 0", STARTED "==7== I refs: -12,345\n", UNREADABLE },
	{ "no number", STARTED "==7== I refs: ,\n", UNREADABLE },
	{ "a text", STARTED "==7== I refs: many\n", UNREADABLE },
	{ "the CPU", START "--7-- Arch and hwcaps: AMD64, LittleEndian, amd64-cx16-avx2\n" STARTED "==7== I refs: 5\n",
	  { { 5 }, "3.19.0", "./f a b", "", "amd64-cx16-avx2", .complete = true, .started = true } },
	{ "one word, and none", STARTED "--7-- Arch and hwcaps: v8\n--7-- Arch and hwcaps: \n==7== I refs: 5\n",
	  { { 5 }, "3.19.0", "./f a b", "", "", .complete = true, .started = true } },
	{ "one of two", STARTED "==7== D refs: 5 (3 rd)\n", UNREADABLE },
	{ "cut within the number", STARTED "==7== I   refs:      6,1", { { 0 }, "3.19.0", "./f a b", "", .started = true } },
};

static void test_log(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(logs); i++) {
		const struct valgrind_log *want = &logs[i].log;
		struct valgrind_log log;

		valgrind_parse_log(&log, logs[i].text);
		if ((!want->unreadable && memcmp(log.count, want->count, sizeof(log.count)) != 0) ||
		    strcmp(log.version, want->version) != 0 ||
		    strcmp(log.command, want->command) != 0 || strcmp(log.refused, want->refused) != 0 ||
		    strcmp(log.cpu, want->cpu) != 0 || log.complete != want->complete || log.started != want->started ||
		    log.lost != want->lost || log.unreadable != want->unreadable ||
		    log.unknown_instruction != want->unknown_instruction)
			fail_msg("%s", logs[i].name);
	}
}

/* Long lines, and bytes that are no text. */
static void test_long(void **state)
{
	char text[4096] = "==7== Command: ";
	struct valgrind_log log;

	(void)state;
	memset(text + strlen(text), 'x', 4000);
	valgrind_parse_log(&log, text);
	assert_int_equal(strlen(log.command), sizeof(log.command) - 1);
	valgrind_parse_log(&log, "==7== Command: \xc3\xbc/p\n");	/* or as valgrind writes it: */
	assert_string_equal(log.command, "__/p");
	memset(text, '\xff', sizeof(text) - 1);
	valgrind_parse_log(&log, text);
	assert_false(log.complete);
}

static char home[sizeof("/tmp/pstat-test.XXXXXX")];

static void write_file(const char *name, mode_t mode, const char *text)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, mode);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), strlen(text));
	close(fd);
}

static void make_file(const char *name, mode_t mode)
{
	write_file(name, mode, "");
}

static int enter(void **state)
{
	(void)state;
	strcpy(home, "/tmp/pstat-test.XXXXXX");
	return mkdtemp(home) && chdir(home) == 0 && mkdir("bin", 0755) == 0 && mkdir("bin/a", 0755) == 0 &&
	       mkdir("usr", 0755) == 0 && mkdir("usr/bin", 0755) == 0 ? 0 : -1;
}

static int leave(void **state)
{
	static const char *const names[] = { "bin/a/valgrind", "valgrind", "usr/bin/apt-get", "bin/a", "bin", "usr/bin",
					     "usr", "logs/7", "logs/8", "logs/9", "logs/7.lines", "logs/9.lines", "logs", "proc/7", "proc/8", "proc" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++)
		remove(names[i]);
	return chdir("/") == 0 ? rmdir(home) : -1;
}

/* Relative folders of $PATH are skipped: the current one has no say. */
static void test_find(void **state)
{
	static const struct { const char *path, *found; } cases[] = {
		{ "/bin:/bin/a", "/bin/a/valgrind" }, { ":.:bin/a", NULL }, { "/nowhere", NULL }, { "", NULL },
		{ "/bin/a", "/bin/a/valgrind" },
	};
	struct rootfs root;

	(void)state;
	assert_int_equal(rootfs_open(&root, home), 0);
	make_file("bin/a/valgrind", 0755);
	make_file("valgrind", 0755);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *found;

		setenv("PATH", cases[i].path, 1);
		found = valgrind_find(&root);
		if (cases[i].found)
			assert_string_equal(found, cases[i].found);
		else
			assert_null(found);
		free(found);
	}
	assert_null(valgrind_install_command(&root));
	make_file("usr/bin/apt-get", 0755);
	assert_string_equal(valgrind_install_command(&root), "apt-get install valgrind");
	rootfs_close(&root);
}

/* A log is a process; the sum lacks nothing without saying so. */
static void test_collect(void **state)
{
	char program[] = "./f", word[] = "a b", folder[] = "logs", *command[] = { program, word, NULL };
	struct rootfs root;
	struct valgrind v = { .root = &root, .folder = folder };
	struct valgrind_result r;

	(void)state;
	assert_int_equal(rootfs_open(&root, "."), 0);
	assert_int_equal(mkdir("logs", 0755), 0);
	write_file("logs/7", 0644, STARTED "==7== I   refs:      6\n");
	write_file("logs/8", 0644, STARTED "==8== I   refs:      5\n");
	assert_int_equal(valgrind_collect(&r, &v, command, 7, true, NULL, NULL), 0);
	assert_int_equal(r.count[VALGRIND_INSTRUCTIONS], 11);
	assert_int_equal(r.processes, 2);
	assert_string_equal(r.problem, "");
	assert_int_equal(mkdir("logs/9", 0755), 0);	/* nobody can read it */
	assert_int_equal(valgrind_collect(&r, &v, command, 7, true, NULL, NULL), 0);
	assert_string_equal(r.problem, "the log of one of its processes cannot be read: Is a directory");
	assert_int_equal(valgrind_collect(&r, &v, command, 7, false, NULL, NULL), 0);
	assert_string_equal(r.problem, "");
	assert_int_equal(valgrind_collect(&r, &v, command, 6, true, NULL, NULL), -1);
	assert_int_equal(rmdir("logs/9"), 0);
	assert_int_equal(mkfifo("logs/9", 0644), 0);	/* nobody writes into it */
	assert_int_equal(valgrind_collect(&r, &v, command, 7, true, NULL, NULL), 0);
	assert_string_equal(r.problem, "the log of one of its processes cannot be read: it is no regular file");
	assert_int_equal(unlink("logs/9"), 0);
	write_file("logs/8", 0644, STARTED "==8== I   refs:      18,446,744,073,709,551,615\n");
	assert_int_equal(valgrind_collect(&r, &v, command, 7, true, NULL, NULL), 0);
	assert_string_equal(r.problem, "the sum of its processes has over 64 bits");
	write_file("logs/8", 0644, STARTED "==8== I   refs:      0\n");
	assert_int_equal(valgrind_collect(&r, &v, command, 7, true, NULL, NULL), 0);
	assert_string_equal(r.problem, "valgrind's total of './f a b' is no number of instructions");
	write_file("logs/8", 0644, STARTED);
	assert_int_equal(valgrind_collect(&r, &v, command, 7, true, NULL, NULL), 0);
	assert_string_equal(r.problem, "'./f a b' was killed with SIGKILL, or executed what valgrind cannot follow");
	assert_int_equal(mkdir("proc", 0755), 0);
	assert_int_equal(mkdir("proc/7", 0755), 0);	/* it has totals, so it has ended */
	assert_int_equal(mkdir("proc/8", 0755), 0);
	assert_int_equal(valgrind_collect(&r, &v, command, 7, true, NULL, NULL), 0);
	assert_string_equal(r.problem, "'./f a b' still ran when the command had ended");
	rootfs_close(&root);
}

/* "NUMBER: TEXT or error;" of each process */
static void print_process(void *ctx, const struct valgrind_process *p)
{
	struct str *out = ctx;

	str_addf(out, "%llu: %s;", (unsigned long long)p->log->count[VALGRIND_INSTRUCTIONS],
		 p->error ? strerror(-p->error) : p->file);
	assert_int_equal(p->n_bytes, strlen(p->file));
	assert_non_null(strstr(p->log_text, "Using Valgrind"));
}

static void collect_lines(struct valgrind_result *r, struct str *out, const struct valgrind *v)
{
	char program[] = "./f", word[] = "a b", *command[] = { program, word, NULL };

	str_reset(out);
	assert_int_equal(valgrind_collect(r, v, command, 7, true, print_process, out), 0);
}

/* The files of lines, which the command may have replaced; they are no logs. */
static void test_lines(void **state)
{
	char folder[] = "logs";
	struct rootfs root;
	struct valgrind v = { .root = &root, .folder = folder, .file = VALGRIND_LINES };
	struct valgrind_result r;
	struct str out = {0};

	(void)state;
	assert_int_equal(rootfs_open(&root, "."), 0);
	assert_int_equal(mkdir("logs", 0755), 0);
	write_file("logs/7", 0644, STARTED "==7== I   refs:      6\n");
	write_file("logs/7.lines", 0644, "lines\n");
	write_file("logs/9.lines", 0644, "of nobody\n");
	collect_lines(&r, &out, &v);
	assert_string_equal(out.text, "6: lines\n;");
	assert_string_equal(r.problem, "");
	assert_false(r.lines_lost);
	assert_int_equal(unlink("logs/7.lines"), 0);
	collect_lines(&r, &out, &v);
	assert_string_equal(out.text, "6: No such file or directory;");
	assert_int_equal(mkfifo("logs/7.lines", 0644), 0);
	collect_lines(&r, &out, &v);
	assert_string_equal(out.text, "6: Invalid argument;");
	assert_int_equal(unlink("logs/7.lines"), 0);
	assert_int_equal(mkdir("logs/7.lines", 0755), 0);
	collect_lines(&r, &out, &v);
	assert_string_equal(out.text, "6: Is a directory;");
	assert_int_equal(rmdir("logs/7.lines"), 0);
	write_file("logs/7.lines", 0644, "cut");	/* its process died of what it wrote */
	write_file("logs/7", 0644, STARTED);
	collect_lines(&r, &out, &v);
	assert_string_equal(str_text(&out), "");
	assert_true(r.lines_lost);
	write_file("logs/7", 0644, STARTED "==7== ... so simulation results will be missing.\n==7== I refs: 0\n");
	collect_lines(&r, &out, &v);
	assert_true(r.lines_lost);
	assert_string_equal(r.problem, "'./f a b' hid files from valgrind, as chroot() does, and its counts are lost");
	assert_int_equal(unlink("logs/7.lines"), 0);
	write_file("logs/7", 0644, STARTED);
	collect_lines(&r, &out, &v);
	assert_false(r.lines_lost);		/* it was killed */
	rootfs_close(&root);
	str_release(&out);
}

static const struct { const char *log, *want; } objects[] = {
	{ "", "" }, { STARTED, "/tmp/f yes;" },
	{ "--7-- Reading syms from /usr/bin/dash\n--7--    object doesn't have a symbol table\n"
	  "--7-- Reading syms from /usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2\n--7--   .. build-id is valid\n"
	  "--7-- Reading syms from /usr/libexec/valgrind/cachegrind-amd64-linux\n--7--    object doesn't have a symbol table\n"
	  "--7--    object doesn't have a dynamic symbol table\n--7-- Scheduler: using generic\n"
	  "--7-- Reading syms from /usr/libexec/valgrind/vgpreload_core-amd64-linux.so\n"
	  "--7--    object doesn't have a symbol table\n--7-- Reading syms from /a b/libc.so.6\n",
	  "/usr/bin/dash no;/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 yes;/a b/libc.so.6 yes;" },
	{ "--7-- Reading syms from \n--7-- Reading syms from /cut", " yes;" },
	{ "Reading syms from /usr/bin/dash\n==7== I refs: 5\n", "" },
};

static void test_objects(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(objects); i++) {
		const char *text = objects[i].log;
		struct str out = {0}, path = {0};
		bool has_symbols;

		while (valgrind_next_object(&path, &has_symbols, &text))
			str_addf(&out, "%s %s;", str_text(&path), has_symbols ? "yes" : "no");
		assert_string_equal(str_text(&out), objects[i].want);
		str_release(&out);
		str_release(&path);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_log),
		cmocka_unit_test(test_long),
		cmocka_unit_test_setup_teardown(test_find, enter, leave),
		cmocka_unit_test_setup_teardown(test_collect, enter, leave),
		cmocka_unit_test_setup_teardown(test_lines, enter, leave),
		cmocka_unit_test(test_objects),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
