/* SPDX-License-Identifier: MIT */
/*
 * Forks, sets up the child and executes the command: the only file that forks.
 *
 * Immediate: vfork, so parent and child share memory until the exec, and the child may only make plain
 * calls: no allocation, no stdio, no return. Held: fork, and the child waits for a byte; end of file means
 * that pstat is gone, and the child exits. Start time and errno are in a shared mapping and not in plain
 * memory, because vfork may be carried out as fork (valgrind, sanitizers).
 */
#define _GNU_SOURCE
#include "host/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <time.h>
#include <unistd.h>

#include "base/cpulist.h"
#include "base/mem.h"
#include "base/str.h"
#include "host/fd.h"
#include "host/kernel.h"
#include "host/program.h"
#include "host/rootfs.h"

/* Everything the child needs, prepared before the fork, as the child may not allocate. */
struct child_setup {
	const struct launch *l;
	struct launch_shared *shared;
	char **sh_argv;			/* owned; the second word is reserved for a script's path */
	char **env;			/* owned, its texts borrowed; NULL: pstat's */
	char *pwd;			/* owned: a variable for launch.folder; NULL: there is none */
	unsigned long *cpus;		/* owned, one bit per CPU; NULL: pstat's CPUs */
	size_t cpus_size;
};

static void try_exec(const struct child_setup *b, const char *path)
{
	char *const *env = b->env ? b->env : environ;
	struct timespec now = {0};
	struct rusage usage;
	bool drops_counters;

	if (program_check(path, &drops_counters) < 0)
		return;		/* execve would fail too: one call instead of three for each folder of PATH */
	b->shared->drops_counters = drops_counters;
	if (getrusage(RUSAGE_SELF, &usage) == 0) {
		b->shared->rss_before = usage.ru_maxrss;
		b->shared->cpu_before_ns = kernel_timeval_ns(usage.ru_utime) +
					   kernel_timeval_ns(usage.ru_stime);
	}
	clock_gettime(CLOCK_MONOTONIC, &now);	/* the clock of kernel.now_ns */
	b->shared->start_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
	execve(path, b->l->argv, env);
	/* a script without #!: musl's execvp refuses it, glibc's and shells run it */
	if (errno == ENOEXEC) {
		b->sh_argv[1] = (char *)(uintptr_t)path;
		execve(b->sh_argv[0], b->sh_argv, env);
	}
}

/* This folder lacks the program, so the search continues; any other error ends it. */
static bool search_continues(int errnum)
{
	return errnum == ENOENT || errnum == ENOTDIR || errnum == EISDIR || errnum == EACCES ||
	       errnum == ESTALE || errnum == ENODEV || errnum == ETIMEDOUT;
}

/* execvp written out: musl's lacks the fallback for scripts. */
static int search_and_exec(const struct child_setup *b)
{
	const char *dir = getenv("PATH"), *name = b->l->argv[0];
	size_t len = strlen(name);
	char path[PATH_MAX];
	int result = ENOENT;

	if (strchr(name, '/')) {
		try_exec(b, name);
		return errno;
	}
	if (!len || len > NAME_MAX)
		return len ? ENAMETOOLONG : ENOENT;
	for (dir = dir ? dir : "/bin:/usr/bin"; dir; dir = *dir ? dir + 1 : NULL) {
		size_t n = strcspn(dir, ":");

		if (n + len + 2 <= sizeof(path)) {
			memcpy(path, dir, n);
			path[n] = '/';
			memcpy(path + n + !!n, name, len + 1);	/* an empty entry is the current directory */
			try_exec(b, path);
			if (!search_continues(errno))
				return errno;
			if (errno == EACCES || (errno == EISDIR && result == ENOENT))
				/* found but not executable: more precise than "not found" */
				result = errno;
		}
		dir += n;
	}
	return result;
}

/* Returns 0 or an errno. */
static int set_stream(int stream, int fd, int flags)
{
	int from = fd, rc = 0;

	if (!fd)
		return 0;
	if (fd == LAUNCH_NULL)
		from = open("/dev/null", flags);
	if (from < 0 || (from != stream && dup2(from, stream) < 0))
		rc = errno;
	if (from >= 0 && from != fd && from != stream)
		close(from);
	return rc;
}

static int set_streams(const struct launch *l)
{
	int rc = set_stream(STDIN_FILENO, l->in_fd, O_RDONLY);

	if (!rc)
		rc = set_stream(STDOUT_FILENO, l->out_fd, O_WRONLY);
	for (size_t i = 0; i < sizeof(l->shared_fd) / sizeof(*l->shared_fd); i++)
		if (!rc && l->shared_fd[i] && fcntl(l->shared_fd[i], F_SETFD, 0) < 0)
			rc = errno;
	return rc ? rc : set_stream(STDERR_FILENO, l->err_fd, O_WRONLY);
}

static void set_layout(enum launch_layout layout, struct launch_shared *shared)
{
	enum { ASK = -1 };
	int now;

	if (layout == LAUNCH_LAYOUT_OF_CALLER)
		return;
	now = personality((unsigned long)ASK);
	if (now < 0 || personality(layout == LAUNCH_LAYOUT_FIXED ? (unsigned)now | ADDR_NO_RANDOMIZE :
				   (unsigned)now & ~(unsigned)ADDR_NO_RANDOMIZE) < 0)
		shared->layout_errnum = errno;
}

/* Restores what pstat changed, so that the program runs as if pstat were not there. */
static void restore_inherited(const struct launch *l)
{
	/* Lowering is always allowed. If both limits are equal, nothing can have been raised. */
	if (l->nofile && l->nofile->rlim_cur != l->nofile->rlim_max)
		setrlimit(RLIMIT_NOFILE, l->nofile);
	if (l->signals) {
		if (l->signals->chld.sa_handler != SIG_DFL)
			sigaction(SIGCHLD, &l->signals->chld, NULL);
		sigaction(SIGPIPE, &l->signals->pipe, NULL);
		sigaction(SIGXFSZ, &l->signals->xfsz, NULL);
		sigprocmask(SIG_SETMASK, &l->signals->mask, NULL);
	}
}

__attribute__((noreturn))
static void fail_child(struct launch_shared *shared, enum launch_step step, int errnum)
{
	shared->failed = step;
	shared->errnum = errnum;
	_exit(127);
}

__attribute__((noreturn))
static void run_child(const struct child_setup *b, int wait_fd)
{
	int errnum;
	char go;

	while (wait_fd >= 0) {
		ssize_t n = read(wait_fd, &go, 1);

		if (n == 1)
			break;
		if (n == 0 || errno != EINTR)
			_exit(127);
	}
	errnum = set_streams(b->l);
	if (errnum)
		fail_child(b->shared, LAUNCH_STREAMS, errnum);
	if (b->l->folder && chdir(b->l->folder) < 0)
		fail_child(b->shared, LAUNCH_FOLDER, errno);
	if (b->cpus && sched_setaffinity(0, b->cpus_size, (const cpu_set_t *)b->cpus) < 0)
		fail_child(b->shared, LAUNCH_PIN, errno);
	set_layout(b->l->layout, b->shared);
	restore_inherited(b->l);
	/* Its group never owns the terminal, so reading there would stop it for good; now reading fails. */
	if (b->l->group) {
		signal(SIGTTIN, SIG_IGN);
		signal(SIGTTOU, SIG_IGN);
	}
	fail_child(b->shared, LAUNCH_EXEC, search_and_exec(b));
}

/* --- in the parent -------------------------------------------------------------------------- */

static bool is_same_name(const char *a, const char *b)
{
	return strncmp(a, b, strcspn(a, "=") + 1) == 0;
}

/* If a variable appears twice, shells take the last one and C libraries the first: keep only one. */
static bool is_replaced(const char *variable, const struct child_setup *b)
{
	const char *const *by = b->l->env;

	while (by && *by && !is_same_name(variable, *by))
		by++;
	return (by && *by) || (b->pwd && is_same_name(variable, b->pwd));
}

static void make_env(struct child_setup *b)
{
	const char *const *extra = b->l->env;
	size_t n = 0, all = 2;

	if (!extra && !b->l->folder)
		return;
	if (b->l->folder) {
		struct str pwd = {0};

		str_addf(&pwd, "PWD=%s", b->l->folder);
		b->pwd = pwd.text;
	}
	for (char **v = environ; v && *v; v++)
		all++;
	for (size_t i = 0; extra && extra[i]; i++)
		all++;
	b->env = mem_resize(NULL, all, sizeof(*b->env));
	for (char **v = environ; v && *v; v++)
		if (!is_replaced(*v, b))
			b->env[n++] = *v;
	for (size_t i = 0; extra && extra[i]; i++)
		b->env[n++] = (char *)(uintptr_t)extra[i];
	if (b->pwd)
		b->env[n++] = b->pwd;
	b->env[n] = NULL;
}

static void make_cpus(struct child_setup *b, const struct cpulist *pin)
{
	enum { BITS = 8 * sizeof(*b->cpus) };
	size_t n;

	if (!pin || !pin->n)
		return;
	n = (size_t)pin->cpu[pin->n - 1] / BITS + 1;
	b->cpus = mem_zeroed(n, sizeof(*b->cpus));
	for (size_t i = 0; i < pin->n; i++)
		b->cpus[(size_t)pin->cpu[i] / BITS] |= 1ul << (size_t)pin->cpu[i] % BITS;
	b->cpus_size = n * sizeof(*b->cpus);
}

static void make_sh_argv(struct child_setup *b)
{
	char *const *argv = b->l->argv;
	size_t argc = 0;

	while (argv[argc])
		argc++;
	b->sh_argv = mem_resize(NULL, argc + 2, sizeof(*b->sh_argv));
	b->sh_argv[0] = (char *)(uintptr_t)"/bin/sh";
	memcpy(b->sh_argv + 2, argv + 1, argc * sizeof(*b->sh_argv));	/* including its NULL */
}

/* Returns the pid or -errno. */
static pid_t fork_child(const struct child_setup *b, int go[2])
{
	bool held = b->l->held;
	pid_t pid = held ? fork() : vfork();

	if (pid == 0) {
		if (b->l->group)
			setpgid(0, 0);
		if (held)
			close(go[1]);	/* otherwise it would never see end of file */
		run_child(b, go[0]);
	}
	if (pid < 0)
		return -errno;
	/*
	 * Both sides set it, whichever runs first: from now on it may be signalled, and vfork may be a
	 * fork.
	 */
	if (b->l->group)
		setpgid(pid, pid);
	return pid;
}

static int open_go(int go[2])
{
	if (pipe2(go, O_CLOEXEC) < 0)
		return -errno;
	go[0] = fd_keep_above_stdio(go[0]);
	go[1] = fd_keep_above_stdio(go[1]);
	return go[0] < 0 ? go[0] : go[1] < 0 ? go[1] : 0;
}

int launch_page(const struct kernel *k, const struct launch *l, struct launch_shared **page)
{
	void *fresh;
	int rc;

	*page = l->page ? *l->page : NULL;
	if (*page) {
		memset(*page, 0, sizeof(**page));
		return 0;
	}
	rc = k->map(k, &fresh, sizeof(**page), -1);
	if (rc < 0)
		return rc;
	*page = fresh;
	if (l->page)
		*l->page = fresh;
	return 0;
}

void launch_page_release(const struct kernel *k, const struct launch *l, struct launch_shared *page)
{
	if (!l->page)
		k->unmap(k, page, sizeof(*page));
}

int launch_linux(const struct kernel *k, struct launched *out, const struct launch *l)
{
	struct child_setup b = { .l = l };
	int go[2] = { -1, -1 }, rc = launch_page(k, l, &b.shared);
	pid_t pid;

	if (rc < 0)
		return rc;
	rc = l->held ? open_go(go) : 0;
	if (rc < 0)
		goto fail;
	make_sh_argv(&b);
	make_env(&b);
	make_cpus(&b, l->pin);
	pid = fork_child(&b, go);
	free(b.sh_argv);
	free(b.env);
	free(b.pwd);
	free(b.cpus);
	rc = pid < 0 ? pid : 0;
	if (rc < 0)
		goto fail;
	if (go[0] >= 0)
		close(go[0]);
	*out = (struct launched){ pid, go[1], b.shared };
	return 0;
fail:
	for (int i = 0; i < 2; i++)
		if (go[i] >= 0)
			close(go[i]);
	launch_page_release(k, l, b.shared);
	return rc;
}

/* --- small programs that help pstat ------------------------------------------------------------------- */

char *launch_find_helper(const struct rootfs *root, const char *name, const char *folders)
{
	const char *path = getenv("PATH"), *dir = folders ? folders : path ? path : "/bin:/usr/bin";
	struct str file = {0};

	for (size_t n; *dir; dir += n + (dir[n] == ':')) {
		n = strcspn(dir, ":");
		str_reset(&file);
		str_addf(&file, "%.*s/%s", (int)n, dir, name);
		if (*dir == '/' && rootfs_has(root, "%s", file.text) == 1)
			return file.text;
	}
	str_release(&file);
	return NULL;
}

/* A descriptor with the text, at its start; or -errno. */
static int open_input(const struct kernel *k, const struct launch_question *q)
{
	int fd = k->open_scratch(k);
	ssize_t n = 0;

	if (fd < 0)
		return fd;
	for (size_t done = 0; done < q->n_input; done += (size_t)n) {
		n = k->write(k, fd, q->input + done, q->n_input - done);
		if (n <= 0) {
			k->close(k, fd);
			return n < 0 ? (int)n : -EIO;
		}
	}
	lseek(fd, 0, SEEK_SET);
	return fd;
}

/* Returns its status; -1: it was killed. */
static int await_answer(const struct kernel *k, const struct launch_question *q, pid_t pid, int fd)
{
	const uint64_t look_ns = 100000000;
	uint64_t now = k->now_ns(k), until = now + q->longest_ns;
	struct wait_fd end = { .fd = k->pidfd(k, pid, false), .kind = WAIT_TARGET };
	struct rusage usage;
	int status;

	for (; k->ended(k, pid) == 0 && now < until; now = k->now_ns(k)) {
		k->wait(k, &end, 1, now + look_ns < until ? now + look_ns : until);
		k->trim_scratch(k, fd, q->most);
	}
	if (now >= until)
		k->kill(k, pid, SIGKILL);
	if (end.fd >= 0)
		k->close(k, end.fd);
	return k->reap(k, pid, &status, &usage) < 0 ? -1 : status;
}

static int start_and_ask(struct str *out, const struct kernel *k, const struct launch_question *q, int in_fd,
			 int out_fd)
{
	struct launch l = { .argv = q->argv, .in_fd = in_fd, .out_fd = out_fd,
			    .err_fd = q->errors ? out_fd : LAUNCH_NULL };
	struct launched child;
	char *text;
	ssize_t n;
	int status;

	if (k->launch(k, &child, &l) < 0)
		return -1;
	status = await_answer(k, q, child.pid, out_fd);
	if (child.shared->errnum)
		status = -1;
	launch_page_release(k, &l, child.shared);
	text = mem_resize(NULL, q->most, 1);
	n = k->take_scratch(k, out_fd, text, q->most);
	str_reset(out);
	str_add_n(out, text, n > 0 ? (size_t)n : 0);
	free(text);
	return status || n < 0 ? -1 : 0;
}

int launch_ask(struct str *out, const struct kernel *k, const struct launch_question *q)
{
	int in_fd = q->input ? open_input(k, q) : LAUNCH_NULL, out_fd, rc = -1;

	if (in_fd < 0 && q->input)
		return -1;
	out_fd = k->open_scratch(k);
	if (out_fd >= 0)
		rc = start_and_ask(out, k, q, in_fd, out_fd);
	if (out_fd >= 0)
		k->close(k, out_fd);
	if (q->input)
		k->close(k, in_fd);
	return rc;
}
