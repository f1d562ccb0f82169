/* SPDX-License-Identifier: MIT */
/* What notes there are, in the words of people and of machines. */
#include "base/note.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

/* Columns: code, english, quiet. */
const struct note_def note_defs[NOTE_COUNT] = {
	[NOTE_NOT_SUPPORTED]	= { "not-supported",	"cannot be counted here", false },
	[NOTE_FALLBACK]		= { "fallback",		"is counted without", true },
	[NOTE_BLIND]		= { "blind",		"cannot be seen without kernel counting", false },
	[NOTE_SPLIT_GROUP]	= { "split-group",	"counted alone, because its group cannot be counted as one", false },
	[NOTE_GROUP_NEVER_RAN]	= { "group-never-ran",	"never counted, because its group was never on the counters", false },
	[NOTE_NEVER_RAN]	= { "never-ran",	"never on a counter: others held them, or the time was too short", false },
	[NOTE_NEVER_ENABLED]	= { "never-enabled",	"ended before counting began", false },
	[NOTE_NMI_WATCHDOG]	= { "nmi-watchdog",	"the NMI watchdog holds a counter; as root, "
				  "`echo 0 > /proc/sys/kernel/nmi_watchdog` frees it", false },
	[NOTE_GONE]		= { "gone",		"threads or CPUs vanished before they could be counted", false },
	[NOTE_MULTIPLEXED]	= { "multiplexed",	"was counted part of the time, so it is an estimate", true },
	[NOTE_PARTIAL]		= { "partial",		"was not counted everywhere, so it is a lower bound", false },
	[NOTE_MISSED_INTERVALS]	= { "missed-intervals",	"intervals passed while counters were being read", false },
	[NOTE_KILLED]		= { "killed",		"the command did not end when asked to and was killed", false },
	[NOTE_REGROUPED]	= { "regrouped",	"a group over several PMUs is counted as one group for each", false },
	[NOTE_UNKNOWN_BITS]	= { "unknown-bits",	"sets bits that the PMU does not describe", false },
	[NOTE_NOT_READ]		= { "not-read",		"could not be read", false },
	[NOTE_PRIVILEGED]	= { "privileged",	"the command gained privileges or cannot be read, so the kernel does not let it be counted", false },
};

void notes_add(struct notes *notes, enum note_kind kind, int event, const char *fmt, ...)
{
	struct note *note;
	va_list ap;

	notes->note = mem_resize(notes->note, notes->n + 1, sizeof(*notes->note));
	note = &notes->note[notes->n++];
	note->kind = kind;
	note->event = event;
	va_start(ap, fmt);
	vsnprintf(note->text, sizeof(note->text), fmt, ap);
	va_end(ap);
}

void notes_release(struct notes *notes)
{
	free(notes->note);
	*notes = (struct notes){0};
}
