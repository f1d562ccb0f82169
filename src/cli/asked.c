/* SPDX-License-Identifier: MIT */
/* Which metrics do -M, --topdown, -T and --smi-cost mean, and what does this machine say to them? */
#include "cli/asked.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "cli/app.h"
#include "cli/measure.h"
#include "event/catalog.h"
#include "event/catalog_load.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "host/cpuid.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "host/rootfs.h"

/* --- what formulas ask --------------------------------------------------------------------------- */

static double literal(void *ctx, const char *name)
{
	const struct asked *a = ctx;

	return literal_value(&a->literals, name);
}

static int resolve(struct asked *a, const char *name, struct error *err)
{
	struct specs specs = {0};
	struct events events = {0};
	struct notes notes = {0};
	int rc = specs_parse(&specs, name, NULL, err);

	if (rc == 0 && specs.n != 1) {
		rc = error_set(err, ERROR_USAGE, 0, "'%s' is no event", name);
		error_hint(err, "it is several: an expression adds them up with +");
	}
	if (rc == 0)
		rc = events_resolve(&events, &specs, a->machine, &a->event, &notes, err);
	if (rc == 0 && events.n && events.event[0].flags & EVENT_LATENCY) {
		rc = error_set(err, ERROR_UNSUPPORTED, 0, "'%s' is sampled, and pstat counts", name);
		error_hint(err, "retire latencies need sampling, but pstat counts");
	}
	events_release(&events);
	specs_release(&specs);
	notes_release(&notes);
	return rc;
}

/* A file that could not be read, and not that there is no such thing. */
static bool is_unread(const struct error *err)
{
	return err->kind == ERROR_PERMISSION || err->kind == ERROR_LIMIT || err->kind == ERROR_SYSTEM ||
	       err->kind == ERROR_FORMAT;
}

/* An event is there if it can be resolved and is one to count; what the kernel says to it comes later. */
static bool has_event(void *ctx, const char *name)
{
	struct error unknown = ERROR_INIT;
	struct asked *a = ctx;
	int rc = resolve(a, name, &unknown);

	if (rc < 0 && is_unread(&unknown) && !is_unread(&a->unread))
		a->unread = unknown;
	return rc == 0;
}

static void explain(void *ctx, const char *name, struct error *err)
{
	struct error why = ERROR_INIT;

	if (resolve(ctx, name, &why) < 0 && why.hint[0])
		error_hint(err, "%s", why.hint);
}

static bool matches(void *ctx, const char *pattern)
{
	const struct asked *a = ctx;

	return a->catalog->cpuid && cpuid_matches(a->catalog->cpuid, pattern);
}

/* --- the options that stand for a group ----------------------------------------------------------- */

static bool has_group(const struct asked *a, const char *group)
{
	size_t len = strlen(group);

	for (size_t i = 0; i < a->n_metrics; i++) {
		if (!pick_is_of(&a->metric[i], a->event.cputype))
			continue;
		for (const char *p = a->metric[i].groups; *p; p += strcspn(p, ";"), p += *p != '\0')
			if (strncmp(p, group, len) == 0 && (!p[len] || p[len] == ';'))
				return true;
	}
	return false;
}

static int find_top_down(const struct asked *a, uint64_t level, char *group, size_t size, struct error *err)
{
	uint64_t deepest = 0;

	do
		snprintf(group, size, "TopdownL%llu", (unsigned long long)++deepest);
	while (has_group(a, group));
	deepest--;
	if (!deepest) {
		error_set(err, ERROR_UNSUPPORTED, 0, "no top-down metrics are known of %s%s",
			  a->event.cputype ? "cores of type " : "this CPU",
			  a->event.cputype ? a->event.cputype : "");
		error_hint(err, "'pstat list metricgroups' shows what there is");
		return -1;
	}
	snprintf(group, size, "TopdownL%llu", (unsigned long long)(level ? level : 1));
	if (level > deepest)
		return error_set(err, ERROR_USAGE, 0, "there is no top-down level %llu: the deepest is %llu",
				 (unsigned long long)level, (unsigned long long)deepest);
	return 0;
}

static const char *const core_pmus[] = { "cpu", "cpu_core" };

#define FREEZE_ON_SMI "/sys/devices/%s/freeze_on_smi"

/* The SMI metrics compare clocks of which one has to stand still meanwhile. */
static int check_smi(struct asked *a, struct error *err)
{
	for (size_t i = 0; has_group(a, "smi") && i < sizeof(core_pmus) / sizeof(*core_pmus); i++) {
		int frozen, rc = rootfs_read_int(a->machine->root, &frozen, FREEZE_ON_SMI, core_pmus[i]);

		if (rootfs_is_missing(rc))
			continue;
		if (rc < 0)
			return rootfs_refuse(err, rc, FREEZE_ON_SMI, core_pmus[i]);
		a->smi_pmu = frozen ? NULL : core_pmus[i];
		return 0;
	}
	return error_set(err, ERROR_UNSUPPORTED, 0, "this machine does not tell the cost of SMIs");
}

int asked_set_up(struct asked *a, struct error *err)
{
	int rc;

	if (!a->smi_pmu || a->frozen)
		return 0;
	rc = rootfs_write(a->machine->root, "1", FREEZE_ON_SMI, a->smi_pmu);
	if (rc < 0) {
		error_set(err, ERROR_PERMISSION, -rc,
			  "--smi-cost needs counters that stand still during an SMI: " FREEZE_ON_SMI ": %s",
			  a->smi_pmu, strerror(-rc));
		error_hint(err, "as root, pstat sets that while it counts, and back afterwards");
		return -1;
	}
	a->frozen = true;
	return 0;
}

void asked_set_back(struct asked *a)
{
	if (a->frozen)
		rootfs_write(a->machine->root, "0", FREEZE_ON_SMI, a->smi_pmu);
	a->frozen = false;
}

static int check_transactions(const struct asked *a, struct error *err)
{
	if (has_group(a, "transaction"))
		return 0;
	return error_set(err, ERROR_UNSUPPORTED, 0, "no transaction metrics are known of this CPU");
}

enum { INSTANCES_MOST = 256 };	/* of a metric with a ? */

/* --- all of it ------------------------------------------------------------------------------------ */

static void add_metric(struct asked *a, const struct catalog_metric *m)
{
	a->metric = mem_resize(a->metric, a->n_metrics + 1, sizeof(*a->metric));
	a->metric[a->n_metrics++] = *m;
}

static const char *numbered(struct asked *a, const char *text, int number)
{
	struct str out = {0};

	str_add(&out, "");
	for (; *text; text++) {
		if (*text == '?')
			str_addf(&out, "%d", number);
		else
			str_add_n(&out, text, 1);
	}
	a->text = mem_resize(a->text, a->n_texts + 1, sizeof(*a->text));
	a->text[a->n_texts] = out.text;
	return a->text[a->n_texts++];
}

#define INTERFACE PMU_DEVICES "/hv_24x7/interface/%s"

/*
 * How many chips or cores a metric with a ? is of: POWER's hypervisor tells it, on others it is one.
 * -1: it cannot be read.
 */
static int count_instances(const struct asked *a, const struct catalog_metric *m, struct error *err)
{
	const char *file = strcmp(m->per, "PerCore") == 0 ? "coresperchip" : "sockets";
	int n, rc = rootfs_read_int(a->machine->root, &n, INTERFACE, file);

	if (rc < 0)
		return rootfs_is_missing(rc) ? 1 : rootfs_refuse(err, rc, INTERFACE, file);
	return n > 0 && n <= INSTANCES_MOST ? n : 1;
}

static int load_metrics(struct asked *a, struct notes *notes, struct error *err)
{
	struct catalog_metric m;
	size_t cursor = 0;

	if (catalog_load(a->catalog, notes, err) < 0)
		return -1;
	a->unread = a->catalog->unread;
	while (catalog_next_metric(a->catalog, &cursor, &m)) {
		const struct catalog_metric all = m;
		int instances;

		if (!strchr(all.expr, '?')) {
			add_metric(a, &m);
			continue;
		}
		instances = count_instances(a, &all, err);
		if (instances < 0)
			return -1;
		for (int i = 0; i < instances; i++) {
			m.instance = i + 1;
			m.expr = numbered(a, all.expr, i);
			m.threshold = numbered(a, all.threshold, i);
			add_metric(a, &m);
		}
	}
	return 0;
}

static struct pick_opts opts_of(const struct asked *a, const char *const *list,
				const struct measure_opts *o)
{
	return (struct pick_opts){ .list = list, .no_group = o->metric_no_group,
				   .no_merge = o->metric_no_merge, .no_threshold = o->metric_no_threshold,
				   .nmi_watchdog = machine_nmi_watchdog(a->machine) == 1,
				   .unit = o->event.cputype };
}

static int find_named(struct asked *a, const struct measure_opts *o, struct notes *notes, struct error *err)
{
	const char **list = mem_resize(NULL, o->n_metrics + 3, sizeof(*list));
	struct pick_opts named = opts_of(a, list, o);
	char group[40];
	int rc = -1;

	for (size_t i = 0; i < o->n_metrics; i++)
		list[named.n_lists++] = o->metrics[i];
	if (o->topdown) {
		if (find_top_down(a, o->td_level, group, sizeof(group), err) < 0)
			goto out;
		list[named.n_lists++] = group;
		named.no_threshold = true;	/* as in perf: no event is opened for a colour only */
	}
	if (o->transactions) {
		if (check_transactions(a, err) < 0)
			goto out;
		list[named.n_lists++] = "transaction";
	}
	if (o->smi_cost) {
		if (check_smi(a, err) < 0)
			goto out;
		list[named.n_lists++] = "smi";
	}
	rc = picks_find(&a->picks, &named, a->metric, a->n_metrics, &a->world, notes, err);
out:
	free(list);
	return rc;
}

/* Of a CPU that nobody could tell no metrics are known, and what an event hides is why one is not there. */
static int find(struct asked *a, const struct measure_opts *o, struct notes *notes, struct error *err)
{
	int rc = find_named(a, o, notes, err);

	if (rc < 0 && is_unread(&a->unread) &&
	    (err->kind == ERROR_NOT_FOUND || err->kind == ERROR_UNSUPPORTED))
		*err = a->unread;
	return rc;
}

/*
 * The core that has top-down events has default metrics of them; nobody else pays for looking.
 * What cannot be found is no error: nobody asked.
 */
static void find_default(struct asked *a, const struct measure_opts *o, struct notes *notes)
{
	static const char *const list = "Default";
	struct pick_opts opts;
	struct error ignored = ERROR_INIT;
	struct notes unsaid = {0};
	bool wanted = !o->n_events && !o->null && !o->catalog.cpuid;

	wanted = wanted && events_core_has(a->machine, core_pmus[!pmus_have_one_core(&a->machine->pmus)],
					   "topdown-retiring", notes);
	a->event.cores_only = wanted;
	if (wanted && load_metrics(a, &unsaid, &ignored) == 0) {
		a->by_default = true;
		opts = opts_of(a, &list, o);
		opts.n_lists = 1;
		opts.no_threshold = true;
		if (picks_find(&a->picks, &opts, a->metric, a->n_metrics, &a->world, &unsaid, &ignored) < 0)
			picks_release(&a->picks);
		picks_sort_by_name(&a->picks);
		if (is_unread(&a->unread))
			notes_add(notes, NOTE_FILE, -1, "%s", a->unread.message);
	}
	notes_release(&unsaid);
}

static int compare_names(const char *a, const char *b)
{
	size_t n = strcspn(a, "="), m = strcspn(b, "=");
	int rc = str_ncasecmp(a, b, n < m ? n : m);

	return rc ? rc : (n > m) - (n < m);
}

/* Of two places in the list of definitions: those of one name in their order. */
static int by_name(const void *a, const void *b)
{
	const char *const *const *x = a, *const *const *y = b;
	int rc = compare_names(**x, **y);

	return rc ? rc : (*x > *y) - (*x < *y);
}

/* The last one of a name counts. */
static void tell_repeated(const struct catalog_opts *o, struct notes *notes)
{
	const char *const **sorted = mem_resize(NULL, o->n_defines, sizeof(*sorted));
	bool *again = mem_zeroed(o->n_defines, sizeof(*again));

	for (size_t i = 0; i < o->n_defines; i++)
		sorted[i] = &o->define[i];
	if (o->n_defines)
		qsort(sorted, o->n_defines, sizeof(*sorted), by_name);
	for (size_t i = 1; i < o->n_defines; i++)
		again[sorted[i - 1] - o->define] = compare_names(*sorted[i - 1], *sorted[i]) == 0;
	for (size_t i = 0; i < o->n_defines; i++)
		if (again[i])
			notes_add(notes, NOTE_OVERRIDDEN, -1, "--define '%s', which is defined again",
				  o->define[i]);
	free(again);
	free(sorted);
}

int asked_check(struct catalog *catalog, struct notes *notes, struct error *err)
{
	const struct catalog_opts *o = catalog->opts;
	int rc = o->folder || o->n_defines ? catalog_load(catalog, notes, err) : 0;

	tell_repeated(o, notes);
	for (size_t i = 0; i < o->n_defines && rc == 0; i++) {
		size_t length = strcspn(o->define[i], "=");
		struct str name = {0};

		str_add_n(&name, o->define[i], length);
		rc = formula_check(name.text, o->define[i] + length + 1, err);
		str_release(&name);
	}
	return rc;
}

int asked_find(struct asked *a, struct measure *m, struct error *err)
{
	const struct measure_opts *o = m->opts;

	*a = (struct asked){ .machine = &m->machine, .catalog = &m->catalog, .event = o->event,
			     .literals = { &m->machine, &o->target, m->env->kernel },
			     .world = { a, literal, has_event, matches, explain } };
	a->event.catalog = a->catalog;
	if (asked_check(a->catalog, &m->notes, err) < 0)
		return -1;
	if (!o->n_metrics && !o->topdown && !o->transactions && !o->smi_cost) {
		find_default(a, o, &m->notes);
		return 0;
	}
	if (load_metrics(a, &m->notes, err) < 0)
		return -1;
	return find(a, o, &m->notes, err);
}

int asked_parse(struct asked *a, struct specs *specs, struct error *err)
{
	a->from_source = specs->n_sources;
	for (size_t i = 0; i < a->picks.n_sources; i++) {
		const struct pick_source *s = &a->picks.source[i];
		size_t before = specs->n;

		if (specs_parse(specs, s->text, NULL, err) < 0)
			return -1;
		if (specs->n != before + s->n)	/* each was one when it was looked for */
			return error_set(err, ERROR_USAGE, 0, "'%s' is not %zu events", s->text, s->n);
		for (size_t k = 0; k < s->n; k++)
			specs->spec[before + k].metric_id = a->picks.formulas.event[s->event[k]].name;
	}
	return 0;
}

void asked_release(struct asked *a)
{
	picks_release(&a->picks);
	for (size_t i = 0; i < a->n_texts; i++)
		free(a->text[i]);
	free(a->text);
	free(a->metric);
	*a = (struct asked){0};
}
