/* SPDX-License-Identifier: MIT */
/* The lines below the table: what is the same of several events is said once. */
#include "out/notes.h"

#include <string.h>

#include "base/note.h"
#include "event/event.h"

static bool says_the_same(const struct note *a, const struct note *b)
{
	return a->kind == b->kind && a->runs == b->runs && strcmp(a->text, b->text) == 0 &&
	       (a->event < 0) == (b->event < 0);
}

static bool is_first(const struct notes *notes, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (says_the_same(&notes->note[k], &notes->note[i]))
			return false;
	return true;
}

/* The events of this note and of those behind it that say the same, each once. */
static void add_names(struct str *out, const struct notes *notes, size_t i, const struct events *events)
{
	size_t start = out->len;

	for (size_t k = i; k < notes->n; k++) {
		const struct note *n = &notes->note[k];
		bool again = false;

		if (n->event < 0 || !says_the_same(n, &notes->note[i]))
			continue;
		for (size_t before = i; before < k; before++)
			again |= notes->note[before].event == n->event &&
				 says_the_same(&notes->note[before], n);
		if (!again)
			str_addf(out, "%s%s", out->len > start ? ", " : "", events->event[n->event].name);
	}
}

bool notes_add_text(struct str *out, const struct notes *notes, size_t i, const struct events *events,
		    size_t n_runs, bool all)
{
	const struct note *n = &notes->note[i];
	const struct note_def *def = &note_defs[n->kind];

	if ((def->quiet && !all) || !is_first(notes, i))
		return false;
	if (n->event >= 0) {
		add_names(out, notes, i, events);
		str_add(out, ": ");
	}
	str_addf(out, "%s%s", def->english, n->text[0] ? ": " : "");
	str_add_visible(out, n->text);
	if (n->runs && n->runs < n_runs)
		str_addf(out, ", in %zu of %zu runs", n->runs, n_runs);
	return true;
}

void notes_format(struct str *out, const struct notes *notes, const struct events *events, size_t n_runs,
		  bool all)
{
	struct str text = {0};

	for (size_t i = 0; notes && i < notes->n; i++) {
		str_reset(&text);
		if (notes_add_text(&text, notes, i, events, n_runs, all))
			str_addf(out, " note: %s\n", text.text);
	}
	str_release(&text);
}
