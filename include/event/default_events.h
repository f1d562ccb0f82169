/* SPDX-License-Identifier: MIT */
/* default_events.h - chooses the events that are counted when the user names none. */
#ifndef EVENT_DEFAULT_EVENTS_H
#define EVENT_DEFAULT_EVENTS_H

#include <stdbool.h>

struct machine;
struct notes;
struct str;

/*
 * Appends this machine's default events, as specs_parse takes them. They begin with cpu-clock if cpus says
 * that CPUs are counted, else with task-clock. notes: files that hide whether one of them exists.
 */
void default_events_add(struct str *text, struct machine *m, bool cpus, struct notes *notes);
/* The same in the order and with the names of perf since 6.19. */
void default_events_add_newest(struct str *text, struct machine *m, bool cpus, struct notes *notes);
/* The one that is sampled: cycles where the CPU counts them, else the clock. */
void default_events_add_sampled(struct str *text, struct machine *m, bool cpus);

#endif
