/* SPDX-License-Identifier: MIT */
/* Groups equal notes on several events into one line each. */
#include "benchmark/notes.h"

#include <stdlib.h>

#include "base/index.h"
#include "base/mem.h"
#include "event/event.h"
#include "host/cgroup.h"
#include "note/note.h"

/* Chains of equal notes, built in one pass, as a saved result may have any number of notes. */
struct chains {
	size_t *next;	/* by note: the next in its chain; 0: none */
	size_t *last;	/* by the first note of a chain: the last one */
	size_t *named;	/* by event: 1 + the last line that named it */
};

static bool is_equal(const void *list, size_t at, const void *key)
{
	const struct note *a = &((const struct note *)list)[at], *b = key;

	return a->kind == b->kind && a->runs == b->runs && str_same(a->text, b->text) &&
	       (a->event < 0) == (b->event < 0);
}

static uint64_t notes_hash_of(const struct note *n)
{
	return index_hash((uint64_t)n->runs << 8 ^ (uint64_t)n->kind << 1 ^ (n->event < 0), n->text);
}

/* Adds a line for each chain. */
static void build_chains(struct notes_said *said, struct chains *c, const struct notes *notes, bool all)
{
	LOCAL(index) first = {0};

	for (size_t i = 0; i < notes->n; i++) {
		const struct note *n = &notes->note[i];
		uint64_t hash = notes_hash_of(n);
		ptrdiff_t at;

		if (note_defs[n->kind].quiet && !all)
			continue;
		at = index_find(&first, hash, is_equal, notes->note, n);
		c->next[i] = 0;
		if (at >= 0) {
			c->next[c->last[at]] = i;
			c->last[at] = i;
			continue;
		}
		c->last[i] = i;
		index_add(&first, hash, i);
		MEM_ADD(said->line, said->n, (struct notes_line){ .note = i });
	}
}

static void notes_add_name(struct str *out, const struct event *e, const struct cgroups *cgroups)
{
	str_add_line(out, e->name);
	if (cgroups && e->cgroup >= 0) {
		str_add(out, " in ");
		str_add_line(out, cgroups->cgroup[e->cgroup].name);
	}
}

/* The events of a chain, each once; if there are many, the first ones. */
static void notes_add_names(struct str *out, const struct notes *notes, size_t line, size_t i,
			    const struct events *events, const struct cgroups *cgroups, struct chains *c)
{
	enum { MOST = 10, FIRST = 5 };
	int first[MOST];
	size_t n = 0, shown;

	do {
		int event = notes->note[i].event;

		if (c->named[event] != line + 1) {
			c->named[event] = line + 1;
			if (n < MOST)
				first[n] = event;
			n++;
		}
		i = c->next[i];
	} while (i);
	for (shown = 0; shown < (n > MOST ? FIRST : n); shown++) {
		str_add(out, shown ? ", " : "");
		notes_add_name(out, &events->event[first[shown]], cgroups);
	}
	if (shown < n)
		str_addf(out, " and %zu more", n - shown);
}

void notes_say(struct notes_said *said, const struct notes *notes, const struct events *events,
	       const struct cgroups *cgroups, size_t n_runs, bool all)
{
	struct chains c = {0};

	*said = (struct notes_said){0};
	if (!notes || !notes->n)
		return;
	c.next = mem_resize(NULL, notes->n, sizeof(*c.next));
	c.last = mem_resize(NULL, notes->n, sizeof(*c.last));
	c.named = mem_zeroed(events ? events->n : 0, sizeof(*c.named));
	build_chains(said, &c, notes, all);
	for (size_t i = 0; i < said->n; i++) {
		const struct note *n = &notes->note[said->line[i].note];
		struct str text = {0};

		if (events && n->event >= 0) {
			notes_add_names(&text, notes, i, said->line[i].note, events, cgroups, &c);
			str_add(&text, ": ");
		}
		str_addf(&text, "%s%s", note_defs[n->kind].english, n->text[0] ? ": " : "");
		str_add_line(&text, n->text);
		if (n->runs && n->runs < n_runs)
			str_addf(&text, ", in %zu of %zu runs", n->runs, n_runs);
		said->line[i].text = text.text;
	}
	free(c.next);
	free(c.last);
	free(c.named);
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
	LOCAL(notes_said) said = {0};

	notes_say(&said, notes, events, cgroups, n_runs, all);
	for (size_t i = 0; i < said.n; i++)
		str_addf(out, " note: %s\n", said.line[i].text);
}
