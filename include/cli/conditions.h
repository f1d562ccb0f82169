/* SPDX-License-Identifier: MIT */
/* conditions.h - whether this machine is a quiet place to measure; said beside a judgement. */
#ifndef CLI_CONDITIONS_H
#define CLI_CONDITIONS_H

#include "host/noise.h"

struct host;
struct judgement;
struct rootfs;

struct conditions {
	struct noise before;
};

void conditions_begin(struct conditions *c, const struct rootfs *root);		/* before the first run */
/* After the last one: notes of what may have disturbed them. */
void conditions_note(const struct conditions *c, const struct rootfs *root, const struct host *host,
		     struct judgement *j);

#endif
