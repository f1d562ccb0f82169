/* SPDX-License-Identifier: MIT */
/*
 * ticking - sleeps, and after SIGUSR1 has eight threads that wake up a few hundred times a second; says "ready"
 * first, and "more" when they are there.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *tick(void *arg)
{
	(void)arg;
	for (;;)
		usleep(3000);
	return NULL;
}

static void start(int n)
{
	pthread_t thread;

	while (n--)
		if (pthread_create(&thread, NULL, tick, NULL) != 0)
			exit(1);
}

int main(void)
{
	sigset_t usr1;
	int signo;

	sigemptyset(&usr1);
	sigaddset(&usr1, SIGUSR1);
	sigprocmask(SIG_BLOCK, &usr1, NULL);
	puts("ready");
	fflush(stdout);
	sigwait(&usr1, &signo);
	start(8);
	puts("more");
	fflush(stdout);
	for (;;)
		pause();
}
