/* SPDX-License-Identifier: MIT */
/*
 * elf.h - reads an ELF file: finds where a function is in it, for a probe; lists all functions; tells
 * whether it has symbols, line numbers and a build ID.  The caller reads the bytes.
 *
 * Both symbol tables are searched: .symtab has all functions; .dynsym only the exported ones, but strip
 * leaves it.  Files of 32 and 64 bits and of both byte orders are read.
 *
 * Nothing in the file is trusted: a part that is not inside it counts as missing.  Only the headers, these
 * two tables and some notes are read, each once, and none that is larger than ELF_LARGEST_PART: time and
 * memory are in proportion to them, also where many sections name the same bytes, or a sparse file has a
 * thousand gigabytes.
 */
#ifndef BASE_ELF_H
#define BASE_ELF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { ELF_LARGEST_PART = 256 << 20, ELF_BUILD_ID = 32, ELF_DEBUG_LINK = 256 };

struct elf_file {
	/* All n bytes from there on, which are inside the file: 0, or -errno. */
	int (*read)(void *ctx, void *to, size_t n, uint64_t at);
	void *ctx;
	uint64_t size;
};

/*
 * *offset: where the code of the function begins in the file.  -1: there is no such function, or more than
 * one, or its code is not there, or the file cannot be read; the hint has a name that is near.
 */
int elf_find_function(uint64_t *offset, const struct elf_file *file, const char *name, struct error *err);

struct elf_function {		/* by offset in the file, as its code is loaded from there */
	uint64_t start, end;
	uint32_t name;		/* in names; or ELF_PLT */
	/* its size is not known: it ends at the next one, at the end of its section at the latest */
	bool is_open;
	bool is_label, is_local;	/* without a type; its name is known in its own source only */
};

enum { ELF_PLT = -1 };		/* as a name: code that jumps into libraries; a file has no such offset */

struct elf_functions {		/* in the order of the file; they may overlap */
	struct elf_function *function; size_t n;
	char *names;		/* owned, as is the list; each ends with a NUL in it */
};

/*
 * All functions in .symtab, or without one in .dynsym, that have code in the file.  symbols: the separate
 * file of the same build that has .symtab; NULL: there is none.  Its addresses are those of this file.
 */
int elf_read_functions(struct elf_functions *f, const struct elf_file *file, const struct elf_file *symbols,
		       struct error *err);
void elf_functions_release(struct elf_functions *f);

struct elf_facts {
	bool has_symbols, has_lines;	/* .symtab, which strip removes; .debug_line, which needs -g */
	unsigned char build_id[ELF_BUILD_ID];
	size_t n_build_id;		/* its bytes; 0: there is none, or it is longer */
	char debug_link[ELF_DEBUG_LINK];	/* the name of the file with the rest; "": none */
};

int elf_read_facts(struct elf_facts *facts, const struct elf_file *file, struct error *err);
/* false: also if one of them has none */
bool elf_has_build_id(const struct elf_facts *facts, const unsigned char *id, size_t n);

#endif
