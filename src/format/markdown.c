/* SPDX-License-Identifier: MIT */
/*
 * Writes tables of GitHub-flavoured Markdown, for a pull request or the summary of a job.
 *
 * A report has the numbers of the table for people, without empty columns.  All intervals are one table,
 * so it has every column that one of them may need.
 * A comparison has a line for each row, a column for each side, and its outcome above the table.
 */
#include "format/markdown.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/mem.h"
#include "base/stats.h"
#include "base/xml.h"
#include "benchmark/benchmark.h"
#include "benchmark/notes.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "compare/comparison_where.h"
#include "event/event.h"
#include "format/comparison_document.h"
#include "format/comparison_grid.h"
#include "format/comparison_words.h"
#include "format/conclusion.h"
#include "format/format.h"
#include "format/rows/function_columns.h"
#include "format/grid.h"
#include "format/locale_text.h"
#include "format/rows/process_columns.h"
#include "format/quantity.h"
#include "format/report_cells.h"
#include "format/style.h"
#include "format/title.h"
#include "format/where/where_grid.h"
#include "format/where/where_words.h"
#include "host/target.h"
#include "metric/metric.h"
#include "table/table.h"
#include "where/where_block.h"

/* --- escaping -------------------------------------------------------------------------------------- */

void markdown_text(struct str *out, const char *text)
{
	LOCAL(str) seen = {0};

	str_add_line(&seen, text);
	for (const char *p = str_text(&seen); *p; p++) {
		/* the last three begin named characters of HTML, struck text and formulas */
		if (strchr("\\|`*_<>[]&~$", *p))
			str_add(out, "\\");
		str_add_n(out, p, 1);
	}
}

/* --- a table --------------------------------------------------------------------------------------- */

/* Markdown has no colours: a change to the worse is bold. */
static void add_grid_cell(struct str *out, const struct grid_cell *cell)
{
	const char *mark = cell->absent ? "*" : cell->tone == TONE_WORSE ? "**" : "";
	LOCAL(str) text = {0};

	if (cell->absent)
		str_add_n(&text, cell->text.text + 1, cell->text.len - 2);
	else
		str_add(&text, str_text(&cell->text));
	if (cell->second.len)
		str_addf(&text, cell->second.text[0] == '[' ? "%s%s" : "%s(%s)", text.len ? " " : "",
			 cell->second.text);
	if (text.len) {
		size_t blanks = strspn(text.text, " ");	/* of a tree; Markdown ignores them */

		str_addf(out, " %s", mark);
		for (size_t i = 0; i < blanks; i++)
			str_add(out, "&nbsp;");
		markdown_text(out, text.text + blanks);
		str_add(out, mark);
	}
	str_add(out, " |");
}

static void add_grid_titles(struct str *out, const struct grid *g, const bool *has)
{
	str_add(out, "|");
	for (size_t c = 0; c < g->n_columns; c++) {
		if (!has[c])
			continue;
		str_add(out, " ");
		markdown_text(out, g->column[c].title);
		str_add(out, " |");
	}
	str_add(out, "\n|");
	for (size_t c = 0; c < g->n_columns; c++)
		if (has[c])
			str_add(out, g->column[c].right ? "---:|" : "---|");
	str_add(out, "\n");
}

void markdown_grid(struct str *out, const struct grid *g)
{
	FREED bool *has = mem_zeroed(g->n_columns + 1, sizeof(*has));

	for (size_t c = 0; c < g->n_columns; c++)
		has[c] = grid_has_column(g, c);
	if (g->n_rows)
		add_grid_titles(out, g, has);
	for (size_t i = 0; i < g->n_rows; i++) {
		str_add(out, "|");
		for (size_t c = 0; c < g->n_columns; c++)
			if (has[c])
				add_grid_cell(out, &g->row[i].cell[c]);
		str_add(out, "\n");
	}
}

/* --- where ----------------------------------------------------------------------------------------- */

static void markdown_add_line(struct str *out, const char *line)
{
	str_add(out, "- ");
	markdown_text(out, line);
	str_add(out, "\n");
}

static void markdown_add_note(struct str *out, const char *line)
{
	str_add(out, "- note: ");
	markdown_text(out, line);
	str_add(out, "\n");
}

/* Markdown is not read in a line of HTML. */
static void add_where_head(struct str *out, const struct where_block *w, bool folds, const struct style *s)
{
	LOCAL(str) line = {0};

	where_words_add_head(&line, w, s);
	str_add(out, folds ? "<details><summary>" : "");
	if (folds)
		xml_text(out, str_text(&line));
	else
		markdown_text(out, str_text(&line));
	str_add(out, folds ? "</summary>\n\n" : "\n\n");
}

void markdown_where(struct str *out, const struct where_block *w, bool folded, const struct style *s)
{
	LOCAL(grid) g = { .form = GRID_MARKDOWN };
	LOCAL(str) notes = {0}, libraries = {0};
	bool folds;

	if (!where_words_has(w))
		return;
	where_grid_build(&g, w, s);
	where_words_each_library(&libraries, w, markdown_add_line);
	folds = folded && (g.n_rows || libraries.len);
	where_words_each_note(&notes, w, s->verbose > 0, markdown_add_note);
	add_where_head(out, w, folds, s);
	if (libraries.len)
		str_addf(out, "%s%s", libraries.text, g.n_rows ? "\n" : "");
	markdown_grid(out, &g);
	if (notes.len)
		str_addf(out, "%s%s", g.n_rows ? "\n" : "", notes.text);
	str_add(out, folds ? "\n</details>\n" : "");
}

/* --- a report -------------------------------------------------------------------------------------- */

#define PLUS_MINUS "\xc2\xb1"

enum column { TIME, ID, EVENT, COUNT, UNIT, CGROUP, NOISE, SHARE, METRIC, COLUMNS };

struct block {			/* what all rows of a block need */
	const struct report *r;
	const struct style *s;
	bool has[COLUMNS];
};

/* --- cells ----------------------------------------------------------------------------------------- */

static void markdown_add_time(struct str *out, const struct block *b, const struct report_cell *p)
{
	(void)p;
	str_addf(out, "%.9f", b->r->time_s);
}

static void add_id(struct str *out, const struct block *b, const struct report_cell *p)
{
	LOCAL(str) id = {0};

	report_cell_add_id(&id, p, b->r);
	markdown_text(out, str_text(&id));
}

static void markdown_add_event(struct str *out, const struct block *b, const struct report_cell *p)
{
	(void)b;
	markdown_text(out, p->event->name);
}

static void markdown_add_count(struct str *out, const struct block *b, const struct report_cell *p)
{
	if (p->cell->state == CELL_COUNTED)
		locale_count(out, p->cell, p->event->scale, b->s);
	else
		str_add(out, p->cell->state == CELL_NOT_SUPPORTED ? "*not supported*" : "*not counted*");
}

static void markdown_add_unit(struct str *out, const struct block *b, const struct report_cell *p)
{
	(void)b;
	markdown_text(out, quantity_unit(p->event->unit));
}

static void add_cgroup(struct str *out, const struct block *b, const struct report_cell *p)
{
	markdown_text(out, report_cell_cgroup(p, b->r));
}

static void add_noise(struct str *out, const struct block *b, const struct report_cell *p)
{
	double noise = report_cell_error_pct(p);

	if (noise > 0)
		locale_decimal(out, b->s, "%.2f%%", noise);
}

static bool is_multiplexed(const struct report_cell *p, const struct report *r)
{
	const struct cell mean = report_cell_mean(p, r);

	return mean.running != mean.enabled;
}

static void markdown_add_share(struct str *out, const struct block *b, const struct report_cell *p)
{
	const struct cell mean = report_cell_mean(p, b->r);

	if (is_multiplexed(p, b->r))
		locale_decimal(out, b->s, "%.2f%%", cell_running_pct(&mean));
	else if (p->cell->state == CELL_COUNTED)
		locale_decimal(out, b->s, "%.2f%%", 100.0);
}

static void markdown_add_figure(struct str *out, const struct block *b, const struct metric_def *def,
				const struct figure *f)
{
	const struct figure_words words = report_cell_figure(def, f);

	locale_decimal(out, b->s, "%.*f", words.digits, words.value);
	str_addf(out, "%s ", def->suffix[0] == ' ' ? "" : def->suffix);
	markdown_text(out, words.unit);
}

static void markdown_add_metrics(struct str *out, const struct block *b, const struct report_cell *p)
{
	size_t start = out->len;

	for (size_t i = 0; i < p->n_metrics; i++) {
		const struct metric_def *def = p->metric[i].def;

		if (isnan(p->figure[i].value) || (b->s->metric_only && def->aside))
			continue;
		str_add(out, out->len > start ? "<br>" : "");
		markdown_add_figure(out, b, def, &p->figure[i]);
	}
}

static const struct {
	const char *title;		/* NULL: what was added up */
	bool right;			/* aligned right */
	void (*add)(struct str *out, const struct block *b, const struct report_cell *p);
} columns[COLUMNS] = {
	[TIME] = { "time", true, markdown_add_time },
	[ID] = { NULL, false, add_id },
	[EVENT] = { "event", false, markdown_add_event },
	[COUNT] = { "count", true, markdown_add_count },
	[UNIT] = { "unit", false, markdown_add_unit },
	[CGROUP] = { "cgroup", false, add_cgroup },
	[NOISE] = { PLUS_MINUS, true, add_noise },
	[SHARE] = { "time counted", true, markdown_add_share },
	[METRIC] = { "metric", false, markdown_add_metrics },
};

/* --- rows ------------------------------------------------------------------------------------------ */

static bool have_units(const struct report *r)
{
	for (size_t i = 0; i < r->b->events.n; i++)
		if (r->b->events.event[i].unit[0])
			return true;
	return false;
}

static bool was_multiplexed(const struct report_cells *ps, const struct report *r)
{
	for (size_t i = 0; i < ps->n; i++)
		if (is_multiplexed(&ps->cell[i], r))
			return true;
	return false;
}

static bool have_figures(const struct block *b, const struct report_cells *ps)
{
	LOCAL(str) cell = {0};

	for (size_t i = 0; i < ps->n && !cell.len; i++)
		markdown_add_metrics(&cell, b, &ps->cell[i]);
	return cell.len > 0;
}

/* Later intervals may have figures. */
static bool may_have_figures(const struct block *b)
{
	const struct metrics *ms = &b->r->b->metrics;

	for (size_t i = 0; i < ms->n; i++)
		if (!b->s->metric_only || !ms->metric[i].def->aside)
			return true;
	return false;
}

static void find_columns(struct block *b, const struct report_cells *ps)
{
	const struct report *r = b->r;
	bool counts = !b->s->metric_only;

	b->has[TIME] = !r->total;
	b->has[ID] = report_cells_mode(r) != AGGR_TOTAL;
	b->has[EVENT] = true;
	b->has[COUNT] = counts;
	b->has[UNIT] = counts && have_units(r);
	b->has[CGROUP] = report_cells_have_cgroups(r);
	b->has[NOISE] = counts && r->stats;
	b->has[SHARE] = counts && (!r->total || was_multiplexed(ps, r));
	b->has[METRIC] = r->total ? have_figures(b, ps) : may_have_figures(b);
}

static void add_heading(struct str *out, const struct block *b)
{
	str_add(out, "\n|");
	for (size_t c = 0; c < COLUMNS; c++)
		if (b->has[c])
			str_addf(out, " %s |", columns[c].title ? columns[c].title :
				 aggr_modes[report_cells_mode(b->r)].title);
	str_add(out, "\n|");
	for (size_t c = 0; c < COLUMNS; c++)
		if (b->has[c])
			str_add(out, columns[c].right ? "---:|" : "---|");
	str_add(out, "\n");
}

static void markdown_add_row(struct str *out, const struct block *b, const struct report_cell *p)
{
	LOCAL(str) cell = {0};

	if (b->s->metric_only)
		markdown_add_metrics(&cell, b, p);
	if (b->s->metric_only && !cell.len)
		return;
	str_add(out, "|");
	for (size_t c = 0; c < COLUMNS; c++) {
		if (!b->has[c])
			continue;
		str_reset(&cell);
		columns[c].add(&cell, b, p);
		str_addf(out, "%s%s |", cell.len ? " " : "", str_text(&cell));
	}
	str_add(out, "\n");
}

static bool has_rows(const struct block *b, const struct report_cells *ps)
{
	return ps->n && (b->has[METRIC] || !b->s->metric_only);
}

/* As in the table for people: a line for each process or function. */
static void markdown_add_list(struct str *out, const struct report *r, const struct style *s)
{
	LOCAL(grid) g = { .form = GRID_MARKDOWN };

	(r->b->aggr.mode == AGGR_FUNCTION ? function_columns_build : process_columns_build)(&g, r, s);
	str_add(out, "\n");
	markdown_grid(out, &g);
}

static void markdown_report_block(struct str *out, const struct report *r, const struct style *s)
{
	struct block b = { .r = r, .s = s };
	LOCAL(report_cells) ps = {0};

	if (aggr_is_list(r->b->aggr.mode) && !s->metric_only) {
		markdown_add_list(out, r, s);
		return;
	}
	report_cells_list(&ps, r);
	find_columns(&b, &ps);
	if (r->place.summary)
		str_add(out, "\n**Totals**\n");
	if (has_rows(&b, &ps) && (r->total || !r->place.interval_index))
		add_heading(out, &b);
	for (size_t i = 0; i < ps.n; i++)
		markdown_add_row(out, &b, &ps.cell[i]);
}

/* --- around the rows ------------------------------------------------------------------------------- */

/* Markdown ignores stars next to a blank. */
static void add_bold(struct str *out, const char *text)
{
	size_t n;

	text += strspn(text, " ");
	n = strlen(text);
	while (n && text[n - 1] == ' ')
		n--;
	if (!n)
		return;
	str_add(out, "**");
	str_add_n(out, text, n);
	str_add(out, "**");
}

static void markdown_report_begin(struct str *out, const struct report *r, const struct style *s)
{
	LOCAL(str) subject = {0}, text = {0};

	(void)s;
	if (r->place.again)		/* or it would be part of the list before it */
		str_add(out, "\n");
	if (r->name)
		str_add(&subject, r->name);
	else
		title_add(&subject, r, "");
	markdown_text(&text, str_text(&subject));
	add_bold(out, str_text(&text));
	if (r->n_runs > 1)
		str_addf(out, " (%zu runs)", r->n_runs);
	str_add(out, "\n");
}

/* True with -n, and with --metric-only if no metric has a value. */
static bool has_times_only(const struct report *r, const struct style *s)
{
	struct block b = { .r = r, .s = s };
	LOCAL(report_cells) ps = {0};

	report_cells_list(&ps, r);
	find_columns(&b, &ps);
	return !has_rows(&b, &ps);
}

/* A row if the times are the table, otherwise an item of the list below the table. */
static void add_time_of(struct str *out, const char *what, const char *number, const char *error, bool row)
{
	if (row)
		str_addf(out, "| %s | %s%s |\n", what, number, error);
	else
		str_addf(out, "- %s seconds %s%s\n", number, what, error);
}

static void add_elapsed(struct str *out, const struct report *r, const struct style *s, int digits, bool row)
{
	double elapsed = r->elapsed ? r->elapsed->mean : run_result_elapsed_s(r->run);
	LOCAL(str) number = {0}, error = {0};

	locale_decimal(&number, s, "%.*f", digits, elapsed);
	if (r->elapsed) {
		locale_decimal(&number, s, " " PLUS_MINUS " %.*f", digits, stats_error(r->elapsed));
		locale_decimal(&error, s, " (" PLUS_MINUS " %.2f%%)", stats_error_pct(r->elapsed));
	}
	add_time_of(out, "time elapsed", str_text(&number), str_text(&error), row);
}

static void markdown_add_times(struct str *out, const struct report *r, const struct style *s, bool rows)
{
	int digits = locale_digits(r->elapsed ? stats_error(r->elapsed) : 0);
	LOCAL(str) number = {0};

	str_add(out, rows ? "| time | seconds |\n|---|---:|\n" : "");
	add_elapsed(out, r, s, digits, rows);
	if (r->run->status < 0 || !target_is_command(&r->b->target))
		return;		/* there was no command, or it was not what was counted */
	for (const struct run_fact *f = run_facts; f->name; f++) {
		double mean = run_fact_mean(f, r->run, r->n_runs);

		if (!f->of_command || f->unit[0] != 's' || !isfinite(mean))
			continue;
		str_reset(&number);
		locale_decimal(&number, s, "%.*f", digits, mean);
		add_time_of(out, f->name, str_text(&number), "", rows);
	}
}

static void add_failed(struct str *out, const struct report *r)
{
	if (!r->b->failed)
		return;
	str_addf(out, "- run %zu ", r->run_index + r->n_runs + 1);
	run_result_add_failure(out, r->b->failed);
	str_add(out, " and does not count\n");
}

static void markdown_add_notes(struct str *out, const struct report *r, const struct style *s)
{
	LOCAL(notes_said) said = {0};

	notes_say(&said, &r->b->sum.notes, &r->b->events, &r->b->target.cgroups, r->n_runs,
		  s->verbose > 0);
	for (size_t i = 0; i < said.n; i++)
		markdown_add_note(out, said.line[i].text);
}

static void markdown_report_end(struct str *out, const struct report *r, const struct style *s)
{
	bool known = r->n_runs && !r->run->emulated;
	bool rows = known && has_times_only(r, s), times = rows || (known && r->total);
	LOCAL(str) list = {0};

	if (rows) {
		str_add(out, "\n");
		markdown_add_times(out, r, s, true);
	} else if (times) {
		markdown_add_times(&list, r, s, false);
	}
	if (r->total && where_words_has(&r->b->where.block)) {
		str_add(out, "\n");
		markdown_where(out, &r->b->where.block, false, s);
	}
	add_failed(&list, r);
	markdown_add_notes(&list, r, s);
	if (list.len)
		str_addf(out, "\n%s", str_text(&list));
}

/* --- a comparison ---------------------------------------------------------------------------------- */

/* --- around the table ------------------------------------------------------------------------------ */

static void add_level(struct str *out, const struct comparison *cmp)
{
	if (!words_has_intervals(cmp))
		return;
	str_add(out, "- ranges: ");
	words_add_sure(out, cmp, &style_plain);
	str_add(out, "\n");
}

static void markdown_add_item(struct str *out, const char *line)
{
	str_add(out, "- ");
	markdown_text(out, line);
	str_add(out, "\n");
}

static void markdown_add_sides(struct str *out, const struct comparison *cmp)
{
	for (size_t i = 0; i < cmp->n_sides; i++) {
		LOCAL(str) side = {0};

		words_add_side(&side, cmp, i);
		markdown_add_item(out, str_text(&side));
	}
	add_level(out, cmp);
	str_add(out, "\n");
}

static void markdown_add_name(struct str *out, const struct comparison *cmp)
{
	LOCAL(str) name = {0};

	comparison_add_benchmark(&name, cmp, 0);
	str_add(out, "### ");
	markdown_text(out, str_text(&name));
	str_add(out, "\n\n");
}

static void add_strong(struct str *out, const struct str *line)
{
	if (!line->len)
		return;
	str_add(out, "**");
	markdown_text(out, line->text);
	str_add(out, "**\n\n");
}

static void add_conclusion(struct str *out, const struct comparison *cmp)
{
	LOCAL(str) line = {0};

	conclusion_add(&line, cmp, &style_plain);
	add_strong(out, &line);
}

static void markdown_add_table(struct str *out, const struct comparison *cmp, enum comparison_rows which)
{
	LOCAL(grid) g = { .form = GRID_MARKDOWN };

	comparison_grid_build(&g, cmp, which, NULL, &style_plain);
	markdown_grid(out, &g);
}

/* Rows that cannot fail a build are folded. */
static void add_tables(struct str *out, const struct comparison *cmp)
{
	LOCAL(str) others = {0};

	markdown_add_table(out, cmp, comparison_grid_main(cmp));
	if (words_hides_rows(cmp))
		markdown_add_table(&others, cmp, COMPARISON_OTHERS);
	if (others.len)
		str_addf(out, "\n<details><summary>Rows without a limit</summary>\n\n%s\n</details>\n",
			 others.text);
}

enum { BENCHMARKS };		/* parts */

/* What regressed is open, what improved is folded. */
static void markdown_add_where(struct str *out, const struct comparison *cmp, const struct style *s)
{
	for (size_t side = 1; side < cmp->n_sides; side++) {
		const struct where_block *w = comparison_where_of(cmp, side);

		if (w) {
			str_add(out, "\n");
			markdown_where(out, w, w->after < w->before, s);
		}
	}
}

static void markdown_add_to_document(struct comparison_document *d, const struct comparison *cmp,
				     const struct style *s)
{
	struct str *out = &d->part[BENCHMARKS];
	LOCAL(str) notes = {0};

	if (cmp->opts.several)
		markdown_add_name(out, cmp);
	add_conclusion(out, cmp);
	markdown_add_sides(out, cmp);
	add_tables(out, cmp);
	markdown_add_where(out, cmp, s);
	words_each_note(&notes, cmp, s->verbose > 0, markdown_add_item);
	if (notes.len)
		str_addf(out, "\n%s", str_text(&notes));
	if (cmp->opts.several)		/* ends the list */
		str_add(out, "\n");
}

/* What came of all benchmarks is on top, as a reader may not reach the end. */
static void markdown_comparison_end(struct str *out, const struct comparison_document *d)
{
	LOCAL(str) line = {0};

	conclusions_line(&line, &d->all);
	add_strong(out, &line);
	comparison_document_add_part(out, d, BENCHMARKS);
}

/* --- the format ------------------------------------------------------------------------------------ */

extern const struct format format_markdown;
const struct format format_markdown = {
	.name = "markdown",
	.flags = FORMAT_WHOLE | FORMAT_NOTES,
	.report =
		&(const struct report_format){
			.summary = "a table for a pull request or the summary of a job",
			.begin = markdown_report_begin,
			.block = markdown_report_block,
			.end = markdown_report_end,
		},
	.comparison =
		&(const struct comparison_format){
			.summary = "a table for a pull request or the summary of a job",
			.add = markdown_add_to_document,
			.end = markdown_comparison_end,
		},
	.trend = &trend_markdown,
};
