/* SPDX-License-Identifier: MIT */
/* Tests which files make a process lose its counters when it executes them. */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/program.h"

enum { OTHER = 65534 };

static char home[] = "/tmp/pstat-test.XXXXXX";

static const struct file_case {
	const char *name;
	mode_t mode;
	uid_t uid; gid_t gid;
	bool by_root, by_user;		/* whether they would lose their counters */
	const char *text;
} cases[] = {
	{ "plain",	   0755,  0, 0, false, false },
	{ "root's",	   04755, 0, 0, false, true },
	{ "own",	   04755, OTHER, OTHER, true, false },
	{ "group",	   02755, 0, 0, false, true },
	{ "own-group",	   02755, 0, OTHER, true, false },
	{ "locking",	   02745, 0, 0, false, false },	/* no x for the group */
	{ "unreadable",	   0711,  0, 0, false, true },
	{ "theirs",	   0700,  OTHER, OTHER, false, false },
	{ "set-unread",    04711, 0, 0, false, true },
	/* the kernel looks at the interpreter only, and gives up at the sixth */
	{ "script",	   0755,  0, 0, false, false, "#!./plain\n" },
	{ "set-script",	   06755, 0, 0, false, false, "#!./plain\n" },
	{ "of-root",	   0755,  0, 0, false, true, "#!./root's\n" },
	{ "of-own",	   0755,  0, 0, true, false, "#! \t./own -x y\nz" },
	{ "of-of-root",	   0755,  0, 0, false, true, "#!./of-root" },
	{ "of-unread",	   0755,  0, 0, false, true, "#!./unreadable\tx\n" },
	{ "unread-script", 0711,  0, 0, false, true, "#!./plain\n" },
	{ "of-nobody",	   0755,  0, 0, false, false, "#!./nobody\n" },
	{ "of-nothing",	   0755,  0, 0, false, false, "#!\n" },
	{ "of-itself",	   0755,  0, 0, false, false, "#!./of-itself\n" },
	{ "no-script",	   04755, 0, 0, false, true, "#?./plain\n" },
};

static int make_home(void **state)
{
	(void)state;
	if (!mkdtemp(home) || chmod(home, 0755) < 0 || chdir(home) < 0)
		return -1;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int fd = open(cases[i].name, O_WRONLY | O_CREAT | O_EXCL, 0700);

		if (fd < 0 || (cases[i].text &&
			       write(fd, cases[i].text, strlen(cases[i].text)) != (ssize_t)strlen(cases[i].text)))
			return -1;
		close(fd);
		if (geteuid() == 0 && chown(cases[i].name, cases[i].uid, cases[i].gid) < 0)
			return -1;
		if (chmod(cases[i].name, cases[i].mode) < 0)	/* chown clears bits */
			return -1;
	}
	return 0;
}

static int remove_home(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		unlink(cases[i].name);
	return chdir("/") < 0 || rmdir(home) < 0 ? -1 : 0;
}

/* The number of the first case that is wrong, from 1 on, as somebody else sees it; 0: none is. */
static int first_wrong(bool user, bool no_new_privs)
{
	int status = -1;
	pid_t pid = fork();

	if (pid == 0) {
		if (user && (setgid(OTHER) < 0 || setuid(OTHER) < 0))
			_exit(99);
		if (no_new_privs && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0)
			_exit(98);
		for (size_t i = 0; i < COUNT_OF(cases); i++) {
			bool want = user ? cases[i].by_user : cases[i].by_root, drops;

			if (no_new_privs)
				want = user && strstr(cases[i].name, "unread");
			if (program_check(cases[i].name, &drops) < 0 || drops != want)
				_exit((int)i + 1);
		}
		_exit(0);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void every_file(void **state)
{
	struct statvfs fs;

	(void)state;
	if (geteuid() != 0 || statvfs(".", &fs) < 0 || fs.f_flag & ST_NOSUID)
		skip();
	for (int i = 0; i < 4; i++)
		assert_int_equal(first_wrong(i & 1, i & 2), 0);
}

static void what_is_no_program(void **state)
{
	static const struct { const char *path; int errnum; } files[] = {
		{ "nosuch", ENOENT }, { "plain/x", ENOTDIR }, { "", ENOENT }, { "/", EISDIR }, { "/dev/null", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		bool drops = true;

		errno = 0;
		assert_int_equal(program_check(files[i].path, &drops), files[i].errnum ? -1 : 0);
		assert_int_equal(errno, files[i].errnum);
		assert_false(drops);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_file),
		cmocka_unit_test(what_is_no_program),
	};

	return cmocka_run_group_tests(tests, make_home, remove_home);
}
