/* SPDX-License-Identifier: MIT */
/* event_list.h - the events that are counted, as --control's evlist shows them. */
#ifndef SESSION_EVENT_LIST_H
#define SESSION_EVENT_LIST_H

struct events;
struct str;

/* A name a line.  option: "-v", with the fields of its attr; "-g", groups in braces; else the names only. */
void evlist_format(struct str *out, const struct events *events, const char *option);

#endif
