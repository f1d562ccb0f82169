/* SPDX-License-Identifier: MIT */
/* Finds the metrics of -M, --topdown, -T and --smi-cost, and the default metrics. */
#include "session/metric_request.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "event/vendor/catalog.h"
#include "event/vendor/catalog_load.h"
#include "host/cpuid.h"
#include "host/machine.h"
#include "host/pmu.h"
#include "host/rootfs.h"
#include "host/target.h"

/* --- what formulas need to know ------------------------------------------------------------------- */

static double literal(void *ctx, const char *name)
{
	const struct metric_request *r = ctx;

	return metric_literal_value(&r->literals, name);
}

static int metric_request_resolve(struct metric_request *r, const char *name, struct error *err)
{
	LOCAL(specs) specs = {0};
	LOCAL(events) events = {0};
	LOCAL(notes) notes = {0};
	int rc = specs_parse(&specs, name, NULL, err);

	if (rc == 0 && specs.n != 1) {
		rc = error_set(err, ERROR_USAGE, 0, "'%s' is no event", name);
		error_hint(err, "it is several: an expression adds them up with +");
	}
	if (rc == 0)
		rc = events_resolve(&events, &specs, r->machine, &r->event, &notes, err);
	if (rc == 0 && events.n && events.event[0].flags & EVENT_LATENCY) {
		rc = error_set(err, ERROR_UNSUPPORTED, 0, "'%s' is sampled, and pstat counts", name);
		error_hint(err, "retire latencies need sampling");
	}
	return rc;
}

/* The error says that a file could not be read, not that the thing does not exist. */
static bool is_unread(const struct error *err)
{
	return err->kind == ERROR_PERMISSION || err->kind == ERROR_LIMIT || err->kind == ERROR_SYSTEM ||
	       err->kind == ERROR_FORMAT;
}

/* An event exists if it can be resolved and counted; whether the kernel opens it shows later. */
static bool has_event(void *ctx, const char *name)
{
	struct error unknown = ERROR_INIT;
	struct metric_request *r = ctx;
	int rc = metric_request_resolve(r, name, &unknown);

	if (rc < 0 && is_unread(&unknown) && !is_unread(&r->unread))
		r->unread = unknown;
	return rc == 0;
}

static void explain(void *ctx, const char *name, struct error *err)
{
	struct error why = ERROR_INIT;

	if (metric_request_resolve(ctx, name, &why) < 0 && why.hint[0])
		error_hint(err, "%s", why.hint);
}

static bool metric_request_matches(void *ctx, const char *pattern)
{
	const struct metric_request *r = ctx;

	return r->catalog->cpuid && cpuid_matches(r->catalog->cpuid, pattern);
}

/* --- the options that stand for a group ----------------------------------------------------------- */

static bool has_group(const struct metric_request *r, const char *group)
{
	size_t len = strlen(group);

	for (size_t i = 0; i < r->n_metrics; i++) {
		if (!metric_is_of_unit(&r->metric[i], r->event.cputype))
			continue;
		for (const char *p = r->metric[i].groups; *p; p += strcspn(p, ";"), p += *p != '\0')
			if (strncmp(p, group, len) == 0 && (!p[len] || p[len] == ';'))
				return true;
	}
	return false;
}

static int find_top_down(const struct metric_request *r, uint64_t level, char *group, size_t size,
			 struct error *err)
{
	uint64_t deepest = 0;

	do
		snprintf(group, size, "TopdownL%llu", (unsigned long long)++deepest);
	while (has_group(r, group));
	deepest--;
	if (!deepest) {
		error_set(err, ERROR_NOT_FOUND, 0, "no top-down metrics are known for %s%s",
			  r->event.cputype ? "cores of type " : "this CPU",
			  r->event.cputype ? r->event.cputype : "");
		return error_hint(err, "'pstat list metricgroups' shows what there is");
	}
	snprintf(group, size, "TopdownL%llu", (unsigned long long)(level ? level : 1));
	if (level > deepest)
		return error_set(err, ERROR_USAGE, 0, "there is no top-down level %llu: the deepest is %llu",
				 (unsigned long long)level, (unsigned long long)deepest);
	return 0;
}

static const char *const core_pmus[] = { "cpu", "cpu_core" };

#define FREEZE_ON_SMI "/sys/devices/%s/freeze_on_smi"

/* The SMI metrics compare two clocks; one of them must be frozen during an SMI. */
static int check_smi(struct metric_request *r, struct error *err)
{
	for (size_t i = 0; has_group(r, "smi") && i < sizeof(core_pmus) / sizeof(*core_pmus); i++) {
		int frozen, rc = rootfs_read_int(r->machine->root, &frozen, FREEZE_ON_SMI, core_pmus[i]);

		if (rootfs_is_missing(rc))
			continue;
		if (rc < 0)
			return rootfs_set_error(err, rc, FREEZE_ON_SMI, core_pmus[i]);
		r->smi_pmu = frozen ? NULL : core_pmus[i];
		return 0;
	}
	return error_set(err, ERROR_UNSUPPORTED, 0, "this machine does not report the cost of SMIs");
}

int metric_request_set_up(struct metric_request *r, struct error *err)
{
	int rc;

	if (!r->smi_pmu || r->frozen)
		return 0;
	rc = rootfs_write(r->machine->root, "1", FREEZE_ON_SMI, r->smi_pmu);
	if (rc < 0) {
		error_set(err, ERROR_PERMISSION, -rc,
			  "--smi-cost needs counters that stop during an SMI: " FREEZE_ON_SMI ": %s",
			  r->smi_pmu, strerror(-rc));
		return error_hint(err,
				  "as root, pstat sets this while it counts, and restores it afterwards");
	}
	r->frozen = true;
	return 0;
}

void metric_request_set_back(struct metric_request *r)
{
	if (r->frozen)
		rootfs_write(r->machine->root, "0", FREEZE_ON_SMI, r->smi_pmu);
	r->frozen = false;
}

static int check_transactions(const struct metric_request *r, struct error *err)
{
	if (has_group(r, "transaction"))
		return 0;
	return error_set(err, ERROR_UNSUPPORTED, 0, "no transaction metrics are known for this CPU");
}

enum { INSTANCES_MOST = 256 };	/* of a metric with a ? */

/* --- all of it ------------------------------------------------------------------------------------ */

static void metric_request_add_metric(struct metric_request *r, const struct catalog_metric *m)
{
	r->metric = mem_resize(r->metric, r->n_metrics + 1, sizeof(*r->metric));
	r->metric[r->n_metrics++] = *m;
}

static const char *insert_number(struct metric_request *r, const char *text, int number)
{
	struct str out = {0};

	str_add(&out, "");
	for (; *text; text++) {
		if (*text == '?')
			str_addf(&out, "%d", number);
		else
			str_add_n(&out, text, 1);
	}
	r->text = mem_resize(r->text, r->n_texts + 1, sizeof(*r->text));
	r->text[r->n_texts] = out.text;
	return r->text[r->n_texts++];
}

#define INTERFACE PMU_DEVICES "/hv_24x7/interface/%s"

/*
 * How many chips or cores a metric with a ? in its expression has: POWER's hypervisor tells it, on other
 * machines it is one.  -1: the file cannot be read.
 */
static int count_instances(const struct metric_request *r, const struct catalog_metric *m, struct error *err)
{
	const char *file = strcmp(m->per, "PerCore") == 0 ? "coresperchip" : "sockets";
	int n, rc = rootfs_read_int(r->machine->root, &n, INTERFACE, file);

	if (rc < 0)
		return rootfs_is_missing(rc) ? 1 : rootfs_set_error(err, rc, INTERFACE, file);
	return n > 0 && n <= INSTANCES_MOST ? n : 1;
}

static int load_metrics(struct metric_request *r, struct notes *notes, struct error *err)
{
	struct catalog_metric m;
	size_t cursor = 0;

	if (catalog_load(r->catalog, notes, err) < 0)
		return -1;
	r->unread = r->catalog->unread;
	while (catalog_next_metric(r->catalog, &cursor, &m)) {
		const struct catalog_metric all = m;
		int instances;

		if (!strchr(all.expr, '?')) {
			metric_request_add_metric(r, &m);
			continue;
		}
		instances = count_instances(r, &all, err);
		if (instances < 0)
			return -1;
		for (int i = 0; i < instances; i++) {
			m.instance = i + 1;
			m.expr = insert_number(r, all.expr, i);
			m.threshold = insert_number(r, all.threshold, i);
			metric_request_add_metric(r, &m);
		}
	}
	return 0;
}

static struct metric_select_opts opts_of(const struct metric_request *r, const char *const *list,
					 const struct metric_opts *o)
{
	return (struct metric_select_opts){ .list = list, .no_group = o->no_group,
					    .no_merge = o->no_merge, .no_threshold = o->no_threshold,
					    .nmi_watchdog = machine_nmi_watchdog(r->machine) == 1,
					    .unit = r->event.cputype };
}

static int find_named(struct metric_request *r, const struct metric_opts *o, struct notes *notes,
		      struct error *err)
{
	const char **list = mem_resize(NULL, o->n + 3, sizeof(*list));
	struct metric_select_opts named = opts_of(r, list, o);
	char group[40];
	int rc = -1;

	for (size_t i = 0; i < o->n; i++)
		list[named.n_lists++] = o->name[i];
	if (o->topdown) {
		if (find_top_down(r, o->td_level, group, sizeof(group), err) < 0)
			goto out;
		list[named.n_lists++] = group;
		named.no_threshold = true;	/* as perf: opens no event that only a colour needs */
	}
	if (o->transactions) {
		if (check_transactions(r, err) < 0)
			goto out;
		list[named.n_lists++] = "transaction";
	}
	if (o->smi_cost) {
		if (check_smi(r, err) < 0)
			goto out;
		list[named.n_lists++] = "smi";
	}
	rc = metric_selection_find(&r->selection, &named, r->metric, r->n_metrics, &r->world, notes, err);
out:
	free(list);
	return rc;
}

/* When a metric is missing because a file could not be read, that file is the error to show. */
static int metric_request_find_all(struct metric_request *r, const struct metric_opts *o, struct notes *notes,
				   struct error *err)
{
	int rc = find_named(r, o, notes, err);

	if (rc < 0 && is_unread(&r->unread) &&
	    (err->kind == ERROR_NOT_FOUND || err->kind == ERROR_UNSUPPORTED))
		*err = r->unread;
	return rc;
}

/*
 * A core with top-down events has default metrics made of them; other machines skip the search.
 * A metric that is missing here is no error, since the user did not ask for it.
 */
static void find_default(struct metric_request *r, const struct metric_opts *o, struct notes *notes)
{
	static const char *const list = "Default";
	struct metric_select_opts opts;
	struct error ignored = ERROR_INIT;
	LOCAL(notes) unsaid = {0};
	bool has_top_down = core_pmu_has_event(r->machine, core_pmus[!pmus_one_core_known(&r->machine->pmus)],
					       "topdown-retiring", notes);

	r->event.cores_only = has_top_down;
	if (has_top_down && load_metrics(r, &unsaid, &ignored) == 0) {
		r->by_default = true;
		opts = opts_of(r, &list, o);
		opts.n_lists = 1;
		opts.no_threshold = true;
		if (metric_selection_find(&r->selection, &opts, r->metric, r->n_metrics, &r->world, &unsaid,
					  &ignored) < 0)
			metric_selection_release(&r->selection);
		metric_selection_sort_by_name(&r->selection);
		if (is_unread(&r->unread))
			notes_add(notes, NOTE_FILE, -1, "%s", r->unread.message);
	}
}

static int metric_request_compare_names(const char *a, const char *b)
{
	size_t n = strcspn(a, "="), m = strcspn(b, "=");
	int rc = str_ncasecmp(a, b, n < m ? n : m);

	return rc ? rc : (n > m) - (n < m);
}

/* Sorts pointers into the list of definitions by name, those of one name in the order given. */
static int metric_request_by_name(const void *a, const void *b)
{
	const char *const *const *x = a, *const *const *y = b;
	int rc = metric_request_compare_names(**x, **y);

	return rc ? rc : (*x > *y) - (*x < *y);
}

/* Notes each definition that a later one of the same name replaces. */
static void note_repeated(const struct catalog_opts *o, struct notes *notes)
{
	const char *const **sorted = mem_resize(NULL, o->n_defines, sizeof(*sorted));
	FREED bool *again = mem_zeroed(o->n_defines, sizeof(*again));

	for (size_t i = 0; i < o->n_defines; i++)
		sorted[i] = &o->define[i];
	if (o->n_defines)
		qsort(sorted, o->n_defines, sizeof(*sorted), metric_request_by_name);
	for (size_t i = 1; i < o->n_defines; i++)
		again[sorted[i - 1] - o->define] =
			metric_request_compare_names(*sorted[i - 1], *sorted[i]) == 0;
	for (size_t i = 0; i < o->n_defines; i++)
		if (again[i])
			notes_add(notes, NOTE_OVERRIDDEN, -1, "--define '%s', which is defined again",
				  o->define[i]);
	free(sorted);
}

int metric_request_check_defines(struct catalog *catalog, struct notes *notes, struct error *err)
{
	const struct catalog_opts *o = catalog->opts;
	int rc = o->folder || o->n_defines ? catalog_load(catalog, notes, err) : 0;

	note_repeated(o, notes);
	for (size_t i = 0; i < o->n_defines && rc == 0; i++) {
		size_t length = strcspn(o->define[i], "=");
		LOCAL(str) name = {0};

		str_add_n(&name, o->define[i], length);
		rc = formula_check(name.text, o->define[i] + length + 1, err);
	}
	return rc;
}

int metric_request_find(struct metric_request *r, const struct metric_world *w, const struct metric_opts *o,
			bool with_default, struct notes *notes, struct error *err)
{
	*r = (struct metric_request){ .machine = w->machine,
				      .catalog = w->catalog,
				      .event = *w->event,
				      .literals = { w->machine, w->target, w->kernel },
				      .world = { r, literal, has_event, metric_request_matches, explain } };
	r->event.catalog = r->catalog;
	if (metric_request_check_defines(r->catalog, notes, err) < 0)
		return -1;
	if (!o->n && !o->topdown && !o->transactions && !o->smi_cost) {
		if (with_default)
			find_default(r, o, notes);
		return 0;
	}
	if (load_metrics(r, notes, err) < 0)
		return -1;
	return metric_request_find_all(r, o, notes, err);
}

int metric_request_parse(struct metric_request *r, struct specs *specs, struct error *err)
{
	r->from_source = specs->n_sources;
	for (size_t i = 0; i < r->selection.n_sources; i++) {
		const struct metric_source *s = &r->selection.source[i];
		size_t before = specs->n;

		if (specs_parse(specs, s->text, NULL, err) < 0)
			return -1;
		if (specs->n != before + s->n)	/* each was one event when it was found */
			return error_set(err, ERROR_USAGE, 0, "'%s' is not %zu events", s->text, s->n);
		for (size_t k = 0; k < s->n; k++)
			specs->spec[before + k].metric_id = r->selection.formulas.event[s->event[k]].name;
	}
	return 0;
}

void metric_request_release(struct metric_request *r)
{
	metric_selection_release(&r->selection);
	for (size_t i = 0; i < r->n_texts; i++)
		free(r->text[i]);
	free(r->text);
	free(r->metric);
	*r = (struct metric_request){0};
}
