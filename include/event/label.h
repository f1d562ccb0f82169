/* SPDX-License-Identifier: MIT */
/* label.h - what an event is called in every output; all give an owned text. */
#ifndef EVENT_LABEL_H
#define EVENT_LABEL_H

struct pmu;
struct spec;

/* As written, but cache events, and breakpoints with a length, lose what follows: as perf has it. */
char *label_of(const struct spec *s);

/* Nothing in it that controls a terminal, wherever it is printed.  Takes plain. */
char *label_visible(char *plain);

/* On a hybrid machine, on one of several core PMUs: cpu_core/cycles/.  Takes plain. */
char *label_on_pmu(char *plain, const struct pmu *pmu);

#endif
