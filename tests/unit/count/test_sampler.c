/* SPDX-License-Identifier: MIT */
/* Tests how records of several rings and events become samples of functions. */
#include "test.h"

#include <errno.h>
#include <time.h>

#include "base/cpulist.h"
#include "base/mem.h"
#include "base/str.h"
#include "count/sampling/sampled_files.h"
#include "count/sampling/sampler.h"
#include "counters_fixture.h"

static const struct some_event some[] = { { SOME_CYCLES, -1, 0 }, { SOME_FAULTS, -1, 0 } };
enum { EVENTS = COUNT_OF(some), CPUS = 2 };

enum what { EXEC, RENAME, FORK, THREAD, MAP, DATA, USER, KERNEL, IDLE, GUEST, EXIT, THROTTLE, LOST, FOREIGN, SHORT, NEW,
	    DRAIN, DAMAGE };

struct step {
	enum what what;
	pid_t pid;
	uint64_t time_ns;
	uint64_t a;		/* FORK: the parent; MAP: the file /mA is at A * 100; a sample: its address; LOST: how many */
	int cpu;
	size_t event;
};

struct sampling_fixture {
	struct fixture f;
	struct sampled_files files;
	struct sampler s;
};

static void begin(struct sampling_fixture *t, const char *script)
{
	int cpu[] = { 0, 1 };
	const struct cpulist cpus = { .cpu = cpu, .n = COUNT_OF(cpu) };

	setup(&t->f, some, EVENTS, script);
	t->f.target.sampling.frequency = 997;
	cpulist_copy(&t->f.target.sampling.cpus, &cpus);
	t->files = (struct sampled_files){ .root = &the_root.fs };
	t->s = (struct sampler){ .kernel = &t->f.fk.ops, .root = &the_root.fs, .files = &t->files };
	assert_int_equal(open_all(&t->f), 0);
}

static void end(struct sampling_fixture *t)
{
	sampler_close(&t->s);
	assert_int_equal(t->f.fk.mappings, 0);
	sampled_files_release(&t->files);
	teardown(&t->f);
}

static struct fake_counter *counter_of(struct sampling_fixture *t, int cpu, size_t event)
{
	for (size_t i = 0; i < t->f.plan.n; i++)
		if (t->f.plan.slot[i].cpu == cpu && t->f.plan.slot[i].event == (int)event)
			return &t->f.fk.fd[t->f.cs.counter[i].fd];
	fail_msg("no counter");
	return NULL;
}

static struct fake_counter *ring_of(struct sampling_fixture *t, const struct fake_counter *c)
{
	return c->output > 0 ? &t->f.fk.fd[c->output] : &t->f.fk.fd[c - t->f.fk.fd];
}

/* --- records ----------------------------------------------------------------------------------------- */

static void told(struct sampling_fixture *t, const struct step *s, uint32_t type, uint16_t misc, const void *body,
		 size_t size)
{
	struct fake_counter *c = counter_of(t, s->cpu, s->event);
	const struct { uint32_t pid, tid; uint64_t time_ns, id; } trailer = {
		(uint32_t)s->pid, (uint32_t)s->pid, s->time_ns, c->id,
	};

	fake_ring_append(ring_of(t, c), type, misc, body, size, &trailer, sizeof(trailer));
}

static void sample(struct sampling_fixture *t, const struct step *s, uint16_t mode, uint64_t id)
{
	const struct { uint64_t id, ip; uint32_t pid, tid; uint64_t time_ns, period; } body = {
		id, s->a, (uint32_t)s->pid, (uint32_t)s->pid, s->time_ns, 10,
	};

	fake_ring_append(ring_of(t, counter_of(t, s->cpu, s->event)), PERF_RECORD_SAMPLE, mode, &body, sizeof(body),
			 NULL, 0);
}

static void map(struct sampling_fixture *t, const struct step *s)
{
	struct {
		uint32_t pid, tid; uint64_t start, size, offset; uint32_t device[2]; uint64_t inode[2];
		uint32_t prot, flags; char path[8];
	} m = { (uint32_t)s->pid, (uint32_t)s->pid, s->a * 100, 100, 0, { 0, 0 }, { s->a, 0 }, 5, 2, "" };

	snprintf(m.path, sizeof(m.path), "/m%d", (int)s->a);
	told(t, s, PERF_RECORD_MMAP2, s->what == DATA ? 1 << 13 : 0, &m, sizeof(m));
}

static void task(struct sampling_fixture *t, const struct step *s, uint32_t type)
{
	const struct { uint32_t pid, ppid, tid, ptid; uint64_t time_ns; } body = {
		(uint32_t)s->pid, (uint32_t)s->a, (uint32_t)s->pid + (s->pid == (pid_t)s->a), (uint32_t)s->a, s->time_ns,
	};

	told(t, s, type, 0, &body, sizeof(body));
}

static void name(struct sampling_fixture *t, const struct step *s)
{
	const struct { uint32_t pid, tid; char comm[8]; } body = { (uint32_t)s->pid, (uint32_t)s->pid, "name" };

	told(t, s, PERF_RECORD_COMM, s->what == EXEC ? PERF_RECORD_MISC_COMM_EXEC : 0, &body, sizeof(body));
}

static void take_step(struct sampling_fixture *t, const struct step *s)
{
	const uint64_t numbers[] = { s->what == LOST ? 0 : s->time_ns, s->a, 0 };
	struct fake_counter *c = counter_of(t, s->cpu, s->event);

	switch (s->what) {
	case EXEC: case RENAME: name(t, s); break;
	case FORK: case THREAD: task(t, s, PERF_RECORD_FORK); break;
	case EXIT: task(t, s, PERF_RECORD_EXIT); break;
	case MAP: case DATA: map(t, s); break;
	case USER: sample(t, s, PERF_RECORD_MISC_USER, c->id); break;
	case KERNEL: case IDLE: sample(t, s, PERF_RECORD_MISC_KERNEL, c->id); break;
	case GUEST: sample(t, s, PERF_RECORD_MISC_GUEST_USER, c->id); break;
	case FOREIGN: sample(t, s, PERF_RECORD_MISC_USER, 7); break;
	case THROTTLE: told(t, s, PERF_RECORD_THROTTLE, 0, numbers, sizeof(numbers)); break;
	case LOST: told(t, s, PERF_RECORD_LOST, 0, numbers, 16); break;
	case SHORT: fake_ring_append(ring_of(t, c), PERF_RECORD_SAMPLE, 0, numbers, 8, NULL, 0); break;
	case NEW: told(t, s, 77, 0, numbers, sizeof(numbers)); break;
	case DRAIN: t->f.fk.clock_ns = s->time_ns; sampler_drain(&t->s); break;
	case DAMAGE: ((struct perf_event_mmap_page *)ring_of(t, c)->ring)->data_head += 3; break;
	}
}

/* --- what becomes of them ---------------------------------------------------------------------------- */

enum { STEPS = 12, PID = 5, RING_SIZE = 262144 };
#define KSYM UINT64_C(0xffffffff81000010)

/* found: "name samples/sum of each event" */
static const struct {
	const char *name;
	struct step step[STEPS]; size_t n;
	const char *found, *notes;
} cases[] = {
	{ "nothing", { { 0 } }, 0, "", "" },
	{ "in a file",
	  { { EXEC, PID, 1, 0, 0, 0 }, { MAP, PID, 2, 3, 0, 0 }, { USER, PID, 3, 350, 0, 0 }, { USER, PID, 4, 399, 0, 0 } }, 4,
	  "[gone] (m3) 2/20 0/0; ", "" },
	{ "behind it",
	  { { EXEC, PID, 1, 0, 0, 0 }, { MAP, PID, 2, 3, 0, 0 }, { USER, PID, 3, 400, 0, 0 } }, 3, "[unknown] 1/10 0/0; ", "" },
	{ "data is not code",
	  { { EXEC, PID, 1, 0, 0, 0 }, { DATA, PID, 2, 3, 0, 0 }, { USER, PID, 3, 350, 0, 0 } }, 3, "[unknown] 1/10 0/0; ", "" },
	{ "each event has its own samples",
	  { { KERNEL, PID, 1, KSYM, 0, 0 }, { KERNEL, PID, 2, KSYM, 0, 1 }, { KERNEL, PID, 3, KSYM, 1, 1 } }, 3,
	  "work ([kernel]) 1/10 2/20; ", "" },
	{ "an id that is not known", { { FOREIGN, PID, 1, 100, 0, 0 } }, 1, "", "" },
	{ "idle, an interrupt meanwhile, and a guest",
	  { { IDLE, 0, 1, KSYM + 0x200, 0, 0 }, { IDLE, 0, 2, KSYM, 0, 0 }, { GUEST, PID, 3, 1, 1, 0 } }, 3,
	  "[idle] 1/10 0/0; work ([kernel]) 1/10 0/0; [guest] 1/10 0/0; ", "" },
	{ "what was mapped through another ring, read later",
	  { { USER, PID, 3, 350, 0, 0 }, { EXEC, PID, 1, 0, 1, 0 }, { MAP, PID, 2, 3, 1, 0 } }, 3, "[gone] (m3) 1/10 0/0; ", "" },
	{ "of one moment: the order in which they were read",
	  { { EXEC, PID, 1, 0, 0, 0 }, { MAP, PID, 1, 3, 0, 0 }, { USER, PID, 1, 350, 0, 0 } }, 3, "[gone] (m3) 1/10 0/0; ", "" },
	{ "a drain before the mapping comes",
	  { { USER, PID, 30, 350, 0, 0 }, { DRAIN, 0, 35, 0, 0, 0 }, { EXEC, PID, 10, 0, 1, 0 }, { MAP, PID, 20, 3, 1, 0 },
	    { DRAIN, 0, 40, 0, 0, 0 } }, 5, "[gone] (m3) 1/10 0/0; ", "" },
	{ "drains with nothing between them",
	  { { EXEC, PID, 10, 0, 1, 0 }, { MAP, PID, 20, 3, 1, 0 }, { DRAIN, 0, 25, 0, 0, 0 }, { DRAIN, 0, 26, 0, 0, 0 },
	    { DRAIN, 0, 27, 0, 0, 0 }, { USER, PID, 30, 350, 0, 0 }, { DRAIN, 0, 35, 0, 0, 0 }, { DRAIN, 0, 36, 0, 0, 0 } }, 8,
	  "[gone] (m3) 1/10 0/0; ", "" },
	{ "another program in its place",
	  { { EXEC, PID, 1, 0, 0, 0 }, { MAP, PID, 2, 3, 0, 0 }, { USER, PID, 3, 350, 0, 0 }, { EXEC, PID, 4, 0, 0, 0 },
	    { USER, PID, 5, 350, 0, 0 } }, 5, "[gone] (m3) 1/10 0/0; [unknown] 1/10 0/0; ", "" },
	{ "another name is no exec",
	  { { EXEC, PID, 1, 0, 0, 0 }, { MAP, PID, 2, 3, 0, 0 }, { RENAME, PID, 3, 0, 0, 0 }, { USER, PID, 4, 350, 0, 0 } }, 4,
	  "[gone] (m3) 1/10 0/0; ", "" },
	{ "a child",
	  { { EXEC, PID, 1, 0, 0, 0 }, { MAP, PID, 2, 3, 0, 0 }, { FORK, 6, 3, PID, 1, 0 }, { USER, 6, 4, 350, 1, 0 },
	    { EXIT, PID, 5, 1, 0, 0 }, { USER, 6, 6, 350, 0, 0 } }, 6, "[gone] (m3) 2/20 0/0; ", "" },
	{ "a thread",
	  { { EXEC, PID, 1, 0, 0, 0 }, { MAP, PID, 2, 3, 0, 0 }, { THREAD, PID, 3, PID, 1, 0 }, { EXIT, PID, 4, 1, 0, 0 },
	    { USER, PID, 5, 350, 0, 0 } }, 5, "[gone] (m3) 1/10 0/0; ", "" },
	{ "one event tells what is mapped, as the others would tell it again",
	  { { EXEC, PID, 1, 0, 0, 0 }, { MAP, PID, 2, 3, 0, 0 }, { EXEC, PID, 3, 0, 0, 1 }, { USER, PID, 4, 350, 0, 1 } }, 4,
	  "[gone] (m3) 0/0 1/10; ", "" },
	{ "it ran before", { { USER, 9, 1, 0x1010, 0, 0 }, { USER, 9, 1, 0x3010, 0, 0 }, { USER, 9, 1, 0x5010, 0, 0 } }, 3,
	  "[gone] (old name) 1/10 0/0; [unknown] 1/10 0/0; [no symbols] ([memory]) 1/10 0/0; ",
	  "made-code:33 % of the samples; the program can write /tmp/perf-PID.map, as node --perf-basic-prof does; " },
	{ "its child", { { USER, 9, 1, 0x1010, 0, 0 }, { FORK, 6, 2, 9, 0, 0 }, { USER, 6, 3, 0x1010, 0, 0 } }, 3,
	  "[gone] (old name) 2/20 0/0; ", "" },
	{ "nothing is known of it", { { USER, 10, 1, 0x1010, 0, 0 } }, 1, "[unknown] 1/10 0/0; ", "" },
	{ "lost records", { { LOST, PID, 1, 3, 0, 0 }, { LOST, PID, 1, 4, 1, 1 } }, 2, "", "samples-lost:7 records; " },
	{ "one", { { LOST, PID, 1, 1, 0, 0 } }, 1, "", "samples-lost:1 record; " },
	{ "throttled", { { THROTTLE, PID, 1, 0, 0, 0 } }, 1, "", "samples-throttled:1 time; " },
	{ "twice", { { THROTTLE, PID, 1, 0, 0, 0 }, { THROTTLE, PID, 1, 0, 1, 0 } }, 2, "", "samples-throttled:2 times; " },
	{ "a record that is too short", { { SHORT, PID, 1, 0, 0, 0 }, { KERNEL, PID, 2, KSYM, 0, 0 } }, 2, "work ([kernel]) 1/10 0/0; ",
	  "samples-lost:1 record; " },
	{ "a type of a newer kernel", { { NEW, PID, 1, 0, 0, 0 }, { KERNEL, PID, 2, KSYM, 0, 0 } }, 2, "work ([kernel]) 1/10 0/0; ", "" },
	{ "a damaged ring, and one that is not",
	  { { KERNEL, PID, 1, KSYM, 0, 0 }, { DAMAGE, 0, 0, 0, 0, 0 }, { KERNEL, PID, 2, KSYM, 1, 0 } }, 3, "work ([kernel]) 1/10 0/0; ",
	  "samples-lost:the kernel's ring buffer of 262144 bytes has 51 bytes; " },
};

static void describe(struct str *out, const struct found_functions *found)
{
	for (size_t i = 0; i < found->n; i++) {
		const struct found_function *f = &found->function[i];

		str_add(out, f->name);
		if (f->object)
			str_addf(out, " (%s)", f->object);
		for (size_t e = 0; e < EVENTS; e++)
			str_addf(out, " %d/%d", (int)f->count[e].samples, (int)f->count[e].sum);
		str_add(out, "; ");
	}
}

static void all_records(void **state)
{
	static struct sampling_fixture t;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str found_text = {0}, notes_text = {0};
		struct found_functions found;
		struct notes notes = {0};

		begin(&t, "");
		t.s.pages = RING_SIZE / ring_page_size();
		assert_int_equal(sampler_open(&t.s, &t.f.cs, &t.f.err), 0);
		for (size_t s = 0; s < cases[i].n; s++)
			take_step(&t, &cases[i].step[s]);
		sampler_finish(&t.s, &found, &notes);
		describe(&found_text, &found);
		for (size_t n = 0; n < notes.n; n++)
			str_addf(&notes_text, "%s:%s; ", note_defs[notes.note[n].kind].code, notes.note[n].text);
		if (strcmp(str_text(&found_text), cases[i].found) != 0 || strcmp(str_text(&notes_text), cases[i].notes) != 0)
			fail_msg("%s: %s / %s", cases[i].name, str_text(&found_text), str_text(&notes_text));
		str_release(&found_text);
		str_release(&notes_text);
		notes_release(&notes);
		found_functions_release(&found);
		end(&t);
	}
}

/* --- opening ----------------------------------------------------------------------------------------- */

static void a_ring_for_each_cpu(void **state)
{
	static struct sampling_fixture t;
	struct wait_fd fds[CPUS];

	(void)state;
	begin(&t, "");
	assert_int_equal(t.f.plan.n, EVENTS * CPUS);
	assert_int_equal(sampler_open(&t.s, &t.f.cs, &t.f.err), 0);
	assert_int_equal(t.s.n_rings, CPUS);
	assert_int_equal(t.s.n_ids, EVENTS * CPUS);
	assert_int_equal(t.f.fk.mappings, CPUS);
	for (int cpu = 0; cpu < CPUS; cpu++)
		assert_ptr_equal(ring_of(&t, counter_of(&t, cpu, 0)), ring_of(&t, counter_of(&t, cpu, 1)));
	assert_ptr_not_equal(ring_of(&t, counter_of(&t, 0, 0)), ring_of(&t, counter_of(&t, 1, 0)));
	sampler_fds(&t.s, fds);
	for (int cpu = 0; cpu < CPUS; cpu++) {
		assert_int_equal(fds[cpu].fd, t.s.ring[cpu].fd);
		assert_int_equal(fds[cpu].kind, WAIT_RECORDS);
	}
	end(&t);
}

/* As on a hybrid machine with an event for each type of core. */
static void each_cpu_has_an_event_that_tells(void **state)
{
	static const struct step steps[] = {
		{ EXEC, PID, 1, 0, 1, 1 }, { MAP, PID, 2, 3, 1, 1 }, { USER, PID, 3, 350, 0, 0 },
	};
	static struct sampling_fixture t;
	struct found_functions found;
	struct notes notes = {0};
	struct str text = {0};

	(void)state;
	begin(&t, "");
	for (size_t i = 0; i < t.f.plan.n; i++)
		if (t.f.plan.slot[i].cpu != t.f.plan.slot[i].event)
			t.f.cs.counter[i].state = COUNTER_NOT_SUPPORTED;
	assert_int_equal(sampler_open(&t.s, &t.f.cs, &t.f.err), 0);
	for (size_t i = 0; i < COUNT_OF(steps); i++)
		take_step(&t, &steps[i]);
	sampler_finish(&t.s, &found, &notes);
	describe(&text, &found);
	assert_string_equal(text.text, "[gone] (m3) 1/10 0/0; ");
	for (size_t i = 0; i < t.f.plan.n; i++)
		t.f.cs.counter[i].state = COUNTER_OPEN;
	str_release(&text);
	notes_release(&notes);
	found_functions_release(&found);
	end(&t);
}

/* Whether it may have lost some is a matter of one time that it is read. */
static void a_full_ring(void **state)
{
	static const struct { size_t parts, notes; } cases_of[] = { { 1, 1 }, { 2, 0 } };
	const size_t n = ring_page_size() / 48;		/* bytes of a sample */
	static struct sampling_fixture t;

	(void)state;
	for (size_t c = 0; c < COUNT_OF(cases_of); c++) {
		struct found_functions found;
		struct notes notes = {0};

		begin(&t, "");
		t.s.pages = 1;
		assert_int_equal(sampler_open(&t.s, &t.f.cs, &t.f.err), 0);
		for (size_t i = 0; i < n; i++) {
			take_step(&t, &(struct step){ KERNEL, PID, i, KSYM, 0, 0 });
			if (i == n / cases_of[c].parts)
				take_step(&t, &(struct step){ DRAIN, 0, i, 0, 0, 0 });
		}
		sampler_finish(&t.s, &found, &notes);
		assert_int_equal(found.function[0].count[0].samples, n);
		assert_int_equal(notes.n, cases_of[c].notes);
		notes_release(&notes);
		found_functions_release(&found);
		end(&t);
	}
}

static void what_the_counters_are_asked_for(void **state)
{
	static struct sampling_fixture t;

	(void)state;
	begin(&t, "");
	for (int cpu = 0; cpu < CPUS; cpu++)
		for (size_t event = 0; event < EVENTS; event++) {
			const struct perf_event_attr *a = &counter_of(&t, cpu, event)->attr.head;

			assert_true(a->freq && a->sample_freq == 997 && a->sample_id_all && a->use_clockid);
			assert_true(a->mmap && a->mmap2 && a->comm && a->comm_exec && a->task && !a->mmap_data);
			assert_int_equal(a->clockid, CLOCK_MONOTONIC);
			assert_int_equal(a->sample_type, PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_IP | PERF_SAMPLE_TID |
							 PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD);
			assert_true(a->inherit && a->enable_on_exec && a->watermark);
		}
	end(&t);
}

/* The memory of all rings is permitted, less, or none. */
static size_t permitted, mapped;
static int (*fake_map)(const struct kernel *k, void **at, size_t size, int fd);
static void (*fake_unmap)(const struct kernel *k, void *at, size_t size);

static int map_some(const struct kernel *k, void **at, size_t size, int fd)
{
	if (mapped + size > permitted)
		return -EPERM;
	mapped += size;
	return fake_map(k, at, size, fd);
}

static void unmap(const struct kernel *k, void *at, size_t size)
{
	mapped -= size;
	fake_unmap(k, at, size);
}

static void rings_fit_what_is_permitted(void **state)
{
	static const struct { size_t pages_permitted, pages; } sizes[] = {
		{ CPUS * 65, 64 }, { CPUS * 65 - 1, 32 }, { CPUS * 2, 1 }, { CPUS * 2 - 1, 0 }, { 0, 0 },
	};
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	static struct sampling_fixture t;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(sizes); i++) {
		begin(&t, "");
		fake_map = t.f.fk.ops.map;
		fake_unmap = t.f.fk.ops.unmap;
		t.f.fk.ops.map = map_some;
		t.f.fk.ops.unmap = unmap;
		permitted = sizes[i].pages_permitted * page;
		assert_int_equal(sampler_open(&t.s, &t.f.cs, &t.f.err), sizes[i].pages ? 0 : -1);
		assert_int_equal(mapped, sizes[i].pages ? CPUS * (sizes[i].pages + 1) * page : t.s.n_rings * 2 * page);
		if (!sizes[i].pages)
			assert_int_equal(t.f.err.errnum, EPERM);
		end(&t);
		assert_int_equal(mapped, 0);
	}
}

static void each_call_of_it_may_fail(void **state)
{
	static const int errnos[] = { EPERM, ENOMEM, EINVAL, EMFILE, EIO };
	static struct sampling_fixture t;

	(void)state;
	for (size_t e = 0; e < COUNT_OF(errnos); e++)
		for (int n = 1;; n++) {
			int rc;

			begin(&t, "");
			t.f.fk.fail_at = t.f.fk.calls + n;
			t.f.fk.fail_errno = errnos[e];
			rc = sampler_open(&t.s, &t.f.cs, &t.f.err);
			if (!t.f.fk.fault_fired) {
				assert_int_equal(rc, 0);
				end(&t);
				break;
			}
			/* fewer pages may be permitted */
			assert_int_equal(rc, errnos[e] == EPERM || errnos[e] == ENOMEM ? 0 : -1);
			assert_true(rc == 0 || (t.f.err.message[0] && t.f.err.errnum == errnos[e]));
			end(&t);
		}
}

static int make_all(void **state)
{
	make_root(state);
	root_put(&the_root, "proc/kallsyms", "ffffffff81000000 T work\nffffffff81000100 T rest\nffffffff81000200 T default_idle\n");
	root_put(&the_root, "proc/9/maps",
		 "1000-2000 r-xp 00000000 fe:01 77                         /old name\n"
		 "3000-4000 rw-p 00000000 fe:01 77                         /old name\n"
		 "5000-6000 rwxp 00000000 00:00 0 \n"
		 "no line of it\n");
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_records),
		cmocka_unit_test(a_ring_for_each_cpu),
		cmocka_unit_test(each_cpu_has_an_event_that_tells),
		cmocka_unit_test(a_full_ring),
		cmocka_unit_test(what_the_counters_are_asked_for),
		cmocka_unit_test(rings_fit_what_is_permitted),
		cmocka_unit_test(each_call_of_it_may_fail),
	};

	return cmocka_run_group_tests(tests, make_all, remove_root);
}
