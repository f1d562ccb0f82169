/* SPDX-License-Identifier: MIT */
/* Tests that short reads and writes and interrupted calls lose nothing. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/str.h"
#include "../faults/wraps.h"
#include "host/file.h"
#include "host/kernel_linux.h"
#include "made_root.h"

enum { LENGTH = 20000, MOST = 4 };	/* more than is read at once */

/* What becomes of the first calls of a name; none of the others fails. */
static struct {
	const char *name;
	const int *fault;
	int calls;
} now;

int wrap_fault(const char *name)
{
	if (!now.name || strcmp(name, now.name) != 0)
		return 0;
	return now.calls < MOST ? now.fault[now.calls++] : 0;
}

static void let_fail(const char *name, const int *fault)
{
	now.name = name;
	now.fault = fault;
	now.calls = 0;
}

/* Each of them was met. */
static void assert_failed(void)
{
	int n = 0;

	while (n < MOST && now.fault[n])
		n++;
	assert_true(now.calls >= n);
	now.name = NULL;
}

static char *letters(void)
{
	char *text = malloc(LENGTH + 1);

	assert_non_null(text);
	for (int i = 0; i < LENGTH; i++)
		text[i] = (char)('a' + i % 26);
	text[LENGTH] = '\0';
	return text;
}

/* --- written ------------------------------------------------------------------------------------ */

static void to_file(int ends[2])
{
	ends[0] = memfd_create("file", MFD_CLOEXEC);
	ends[1] = dup(ends[0]);
}

static void to_pipe(int ends[2])
{
	assert_int_equal(pipe(ends), 0);
}

static void to_socket(int ends[2])
{
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
}

static void writing(void **state)
{
	static const struct {
		void (*open)(int ends[2]);
		const char *name;
		int fault[MOST], rc;
	} rows[] = {
		{ to_file,	"put",	{ EINTR, SHORT, EINTR, SHORT }, 0 },
		{ to_file,	"put",	{ SHORT, EAGAIN }, 0 },
		{ to_file,	"put",	{ EINTR, ENOSPC }, -ENOSPC },
		{ to_file,	"put",	{ EIO }, -EIO },
		{ to_pipe,	"put",	{ EINTR, SHORT, EAGAIN, SHORT }, 0 },
		{ to_pipe,	"poll",	{ EINTR, EINTR }, 0 },
		{ to_pipe,	"put",	{ EINTR, EPIPE }, -EPIPE },
		{ to_pipe,	"poll",	{ ENOMEM }, -ENOMEM },
		{ to_socket,	"put",	{ EINTR, SHORT, EAGAIN, SHORT }, 0 },
		{ to_socket,	"poll",	{ EINTR, EINTR }, 0 },
		{ to_socket,	"put",	{ EINTR, ECONNRESET }, -ECONNRESET },
	};
	char *text = letters(), *there = malloc(LENGTH + 1);

	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		int ends[2];
		size_t n = 0;
		ssize_t more;

		rows[i].open(ends);
		let_fail(rows[i].name, rows[i].fault);
		assert_int_equal(file_write(ends[1], text, LENGTH), rows[i].rc);
		assert_failed();
		close(ends[1]);
		if (rows[i].open == to_file)
			lseek(ends[0], 0, SEEK_SET);
		while ((more = read(ends[0], there + n, LENGTH + 1 - n)) > 0)
			n += (size_t)more;
		close(ends[0]);
		assert_int_equal(n, rows[i].rc ? 0 : LENGTH);
		assert_memory_equal(there, text, n);
	}
	free(there);
	free(text);
}

/* --- read --------------------------------------------------------------------------------------- */

static int read_of_machine(struct str *out, const char *path, size_t most)
{
	struct rootfs fs;
	int rc = rootfs_open(&fs, "/");

	(void)most;
	rc = rc < 0 ? rc : rootfs_read(&fs, out, "%s", path);
	rootfs_close(&fs);
	return rc;
}

static void reading(void **state)
{
	static int (*const ways[])(struct str *, const char *, size_t) = {
		file_read, file_read_regular, file_read_start, read_of_machine,
	};
	static const struct {
		int fault[MOST], rc;
	} rows[] = {
		{ { EINTR, SHORT, EINTR, SHORT }, 0 },
		{ { SHORT, SHORT, SHORT, EINTR }, 0 },
		{ { EIO }, -EIO },
		{ { EINTR, SHORT, EIO }, -EIO },
	};
	char *text = letters(), path[100];
	struct root root;

	(void)state;
	root_make(&root);
	root_put(&root, "file", text);
	snprintf(path, sizeof(path), "%s/file", root.path);
	for (size_t i = 0; i < COUNT_OF(rows) * COUNT_OF(ways); i++) {
		size_t row = i % COUNT_OF(rows);
		struct str there = {0};

		let_fail("get", rows[row].fault);
		assert_int_equal(ways[i / COUNT_OF(rows)](&there, path, LENGTH), rows[row].rc);
		assert_failed();
		if (!rows[row].rc)
			assert_string_equal(there.text, text);
		str_release(&there);
	}
	root_remove(&root);
	free(text);
}

static size_t begins_with_a(const char *start, size_t len)
{
	return !len || start[0] == 'a' ? LENGTH : 0;
}

/* What begins otherwise is not read on, and what has more than it may is refused. */
static void reading_by_the_first_bytes(void **state)
{
	static const struct {
		char first;
		size_t len;
		int rc;
		bool all;
	} rows[] = { { 'a', LENGTH, 0, true }, { 'a', LENGTH + 1, -EFBIG, false }, { 'b', 2 * LENGTH, 0, false } };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct str there = {0}, text = {0};
		FILE *file = tmpfile();

		assert_non_null(file);
		while (text.len < rows[i].len)
			str_addf(&text, "%c", rows[i].first);
		assert_int_equal(fwrite(text.text, 1, text.len, file), text.len);
		rewind(file);
		let_fail("get", (const int[MOST]){ SHORT, EINTR });
		assert_int_equal(file_read_checked_fd(&there, fileno(file), begins_with_a), rows[i].rc);
		assert_true(there.len == text.len ? rows[i].all : !rows[i].all);
		str_release(&there);
		str_release(&text);
		fclose(file);
	}
}

/* A file of /proc that is not there may be hidden; who can be signalled lives. */
static void hidden_by_proc(void **state)
{
	static const int fault[MOST] = { ENOENT };

	(void)state;
	let_fail("openat", fault);
	assert_int_equal(kernel_linux.alive(&kernel_linux, getpid(), false), 1);
	assert_failed();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(writing),
		cmocka_unit_test(reading), cmocka_unit_test(reading_by_the_first_bytes),
		cmocka_unit_test(hidden_by_proc),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
