/* SPDX-License-Identifier: MIT */
/*
 * Lists the counters to open, unit by unit, each group with its leader first. The event's own attr says what
 * is counted; what the plan adds says when and how it is read, and is the same for every event.
 */
#include "count/plan.h"

#include <stdlib.h>
#include <time.h>

#include "base/mem.h"
#include "event/event.h"
#include "host/pmu.h"
#include "host/target.h"

enum {
	SLOT_LIMIT = 1000000,
	SAMPLES_WAKEUP = 1 << 17,	/* bytes: half of a ring of SAMPLER_PAGES */
};

#define FORMAT_TIMES ((uint64_t)PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)
#define FORMAT_GROUP ((uint64_t)PERF_FORMAT_GROUP | PERF_FORMAT_ID)

static bool is_opened(const struct plan *plan, size_t event)
{
	return plan->events->event[event].tool == TOOL_NONE && event_set_has(plan->set, (int)event);
}

/* --- bundles --------------------------------------------------------------------- */

/*
 * Groups the single software events of each CPU: one call starts, stops or reads all of them. Each such
 * call interrupts the CPU, which is most of the cost of attaching and of intervals. A group of software
 * events always has its counters. Hardware events may not, so they stay as requested. Threads are bundled
 * only if there are many, because the kernel cannot read a group while its threads start new ones.
 */
static bool uses_bundles(const struct target *t)
{
	return t->bundles && (t->cpus.n || t->n_threads >= TARGET_MANY);
}

static bool may_be_bundled(const struct plan *plan, size_t i, const size_t *group_size)
{
	const struct event *e = &plan->events->event[i];

	return is_opened(plan, i) && e->attr.head.type == PERF_TYPE_SOFTWARE && group_size[i] == 1 &&
	       !e->attr.head.pinned && !e->attr.head.exclusive && !e->cpus.n &&
	       !(e->pmu && e->pmu->has_list) && !(e->flags & (EVENT_UNSUPPORTED | EVENT_SPLIT));
}

/* The kernel walks the whole group for each member that joins. */
struct bundle { int head; int members; };
enum { BUNDLE_MOST = 32 };

/* A group belongs to one cgroup. */
static void make_bundles(const struct plan *plan, int *leader)
{
	const struct events *es = plan->events;
	FREED size_t *size = events_group_sizes(es);
	size_t n = plan->target->cgroups.n + 1;
	FREED struct bundle *of = mem_resize(NULL, n, sizeof(*of));

	for (size_t i = 0; i < n; i++)
		of[i] = (struct bundle){ -1, BUNDLE_MOST };
	for (size_t e = 0; e < es->n; e++) {
		struct bundle *b = &of[es->event[e].cgroup + 1];

		if (!may_be_bundled(plan, e, size))
			continue;
		if (b->members == BUNDLE_MOST)
			*b = (struct bundle){ (int)e, 0 };
		b->members++;
		leader[e] = b->head;
	}
}

/* By event: the leader of its group or bundle. */
static int *find_leaders(const struct plan *plan, bool bundles)
{
	int *leader = mem_resize(NULL, plan->events->n, sizeof(*leader));

	for (size_t e = 0; e < plan->events->n; e++)
		leader[e] = plan->events->event[e].leader;
	if (bundles)
		make_bundles(plan, leader);
	return leader;
}

/* --- groups ---------------------------------------------------------------------- */

struct group {			/* its opened events; indices, -1: none */
	int head;		/* its leader, or the first member if the leader is not opened */
	int first, last;
};

/* By leader. next: the following member of an event's group. */
static struct group *find_groups(const struct plan *plan, const int *leader, int *next)
{
	const struct events *es = plan->events;
	struct group *group = mem_resize(NULL, es->n, sizeof(*group));

	for (size_t e = 0; e < es->n; e++)
		group[e] = (struct group){ -1, -1, -1 };
	for (size_t e = 0; e < es->n; e++) {
		struct group *g = &group[leader[e]];

		next[e] = -1;
		if (!is_opened(plan, e))
			continue;
		if (g->head < 0 || leader[e] == (int)e)
			g->head = (int)e;
		if (g->first < 0)
			g->first = (int)e;
		else
			next[g->last] = (int)e;
		g->last = (int)e;
	}
	return group;
}

static void plan_add_slot(struct plan *plan, size_t event, int leader, bool bundled)
{
	plan->slot[plan->n++] = (struct slot){ (int)event, -1, -1, leader, 1, bundled };
}

/* Makes the slots of one unit, which are copied for the others. */
static void plan_add_groups(struct plan *plan, bool bundles)
{
	const struct events *es = plan->events;
	FREED int *next = mem_resize(NULL, es->n, sizeof(*next)), *leader = find_leaders(plan, bundles);
	FREED struct group *group = find_groups(plan, leader, next);

	for (size_t e = 0; e < es->n; e++) {
		const struct group *g = &group[leader[e]];
		bool bundled = next[e] >= 0 && leader[next[e]] != es->event[next[e]].leader;
		size_t at = plan->n;

		if (g->head != (int)e)
			continue;
		plan_add_slot(plan, e, -1, bundled);
		for (int m = g->first; m >= 0; m = next[m])
			if (m != (int)e)
				plan_add_slot(plan, (size_t)m, (int)at, bundled);
		plan->slot[at].members = (int)(plan->n - at);
	}
}

/*
 * When CPUs are counted: a core PMU counts on its own CPUs, an uncore PMU on one CPU of each package, or
 * on the CPUs of -C or cpu=, since any CPU of a package will do.
 */
static bool is_counted_on(const struct plan *plan, const struct event *e, int cpu)
{
	const struct pmu *pmu = e->pmu;

	if (e->cpus.n && (!cpulist_has(&e->cpus, cpu) || !pmu || pmu->is_uncore))
		return cpulist_has(&e->cpus, cpu);
	if (!pmu || !pmu->has_list || (pmu->is_uncore && pmu->cpus.n && plan->target->asked->cpus))
		return true;
	return cpulist_has(&pmu->cpus, cpu);
}

/* A group is counted where its leader is. */
static void copy_group(struct plan *plan, const struct slot *lead, int cpu, int thread)
{
	size_t at = plan->n;

	for (int m = 0; m < lead->members; m++) {
		struct slot *slot = &plan->slot[plan->n++];

		*slot = lead[m];
		slot->leader = m ? (int)at : -1;
		slot->cpu = cpu;
		slot->thread = thread;
	}
}

static void add_cpu(struct plan *plan, const struct plan *one, int cpu)
{
	for (size_t i = 0; i < one->n; i += (size_t)one->slot[i].members)
		if (is_counted_on(plan, &plan->events->event[one->slot[i].event], cpu))
			copy_group(plan, &one->slot[i], cpu, -1);
}

/* On which a thread has a counter each, as cpu= says, or as samples need; empty: one counter for all CPUs. */
static const struct cpulist *cpus_of_threads(const struct plan *plan, const struct slot *slot)
{
	const struct event *e = &plan->events->event[slot->event];

	return e->cpus.n ? &e->cpus : &plan->target->sampling.cpus;
}

static void plan_add_thread(struct plan *plan, const struct plan *one, int thread)
{
	for (size_t i = 0; i < one->n; i += (size_t)one->slot[i].members) {
		const struct event *e = &plan->events->event[one->slot[i].event];
		const struct cpulist *cpus = cpus_of_threads(plan, &one->slot[i]);

		if (!cpus->n)
			copy_group(plan, &one->slot[i], -1, thread);
		for (size_t c = 0; c < cpus->n; c++)
			if (is_counted_on(plan, e, cpus->cpu[c]))
				copy_group(plan, &one->slot[i], cpus->cpu[c], thread);
	}
}

/* Of a unit, at most. */
static size_t slots_of_unit(const struct plan *one)
{
	size_t n = one->n;

	for (size_t i = 0; !one->target->cpus.n && i < one->n; i += (size_t)one->slot[i].members) {
		size_t cpus = cpus_of_threads(one, &one->slot[i])->n;

		n += cpus ? (cpus - 1) * (size_t)one->slot[i].members : 0;
	}
	return n;
}

int plan_build(struct plan *plan, const struct events *events, const struct event_set *set,
	       const struct target *target, struct error *err)
{
	struct plan one = { .events = events, .set = set, .target = target };
	size_t n_units = target->cpus.n ? target->cpus.n : target->n_threads, most;

	*plan = one;
	one.slot = mem_resize(NULL, events->n, sizeof(*one.slot));
	plan_add_groups(&one, uses_bundles(target));
	if (__builtin_mul_overflow(n_units, slots_of_unit(&one), &most) || most > SLOT_LIMIT) {
		plan_release(&one);
		return error_set(err, ERROR_LIMIT, 0, "%zu events on %zu %s are too many", events->n, n_units,
				 target->cpus.n ? "CPUs" : "threads");
	}
	plan->slot = mem_resize(NULL, most, sizeof(*plan->slot));
	for (size_t u = 0; u < n_units; u++)
		if (target->cpus.n)
			add_cpu(plan, &one, target->cpus.cpu[u]);
		else
			plan_add_thread(plan, &one, (int)u);
	plan_release(&one);
	return 0;
}

bool slot_is_partial(const struct slot *slot)
{
	return slot->thread >= 0 && slot->cpu >= 0;
}

static const struct slot *leader_of(const struct plan *plan, const struct slot *slot)
{
	return slot->leader < 0 ? slot : &plan->slot[slot->leader];
}

bool plan_is_of_core(const struct plan *plan, size_t i)
{
	const struct slot *lead = leader_of(plan, &plan->slot[i]);

	for (int m = 0; m < lead->members; m++)
		if (event_is_of_core(&plan->events->event[lead[m].event]))
			return true;
	return false;
}

uint64_t plan_read_format(const struct plan *plan, size_t i)
{
	const struct slot *lead = leader_of(plan, &plan->slot[i]);

	/* a record has the count of one event */
	if (lead->members < 2 || plan->target->per_process)
		return FORMAT_TIMES;
	return lead->bundled ? FORMAT_TIMES | PERF_FORMAT_GROUP : FORMAT_TIMES | FORMAT_GROUP;
}

/* At the end of each task a record with its count; see task_recorder.h. */
static void set_records(struct perf_event_attr *a)
{
	a->inherit_stat = 1;
	a->sample_id_all = 1;
	a->sample_type = PERF_SAMPLE_TIME;
	a->use_clockid = 1;
	a->clockid = CLOCK_MONOTONIC;
}

/* See sampler.h.  Each event tells what is mapped, as it is not known yet which of them can be opened. */
static void set_samples(union attr *attr, const struct target_sampling *s)
{
	struct perf_event_attr *a = &attr->head;

	a->freq = 1;
	a->sample_freq = s->frequency;
	a->sample_type |= PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD;
	a->sample_id_all = 1;
	a->use_clockid = 1;
	a->clockid = CLOCK_MONOTONIC;
	a->mmap = a->mmap2 = a->comm = a->comm_exec = a->task = 1;
	if (s->build_ids)
		attr_set_build_id(attr);
	a->watermark = 1;
	a->wakeup_watermark = SAMPLES_WAKEUP;
}

static void plan_set_attr(const struct plan *plan, const struct slot *slot, bool leads, union attr *attr)
{
	*attr = plan->events->event[slot->event].attr;
	attr->head.sample_type = PERF_SAMPLE_IDENTIFIER;
	attr->head.read_format = FORMAT_TIMES;
	attr->head.inherit = plan->target->inherit;
	attr->head.disabled = leads;
	attr->head.enable_on_exec = leads && plan->target->enable_on_exec;
	if (leads && slot_is_partial(slot) && plan_is_of_core(plan, (size_t)(slot - plan->slot)))
		attr->head.pinned = 1;
	if (plan->target->per_process)
		set_records(&attr->head);
	if (plan->target->sampling.frequency)
		set_samples(attr, &plan->target->sampling);
}

void plan_attr(const struct plan *plan, size_t i, union attr *attr)
{
	const struct slot *slot = &plan->slot[i];

	plan_set_attr(plan, slot, slot == leader_of(plan, slot), attr);
	attr->head.read_format = plan_read_format(plan, i);
}

void plan_attr_unbundled(const struct plan *plan, size_t i, union attr *attr)
{
	if (plan->slot[i].bundled)
		plan_set_attr(plan, &plan->slot[i], true, attr);
	else
		plan_attr(plan, i, attr);
}

static int cgroup_of(const struct plan *plan, size_t i)
{
	return plan->slot[i].thread < 0 ? plan->events->event[plan->slot[i].event].cgroup : -1;
}

pid_t plan_pid(const struct plan *plan, size_t i)
{
	int cgroup = cgroup_of(plan, i);

	if (cgroup >= 0)
		return plan->target->cgroups.cgroup[cgroup].fd;
	return plan->slot[i].thread < 0 ? -1 : plan->target->thread[plan->slot[i].thread].tid;
}

unsigned long plan_flags(const struct plan *plan, size_t i)
{
	return PERF_FLAG_FD_CLOEXEC | (cgroup_of(plan, i) >= 0 ? PERF_FLAG_PID_CGROUP : 0);
}

/* --- as text ----------------------------------------------------------------------- */

struct word {
	uint64_t value;
	const char *name;
};

#define WORD(w) { w, #w }

static const struct word type_words[] = {
	WORD(PERF_TYPE_HARDWARE), WORD(PERF_TYPE_SOFTWARE), WORD(PERF_TYPE_TRACEPOINT),
	WORD(PERF_TYPE_HW_CACHE), WORD(PERF_TYPE_RAW), WORD(PERF_TYPE_BREAKPOINT),
	{ PMU_TYPE_UNKNOWN, "only its own kernel knows" }, { 0, NULL },
};

static const struct word hardware_words[] = {
	WORD(PERF_COUNT_HW_CPU_CYCLES), WORD(PERF_COUNT_HW_INSTRUCTIONS),
	WORD(PERF_COUNT_HW_CACHE_REFERENCES),
	WORD(PERF_COUNT_HW_CACHE_MISSES), WORD(PERF_COUNT_HW_BRANCH_INSTRUCTIONS),
	WORD(PERF_COUNT_HW_BRANCH_MISSES),
	WORD(PERF_COUNT_HW_BUS_CYCLES), WORD(PERF_COUNT_HW_STALLED_CYCLES_FRONTEND),
	WORD(PERF_COUNT_HW_STALLED_CYCLES_BACKEND), WORD(PERF_COUNT_HW_REF_CPU_CYCLES), { 0, NULL },
};

static const struct word software_words[] = {
	WORD(PERF_COUNT_SW_CPU_CLOCK), WORD(PERF_COUNT_SW_TASK_CLOCK), WORD(PERF_COUNT_SW_PAGE_FAULTS),
	WORD(PERF_COUNT_SW_CONTEXT_SWITCHES), WORD(PERF_COUNT_SW_CPU_MIGRATIONS),
	WORD(PERF_COUNT_SW_PAGE_FAULTS_MIN),
	WORD(PERF_COUNT_SW_PAGE_FAULTS_MAJ), WORD(PERF_COUNT_SW_ALIGNMENT_FAULTS),
	WORD(PERF_COUNT_SW_EMULATION_FAULTS),
	WORD(PERF_COUNT_SW_DUMMY), WORD(PERF_COUNT_SW_BPF_OUTPUT), WORD(PERF_COUNT_SW_CGROUP_SWITCHES),
	{ 0, NULL },
};

static const struct word sample_words[] = {
	{ PERF_SAMPLE_IP, "IP" }, { PERF_SAMPLE_TID, "TID" }, { PERF_SAMPLE_TIME, "TIME" },
	{ PERF_SAMPLE_PERIOD, "PERIOD" }, { PERF_SAMPLE_IDENTIFIER, "IDENTIFIER" }, { 0, NULL },
};

static const struct word read_words[] = {
	{ PERF_FORMAT_TOTAL_TIME_ENABLED, "TOTAL_TIME_ENABLED" },
	{ PERF_FORMAT_TOTAL_TIME_RUNNING, "TOTAL_TIME_RUNNING" },
	{ PERF_FORMAT_ID, "ID" }, { PERF_FORMAT_GROUP, "GROUP" }, { 0, NULL },
};

static void format_line(struct str *out, const char *name, const char *value)
{
	str_addf(out, "  %-32s ", name);
	str_add_line(out, value);
	str_add(out, "\n");
}

/* A number, with its name in parentheses if it has one. */
static void format_number(struct str *out, const char *name, uint64_t value, bool hex,
			  const struct word *words)
{
	str_addf(out, hex ? "  %-32s %#llx" : "  %-32s %llu", name, (unsigned long long)value);
	for (; words && words->name; words++)
		if (words->value == value)
			str_addf(out, " (%s)", words->name);
	str_add(out, "\n");
}

static void format_bits(struct str *out, const char *name, uint64_t value, const struct word *words)
{
	const char *between = "";

	if (!value)
		return;
	str_addf(out, "  %-32s ", name);
	for (; words->name; words++) {
		if (value & words->value) {
			str_addf(out, "%s%s", between, words->name);
			between = "|";
		}
		value &= ~words->value;
	}
	if (value)
		str_addf(out, "%s%#llx", between, (unsigned long long)value);
	str_add(out, "\n");
}

static void format_nonzero(struct str *out, const char *name, uint64_t value, bool hex)
{
	if (value)
		format_number(out, name, value, hex, NULL);
}

static void format_flags(struct str *out, const struct perf_event_attr *a)
{
	format_nonzero(out, "disabled", a->disabled, false);
	format_nonzero(out, "inherit", a->inherit, false);
	format_nonzero(out, "inherit_stat", a->inherit_stat, false);
	format_nonzero(out, "pinned", a->pinned, false);
	format_nonzero(out, "exclusive", a->exclusive, false);
	format_nonzero(out, "exclude_user", a->exclude_user, false);
	format_nonzero(out, "exclude_kernel", a->exclude_kernel, false);
	format_nonzero(out, "exclude_hv", a->exclude_hv, false);
	format_nonzero(out, "exclude_idle", a->exclude_idle, false);
	format_nonzero(out, "enable_on_exec", a->enable_on_exec, false);
	format_nonzero(out, "precise_ip", a->precise_ip, false);
	format_nonzero(out, "exclude_host", a->exclude_host, false);
	format_nonzero(out, "exclude_guest", a->exclude_guest, false);
	format_nonzero(out, "mmap2", a->mmap2, false);
	format_nonzero(out, "sample_id_all", a->sample_id_all, false);
	format_nonzero(out, "use_clockid", a->use_clockid, false);
}

void plan_format_attr(struct str *out, const union attr *attr)
{
	const struct perf_event_attr *a = &attr->head;
	const struct word *words = a->type == PERF_TYPE_HARDWARE ? hardware_words
				 : a->type == PERF_TYPE_SOFTWARE ? software_words : NULL;

	format_number(out, "type", a->type, false, type_words);
	format_number(out, "size", a->size, false, NULL);
	format_number(out, "config", a->config, true, words);
	format_nonzero(out, "sample_freq", a->freq ? a->sample_freq : 0, false);
	format_bits(out, "sample_type", a->sample_type, sample_words);
	format_bits(out, "read_format", a->read_format, read_words);
	format_flags(out, a);
	format_nonzero(out, "bp_type", a->bp_type, false);
	format_nonzero(out, a->type == PERF_TYPE_BREAKPOINT ? "bp_addr" : "config1", a->config1, true);
	format_nonzero(out, a->type == PERF_TYPE_BREAKPOINT ? "bp_len" : "config2", a->config2, true);
	if (a->size >= ATTR_SIZE_CONFIG3)
		format_nonzero(out, "config3", attr->tail.config3, true);
}

/* The properties of an event other than its attr. */
static void format_event(struct str *out, const struct event *e, int index)
{
	static const struct { unsigned flag; const char *name; } marks[] = {
		{ EVENT_PER_PACKAGE, "per-pkg" }, { EVENT_SNAPSHOT, "snapshot" },
		{ EVENT_PER_CORE, "percore" },
		{ EVENT_WEAK, "weak" }, { EVENT_LATENCY, "latency" },
	};

	if (e->tool != TOOL_NONE)
		format_line(out, "tool", e->file ? e->file : e->known->name);
	if (e->filter)
		format_line(out, "filter", e->filter);
	if (e->scale > 0 && e->scale != 1.0)
		str_addf(out, "  %-32s %.15g\n", "scale", e->scale);
	if (e->unit && *e->unit)
		format_line(out, "unit", e->unit);
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (e->flags & marks[i].flag)
			format_line(out, marks[i].name, "1");
	if (e->row != index)
		str_addf(out, "  %-32s %d\n", "row", e->row);
}

static void format_events(struct str *out, const struct plan *plan)
{
	const struct event *events = plan->events->event;
	FREED size_t *first = mem_resize(NULL, plan->events->n, sizeof(*first));

	for (size_t e = 0; e < plan->events->n; e++)
		first[e] = plan->n;
	for (size_t i = plan->n; i--;)
		first[plan->slot[i].event] = i;
	for (size_t e = 0; e < plan->events->n; e++) {
		union attr attr;

		if (!event_set_has(plan->set, (int)e))
			continue;
		str_addf(out, "event %zu: %s\n", e, events[e].name);
		if (first[e] < plan->n) {
			plan_attr(plan, first[e], &attr);
			plan_format_attr(out, &attr);
		}
		format_event(out, &events[e], (int)e);
	}
}

void plan_format(const struct plan *plan, struct str *out)
{
	const struct event *events = plan->events->event;

	format_events(out, plan);
	for (size_t i = 0; i < plan->n; i++) {
		const struct slot *slot = &plan->slot[i];

		if (events[slot->event].flags & EVENT_LATENCY)
			continue;	/* it is not opened */
		str_addf(out, "open %zu: event %d %s  pid %d  cpu %d", i, slot->event,
			 events[slot->event].name, (int)plan_pid(plan, i), slot->cpu);
		str_addf(out, "  group_fd %d  flags 0x%lx\n", slot->leader, plan_flags(plan, i));
	}
}

void plan_release(struct plan *plan)
{
	free(plan->slot);
	*plan = (struct plan){0};
}

bool plan_has_tools(const struct plan *plan)
{
	for (size_t e = 0; e < plan->events->n; e++)
		if (plan->events->event[e].tool != TOOL_NONE && event_set_has(plan->set, (int)e))
			return true;
	return false;
}
