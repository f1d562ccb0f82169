/* SPDX-License-Identifier: MIT */
/*
 * corpus.h - inputs in a file of text, a line each, so that a change of one is seen in a diff.
 *
 * What cannot stand in a line is written \0, \n, \t, \\ or \xHH; a line that begins with # says something of
 * the one behind it.
 */
#ifndef FUZZ_CORPUS_H
#define FUZZ_CORPUS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct corpus {
	struct corpus_input { uint8_t *data; size_t size; } *input;	/* owned */
	size_t n;
};

int  corpus_load(struct corpus *c, const char *path);	/* adds its lines; -1: it cannot be read */
void corpus_add(struct corpus *c, const uint8_t *data, size_t size);
void corpus_print(FILE *to, const uint8_t *data, size_t size);	/* as a line */
void corpus_release(struct corpus *c);

#endif
