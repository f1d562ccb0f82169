/* SPDX-License-Identifier: MIT */
/* Resolves events, target and metrics once, then makes one run with each call. */
#include "session/measure.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/env.h"
#include "count/counters.h"
#include "count/valgrind_counts.h"
#include "count/function/function_probes.h"
#include "count/opening.h"
#include "count/plan.h"
#include "count/regions.h"
#include "count/sampling/sampler.h"
#include "count/sampling/sampling.h"
#include "count/target_end.h"
#include "count/task_recorder.h"
#include "count/workload.h"
#include "event/cgroup_events.h"
#include "event/default_events.h"
#include "event/metric_literal.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "event/vendor/catalog_load.h"
#include "event/vendor/catalog_pmu.h"
#include "host/kernel.h"
#include "host/rootfs.h"
#include "session/hook.h"
#include "symbol/demangle.h"
#include "table/function_rows.h"
#include "table/process_rows.h"
#include "table/region_rows.h"

/* Not of the user, so that perf has another name for the events. */
static int parse_added(struct specs *specs, const char *text, enum spec_origin origin, struct error *err)
{
	if (specs_parse(specs, text, NULL, err) < 0)
		return -1;
	specs->source[specs->n_sources - 1].origin = origin;
	return 0;
}

/* The event whose lines are asked for; compare and gate have one if a verdict is about it. */
static int add_where(struct specs *specs, const struct measure_opts *o, struct error *err)
{
	bool missing = o->where && !o->launch.group;

	for (size_t i = 0; i < specs->n && missing; i++)
		missing = !specs->spec[i].pmu || strcmp(specs->spec[i].pmu, "valgrind") != 0;
	return missing ? specs_parse(specs, "valgrind/instructions/", NULL, err) : 0;
}

/* Parses the named events and those of metrics, or else the default events; then those of -d. */
static int parse_events(struct specs *specs, struct measure *m, struct error *err)
{
	const struct measure_opts *o = m->opts;
	struct str text = {0};
	int rc = -1, own = 0;

	if (o->aggr.mode == AGGR_REGION) {	/* first, as its row is the first of a region */
		if (specs_parse(specs, "region_entries", NULL, err) < 0)
			goto out;
		own = (int)specs->n_sources;
	}
	for (size_t i = 0; i < o->n_events; i++)
		if (specs_parse(specs, o->events[i].text, o->events[i].filter, err) < 0)
			goto out;
	if (!m->metric_request.by_default && metric_request_parse(&m->metric_request, specs, err) < 0)
		goto out;
	if (add_where(specs, o, err) < 0)
		goto out;
	m->default_source = (int)specs->n_sources == own && !o->null ? own : -1;
	if (m->default_source >= 0 && o->aggr.mode == AGGR_FUNCTION)
		default_events_add_sampled(&text, &m->b.machine, target_counts_cpus(&o->target));
	else if (m->default_source >= 0)
		(o->like_newest ? default_events_add_newest : default_events_add)(
			&text, &m->b.machine, target_counts_cpus(&o->target), &m->b.notes);
	if (text.len && parse_added(specs, text.text, SPEC_OF_DEFAULT, err) < 0)
		goto out;
	if (m->metric_request.by_default && metric_request_parse(&m->metric_request, specs, err) < 0)
		goto out;
	if (o->detail > 0 && !o->null &&
	    parse_added(specs, event_names_of_detail(o->detail), SPEC_OF_DETAIL, err) < 0)
		goto out;
	rc = 0;
out:
	str_release(&text);
	return rc;
}

static int parse_and_resolve(struct measure *m, struct error *err)
{
	struct event_opts opts = m->opts->event;
	struct specs specs = {0};
	int rc = -1;

	opts.catalog = &m->catalog;
	if (!m->metric_request.by_default)
		opts.own_sources += (int)m->metric_request.selection.n_sources;
	opts.cores_only = m->metric_request.by_default;
	if (parse_events(&specs, m, err) == 0)
		rc = events_resolve(&m->b.events, &specs, &m->b.machine, &opts, &m->b.notes, err);
	for (size_t i = 0; i < m->b.events.n && m->opts->like_newest; i++)
		if (m->b.events.event[i].source == m->default_source)
			m->b.events.event[i].flags |= EVENT_NEWEST;
	specs_release(&specs);
	return rc;
}

/* For PSTAT_CPUID: takes the PMUs of another CPU, as far as they are known. */
static int assume_cpu(struct measure *m, struct error *err)
{
	if (!m->opts->catalog.cpuid)
		return 0;
	if (catalog_load(&m->catalog, &m->b.notes, err) < 0)
		return -1;
	catalog_pmu_assume(&m->b.machine.pmus, &m->catalog);
	return 0;
}

/*
 * 1 if all events count CPUs, not tasks, and the CPUs are known; else 0, or -1 and err.  Such events are
 * counted on all CPUs while the command runs.
 */
static int counts_cpus_only(struct measure *m, struct error *err)
{
	const struct target_opts *o = &m->opts->target;
	struct error why = ERROR_INIT;

	if (!o->command || o->pids || o->tids || o->cpus || !events_are_cpu_bound(&m->b.events))
		return 0;
	if (machine_load_cpus(&m->b.machine, MACHINE_ONLINE, &why) == 0)
		return 1;
	if (rootfs_is_missing(-why.errnum))
		return 0;
	*err = why;
	return -1;
}

/*
 * What events that valgrind counts do not go with.  It counts one command from its start to its end, in a run
 * of its own: other targets and parts of a run would be silently left out.  Rows of CPUs, threads or cgroups
 * need other targets.
 */
static bool has_no_command(const struct measure_opts *o)
{
	return !o->launch.argv || o->target.system_wide || o->target.cpus || o->target.pids || o->target.tids;
}

static bool has_parts(const struct measure_opts *o)
{
	return o->wait_loop.interval_ns || o->wait_loop.delay_ns || o->control;
}

static bool has_processes(const struct measure_opts *o)
{
	return o->target.per_process;
}

static bool is_recorded(const struct measure_opts *o)
{
	return o->recorded;
}

static const struct {
	bool (*has)(const struct measure_opts *o);
	const char *why;
} emulation_refusals[] = {
	{ is_recorded, "record cannot sample it" },
	{ has_no_command, "valgrind counts a command, not -a, -C, -p or -t" },
	{ has_processes, "valgrind counts a command as a whole, not with --per-process" },
	{ has_parts, "valgrind counts a command from its start to its end, not with -I, -D or --control" },
};

static int check_emulated(const struct measure *m, struct error *err)
{
	const struct event *emulated = events_emulated(&m->b.events);

	for (size_t i = 0; emulated && i < sizeof(emulation_refusals) / sizeof(*emulation_refusals); i++)
		if (emulation_refusals[i].has(m->opts))
			return error_set(err, ERROR_USAGE, 0, "'%s': %s",
					 m->opts->where ? "--where" : emulated->name,
					 emulation_refusals[i].why);
	return 0;
}

/* Some are known only of regions, or of single processes. */
static int check_events_of_rows(const struct measure *m, struct error *err)
{
	for (size_t i = 0; i < m->b.events.n; i++) {
		const struct event *e = &m->b.events.event[i];

		if (e->tool == TOOL_REGION_ENTRIES && m->opts->aggr.mode != AGGR_REGION) {
			error_set(err, ERROR_USAGE, 0, "'%s' needs --regions or --region-fn", e->name);
			error_hint(err, "they show it without being asked");
			return -1;
		}
		if (tool_is_value(e->tool) && m->opts->recorded)
			return error_set(err, ERROR_USAGE, 0, "record cannot keep '%s', use --save", e->name);
		if (tool_is_of_processes(e->tool) && !m->opts->target.per_process)
			return error_set(err, ERROR_USAGE, 0,
					 "'%s' needs 'pstat stat' with --per-process or --tree", e->name);
	}
	return 0;
}

/* cpu=, also of a command or of processes as a whole. */
static int find_cpus(struct measure *m, struct error *err)
{
	const struct measure_opts *o = m->opts;
	const struct event *e;
	size_t i = 0;

	while (i < m->b.events.n && !m->b.events.event[i].cpus.n)
		i++;
	if (i == m->b.events.n)
		return 0;
	e = &m->b.events.event[i];
	if (m->b.target.cpus.n)
		return events_limit_cpus(&m->b.events, &m->b.target.cpus, err);
	if (o->target.per_process || o->aggr.mode == AGGR_REGION)
		return error_set(err, ERROR_USAGE, 0, "'%s' cannot be counted for each %s", e->name,
				 o->target.per_process ? "process" : "region");
	if (o->recorded)
		return error_set(err, ERROR_USAGE, 0, "record keeps '%s' only with -a or -C, use --save",
				 e->name);
	if (machine_load_cpus(&m->b.machine, MACHINE_ONLINE, err) < 0)
		return -1;
	return events_limit_cpus(&m->b.events, &m->b.machine.online, err);
}

static int find_target(struct measure *m, struct error *err)
{
	int cpus = counts_cpus_only(m, err);

	if (cpus < 0)
		return -1;
	if (cpus && m->opts->target.per_process)
		return error_set(err, ERROR_UNSUPPORTED, 0,
				 "the events count whole CPUs, so they cannot be counted for each process");
	m->b.asked = m->opts->target;
	m->b.asked.system_wide |= cpus;
	if (m->opts->aggr.percore_threads && m->opts->aggr.mode != AGGR_CPU)
		notes_add(&m->b.notes, NOTE_OVERRIDDEN, -1, "%s", "--percore-show-thread without -A");
	if (target_resolve(&m->b.target, &m->b.asked, &m->b.machine, &m->b.notes, err) < 0)
		return -1;
	if (m->b.target.cpus.n)
		events_mark_without_cpus(&m->b.events, &m->b.notes);
	return find_cpus(m, err);
}

/* num_cpus and the like; what this machine does not tell is not supported. */
static void find_facts(struct measure *m)
{
	const struct metric_literals literals = { &m->b.machine, &m->b.asked, m->env->kernel };

	for (size_t i = 0; i < m->b.events.n; i++) {
		struct event *e = &m->b.events.event[i];
		double value;

		if (!tool_is_value(e->tool) || !e->known)
			continue;
		value = metric_literal_of_event(&literals, e->known->name);
		e->attr.head.config = value >= 0 ? (uint64_t)value : 0;
		e->flags |= EVENT_SNAPSHOT | (value >= 0 ? 0u : EVENT_UNSUPPORTED);
		if (!(value >= 0))
			notes_add(&m->b.notes, NOTE_NOT_SUPPORTED, (int)i, "this machine does not tell it");
	}
}

static int find_cgroups(struct measure *m, struct error *err)
{
	const struct measure_opts *o = m->opts;

	if (o->n_cgroups || o->each_cgroup)	/* each needs a descriptor; the command gets the old limit */
		kernel_raise_limit(m->env->kernel);
	for (size_t i = 0; i < o->n_cgroups; i++) {
		const struct cgroup_text *c = &o->cgroups[i];

		if (cgroup_events_set(&m->b.events, c->sources, c->list, &m->b.target.cgroups,
				       m->env->root, err) < 0)
			return -1;
	}
	if (!o->each_cgroup)
		return 0;
	if (cgroups_match(&m->b.target.cgroups, m->env->root, o->each_cgroup, &m->b.notes, err) < 0)
		return -1;
	cgroup_events_clone(&m->b.events, m->b.target.cgroups.n);
	return 0;
}

static int load_topology(struct measure *m, struct error *err)
{
	bool rings = m->opts->target.per_process || m->opts->n_functions;
	unsigned needed = rings ? MACHINE_ONLINE :
			  m->b.target.cpus.n ? aggr_needs(m->opts->aggr.mode, &m->b.events) : 0;
	struct error why = ERROR_INIT;

	if (needed && machine_load_cpus(&m->b.machine, needed, err) < 0)
		return -1;
	/* only for the report, so a machine without a list of CPUs is no error */
	for (unsigned part = MACHINE_ONLINE; m->opts->topology && part <= MACHINE_NODE; part <<= 1)
		if (machine_load_cpus(&m->b.machine, part, &why) < 0 && !rootfs_is_missing(-why.errnum)) {
			notes_add(&m->b.notes, NOTE_FILE, -1, "%s", why.message);
			break;
		}
	return 0;
}

static int select_metrics(struct measure *m, struct error *err)
{
	const struct metric_request *a = &m->metric_request;

	if (metrics_select(&m->b.metrics, &m->b.events, err) < 0)
		return -1;
	for (size_t i = 0; a->by_default && i < m->b.events.n; i++)
		if ((size_t)m->b.events.event[i].source - a->from_source < a->selection.n_sources)
			m->b.events.event[i].flags |= EVENT_BACKGROUND;
	if (a->selection.n)
		metrics_add_selection(&m->b.metrics, &m->b.events, &a->selection, a->from_source);
	return 0;
}

static int find_metrics(struct measure *m, struct error *err)
{
	const struct measure_opts *o = m->opts;
	const struct metric_world world = { &m->b.machine, &m->catalog, m->env->kernel, &o->event,
					    &o->target };
	bool with_default = !o->n_events && !o->null && !o->catalog.cpuid;

	return metric_request_find(&m->metric_request, &world, &o->metrics, with_default, &m->b.notes, err);
}

static int find_functions(struct measure *m, struct error *err)
{
	const struct measure_opts *o = m->opts;

	return !o->n_functions ? 0 : probed_functions_find(&m->functions, o->functions, o->n_functions,
							    o->launch.argv[0], &m->b.machine.pmus, err);
}

static int find_sampling(struct measure *m, struct error *err)
{
	const struct measure_opts *o = m->opts;

	return o->aggr.mode != AGGR_FUNCTION ? 0 :
	       sampling_prepare(&m->sampling, &m->b.target, o->frequency, &m->b.events, &m->b.machine, m->env,
				&m->b.notes, err);
}

int measure_prepare(struct measure *m, const struct measure_opts *o, const struct env *env, struct error *err)
{
	int rc;

	*m = (struct measure){ .env = env, .opts = o, .control = CONTROL_INIT,
			       .signals = { .fd = -1 },
			       .b = { .version = mem_copy_text(PSTAT_VERSION), .aggr = o->aggr,
				      .recorded = o->aggr.mode, .each_cgroup = o->each_cgroup != NULL } };
	m->b.aggr = o->aggr;
	m->b.each_cgroup = o->each_cgroup != NULL;
	machine_load(&m->b.machine, env->root);
	catalog_init(&m->catalog, &o->catalog, env->root);
	rc = env->kernel->limit_get(env->kernel, &m->nofile);
	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot read the descriptor limit: %s",
				 strerror(-rc));
	if (assume_cpu(m, err) < 0 || find_metrics(m, err) < 0 ||
	    parse_and_resolve(m, err) < 0 || check_emulated(m, err) < 0 ||
	    check_events_of_rows(m, err) < 0 || find_target(m, err) < 0 ||
	    find_cgroups(m, err) < 0 || find_functions(m, err) < 0 || find_sampling(m, err) < 0 ||
	    load_topology(m, err) < 0)
		return -1;
	find_facts(m);
	return select_metrics(m, err);
}

/* One run and everything it owns. */
struct one_run {
	struct measure *m;
	struct run run;
	struct launch launch;
	struct plan plan;
	struct counters counters;
	struct workload workload;
	struct target_end watch;
	struct task_recorder recorder;	/* of --per-process */
	struct sample first, last;
	struct regions regions;
	struct function_probes probes;	/* of --region-fn */
	struct sampler sampler;		/* of --per-function */
	const char *env[2];
	struct notes *notes;
	const struct event_set *set;
	struct valgrind_counts *emulation;	/* under valgrind; NULL: as it is */
	measure_tick *tick;
	void *ctx;
};

/* Whether the command's CPU time is known and belongs to the counted time. */
static bool is_counted_to_its_end(const struct one_run *p)
{
	return p->workload.reaped && p->run.end != WAIT_LOOP_ENOUGH && p->run.end != WAIT_LOOP_STOPPED;
}

/*
 * If a program gains privileges or cannot be read, the kernel silently removes its counters at the exec.
 * Counters are enabled while the command has a CPU, so much more CPU time than enabled time shows that: more
 * than twice as much, and SURE_NS, as a program that starts another one needs some by itself.  Before they
 * are enabled the exec may use time in the kernel, 80 ms where a hypervisor held the other CPU: so time in
 * the kernel beyond that of the program itself proves something from IN_KERNEL_NS on.
 * Before the command has ended its CPU time is not known; then a very short enabled time shows it.
 */
static bool was_taken_away(const struct one_run *p, const struct sample *s)
{
	enum { SURE_NS = 5000000, IN_KERNEL_NS = 500000000, SOON_NS = 1000000 };
	uint64_t before = workload_cpu_before_ns(&p->workload), most = 0, user = s->tool[TOOL_USER];
	uint64_t all = user + s->tool[TOOL_SYSTEM], cpu = all > before ? all - before : 0;
	uint64_t own = cpu < 2 * user ? cpu : 2 * user;	/* as much of the kernel as of the user */
	uint64_t delay = p->m->opts->wait_loop.delay_ns;
	bool whole = false;	/* the enabled time of some event is exact */

	if (!target_is_command(&p->m->b.target) || p->m->opts->control)	/* --control may have disabled them */
		return false;
	for (size_t i = 0; i < s->n; i++) {
		whole |= !slot_is_partial(&p->plan.slot[i]);
		if (s->state[i] == COUNTER_OPEN && s->reading[i].enabled > (most ? most : READING_STARVED))
			most = s->reading[i].enabled;
	}
	if (!workload_drops_counters(&p->workload))
		return most && whole && is_counted_to_its_end(p) && p->m->b.target.inherit && !delay &&
		       (own > SURE_NS + 2 * most || cpu > IN_KERNEL_NS + 2 * most);
	if (!most)	/* nothing was counted; not because of -D, if its time is over */
		return delay && s->tool[TOOL_DURATION] > delay;
	return is_counted_to_its_end(p) ? cpu > 4 * most : most < SOON_NS;
}

/* Drops what the counters counted before the exec. */
static void drop_taken_away(const struct one_run *p, struct sample *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->state[i] == COUNTER_OPEN && p->plan.slot[i].thread >= 0)
			s->state[i] = COUNTER_NOT_READ;
}

static int on_interval(struct one_run *p, const struct tick *tick, struct error *err)
{
	struct measure *m = p->m;
	const struct sample *to = tick->to;
	struct tick told = *tick;
	struct sample without = {0};
	struct table t = {0};
	int rc;

	if (was_taken_away(p, to)) {
		sample_copy(&without, to);
		drop_taken_away(p, &without);
		to = &without;
	}
	table_build(&t, &p->plan, tick->from, to, &m->b.machine, &m->opts->aggr, NULL);
	metrics_eval(&t, &m->b.metrics, &m->b.events, (double)(to->time_ns - tick->from->time_ns));
	told.to = to;
	told.plan = &p->plan;
	told.pid = p->workload.pid;
	rc = p->tick(p->ctx, &told, &t, err);
	table_release(&t);
	sample_release(&without);
	return rc;
}

static int on_tick(void *ctx, const struct tick *tick, struct error *err)
{
	struct one_run *p = ctx;

	return tick->kind == TICK_INTERVAL ? on_interval(p, tick, err) : p->tick(p->ctx, tick, NULL, err);
}

/* Runs --pre or --post; a signal during it ends pstat. */
static int hook(const struct one_run *p, const char *command, struct run_result *r, struct error *err)
{
	int signo = 0;

	if (command && hook_run(p->m->env->kernel, command, &p->launch, KERNEL_FOREVER, &signo, err) < 0)
		return -1;
	if (signo) {
		r->end = WAIT_LOOP_SIGNAL;
		r->signo = signo;
	}
	return 0;
}

/* Drops events that the user did not name, to free descriptors; false: there was none left. */
static bool drop_background(struct events *events)
{
	const unsigned both = EVENT_BACKGROUND | EVENT_UNSUPPORTED;
	bool any = false;

	for (size_t e = 0; e < events->n; e++) {
		if ((events->event[e].flags & both) != EVENT_BACKGROUND)
			continue;
		events->event[e].flags |= EVENT_UNSUPPORTED;
		events->event[e].leader = (int)e;
		any = true;
	}
	return any;
}

/* --like newest has no row for a default event that cannot be counted, but for cycles. */
static void hide_unsupported(struct events *events)
{
	const unsigned both = EVENT_NEWEST | EVENT_UNSUPPORTED;

	for (size_t e = 0; e < events->n; e++) {
		struct event *event = &events->event[e];

		if ((event->flags & both) == both &&
		    !event_is_generic(event, PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES))
			event->flags |= EVENT_BACKGROUND;
	}
}

static int open_counters(struct one_run *p, struct error *err)
{
	struct measure *m = p->m;
	struct error why = ERROR_INIT;
	int rc;

	p->counters = (struct counters){ .kernel = m->env->kernel, .machine = &m->b.machine,
					 .trace = m->opts->trace ? &m->trace : NULL,
					 .may_be_none = m->opts->may_be_none,
					 .may_be_no_group = m->opts->may_be_no_group };
	target_list_again(&m->b.target, &m->b.machine, p->notes);
	if (p->launch.held && target_is_command(&m->b.target))
		m->b.target.thread[0].tid = p->workload.pid;
	do {
		plan_release(&p->plan);
		if (plan_build(&p->plan, &m->b.events, p->set, &m->b.target, err) < 0)
			return -1;
		rc = opening_run(&p->counters, &p->plan, &m->b.events, p->notes, &why);
	} while (rc == OPENING_REPLAN ||
		 (rc < 0 && why.kind == ERROR_LIMIT && drop_background(&m->b.events)));
	if (rc < 0)
		*err = why;
	hide_unsupported(&m->b.events);
	return rc;
}

/* Another program holds a counter: the next run of a series counts the group as single events. */
static void take_apart(struct events *events, int leader)
{
	for (size_t e = 0; e < events->n; e++)
		if (events->event[e].leader == leader && event_counts_alone(events, (int)e))
			events->event[e].flags |= EVENT_SPLIT;
	for (size_t e = 0; e < events->n; e++)
		if (events->event[e].leader == leader && events->event[e].flags & EVENT_SPLIT)
			events->event[e].leader = (int)e;
}

/* Uses this run's notes for the next runs. */
static void use_notes(const struct one_run *p)
{
	struct measure *m = p->m;
	bool starved = false;

	for (size_t i = 0; i < p->notes->n; i++) {
		const struct note *n = &p->notes->note[i];

		if (n->event < 0 || (n->kind != NOTE_NEVER_RAN && n->kind != NOTE_GROUP_NEVER_RAN))
			continue;
		starved |= m->b.events.event[n->event].attr.head.type != PERF_TYPE_SOFTWARE;
		if (n->kind == NOTE_GROUP_NEVER_RAN && m->opts->series)
			take_apart(&m->b.events, n->event);
	}
	if (starved && machine_nmi_watchdog(&m->b.machine) == 1)
		notes_add(p->notes, NOTE_NMI_WATCHDOG, -1, "%s", "");
}

static void fill(struct run_result *r, const struct run *run)
{
	const struct workload *w = run->workload;

	r->end = run->end;
	r->signo = run->signo;
	r->missed = run->missed;
	r->machine.waited_ns = w->waited_ns;
	r->elapsed_ns = w->reaped ? w->end_ns - w->start_ns : run->last->tool[TOOL_DURATION];
	r->status = !w->reaped ? -1 : run->killed_waiting ? run->signo : w->status;
	if (w->reaped && !r->emulated)
		run_result_set_usage(r, &w->usage, w->rss_hidden);
}

/* Adds units for the regions, also to earlier runs, as the tables of all runs have the same units. */
static void add_regions(struct one_run *p, struct run_result *r)
{
	struct benchmark *b = &p->m->b;
	struct found_regions found;

	if (p->run.probes)
		function_probes_finish(&p->probes, p->workload.pid, p->m->opts->aggr.region_threads, &found);
	else
		regions_read(&found, &p->regions);
	region_rows_add(&r->total, &b->target, &found, &b->events, &p->m->opts->aggr);
	region_rows_note(p->notes, &found);
	if (p->run.probes)
		function_probes_note(&p->probes, p->notes);
	found_regions_release(&found);
	for (size_t i = 0; i < b->n_runs; i++) {
		struct run_result *run = &b->run[i];

		region_rows_extend(&run->total, &b->target);
		if (table_is_packed(&run->total))
			continue;
		metrics_eval(&run->total, &b->metrics, &b->events, (double)run->counted_ns);
	}
}

static void finish_processes(struct one_run *p)
{
	uint64_t end_ns = p->workload.reaped ? p->workload.end_ns : p->last.time_ns;

	if (p->run.recorder)
		task_recorder_finish(&p->recorder, p->first.time_ns, end_ns, p->notes);
}

/* The benchmark takes the tree: there is one run. */
static void measure_add_processes(struct one_run *p, struct run_result *r)
{
	struct benchmark *b = &p->m->b;
	int root;

	process_tree_release(&b->processes);
	b->processes = p->recorder.tree;
	p->recorder.tree = (struct process_tree){0};
	root = process_tree_find(&b->processes, p->workload.pid);
	if (root >= 0 && p->workload.reaped)
		b->processes.process[root].status = p->workload.status;
	process_rows_build(&r->total, &b->processes, &p->plan, &p->m->opts->aggr);
}

static void measure_add_functions(struct one_run *p, struct run_result *r)
{
	struct benchmark *b = &p->m->b;
	struct found_functions found;

	sampler_finish(&p->sampler, &found, p->notes);
	sampling_note(&p->m->sampling, &b->target, p->notes);
	function_rows_add(&r->total, &b->target, &found, &b->events);
	found_functions_release(&found);
}

static void build_total(struct one_run *p, struct run_result *r)
{
	const struct aggr_opts *o = &p->m->opts->aggr;
	struct aggr_opts total = *o;

	if (aggr_is_list(o->mode) || o->mode == AGGR_REGION)
		total.mode = AGGR_TOTAL;
	table_build(&r->total, &p->plan, &p->first, &p->last, &p->m->b.machine, &total, p->notes);
	if (p->run.recorder)
		measure_add_processes(p, r);
	if (p->regions.kernel || p->run.probes)
		add_regions(p, r);
	if (p->run.sampler)
		measure_add_functions(p, r);
}

/* With -a --per-thread the threads are listed before the command starts. */
static void note_no_row(const struct one_run *p)
{
	enum { WORTH_NS = 10000000 };
	const struct target_opts *o = p->m->b.target.asked;

	if (o->per_thread && o->system_wide && p->last.tool[TOOL_USER] + p->last.tool[TOOL_SYSTEM] > WORTH_NS)
		notes_add(p->notes, NOTE_NO_COMMAND_ROW, -1, "%s", "");
}

/* Nobody knows max_rss: neither the run nor each of its processes. */
static void note_hidden(const struct one_run *p, const struct table *t)
{
	const struct events *events = &p->m->b.events;

	for (size_t at = 0; p->last.rss_hidden && at < t->n_rows * t->n_units; at++) {
		size_t row = at % t->n_rows;

		if (events->event[row].tool == TOOL_MAX_RSS && t->cell[at].state == CELL_NOT_COUNTED)
			notes_add(p->notes, NOTE_HIDDEN, (int)row, "at most %llu KiB",
				  (unsigned long long)p->last.tool[TOOL_MAX_RSS]);
	}
}

static int sum_run(struct one_run *p, struct run_result *r, struct error *err)
{
	const struct tick end = { .kind = TICK_END, .from = &p->first, .to = &p->last, .plan = &p->plan,
				  .pid = p->workload.pid };
	struct measure *m = p->m;

	finish_processes(p);
	if (was_taken_away(p, &p->last) || process_tree_lacks(&p->recorder.tree)) {
		drop_taken_away(p, &p->last);
		notes_add(p->notes, NOTE_PRIVILEGED, -1, "%s", "");
	}
	build_total(p, r);
	note_no_row(p);
	note_hidden(p, &r->total);
	r->counted_ns = p->last.time_ns - p->first.time_ns;
	if (!p->set)	/* else other runs count the rest of the events */
		metrics_eval(&r->total, &m->b.metrics, &m->b.events, (double)r->counted_ns);
	if (!p->set && !m->metric_request.by_default)
		metrics_note(&m->b.metrics, &r->total, p->notes);
	return p->tick ? p->tick(p->ctx, &end, &r->total, err) : 0;
}

static int open_control(struct one_run *p, struct error *err)
{
	struct measure *m = p->m;

	if (!m->opts->control || m->control.fd >= 0)
		return 0;
	return control_open(&m->control, m->env->kernel, m->opts->control, err);
}

/* The command finds the file by its environment.  Under valgrind its threads cannot open events. */
static int open_regions(struct one_run *p, struct error *err)
{
	if (p->m->opts->aggr.mode != AGGR_REGION || p->m->opts->n_functions || p->emulation)
		return 0;
	if (regions_open(&p->regions, p->m->env->kernel, getpid(), err) < 0)
		return -1;
	p->env[0] = p->regions.variable;
	p->launch.env = p->env;
	p->launch.shared_fd[0] = p->regions.fd;
	p->launch.shared_fd[1] = p->regions.results_fd;
	return 0;
}

static int open_probes(struct one_run *p, struct error *err)
{
	struct measure *m = p->m;

	if (!m->probed_call_ns)
		m->probed_call_ns = function_probes_call_ns(m->env->kernel, &m->functions);
	p->probes.call_ns = m->probed_call_ns;
	return function_probes_open(&p->probes, &p->plan, &p->counters, &m->b.machine.online, err);
}

static int make_run(struct one_run *p, struct run_result *r, struct error *err)
{
	struct measure *m = p->m;
	const struct measure_opts *o = m->opts;
	const struct kernel *k = m->env->kernel;
	int late;

	p->recorder = (struct task_recorder){ .kernel = k, .root = m->env->root, .pages = o->ring_pages,
					      .events = &m->b.events,
					      .by_task = o->aggr.rows.by_task };
	p->probes = (struct function_probes){ .kernel = k, .root = m->env->root, .functions = &m->functions,
					      .pages = o->ring_pages };
	p->sampler = (struct sampler){ .kernel = k, .root = m->env->root, .files = &m->sampling.files,
				       .pages = o->ring_pages };
	p->run = (struct run){ .counters = &p->counters, .workload = &p->workload, .signals = &m->signals,
			       .opts = &o->wait_loop, .control = o->control ? &m->control : NULL,
			       .watch = m->b.target.n_watch ? &p->watch : NULL,
			       .recorder = o->target.per_process ? &p->recorder : NULL,
			       .probes = o->n_functions && !p->emulation ? &p->probes : NULL,
			       .sampler = m->b.target.sampling.frequency ? &p->sampler : NULL,
			       .emulation = p->emulation,
			       .on_long = p->emulation ? m->on_long : NULL, .of_long = m->of_long,
			       .root = m->env->root, .first = &p->first, .last = &p->last };
	if (hook(p, o->pre, r, err) < 0)
		return -1;
	if (r->signo)
		return 0;
	if (open_regions(p, err) < 0 || workload_prepare(&p->workload, k, &p->launch, err) < 0 ||
	    open_counters(p, err) < 0)
		return -1;
	if (p->regions.kernel && regions_fill(&p->regions, &p->plan, &p->counters, err) < 0)
		return -1;
	if (p->run.watch)
		target_end_open(p->run.watch, k, &m->b.target);
	if (p->run.recorder &&
	    task_recorder_open(p->run.recorder, &p->counters, &m->b.machine.online, err) < 0)
		return -1;
	if ((p->run.probes && open_probes(p, err) < 0) ||
	    (p->run.sampler && sampler_open(p->run.sampler, &p->counters, err) < 0))
		return -1;
	if (o->sync)
		k->sync(k);
	if (wait_loop_run(&p->run, p->tick ? on_tick : NULL, p, p->notes, err) < 0 ||
	    (p->emulation && valgrind_counts_collect(p->emulation, &p->last, &p->workload, err) < 0) ||
	    sum_run(p, r, err) < 0)
		return -1;
	if (workload_layout_errnum(&p->workload))
		notes_add(p->notes, NOTE_LAYOUT, -1, "%s", strerror(workload_layout_errnum(&p->workload)));
	if (p->workload.unreached)
		notes_add(p->notes, NOTE_UNREACHED, -1, "%s", strerror(p->workload.unreached));
	if (p->workload.left_some)
		notes_add(p->notes, NOTE_LEFT_SOME, -1, "%s", "");
	fill(r, &p->run);
	use_notes(p);
	/* signals too late for the command end the series */
	late = workload_take_signals(&p->workload, &m->signals);
	r->signo = late ? late : r->signo;
	return p->workload.started || !p->launch.argv ? hook(p, o->post, r, err) : 0;
}

int measure_open_signals(struct signals *s, const struct kernel *k, struct error *err)
{
	int rc = k->signals_open(k, s);

	return rc < 0 ? error_set(err, ERROR_SYSTEM, -rc, "cannot watch signals: %s", strerror(-rc)) : 0;
}

int measure_watch(struct measure *m, struct error *err)
{
	return m->signals.fd < 0 ? measure_open_signals(&m->signals, m->env->kernel, err) : 0;
}

int measure_signal(const struct measure *m)
{
	struct workload none = { .kernel = m->env->kernel };

	return workload_take_signals(&none, &m->signals);
}

int measure_run_once(struct run_result *r, struct measure *m, const struct event_set *set,
		     struct valgrind_counts *emulation, measure_tick *tick, void *ctx, struct error *err)
{
	const struct kernel *k = m->env->kernel;
	struct one_run p = { .m = m, .launch = m->opts->launch, .workload = WORKLOAD_INIT, .set = set,
			     .emulation = emulation, .notes = &r->notes, .tick = tick, .ctx = ctx };
	int rc;

	run_result_init(r);
	r->emulated = emulation != NULL;
	if (emulation)
		p.launch.argv = emulation->valgrind.argv;
	/* otherwise -a or -p would count the fork, before the counted time begins */
	p.launch.held |= !target_is_command(&m->b.target);
	p.launch.signals = &m->signals;
	p.launch.nofile = &m->nofile;
	p.launch.page = &m->page;
	if (m->opts->series)
		warm_up_open(&m->warm_up, k);
	rc = measure_watch(m, err) < 0 || metric_request_set_up(&m->metric_request, err) < 0 ||
	     open_control(&p, err) < 0 ? -1 : make_run(&p, r, err);
	workload_cancel(&p.workload);
	if (p.watch.kernel)
		target_end_close(&p.watch);
	task_recorder_close(&p.recorder);
	sampler_close(&p.sampler);
	counters_close(&p.counters);
	function_probes_close(&p.probes);
	regions_close(&p.regions);
	plan_release(&p.plan);
	sample_release(&p.first);
	sample_release(&p.last);
	return rc;
}

/* As people write them, if c++filt is installed. */
static void demangle_functions(struct measure *m)
{
	struct target *t = &m->b.target;
	FREED char **name = mem_resize(NULL, t->n_regions + 1, sizeof(*name));
	struct error ignored = ERROR_INIT;

	for (size_t i = 0; i < t->n_regions; i++)
		name[i] = mem_copy_text(t->region[i].name);
	demangle_names(name, t->n_regions, m->env->kernel, m->env->root, &ignored);
	for (size_t i = 0; i < t->n_regions; i++) {
		if (strcmp(name[i], t->region[i].name) != 0)
			target_rename_function(t, i, name[i]);
		free(name[i]);
	}
}

void measure_finish(struct measure *m)
{
	struct benchmark *b = &m->b;
	FREED struct table **run = NULL;

	if (b->aggr.mode != AGGR_FUNCTION)
		return;
	run = mem_resize(NULL, b->n_runs + 1, sizeof(struct table *));
	for (size_t i = 0; i < b->n_runs; i++)
		run[i] = &b->run[i].total;
	function_rows_finish(run, b->n_runs, &b->target, &b->events, &m->opts->aggr);
	for (size_t i = 0; i < b->n_runs; i++)
		metrics_eval(run[i], &b->metrics, &b->events, (double)b->run[i].counted_ns);
	demangle_functions(m);
}

void measure_release(struct measure *m)
{
	metric_request_set_back(&m->metric_request);	/* before signals can end pstat again */
	if (m->env) {
		warm_up_close(&m->warm_up, m->env->kernel);
		if (m->page)
			m->env->kernel->unmap(m->env->kernel, m->page, sizeof(*m->page));
		control_close(&m->control);
		m->env->kernel->signals_close(m->env->kernel, &m->signals);
	}
	str_release(&m->trace);
	benchmark_release(&m->b);
	metric_request_release(&m->metric_request);
	catalog_release(&m->catalog);
	probed_functions_release(&m->functions);
	sampling_release(&m->sampling);
	*m = (struct measure){0};
}
