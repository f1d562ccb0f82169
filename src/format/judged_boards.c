/* SPDX-License-Identifier: MIT */
/*
 * Two small formats of dashboards that follow a benchmark over time: customSmallerIsBetter
 * of github-action-benchmark, and the Bencher Metric Format.
 *
 * Only what was measured now is in them, not what it was held against, unless there is
 * nothing else or commands were compared with each other.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/json.h"
#include "format/comparison_document.h"
#include "format/format.h"
#include "out/judged.h"
#include "out/report.h"
#include "out/style.h"

static const struct style plain;

static size_t first_side(const struct judgement *j)
{
	return j->opts.mode != JUDGE_COMPARE && j->n_sides > 1 ? 1 : 0;
}

static bool same_name(const struct judgement *j, size_t a, size_t b)
{
	struct str x = {0}, y = {0};
	bool same;

	str_add(&x, "");
	str_add(&y, "");
	judgement_add_id(&x, j, a);
	judgement_add_id(&y, j, b);
	same = strcmp(x.text, y.text) == 0;
	str_release(&x);
	str_release(&y);
	return same;
}

/* Two of the same name would be one. */
static void add_name(struct str *out, const struct comparison_document *g, const struct judgement *j,
		     size_t side)
{
	bool again = false;

	for (size_t i = first_side(j); i < j->n_sides; i++)
		again |= i != side && same_name(j, i, side);
	judgement_add_id(out, j, side);
	if (again) {
		str_add(out, " (");
		judged_add_letter(out, side);
		str_add(out, ")");
	}
	comparison_document_add_nth(out, g);
}

/* Of several rows of one name the first. */
static bool has_value(const struct judgement *j, size_t side, size_t row)
{
	return j->row[row].spread[side].n && !j->row[row].of->nth;
}

enum { ENTRIES };		/* parts */

static struct json inside(struct comparison_document *g)
{
	return (struct json){ .out = &g->part[ENTRIES], .depth = 1, .comma = g->part[ENTRIES].len > 0 };
}

static void enclose(struct str *out, const struct comparison_document *g, char open, char close)
{
	struct json json = { .out = out };

	json_open(&json, NULL, open);
	comparison_document_add_part(out, g, ENTRIES);
	json.comma = g->part[ENTRIES].len > 0;
	json_line(&json);
	json_close(&json, close);
	str_add(out, "\n");
}

/* --- github-action-benchmark ---------------------------------------------------------------------- */

/* "[113480, 113490]" in the unit of the value. */
static void add_range(struct json *json, const struct spread *s)
{
	struct str text = {0};

	if (!interval_exists(s->interval))
		return;
	str_add(&text, "[");
	str_add_double(&text, s->interval.low);
	str_add(&text, ", ");
	str_add_double(&text, s->interval.high);
	str_add(&text, "]");
	json_text(json, "range", text.text);
	str_release(&text);
}

static void add_extra(struct json *json, const struct judgement *j, size_t side, size_t row)
{
	const struct quantity q = judged_quantity(j, row);
	const struct spread *s = &j->row[row].spread[side];
	struct str text = {0};

	str_addf(&text, "%zu run%s", s->n, s->n == 1 ? "" : "s");
	if (s->n > 1) {
		str_add(&text, ", ");
		quantity_add(&text, &q, s->min, &plain);
		str_add(&text, " .. ");
		quantity_add(&text, &q, s->max, &plain);
		quantity_add_unit(&text, &q);
	}
	if (side && judgement_comparison(j, side, row)->path != COMPARE_ONE_SAMPLE) {
		struct str change = {0};

		judged_add_change(&change, j, side, row, &plain);
		if (change.len)
			str_addf(&text, "\nchange %s", change.text);
		str_release(&change);
	}
	json_text(json, "extra", text.text);
	str_release(&text);
}

static void add_entry(struct json *json, const struct comparison_document *g, const struct judgement *j,
		      size_t side, size_t row)
{
	const struct side_row *of = j->row[row].of;
	struct str name = {0};

	add_name(&name, g, j, side);
	str_addf(&name, ": %s", of->name);
	json_line(json);
	json_open(json, NULL, '{');
	json_text(json, "name", name.text);
	json_text(json, "unit", of->unit[0] ? of->unit : of->class == CLASS_RATIO ? "ratio" : "count");
	json_double(json, "value", j->row[row].spread[side].median);
	add_range(json, &j->row[row].spread[side]);
	add_extra(json, j, side, row);
	json_close(json, '}');
	str_release(&name);
}

static void gha_add(struct comparison_document *g, const struct judgement *j, const struct style *s)
{
	struct json json = inside(g);

	(void)s;
	for (size_t side = first_side(j); side < j->n_sides; side++)
		for (size_t row = 0; row < j->n_rows; row++)
			if (has_value(j, side, row) && j->row[row].of->better == BETTER_LOWER)
				add_entry(&json, g, j, side, row);
}

static void gha_end(struct str *out, const struct comparison_document *g)
{
	enclose(out, g, '[', ']');
}

extern const struct comparison_format judged_gha_json;
const struct comparison_format judged_gha_json = {
	.summary = "customSmallerIsBetter of github-action-benchmark",
	.add	 = gha_add,
	.end	 = gha_end,
};

/* --- Bencher -------------------------------------------------------------------------------------- */

static void add_measure(struct json *json, const struct judgement *j, size_t side, size_t row)
{
	const struct spread *s = &j->row[row].spread[side];

	json_line(json);
	json_open(json, j->row[row].of->name, '{');
	json_double(json, "value", s->median);
	if (interval_exists(s->interval)) {
		json_double(json, "lower_value", s->interval.low);
		json_double(json, "upper_value", s->interval.high);
	}
	json_close(json, '}');
}

static void bmf_add(struct comparison_document *g, const struct judgement *j, const struct style *s)
{
	struct json json = inside(g);

	(void)s;
	for (size_t side = first_side(j); side < j->n_sides; side++) {
		struct str name = {0};

		str_add(&name, "");
		add_name(&name, g, j, side);
		json_line(&json);
		json_open(&json, name.text, '{');
		for (size_t row = 0; row < j->n_rows; row++)
			if (has_value(j, side, row))
				add_measure(&json, j, side, row);
		json_line(&json);
		json_close(&json, '}');
		str_release(&name);
	}
}

static void bmf_end(struct str *out, const struct comparison_document *g)
{
	enclose(out, g, '{', '}');
}

extern const struct comparison_format judged_bmf;
const struct comparison_format judged_bmf = {
	.summary = "the Bencher Metric Format",
	.add	 = bmf_add,
	.end	 = bmf_end,
};
