/* SPDX-License-Identifier: MIT */
/*
 * debug_file.h - finds the separate files that may have the symbols and lines of a program or library.
 *
 * They are looked for where debuggers and valgrind do: by build ID in FOLDER/.build-id; by the name in
 * .gnu_debuglink in the folder of the program, in .debug there, and below FOLDER.  FOLDER is /usr/lib/debug.
 * One with another build ID belongs to another build and does not count; the checksum of the link is not
 * looked at.
 */
#ifndef SYMBOL_DEBUG_FILE_H
#define SYMBOL_DEBUG_FILE_H

#include <stdbool.h>

#include "base/elf.h"
#include "base/error.h"

#define DEBUG_INFO_FOLDER "/usr/lib/debug"

/* Of a program or a library. */
int debug_file_facts(struct elf_facts *facts, const char *path, struct error *err);

/* Gets a file of the same build; true: look no further. */
typedef bool debug_file_visit(void *ctx, const struct elf_facts *facts, const char *path);
/*
 * real: the path of the program without links; NULL: not known, and only the build ID is used.  True: a visit
 * returned that.
 */
bool debug_files_visit(const struct elf_facts *own, const char *real, const char *folder,
		       debug_file_visit *visit, void *ctx);

#endif
