/* SPDX-License-Identifier: MIT */
/* literal.h - what metrics may ask of a machine: #num_cpus, #smt_on and the like. */
#ifndef EVENT_LITERAL_H
#define EVENT_LITERAL_H

struct machine;
struct target_opts;

struct literals {		/* both borrowed */
	struct machine *machine;
	const struct target_opts *target;	/* #core_wide is about what is counted */
};

double literal_value(const struct literals *l, const char *name);	/* "#smt_on"; NaN: not known */

#endif
