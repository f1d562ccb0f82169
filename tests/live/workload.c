/* SPDX-License-Identifier: MIT */
/*
 * workload KIND AMOUNT - does mainly one kind of work, so that which_limit.sh can ask for 20 % more of it.
 *
 *	cpu	computes: AMOUNT x 50,000 steps
 *	memory	touches AMOUNT x 32 new pages, and keeps them
 *	io	writes AMOUNT x 128 KiB to a file in the current folder, which it then reads and removes
 *	wait	sleeps once, for AMOUNT x 0.1 ms
 *	waits	sleeps AMOUNT times, for 0.1 ms each
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int compute(size_t amount)
{
	volatile uint64_t state = 1;

	for (size_t i = 0; i < 50000 * amount; i++)
		state = state * 6364136223846793005u + 1442695040888963407u;
	return state == 0;
}

static int touch(size_t amount)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = 32 * amount * page;
	volatile char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		return 1;
	/* without huge pages a page is a fault on every machine; an old kernel has none to switch off */
	(void)madvise((void *)(uintptr_t)at, bytes, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < bytes; i += page)
		at[i] = 1;
	return 0;
}

static int copy(size_t amount)
{
	static char block[16384];
	char name[] = "workload-XXXXXX";
	int fd = mkstemp(name), failed = fd < 0 || unlink(name) < 0;

	for (size_t i = 0; i < 8 * amount && !failed; i++)
		failed = write(fd, block, sizeof(block)) != (ssize_t)sizeof(block);
	failed = failed || lseek(fd, 0, SEEK_SET) < 0;
	for (size_t i = 0; i < 8 * amount && !failed; i++)
		failed = read(fd, block, sizeof(block)) != (ssize_t)sizeof(block);
	return failed;
}

static int wait_for(size_t times, long ns)
{
	const struct timespec t = { .tv_nsec = ns };

	while (times--)
		nanosleep(&t, NULL);
	return 0;
}

int main(int argc, char **argv)
{
	size_t amount = argc == 3 ? strtoul(argv[2], NULL, 10) : 0;

	if (!amount) {
		fprintf(stderr, "workload: needs a kind and an amount\n");
		return 2;
	}
	if (strcmp(argv[1], "cpu") == 0)
		return compute(amount);
	if (strcmp(argv[1], "memory") == 0)
		return touch(amount);
	if (strcmp(argv[1], "io") == 0)
		return copy(amount);
	if (strcmp(argv[1], "wait") == 0)
		return wait_for(1, (long)amount * 100000);
	if (strcmp(argv[1], "waits") == 0)
		return wait_for(amount, 100000);
	fprintf(stderr, "workload: no kind of work: %s\n", argv[1]);
	return 2;
}
