/* SPDX-License-Identifier: MIT */
/*
 * ELF files: a function that is found or listed is inside the file; what is not found has an error, and so have
 * facts.
 */
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

static void check_functions(const struct elf_file *file, const struct elf_file *symbols)
{
	struct error err = ERROR_INIT;
	struct elf_functions f;
	int rc = elf_read_functions(&f, file, symbols, &err);

	if (rc < 0 && (!err.message[0] || f.n))
		abort();
	for (size_t i = 0; i < f.n; i++) {
		const struct elf_function *e = &f.function[i];

		if (e->start >= e->end || e->end > file->size)
			abort();
		if (e->name != (uint32_t)ELF_PLT && !f.names[e->name])
			abort();
	}
	elf_functions_release(&f);
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
	check_functions(&file, NULL);
	check_functions(&file, &file);
	return 0;
}
