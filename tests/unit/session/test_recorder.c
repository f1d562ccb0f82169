/* SPDX-License-Identifier: MIT */
/* Tests what a failing system call leaves of record's file. */
#include "test.h"

#include <dirent.h>
#include <errno.h>

#include "benchmark/perfdata/perfdata_format.h"
#include "cli/app.h"
#include "count/wait_loop.h"
#include "host/file.h"
#include "made_root.h"
#include "session/recorder.h"
#include "made_units.h"

static const char before[] = "of before";

struct recording {
	struct units u;
	struct host_facts host;
	struct root root;
	char name[128];
	struct recorder recorder;
};

static void recording_setup(struct recording *r)
{
	const struct env env = { .out = stdout, .err = stderr };

	units_setup(&r->u, "vm-zen5", "page-faults", &(struct event_opts){0}, NULL, 0);
	root_make(&r->root);
	root_put(&r->root, "perf.data", before);
	snprintf(r->name, sizeof(r->name), "%s/perf.data", r->root.path);
	r->host = (struct host_facts){ .kernel = (char *)(uintptr_t)"6.12.57", .arch = (char *)(uintptr_t)"x86_64" };
	r->recorder.data.host = &r->host;
	r->recorder.data.machine = &r->u.machine;
	assert_int_equal(recorder_open(&r->recorder, &env, r->name, &r->u.err), 0);
}

static int record_tick(struct recording *r, enum tick_kind kind)
{
	const struct tick tick = { .kind = kind, .from = &r->u.first, .to = &r->u.last, .plan = &r->u.plan };

	return recorder_tick(&r->recorder, &tick, &r->u.err);
}

static size_t files_in(const char *path)
{
	DIR *d = opendir(path);
	size_t n = 0;

	assert_non_null(d);
	for (const struct dirent *e; (e = readdir(d)) != NULL;)
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

/* want: what the file begins with */
static void recording_teardown(struct recording *r, const void *want, size_t len)
{
	struct str text = {0};

	assert_int_equal(recorder_close(&r->recorder, &r->u.err), 0);
	assert_int_equal(file_read(&text, r->name, SIZE_MAX), 0);
	assert_true(text.len >= len);
	assert_memory_equal(text.text, want, len);
	str_release(&text);
	root_remove(&r->root);
	units_teardown(&r->u);
}

/* A pipe in its place: it is written to, but nobody goes back in it. */
static void cannot_go_back(struct recording *r)
{
	int ends[2];

	assert_int_equal(pipe(ends), 0);
	assert_int_not_equal(dup2(ends[1], r->recorder.file.fd), -1);
	close(ends[1]);
	assert_int_equal(record_tick(r, TICK_END), -1);
	close(ends[0]);
}

static void what_cannot_go_back_is_no_file(void **state)
{
	struct recording r = {0};
	char want[128];

	(void)state;
	recording_setup(&r);
	cannot_go_back(&r);
	snprintf(want, sizeof(want), "cannot write perf.data: %s", strerror(ESPIPE));
	assert_string_equal(r.u.err.message, want);
	assert_false(recorder_is_alive(&r.recorder));
	assert_int_equal(record_tick(&r, TICK_END), 0);	/* said once */
	recorder_close(&r.recorder, &r.u.err);
	assert_int_equal(files_in(r.root.path), 1);
	recording_teardown(&r, before, strlen(before));
}

/* Until the run has ended its file is a temporary one. */
static void a_file_is_complete_or_not_there(void **state)
{
	const uint64_t magic = PERFDATA_MAGIC;	/* in the byte order of the machine */
	struct recording r = {0};
	struct str text = {0};

	(void)state;
	recording_setup(&r);
	assert_int_equal(record_tick(&r, TICK_INTERVAL), 0);
	assert_int_equal(file_read(&text, r.name, SIZE_MAX), 0);
	assert_string_equal(text.text, before);
	assert_int_equal(record_tick(&r, TICK_END), 0);
	assert_int_equal(files_in(r.root.path), 2);	/* and perf.data.old */
	str_release(&text);
	recording_teardown(&r, &magic, sizeof(magic));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_cannot_go_back_is_no_file), cmocka_unit_test(a_file_is_complete_or_not_there),
	};

	return cmocka_run_group_tests_name("recorder", tests, NULL, NULL);
}
