/* SPDX-License-Identifier: MIT */
/* ELF files: a function that is found is inside the file, and what is not found has an error. */
#include <stdlib.h>

#include "base/elf.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = ERROR_INIT;
	uint64_t offset = 0;

	if (elf_find_function(&offset, data, size, "parse", &err) == 0) {
		if (offset >= size)
			abort();
	} else if (!err.message[0]) {
		abort();
	}
	return 0;
}
