/* SPDX-License-Identifier: MIT */
/* ids.h - numbers of processes and threads. */
#ifndef HOST_IDS_H
#define HOST_IDS_H

#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"

struct ids {			/* freed by free(id) */
	pid_t *id;
	size_t n;
};

/* Of a process or thread; -1: text is no number of one. */
pid_t id_parse(const char *text, size_t len);
void ids_add(struct ids *ids, pid_t id);
/* "1200,1300", sorted, each once; a comma may end it, as in what pgrep -d, prints.  what: for messages. */
int  ids_parse(struct ids *ids, const char *list, const char *what, struct error *err);
void ids_sort(struct ids *ids);			/* and each once */
int  ids_compare(const void *a, const void *b);		/* as qsort and bsearch want it */

#endif
