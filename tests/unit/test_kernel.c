/* SPDX-License-Identifier: MIT */
/* The real kernel where it is hard pressed: no descriptors left, processes that end meanwhile. */
#include "test.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/kernel.h"

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
		assert_int_equal(k->alive(k, pid), 1);
		assert_int_equal(k->alive(k, getpid()), 1);
		kill(pid, SIGKILL);
		waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT);
		if (!few)	/* a zombie can be signalled */
			assert_int_equal(k->alive(k, pid), 0);
		waitpid(pid, NULL, 0);
		assert_int_equal(k->alive(k, pid), 0);
		assert_int_equal(k->limit_set(k, &before), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_is_alive),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
