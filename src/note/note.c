/* SPDX-License-Identifier: MIT */
/* The table of notes, for people and for machines; lists of notes, merged over runs. */
#include "note/note.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"

enum { SHOWN = false, QUIET = true, LASTING = false, OF_RUN = true };

const struct note_def note_defs[NOTE_COUNT] = {
	[NOTE_NOT_SUPPORTED] = { "not-supported",
		"cannot be counted here", SHOWN, LASTING },
	[NOTE_FALLBACK] = { "fallback",
		"is counted without", QUIET, LASTING },
	[NOTE_UNIMPLEMENTED] = { "unimplemented",
		"this CPU does not have it, and the kernel counts 0", SHOWN, LASTING },
	[NOTE_BLIND] = { "blind",
		"happens in the kernel, which is not counted", SHOWN, LASTING },
	[NOTE_SPLIT_GROUP] = { "split-group",
		"counted alone, because its group cannot be counted as one", SHOWN, LASTING },
	[NOTE_GROUP_NEVER_RAN] = { "group-never-ran",
		"never counted, because its group was never on the counters", SHOWN, OF_RUN },
	[NOTE_NEVER_RAN] = { "never-ran",
		"never on a counter: others held them, or the time was too short", SHOWN, OF_RUN },
	[NOTE_NEVER_ENABLED] = { "never-enabled",
		"what it counts did not run while counting was on", SHOWN, OF_RUN },
	[NOTE_NMI_WATCHDOG] = { "nmi-watchdog",
		"the NMI watchdog may hold a counter; as root, `echo 0 > /proc/sys/kernel/nmi_watchdog` turns it off",
		SHOWN, LASTING },
	[NOTE_GONE] = { "gone",
		"threads or CPUs vanished before they could be counted", SHOWN, OF_RUN },
	[NOTE_DENIED] = { "denied",
		"threads are left out, because they may not be counted by this user", SHOWN, OF_RUN },
	[NOTE_MULTIPLEXED] = { "multiplexed",
		"was counted part of the time, so it is an estimate", QUIET, OF_RUN },
	[NOTE_PARTIAL] = { "partial",
		"was not counted everywhere, so it is a lower bound", SHOWN, OF_RUN },
	[NOTE_NOT_STOPPED] = { "not-stopped",
		"counters were read one after another while they were counting", SHOWN, OF_RUN },
	[NOTE_MISSED_INTERVALS] = { "missed-intervals",
		"intervals were skipped, because pstat was too late", SHOWN, OF_RUN },
	[NOTE_KILLED] = { "killed",
		"the command did not end when asked to and was killed", SHOWN, OF_RUN },
	[NOTE_REGROUPED] = { "regrouped",
		"a group over several PMUs is counted as one group for each", SHOWN, LASTING },
	[NOTE_UNCLOSED_GROUP] = { "unclosed-group",
		"a brace is never closed, so its group ends with the list", SHOWN, LASTING },
	[NOTE_UNKNOWN_BITS] = { "unknown-bits",
		"sets bits that the PMU does not describe", SHOWN, LASTING },
	[NOTE_HIDDEN] = { "hidden",
		"it is not above pstat's own, so it is not known", SHOWN, OF_RUN },
	[NOTE_NOT_READ] = { "not-read",
		"could not be read", SHOWN, OF_RUN },
	[NOTE_IMPOSSIBLE] = { "impossible",
		"the kernel's count is impossible and was left out", SHOWN, OF_RUN },
	[NOTE_OFFLINE] = { "offline",
		"CPUs that are offline are left out", SHOWN, LASTING },
	[NOTE_UNREADABLE] = { "unreadable",
		"a process is left out, because its threads cannot be listed", SHOWN, LASTING },
	[NOTE_MISSING] = { "missing",
		"a process or thread is left out, because it does not exist", SHOWN, LASTING },
	[NOTE_NO_COMMAND_ROW] = { "no-command-row",
		"the command has no row: its threads did not exist when those of the system were listed",
		SHOWN, LASTING },
	[NOTE_NO_CGROUP] = { "no-cgroup",
		"there is no such cgroup, so it is left out", SHOWN, LASTING },
	[NOTE_OVERRIDDEN] = { "overridden",
		"an option has no effect", SHOWN, LASTING },
	[NOTE_PRIVILEGED] = { "privileged",
		"the command gained privileges or cannot be read, so the kernel does not allow counting it",
		SHOWN, OF_RUN },
	[NOTE_NO_METRIC] = { "no-metric",
		"metrics are left out, because this machine lacks what they need", SHOWN, LASTING },
	[NOTE_METRIC_LACKS] = { "metric-lacks",
		"was not counted, so metrics have no value", SHOWN, OF_RUN },
	[NOTE_METRIC_VOID] = { "metric-void",
		"metrics have no value, because they divide by 0 or are infinite", SHOWN, OF_RUN },
	[NOTE_METRIC_ROWS] = { "metric-rows",
		"metrics have no value, because they were saved for other rows", SHOWN, LASTING },
	[NOTE_METRIC_WRONG] = { "metric-wrong",
		"a metric or its threshold is left out, because its expression is wrong", SHOWN, LASTING },
	[NOTE_EVENTS_FILE] = { "events-file",
		"a file of events is left out, or part of it", SHOWN, LASTING },
	[NOTE_NO_TABLE] = { "no-table",
		"events and metrics of the vendor are missing: there is no table for this CPU", SHOWN, LASTING },
	[NOTE_METRIC_SHARED] = { "metric-shared",
		"metrics are estimates, because their events were multiplexed", SHOWN, OF_RUN },
	[NOTE_TOOK_TURNS] = { "took-turns",
		"was multiplexed in a run, so its count of that run is left out", SHOWN,
		OF_RUN },
	[NOTE_UNCHECKED] = { "unchecked",
		"leaves no counter for an event that all runs share, so its runs are not checked", SHOWN,
		LASTING },
	[NOTE_THROWN_AWAY] = { "thrown-away",
		"a run is left out, because it did different work than the others", SHOWN, LASTING },
	[NOTE_COUNTERS_LOST] = { "counters-lost",
		"counters were lost while this was measured, so counts may be too low", SHOWN, LASTING },
	[NOTE_LAYOUT] = { "layout",
		"--aslr has no effect: the kernel refuses to change the address layout", SHOWN, OF_RUN },
	[NOTE_LEFT_SOME] = { "left-some",
		"the command left processes behind, which may disturb the runs that follow", SHOWN, OF_RUN },
	[NOTE_UNREACHED] = { "unreached",
		"a signal could not be sent to the command, so the command continued", SHOWN, OF_RUN },
	[NOTE_CONTROL_LOST] = { "control-lost",
		"--control could not be read any more, so later commands were ignored", SHOWN, OF_RUN },
	[NOTE_ENDS_EARLY] = { "ends-early",
		"the recording ends early", SHOWN, LASTING },
	[NOTE_EMULATED] = { "emulated",
		"was counted in an emulated run of its own", SHOWN, LASTING },
	[NOTE_NOT_EMULATED] = { "not-emulated",
		"valgrind could not count the command", SHOWN, OF_RUN },
	[NOTE_EMULATED_PART] = { "emulated-part",
		"lacks what the command did before it executed another program, which valgrind forgets", SHOWN,
		OF_RUN },
	[NOTE_EMULATED_AGAIN] = { "emulated-again",
		"processes forked without exec, and valgrind counts again what their parent had done before", SHOWN,
		OF_RUN },
	[NOTE_NOT_CALLED] = { "not-called",
		"the command did not call the function", SHOWN, OF_RUN },
	[NOTE_PROBES_COST] = { "probes-cost",
		"probes took time, most of it within the functions", SHOWN, OF_RUN },
	[NOTE_CALLS_LOST] = { "calls-lost",
		"calls of functions are missing", SHOWN, OF_RUN },
	[NOTE_NO_REGIONS] = { "no-regions",
		"the command entered no region: its source needs pstat_region_begin() of pstat/region.h", SHOWN,
		OF_RUN },
	[NOTE_REGIONS_NESTED] = { "regions-nested",
		"the counts of a region include those of the regions in it", SHOWN, OF_RUN },
	[NOTE_REGION_OPEN] = { "region-open",
		"regions were not ended, and their last entry is not counted", SHOWN, OF_RUN },
	[NOTE_REGION_IMPOSSIBLE] = { "region-impossible",
		"a program wrote impossible numbers for its regions, which were left out", SHOWN, OF_RUN },
	[NOTE_REGION_STRAY] = { "region-stray",
		"regions were ended that the thread had not begun", SHOWN, OF_RUN },
	[NOTE_REGION_FAILED] = { "region-failed",
		"threads could not count an event in their regions", SHOWN, OF_RUN },
	[NOTE_REGION_ROOM] = { "region-room",
		"there was no room for entries of regions, and they are not counted", SHOWN, OF_RUN },
	[NOTE_NOT_PER_PROCESS] = { "not-per-process",
		"this kernel does not tell what each process counted, so only the total is known", SHOWN, LASTING },
	[NOTE_RECORDS_LOST] = { "records-lost",
		"the kernel lost records of processes, so some are missing or have no count", SHOWN, OF_RUN },
	[NOTE_STILL_RUNNING] = { "still-running",
		"processes still ran at the end, so only the total has their counts", SHOWN, OF_RUN },
	[NOTE_SAMPLED] = { "sampled",
		"sampled, so functions are estimates", SHOWN, OF_RUN },
	[NOTE_FEWER_SAMPLES] = { "fewer-samples",
		"kernel.perf_event_max_sample_rate allows no more samples", SHOWN, LASTING },
	[NOTE_SAMPLES_LOST] = { "samples-lost",
		"samples were lost, so pstat may not know all functions", SHOWN, OF_RUN },
	[NOTE_SAMPLES_THROTTLED] = { "samples-throttled",
		"the kernel stopped sampling for a while, as samples took too much time", SHOWN, OF_RUN },
	[NOTE_UNNAMED_CODE] = { "unnamed-code",
		"code has no names, as its symbols were stripped", SHOWN, OF_RUN },
	[NOTE_MADE_CODE] = { "made-code",
		"code that was made at run time has no names", SHOWN, OF_RUN },
	[NOTE_SHORT_TASKS] = { "short-tasks",
		"processes and threads that ended before their first sample are missing", SHOWN, OF_RUN },
	[NOTE_NO_MAPPINGS] = { "no-mappings",
		"mappings of other users' processes cannot be read, so functions are [unknown]",
		SHOWN, OF_RUN },
	[NOTE_NO_KERNEL_NAMES] = { "no-kernel-names",
		"the kernel's functions are one row", SHOWN, OF_RUN },
	[NOTE_NO_USAGE] = { "no-process-usage",
		"not known of each process", SHOWN, OF_RUN },
	[NOTE_SEEN] = { "seen-memory",
		"max_rss of a process is at least this: what was seen while it lived", SHOWN, OF_RUN },
	[NOTE_WHERE_NO_SYMBOLS] = { "where-no-symbols",
		"no symbol names this code", SHOWN, OF_RUN },
	[NOTE_WHERE_NO_LINES] = { "where-no-lines",
		"functions have no source lines: build with -g, which does not change the code", SHOWN, OF_RUN },
	[NOTE_WHERE_NO_SOURCE] = { "where-no-source",
		"the source cannot be read, so functions are shown", SHOWN, OF_RUN },
	[NOTE_WHERE_NEWER] = { "where-newer-source",
		"a source is newer than the program, so its lines are shown without text", SHOWN, OF_RUN },
	[NOTE_FILE] = { "file",
		"information from a file of this machine is missing", SHOWN, LASTING },
};

static struct note *note_add(struct notes *notes)
{
	notes->note = mem_grow(notes->note, notes->n, sizeof(*notes->note));
	return &notes->note[notes->n++];
}

void notes_add(struct notes *notes, enum note_kind kind, int event, const char *fmt, ...)
{
	struct note *note = note_add(notes);
	va_list ap;

	note->kind = kind;
	note->event = event;
	note->runs = 0;
	va_start(ap, fmt);
	vsnprintf(note->text, sizeof(note->text), fmt, ap);
	va_end(ap);
}

struct note_key {		/* identifies a note by what it is about */
	enum note_kind kind;
	int event;
	size_t at;
	bool seen;		/* in the first of equal keys: this run is counted */
};

static int note_compare_keys(const void *a, const void *b)
{
	const struct note_key *x = a, *y = b;

	if (x->kind != y->kind)
		return x->kind < y->kind ? -1 : 1;
	return x->event < y->event ? -1 : x->event > y->event;
}

static struct note_key *sorted_keys(const struct notes *notes)
{
	struct note_key *keys = mem_resize(NULL, notes->n, sizeof(*keys));

	for (size_t i = 0; i < notes->n; i++)
		keys[i] = (struct note_key){ notes->note[i].kind, notes->note[i].event, i, false };
	qsort(keys, notes->n, sizeof(*keys), note_compare_keys);
	return keys;
}

/* The first equal key; n: there is none. */
static size_t find_key(const struct note_key *keys, size_t n, const struct note *note)
{
	const struct note_key key = { .kind = note->kind, .event = note->event };
	size_t low = 0, high = n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (note_compare_keys(&keys[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low < n && note_compare_keys(&keys[low], &key) == 0 ? low : n;
}

void notes_merge(struct notes *notes, const struct notes *run)
{
	FREED struct note_key *keys = sorted_keys(notes);
	size_t before = notes->n;

	for (size_t i = 0; i < run->n; i++) {
		const struct note *n = &run->note[i];
		size_t once = note_defs[n->kind].of_run, first = find_key(keys, before, n);

		if (first == before) {
			notes_add(notes, n->kind, n->event, "%s", n->text);
			notes->note[notes->n - 1].runs = once;
			continue;
		}
		for (size_t k = first; !keys[first].seen && k < before; k++) {
			if (note_compare_keys(&keys[k], &keys[first]) != 0)
				break;
			notes->note[keys[k].at].runs += once;
		}
		keys[first].seen = true;
	}
}

void notes_copy(struct notes *notes, const struct notes *from)
{
	for (size_t i = 0; i < from->n; i++)
		*note_add(notes) = from->note[i];
}

void notes_end_run(struct notes *notes)
{
	size_t kept = 0;

	for (size_t i = 0; i < notes->n; i++)
		if (!notes->note[i].runs)
			notes->note[kept++] = notes->note[i];
	notes->n = kept;
}

void notes_release(struct notes *notes)
{
	free(notes->note);
	*notes = (struct notes){0};
}
