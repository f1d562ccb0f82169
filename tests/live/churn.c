/* SPDX-License-Identifier: MIT */
/*
 * churn - threads and children that come and go by the thousand, until its input says something or ends; says "ready"
 * first.
 */
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { AT_ONCE = 32, STACK = 64 * 1024 };

static void *come_and_go(void *arg)
{
	(void)arg;
	for (volatile int i = 0; i < 1000; i++)
		;
	return NULL;
}

static int round_of_threads(const pthread_attr_t *attr)
{
	pthread_t thread[AT_ONCE];
	int n = 0;

	while (n < AT_ONCE && pthread_create(&thread[n], attr, come_and_go, NULL) == 0)
		n++;
	for (int i = 0; i < n; i++)
		pthread_join(thread[i], NULL);
	return n;
}

static void one_child(void)
{
	pid_t pid = fork();

	if (pid == 0)
		_exit(0);
	if (pid > 0)
		waitpid(pid, NULL, 0);
}

int main(void)
{
	struct pollfd input = { .fd = 0, .events = POLLIN };
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	puts("ready");
	fflush(stdout);
	do {
		if (!round_of_threads(&attr))
			return 1;
		one_child();
	} while (poll(&input, 1, 0) == 0);
	return 0;
}
