/* SPDX-License-Identifier: MIT */
/* The lines below the table: what is the same of several events is said once. */
#include "benchmark/notes.h"

#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/mem.h"
#include "base/note.h"
#include "event/event.h"
#include "host/cgroup.h"

/* Notes that say the same, found in one pass: a saved result may have any number of them. */
struct alike {
	size_t *next;	/* of each note, the next that says the same; 0: none */
	size_t *last;	/* of each that is the first to say it, the last */
	size_t *named;	/* of each event, the last line that named it, counted from 1 */
};

static bool says_the_same(const void *list, size_t at, const void *key)
{
	const struct note *a = &((const struct note *)list)[at], *b = key;

	return a->kind == b->kind && a->runs == b->runs && str_same(a->text, b->text) &&
	       (a->event < 0) == (b->event < 0);
}

static uint64_t hash_of(const struct note *n)
{
	return index_hash((uint64_t)n->runs << 8 ^ (uint64_t)n->kind << 1 ^ (n->event < 0), n->text);
}

/* A line for each note that is the first to say it; the others are behind it. */
static void find_alike(struct notes_said *said, struct alike *a, const struct notes *notes, bool all)
{
	struct index first = {0};

	for (size_t i = 0; i < notes->n; i++) {
		const struct note *n = &notes->note[i];
		uint64_t hash = hash_of(n);
		ptrdiff_t at;

		if (note_defs[n->kind].quiet && !all)
			continue;
		at = index_find(&first, hash, says_the_same, notes->note, n);
		a->next[i] = 0;
		if (at >= 0) {
			a->next[a->last[at]] = i;
			a->last[at] = i;
			continue;
		}
		a->last[i] = i;
		index_add(&first, hash, i);
		said->line = mem_grow(said->line, said->n, sizeof(*said->line));
		said->line[said->n++] = (struct notes_line){ .note = i };
	}
	index_release(&first);
}

static void add_name(struct str *out, const struct event *e, const struct cgroups *cgroups)
{
	str_add_line(out, e->name);
	if (cgroups && e->cgroup >= 0) {
		str_add(out, " in ");
		str_add_line(out, cgroups->cgroup[e->cgroup].name);
	}
}

/* The events of all that say this line, each once; of many the first. */
static void add_names(struct str *out, const struct notes *notes, size_t line, size_t i,
		      const struct events *events, const struct cgroups *cgroups, struct alike *a)
{
	enum { MOST = 10, FIRST = 5 };
	int first[MOST];
	size_t n = 0, shown;

	do {
		int event = notes->note[i].event;

		if (a->named[event] != line + 1) {
			a->named[event] = line + 1;
			if (n < MOST)
				first[n] = event;
			n++;
		}
		i = a->next[i];
	} while (i);
	for (shown = 0; shown < (n > MOST ? FIRST : n); shown++) {
		str_add(out, shown ? ", " : "");
		add_name(out, &events->event[first[shown]], cgroups);
	}
	if (shown < n)
		str_addf(out, " and %zu more", n - shown);
}

void notes_say(struct notes_said *said, const struct notes *notes, const struct events *events,
	       const struct cgroups *cgroups, size_t n_runs, bool all)
{
	struct alike a = {0};

	*said = (struct notes_said){0};
	if (!notes || !notes->n)
		return;
	a.next = mem_resize(NULL, notes->n, sizeof(*a.next));
	a.last = mem_resize(NULL, notes->n, sizeof(*a.last));
	a.named = mem_zeroed(events ? events->n : 0, sizeof(*a.named));
	find_alike(said, &a, notes, all);
	for (size_t i = 0; i < said->n; i++) {
		const struct note *n = &notes->note[said->line[i].note];
		struct str text = {0};

		if (events && n->event >= 0) {
			add_names(&text, notes, i, said->line[i].note, events, cgroups, &a);
			str_add(&text, ": ");
		}
		str_addf(&text, "%s%s", note_defs[n->kind].english, n->text[0] ? ": " : "");
		str_add_line(&text, n->text);
		if (n->runs && n->runs < n_runs)
			str_addf(&text, ", in %zu of %zu runs", n->runs, n_runs);
		said->line[i].text = text.text;
	}
	free(a.next);
	free(a.last);
	free(a.named);
}

void notes_said_release(struct notes_said *said)
{
	for (size_t i = 0; i < said->n; i++)
		free(said->line[i].text);
	free(said->line);
	*said = (struct notes_said){0};
}

void notes_format(struct str *out, const struct notes *notes, const struct events *events,
		  const struct cgroups *cgroups, size_t n_runs, bool all)
{
	struct notes_said said;

	notes_say(&said, notes, events, cgroups, n_runs, all);
	for (size_t i = 0; i < said.n; i++)
		str_addf(out, " note: %s\n", said.line[i].text);
	notes_said_release(&said);
}
