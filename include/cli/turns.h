/* SPDX-License-Identifier: MIT */
/*
 * turns.h - which command runs next, when several are measured side by side; pure.
 *
 * A lap is what runs before anybody runs again: each side once, or, of blocks, one side alone.
 */
#ifndef CLI_TURNS_H
#define CLI_TURNS_H

#include <stddef.h>
#include <stdint.h>

enum turns_kind {
	TURNS_ABBA,		/* there and back: A B, B A, ... what drifts hits both alike */
	TURNS_RANDOM,		/* each lap shuffled */
	TURNS_BLOCK,		/* one side after the other */
	TURNS_KINDS
};

struct turns {
	enum turns_kind kind;
	uint64_t seed;		/* of TURNS_RANDOM: the same seed, the same turns */
	size_t sides;
};

struct lap {
	size_t *side;		/* whose turns, in their order; room for all */
	size_t n;
	size_t round;		/* from 0; of a block: of this side */
};

/* In a batch of that many rounds. */
size_t turns_laps(const struct turns *t, size_t rounds);
/* The i-th of them; first: the first round of the batch, as batches may follow each other. */
void   turns_lap(struct lap *lap, const struct turns *t, size_t first, size_t rounds, size_t i);

extern const char *const turns_names[TURNS_KINDS];	/* as --order has them */

#endif
