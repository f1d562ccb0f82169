/* SPDX-License-Identifier: MIT */
/*
 * file-faults PSTAT ROOT MAX ARGUMENT... - what pstat does when the files of a machine go bad.
 *
 * Runs `PSTAT ARGUMENT...` on the recorded machine at ROOT (FAKE_ROOT) and watches which files
 * and folders it opens.  Then each of them, or MAX spread over all, is made to be missing, empty,
 * unreadable, garbage, too large, ..., and PSTAT run again: it must end with 0, or with 125 and a message.
 * Files are only renamed and replaced, never written to: ROOT may hold hard links.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <linux/capability.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { LIMIT_S = 20, HUGE_SIZE = 2 << 20 };

struct paths {
	char **path;
	size_t n;
};

static struct {
	char **argv;
	const char *root;
	char saved[PATH_MAX], big[PATH_MAX], errors[PATH_MAX];
	int inotify;
	char **watched;			/* by watch descriptor */
	int n_watched;
	size_t bad;
} me;

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

/* The status as the shell has it; 124 when it did not end. */
static int run(void)
{
	posix_spawn_file_actions_t fa;
	struct timespec tick = { .tv_nsec = 200000 };
	int status;
	pid_t pid;

	posix_spawn_file_actions_init(&fa);
	posix_spawn_file_actions_addopen(&fa, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&fa, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&fa, 2, me.errors, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if ((errno = posix_spawn(&pid, me.argv[0], &fa, NULL, me.argv, environ)) != 0)
		die(me.argv[0]);
	posix_spawn_file_actions_destroy(&fa);
	for (time_t end = time(NULL) + LIMIT_S; waitpid(pid, &status, WNOHANG) == 0; nanosleep(&tick, NULL))
		if (time(NULL) > end) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			return 124;
		}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void check(const char *path, const char *fault)
{
	char text[2048] = "";
	int rc = run(), fd = open(me.errors, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0)
		close(fd);
	text[n < 0 ? 0 : n] = '\0';
	if (rc == 0 || (rc == 125 && strstr(text, "pstat: ") && strcspn(text, "\n") > 10))
		return;
	if (me.bad++ < 10) {
		printf("# %s is %s: status %d", path + strlen(me.root), fault, rc);
		for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
			printf("\n#   %s", line);
		printf("\n");
	}
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
};
enum { N_CONTENTS = sizeof(contents) / sizeof(contents[0]), FAULTS_OF_A_FILE = N_CONTENTS + 4 };

static void restore(const char *path)
{
	if (unlink(path) != 0 && rmdir(path) != 0 && errno != ENOENT)
		die(path);
	if (rename(me.saved, path) != 0)
		die(path);
}

static size_t faults(const char *path)
{
	struct stat st;
	bool folder = lstat(path, &st) == 0 && S_ISDIR(st.st_mode);

	if (rename(path, me.saved) != 0)
		die(path);
	check(path, "missing");
	if (folder) {
		put(path, TEXT("1\n"));
		check(path, "a file");
		unlink(path);
		if (mkdir(path, 0) != 0)
			die(path);
		check(path, "a folder that may not be read");
		restore(path);
		return 3;
	}
	for (size_t i = 0; i < N_CONTENTS; i++) {
		put(path, contents[i].text, contents[i].len);
		check(path, contents[i].name);
		unlink(path);
	}
	put(path, TEXT("1\n"));
	chmod(path, 0);
	check(path, "a file that may not be read");
	unlink(path);
	if (link(me.big, path) != 0)
		die(path);
	check(path, "2 MiB of digits");
	unlink(path);
	if (mkdir(path, 0755) != 0)
		die(path);
	check(path, "a folder");
	restore(path);
	return FAULTS_OF_A_FILE;
}

/* Root may read everything: what is started from here may not. */
static void drop_privileges(void)
{
	prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0);
	prctl(PR_CAPBSET_DROP, CAP_DAC_READ_SEARCH, 0, 0, 0);
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

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 4) {
		fprintf(stderr, "usage: file-faults PSTAT ROOT MAX ARGUMENT...\n");
		return 2;
	}
	me.root = argv[2];
	most = strtoul(argv[3], NULL, 10);
	argv[3] = argv[1];
	me.argv = argv + 3;
	setenv("FAKE_ROOT", me.root, 1);
	snprintf(me.saved, sizeof(me.saved), "%s.saved", me.root);
	snprintf(me.big, sizeof(me.big), "%s.big", me.root);
	snprintf(me.errors, sizeof(me.errors), "%s.stderr", me.root);
	make_big();
	drop_privileges();

	me.inotify = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
	if (me.inotify < 0 || nftw(me.root, watch, 32, FTW_PHYS) != 0)
		die("inotify");
	opened(NULL);			/* by nftw itself */
	check(me.root, "as recorded");
	opened(&paths);
	close(me.inotify);

	files = most && most < paths.n ? most : paths.n;
	for (size_t i = 0; i < files; i++)
		n += faults(paths.path[i * paths.n / files]);
	unlink(me.big);
	unlink(me.errors);
	rc = me.bad > 0 || !paths.n;	/* what opens nothing tests nothing */
	printf("%s - %zu faults in %zu of %zu files:", rc ? "not ok" : "ok", n, files, paths.n);
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
