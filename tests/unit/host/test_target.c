/* SPDX-License-Identifier: MIT */
/* Tests how targets resolve: recorded processes and CPUs, and malformed /proc files. */
#include "test.h"

#include <errno.h>

#include "base/str.h"
#include "host/machine.h"
#include "host/target.h"
#include "made_root.h"

struct fixture {
	struct root r;
	struct machine m;
	struct target t;
	struct notes notes;
	struct error err;
};

/* Recorded processes, on a machine with CPUs 0-3 and 6, and 4, 5 and 7 offline. */
static void set_up(struct fixture *f)
{
	*f = (struct fixture){ .err = ERROR_INIT };
	root_unpack(&f->r, "procs");
	root_put(&f->r, "sys/devices/system/cpu/online", "0-3,6\n");
	root_put(&f->r, "sys/devices/system/cpu/present", "0-7\n");
	root_put(&f->r, "proc/self/cgroup", "0::/\n");
	machine_load(&f->m, &f->r.fs);
}

static void tear_down(struct fixture *f)
{
	machine_release(&f->m);
	root_remove(&f->r);
}

static int resolve(struct fixture *f, const struct target_opts *o)
{
	return target_resolve(&f->t, o, &f->m, &f->notes, &f->err);
}

static void release(struct fixture *f)
{
	target_release(&f->t);
	notes_release(&f->notes);
	f->err = (struct error)ERROR_INIT;
}

/* Everything that was settled: "cpus 0-3" or "PID/TID:NAME ...", then what is watched, then notes. */
static void show(struct str *out, const struct fixture *f)
{
	const struct target *t = &f->t;

	if (t->cpus.n) {
		str_add(out, "cpus ");
		cpulist_format(&t->cpus, out);
	}
	for (size_t i = 0; i < t->n_threads; i++) {
		const struct thread *thread = &t->thread[i];

		str_addf(out, "%s%d/%d", i ? " " : "", (int)thread->pid, (int)thread->tid);
		if (thread->comm[0])
			str_addf(out, ":%s", thread->comm);
	}
	for (size_t i = 0; i < t->n_watch; i++)
		str_addf(out, "%s%d", i ? "," : t->watch_threads ? "; threads " : "; processes ", (int)t->watch[i]);
	for (size_t i = 0; i < f->notes.n; i++)
		str_addf(out, "; %s: %s", note_defs[f->notes.note[i].kind].code, f->notes.note[i].text);
}

#define BENCH "1200/1200 1200/1201 1200/1202 1200/1203 1200/1204"

static void targets(void **state)
{
	static const struct { struct target_opts o; const char *want; } cases[] = {
		{ { .command = true }, "0/0" },
		{ { .system_wide = true }, "cpus 0-3,6" },
		{ { .command = true, .system_wide = true }, "cpus 0-3,6" },
		{ { .command = false }, "cpus 0-3,6" },
		{ { .cpus = "1" }, "cpus 1" },
		{ { .cpus = "2,0x1," }, "cpus 1-2" },
		{ { .cpus = "0-1", .command = true }, "cpus 0-1" },
		{ { .cpus = "0-1", .system_wide = true }, "cpus 0-1" },
		{ { .cpus = "0-7" }, "cpus 0-3,6; offline: 4-5,7" },
		{ { .cpus = "6,4" }, "cpus 6; offline: 4" },
		{ { .pids = "1200" }, BENCH "; processes 1200" },
		{ { .pids = "1200", .command = true }, BENCH },
		{ { .pids = "1200,1200" }, BENCH "; processes 1200" },
		{ { .pids = "1300,1200," }, BENCH " 1300/1300; processes 1200,1300" },
		{ { .pids = "1300,1", .per_thread = true }, "1/1:systemd 1300/1300:odd) name (x; processes 1,1300" },
		{ { .pids = "1500", .per_thread = true }, "1500/1500:a:b \\ c; processes 1500" },
		{ { .pids = "1300,999998,999999" }, "1300/1300; processes 1300; missing: 999998 and 1 more" },
		{ { .pids = "1400,1300" }, "1300/1300; processes 1300; missing: 1400" },	/* a zombie */
		{ { .tids = "999999,1200" }, "1200/1200; threads 1200; missing: 999999" },
		{ { .tids = "1400,1200", .command = true }, "1200/1200; missing: 1400" },
		{ { .tids = "1500,1200" }, "1200/1200 1500/1500; threads 1200,1500" },
		{ { .tids = "1200,1200", .command = true }, "1200/1200" },
		{ { .tids = "1200", .per_thread = true }, "1200/1200:bench; threads 1200" },
		{ { .pids = "1", .system_wide = true }, "1/1; processes 1; overridden: -a beside -p" },
		{ { .pids = "1", .cpus = "0" }, "1/1; processes 1; overridden: -C beside -p" },
		{ { .pids = "1", .tids = "2" }, "1/1; processes 1; overridden: -t beside -p" },
		{ { .tids = "2", .cpus = "0", .system_wide = true },
		  "2/2; threads 2; overridden: -a beside -t; overridden: -C beside -t" },
		{ { .system_wide = true, .per_thread = true },
		  "1/1:systemd 2/2:kthreadd 1200/1200:bench 1200/1201:worker-0 1200/1202:worker-1 1200/1203:worker-2 "
		  "1200/1204:gc 1300/1300:odd) name (x 1500/1500:a:b \\ c" },	/* 1400 is a zombie */
	};
	struct fixture f;

	(void)state;
	set_up(&f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		if (resolve(&f, &cases[i].o) < 0)
			fail_msg("instead of %s: %s", cases[i].want, f.err.message);
		show(&out, &f);
		assert_string_equal(out.text, cases[i].want);
		assert_ptr_equal(f.t.asked, &cases[i].o);
		str_release(&out);
		release(&f);
	}
	tear_down(&f);
}

static void how_they_are_counted(void **state)
{
	static const struct { struct target_opts o; bool inherit, on_exec, command; } cases[] = {
		{ { .command = true }, true, true, true },
		{ { .command = true, .late_ns = 1 }, true, false, true },
		{ { .command = true, .no_inherit = true }, false, true, true },
		{ { .command = true, .system_wide = true }, true, false, false },
		{ { .command = true, .cpus = "0" }, true, false, false },
		{ { .command = true, .pids = "1" }, true, false, false },
		{ { .tids = "1", .no_inherit = true }, false, false, false },
		{ { .system_wide = true }, true, false, false },
	};
	struct fixture f;

	(void)state;
	set_up(&f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(resolve(&f, &cases[i].o), 0);
		assert_int_equal(f.t.inherit, cases[i].inherit);
		assert_int_equal(f.t.enable_on_exec, cases[i].on_exec);
		assert_int_equal(target_is_command(&f.t), cases[i].command);
		if (cases[i].command)
			f.t.thread[0].tid = 4711;	/* held, and forked now */
		assert_int_equal(target_is_command(&f.t), cases[i].command);
		release(&f);
	}
	tear_down(&f);
}

static void nothing_to_count(void **state)
{
	static const struct { struct target_opts o; const char *message, *hint; } cases[] = {
		{ { .pids = "999999" }, "no process 999999", "" },
		{ { .pids = "999998,999999" }, "no process 999998", "" },
		{ { .tids = "999999" }, "no thread 999999", "" },
		{ { .pids = "1400" }, "process 1400 has ended",
		  "it is a zombie: its number is in use until its parent waits for it" },
		{ { .tids = "1400,999999" }, "thread 1400 has ended",
		  "it is a zombie: its number is in use until its parent waits for it" },
		{ { .pids = "" }, "'' names no process", "" },
		{ { .tids = "" }, "'' names no thread", "" },
		{ { .pids = "bench" }, "'bench' is not the number of a process", "" },
		{ { .pids = "1200,x,1" }, "'x' is not the number of a process", "" },
		{ { .pids = "1,,2" }, "'' is not the number of a process", "" },
		{ { .pids = "1 2" }, "'1 2' is not the number of a process", "separate several by commas" },
		{ { .tids = "-1" }, "'-1' is not the number of a thread", "" },
		{ { .tids = "0" }, "'0' is not the number of a thread", "" },
		{ { .tids = "99999999999" }, "'99999999999' is not the number of a thread", "" },
		{ { .cpus = "" }, "'' is not a list of CPUs such as 0-3,8: it is empty", "" },
		{ { .cpus = "0,0" }, "'0,0' is not a list of CPUs such as 0-3,8: CPU 0 is listed twice", "" },
		{ { .cpus = "99" }, "no CPU 99 here, only 0-7", "" },
		{ { .cpus = "0,8-9" }, "no CPU 8-9 here, only 0-7", "" },
		{ { .cpus = "4,8" }, "no CPU 8 here, only 0-7", "" },
		{ { .cpus = "4-5" }, "CPU 4-5 is offline, online are 0-3,6", "" },
		{ { .per_thread = true, .cpus = "0" }, "--per-thread goes with -a, -p or -t, not with -C", "" },
		{ { .per_thread = true, .command = true },
		  "--per-thread goes with -a, -p or -t, not with a command alone", "" },
	};
	struct fixture f;

	(void)state;
	set_up(&f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(resolve(&f, &cases[i].o), -1);
		assert_string_equal(f.err.message, cases[i].message);
		assert_string_equal(f.err.hint, cases[i].hint);
		release(&f);
	}
	tear_down(&f);
}

static void put_process(const struct fixture *f, int pid, const char *state)
{
	char path[64], text[128];

	snprintf(path, sizeof(path), "proc/%d/status", pid);
	snprintf(text, sizeof(text), "Name:\tTgid:\t7\nState:\t%s\nTgid:\t%d\nThreads:\t2\n", state, pid);
	root_put(&f->r, path, text);
	snprintf(path, sizeof(path), "proc/%d/task", pid);
}

static void unreadable_processes(void **state)
{
	const struct target_opts both = { .pids = "1300,50" }, alone = { .pids = "50" }, three = { .pids = "50,1300,51" };
	const struct target_opts all = { .system_wide = true, .per_thread = true };
	struct fixture f;

	(void)state;
	set_up(&f);
	put_process(&f, 50, "S (sleeping)");
	root_put(&f.r, "proc/50/task", "");	/* no folder: as good as forbidden */
	assert_int_equal(resolve(&f, &both), 0);
	assert_int_equal(f.t.n_threads, 1);
	assert_int_equal(f.notes.n, 1);
	assert_int_equal(f.notes.note[0].kind, NOTE_UNREADABLE);
	assert_string_equal(f.notes.note[0].text, "50: Not a directory");
	release(&f);
	assert_int_equal(resolve(&f, &alone), -1);
	assert_string_equal(f.err.message, "cannot list the threads of process 50: Not a directory");
	release(&f);
	root_put(&f.r, "proc/51/status", "What is this?\n");
	assert_int_equal(resolve(&f, &three), 0);
	assert_string_equal(f.notes.note[0].text, "51 and 1 more: Invalid argument");
	release(&f);
	assert_int_equal(resolve(&f, &all), 0);
	assert_int_equal(f.t.n_threads, 9);
	assert_int_equal(f.notes.n, 1);
	assert_string_equal(f.notes.note[0].text, "50: Not a directory");	/* 51 has no threads: it vanished */
	release(&f);
	tear_down(&f);
}

/* Whether software events of many threads may be groups: what a kernel adds up, and what is switched. */
static void bundles(void **state)
{
	static const struct { const char *release; struct target_opts o; bool want; } cases[] = {
		{ "6.12.57+deb13-amd64\n", { .pids = "60" }, true },
		{ "6.6.0\n", { .pids = "60" }, true },
		{ "7.0-rc1\n", { .pids = "60" }, true },
		{ "6.5.13\n", { .pids = "60" }, false },
		{ "4.14.0\n", { .pids = "60" }, false },
		{ "4.14.0\n", { .pids = "60", .no_inherit = true }, true },
		{ "4.14.0\n", { .system_wide = true }, true },
		{ "what?\n", { .pids = "60" }, false },
		{ "6.12.57\n", { .pids = "60", .one_by_one = true }, false },
	};
	struct fixture f;
	char path[64];

	(void)state;
	set_up(&f);
	put_process(&f, 60, "S (sleeping)");
	for (int i = 0; i < TARGET_MANY; i++) {
		snprintf(path, sizeof(path), "proc/60/task/%d", 60 + i);
		root_put(&f.r, path, NULL);
	}
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		root_put(&f.r, "proc/sys/kernel/osrelease", cases[i].release);
		assert_int_equal(resolve(&f, &cases[i].o), 0);
		if (f.t.bundles != cases[i].want)
			fail_msg("case %zu", i);
		release(&f);
	}
	tear_down(&f);
}

/* A first thread that has ended before the others is a zombie too. */
static void first_thread_gone(void **state)
{
	const struct target_opts o = { .pids = "60" }, named = { .pids = "61" };
	struct fixture f;

	(void)state;
	set_up(&f);
	put_process(&f, 60, "Z (zombie)");
	root_put(&f.r, "proc/60/task/60", NULL);
	root_put(&f.r, "proc/60/task/61", NULL);
	root_put(&f.r, "proc/60/task/9", NULL);
	root_put(&f.r, "proc/60/task/x", NULL);
	assert_int_equal(resolve(&f, &o), 0);
	assert_int_equal(f.t.n_threads, 3);
	assert_int_equal(f.t.thread[0].tid, 9);		/* by number, not by name */
	assert_int_equal(f.t.thread[2].tid, 61);
	assert_int_equal(f.t.thread[2].pid, 60);
	release(&f);
	root_put(&f.r, "proc/61/status", "Name:\tx\nState:\tS (sleeping)\nTgid:\t60\nThreads:\t2\n");
	assert_int_equal(resolve(&f, &named), 0);	/* a thread stands for its process */
	assert_int_equal(f.t.watch[0], 60);
	assert_int_equal(f.t.n_threads, 3);
	release(&f);
	tear_down(&f);
}

static void threads_that_vanish(void **state)
{
	const struct target_opts gone = { .pids = "70" }, names = { .pids = "71", .per_thread = true };
	const struct target_opts all_gone = { .pids = "72", .per_thread = true };
	struct fixture f;

	(void)state;
	set_up(&f);
	put_process(&f, 70, "S (sleeping)");		/* its threads went before they were listed */
	assert_int_equal(resolve(&f, &gone), -1);
	assert_string_equal(f.err.message, "nothing is left to count: the process has ended");
	release(&f);
	root_put(&f.r, "proc/70/status", "Name:\tx\nState:\tX (dead)\nTgid:\t0\nPid:\t70\nThreads:\t0\n");
	assert_int_equal(resolve(&f, &gone), -1);	/* its parent took it while its status was read */
	assert_string_equal(f.err.message, "no process 70");
	release(&f);
	put_process(&f, 71, "S (sleeping)");
	root_put(&f.r, "proc/71/task/71/stat", "71 (kworker/u8:2-ipv6_addrconf) S 2");
	root_put(&f.r, "proc/71/task/72", NULL);	/* this one before its name was read */
	root_put(&f.r, "proc/71/task/73/stat", "73 (z) Z 2");
	root_put(&f.r, "proc/71/task/74/stat", "74 (0123456789012345678901234567890123456789012345678901234567890123456789) S");
	root_put(&f.r, "proc/71/task/75/stat", "garbage");
	assert_int_equal(resolve(&f, &names), 0);
	assert_int_equal(f.t.n_threads, 3);
	assert_string_equal(f.t.thread[0].comm, "kworker/u8:2-ipv6_addrconf");
	assert_string_equal(f.t.thread[1].comm, "012345678901234567890123456789012345678901234567890123456789012");
	assert_string_equal(f.t.thread[2].comm, "");
	assert_int_equal(f.notes.n, 1);
	assert_int_equal(f.notes.note[0].kind, NOTE_FILE);	/* that it has no name */
	release(&f);
	put_process(&f, 72, "S (sleeping)");
	root_put(&f.r, "proc/72/task/72", NULL);
	assert_int_equal(resolve(&f, &all_gone), -1);
	assert_string_equal(f.err.message, "nothing is left to count: the process has ended");
	release(&f);
	tear_down(&f);
}

static void without_files(void **state)
{
	const struct target_opts wide = { .system_wide = true }, all = { .system_wide = true, .per_thread = true };
	struct fixture f = { .err = ERROR_INIT };

	(void)state;
	root_make(&f.r);
	machine_load(&f.m, &f.r.fs);
	assert_int_equal(resolve(&f, &wide), -1);
	assert_int_equal(f.err.errnum, ENOENT);
	release(&f);
	assert_int_equal(resolve(&f, &all), -1);
	assert_string_equal(f.err.message, "cannot look for processes: /proc does not even show pstat");
	release(&f);
	tear_down(&f);
}

/* An empty /proc says nothing of any process: that there is none would be a lie. */
static void without_proc(void **state)
{
	static const struct target_opts cases[] = {
		{ .pids = "1" }, { .tids = "7,8" }, { .system_wide = true, .per_thread = true },
	};
	struct fixture f = { .err = ERROR_INIT };

	(void)state;
	root_make(&f.r);
	root_put(&f.r, "sys/devices/system/cpu/online", "0\n");
	machine_load(&f.m, &f.r.fs);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(resolve(&f, &cases[i]), -1);
		assert_string_equal(f.err.message, "cannot look for processes: /proc does not even show pstat");
		assert_string_equal(f.err.hint, "mount it: mount -t proc proc /proc");
		assert_int_equal(f.err.kind, ERROR_SYSTEM);
		release(&f);
	}
	tear_down(&f);
}

/* Recorded processes, and pstat has this number among them. */
static void be(const struct fixture *f, int number)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", number);
	unlinkat(f->r.fs.dirfd, "proc/self/cgroup", 0);
	unlinkat(f->r.fs.dirfd, "proc/self", AT_REMOVEDIR);
	unlinkat(f->r.fs.dirfd, "proc/self", 0);
	assert_int_equal(symlinkat(text, f->r.fs.dirfd, "proc/self"), 0);
}

/* What another PID namespace calls 1200 is somebody else here. */
static void proc_of_others(void **state)
{
	static const struct { struct target_opts o; size_t n; } cases[] = {
		{ { .pids = "1200" }, 5 },
		{ { .tids = "1200,1300" }, 2 },
		{ { .system_wide = true, .per_thread = true }, 9 },
	};
	const struct target_opts none = { .pids = "x" }, cpus = { .system_wide = true };
	char want[120];
	struct fixture f;

	(void)state;
	set_up(&f);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		be(&f, getpid());
		assert_int_equal(resolve(&f, &cases[i].o), 0);
		assert_int_equal(f.t.n_threads, cases[i].n);
		release(&f);
		be(&f, getpid() + 1);
		assert_int_equal(resolve(&f, &cases[i].o), -1);
		snprintf(want, sizeof(want), "cannot look for processes: /proc belongs to another PID namespace, "
			 "where pstat is %d and not %d", getpid() + 1, getpid());
		assert_string_equal(f.err.message, want);
		assert_string_equal(f.err.hint, "mount the right one: "
				    "unshare -m sh -c 'mount -t proc proc /proc && exec pstat ...'");
		assert_int_equal(f.err.kind, ERROR_SYSTEM);
		release(&f);
	}
	assert_int_equal(resolve(&f, &none), -1);	/* wrong everywhere, and that comes first */
	assert_string_equal(f.err.message, "'x' is not the number of a process");
	release(&f);
	assert_int_equal(resolve(&f, &cpus), 0);
	release(&f);
	tear_down(&f);
}

/* With hidepid=2 a process of another user is not to be seen: here it is this one. */
static void hidden_processes(void **state)
{
	char list[32], path[32], message[80], note[80];
	const struct target_opts one = { .pids = list }, both = { .pids = list }, thread = { .tids = list };
	const struct target_opts named = { .tids = list, .per_thread = true };
	const struct target_opts all = { .system_wide = true, .per_thread = true };
	struct fixture f;
	int me = getpid();

	(void)state;
	set_up(&f);
	be(&f, me);
	snprintf(list, sizeof(list), "%d", me);
	/* a recorded one may have this number */
	snprintf(path, sizeof(path), "proc/%d", me);
	assert_true(renameat(f.r.fs.dirfd, path, f.r.fs.dirfd, "another") == 0 || errno == ENOENT);
	assert_int_equal(resolve(&f, &one), -1);
	snprintf(message, sizeof(message), "cannot list the threads of process %d: %s", me, strerror(EPERM));
	assert_string_equal(f.err.message, message);
	assert_int_equal(strncmp(f.err.hint, "/proc hides it", 14), 0);
	assert_int_equal(f.err.kind, ERROR_PERMISSION);
	release(&f);
	/* counters are opened by its number, and that is known */
	for (int i = 0; i < 2; i++) {
		assert_int_equal(resolve(&f, i ? &named : &thread), 0);
		assert_int_equal(f.t.n_threads, 1);
		assert_int_equal(f.t.thread[0].tid, me);
		assert_int_equal(f.notes.note[0].kind, NOTE_FILE);
		release(&f);
	}
	snprintf(list, sizeof(list), "%d,%d", me == 1300 ? 1200 : 1300, me);
	assert_int_equal(resolve(&f, &both), 0);
	assert_int_equal(f.notes.n, 1);
	assert_int_equal(f.notes.note[0].kind, NOTE_UNREADABLE);
	snprintf(note, sizeof(note), "%d: %s", me, strerror(EPERM));
	assert_string_equal(f.notes.note[0].text, note);
	release(&f);
	assert_int_equal(resolve(&f, &all), 0);
	assert_int_equal(f.notes.n, 0);
	release(&f);
	assert_int_equal(renameat(f.r.fs.dirfd, "proc/1", f.r.fs.dirfd, "gone"), 0);
	assert_int_equal(resolve(&f, &all), 0);
	assert_int_equal(f.notes.n, 1);
	assert_string_equal(f.notes.note[0].text, "1, and all others that /proc hides from this user");
	release(&f);
	tear_down(&f);
}

static void expect_shown(const struct fixture *f, const char *want)
{
	struct str out = {0};

	show(&out, f);
	assert_string_equal(out.text, want);
	str_release(&out);
}

/* From one run to the next. */
static void other_threads_by_then(void **state)
{
	static const char dead[] = "Name:\tx\nState:\tX (dead)\nTgid:\t0\nPid:\t70\nThreads:\t0\n";
	const struct target_opts two = { .pids = "60,70" }, rows = { .pids = "60", .per_thread = true };
	struct fixture f;
	char path[64];

	(void)state;
	set_up(&f);
	put_process(&f, 60, "S (sleeping)");
	put_process(&f, 70, "S (sleeping)");
	root_put(&f.r, "proc/60/task/60/stat", "60 (a) S 1");
	root_put(&f.r, "proc/70/task/70/stat", "70 (b) S 1");
	root_put(&f.r, "proc/sys/kernel/osrelease", "4.14.0\n");
	assert_int_equal(resolve(&f, &two), 0);
	assert_true(f.t.bundles);
	root_put(&f.r, "proc/60/task/61", NULL);
	target_list_again(&f.t, &f.m, &f.notes);
	expect_shown(&f, "60/60 60/61 70/70; processes 60,70");
	root_put(&f.r, "proc/70/status", dead);		/* those it had are opened, which says so */
	root_put(&f.r, "proc/60/task/62", NULL);
	target_list_again(&f.t, &f.m, &f.notes);
	target_list_again(&f.t, &f.m, &f.notes);
	expect_shown(&f, "60/60 60/61 60/62 70/70; processes 60,70");
	for (int i = 0; i < TARGET_MANY; i++) {
		snprintf(path, sizeof(path), "proc/60/task/%d", 60 + i);
		root_put(&f.r, path, NULL);
	}
	target_list_again(&f.t, &f.m, &f.notes);
	assert_int_equal(f.t.n_threads, TARGET_MANY + 1);
	assert_false(f.t.bundles);
	root_put(&f.r, "proc/60/status", dead);
	target_list_again(&f.t, &f.m, &f.notes);
	assert_int_equal(f.t.n_threads, TARGET_MANY + 1);
	assert_int_equal(f.notes.n, 0);
	assert_int_equal(unlinkat(f.r.fs.dirfd, "proc/60/status", 0), 0);
	root_put(&f.r, "proc/60/status", NULL);		/* a folder */
	target_list_again(&f.t, &f.m, &f.notes);
	assert_int_equal(f.t.n_threads, TARGET_MANY + 1);
	assert_int_equal(f.notes.n, 1);
	assert_int_equal(f.notes.note[0].kind, NOTE_FILE);
	release(&f);
	assert_int_equal(unlinkat(f.r.fs.dirfd, "proc/60/status", AT_REMOVEDIR), 0);
	put_process(&f, 60, "S (sleeping)");
	assert_int_equal(resolve(&f, &rows), 0);
	root_put(&f.r, "proc/60/task/200/stat", "200 (c) S 1");
	target_list_again(&f.t, &f.m, &f.notes);
	assert_int_equal(f.t.n_threads, 1);		/* the others have no name */
	release(&f);
	tear_down(&f);
}

/* Of a thread that was named the process goes on. */
static void without_the_named_thread(void **state)
{
	const struct target_opts one = { .pids = "61" };
	struct fixture f;

	(void)state;
	set_up(&f);
	put_process(&f, 60, "S (sleeping)");
	root_put(&f.r, "proc/60/task/60", NULL);
	root_put(&f.r, "proc/60/task/61", NULL);
	root_put(&f.r, "proc/61/status", "Name:\tx\nState:\tS (sleeping)\nTgid:\t60\nPid:\t61\nThreads:\t2\n");
	assert_int_equal(resolve(&f, &one), 0);
	assert_int_equal(renameat(f.r.fs.dirfd, "proc/61", f.r.fs.dirfd, "gone"), 0);
	assert_int_equal(renameat(f.r.fs.dirfd, "proc/60/task/61", f.r.fs.dirfd, "gone_too"), 0);
	root_put(&f.r, "proc/60/task/62", NULL);
	target_list_again(&f.t, &f.m, &f.notes);
	expect_shown(&f, "60/60 60/62; processes 60");
	assert_int_equal(f.notes.n, 0);
	release(&f);
	tear_down(&f);
}

static void many_threads(void **state)
{
	const struct target_opts o = { .pids = "80" };
	struct fixture f;
	char path[64];

	(void)state;
	set_up(&f);
	put_process(&f, 80, "S (sleeping)");
	for (int i = 0; i < 1900; i++) {
		snprintf(path, sizeof(path), "proc/80/task/%d", 80 + 7 * i);
		root_put(&f.r, path, NULL);
	}
	assert_int_equal(resolve(&f, &o), 0);
	assert_int_equal(f.t.n_threads, 1900);
	for (int i = 0; i < 1900; i++)
		assert_int_equal(f.t.thread[i].tid, 80 + 7 * i);
	release(&f);
	tear_down(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(targets),
		cmocka_unit_test(how_they_are_counted),
		cmocka_unit_test(nothing_to_count),
		cmocka_unit_test(unreadable_processes),
		cmocka_unit_test(bundles),
		cmocka_unit_test(first_thread_gone),
		cmocka_unit_test(threads_that_vanish),
		cmocka_unit_test(without_files),
		cmocka_unit_test(without_proc),
		cmocka_unit_test(proc_of_others),
		cmocka_unit_test(hidden_processes),
		cmocka_unit_test(other_threads_by_then),
		cmocka_unit_test(without_the_named_thread),
		cmocka_unit_test(many_threads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
