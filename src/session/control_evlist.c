/* SPDX-License-Identifier: MIT */
/* Lists the counted events, as the answer to evlist of --control. */
#include "session/control_evlist.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/str.h"
#include "count/plan.h"
#include "event/event.h"

/* Turns "type   0 (PERF_TYPE_HARDWARE)" of each line into ", type: 0 (PERF_TYPE_HARDWARE)". */
static void add_fields(struct str *out, const union attr *attr)
{
	LOCAL(str) lines = {0};
	const char *separator = ": ";

	plan_format_attr(&lines, attr);
	for (const char *line = lines.text; line && *line; line += strcspn(line, "\n") + 1) {
		const char *name = line + strspn(line, " "), *value = name + strcspn(name, " ");

		value += strspn(value, " ");
		str_addf(out, "%s%.*s: ", separator, (int)strcspn(name, " "), name);
		str_add_n(out, value, strcspn(value, "\n"));
		separator = ", ";
	}
}

static void control_evlist_add_group(struct str *out, const struct events *events, size_t leader)
{
	str_add(out, "{");
	for (size_t e = leader; e < events->n; e++) {
		if (events->event[e].leader != (int)leader)
			continue;
		str_add(out, e > leader ? "," : "");
		str_add(out, events->event[e].name);
	}
	str_add(out, "}");
}

void control_evlist_format(struct str *out, const struct events *events, const char *option)
{
	bool groups = strcmp(option, "-g") == 0, fields = strcmp(option, "-v") == 0;
	FREED size_t *size = events_group_sizes(events);

	for (size_t e = 0; e < events->n; e++) {
		const struct event *event = &events->event[e];
		bool grouped = groups && size[event->leader] > 1;

		if (event->row != (int)e || (grouped && event->leader != (int)e))
			continue;
		if (grouped)
			control_evlist_add_group(out, events, e);
		else
			str_add(out, event->name);
		if (fields && event->tool == TOOL_NONE)
			add_fields(out, &event->attr);
		str_add(out, "\n");
	}
}
