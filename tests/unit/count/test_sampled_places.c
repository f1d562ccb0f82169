/* SPDX-License-Identifier: MIT */
/* Tests how samples are added up by place, and places by function. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "count/sampling/sampled_files.h"
#include "count/sampling/sampled_places.h"
#include "host/record.h"
#include "made_root.h"

static struct root root;

static int make_root(void **state)
{
	(void)state;
	root_make(&root);
	root_put(&root, "proc/kallsyms",
		 "ffffffff81000000 T first\nffffffff81000100 T second\nffffffff81000200 t third\t[ext4]\n");
	return 0;
}

static int remove_root(void **state)
{
	(void)state;
	root_remove(&root);
	return 0;
}

enum { EVENTS = 2, SAMPLES = 8 };

struct hit {
	enum place_kind kind;
	size_t file;
	pid_t pid;
	uint64_t at;
	size_t event;
	uint64_t period;
};

#define KERNEL(at) PLACE_KERNEL, 0, 0, UINT64_C(0xffffffff81000000) + (at)

/* "name (object) samples sum, samples sum; ..." */
static const struct {
	const char *name;
	struct hit hit[SAMPLES]; size_t n;
	size_t places;
	const char *found;
} cases[] = {
	{ "none", { { 0 } }, 0, 0, "" },
	{ "one", { { KERNEL(1), 0, 7 } }, 1, 1, "first ([kernel]) 1 7, 0 0; " },
	{ "the same place again", { { KERNEL(1), 0, 7 }, { KERNEL(1), 0, 8 } }, 2, 1, "first ([kernel]) 2 15, 0 0; " },
	{ "another place of a function", { { KERNEL(1), 0, 7 }, { KERNEL(2), 0, 8 } }, 2, 2, "first ([kernel]) 2 15, 0 0; " },
	{ "another event there", { { KERNEL(1), 0, 7 }, { KERNEL(2), 1, 8 } }, 2, 2, "first ([kernel]) 1 7, 1 8; " },
	{ "in the order in which they were found",
	  { { KERNEL(0x101), 1, 1 }, { KERNEL(1), 1, 9 }, { KERNEL(0x102), 1, 1 } }, 3, 3,
	  "second ([kernel]) 0 0, 2 2; first ([kernel]) 0 0, 1 9; " },
	{ "a module", { { KERNEL(0x201), 0, 7 } }, 1, 1, "third (ext4) 1 7, 0 0; " },
	{ "where the kernel has no function", { { PLACE_KERNEL, 0, 0, 5, 0, 7 } }, 1, 1, "[kernel] 1 7, 0 0; " },
	{ "idle, a guest, nothing mapped",
	  { { PLACE_IDLE, 0, 0, 1, 0, 1 }, { PLACE_GUEST, 0, 0, 1, 0, 2 }, { PLACE_UNMAPPED, 0, 0, 1, 0, 3 } }, 3, 3,
	  "[idle] 1 1, 0 0; [guest] 1 2, 0 0; [unknown] 1 3, 0 0; " },
	{ "an interrupt of an idle CPU", { { PLACE_IDLE, 0, 0, UINT64_C(0xffffffff81000001), 0, 7 } }, 1, 1,
	  "first ([kernel]) 1 7, 0 0; " },
	{ "a file that is gone, and another one",
	  { { PLACE_FILE, 0, 0, 1, 0, 1 }, { PLACE_FILE, 0, 0, 2, 0, 2 }, { PLACE_FILE, 1, 0, 1, 0, 4 } }, 3, 3,
	  "[gone] (prog) 2 3, 0 0; [gone] (lib.so) 1 4, 0 0; " },
	{ "memory of two processes",
	  { { PLACE_FILE, 2, 11, 1, 0, 1 }, { PLACE_FILE, 2, 12, 1, 0, 2 } }, 2, 2, "[no symbols] ([memory]) 2 3, 0 0; " },
	{ "a name that only the kernel knows", { { PLACE_FILE, 3, 0, 1, 0, 1 } }, 1, 1, "[vsyscall] 1 1, 0 0; " },
	{ "more than a number can be",
	  { { KERNEL(1), 0, UINT64_MAX }, { KERNEL(1), 0, 2 }, { KERNEL(2), 0, 2 } }, 3, 2,
	  "first ([kernel]) 3 18446744073709551615, 0 0; " },
};

static void describe(char *to, size_t room, const struct found_functions *found)
{
	size_t at = 0;

	to[0] = '\0';
	for (size_t i = 0; i < found->n; i++) {
		const struct found_function *f = &found->function[i];

		at += (size_t)snprintf(to + at, room - at, "%s%s%s%s", f->name, f->object ? " (" : "",
				       f->object ? f->object : "", f->object ? ")" : "");
		for (size_t e = 0; e < EVENTS; e++)
			at += (size_t)snprintf(to + at, room - at, " %llu %llu%s", (unsigned long long)f->count[e].samples,
					       (unsigned long long)f->count[e].sum, e + 1 < EVENTS ? "," : "; ");
	}
}

static void add_files(struct sampled_files *files)
{
	static const char *const paths[] = { "/bin/prog", "/lib/lib.so", "//anon", "[vsyscall]" };

	files->root = &root.fs;
	for (size_t i = 0; i < COUNT_OF(paths); i++) {
		const struct record_map map = { .path = paths[i], .inode = i };

		assert_int_equal(sampled_files_add(files, &map), i);
		sampled_files_open(files, i, &(struct sampled_range){ 11, 0, 1 });
	}
}

static void by_place_and_function(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sampled_files files = {0};
		struct sampled_places places = { .n_events = EVENTS };
		struct found_functions found;
		char text[400];

		add_files(&files);
		for (size_t h = 0; h < cases[i].n; h++) {
			const struct hit *hit = &cases[i].hit[h];
			const struct sampled_place place = { hit->kind, hit->file, hit->pid, hit->at };

			sampled_places_add(&places, &place, hit->event, hit->period);
		}
		sampled_places_find(&found, &places, &files);
		describe(text, sizeof(text), &found);
		if (strcmp(text, cases[i].found) != 0 || places.n != cases[i].places)
			fail_msg("%s: %zu places, %s", cases[i].name, places.n, text);
		found_functions_release(&found);
		sampled_places_release(&places);
		sampled_files_release(&files);
	}
}

static void many_places(void **state)
{
	enum { MANY = 3000 };
	struct sampled_files files = { .root = &root.fs };
	struct sampled_places places = { .n_events = EVENTS };
	struct found_functions found;
	uint64_t sum = 0;

	(void)state;
	for (uint64_t i = 0; i < 2 * MANY; i++) {
		const struct sampled_place place = { PLACE_KERNEL, 0, 0, UINT64_C(0xffffffff81000000) + i % MANY };

		sampled_places_add(&places, &place, i % EVENTS, i);
		sum += i % EVENTS ? i : 0;
	}
	assert_int_equal(places.n, MANY);
	sampled_places_find(&found, &places, &files);
	assert_int_equal(found.n, 3);		/* of kallsyms */
	for (size_t i = 0; i < found.n; i++)
		sum -= found.function[i].count[1].sum;
	assert_int_equal(sum, 0);
	found_functions_release(&found);
	sampled_places_release(&places);
	sampled_files_release(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_place_and_function),
		cmocka_unit_test(many_places),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
