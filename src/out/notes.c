/* SPDX-License-Identifier: MIT */
/* The lines below the table: what is the same of several events is said once. */
#include "out/notes.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/note.h"
#include "event/event.h"
#include "host/cgroup.h"

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

static void add_name(struct str *out, const struct event *e, const struct cgroups *cgroups)
{
	str_add(out, e->name);
	if (cgroups && e->cgroup >= 0) {
		str_add(out, " in ");
		str_add_visible(out, cgroups->cgroup[e->cgroup].name);
	}
}

/* The events of this note and of those behind it that say the same, each once; of many the first. */
static void add_names(struct str *out, const struct notes *notes, size_t i, const struct events *events,
		      const struct cgroups *cgroups)
{
	enum { MOST = 10, FIRST = 5 };
	bool *named = mem_resize(NULL, events->n, sizeof(*named));
	int first[MOST];
	size_t n = 0, shown;

	memset(named, 0, events->n);
	for (size_t k = i; k < notes->n; k++) {
		int event = notes->note[k].event;

		if (event < 0 || named[event] || !says_the_same(&notes->note[k], &notes->note[i]))
			continue;
		named[event] = true;
		if (n < MOST)
			first[n] = event;
		n++;
	}
	for (shown = 0; shown < (n > MOST ? FIRST : n); shown++) {
		str_add(out, shown ? ", " : "");
		add_name(out, &events->event[first[shown]], cgroups);
	}
	if (shown < n)
		str_addf(out, " and %zu more", n - shown);
	free(named);
}

bool notes_add_text(struct str *out, const struct notes *notes, size_t i, const struct events *events,
		    const struct cgroups *cgroups, size_t n_runs, bool all)
{
	const struct note *n = &notes->note[i];
	const struct note_def *def = &note_defs[n->kind];

	if ((def->quiet && !all) || !is_first(notes, i))
		return false;
	if (n->event >= 0) {
		add_names(out, notes, i, events, cgroups);
		str_add(out, ": ");
	}
	str_addf(out, "%s%s", def->english, n->text[0] ? ": " : "");
	str_add_visible(out, n->text);
	if (n->runs && n->runs < n_runs)
		str_addf(out, ", in %zu of %zu runs", n->runs, n_runs);
	return true;
}

void notes_format(struct str *out, const struct notes *notes, const struct events *events,
		  const struct cgroups *cgroups, size_t n_runs, bool all)
{
	struct str text = {0};

	for (size_t i = 0; notes && i < notes->n; i++) {
		str_reset(&text);
		if (notes_add_text(&text, notes, i, events, cgroups, n_runs, all))
			str_addf(out, " note: %s\n", text.text);
	}
	str_release(&text);
}
