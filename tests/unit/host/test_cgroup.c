/* SPDX-License-Identifier: MIT */
/* Tests which cgroup hierarchy is used and which groups a list names, on recorded and small machines. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>

#include "base/str.h"
#include "host/cgroup.h"
#include "made_root.h"

static void names_of(struct str *out, const struct cgroups *cs)
{
	for (size_t i = 0; i < cs->n; i++)
		str_addf(out, "%s'%s'", i ? " " : "", cs->cgroup[i].name);
}

static void recorded_hierarchies(void **state)
{
	static const struct {
		const char *fixture, *mount;
		struct { const char *list; size_t n; } match[7];
	} cases[] = {
		{ "cgroup-v1", "/sys/fs/cgroup/perf_event",
		  { { ".*", 9 }, { "^$", 1 }, { "^A", 3 }, { "bench*", 2 }, { "docker/.*", 2 } } },
		{ "cgroup-v2", "/sys/fs/cgroup",
		  { { ".*", 22 }, { "^$", 1 }, { "^A", 3 }, { "bench*", 2 }, { "job+1", 1 },
		    { "system.slice/.*service", 3 }, { "^my group$", 1 } } },
		{ "cgroup-hybrid", "/sys/fs/cgroup/perf_event",
		  { { ".*", 4 }, { "^$", 1 }, { "^A", 2 }, { "bench*", 1 } } },
		{ "cgroup-odd", "/mnt/control groups", { { ".*", 3 }, { "^$", 1 }, { "^A", 2 } } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct root r;

		root_unpack(&r, cases[i].fixture);
		for (size_t k = 0; k < COUNT_OF(cases[i].match) && cases[i].match[k].list; k++) {
			struct cgroups cs = {0};
			struct notes notes = {0};
			struct error err = ERROR_INIT;

			assert_int_equal(cgroups_match(&cs, &r.fs, cases[i].match[k].list, &notes, &err), 0);
			assert_int_equal(cs.n, cases[i].match[k].n);
			assert_string_equal(cs.mount, cases[i].mount);
			assert_int_equal(notes.n, 0);
			cgroups_release(&cs);
		}
		root_remove(&r);
	}
}

static void recorded_without_a_match(void **state)
{
	static const struct { const char *fixture, *list; } cases[] = {
		{ "cgroup-v1", "job+1" }, { "cgroup-v1", "system.slice/.*service" }, { "cgroup-v2", "docker/.*" },
		{ "cgroup-hybrid", "only-in-v2*" }, { "cgroup-odd", "wron*g" }, { "cgroup-v2", "A|bench" },
		{ "cgroup-v2", "/A.*" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct cgroups cs = {0};
		struct notes notes = {0};
		char want[64];
		struct root r;

		root_unpack(&r, cases[i].fixture);
		assert_int_equal(cgroups_match(&cs, &r.fs, cases[i].list, &notes, &err), -1);
		snprintf(want, sizeof(want), "no cgroup matched: %s", cases[i].list);
		assert_string_equal(err.message, want);
		cgroups_release(&cs);
		root_remove(&r);
	}
}

static void small_tree(struct root *r)
{
	root_make(r);
	root_put(r, "proc/mounts", "none /cg cgroup2 rw 0 0\n");
	root_put(r, "cg/b/x/cgroup.procs", "");
	root_put(r, "cg/b-2", NULL);
	root_put(r, "cg/a", NULL);
	root_put(r, "cg/file", "");
}

static void lists(void **state)
{
	static const struct { const char *list, *want; } cases[] = {
		{ "b,a", "'b' 'a'" },			{ "a,a,b,a", "'a' 'b'" },
		{ "/", "'/'" },				{ "/,a", "'/' 'a'" },
		{ "/b/x", "'b/x'" },			{ "b/", "'b/'" },
		{ "b,b/", "'b' 'b/'" },			{ "/b,b", "'b'" },
		{ ".*", "'' 'a' 'b' 'b/x' 'b-2'" },	{ "x$,a*$,^b$", "'' 'a' 'b' 'b/x' 'b-2'" },
		{ "x$,^b$", "'b' 'b/x'" },		{ "^$,a", "'' 'a'" },
		{ "a$,^$", "'' 'a'" },			{ "^a$\\|^b$", "'a' 'b'" },
		{ "\\(b\\)/x\\{1\\}", "'b/x'" },	{ "[ab]", "'a' 'b' 'b/x' 'b-2'" },
	};
	struct root r;

	(void)state;
	small_tree(&r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct cgroups cs = {0};
		struct notes notes = {0};
		struct str out = {0};

		assert_int_equal(cgroups_match(&cs, &r.fs, cases[i].list, &notes, &err), 0);
		names_of(&out, &cs);
		assert_string_equal(out.text, cases[i].want);
		for (size_t k = 0; k < cs.n; k++)
			assert_true(cs.cgroup[k].fd > 2 && fcntl(cs.cgroup[k].fd, F_GETFD) == FD_CLOEXEC);
		str_release(&out);
		cgroups_release(&cs);
		notes_release(&notes);
	}
	root_remove(&r);
}

static void names_that_are_no_groups(void **state)
{
	struct error err = ERROR_INIT;
	struct cgroups cs = {0};
	struct notes notes = {0};
	struct root r;

	(void)state;
	small_tree(&r);
	assert_int_equal(cgroups_match(&cs, &r.fs, "none,a,file", &notes, &err), 0);
	assert_int_equal(cs.n, 1);
	assert_int_equal(notes.n, 2);
	assert_int_equal(notes.note[0].kind, NOTE_NO_CGROUP);
	assert_string_equal(notes.note[0].text, "'none'");
	assert_string_equal(notes.note[1].text, "'file'");
	cgroups_release(&cs);
	assert_int_equal(cgroups_match(&cs, &r.fs, "none", &notes, &err), -1);
	assert_string_equal(err.message, "no cgroup matched: none");
	cgroups_release(&cs);
	assert_int_equal(cgroups_match(&cs, &r.fs, "a,[", &notes, &err), -1);
	assert_memory_equal(err.message, "'[' is not a regular expression: ", 33);
	assert_int_equal(err.kind, ERROR_USAGE);
	cgroups_release(&cs);
	notes_release(&notes);
	root_remove(&r);
}

/* What a script makes of variables that are empty, or of others' paths, is never another group, the root least of all. */
static void names_that_lead_elsewhere(void **state)
{
	static const char up[] = "a name is a path below /cg, and must not contain ..";
	static const struct { const char *list, *bad; } cases[] = {
		{ "", NULL },		{ ",", NULL },		{ "a,", NULL },		{ ",a", NULL },
		{ "a$,", NULL },	{ "a,,b*", NULL },	{ "..", ".." },		{ "/..", "/.." },
		{ "a,b/../a", "b/../a" }, { "b/..", "b/.." },	{ "//../a", "//../a" },
	};
	struct error err = ERROR_INIT;
	struct cgroups cs = {0};
	struct root r;

	(void)state;
	small_tree(&r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct notes notes = {0};
		char want[128] = "the name of a cgroup is empty";

		if (cases[i].bad)
			snprintf(want, sizeof(want), "cgroup '%s': %s", cases[i].bad, up);
		assert_int_equal(cgroups_match(&cs, &r.fs, cases[i].list, &notes, &err), -1);
		assert_string_equal(err.message, want);
		assert_int_equal(err.kind, ERROR_USAGE);
		cgroups_release(&cs);
	}
	root_put(&r, "cg/..a/b..", NULL);
	assert_int_equal(cgroups_add(&cs, &r.fs, "..a/b..", &err), 0);
	cgroups_release(&cs);
	root_remove(&r);
}

static void one_by_one(void **state)
{
	struct error err = ERROR_INIT;
	struct cgroups cs = {0};
	struct root r;

	(void)state;
	small_tree(&r);
	assert_int_equal(cgroups_add(&cs, &r.fs, "/", &err), 0);
	assert_int_equal(cgroups_add(&cs, &r.fs, "b/x", &err), 1);
	assert_int_equal(cgroups_add(&cs, &r.fs, "/", &err), 0);
	assert_int_equal(cgroups_add(&cs, &r.fs, "/a", &err), 2);
	assert_string_equal(cs.cgroup[2].name, "/a");
	assert_int_equal(cgroups_add(&cs, &r.fs, "none", &err), -1);
	assert_string_equal(err.message, "no cgroup 'none' below /cg");
	assert_int_equal(cgroups_add(&cs, &r.fs, "file", &err), -1);
	assert_string_equal(err.message, "no cgroup 'file' below /cg");
	assert_int_equal(cs.n, 3);
	cgroups_release(&cs);
	cgroups_release(&cs);
	root_remove(&r);
}

static void mounts(void **state)
{
	static const struct { const char *mounts, *want; } cases[] = {
		{ "a /a cgroup2 rw 0 0\nb /b cgroup rw,perf_event 0 0\nc /c cgroup rw,perf_event 0 0\n", "/b" },
		{ "a /a cgroup rw,cpu 0 0\nb /b cgroup2 rw 0 0\nc /c cgroup2 rw 0 0", "/b" },
		{ "a /a cgroup rw,name=perf_event 0 0\nb /b cgroup rw,perf_events 0 0\nc /c cgroup cpu,perf_event 0 0", "/c" },
		{ "a /x\\040y\\134z\\011 cgroup2 rw 0 0\n", "/x y\\z\t" },
		{ "a /x\\04 cgroup2 rw 0 0\n", "/x\\04" },
		{ "a /a ext4 perf_event 0 0\n", NULL }, { "cgroup2\n\n /a\n", NULL }, { "", NULL },
	};
	struct root r;

	(void)state;
	root_make(&r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct cgroups cs = {0};
		struct notes notes = {0};

		root_put(&r, "proc/mounts", cases[i].mounts);
		if (cases[i].want)
			root_put(&r, cases[i].want, NULL);
		assert_int_equal(cgroups_match(&cs, &r.fs, "/", &notes, &err), cases[i].want ? 0 : -1);
		if (cases[i].want) {
			assert_string_equal(cs.mount, cases[i].want);
		} else {
			assert_string_equal(err.message, "no cgroups here: no hierarchy that counters use is mounted");
			assert_string_equal(err.hint, "as root, `mount -t cgroup2 none /sys/fs/cgroup` mounts one");
		}
		cgroups_release(&cs);
	}
	root_remove(&r);
}

static void nothing_mounted(void **state)
{
	struct error err = ERROR_INIT;
	struct cgroups cs = {0};
	struct root r;

	(void)state;
	root_unpack(&r, "cgroup-none");
	assert_int_equal(cgroups_add(&cs, &r.fs, "/", &err), -1);
	assert_string_equal(err.message, "no cgroups here: no hierarchy that counters use is mounted");
	assert_int_equal(err.kind, ERROR_UNSUPPORTED);
	root_remove(&r);
	root_make(&r);
	assert_int_equal(cgroups_add(&cs, &r.fs, "/", &err), -1);
	assert_string_equal(err.message, "no cgroups here: /proc/mounts cannot be read");
	root_remove(&r);
}

/* A chain too deep for one path, and for the stack of a walk that calls itself. */
static void deep_trees(void **state)
{
	struct error err = ERROR_INIT;
	struct cgroups cs = {0};
	struct notes notes = {0};
	char command[100];
	struct root r;
	int at;

	(void)state;
	small_tree(&r);
	at = rootfs_open_folder(&r.fs, "/cg/a");
	for (int i = 0; i < 1200; i++) {
		int below;

		assert_int_equal(mkdirat(at, "dddd", 0777), 0);
		below = openat(at, "dddd", O_PATH | O_DIRECTORY | O_CLOEXEC);
		assert_true(below >= 0);
		close(at);
		at = below;
	}
	close(at);
	assert_int_equal(cgroups_match(&cs, &r.fs, ".*", &notes, &err), 0);
	assert_in_range(cs.n, 5 + 800, 5 + 820);	/* the rest lies beyond PATH_MAX */
	cgroups_release(&cs);
	snprintf(command, sizeof(command), "rm -r '%s/cg/a'", r.path);	/* too deep for root_remove(), too */
	assert_int_equal(system(command), 0);
	root_remove(&r);
}

static void more_groups_than_descriptors(void **state)
{
	struct error err = ERROR_INIT;
	struct cgroups cs = {0};
	struct notes notes = {0};
	struct rlimit old, few = { .rlim_cur = 100 };
	char command[120];
	struct root r;

	(void)state;
	small_tree(&r);
	snprintf(command, sizeof(command), "cd '%s/cg' && mkdir $(seq -f n%%03g 300)", r.path);
	assert_int_equal(system(command), 0);
	assert_int_equal(cgroups_match(&cs, &r.fs, "n.*", &notes, &err), 0);
	assert_int_equal(cs.n, 300);
	assert_string_equal(cs.cgroup[299].name, "n300");
	cgroups_release(&cs);
	assert_int_equal(getrlimit(RLIMIT_NOFILE, &old), 0);
	few.rlim_max = old.rlim_max;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &few), 0);
	assert_int_equal(cgroups_match(&cs, &r.fs, "n.*", &notes, &err), -1);
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &old), 0);
	assert_int_equal(err.kind, ERROR_LIMIT);
	assert_int_equal(err.errnum, EMFILE);
	assert_string_equal(err.hint, "name fewer of them, or raise the limit with `ulimit -n`");
	cgroups_release(&cs);
	root_remove(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recorded_hierarchies),
		cmocka_unit_test(recorded_without_a_match),
		cmocka_unit_test(lists),
		cmocka_unit_test(names_that_are_no_groups),
		cmocka_unit_test(names_that_lead_elsewhere),
		cmocka_unit_test(one_by_one),
		cmocka_unit_test(mounts),
		cmocka_unit_test(nothing_mounted),
		cmocka_unit_test(deep_trees),
		cmocka_unit_test(more_groups_than_descriptors),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
