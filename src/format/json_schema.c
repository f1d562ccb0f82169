/* SPDX-License-Identifier: MIT */
/* Writes the objects of schema pstat/1, member by member. */
#include "format/json_schema.h"

#include <math.h>
#include <sys/wait.h>

#include "base/note.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "benchmark/run_result.h"
#include "benchmark/schema_words.h"
#include "compare/power.h"
#include "event/event.h"
#include "event/event_label.h"
#include "format/comparison_words.h"
#include "format/conclusion.h"
#include "format/report_cells.h"
#include "format/style.h"
#include "format/unit_id.h"
#include "host/facts.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "host/target.h"
#include "metric/metric.h"

void json_schema_number(struct json_writer *j, const char *key, bool known, uint64_t number)
{
	if (known)
		json_u64(j, key, number);
	else
		json_null(j, key);
}

/* --- the head of a report -------------------------------------------------------------------------- */

static void add_host(struct json_writer *j, const struct host_facts *h, bool lines)
{
	struct host_fact fact[HOST_FACTS];

	host_facts_list(fact, h);
	json_open(j, "host", '{');
	for (size_t i = 0; i < HOST_FACTS; i++) {
		const struct host_fact *m = &fact[i];

		j->line |= lines;
		if (m->type == HOST_TEXT)
			json_text(j, m->key, m->text);
		else if (m->number == HOST_UNKNOWN)
			json_null(j, m->key);
		else if (m->type == HOST_SWITCH)
			json_bool(j, m->key, m->number != 0);
		else
			json_i64(j, m->key, m->number);
	}
	j->line |= lines;
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
		json_schema_number(j, "delay_ns", asked->late_ns != TARGET_BY_CONTROL, asked->late_ns);
	json_close(j, '}');
}

static void add_command(struct json_writer *j, char *const *argv)
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
static void add_name(struct json_writer *j, const struct report *r)
{
	struct str words = {0};

	str_add_words(&words, r->b->argv);
	json_text(j, "name", r->name ? r->name : str_text(&words));
	str_release(&words);
}

void json_schema_head(struct json_writer *j, const struct report *r, bool lines)
{
	j->line |= lines;
	add_name(j, r);
	j->line |= lines;
	add_command(j, r->b->argv);
	j->line |= lines;
	json_text(j, "date", r->b->date);
	j->line |= lines;
	if (r->b->session_id)
		json_text(j, "race", r->b->session_id);
	j->line |= lines;
	if (r->b->fixed)
		json_text(j, "layout", "fixed");
	j->line |= lines;
	if (r->b->emulator)
		json_text(j, "valgrind", r->b->emulator);
	j->line |= lines;
	add_host(j, &r->b->host, lines);
	j->line |= lines;
	add_target(j, r->b->target.asked);
	j->line |= lines;
	json_open(j, "aggregation", '{');
	json_text(j, "mode", aggr_modes[report_cells_mode(r)].word);
	json_bool(j, "scaled", !r->b->aggr.no_scale);
	if (r->b->aggr.rows.tree)
		json_bool(j, "tree", true);
	json_bool(j, "percore_spread", r->b->aggr.percore_threads);
	json_close(j, '}');
}

/* --- parts of a report ----------------------------------------------------------------------------- */

static void add_words(struct json_writer *j, const char *key, const uint64_t *word, size_t n)
{
	json_open(j, key, '[');
	for (size_t i = 0; i < n; i++)
		json_u64(j, NULL, word[i]);
	json_close(j, ']');
}

static const char *cgroup_of(const struct report *r, const struct event *e)
{
	return e->cgroup < 0 ? NULL : r->b->target.cgroups.cgroup[e->cgroup].name;
}

void json_schema_event(struct json_writer *j, const struct report *r, size_t event)
{
	const struct event *e = &r->b->events.event[event];
	const struct perf_event_attr *a = &e->attr.head;
	struct str scope = {0};

	event_label_add_scope(&scope, e);
	json_text(j, "name", e->name);
	json_text(j, "scope", scope.text);
	json_text(j, "cgroup", cgroup_of(r, e));
	json_text(j, "unit", e->unit);
	json_double(j, "scale", e->scale);
	json_u64(j, "leader", (uint64_t)e->leader);
	json_u64(j, "row", (uint64_t)e->row);
	json_text(j, "pmu", e->pmu ? e->pmu->name : NULL);
	if (e->tool != TOOL_NONE) {
		json_null(j, "type");
		json_null(j, "config");
	} else {
		const uint64_t word[] = { a->config, a->config1, a->config2, e->attr.tail.config3 };

		json_u64(j, "type", a->type);
		add_words(j, "config", word, sizeof(word) / sizeof(*word));
	}
	json_bool(j, "percore", e->flags & EVENT_PER_CORE);
	if (e->flags & EVENT_BACKGROUND)
		json_bool(j, "background", true);
	if (event_is_emulated(e))
		json_bool(j, "emulated", true);
	if (e->filter)
		json_text(j, "filter", e->filter);
	str_release(&scope);
}

static void add_id(struct json_writer *j, const char *key, int id)
{
	if (id != UNIT_NONE)
		json_schema_number(j, key, id >= 0, (uint64_t)id);
}

/* A CPU belongs to one unit of each kind. */
static void add_cpu(struct json_writer *j, const struct report *r, int id)
{
	const struct cpu *c = id >= 0 ? machine_cpu(&r->b->machine, id) : NULL;

	if (!c)
		return;
	add_id(j, "node", c->node);
	json_open(j, "caches", '[');
	for (int level = 0; level < MACHINE_CACHES; level++)
		json_i64(j, NULL, c->cache[level]);
	json_close(j, ']');
}

static void add_unit_of_processes(struct json_writer *j, const struct unit *u)
{
	if (u->process >= 0)
		json_i64(j, "process", u->process);
	else
		json_text(j, "part", schema_parts[UNIT_TOTAL - u->process]);
}

void json_schema_process(struct json_writer *j, const struct report *r, size_t i)
{
	const struct process *p = &r->b->processes.process[i];
	bool known = p->status != PROCESS_STATUS_UNKNOWN;

	json_i64(j, "pid", p->pid);
	if (r->b->processes.by_task)
		json_i64(j, "tid", p->tid);
	json_schema_number(j, "parent", p->parent >= 0, (uint64_t)p->parent);
	json_text(j, "comm", p->comm);
	json_text(j, "argv0", p->argv0);
	json_u64(j, "start_ns", p->start_ns);
	json_schema_number(j, "end_ns", p->ended, p->end_ns);
	json_schema_number(j, "exit_status", known && WIFEXITED(p->status), (uint64_t)WEXITSTATUS(p->status));
	json_schema_number(j, "signal", known && WIFSIGNALED(p->status), (uint64_t)WTERMSIG(p->status));
	json_u64(j, "tasks", p->tasks);
	json_u64(j, "execs", p->execs);
}

static void add_region(struct json_writer *j, const struct target_region *r)
{
	if (r->tid) {
		json_i64(j, "tid", r->tid);
		json_text(j, "comm", r->comm);
	}
	json_text(j, "region", r->name);
}

void json_schema_unit(struct json_writer *j, const struct report *r, size_t unit)
{
	const struct unit *u = &r->table->unit[unit];
	const struct target *t = &r->b->target;
	struct str id = {0};

	unit_id_format(&id, u, report_cells_mode(r), r->b);
	json_text(j, "id", str_text(&id));
	add_id(j, "cpu", u->cpu);
	add_id(j, "package", u->package);
	add_id(j, "die", u->die);
	add_id(j, "cluster", u->cluster);
	add_id(j, "cache_level", u->cache_level);
	add_id(j, "cache", u->cache);
	add_id(j, "core", u->core);
	add_id(j, "node", u->node);
	add_cpu(j, r, u->cpu);
	if (aggr_is_of_processes(report_cells_mode(r)))
		add_unit_of_processes(j, u);
	if (u->thread >= 0 && t && (size_t)u->thread < t->n_threads) {
		json_i64(j, "tid", t->thread[u->thread].tid);
		json_i64(j, "pid", t->thread[u->thread].pid);
		json_text(j, "comm", t->thread[u->thread].comm);
	}
	if (u->region >= 0 && (size_t)u->region < t->n_regions)
		add_region(j, &t->region[u->region]);
	str_release(&id);
}

void json_schema_note(struct json_writer *j, const struct report *r, const struct note *n)
{
	json_text(j, "code", note_defs[n->kind].code);
	json_text(j, "message", note_defs[n->kind].english);
	json_text(j, "text", n->text);
	json_schema_number(j, "event", n->event >= 0, (uint64_t)n->event);
	json_text(j, "name", n->event < 0 ? NULL : r->b->events.event[n->event].name);
	json_schema_number(j, "runs", n->runs != 0, n->runs);
}

bool json_schema_has_metric(const struct report *r, size_t metric, size_t unit)
{
	const struct table *t = r->table;
	const struct metric *m = &r->b->metrics.metric[metric];

	return isfinite(t->figure[unit * t->n_metrics + metric].exact) ||
	       (m->def->group && t->cell[unit * t->n_rows + (size_t)m->row].state != CELL_ABSENT);
}

void json_schema_metric(struct json_writer *j, const struct report *r, size_t metric, const struct figure *f)
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

void json_schema_settings(struct json_writer *j, const struct comparison *cmp, bool lines)
{
	const struct comparison_opts *o = &cmp->opts;
	struct str line = {0};

	conclusion_add(&line, cmp, &style_plain);
	j->line |= lines;
	json_text(j, "mode", comparison_modes[o->mode]);
	j->line |= lines;
	json_text(j, "outcome", comparison_outcomes[cmp->outcome]);
	j->line |= lines;
	json_text(j, "line", line.text);
	str_release(&line);
	j->line |= lines;
	json_double(j, "confidence", o->level);
	j->line |= lines;
	json_text(j, "order", o->interleaved ? "abba" : NULL);
	j->line |= lines;
	json_u64(j, "warmups", o->warmups);
}

static void add_share(struct json_writer *j, const char *key, double share)
{
	json_double(j, key, share < 0 ? (double)NAN : share);
}

/* 0.12: 12 % slower. */
static void add_machine_change(struct json_writer *j, const struct machine_change *m)
{
	json_open(j, "machine", '{');
	for (size_t i = 0; i < LOOP_PARTS; i++)
		json_double(j, loop_parts[i].name, exp(m->part[i].change) - 1);
	add_share(j, "others_base", m->others[0]);
	add_share(j, "others", m->others[1]);
	json_close(j, '}');
}

void json_schema_side(struct json_writer *j, const struct comparison *cmp, size_t i)
{
	struct str name = {0};

	comparison_add_id(&name, cmp, i);
	json_text(j, "name", str_text(&name));
	json_u64(j, "rounds", cmp->side[i].n_rounds);
	if (i && cmp->machine && cmp->machine[i].known)
		add_machine_change(j, &cmp->machine[i]);
	str_release(&name);
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
static void add_spread(struct json_writer *j, const struct comparison *cmp, size_t side, size_t row)
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

static void add_change(struct json_writer *j, const char *key, const struct change *c)
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
	json_schema_number(j, "runs", d->runs != 0, d->runs);
	json_double(j, "quiet", d->quiet);
	json_close(j, '}');
}

static void add_comparison(struct json_writer *j, const struct comparison *cmp, size_t side, size_t row)
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
	add_change(j, "relative", &c->relative);
	add_change(j, "absolute", &c->absolute);
	json_double(j, "change_of_medians", row_comparison_of_medians(c));
	json_double(j, "level", c->level);
	json_double(j, "p_worse", c->p_worse);
	json_double(j, "p_within", c->p_within);
	json_text(j, "change", leanings[c->leaning + 1]);
	add_limit(j, &c->threshold);
	add_allowance(j, &c->machine);
	if (cmp->opts.detect)
		add_detected(j, &cmp->opts.detect[at]);
	json_close(j, '}');
}

void json_schema_row(struct json_writer *j, const struct comparison *cmp, size_t row)
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
		add_spread(j, cmp, s, row);
	json_close(j, ']');
	json_open(j, "comparisons", '[');
	for (size_t s = 1; s < cmp->n_sides; s++)
		add_comparison(j, cmp, s, row);
	json_close(j, ']');
}

void json_schema_remark(struct json_writer *j, const struct comparison *cmp, size_t i)
{
	const struct comparison_note *n = &cmp->note[i];

	json_text(j, "code", n->code);
	json_text(j, "gravity", comparison_gravities[n->gravity]);
	json_schema_number(j, "side", n->side >= 0, (uint64_t)n->side);
	json_text(j, "text", n->text);
}

/* --- lines ----------------------------------------------------------------------------------------- */

struct json_writer json_schema_line(struct str *out, const char *type)
{
	struct json_writer j = { .out = out };

	json_open(&j, NULL, '{');
	json_text(&j, "type", type);
	return j;
}

void json_schema_line_end(struct json_writer *j)
{
	json_close(j, '}');
	str_add(j->out, "\n");
}
