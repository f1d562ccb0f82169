/* SPDX-License-Identifier: MIT */
/*
 * sampled_files.h - lists the files whose code was sampled, and finds the function at a place in one of them.
 *
 * A file is opened at its first samples, as the process sees it: that may live in a container, and end soon.
 * Its symbols are read when the run is over.  It is believed if it has the build ID that the kernel told, or
 * else if it is the same inode: a program that was built anew meanwhile has other code there.
 *
 * Code in memory without a file is what a compiler made at run time; /tmp/perf-PID.map may name it.
 */
#ifndef COUNT_SAMPLING_SAMPLED_FILES_H
#define COUNT_SAMPLING_SAMPLED_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/elf.h"
#include "base/index.h"
#include "symbol/symbols.h"

struct record_map;
struct rootfs;

enum sampled_kind {
	SAMPLED_FILE, SAMPLED_VDSO,
	SAMPLED_MEMORY,		/* no file: a place is an address of a process */
	SAMPLED_OTHER,		/* the kernel's name for it is all that is known: [vsyscall] */
};

struct sampled_file {
	enum sampled_kind kind;
	char *path;			/* owned, as the process named it */
	uint32_t major, minor;
	uint64_t inode;
	unsigned char build_id[ELF_BUILD_ID]; size_t n_build_id;
	unsigned tries;			/* to open it */
	pid_t tried;			/* the last process that was asked */
	int fd;				/* -1: not open */
	uint64_t size;
	const char *missing;		/* why its code has no names: "[replaced]"; NULL: it may have */
	bool read;			/* symbols is complete */
	struct symbols symbols;
};

struct sampled_range {			/* where a process has a file */
	pid_t pid;
	uint64_t start, end;
};

struct sampled_memory {			/* of a process */
	pid_t pid;
	struct symbols symbols;
};

struct sampled_files {			/* set root, then use */
	const struct rootfs *root;	/* borrowed; it has /proc */
	struct sampled_file *file; size_t n;
	struct index by_name;
	struct sampled_memory *memory; size_t n_memory;
	struct error memory_problem;	/* the first perf-PID.map that is there, but cannot be used */
	struct symbols kernel;
	bool kernel_read;
	struct error kernel_problem;	/* why its functions have no names; ERROR_NONE: they have */
};

/* Names of code in a file that has no symbols, or none there. */
#define SAMPLED_STRIPPED "[no symbols]"
#define SAMPLED_UNNAMED "[unknown]"
#define SAMPLED_KERNEL_NAME "[kernel]"	/* its functions are in this object; without names it is one row */
#define SAMPLED_MEMORY_NAME "[memory]"	/* the object of code that is in no file */

struct function_name {			/* borrowed until sampled_files_release() */
	const char *name, *object;	/* object: NULL: it is in no file */
};

uint64_t function_name_hash(const struct function_name *n);

/* The number of the file that is mapped.  Beyond SAMPLED_FILES_MOST of them all have one number. */
enum { SAMPLED_FILES_MOST = 1 << 14 };
size_t sampled_files_add(struct sampled_files *fs, const struct record_map *map);
/*
 * A sample is in it, where it is mapped: opens it, unless it was tried with this process or often before.
 * The first process of a container may be gone, and another one show the file.
 */
void sampled_files_open(struct sampled_files *fs, size_t file, const struct sampled_range *at);
/* Reads the symbols of all files that are open, and closes them, so that other files can be opened. */
void sampled_files_read_open(struct sampled_files *fs);
/* at: an offset in the file; in memory an address of the process. */
void sampled_files_name(struct function_name *out, struct sampled_files *fs, size_t file, pid_t pid,
			uint64_t at);
void sampled_files_name_kernel(struct function_name *out, struct sampled_files *fs, uint64_t at);
/* A new run: names of memory belong to processes of the one before. */
void sampled_files_next_run(struct sampled_files *fs);
void sampled_files_release(struct sampled_files *fs);

#endif
