/* SPDX-License-Identifier: MIT */
/*
 * A document of schema pstat/1 read back: each member is looked for by its name, whatever
 * else is there, and what a report cannot do without is an error when it is missing.
 */
#include "out/saved.h"

#include <linux/perf_event.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/jsondoc.h"
#include "base/mem.h"
#include "base/number.h"
#include "event/event.h"
#include "event/label.h"
#include "event/names.h"
#include "host/pmu.h"
#include "out/pieces.h"
#include "out/saved_rows.h"

int saved_wrong(struct error *err, const char *list, size_t index, const char *what)
{
	return error_set(err, ERROR_FORMAT, 0, "the result is not one of schema %s: %s[%zu] %s",
			 PIECES_SCHEMA, list, index, what);
}

static int wrong(struct error *err, const char *what)
{
	return error_set(err, ERROR_FORMAT, 0, "the result is not one of schema %s: %s", PIECES_SCHEMA, what);
}

/* An owned copy of a text; NULL: it is null or not there. */
static char *copy(const struct jsondoc *doc, int object, const char *key)
{
	const char *text;

	return jsondoc_text(doc, jsondoc_find(doc, object, key), &text) ? mem_text(text) : NULL;
}

static const char *text_of(const struct jsondoc *doc, int object, const char *key)
{
	const char *text;

	return jsondoc_text(doc, jsondoc_find(doc, object, key), &text) ? text : "";
}

/* The list of that name, at least empty; -1: it is missing. */
static int list_of(const struct jsondoc *doc, int object, const char *key, struct error *err)
{
	int list = jsondoc_find(doc, object, key);

	if (list >= 0 && doc->node[list].type == JSON_ARRAY)
		return list;
	error_set(err, ERROR_FORMAT, 0, "the result is not one of schema %s: it has no list of %s",
		  PIECES_SCHEMA, key);
	return -1;
}

/* Index of the word; -1: it is none of them. */
static int find_word(const char *const *words, size_t n, const char *word)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(words[i], word) == 0)
			return (int)i;
	return -1;
}

/* --- the head -------------------------------------------------------------------------------------- */

static void read_level(const struct jsondoc *doc, int host, const char *key, int *level)
{
	int64_t v;
	bool on;

	*level = HOST_UNKNOWN;
	if (jsondoc_i64(doc, jsondoc_find(doc, host, key), &v) && v > INT32_MIN && v < INT32_MAX)
		*level = (int)v;
	else if (jsondoc_bool(doc, jsondoc_find(doc, host, key), &on))
		*level = on;
}

static void read_host(struct host *h, const struct jsondoc *doc, int host)
{
	const struct { const char *key; char **text;
	} texts[] = {
		{ "cpu", &h->cpu },	      { "vendor", &h->vendor }, { "microcode", &h->microcode },
		{ "arch", &h->arch },	      { "kernel", &h->kernel }, { "hypervisor", &h->hypervisor },
		{ "governor", &h->governor },
	};
	const struct { const char *key; int *level;
	} levels[] = {
		{ "family", &h->family },
		{ "model", &h->model },
		{ "stepping", &h->stepping },
		{ "cpus", &h->cpus },
		{ "perf_event_paranoid", &h->paranoid },
		{ "nmi_watchdog", &h->nmi_watchdog },
		{ "aslr", &h->aslr },
		{ "smt", &h->smt },
		{ "turbo", &h->turbo },
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		*texts[i].text = copy(doc, host, texts[i].key);
	for (size_t i = 0; i < sizeof(levels) / sizeof(*levels); i++)
		read_level(doc, host, levels[i].key, levels[i].level);
}

static int read_target(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err)
{
	struct target_opts *a = &e->asked;
	int target = jsondoc_find(doc, result, "target"), late = jsondoc_find(doc, target, "delay_ns");
	const char *kind = text_of(doc, target, "kind");
	bool inherit = true;

	e->list = copy(doc, target, "list");
	a->command = e->argv != NULL;
	if (strcmp(kind, "system") == 0 || strcmp(kind, "cpus") == 0) {
		a->system_wide = kind[0] == 's';
		a->cpus = e->list;
	} else if (strcmp(kind, "processes") == 0) {
		a->pids = e->list;
	} else if (strcmp(kind, "threads") == 0) {
		a->tids = e->list;
	} else if (strcmp(kind, "command") == 0) {
		target_follow_command(&e->target);
	} else {
		return wrong(err, "what its target is");
	}
	jsondoc_bool(doc, jsondoc_find(doc, target, "inherit"), &inherit);
	a->no_inherit = !inherit;
	a->late_ns = late < 0 ? TARGET_UNKNOWN : TARGET_TOLD;
	if (late >= 0 && doc->node[late].type != JSON_NULL && !jsondoc_u64(doc, late, &a->late_ns))
		return wrong(err, "when its counting began");
	return 0;
}

static int read_aggregation(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err)
{
	int aggr = jsondoc_find(doc, result, "aggregation");
	int mode = find_word(pieces_modes, sizeof(pieces_modes) / sizeof(*pieces_modes),
			     text_of(doc, aggr, "mode"));
	bool scaled = true, spread = false;

	if (mode < 0)
		return wrong(err, "what its mode of aggregation is");
	jsondoc_bool(doc, jsondoc_find(doc, aggr, "scaled"), &scaled);
	jsondoc_bool(doc, jsondoc_find(doc, aggr, "percore_spread"), &spread);
	e->aggr = (struct aggr_opts){ .mode = (enum aggr_mode)mode,
				      .no_scale = !scaled,
				      .percore_threads = spread };
	e->asked.per_thread = mode == AGGR_THREAD;
	return 0;
}

static int read_command(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err)
{
	int command = jsondoc_find(doc, result, "command");
	size_t n = 0;

	if (command < 0 || doc->node[command].type != JSON_ARRAY)
		return 0;
	e->argv = mem_resize(NULL, doc->node[command].n + 1, sizeof(*e->argv));
	e->argv[0] = NULL;
	for (int i = doc->node[command].child; i >= 0; i = doc->node[i].next) {
		const char *word;

		if (!jsondoc_text(doc, i, &word))
			return saved_wrong(err, "command", n, "is no text");
		e->argv[n++] = mem_text(word);
		e->argv[n] = NULL;
	}
	return 0;
}

/* --- events, runs and notes ------------------------------------------------------------------------ */

static int read_attr(struct event *e, const struct jsondoc *doc, int node)
{
	uint64_t word[4] = {0}, type;
	int config = jsondoc_find(doc, node, "config"), n = 0;

	if (!jsondoc_u64(doc, jsondoc_find(doc, node, "type"), &type)) {
		e->known = event_name_find(e->name);
		e->tool = e->known ? e->known->tool : TOOL_NONE;
		return e->tool != TOOL_NONE ? 0 : -1;
	}
	for (int i = config < 0 ? -1 : doc->node[config].child; i >= 0 && n < 4; i = doc->node[i].next)
		if (!jsondoc_u64(doc, i, &word[n++]))
			return -1;
	if (type > UINT32_MAX)
		return -1;
	e->attr.head.type = (uint32_t)type;
	e->attr.head.size = ATTR_SIZE;
	e->attr.head.config = word[0];
	e->attr.head.config1 = word[1];
	e->attr.head.config2 = word[2];
	e->attr.tail.config3 = word[3];
	e->known = event_name_of(e->attr.head.type, word[0]);
	return 0;
}

/* On a PMU of its own it has that PMU's type: then the name tells, without what stands around it. */
static const struct event_name *known_by_name(const struct event *e)
{
	const char *slash = strchr(e->name, '/'), *from = slash ? slash + 1 : e->name;
	char name[64] = "";
	size_t n = strcspn(from, "/:");

	if (n < sizeof(name))
		memcpy(name, from, n);
	return event_name_find(name);
}

struct member {			/* an event, and the cgroup it is of */
	const char *cgroup;
	size_t event;
};

static int by_cgroup(const void *a, const void *b)
{
	const struct member *x = a, *y = b;
	int order = strcmp(x->cgroup, y->cgroup);

	return order ? order : (x->event > y->event) - (x->event < y->event);
}

/* Each once, in the order of the first events. */
static void add_cgroups(struct cgroups *cs, struct events *events, const struct member *member, size_t n)
{
	size_t *first = mem_resize(NULL, events->n, sizeof(*first));

	for (size_t i = 0; i < n; i++) {
		bool same = i && strcmp(member[i].cgroup, member[i - 1].cgroup) == 0;

		first[member[i].event] = same ? first[member[i - 1].event] : member[i].event;
		events->event[member[i].event].cgroup = (int)i;
	}
	cs->cgroup = mem_resize(NULL, n, sizeof(*cs->cgroup));
	for (size_t e = 0; e < events->n; e++) {
		int *at = &events->event[e].cgroup;

		if (*at < 0)
			continue;
		if (first[e] == e)
			cs->cgroup[cs->n++] = (struct cgroup){ mem_text(member[*at].cgroup), -1 };
		*at = first[e] == e ? (int)cs->n - 1 : events->event[first[e]].cgroup;
	}
	free(first);
}

static void read_cgroups(struct saved_entry *e, const struct jsondoc *doc, int list)
{
	struct member *member = mem_resize(NULL, e->events.n, sizeof(*member));
	size_t n = 0, event = 0;

	for (int node = doc->node[list].child; node >= 0; node = doc->node[node].next) {
		member[n].event = event++;
		n += jsondoc_text(doc, jsondoc_find(doc, node, "cgroup"), &member[n].cgroup);
	}
	if (n) {
		qsort(member, n, sizeof(*member), by_cgroup);
		add_cgroups(&e->target.cgroups, &e->events, member, n);
	}
	free(member);
}

static int read_event(struct saved_entry *entry, size_t i, size_t n, const struct jsondoc *doc, int node,
		      struct error *err)
{
	struct event *e = &entry->events.event[i];
	uint64_t leader, row;
	bool percore = false, background = false;

	if (!e->name)
		return saved_wrong(err, "events", i, "has no name");
	if (!jsondoc_u64(doc, jsondoc_find(doc, node, "leader"), &leader) || leader >= n ||
	    !jsondoc_u64(doc, jsondoc_find(doc, node, "row"), &row) || row > i)
		return saved_wrong(err, "events", i, "has no leader or no row");
	if (!jsondoc_double(doc, jsondoc_find(doc, node, "scale"), &e->scale) ||
	    !label_set_scope(e, text_of(doc, node, "scope")) || read_attr(e, doc, node) < 0)
		return saved_wrong(err, "events", i, "has no scale, scope or config");
	if (!number_is_scale(e->scale))
		return saved_wrong(err, "events", i, "has a scale that is not from 1e-30 to 1e30");
	e->leader = (int)leader;
	e->row = (int)row;
	e->known = e->known ? e->known : known_by_name(e);
	entry->pmu[i].name = copy(doc, node, "pmu");
	entry->pmu[i].is_core = event_type_is_core(e->attr.head.type);
	e->pmu = entry->pmu[i].name ? &entry->pmu[i] : NULL;
	jsondoc_bool(doc, jsondoc_find(doc, node, "percore"), &percore);
	jsondoc_bool(doc, jsondoc_find(doc, node, "background"), &background);
	e->flags = (percore ? EVENT_PER_CORE : 0u) | (background ? EVENT_BACKGROUND : 0u);
	return 0;
}

static int read_events(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err)
{
	int list = list_of(doc, result, "events", err);
	size_t n;

	if (list < 0)
		return -1;
	n = doc->node[list].n;
	e->events.event = mem_resize(NULL, n, sizeof(*e->events.event));
	e->pmu = mem_resize(NULL, n, sizeof(*e->pmu));
	for (int node = doc->node[list].child; node >= 0; node = doc->node[node].next) {
		size_t i = e->events.n++;

		e->pmu[i] = (struct pmu){ .name = NULL };
		e->events.event[i] = (struct event){ .name = copy(doc, node, "name"), .cgroup = -1,
						     .unit = mem_text(text_of(doc, node, "unit")),
						     .filter = copy(doc, node, "filter") };
		if (read_event(e, i, n, doc, node, err) < 0)
			return -1;
	}
	read_cgroups(e, doc, list);
	return 0;
}

static struct timeval timeval_of(uint64_t ns)
{
	return (struct timeval){ .tv_sec = (time_t)(ns / 1000000000),
				 .tv_usec = (suseconds_t)(ns % 1000000000 / 1000) };
}

/* What does not fit is of another machine, or of nobody: it stays too large. */
static size_t size_of(uint64_t v)
{
	size_t size = (size_t)v;

	return size == v ? size : SIZE_MAX;
}

/* 1; 0: there is none; -1: it is none, and may not be taken for that. */
static int number_below(const struct jsondoc *doc, int run, const char *key, uint64_t most, uint64_t *value)
{
	int node = jsondoc_find(doc, run, key);

	if (node < 0 || doc->node[node].type == JSON_NULL)
		return 0;
	return jsondoc_u64(doc, node, value) && *value < most ? 1 : -1;
}

static int read_run(struct result *r, const struct jsondoc *doc, int node)
{
	uint64_t status, signo, user = 0, system = 0, rss = 0, round, set;
	int end = find_word(pieces_ends, sizeof(pieces_ends) / sizeof(*pieces_ends),
			    text_of(doc, node, "ended_by"));
	int exited = number_below(doc, node, "exit_status", 256, &status);
	int signaled = number_below(doc, node, "signal", 128, &signo);

	*r = (struct result){ .status = -1 };
	if (end < 0 || exited < 0 || signaled < 0 ||
	    !jsondoc_u64(doc, jsondoc_find(doc, node, "elapsed_ns"), &r->end_ns))
		return -1;
	r->end = (enum runloop_end)end;
	r->counted_ns = r->end_ns;
	jsondoc_u64(doc, jsondoc_find(doc, node, "counted_ns"), &r->counted_ns);
	jsondoc_u64(doc, jsondoc_find(doc, node, "user_ns"), &user);
	jsondoc_u64(doc, jsondoc_find(doc, node, "system_ns"), &system);
	r->rss_hidden = !jsondoc_u64(doc, jsondoc_find(doc, node, "max_rss_bytes"), &rss);
	if (r->rss_hidden)
		jsondoc_u64(doc, jsondoc_find(doc, node, "max_rss_at_most_bytes"), &rss);
	r->usage.ru_utime = timeval_of(user);
	r->usage.ru_stime = timeval_of(system);
	r->usage.ru_maxrss = rss / 1024 < LONG_MAX ? (long)(rss / 1024) : LONG_MAX;
	if (jsondoc_u64(doc, jsondoc_find(doc, node, "round"), &round) &&
	    jsondoc_u64(doc, jsondoc_find(doc, node, "set"), &set)) {
		r->round = size_of(round);
		r->set = size_of(set);
	}
	if (exited)
		r->status = (int)status << 8;
	if (signaled)
		*(r->status >= 0 || end == RUNLOOP_SIGNAL ? &r->signo : &r->status) = (int)signo;
	return 0;
}

static int read_runs(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err)
{
	int list = list_of(doc, result, "runs", err);

	if (list < 0)
		return -1;
	e->run = mem_resize(NULL, doc->node[list].n, sizeof(*e->run));
	for (int node = doc->node[list].child; node >= 0; node = doc->node[node].next) {
		if (read_run(&e->run[e->n_runs], doc, node) < 0)
			return saved_wrong(err, "runs", e->n_runs, "does not say how it ended, and when");
		e->n_runs++;
	}
	return 0;
}

static int read_failed(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err)
{
	int node = jsondoc_find(doc, result, "failed_run");

	if (node < 0 || doc->node[node].type == JSON_NULL)
		return 0;
	e->failed = mem_resize(NULL, 1, sizeof(*e->failed));
	if (read_run(e->failed, doc, node) < 0)
		return wrong(err, "failed_run does not say how it ended, and when");
	return 0;
}

static int kind_of_code(const char *code)
{
	for (int kind = 0; kind < NOTE_COUNT; kind++)
		if (strcmp(note_defs[kind].code, code) == 0)
			return kind;
	return -1;
}

/* A kind of note that this pstat does not know is left out: it can only be of a later one. */
static void read_notes(struct saved_entry *e, const struct jsondoc *doc, int result)
{
	int list = jsondoc_find(doc, result, "notes");

	for (int i = list < 0 ? -1 : doc->node[list].child; i >= 0; i = doc->node[i].next) {
		int kind = kind_of_code(text_of(doc, i, "code"));
		uint64_t event, runs;

		if (kind < 0)
			continue;
		if (!jsondoc_u64(doc, jsondoc_find(doc, i, "event"), &event))
			event = UINT64_MAX;
		notes_add(&e->notes, (enum note_kind)kind, event < e->events.n ? (int)event : -1, "%s",
			  text_of(doc, i, "text"));
		if (jsondoc_u64(doc, jsondoc_find(doc, i, "runs"), &runs))
			e->notes.note[e->notes.n - 1].runs = (size_t)runs;
	}
}

/* --- the document ---------------------------------------------------------------------------------- */

static int read_result(struct saved_entry *e, const struct jsondoc *doc, int result, struct error *err)
{
	e->name = mem_text(text_of(doc, result, "name"));
	e->started = copy(doc, result, "date");
	e->race = copy(doc, result, "race");
	e->fixed = strcmp(text_of(doc, result, "layout"), "fixed") == 0;
	e->version = copy(doc, jsondoc_find(doc, result, "version") < 0 ? 0 : result, "version");
	read_host(&e->host, doc, jsondoc_find(doc, result, "host"));
	if (read_command(e, doc, result, err) < 0 || read_target(e, doc, result, err) < 0 ||
	    read_aggregation(e, doc, result, err) < 0 || read_events(e, doc, result, err) < 0 ||
	    read_runs(e, doc, result, err) < 0 || read_failed(e, doc, result, err) < 0)
		return -1;
	read_notes(e, doc, result);
	if (saved_rows_read(e, doc, result, err) < 0)
		return -1;
	return saved_metrics_read(e, doc, result, err);
}

static int read_results(struct saved *s, const struct jsondoc *doc, struct error *err)
{
	const char *schema = text_of(doc, 0, "schema");
	int list;

	if (strcmp(schema, PIECES_SCHEMA) != 0) {
		error_set(err, ERROR_FORMAT, 0, *schema ? "it is of schema '%s', not %s" :
			  "it is JSON, but no result of pstat: it has no schema%s%s", schema,
			  *schema ? PIECES_SCHEMA : "");
		return -1;
	}
	list = list_of(doc, 0, "results", err);
	if (list < 0)
		return -1;
	s->entry = mem_resize(NULL, doc->node[list].n, sizeof(*s->entry));
	for (int node = doc->node[list].child; node >= 0; node = doc->node[node].next) {
		s->entry[s->n++] = (struct saved_entry){0};
		if (read_result(&s->entry[s->n - 1], doc, node, err) < 0)
			return -1;
	}
	for (size_t i = 0; i < s->n; i++)	/* they stay where they are from now on */
		s->entry[i].target.asked = &s->entry[i].asked;
	return 0;
}

int saved_parse(struct saved *s, const char *text, size_t len, struct error *err)
{
	struct jsondoc doc = {0};
	int rc;

	*s = (struct saved){0};
	rc = jsondoc_parse(&doc, text, len, err);
	if (rc == 0)
		rc = read_results(s, &doc, err);
	jsondoc_release(&doc);
	if (rc < 0)
		saved_release(s);
	return rc;
}
