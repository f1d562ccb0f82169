/* SPDX-License-Identifier: MIT */
/* perf.data: what can be read is one run of rows, and its rows are its events. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "out/perfdata.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = ERROR_INIT;
	struct saved_entry entry;
	enum aggr_mode recorded;
	char *copy = malloc(size ? size : 1);	/* what reads behind the end is found */

	if (!copy)
		abort();
	if (size)
		memcpy(copy, data, size);
	if (perfdata_parse(&entry, &recorded, copy, size, &err) == 0) {
		fuzz_check(entry.n_runs == 1 && entry.run[0].total.n_rows == entry.events.n && recorded <= AGGR_CPU,
			   "an entry is one run of its events");
		saved_entry_release(&entry);
	} else {
		fuzz_check(err.message[0], "an error has a message");
	}
	free(copy);
	return 0;
}
