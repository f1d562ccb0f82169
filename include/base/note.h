/* SPDX-License-Identifier: MIT */
/*
 * note.h - what the user should know although nothing failed.
 *
 * A stage that gives something up, leaves something out or doubts a number adds a note
 * and goes on.  One owner (measure) passes the list down, as the last parameter before
 * err; printers show it.  The kind says it in English and as a code for machines, the
 * text adds the particulars.
 */
#ifndef BASE_NOTE_H
#define BASE_NOTE_H

#include <stdbool.h>
#include <stddef.h>

enum note_kind {
	NOTE_NOT_SUPPORTED,	/* an event could not be opened; text: why */
	NOTE_FALLBACK,		/* an event was opened with less than asked for; text: what was given up */
	NOTE_UNIMPLEMENTED,	/* an event that counts 0 because the CPU does not have it */
	NOTE_BLIND,		/* an event that reads 0 because the kernel is excluded */
	NOTE_SPLIT_GROUP,	/* a group no CPU can hold was taken apart */
	NOTE_GROUP_NEVER_RAN,	/* a group that opened and was never scheduled */
	NOTE_NEVER_RAN,		/* the same of a single event */
	NOTE_NEVER_ENABLED,	/* counting had not begun when it ended */
	NOTE_NMI_WATCHDOG,	/* it holds a counter, and counters were short */
	NOTE_GONE,		/* threads, CPUs or cgroups that vanished; text: how many */
	NOTE_DENIED,		/* threads that others may count; text: how many */
	NOTE_MULTIPLEXED,	/* counted part of the time, so estimated */
	NOTE_PARTIAL,		/* counted on some of its CPUs or threads only: a lower bound */
	NOTE_NOT_STOPPED,	/* counters that could not be disabled when counting ended; text: why */
	NOTE_MISSED_INTERVALS,	/* several deadlines passed before pstat saw the first; text: how many */
	NOTE_KILLED,		/* the command did not end when asked to, so it was killed */
	NOTE_REGROUPED,		/* a group over several PMUs became one group for each */
	NOTE_UNKNOWN_BITS,	/* config bits that no format file of the PMU covers; text: which */
	NOTE_NOT_READ,		/* a counter that could not be read; text: why */
	NOTE_IMPOSSIBLE,	/* a count that cannot be, so that its counter is not believed; text: why */
	NOTE_OFFLINE,		/* CPUs that were asked for and are not online; text: which */
	NOTE_UNREADABLE,	/* a process whose threads could not be listed; text: which, why */
	NOTE_MISSING,		/* a process or thread that was named and is not there; text: which */
	NOTE_NO_CGROUP,		/* a name that is no cgroup; text: it */
	NOTE_OVERRIDDEN,	/* an option that another one takes the place of; text: which */
	NOTE_PRIVILEGED,	/* the command gained privileges at its exec, which stops counting */
	NOTE_NO_METRIC,		/* what metrics need and this machine lacks; text: it, and the metrics */
	NOTE_METRIC_LACKS,	/* an event without which metrics have no value; text: the metrics */
	NOTE_METRIC_SHARED,	/* metrics of events that took turns; text: their share of the time */
	NOTE_METRIC_VOID,	/* metrics of numbers that make no value; text: they */
	NOTE_METRIC_ROWS,	/* of a saved result: metrics that were saved for other rows; text: they */
	NOTE_METRIC_WRONG,	/* of a group: its expression is none, or its threshold; text: which, why */
	NOTE_EVENTS_FILE,	/* of --events-dir: a file, or part of one; text: which, where, why */
	NOTE_TOOK_TURNS,	/* of exact counting: multiplexed in a run, whose count of it is left out */
	NOTE_UNCHECKED,		/* counted in runs that have no event in common with the others */
	NOTE_THROWN_AWAY,	/* a run that did other work than the rest; text: which, how much */
	NOTE_COUNTERS_LOST,	/* a set that fitted before the series, and not behind it; text: which */
	NOTE_LAYOUT,		/* --aslr was refused; text: why */
	NOTE_LEFT_SOME,		/* processes of the command lived on behind its run */
	NOTE_UNREACHED,		/* a signal could not be sent to the command; text: why */
	NOTE_CONTROL_LOST,	/* --control could no longer be read; text: why */
	NOTE_ENDS_EARLY,	/* of perf.data: it was not finished, or cut; text: what is missing */
	NOTE_FILE,		/* a file that counting does not need could not be read; text: which, why */
	NOTE_COUNT,
};

struct note {
	enum note_kind kind;
	int  event;		/* index into events; -1: about no event in particular */
	size_t runs;		/* how many runs of a series said it; 0: it holds for all of them */
	char text[160];		/* may be "" */
};

struct notes {
	struct note *note;
	size_t n;
};

struct note_def {
	const char *code;	/* in machine formats */
	const char *english;	/* for people: a clause, no full stop */
	bool quiet;		/* people see it anyway, in the table, or need not: only with -v */
	/* of one run, the next may go otherwise; else said once, and true from then on */
	bool of_run;
};

extern const struct note_def note_defs[NOTE_COUNT];

void notes_add(struct notes *notes, enum note_kind kind, int event, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* What a further run had to say; what several say of one event is one note, in the words of the first. */
void notes_merge(struct notes *notes, const struct notes *run);
void notes_copy(struct notes *notes, const struct notes *from);	/* behind what is there */
void notes_end_run(struct notes *notes);	/* only what holds for the next runs, too, is kept */
void notes_release(struct notes *notes);

#endif
