/* SPDX-License-Identifier: MIT */
/* Limits: parse, and match against rows of every kind. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "compare/limit.h"
#include "fuzz.h"

enum { ROWS = 5 };

static struct measured rows[ROWS] = {
	{ "instructions:u", "", false, false }, { "cpu/event=0x3c,umask=1/u", NULL, false, false },
	{ "insn per cycle", "", true, false }, { "duration_time", "ns", false, true },
	{ "max_rss", "KiB", false, true },
};

static void match(const struct limits *ls)
{
	struct error err = ERROR_INIT;

	if (limits_bind(ls, rows, ROWS, &err) < 0) {
		if (!err.message[0] || err.column < 0)
			abort();
		return;
	}
	for (size_t i = 0; i < ROWS; i++) {
		const struct threshold *t = &rows[i].threshold;

		if (!rows[i].limit != threshold_is_none(t))
			abort();
		if (rows[i].limit && (!t->sign || t->relative < 0 || t->absolute < 0 ||
				      (t->sign < 0 && t->relative >= 1)))
			abort();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct limits ls = {0};
	struct error err = ERROR_INIT;

	if (limits_parse(&ls, text, &err) == 0)
		match(&ls);
	else if (!err.message[0] || err.column < 0)
		abort();
	fuzz_check(ls.n_lists == 1 && strcmp(ls.list[0], text) == 0, "the list is kept");
	for (size_t i = 0; i < ls.n; i++)
		fuzz_check(ls.limit[i].text == ls.list[0] && ls.limit[i].at <= size, "a limit stands in its list");
	limits_release(&ls);
	free(text);
	return 0;
}
