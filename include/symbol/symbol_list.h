/* SPDX-License-Identifier: MIT */
/*
 * symbol_list.h - makes symbols of what a reader found, in any order, with several names of one place.
 *
 * The rules stand in symbols.h.  Sorted once, then read once: n log n steps, and no more than two symbols
 * come of each entry, whatever overlaps.
 */
#ifndef SYMBOL_SYMBOL_LIST_H
#define SYMBOL_SYMBOL_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "symbol/symbols.h"

struct symbol_entry {
	struct symbol symbol;
	bool is_open;		/* it ends at the next entry, at its end at the latest */
	bool is_label, is_local;
	bool is_data;		/* no symbol comes of it, but what is open ends there */
};

struct symbol_list {		/* {0} is empty */
	struct symbol_entry *entry; size_t n;
};

void symbol_list_add(struct symbol_list *l, const struct symbol_entry *e);
/* Adds to an empty s, and empties the list. */
void symbol_list_resolve(struct symbols *s, struct symbol_list *l);

#endif
