/* SPDX-License-Identifier: MIT */
/*
 * encoding.h - how an event is counted, from a vendor's words to terms of a PMU; pure.
 *
 * The words are keys and values as the vendors' JSON files have them: EventCode=0xc0, UMask=0x1,
 * CounterMask=1, MSRIndex=0x3F6.  Keys that say nothing of the counting are passed over.
 */
#ifndef EVENT_ENCODING_H
#define EVENT_ENCODING_H

#include <stdbool.h>
#include <stddef.h>

struct str;

struct encoding_word { const char *key, *value; };

bool encoding_knows(const char *key);		/* it says something of the counting */
/* Is there a word of the counting?  Without one all is zero, which some units count. */
bool encoding_says_something(const struct encoding_word *word, size_t n);
/* -1: a value is none of those that its key has; why says which one. */
int  encoding_check(const struct encoding_word *word, size_t n, struct str *why);
/* Of words that are good.  Adds "event=0xc0,umask=0x1"; what is zero is left out. */
void encoding_add_terms(struct str *terms, const struct encoding_word *word, size_t n);
/* Adds the PMU that a unit is: "iMC" is uncore_imc; "" and "cpu" are cpu, the core PMU whatever its name. */
void encoding_add_pmu(struct str *pmu, const char *unit);

#endif
