/* SPDX-License-Identifier: MIT */
/* Runs a command natively or under valgrind, and puts the counts of both together. */
#include "session/measured_run.h"

#include <stdlib.h>

#include "base/env.h"
#include "base/mem.h"
#include "count/valgrind_counts.h"
#include "session/measure.h"

/* Keeps the lines of a run; true: it must be made again without them, as they alone have spoilt it. */
static bool keep_lines(struct measure *m, struct valgrind_counts *e, const struct run_result *r)
{
	bool whole = !r->signo && r->end == WAIT_LOOP_CHILD;

	if (!m->opts->where || m->lines_are_lost || e->result.gone ||	/* another run may have them */
	    (!whole && m->opts->launch.group))	/* what is compared is whole */
		return false;
	if (e->no_lines[0])
		program_where_set_absent(&m->b.where, e->no_lines);
	else
		program_where_add(&m->b.where, &e->lines);
	m->lines_are_lost = whole && e->no_lines[0];
	return whole && e->result.lines_lost;
}

static enum valgrind_file wanted_file(const struct measure *m)
{
	return m->opts->where && !m->lines_are_lost ? VALGRIND_LINES : VALGRIND_NO_FILE;
}

/* set: the events of its table; NULL: all. */
static int run_once_emulated(struct run_result *r, struct measure *m, struct valgrind_counts *e,
			     const struct event_set *emulated, const struct event_set *set,
			     enum valgrind_file file, struct error *err)
{
	int rc = valgrind_counts_prepare(e, m->env->root, &m->b.events, emulated, m->opts->launch.argv,
					 !m->opts->target.no_inherit, file, err);

	run_result_init(r);
	r->emulated = true;
	return rc < 0 ? -1 : measure_run_once(r, m, set, e, NULL, NULL, err);
}

/* The run under valgrind. */
static int run_emulated(struct run_result *r, struct measure *m, const struct event_set *emulated,
			const struct event_set *set, struct error *err)
{
	struct valgrind_counts e = {0};
	int rc = run_once_emulated(r, m, &e, emulated, set, wanted_file(m), err);

	if (rc == 0 && keep_lines(m, &e, r)) {
		valgrind_counts_release(&e);
		run_result_release(r);
		rc = run_once_emulated(r, m, &e, emulated, set, wanted_file(m), err);
	}
	if (rc == 0) {
		valgrind_counts_note(&e, emulated, &r->notes);
		if (!m->b.emulator && e.result.version[0])
			m->b.emulator = mem_copy_text(e.result.version);
		if (!m->b.emulated_cpu && e.result.cpu[0])
			m->b.emulated_cpu = mem_copy_text(e.result.cpu);
	}
	/* a verdict needs a count */
	if (rc == 0 && m->opts->launch.group && e.result.problem[0] && r->end == WAIT_LOOP_CHILD && !r->signo)
		rc = error_set(err, e.result.gone ? ERROR_SYSTEM : ERROR_UNSUPPORTED, 0, "'%s': %s",
			       m->b.events.event[emulated->event[0]].name, e.result.problem);
	valgrind_counts_release(&e);
	return rc;
}

/* A run that ends otherwise under valgrind has done other work.  Where a verdict depends on it: an error. */
static int note_other_end(struct run_result *under, const struct run_result *native, struct measure *m,
			  const struct event_set *emulated, struct error *err)
{
	int status = run_result_status(native), other = run_result_status(under);

	for (size_t i = 0; i < under->notes.n; i++)
		if (under->notes.note[i].kind == NOTE_NOT_EMULATED)
			return 0;	/* it says more */
	if (m->opts->launch.group && under->end == WAIT_LOOP_CHILD && !under->signo)
		return error_set(err, ERROR_UNSUPPORTED, 0,
				 "'%s' ended with status %d, and with %d under valgrind",
				 m->opts->launch.argv[0], status, other);
	notes_release(&under->notes);
	if (m->opts->where)
		program_where_set_absent(&m->b.where, "the command ended otherwise under valgrind");
	for (size_t i = 0; i < emulated->n; i++) {
		under->total.cell[emulated->event[i]] = (struct cell){ .state = CELL_NOT_COUNTED };
		notes_add(&under->notes, NOTE_NOT_EMULATED, emulated->event[i],
			  "it ended with status %d, and with %d under valgrind", status, other);
	}
	return 0;
}

/* Adds what valgrind counted to the native run; a signal or --timeout ends both. */
static int add_emulated(struct run_result *r, struct measure *m, const struct event_set *emulated,
			const struct measure_what *what, struct error *err)
{
	LOCAL(run_result) under = {0};
	int rc = run_emulated(&under, m, emulated, emulated, err);

	if (rc == 0 && run_result_status(&under) != run_result_status(r))
		rc = note_other_end(&under, r, m, emulated, err);
	for (size_t i = 0; rc == 0 && i < emulated->n; i++)
		r->total.cell[emulated->event[i]] = under.total.cell[emulated->event[i]];
	if (rc == 0) {
		notes_merge(&r->notes, &under.notes);
		if (under.signo || under.end != WAIT_LOOP_CHILD) {
			r->end = under.end;
			r->signo = under.signo;
			r->status = under.status;
		}
		if (!what->set)		/* metrics may be of what valgrind counted */
			metrics_eval(&r->total, &m->b.metrics, &m->b.events, (double)r->counted_ns);
	}
	return rc;
}

/*
 * The command runs natively if there is anything else to measure, and for compare and gate, which then have
 * its times, too; nobody sees that run.  stat with nothing but events of valgrind runs it once: a second run
 * would print everything again, and find its input consumed.
 */
static bool needs_native(const struct measure *m, const struct measure_what *what, size_t n_emulated)
{
	size_t n = what->set && what->set->event ? what->set->n : m->b.events.n;

	return !n_emulated || n > n_emulated || m->opts->launch.group || !what->emulate;
}

/* Not "not counted": the run was not asked for them. */
static void leave_out(struct run_result *r, const struct event_set *emulated)
{
	for (size_t i = 0; i < emulated->n && r->total.n_units; i++)
		r->total.cell[emulated->event[i]] = (struct cell){ .state = CELL_ABSENT };
}

int measured_run_make(struct run_result *r, struct measure *m, const struct measure_what *what,
		      measure_tick *tick, void *ctx, struct error *err)
{
	struct event_set emulated = valgrind_counts_events(&m->b.events, what->set);
	int rc;

	if (needs_native(m, what, emulated.n)) {
		rc = measure_run_once(r, m, what->set, NULL, tick, ctx, err);
		if (rc == 0 && m->emulated_enough)
			leave_out(r, &emulated);
		else if (rc == 0 && emulated.n && what->emulate && r->end == WAIT_LOOP_CHILD && !r->signo)
			rc = add_emulated(r, m, &emulated, what, err);
	} else {
		rc = run_emulated(r, m, &emulated, what->set, err);
	}
	free(emulated.event);
	return rc;
}

/* Without an event: for the file alone. */
static int run_for_file(struct run_result *r, struct measure *m, struct valgrind_counts *e,
			enum valgrind_file file, struct error *err)
{
	int no_event;
	const struct event_set none = { .event = &no_event, .n = 0 };

	return run_once_emulated(r, m, e, &none, &none, file, err);
}

int measured_run_lines(struct run_result *r, struct measure *m, struct error *err)
{
	LOCAL(valgrind_counts) e = {0};
	int rc = run_for_file(r, m, &e, wanted_file(m), err);

	if (rc == 0)
		keep_lines(m, &e, r);
	return rc;
}

int measured_run_calls(struct program_calls *calls, struct run_result *r, struct measure *m,
		       struct error *err)
{
	LOCAL(valgrind_counts) e = {0};
	int rc = run_for_file(r, m, &e, VALGRIND_CALLS, err);

	if (rc == 0 && !r->signo && r->end == WAIT_LOOP_CHILD && !e.no_lines[0] && !e.result.problem[0]) {
		*calls = e.calls;
		e.calls = (struct program_calls){ .n = 0 };
	}
	return rc;
}
