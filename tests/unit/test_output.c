/* SPDX-License-Identifier: MIT */
/* The end of the output file: what only closing it tells, and what a signal leaves of one. */
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/over.h"
#include "cli/temp.h"
#include "host/file.h"

static void closing_is_checked(void **state)
{
	char path[] = "/tmp/pstat-output-XXXXXX";
	int fd = mkstemp(path);
	const struct env env = { .err = stderr };
	const struct options o = { .out.path = path };

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	for (int lost = 0; lost < 2; lost++) {
		struct error err = ERROR_INIT;
		struct output out;

		assert_int_equal(output_open(&out, &env, &o, &err), 0);
		if (lost)	/* stands in for a server that says no at last */
			close(fileno(out.sink[0].stream));
		assert_int_equal(output_close(&out, &err), lost ? -1 : 0);
		assert_string_equal(err.message, lost ? "cannot write the report: Bad file descriptor" : "");
		assert_int_equal(err.errnum, lost ? EBADF : 0);
		assert_int_equal(output_close(&out, &err), 0);
	}
	unlink(path);
}

static void the_stream_of_others_stays_open(void **state)
{
	const struct env env = { .err = stderr };
	const struct options o = { .out.path = NULL };
	struct error err = ERROR_INIT;
	struct output out;

	(void)state;
	assert_int_equal(output_open(&out, &env, &o, &err), 0);
	assert_int_equal(output_close(&out, &err), 0);
	assert_true(fileno(stderr) >= 0 && write(fileno(stderr), "", 0) == 0);
}

/* Whatever ends it: a pipe that nobody reads sends SIGPIPE, and others may, too.  The last two are qemu's own. */
static void a_signal_leaves_no_half_document(void **state)
{
	const int signo[] = { SIGTERM, SIGINT, SIGHUP, SIGVTALRM, SIGPROF, SIGPIPE, SIGXFSZ, SIGRTMIN, SIGRTMAX - 2 };
	const struct rlimit no_core = { 0, 0 };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(signo); i++) {
		int status, name[2];
		char there[100];
		ssize_t n;
		pid_t pid;

		assert_int_equal(pipe(name), 0);
		pid = fork();
		if (pid == 0) {
			int fd;
			struct temp *t;

			setrlimit(RLIMIT_CORE, &no_core);
			signal(signo[i], SIG_DFL);
			t = temp_open("/tmp/pstat-output", &fd);
			if (t && write(name[1], temp_name(t), strlen(temp_name(t)) + 1) > 0)
				raise(signo[i]);
			_exit(1);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		n = read(name[0], there, sizeof(there));
		close(name[0]);
		close(name[1]);
		assert_true(n > 0 && WIFSIGNALED(status) && WTERMSIG(status) == signo[i]);
		assert_int_equal(access(there, F_OK), -1);
	}
}

static struct str text_of(const char *path)
{
	struct str text = {0};

	assert_int_equal(file_read(&text, path, 100), 0);
	return text;
}

/* Where there is no room for more, a file keeps what it has. */
static void a_file_is_written_over_or_stays(void **state)
{
	static const struct { const char *text; int rc; const char *after; } steps[] = {
		{ "abcd", 0, "abcd" }, { "abcdefghi", -EFBIG, "abcd" }, { "ABCDEFGH", 0, "ABCDEFGH" }, { "x", 0, "x" },
	};
	char path[] = "/tmp/pstat-output-XXXXXX";
	struct rlimit before, small;
	int fd = mkstemp(path);

	(void)state;
	assert_true(fd >= 0 && getrlimit(RLIMIT_FSIZE, &before) == 0);
	small = (struct rlimit){ 8, before.rlim_max };
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		struct str text = {0}, after;
		int rc;

		str_add(&text, steps[i].text);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
		rc = over_write(fd, &text);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
		after = text_of(path);
		assert_int_equal(rc, steps[i].rc);
		assert_string_equal(after.text, steps[i].after);
		str_release(&text);
		str_release(&after);
	}
	close(fd);
	unlink(path);
}

/* A name that is as long as one may be has no room for more letters. */
static void a_long_name_has_a_file_beside_it(void **state)
{
	char path[5 + 255 + 1] = "/tmp/";
	struct temp *t;
	int fd;

	(void)state;
	memset(path + 5, 'n', 255);
	t = temp_open(path, &fd);
	assert_non_null(t);
	assert_int_equal(strncmp(temp_name(t), "/tmp/pstat.", 11), 0);
	assert_int_equal(temp_become(t, path), 0);
	assert_int_equal(unlink(path), 0);
	temp_drop(t);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closing_is_checked),
		cmocka_unit_test(the_stream_of_others_stays_open),
		cmocka_unit_test(a_signal_leaves_no_half_document),
		cmocka_unit_test(a_file_is_written_over_or_stays),
		cmocka_unit_test(a_long_name_has_a_file_beside_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
