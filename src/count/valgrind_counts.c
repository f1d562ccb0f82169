/* SPDX-License-Identifier: MIT */
/* Prepares a run under valgrind, and turns the totals of its logs into counts and notes. */
#include "count/valgrind_counts.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#include "base/str.h"
#include "count/event_sets.h"
#include "count/sample.h"
#include "count/workload.h"
#include "host/file.h"
#include "note/note.h"
#include "where/cachegrind_file.h"
#include "where/callgrind_file.h"

struct event_set valgrind_counts_events(const struct events *events, const struct event_set *set)
{
	struct event_set emulated = { .event = NULL };

	for (size_t i = 0; i < events->n; i++)
		if (event_is_emulated(&events->event[i]) && event_set_has(set, (int)i))
			event_set_add(&emulated, (int)i);
	return emulated;
}

/* --- lines ------------------------------------------------------------------------------------------- */

/* why: a clause.  On a full disk a file is absent, empty or cut, and that alone is the reason. */
static void set_no_lines(struct valgrind_counts *e, const char *why)
{
	if (e->valgrind.folder && !valgrind_has_room(&e->valgrind))
		why = "the disk of the folder for them ($TMPDIR or /tmp) is full";
	program_lines_release(&e->lines);
	program_calls_release(&e->calls);
	snprintf(e->no_lines, sizeof(e->no_lines), "%s", why);
}

/* The log of a process begins with its program; that of one that was only forked names none. */
static void add_objects(struct program_lines *lines, const char *log)
{
	LOCAL(str) path = {0};
	bool has_symbols, is_program = true;

	for (; valgrind_next_object(&path, &has_symbols, &log); is_program = false)
		program_lines_add_object(lines, str_text(&path), has_symbols, is_program);
}

/* The file must be that of the process: it has the same total as its log. */
static int add_file_of(struct valgrind_counts *e, const struct valgrind_process *p, struct error *err)
{
	bool calls = e->valgrind.file == VALGRIND_CALLS;
	uint64_t *total = calls ? &e->calls.total : &e->lines.total, before = *total;
	int rc;

	if (p->error)
		return error_set(err, ERROR_SYSTEM, -p->error, "%s", file_error_text(p->error));
	rc = calls ? callgrind_file_add(&e->calls, p->file, p->n_bytes, err) :
	     cachegrind_file_add(&e->lines, p->file, p->n_bytes, err);
	if (rc < 0)
		return -1;
	return *total - before == p->log->count[VALGRIND_INSTRUCTIONS] ? 0 :
	       error_set(err, ERROR_FORMAT, 0, "its total is not that of the log");
}

static void add_process(void *ctx, const struct valgrind_process *p)
{
	struct valgrind_counts *e = ctx;
	struct error err = ERROR_INIT;
	LOCAL(str) text = {0};

	if (e->no_lines[0])
		return;
	add_objects(&e->lines, p->log_text);
	if (add_file_of(e, p, &err) < 0) {
		str_add(&text, "cachegrind's file of '");
		str_add_line(&text, p->log->command);
		str_addf(&text, "' cannot be used: %s", err.message);
		set_no_lines(e, text.text);
	}
}

/* Files that were read, but of a run whose counts are not known. */
static void drop_lines(struct valgrind_counts *e)
{
	if (!e->valgrind.file || e->no_lines[0] || !e->result.problem[0])
		return;
	set_no_lines(e, e->result.lines_lost ? e->result.lines_lost : e->result.problem);
}

/* --- a run ------------------------------------------------------------------------------------------- */

int valgrind_counts_prepare(struct valgrind_counts *e, const struct rootfs *root, const struct events *events,
			    const struct event_set *emulated, char *const *command, bool children,
			    enum valgrind_file file, struct error *err)
{
	struct valgrind_wish wish = { .children = children, .file = file };

	*e = (struct valgrind_counts){ .command = command, .children = children };
	for (size_t i = 0; i < emulated->n; i++)
		wish.counts |= 1u << (events->event[emulated->event[i]].tool - TOOL_VALGRIND);
	if (valgrind_prepare(&e->valgrind, root, command, &wish, err) < 0)
		return -1;
	if (file && !e->valgrind.file)
		set_no_lines(e, "a limit on the size of files (ulimit -f) leaves valgrind no room for them");
	return 0;
}

/* valgrind ends so before it starts the program, and says why on stderr. */
static int fail_start(const struct valgrind_counts *e, const struct workload *w, struct error *err)
{
	error_set(err, ERROR_SYSTEM, 0, "valgrind did not start '%s': it ended with status %d", e->command[0],
		  WEXITSTATUS(w->status));
	return error_hint(err, "this says why: valgrind --tool=cachegrind '%s'", e->command[0]);
}

int valgrind_counts_collect(struct valgrind_counts *e, struct sample *sample, const struct workload *w,
			    struct error *err)
{
	struct valgrind_result *r = &e->result;

	if (valgrind_collect(r, &e->valgrind, e->command, w->pid, e->children, add_process, e) < 0) {
		if (w->reaped && WIFEXITED(w->status) && WEXITSTATUS(w->status))
			return fail_start(e, w, err);
		r->gone = w->reaped && WIFEXITED(w->status);
		snprintf(r->problem, sizeof(r->problem), "%s", r->gone ?
			 "the log of valgrind is gone" : "it was ended before valgrind had started it");
	}
	for (int i = 0; i < VALGRIND_COUNTS && !r->problem[0]; i++)
		sample->tool[TOOL_VALGRIND + i] = r->count[i];
	sample->emulated = !r->problem[0];
	drop_lines(e);
	return 0;
}

void valgrind_counts_note(const struct valgrind_counts *e, const struct event_set *emulated,
			  struct notes *notes)
{
	const struct valgrind_result *r = &e->result;

	for (size_t i = 0; i < emulated->n; i++) {
		int event = emulated->event[i];

		if (r->problem[0]) {
			notes_add(notes, NOTE_NOT_EMULATED, event, "%s", r->problem);
			continue;
		}
		notes_add(notes, NOTE_EMULATED, event, "by valgrind %s", r->version);
		if (r->replaced)
			notes_add(notes, NOTE_EMULATED_PART, event, "%s", "");
		if (r->forked)
			notes_add(notes, NOTE_EMULATED_AGAIN, event, "%zu of %zu processes", r->forked,
				  r->processes);
	}
}

void valgrind_counts_release(struct valgrind_counts *e)
{
	valgrind_release(&e->valgrind);
	program_lines_release(&e->lines);
	program_calls_release(&e->calls);
	*e = (struct valgrind_counts){0};
}
