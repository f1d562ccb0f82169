/* SPDX-License-Identifier: MIT */
/* Opens events with a higher limit of descriptors if needed, reads signals, and converts times. */
#include "host/kernel.h"

#include <errno.h>
#include <signal.h>

#include "host/attr.h"

bool kernel_raise_limit(const struct kernel *k)
{
	struct rlimit rl;

	if (k->limit_get(k, &rl) < 0 || rl.rlim_cur == rl.rlim_max)
		return false;
	rl.rlim_cur = rl.rlim_max;
	return k->limit_set(k, &rl) == 0;
}

int kernel_perf_open(const struct kernel *k, union attr *attr, pid_t pid, int cpu, int group_fd,
		     unsigned long flags)
{
	const union attr asked = *attr;
	int fd = k->perf_open(k, &attr->head, pid, cpu, group_fd, flags);

	if (fd == -EMFILE && kernel_raise_limit(k)) {	/* as late as possible */
		*attr = asked;
		fd = k->perf_open(k, &attr->head, pid, cpu, group_fd, flags);
	}
	return fd;
}

uint64_t kernel_timeval_ns(struct timeval t)
{
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_usec * 1000u;
}

/*
 * All signals that end a process by default. Not those of its own faults, which end it even if blocked;
 * and not SIGPIPE and SIGXFSZ, which become errors of write().
 */
bool kernel_ends_process(int signo)
{
	static const int some[] = {
		SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF,
		SIGXCPU, SIGIO, SIGPWR, SIGSYS,
#ifdef SIGSTKFLT
		SIGSTKFLT,
#endif
	};

	for (size_t i = 0; i < sizeof(some) / sizeof(*some); i++)
		if (some[i] == signo)
			return true;
	return signo >= SIGRTMIN && signo <= SIGRTMAX;
}

/* The kernel sends all others to a single process, for example at the end of a time limit. */
static bool is_of_terminals(int signo)
{
	return signo == SIGINT || signo == SIGQUIT || signo == SIGHUP;
}

int kernel_read_signal(const struct kernel *k, const struct signals *s, struct pending_signals *a, bool *sent)
{
	const size_t room = sizeof(a->info) / sizeof(*a->info);
	const struct signalfd_siginfo *info;
	ssize_t n;

	do {
		if (a->at == a->n) {
			if (a->n % room)	/* the last read did not fill the buffer */
				return 0;
			n = k->read(k, s->fd, a->info, sizeof(a->info));
			a->at = 0;
			a->n = n < 0 ? 0 : (size_t)n / sizeof(*a->info);
			if (!a->n)
				return 0;
		}
		info = &a->info[a->at++];
	} while (k->ignores(k, (int)info->ssi_signo));
	if (sent)
		*sent = info->ssi_code <= 0 || !is_of_terminals((int)info->ssi_signo);
	return (int)info->ssi_signo;
}
