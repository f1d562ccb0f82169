/* SPDX-License-Identifier: MIT */
/* Runs a shell command as a workload without counters. */
#include "session/hook.h"

#include <signal.h>
#include <stdbool.h>
#include <string.h>

#include "count/workload.h"
#include "host/file.h"
#include "host/kernel.h"
#include "host/launch.h"

struct deadline {		/* KERNEL_FOREVER: none */
	uint64_t end_at, kill_at;
	bool passed;
};

static void signal_late(struct workload *w, struct deadline *d)
{
	uint64_t now = w->kernel->now_ns(w->kernel), grace = w->launch->kill_after_ns;

	if (now >= d->kill_at) {
		d->kill_at = KERNEL_FOREVER;
		workload_signal(w, SIGKILL);
	}
	if (now < d->end_at)
		return;
	d->passed = true;
	d->end_at = KERNEL_FOREVER;
	d->kill_at = grace && grace < KERNEL_FOREVER - now ? now + grace : KERNEL_FOREVER;
	workload_signal(w, SIGTERM);
	workload_signal(w, SIGCONT);	/* a stopped process takes only SIGKILL */
}

static int wait_for(struct workload *w, const struct signals *s, struct deadline *d, int *signo,
		    struct error *err)
{
	struct wait_fd fds[] = { { .fd = s->fd, .kind = WAIT_SIGNAL } };
	int kinds, got;

	for (;;) {
		kinds = w->kernel->wait(w->kernel, fds, sizeof(fds) / sizeof(*fds),
					d->end_at < d->kill_at ? d->end_at : d->kill_at);
		if (kinds < 0)
			return error_set(err, ERROR_SYSTEM, -kinds, "cannot wait: %s", strerror(-kinds));
		/* Ctrl-C may have ended it: signal and end arrive together */
		got = kinds & WAIT_SIGNAL ? workload_take_signals(w, s) : 0;
		*signo = got ? got : *signo;
		if (workload_is_over(w, (unsigned)kinds))
			break;
		signal_late(w, d);
	}
	if (*signo)
		file_end_soon();
	return 0;
}

int hook_run_program(const struct kernel *k, char *const *argv, const struct launch *like, uint64_t until_ns,
		     int *signo, int *status, struct error *err)
{
	const struct launch l = { .argv = argv, .signals = like->signals, .nofile = like->nofile,
				  .group = like->group, .in_fd = like->in_fd, .out_fd = like->out_fd,
				  .err_fd = like->err_fd, .folder = like->folder, .env = like->env,
				  .kill_after_ns = like->kill_after_ns };
	struct deadline d = { until_ns, KERNEL_FOREVER, false };
	struct workload w = WORKLOAD_INIT;
	int rc = -1;

	*status = 0;
	if (workload_prepare(&w, k, &l, err) < 0)
		return -1;
	*signo = workload_take_signals(&w, l.signals);
	if (*signo)		/* it came before the command could get it */
		return 0;
	if (workload_start(&w, err) == 0 &&
	    wait_for(&w, l.signals, &d, signo, err) == 0)
		rc = workload_reap(&w, err);
	*status = w.status;
	if (rc == 0 && d.passed && !*signo)
		rc = HOOK_TIMED_OUT;
	workload_cancel(&w);
	return rc;
}

int hook_run(const struct kernel *k, const char *command, const struct launch *like, uint64_t until_ns,
	     int *signo, struct error *err)
{
	char *argv[] = { (char *)(uintptr_t)"/bin/sh", (char *)(uintptr_t)"-c", (char *)(uintptr_t)command,
			 NULL };
	int status, rc = hook_run_program(k, argv, like, until_ns, signo, &status, err);

	if (rc < 0)	/* not an exec error of the measured command */
		error_set(err, ERROR_SYSTEM, err->errnum, "cannot run '%s': %s", command,
			  strerror(err->errnum));
	else if (rc == 0 && status && !*signo)
		rc = error_set(err, ERROR_SYSTEM, 0, "'%s' failed", command);
	return rc;
}
