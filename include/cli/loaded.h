/* SPDX-License-Identifier: MIT */
/* loaded.h - a file with saved results, perf.data or a document of pstat, as one thing. */
#ifndef CLI_LOADED_H
#define CLI_LOADED_H

#include <stdbool.h>

#include "base/error.h"
#include "calc/layout.h"
#include "out/saved.h"

struct rootfs;

struct loaded {
	const char *path;		/* borrowed; "-": standard input */
	struct saved saved;
	bool perf;			/* it is perf.data */
	/* how perf was asked to add up, which is not what the file could tell */
	enum aggr_mode recorded;
};

/* root: what a stream of perf.data does not tell of the machine is taken from here. */
int  loaded_read(struct loaded *l, const char *path, const struct rootfs *root, struct error *err);
const char *loaded_name(const struct loaded *l);	/* for messages */
/* That no two results have one name, of which nobody knows which one is meant; name: as below. */
int  loaded_check_names(const struct loaded *l, const char *name, struct error *err);
/* The entry becomes the only one; NULL: there must be one. */
int  loaded_choose(struct loaded *l, const char *name, struct error *err);
/* As the i-th entry was added up. */
enum aggr_mode loaded_mode(const struct loaded *l, size_t i);
void loaded_release(struct loaded *l);

#endif
