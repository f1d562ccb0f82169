/* SPDX-License-Identifier: MIT */
/* Rows that no side could count: a note names them, and they take no lines of the table. */
#include "format/uncounted_rows.h"

#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/mem.h"
#include "event/event.h"
#include "format/comparison_words.h"
#include "out/report.h"
#include "out/style.h"

enum { NAMED_MOST = 8 };	/* for one reason */

static const struct style plain;

bool uncounted_rows_has(const struct judgement *j, size_t row)
{
	struct str first = {0}, why = {0};
	bool same = true;

	for (size_t s = 0; s < j->n_sides && same; s++) {
		const struct side_row *of = words_side_row(j, s, row);
		const struct comparison *c = judgement_comparison(j, s, row);

		str_reset(&why);
		str_add(&why, "");
		words_add_lack(&why, j, s, row, &plain);
		if (!s)
			str_add(&first, why.text);
		same = of && !of->n_valid && strcmp(first.text, why.text) == 0 &&
		       (!c || (!judgement_is_judged(c) && !words_is_telling(c)));
	}
	str_release(&first);
	str_release(&why);
	return same;
}

/* --- the note -------------------------------------------------------------------------------------- */

struct noted {			/* events that notes of a run speak of */
	const char **name; size_t n;
	struct index by_name;
};

static bool is_name(const void *list, size_t at, const void *key)
{
	return str_same(((const char *const *)list)[at], key);
}

static void add_noted(struct noted *all, const struct report *r)
{
	for (size_t i = 0; r->notes && r->events && i < r->notes->n; i++) {
		const struct note *n = &r->notes->note[i];
		const char *name = n->event < 0 ? NULL : r->events->event[n->event].name;

		if (!name || note_defs[n->kind].quiet)
			continue;
		index_add(&all->by_name, index_hash(0, name), all->n);
		all->name = mem_grow(all->name, all->n, sizeof(*all->name));
		all->name[all->n++] = name;
	}
}

static bool is_noted(const struct noted *all, const char *name)
{
	return index_find(&all->by_name, index_hash(0, name), is_name, all->name, name) >= 0;
}

static void end_reason(struct str *out, const struct str *why, size_t n)
{
	if (n > NAMED_MOST)
		str_addf(out, " and %zu more", n - NAMED_MOST);
	if (n)
		str_addf(out, " (%s)", why->len ? why->text : "not measured");
}

/* Neighbours that lack a value for the same reason share it. */
static void add_rows(struct str *out, const struct judgement *j, const struct noted *noted)
{
	struct str why = {0}, last = {0};
	size_t n = 0;

	for (size_t row = 0; row < j->n_rows; row++) {
		if (is_noted(noted, j->row[row].of->name) || !uncounted_rows_has(j, row))
			continue;
		str_reset(&why);
		str_add(&why, "");
		words_add_lack(&why, j, 0, row, &plain);
		if (n && strcmp(why.text, last.text) != 0) {
			end_reason(out, &last, n);
			n = 0;
		}
		str_reset(&last);
		str_add(&last, why.text);
		if (n++ < NAMED_MOST) {
			str_add(out, out->len ? ", " : "");
			str_add_line(out, j->row[row].of->name);
		}
	}
	end_reason(out, &last, n);
	str_release(&why);
	str_release(&last);
}

void uncounted_rows_add(struct str *out, const struct judgement *j)
{
	struct noted noted = {0};
	struct str rows = {0};

	for (size_t s = 0; s < j->n_sides; s++)
		add_noted(&noted, j->side[s].report);
	add_rows(&rows, j, &noted);
	if (rows.len)
		str_addf(out, "no value: %s", rows.text);
	str_release(&rows);
	index_release(&noted.by_name);
	free(noted.name);
}
