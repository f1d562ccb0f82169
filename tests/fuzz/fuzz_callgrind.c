/* SPDX-License-Identifier: MIT */
/* Files of callgrind: calls are of functions that are there; of what is refused nothing was added. */
#include <stdlib.h>

#include "fuzz.h"
#include "where/callgrind_file.h"
#include "where/program_calls.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct program_calls p = {0};

	for (int round = 1; round <= 2; round++) {
		char *text = fuzz_text(data, size);
		struct error err = ERROR_INIT;
		uint64_t total = p.total;
		size_t n = p.n, processes = p.n_processes;
		int rc = callgrind_file_add(&p, text, size, &err);

		free(text);
		fuzz_check(rc == 0 || err.message[0], "a refusal says why");
		fuzz_check(rc == 0 || (p.total == total && p.n == n), "nothing of it was added");
		fuzz_check(p.n_processes == processes + (rc == 0), "processes are counted");
		for (size_t i = 0; i < p.n; i++)
			fuzz_check(p.call[i].from < p.n_functions && p.call[i].to < p.n_functions &&
				   (!p.call[i].file || p.call[i].file < p.names.n_names), "functions are there");
		for (size_t i = 0; i < p.n_functions; i++)
			fuzz_check((!p.function[i].name || p.function[i].name < p.names.n_names) &&
				   (!p.function[i].object || p.function[i].object < p.names.n_names), "names are there");
	}
	program_calls_release(&p);
	return 0;
}
