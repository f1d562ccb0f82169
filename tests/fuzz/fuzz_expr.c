/* SPDX-License-Identifier: MIT */
/* Metric expressions: parse, name, evaluate. */
#include <stdlib.h>

#include "fuzz.h"
#include "metric/expr.h"

static double value(void *ctx, size_t name)
{
	const struct expr *e = ctx;

	return (double)expr_name(e, name)[0] - 64;
}

static void look(void *ctx, size_t name)
{
	if (name >= expr_n_names(ctx) || !expr_name(ctx, name))
		abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct error err = {0};
	struct expr *e = expr_parse(text, &err);

	if (!e && !err.message[0])
		abort();
	if (e) {
		const struct expr_env env = { .ctx = e, .value = value };

		expr_names(e, NULL, look, e);
		expr_names(e, &env, look, e);
		expr_eval(e, &env);
	}
	expr_free(e);
	free(text);
	return 0;
}
