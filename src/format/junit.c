/* SPDX-License-Identifier: MIT */
/*
 * Writes JUnit's XML, which Jenkins, GitLab and other CI systems read.
 *
 * Each side that is compared with the first is a suite, and each row that has a limit is a case.  A
 * regression is a failure, and a row that could not be compared is an error.  A gate that checked no limit
 * at all has one more case, an error, and so has a benchmark that only one of two files has.
 *
 * An inconclusive case is skipped unless --inconclusive=fail is given: otherwise builds on busy runners
 * would fail.  So is a case that failed, but that --update has accepted.  An error while all rows are fine,
 * such as a failing --cleanup, is a case of its own, because a build may read nothing else.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/xml.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "compare/effect.h"
#include "format/comparison_document.h"
#include "format/comparison_words.h"
#include "format/format.h"
#include "format/style.h"

enum { SUITES };		/* parts */
enum ending { PASSED, FAILURE, ERROR, SKIPPED, ENDINGS };

_Static_assert((int)ENDINGS <= (int)DOCUMENT_COUNTS, "a document counts them");

static const char *const elements[ENDINGS] = {
	[FAILURE] = "failure", [ERROR] = "error", [SKIPPED] = "skipped",
};

static enum ending ending_of(const struct comparison *cmp, const struct row_comparison *c)
{
	switch (effect_of_row(cmp, c)) {
	case EFFECT_PASSES:
		return PASSED;
	case EFFECT_FAILS:
		return effect_is_unjudged(cmp, c) ? ERROR : FAILURE;
	default:
		return SKIPPED;
	}
}

static void junit_count(const struct comparison *cmp, size_t side, size_t n[ENDINGS])
{
	for (size_t row = 0; row < cmp->n_rows; row++) {
		const struct row_comparison *c = comparison_row(cmp, side, row);

		if (words_has_limit(c))
			n[ending_of(cmp, c)]++;
	}
}

static void junit_add_counts(struct str *out, const size_t n[ENDINGS])
{
	str_addf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\"",
		 n[PASSED] + n[FAILURE] + n[ERROR] + n[SKIPPED], n[FAILURE], n[ERROR], n[SKIPPED]);
}

/* The time of all its runs. */
static double seconds_of(const struct comparison *cmp, size_t side)
{
	int at = rows_find(&cmp->side[side].rows, "wall", 0);
	double sum = 0;

	for (size_t i = 0; at >= 0 && i < cmp->side[side].n_rounds; i++)
		if (isfinite(cmp->side[side].rows.row[at].value[i]))
			sum += cmp->side[side].rows.row[at].value[i];
	return sum;
}

/* "regressed: +2.31 % [+2.29, +2.33], limit +1 %" */
static void add_message(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);

	str_add(out, compare_verdicts[c->verdict].english);
	words_add_outcome(out, cmp, side, row, ": ", &style_plain);
	str_add(out, cmp->opts.accepted ? "; accepted by --update" : "");
	str_add(out, cmp->opts.injected > 0 ? "; injected" : "");
}

static void junit_add_values(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct quantity q = words_quantity(cmp, row);
	const struct summary *s = &cmp->row[row].spread[side];

	words_add_letter(out, side);
	str_add(out, ": ");
	if (!s->n) {
		if (isfinite(s->max))
			words_add_lack(out, cmp, side, row, &style_plain);
		else
			str_add(out, "no value");
		return;
	}
	str_add(out, "median ");
	quantity_add_with_unit(out, &q, s->median, &style_plain);
	str_add(out, ", ");
	quantity_add(out, &q, s->min, &style_plain);
	str_add(out, " .. ");
	quantity_add(out, &q, s->max, &style_plain);
	str_addf(out, " in %zu %s%s", s->n, words_rounds(cmp, side), s->n == 1 ? "" : "s");
}

static bool is_error_of(const struct comparison_note *note, size_t side)
{
	return note->gravity == GRAVITY_ERROR && (note->side <= 0 || note->side == (int)side);
}

/* Why there is nothing to compare, as the line that the commands print differently. */
static void junit_add_reasons(struct str *out, const struct comparison *cmp, size_t side)
{
	for (size_t i = 0; i < cmp->n_notes; i++)
		if (is_error_of(&cmp->note[i], side)) {
			str_add(out, "\n");
			str_add_line(out, cmp->note[i].text);
		}
}

static void add_ending(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		       enum ending ending)
{
	LOCAL(str) text = {0};

	add_message(&text, cmp, side, row);
	str_addf(out, "      <%s message=\"", elements[ending]);
	xml_text(out, str_text(&text));
	str_add(out, "\"");
	if (ending != SKIPPED)		/* "skipped" has no type */
		str_addf(out, " type=\"%s\"",
			 compare_verdicts[comparison_row(cmp, side, row)->verdict].code);
	str_reset(&text);
	junit_add_values(&text, cmp, 0, row);
	str_add(&text, "\n");
	junit_add_values(&text, cmp, side, row);
	if (ending == ERROR)
		junit_add_reasons(&text, cmp, side);
	str_add(out, ">");
	xml_text(out, str_text(&text));
	str_addf(out, "</%s>\n", elements[ending]);
}

/* A row that got better by more than half passes, and this stands beside it. */
static void add_suspicion(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	LOCAL(str) text = {0};

	words_add_suspicion(&text, cmp, side, row, &style_plain);
	str_addf(&text, ": %s", words_suspicion);
	str_add(out, "      <system-out>");
	xml_text(out, str_text(&text));
	str_add(out, "</system-out>\n");
}

static void add_case(struct str *out, const struct comparison *cmp, size_t side, size_t row,
		     const char *suite)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	enum ending ending = ending_of(cmp, c);
	bool suspicious = effect_is_suspicious(cmp, c);
	LOCAL(str) name = {0};

	str_add_line(&name, cmp->row[row].of->name);
	str_addf(out, "    <testcase classname=\"%s\" name=\"", suite);
	xml_text(out, str_text(&name));
	str_add(out, ending == PASSED && !suspicious ? "\"/>\n" : "\">\n");
	if (ending != PASSED)
		add_ending(out, cmp, side, row, ending);
	if (suspicious)
		add_suspicion(out, cmp, side, row);
	if (ending != PASSED || suspicious)
		str_add(out, "    </testcase>\n");
}

/* Errors while all rows are fine: a build that only reads this file must see them. */
static size_t add_errors(struct str *out, const struct comparison *cmp, size_t side, const char *suite)
{
	LOCAL(str) text = {0};
	size_t n = 0;

	for (size_t i = 0; i < cmp->n_notes; i++) {
		const struct comparison_note *note = &cmp->note[i];

		if (!is_error_of(note, side))
			continue;
		n++;
		str_reset(&text);
		str_add_line(&text, note->text);
		str_addf(out, "    <testcase classname=\"%s\" name=\"%s\">\n      <error message=\"", suite,
			 note->code);
		xml_text(out, str_text(&text));
		str_addf(out, "\" type=\"%s\"/>\n    </testcase>\n", note->code);
	}
	return n;
}

static void add_suite(struct comparison_document *doc, const struct comparison *cmp, size_t side)
{
	struct str *out = &doc->part[SUITES];
	const char *date = cmp->side[side].report->b->date;
	size_t n[ENDINGS] = {0};
	LOCAL(str) plain_name = {0}, name = {0}, errors = {0};
	size_t n_errors;

	comparison_add_benchmark(&plain_name, cmp, side);
	comparison_document_add_nth(&plain_name, doc);
	xml_text(&name, str_text(&plain_name));
	junit_count(cmp, side, n);
	junit_count(cmp, side, doc->count);
	if (!n[FAILURE] && !n[ERROR]) {
		n_errors = add_errors(&errors, cmp, side, str_text(&name));
		n[ERROR] += n_errors;
		doc->count[ERROR] += n_errors;
	}
	str_addf(out, "  <testsuite name=\"%s\"", str_text(&name));
	junit_add_counts(out, n);
	str_addf(out, " time=\"%.3f\"", seconds_of(cmp, side));
	if (date) {
		str_add(out, " timestamp=\"");
		xml_text(out, date);
		str_add(out, "\"");
	}
	str_add(out, ">\n");
	for (size_t row = 0; row < cmp->n_rows; row++)
		if (words_has_limit(comparison_row(cmp, side, row)))
			add_case(out, cmp, side, row, str_text(&name));
	str_add(out, str_text(&errors));
	str_add(out, "  </testsuite>\n");
}

static void junit_add_to_document(struct comparison_document *doc, const struct comparison *cmp,
				  const struct style *s)
{
	(void)s;
	for (size_t side = 1; side < cmp->n_sides; side++)
		add_suite(doc, cmp, side);
}

/* A suite with one case, an error. */
static void add_error(struct str *out, const char *suite, const char *name, const char *message,
		      const char *type)
{
	static const size_t one[ENDINGS] = { [ERROR] = 1 };

	str_addf(out, "  <testsuite name=\"%s\"", suite);
	junit_add_counts(out, one);
	str_addf(out, " time=\"0.000\">\n    <testcase classname=\"%s\" name=\"%s\">\n"
		 "      <error message=\"", suite, name);
	xml_text(out, message);
	str_addf(out, "\" type=\"%s\"/>\n    </testcase>\n  </testsuite>\n", type);
}

/* A benchmark that is not compared has not passed. */
static void add_left_out(struct comparison_document *doc, const struct left_out *b)
{
	LOCAL(str) line = {0}, suite = {0};

	str_add_line(&line, b->name);
	xml_text(&suite, str_text(&line));
	doc->count[ERROR]++;
	add_error(&doc->part[SUITES], str_text(&suite), "compared",
		  left_out_why(b), compare_verdicts[VERDICT_MISSING].code);
}

/* If there were skipped cases only, the build would pass. */
static void add_nothing(struct str *out, const struct comparison_document *doc, const char *mode)
{
	const char *code = comparison_outcomes[OUTCOME_NOTHING];
	LOCAL(str) suite = {0};

	str_addf(&suite, "pstat %s", mode);
	add_error(out, str_text(&suite), code, doc->nothing.text, code);
}

static void junit_comparison_end(struct str *out, const struct comparison_document *doc)
{
	const char *mode = comparison_modes[doc->mode];
	size_t n[ENDINGS];

	memcpy(n, doc->count, sizeof(n));
	n[ERROR] += comparison_document_is_nothing(doc);
	str_addf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"pstat %s\"", mode);
	junit_add_counts(out, n);
	str_add(out, ">\n");
	comparison_document_add_part(out, doc, SUITES);
	if (comparison_document_is_nothing(doc))
		add_nothing(out, doc, mode);
	str_add(out, "</testsuites>\n");
}

extern const struct format format_junit;
const struct format format_junit = {
	.name = "junit",
	.flags = FORMAT_WHOLE | FORMAT_VERDICTS,
	.comparison =
		&(const struct comparison_format){
			.summary = "a test case for each row that has a limit, in JUnit's XML",
			.add = junit_add_to_document,
			.end = junit_comparison_end,
			.left_out = add_left_out,
		},
};
