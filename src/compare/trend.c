/* SPDX-License-Identifier: MIT */
/* Sorts the rows of a history into series, and divides each into segments. */
#include "compare/trend.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/quantiles.h"
#include "compare/comparison.h"
#include "compare/stats/change_points.h"
#include "compare/stats/student.h"

enum {
	LASTING = 3,		/* results: fewer may be chance */
	APART_FROM = 5,		/* results that tell how far apart others lie */
};
#define EXACT_CHANGE 0.001	/* of the results of an exact series: twice what the runs of one may differ */

/* --- which points belong together -------------------------------------------------------------------- */

static bool same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

bool trend_same_machine(const struct host_facts *a, const struct host_facts *b)
{
	return a->family == b->family && a->model == b->model && a->cpus == b->cpus &&
	       same_text(a->arch, b->arch) && same_text(a->vendor, b->vendor) && same_text(a->cpu, b->cpu);
}

bool trend_is_alike(const struct trend_point *p, const char *valgrind_cpu, const struct host_facts *host)
{
	if (p->row->valgrind_cpu || valgrind_cpu)
		return same_text(p->row->valgrind_cpu, valgrind_cpu);
	return trend_same_machine(&p->result->host, host);
}

bool trend_is_row(const struct history_row *r, const char *name, const char *encoding, const char *unit)
{
	return strcmp(r->name, name) == 0 && same_text(r->encoding, encoding) && same_text(r->unit, unit);
}

static uint64_t add_hash(uint64_t hash, const char *text)
{
	return index_hash(hash, text ? text : "");
}

static uint64_t hash_of_result(const struct history_result *r)
{
	const struct host_facts *h = &r->host;
	uint64_t hash = (uint64_t)h->family << 40 ^ (uint64_t)h->model << 20 ^ (uint64_t)h->cpus;

	return add_hash(add_hash(add_hash(add_hash(hash, r->name), h->arch), h->vendor), h->cpu);
}

static uint64_t trend_hash_of(const struct trend_point *p)
{
	const char *cpu = p->row->valgrind_cpu;
	uint64_t hash = cpu ? add_hash(index_hash(0, p->result->name), cpu) : hash_of_result(p->result);

	return add_hash(add_hash(add_hash(hash, p->row->name), p->row->encoding), p->row->unit);
}

static bool is_series(const void *list, size_t at, const void *key)
{
	const struct trend_point *first = ((const struct trend_series *)list)[at].point, *p = key;

	return strcmp(first->result->name, p->result->name) == 0 &&
	       trend_is_row(first->row, p->row->name, p->row->encoding, p->row->unit) &&
	       trend_is_alike(first, p->row->valgrind_cpu, &p->result->host);
}

/* A result may have two rows of one name; only the first is part of the series. */
static void add_point(struct trend *t, struct index *x, const struct trend_point *p)
{
	uint64_t hash = trend_hash_of(p);
	ptrdiff_t at = index_find(x, hash, is_series, t->series, p);
	struct trend_series *s;

	if (at < 0) {
		at = (ptrdiff_t)t->n;
		MEM_ADD(t->series, t->n, (struct trend_series){0});
		index_add(x, hash, (size_t)at);
	}
	s = &t->series[at];
	if (s->n && s->point[s->n - 1].result == p->result)
		return;
	MEM_ADD(s->point, s->n, *p);
	s->newest = p->result;
	s->row = p->row;
}

/* --- one series -------------------------------------------------------------------------------------- */

static void find_accepted(struct trend_series *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->point[i].result->accepted)
			s->accepted = i;
}

static int word_of(const char *word, const char *const *words, int n)
{
	for (int i = 0; word && i < n; i++)
		if (strcmp(word, words[i]) == 0)
			return i;
	return -1;
}

static int trend_check_words(struct trend_series *s, struct error *err)
{
	int class = word_of(s->row->class, sample_classes, CLASS_RATIO + 1);
	int better = word_of(s->row->better, sample_betters, BETTER_HIGHER + 1);

	if (class < 0)
		return error_set(err, ERROR_FORMAT, 0, "line %u: '%s' is no class of a row", s->newest->line,
				 s->row->class);
	s->class = (enum sample_class)class;
	s->better = better < 0 ? BETTER_NEITHER : (enum better)better;
	return 0;
}

static double level_of(const struct trend_series *s, size_t first, size_t n)
{
	FREED double *value = mem_resize(NULL, n, sizeof(*value));
	LOCAL(quantiles) order = {0};

	for (size_t i = 0; i < n; i++)
		value[i] = s->point[first + i].row->median;
	quantiles_build(&order, value, n);
	return quantiles_median(&order);
}

/* The ends of the line that fits the values best. */
static void fit_drift(const struct trend_series *s, struct trend_segment *g)
{
	double middle = (double)(g->n - 1) / 2, mean = 0, both = 0, width = 0, half;

	for (size_t i = 0; i < g->n; i++)
		mean += s->point[g->first + i].row->median / (double)g->n;
	for (size_t i = 0; i < g->n; i++) {
		double x = (double)i - middle;

		both += x * (s->point[g->first + i].row->median - mean);
		width += x * x;
	}
	half = both / width * middle;
	g->start = mean - half;
	g->level = mean + half;
}

static void add_segment(struct trend_series *s, size_t first, size_t end, enum change_kind kind)
{
	struct trend_segment *now;
	double before;

	s->segment = mem_grow(s->segment, s->n_segments, sizeof(*s->segment));
	now = &s->segment[s->n_segments++];
	*now = (struct trend_segment){ .first = first, .n = end - first, .change = NAN };
	now->drift = kind == CHANGE_DRIFT;
	now->changed = now->drift || (first && kind == CHANGE_STEP);
	if (now->drift)
		fit_drift(s, now);
	else
		now->start = now->level = level_of(s, first, end - first);
	if (!now->changed)
		return;
	before = first ? now[-1].level : now->start;
	if (fabs(before) > 0)
		now->change = (now->level - before) / fabs(before);
	if (s->better != BETTER_NEITHER && fabs(now->level - before) > 0)
		now->tone = (now->level > before) == (s->better == BETTER_LOWER) ? 1 : -1;
}

const struct trend_segment *trend_last_change(const struct trend_series *s)
{
	for (size_t i = s->n_segments; i--;)
		if (s->segment[i].changed)
			return &s->segment[i];
	return NULL;
}

/* Number of newest results since the gate passed one. */
static size_t count_not_fine(const struct trend_series *s)
{
	size_t n = 0;

	while (n < s->n && s->point[s->n - 1 - n].result->outcome &&
	       strcmp(s->point[s->n - 1 - n].result->outcome, comparison_outcomes[OUTCOME_FINE]) != 0)
		n++;
	return n;
}

/* v: the values of the last segment. */
static size_t count_apart(const struct trend_series *s, const double *v, size_t n)
{
	size_t not_fine = count_not_fine(s);

	for (size_t k = not_fine > LASTING - 1 ? not_fine : LASTING - 1; k; k--)
		if (n >= APART_FROM + k && change_points_are_apart(v, n, k))
			return k;
	return 0;
}

static void find_segments(struct trend_series *s)
{
	FREED double *value = mem_resize(NULL, s->n, sizeof(*value));
	LOCAL(change_points) c = {0};
	size_t first = 0;
	enum change_kind kind = CHANGE_STEP;

	s->exact = true;
	for (size_t i = 0; i < s->n; i++) {
		s->exact &= s->point[i].row->exact;
		value[i] = s->point[i].row->median;
	}
	if (s->exact)
		change_points_exact(&c, value, s->n, EXACT_CHANGE);
	else
		change_points_find(&c, value, s->n);
	for (size_t i = 0; i < c.n; i++) {
		if (c.at[i].at)
			add_segment(s, first, c.at[i].at, kind);
		first = c.at[i].at;
		kind = c.at[i].kind;
	}
	add_segment(s, first, s->n, kind);
	s->n_apart = s->exact || kind == CHANGE_DRIFT ? 0 : count_apart(s, value + first, s->n - first);
}

static double trend_mean_of(const struct trend_series *s, size_t first, size_t n)
{
	double mean = 0;

	for (size_t i = 0; i < n; i++)
		mean += s->point[first + i].row->median / (double)n;
	return mean;
}

/*
 * Around the mean of each segment, or the line of a drift, so that changes are not part of it.  What the
 * changes of an exact series are is known, and not chosen by its noise: if each result is one, as in a
 * drift, it has no noise.
 */
static void find_noise(struct trend_series *s)
{
	double squares = 0;

	s->freedom = s->exact ? s->n - 1 : s->n - s->n_segments - s->n_apart;
	for (size_t i = 0; i < s->n_segments; i++) {
		const struct trend_segment *g = &s->segment[i];
		size_t n = g->n - (i + 1 == s->n_segments ? s->n_apart : 0);
		double begin = g->drift ? g->start : trend_mean_of(s, g->first, n);
		double step = g->drift ? (g->level - g->start) / (double)(n - 1) : 0;

		s->freedom -= g->drift;
		for (size_t k = 0; k < n; k++) {
			double expected = begin + step * (double)k;
			double rest = (s->point[g->first + k].row->median - expected) / fabs(expected);

			squares += fabs(expected) > 0 ? rest * rest : 0;
		}
	}
	s->noise = s->freedom ? sqrt(squares / (double)s->freedom) : NAN;
}

static int finish_series(struct trend_series *s, struct error *err)
{
	if (trend_check_words(s, err) < 0)
		return -1;
	find_accepted(s);
	find_segments(s);
	find_noise(s);
	return 0;
}

/* --- which rows are shown ---------------------------------------------------------------------------- */

static int no_row(const struct history *h, const char *name, struct error *err)
{
	struct nearest near = { .wanted = name };

	for (size_t i = 0; i < h->n; i++)
		for (size_t k = 0; k < h->result[i].n_rows; k++)
			nearest_offer(&near, h->result[i].row[k].name);
	error_set(err, ERROR_NOT_FOUND, 0, "it has no row '%s'", name);
	if (near.found)
		error_hint(err, "did you mean '%s'?", near.found);
	else
		error_hint(err, "-e '*' shows all its rows");
	return -1;
}

static bool has_name(const struct trend_series *s, const char *name)
{
	const struct measured m = { .name = s->row->name, .unit = s->row->unit };

	return limit_name_fits(name, &m);
}

static bool is_selected(const struct trend_series *s, const struct trend_opts *o)
{
	for (size_t i = 0; i < o->n_rows; i++)
		if (has_name(s, o->row[i]))
			return true;
	return false;
}

static int check_rows(const struct trend *t, const struct trend_opts *o, struct error *err)
{
	for (size_t i = 0; i < o->n_rows; i++) {
		bool found = false;

		for (size_t k = 0; k < t->n && !found; k++)
			found = has_name(&t->series[k], o->row[i]);
		if (!found)
			return no_row(t->history, o->row[i], err);
	}
	return 0;
}

/* A row with a limit, or any row if no row of that result has one. */
static bool is_usual(const struct trend_series *s)
{
	return s->row->limit || !s->newest->limited;
}

static void release_series(struct trend_series *s)
{
	free(s->point);
	free(s->segment);
}

static void select_series(struct trend *t, const struct trend_opts *o)
{
	size_t kept = 0;

	for (size_t i = 0; i < t->n; i++)
		if (o->n_rows ? is_selected(&t->series[i], o) : is_usual(&t->series[i]))
			t->series[kept++] = t->series[i];
		else
			release_series(&t->series[i]);
	t->n_hidden = o->n_rows ? 0 : t->n - kept;
	t->n = kept;
}

static int no_benchmark(const struct history *h, const char *name, struct error *err)
{
	error_set(err, ERROR_NOT_FOUND, 0, "it has no result named '%s'", name);
	return error_hint(err, "the newest one is named '%s'", h->result[h->n - 1].name);
}

/* --- all series -------------------------------------------------------------------------------------- */

struct group {			/* of series */
	const struct history_result *first;
	size_t number, at;
};

static bool is_group(const void *list, size_t at, const void *key)
{
	const struct history_result *a = ((const struct group *)list)[at].first, *b = key;

	return strcmp(a->name, b->name) == 0 && trend_same_machine(&a->host, &b->host);
}

static int by_group(const void *a, const void *b)
{
	const struct group *x = a, *y = b;

	return x->number != y->number ? (x->number > y->number) - (x->number < y->number)
				      : (x->at > y->at) - (x->at < y->at);
}

/* Series of one benchmark and machine become neighbours; otherwise the order of the file stays. */
static void group_series(struct trend *t)
{
	FREED struct group *group = mem_resize(NULL, t->n, sizeof(*group));
	struct trend_series *sorted = mem_resize(NULL, t->n, sizeof(*sorted));
	LOCAL(index) x = {0};

	for (size_t i = 0; i < t->n; i++) {
		const struct history_result *r = t->series[i].newest;
		uint64_t hash = hash_of_result(r);
		ptrdiff_t at = index_find(&x, hash, is_group, group, r);

		group[i] = (struct group){ r, at < 0 ? i : (size_t)at, i };
		if (at < 0)
			index_add(&x, hash, i);
	}
	qsort(group, t->n, sizeof(*group), by_group);
	for (size_t i = 0; i < t->n; i++)
		sorted[i] = t->series[group[i].at];
	free(t->series);
	t->series = sorted;
}

int trend_build(struct trend *t, const struct history *h, const struct trend_opts *o, struct error *err)
{
	LOCAL(index) names = {0};
	int rc = 0;

	*t = (struct trend){ .history = h };
	for (size_t i = 0; i < h->n; i++) {
		const struct history_result *r = &h->result[i];

		if (o->name && strcmp(o->name, r->name) != 0)
			continue;
		t->n_results++;
		for (size_t k = 0; k < r->n_rows; k++)
			add_point(t, &names, &(struct trend_point){ r, &r->row[k] });
	}
	if (!t->n_results)
		return no_benchmark(h, o->name, err);
	select_series(t, o);
	if (check_rows(t, o, err) < 0)
		return -1;
	for (size_t i = 0; i < t->n && rc == 0; i++)
		rc = finish_series(&t->series[i], err);
	if (rc == 0 && t->n)
		group_series(t);
	return rc;
}

/* --- the anchor -------------------------------------------------------------------------------------- */

/* Worse than the level by more than the limit and this much more, relative to the level. */
static bool is_beyond(const struct threshold *limit, double level, double now, double margin)
{
	double relative = isnan(limit->relative) ? 0 : limit->relative * fabs(level);
	double absolute = isnan(limit->absolute) ? 0 : limit->absolute;

	return limit->sign * (now - level) > fmax(relative, absolute) + margin * fabs(level);
}

/* How far from the level of the anchor one result lies by chance, at the usual 99 %. */
static double margin_of(const struct trend_series *s, const struct trend_segment *anchor)
{
	if (!s->freedom)
		return 0;
	return s->noise * sqrt(1 + 1 / (double)anchor->n) * student_point(0.005, (double)s->freedom);
}

/* Number of results of the segment that the gate has failed. */
static size_t count_failed(const struct trend_series *s, const struct trend_segment *g,
			   const struct trend_segment *anchor, const struct threshold *limit)
{
	double margin = margin_of(s, anchor);
	size_t n = 0;

	for (size_t i = 0; i < g->n; i++)
		n += is_beyond(limit, anchor->level, s->point[g->first + i].row->median, margin);
	return n;
}

/*
 * A drift as something to compare with: its begin, or its end, as far as it stays within the noise, and
 * three results at least.
 */
static struct trend_segment part_of_drift(const struct trend_series *s, struct trend_segment g, bool end)
{
	double step = fabs(g.level - g.start) / (double)g.n;
	double noise = s->noise * fabs(end ? g.level : g.start);
	size_t n = LASTING;

	while (n < g.n && step * (double)n <= noise)
		n++;
	if (n > g.n)
		n = g.n;
	if (end)
		g.first += g.n - n;
	g.n = n;
	g.level = level_of(s, g.first, n);
	return g;
}

/* The segment with the last accepted result, from that result on. */
static struct trend_segment accepted_segment(const struct trend_series *s, size_t *at)
{
	struct trend_segment g;

	for (*at = 0; *at + 1 < s->n_segments && s->segment[*at + 1].first <= s->accepted;)
		++*at;
	g = s->segment[*at];
	if (g.first < s->accepted) {
		g.start += (g.level - g.start) * (double)(s->accepted - g.first) / (double)g.n;
		g.n -= s->accepted - g.first;
		g.first = s->accepted;
		if (!g.drift)
			g.level = level_of(s, g.first, g.n);
	}
	return g;
}

/* The segment that gate --trend compares with. */
static struct trend_segment find_anchor(const struct trend_series *s, const struct threshold *limit)
{
	const struct trend_segment *last = &s->segment[s->n_segments - 1];
	size_t i, failed = 0, better = 0;
	struct trend_segment anchor = accepted_segment(s, &i);
	bool judges = !threshold_is_none(limit) && limit->sign;

	if (!judges && last->first > anchor.first)
		anchor = *last;
	if (anchor.drift)
		anchor = part_of_drift(s, anchor, !judges || limit->sign * (anchor.level - anchor.start) < 0);
	if (!judges)
		return anchor;
	for (i++; i < s->n_segments; i++) {
		const struct trend_segment *g = &s->segment[i];

		better = limit->sign * (g->level - anchor.level) < 0 ? better + g->n : 0;
		failed += count_failed(s, g, &anchor, limit);
		if (better < LASTING &&
		    (g->drift || failed < LASTING || !is_beyond(limit, anchor.level, g->level, 0)))
			continue;
		anchor = g->drift ? part_of_drift(s, *g, true) : *g;
		failed = better = 0;
	}
	return anchor;
}

struct trend_segment trend_anchor(const struct trend_series *s, const struct threshold *limit)
{
	struct trend_segment anchor = find_anchor(s, limit);
	size_t end = s->n - s->n_apart;

	if (anchor.first + anchor.n > end && anchor.first < end) {	/* an accepted result stays */
		anchor.n = end - anchor.first;
		anchor.level = level_of(s, anchor.first, anchor.n);
	}
	return anchor;
}

/* --- what else changed ------------------------------------------------------------------------------- */

static void add_difference(struct str *out, const char *what, const char *before, const char *after)
{
	if (same_text(before, after))
		return;
	str_addf(out, "%s%s ", out->len ? ", " : "", what);
	str_add_line(out, before ? before : "none");
	str_add(out, " to ");
	str_add_line(out, after ? after : "none");
}

void trend_add_differences(struct str *out, const struct history_result *before,
			   const struct history_result *after)
{
	LOCAL(str) text = {0};

	add_difference(&text, "CPU", before->host.cpu, after->host.cpu);
	add_difference(&text, "kernel", before->host.kernel, after->host.kernel);
	add_difference(&text, "governor", before->host.governor, after->host.governor);
	add_difference(&text, "hypervisor", before->host.hypervisor, after->host.hypervisor);
	add_difference(&text, "pstat", before->version, after->version);
	str_add(out, str_text(&text));
}

void trend_release(struct trend *t)
{
	for (size_t i = 0; i < t->n; i++)
		release_series(&t->series[i]);
	free(t->series);
	*t = (struct trend){0};
}
