/* SPDX-License-Identifier: MIT */
/*
 * file-faults ROOT MAX ARGUMENT... - what pstat does when the files of a machine go bad.
 *
 * Runs pstat-fake with the arguments on the recorded machine at ROOT (FAKE_ROOT) and watches which files
 * and folders it opens.  Then each of them, or MAX spread over all, is made to be missing, empty,
 * unreadable, garbage, too large, ..., and pstat-fake run again: it must end with 125 and a message, or with 0.
 * Then it reports what it did before, or admits that something is missing: a note, `<not ...>`.  Only a
 * file that is missing, or says something else that it may say, is another machine, of other numbers.
 * At last a file changes behind its first reader's back (fake_change.c): what is reported is of the file
 * as it was or as it is, and not of both, or something is admitted.
 * Files are only renamed and replaced, never written to: ROOT may hold hard links.
 * Each run is a fork without an exec.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fake_pstat.h"

enum { LIMIT_S = 20, HUGE_SIZE = 2 << 20, TEXT_SIZE = 1 << 20 };

struct paths {
	char **path;
	size_t n;
};

struct outcome {
	int status;
	char out[TEXT_SIZE], err[TEXT_SIZE];	/* reports are on stderr, as perf's are, documents on stdout */
};

static struct {
	int argc;
	char **argv;
	const char *root;
	char saved[PATH_MAX], big[PATH_MAX], next[PATH_MAX], output[PATH_MAX], errors[PATH_MAX];
	struct outcome normal, now, other;
	bool asks;			/* it tells what is in the files, and counts nothing */
	size_t changed;			/* files that were opened a second time */
	int inotify;
	char **watched;			/* by watch descriptor */
	int n_watched;
	size_t bad;
} me;

__attribute__((noreturn))
static void die(const char *what)
{
	printf("not ok - file faults: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void add(struct paths *p, const char *path)
{
	for (size_t i = 0; i < p->n; i++)
		if (strcmp(p->path[i], path) == 0)
			return;
	p->path = realloc(p->path, (p->n + 1) * sizeof(*p->path));
	p->path[p->n++] = strdup(path);
}

static int watch(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	int wd;

	(void)st, (void)ftw;
	if (type != FTW_D)
		return 0;
	wd = inotify_add_watch(me.inotify, path, IN_OPEN | IN_ONLYDIR);
	if (wd < 0)
		die("inotify_add_watch");
	if (wd >= me.n_watched) {
		me.watched = realloc(me.watched, (size_t)(wd + 1) * sizeof(*me.watched));
		memset(me.watched + me.n_watched, 0, (size_t)(wd + 1 - me.n_watched) * sizeof(*me.watched));
		me.n_watched = wd + 1;
	}
	me.watched[wd] = strdup(path);
	return 0;
}

/* What was opened below the root since the last call, files and folders; NULL: of no interest. */
static void opened(struct paths *p)
{
	_Alignas(struct inotify_event) char buf[65536];
	ssize_t n;

	while ((n = read(me.inotify, buf, sizeof(buf))) > 0)
		for (char *at = buf; at < buf + n;) {
			const struct inotify_event *e = (void *)at;
			char path[PATH_MAX];

			if (e->mask & IN_Q_OVERFLOW)
				die("too many files at once");
			if (p && e->wd >= 0 && e->wd < me.n_watched && me.watched[e->wd] && e->len) {
				snprintf(path, sizeof(path), "%s/%s", me.watched[e->wd], e->name);
				add(p, path);
			}
			at += sizeof(*e) + e->len;
		}
}

/* Root may read everything, this run may not. */
static void drop_privileges(void)
{
	struct __user_cap_header_struct head = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3];
	const uint32_t all = ~(1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH);

	if (syscall(SYS_capget, &head, caps) != 0)
		die("capget");
	caps[0].effective &= all;
	caps[0].permitted &= all;
	if (syscall(SYS_capset, &head, caps) != 0)
		die("capset");
}

static void redirect(int fd, const char *path)
{
	int to = open(path, fd ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY, 0600);

	if (to < 0 || dup2(to, fd) != fd)
		die(path);
	close(to);
}

/* The status as the shell has it; 128 + SIGALRM when it did not end. */
static int run_it(void)
{
	int status;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0) {
		alarm(LIMIT_S);
		redirect(0, "/dev/null");
		redirect(1, me.output);
		redirect(2, me.errors);
		drop_privileges();
		exit(fake_pstat(me.argc, me.argv));
	}
	if (waitpid(pid, &status, 0) != pid)
		die("waitpid");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void get(char *text, size_t size, const char *path)
{
	int fd = open(path, O_RDONLY);
	size_t len = 0;
	ssize_t n = 0;

	while (fd >= 0 && len < size - 1 && (n = read(fd, text + len, size - 1 - len)) > 0)
		len += (size_t)n;
	if (fd < 0 || n < 0)
		die(path);
	close(fd);
	text[len] = '\0';
}

static void run(struct outcome *o)
{
	o->status = run_it();
	get(o->out, sizeof(o->out), me.output);
	get(o->err, sizeof(o->err), me.errors);
}

static size_t admissions_in(const char *text)
{
	static const char *const words[] = { "note: ", "<not ", "\"code\": ", "pstat: " };
	size_t n = 0;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		for (const char *at = text; (at = strstr(at, words[i])); at++)
			n++;
	return n;
}

static size_t admissions(const struct outcome *o)
{
	return admissions_in(o->out) + admissions_in(o->err);
}

/* In JSON, facts of the machine and a date come before the counts. */
static const char *counts(const char *text)
{
	const char *at = strstr(text, "\"events\": [");

	return at ? at : text;
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
	return a->status == b->status && strcmp(counts(a->out), counts(b->out)) == 0 &&
	       strcmp(counts(a->err), counts(b->err)) == 0;
}

/* It ended well, or said what is wrong. */
static bool is_fine(const struct outcome *o)
{
	return o->status == 0 || (o->status == 1 && strstr(o->err, "pstat: nothing matches ")) ||
	       (o->status == 125 && strstr(o->err, "pstat: ") && strcspn(o->err, "\n") > 10);
}

static bool admits(const struct outcome *o)
{
	return o->status != 0 || me.asks || admissions(o) > admissions(&me.normal);
}

static void show(const char *text)
{
	for (int lines = 0; *text && lines < 12; lines++) {
		size_t n = strcspn(text, "\n");

		printf("#   %.*s\n", (int)n, text);
		text += n + (text[n] == '\n');
	}
}

static void complain(const char *path, const char *fault)
{
	if (me.bad++ >= 10)
		return;
	printf("# %s is %s: status %d\n", path + strlen(me.root), fault, me.now.status);
	show(counts(me.now.err));
	show(counts(me.now.out));
}

/* own: what it says is not what was recorded, and it may say so. */
static void check(const char *path, const char *fault, bool own)
{
	run(&me.now);
	if (!is_fine(&me.now) || !(own || is_same(&me.now, &me.normal) || admits(&me.now)))
		complain(path, fault);
}

static void put(const char *path, const void *text, size_t len)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0644);

	if (fd < 0 || write(fd, text, len) != (ssize_t)len)
		die(path);
	close(fd);
}

#define TEXT(s) s, sizeof(s) - 1
static const struct { const char *name, *text; size_t len; } contents[] = {
	{ "empty", TEXT("") },
	{ "an empty line", TEXT("\n") },
	{ "garbage", TEXT("\xff\xfe\x00\x01%s,%n=/?{\n\tconfig=\x80:,-,,-1-\\\n=\n") },
	{ "above 64 bits", TEXT("99999999999999999999999\n") },
	{ "a long list", TEXT("0-4294967295\n") },
	{ "negative", TEXT("-1\n") },
	{ "no number", TEXT("nan\n") },
	{ "above any number", TEXT("1e999\n") },
};
enum { N_CONTENTS = sizeof(contents) / sizeof(contents[0]), FAULTS_OF_A_FILE = N_CONTENTS + 4 };

static bool ends_with(const char *path, const char *end)
{
	size_t n = strlen(path), m = strlen(end);

	return n >= m && strcmp(path + n - m, end) == 0;
}

/* What a file may say: of another machine, or of one that does not know. */
static bool may_say(const char *path, const char *name)
{
	static const struct { const char *file, *name, *why; } known[] = {
		{ "_id", "negative", "the machine does not say" },
		{ "/cpulist", "empty", "a node of memory alone" },
		{ "/cpulist", "an empty line", "a node of memory alone" },
		{ ".unit", NULL, "a word" },
		{ ".scale", "above 64 bits", "a number" },
		{ "/alias", NULL, "a name" },
		{ "/loadavg", "above 64 bits", "a load" },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (ends_with(path, known[i].file) && (!known[i].name || strcmp(known[i].name, name) == 0))
			return true;
	return false;
}

static void restore(const char *path)
{
	if (unlink(path) != 0 && rmdir(path) != 0 && errno != ENOENT)
		die(path);
	if (rename(me.saved, path) != 0)
		die(path);
}

static size_t faults_of_folder(const char *path)
{
	check(path, "missing", true);
	put(path, TEXT("1\n"));
	check(path, "a file", true);
	unlink(path);
	if (mkdir(path, 0) != 0)
		die(path);
	check(path, "a folder that may not be read", false);
	return 3;
}

static size_t faults_of_file(const char *path)
{
	check(path, "missing", true);
	for (size_t i = 0; i < N_CONTENTS; i++) {
		put(path, contents[i].text, contents[i].len);
		check(path, contents[i].name, may_say(path, contents[i].name));
		unlink(path);
	}
	put(path, TEXT("1\n"));
	chmod(path, 0);
	check(path, "a file that may not be read", false);
	unlink(path);
	if (link(me.big, path) != 0)
		die(path);
	check(path, "2 MiB of digits", false);
	unlink(path);
	if (mkdir(path, 0755) != 0)
		die(path);
	check(path, "a folder", false);
	rmdir(path);
	return FAULTS_OF_A_FILE;
}

/* What it may say a moment later: all of these are right for some kind of file. */
static const struct { const char *name, *text; size_t len; } changes[] = {
	{ "gone by the second look", NULL, 0 },
	{ "0 by the second look", TEXT("0\n") },
	{ "1 by the second look", TEXT("1\n") },
	{ "0-1 by the second look", TEXT("0-1\n") },
	{ "other bits by the second look", TEXT("config:8-15\n") },
	{ "an event by the second look", TEXT("event=0x1\n") },
	{ "garbage by the second look", TEXT("\xff%s,-/\n") },
};
enum { N_CHANGES = sizeof(changes) / sizeof(changes[0]) };

/* Copies, as the first one may be renamed away. */
static void put_copy(const char *path)
{
	static char text[HUGE_SIZE];
	int fd = open(me.saved, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text));

	if (n < 0)
		die(me.saved);
	close(fd);
	put(path, text, (size_t)n);
}

/* false: it is opened once only, so that nothing changed. */
static bool change(const char *path, size_t i)
{
	bool opened;

	put_copy(path);
	if (changes[i].text) {
		put(me.next, changes[i].text, changes[i].len);
		setenv("FAKE_CHANGE_TO", me.next, 1);
	}
	setenv("FAKE_CHANGE", path + strlen(me.root) + 1, 1);
	run(&me.now);
	unsetenv("FAKE_CHANGE");
	unsetenv("FAKE_CHANGE_TO");
	opened = access(changes[i].text ? me.next : path, F_OK) != 0;
	unlink(me.next);
	unlink(path);
	return opened;
}

static size_t changes_of_file(const char *path)
{
	bool each = strstr(path, "/events/") != NULL;	/* several events of one name are each what it was then */

	for (size_t i = 0; i < N_CHANGES; i++) {
		if (!change(path, i))
			return 0;
		if (changes[i].text)
			put(path, changes[i].text, changes[i].len);
		run(&me.other);
		unlink(path);
		if (!is_fine(&me.now) ||
		    !(each || is_same(&me.now, &me.normal) || is_same(&me.now, &me.other) || admits(&me.now)))
			complain(path, changes[i].name);
	}
	me.changed++;
	return N_CHANGES;
}

static size_t faults(const char *path)
{
	struct stat st;
	bool folder = lstat(path, &st) == 0 && S_ISDIR(st.st_mode);
	size_t n;

	if (rename(path, me.saved) != 0)
		die(path);
	n = folder ? faults_of_folder(path) : faults_of_file(path) + changes_of_file(path);
	restore(path);
	return n;
}

static void make_big(void)
{
	char *digits = malloc(HUGE_SIZE);

	memset(digits, '1', HUGE_SIZE);
	put(me.big, digits, HUGE_SIZE);
	free(digits);
}

int main(int argc, char **argv)
{
	struct paths paths = {0};
	size_t n = 0, files, most;
	int rc;

	if (argc < 3) {
		fprintf(stderr, "usage: file-faults ROOT MAX ARGUMENT...\n");
		return 2;
	}
	me.root = argv[1];
	most = strtoul(argv[2], NULL, 10);
	argv[2] = (char[]){ "pstat" };
	me.argv = argv + 2;
	me.argc = argc - 2;
	setenv("FAKE_ROOT", me.root, 1);
	snprintf(me.saved, sizeof(me.saved), "%s.saved", me.root);
	snprintf(me.big, sizeof(me.big), "%s.big", me.root);
	snprintf(me.next, sizeof(me.next), "%s.next", me.root);
	snprintf(me.output, sizeof(me.output), "%s.stdout", me.root);
	snprintf(me.errors, sizeof(me.errors), "%s.stderr", me.root);
	me.asks = argc > 3 && (strcmp(argv[3], "list") == 0 || strcmp(argv[3], "doctor") == 0);
	make_big();

	me.inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (me.inotify < 0 || nftw(me.root, watch, 32, FTW_PHYS) != 0)
		die("inotify");
	opened(NULL);			/* by nftw itself */
	run(&me.normal);
	opened(&paths);
	close(me.inotify);

	files = most && most < paths.n ? most : paths.n;
	for (size_t i = 0; i < files; i++)
		n += faults(paths.path[i * paths.n / files]);
	unlink(me.big);
	unlink(me.output);
	unlink(me.errors);
	rc = me.bad > 0 || !paths.n || !is_fine(&me.normal);	/* what opens nothing tests nothing */
	printf("%s - %zu faults in %zu of %zu files, %zu that changed:", rc ? "not ok" : "ok", n, files, paths.n,
	       me.changed);
	for (char **a = me.argv + 1; *a; a++)
		printf(" %s", *a);
	printf("\n");
	for (size_t i = 0; i < paths.n; i++)
		free(paths.path[i]);
	free(paths.path);
	for (int i = 0; i < me.n_watched; i++)
		free(me.watched[i]);
	free(me.watched);
	return rc;
}
