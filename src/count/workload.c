/* SPDX-License-Identifier: MIT */
/* Prepares, starts, signals, reaps or cancels the command. */
#include "count/workload.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "base/cpulist.h"
#include "host/file.h"
#include "host/kernel.h"
#include "host/launch.h"

static int launch_child(struct workload *w, struct error *err)
{
	const struct kernel *k = w->kernel;
	struct launched child;
	int rc;

	w->start_ns = k->now_ns(k);	/* used if the child leaves no time stamp */
	rc = k->launch(k, &child, w->launch);
	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot start '%s': %s", w->launch->argv[0],
				 strerror(-rc));
	w->pid = child.pid;
	w->go_fd = child.go_fd;
	w->shared = child.shared;
	return 0;
}

/* Other tools take a command as one word. sh -c '...' cannot contain a quote. */
static void hint_quotes(const char *name, struct error *err)
{
	if (!strchr(name, ' ') || !name[strspn(name, " ")])
		return;
	if (strchr(name, '\''))
		error_hint(err, "leave out the quotes around the command");
	else
		error_hint(err, "leave out the quotes: %s; or let a shell run it: sh -c '%s'", name, name);
}

/* Only a failure of the program itself is a failed exec. */
static int fail_exec(const struct workload *w, struct error *err)
{
	const char *name = w->launch->argv[0], *why = strerror(w->shared->errnum);
	int errnum = w->shared->errnum;
	struct str cpus = {0};

	switch (w->shared->failed) {
	case LAUNCH_EXEC:
		break;
	case LAUNCH_FOLDER:
		return error_set(err, ERROR_SYSTEM, errnum, "cannot run '%s' in %s: %s", name,
				 w->launch->folder, why);
	case LAUNCH_PIN:
		cpulist_format(w->launch->pin, &cpus);
		error_set(err, ERROR_SYSTEM, errnum, "cannot run '%s' on CPUs %s: %s", name, cpus.text, why);
		error_hint(err, "the CPUs must be online, and this process must be allowed to use them");
		str_release(&cpus);
		return -1;
	case LAUNCH_STREAMS:
		return error_set(err, ERROR_SYSTEM, errnum, "cannot redirect input and output of '%s': %s",
				 name, why);
	}
	error_set(err, ERROR_EXEC, errnum, "cannot run '%s': %s", name, why);
	if (errnum == ENOENT)
		hint_quotes(name, err);
	return -1;
}

int workload_prepare(struct workload *w, const struct kernel *k, const struct launch *l, struct error *err)
{
	*w = (struct workload){ .kernel = k, .launch = l, .go_fd = -1 };
	return l->argv && l->held ? launch_child(w, err) : 0;
}

int workload_start(struct workload *w, struct error *err)
{
	const struct kernel *k = w->kernel;
	ssize_t n;

	if (!w->launch->argv)
		return 0;
	if (!w->pid && launch_child(w, err) < 0)
		return -1;
	w->started = true;
	if (w->go_fd >= 0) {
		w->start_ns = k->now_ns(k);
		n = k->write(k, w->go_fd, "", 1);
		if (n == 1)
			return 0;
		return error_set(err, ERROR_SYSTEM, n < 0 ? (int)-n : EIO, "cannot release '%s': %s",
				 w->launch->argv[0], strerror(n < 0 ? (int)-n : EIO));
	}
	if (w->shared->errnum)
		return fail_exec(w, err);
	return 0;
}

uint64_t workload_start_ns(const struct workload *w)
{
	return w->shared && w->shared->start_ns ? w->shared->start_ns : w->start_ns;
}

bool workload_has_begun(const struct workload *w)
{
	return !w->shared || w->shared->start_ns || w->shared->errnum;
}

bool workload_has_ended(const struct workload *w)
{
	return w->started && w->kernel->ended(w->kernel, w->pid) != 0;
}

/* SIGCHLD reports it. Two of them may be merged into one, so any signal is a reason to check. */
bool workload_is_over(const struct workload *w, unsigned kinds)
{
	return kinds & WAIT_SIGNAL && workload_has_ended(w);
}

bool workload_drops_counters(const struct workload *w)
{
	return w->shared && w->shared->drops_counters;
}

uint64_t workload_cpu_before_ns(const struct workload *w)
{
	return w->shared ? w->shared->cpu_before_ns : 0;
}

int workload_layout_errnum(const struct workload *w)
{
	return w->shared ? w->shared->layout_errnum : 0;
}

/* If it has its own group, nobody else would continue it: a stopped process takes only SIGKILL. */
int workload_signal(struct workload *w, int signo)
{
	bool wakes = w->launch->group && signo != SIGKILL && signo != SIGTSTP && signo != SIGCONT;
	int rc;

	if (!w->pid || w->reaped)
		return 0;
	rc = w->kernel->kill(w->kernel, w->launch->group ? -w->pid : w->pid, signo);
	if (rc == -ESRCH)
		rc = 0;
	if (rc < 0)
		w->unreached = -rc;
	if (wakes)
		w->kernel->kill(w->kernel, -w->pid, SIGCONT);
	return rc;
}

int workload_take_signals(struct workload *w, const struct signals *s)
{
	const struct kernel *k = w->kernel;
	struct pending_signals a = { .n = 0 };
	int last = 0, signo;
	bool sent;

	while ((signo = kernel_read_signal(k, s, &a, &sent)) != 0) {
		if (signo == SIGCHLD)
			continue;
		last = signo;
		/* a command may have left the group, as timeout does */
		if (w->started && (sent || w->launch->group || !k->reaches(k, w->pid, signo)))
			workload_signal(w, signo);
	}
	/* no command can live on */
	if (last && (!w->started || w->reaped))
		file_end_soon();
	return last;
}

int workload_reap(struct workload *w, struct error *err)
{
	const struct kernel *k = w->kernel;
	int rc;

	if (w->launch->counts_wait && workload_has_ended(w))
		w->waited_ns = k->waited_ns(k, w->pid);
	rc = k->reap(k, w->pid, &w->status, &w->usage);

	w->reaped = true;
	w->end_ns = k->now_ns(k);
	if (rc == 0) {
		long before = w->shared->rss_before;

		/* the kernel keeps the larger value, roughly: it counts the pages of each CPU in batches */
		w->rss_hidden = w->usage.ru_maxrss <= before + before / 8;
		w->left_some = w->launch->group && k->kill(k, -w->pid, 0) == 0;
	}
	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot get the exit status of '%s': %s",
				 w->launch->argv[0], strerror(-rc));
	if (w->shared->errnum)
		return fail_exec(w, err);
	w->start_ns = workload_start_ns(w);
	return 0;
}

void workload_cancel(struct workload *w)
{
	const struct kernel *k = w->kernel;

	if (w->go_fd >= 0)		/* a held child ends at end of file, even if it cannot be signalled */
		k->close(k, w->go_fd);
	if (w->pid && !w->reaped) {
		workload_signal(w, SIGKILL);
		k->reap(k, w->pid, &w->status, &w->usage);
	}
	if (w->shared)
		launch_page_release(k, w->launch, w->shared);
	*w = (struct workload)WORKLOAD_INIT;
}
