/* SPDX-License-Identifier: MIT */
/*
 * call-faults [ROOT] ARGUMENT... - what pstat does when a call fails; one TAP line.
 *
 * Runs the whole program on the fake kernel ($FAKE) and the recorded machine at ROOT, and lists
 * its calls: those of the kernel table, and those on files (--wrap, see tests/tests.mk).  Then each
 * of them fails, once for every errno that it may have, and then all of one name together.
 * What must come of each is in a table: nothing that could be seen, an error, or a report that
 * tells what the kernel did not give.  Nothing may be left open, mapped, running or lying about.
 *
 * From the environment: STEP=N tries every Nth only, SEED=N which of them; ERROR=N the status of
 * an error (125); WORK the folder that the runs work in, left as it was.  What pstat writes to
 * descriptor 20, a pipe, and 21, a socket, is looked at like a file; 22 is saved.json, opened by the caller.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/app.h"
#include "fake_kernel.h"
#include "folder.h"
#include "host/rootfs.h"
#include "wraps.h"

enum { LIMIT_S = 20, TEXT_SIZE = 1 << 18, MOST_BAD = 4, PIPE_FD = 20, SOCKET_FD, FILE_FD };

static struct fake_kernel fk;

struct outcome {		/* shared with the run */
	int status, open_fds, mappings, child, leaked, calls, fired;
	char path[256];		/* that failed */
	char name[FAKE_CALLS][12];
};

struct texts {
	char out[TEXT_SIZE], err[TEXT_SIZE];
	struct files files;
};

static struct {
	char **argv;
	const char *root;
	int argc, error_status, out, err;
	struct outcome *outcome;
	int pipe[2], socket[2];		/* where it reads them, and where pstat writes */
	struct texts normal, now;
	struct outcome was;		/* when nothing failed */
	size_t tried, bad;
	bool is_doctor, asks;		/* what the kernel has, and nothing else */
	bool has_properties;		/* what it writes: of the host, those that are known */
	bool armed;			/* in the run: its calls on files are counted */
} me;

/* --- what may fail, and how ------------------------------------------------------------------ */

enum demand {
	TOLD,		/* the report admits it, or it is an error */
	SAME,		/* no effect: status, report and all files are the same */
	ERROR,		/* it is an error, and that is said */
	SAME_OR_ERROR,
	SILENT,		/* what files do not say of the machine, or not in words, may be missing */
};

static const struct call {
	const char *name;
	enum demand demand;
	int fault[16];
} calls[] = {
	{ "open", TOLD, { E2BIG, EACCES, EBUSY, EINVAL, EMFILE, ENFILE, ENODEV, ENOENT, ENOMEM, ENOSPC, ENOSYS,
			  EOPNOTSUPP, EOVERFLOW, EPERM, ESRCH } },
	{ "ioctl", TOLD, { EINVAL, ENOTTY, ENOMEM, EPERM, ENOSPC } },
	{ "read", TOLD, { EIO, EINVAL, ENOSPC, EAGAIN } },
	{ "write", TOLD, { EPIPE, EAGAIN, EIO } },
	{ "fifo", TOLD, { ENOENT, EACCES, ENXIO, EMFILE, ENFILE } },
	{ "is-given", TOLD, { EBADF } },
	{ "scratch", TOLD, { EMFILE, ENFILE, ENOMEM, ENOSYS } },
	{ "take", TOLD, { EIO, ENOMEM } },
	{ "map", TOLD, { ENOMEM, EPERM, EAGAIN, EINVAL } },
	{ "launch", TOLD, { EAGAIN, ENOMEM, EMFILE, ENFILE, ENOSYS } },
	{ "reap", TOLD, { ECHILD } },
	{ "ended", TOLD, { ECHILD } },
	{ "kill", TOLD, { EPERM } },
	{ "signal", TOLD, { EIO, EINTR } },
	{ "pidfd", TOLD, { EMFILE, ENFILE, ENODEV, ENOMEM, ENOSYS, EPERM, EINVAL } },
	{ "signals", TOLD, { EMFILE, ENFILE, ENODEV, ENOMEM, ENOSYS } },
	{ "limit-get", TOLD, { EFAULT, EPERM } },
	{ "limit-set", TOLD, { EINVAL, EPERM } },
	{ "wait", TOLD, { ENOMEM, EINVAL, EFAULT } },
	{ "openat", SILENT, { ENOENT, ENODEV, ENOTDIR, ENXIO } },
	{ "openat", TOLD, { EACCES, EMFILE, ENFILE, ENOMEM, EIO, ELOOP } },
	{ "access", SILENT, { ENOENT, ENOTDIR } },
	{ "access", TOLD, { EACCES, EPERM, EIO, ELOOP } },
	{ "link", SAME, { EINVAL } },		/* as of a recorded machine */
	{ "link", TOLD, { ENOENT, EACCES, EPERM, EIO, ELOOP } },
	{ "list", TOLD, { EIO } },
	{ "get", SAME, { EINTR, SHORT } },
	{ "get", SILENT, { ENODEV, ENXIO, NOTHING, GARBAGE } },
	{ "get", TOLD, { EIO, EACCES } },
	/* without room beside it a document is written in its place */
	{ "create", SAME_OR_ERROR, { EACCES, EMFILE, ENFILE, ENOSPC, EROFS, EIO } },
	{ "put", SAME, { EINTR, EAGAIN, SHORT } },
	{ "put", ERROR, { ENOSPC, EIO, EDQUOT, EPIPE } },
	/* only rows for processes ask it, and a note comes where they show what it tells */
	{ "netlink", SAME, { EPERM, EPROTONOSUPPORT, EMFILE, ENFILE, ENOMEM } },
	{ "poll", SAME, { EINTR } },
	{ "poll", ERROR, { ENOMEM } },
	{ "poll", SAME_OR_ERROR, { EINVAL } },	/* with no descriptor permitted: it is written all the same */
	{ "stat", SAME_OR_ERROR, { EIO, EOVERFLOW } },
	/* what cannot be known of a file is not "it is not there" */
	{ "look", SAME_OR_ERROR, { EIO, EACCES, ENOMEM, ELOOP } },
	{ "may", SAME_OR_ERROR, { EIO, EACCES, EROFS } },
	{ "acl", SAME, { EIO, ENOTSUP, EPERM } },
	{ "dup", SAME_OR_ERROR, { EMFILE, EINVAL } },
	{ "seek", ERROR, { EIO, ESPIPE } },
	{ "rename", SAME_OR_ERROR, { EACCES, EPERM, EBUSY, EXDEV, ENOSPC, EIO } },	/* or what is there is written over */
	{ "chmod", SAME, { EPERM } },
	{ "lock", SAME, { EINTR, ENOLCK, EWOULDBLOCK } },
	{ "cut", ERROR, { EIO, EINVAL } },
	/* what was written may be refused only then */
	{ "close", ERROR, { EIO, EINTR, ENOSPC, EDQUOT } },
};

enum { N_CALLS = sizeof(calls) / sizeof(*calls) };

static const char *fault_name(int fault)
{
	static const char *const names[] = { "cut off", "nothing", "garbage" };

	return fault >= SHORT ? names[fault - SHORT] : strerror(fault);
}

int wrap_fault(const char *name)
{
	return me.armed ? -fake_fault(&fk, name) : 0;
}

/* --- one run -------------------------------------------------------------------------------------- */

static int open_now(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int n = 0;

	while (dir && readdir(dir))
		n++;
	if (dir)
		closedir(dir);
	return n;
}

/* Never comes back. */
static void be_pstat(int at, int errnum, const char *all)
{
	struct rootfs root = { .dirfd = -1 };
	const struct env env = { .kernel = &fk.ops, .root = &root, .out = stdout, .err = stderr };
	struct outcome *o = me.outcome;
	const char *script = getenv("FAKE");
	int before;

	alarm(LIMIT_S);
	dup2(me.out, 1);
	dup2(me.err, 2);
	dup2(me.pipe[1], PIPE_FD);
	dup2(me.socket[1], SOCKET_FD);
	if (rootfs_open(&root, me.root) < 0)
		_exit(99);
	fake_kernel_start(&fk);
	fake_kernel_script(&fk, script ? script : "");
	fk.deafens = true;
	fk.fail_at = at;
	fk.fail_errno = errnum;
	snprintf(fk.fail_all, sizeof(fk.fail_all), "%s", all ? all : "");
	before = open_now();
	me.armed = true;
	o->status = app_run(&env, me.argc, me.argv);
	me.armed = false;
	fflush(NULL);
	o->leaked = open_now() - before;
	o->open_fds = fk.open_fds;
	o->mappings = fk.mappings;
	o->child = fk.pid;
	o->fired = fk.fault_fired;
	snprintf(o->path, sizeof(o->path), "%s", wrap_path);
	o->calls = fk.calls < FAKE_CALLS ? fk.calls : FAKE_CALLS;
	for (int i = 0; i < o->calls && !errnum; i++)
		snprintf(o->name[i], sizeof(o->name[i]), "%s", fk.called[i]);
	exit(0);		/* leak checkers run now */
}

static void get_text(char *text, int fd)
{
	ssize_t n = pread(fd, text, TEXT_SIZE - 1, 0);

	text[n < 0 ? 0 : n] = '\0';
	if (ftruncate(fd, 0) < 0 || lseek(fd, 0, SEEK_SET) < 0)
		perror("call faults");
}

static void get_stream(const char *name, int fd)
{
	static char text[TEXT_SIZE];
	ssize_t n = read(fd, text, sizeof(text) - 1);

	text[n < 0 ? 0 : n] = '\0';
	folder_add_text(&me.now.files, name, text);
}

/* NULL, or what is wrong with how it ended. */
static const char *run(int at, int errnum, const char *all)
{
	static char text[80];
	pid_t pid;
	int status;

	fflush(stdout);
	memset(me.outcome, 0, offsetof(struct outcome, name));
	pid = fork();
	if (pid == 0)
		be_pstat(at, errnum, all);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		return "cannot fork";
	me.now.files = (struct files){0};
	get_text(me.now.out, me.out);
	get_text(me.now.err, me.err);
	get_stream("pipe", me.pipe[0]);
	get_stream("socket", me.socket[0]);
	folder_look(&me.now.files, me.now.err, at < 0);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return NULL;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return "it did not end";
	snprintf(text, sizeof(text), "%s %d", WIFSIGNALED(status) ? "killed by signal" : "status",
		 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	return text;
}

/* --- what is right ------------------------------------------------------------------------------------ */

static bool has_message(const struct texts *t)
{
	const char *at = strstr(t->err, "pstat: ");

	return at && strcspn(at, "\n") > 16;
}

/* Text beside the report, such as "Events enabled", may be lost without an error. */
static bool lacks_aside(const char *now, const char *normal)
{
	enum { ASIDE = 120 };
	size_t n = strlen(now), m = strlen(normal), same = 0;

	while (same < n && now[same] == normal[same])
		same++;
	return m > n && m - n <= ASIDE && strcmp(now + same, normal + m - (n - same)) == 0;
}

static size_t admissions(const struct texts *t)
{
	return admissions_in(t->out) + admissions_in(t->err) + t->files.admitted;
}

/* What no fault is an excuse for. */
static const char *left_behind(const struct outcome *o)
{
	if (o->leaked)
		return "a descriptor is left open";
	if (o->open_fds || o->mappings)
		return "something of the kernel's is left open";
	if (o->child)
		return "the command is left behind";
	if (me.now.files.replaced && o->status == me.error_status)
		return "an error, and what was there before is lost";
	return me.now.files.wrong;
}

/* Where nothing can be written nothing can be said. */
static bool is_mute(const struct call *c, bool all)
{
	return all && strcmp(c->name, "put") == 0;
}

static bool is_error(const struct call *c, bool all)
{
	return me.outcome->status == me.error_status && (has_message(&me.now) || is_mute(c, all));
}

/* perf.data and JUnit's XML have what is known of the host, and no way to say that it is not. */
static bool is_of_host(const char *path)
{
	static const char *const files[] = { "proc/cpuinfo", "proc/sys/kernel/osrelease" };
	size_t len = strlen(path);

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		if (len >= strlen(files[i]) && strcmp(path + len - strlen(files[i]), files[i]) == 0)
			return me.has_properties;
	return false;
}

static const char *judge_told(const struct call *c, bool all, bool same)
{
	const struct outcome *o = me.outcome;

	if (o->status != me.was.status && o->status == STATUS_UNCOUNTABLE && me.is_doctor && !same)
		return NULL;	/* it says so at length */
	if (strcmp(c->name, "signal") == 0)	/* another moment, or none at all */
		return all || o->status == me.was.status ? NULL : "another status";
	if (strcmp(c->name, "kill") == 0 && !same)	/* it lives on: another end, but that is said */
		return admissions(&me.now) > admissions(&me.normal) ? NULL : "nothing tells of it";
	if (me.asks && o->status == 1 && !same)	/* list: a word finds nothing, as what has it is not there */
		return NULL;
	if (o->status != me.was.status)
		return is_error(c, all) ? NULL : "another status";
	if (same || c->demand == SILENT || is_of_host(o->path))
		return NULL;
	if (me.asks)		/* what it says is what the kernel said, and what can be read: the others are left out */
		return NULL;
	return admissions(&me.now) > admissions(&me.normal) ? NULL : "nothing tells of it";
}

static const char *judge(const struct call *c, bool all)
{
	bool files = me.now.files.sum == me.normal.files.sum && strcmp(me.now.out, me.normal.out) == 0;
	bool same = files && strcmp(me.now.err, me.normal.err) == 0;
	bool aside = files && lacks_aside(me.now.err, me.normal.err);
	const char *wrong = left_behind(me.outcome);

	if (wrong)
		return wrong;
	if (!me.outcome->fired)
		return "nothing failed";
	same &= me.outcome->status == me.was.status;
	aside &= me.outcome->status == me.was.status;
	switch (c->demand) {
	case SAME: return same ? NULL : "it makes a difference";
	case ERROR: return is_error(c, all) || aside || is_mute(c, all) ? NULL : "it is no error";
	case SAME_OR_ERROR: return same || is_error(c, all) ? NULL : "something else is written, without an error";
	default: return judge_told(c, all, same);
	}
}

static void show(const char *text)
{
	char line[160];
	int shown = 0;

	for (; *text && shown < 8; shown++) {
		size_t n = strcspn(text, "\n");

		snprintf(line, sizeof(line), "%.*s", (int)n, text);
		printf("#   %s\n", line);
		text += n + (text[n] == '\n');
	}
}

static void try(int at, const struct call *c, int errnum)
{
	bool all = !at;
	const char *wrong = run(at, errnum, all ? c->name : NULL);

	me.tried++;
	if (!wrong)
		wrong = judge(c, all);
	if (!wrong || me.bad++ >= MOST_BAD)
		return;
	printf("# %s %s%d, %s: %s; status %d %s\n", c->name, all ? "all " : "call ", at, fault_name(errnum), wrong,
	       me.outcome->status, me.outcome->path);
	show(me.now.err);
	show(me.now.out);
}

/* Few calls write, and of these much is demanded. */
static bool is_of_output(const struct call *c)
{
	return c->demand != TOLD && c->demand != SILENT && strcmp(c->name, "get") != 0;
}

/* Which of many are tried: the same ones for the same seed. */
static bool is_chosen(const struct call *c, unsigned at, unsigned fault)
{
	const char *step = getenv("STEP"), *seed = getenv("SEED");
	unsigned n = step ? (unsigned)atoi(step) : 1, x = (seed ? (unsigned)atoi(seed) : 0) * 2654435761u;

	n = is_of_output(c) ? n / 20 : n;
	x = (x ^ at) * 2246822519u;
	x = (x ^ x >> 13 ^ fault) * 3266489917u;
	return n <= 1 || (x ^ x >> 16) % n == 0;
}

static void try_one(int at)
{
	const char *name = me.was.name[at - 1];
	unsigned n = 0;
	bool known = false;

	for (size_t k = 0; k < N_CALLS; k++) {
		if (strcmp(calls[k].name, name) != 0)
			continue;
		known = true;
		for (size_t i = 0; i < 16 && calls[k].fault[i]; i++)
			if (is_chosen(&calls[k], (unsigned)at, n++))
				try(at, &calls[k], calls[k].fault[i]);
	}
	if (!known)
		printf("# nothing is known of '%s'\n", name), me.bad++;
}

/* No call returns EAGAIN for ever. */
static bool is_passing(int fault)
{
	return fault == EINTR || fault == EAGAIN;
}

static void try_each_together(unsigned k)
{
	bool used = false;

	for (int at = 0; at < me.was.calls; at++)
		used |= strcmp(me.was.name[at], calls[k].name) == 0;
	for (unsigned i = 0; used && i < 16 && calls[k].fault[i]; i++)
		if (is_chosen(&calls[k], 1u << 20, i + 16 * k) && !is_passing(calls[k].fault[i]))
			try(0, &calls[k], calls[k].fault[i]);
}

static void try_all(void)
{
	for (int at = 1; at <= me.was.calls; at++)
		try_one(at);
	for (unsigned k = 0; k < N_CALLS; k++)
		try_each_together(k);
}

/* Lists the calls, so that a test can check that each call of the table is made. */
static void tell_reached(void)
{
	FILE *to = fopen(".reached", "we");

	for (int i = 0; to && i < me.was.calls; i++)
		fprintf(to, "%s\n", me.was.name[i]);
	if (!to || fclose(to) != 0)
		perror("call faults: .reached");
}

static int list_calls(void)
{
	for (size_t i = 0; i < N_CALLS; i++)
		if (i == 0 || strcmp(calls[i].name, calls[i - 1].name) != 0)
			puts(calls[i].name);
	return 0;
}

static int report(const char *wrong)
{
	if (wrong)
		printf("# as it should be: %s; status %d\n", wrong, me.outcome->status), show(me.now.err);
	printf("%sok - %zu faults of %d calls:", wrong || me.bad ? "not " : "", me.tried, me.was.calls);
	for (int i = 1; i < me.argc; i++)
		printf(" %s", me.argv[i]);
	printf("\n");
	return wrong || me.bad;
}

/* Checks the run that the others are compared with. */
static const char *run_normally(void)
{
	static char text[400];
	const char *wrong = run(-1, 0, NULL);

	me.was = *me.outcome;
	me.normal = me.now;
	tell_reached();
	if (wrong || (wrong = left_behind(&me.was)))
		return wrong;
	if (me.was.status == me.error_status || (me.was.status && has_message(&me.normal)))
		return "an error";
	if (!me.now.files.missing)
		return NULL;
	snprintf(text, sizeof(text), "nothing is written to '%s'", me.now.files.missing);
	return text;
}

static bool open_streams(void)
{
	me.out = memfd_create("out", MFD_CLOEXEC);
	me.err = memfd_create("err", MFD_CLOEXEC);
	return me.out >= 0 && me.err >= 0 && pipe2(me.pipe, O_CLOEXEC) == 0 &&
	       socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, me.socket) == 0 &&
	       fcntl(me.pipe[0], F_SETFL, O_NONBLOCK) == 0 && fcntl(me.socket[0], F_SETFL, O_NONBLOCK) == 0;
}

int main(int argc, char **argv)
{
	const char *work = getenv("WORK"), *error_status = getenv("ERROR"), *wrong;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc == 2 && strcmp(argv[1], "--calls") == 0)
		return list_calls();
	if (argc < 3 || !work) {
		fprintf(stderr, "usage: WORK=FOLDER call-faults ROOT ARGUMENT...\n");
		return 2;
	}
	me.root = realpath(argv[1], NULL);
	argv[1] = (char[]){ "pstat" };
	me.argv = argv + 1;
	me.argc = argc - 1;
	me.is_doctor = strcmp(argv[2], "doctor") == 0;
	me.asks = me.is_doctor || strcmp(argv[2], "list") == 0;
	me.has_properties = strcmp(argv[2], "record") == 0 || strcmp(argv[2], "gate") == 0;
	me.error_status = error_status ? atoi(error_status) : 125;
	me.outcome = mmap(NULL, sizeof(*me.outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (!me.root || !open_streams() || me.outcome == MAP_FAILED || chdir(work) < 0) {
		printf("not ok - call faults: %s\n", strerror(errno));
		return 1;
	}
	dup2(open("saved.json", O_RDWR | O_CLOEXEC), FILE_FD);
	folder_begin(me.argc, me.argv);
	wrong = run_normally();
	if (!wrong)
		try_all();
	return report(wrong);
}
