/* SPDX-License-Identifier: MIT */
/* Tests launching on the real kernel: what runs, what fails, and the state that the program inherits. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/cpulist.h"
#include "host/kernel_linux.h"
#include "host/launch.h"

static char home[] = "/tmp/pstat-test.XXXXXX";
static const struct kernel *const k = &kernel_linux;

static void write_file(const char *name, const char *text, mode_t mode)
{
	char path[200];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", home, name);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	chmod(path, mode);
}

static int make_home(void **state)
{
	char path[200];

	(void)state;
	if (!mkdtemp(home) || chdir(home) < 0 || mkdir("a", 0700) < 0 || mkdir("b", 0700) < 0)
		return -1;
	write_file("plain", "exit 3\n", 0700);		/* a script without #! */
	write_file("a/found", "exit 9\n", 0600);
	write_file("b/found", "exit 4\n", 0700);
	write_file("a/locked", "exit 9\n", 0600);
	write_file("badinterp", "#!/nonexistent/interpreter\n", 0700);
	write_file("args", "test \"$#$1$2\" = '2x y-z'\n", 0700);
	snprintf(path, sizeof(path), "%s/loop", home);
	return symlink("loop", path);
}

static int remove_home(void **state)
{
	static const char *const files[] = { "plain", "a/found", "b/found", "a/locked", "badinterp", "args",
					     "loop", "out" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(files); i++)
		unlink(files[i]);
	return rmdir("a") < 0 || rmdir("b") < 0 || chdir("/") < 0 || rmdir(home) < 0 ? -1 : 0;
}

static struct launch plain(char *const *argv)
{
	return (struct launch){ .argv = argv };
}

/* The errno of the exec, or 0 and the status. */
static int run(const struct launch *l, int *status)
{
	struct launched child;
	struct rusage usage;
	int errnum;

	assert_int_equal(k->launch(k, &child, l), 0);
	assert_int_equal(child.go_fd >= 0, l->held);
	if (l->held) {
		assert_true(child.go_fd > 2);
		assert_int_equal(k->ended(k, child.pid), 0);
		assert_int_equal(k->write(k, child.go_fd, "", 1), 1);
	}
	assert_int_equal(k->reap(k, child.pid, status, &usage), 0);
	assert_true(child.shared->start_ns || child.shared->errnum);
	errnum = child.shared->errnum;
	if (child.go_fd >= 0)
		k->close(k, child.go_fd);
	k->unmap(k, child.shared, sizeof(*child.shared));
	return errnum;
}

static char long_name[NAME_MAX + 2];

static const struct exec_case {
	const char *name, *path;	/* path NULL: not set */
	int errnum, status;
} exec_cases[] = {
	{ "/bin/true", NULL, 0, 0 },
	{ "false", "/nonexistent:/bin:/usr/bin", 0, 1 },
	{ "true", NULL, 0, 0 },				/* without PATH: /bin and /usr/bin */
	{ "./plain", NULL, 0, 3 },
	{ "plain", "", 0, 3 },				/* an empty entry is the current directory */
	{ "plain", "/nonexistent:", 0, 3 },
	{ "plain", ":/nonexistent", 0, 3 },
	{ "plain", "/bin", ENOENT, 127 },
	{ "found", "a:b", 0, 4 },			/* what may not be run is passed over */
	{ "found", "/bin/true:b", 0, 4 },		/* so is an entry that is no directory */
	{ "locked", "a:b", EACCES, 127 },		/* but it says more than not found */
	{ "locked", "b:a:/bin", EACCES, 127 },
	{ "nosuch", "a:b", ENOENT, 127 },
	{ "", "a:b", ENOENT, 127 },
	{ "./nosuch", NULL, ENOENT, 127 },
	{ "./a", NULL, EISDIR, 127 },
	{ "a", ".:/bin", EISDIR, 127 },			/* a folder is passed over, too */
	{ "./plain/x", NULL, ENOTDIR, 127 },
	{ "./loop", NULL, ELOOP, 127 },
	{ "loop", "a:.:b", ELOOP, 127 },		/* ends the search */
	{ "./badinterp", NULL, ENOENT, 127 },
	{ long_name, "/bin", ENAMETOOLONG, 127 },
};

/* valgrind looks at the program itself, and does not survive an execve that fails later. */
static bool on_valgrind(void)
{
	const char *preload = getenv("LD_PRELOAD");

	return preload && strstr(preload, "vgpreload");
}

static void what_is_executed(void **state)
{
	char *before;

	(void)state;
	if (on_valgrind())
		skip();
	before = getenv("PATH") ? strdup(getenv("PATH")) : NULL;
	memset(long_name, 'x', sizeof(long_name) - 1);
	for (size_t i = 0; i < COUNT_OF(exec_cases) * 2; i++) {
		const struct exec_case *c = &exec_cases[i / 2];
		char *argv[] = { (char *)(uintptr_t)c->name, NULL };
		struct launch l = plain(argv);
		int status;

		l.held = i & 1;
		if (c->path)
			setenv("PATH", c->path, 1);
		else
			unsetenv("PATH");
		assert_int_equal(run(&l, &status), c->errnum);
		assert_true(WIFEXITED(status));
		assert_int_equal(WEXITSTATUS(status), c->status);
	}
	if (before)
		setenv("PATH", before, 1);
	free(before);
}

static void busy_text(void **state)
{
	char *argv[] = { (char *)(uintptr_t)"./out", NULL };
	struct launch l = plain(argv);
	int fd, status;

	(void)state;
	if (on_valgrind())
		skip();
	fd = open("out", O_WRONLY | O_CREAT, 0700);
	assert_true(fd >= 0);
	assert_int_equal(run(&l, &status), ETXTBSY);
	close(fd);
	unlink("out");
}

static void arguments_go_through(void **state)
{
	static const char *const names[] = { "./args", "/bin/sh" };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		char *direct[] = { (char *)(uintptr_t)"./args", (char *)(uintptr_t)"x y",
				   (char *)(uintptr_t)"-z", NULL };
		char *by_sh[] = { (char *)(uintptr_t)"/bin/sh", (char *)(uintptr_t)"args",
				  (char *)(uintptr_t)"x y",
				  (char *)(uintptr_t)"-z", NULL };
		struct launch l = plain(i ? by_sh : direct);
		int status;

		assert_int_equal(run(&l, &status), 0);
		assert_int_equal(status, 0);
	}
}

static int shell_status(struct launch *l, const char *command)
{
	char *argv[] = { (char *)(uintptr_t)"/bin/sh", (char *)(uintptr_t)"-c", (char *)(uintptr_t)command,
			 NULL };
	int status;

	l->argv = argv;
	assert_int_equal(run(l, &status), 0);
	return status;
}

static void the_program_finds_things_as_they_were(void **state)
{
	struct signals s = { .fd = -1 };
	struct rlimit saved, before, now;

	(void)state;
	assert_int_equal(k->limit_get(k, &saved), 0);
	signal(SIGHUP, SIG_IGN);	/* as under nohup */
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	assert_int_equal(k->signals_open(k, &s), 0);
	before = now = saved;
	before.rlim_cur = saved.rlim_max - 1;
	now.rlim_cur = saved.rlim_max;		/* it has been raised */
	assert_int_equal(k->limit_set(k, &now), 0);
	for (int held = 0; held < 2; held++) {
		struct launch l = plain(NULL);
		char command[400];

		l.held = held;
		l.signals = &s;
		l.nofile = &before;
		/*
		 * nothing blocked, SIGHUP (bit 0) ignored, SIGPIPE (bit 12), SIGXFSZ (24) and SIGCHLD (bit
		 * 16) not; no stray descriptor
		 */
		snprintf(command, sizeof(command),
			 "b=$(sed -n 's/^SigBlk:.//p' /proc/self/status) i=$(sed -n 's/^SigIgn:.//p' /proc/self/status); "
			 "test $((0x$b)) = 0 && test $((0x$i & 0x1011001)) = 1 && test $(ulimit -n) = %llu && "
			 "for f in 3 4 5 6 7 8; do test -e /proc/$$/fd/$f && "
			 "ls -l /proc/$$/fd/$f | grep -E 'signalfd|perf_event|pipe' && exit 8; done; exit 0",
			 (unsigned long long)before.rlim_cur);
		assert_int_equal(shell_status(&l, command), 0);
	}
	assert_int_equal(k->limit_set(k, &saved), 0);
	k->signals_close(k, &s);
	k->signals_close(k, &s);	/* twice is safe */
	signal(SIGHUP, SIG_DFL);
}

static void a_held_child_goes_when_pstat_is_gone(void **state)
{
	char *argv[] = { (char *)(uintptr_t)"/bin/true", NULL };
	struct launch l = plain(argv);
	struct launched child;
	struct rusage usage;
	int status;

	(void)state;
	l.held = true;
	assert_int_equal(k->launch(k, &child, &l), 0);
	k->close(k, child.go_fd);	/* as its end would */
	assert_int_equal(k->reap(k, child.pid, &status, &usage), 0);
	assert_int_equal(WEXITSTATUS(status), 127);
	assert_true(child.shared->start_ns == 0);
	k->unmap(k, child.shared, sizeof(*child.shared));
}

static void a_life_is_followed(void **state)
{
	char *argv[] = { (char *)(uintptr_t)"/bin/sleep", (char *)(uintptr_t)"60", NULL };
	struct launch l = plain(argv);
	struct signals s = { .fd = -1 };
	struct launched child;
	struct rusage usage;
	int status;

	(void)state;
	assert_int_equal(k->signals_open(k, &s), 0);
	assert_int_equal(k->launch(k, &child, &l), 0);
	struct wait_fd fds[] = { { .fd = s.fd, .kind = WAIT_SIGNAL }, { .fd = -1, .kind = WAIT_CONTROL } };
	assert_int_equal(k->wait(k, fds, COUNT_OF(fds), k->now_ns(k) + 1000000), WAIT_DEADLINE);
	assert_int_equal(k->wait(k, fds, COUNT_OF(fds), 1), WAIT_DEADLINE);	/* long past */
	assert_int_equal(k->ended(k, child.pid), 0);
	assert_int_equal(k->kill(k, child.pid, SIGKILL), 0);
	assert_true(k->wait(k, fds, COUNT_OF(fds), KERNEL_FOREVER) & WAIT_SIGNAL);
	while (k->ended(k, child.pid) == 0)
		k->wait(k, fds, 1, k->now_ns(k) + 1000000);
	assert_int_equal(k->reap(k, child.pid, &status, &usage), 0);
	assert_int_equal(status, SIGKILL);
	assert_int_equal(k->ended(k, child.pid), -ECHILD);
	assert_int_equal(k->reap(k, child.pid, &status, &usage), -ECHILD);
	k->unmap(k, child.shared, sizeof(*child.shared));
	k->signals_close(k, &s);
}

static void *asks_to_be_traced(void *said)
{
	*(bool *)said = ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0;
	return NULL;
}

/* A thread that ended while pstat traced it would keep its process for ever. */
static void whose_thread_is_traced_is_reaped(void **state)
{
	struct rusage usage;
	int status, ready[2];
	char may = 0;
	pid_t pid;

	(void)state;
	assert_int_equal(pipe(ready), 0);
	pid = fork();
	if (pid == 0) {
		pthread_t thread;
		bool traced = false;

		if (pthread_create(&thread, NULL, asks_to_be_traced, &traced) != 0 || pthread_join(thread, NULL) != 0)
			_exit(1);
		if (write(ready[1], traced ? "y" : "n", 1) == 1)
			pause();
		_exit(1);
	}
	assert_true(pid > 0);
	assert_int_equal(read(ready[0], &may, 1), 1);
	assert_int_equal(kill(pid, SIGKILL), 0);
	alarm(60);
	assert_int_equal(k->reap(k, pid, &status, &usage), 0);
	alarm(0);
	assert_int_equal(status, SIGKILL);
	close(ready[0]);
	close(ready[1]);
	if (may != 'y')
		skip();
}

static void what_the_caller_ignores_is_not_told(void **state)
{
	struct pending_signals none = { .n = 0 }, some = { .n = 0 };
	struct signals s = { .fd = -1 };

	(void)state;
	signal(SIGINT, SIG_IGN);
	assert_int_equal(k->signals_open(k, &s), 0);
	raise(SIGINT);
	assert_int_equal(kernel_read_signal(k, &s, &none, NULL), 0);
	raise(SIGINT);
	raise(SIGRTMIN + 5);
	assert_int_equal(kernel_read_signal(k, &s, &some, NULL), SIGRTMIN + 5);
	assert_int_equal(kernel_read_signal(k, &s, &some, NULL), 0);
	raise(SIGTERM);		/* watched */
	for (int i = 0; i < 2; i++) {
		struct wait_fd fd = { .fd = s.fd, .kind = WAIT_SIGNAL };

		assert_int_equal(k->wait(k, &fd, 1, k->now_ns(k) + 1000000), WAIT_SIGNAL);
	}
	k->signals_close(k, &s);	/* not even the one that nobody read ends us */
	signal(SIGINT, SIG_DFL);
}

/* stdout and stderr go where they are told to; what is kept is the end, and then it is empty again. */
static void streams_are_redirected(void **state)
{
	static const struct { const char *command; int in, out, err, status; const char *kept; } cases[] = {
		{ "read x; exit 3", LAUNCH_NULL, LAUNCH_NULL, -2, 3, "" },	/* end of file at once */
		{ "echo out; echo err >&2", 0, LAUNCH_NULL, -2, 0, "err\n" },
		{ "echo out; echo err >&2", 0, -2, LAUNCH_NULL, 0, "out\n" },
		{ "echo out; echo err >&2", 0, -2, -2, 0, "out\nerr\n" },
		{ "i=0; while test $i -lt 100; do echo line $i; i=$((i + 1)); done", 0, -2, 0, 0,
		  "line 98\nline 99\n" },
	};
	int fd = k->open_scratch(k);

	(void)state;
	assert_true(fd > 2);
	for (size_t i = 0; i < COUNT_OF(cases) * 2; i++) {
		struct launch l = plain(NULL);
		char got[17] = "";
		int status;

		l.held = i & 1;
		l.in_fd = cases[i / 2].in;
		l.out_fd = cases[i / 2].out == -2 ? fd : cases[i / 2].out;
		l.err_fd = cases[i / 2].err == -2 ? fd : cases[i / 2].err;
		status = shell_status(&l, cases[i / 2].command);
		assert_int_equal(WEXITSTATUS(status), cases[i / 2].status);
		assert_int_equal(k->take_scratch(k, fd, got, 16), strlen(cases[i / 2].kept));
		assert_string_equal(got, cases[i / 2].kept);
		assert_int_equal(k->take_scratch(k, fd, got, 16), 0);
	}
	k->close(k, fd);
	assert_int_equal(k->take_scratch(k, fd, NULL, 0), -EBADF);
}

/* Of what is written a lot only the end keeps its room, before the command has ended or after. */
static void a_flood_is_trimmed(void **state)
{
	int fd = k->open_scratch(k);
	struct launch l = plain(NULL);
	struct stat st;
	char got[8] = "";

	(void)state;
	l.err_fd = fd;
	assert_int_equal(k->trim_scratch(k, fd, 100), 0);
	assert_int_equal(shell_status(&l, "echo little >&2"), 0);
	assert_in_range(k->trim_scratch(k, fd, 3), 1, 1 << 20);
	assert_int_equal(k->take_scratch(k, fd, got, 7), 7);
	assert_string_equal(got, "little\n");
	assert_int_equal(shell_status(&l, "head -c 16777216 /dev/zero >&2; echo end >&2"), 0);
	assert_in_range(k->trim_scratch(k, fd, 100), 1 << 24, 1 << 25);
	assert_int_equal(fstat(fd, &st), 0);
	assert_in_range(st.st_blocks * 512, 1, 1 << 17);
	assert_int_equal(shell_status(&l, "echo more >&2"), 0);
	assert_int_equal(k->take_scratch(k, fd, got, 7), 7);
	assert_memory_equal(got, "d\nmore\n", 7);
	k->close(k, fd);
	assert_int_equal(k->trim_scratch(k, fd, 100), -EBADF);
}

static void a_group_of_its_own(void **state)
{
	(void)state;
	for (int held = 0; held < 2; held++) {
		char *argv[] = { (char *)(uintptr_t)"/bin/sleep", (char *)(uintptr_t)"60", NULL };
		struct launch l = plain(argv);
		struct launched child;
		struct rusage usage;
		int status;

		l.held = held;
		l.group = true;
		assert_int_equal(k->launch(k, &child, &l), 0);
		assert_int_equal(getpgid(child.pid), child.pid);
		/* before its exec it may have other ideas of any other signal, as under valgrind */
		assert_int_equal(k->kill(k, -child.pid, SIGKILL), 0);
		assert_int_equal(k->reap(k, child.pid, &status, &usage), 0);
		assert_int_equal(status, SIGKILL);
		if (child.go_fd >= 0)
			k->close(k, child.go_fd);
		k->unmap(k, child.shared, sizeof(*child.shared));
	}
	assert_int_not_equal(getpgid(0), -1);
}

/* Stopped by the terminal, it would be waited for for ever. */
static void no_terminal_stops_a_group(void **state)
{
	char *argv[] = { (char *)(uintptr_t)"sh", (char *)(uintptr_t)"-c",
			 (char *)(uintptr_t)"kill -TTIN $$; kill -TTOU $$; exit 6", NULL };

	(void)state;
	for (int held = 0; held < 2; held++) {
		const struct launch l = { .argv = argv, .group = true, .held = held };
		int status;

		alarm(20);
		assert_int_equal(run(&l, &status), 0);
		alarm(0);
		assert_int_equal(WEXITSTATUS(status), 6);
	}
}

/*
 * What runs in pstat's place until its exec counts: what is no more than that is nobody's.  The kernel adds pages
 * up in batches for each CPU, so that some of those used are not in the number yet.
 */
static void memory_of_the_caller_hides_that_of_a_small_program(void **state)
{
	enum { LARGE = 32 << 20 };
	char *argv[] = { (char *)(uintptr_t)"true", NULL };
	char *large = malloc(LARGE);

	(void)state;
	assert_non_null(large);
	memset(large, 1, LARGE);
	for (int i = 0; i < 20; i++) {
		const struct launch l = { .argv = argv };
		struct launched child;
		struct rusage usage;
		int status;
		long before;

		assert_int_equal(k->launch(k, &child, &l), 0);
		assert_int_equal(k->reap(k, child.pid, &status, &usage), 0);
		before = child.shared->rss_before;
		k->unmap(k, child.shared, sizeof(*child.shared));
		assert_true(usage.ru_maxrss <= before + before / 8);
		assert_in_range(before, LARGE / 1024 * 7 / 8, 8 * (LARGE / 1024));
	}
	free(large);
}

/* In place of pstat's own variable of that name, which is there once. */
static void the_environment_is_added_to(void **state)
{
	static const char *const extra[] = { "PSTAT_SIDE=2", "PSTAT_ITERATION=7", NULL };
	struct launch l = plain(NULL);

	(void)state;
	setenv("PSTAT_SIDE", "outer", 1);
	setenv("PSTAT_SIDES", "left alone", 1);
	l.env = extra;
	assert_int_equal(shell_status(&l, "test \"$PSTAT_SIDE$PSTAT_ITERATION$PSTAT_SIDES\" = '27left alone' && "
				      "test $(env | grep -c ^PSTAT_SIDE=) = 1 && test -n \"$PATH\""), 0);
	assert_string_equal(getenv("PSTAT_SIDE"), "outer");
	unsetenv("PSTAT_SIDE");
	unsetenv("PSTAT_SIDES");
}

static void it_runs_on_these_cpus(void **state)
{
	int here = sched_getcpu(), far = 1023;
	struct cpulist one = { &here, 1 }, none = { &far, 1 };
	char command[100];
	char *argv[] = { (char *)(uintptr_t)"/bin/true", NULL };
	struct launch l = plain(argv);
	struct launched child;
	struct rusage usage;
	int status;

	(void)state;
	l.pin = &none;
	assert_int_equal(k->launch(k, &child, &l), 0);
	assert_int_equal(k->reap(k, child.pid, &status, &usage), 0);
	assert_int_equal(child.shared->errnum, EINVAL);
	assert_int_equal(child.shared->failed, LAUNCH_PIN);
	k->unmap(k, child.shared, sizeof(*child.shared));
	l.pin = &one;
	snprintf(command, sizeof(command), "grep -qx 'Cpus_allowed_list:\t%d' /proc/self/status", here);
	assert_int_equal(shell_status(&l, command), 0);
}

/* PWD says where, as for a shell that changes there; a folder that is not there is an error of its own. */
static void a_program_runs_in_a_folder(void **state)
{
	char *argv[] = { (char *)(uintptr_t)"/bin/true", NULL };
	struct launched child;
	struct rusage usage;
	int status;

	(void)state;
	for (int held = 0; held < 2; held++) {
		const char *const env[] = { "X=1", NULL };
		struct launch l = plain(NULL);

		l.held = held;
		l.folder = "/usr/..//tmp";
		l.env = held ? env : NULL;
		assert_int_equal(shell_status(&l, "[ \"$(pwd -P)\" = \"$(cd /tmp && pwd -P)\" ] && "
					      "tr '\\0' '\\n' < /proc/$$/environ | grep -c ^PWD= | grep -qx 1"), 0);
		l.folder = "/tmp";
		assert_int_equal(shell_status(&l, "tr '\\0' '\\n' < /proc/$$/environ | grep -qx PWD=/tmp"), 0);
	}
	{
		struct launch l = plain(argv);

		l.folder = "/none/there";
		assert_int_equal(k->launch(k, &child, &l), 0);
		assert_int_equal(k->reap(k, child.pid, &status, &usage), 0);
		assert_int_equal(child.shared->errnum, ENOENT);
		assert_int_equal(child.shared->failed, LAUNCH_FOLDER);
		k->unmap(k, child.shared, sizeof(*child.shared));
	}
}

/* The same addresses each time, or as the caller has it; a container may refuse it. */
static void addresses_are_laid_out(void **state)
{
	static const char where[] = "grep -q '^00040000$' /proc/self/personality";
	struct launch l = plain(NULL);
	int now = personality(0xffffffff);

	(void)state;
	l.layout = LAUNCH_LAYOUT_FIXED;
	if (personality((unsigned long)now | ADDR_NO_RANDOMIZE) < 0)
		skip();
	personality((unsigned long)now);
	assert_int_equal(shell_status(&l, where), 0);
	l.layout = LAUNCH_LAYOUT_OF_CALLER;
	assert_int_not_equal(shell_status(&l, where), 0);
	personality((unsigned long)now | ADDR_NO_RANDOMIZE);
	assert_int_equal(shell_status(&l, where), 0);
	l.layout = LAUNCH_LAYOUT_RANDOM;
	assert_int_not_equal(shell_status(&l, where), 0);
	personality((unsigned long)now);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_executed),
		cmocka_unit_test(busy_text),
		cmocka_unit_test(arguments_go_through),
		cmocka_unit_test(the_program_finds_things_as_they_were),
		cmocka_unit_test(a_held_child_goes_when_pstat_is_gone),
		cmocka_unit_test(a_life_is_followed),
		cmocka_unit_test(whose_thread_is_traced_is_reaped),
		cmocka_unit_test(what_the_caller_ignores_is_not_told),
		cmocka_unit_test(streams_are_redirected),
		cmocka_unit_test(a_flood_is_trimmed), cmocka_unit_test(a_group_of_its_own),
		cmocka_unit_test(no_terminal_stops_a_group),
		cmocka_unit_test(memory_of_the_caller_hides_that_of_a_small_program),
		cmocka_unit_test(the_environment_is_added_to),
		cmocka_unit_test(it_runs_on_these_cpus),
		cmocka_unit_test(a_program_runs_in_a_folder),
		cmocka_unit_test(addresses_are_laid_out),
	};

	return cmocka_run_group_tests(tests, make_home, remove_home);
}
