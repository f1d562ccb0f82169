/* SPDX-License-Identifier: MIT */
/* Reads ring buffers in made pages, with wrap-around at each place, and those of the real kernel. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/attr.h"
#include "host/kernel_linux.h"
#include "host/record.h"
#include "host/ring.h"

/* --- made pages --------------------------------------------------------------------------------------- */

enum { PAGES = 2 };

static struct made_map {
	struct kernel kernel;	/* first: made_map() gets it */
	int rc;			/* of the mapping */
	uint64_t offset, size;	/* as the page says; 0: an old kernel, which does not */
	size_t start;		/* both positions at the start */
	size_t mapped;
	struct perf_event_mmap_page *page;
	unsigned char *data;
} map;

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static int made_map(const struct kernel *k, void **at, size_t size, int fd)
{
	assert_ptr_equal(k, &map.kernel);
	assert_int_equal(fd, 7);
	assert_int_equal(size, (1 + PAGES) * page_size());
	if (map.rc < 0)
		return map.rc;
	assert_int_equal(posix_memalign(at, page_size(), size), 0);
	memset(*at, 0xee, size);
	map.page = *at;
	map.data = (unsigned char *)*at + (map.offset && map.offset < size ? map.offset : page_size());
	memset(map.page, 0, sizeof(*map.page));
	map.page->data_offset = map.offset;
	map.page->data_size = map.size;
	map.page->data_head = map.page->data_tail = map.start;
	map.mapped = size;
	return 0;
}

static void made_unmap(const struct kernel *k, void *at, size_t size)
{
	assert_ptr_equal(k, &map.kernel);
	assert_ptr_equal(at, map.page);
	assert_int_equal(size, map.mapped);
	map.mapped = 0;
	free(at);
}

static int open_made(struct ring *r, uint64_t offset, uint64_t size, size_t start, int rc)
{
	map = (struct made_map){ .kernel = { .map = made_map, .unmap = made_unmap }, .rc = rc,
				 .offset = offset, .size = size, .start = start };
	return ring_open(r, &map.kernel, 7, PAGES);
}

/* As the kernel does: bytes of a record, whose header has that size, then the new head. */
static void write_record(size_t data_size, unsigned char mark, uint16_t stated, size_t size)
{
	struct perf_event_header header = { .type = mark, .size = stated };
	size_t head = (size_t)map.page->data_head;
	unsigned char bytes[512];

	memset(bytes, mark, size);
	memcpy(bytes, &header, sizeof(header));
	for (size_t i = 0; i < size; i++)
		map.data[(head + i) & (data_size - 1)] = bytes[i];
	map.page->data_head = head + size;
}

static void expect_record(struct ring *r, unsigned char mark, size_t want)
{
	struct error err = ERROR_INIT;
	const void *record;
	size_t size;

	assert_int_equal(ring_next(r, &record, &size, &err), 1);
	assert_int_equal(size, want);
	assert_int_equal((uintptr_t)record % 8, 0);
	assert_int_equal(((const struct perf_event_header *)record)->type, mark);
	for (size_t i = sizeof(struct perf_event_header); i < size; i++)
		assert_int_equal(((const unsigned char *)record)[i], mark);
}

static void expect_end(struct ring *r)
{
	struct error err = ERROR_INIT;
	const void *record;
	size_t size;

	assert_int_equal(ring_next(r, &record, &size, &err), 0);
	assert_int_equal((size_t)map.page->data_tail, (size_t)map.page->data_head);
}

static void expect_damage(struct ring *r)
{
	size_t tail = (size_t)map.page->data_tail;
	const void *record;
	size_t size;

	for (int i = 0; i < 2; i++) {	/* it stays so */
		struct error err = ERROR_INIT;

		assert_int_equal(ring_next(r, &record, &size, &err), -1);
		assert_true(err.kind == ERROR_FORMAT && err.message[0]);
		assert_int_equal((size_t)map.page->data_tail, tail);
	}
}

/* Each size at each place; positions also go beyond the largest number. */
static void wraps_around(void **state)
{
	enum { SIZE = 64 };
	static const size_t starts[] = { 0, (size_t)-SIZE };
	struct ring r;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(starts); i++)
		for (size_t at = 0; at < SIZE; at += 8)
			for (size_t first = 8; first <= SIZE; first += 8) {
				assert_int_equal(open_made(&r, page_size(), SIZE, starts[i] + at, 0), 0);
				expect_end(&r);
				write_record(SIZE, 1, (uint16_t)first, first);
				if (first < SIZE)
					write_record(SIZE, 2, (uint16_t)(SIZE - first), SIZE - first);
				expect_record(&r, 1, first);
				if (first < SIZE)
					expect_record(&r, 2, SIZE - first);
				expect_end(&r);
				ring_close(&r);
			}
}

/* The room of a record is the kernel's only when the caller asks for the next one. */
static void gives_back_room(void **state)
{
	struct ring r;

	(void)state;
	assert_int_equal(open_made(&r, page_size(), 64, 0, 0), 0);
	write_record(64, 1, 24, 24);
	write_record(64, 2, 40, 40);
	expect_record(&r, 1, 24);
	assert_int_equal(map.page->data_tail, 0);
	expect_record(&r, 2, 40);
	assert_int_equal(map.page->data_tail, 24);
	expect_end(&r);
	write_record(64, 3, 16, 16);
	expect_record(&r, 3, 16);
	ring_close(&r);
	assert_int_equal(map.mapped, 0);
}

static void places_of_data(void **state)
{
	const size_t page = page_size();
	const struct { uint64_t offset, size; int want; } cases[] = {
		{ page, 2 * page, 0 }, { page, page, 0 }, { 2 * page, page, 0 }, { page, 8, 0 },
		{ 0, 0, 0 },			/* an old kernel */
		{ page, 4 * page, -EPROTO }, { page, 2 * page + 8, -EPROTO }, { page, 24, -EPROTO },
		{ 2 * page, 2 * page, -EPROTO }, { 3 * page + 8, 8, -EPROTO }, { page + 4, page, -EPROTO },
		{ 64, page, -EPROTO }, { page, 4, -EPROTO }, { UINT64_MAX - 7, 64, -EPROTO },
		{ page, UINT64_C(1) << 63, -EPROTO },
	};
	struct ring r;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		size_t size = cases[i].size ? (size_t)cases[i].size : 2 * page;

		assert_int_equal(open_made(&r, cases[i].offset, cases[i].size, size - 8, 0), cases[i].want);
		if (cases[i].want == 0) {
			write_record(size, 1, 8, 8);
			expect_record(&r, 1, 8);
			expect_end(&r);
		}
		ring_close(&r);		/* also after a failure */
		assert_null(r.page);
		assert_int_equal(map.mapped, 0);
	}
}

static void refused(void **state)
{
	static const int why[] = { -EPERM, -ENOMEM, -EINVAL };
	struct ring r;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(why); i++) {
		assert_int_equal(open_made(&r, 0, 0, 0, why[i]), why[i]);
		ring_close(&r);
	}
	assert_int_equal(ring_open(&r, &map.kernel, 7, SIZE_MAX / 2), -ENOMEM);
	ring_close(&r);
}

static void damaged(void **state)
{
	static const struct { size_t written; uint16_t stated; } cases[] = {
		{ 8, 0 }, { 8, 4 }, { 8, 7 }, { 16, 12 }, { 8, 16 }, { 56, 64 }, { 64, 65528 },
		/* a head that is not at the end of a record, too far away, or before the tail */
		{ 4, 8 }, { 12, 8 }, { 72, 8 }, { 128, 8 }, { SIZE_MAX - 7, 8 },
	};
	struct ring r;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		for (size_t at = 0; at < 64; at += 8) {
			assert_int_equal(open_made(&r, page_size(), 64, at, 0), 0);
			write_record(64, 1, cases[i].stated, 8);
			map.page->data_head = at + cases[i].written;
			expect_damage(&r);
			ring_close(&r);
		}
}

/* --- the real kernel ---------------------------------------------------------------------------------- */

static const struct kernel *const k = &kernel_linux;

/* A dummy event on this process; cpu -1: any. */
static int open_dummy(struct record_format *f, int cpu, bool inherit, bool task, bool stat)
{
	union attr attr = { .head = {
		.type = PERF_TYPE_SOFTWARE, .size = ATTR_SIZE, .config = PERF_COUNT_SW_DUMMY,
		.sample_type = PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_CPU,
		.sample_id_all = 1, .inherit = inherit, .task = task, .inherit_stat = stat,
		.exclude_kernel = 1, .exclude_hv = 1 } };

	*f = record_format_of(&attr.head);
	return k->perf_open(k, &attr.head, 0, cpu, -1, 0);
}

/* Children that end at once, two at a time so that they end together. */
static void run_children(int n)
{
	for (int i = 0; i < n; i++)
		if (fork() == 0)
			_exit(0);
		else if (i % 2)
			while (wait(NULL) > 0)
				;
	while (wait(NULL) > 0)
		;
}

struct seen { uint64_t of[RECORD_TYPES], lost; };

static void read_ring(struct seen *seen, struct ring *r, const struct record_format *f)
{
	struct error err = ERROR_INIT;
	const void *bytes;
	size_t size;
	int rc;

	while ((rc = ring_next(r, &bytes, &size, &err)) > 0) {
		struct record record;

		assert_int_equal(record_decode(&record, f, bytes, size), size);
		assert_non_null(record_name(record.type));
		assert_true(record.time_ns && record.id && record.pid != RECORD_UNKNOWN &&
			    record.cpu != RECORD_UNKNOWN);
		seen->of[record.type]++;
		seen->lost += record.lost;
	}
	assert_int_equal(rc, 0);
}

/* False: no permission here, or an emulated kernel without events. */
static bool can_open(int fd, struct ring *r, size_t pages)
{
	if (fd >= 0 && ring_open(r, k, fd, pages) == 0)
		return true;
	if (fd >= 0)
		k->close(k, fd);
	return false;
}

/* One READ record for each child, in the way that ring.h describes; its children end on all CPUs. */
static void real_counts(void **state)
{
	enum { CHILDREN = 400 };
	struct record_format f;
	struct seen seen = { .lost = 0 };
	struct ring r;
	int output = open_dummy(&f, -1, false, false, false), fd;

	(void)state;
	if (!can_open(output, &r, 64))
		skip();
	fd = open_dummy(&f, -1, true, false, true);
	assert_true(fd >= 0);
	assert_int_equal(k->perf_ioctl(k, fd, PERF_EVENT_IOC_SET_OUTPUT, (unsigned long)output), 0);
	run_children(CHILDREN);
	read_ring(&seen, &r, &f);
	if (!seen.of[RECORD_READ])	/* Linux 6.1 and 6.12: see ring.h */
		skip();
	assert_int_equal(seen.of[RECORD_READ], CHILDREN);
	assert_int_equal(seen.of[RECORD_FORK] + seen.of[RECORD_EXIT], 0);
	ring_close(&r);
	k->close(k, fd);
	k->close(k, output);
}

/* One FORK and one EXIT for each child, or a LOST record that counts those without room. */
static void real_tasks(void **state)
{
	const int children = (int)(page_size() / 64);	/* twice as many records as there is room for */
	struct record_format f;
	struct seen seen = { .lost = 0 };
	cpu_set_t before, one;
	struct ring r;
	int cpu = sched_getcpu(), fd;

	(void)state;
	CPU_ZERO(&one);
	CPU_SET((size_t)cpu, &one);
	sched_getaffinity(0, sizeof(before), &before);
	if (sched_setaffinity(0, sizeof(one), &one) < 0)
		skip();
	fd = open_dummy(&f, cpu, true, true, false);
	if (!can_open(fd, &r, 1))
		skip();
	run_children(children);
	read_ring(&seen, &r, &f);
	run_children(2);	/* LOST stands before the first record that has room again */
	read_ring(&seen, &r, &f);
	sched_setaffinity(0, sizeof(before), &before);
	assert_int_equal(seen.of[RECORD_LOST], 1);
	assert_true(seen.lost > 0 && seen.of[RECORD_FORK] > 0 && seen.of[RECORD_EXIT] > 0);
	assert_int_equal(seen.of[RECORD_FORK] + seen.of[RECORD_EXIT] + seen.lost, 2 * (children + 2));
	ring_close(&r);
	k->close(k, fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wraps_around),
		cmocka_unit_test(gives_back_room),
		cmocka_unit_test(places_of_data),
		cmocka_unit_test(refused),
		cmocka_unit_test(damaged),
		cmocka_unit_test(real_counts),
		cmocka_unit_test(real_tasks),
	};

	return cmocka_run_group_tests_name("ring", tests, NULL, NULL);
}
