/* SPDX-License-Identifier: MIT */
/* churn MS - threads and children that come and go by the thousand, for so long; says "ready" first. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { AT_ONCE = 32, STACK = 64 * 1024 };

static void *come_and_go(void *arg)
{
	(void)arg;
	for (volatile int i = 0; i < 1000; i++)
		;
	return NULL;
}

static long long now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
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

int main(int argc, char **argv)
{
	long long end = now_ms() + (argc > 1 ? strtol(argv[1], NULL, 10) : 0);
	pthread_attr_t attr;
	long threads = 0;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, STACK);
	puts("ready");
	fflush(stdout);
	do {
		threads += round_of_threads(&attr);
		one_child();
	} while (now_ms() < end);
	return threads < 1000;
}
