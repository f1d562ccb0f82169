/* SPDX-License-Identifier: MIT */
/* The fake kernel's descriptors, signals and clock. */
#include "fake_kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>

#include "host/fixed_loop.h"
#include "base/number.h"

enum { FIRST_FD = 3 };
static const uint64_t MS = 1000000;

struct fake_kernel *fake_self(const struct kernel *k)
{
	return (struct fake_kernel *)(uintptr_t)k;
}

int fake_fault(struct fake_kernel *fk, const char *name)
{
	bool all = strcmp(fk->fail_all, name) == 0;

	if (fk->calls < FAKE_CALLS)
		fk->called[fk->calls] = name;
	if (++fk->calls != fk->fail_at && !all)
		return 0;
	fk->fault_fired = 1;
	return -fk->fail_errno;
}

void fake_begin_run(struct fake_kernel *fk)
{
	fk->runs += !fk->in_run;
	fk->in_run = true;
}

uint64_t fake_of_run(const struct fake_kernel *fk, const struct fake_list *list, uint64_t otherwise)
{
	size_t run = fk->runs > 0 ? (size_t)fk->runs - 1 : 0;

	return list->n ? list->value[run < list->n ? run : list->n - 1] : otherwise;
}

uint64_t fake_spread(const struct fake_kernel *fk, uint64_t value)
{
	uint64_t p = fk->spread_pct, run = fk->runs > 0 ? (uint64_t)fk->runs - 1 : 0;

	switch (run % 5) {
	case 1: return number_muldiv(value, 200 + 2 * p, 200);
	case 2: return number_muldiv(value, 200 - 2 * p, 200);
	case 3: return number_muldiv(value, 200 + p, 200);
	case 4: return number_muldiv(value, 200 - p, 200);
	}
	return value;
}

bool fake_has_word(const struct fake_kernel *fk, const char *word)
{
	for (char *const *w = fk->argv; w && *w; w++)
		if (strcmp(*w, word) == 0)
			return true;
	return false;
}

uint64_t fake_more(const struct fake_kernel *fk, uint64_t value)
{
	for (size_t i = 0; i < FAKE_MORE; i++) {
		const struct fake_more *m = &fk->child.more[i];

		if (m->word[0] && fake_has_word(fk, m->word))
			value = number_muldiv(value, (uint64_t)(100 + m->percent), 100);
	}
	return value;
}

uint64_t fake_work_ns(const struct fake_kernel *fk)
{
	return fake_more(fk, fake_spread(fk, fake_of_run(fk, &fk->child.run_ns, 10 * MS)));
}

uint64_t fake_child_ns(const struct fake_kernel *fk)
{
	uint64_t run = fk->runs > 0 ? (uint64_t)fk->runs - 1 : 0;

	return number_muldiv(fake_work_ns(fk), 100 + run * fk->drift_pct, 100);
}

/* --- descriptors --------------------------------------------------------------- */

int fake_take_fd(struct fake_kernel *fk)
{
	/* the lowest, as the kernel does it */
	for (int fd = fk->first_free; fd < fk->n_fds && (rlim_t)fd < fk->nofile.rlim_cur; fd++) {
		if (fk->fd[fd].used)
			continue;
		fk->first_free = fd + 1;
		fk->fd[fd] = (struct fake_counter){ .used = true, .leader = -1 };
		fk->open_fds++;
		fk->top = fd >= fk->top ? fd + 1 : fk->top;
		return fd;
	}
	return -EMFILE;
}

void fake_drop_fd(struct fake_kernel *fk, int fd)
{
	if (fd < FIRST_FD || fd >= fk->n_fds || !fk->fd[fd].used)
		abort();	/* pstat closes what is not its own */
	fk->open_fds--;
	fk->first_free = fd < fk->first_free ? fd : fk->first_free;
	/* one that was read: they are not closed to be opened otherwise, and it is no primer */
	fk->in_run &= !(fk->fd[fd].is_counter && fk->fd[fd].reads && !fk->fd[fd].own);
	if (fk->fd[fd].is_counter && fk->fd[fk->fd[fd].leader].members)
		fk->fd[fk->fd[fd].leader].members--;
	fk->fd[fd] = (struct fake_counter){0};
}

static int fallible_fd(struct fake_kernel *fk, const char *name)
{
	int rc = fake_fault(fk, name);

	return rc ? rc : fake_take_fd(fk);
}

static void fake_close(const struct kernel *k, int fd)
{
	struct fake_kernel *fk = fake_self(k);

	if (fd == fk->go_fd)
		fake_hang_up(fk);
	if (fd == fk->netlink_fd)
		fk->netlink_fd = -1;
	fake_drop_fd(fk, fd);
}

static int fake_open_scratch(const struct kernel *k)
{
	struct fake_kernel *fk = fake_self(k);

	fk->scratch_fd = fallible_fd(fk, "scratch");
	return fk->scratch_fd;
}

static ssize_t fake_trim_scratch(const struct kernel *k, int fd, size_t keep)
{
	struct fake_kernel *fk = fake_self(k);
	int rc = fake_fault(fk, "take");

	if (fd != fk->scratch_fd || !keep)
		abort();
	fk->trims++;
	return rc ? rc : (ssize_t)fk->flood;
}

static ssize_t fake_take_scratch(const struct kernel *k, int fd, void *buf, size_t size)
{
	struct fake_kernel *fk = fake_self(k);
	size_t len = strlen(fk->scratch), n = len < size ? len : size;
	int rc = fake_fault(fk, "take");

	if (fd != fk->scratch_fd)
		abort();
	if (rc)
		return rc;
	if (n)
		memcpy(buf, fk->scratch + len - n, n);
	fk->scratch[0] = '\0';
	return (ssize_t)n;
}

static int fake_map(const struct kernel *k, void **at, size_t size, int fd)
{
	int rc = fake_fault(fake_self(k), "map");

	if (rc)
		return rc;
	*at = calloc(1, size);
	if (fd >= 0 && fd == fake_self(k)->shared_fd)
		fake_self(k)->shared_file = *at;
	else if (fd >= 0)
		fake_ring_map(fake_self(k), fd, *at, size);
	fake_self(k)->mappings++;
	return 0;
}

static void fake_unmap(const struct kernel *k, void *at, size_t size)
{
	(void)size;
	if (at == fake_self(k)->shared_file)
		fake_self(k)->shared_file = NULL;
	free(at);
	fake_self(k)->mappings--;
}

static ssize_t fake_write(const struct kernel *k, int fd, const void *buf, size_t size)
{
	struct fake_kernel *fk = fake_self(k);
	int rc = fake_fault(fk, "write");

	if (rc)
		return rc;
	if (fd == fk->ack_fd && fk->log)
		fprintf(stderr, "fake: %.3s at %llu ms\n", (const char *)buf,
			(unsigned long long)((fk->clock_ns - 1000 * MS) / MS));
	if (fd == fk->go_fd)
		fake_release(fk);
	if (fd == fk->netlink_fd)
		fake_netlink_write(fk, buf);
	return (ssize_t)size;
}

/* --- targets: every id lives until the script ends it --------------------- ---------------- */

uint64_t fake_end_of(const struct fake_kernel *fk, pid_t pid)
{
	for (size_t i = 0; i < fk->n_ends; i++)
		if (fk->ends[i].pid == pid)
			return fk->ends[i].at_ns;
	return UINT64_MAX;
}

bool fake_is_over(const struct fake_kernel *fk, pid_t pid)
{
	return pid > 0 && fk->clock_ns >= fake_end_of(fk, pid);
}

static int fake_pidfd(const struct kernel *k, pid_t pid, bool thread)
{
	struct fake_kernel *fk = fake_self(k);
	bool refused = thread && fk->version && fk->version < 609;	/* PIDFD_THREAD */
	int fd;

	fd = refused && !fk->no_pidfd ? -EINVAL : fk->no_pidfd ? -ENOSYS : fake_is_over(fk, pid) ? -ESRCH : fallible_fd(fk, "pidfd");
	if (fd >= 0)
		fk->fd[fd].watched = pid;
	return fd;
}

static int fake_alive(const struct kernel *k, pid_t pid, bool thread)
{
	(void)thread;
	return !fake_is_over(fake_self(k), pid);
}

/* --- control --------------------------------------------------------------------- */

/* The first one that is opened is the one that commands come from. */
static int fake_open_fifo(const struct kernel *k, const char *path)
{
	struct fake_kernel *fk = fake_self(k);
	int fd = strstr(path, "nosuch") ? -ENOENT : fallible_fd(fk, "fifo");

	if (fd >= 0)
		*(fk->control_fd < 0 ? &fk->control_fd : &fk->ack_fd) = fd;
	return fd;
}

static int fake_is_given(const struct kernel *k, int fd)
{
	struct fake_kernel *fk = fake_self(k);
	int rc = fake_fault(fk, "is-given");

	if (rc == 0 && fd >= 90)
		return -EBADF;
	if (rc == 0)
		*(fk->control_fd < 0 ? &fk->control_fd : &fk->ack_fd) = fd;
	return rc;
}

static bool control_is_due(const struct fake_kernel *fk)
{
	return fk->controls_read < fk->n_controls && fk->controls[fk->controls_read].at_ns <= fk->clock_ns;
}

static ssize_t read_control(struct fake_kernel *fk, char *buf, size_t size)
{
	const struct fake_control *c = &fk->controls[fk->controls_read];
	size_t len = control_is_due(fk) ? strlen(c->text) : 0;

	if (!control_is_due(fk))
		return -EAGAIN;
	if (len > size)
		abort();	/* commands in a script are short */
	fk->controls_read++;
	memcpy(buf, c->text, len);
	return (ssize_t)len;
}

/* --- this process -------------------------------------------------------------- */

static bool signal_is_due(const struct fake_kernel *fk)
{
	return fk->signals_read < fk->n_signals && fk->signals[fk->signals_read].at_ns <= fk->clock_ns;
}

/* Ctrl-C reaches the command too, whether pstat reads its own or not. */
static void deliver_terminal(struct fake_kernel *fk, uint64_t before_ns)
{
	for (size_t i = 0; i < fk->n_signals; i++) {
		const struct fake_signal *s = &fk->signals[i];

		if (s->code == SI_KERNEL && s->at_ns > before_ns && s->at_ns <= fk->clock_ns && fk->pid &&
		    fk->released && !fk->in_group)
			fake_die(fk, s->signo);
	}
}

static bool take_signal(struct fake_kernel *fk, struct signalfd_siginfo *to)
{
	struct signalfd_siginfo info = {0};

	fake_settle_child(fk);
	if (signal_is_due(fk)) {
		const struct fake_signal *s = &fk->signals[fk->signals_read++];

		info.ssi_signo = (uint32_t)s->signo;
		info.ssi_code = s->code;
	} else if (fk->zombie && !fk->chld_told) {
		fk->chld_told = true;
		info.ssi_signo = SIGCHLD;
		info.ssi_pid = fk->foreign_chld ? 1 : (uint32_t)fk->pid;
	} else {
		return false;
	}
	*to = info;
	return true;
}

static ssize_t read_signals(struct fake_kernel *fk, struct signalfd_siginfo *info, size_t room)
{
	size_t n = 0;

	while (n < room && take_signal(fk, &info[n]))
		n++;
	return n ? (ssize_t)(n * sizeof(*info)) : -EAGAIN;
}

static ssize_t fake_read(const struct kernel *k, int fd, void *buf, size_t size)
{
	struct fake_kernel *fk = fake_self(k);
	int rc;

	if (fd == fk->signal_fd) {
		rc = fk->deafens ? fake_fault(fk, "signal") : 0;
		fk->deaf |= rc != 0;
		return rc ? rc : read_signals(fk, buf, size / sizeof(struct signalfd_siginfo));
	}
	rc = fake_fault(fk, "read");
	if (fd == fk->control_fd)
		return rc ? rc : read_control(fk, buf, size);
	if (fd == fk->netlink_fd)
		return rc ? rc : fake_netlink_read(fk, buf);
	return rc ? rc : fake_counter_read(fk, fd, buf, size);
}

static int fake_signals_open(const struct kernel *k, struct signals *s)
{
	struct fake_kernel *fk = fake_self(k);

	s->fd = fallible_fd(fk, "signals");
	fk->signal_fd = s->fd;
	return s->fd < 0 ? s->fd : 0;
}

static void fake_signals_close(const struct kernel *k, struct signals *s)
{
	if (s->fd < 0)
		return;
	fake_close(k, s->fd);
	fake_self(k)->signal_fd = -1;
	s->fd = -1;
}

static bool fake_ignores(const struct kernel *k, int signo)
{
	(void)k;
	(void)signo;
	return false;
}

static bool fake_reaches(const struct kernel *k, pid_t pid, int signo)
{
	(void)pid;
	(void)signo;
	return !fake_self(k)->child.apart;
}

static int fake_limit_get(const struct kernel *k, struct rlimit *nofile)
{
	int rc = fake_fault(fake_self(k), "limit-get");

	if (rc == 0)
		*nofile = fake_self(k)->nofile;
	return rc;
}

static int fake_limit_set(const struct kernel *k, const struct rlimit *nofile)
{
	int rc = fake_fault(fake_self(k), "limit-set");

	if (rc == 0)
		fake_self(k)->nofile = *nofile;
	return rc;
}

static void fake_sync(const struct kernel *k)
{
	fake_self(k)->syncs++;
	if (fake_self(k)->log)
		fprintf(stderr, "fake: sync\n");
}

static uint64_t fake_now(const struct kernel *k) { return fake_self(k)->clock_ns; }

static unsigned ready_kind(const struct fake_kernel *fk, const struct wait_fd *fd)
{
	if (fd->fd < 0)
		return 0;
	if (fd->kind == WAIT_TARGET)
		return fake_is_over(fk, fk->fd[fd->fd].watched) ? WAIT_TARGET : 0;
	if (fd->kind == WAIT_CONTROL)
		return control_is_due(fk) ? WAIT_CONTROL : 0;
	return fd->kind == WAIT_SIGNAL && (signal_is_due(fk) || (fk->zombie && !fk->chld_told)) ?
	       WAIT_SIGNAL : 0;
}

static uint64_t first_of(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static uint64_t event_at(const struct fake_kernel *fk, const struct wait_fd *fd)
{
	if (fd->fd >= 0 && fd->kind == WAIT_TARGET)
		return fake_end_of(fk, fk->fd[fd->fd].watched);
	if (fd->fd >= 0 && fd->kind == WAIT_CONTROL && fk->controls_read < fk->n_controls)
		return fk->controls[fk->controls_read].at_ns;
	return KERNEL_FOREVER;
}

/* Jumps to the earliest of the deadline, the next signal and the child's end. */
static int fake_wait(const struct kernel *k, struct wait_fd *fds, size_t n, uint64_t deadline_ns)
{
	struct fake_kernel *fk = fake_self(k);
	uint64_t next = deadline_ns == KERNEL_FOREVER ? deadline_ns : deadline_ns + fk->late_ns,
			before = fk->clock_ns;
	unsigned kinds = 0;
	int rc = fake_fault(fk, "wait");

	if (rc)
		return rc == -EINTR ? 0 : rc;	/* nothing is ready, as far as anybody knows */
	if (fk->signals_read < fk->n_signals && fk->signals[fk->signals_read].at_ns < next)
		next = fk->signals[fk->signals_read].at_ns;
	if (fk->released && fk->end_ns < next)
		next = fk->end_ns;
	for (size_t i = 0; i < n; i++)
		next = first_of(next, event_at(fk, &fds[i]));
	if (next == KERNEL_FOREVER)
		return -EDEADLK;	/* the real one would hang */
	if (next > fk->clock_ns)
		fk->clock_ns = next;
	fk->clock_ns += fk->deaf ? MS : 0;
	fk->deaf = false;
	deliver_terminal(fk, before);
	fake_settle_child(fk);
	for (size_t i = 0; i < n; i++) {
		unsigned kind = ready_kind(fk, &fds[i]);

		fds[i].ready = kind;
		kinds |= kind;
	}
	return (int)(kinds ? kinds : WAIT_DEADLINE);
}

struct fake_rule *fake_kernel_rule(struct fake_kernel *fk, uint32_t type, uint64_t config)
{
	struct fake_rule *r;

	if (fk->n_rules == FAKE_RULES)
		abort();
	r = &fk->rule[fk->n_rules++];
	*r = (struct fake_rule){ .has_type = true, .type = type, .has_config = true, .config = config };
	return r;
}

static uint64_t fake_tsc_hz(const struct kernel *k)
{
	return fake_self(k)->tsc_hz;
}

static int fake_time_loop(const struct kernel *k, struct loop_times *t)
{
	struct fake_kernel *fk = fake_self(k);
	const struct fake_list *l = &fk->loop_pct;
	uint64_t pct = !l->n ? 100 : l->value[fk->loops < l->n ? fk->loops : l->n - 1];

	fk->loops++;
	*t = (struct loop_times){0};
	for (size_t i = 0; i < LOOP_PARTS; i++)
		t->ns[i] = 10000 * pct;
	t->ns[0] += fake_sample_loop(fk);
	return 0;
}

static uint64_t fake_own_cpu(const struct kernel *k)
{
	return fake_self(k)->own_cpu_ns;
}

static uint64_t fake_waited(const struct kernel *k, pid_t pid)
{
	(void)pid;
	return fake_self(k)->waits_ns;
}

void fake_kernel_init(struct fake_kernel *fk)
{
	memset(fk, 0, sizeof(*fk));
	fake_kernel_start(fk);
}

void fake_kernel_start(struct fake_kernel *fk)
{
	fk->fd = fk->own;
	fk->n_fds = FAKE_FDS;
	fk->first_free = FIRST_FD;
	fk->ops = (struct kernel){
		.read = fake_read, .write = fake_write, .close = fake_close,
		.map = fake_map, .unmap = fake_unmap, .pidfd = fake_pidfd, .alive = fake_alive,
		.open_scratch = fake_open_scratch, .take_scratch = fake_take_scratch,
		.trim_scratch = fake_trim_scratch,
		.open_netlink = fake_open_netlink, .netlink_lost = fake_netlink_lost,
		.open_fifo = fake_open_fifo, .is_given = fake_is_given,
		.signals_open = fake_signals_open, .ignores = fake_ignores, .reaches = fake_reaches,
		.signals_close = fake_signals_close, .limit_get = fake_limit_get, .limit_set = fake_limit_set,
		.sync = fake_sync, .tsc_hz = fake_tsc_hz, .time_loop = fake_time_loop,
		.own_cpu_ns = fake_own_cpu, .waited_ns = fake_waited,
		 .now_ns = fake_now, .wait = fake_wait,
	};
	fake_child_install(&fk->ops);
	fake_regions_install(&fk->ops);
	fake_counters_install(&fk->ops);
	fk->clock_ns = 1000 * MS;
	fk->signal_fd = fk->go_fd = fk->control_fd = fk->ack_fd = fk->scratch_fd = fk->shared_fd = fk->netlink_fd = -1;
	fk->nofile = (struct rlimit){ 1024, 4096 };
	fk->child.rss = 2048;
}
