/* SPDX-License-Identifier: MIT */
/* Writes the objects of schema pstat/1, member by member. */
#include "format/json_parts.h"

#include <math.h>

#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/saved_unit.h"
#include "benchmark/schema_words.h"
#include "compare/comparison_where.h"
#include "compare/effect.h"
#include "compare/power.h"
#include "event/event.h"
#include "format/comparison_words.h"
#include "format/conclusion.h"
#include "format/report_cells.h"
#include "format/style.h"
#include "format/where/where_json.h"
#include "format/unit_id.h"
#include "host/facts.h"
#include "host/target.h"
#include "metric/metric.h"
#include "note/note.h"

void json_parts_number(struct json_writer *j, const char *key, bool known, uint64_t number)
{
	if (known)
		json_u64(j, key, number);
	else
		json_null(j, key);
}

/* --- the head of a report -------------------------------------------------------------------------- */

static void add_host(struct json_writer *j, const struct host_facts *h)
{
	json_open_lines(j, "host", '{');
	members_write(j, host_members, h);
	json_close(j, '}');
}

static void add_target(struct json_writer *j, const struct target_opts *asked)
{
	static const struct target_opts command = { .command = true };
	const char *kind, *list = NULL;

	if (!asked)
		asked = &command;
	if (asked->pids || asked->tids) {
		kind = asked->pids ? "processes" : "threads";
		list = asked->pids ? asked->pids : asked->tids;
	} else {
		kind = asked->system_wide ? "system" : asked->cpus ? "cpus" : "command";
		list = asked->cpus;
	}
	json_open(j, "target", '{');
	json_text(j, "kind", kind);
	json_text(j, "list", list);
	json_bool(j, "inherit", !asked->no_inherit);
	if (asked->late_ns != TARGET_UNKNOWN)
		json_parts_number(j, "delay_ns", asked->late_ns != TARGET_BY_CONTROL, asked->late_ns);
	json_close(j, '}');
}

static void json_parts_add_command(struct json_writer *j, char *const *argv)
{
	if (!argv) {
		json_null(j, "command");
		return;
	}
	json_open(j, "command", '[');
	for (; *argv; argv++)
		json_text(j, NULL, *argv);
	json_close(j, ']');
}

/* Readers find a benchmark by its name. */
static void json_parts_add_name(struct json_writer *j, const struct report *r)
{
	LOCAL(str) words = {0};

	str_add_words(&words, r->b->argv);
	json_text(j, "name", r->name ? r->name : str_text(&words));
}

void json_parts_head(struct json_writer *j, const struct report *r)
{
	json_parts_add_name(j, r);
	json_parts_add_command(j, r->b->argv);
	json_text(j, "date", r->b->date);
	if (r->b->session_id)
		json_text(j, "race", r->b->session_id);
	if (r->b->fixed)
		json_text(j, "layout", "fixed");
	if (r->b->emulator)
		json_text(j, "valgrind", r->b->emulator);
	if (r->b->emulated_cpu)
		json_text(j, "valgrind_cpu", r->b->emulated_cpu);
	add_host(j, &r->b->host);
	add_target(j, r->b->target.asked);
	json_open(j, "aggregation", '{');
	json_text(j, "mode", aggr_modes[report_cells_mode(r)].word);
	json_bool(j, "scaled", !r->b->aggr.no_scale);
	if (r->b->aggr.rows.tree)
		json_bool(j, "tree", true);
	json_bool(j, "percore_spread", r->b->aggr.percore_threads);
	json_close(j, '}');
}

/* --- parts of a report ----------------------------------------------------------------------------- */

void json_parts_unit(struct json_writer *j, const struct report *r, size_t unit)
{
	const struct unit *u = &r->table->unit[unit];
	LOCAL(str) id = {0};

	unit_id_format(&id, u, report_cells_mode(r), r->b);
	json_text(j, "id", str_text(&id));
	saved_unit_write(j, r->b, report_cells_mode(r), u);
}

void json_parts_note(struct json_writer *j, const struct report *r, const struct note *n)
{
	json_text(j, "code", note_defs[n->kind].code);
	json_text(j, "message", note_defs[n->kind].english);
	json_text(j, "text", n->text);
	json_parts_number(j, "event", n->event >= 0, (uint64_t)n->event);
	json_text(j, "name", n->event < 0 ? NULL : r->b->events.event[n->event].name);
	json_parts_number(j, "runs", n->runs != 0, n->runs);
}

bool json_parts_has_metric(const struct report *r, size_t metric, size_t unit)
{
	const struct table *t = r->table;
	const struct metric *m = &r->b->metrics.metric[metric];

	return isfinite(t->figure[unit * t->n_metrics + metric].exact) ||
	       (m->def->group && t->cell[unit * t->n_rows + (size_t)m->row].state != CELL_ABSENT);
}

void json_parts_metric(struct json_writer *j, const struct report *r, size_t metric, const struct figure *f)
{
	const struct metric *m = &r->b->metrics.metric[metric];

	json_text(j, "metric", m->def->name);
	json_text(j, "unit", metric_unit(m));
	json_u64(j, "event", (uint64_t)m->row);
	json_text(j, "name", r->b->events.event[m->row].name);
	json_double(j, "value", f->exact);
	if (!m->def->group)
		return;
	json_text(j, "group", m->def->group);
	json_text(j, "verdict", schema_verdicts[f->severity]);
}

/* --- parts of a comparison ------------------------------------------------------------------------- */

void json_parts_settings(struct json_writer *j, const struct comparison *cmp)
{
	const struct comparison_opts *o = &cmp->opts;
	LOCAL(str) line = {0};

	conclusion_add(&line, cmp, &style_plain);
	json_text(j, "mode", comparison_modes[o->mode]);
	json_text(j, "outcome", comparison_outcomes[cmp->outcome]);
	json_text(j, "line", line.text);
	json_double(j, "confidence", o->level);
	json_text(j, "order", o->interleaved ? "abba" : NULL);
	json_u64(j, "warmups", o->warmups);
	if (o->injected > 0)
		json_double(j, "injected", o->injected);
}

static void json_parts_add_share(struct json_writer *j, const char *key, double share)
{
	json_double(j, key, share < 0 ? (double)NAN : share);
}

/* 0.12: 12 % slower. */
static void add_machine_change(struct json_writer *j, const struct machine_change *m)
{
	static const char *const parts[LOOP_PARTS] = {
		[LOOP_REGISTERS] = "registers", [LOOP_FAULTS] = "faults",
		[LOOP_CACHE] = "cache", [LOOP_MEMORY] = "memory",
	};

	json_open(j, "machine", '{');
	for (size_t i = 0; i < LOOP_PARTS; i++)
		json_double(j, parts[i], exp(m->part[i].change) - 1);
	json_parts_add_share(j, "others_base", m->others[0]);
	json_parts_add_share(j, "others", m->others[1]);
	json_close(j, '}');
}

void json_parts_side(struct json_writer *j, const struct comparison *cmp, size_t i)
{
	LOCAL(str) name = {0};

	comparison_add_id(&name, cmp, i);
	json_text(j, "name", str_text(&name));
	json_u64(j, "rounds", cmp->side[i].n_rounds);
	if (i && cmp->machine && cmp->machine[i].known)
		add_machine_change(j, &cmp->machine[i]);
}

static void add_interval(struct json_writer *j, struct interval i)
{
	json_double(j, "low", i.low);
	json_double(j, "high", i.high);
}

static void add_lacks(struct json_writer *j, const struct sample_row *row)
{
	json_open(j, "lacks", '{');
	for (int lack = 0; row && lack < LACKS; lack++)
		if (row->lack[lack])
			json_u64(j, sample_lacks[lack], row->lack[lack]);
	json_close(j, '}');
}

/* A row of one side. */
static void json_parts_add_spread(struct json_writer *j, const struct comparison *cmp, size_t side,
				  size_t row)
{
	const struct summary *s = &cmp->row[row].spread[side];

	json_open(j, NULL, '{');
	json_u64(j, "side", side);
	json_u64(j, "n", s->n);
	json_double(j, "median", s->median);
	add_interval(j, s->interval);
	json_double(j, "min", s->min);
	json_double(j, "max", s->max);
	json_double(j, "mad", s->mad);
	json_u64(j, "outliers", s->outliers);
	add_lacks(j, words_sample_row(cmp, side, row));
	json_close(j, '}');
}

static void json_parts_add_change(struct json_writer *j, const char *key, const struct change *c)
{
	json_open(j, key, '{');
	json_double(j, "estimate", c->estimate);
	add_interval(j, c->interval);
	json_close(j, '}');
}

static void add_limit(struct json_writer *j, const struct threshold *t)
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
	if (t->two_sided) {
		json_open(j, "better", '{');
		json_double(j, "relative", t->better_relative);
		json_double(j, "absolute", t->better_absolute);
		json_close(j, '}');
	}
	json_close(j, '}');
}

/* Factors by which the machine alone may have changed a time; null: any. */
static void add_allowance(struct json_writer *j, const struct allowance *a)
{
	if (!(a->slower > 0 || a->faster > 0))
		return;
	json_open(j, "allowance", '{');
	json_double(j, "slower", exp(a->slower));
	json_double(j, "faster", exp(a->faster));
	json_close(j, '}');
}

static void add_detected(struct json_writer *j, const struct power *d)
{
	json_open(j, "detected", '{');
	json_double(j, "change", d->change);
	json_parts_number(j, "runs", d->runs != 0, d->runs);
	json_double(j, "quiet", d->quiet);
	json_close(j, '}');
}

static void json_parts_add_comparison(struct json_writer *j, const struct comparison *cmp, size_t side,
				      size_t row)
{
	static const char *const leanings[] = { "better", "neither", "worse" };
	const struct row_comparison *c = comparison_row(cmp, side, row);
	size_t at = (size_t)(c - cmp->comparison);

	json_open(j, NULL, '{');
	json_u64(j, "side", side);
	json_text(j, "verdict", compare_verdicts[c->verdict].code);
	json_text(j, "reason", c->reason == REASON_NONE ? NULL : compare_reasons[c->reason].code);
	json_text(j, "by", c->path == COMPARE_NONE ? NULL : compare_paths[c->path]);
	json_u64(j, "n", c->n);
	json_parts_add_change(j, "relative", &c->relative);
	json_parts_add_change(j, "absolute", &c->absolute);
	json_double(j, "change_of_medians", row_comparison_of_medians(c));
	json_double(j, "level", c->level);
	json_double(j, "p_worse", c->p_worse);
	json_double(j, "p_within", c->p_within);
	if (c->threshold.two_sided)
		json_double(j, "p_better", c->p_better);
	json_text(j, "change", leanings[c->leaning + 1]);
	if (effect_is_suspicious(cmp, c))
		json_bool(j, "suspicious", true);
	add_limit(j, &c->threshold);
	add_allowance(j, &c->machine);
	if (cmp->opts.detect)
		add_detected(j, &cmp->opts.detect[at]);
	if (comparison_where(cmp, side, row))
		where_json_write(j, comparison_where(cmp, side, row));
	json_close(j, '}');
}

void json_parts_row(struct json_writer *j, const struct comparison *cmp, size_t row)
{
	const struct sample_row *of = cmp->row[row].of;

	json_text(j, "name", of->name);
	if (of->region)
		json_text(j, "region", of->region);
	json_text(j, "kind", sample_kinds[of->kind]);
	json_text(j, "class", sample_classes[of->class]);
	json_text(j, "unit", of->unit);
	json_text(j, "better", sample_betters[of->better]);
	json_open(j, "sides", '[');
	for (size_t s = 0; s < cmp->n_sides; s++)
		json_parts_add_spread(j, cmp, s, row);
	json_close(j, ']');
	json_open(j, "comparisons", '[');
	for (size_t s = 1; s < cmp->n_sides; s++)
		json_parts_add_comparison(j, cmp, s, row);
	json_close(j, ']');
}

void json_parts_remark(struct json_writer *j, const struct comparison *cmp, size_t i)
{
	const struct comparison_note *n = &cmp->note[i];

	json_text(j, "code", n->code);
	json_text(j, "gravity", comparison_gravities[n->gravity]);
	json_parts_number(j, "side", n->side >= 0, (uint64_t)n->side);
	json_text(j, "text", n->text);
}

/* --- lines ----------------------------------------------------------------------------------------- */

struct json_writer json_parts_line(struct str *out, const char *type)
{
	struct json_writer j = { .out = out, .one_line = true };

	json_open(&j, NULL, '{');
	json_text(&j, "type", type);
	return j;
}

void json_parts_line_end(struct json_writer *j)
{
	json_close(j, '}');
	str_add(j->out, "\n");
}
