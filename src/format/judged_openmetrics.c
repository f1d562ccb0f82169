/* SPDX-License-Identifier: MIT */
/*
 * Gauges in the text format of OpenMetrics: medians, changes and verdicts, labelled with benchmark, side
 * and measurement.  Times are in seconds, sizes in bytes, changes parts of one.
 */
#include <math.h>

#include "format/comparison_document.h"
#include "format/format.h"
#include "out/judged.h"
#include "out/openmetrics.h"
#include "out/report.h"

struct family {
	const char *name, *help;
	/* the value of a row of a side; NaN: there is none */
	double (*of)(const struct judgement *j, size_t side, size_t row);
};

/* --- values -------------------------------------------------------------------------------------- */

static const struct spread *spread_of(const struct judgement *j, size_t side, size_t row)
{
	return &j->row[row].spread[side];
}

static double median(const struct judgement *j, size_t side, size_t row)
{
	return spread_of(j, side, row)->median;
}

static double low(const struct judgement *j, size_t side, size_t row)
{
	return spread_of(j, side, row)->interval.low;
}

static double high(const struct judgement *j, size_t side, size_t row)
{
	return spread_of(j, side, row)->interval.high;
}

static double least(const struct judgement *j, size_t side, size_t row)
{
	return spread_of(j, side, row)->min;
}

static double most(const struct judgement *j, size_t side, size_t row)
{
	return spread_of(j, side, row)->max;
}

static double values(const struct judgement *j, size_t side, size_t row)
{
	return (double)spread_of(j, side, row)->n;
}

static double outliers(const struct judgement *j, size_t side, size_t row)
{
	return spread_of(j, side, row)->n ? (double)spread_of(j, side, row)->outliers : (double)NAN;
}

static double change(const struct judgement *j, size_t side, size_t row)
{
	return side ? judgement_comparison(j, side, row)->relative.estimate : (double)NAN;
}

static double change_low(const struct judgement *j, size_t side, size_t row)
{
	return side ? judgement_comparison(j, side, row)->relative.interval.low : (double)NAN;
}

static double change_high(const struct judgement *j, size_t side, size_t row)
{
	return side ? judgement_comparison(j, side, row)->relative.interval.high : (double)NAN;
}

static double limit(const struct judgement *j, size_t side, size_t row)
{
	const struct threshold *t = side ? &judgement_comparison(j, side, row)->threshold : NULL;

	return t && !isnan(t->relative) ? t->sign * t->relative : (double)NAN;
}

static const struct family families[] = {
	{ "pstat_compared_median", "Median of the runs; times in seconds, sizes in bytes.", median },
	{ "pstat_compared_median_low", "Lower end of the median's interval.", low },
	{ "pstat_compared_median_high", "Upper end of the median's interval.", high },
	{ "pstat_compared_min", "Smallest of the runs.", least },
	{ "pstat_compared_max", "Largest of the runs.", most },
	{ "pstat_compared_runs", "Runs that have a value.", values },
	{ "pstat_compared_outliers", "Runs far from the others.", outliers },
	{ "pstat_change", "Change from the first side; 0.01 is one per cent.", change },
	{ "pstat_change_low", "Lower end of the change's interval.", change_low },
	{ "pstat_change_high", "Upper end of the change's interval.", change_high },
	{ "pstat_change_limit", "The change that is too much; below 0: where less is worse.", limit },
};

/* The families' samples are parts, and behind them those of what came of it. */
enum { FAMILIES = sizeof(families) / sizeof(*families), VERDICTS = FAMILIES, OUTCOMES_OF, PARTS };

_Static_assert((int)PARTS <= (int)DOCUMENT_PARTS, "there is one for each");

/* --- samples ------------------------------------------------------------------------------------- */

static void add_nth(struct str *labels, const char *name, size_t nth)
{
	struct str text = {0};

	if (nth > 1)
		str_addf(&text, "%zu", nth);
	openmetrics_label(labels, name, text.text);
	str_release(&text);
}

static void add_labels(struct str *labels, const struct comparison_document *g, const struct judgement *j,
		       size_t side, size_t row)
{
	const struct side_row *of = j->row[row].of;
	struct str text = {0};

	judgement_add_id(&text, j, side);
	openmetrics_label(labels, "benchmark", text.text);
	str_reset(&text);
	judged_add_letter(&text, side);
	openmetrics_label(labels, "side", text.text);
	openmetrics_label(labels, "measurement", of->name);
	openmetrics_label(labels, "unit", of->unit);
	add_nth(labels, "n", of->nth + 1);
	add_nth(labels, "nth", g->nth);
	str_release(&text);
}

static void add_family(struct comparison_document *g, const struct judgement *j, size_t family)
{
	const struct family *f = &families[family];
	struct str *samples = &g->part[family];

	for (size_t row = 0; row < j->n_rows; row++)
		for (size_t side = 0; side < j->n_sides; side++) {
			double value = f->of(j, side, row);
			struct str labels = {0};

			if (!isfinite(value))
				continue;
			add_labels(&labels, g, j, side, row);
			str_addf(samples, "%s{%s} ", f->name, labels.text);
			str_add_double(samples, value);
			str_add(samples, "\n");
			str_release(&labels);
		}
}

static const char verdict_name[] = "pstat_verdict", outcome_name[] = "pstat_outcome";

/* One of 1 for each row that has a limit. */
static void add_verdicts(struct comparison_document *g, const struct judgement *j)
{
	for (size_t i = 0; i < j->n_comparisons; i++) {
		const struct comparison *c = &j->comparison[i];
		struct str labels = {0};

		if (!judgement_is_judged(c))
			continue;
		add_labels(&labels, g, j, i / j->n_rows + 1, i % j->n_rows);
		openmetrics_label(&labels, "verdict", compare_verdicts[c->verdict].code);
		str_addf(&g->part[VERDICTS], "%s{%s} 1\n", verdict_name, labels.text);
		str_release(&labels);
	}
}

static void add_outcome(struct comparison_document *g, const struct judgement *j)
{
	struct str labels = {0}, name = {0};

	judgement_add_id(&name, j, j->n_sides > 1);
	openmetrics_label(&labels, "benchmark", name.text);
	openmetrics_label(&labels, "mode", judgement_modes[j->opts.mode]);
	openmetrics_label(&labels, "outcome", judgement_outcomes[j->outcome]);
	add_nth(&labels, "nth", g->nth);
	str_addf(&g->part[OUTCOMES_OF], "%s{%s} 1\n", outcome_name, labels.text);
	str_release(&labels);
	str_release(&name);
}

static void openmetrics_add(struct comparison_document *g, const struct judgement *j, const struct style *s)
{
	(void)s;
	for (size_t i = 0; i < FAMILIES; i++)
		add_family(g, j, i);
	add_verdicts(g, j);
	add_outcome(g, j);
}

static void put_family(struct str *out, const struct str *samples, const char *name, const char *help)
{
	if (!samples->len)
		return;
	str_addf(out, "# TYPE %s gauge\n# HELP %s %s\n", name, name, help);
	str_add_n(out, samples->text, samples->len);
}

static void openmetrics_end(struct str *out, const struct comparison_document *g)
{
	for (size_t i = 0; i < FAMILIES; i++)
		put_family(out, &g->part[i], families[i].name, families[i].help);
	put_family(out, &g->part[VERDICTS], verdict_name, "What came of each measurement that has a limit.");
	put_family(out, &g->part[OUTCOMES_OF], outcome_name, "What came of all measurements of a benchmark.");
	str_add(out, "# EOF\n");
}

extern const struct comparison_format judged_openmetrics;
const struct comparison_format judged_openmetrics = {
	.summary = "gauges for Prometheus and GitLab, as OpenMetrics",
	.add	 = openmetrics_add,
	.end	 = openmetrics_end,
};
