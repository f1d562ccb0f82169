/* SPDX-License-Identifier: MIT */
/* Names the events that are counted when the user names none. */
#include "event/default_events.h"

#include "base/str.h"
#include "event/event.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "note/note.h"

/* The CPU may have them; of a hybrid one nothing is known yet. */
static void add_optional(struct str *text, struct machine *m, const char *name, struct notes *notes)
{
	if (pmus_one_core_known(&m->pmus) && core_pmu_has_event(m, "cpu", name, notes))
		str_addf(text, ",%s", name);
}

void default_events_add(struct str *text, struct machine *m, bool cpus, struct notes *notes)
{
	str_addf(text, "%s,context-switches,cpu-migrations,page-faults,cycles",
		 cpus ? "cpu-clock" : "task-clock");
	add_optional(text, m, "stalled-cycles-frontend", notes);
	add_optional(text, m, "stalled-cycles-backend", notes);
	str_add(text, ",instructions,branches,branch-misses");
}

void default_events_add_newest(struct str *text, struct machine *m, bool cpus, struct notes *notes)
{
	str_addf(text, "context-switches,%scpu-migrations,page-faults,%s", cpus ? "cpu-clock," : "",
		 cpus ? "" : "task-clock,");
	str_add(text, "branch-misses,branches,cpu-cycles,instructions");
	add_optional(text, m, "stalled-cycles-frontend", notes);
	add_optional(text, m, "stalled-cycles-backend", notes);
}

void default_events_add_sampled(struct str *text, struct machine *m, bool cpus)
{
	struct pmu *core[CORES_MOST];
	struct error ignored = ERROR_INIT;
	size_t n;

	if (pmus_core(&m->pmus, core, &n, &ignored) == 0 && n)
		str_add(text, "cycles");
	else
		str_add(text, cpus ? "cpu-clock" : "task-clock");
}
