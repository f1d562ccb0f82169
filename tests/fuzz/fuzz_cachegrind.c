/* SPDX-License-Identifier: MIT */
/* Files of cachegrind: what is read adds up, sorted; of what is refused nothing was added. */
#include <stdlib.h>

#include "fuzz.h"
#include "where/cachegrind_file.h"
#include "where/program_lines.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct program_lines p = {0};

	for (int round = 1; round <= 2; round++) {
		char *text = fuzz_text(data, size);
		struct error err = ERROR_INIT;
		uint64_t total = 0, before = p.total;
		int rc = cachegrind_file_add(&p, text, size, &err);

		free(text);
		fuzz_check(rc == 0 || err.message[0], "a refusal says why");
		fuzz_check(rc == 0 || p.total == before, "nothing of it was added");
		for (size_t i = 0; i < p.n; i++) {
			const struct line_count *a = &p.line[i], *b = a + 1;

			total += a->count;
			fuzz_check(a->file < p.n_names && a->function < p.n_names, "names are there");
			fuzz_check(i + 1 == p.n || a->file < b->file ||
				   (a->file == b->file && (a->line < b->line ||
				    (a->line == b->line && a->function < b->function))), "places are sorted");
		}
		fuzz_check(total == p.total, "lines add up to the total");
	}
	program_lines_release(&p);
	return 0;
}
