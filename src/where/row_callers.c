/* SPDX-License-Identifier: MIT */
#include "where/row_callers.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "where/line_match.h"
#include "where/program_calls.h"
#include "where/source_text.h"
#include "where/where_block.h"

enum { LEVELS_MOST = 8 };
static const char above_main[] = "(below main)";	/* callgrind's name of what calls main() */

/* Who calls: a source line, or a function without source. */
struct caller {
	uint32_t file, line;		/* of a line */
	uint32_t function;		/* of a function: its name; 0: it is a line, or not known */
	uint64_t count;
};

struct callers {
	struct caller *caller; size_t n;	/* owned: each once */
	uint32_t object;			/* that the called function is part of; 0: not known */
	bool called;				/* the program has the function */
};

static bool has_lines(const struct side_calls *side, uint32_t file)
{
	const struct source_text *t = source_texts_get(side->sources, program_calls_name(side->calls, file));

	return t->state == SOURCE_READ || t->state == SOURCE_NEWER;
}

/* --- the callers of a function ----------------------------------------------------------------------- */

/* Marks the functions of this name: those of the file if there are any.  Owned. */
static bool *mark_called(struct callers *out, const struct program_calls *p, const char *name,
			 const char *file)
{
	bool *called = mem_zeroed(p->n_functions, sizeof(*called)), in_file = false;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < p->n_functions; i++) {
			const struct called_function *f = &p->function[i];
			bool same_file = str_same(program_calls_name(p, f->file), file);

			if (!str_same(program_calls_name(p, f->name), name) || (pass ? in_file : !same_file))
				continue;
			in_file = pass == 0;
			called[i] = out->called = true;
			out->object = out->object ? out->object : f->object;
		}
	return called;
}

static int compare_callers(const void *a, const void *b)
{
	const struct caller *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->function < y->function ? -1 : x->function > y->function;
}

static void add_up(struct callers *c)
{
	size_t n = 0;

	if (c->n)
		qsort(c->caller, c->n, sizeof(*c->caller), compare_callers);
	for (size_t i = 0; i < c->n; i++) {
		struct caller *last = n ? &c->caller[n - 1] : NULL;

		if (!last || compare_callers(last, &c->caller[i]) != 0)
			c->caller[n++] = c->caller[i];
		else if (__builtin_add_overflow(last->count, c->caller[i].count, &last->count))
			last->count = UINT64_MAX;
	}
	c->n = n;
}

/* callgrind calls code without a symbol by its address. */
static bool has_symbol(const struct program_calls *p, uint32_t function)
{
	const char *name = program_calls_name(p, p->function[function].name);

	return *name && strncmp(name, "0x", 2) != 0;
}

/*
 * Code without a symbol that only jumps on, as entries of the PLT do, is called as often as it calls: its
 * callers are the real ones.
 */
static void pass_through(bool *called, const struct program_calls *p)
{
	FREED uint64_t *in = mem_zeroed(p->n_functions, sizeof(*in));
	FREED uint64_t *out = mem_zeroed(p->n_functions, sizeof(*out));

	for (size_t i = 0; i < p->n; i++) {
		in[p->call[i].to] += p->call[i].count;
		out[p->call[i].from] += called[p->call[i].to] ? p->call[i].count : 0;
	}
	for (size_t i = 0; i < p->n_functions; i++)
		called[i] |= out[i] && in[i] == out[i] && !has_symbol(p, (uint32_t)i);
}

/* Calls of itself tell nothing. */
static void find_callers(struct callers *out, const struct side_calls *side, const char *name,
			 const char *file)
{
	const struct program_calls *p = side->calls;
	FREED bool *called = NULL;

	*out = (struct callers){ .n = 0 };
	called = mark_called(out, p, name, file);
	pass_through(called, p);
	for (size_t i = 0; i < p->n; i++) {
		const struct call *call = &p->call[i];
		struct caller caller = { .count = call->count };

		if (!called[call->to] || called[call->from])
			continue;
		if (call->line && has_lines(side, call->file)) {
			caller.file = call->file;
			caller.line = call->line;
		} else {
			caller.function = has_symbol(p, call->from) ? p->function[call->from].name :
					  p->function[call->from].object;
		}
		MEM_ADD(out->caller, out->n, caller);
	}
	add_up(out);
}

/* NULL: nobody calls it. */
static const struct caller *most_often(const struct callers *c)
{
	const struct caller *most = NULL;

	for (size_t i = 0; i < c->n; i++)
		if (!most || c->caller[i].count > most->count)
			most = &c->caller[i];
	return most;
}

/* The line that leads to calls of a function without source; line 0: none is found. */
static struct caller find_line_above(const struct side_calls *side, uint32_t function)
{
	struct caller found = { .function = function };

	for (int level = 0; level < LEVELS_MOST && found.function && !found.line; level++) {
		struct callers above;
		const struct caller *most;

		find_callers(&above, side, program_calls_name(side->calls, found.function), "");
		most = most_often(&above);
		found = most ? *most : (struct caller){ .line = 0 };
		free(above.caller);
	}
	return found;
}

/* --- the same caller in A ---------------------------------------------------------------------------- */

/* The files of the callers whose texts are there, each once; returns their number. */
static size_t list_sources(struct match_source *out, const struct side_calls *side, const struct callers *c)
{
	size_t n = 0;

	for (size_t i = 0; i < c->n; i++) {
		const char *path = program_calls_name(side->calls, c->caller[i].file);
		const struct source_text *t;

		if (!c->caller[i].line || (n && str_same(out[n - 1].path, path)))
			continue;
		t = source_texts_get(side->sources, path);
		if (t->state == SOURCE_READ)
			out[n++] = (struct match_source){ .path = path, .line = t->line, .n = t->n };
	}
	return n;
}

static uint64_t count_at(const struct callers *c, const struct program_calls *p, const char *path,
			 size_t line)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->caller[i].line && c->caller[i].line == line &&
		    str_same(program_calls_name(p, c->caller[i].file), path))
			return c->caller[i].count;
	return 0;
}

/* How often the same line of A called.  False: it is not known which line that is. */
static bool count_line_before(uint64_t *count, const struct side_calls *a, const struct callers *before,
			      const struct side_calls *b, const struct caller *line)
{
	const char *path = program_calls_name(b->calls, line->file);
	const struct source_text *text = source_texts_get(b->sources, path);
	const struct match_source now = { .path = path, .line = text->line, .n = text->n };
	FREED struct match_source *sources = NULL;
	struct line_match m = {0};
	struct line_place place;
	size_t n;

	*count = 0;
	if (!before->n)
		return true;
	if (text->state != SOURCE_READ)
		return false;
	sources = mem_zeroed(before->n, sizeof(*sources));
	n = list_sources(sources, a, before);
	if (n) {
		line_match_build(&m, sources, n, &now, 1);
		place = line_match_find_back(&m, 0, line->line);
		if (place.line)
			*count = count_at(before, a->calls, sources[place.source].path, place.line);
		line_match_release(&m);
	}
	return n > 0;
}

/* False: it is code without a symbol, whose program may have another path. */
static bool count_function_before(uint64_t *count, const struct side_calls *a, const struct callers *before,
				  const char *name)
{
	*count = 0;
	for (size_t i = 0; i < before->n; i++)
		if (!before->caller[i].line &&
		    str_same(program_calls_name(a->calls, before->caller[i].function), name)) {
			*count = before->caller[i].count;
			return true;
		}
	return !before->n || name[0] != '/';
}

/* --- rows -------------------------------------------------------------------------------------------- */

static bool wants_callers(const struct where_row *r)
{
	return r->kind == WHERE_FUNCTION && r->function && *r->function;
}

bool row_callers_are_wanted(const struct where_block *w)
{
	for (size_t i = 0; w->present && i < w->n_rows; i++)
		if (wants_callers(&w->row[i]))
			return true;
	return false;
}

static const char *keep_text(struct where_block *w, const char *text)
{
	if (!*text)
		return "";
	w->kept = mem_grow(w->kept, w->n_kept, sizeof(*w->kept));
	w->kept[w->n_kept] = mem_copy_text(text);
	return w->kept[w->n_kept++];
}

/* "lex.c:221" */
static const char *keep_line(struct where_block *w, const struct side_calls *side, const struct caller *line)
{
	LOCAL(str) text = {0};

	str_addf(&text, "%s:%u", program_calls_name(side->calls, line->file), line->line);
	return keep_text(w, text.text);
}

/* The caller of one side, by its line, or by its function and the line that leads there. */
static void name_caller(struct where_block *w, struct where_row *r, const struct side_calls *side,
			const struct caller *c)
{
	const char *name = program_calls_name(side->calls, c->function);
	struct caller above;

	if (c->line) {
		r->calls_from = keep_line(w, side, c);
		return;
	}
	above = find_line_above(side, c->function);
	if (above.line) {
		r->calls_through = keep_text(w, name);
		r->calls_from = keep_line(w, side, &above);
	} else {
		r->calls_from = keep_text(w, name);
	}
}

static void count_before(struct where_row *r, const struct side_calls *a, const struct callers *before,
			 const struct side_calls *b, const struct caller *most)
{
	r->calls_before_unknown = !a->calls;
	if (a->calls && most->line)
		r->calls_before_unknown = !count_line_before(&r->calls_before, a, before, b, most);
	else if (a->calls)
		r->calls_before_unknown =
			!count_function_before(&r->calls_before, a, before,
					       program_calls_name(b->calls, most->function));
}

static void add_to_row(struct where_block *w, struct where_row *r, const struct side_calls *a,
		       const struct side_calls *b)
{
	const struct side_calls *side = r->is_gone ? a : b;
	struct callers before = {0}, now = {0};
	const struct caller *most;

	if (!side->calls)
		return;
	if (a->calls)
		find_callers(&before, a, r->function, r->file);
	if (!r->is_gone)
		find_callers(&now, b, r->function, r->file);
	most = most_often(r->is_gone ? &before : &now);
	if (most && !most->line && str_same(program_calls_name(side->calls, most->function), above_main))
		most = NULL;
	if (most && (most->line || most->function)) {
		uint32_t object = r->is_gone ? before.object : now.object;

		r->object = keep_text(w, program_calls_name(side->calls, object));
		name_caller(w, r, side, most);
		if (r->is_gone)
			r->calls_before = most->count;
		else
			r->calls = most->count;
		if (!r->is_gone)
			count_before(r, a, &before, b, most);
	}
	free(before.caller);
	free(now.caller);
}

void row_callers_add(struct where_block *w, const struct side_calls *a, const struct side_calls *b)
{
	for (size_t i = 0; i < w->n_rows; i++)
		if (wants_callers(&w->row[i]))
			add_to_row(w, &w->row[i], a, b);
}
