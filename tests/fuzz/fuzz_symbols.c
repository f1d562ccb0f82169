/* SPDX-License-Identifier: MIT */
/*
 * Symbols of the kernel and of a JIT, whose texts the first byte tells apart, and lists of entries that overlap:
 * what comes of them is sorted, does not overlap, and is found.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "symbol/symbol_list.h"
#include "symbol/symbols.h"

/* Four bytes an entry: start, size, kind, and which of some names. */
static void resolve(struct symbols *s, const uint8_t *data, size_t size)
{
	static const char *const name[] = { "a", "_a", "ab", "b" };
	struct symbol_list list = { .n = 0 };

	for (; size >= 4; data += 4, size -= 4)
		symbol_list_add(&list, &(struct symbol_entry){
			.symbol = { data[0], data[0] + (uint64_t)data[1], name[data[3] % 4], NULL },
			.is_open = data[2] & 1, .is_label = data[2] & 2, .is_local = data[2] & 4, .is_data = data[2] & 8,
		});
	symbol_list_resolve(s, &list);
}

static void check(const struct symbols *s)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct symbol *one = &s->symbol[i];

		fuzz_check(one->start < one->end, "a symbol is not empty");
		fuzz_check(!i || one[-1].end <= one->start, "symbols are sorted and do not overlap");
		fuzz_check(symbols_find(s, one->start) == one && symbols_find(s, one->end - 1) == one, "it is found");
		fuzz_check(*one->name, "it has a name");
		fuzz_check(i + 1 < s->n ? one[1].start == one->end || !symbols_find(s, one->end) :
			   !symbols_find(s, one->end), "nothing else is");
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct symbols s = { .n = 0 };

	if (!size)
		return 0;
	if (*data % 3 == 0)
		symbols_parse_kernel(&s, fuzz_text(data + 1, size - 1));
	else if (*data % 3 == 1)
		symbols_parse_jit(&s, fuzz_text(data + 1, size - 1));
	else
		resolve(&s, data + 1, size - 1);
	check(&s);
	symbols_release(&s);
	return 0;
}
