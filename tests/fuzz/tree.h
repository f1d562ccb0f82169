/* SPDX-License-Identifier: MIT */
/*
 * tree.h - files of a machine as lines of an input: PATH, a tab, and its text, in which \n, \t, \xHH and \\ are one
 * character.
 */
#ifndef FUZZ_TREE_H
#define FUZZ_TREE_H

#include <stddef.h>
#include <stdint.h>

/* A file of the sandbox; without the tab it is gone. */
void tree_put(char *line);
/* As libFuzzer changes inputs; and sometimes only the text of one file, or there is one more of that machine. */
size_t tree_mutate(uint8_t *data, size_t size, size_t most, unsigned seed, const char *machine);

#endif
