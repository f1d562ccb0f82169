/* SPDX-License-Identifier: MIT */
/* Names the events that are counted when the user names none. */
#include "event/default_events.h"

#include "base/note.h"
#include "base/str.h"
#include "event/event.h"
#include "host/machine.h"
#include "host/pmu.h"

void default_events_add(struct str *text, struct machine *m, bool cpus, struct notes *notes)
{
	static const char *const optional[] = { "stalled-cycles-frontend", "stalled-cycles-backend" };

	str_addf(text, "%s,context-switches,cpu-migrations,page-faults,cycles",
		 cpus ? "cpu-clock" : "task-clock");
	for (size_t i = 0; i < sizeof(optional) / sizeof(*optional); i++)
		if (pmus_one_core_known(&m->pmus) && core_pmu_has_event(m, "cpu", optional[i], notes))
			str_addf(text, ",%s", optional[i]);
	str_add(text, ",instructions,branches,branch-misses");
}
