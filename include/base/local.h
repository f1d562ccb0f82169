/* SPDX-License-Identifier: MIT */
/*
 * local.h - releases local variables at the end of their block, however the block is left.
 *
 *	LOCAL(str) name = {0}, why = {0};	struct str, and str_release() of each
 *	FREED size_t *order = list_order();	free() of it
 *
 * Not for what is given away: nothing else may own it.
 */
#ifndef BASE_LOCAL_H
#define BASE_LOCAL_H

#include <stdlib.h>
#include <string.h>

#define LOCAL(type) __attribute__((cleanup(type##_release))) struct type
#define FREED __attribute__((cleanup(local_free)))

static inline void local_free(void *pointer)
{
	void *memory;

	memcpy(&memory, pointer, sizeof(memory));
	free(memory);
}

#endif
