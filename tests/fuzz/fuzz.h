/* SPDX-License-Identifier: MIT */
/* fuzz.h - one function that takes anything; libFuzzer calls it, or fuzz_main.c where there is none. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
char *fuzz_text(const uint8_t *data, size_t size);	/* the same as a string of its own, to be freed */

#endif
