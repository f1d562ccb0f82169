/* SPDX-License-Identifier: MIT */
/* CPU lists: a parsed list is sorted, and stays the same when formatted and parsed again. */
#include <stdlib.h>
#include <string.h>

#include "base/cpulist.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct cpulist list = {0}, again = {0};
	struct str out = {0};
	struct error err = {0};

	if (cpulist_parse(&list, text, &err) != 0) {
		if (!err.message[0])
			abort();
	} else if (list.n) {
		for (size_t i = 1; i < list.n; i++)
			if (list.cpu[i - 1] >= list.cpu[i])
				abort();
		cpulist_format(&list, &out);
		if (cpulist_parse(&again, out.text, &err) != 0 || again.n != list.n ||
		    memcmp(again.cpu, list.cpu, list.n * sizeof(*list.cpu)) != 0)
			abort();
	}
	cpulist_release(&list);
	cpulist_release(&again);
	str_release(&out);
	free(text);
	return 0;
}
