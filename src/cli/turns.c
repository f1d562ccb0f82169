/* SPDX-License-Identifier: MIT */
/*
 * Whose turn is it?  Runs one after the other are never under equal conditions: clocks and
 * caches warm up, others come and go.  So nobody always runs first.
 */
#include "cli/turns.h"

const char *const turns_names[TURNS_KINDS] = {
	[TURNS_ABBA] = "abba", [TURNS_RANDOM] = "random", [TURNS_BLOCK] = "block",
};

size_t turns_laps(const struct turns *t, size_t rounds)
{
	return t->kind == TURNS_BLOCK ? rounds * t->sides : rounds;
}

/* splitmix64: each state gives another number, and all states come. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

/* By seed and round alone, so that a batch does not depend on those before it. */
static void shuffle(size_t *side, size_t n, uint64_t seed, size_t round)
{
	uint64_t state = seed;

	state = next_random(&state) ^ round;
	for (size_t i = n; i > 1; i--) {
		size_t k = (size_t)(next_random(&state) % i), swap = side[i - 1];

		side[i - 1] = side[k];
		side[k] = swap;
	}
}

void turns_lap(struct lap *lap, const struct turns *t, size_t first, size_t rounds, size_t i)
{
	if (t->kind == TURNS_BLOCK) {
		lap->n = 1;
		lap->side[0] = i / rounds;
		lap->round = first + i % rounds;
		return;
	}
	lap->n = t->sides;
	lap->round = first + i;
	for (size_t k = 0; k < t->sides; k++)
		lap->side[k] = t->kind == TURNS_ABBA && lap->round % 2 ? t->sides - 1 - k : k;
	if (t->kind == TURNS_RANDOM)
		shuffle(lap->side, t->sides, t->seed, lap->round);
}
