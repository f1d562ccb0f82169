/* SPDX-License-Identifier: MIT */
/* The real kernel: each function makes one call and returns its errno as the result. */
#define _GNU_SOURCE
#include "host/kernel_linux.h"

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#endif
#include <errno.h>
#include <fcntl.h>
#include <linux/netlink.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "host/fd.h"
#include "host/fixed_loop.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "host/rights.h"

#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif
#ifndef SO_MEMINFO
#define SO_MEMINFO 55		/* since Linux 4.12 */
#endif
#ifndef PIDFD_THREAD
#define PIDFD_THREAD O_EXCL		/* since Linux 6.9; before, EINVAL */
#endif

static int owned_fd(long fd)
{
	return fd_keep_above_stdio(fd < 0 ? -errno : (int)fd);
}

static int linux_perf_open(const struct kernel *k, struct perf_event_attr *attr,
			   pid_t pid, int cpu, int group_fd, unsigned long flags)
{
	long fd;

	(void)k;
	rights_raise(attr->type);
	do	/* it waits for locks; a stop or a frozen cgroup interrupts that */
		fd = syscall(SYS_perf_event_open, attr, pid, cpu, group_fd, flags | PERF_FLAG_FD_CLOEXEC);
	while (fd < 0 && errno == EINTR);
	rights_lower();
	return owned_fd(fd);
}

static int linux_perf_ioctl(const struct kernel *k, int fd, unsigned long request, unsigned long arg)
{
	(void)k;
	/* musl's request is an int; the kernel's is an unsigned int */
	return syscall(SYS_ioctl, fd, request, arg) < 0 ? -errno : 0;
}

static ssize_t linux_read(const struct kernel *k, int fd, void *buf, size_t size)
{
	ssize_t n;

	(void)k;
	do
		n = read(fd, buf, size);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static ssize_t linux_write(const struct kernel *k, int fd, const void *buf, size_t size)
{
	ssize_t n;

	(void)k;
	do
		n = write(fd, buf, size);
	while (n < 0 && errno == EINTR);
	return n < 0 ? -errno : n;
}

static void linux_close(const struct kernel *k, int fd)
{
	(void)k;
	close(fd);
}

static int linux_open_fifo(const struct kernel *k, const char *path)
{
	(void)k;
	int fd = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);

	return fd < 0 ? -errno : owned_fd(fd);
}

static int linux_is_given(const struct kernel *k, int fd)
{
	(void)k;
	return fd_given(fd);
}

/* O_APPEND: the command may open it again, and it is emptied between runs. */
static int linux_open_scratch(const struct kernel *k)
{
	enum { CLOEXEC = 1 };	/* MFD_CLOEXEC */
	struct rlimit size;
	int fd, rc;

	(void)k;
	/* the limit does not apply to terminals and pipes, so the command would notice the difference */
	if (getrlimit(RLIMIT_FSIZE, &size) < 0 || size.rlim_cur != RLIM_INFINITY)
		return -EFBIG;
	fd = owned_fd(syscall(SYS_memfd_create, "output", CLOEXEC));
	if (fd < 0 || fcntl(fd, F_SETFL, O_APPEND) == 0)
		return fd;
	rc = -errno;
	close(fd);
	return rc;
}

/* A hole frees memory and does not disturb a writer at the end. */
static ssize_t linux_trim_scratch(const struct kernel *k, int fd, size_t keep)
{
	enum { LITTLE = 1 << 20, MUCH = 1 << 30, BLOCK = 512 };
	struct stat st;
	off_t held;

	(void)k;
	if (fstat(fd, &st) < 0)
		return -errno;
	held = (off_t)st.st_blocks * BLOCK;
	if (held > LITTLE && st.st_size > (off_t)keep &&
	    fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, st.st_size - (off_t)keep) < 0)
		return -errno;
	return held < MUCH ? (ssize_t)held : MUCH;
}

static ssize_t linux_take_scratch(const struct kernel *k, int fd, void *buf, size_t size)
{
	struct stat st;
	off_t from;
	ssize_t n;

	(void)k;
	if (fstat(fd, &st) < 0)
		return -errno;
	from = st.st_size > (off_t)size ? st.st_size - (off_t)size : 0;
	n = size ? pread(fd, buf, size, from) : 0;
	if (n < 0 || ftruncate(fd, 0) < 0)
		return -errno;
	return n;
}

enum { ADD_SEALS = 1033, SEAL_SEAL = 1, SEAL_SHRINK = 2, SEAL_GROW = 4, SEAL_WRITE = 8 };	/* of fcntl */

/* A command inherits it, so its number is above those that programs use. */
static int linux_open_sealable(const struct kernel *k)
{
	enum { CLOEXEC = 1, SEALABLE = 2, HIGH = 1000 };	/* MFD_CLOEXEC, MFD_ALLOW_SEALING */
	int fd = owned_fd(syscall(SYS_memfd_create, "regions", CLOEXEC | SEALABLE)), high;

	(void)k;
	high = fd < 0 ? fd : fcntl(fd, F_DUPFD_CLOEXEC, HIGH);
	if (high < 0)
		return fd;
	close(fd);
	return high;
}

static int linux_open_shared(const struct kernel *k, size_t size)
{
	int fd = linux_open_sealable(k), rc;

	if (fd < 0)
		return fd;
	if (ftruncate(fd, (off_t)size) == 0 && fcntl(fd, ADD_SEALS, SEAL_SEAL | SEAL_SHRINK | SEAL_GROW) == 0)
		return fd;
	rc = -errno;
	close(fd);
	return rc;
}

static int linux_seal(const struct kernel *k, int fd, const void *bytes, size_t n)
{
	ssize_t written = linux_write(k, fd, bytes, n);

	if (written != (ssize_t)n)
		return written < 0 ? (int)written : -ENOSPC;
	return fcntl(fd, ADD_SEALS, SEAL_SEAL | SEAL_SHRINK | SEAL_GROW | SEAL_WRITE) < 0 ? -errno : 0;
}

static int linux_map(const struct kernel *k, void **at, size_t size, int fd)
{
	(void)k;
	*at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
	return *at == MAP_FAILED ? -errno : 0;
}

static void linux_unmap(const struct kernel *k, void *at, size_t size)
{
	(void)k;
	munmap(at, size);
}

static int linux_open_netlink(const struct kernel *k, int room)
{
	int fd = owned_fd(socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_GENERIC));

	(void)k;
	if (fd >= 0 && setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room)) < 0)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof(room));	/* limited by rmem_max */
	return fd;
}

static int64_t linux_netlink_lost(const struct kernel *k, int fd)
{
	enum { WORDS = 9, DROPS = 8 };		/* SK_MEMINFO_VARS, SK_MEMINFO_DROPS */
	uint32_t word[WORDS];
	socklen_t size = sizeof(word);

	(void)k;
	if (getsockopt(fd, SOL_SOCKET, SO_MEMINFO, word, &size) < 0)
		return -errno;
	return size == sizeof(word) ? (int64_t)word[DROPS] : -EPROTO;
}

/*
 * A thread that asks to be traced (PTRACE_TRACEME, against debuggers) is traced by the parent of its process:
 * pstat.  Each signal would stop it until that continues it.  So nobody traces it any longer, and it gets its
 * signal, but not the SIGTRAP of an exec, which only those that are traced get.
 */
static bool let_go_of_stopped(pid_t tid, int signo)
{
	siginfo_t why = {0};
	bool of_exec = signo == SIGTRAP && ptrace(PTRACE_GETSIGINFO, tid, NULL, &why) == 0 &&
		       why.si_code == SI_USER;

	return ptrace(PTRACE_DETACH, tid, NULL, (long)(of_exec ? 0 : signo)) == 0;
}

/* Whether tid is another thread of the process pid. */
static bool is_thread_of(pid_t tid, pid_t pid)
{
	return tid && tid != pid && (syscall(SYS_tgkill, pid, tid, 0) == 0 || errno == EPERM);
}

/*
 * True: the news was of a thread that was traced, and now nobody traces it, so there may be more news.  One
 * that has ended is waited for, or its process would never end.
 */
static bool let_go_of_traced(const siginfo_t *news, pid_t pid)
{
	siginfo_t end;

	if (news->si_code == CLD_TRAPPED)
		return let_go_of_stopped(news->si_pid, news->si_status);
	return is_thread_of(news->si_pid, pid) &&
	       waitid(P_PID, (id_t)news->si_pid, &end, WEXITED | WNOHANG) == 0;
}

static int linux_reap(const struct kernel *k, pid_t pid, int *status, struct rusage *usage)
{
	siginfo_t news = {0};

	(void)k;
	while (waitid(P_ALL, 0, &news, WEXITED | WNOWAIT) == 0 && let_go_of_traced(&news, pid))
		news = (siginfo_t){0};
	while (wait4(pid, status, 0, usage) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

static int linux_ended(const struct kernel *k, pid_t pid)
{
	siginfo_t news;

	(void)k;
	do {
		news = (siginfo_t){0};
		if (waitid(P_PID, (id_t)pid, &news, WEXITED | WNOHANG | WNOWAIT) < 0)
			return -errno;
		if (news.si_pid == pid && news.si_code != CLD_TRAPPED)
			return 1;
		if (!news.si_pid)	/* that way there is no news of its other threads */
			waitid(P_ALL, 0, &news, WEXITED | WNOHANG | WNOWAIT);
	} while (let_go_of_traced(&news, pid));
	return 0;
}

/* "NS-ON-CPU NS-WAITING SLICES" */
static uint64_t linux_waited_ns(const struct kernel *k, pid_t pid)
{
	char path[40], text[80], *end;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/schedstat", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return 0;
	n = linux_read(k, fd, text, sizeof(text) - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	strtoull(text, &end, 10);
	return strtoull(end, NULL, 10);
}

static int linux_kill(const struct kernel *k, pid_t pid, int signo)
{
	(void)k;
	return kill(pid, signo) < 0 ? -errno : 0;
}

static int linux_pidfd(const struct kernel *k, pid_t pid, bool thread)
{
	(void)k;
	return owned_fd(syscall(SYS_pidfd_open, pid, thread ? PIDFD_THREAD : 0));
}

/*
 * "123 (comm) S ...". comm may contain anything, so the state follows the last parenthesis, and the number
 * of threads comes 17 fields later. What cannot be read, for lack of a descriptor or because it is hidden,
 * lives as long as it can be signalled.
 */
static int linux_alive(const struct kernel *k, pid_t pid, bool thread)
{
	char path[40], text[512];
	const char *end, *threads;
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return k->kill(k, pid, 0) != -ESRCH;
	n = linux_read(k, fd, text, sizeof(text) - 1);
	close(fd);
	if (n <= 0)
		return n < 0 && n != -ESRCH;
	text[n] = '\0';
	end = strrchr(text, ')');
	if (!end || end[1] != ' ' || !end[2])
		return 0;
	threads = end + 1;
	for (int i = 0; i < 17 && threads; i++)
		threads = strchr(threads + 1, ' ');
	/* the first thread of a process can end before the others, and is a zombie until they end */
	return !strchr("ZXx", end[2]) || (!thread && threads && strtol(threads, NULL, 10) > 1);
}

static int lost_writes_ignored;		/* number of users; dispositions belong to the process */

bool kernel_linux_ignores_lost_writes(void)
{
	return lost_writes_ignored > 0;
}

static int linux_signals_open(const struct kernel *k, struct signals *s)
{
	struct sigaction act = { .sa_handler = SIG_DFL };	/* a stop is told, too: let_go_of_traced() */
	sigset_t set;
	int rc;

	(void)k;
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	/* ignored ones are skipped when they arrive, which saves fifty calls here */
	for (int signo = 1; signo <= SIGRTMAX; signo++)
		if (kernel_ends_process(signo))
			sigaddset(&set, signo);
	s->fd = owned_fd(signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
	if (s->fd < 0)
		return s->fd;
	if (sigprocmask(SIG_BLOCK, &set, &s->mask) < 0) {	/* the command's end would go unnoticed */
		rc = -errno;
		close(s->fd);
		s->fd = -1;
		return rc;
	}
	sigaction(SIGCHLD, &act, &s->chld);	/* if it were ignored, wait4 would return no status */
	act.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &act, &s->pipe);
	sigaction(SIGXFSZ, &act, &s->xfsz);
	lost_writes_ignored++;
	return 0;
}

static bool linux_ignores(const struct kernel *k, int signo)
{
	struct sigaction now;

	(void)k;
	/* pstat handles SIGCHLD itself */
	return signo != SIGCHLD && sigaction(signo, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

static bool linux_reaches(const struct kernel *k, pid_t pid, int signo)
{
	(void)k;
	return getpgid(pid) == getpgrp() && (signo != SIGHUP || getsid(0) != getpid());
}

static void linux_signals_close(const struct kernel *k, struct signals *s)
{
	struct pending_signals a = { .n = 0 };

	if (s->fd < 0)
		return;
	/* a signal that came after the command's end would end pstat before its report */
	while (kernel_read_signal(k, s, &a, NULL))
		;
	close(s->fd);
	s->fd = -1;
	lost_writes_ignored--;
	sigaction(SIGPIPE, &s->pipe, NULL);
	sigaction(SIGXFSZ, &s->xfsz, NULL);
	if (s->chld.sa_handler != SIG_DFL)
		sigaction(SIGCHLD, &s->chld, NULL);
	sigprocmask(SIG_SETMASK, &s->mask, NULL);
}

static int linux_limit_get(const struct kernel *k, struct rlimit *nofile)
{
	(void)k;
	return getrlimit(RLIMIT_NOFILE, nofile) < 0 ? -errno : 0;
}

static int linux_limit_set(const struct kernel *k, const struct rlimit *nofile)
{
	(void)k;
	return setrlimit(RLIMIT_NOFILE, nofile) < 0 ? -errno : 0;
}

static void linux_sync(const struct kernel *k)
{
	(void)k;
	sync();
}

static int linux_time_loop(const struct kernel *k, struct loop_times *t)
{
	(void)k;
	return fixed_loop_time(t);
}

static uint64_t linux_own_cpu_ns(const struct kernel *k)
{
	static const int whose[] = { RUSAGE_SELF, RUSAGE_CHILDREN };
	uint64_t ns = 0;

	(void)k;
	for (size_t i = 0; i < sizeof(whose) / sizeof(*whose); i++) {
		struct rusage used = {0};

		getrusage(whose[i], &used);
		ns += kernel_timeval_ns(used.ru_utime) + kernel_timeval_ns(used.ru_stime);
	}
	return ns;
}

static uint64_t linux_now_ns(const struct kernel *k)
{
	struct timespec ts;

	(void)k;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

/* The tasks of its counter have ended: it is always ready then, and others may still write into its ring. */
static bool is_over(const struct wait_fd *fd, const struct pollfd *polled)
{
	return fd->kind == WAIT_RECORDS && polled->revents && !(polled->revents & POLLIN);
}

static int linux_wait(const struct kernel *k, struct wait_fd *fds, size_t n, uint64_t deadline_ns)
{
	struct pollfd few[16],
		*polled = n > sizeof(few) / sizeof(*few) ? mem_resize(NULL, n, sizeof(*polled)) : few;
	struct timespec left = {0};
	size_t n_polled = 0, next = 0;
	unsigned kinds = 0;
	int ready, errnum;

	/* leave out entries without a descriptor: poll fails with EINVAL above the limit of descriptors */
	for (size_t i = 0; i < n; i++)
		if (fds[i].fd >= 0)
			polled[n_polled++] = (struct pollfd){ .fd = fds[i].fd, .events = POLLIN };
	if (deadline_ns != KERNEL_FOREVER) {
		uint64_t now = linux_now_ns(k), ns = deadline_ns > now ? deadline_ns - now : 0;

		left.tv_sec = (time_t)(ns / 1000000000u);
		left.tv_nsec = (long)(ns % 1000000000u);
	}
	ready = ppoll(polled, n_polled, deadline_ns == KERNEL_FOREVER ? NULL : &left, NULL);
	errnum = errno;
	for (size_t i = 0; i < n; i++) {
		const struct pollfd *p = &polled[next];

		next += fds[i].fd >= 0;
		fds[i].ready = fds[i].fd >= 0 && p->revents && ready > 0;
		if (!fds[i].ready)
			continue;
		kinds |= fds[i].kind;
		if (is_over(&fds[i], p))
			fds[i].fd = -1;
	}
	if (polled != few)
		free(polled);
	if (ready < 0)
		return errnum == EINTR ? 0 : -errnum;
	return (int)(kinds ? kinds : WAIT_DEADLINE);
}

/* The crystal frequency may be missing: then the answer is 0. */
static uint64_t linux_tsc_hz(const struct kernel *k)
{
	uint64_t hz = 0;

	(void)k;
#if defined(__x86_64__) || defined(__i386__)
	enum { LEAF_TSC = 0x15 };
	unsigned divisor = 0, factor = 0, crystal = 0, unused;

	if (__get_cpuid(LEAF_TSC, &divisor, &factor, &crystal, &unused) && divisor)
		hz = (uint64_t)crystal * factor / divisor;
#endif
	return hz;
}

const struct kernel kernel_linux = {
	.perf_open	= linux_perf_open,
	.perf_ioctl	= linux_perf_ioctl,
	.read		= linux_read,
	.write		= linux_write,
	.close		= linux_close,
	.open_fifo	= linux_open_fifo,
	.is_given	= linux_is_given,
	.open_scratch	= linux_open_scratch,
	.trim_scratch	= linux_trim_scratch,
	.take_scratch	= linux_take_scratch,
	.open_shared	= linux_open_shared,
	.open_sealable	= linux_open_sealable,
	.seal		= linux_seal,
	.map		= linux_map,
	.unmap		= linux_unmap,
	.open_netlink	= linux_open_netlink,
	.netlink_lost	= linux_netlink_lost,
	.launch		= launch_linux,
	.reap		= linux_reap,
	.ended		= linux_ended,
	.waited_ns	= linux_waited_ns,
	.kill		= linux_kill,
	.pidfd		= linux_pidfd,
	.alive		= linux_alive,
	.signals_open	= linux_signals_open,
	.ignores	= linux_ignores,
	.reaches	= linux_reaches,
	.signals_close	= linux_signals_close,
	.limit_get	= linux_limit_get,
	.limit_set	= linux_limit_set,
	.sync		= linux_sync,
	.tsc_hz		= linux_tsc_hz,
	.time_loop	= linux_time_loop,
	.own_cpu_ns	= linux_own_cpu_ns,
	.now_ns		= linux_now_ns,
	.wait		= linux_wait,
};
