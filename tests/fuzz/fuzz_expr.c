/* SPDX-License-Identifier: MIT */
/* Metric expressions: parse, name, evaluate. */
#include <stdlib.h>

#include "calc/expr.h"
#include "fuzz.h"

static double value(void *ctx, const char *name)
{
	size_t *n = ctx;

	(*n)++;
	return (double)name[0] - 64;
}

static void count(void *ctx, const char *name)
{
	size_t *n = ctx;

	*n += name[0] != '\0';
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct error err = {0};
	struct expr *e = expr_parse(text, &err);
	size_t n = 0;

	if (!e && !err.message[0])
		abort();
	if (e) {
		const struct expr_env env = { .ctx = &n, .value = value };

		expr_names(e, count, &n);
		expr_eval(e, &env);
	}
	expr_free(e);
	free(text);
	return 0;
}
