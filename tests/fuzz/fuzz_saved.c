/* SPDX-License-Identifier: MIT */
/*
 * Saved results: what is read back can be added up, printed and compared with itself, and be replaced in
 * its document.
 */
#include <stdlib.h>
#include <string.h>

#include "benchmark/json_merge.h"
#include "benchmark/report.h"
#include "benchmark/saved_json.h"
#include "compare/comparison.h"
#include "format/comparison_document.h"
#include "format/format.h"
#include "format/style.h"
#include "fuzz.h"

static void print(const struct benchmark *b, struct str *out)
{
	static const struct style style = { .separator = "," };
	struct report r;

	benchmark_report(&r, b);
	for (size_t i = 0; b->n_runs && format_list[i]; i++) {
		const struct report_format *f = format_list[i]->report;

		if (f && f->begin)
			f->begin(out, &r, &style);
		if (f)
			f->block(out, &r, &style);
		if (f && f->end)
			f->end(out, &r, &style);
	}
}

/* With itself, in every format. */
static void compare(const struct benchmark *b, struct str *out)
{
	static const struct style style;
	const struct judgement_opts o = { .level = 0.99, .check_hosts = true };
	struct error err = ERROR_INIT;
	struct report r;
	struct comparison_document document = {0};
	struct judgement j = {0};
	struct side side[2] = {0};

	benchmark_report(&r, b);
	if (side_build(&side[0], &r, NULL, &err) == 0 && side_build(&side[1], &r, NULL, &err) == 0 &&
	    judgement_build(&j, side, 2, &o, &err) == 0) {
		compare_all(j.comparison, j.n_comparisons, &(struct compare_opts){ .level = 0.99, .paired = true });
		judgement_conclude(&j);
		for (size_t i = 0; format_list[i]; i++) {
			if (!format_list[i]->comparison)
				continue;
			comparison_document_add(&document, format_list[i], out, &j, &style);
			comparison_document_add(&document, format_list[i], out, &j, &style);
			comparison_document_end(&document, format_list[i], out);
		}
	}
	judgement_release(&j);
	side_release(&side[0]);
	side_release(&side[1]);
}

/* Into itself: nothing that could be read is lost. */
static void update(const char *text, size_t len)
{
	struct error err = ERROR_INIT;
	struct str out = {0};
	struct benchmarks bs;

	if (saved_update(&out, text, len, text, len, &err) == 0) {
		if (saved_parse(&bs, out.text, out.len, &err) < 0)
			abort();
		benchmarks_release(&bs);
	} else if (!err.message[0] || out.len) {
		abort();
	}
	str_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct aggr_opts total = { .mode = AGGR_TOTAL };
	struct error err = ERROR_INIT;
	struct str out = {0};
	struct benchmarks bs;

	if (saved_parse(&bs, (const char *)data, size, &err) < 0) {
		if (!err.message[0] || bs.benchmark)
			abort();
		return 0;
	}
	for (size_t i = 0; i < bs.n; i++) {
		struct benchmark *b = &bs.benchmark[i];

		if (benchmark_regroup(b, &total, &err) < 0 && benchmark_regroup(b, NULL, &err) < 0)
			continue;
		print(b, &out);
		if (!i)
			compare(b, &out);
	}
	update((const char *)data, size);
	str_release(&out);
	benchmarks_release(&bs);
	return 0;
}
