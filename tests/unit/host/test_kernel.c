/* SPDX-License-Identifier: MIT */
/* Tests the real kernel in hard cases: no descriptors left, processes that end meanwhile. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "host/file.h"
#include "host/fixed_loop.h"
#include "host/kernel_linux.h"

static const struct kernel *const k = &kernel_linux;

static struct rlimit limit_to(rlim_t most)
{
	struct rlimit before, now;

	assert_int_equal(k->limit_get(k, &before), 0);
	now = before;
	now.rlim_cur = most;
	assert_int_equal(k->limit_set(k, &now), 0);
	return before;
}

static long resident_kb(void)
{
	long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");

	if (f && fscanf(f, "%*d %ld", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

static pid_t sleeper(void)
{
	pid_t pid = fork();

	if (pid == 0)
		for (;;)
			pause();
	assert_true(pid > 0);
	return pid;
}

/* Wanting a descriptor is no sign of its end. */
static void who_is_alive(void **state)
{
	(void)state;
	for (int few = 0; few < 2; few++) {
		pid_t pid = sleeper();
		struct rlimit before;
		siginfo_t info;

		before = limit_to(few ? 0 : 1024);
		assert_int_equal(k->alive(k, pid, few), 1);
		assert_int_equal(k->alive(k, getpid(), false), 1);
		kill(pid, SIGKILL);
		waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
		if (!few)	/* a zombie can be signalled */
			assert_int_equal(k->alive(k, pid, few), 0);
		waitpid(pid, NULL, 0);
		assert_int_equal(k->alive(k, pid, few), 0);
		assert_int_equal(k->limit_set(k, &before), 0);
	}
}

/* Not told, or a rate that a processor has. */
static void time_stamp_counter(void **state)
{
	uint64_t hz = k->tsc_hz(k);

	(void)state;
	assert_true(hz == 0 || (hz > 100000000u && hz < 20000000000u));
	assert_int_equal(k->tsc_hz(k), hz);
}

/* Every part takes some time, and the memory is given back: twice as much would hide the max-rss of programs. */
static void fixed_loop(void **state)
{
	enum { MOST_KB = 1024 };
	struct loop_times t;
	long before = resident_kb();

	(void)state;
	assert_int_equal(k->time_loop(k, &t), 0);
	for (size_t i = 0; i < LOOP_PARTS; i++)
		assert_true(t.ns[i] > 1000 && t.ns[i] < 10000000000u);
	assert_true(resident_kb() < before + MOST_KB);
}

static void fixed_loop_without_memory(void **state)
{
	struct loop_times t;
	int status;
	pid_t pid = fork();

	(void)state;
	if (pid == 0) {
		const struct rlimit none = { 0, 0 };

		_exit(setrlimit(RLIMIT_AS, &none) < 0 || k->time_loop(k, &t) != -ENOMEM || t.ns[0]);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_int_equal(status, 0);
}

/* Of this process and of its children, once they have ended. */
static void own_cpu_time(void **state)
{
	uint64_t before = k->own_cpu_ns(k), self, all;
	struct loop_times t;
	pid_t pid;

	(void)state;
	assert_int_equal(k->time_loop(k, &t), 0);
	self = k->own_cpu_ns(k);
	assert_true(self >= before + t.ns[LOOP_MEMORY]);
	pid = fork();
	if (pid == 0) {
		while (k->own_cpu_ns(k) < 30000000)
			continue;
		_exit(0);
	}
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	all = k->own_cpu_ns(k);
	assert_true(all >= self + 29000000);
}

/* A process that has ended still tells; one that does not exist waited for nothing. */
static void waiting_for_a_cpu(void **state)
{
	pid_t pid = fork();
	siginfo_t info;

	(void)state;
	if (pid == 0)
		_exit(0);
	waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
	assert_true(access("/proc/self/schedstat", R_OK) < 0 || k->waited_ns(k, pid) < 60000000000u);
	waitpid(pid, NULL, 0);
	assert_int_equal(k->waited_ns(k, pid), 0);
}

static void *sleep_on(void *arg)
{
	for (;;)
		pause();
	return arg;
}

/* A process goes on while one of its threads does; its first thread does not. */
static void the_first_thread_has_ended(void **state)
{
	pid_t pid = fork();
	siginfo_t info;

	(void)state;
	if (pid == 0) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, sleep_on, NULL) != 0)
			_exit(1);
		pthread_exit(NULL);
	}
	for (int i = 0; i < 5000 && k->alive(k, pid, true); i++)
		usleep(1000);
	assert_int_equal(k->alive(k, pid, true), 0);
	assert_int_equal(k->alive(k, pid, false), 1);
	kill(pid, SIGKILL);
	waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
	assert_int_equal(k->alive(k, pid, false), 0);
	waitpid(pid, NULL, 0);
}

/* Most have no descriptor: those that have are found among them. */
static void waiting_for_many(void **state)
{
	static struct wait_fd fds[40];
	struct rlimit before;
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	for (size_t i = 0; i < COUNT_OF(fds); i++)
		fds[i] = (struct wait_fd){ .fd = -1, .kind = WAIT_TARGET, .ready = true };
	fds[7] = (struct wait_fd){ .fd = ends[1], .kind = WAIT_SIGNAL };	/* never to be read */
	fds[33] = (struct wait_fd){ .fd = ends[0], .kind = WAIT_CONTROL };
	before = limit_to((rlim_t)(ends[1] + 1));
	assert_int_equal(k->wait(k, fds, COUNT_OF(fds), 1), WAIT_DEADLINE);
	assert_int_equal(k->write(k, ends[1], "", 1), 1);
	assert_int_equal(k->wait(k, fds, COUNT_OF(fds), KERNEL_FOREVER), WAIT_CONTROL);
	for (size_t i = 0; i < COUNT_OF(fds); i++)
		assert_int_equal(fds[i].ready, i == 33);
	assert_int_equal(k->limit_set(k, &before), 0);
	close(ends[0]);
	close(ends[1]);
}

/* As a counter whose tasks have ended: it would be ready at each wait, without anything to read. */
static void waiting_for_records_that_ended(void **state)
{
	struct wait_fd fd = { .kind = WAIT_RECORDS }, other = { .kind = WAIT_TARGET };
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	fd.fd = other.fd = ends[0];
	assert_int_equal(k->write(k, ends[1], "", 1), 1);
	close(ends[1]);
	assert_int_equal(k->wait(k, &fd, 1, KERNEL_FOREVER), WAIT_RECORDS);
	assert_int_equal(fd.fd, ends[0]);		/* there is something to read */
	assert_int_equal(k->read(k, ends[0], &(char){ 0 }, 1), 1);
	assert_int_equal(k->wait(k, &fd, 1, KERNEL_FOREVER), WAIT_RECORDS);
	assert_int_equal(fd.fd, -1);
	assert_int_equal(k->wait(k, &fd, 1, 1), WAIT_DEADLINE);
	assert_int_equal(k->wait(k, &other, 1, KERNEL_FOREVER), WAIT_TARGET);
	assert_int_equal(other.fd, ends[0]);
	close(ends[0]);
}

/* By its number, a descriptor of pstat's own could be taken for the caller's. */
static void whose_descriptors(void **state)
{
	struct signals s = { .fd = -1 };
	int ends[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	assert_int_equal(k->is_given(k, ends[0]), 0);
	assert_int_equal(k->is_given(k, ends[1]), 0);
	assert_int_equal(k->signals_open(k, &s), 0);
	assert_int_equal(k->is_given(k, s.fd), -EBADF);
	k->signals_close(k, &s);
	close(ends[0]);
	close(ends[1]);
	assert_int_equal(k->is_given(k, ends[0]), -EBADF);
	assert_int_equal(k->is_given(k, -1), -EBADF);
}

static void *read_all(void *arg)
{
	static char block[4096];
	size_t sum = 0;
	ssize_t n;

	while ((n = read(*(int *)arg, block, sizeof(block))) > 0)
		sum += (size_t)n;
	return (void *)sum;
}

/* More than it has room for gets there while somebody reads. */
static void writing_to_sockets(void **state)
{
	enum { MUCH = 4 << 20 };
	char *text = mem_zeroed(MUCH, 1);
	pthread_t reader;
	void *sum;
	int ends[2];

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	assert_int_equal(pthread_create(&reader, NULL, read_all, &ends[1]), 0);
	assert_int_equal(file_write(ends[0], text, MUCH), 0);
	shutdown(ends[0], SHUT_WR);
	assert_int_equal(pthread_join(reader, &sum), 0);
	assert_int_equal((size_t)sum, MUCH);
	close(ends[1]);
	assert_int_equal(file_write(ends[0], "x", 1), -EPIPE);
	close(ends[0]);
	assert_int_equal(file_write(ends[0], "x", 1), -EBADF);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(time_stamp_counter), cmocka_unit_test(fixed_loop), cmocka_unit_test(own_cpu_time),
		cmocka_unit_test(fixed_loop_without_memory), cmocka_unit_test(waiting_for_a_cpu),
		cmocka_unit_test(who_is_alive),
		cmocka_unit_test(the_first_thread_has_ended),
		cmocka_unit_test(waiting_for_many),
		cmocka_unit_test(waiting_for_records_that_ended),
		cmocka_unit_test(whose_descriptors),
		cmocka_unit_test(writing_to_sockets),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
