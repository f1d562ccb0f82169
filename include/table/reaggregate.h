/* SPDX-License-Identifier: MIT */
/* reaggregate.h - adds the rows of a saved table up into larger ones: cores into sockets, for example. */
#ifndef TABLE_REAGGREGATE_H
#define TABLE_REAGGREGATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "table/table.h"

struct cpu;

struct reaggregate {
	struct aggr_opts from, to;
	/* if the rows are CPUs: the ids of each CPU */
	const struct cpu *cpu; size_t n_cpus;
};

bool reaggregate_is_same(const struct reaggregate *g);	/* nothing to add up */
/* -1: it cannot be done. */
int  reaggregate_check(const struct reaggregate *g, struct error *err);
/* Call reaggregate_check() first.  Rows of threads stay as they are. */
void reaggregate_table(struct table *out, const struct table *in, const struct reaggregate *g,
		       const struct events *events);

#endif
