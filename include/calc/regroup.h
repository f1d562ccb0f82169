/* SPDX-License-Identifier: MIT */
/* regroup.h - a table added up again: into larger units than it has, never into smaller ones. */
#ifndef CALC_REGROUP_H
#define CALC_REGROUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "calc/table.h"

struct cpu;

struct regroup {
	struct aggr_opts from, to;
	/* with rows of CPUs: what they are part of, by id */
	const struct cpu *cpu; size_t n_cpus;
};

bool regroup_is_same(const struct regroup *g);		/* nothing is added up */
/* Whether it can be done; the error says why not. */
int  regroup_check(const struct regroup *g, struct error *err);
/* checked before; threads stay threads, with the target they are of */
void regroup_table(struct table *out, const struct table *in, const struct regroup *g,
		   const struct events *events);

#endif
