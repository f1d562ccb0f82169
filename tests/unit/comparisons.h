/* SPDX-License-Identifier: MIT */
/* comparisons.h - comparisons made by hand, for tests of outcomes and formats. */
#ifndef UNIT_COMPARISONS_H
#define UNIT_COMPARISONS_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "event/event.h"
#include "format/comparison_document.h"
#include "format/comparison_words.h"
#include "format/format.h"
#include "format/style.h"
#include "benchmark/benchmark.h"
#include "host/facts.h"
#include "metric/metric.h"

enum { MADE_SIDES = 3, MADE_ROUNDS = 5, MADE_ROWS = 10 };

#define MADE_HOST { .family = HOST_UNKNOWN, .model = HOST_UNKNOWN, .stepping = HOST_UNKNOWN, .cpus = HOST_UNKNOWN, \
		    .paranoid = HOST_UNKNOWN, .nmi_watchdog = HOST_UNKNOWN, .aslr = HOST_UNKNOWN, .smt = HOST_UNKNOWN, \
		    .turbo = HOST_UNKNOWN }		/* nothing is known of it */
#define NO ((double)NAN)
#define MADE_CHANGE(estimate, low, high) { estimate, { low, high } }
#define MADE_UNKNOWN MADE_CHANGE(NO, NO, NO)

struct made_verdict {			/* what was found of a row of one side */
	enum verdict verdict;
	enum compare_reason reason;
	enum compare_path path;
	struct change relative, absolute;
	struct threshold limit;		/* sign 0 and no cap: none */
	int leaning;
	size_t least;
};

struct made_row {
	const char *name;		/* NULL ends */
	enum sample_kind kind;
	enum sample_class class;
	enum better better;
	const char *unit, *encoding;	/* NULL: "" */
	double value[MADE_SIDES][MADE_ROUNDS];
	enum lack lack;			/* of values that are NaN */
	unsigned missing;		/* bits of the sides that do not have it */
	struct made_verdict found[MADE_SIDES - 1];
};

struct made {
	struct made_row row[MADE_ROWS + 1];
	const char *names[MADE_SIDES];
	size_t sides, rounds;
	struct comparison_opts opts;
};

struct made_judgement {
	const struct made *made;
	struct report report[MADE_SIDES];
	struct run_result run[MADE_SIDES][MADE_ROUNDS];
	struct benchmark benchmark[MADE_SIDES];
	struct samples side[MADE_SIDES];
	struct comparison j;
};

static inline void made_side(struct made_judgement *m, size_t s)
{
	const struct made *made = m->made;
	struct samples *side = &m->side[s];
	struct rows *rows = &side->rows;

	m->benchmark[s] = (struct benchmark){ .name = (char *)(uintptr_t)(made->names[s] ? made->names[s] : ""),
					      .version = (char *)(uintptr_t)"1.2", .date = (char *)(uintptr_t)"2026-01-02T03:04:05Z",
					      .host = MADE_HOST };
	m->report[s] = (struct report){ .b = &m->benchmark[s], .version = "1.2", .name = made->names[s],
					.table = &m->run[s][0].total, .run = m->run[s], .n_runs = made->rounds };
	for (size_t i = 0; i < made->rounds; i++)
		m->run[s][i] = (struct run_result){ .elapsed_ns = 1500000000, .counted_ns = 1500000000 };
	*side = (struct samples){ .report = &m->report[s], .n_rounds = made->rounds };
	for (const struct made_row *row = made->row; row->name; row++) {
		struct sample_row *to;

		if (row->missing >> s & 1)
			continue;
		rows->row = mem_resize(rows->row, rows->n + 1, sizeof(*rows->row));
		to = &rows->row[rows->n++];
		*to = (struct sample_row){
			.kind = row->kind, .class = row->class, .better = row->better, .event = -1,
			.name = mem_copy_text(row->name), .unit = mem_copy_text(row->unit ? row->unit : ""),
			.encoding = mem_copy_text(row->encoding ? row->encoding : ""),
			.value = mem_resize(NULL, made->rounds, sizeof(double)),
		};
		for (size_t i = 0; i < made->rounds; i++) {
			to->value[i] = row->value[s][i];
			to->n_valid += isfinite(to->value[i]) ? 1 : 0;
			to->lack[row->lack] += isfinite(to->value[i]) ? 0 : 1;
		}
		for (size_t i = 0; i + 1 < rows->n; i++)
			to->nth += strcmp(rows->row[i].name, to->name) == 0;
	}
	rows_index(rows);
}

/* As compare_all would have left it. */
static inline void made_found(struct row_comparison *c, const struct made_verdict *found)
{
	c->verdict = found->verdict;
	c->reason = found->reason;
	c->path = found->path;
	c->relative = found->relative;
	c->absolute = found->absolute;
	c->threshold = found->limit.sign || found->limit.cap > 0 ? found->limit : threshold_none();
	c->leaning = found->leaning;
	c->least = found->least;
	c->n = c->n_now;
	c->level = found->path == COMPARE_PAIRED ? 0.99 : NO;
	c->p_worse = c->p_within = NO;
	c->after.n = c->n_now;
	c->before.median = c->n_base ? c->base[0] : NO;
	c->after.median = c->n_now ? c->now[0] : NO;
}

static inline void made_open(struct made_judgement *m, const struct made *made)
{
	struct error err = ERROR_INIT;

	*m = (struct made_judgement){ .made = made };
	for (size_t s = 0; s < made->sides; s++)
		made_side(m, s);
	assert_int_equal(comparison_build(&m->j, m->side, made->sides, &made->opts, &err), 0);
	for (size_t i = 0; i < m->j.n_comparisons; i++) {
		const struct made_row *row = made->row;
		const struct sample_row *of = m->j.row[i % m->j.n_rows].of;

		for (size_t nth = of->nth; strcmp(row->name, of->name) != 0 || nth--;)
			row++;
		made_found(&m->j.comparison[i], &row->found[i / m->j.n_rows]);
	}
	comparison_conclude(&m->j);
}

static inline void made_close(struct made_judgement *m)
{
	comparison_release(&m->j);
	for (size_t s = 0; s < MADE_SIDES; s++)
		samples_release(&m->side[s]);
}

/* One after the other, in one document. */
static inline char *made_print_several(const struct made *const *made, size_t n, const char *format,
				       const struct style *style)
{
	static const struct style plain;
	const struct format *f = format_find(format, FORMAT_COMPARISON);
	struct comparison_document document = {0};
	struct str out = {0};

	str_add(&out, "");
	for (size_t i = 0; i < n; i++) {
		struct made one = *made[i];
		struct made_judgement m;

		one.opts.several = n > 1;
		made_open(&m, &one);
		comparison_document_add(&document, f, &out, &m.j, style ? style : &plain);
		made_close(&m);		/* it is not needed any more */
	}
	comparison_document_end(&document, f, &out);
	return out.text;
}

static inline char *made_print(const struct made *made, const char *format, const struct style *style)
{
	return made_print_several(&made, 1, format, style);
}

#endif
