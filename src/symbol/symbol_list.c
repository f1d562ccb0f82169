/* SPDX-License-Identifier: MIT */
/* Takes one name of each address, and cuts what overlaps into pieces. */
#include "symbol/symbol_list.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* Names may be as long as a file: what comes behind this decides nothing. */
enum { NAME_COMPARED = 1024 };

void symbol_list_add(struct symbol_list *l, const struct symbol_entry *e)
{
	MEM_ADD(l->entry, l->n, *e);
}

/* The names are in one text, so that where they stand there is an order, too. */
static int by_start(const void *a, const void *b)
{
	const struct symbol *x = &((const struct symbol_entry *)a)->symbol;
	const struct symbol *y = &((const struct symbol_entry *)b)->symbol;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (uintptr_t)x->name < (uintptr_t)y->name ? -1 : (uintptr_t)x->name > (uintptr_t)y->name;
}

/* 4 bits, the first rule in the highest: the lower, the better. */
static unsigned name_rank(const struct symbol_entry *e)
{
	return (unsigned)e->is_data << 3 | (unsigned)e->is_label << 2 | (unsigned)e->is_local << 1 |
	       (e->symbol.name[0] == '_');
}

static bool is_better(const struct symbol_entry *a, const struct symbol_entry *b)
{
	unsigned of_a = name_rank(a), of_b = name_rank(b);
	size_t n, m;

	if (of_a != of_b)
		return of_a < of_b;
	n = strnlen(a->symbol.name, NAME_COMPARED);
	m = strnlen(b->symbol.name, NAME_COMPARED);
	return n != m ? n < m : memcmp(a->symbol.name, b->symbol.name, n) < 0;
}

/* Of the entries at one address the first becomes the best, as long as the longest.  Returns their number. */
static size_t choose_name(struct symbol_entry *e, size_t n)
{
	struct symbol_entry best = e[0];
	uint64_t end = 0;
	size_t i;

	for (i = 0; i < n && e[i].symbol.start == e[0].symbol.start; i++) {
		if (i && is_better(&e[i], &best))
			best = e[i];
		if (!e[i].is_open && e[i].symbol.end > end)
			end = e[i].symbol.end;
	}
	if (end) {
		best.symbol.end = end;
		best.is_open = false;
	}
	e[0] = best;
	return i;
}

/* --- what overlaps ----------------------------------------------------------------------------------- */

struct cutting {
	struct symbols *to;
	const struct symbol **open; size_t depth;	/* the one that began last is on top */
	const struct symbol *last;		/* the last piece is of it */
	uint64_t at;				/* up to there it is done */
};

static void add_piece(struct cutting *c, const struct symbol *s, uint64_t end)
{
	if (end <= c->at)
		return;
	if (c->last == s && c->to->symbol[c->to->n - 1].end == c->at) {	/* a label in it was left out */
		c->to->symbol[c->to->n - 1].end = c->at = end;
		return;
	}
	c->last = s;
	MEM_ADD(c->to->symbol, c->to->n, (struct symbol){ c->at, end, s->name, s->module });
	c->at = end;
}

/* The top has what comes, until it ends and the one below goes on. */
static void go_on(struct cutting *c, uint64_t until)
{
	while (c->depth) {
		const struct symbol *top = c->open[c->depth - 1];

		add_piece(c, top, top->end < until ? top->end : until);
		if (top->end > until)
			break;
		c->depth--;
	}
	c->at = until;
}

static void begin(struct cutting *c, struct symbol_entry *e, uint64_t next)
{
	struct symbol *s = &e->symbol;

	if (e->is_data || (e->is_open && e->is_label && c->depth))
		return;
	if (e->is_open && s->end > next)
		s->end = next;
	if (e->is_open && c->depth && s->end > c->open[c->depth - 1]->end)
		s->end = c->open[c->depth - 1]->end;
	MEM_ADD(c->open, c->depth, s);
}

void symbol_list_resolve(struct symbols *s, struct symbol_list *l)
{
	struct cutting c = { .to = s };
	size_t n = 0;

	if (l->n)
		qsort(l->entry, l->n, sizeof(*l->entry), by_start);
	for (size_t i = 0; i < l->n; n++) {
		size_t same = choose_name(l->entry + i, l->n - i);

		l->entry[n] = l->entry[i];
		i += same;
	}
	for (size_t i = 0; i < n; i++) {
		go_on(&c, l->entry[i].symbol.start);
		begin(&c, &l->entry[i], i + 1 < n ? l->entry[i + 1].symbol.start : UINT64_MAX);
	}
	go_on(&c, UINT64_MAX);
	free(c.open);
	free(l->entry);
	*l = (struct symbol_list){ .n = 0 };
}
