/* SPDX-License-Identifier: MIT */
/* metric_literal.h - finds the values of #literals in metrics: #num_cpus, #smt_on and the like. */
#ifndef EVENT_METRIC_LITERAL_H
#define EVENT_METRIC_LITERAL_H

struct kernel;
struct machine;
struct target_opts;

struct metric_literals {		/* all borrowed */
	struct machine *machine;
	/* for #core_wide and #target_cpu, which depend on what is counted */
	const struct target_opts *target;
	const struct kernel *kernel;		/* asks the processor for #system_tsc_freq */
};

/* NaN: unknown; of "#smt_on", and of the event "smt_on" or "tool/smt_on/" */
double metric_literal_value(const struct metric_literals *l, const char *name);
double metric_literal_of_event(const struct metric_literals *l, const char *event);

#endif
