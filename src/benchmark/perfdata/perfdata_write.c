/* SPDX-License-Identifier: MIT */
/*
 * Writes perf.data that perf 6.1 and later can read: first the events, CPUs and threads, then for each
 * round the raw counts since the start, and at the end the features that describe the machine.
 */
#include "benchmark/perfdata/perfdata.h"

#include <string.h>

#include "base/mem.h"
#include "benchmark/perfdata/perfdata_format.h"
#include "count/plan.h"
#include "count/sample.h"
#include "event/event.h"
#include "host/facts.h"
#include "host/machine.h"
#include "host/target.h"
#include "table/aggregation.h"

enum {
	ATTR_ENTRY = ATTR_SIZE + 16,	/* and where its ids are */
	UPDATE_HEAD = 24,
	MOST_THREADS = (PERFDATA_RECORD_LIMIT - 16) / 24,
	MOST_CPUS = (PERFDATA_RECORD_LIMIT - 15 - UPDATE_HEAD - 4) / 2,
	MOST_TEXT = PERFDATA_RECORD_LIMIT - 15 - UPDATE_HEAD,
	ANY_CPU = 0xffff,
};

/* --- records ----------------------------------------------------------------------------------------- */

/* Not 0, which perf takes for the first event. */
static uint64_t perfdata_write_id_of(size_t event)
{
	return event + 1;
}

static size_t record_begin(struct str *out, enum perfdata_record type)
{
	put_u32(out, type);
	put_u32(out, 0);	/* no mode; record_end() sets the size */
	return out->len - PERFDATA_RECORD_HEADER;
}

static void record_end(struct str *out, size_t at)
{
	static const char zero[8];
	uint16_t size;

	str_add_n(out, zero, -(out->len - at) % sizeof(zero));
	size = (uint16_t)(out->len - at);
	memcpy(out->text + at + 6, &size, sizeof(size));
}

static size_t update_begin(struct str *out, uint64_t kind, size_t event)
{
	size_t at = record_begin(out, RECORD_EVENT_UPDATE);

	put_u64(out, kind);
	put_u64(out, perfdata_write_id_of(event));
	return at;
}

static void update_text(struct str *out, uint64_t kind, size_t event, const char *text)
{
	size_t at = update_begin(out, kind, event);

	str_add_n(out, text, strlen(text) + 1);
	record_end(out, at);
}

/* --- what is counted --------------------------------------------------------------------------------- */

static int *first_slots(const struct plan *plan)
{
	size_t n = plan->events->n;
	int *slot = mem_resize(NULL, n, sizeof(*slot));

	for (size_t e = 0; e < n; e++)
		slot[e] = -1;
	for (size_t i = plan->n; i--;)
		slot[plan->slot[i].event] = (int)i;
	return slot;
}

/*
 * In the size that perf 6.1 knows, as it refuses larger ones: so the third config word is left out.  Tool
 * events become dummy events that count nothing, as in perf 6.1.
 */
static void put_attr(struct str *out, const struct perfdata *p, const struct plan *plan, size_t event,
		       int slot)
{
	union attr attr = plan->events->event[event].attr;

	if (plan->events->event[event].tool != TOOL_NONE)
		attr = (union attr){ .head = { .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_DUMMY } };
	if (slot >= 0)
		plan_attr_unbundled(plan, (size_t)slot, &attr);
	else
		attr.head.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	attr.head.size = ATTR_SIZE;
	attr.head.sample_type = p->pipe ? 0 : PERF_SAMPLE_IDENTIFIER;
	str_add_n(out, (const char *)&attr, ATTR_SIZE);
}

static void add_cpus(struct str *out, const struct cpulist *cpus)
{
	put_u16(out, MAP_LIST);
	put_u16(out, (unsigned)cpus->n);
	for (size_t i = 0; i < cpus->n; i++)
		put_u16(out, (unsigned)cpus->cpu[i]);
}

/* Needed if not all CPUs count the event: perf would show "not counted" for the others. */
static void update_cpus(struct str *out, const struct plan *plan, size_t event)
{
	const struct cpulist *all = &plan->target->cpus;
	LOCAL(cpulist) own = { .cpu = mem_resize(NULL, all->n, sizeof(*own.cpu)) };

	if (plan->events->event[event].tool != TOOL_NONE && all->n)
		own.cpu[own.n++] = all->cpu[0];
	for (size_t i = 0; all->n && i < plan->n; i++)
		if (plan->slot[i].event == (int)event)
			own.cpu[own.n++] = plan->slot[i].cpu;
	if (own.n && own.n < all->n) {
		size_t at = update_begin(out, UPDATE_CPUS, event);

		add_cpus(out, &own);
		record_end(out, at);
	}
}

static void add_updates(struct str *out, const struct plan *plan)
{
	for (size_t i = 0; i < plan->events->n; i++) {
		const struct event *e = &plan->events->event[i];

		if (e->unit && *e->unit)
			update_text(out, UPDATE_UNIT, i, e->unit);
		if (e->scale < 1 || e->scale > 1) {
			size_t at = update_begin(out, UPDATE_SCALE, i);

			str_add_n(out, (const char *)&e->scale, sizeof(e->scale));
			record_end(out, at);
		}
		update_text(out, UPDATE_NAME, i, e->name);
		if (e->flags & EVENT_SNAPSHOT)
			record_end(out, update_begin(out, PERFDATA_UPDATE_LEVEL, i));
		update_cpus(out, plan, i);
	}
}

static void perfdata_write_add_thread(struct str *out, uint64_t tid, const char *comm)
{
	char name[PERFDATA_COMM] = "";

	memcpy(name, comm, strnlen(comm, sizeof(name) - 1));
	put_u64(out, tid);
	str_add_n(out, name, sizeof(name));
}

/* perf uses the names of threads only with --per-thread. */
static void add_thread_map(struct str *out, const struct perfdata *p, const struct target *t)
{
	size_t at = record_begin(out, RECORD_THREAD_MAP);

	put_u64(out, t->cpus.n ? 1 : t->n_threads);
	if (t->cpus.n)
		perfdata_write_add_thread(out, UINT64_MAX, "");
	else if (target_is_command(t))
		perfdata_write_add_thread(out, (uint64_t)p->pid, "");
	for (size_t i = 0; !t->cpus.n && !target_is_command(t) && i < t->n_threads; i++)
		perfdata_write_add_thread(out, (uint64_t)t->thread[i].tid,
					  t->asked->per_thread ? t->thread[i].comm : "");
	record_end(out, at);
}

static void add_cpu_map(struct str *out, const struct target *t)
{
	static const int any[] = { ANY_CPU };
	const struct cpulist none = { .cpu = (int *)(uintptr_t)any, .n = 1 };
	size_t at = record_begin(out, RECORD_CPU_MAP);

	add_cpus(out, t->cpus.n ? &t->cpus : &none);
	record_end(out, at);
}

/* Knows only modes that have the same number in all versions of perf. */
static bool find_number(enum aggr_mode mode, uint64_t *number)
{
	enum { TOTAL = 1 };
	static const struct { enum aggr_mode mode; uint64_t number; } known[] = {
		{ AGGR_CPU, 0 }, { AGGR_TOTAL, TOTAL }, { AGGR_PACKAGE, 2 }, { AGGR_DIE, 3 },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (known[i].mode == mode) {
			*number = known[i].number;
			return true;
		}
	*number = TOTAL;
	return false;
}

/* For perf other modes are totals; its own options can choose other rows. */
static void update_rows(struct str *out, const struct perfdata *p)
{
	LOCAL(str) rows = {0};
	uint64_t number;

	if (find_number(p->aggr, &number))
		return;
	str_add(&rows, aggr_modes[p->aggr].word);
	if (p->aggr == AGGR_CACHE)
		str_addf(&rows, ":%d", p->cache_level);
	update_text(out, PERFDATA_UPDATE_ROWS, 0, rows.text);
}

static void add_config(struct str *out, const struct perfdata *p)
{
	enum { NS_PER_MS = 1000000 };
	uint64_t ms = p->interval_ns / NS_PER_MS;
	uint64_t config[][2] = {
		{ CONFIG_AGGR, 0 },
		{ CONFIG_INTERVAL, p->interval_ns && !ms ? 1 : ms },
		{ CONFIG_SCALE, !p->no_scale },
	};
	size_t at = record_begin(out, RECORD_STAT_CONFIG);

	find_number(p->aggr, &config[0][1]);
	put_u64(out, sizeof(config) / sizeof(*config));
	str_add_n(out, (const char *)config, sizeof(config));
	record_end(out, at);
}

/* --- the two containers ------------------------------------------------------------------------------ */

static void begin_pipe(struct perfdata *p, struct str *out, const struct plan *plan, const int *slot)
{
	put_u64(out, PERFDATA_MAGIC);
	put_u64(out, PERFDATA_PIPE_HEADER);
	for (size_t i = 0; i < p->n_attrs; i++) {
		size_t at = record_begin(out, RECORD_HEADER_ATTR);

		put_attr(out, p, plan, i, slot[i]);
		put_u64(out, perfdata_write_id_of(i));
		record_end(out, at);
	}
}

static void begin_file(struct perfdata *p, struct str *out, const struct plan *plan, const int *slot)
{
	p->ids_at = PERFDATA_FILE_HEADER;
	p->attrs_at = p->ids_at + 8 * p->n_attrs;
	p->data_at = p->attrs_at + ATTR_ENTRY * p->n_attrs;
	perfdata_header(p, out);
	for (size_t i = 0; i < p->n_attrs; i++)
		put_u64(out, perfdata_write_id_of(i));
	for (size_t i = 0; i < p->n_attrs; i++) {
		put_attr(out, p, plan, i, slot[i]);
		put_u64(out, p->ids_at + 8 * i);
		put_u64(out, 8);
	}
}

static int check_room(const struct plan *plan, struct error *err)
{
	const struct target *t = plan->target;

	if (!t->cpus.n && t->n_threads > MOST_THREADS)
		return error_set(err, ERROR_LIMIT, 0, "too many threads for perf.data: %zu, at most %d",
				 t->n_threads, MOST_THREADS);
	if (t->cpus.n > MOST_CPUS || (t->cpus.n && t->cpus.cpu[t->cpus.n - 1] >= ANY_CPU))
		return error_set(err, ERROR_LIMIT, 0, "too many CPUs for perf.data: %zu, at most %d",
				 t->cpus.n, MOST_CPUS);
	for (size_t i = 0; i < plan->events->n; i++) {
		size_t len = strlen(plan->events->event[i].name);

		if (len >= MOST_TEXT)
			return error_set(err, ERROR_LIMIT, 0,
					 "the name of an event is too long for perf.data: %zu bytes, at most %d",
					 len, MOST_TEXT - 1);
	}
	return 0;
}

int perfdata_begin(struct perfdata *p, struct str *out, const struct plan *plan, struct error *err)
{
	size_t before;
	FREED int *slot = NULL;

	if (check_room(plan, err) < 0)
		return -1;
	p->n_attrs = plan->events->n;
	p->data_size = 0;
	memset(p->features, 0, sizeof(p->features));
	p->features[0] = 1u << FEATURE_STAT;
	slot = first_slots(plan);
	if (p->pipe)
		begin_pipe(p, out, plan, slot);
	else
		begin_file(p, out, plan, slot);
	before = out->len;
	add_updates(out, plan);
	update_rows(out, p);
	add_thread_map(out, p, plan->target);
	add_cpu_map(out, plan->target);
	add_config(out, p);
	p->data_size += out->len - before;
	return 0;
}

/* The size of the data and the feature bits change as the file grows. */
void perfdata_header(const struct perfdata *p, struct str *out)
{
	put_u64(out, PERFDATA_MAGIC);
	put_u64(out, PERFDATA_FILE_HEADER);
	put_u64(out, ATTR_ENTRY);
	put_u64(out, p->attrs_at);
	put_u64(out, ATTR_ENTRY * p->n_attrs);
	put_u64(out, p->data_at);
	put_u64(out, p->data_size);
	put_u64(out, 0);		/* types of events, no longer used */
	put_u64(out, 0);
	for (int word = 0; word < FEATURE_LIMIT / 64; word++)
		put_u64(out, p->features[word]);
}

/* --- counts ------------------------------------------------------------------------------------------ */

static void add_stat(struct str *out, size_t event, int cpu, int thread, const struct reading *r)
{
	size_t at = record_begin(out, RECORD_STAT);

	put_u64(out, perfdata_write_id_of(event));
	put_u32(out, (uint32_t)cpu);
	put_u32(out, (uint32_t)(thread < 0 ? 0 : thread));
	put_u64(out, r->value);
	put_u64(out, r->enabled);
	put_u64(out, r->running);
	record_end(out, at);
}

/* Unsupported events and CPUs that went away have no counts: a 0 would look like a missing count. */
static void perfdata_write_add_slot(struct str *out, const struct plan *plan, const struct sample *s,
				    size_t i)
{
	static const enum perfdata_lack lack[] = {
		[COUNTER_NOT_READ] = LACK_NOT_READ, [COUNTER_BACKWARDS] = LACK_BACKWARDS,
		[COUNTER_TOO_FAST] = LACK_TOO_FAST,
	};
	const struct slot *slot = &plan->slot[i];
	struct reading r = { .enabled = s->state[i] < sizeof(lack) / sizeof(*lack) ? lack[s->state[i]] : 0 };

	if (s->state[i] == COUNTER_NOT_SUPPORTED || (s->state[i] == COUNTER_GONE && slot->cpu >= 0))
		return;
	if (s->state[i] == COUNTER_OPEN)
		r = s->reading[i];
	if (plan->events->event[slot->event].flags & EVENT_BLIND)	/* its 0 is not a count */
		r = (struct reading){ .enabled = r.enabled };
	add_stat(out, (size_t)slot->event, slot->cpu, slot->thread, &r);
}

void perfdata_round(struct perfdata *p, struct str *out, const struct plan *plan, const struct sample *s,
		    uint64_t time_ns, bool final)
{
	const struct cpulist *cpus = &plan->target->cpus;
	size_t before = out->len, at;

	if (!time_ns)		/* perf crashes on 0 */
		time_ns = 1;
	for (size_t i = 0; i < plan->n; i++)
		perfdata_write_add_slot(out, plan, s, i);
	for (size_t i = 0; i < plan->events->n; i++) {
		enum tool_kind tool = plan->events->event[i].tool;
		struct reading r = { .value = s->tool[tool], .enabled = time_ns, .running = time_ns };

		if (tool == TOOL_MAX_RSS && s->rss_hidden)
			r = (struct reading){ .enabled = time_ns };
		if (tool != TOOL_NONE && event_set_has(plan->set, (int)i))
			add_stat(out, i, cpus->n ? cpus->cpu[0] : -1, 0, &r);
	}
	at = record_begin(out, RECORD_STAT_ROUND);
	put_u64(out, final ? ROUND_FINAL : ROUND_INTERVAL);
	put_u64(out, time_ns);
	record_end(out, at);
	p->data_size += out->len - before;
}

/* --- features, after the counts: names, the command line, the machine ---------------------------------- */

struct source {
	const struct perfdata *p;
	const struct plan *plan;
};

static void put_text(struct str *out, const char *text)
{
	static const char zero[PERFDATA_TEXT_UNIT];
	size_t len = strlen(text), padding = sizeof(zero) - len % sizeof(zero);

	put_u32(out, (uint32_t)(len + padding));
	str_add_n(out, text, len);
	str_add_n(out, zero, padding);
}

static bool put_known(struct str *out, const char *text)
{
	if (text)
		put_text(out, text);
	return text;
}

/*
 * The real name stays private, as people pass files on.  But without any name perf drops all features of
 * a file of the other byte order.
 */
static bool put_hostname(struct str *out, const struct source *s)
{
	(void)s;
	put_text(out, "localhost");
	return true;
}

static bool put_osrelease(struct str *out, const struct source *s)
{
	return s->p->host && put_known(out, s->p->host->kernel);
}

static bool put_version(struct str *out, const struct source *s)
{
	LOCAL(str) text = {0};

	str_addf(&text, "pstat %s", s->p->version);
	put_text(out, text.text);
	return true;
}

static bool put_arch(struct str *out, const struct source *s)
{
	return s->p->host && put_known(out, s->p->host->arch);
}

static bool put_cpudesc(struct str *out, const struct source *s)
{
	return s->p->host && put_known(out, s->p->host->cpu);
}

static bool put_cmdline(struct str *out, const struct source *s)
{
	uint32_t n = 0;

	while (s->p->argv && s->p->argv[n])
		n++;
	put_u32(out, n);
	for (uint32_t i = 0; i < n; i++)
		put_text(out, s->p->argv[i]);
	return n;
}

static bool put_event_desc(struct str *out, const struct source *s)
{
	const struct events *events = s->plan->events;
	FREED int *slot = first_slots(s->plan);

	put_u32(out, (uint32_t)events->n);
	put_u32(out, ATTR_SIZE);
	for (size_t i = 0; i < events->n; i++) {
		put_attr(out, s->p, s->plan, i, slot[i]);
		put_u32(out, 1);
		put_text(out, events->event[i].name);
		put_u64(out, perfdata_write_id_of(i));
	}
	return true;
}

/* The size of the group if its events stand in a row; 0: they do not, or this is not a leader. */
static size_t group_size(const struct events *events, const size_t *sizes, size_t leader)
{
	size_t n = 1;

	if (events->event[leader].leader != (int)leader)
		return 0;
	while (leader + n < events->n && events->event[leader + n].leader == (int)leader)
		n++;
	return n == sizes[leader] ? n : 0;
}

static bool put_group_desc(struct str *out, const struct source *s)
{
	FREED size_t *sizes = events_group_sizes(s->plan->events);
	LOCAL(str) groups = {0};
	uint32_t n = 0;

	for (size_t i = 0; i < s->plan->events->n; i++) {
		size_t members = group_size(s->plan->events, sizes, i);

		if (members < 2)
			continue;
		n++;
		put_text(&groups, "{anon_group}");
		put_u32(&groups, (uint32_t)i);
		put_u32(&groups, (uint32_t)members);
	}
	put_u32(out, n);
	if (n)
		str_add_n(out, groups.text, groups.len);
	return true;
}

/* Its bit alone tells perf that this is a file of counts. */
static bool put_stat(struct str *out, const struct source *s)
{
	(void)out;
	(void)s;
	return true;
}

/* --- the machine ------------------------------------------------------------------------------------- */

static size_t extend(size_t end, const struct cpulist *list)
{
	size_t own = list->n ? (size_t)list->cpu[list->n - 1] + 1 : 0;

	return own > end ? own : end;
}

/* 1 + the highest CPU, as perf has arrays of that size for all that are counted. */
static size_t cpus_end(const struct source *s)
{
	const struct machine *m = s->p->machine;
	size_t end = extend(1, &s->plan->target->cpus);

	return m ? extend(extend(end, &m->present), &m->online) : end;
}

static bool put_nrcpus(struct str *out, const struct source *s)
{
	const struct machine *m = s->p->machine;

	put_u32(out, (uint32_t)cpus_end(s));
	put_u32(out, m && m->online.n ? (uint32_t)m->online.n : (uint32_t)cpus_end(s));
	return true;
}

enum key { KEY_PACKAGE, KEY_CORE, KEY_DIE, KEY_NODE, KEY_CACHE };	/* the last: + level - 1 */

static bool perfdata_write_is_known(const struct cpu *c, int key)
{
	switch (key) {
	case KEY_PACKAGE: return c->package >= 0;
	case KEY_CORE:	  return c->core >= 0;
	case KEY_DIE:	  return c->die >= 0;
	case KEY_NODE:	  return c->node >= 0;
	default:	  return c->cache[key - KEY_CACHE] >= 0;
	}
}

static bool are_together(const struct cpu *a, const struct cpu *b, int key)
{
	bool package = a->package == b->package, die = package && a->die == b->die;

	switch (key) {
	case KEY_PACKAGE: return package;
	case KEY_CORE:	  return die && a->cluster == b->cluster && a->core == b->core;
	case KEY_DIE:	  return die;
	case KEY_NODE:	  return a->node == b->node;
	default:	  return a->cache[key - KEY_CACHE] == b->cache[key - KEY_CACHE];
	}
}

static bool perfdata_write_is_first(const struct machine *m, size_t i, int key)
{
	if (!perfdata_write_is_known(&m->cpu[i], key))
		return false;
	for (size_t k = 0; k < i; k++)
		if (perfdata_write_is_known(&m->cpu[k], key) && are_together(&m->cpu[k], &m->cpu[i], key))
			return false;
	return true;
}

static uint32_t count_parts(const struct machine *m, int key)
{
	uint32_t n = 0;

	for (size_t i = 0; m && i < m->n_cpus; i++)
		n += perfdata_write_is_first(m, i, key);
	return n;
}

/* The list of CPUs that share this part with the first one. */
static void put_siblings(struct str *out, const struct machine *m, size_t first, int key)
{
	LOCAL(cpulist) list = { .cpu = mem_resize(NULL, m->n_cpus, sizeof(*list.cpu)) };
	LOCAL(str) text = {0};

	for (size_t i = 0; i < m->n_cpus; i++)
		if (perfdata_write_is_known(&m->cpu[i], key) && are_together(&m->cpu[first], &m->cpu[i], key))
			list.cpu[list.n++] = m->cpu[i].id;
	cpulist_format(&list, &text);
	put_text(out, text.text);
}

static void put_parts(struct str *out, const struct machine *m, int key)
{
	put_u32(out, count_parts(m, key));
	for (size_t i = 0; m && i < m->n_cpus; i++)
		if (perfdata_write_is_first(m, i, key))
			put_siblings(out, m, i, key);
}

/* Unknown ids, for example of an offline CPU, are the largest number. */
static bool put_cpu_topology(struct str *out, const struct source *s)
{
	const struct machine *m = s->p->machine;
	size_t end = cpus_end(s);

	put_parts(out, m, KEY_PACKAGE);
	put_parts(out, m, KEY_CORE);
	for (size_t i = 0; i < end; i++) {
		const struct cpu *c = m ? machine_cpu(m, (int)i) : NULL;

		put_u32(out, c ? (uint32_t)c->core : UINT32_MAX);
		put_u32(out, c ? (uint32_t)c->package : UINT32_MAX);
	}
	put_parts(out, m, KEY_DIE);
	for (size_t i = 0; i < end; i++) {
		const struct cpu *c = m ? machine_cpu(m, (int)i) : NULL;

		put_u32(out, c ? (uint32_t)c->die : UINT32_MAX);
	}
	return true;
}

/* perf has no place for clusters, but cores of two clusters may have the same number. */
static bool put_clusters(struct str *out, const struct source *s)
{
	const struct machine *m = s->p->machine;
	size_t end = cpus_end(s);

	for (size_t i = 0; m && i < end; i++) {
		const struct cpu *c = machine_cpu(m, (int)i);

		put_u32(out, c ? (uint32_t)c->cluster : UINT32_MAX);
	}
	return m;
}

/* pstat does not read how much memory a node has. */
static bool put_numa_topology(struct str *out, const struct source *s)
{
	const struct machine *m = s->p->machine;
	uint32_t n = count_parts(m, KEY_NODE);

	put_u32(out, n);
	for (size_t i = 0; m && i < m->n_cpus; i++) {
		if (!perfdata_write_is_first(m, i, KEY_NODE))
			continue;
		put_u32(out, (uint32_t)m->cpu[i].node);
		put_u64(out, 0);
		put_u64(out, 0);
		put_siblings(out, m, i, KEY_NODE);
	}
	return n;
}

/* Only which CPUs share them: pstat reads no lines, sets, ways and sizes. */
static bool put_cache(struct str *out, const struct source *s)
{
	const struct machine *m = s->p->machine;
	uint32_t n = 0;

	for (int level = 0; level < MACHINE_CACHES; level++)
		n += count_parts(m, KEY_CACHE + level);
	put_u32(out, 1);
	put_u32(out, n);
	for (int level = 0; level < MACHINE_CACHES; level++) {
		for (size_t i = 0; m && i < m->n_cpus; i++) {
			if (!perfdata_write_is_first(m, i, KEY_CACHE + level))
				continue;
			put_u32(out, (uint32_t)level + 1);
			for (int number = 0; number < 3; number++)
				put_u32(out, 0);
			put_text(out, level ? "Unified" : "Data");
			put_text(out, "?");
			put_siblings(out, m, i, KEY_CACHE + level);
		}
	}
	return n;
}

/* --- all of them ------------------------------------------------------------------------------------- */

static const struct feature {
	enum perfdata_feature bit;
	bool (*put)(struct str *out, const struct source *s);	/* false: this file has no such feature */
} features[] = {		/* in the order of their bits */
	{ FEATURE_HOSTNAME, put_hostname }, { FEATURE_OSRELEASE, put_osrelease },
	{ FEATURE_VERSION, put_version }, { FEATURE_ARCH, put_arch }, { FEATURE_NRCPUS, put_nrcpus },
	{ FEATURE_CPUDESC, put_cpudesc }, { FEATURE_CMDLINE, put_cmdline },
	{ FEATURE_EVENT_DESC, put_event_desc }, { FEATURE_CPU_TOPOLOGY, put_cpu_topology },
	{ FEATURE_NUMA_TOPOLOGY, put_numa_topology }, { FEATURE_GROUP_DESC, put_group_desc },
	{ FEATURE_STAT, put_stat }, { FEATURE_CACHE, put_cache }, { FEATURE_CLUSTERS, put_clusters },
};

enum { FEATURES = sizeof(features) / sizeof(*features) };

/* Adds the table of features and their contents, at this offset of the file; sets p->features. */
static void put_features(struct str *out, struct perfdata *p, const struct plan *plan, uint64_t at)
{
	const struct source source = { p, plan };
	struct str body[FEATURES] = {{0}};
	bool there[FEATURES];

	memset(p->features, 0, sizeof(p->features));
	for (size_t i = 0; i < FEATURES; i++) {
		there[i] = features[i].put(&body[i], &source);
		if (!there[i])
			continue;
		p->features[features[i].bit / 64] |= (uint64_t)1 << features[i].bit % 64;
		at += 16;
	}
	for (size_t i = 0; i < FEATURES; i++) {
		if (!there[i])
			continue;
		put_u64(out, at);
		put_u64(out, body[i].len);
		at += body[i].len;
	}
	for (size_t i = 0; i < FEATURES; i++) {
		if (there[i] && body[i].len)
			str_add_n(out, body[i].text, body[i].len);
		str_release(&body[i]);
	}
}

void perfdata_end(struct perfdata *p, struct str *out, const struct plan *plan)
{
	if (!p->pipe)
		put_features(out, p, plan, p->data_at + p->data_size);
}
