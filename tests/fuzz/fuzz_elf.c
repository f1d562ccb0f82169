/* SPDX-License-Identifier: MIT */
/* ELF files: a function that is found is inside the file, what is not found has an error, and so have facts. */
#include <stdlib.h>
#include <string.h>

#include "base/elf.h"
#include "fuzz.h"

struct input { const uint8_t *data; size_t size; };

static int read_input(void *ctx, void *to, size_t n, uint64_t at)
{
	const struct input *in = ctx;

	if (at > in->size || n > in->size - at)
		abort();
	memcpy(to, in->data + at, n);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct error err = ERROR_INIT;
	struct input in = { data, size };
	struct elf_file file = { read_input, &in, size };
	struct elf_facts facts;
	uint64_t offset = 0;

	if (elf_find_function(&offset, &file, "parse", &err) == 0) {
		if (offset >= size)
			abort();
	} else if (!err.message[0]) {
		abort();
	}
	err = (struct error)ERROR_INIT;
	if (elf_read_facts(&facts, &file, &err) == 0 ? facts.n_build_id > sizeof(facts.build_id) : !err.message[0])
		abort();
	return 0;
}
