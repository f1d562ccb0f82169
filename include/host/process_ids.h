/* SPDX-License-Identifier: MIT */
/* process_ids.h - parses and keeps lists of process and thread ids. */
#ifndef HOST_PROCESS_IDS_H
#define HOST_PROCESS_IDS_H

#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"

struct process_ids {
	pid_t *id;
	size_t n;
};

/* -1: text is not a process or thread id. */
pid_t id_parse(const char *text, size_t len);
void ids_add(struct process_ids *ids, pid_t id);
/*
 * "1200,1300": sorted, without duplicates. A trailing comma is accepted, as pgrep -d, prints one. what:
 * "process" or "thread", for messages.
 */
int  ids_parse(struct process_ids *ids, const char *list, const char *what, struct error *err);
void ids_sort(struct process_ids *ids);			/* also removes duplicates */
void process_ids_release(struct process_ids *ids);

#endif
