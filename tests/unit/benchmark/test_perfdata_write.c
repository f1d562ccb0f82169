/* SPDX-License-Identifier: MIT */
/* perf.data of our own: what is written of a plan and its counts, and that nothing is lost by reading it. */
#include "test.h"

#include "made_perfdata.h"
#include "made_units.h"

enum { ROUNDS = 3, SECOND = 1000000000 };

struct written {
	struct units u;
	struct host_facts host;
	struct perfdata p;
	struct sample sample[ROUNDS + 1];
	struct str file;
};

struct wanted {
	const char *machine, *events;
	struct event_opts o;
	size_t n_threads;
	bool per_thread, pipe, no_scale;
	enum aggr_mode asked, back;
	int cache_level;
	size_t rounds;		/* 0: no intervals */
};

static char *const title[] = { (char *)(uintptr_t)"pstat", (char *)(uintptr_t)"stat", (char *)(uintptr_t)"--", (char *)(uintptr_t)"x y",
			       NULL };

/* All kinds of counts: multiplexed, of no time, of an event and of a CPU that are not there. */
static void make_samples(struct written *w)
{
	const struct plan *plan = &w->u.plan;

	for (size_t k = 0; k <= ROUNDS; k++) {
		struct sample *s = &w->sample[k];

		sample_resize(s, plan->n);
		for (size_t i = 0; i < plan->n; i++) {
			s->state[i] = COUNTER_OPEN;
			s->reading[i] = (struct reading){ .value = k * (1000 * i + 7), .enabled = 3000000 * k,
							  .running = 3000000 * k };
			if (i % 5 == 1)
				s->reading[i].running = 1000000 * k;
			if (i % 7 == 3)
				s->reading[i].running = 0;
			if (plan->slot[i].event == 1)
				s->state[i] = COUNTER_NOT_SUPPORTED;
		}
		for (int t = TOOL_NONE + 1; t < TOOL_COUNT; t++)
			s->tool[t] = k * 100 + (uint64_t)t;
	}
	memset(w->sample[0].tool, 0, sizeof(w->sample[0].tool));
}

/* The header goes over the first bytes again after each round, and after the end. */
static void update_header(struct written *w)
{
	struct str header = {0};

	if (w->p.pipe)
		return;
	perfdata_header(&w->p, &header);
	assert_int_equal(header.len, 104);
	memcpy(w->file.text, header.text, header.len);
	str_release(&header);
}

static void written_setup(struct written *w, const struct wanted *want)
{
	static struct thread threads[] = {
		{ .tid = 70, .pid = 70, .comm = "seventy" }, { .tid = 71, .pid = 70, .comm = "a name that is longer" },
	};
	const struct plan *plan = &w->u.plan;

	*w = (struct written){ .p = { .pipe = want->pipe, .version = "1.2.3", .argv = title, .aggr = want->asked,
				      .cache_level = want->cache_level, .no_scale = want->no_scale,
				      .interval_ns = want->rounds * 10000000 } };
	units_setup(&w->u, want->machine, want->events, &want->o, threads, want->n_threads);
	w->u.asked.system_wide = !want->n_threads;
	w->u.asked.per_thread = want->per_thread;
	w->host = (struct host_facts){ .kernel = (char *)(uintptr_t)"6.12.57", .arch = (char *)(uintptr_t)"x86_64" };
	w->p.host = &w->host;
	w->p.machine = &w->u.machine;
	make_samples(w);
	assert_int_equal(perfdata_begin(&w->p, &w->file, plan, &w->u.err), 0);
	for (size_t k = 1; k <= want->rounds; k++) {
		perfdata_round(&w->p, &w->file, plan, &w->sample[k], k * SECOND, false);
		update_header(w);
	}
	if (!want->rounds)
		perfdata_round(&w->p, &w->file, plan, &w->sample[ROUNDS], ROUNDS * (uint64_t)SECOND, true);
	update_header(w);
}

static void written_end(struct written *w)
{
	perfdata_end(&w->p, &w->file, &w->u.plan);
	update_header(w);
}

static void written_teardown(struct written *w)
{
	for (size_t k = 0; k <= ROUNDS; k++)
		sample_release(&w->sample[k]);
	str_release(&w->file);
	units_teardown(&w->u);
}

/* As it would have been told without the file between. */
static void same_table(struct written *w, const struct table *t, size_t from, size_t to, const struct wanted *want)
{
	const struct aggr_opts o = { .mode = want->back, .no_scale = want->no_scale };
	struct notes notes = {0};
	struct table own;

	table_build(&own, &w->u.plan, &w->sample[from], &w->sample[to], &w->u.machine, &o, &notes);
	assert_int_equal(t->n_units, own.n_units);
	assert_int_equal(t->n_rows, own.n_rows);
	for (size_t i = 0; i < t->n_units; i++) {
		const struct unit *a = &t->unit[i], *b = &own.unit[i];

		assert_int_equal(a->cpu, b->cpu);
		assert_int_equal(a->thread, b->thread);
		assert_int_equal(a->package, b->package);
		assert_int_equal(a->die, b->die);
		assert_int_equal(a->core, b->core);
		if (!w->p.pipe)
			assert_int_equal(a->cluster, b->cluster);
	}
	for (size_t i = 0; i < t->n_units * t->n_rows; i++) {
		const struct cell *a = &t->cell[i], *b = &own.cell[i];

		/* an event of pstat's own is stored with the first thread */
		if (i >= t->n_rows && want->n_threads && w->u.events.event[i % t->n_rows].tool != TOOL_NONE)
			continue;
		if (a->state != b->state || a->value != b->value || a->raw != b->raw || a->enabled != b->enabled ||
		    a->running != b->running || memcmp(&a->shown, &b->shown, sizeof(a->shown)) != 0 ||
		    (a->state != CELL_NOT_SUPPORTED && a->members != b->members))
			fail_msg("%s %s, cell %zu of %zu: %d %llu of %u for %d %llu of %u", want->machine, want->events, i,
				 t->n_rows, (int)a->state, (unsigned long long)a->value, a->members, (int)b->state,
				 (unsigned long long)b->value, b->members);
	}
	table_release(&own);
	notes_release(&notes);
}

static void same_events(const struct written *w, const struct events *back)
{
	const struct events *own = &w->u.events;

	assert_int_equal(back->n, own->n);
	for (size_t i = 0; i < own->n; i++) {
		const struct event *a = &back->event[i], *b = &own->event[i];

		assert_string_equal(a->name, b->name);
		assert_string_equal(a->unit, b->unit);
		assert_memory_equal(&a->scale, &b->scale, sizeof(a->scale));
		assert_int_equal(a->tool, b->tool);
		if (a->known != b->known)
			fail_msg("%s is %s", b->name, a->known ? a->known->name : "unknown");
		assert_int_equal(a->row, i);
		if (!w->p.pipe)
			assert_int_equal(a->leader, b->leader);
		if (b->tool != TOOL_NONE)
			continue;
		assert_int_equal(a->attr.head.type, b->attr.head.type);
		assert_true(a->attr.head.config == b->attr.head.config && a->attr.head.config1 == b->attr.head.config1);
		assert_int_equal(a->attr.head.exclude_kernel, b->attr.head.exclude_kernel);
	}
}

static void read_back(struct written *w, const struct wanted *want, bool complete)
{
	size_t rounds = want->rounds ? want->rounds : ROUNDS;
	struct benchmark b;

	if (perfdata_parse(&b, w->file.text, w->file.len, &w->u.err) < 0)
		fail_msg("%s: %s", want->events, w->u.err.message);
	assert_int_equal(b.aggr.mode, want->back);
	assert_int_equal(b.aggr.no_scale, want->no_scale);
	assert_int_equal(b.recorded, want->asked);
	assert_int_equal(b.aggr.cache_level, want->cache_level);
	assert_int_equal(b.n_intervals, want->rounds);
	assert_true(b.run[0].elapsed_ns == rounds * SECOND);
	if (complete) {
		same_events(w, &b.events);
		same_table(w, &b.run[0].total, 0, rounds, want);
	}
	for (size_t k = 0; complete && k < b.n_intervals; k++) {
		assert_true(b.interval[k].end_ns == (k + 1) * SECOND);
		same_table(w, &b.interval[k].table, k, k + 1, want);
	}
	for (size_t i = 0; complete && !w->p.pipe && i < b.machine.n_cpus; i++) {
		const struct cpu *own = machine_cpu(&w->u.machine, b.machine.cpu[i].id);

		assert_int_equal(b.machine.cpu[i].node, own->node);
		assert_int_equal(b.machine.cpu[i].cluster, own->cluster);
		assert_memory_equal(b.machine.cpu[i].cache, own->cache, sizeof(own->cache));
	}
	assert_string_equal(b.name, w->p.pipe || !complete ? "pipe" : "pstat stat -- x y");
	assert_int_equal(b.target.cpus.n, w->u.target.cpus.n);
	for (size_t i = 0; i < want->n_threads; i++) {
		assert_int_equal(b.target.thread[i].tid, w->u.target.thread[i].tid);
		assert_int_equal(strncmp(b.target.thread[i].comm, w->u.target.thread[i].comm, 15) == 0, want->per_thread);
	}
	benchmark_release(&b);
}

#define MIXED "task-clock,page-faults,{cs,migrations},faults:u,duration_time,user_time,max_rss"

static void nothing_is_lost(void **state)
{
	static const struct wanted cases[] = {
		{ .machine = "vm-zen5", .events = MIXED, .asked = AGGR_TOTAL, .back = AGGR_CPU },
		{ .machine = "vm-zen5", .events = MIXED, .asked = AGGR_PACKAGE, .back = AGGR_CPU, .rounds = 3 },
		{ .machine = "vm-zen5", .events = "cs,faults,migrations", .asked = AGGR_CPU, .back = AGGR_CPU, .no_scale = true },
		{ .machine = "vm-zen5", .events = MIXED, .n_threads = 2, .asked = AGGR_TOTAL, .back = AGGR_THREAD },
		{ .machine = "vm-zen5", .events = MIXED, .n_threads = 1, .asked = AGGR_TOTAL, .back = AGGR_TOTAL },
		{ .machine = "vm-zen5", .events = MIXED, .n_threads = 1, .asked = AGGR_TOTAL, .back = AGGR_TOTAL, .rounds = 2 },
		{ .machine = "vm-zen5", .events = MIXED, .n_threads = 1, .per_thread = true, .asked = AGGR_TOTAL, .back = AGGR_THREAD },
		{ .machine = "intel-hybrid", .events = "cycles,faults,instructions", .asked = AGGR_DIE, .back = AGGR_CPU },
		{ .machine = "x86-offline", .events = "cycles,faults,L1-dcache-loads", .asked = AGGR_TOTAL, .back = AGGR_CPU },
		{ .machine = "amd-genoa-2s", .events = "cycles,faults,power/energy-pkg/", .asked = AGGR_TOTAL, .back = AGGR_CPU,
		  .rounds = 1 },
		{ .machine = "arm-biglittle", .events = "cs,faults", .asked = AGGR_TOTAL, .back = AGGR_CPU },
		{ .machine = "arm-biglittle", .events = "cs,faults", .asked = AGGR_CORE, .back = AGGR_CPU },
		{ .machine = "intel-hybrid", .events = "cs,faults", .asked = AGGR_CLUSTER, .back = AGGR_CPU },
		{ .machine = "intel-spr-2s", .events = "cs", .asked = AGGR_CACHE, .cache_level = 2, .back = AGGR_CPU },
		{ .machine = "amd-genoa-2s", .events = "cs", .asked = AGGR_NODE, .back = AGGR_CPU, .rounds = 1 },
		{ .machine = "vm-zen5", .events = "cs", .n_threads = 2, .per_thread = true, .asked = AGGR_THREAD,
		  .back = AGGR_THREAD },
	};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		struct wanted want = cases[i / 2];
		struct written w;

		want.pipe = i % 2;
		written_setup(&w, &want);
		if (want.pipe)	/* a stream knows nothing of the machine */
			w.u.machine.n_cpus = 0;
		if (!want.pipe)
			read_back(&w, &want, false);	/* cut off at any time it can be read */
		written_end(&w);
		read_back(&w, &want, true);
		written_teardown(&w);
	}
}

/* --- byte by byte ----------------------------------------------------------------------------------- */

static const char *const energy[] = {
	MADE_ATTR(8, 2, 1), "78 8:0 8:1 t8:J", "78 8:1 8:1 f:0.5", "78 8:2 8:1 t8:energy", "73 8:1 8:4242 t16:cmd",
	MADE_ANY, MADE_CONFIG(1, 0, 1), MADE_STAT(1, 0xffffffff, 0, 7, 1000, 1000), MADE_ROUND(1, 1500000000), NULL,
};

static void the_bytes_are_those_of_perf(void **state)
{
	struct event event = { .name = (char *)(uintptr_t)"energy", .unit = (char *)(uintptr_t)"J", .scale = 0.5,
			       .attr.head = { .type = 8, .config = 2, .size = 136 } };
	const struct events events = { &event, 1 };
	const struct target_opts asked = { .per_thread = true };
	struct thread thread = { .tid = 4242, .pid = 4242, .comm = "cmd" };
	const struct target target = { .asked = &asked, .inherit = true, .thread = &thread, .n_threads = 1 };
	struct slot slot = { 0, -1, 0, -1, 1 };
	const struct plan plan = { .slot = &slot, .n = 1, .events = &events, .target = &target };
	struct reading reading = { .value = 7, .enabled = 1000, .running = 1000 };
	uint8_t open = COUNTER_OPEN;
	const struct sample sample = { .reading = &reading, .state = &open, .n = 1 };
	struct perfdata p = { .pipe = true, .version = "1" };
	struct str want = {0}, got = {0};
	struct error err = ERROR_INIT;

	(void)state;
	event.attr.tail.config3 = 5;	/* perf 6.1 takes no file that has it */
	assert_int_equal(perfdata_begin(&p, &got, &plan, &err), 0);
	perfdata_round(&p, &got, &plan, &sample, 1500000000, true);
	perfdata_end(&p, &got, &plan);
	made_stream(&want, MADE_HERE, energy);
	assert_int_equal(got.len, want.len);
	assert_memory_equal(got.text, want.text, got.len);

	p.pipe = false;
	str_reset(&got);
	assert_int_equal(perfdata_begin(&p, &got, &plan, &err), 0);
	perfdata_round(&p, &got, &plan, &sample, 1500000000, true);
	perfdata_header(&p, &got);	/* what is to be written over the first bytes */
	memmove(got.text, got.text + got.len - 104, 104);
	got.len -= 104;
	made_file(&want, MADE_HERE, energy, (const struct made_feature[]){ { 19, "" } }, 1);
	want.text[104 + 8 + (MADE_HERE ? 29 : 26)] = 1;	/* the samples have an id */
	assert_int_equal(got.len + 16, want.len);	/* and no table of features while it is going on */
	assert_memory_equal(got.text, want.text, got.len);
	str_release(&want);
	str_release(&got);
}

/* --- features --------------------------------------------------------------------------------------- */

/* The body of a feature, from the file as others would find it; NULL: it has none. */
static const char *feature(const struct str *file, unsigned bit, uint64_t *size)
{
	uint64_t head[13], entry[2], at;

	memcpy(head, file->text, sizeof(head));
	at = head[5] + head[6];
	for (unsigned i = 0; i <= bit; i++) {
		if (!(head[9 + i / 64] >> i % 64 & 1))
			continue;
		memcpy(entry, file->text + at, sizeof(entry));
		at += sizeof(entry);
		if (i == bit) {
			assert_true(entry[0] + entry[1] <= file->len);
			*size = entry[1];
			return file->text + entry[0];
		}
	}
	return NULL;
}

#define OFFLINE "4:0xffffffff 4:0xffffffff "

static void features_are_what_perf_reads(void **state)
{
	static const struct { unsigned bit; const char *words; } cases[] = {
		{ 3, "s:localhost" }, { 4, "s:6.12.57" }, { 5, "4:64 t64:pstat|1.2.3" }, { 6, "s:x86_64" }, { 7, "4:8 4:5" },
		{ 8, NULL }, { 9, NULL },		/* nothing is known of it */
		{ 11, "4:4 s:pstat s:stat s:-- 4:64 t64:x|y" },
		/* 4, 5 and 7 are offline; 2 and 6 share a core; of dies the machine says nothing */
		{ 13, "4:1 s:0-3,6 4:4 s:0 s:1 s:2,6 s:3 4:0 4:0 4:1 4:0 4:2 4:0 4:3 4:0 " OFFLINE OFFLINE "4:2 4:0 " OFFLINE
		  "4:1 s:0-3,6 4:0 4:0 4:0 4:0 4:0xffffffff 4:0xffffffff 4:0 4:0xffffffff" },
		{ 14, "4:1 4:0 z16 s:0-3,6" },
		{ 17, "4:1 s:{anon_group} 4:1 4:2" }, { 19, "" },
		{ 250, "4:0 4:0 4:0 4:0 4:0xffffffff 4:0xffffffff 4:0 4:0xffffffff" },
	};
	const struct wanted want = { .machine = "x86-offline", .events = "task-clock,{cs,faults}" };
	struct written w;
	struct str words = {0};

	(void)state;
	written_setup(&w, &want);
	written_end(&w);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint64_t size = 0;
		const char *body = feature(&w.file, cases[i].bit, &size);

		str_reset(&words);
		made_bytes(&words, MADE_HERE, cases[i].words ? cases[i].words : "");
		for (char *bar = words.text; bar && bar < words.text + words.len; bar++)
			*bar = *bar == '|' ? ' ' : *bar;
		assert_int_equal(body != NULL, cases[i].words != NULL);
		if (size != words.len || (size && memcmp(body, words.text, words.len) != 0))
			fail_msg("feature %u: %llu bytes", cases[i].bit, (unsigned long long)size);
	}
	str_release(&words);
	written_teardown(&w);
}

static void caches_and_what_the_machine_does_not_say(void **state)
{
	static const struct wanted want = { .machine = "x86-offline", .events = "cs" }, bare = { .machine = "s390x", .events = "cs" };
	struct str words = {0};
	const char *body;
	struct written w;
	uint64_t size;

	(void)state;
	written_setup(&w, &want);
	written_end(&w);
	body = feature(&w.file, 20, &size);
	assert_non_null(body);
	made_bytes(&words, MADE_HERE, "4:1 4:9 4:1 z12 s:Data s:? s:0 4:1 z12 s:Data s:? s:1 4:1 z12 s:Data s:? s:2,6");
	assert_memory_equal(body, words.text, words.len);
	written_teardown(&w);

	written_setup(&w, &bare);	/* without machine and host at all */
	w.p.machine = NULL;
	w.p.host = NULL;
	w.p.argv = NULL;
	written_end(&w);
	for (unsigned bit = 3; bit < 256; bit++)
		assert_int_equal(feature(&w.file, bit, &size) != NULL,
				 bit == 3 || bit == 5 || bit == 7 || bit == 12 || bit == 13 || bit == 17 || bit == 19);
	read_back(&w, &(struct wanted){ .events = "cs", .back = AGGR_CPU }, false);
	written_teardown(&w);
	str_release(&words);
}

/* --- limits ----------------------------------------------------------------------------------------- */

static void what_there_is_no_room_for(void **state)
{
	static const struct { size_t threads, cpus, name; int first; const char *message; } cases[] = {
		{ 2729, 0, 10, 0, NULL },	{ 0, 32746, 65495, 0, NULL },
		{ 2730, 0, 10, 0, "too many threads for perf.data: 2730, at most 2729" },
		{ 0, 32747, 10, 0, "too many CPUs for perf.data: 32747, at most 32746" },
		{ 0, 1, 10, 65535, "too many CPUs for perf.data: 1, at most 32746" },
		{ 1, 0, 65496, 0, "the name of an event is too long for perf.data: 65496 bytes, at most 65495" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		char *name = mem_resize(NULL, cases[i].name + 1, 1);
		struct event event = { .name = name, .scale = 1, .cgroup = -1 };
		const struct events events = { &event, 1 };
		const struct target_opts asked = {0};
		struct target t = { .asked = &asked, .n_threads = cases[i].threads, .cpus = { .n = cases[i].cpus } };
		const struct plan plan = { .events = &events, .target = &t };
		struct perfdata p = { .pipe = true, .version = "1" };
		struct error err = ERROR_INIT;
		struct str out = {0};
		int rc;

		memset(name, 'x', cases[i].name);
		name[cases[i].name] = '\0';
		t.thread = mem_resize(NULL, t.n_threads, sizeof(*t.thread));
		t.cpus.cpu = mem_resize(NULL, t.cpus.n, sizeof(*t.cpus.cpu));
		for (size_t k = 0; k < t.n_threads; k++)
			t.thread[k] = (struct thread){ .tid = (int)k + 1, .pid = 1 };
		for (size_t k = 0; k < t.cpus.n; k++)
			t.cpus.cpu[k] = cases[i].first + (int)k;
		rc = perfdata_begin(&p, &out, &plan, &err);
		assert_int_equal(rc, cases[i].message ? -1 : 0);
		if (rc) {
			assert_string_equal(err.message, cases[i].message);
			assert_int_equal(err.kind, ERROR_LIMIT);
			assert_int_equal(out.len, 0);
		} else {
			struct benchmark b;
			const struct sample none = {0};

			perfdata_round(&p, &out, &plan, &none, 0, true);	/* in no time: perf needs some */
			if (perfdata_parse(&b, out.text, out.len, &err) < 0)
				fail_msg("%s", err.message);
			assert_string_equal(b.events.event[0].name, name);
			assert_int_equal(b.target.cpus.n, t.cpus.n);
			assert_true(b.run[0].elapsed_ns == 1);
			benchmark_release(&b);
		}
		str_release(&out);
		free(t.thread);
		free(t.cpus.cpu);
		free(name);
	}
}

/* The command's number, states that are no counts, and what is blind. */
static void counts_that_are_none(void **state)
{
	struct event event[] = { { .name = (char *)(uintptr_t)"cs", .scale = 1, .attr.head = { .type = 1, .config = 3 } },
				 { .name = (char *)(uintptr_t)"cs:u", .scale = 1, .leader = 1, .flags = EVENT_BLIND,
				   .attr.head = { .type = 1, .config = 3 } } };
	const struct events events = { event, 2 };
	const struct target_opts asked = { .command = true };
	struct thread thread = {0};
	const struct target target = { .asked = &asked, .thread = &thread, .n_threads = 1 };
	struct slot slot[] = { { 0, -1, 0, -1, 1 }, { 1, -1, 0, -1, 1 } };
	const struct plan plan = { .slot = slot, .n = 2, .events = &events, .target = &target };
	struct reading reading[] = { { .value = 7, .enabled = 10, .running = 10 }, { .value = 0, .enabled = 10, .running = 10 } };
	static const struct { enum counter_state state; const char *want; } cases[] = {
		{ COUNTER_OPEN, "9: 7 10/10, not counted 0/10\n" }, { COUNTER_GONE, "9: not counted, not counted 0/10\n" },
		{ COUNTER_NOT_READ, "9: unknown, not counted 0/10\n" },
		{ COUNTER_TOO_FAST, "9: unknown, not counted 0/10\n" },
		{ COUNTER_NOT_SUPPORTED, "9: not supported, not counted 0/10\n" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		uint8_t states[] = { (uint8_t)cases[i].state, COUNTER_OPEN };
		const struct sample sample = { .reading = reading, .state = states, .n = 2 };
		struct perfdata p = { .pipe = true, .version = "1", .pid = 555 };
		struct str out = {0}, said = {0};
		struct error err = ERROR_INIT;
		struct benchmark b;

		assert_int_equal(perfdata_begin(&p, &out, &plan, &err), 0);
		perfdata_round(&p, &out, &plan, &sample, 9, true);
		assert_int_equal(perfdata_parse(&b, out.text, out.len, &err), 0);
		assert_int_equal(b.target.thread[0].tid, 555);
		made_say(&said, &b);
		assert_string_equal(strchr(said.text, '\n') + 1, cases[i].want);
		benchmark_release(&b);
		str_release(&said);
		str_release(&out);
	}
}

/* The second round of a file whose counter ran backwards, or faster than any. */
static void counts_that_cannot_be(void **state)
{
	struct event event = { .name = (char *)(uintptr_t)"cycles", .scale = 1 };
	const struct events events = { &event, 1 };
	const struct target_opts asked = { .command = true };
	struct thread thread = {0};
	const struct target target = { .asked = &asked, .thread = &thread, .n_threads = 1 };
	struct slot slot = { 0, -1, 0, -1, 1 };
	const struct plan plan = { .slot = &slot, .n = 1, .events = &events, .target = &target };
	static const struct { struct reading second; const char *want; } cases[] = {
		{ { 900, 20, 20 }, "200 10/10" }, { { 700, 20, 20 }, "0 10/10" },
		{ { 600, 20, 20 }, "unknown" }, { { 900, 9, 9 }, "unknown" },
		{ { 900, 20, 9 }, "unknown" }, { { 7101, 20, 20 }, "unknown" },
		{ { 0, 0, 0 }, "not counted" },	/* could not be read: nothing is wrong */
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct reading reading = { 700, 10, 10 };
		uint8_t open = COUNTER_OPEN;
		const struct sample sample = { .reading = &reading, .state = &open, .n = 1 };
		struct perfdata p = { .pipe = true, .version = "1", .pid = 555, .interval_ns = 10 };
		bool doubted = strcmp(cases[i].want, "unknown") == 0;
		struct str out = {0}, said = {0};
		struct error err = ERROR_INIT;
		struct benchmark b;

		assert_int_equal(perfdata_begin(&p, &out, &plan, &err), 0);
		perfdata_round(&p, &out, &plan, &sample, 10, false);
		reading = cases[i].second;
		perfdata_round(&p, &out, &plan, &sample, 20, false);
		assert_int_equal(perfdata_parse(&b, out.text, out.len, &err), 0);
		made_say(&said, &b);
		assert_int_equal(b.n_intervals, 2);
		if (!strstr(said.text, cases[i].want))
			fail_msg("case %zu: %s", i, said.text);
		assert_int_equal(b.interval[1].table.cell[0].state == CELL_COUNTED, !strstr(cases[i].want, "n"));
		assert_int_equal(b.notes.n, doubted);
		assert_true(!doubted || b.notes.note[0].kind == NOTE_IMPOSSIBLE);
		benchmark_release(&b);
		str_release(&said);
		str_release(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_lost), cmocka_unit_test(the_bytes_are_those_of_perf),
		cmocka_unit_test(features_are_what_perf_reads),
		cmocka_unit_test(caches_and_what_the_machine_does_not_say), cmocka_unit_test(what_there_is_no_room_for),
		cmocka_unit_test(counts_that_are_none), cmocka_unit_test(counts_that_cannot_be),
	};

	return cmocka_run_group_tests_name("perfdata_write", tests, NULL, NULL);
}
