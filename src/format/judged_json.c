/* SPDX-License-Identifier: MIT */
/*
 * The document of schema pstat/1 with the results of all sides, as 'report' reads them, and
 * behind them what they came to when they were compared.  Values are in the unit of their
 * row; of times that is seconds, of sizes bytes.  ndjson is the comparison alone.
 */
#include <math.h>

#include "calc/detect.h"
#include "format/comparison_document.h"
#include "format/format.h"
#include "out/judged.h"
#include "out/pieces.h"
#include "out/report.h"
#include "out/style.h"
#include "out/totals.h"

enum { IN_LIST = 2 };			/* brackets that are open there */
enum { RESULTS, COMPARISONS };		/* parts */

static const struct style plain;

/* --- parts --------------------------------------------------------------------------------------- */

static void add_settings(struct json *j, const struct judgement *g, bool lines)
{
	const struct judgement_opts *o = &g->opts;
	struct str line = {0};

	judged_line(&line, g, &plain);
	j->line |= lines;
	json_text(j, "mode", judgement_modes[o->mode]);
	j->line |= lines;
	json_text(j, "outcome", judgement_outcomes[g->outcome]);
	j->line |= lines;
	json_text(j, "line", line.text);
	str_release(&line);
	j->line |= lines;
	json_double(j, "confidence", o->level);
	j->line |= lines;
	json_text(j, "order", o->order);
	j->line |= lines;
	json_u64(j, "warmups", o->warmups);
}

static void add_side(struct json *j, const struct judgement *g, size_t i)
{
	struct str name = {0};

	str_add(&name, "");
	judgement_add_id(&name, g, i);
	json_text(j, "name", name.text);
	json_u64(j, "rounds", g->side[i].n_rounds);
	str_release(&name);
}

static void add_interval(struct json *j, struct interval i)
{
	json_double(j, "low", i.low);
	json_double(j, "high", i.high);
}

static void add_lacks(struct json *j, const struct side_row *row)
{
	json_open(j, "lacks", '{');
	for (int lack = 0; row && lack < LACKS; lack++)
		if (row->lack[lack])
			json_u64(j, side_lacks[lack], row->lack[lack]);
	json_close(j, '}');
}

/* A row of one side. */
static void add_spread(struct json *j, const struct judgement *g, size_t side, size_t row)
{
	const struct spread *s = &g->row[row].spread[side];

	json_open(j, NULL, '{');
	json_u64(j, "side", side);
	json_u64(j, "n", s->n);
	json_double(j, "median", s->median);
	add_interval(j, s->interval);
	json_double(j, "min", s->min);
	json_double(j, "max", s->max);
	json_double(j, "mad", s->mad);
	json_u64(j, "outliers", s->outliers);
	add_lacks(j, judged_side_row(g, side, row));
	json_close(j, '}');
}

static void add_change(struct json *j, const char *key, const struct change *c)
{
	json_open(j, key, '{');
	json_double(j, "estimate", c->estimate);
	add_interval(j, c->interval);
	json_close(j, '}');
}

static void add_limit(struct json *j, const struct threshold *t)
{
	if (threshold_is_none(t)) {
		json_null(j, "limit");
		return;
	}
	json_open(j, "limit", '{');
	json_text(j, "bad", t->sign < 0 ? "less" : t->sign > 0 ? "more" : NULL);
	json_double(j, "relative", t->relative);
	json_double(j, "absolute", t->absolute);
	json_double(j, "cap", t->cap);
	json_close(j, '}');
}

static void add_detected(struct json *j, const struct detect *d)
{
	json_open(j, "detected", '{');
	json_double(j, "change", d->change);
	if (d->runs)
		json_u64(j, "runs", d->runs);
	else
		json_null(j, "runs");
	json_double(j, "quiet", d->quiet);
	json_close(j, '}');
}

static void add_comparison(struct json *j, const struct judgement *g, size_t side, size_t row)
{
	static const char *const leanings[] = { "better", "neither", "worse" };
	const struct comparison *c = judgement_comparison(g, side, row);
	size_t at = (size_t)(c - g->comparison);

	json_open(j, NULL, '{');
	json_u64(j, "side", side);
	json_text(j, "verdict", compare_verdicts[c->verdict].code);
	json_text(j, "reason", c->reason == REASON_NONE ? NULL : compare_reasons[c->reason].code);
	json_text(j, "by", c->path == COMPARE_NONE ? NULL : compare_paths[c->path].code);
	json_u64(j, "n", c->n);
	add_change(j, "relative", &c->relative);
	add_change(j, "absolute", &c->absolute);
	json_double(j, "level", c->level);
	json_double(j, "p_worse", c->p_worse);
	json_double(j, "p_within", c->p_within);
	json_text(j, "change", leanings[c->leaning + 1]);
	add_limit(j, &c->threshold);
	if (g->opts.detect)
		add_detected(j, &g->opts.detect[at]);
	json_close(j, '}');
}

static void add_row(struct json *j, const struct judgement *g, size_t row)
{
	const struct side_row *of = g->row[row].of;

	json_text(j, "name", of->name);
	json_text(j, "kind", side_kinds[of->kind]);
	json_text(j, "class", side_classes[of->class]);
	json_text(j, "unit", of->unit);
	json_text(j, "better", side_betters[of->better]);
	json_open(j, "sides", '[');
	for (size_t s = 0; s < g->n_sides; s++)
		add_spread(j, g, s, row);
	json_close(j, ']');
	json_open(j, "comparisons", '[');
	for (size_t s = 1; s < g->n_sides; s++)
		add_comparison(j, g, s, row);
	json_close(j, ']');
}

static void add_note(struct json *j, const struct judgement *g, size_t i)
{
	const struct judged_note *n = &g->note[i];

	json_text(j, "code", n->code);
	json_text(j, "gravity", judgement_gravities[n->gravity]);
	if (n->side < 0)
		json_null(j, "side");
	else
		json_u64(j, "side", (uint64_t)n->side);
	json_text(j, "text", n->text);
}

/* --- the document -------------------------------------------------------------------------------- */

/* The nth of all; as if another one followed, so that the list stays open. */
static void add_result(struct str *out, const struct judgement *g, size_t side, size_t nth,
		       const struct style *s)
{
	const struct report_format *json = format_find("json", FORMAT_REPORT)->report;
	struct totals t;

	totals_build(&t, g->side[side].report);
	t.report.entry = nth;
	t.report.n_entries = nth + 2;
	json->begin(out, &t.report, s);
	json->end(out, &t.report, s);
	totals_release(&t);
}

static void add_list(struct json *j, const struct judgement *g, const char *key, size_t n,
		     void (*add)(struct json *, const struct judgement *, size_t))
{
	json_line(j);
	json_open(j, key, '[');
	for (size_t i = 0; i < n; i++) {
		json_line(j);
		json_open(j, NULL, '{');
		add(j, g, i);
		json_close(j, '}');
	}
	json_line(j);
	json_close(j, ']');
}

/* What a side is called, and where its result is. */
static void add_sides(struct json *j, const struct judgement *g, size_t first)
{
	json_line(j);
	json_open(j, "sides", '[');
	for (size_t i = 0; i < g->n_sides; i++) {
		json_line(j);
		json_open(j, NULL, '{');
		json_u64(j, "side", i);
		json_u64(j, "result", first + i);
		add_side(j, g, i);
		json_close(j, '}');
	}
	json_line(j);
	json_close(j, ']');
}

static void json_add(struct comparison_document *all, const struct judgement *g, const struct style *s)
{
	struct json j = { .out = &all->part[COMPARISONS], .depth = IN_LIST, .comma = all->n > 0 };

	for (size_t i = 0; i < g->n_sides; i++)
		add_result(&all->part[RESULTS], g, i, all->n_sides + i, s);
	json_line(&j);
	json_open(&j, NULL, '{');
	add_settings(&j, g, true);
	add_sides(&j, g, all->n_sides);
	add_list(&j, g, "rows", g->n_rows, add_row);
	add_list(&j, g, "notes", g->n_notes, add_note);
	json_line(&j);
	json_close(&j, '}');
}

static void json_end(struct str *out, const struct comparison_document *all)
{
	struct json j = { .out = out, .depth = IN_LIST, .comma = true };

	comparison_document_add_part(out, all, RESULTS);
	json_line(&j);
	json_close(&j, ']');
	json_line(&j);
	json_open(&j, "comparisons", '[');
	comparison_document_add_part(out, all, COMPARISONS);
	j.comma = true;
	json_line(&j);
	json_close(&j, ']');
	json_line(&j);
	json_close(&j, '}');
	str_add(out, "\n");
}

extern const struct comparison_format judged_json;
const struct comparison_format judged_json = {
	.summary = "one document, schema pstat/1: the results and their comparison",
	.add	 = json_add,
	.end	 = json_end,
};

/* --- lines --------------------------------------------------------------------------------------- */

static void add_lines(struct str *out, const struct judgement *g, const char *type, size_t n,
		      void (*add)(struct json *, const struct judgement *, size_t))
{
	for (size_t i = 0; i < n; i++) {
		struct json j = pieces_line(out, type);

		add(&j, g, i);
		pieces_line_end(&j);
	}
}

static void add_side_line(struct json *j, const struct judgement *g, size_t i)
{
	json_u64(j, "side", i);
	add_side(j, g, i);
}

static void ndjson_print(struct str *out, const struct judgement *g, const struct style *s)
{
	struct json j = pieces_line(out, "comparison");

	(void)s;
	json_text(&j, "schema", PIECES_SCHEMA);
	json_text(&j, "version", g->side[0].report->version);
	add_settings(&j, g, false);
	pieces_line_end(&j);
	add_lines(out, g, "side", g->n_sides, add_side_line);
	add_lines(out, g, "row", g->n_rows, add_row);
	add_lines(out, g, "remark", g->n_notes, add_note);
	j = pieces_line(out, "end");
	pieces_line_end(&j);
}

extern const struct comparison_format judged_ndjson;
const struct comparison_format judged_ndjson = {
	.summary = "an object on each line",
	.print	 = ndjson_print,
};
