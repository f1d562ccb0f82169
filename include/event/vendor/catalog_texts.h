/* SPDX-License-Identifier: MIT */
/*
 * catalog_texts.h - decodes the texts of the vendors' catalog, which is compiled into pstat, when they are
 * first used.
 *
 * A block of texts is decoded at once and kept, because neighbours in the sorted list are used together:
 * a model's events in the order of their names.
 */
#ifndef EVENT_VENDOR_CATALOG_TEXTS_H
#define EVENT_VENDOR_CATALOG_TEXTS_H

#include <stdint.h>

struct catalog_texts {
	char **block;		/* owned; the texts of a block, one after the other; NULL: not decoded yet */
};

void catalog_texts_init(struct catalog_texts *t);
/* Borrowed until the release; text 0 is "", also without an init. */
const char *catalog_texts_get(const struct catalog_texts *t, uint32_t number);
void catalog_texts_release(struct catalog_texts *t);

#endif
