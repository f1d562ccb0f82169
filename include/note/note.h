/* SPDX-License-Identifier: MIT */
/*
 * note.h - collects notes: what the user should know about a measurement although nothing failed.
 *
 * A stage that gives something up, leaves something out or doubts a number adds a note and continues. One
 * owner (measure) passes the list down, as the last parameter before err; the output formats show it. The
 * kind has an English text and a code for machines; the note's own text adds the details.
 *
 * A note that only repeats what the table shows is quiet: it is printed only with -v.
 */
#ifndef NOTE_NOTE_H
#define NOTE_NOTE_H

#include <stdbool.h>
#include <stddef.h>

enum note_kind {
	NOTE_NOT_SUPPORTED,	/* an event could not be opened; text: why */
	NOTE_FALLBACK,		/* an event was opened with less than requested; text: what was given up */
	NOTE_UNIMPLEMENTED,	/* an event that reads 0 because the CPU does not have it */
	NOTE_BLIND,		/* an event that reads 0 because the kernel is excluded */
	NOTE_SPLIT_GROUP,	/* a group that no CPU can hold was split */
	NOTE_GROUP_NEVER_RAN,	/* a group was opened but never scheduled */
	NOTE_NEVER_RAN,		/* a single event was opened but never scheduled */
	NOTE_NEVER_ENABLED,	/* what should be counted did not run while counting was on */
	NOTE_NMI_WATCHDOG,	/* the watchdog uses a counter, and there were too few counters */
	NOTE_GONE,		/* threads, CPUs or cgroups disappeared; text: how many */
	NOTE_DENIED,		/* threads that only other users may count; text: how many */
	NOTE_MULTIPLEXED,	/* counted during part of the time, then scaled */
	NOTE_PARTIAL,		/* counted on some of its CPUs or threads only, so a lower bound */
	NOTE_NOT_STOPPED,	/* counters could not be disabled at the end; text: why */
	NOTE_MISSED_INTERVALS,	/* pstat was late and skipped interval deadlines; text: how many */
	NOTE_KILLED,		/* the command ignored the request to end, so pstat killed it */
	NOTE_REGROUPED,		/* a group with events of several PMUs became one group per PMU */
	NOTE_UNCLOSED_GROUP,	/* the brace of a group is never closed; text: the list of events */
	NOTE_UNKNOWN_BITS,	/* config bits that no format file of the PMU covers; text: which */
	NOTE_HIDDEN,		/* max_rss is at most pstat's own; text: how much */
	NOTE_NOT_READ,		/* a counter's read failed; text: why */
	/* the kernel returned an impossible count, so the counter is ignored; text: why */
	NOTE_IMPOSSIBLE,
	NOTE_OFFLINE,		/* requested CPUs that are offline; text: which */
	NOTE_UNREADABLE,	/* a process whose threads could not be listed; text: which, why */
	NOTE_MISSING,		/* a named process or thread does not exist; text: which */
	NOTE_NO_COMMAND_ROW,	/* rows are threads, listed before the command started */
	NOTE_NO_CGROUP,		/* a name that is not a cgroup; text: the name */
	NOTE_OVERRIDDEN,	/* an option that another option overrides; text: which */
	NOTE_PRIVILEGED,	/* the command gained privileges at exec, which stops counting */
	/* this machine lacks something that metrics need; text: it, and the metrics */
	NOTE_NO_METRIC,
	NOTE_METRIC_LACKS,	/* an event was not counted, so metrics have no value; text: the metrics */
	NOTE_METRIC_SHARED,	/* metrics of multiplexed events; text: their share of the time */
	NOTE_METRIC_VOID,	/* metrics that divide by 0 or are infinite; text: which */
	NOTE_METRIC_ROWS,	/* of a saved result: metrics were saved for other rows; text: which */
	NOTE_METRIC_WRONG,	/* of a metric group: a wrong expression or threshold; text: which, why */
	NOTE_EVENTS_FILE,	/* of --events-dir: a file or an entry is left out; text: which, where, why */
	NOTE_NO_TABLE,		/* list: the tables have no model for this CPU; text: its id */
	NOTE_TOOK_TURNS,	/* with --exact: multiplexed in one run, whose count is left out */
	NOTE_UNCHECKED,		/* with --exact: counted in runs that share no event with the other runs */
	NOTE_THROWN_AWAY,	/* a run differs too much from the others; text: which, how much */
	NOTE_COUNTERS_LOST,	/* a set that fitted before the series no longer does; text: which */
	NOTE_LAYOUT,		/* --aslr was refused; text: why */
	NOTE_LEFT_SOME,		/* processes of the command still ran after its run */
	NOTE_UNREACHED,		/* a signal could not be sent to the command; text: why */
	NOTE_CONTROL_LOST,	/* reading --control failed; text: why */
	NOTE_ENDS_EARLY,	/* of perf.data: unfinished or cut; text: what is missing */
	NOTE_EMULATED,		/* counted by valgrind, in a run of its own; text: by which version */
	NOTE_NOT_EMULATED,	/* valgrind's count is not that of the command; text: why */
	/* the command executed another program; valgrind forgets what it did before */
	NOTE_EMULATED_PART,
	/* processes forked without exec, and valgrind counts their parent's work again; text: how many */
	NOTE_EMULATED_AGAIN,
	NOTE_NO_REGIONS,	/* --regions, and no thread of the command entered one */
	NOTE_REGIONS_NESTED,	/* regions lie in others, whose counts include theirs */
	NOTE_REGION_OPEN,	/* regions that were begun and not finished; text: which */
	NOTE_REGION_IMPOSSIBLE,	/* a program wrote numbers that cannot be; text: in which regions */
	NOTE_REGION_STRAY,	/* ends of regions without a begin; text: how many */
	NOTE_REGION_FAILED,	/* threads in which an event could not be counted; text: how many, why */
	NOTE_REGION_ROOM,	/* entries of regions without room for results; text: how many */
	NOTE_NOT_CALLED,	/* --region-fn: no process of the command called it; text: which */
	NOTE_PROBES_COST,	/* --region-fn: probes took a part of the functions' time; text: how much */
	NOTE_CALLS_LOST,	/* --region-fn: records of the kernel were lost; text: how many */
	NOTE_NOT_PER_PROCESS,	/* --per-process: the kernel told what no process counted */
	NOTE_RECORDS_LOST,	/* --per-process: records of the kernel were lost; text: how many */
	NOTE_STILL_RUNNING,	/* --per-process: processes had not ended with the command; text: which */
	NOTE_SAMPLED,		/* --per-function: how often, and what that costs */
	NOTE_FEWER_SAMPLES,	/* -F asks for more than the kernel allows; text: what it allows */
	NOTE_SAMPLES_LOST,	/* records of the kernel were lost; text: how many */
	NOTE_SAMPLES_THROTTLED,	/* the kernel stopped sampling for a while; text: how often */
	NOTE_UNNAMED_CODE,	/* much of the time is in code without symbols; text: how much, where */
	NOTE_MADE_CODE,		/* the same of code that was made at run time; text: how much, why */
	NOTE_SHORT_TASKS,	/* many tasks may have ended before their first sample; text: how many */
	NOTE_NO_MAPPINGS,	/* of a process it cannot be read where its files are */
	NOTE_NO_KERNEL_NAMES,	/* functions of the kernel are one row; text: why */
	NOTE_NO_USAGE,		/* an event of processes is not known of each of them; text: why */
	NOTE_SEEN,		/* max_rss of processes is what was seen while they lived */
	/* of a block "where": code that no symbol names; text: how much, in which files */
	NOTE_WHERE_NO_SYMBOLS,
	NOTE_WHERE_NO_LINES,	/* the same: functions whose source lines are not known; text: how much */
	NOTE_WHERE_NO_SOURCE,	/* the same: functions whose sources cannot be read; text: how much, which */
	NOTE_WHERE_NEWER,	/* the same: sources that changed since the build; text: which */
	NOTE_FILE,		/* a file that counting does not need could not be read; text: which, why */
	NOTE_COUNT,
};

struct note {
	enum note_kind kind;
	int  event;		/* index into events; -1: not about one event */
	size_t runs;		/* number of runs that added it; 0: it holds for all runs */
	char text[160];		/* may be "" */
};

struct notes {
	struct note *note;
	size_t n;
};

struct note_def {
	const char *code;	/* in machine formats */
	const char *english;	/* for people: a clause, no full stop */
	bool quiet;		/* the table shows it, or only experts need it: printed only with -v */
	/* true: about one run, the next may differ; false: said once, then true for all runs */
	bool of_run;
};

extern const struct note_def note_defs[NOTE_COUNT];

void notes_add(struct notes *notes, enum note_kind kind, int event, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/*
 * Adds the notes of a further run. Notes of one kind about one event become one, with the first one's
 * text.
 */
void notes_merge(struct notes *notes, const struct notes *run);
void notes_copy(struct notes *notes, const struct notes *from);	/* appends */
void notes_end_run(struct notes *notes);	/* drops the notes of single runs, keeps the others */
void notes_release(struct notes *notes);

#endif
