/* SPDX-License-Identifier: MIT */
/*
 * call-faults [ROOT] ARGUMENT... - what pstat does when a call fails; one TAP line.
 *
 * Runs the whole program on the fake kernel ($FAKE) and the recorded machine at ROOT, and lists
 * its calls: those of the kernel table, and those on files (--wrap, see the Makefile).  Then each
 * of them fails, once for every errno that it may have, and then all of one name together.
 * Every run must end with the status it had, or with that of an error and a message; what the
 * kernel did not give must be said in the report; nothing may be left open, mapped, running or
 * lying about.
 *
 * From the environment: STEP=N tries every Nth only, SEED=N which of them; ERROR=N the status of
 * an error (125); WORK the folder that the runs work in, emptied but for what was there before.
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
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/app.h"
#include "fake_kernel.h"
#include "host/rootfs.h"
#include "wraps.h"

enum { LIMIT_S = 20, TEXT_SIZE = 1 << 18, MOST_BAD = 4, MOST_FILES = 32 };

static struct fake_kernel fk;

struct outcome {		/* shared with the run */
	int status, open_fds, mappings, child, leaked, calls, fired;
	char name[FAKE_CALLS][12];
};

struct texts {
	char out[TEXT_SIZE], err[TEXT_SIZE];
	/* of the files that stand in the folder: how long they are together, and what they admit */
	size_t files, admitted;
};

static struct {
	char **argv;
	const char *root;
	int argc, error_status, out, err;
	struct outcome *outcome;
	char *kept[MOST_FILES];		/* in the folder, from before */
	size_t n_kept;
	struct texts normal, now;
	struct outcome was;		/* when nothing failed */
	size_t tried, bad;
	bool is_doctor, asks;		/* what the kernel has, and nothing else */
	bool armed;			/* in the run: its calls on files are counted */
} me;

/* --- what may fail, and how ------------------------------------------------------------------ */

struct call {
	const char *name;
	bool of_machine;	/* what a file says of the machine may be missing in silence */
	int fault[16];
};

static const struct call calls[] = {
	{ "open", false, { E2BIG, EACCES, EBUSY, EINVAL, EMFILE, ENFILE, ENODEV, ENOENT, ENOMEM, ENOSPC, ENOSYS,
			   EOPNOTSUPP, EOVERFLOW, EPERM, ESRCH } },
	{ "ioctl", false, { EINVAL, ENOTTY, ENOMEM, EPERM, ENOSPC } },
	{ "read", false, { EIO, EINVAL, ENOSPC, EAGAIN } },
	{ "write", false, { EPIPE, EAGAIN, EIO } },
	{ "write-now", false, { EAGAIN, EPIPE, EBADF, EIO } },
	{ "fifo", false, { ENOENT, EACCES, ENXIO, EMFILE, ENFILE } },
	{ "is-open", false, { EBADF } },
	{ "open-again", false, { EACCES, ENOENT, EMFILE } },	/* then the one that was given is read */
	{ "scratch", false, { EMFILE, ENFILE, ENOMEM, ENOSYS } },
	{ "take", false, { EIO, ENOMEM } },
	{ "map", false, { ENOMEM, EPERM, EAGAIN, EINVAL } },
	{ "launch", false, { EAGAIN, ENOMEM, EMFILE, ENFILE, ENOSYS } },
	{ "reap", false, { ECHILD } },
	{ "ended", false, { ECHILD } },
	{ "kill", false, { EPERM } },
	{ "signal", false, { EIO, EINTR } },
	{ "pidfd", false, { EMFILE, ENFILE, ENODEV, ENOMEM, ENOSYS, EPERM, EINVAL } },
	{ "signals", false, { EMFILE, ENFILE, ENODEV, ENOMEM, ENOSYS } },
	{ "limit-get", false, { EFAULT, EPERM } },
	{ "limit-set", false, { EINVAL, EPERM } },
	{ "wait", false, { ENOMEM, EINVAL, EFAULT } },
	{ "openat", true, { ENOENT, EACCES, EMFILE, ENFILE, ENOMEM, EIO, ELOOP, ENODEV } },
	{ "access", true, { ENOENT, EACCES, EIO } },
	{ "list", true, { EIO } },
	{ "get", true, { EIO, EINTR, EACCES, ENODEV, SHORT, NOTHING, GARBAGE } },
	/* without room beside it a document is written in its place */
	{ "create", true, { EACCES, EMFILE, ENFILE, ENOSPC, EROFS, EIO } },
	{ "put", false, { ENOSPC, EIO, EINTR, EAGAIN, EDQUOT, EPIPE, SHORT } },
	{ "rename", false, { EACCES, ENOSPC, EXDEV, EIO } },
	{ "chmod", true, { EPERM } },
	{ "cut", false, { EIO, EINVAL } },
	/* what was written may be refused only then */
	{ "close", false, { EIO, EINTR, ENOSPC, EDQUOT } },
};

static const struct call *call_of(const char *name)
{
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
		if (strcmp(calls[i].name, name) == 0)
			return &calls[i];
	printf("not ok - call faults: nothing is known of '%s'\n", name);
	exit(1);
}

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
	if (rootfs_open(&root, me.root) < 0)
		_exit(99);
	fake_kernel_init(&fk);
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
	o->calls = fk.calls < FAKE_CALLS ? fk.calls : FAKE_CALLS;
	for (int i = 0; i < o->calls && !errnum; i++)
		snprintf(o->name[i], sizeof(o->name[i]), "%s", fk.called[i]);
	exit(0);		/* whoever looks for lost memory does it now */
}

static void get_text(char *text, int fd)
{
	ssize_t n = pread(fd, text, TEXT_SIZE - 1, 0);

	text[n < 0 ? 0 : n] = '\0';
	if (ftruncate(fd, 0) < 0 || lseek(fd, 0, SEEK_SET) < 0)
		perror("call faults");
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
	me.now.files = me.now.admitted = 0;
	get_text(me.now.out, me.out);
	get_text(me.now.err, me.err);
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return NULL;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
		return "it did not end";
	snprintf(text, sizeof(text), "%s %d", WIFSIGNALED(status) ? "killed by signal" : "status",
		 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	return text;
}

/* --- words --------------------------------------------------------------------------------------------- */

static size_t count_of(const char *text, const char *word)
{
	size_t n = 0;

	for (const char *at = text; (at = strstr(at, word)); at++)
		n++;
	return n;
}

/* Words by which a report, or a line beside it, tells that something is missing. */
static size_t admissions_in(const char *text)
{
	static const char *const words[] = {
		"note:", "\"code\"", "pstat: ", "not counted>", "not supported>", "not measured>", "not-counted",
		"not-supported", "failed", "cannot", ":u ", "/u ", ":H ", "/H ", "(not here)", "limited ", "not permitted",
		"_switchu ", "_switchH ",	/* as perf writes it */
	};
	size_t n = 0;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		n += count_of(text, words[i]);
	return n;
}

static size_t admissions(const struct texts *t)
{
	return admissions_in(t->out) + admissions_in(t->err) + t->admitted;
}

/* --- what is left behind ---------------------------------------------------------------------------- */

static bool is_kept(const char *name)
{
	for (size_t i = 0; i < me.n_kept; i++)
		if (strcmp(me.kept[i], name) == 0)
			return true;
	return name[0] == '.';
}

/* NAME.XXXXXX, the file beside that was to take the place of NAME. */
static bool is_temporary(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && strlen(dot) == 7 && strcmp(dot, ".ndjson") != 0;
}

static void add_file(struct texts *t, const char *name)
{
	static char text[TEXT_SIZE];
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	ssize_t n = fd < 0 ? 0 : read(fd, text, sizeof(text) - 1);

	text[n < 0 ? 0 : n] = '\0';
	t->files += n < 0 ? 0 : (size_t)n;
	t->admitted += admissions_in(text);
	if (fd >= 0)
		close(fd);
}

/* Everything goes, and is added up; false: there was something that nobody wants. */
static bool clean(struct texts *t)
{

	DIR *dir = opendir(".");
	bool fine = true;

	for (struct dirent *d; dir && (d = readdir(dir));) {
		if (is_kept(d->d_name))
			continue;
		fine &= !is_temporary(d->d_name);
		add_file(t, d->d_name);
		unlink(d->d_name);
	}
	closedir(dir);
	return fine;
}

static void keep_what_is_there(void)
{
	DIR *dir = opendir(".");

	for (struct dirent *d; dir && (d = readdir(dir));)
		if (d->d_name[0] != '.' && me.n_kept < MOST_FILES)
			me.kept[me.n_kept++] = strdup(d->d_name);
	closedir(dir);
}

/* --- what is right ------------------------------------------------------------------------------------ */

static bool has_message(const struct texts *t)
{
	const char *at = strstr(t->err, "pstat: ");

	return at && strcspn(at, "\n") > 16;
}

/* What stands beside the report, as "Events enabled", may be lost without being an error. */
static bool lacks_aside(const char *now, const char *normal)
{
	enum { ASIDE = 120 };
	size_t n = strlen(now), m = strlen(normal), same = 0;

	while (same < n && now[same] == normal[same])
		same++;
	return m > n && m - n <= ASIDE && strcmp(now + same, normal + m - (n - same)) == 0;
}

/* The n-th write of all; where all of them fail nothing can be said. */
static const char *judge(const struct call *c, int errnum, bool all)
{
	const struct outcome *o = me.outcome;
	bool mute = all && strcmp(c->name, "put") == 0;
	bool left, same;

	left = !clean(&me.now);
	same = strcmp(me.now.out, me.normal.out) == 0 && strcmp(me.now.err, me.normal.err) == 0 &&
	       me.now.files == me.normal.files;
	if (o->leaked)
		return "a descriptor is left open";
	if (o->open_fds || o->mappings)
		return "something of the kernel's is left open";
	if (o->child)
		return "the command is left behind";
	if (left)
		return "a temporary file is left behind";
	if (o->status != me.was.status && o->status == APP_UNCOUNTABLE && me.is_doctor && !same)
		return NULL;	/* it says so at length */
	if (strcmp(c->name, "signal") == 0)	/* another moment, or none at all */
		return all || o->status == me.was.status ? NULL : "another status";
	if (strcmp(c->name, "kill") == 0 && !same)	/* it lives on: another end, but that is said */
		return admissions(&me.now) > admissions(&me.normal) ? NULL : "nothing tells of it";
	if (o->status != me.was.status)
		return o->status == me.error_status && (has_message(&me.now) || mute) ? NULL : "another status";
	if (same || c->of_machine || mute)
		return NULL;
	if (strcmp(c->name, "put") == 0 && errnum != EINTR && errnum != EAGAIN && errnum != SHORT &&
	    lacks_aside(me.now.err, me.normal.err) && me.now.files == me.normal.files)
		return NULL;
	if (strcmp(c->name, "put") == 0 || errnum == EINTR)
		return "what was written is not the same";
	if (me.asks)		/* what it says is what the kernel said */
		return NULL;
	return admissions(&me.now) > admissions(&me.normal) ? NULL : "nothing tells of it";
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

static void try(int at, const char *name, int errnum)
{
	bool all = !at;
	const char *wrong = run(at, errnum, all ? name : NULL);

	me.tried++;
	if (!wrong)
		wrong = judge(call_of(name), errnum, all);
	clean(&me.now);
	if (!wrong || me.bad++ >= MOST_BAD)
		return;
	printf("# %s %s%d, %s: %s; status %d\n", name, all ? "all " : "call ", at, fault_name(errnum), wrong,
	       me.outcome->status);
	show(me.now.err);
	show(me.now.out);
}

/* Which of many are tried: the same ones for the same seed. */
static bool is_chosen(unsigned at, unsigned fault)
{
	const char *step = getenv("STEP"), *seed = getenv("SEED");
	unsigned n = step ? (unsigned)atoi(step) : 1, x = (seed ? (unsigned)atoi(seed) : 0) * 2654435761u;

	x = (x ^ at) * 2246822519u;
	x = (x ^ x >> 13 ^ fault) * 3266489917u;
	return n <= 1 || (x ^ x >> 16) % n == 0;
}

static void try_all(void)
{
	for (int at = 1; at <= me.was.calls; at++) {
		const struct call *c = call_of(me.was.name[at - 1]);

		for (unsigned i = 0; i < 16 && c->fault[i]; i++)
			if (is_chosen((unsigned)at, i))
				try(at, c->name, c->fault[i]);
	}
	for (size_t k = 0; k < sizeof(calls) / sizeof(*calls); k++) {
		bool used = false;

		for (int at = 0; at < me.was.calls; at++)
			used |= strcmp(me.was.name[at], calls[k].name) == 0;
		for (unsigned i = 0; used && i < 16 && calls[k].fault[i]; i++)
			/* "again" for ever is said by nobody */
			if (is_chosen(1u << 20, i + 16 * (unsigned)k) && calls[k].fault[i] != EINTR &&
			    calls[k].fault[i] != EAGAIN)
				try(0, calls[k].name, calls[k].fault[i]);
	}
}

/* For whoever looks whether each call of the table is made by something. */
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
	for (size_t i = 0; i < sizeof(calls) / sizeof(*calls); i++)
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

int main(int argc, char **argv)
{
	const char *work = getenv("WORK"), *error_status = getenv("ERROR"), *wrong;
	bool fine;

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
	me.error_status = error_status ? atoi(error_status) : 125;
	me.out = memfd_create("out", MFD_CLOEXEC);
	me.err = memfd_create("err", MFD_CLOEXEC);
	me.outcome = mmap(NULL, sizeof(*me.outcome), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (!me.root || me.out < 0 || me.err < 0 || me.outcome == MAP_FAILED || chdir(work) < 0) {
		printf("not ok - call faults: %s\n", strerror(errno));
		return 1;
	}
	keep_what_is_there();
	wrong = run(0, 0, NULL);
	me.was = *me.outcome;
	fine = clean(&me.now);
	me.normal = me.now;
	tell_reached();
	if (!wrong && (me.was.leaked || me.was.open_fds || me.was.child || !fine))
		wrong = "something is left behind";
	if (!wrong && (me.was.status == me.error_status || (me.was.status && has_message(&me.normal))))
		wrong = "an error";
	if (!wrong)
		try_all();
	return report(wrong);
}
