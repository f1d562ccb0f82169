/* SPDX-License-Identifier: MIT */
/* Messages of the kernel about tasks that ended. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "host/taskstats.h"

enum { FAMILY = 31 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct task_end end, process;
	char *copy = malloc(size ? size : 1);	/* what reads behind the end is found */
	int rc;

	if (!copy)
		abort();
	if (size)
		memcpy(copy, data, size);
	rc = taskstats_decode(&end, FAMILY, copy, size);
	fuzz_check(rc >= -1 && rc <= 1, "a message is a task, another one or malformed");
	if (rc == 1) {
		fuzz_check(size >= 288, "a task has statistics");
		fuzz_check(memchr(end.comm, '\0', sizeof(end.comm)), "a name ends");
		process = end;
		task_end_add(&process, &end);
		fuzz_check(process.peak_bytes == end.peak_bytes, "threads share their memory");
	}
	free(copy);
	return 0;
}
