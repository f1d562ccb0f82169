/* SPDX-License-Identifier: MIT */
/*
 * storm PSTAT ROUNDS SEED - signals at random moments; one TAP line for each kind of run.
 *
 * Each round starts PSTAT in an empty folder (the current one) on a command that lives for some
 * milliseconds, and sends it up to a dozen signals: once from the very beginning, when it may die
 * of the first, and once when the command runs, from when on there is always a report and a status
 * that can be explained ($CONFORM checks documents, by $SCHEMA, and pstat report reads perf.data).
 * Of several runs those that came to their end are reported, whatever ended the others.  Nothing may
 * live on, no file but the report may be left, and nothing may take longer than LIMIT_S.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT_S = 30, READY_FD = 9, OWN_STATUS = 7, MOST_SENT = 12, MOST_WORDS = 24 };

static const int fatal[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU };
static const int harmless[] = { SIGCHLD, SIGWINCH, SIGURG, SIGCONT, SIGSTOP, SIGTSTP, SIGPIPE };
#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))

static struct {
	const char *self, *pstat;
	uint64_t random;
	bool sent[65];
	size_t early;		/* rounds without a report: pstat, or its first run, ended too early for one */
	unsigned ended;		/* commands of this round that came to their end */
} me;

static unsigned below(unsigned n)
{
	me.random = me.random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(me.random >> 33) % n;
}

static void pause_us(unsigned us)
{
	struct timespec t = { .tv_sec = us / 1000000, .tv_nsec = (long)(us % 1000000) * 1000 };

	while (nanosleep(&t, &t) < 0 && errno == EINTR)
		;
}

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* The command: tells that it is there, lives for so long, and tells of its end, which nothing takes back. */
static int work(const char *ms)
{
	sigset_t all;

	if (write(READY_FD, "x", 1) < 0)
		return 8;
	pause_us((unsigned)atoi(ms) * 1000);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	return write(READY_FD, ".", 1) < 0 ? 8 : OWN_STATUS;
}

static const struct kind {
	const char *name, *words;	/* of pstat; " --" and the command follow, if there is one */
	unsigned runs;			/* of the command; 0: no command */
	unsigned whole;			/* a report needs this many complete runs */
} kinds[] = {
	{ "text",	"-o out -e task-clock,page-faults", 1, 1 },
	{ "fork",	"-i -o out -e task-clock", 1, 1 },
	{ "json",	"--quiet --save a.json -e task-clock", 1, 1 },
	{ "intervals",	"-I 2 --summary -o out -e page-faults", 1, 1 },
	{ "system",	"-a -o out -e cpu-clock", 1, 1 },
	{ "timeout",	"--timeout 600000 -o out -e page-faults", 1, 1 },
	{ "record",	"record --quiet -I 5 -o a.data -e page-faults", 1, 1 },
	{ "series",	"-r 3 --ignore-failure -o out -e page-faults", 3, 1 },
	{ "no command",	"-a -I 3 --summary -o out -e cpu-clock", 0, 0 },
	{ "compare",	"compare -r 2 --warmup 0 --ignore-failure --export json=a.json -e page-faults", 4, 2 },
};

static pid_t start(const struct kind *k, char *ms, int ready)
{
	char words[200], *argv[MOST_WORDS], *save = NULL;
	size_t n = 0;
	pid_t pid = fork();

	if (pid)
		return pid;
	argv[n++] = (char *)(uintptr_t)me.pstat;
	snprintf(words, sizeof(words), "%s", k->words);
	for (char *w = strtok_r(words, " ", &save); w && n < MOST_WORDS - 10; w = strtok_r(NULL, " ", &save))
		argv[n++] = w;
	for (int twice = strncmp(k->words, "compare", 7) == 0; k->runs && twice >= 0; twice--) {
		argv[n] = (char *)(uintptr_t)(strcmp(argv[n - 1], ms) == 0 ? "--vs" : "--");
		n++;
		argv[n++] = (char *)(uintptr_t)me.self;
		argv[n++] = (char *)(uintptr_t)"work";
		argv[n++] = ms;
	}
	argv[n] = NULL;
	if (dup2(ready, READY_FD) < 0 || dup2(open("/dev/null", O_RDWR | O_CLOEXEC), 1) < 0 || dup2(1, 2) < 0)
		_exit(9);
	execv(me.pstat, argv);
	_exit(9);
}

static void wait_ready(int fd)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };
	char c;

	if (poll(&p, 1, LIMIT_S * 1000) > 0 && read(fd, &c, 1) < 0)
		perror("storm");
}

static void wait_for_report(void)
{
	struct stat st;

	for (double end = now_s() + LIMIT_S; (stat("out", &st) < 0 || !st.st_size) && now_s() < end;)
		pause_us(1000);
}

static void send_one(pid_t pid, bool deadly)
{
	int signo = deadly && below(2) ? fatal[below(COUNT_OF(fatal))] : harmless[below(COUNT_OF(harmless))];

	me.sent[signo] = true;
	kill(pid, signo);
	if (signo == SIGSTOP || signo == SIGTSTP) {
		pause_us(below(2000));
		kill(pid, SIGCONT);
	}
}

/* Its wait status; -1: it did not end. */
static int finish(pid_t pid)
{
	int status;

	for (double end = now_s() + LIMIT_S; waitpid(pid, &status, WNOHANG) == 0;) {
		if (now_s() > end) {
			kill(pid, SIGKILL);
			waitpid(pid, &status, 0);
			return -1;
		}
		pause_us(500);
	}
	return status;
}

/* Processes that pstat left are our children now (PR_SET_CHILD_SUBREAPER): they get a moment to end. */
static bool has_orphans(void)
{
	pid_t pid = 0;

	for (double end = now_s() + 5; now_s() < end && (pid = waitpid(-1, NULL, WNOHANG)) >= 0;)
		pause_us(1000);
	return pid >= 0;
}

enum found { NO_REPORT, BROKEN_REPORT, GOOD_REPORT };

static enum found look_for_report(const struct kind *k)
{
	const char *name = strstr(k->words, "a.json") ? "a.json" : strstr(k->words, "a.data") ? "a.data" : "out";
	char text[1 << 16];
	int fd = open(name, O_RDONLY);
	ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);

	if (fd >= 0)
		close(fd);
	text[n < 0 ? 0 : n] = '\0';
	if (n <= 0)
		return NO_REPORT;
	if (strcmp(name, "a.data") == 0)
		return system("\"$PSTAT\" report -i a.data > /dev/null 2>&1") == 0 ? GOOD_REPORT : BROKEN_REPORT;
	if (strcmp(name, "a.json") == 0)
		return n > 2 && strcmp(text + n - 2, "}\n") == 0 &&
		       system("test -z \"$CONFORM\" || $CONFORM --schema $SCHEMA a.json") == 0 ? GOOD_REPORT : BROKEN_REPORT;
	return strstr(text, "time elapsed") ? GOOD_REPORT : NO_REPORT;	/* it may hold only the start time */
}

static bool is_explained(const struct kind *k, int status, bool deadly, bool ready)
{
	int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);

	if (code > 128 && code < 128 + 65)
		return (deadly || (!ready && code == 128 + SIGPIPE)) && me.sent[code - 128];
	if (k->runs > 1 && deadly && code == OWN_STATUS)	/* the run that a signal ended the series with */
		return me.ended > 0;
	if (k->runs > 1)
		return code == 0 && me.ended == k->runs;
	return code == OWN_STATUS && k->runs;
}

/* What is neither the report nor from before: a half document, NAME.XXXXXX. */
static bool has_left(void)
{
	DIR *dir = opendir(".");
	bool left = false;

	for (struct dirent *d; dir && (d = readdir(dir));) {
		const char *name = d->d_name;

		if (name[0] != '.' && strcmp(name, "out") != 0 && strcmp(name, "a.json") != 0 && strcmp(name, "a.data") != 0)
			left = true, unlink(name);
	}
	if (dir)
		closedir(dir);
	return left;
}

/* Whoever dies before it looks at signals has no report, nor has a series without a single whole run. */
static bool may_be_without(const struct kind *k, int status, bool ready)
{
	if (k->runs ? me.ended >= k->whole || (ready && k->runs == 1) : ready)
		return false;
	return !WIFEXITED(status) || WEXITSTATUS(status) >= 128;
}

/* All of them are gone. */
static unsigned count_ended(int fd)
{
	unsigned n = 0;
	char c;

	while (read(fd, &c, 1) > 0)
		n += c == '.';
	return n;
}

static const char *round_of(const struct kind *k, bool ready, bool deadly, char *ms, int *status)
{
	int pipes[2], n = 1 + (int)below(MOST_SENT);
	pid_t pid;
	bool left;

	memset(me.sent, 0, sizeof(me.sent));
	unlink("out"), unlink("a.json"), unlink("a.data");
	if (pipe2(pipes, O_CLOEXEC) < 0)
		return "no pipe";
	pid = start(k, ms, pipes[1]);
	close(pipes[1]);
	if (ready && k->runs)
		wait_ready(pipes[0]);
	else if (ready)
		wait_for_report();
	else
		pause_us(below(below(2) ? 2500 : 15000));	/* most is at stake in the first two */
	for (int i = 0; i < n; i++) {
		send_one(pid, deadly);
		pause_us(below(3000));
	}
	if (!k->runs)		/* perhaps no signal has told it to end */
		me.sent[SIGTERM] = true, kill(pid, SIGTERM);
	*status = finish(pid);
	left = has_orphans();
	me.ended = left ? 0 : count_ended(pipes[0]);
	close(pipes[0]);
	if (*status < 0)
		return "it did not end";
	if (left)
		return "the command is left behind";
	if (has_left())
		return "a half document is left behind";
	if (!is_explained(k, *status, deadly || !k->runs, ready))
		return "its status";
	switch (look_for_report(k)) {
	case GOOD_REPORT: return NULL;
	case BROKEN_REPORT: return "a broken report";
	default: break;
	}
	if (!may_be_without(k, *status, ready))
		return "no report";
	me.early++;
	return NULL;
}

static size_t storm(const struct kind *k, unsigned rounds)
{
	size_t bad = 0;

	me.early = 0;
	for (unsigned i = 0; i < rounds; i++) {
		bool ready = i & 1, deadly = below(3) != 0;
		char ms[12];
		const char *wrong;
		int status = 0;

		snprintf(ms, sizeof(ms), "%u", 5 + below(40));
		wrong = round_of(k, ready, deadly, ms, &status);
		if (!wrong || bad++ >= 5)
			continue;
		printf("# round %u%s: %s (wait status 0x%x, %u came to their end); sent", i, ready ? ", when it ran" : "",
		       wrong, (unsigned)status, me.ended);
		for (int s = 1; s < 65; s++)
			if (me.sent[s])
				printf(" %d", s);
		printf("\n");
	}
	printf("%s - %u storms of signals: %s, %zu too early for a report\n", bad ? "not ok" : "ok", rounds, k->name,
	       me.early);
	return bad;
}

int main(int argc, char **argv)
{
	size_t bad = 0;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc == 3 && strcmp(argv[1], "work") == 0)
		return work(argv[2]);
	if (argc != 4) {
		fprintf(stderr, "usage: storm PSTAT ROUNDS SEED\n");
		return 2;
	}
	me.self = realpath(argv[0], NULL);
	me.pstat = argv[1];
	setenv("PSTAT", me.pstat, 1);
	me.random = strtoull(argv[3], NULL, 10) * 2 + 1;
	signal(SIGPIPE, SIG_DFL);
	prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
	for (size_t i = 0; i < COUNT_OF(kinds); i++)
		bad += storm(&kinds[i], (unsigned)atoi(argv[2]));
	return bad > 0;
}
