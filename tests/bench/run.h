/* SPDX-License-Identifier: MIT */
/*
 * run.h - commands that take turns, and what each of their runs cost.
 *
 * Machines are shared and noisy: what is compared runs in one loop, in another order each
 * round, and medians are all that is kept.
 */
#ifndef BENCH_RUN_H
#define BENCH_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>
#include <time.h>

enum { RUN_RIVALS_MOST = 24 };

/* However slow a machine is: no loop goes on for longer, but for its first few rounds. */
enum { RUN_SECONDS_MOST = 15 };

struct series {			/* one number of each run */
	double *value;
	size_t n;
};

struct rival {
	char **argv;		/* of run_words */
	struct series wall_us, cpu_us;
	size_t n_failed;	/* runs whose status was not 0 */
};

struct traced {			/* what ptrace sees of one run */
	long n_syscalls;	/* of the command and of all that it starts */
	double first_us, last_us;	/* when a call first enabled counters, and last; 0: never */
	int  status;
};

static inline double run_now_us(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e6 + (double)ts.tv_nsec / 1e3;
}

/* The words of a command, separated by single spaces: "\1" in a word is a space. */
__attribute__((format(printf, 1, 2)))
char **run_words(const char *fmt, ...);
void   run_free_words(char **argv);	/* NULL: nothing */

/*
 * Makes n commands take turns, rounds times, with a few turns before that do not count; fewer
 * times when it takes too long.
 */
void run_turns(struct rival *rival, size_t n, size_t rounds);
double run_median(const struct rival *rival);	/* of its wall times */
void run_release(struct rival *rival, size_t n);

/* stdout and stderr go to a text that the caller frees; its status as wait4 has it. */
char *run_output(char *const *argv, int *status, double *cpu_us);
int   run_status(char *const *argv);
bool  run_traced(char *const *argv, struct traced *t);	/* false: may not be traced here */

/*
 * Starts a command whose stdout and stderr go to an unnamed file, which the caller looks at
 * meanwhile; *fd: of that file, to be closed by the caller.
 */
pid_t run_begin(char *const *argv, int *fd);
int   run_end(pid_t pid);		/* its status as wait4 has it, or -1 */

/* Starts it, and waits for its first line; ends when its input is closed. */
pid_t run_helper(char *const *argv, int *input);
void  run_end_helper(pid_t pid, int input);

void   series_add(struct series *s, double value);
double series_quantile(const struct series *s, double q);	/* NAN of an empty one */
double series_mean(const struct series *s);
double series_spread(const struct series *s);	/* interquartile range over median */
void   series_release(struct series *s);

#endif
