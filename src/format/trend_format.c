/* SPDX-License-Identifier: MIT */
/*
 * Shows a trend: each row as a sparkline, and the levels between its changes.
 *
 * A sparkline has one character for each result, or for several if there are many; a bar stands between the
 * segments, unless there are more than text shows.  Its height covers at least 4 % of the level, so that the
 * noise of a steady row looks flat.
 */
#include "format/trend_format.h"

#include <math.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/mem.h"
#include "base/spark.h"
#include "base/str.h"
#include "compare/stats/change_points.h"
#include "format/format.h"
#include "format/grid.h"
#include "format/locale_text.h"
#include "format/markdown.h"
#include "format/quantity.h"
#include "format/style.h"

enum { SPARKS = 40, INDENT = 4 };
enum { SHOWN = 10 };		/* segments of a row in text and markdown: the last ones */

/* --- words ------------------------------------------------------------------------------------------- */

static void add_machine(struct str *out, const struct host_facts *h)
{
	str_add_line(out, h->cpu ? h->cpu : h->arch ? h->arch : "an unknown machine");
	if (h->cpus != HOST_UNKNOWN)
		str_addf(out, ", %d CPU%s", h->cpus, h->cpus == 1 ? "" : "s");
}

static const char *tone_word(int tone)
{
	return tone > 0 ? "worse" : tone < 0 ? "better" : "";
}

void trend_format_add_change(struct str *out, double change, const struct style *s)
{
	if (isnan(change))
		str_add(out, "from 0");
	else
		locale_decimal(out, s, fabs(change) < 0.01 ? "%+.3f %%" : "%+.2f %%", 100 * change);
}

struct quantity trend_format_quantity(const struct trend_series *s)
{
	FREED double *level = mem_resize(NULL, s->n_segments, sizeof(*level));

	for (size_t i = 0; i < s->n_segments; i++)
		level[i] = s->segment[i].level;
	return quantity_choose(s->class, s->row->unit ? s->row->unit : "", level, s->n_segments);
}

static const struct history_result *begin_of(const struct trend_series *s, const struct trend_segment *g)
{
	return s->point[g->first].result;
}

static void add_begin(struct str *out, const struct trend_series *s, const struct trend_segment *g)
{
	str_addf(out, "result %zu, ", g->first + 1);
	history_add_place(out, begin_of(s, g));
}

/* What else changed where the segment begins. */
static void add_also(struct str *out, const struct trend_series *s, const struct trend_segment *g)
{
	if (g->first)
		trend_add_differences(out, s->point[g->first - 1].result, begin_of(s, g));
}

bool trend_format_begins_group(const struct trend *t, size_t i)
{
	const struct history_result *a = i ? t->series[i - 1].newest : NULL, *b = t->series[i].newest;

	return !a || strcmp(a->name, b->name) != 0 || !trend_same_machine(&a->host, &b->host);
}

static size_t count_changed(const struct trend *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n; i++)
		n += trend_last_change(&t->series[i]) != NULL;
	return n;
}

static const char *last_date(const struct trend_series *s)
{
	return begin_of(s, trend_last_change(s))->date;
}

/* The series whose last change is the newest. */
static const struct trend_series *newest_change(const struct trend *t)
{
	const struct trend_series *found = NULL;

	for (size_t i = 0; i < t->n; i++) {
		const struct trend_series *s = &t->series[i];

		if (trend_last_change(s) && (!found || strcmp(last_date(s), last_date(found)) > 0))
			found = s;
	}
	return found;
}

int trend_format_tone(const struct trend *t)
{
	const struct trend_series *s = newest_change(t);

	return s ? trend_last_change(s)->tone : 0;
}

/* Of so many results a large change is found wherever it is. */
static size_t least_of(const struct trend_series *s)
{
	return s->exact ? CHANGE_POINTS_EXACT : CHANGE_POINTS_LEAST;
}

static void add_unchanged(struct str *out, const struct trend_series *s)
{
	if (trend_last_change(s))
		return;
	if (s->n < least_of(s))
		str_add(out, "too few to tell");
	else if (s->n_apart == 1)
		str_add(out, "no change yet: the last lies apart");
	else if (s->n_apart)
		str_addf(out, "no change yet: the last %zu lie apart", s->n_apart);
	else
		str_add(out, "no change");
}

/* What is not known of rows without a change. */
static void add_unknown(struct str *out, const struct trend *t)
{
	size_t few = 0, apart = 0, least = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct trend_series *s = &t->series[i];
		bool is_few = s->n < least_of(s);

		few += is_few;
		apart += !is_few && s->n_apart;
		least = is_few && least_of(s) > least ? least_of(s) : least;
	}
	if (few < t->n || !t->n)
		str_addf(out, "no change in %zu result%s", t->n_results, t->n_results == 1 ? "" : "s");
	if (apart)
		str_addf(out, "; in %zu of %zu row%s the last lie apart", apart, t->n, t->n == 1 ? "" : "s");
	if (few && few < t->n)
		str_addf(out, "; too few to tell in %zu of %zu rows", few, t->n);
	else if (few)
		str_add(out, "too few results to tell");
	if (few)
		str_addf(out, ": a change is judged from %zu on", least);
}

void trend_format_add_conclusion(struct str *out, const struct trend *t, const struct style *s)
{
	const struct trend_series *last = newest_change(t);
	const struct trend_segment *g;

	if (!last) {
		add_unknown(out, t);
		return;
	}
	g = trend_last_change(last);
	str_addf(out, "%zu of %zu row%s changed; the last change: ", count_changed(t), t->n,
		 t->n == 1 ? "" : "s");
	str_add_line(out, last->newest->name);
	str_add(out, " ");
	str_add_line(out, last->row->name);
	str_add(out, " ");
	trend_format_add_change(out, g->change, s);
	if (g->drift)
		str_addf(out, " over %zu results, a drift", g->n);
	str_addf(out, "%s%s, %s ", g->tone ? ", " : "", tone_word(g->tone),
		 g->drift ? "since" : "at");
	add_begin(out, last, g);
}

void trend_format_add_hidden(struct str *out, const struct trend *t)
{
	str_addf(out, "%zu row%s without a limit %s not shown: -e '*' shows all rows", t->n_hidden,
		 t->n_hidden == 1 ? "" : "s", t->n_hidden == 1 ? "is" : "are");
}

/* --- the sparkline ----------------------------------------------------------------------------------- */

struct scale {
	double low, high;
};

static struct scale scale_of(const struct trend_series *s)
{
	static const double least = 0.04;
	double level = fabs(s->segment[s->n_segments - 1].level), missing;
	struct scale c = { INFINITY, -INFINITY };

	for (size_t i = 0; i < s->n; i++) {
		c.low = fmin(c.low, s->point[i].row->median);
		c.high = fmax(c.high, s->point[i].row->median);
	}
	missing = least * level - (c.high - c.low);
	if (missing > 0) {
		c.low -= missing / 2;
		c.high += missing / 2;
	}
	return c;
}

static double trend_format_mean_of(const struct trend_series *s, size_t from, size_t to)
{
	double mean = 0;

	for (size_t i = from; i < to; i++)
		mean += s->point[i].row->median / (double)(to - from);
	return mean;
}

/* No character stands for results of two segments, unless there are too many for a line. */
static void add_sparks(struct str *out, const struct trend_series *s, size_t width, bool utf8)
{
	size_t n = s->n_segments > SHOWN ? 1 : s->n_segments, step = (s->n + width - 1) / width;
	struct scale c = scale_of(s);

	for (size_t i = 0; i < n; i++) {
		size_t end = i + 1 < n ? s->segment[i + 1].first : s->n;

		str_add(out, !i ? "" : utf8 ? "\u2502" : "|");
		for (size_t k = s->segment[i].first; k < end; k += step)
			spark_add(out, trend_format_mean_of(s, k, k + step < end ? k + step : end), c.low,
				  c.high, utf8);
	}
}

/* --- cells ------------------------------------------------------------------------------------------- */

static void add_level(struct str *out, const struct trend_series *s, const struct trend_segment *g,
		      const struct style *style)
{
	struct quantity q = trend_format_quantity(s);

	quantity_add_with_unit(out, &q, g->level, style);
}

static void add_results(struct str *out, size_t n)
{
	str_addf(out, "%zu result%s", n, n == 1 ? "" : "s");
}

enum { PAGES = GRID_MARKDOWN | GRID_HTML };
enum column { NUMBER, TIME, COMMIT, ROW, TREND, FROM, LEVEL, BARE, WORD, CHANGE, SINCE, REST, RESULTS, ALSO,
	      COLUMNS };

static void trend_format_add_columns(struct grid *g)
{
	static const struct {
		const char *title;
		struct grid_column column;
	} columns[COLUMNS] = {
		[NUMBER]  = { "",	      { GRID_TEXT, .right = true } },
		[TIME]	  = { "",	      { GRID_TEXT } },
		[COMMIT]  = { "",	      { GRID_TEXT } },
		[ROW]	  = { "row",	      { GRID_MARKDOWN } },
		[TREND]	  = { "trend",	      { GRID_MARKDOWN } },
		[FROM]	  = { "since",	      { GRID_HTML, .names = true } },
		[LEVEL]	  = { "level",	      { .right = true, .class = "n" } },
		[BARE]	  = { "",	      { GRID_TEXT, .right = true, .least = 9 } },
		[WORD]	  = { "",	      { GRID_TEXT, .least = 6 } },
		[CHANGE]  = { "change",	      { PAGES, .right = true, .class = "n" } },
		[SINCE]	  = { "since",	      { GRID_MARKDOWN } },
		[REST]	  = { "",	      { GRID_TEXT } },
		[RESULTS] = { "results",      { PAGES, .right = true, .class = "n" } },
		[ALSO]	  = { "also changed", { PAGES } },
	};

	for (size_t c = 0; c < COLUMNS; c++)
		grid_add_column(g, columns[c].title, columns[c].column);
}

/* "+7.96 % worse, a drift"; text has the word in a column of its own. */
static void add_change_cells(struct grid_cell *cell, const struct trend_segment *g,
			     const struct style *style)
{
	if (!g->changed)
		return;
	trend_format_add_change(&cell[BARE].text, g->change, style);
	str_add(&cell[WORD].text, tone_word(g->tone));
	str_addf(&cell[CHANGE].text, "%s%s%s%s", cell[BARE].text.text, g->tone ? " " : "", tone_word(g->tone),
		 g->drift ? ", a drift" : "");
	cell[BARE].tone = cell[WORD].tone = cell[CHANGE].tone = g->tone;
}

static void trend_format_add_row(struct grid *grid, const struct trend_series *s, size_t segment,
				 const struct style *style)
{
	struct grid_cell *cell = grid_add_row(grid)->cell;
	const struct trend_segment *g = &s->segment[segment];

	str_addf(&cell[NUMBER].text, "%zu", g->first + 1);
	history_add_time(&cell[TIME].text, begin_of(s, g));
	history_add_commit(&cell[COMMIT].text, begin_of(s, g));
	if (segment + 1 == s->n_segments) {
		str_add(&cell[ROW].text, s->row->name);
		add_sparks(&cell[TREND].text, s, SPARKS, true);
	}
	add_begin(&cell[FROM].text, s, g);
	add_begin(&cell[SINCE].text, s, g);
	add_level(&cell[LEVEL].text, s, g, style);
	add_change_cells(cell, g, style);
	add_unchanged(&cell[CHANGE].text, s);
	str_addf(&cell[RESULTS].text, "%zu", g->n);
	add_also(&cell[ALSO].text, s, g);
	add_results(&cell[REST].text, g->n);
	str_add(&cell[REST].text, g->drift ? ", a drift" : "");
	if (cell[ALSO].text.len)
		str_addf(&cell[REST].text, " (%s)", cell[ALSO].text.text);
}

void trend_format_build(struct grid *g, const struct trend_series *s, const struct style *style)
{
	trend_format_add_columns(g);
	for (size_t i = s->n_segments; i--;)
		trend_format_add_row(g, s, i, style);
}

static void add_earlier(struct str *out, const struct trend_series *s)
{
	size_t n = s->n_segments - SHOWN;

	str_addf(out, "%zu earlier change%s", n, n == 1 ? "" : "s");
}

/* --- text -------------------------------------------------------------------------------------------- */

struct widths {			/* of the lines of all series of a benchmark */
	size_t name, level;
};

static void trend_format_measure(struct widths *w, const struct trend_series *s, const struct style *style)
{
	LOCAL(str) text = {0};

	str_add_line(&text, s->row->name);
	w->name = locale_wider(w->name, str_text(&text));
	for (size_t i = 0; i < s->n_segments; i++) {
		str_reset(&text);
		add_level(&text, s, &s->segment[i], style);
		w->level = locale_wider(w->level, str_text(&text));
	}
}

/* What the name, the level and the rest of the line leave, with a bar before each segment. */
static size_t spark_columns(const struct trend_series *s, const struct widths *w, const struct style *style)
{
	enum { LEAST = 10 };
	size_t around = 1 + w->name + 2 + w->level + 2, bars = s->n_segments > SHOWN ? 0 : 2 * s->n_segments;
	LOCAL(str) words = {0};

	add_unchanged(&words, s);
	around += words.len ? 2 + words.len : bars;
	if (!style->columns || around + SPARKS <= style->columns)
		return SPARKS;
	return style->columns > around + LEAST ? style->columns - around : LEAST;
}

static void add_series(struct grid *g, const struct trend_series *s, const struct widths *w,
		       const struct style *style)
{
	size_t skipped = s->n_segments > SHOWN ? s->n_segments - SHOWN : 0;
	struct str *line = grid_add_line(g);
	LOCAL(str) level = {0};

	str_add(line, " ");
	locale_pad(line, locale_text(line, s->row->name), w->name + 2);
	add_level(&level, s, &s->segment[s->n_segments - 1], style);
	locale_pad(line, locale_columns(level.text), w->level);
	str_addf(line, "%s  ", level.text);
	add_sparks(line, s, spark_columns(s, w, style), style->utf8);
	str_add(line, trend_last_change(s) ? "" : "  ");
	add_unchanged(line, s);
	if (skipped) {
		line = grid_add_line(g);
		str_add(line, "   ");
		add_earlier(line, s);
	}
	for (size_t i = skipped; i < s->n_segments && trend_last_change(s); i++)
		trend_format_add_row(g, s, i, style);
}

void trend_format_add_heading(struct str *out, const struct trend_series *s)
{
	str_add_line(out, s->newest->name);
	str_add(out, ": ");
	add_results(out, s->n);
	str_add(out, s->n > 1 ? " from " : " at ");
	history_add_time(out, s->point[0].result);
	if (s->n > 1) {
		str_add(out, " to ");
		history_add_time(out, s->newest);
	}
	str_add(out, " UTC, on ");
	add_machine(out, &s->newest->host);
}

/* All series of the benchmark that begins at i; returns where they end. */
static size_t trend_format_add_group(struct str *out, const struct trend *t, size_t i, const struct style *s)
{
	LOCAL(grid) g = { .form = GRID_TEXT, .indent = 3, .untitled = true };
	struct widths w = {0};
	size_t end = i;

	trend_format_add_columns(&g);
	do
		trend_format_measure(&w, &t->series[end++], s);
	while (end < t->n && !trend_format_begins_group(t, end));
	for (size_t k = i; k < end; k++)
		add_series(&g, &t->series[k], &w, s);
	grid_add_text(out, &g, s);
	return end;
}

static void print_text(struct str *out, const struct trend *t, const struct style *s)
{
	LOCAL(str) text = {0};

	for (size_t i = 0; i < t->n;) {
		str_add(&text, "\n ");
		trend_format_add_heading(&text, &t->series[i]);
		str_add(&text, "\n\n");
		i = trend_format_add_group(&text, t, i, s);
	}
	str_add(&text, "\n ");
	trend_format_add_conclusion(&text, t, s);
	str_add(&text, "\n");
	if (t->n_hidden) {
		str_add(&text, " ");
		trend_format_add_hidden(&text, t);
		str_add(&text, "\n");
	}
	locale_add_fitted(out, text.text, INDENT, s);
}

/* --- markdown ---------------------------------------------------------------------------------------- */

/* The newest segment comes first. */
static void add_markdown_series(struct grid *g, const struct trend_series *s)
{
	for (size_t k = s->n_segments, n = 0; k-- && n < SHOWN; n++)
		trend_format_add_row(g, s, k, &style_plain);
	if (s->n_segments > SHOWN)
		add_earlier(&grid_add_row(g)->cell[SINCE].text, s);
}

static void print_markdown(struct str *out, const struct trend *t, const struct style *s)
{
	struct grid g = { .form = GRID_MARKDOWN };
	LOCAL(str) text = {0};

	(void)s;
	trend_format_add_conclusion(&text, t, &style_plain);
	str_add(out, "**");
	markdown_text(out, str_text(&text));
	str_add(out, "**\n");
	for (size_t i = 0; i < t->n; i++) {
		if (!g.n_columns) {
			str_reset(&text);
			trend_format_add_heading(&text, &t->series[i]);
			str_add(out, "\n### ");
			markdown_text(out, str_text(&text));
			str_add(out, "\n\n");
			trend_format_add_columns(&g);
		}
		add_markdown_series(&g, &t->series[i]);
		if (i + 1 < t->n && !trend_format_begins_group(t, i + 1))
			continue;
		markdown_grid(out, &g);
		grid_release(&g);
		g.form = GRID_MARKDOWN;
	}
	if (t->n_hidden) {
		str_reset(&text);
		trend_format_add_hidden(&text, t);
		str_add(out, "\n");
		markdown_text(out, str_text(&text));
		str_add(out, "\n");
	}
}

/* --- json -------------------------------------------------------------------------------------------- */

static void trend_format_add_place(struct json_writer *j, const struct history_result *r)
{
	json_text(j, "date", r->date);
	json_text(j, "commit", r->commit);
}

static void add_json_machine(struct json_writer *j, const struct host_facts *h)
{
	static const size_t shown[] = {
		offsetof(struct host_facts, arch), offsetof(struct host_facts, vendor),
		offsetof(struct host_facts, cpu), offsetof(struct host_facts, cpus),
	};

	json_open(j, "machine", '{');
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++)
		member_write(j, host_member(shown[i]), h);
	json_close(j, '}');
}

static void add_json_points(struct json_writer *j, const struct trend_series *s)
{
	json_open_lines(j, "results", '[');
	for (size_t i = 0; i < s->n; i++) {
		const struct trend_point *p = &s->point[i];

		json_open(j, NULL, '{');
		trend_format_add_place(j, p->result);
		json_text(j, "outcome", p->result->outcome);
		json_u64(j, "n", p->row->n);
		json_double(j, "median", p->row->median);
		json_double(j, "mad", p->row->mad);
		json_double(j, "min", p->row->min);
		json_double(j, "max", p->row->max);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void add_json_segments(struct json_writer *j, const struct trend_series *s)
{
	json_open_lines(j, "segments", '[');
	for (size_t i = 0; i < s->n_segments; i++) {
		const struct trend_segment *g = &s->segment[i];
		LOCAL(str) also = {0};

		json_open(j, NULL, '{');
		json_u64(j, "first", g->first);
		json_u64(j, "n", g->n);
		trend_format_add_place(j, begin_of(s, g));
		json_double(j, "level", g->level);
		json_double(j, "change", g->change);
		json_bool(j, "drift", g->drift);
		json_text(j, "direction", g->tone ? tone_word(g->tone) : NULL);
		add_also(&also, s, g);
		json_text(j, "also_changed", also.len ? also.text : NULL);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void print_json(struct str *out, const struct trend *t, const struct style *style)
{
	struct json_writer j = { .out = out };
	LOCAL(str) line = {0};

	(void)style;
	trend_format_add_conclusion(&line, t, &style_plain);
	json_open_lines(&j, NULL, '{');
	json_text(&j, "schema", "pstat-trend/1");
	json_text(&j, "line", str_text(&line));
	json_open_lines(&j, "series", '[');
	for (size_t i = 0; i < t->n; i++) {
		const struct trend_series *s = &t->series[i];

		json_open(&j, NULL, '{');
		json_text(&j, "name", s->newest->name);
		json_text(&j, "row", s->row->name);
		json_text(&j, "unit", s->row->unit ? s->row->unit : "");
		json_text(&j, "class", sample_classes[s->class]);
		json_text(&j, "better", sample_betters[s->better]);
		json_bool(&j, "exact", s->exact);
		json_double(&j, "noise", s->noise);
		add_json_machine(&j, &s->newest->host);
		add_json_segments(&j, s);
		add_json_points(&j, s);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_close(&j, '}');
	str_add(out, "\n");
}

const struct trend_format trend_text = { "a sparkline and the changes of each row", print_text };
const struct trend_format trend_json = { "one document, schema pstat-trend/1", print_json };
const struct trend_format trend_markdown = { "a table for a pull request or the summary of a job",
					     print_markdown };
