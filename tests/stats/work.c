/* SPDX-License-Identifier: MIT */
/*
 * work - deterministic programs of 50 to 100 ms to be gated, and load to run beside them: for occasions.sh.
 *
 *	work registers|memory|mixed|kernel [PERCENT]	PERCENT: so much work, 110: 10 % more
 *	work load-registers|load-memory|load-bursts	until it is killed
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

static volatile uint64_t result;

static uint64_t step(uint64_t x)
{
	x ^= x << 13;
	x ^= x >> 7;
	return x ^ x << 17;
}

static void in_registers(long steps)
{
	uint64_t x = 88172645463325252u;

	while (steps-- > 0)
		x = step(x);
	result = x;
}

/* A chain of loads through 4 MiB, in random order. */
static void in_memory(long loads)
{
	enum { LINES = 1 << 16, LINE = 16 };
	uint32_t *buffer = malloc(sizeof(*buffer) * LINES * LINE), at = 0;

	for (uint32_t i = 0; i < LINES; i++)
		buffer[i * LINE] = (i * 26125 + 12345) % LINES;
	while (loads-- > 0)
		at = buffer[at * LINE];
	result = at;
	free(buffer);
}

/* Allocates and sorts: some of everything. */
static void mixed(long rounds)
{
	enum { N = 5000 };
	static uint64_t *item[N];

	for (uint64_t x = 1; rounds-- > 0;) {
		for (size_t i = 0; i < N; i++) {
			item[i] = malloc(48);
			*item[i] = x = step(x);
		}
		for (size_t gap = N / 2; gap; gap = gap * 5 / 11)
			for (size_t i = gap; i < N; i++) {
				uint64_t *v = item[i];
				size_t j = i;

				for (; j >= gap && *item[j - gap] > *v; j -= gap)
					item[j] = item[j - gap];
				item[j] = v;
			}
		for (size_t i = 0; i < N; i++)
			free(item[i]);
	}
}

static void in_kernel(long rounds)
{
	enum { SIZE = 64 * 4096 };

	while (rounds-- > 0) {
		char *at = mmap(NULL, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (at == MAP_FAILED)
			exit(1);
		for (size_t i = 0; i < SIZE; i += 4096)
			at[i] = 1;
		munmap(at, SIZE);
	}
}

static void load(const char *kind)
{
	enum { SIZE = 12 << 20 };
	char *buffer = strcmp(kind, "memory") == 0 ? malloc(SIZE) : NULL;
	const struct timespec tenth = { 0, 100000000 };

	for (long i = 0;; i++) {
		if (buffer)
			memset(buffer, (int)i, SIZE);
		else
			in_registers(1000000);
		if (strcmp(kind, "bursts") == 0 && i % 50 == 0)
			nanosleep(&tenth, NULL);
	}
}

int main(int argc, char **argv)
{
	static const struct { const char *name; void (*run)(long); long amount; } works[] = {
		{ "registers", in_registers, 300000 }, { "memory", in_memory, 6000 },
		{ "mixed", mixed, 1 }, { "kernel", in_kernel, 5 },
	};
	long percent = argc > 2 ? strtol(argv[2], NULL, 10) : 100;

	for (size_t i = 0; i < sizeof(works) / sizeof(*works) && argc > 1; i++)
		if (strcmp(argv[1], works[i].name) == 0) {
			works[i].run(works[i].amount * percent);
			return 0;
		}
	if (argc > 1 && strncmp(argv[1], "load-", 5) == 0)
		load(argv[1] + 5);
	fprintf(stderr, "usage: work registers|memory|mixed|kernel [PERCENT], or work load-...\n");
	return 2;
}
