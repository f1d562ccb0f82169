/* SPDX-License-Identifier: MIT */
/* event_list.h - lists the counted events for evlist of --control. */
#ifndef SESSION_EVENT_LIST_H
#define SESSION_EVENT_LIST_H

struct events;
struct str;

/* One name on each line.  option: "-v" adds the fields of the attr, "-g" shows groups in braces. */
void event_list_format(struct str *out, const struct events *events, const char *option);

#endif
