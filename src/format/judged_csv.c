/* SPDX-License-Identifier: MIT */
/*
 * CSV as RFC 4180 has it, always the same columns: a line for each row of each side, with its
 * change from the first side.  What cannot be told is empty.
 */
#include <math.h>

#include "format/comparison_document.h"
#include "format/format.h"
#include "out/csv.h"
#include "out/judged.h"

static void add_field(struct str *out, const char *text)
{
	csv_field(out, text, ",");
	str_add(out, ",");
}

static void add_number(struct str *out, double value)
{
	if (isfinite(value))
		str_add_double(out, value);
	str_add(out, ",");
}

static void add_change(struct str *out, const struct change *c)
{
	add_number(out, c->estimate);
	add_number(out, c->interval.low);
	add_number(out, c->interval.high);
}

static void add_spread(struct str *out, const struct spread *s)
{
	str_addf(out, "%zu,", s->n);
	add_number(out, s->median);
	add_number(out, s->interval.low);
	add_number(out, s->interval.high);
	add_number(out, s->min);
	add_number(out, s->max);
	add_number(out, s->mad);
	if (s->n)
		str_addf(out, "%zu", s->outliers);
	str_add(out, ",");
}

static void add_comparison(struct str *out, const struct comparison *c)
{
	static const struct interval none = { (double)NAN, (double)NAN };
	static const struct change unknown = { (double)NAN, { (double)NAN, (double)NAN } };

	add_change(out, c ? &c->relative : &unknown);
	add_change(out, c ? &c->absolute : &unknown);
	add_number(out, c ? c->level : none.low);
	str_addf(out, "%s,", c && c->path != COMPARE_NONE ? compare_paths[c->path].code : "");
	add_number(out, c ? c->p_worse : none.low);
	add_number(out, c ? c->p_within : none.low);
	add_number(out, c ? c->threshold.relative : none.low);
	add_number(out, c ? c->threshold.absolute : none.low);
	add_number(out, c ? c->threshold.cap : none.low);
	str_addf(out, "%s,", c ? compare_verdicts[c->verdict].code : "");
	str_add(out, c && c->reason != REASON_NONE ? compare_reasons[c->reason].code : "");
}

static void add_line(struct str *out, const struct judgement *j, size_t side, size_t row)
{
	const struct side_row *of = j->row[row].of;
	struct str name = {0};

	str_add(&name, "");
	judgement_add_id(&name, j, side);
	str_addf(out, "%zu,", side);
	add_field(out, name.text);
	add_field(out, of->name);
	str_addf(out, "%s,%s,", side_kinds[of->kind], side_classes[of->class]);
	add_field(out, of->unit);
	str_addf(out, "%s,%zu,", side_betters[of->better], j->side[side].n_rounds);
	add_spread(out, &j->row[row].spread[side]);
	add_comparison(out, judgement_comparison(j, side, row));
	str_add(out, "\n");
	str_release(&name);
}

enum { LINES };		/* parts */

static void csv_add(struct comparison_document *g, const struct judgement *j, const struct style *s)
{
	(void)s;
	for (size_t row = 0; row < j->n_rows; row++)
		for (size_t side = 0; side < j->n_sides; side++)
			add_line(&g->part[LINES], j, side, row);
}

static void csv_end(struct str *out, const struct comparison_document *g)
{
	str_add(out, "side,benchmark,name,kind,class,unit,better,rounds,n,median,low,high,min,max,mad,"
		"outliers,change,change_low,change_high,difference,difference_low,difference_high,level,by,p_worse,"
		"p_within,limit_relative,limit_absolute,limit_cap,verdict,reason\n");
	comparison_document_add_part(out, g, LINES);
}

extern const struct comparison_format judged_csv;
const struct comparison_format judged_csv = {
	.summary = "a header and a line for each row of each side, RFC 4180",
	.add	 = csv_add,
	.end	 = csv_end,
};
