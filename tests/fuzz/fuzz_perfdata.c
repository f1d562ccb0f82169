/* SPDX-License-Identifier: MIT */
/* perf.data, as hexadecimal digits: other characters are passed over, so that a corpus can be lines of text. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "out/perfdata.h"

static int digit(uint8_t c)
{
	static const char digits[] = "0123456789abcdef";
	const char *at = c ? strchr(digits, c) : NULL;

	return at ? (int)(at - digits) : -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = ERROR_INIT;
	struct saved_entry entry;
	enum aggr_mode recorded;
	size_t n = 0;
	char *bytes = malloc(size / 2 + 1), *copy;

	if (!bytes)
		abort();
	bytes[0] = 0;
	for (size_t i = 0; i < size; i++) {
		int value = digit(data[i]);

		if (value < 0)
			continue;
		bytes[n / 2] = (char)(n % 2 ? bytes[n / 2] | value : value << 4);
		n++;
	}
	copy = malloc(n / 2 + 1);	/* what reads behind the end is found */
	if (!copy)
		abort();
	memcpy(copy, bytes, n / 2);
	if (perfdata_parse(&entry, &recorded, copy, n / 2, &err) == 0) {
		if (entry.n_runs != 1 || entry.run[0].total.n_rows != entry.events.n || recorded > AGGR_CPU)
			abort();
		saved_entry_release(&entry);
	} else if (!err.message[0]) {
		abort();
	}
	free(copy);
	free(bytes);
	return 0;
}
