/* SPDX-License-Identifier: MIT */
/* Histories: what can be read becomes a trend in every format, and an anchor for each series. */
#include <math.h>
#include <stdlib.h>

#include "benchmark/history.h"
#include "compare/trend.h"
#include "format/format.h"
#include "format/style.h"
#include "fuzz.h"

static void show(const struct trend *t, struct str *out)
{
	static const struct style style = { .utf8 = true };

	for (size_t i = 0; format_list[i]; i++)
		if (format_list[i]->trend)
			format_list[i]->trend->print(out, t, &style);
}

static void find_anchors(const struct trend *t)
{
	const struct threshold limit = { 1, 0.05, NAN, NAN }, none = threshold_none();

	for (size_t i = 0; i < t->n; i++) {
		const struct trend_series *s = &t->series[i];
		struct trend_segment g = trend_anchor(s, &limit);

		fuzz_check(g.n && g.first + g.n <= s->n, "an anchor has results");
		g = trend_anchor(s, &none);
		fuzz_check(g.n && g.first + g.n <= s->n, "the last segment has results");
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const all[] = { "*" };
	const struct trend_opts opts[] = { { .name = NULL }, { .row = all, .n_rows = 1 } };
	struct error err = ERROR_INIT;
	struct str out = {0};
	struct history h;

	if (history_parse(&h, (const char *)data, size, &err) < 0)
		fuzz_check(err.message[0], "an error has a message");
	for (size_t i = 0; !err.message[0] && i < sizeof(opts) / sizeof(*opts); i++) {
		struct error why = ERROR_INIT;
		struct trend t;

		if (trend_build(&t, &h, &opts[i], &why) == 0) {
			show(&t, &out);
			find_anchors(&t);
		} else {
			fuzz_check(why.message[0], "an error of a trend has a message");
		}
		trend_release(&t);
	}
	history_add_notes(&out, &h);
	str_release(&out);
	history_release(&h);
	return 0;
}
