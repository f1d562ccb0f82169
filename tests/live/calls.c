/* SPDX-License-Identifier: MIT */
/* calls COMMAND... - how many system calls it makes, with all that it starts; status 77: may not be traced here. */
#include <stdio.h>

#include "run.h"

int main(int argc, char **argv)
{
	struct traced t;

	if (argc < 2 || !run_traced(argv + 1, &t))
		return 77;
	printf("%ld\n", t.n_syscalls);
	return 0;
}
