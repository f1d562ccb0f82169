/* SPDX-License-Identifier: MIT */
/* control_evlist.h - answers the command evlist of --control: lists the counted events. */
#ifndef SESSION_CONTROL_EVLIST_H
#define SESSION_CONTROL_EVLIST_H

struct events;
struct str;

/* One name on each line.  option: "-v" adds the fields of the attr, "-g" shows groups in braces. */
void control_evlist_format(struct str *out, const struct events *events, const char *option);

#endif
