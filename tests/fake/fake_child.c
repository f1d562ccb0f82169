/* SPDX-License-Identifier: MIT */
/* The fake kernel's command and its hooks: starts them, lets them live and ends them. */
#include "fake_kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpulist.h"
#include "base/number.h"

enum { PID = 4242, HOOK_PID = 4000 };
static const uint64_t MS = 1000000;

void fake_settle_child(struct fake_kernel *fk)
{
	if (!fk->released || fk->clock_ns < fk->end_ns)
		return;
	if (!fk->zombie && !fk->hook) {
		fake_ring_end(fk);
		fake_taskstats_end(fk);
	}
	fk->zombie = true;
}

void fake_die(struct fake_kernel *fk, int signo)
{
	fake_settle_child(fk);
	if (fk->zombie || (fk->child.stubborn && signo != SIGKILL))
		return;
	fk->status = signo;
	fk->released = true;
	fk->end_ns = fk->clock_ns;
}

/* A child that is held reads the end of its pipe. */
void fake_hang_up(struct fake_kernel *fk)
{
	fk->go_fd = -1;
	if (!fk->pid || fk->released)
		return;
	fk->released = true;
	fk->status = 127 << 8;
	fk->end_ns = fk->clock_ns;
}

/* "false" and "exit N" fail, everything else is fine. */
static int hook_status(const char *command)
{
	if (strncmp(command, "exit ", 5) == 0)
		return atoi(command + 5) << 8;
	return strcmp(command, "false") == 0 ? 1 << 8 : 0;
}

static void release_hook(struct fake_kernel *fk)
{
	int failed = fk->child.hook_errno;

	fk->released = true;
	fk->start_ns = fk->clock_ns;
	fk->shared->errnum = failed;
	fk->status = failed ? 127 << 8 : hook_status(fk->hook);
	fk->end_ns = fk->clock_ns + (failed ? 0 : fk->child.hook_ns);
	if (!failed)
		fk->shells++;
}

/* If its stderr is the scratch file, the text is written there. */
static void speak(struct fake_kernel *fk)
{
	size_t len = strlen(fk->scratch);

	if (fk->scratch_fd < 0 || fk->err_fd != fk->scratch_fd || len + strlen(fk->child.says) >= sizeof(fk->scratch))
		return;
	strcpy(fk->scratch + len, fk->child.says);
}

static int failed_exec(struct fake_kernel *fk, const struct fake_child *c)
{
	if (fk->pinned && c->pin_errno) {
		fk->shared->failed = LAUNCH_PIN;
		return c->pin_errno;
	}
	return c->exec_errno;
}

/*
 * When valgrind is launched, $FAKE_VALGRIND is a shell command that writes its logs: $LOG is the log of the
 * process that is started, $DIR the folder, $TOOL cachegrind or callgrind, and $1 to $9 are the command.
 */
static void run_as_valgrind(struct fake_kernel *fk)
{
	static char *words[32];		/* pstat frees its list with the run */
	size_t n = 0;
	const char *script = getenv("FAKE_VALGRIND"), *name = strrchr(fk->argv[0], '/'), *log = NULL;
	struct str command = {0}, path = {0};
	char *const *word = fk->argv;

	if (!script || !name || strcmp(name, "/valgrind") != 0)
		return;
	for (; *word && strcmp(*word, "--") != 0; word++)
		if (strncmp(*word, "--log-file=", 11) == 0)
			log = *word + 11;
		else if (strncmp(*word, "--tool=", 7) == 0)
			setenv("TOOL", *word + 7, 1);
	if (!log)
		return;
	str_add_n(&path, log, strlen(log) - strlen("/%p"));
	setenv("DIR", path.text, 1);
	str_addf(&path, "/%d", fk->pid);
	setenv("LOG", path.text, 1);
	str_add(&command, "set --");
	for (word += *word != NULL; *word && n + 1 < sizeof(words) / sizeof(*words); word++) {
		str_addf(&command, " '%s'", *word);
		words[n++] = *word;
	}
	words[n] = NULL;
	fk->argv = words;
	str_addf(&command, "\n%s", script);
	if (system(command.text) != 0)
		abort();
	str_release(&command);
	str_release(&path);
}

void fake_release(struct fake_kernel *fk)
{
	int failed = failed_exec(fk, &fk->child);

	fk->released = true;
	fk->ran = !failed;
	fk->shared->drops_counters = fk->child.privileged;
	fk->shared->rss_before = fk->child.own_rss;
	fk->shared->layout_errnum = fk->laid_out ? fk->child.layout_errno : 0;
	fk->start_ns = fk->shared->start_ns = fk->clock_ns;
	fk->shared->errnum = failed;
	fk->status = failed ? 127 << 8 : (int)fake_of_run(fk, &fk->child.status, 0);
	fk->end_ns = fk->clock_ns + (failed ? 0 : fake_child_ns(fk));
	if (failed)
		return;
	fake_counters_exec(fk);
	speak(fk);
	fake_regions_run(fk);
	run_as_valgrind(fk);
}

static void log_launch(const struct launch *l)
{
	static const char *const layouts[] = { "", ", fixed layout", ", random layout" };
	struct str cpus = {0};

	if (l->pin)
		cpulist_format(l->pin, &cpus);
	fprintf(stderr, "fake: launch");
	for (char *const *w = l->argv; *w && (l->group || w == l->argv); w++)
		fprintf(stderr, " %s", *w);
	fprintf(stderr, "%s%s%s%s%s%s%s%s\n", l->held ? ", held" : "", l->group ? ", group" : "",
		l->in_fd == LAUNCH_NULL ? ", no stdin" : "",
		l->out_fd == LAUNCH_NULL ? ", no stdout" : l->out_fd == 2 ? ", stdout is stderr" : "",
		l->err_fd > 2 ? ", stderr kept" : "", layouts[l->layout], l->pin ? ", on CPUs " : "",
		l->pin ? cpus.text : "");
	str_release(&cpus);
}

static void log_hook(const struct fake_kernel *fk, const struct launch *l)
{
	fprintf(stderr, "fake: shell %s", fk->hook);
	for (size_t i = 0; l->env && l->env[i]; i++)
		fprintf(stderr, "%s%s", i ? " " : ", with ", l->env[i]);
	fprintf(stderr, "%s\n", l->out_fd == 2 ? ", stdout is stderr" : "");
}

/* The command itself, or a shell command beside it. */
static void begin(struct fake_kernel *fk, const struct launch *l)
{
	bool hook = strcmp(l->argv[0], "/bin/sh") == 0 && l->argv[1] && strcmp(l->argv[1], "-c") == 0;

	fk->child_nofile = l->nofile ? *l->nofile : fk->nofile;
	fk->hook = hook ? l->argv[2] : NULL;
	fk->in_group = l->group;
	fk->pinned = l->pin != NULL;
	fk->laid_out = l->layout != LAUNCH_LAYOUT_OF_CALLER;
	fk->err_fd = l->err_fd;
	if (!hook) {
		fake_begin_run(fk);
		fk->argv = l->argv;
	}
	fk->pid = hook ? HOOK_PID : PID + fk->launches++;
	if (fk->log && hook)
		log_hook(fk, l);
	else if (fk->log)
		log_launch(l);
}

static int fake_launch(const struct kernel *k, struct launched *out, const struct launch *l)
{
	struct fake_kernel *fk = fake_self(k);
	struct launch_shared *page;
	int rc = fake_fault(fk, "launch");

	if (rc == 0)
		rc = launch_page(k, l, &page);
	if (rc < 0)
		return rc;
	fk->go_fd = -1;
	if (l->held)
		fk->go_fd = fake_take_fd(fk);
	if (l->held && fk->go_fd < 0) {
		launch_page_release(k, l, page);
		return fk->go_fd;
	}
	fk->shared = page;
	fk->released = fk->zombie = fk->chld_told = fk->ran = false;
	fk->start_ns = fk->end_ns = fk->clock_ns;
	begin(fk, l);
	if (fk->hook)
		release_hook(fk);
	else if (!l->held)
		fake_release(fk);
	*out = (struct launched){ fk->pid, fk->go_fd, fk->shared };
	return 0;
}

static struct timeval timeval_of(uint64_t ns)
{
	return (struct timeval){ (time_t)(ns / 1000000000), (suseconds_t)(ns % 1000000000 / 1000) };
}

static int fake_reap(const struct kernel *k, pid_t pid, int *status, struct rusage *usage)
{
	struct fake_kernel *fk = fake_self(k);
	const struct fake_child *c = &fk->child;
	uint64_t lived;
	int rc = fake_fault(fk, "reap");

	if (rc == 0 && pid != fk->pid)
		rc = -ECHILD;
	if (rc == 0 && !fk->released)
		abort();	/* the real one would wait for ever */
	if (rc < 0) {
		fk->pid = 0;
		return rc;
	}
	if (fk->clock_ns < fk->end_ns)
		fk->clock_ns = fk->end_ns;
	fk->in_run &= fk->hook != NULL;
	lived = fk->end_ns - fk->start_ns;
	*usage = (struct rusage){ .ru_maxrss = c->rss > c->own_rss ? c->rss : c->own_rss };
	usage->ru_utime = timeval_of(c->user_ns ? c->user_ns : number_muldiv(lived, 6, 10));
	usage->ru_stime = timeval_of(c->system_ns ? c->system_ns : number_muldiv(lived, 3, 10));
	*status = fk->status;
	fk->pid = 0;
	fk->released = fk->zombie = false;
	return 0;
}

static int fake_ended(const struct kernel *k, pid_t pid)
{
	struct fake_kernel *fk = fake_self(k);
	int rc = fake_fault(fk, "ended");

	if (rc)
		return rc;
	if (pid != fk->pid)
		return -ECHILD;
	fake_settle_child(fk);
	return fk->zombie;
}

static int fake_kill(const struct kernel *k, pid_t pid, int signo)
{
	struct fake_kernel *fk = fake_self(k);
	int rc = fake_fault(fk, "kill");

	if (rc)
		return rc;
	if (!fk->pid && !signo && fk->child.leaves)
		return 0;
	if (!fk->pid || (pid != fk->pid && pid != -fk->pid))
		return -ESRCH;
	if (fk->log)
		fprintf(stderr, "fake: kill %d%s at %llu ms\n", signo, pid < 0 ? ", group" : "",
			(unsigned long long)((fk->clock_ns - 1000 * MS) / MS));
	if (signo == SIGCONT) {		/* nothing is ever stopped here */
		fk->woken++;
		return 0;
	}
	fk->last_kill = signo;
	fk->last_kill_pid = pid;
	fake_die(fk, signo);
	return 0;
}

void fake_child_install(struct kernel *ops)
{
	ops->launch = fake_launch;
	ops->reap = fake_reap;
	ops->ended = fake_ended;
	ops->kill = fake_kill;
}
