/* SPDX-License-Identifier: MIT */
/* Decodes what read() returned; the input is a format byte, a number of members, and the buffer. */
#include <stdlib.h>
#include <string.h>

#include "count/reading.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct reading reading[8] = {0};
	struct error err = {0};
	uint64_t value, id[8], *copy;
	size_t members;

	if (size < 2)
		return 0;
	members = 1 + data[1] % 8;
	copy = malloc(size);	/* aligned, and a reader beyond the end is found */
	if (!copy)
		abort();
	memcpy(copy, data + 2, size - 2);
	if (reading_decode(reading, data[1] & 8 ? id : NULL, members, data[0] & 31, copy, size - 2, &err) < 0) {
		if (!err.message[0])
			abort();
	} else {
		for (size_t i = 0; i < members; i++)
			reading_scaled(&reading[i], &value);
	}
	free(copy);
	return 0;
}
