/* SPDX-License-Identifier: MIT */
/* fuzz.h - a fuzz target: one function that takes any bytes, called by libFuzzer or by fuzz_main.c. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* How an input becomes another one, where a target knows better than to change bytes; in place, up to most. */
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed) __attribute__((weak));
/* Bytes are changed: libFuzzer's own. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

char *fuzz_text(const uint8_t *data, size_t size);	/* the same as a string of its own, to be freed */
/* The next line of a text, which is cut there; NULL: that was the last. */
char *fuzz_line(char **text);
/* Something that must hold, or the input is one that is looked for. */
void fuzz_check(bool holds, const char *what);

#endif
