/* SPDX-License-Identifier: MIT */
/*
 * elf.h - finds a function in the bytes of an ELF file; pure.
 *
 * Both symbol tables are searched: .symtab has all functions; .dynsym only the exported ones, but strip
 * leaves it.  Nothing in the file is trusted: a part that is not inside the bytes counts as missing.  Files
 * of 32 and 64 bits and of both byte orders are read.
 */
#ifndef BASE_ELF_H
#define BASE_ELF_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * *offset: where the code of the function begins in the file.  -1: there is no such function, or more than
 * one, or its code is not there; the hint has a name that is near.
 */
int elf_find_function(uint64_t *offset, const void *bytes, size_t n, const char *name, struct error *err);

#endif
