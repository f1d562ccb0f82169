/* SPDX-License-Identifier: MIT */
/* perf.data: a file that can be read is one run, whose rows are its events. */
#include <stdlib.h>
#include <string.h>

#include "benchmark/perfdata/perfdata.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = ERROR_INIT;
	struct benchmark b;
	char *copy = malloc(size ? size : 1);	/* what reads behind the end is found */

	if (!copy)
		abort();
	if (size)
		memcpy(copy, data, size);
	if (perfdata_parse(&b, copy, size, &err) == 0) {
		fuzz_check(b.n_runs == 1 && b.run[0].total.n_rows == b.events.n && b.recorded <= AGGR_CPU,
			   "a benchmark is one run of its events");
		benchmark_release(&b);
	} else {
		fuzz_check(err.message[0], "an error has a message");
	}
	free(copy);
	return 0;
}
