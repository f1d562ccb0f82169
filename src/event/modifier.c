/* SPDX-License-Identifier: MIT */
/* Turns modifier letters into bits of the attr. */
#include "event/modifier.h"


#include "event/event.h"

/*
 * The first of u, k and h excludes all three modes, and each includes its own: u and k together exclude
 * only the hypervisor. A group's letters include more modes.
 */
static void apply_modes(struct perf_event_attr *a, unsigned set)
{
	if (!(set & (SPEC_USER | SPEC_KERNEL | SPEC_HYPERVISOR)))
		return;
	if (!a->exclude_user && !a->exclude_kernel && !a->exclude_hv)
		a->exclude_user = a->exclude_kernel = a->exclude_hv = 1;
	if (set & SPEC_USER)
		a->exclude_user = 0;
	if (set & SPEC_KERNEL)
		a->exclude_kernel = 0;
	if (set & SPEC_HYPERVISOR)
		a->exclude_hv = 0;
}

int modifier_apply(struct event *e, const struct modifiers *own, const struct modifiers *group,
		   struct error *err)
{
	struct perf_event_attr *a = &e->attr.head;
	unsigned all = own->set | (group ? group->set : 0);
	int precise = own->precise + (group ? group->precise : 0);

	apply_modes(a, own->set);
	if (group)
		apply_modes(a, group->set);
	a->exclude_host = all & SPEC_GUEST && !(all & SPEC_HOST);
	a->exclude_guest = all & SPEC_HOST && !(all & SPEC_GUEST);
	a->exclude_idle = !!(all & SPEC_IDLE);
	if (precise > 3) {
		return error_set(err, ERROR_USAGE, 0, "event '%s' and its group have more than three 'p'",
				 e->name);
	}
	a->precise_ip = (unsigned)precise & 3;
	if (all & (SPEC_GUEST | SPEC_HOST))
		e->flags |= EVENT_GUEST_ASKED;
	if (all & SPEC_PRECISE_MAX && precise)
		e->flags |= EVENT_PRECISE_MAX;
	if (all & SPEC_RETIRE_LATENCY)
		e->flags |= EVENT_LATENCY;
	if (group && group->set & SPEC_WEAK)
		e->flags |= EVENT_WEAK;
	return 0;
}
