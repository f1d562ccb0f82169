/* SPDX-License-Identifier: MIT */
/* Runs commands in turns and measures the cost of each. */
#define _GNU_SOURCE
#include "run.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void *must(void *p)
{
	if (!p) {
		fputs("bench: out of memory\n", stderr);
		exit(125);
	}
	return p;
}

/* --- series --------------------------------------------------------------------------- */

void series_add(struct series *s, double value)
{
	s->value = must(realloc(s->value, (s->n + 1) * sizeof(*s->value)));
	s->value[s->n++] = value;
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

double series_quantile(const struct series *s, double q)
{
	double *sorted, at = q * (double)(s->n - 1), value;
	size_t low = (size_t)at;

	if (!s->n)
		return NAN;
	sorted = must(malloc(s->n * sizeof(*sorted)));
	memcpy(sorted, s->value, s->n * sizeof(*sorted));
	qsort(sorted, s->n, sizeof(*sorted), ascending);
	value = sorted[low];
	if (low + 1 < s->n)
		value += (at - (double)low) * (sorted[low + 1] - sorted[low]);
	free(sorted);
	return value;
}

double series_mean(const struct series *s)
{
	double sum = 0;

	for (size_t i = 0; i < s->n; i++)
		sum += s->value[i];
	return s->n ? sum / (double)s->n : NAN;
}

double series_spread(const struct series *s)
{
	return (series_quantile(s, 0.75) - series_quantile(s, 0.25)) / series_quantile(s, 0.5);
}

void series_release(struct series *s)
{
	free(s->value);
	*s = (struct series){0};
}

/* --- commands ------------------------------------------------------------------------- */

char **run_words(const char *fmt, ...)
{
	char **argv = NULL, *text;
	size_t n = 0;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		text = NULL;
	va_end(ap);
	for (char *word = strtok(must(text), " "); word; word = strtok(NULL, " ")) {
		for (char *p = word; *p; p++)
			if (*p == '\1')
				*p = ' ';
		argv = must(realloc(argv, (n + 2) * sizeof(*argv)));
		argv[n++] = word;
		argv[n] = NULL;
	}
	return argv;
}

void run_free_words(char **argv)
{
	if (argv)
		free(argv[0]);	/* the others are in it */
	free(argv);
}

static double us_of(struct timeval t)
{
	return (double)t.tv_sec * 1e6 + (double)t.tv_usec;
}

/* vfork: how much memory the bench has must not be a part of what is measured. */
static pid_t start(char *const *argv, int in, int out)
{
	pid_t pid = vfork();

	if (pid == 0) {
		if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(out, 2) < 0)
			_exit(127);
		execvp(argv[0], argv);
		_exit(127);
	}
	return pid;
}

static int finish(pid_t pid, struct rusage *usage)
{
	int status = -1;

	if (pid < 0 || wait4(pid, &status, 0, usage) < 0)
		return -1;
	return status;
}

static int nowhere(void)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd < 0) {
		perror("bench: /dev/null");
		exit(125);
	}
	return fd;
}

/* xorshift; the order is another in each round and the same in each call */
static uint64_t next_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static void shuffle(size_t *order, size_t n, uint64_t *state)
{
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	for (size_t i = n; i-- > 1;) {
		size_t other = (size_t)(next_random(state) % (i + 1)), kept = order[i];

		order[i] = order[other];
		order[other] = kept;
	}
}

static void turn(struct rival *r, int null, bool counts)
{
	struct rusage usage = {0};
	double begin = run_now_us(), end;
	int status = finish(start(r->argv, null, null), &usage);

	end = run_now_us();
	if (!counts)
		return;
	r->n_failed += status != 0;
	series_add(&r->wall_us, end - begin);
	series_add(&r->cpu_us, us_of(usage.ru_utime) + us_of(usage.ru_stime));
}

void run_turns(struct rival *rival, size_t n, size_t rounds)
{
	enum { WARM_UP = 3, LEAST = 3 };
	const double end = run_now_us() + RUN_SECONDS_MOST * 1e6;
	size_t order[RUN_RIVALS_MOST];
	uint64_t state = 88172645463325252u;
	int null = nowhere();

	for (size_t round = 0; round < rounds + WARM_UP; round++) {
		if (round >= WARM_UP + LEAST && run_now_us() > end)
			break;
		shuffle(order, n, &state);
		for (size_t i = 0; i < n; i++)
			turn(&rival[order[i]], null, round >= WARM_UP);
	}
	close(null);
}

double run_median(const struct rival *rival)
{
	return series_quantile(&rival->wall_us, 0.5);
}

void run_release(struct rival *rival, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		series_release(&rival[i].wall_us);
		series_release(&rival[i].cpu_us);
		run_free_words(rival[i].argv);
	}
}

char *run_output(char *const *argv, int *status, double *cpu_us)
{
	int fd = memfd_create("output", MFD_CLOEXEC), null = nowhere();
	struct rusage usage = {0};
	off_t size;
	char *text;

	*status = finish(start(argv, null, fd), &usage);
	if (cpu_us)
		*cpu_us = us_of(usage.ru_utime) + us_of(usage.ru_stime);
	size = lseek(fd, 0, SEEK_END);
	text = must(calloc(1, (size_t)(size < 0 ? 0 : size) + 1));
	if (size > 0 && pread(fd, text, (size_t)size, 0) != size)
		*text = '\0';
	close(fd);
	close(null);
	return text;
}

pid_t run_begin(char *const *argv, int *fd)
{
	int null = nowhere();
	pid_t pid;

	*fd = memfd_create("output", MFD_CLOEXEC);
	pid = start(argv, null, *fd);
	close(null);
	return pid;
}

int run_end(pid_t pid)
{
	struct rusage usage;

	return finish(pid, &usage);
}

int run_status(char *const *argv)
{
	int null = nowhere();
	struct rusage usage;
	int status = finish(start(argv, null, null), &usage);

	close(null);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

pid_t run_helper(char *const *argv, int *input)
{
	int in[2], out[2];
	char line[64];
	pid_t pid;

	if (pipe2(in, O_CLOEXEC) < 0 || pipe2(out, O_CLOEXEC) < 0)
		return -1;
	pid = start(argv, in[0], out[1]);
	close(in[0]);
	close(out[1]);
	*input = in[1];
	if (pid > 0 && (read(out[0], line, sizeof(line)) < 5 || strncmp(line, "ready", 5) != 0)) {
		run_end_helper(pid, *input);
		pid = -1;
	}
	close(out[0]);
	return pid;
}

void run_end_helper(pid_t pid, int input)
{
	struct rusage usage;

	close(input);
	kill(pid, SIGKILL);
	finish(pid, &usage);
}
