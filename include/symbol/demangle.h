/* SPDX-License-Identifier: MIT */
/*
 * demangle.h - names of C++ and Rust as people write them, by one run of c++filt.
 *
 * The first c++filt in an absolute folder of $PATH is run; if pstat has gained rights at its exec, only one
 * in /usr/bin or /bin.  It has ten seconds and some megabytes: a name may be made such that its text has
 * gigabytes.
 */
#ifndef SYMBOL_DEMANGLE_H
#define SYMBOL_DEMANGLE_H

#include <stddef.h>

#include "base/error.h"

struct kernel;
struct rootfs;

/*
 * Replaces those of the n names, which are owned, that begin with _Z or _R.  1: there are some, and c++filt
 * is not installed; -1: it failed.  Then all names are as they were.
 */
int demangle_names(char **name, size_t n, const struct kernel *k, const struct rootfs *root,
		   struct error *err);

#endif
