/* SPDX-License-Identifier: MIT */
/* literal.h - what metrics may ask of a machine: #num_cpus, #smt_on and the like. */
#ifndef EVENT_LITERAL_H
#define EVENT_LITERAL_H

struct kernel;
struct machine;
struct target_opts;

struct literals {		/* all borrowed */
	struct machine *machine;
	const struct target_opts *target;	/* #core_wide and #target_cpu are about what is counted */
	const struct kernel *kernel;		/* knows the processor's own word for #system_tsc_freq */
};

double literal_value(const struct literals *l, const char *name);	/* "#smt_on"; NaN: not known */

#endif
