/* SPDX-License-Identifier: MIT */
/*
 * work PAGES [TURNS]: touches so many pages of its own, each for the first time, then goes so
 * many times around a loop; a known amount of work, so that a change of it is known, too.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	size_t pages = argc > 1 ? strtoul(argv[1], NULL, 10) : 1, size = (size_t)sysconf(_SC_PAGESIZE);
	unsigned long turns = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	volatile char *at = mmap(NULL, pages * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		return 1;
	madvise((void *)(unsigned long)at, pages * size, MADV_NOHUGEPAGE);
	for (size_t i = 0; i < pages; i++)
		at[i * size] = 1;
	for (volatile unsigned long i = 0; i < turns;)
		i = i + 1;
	return 0;
}
