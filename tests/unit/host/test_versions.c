/* SPDX-License-Identifier: MIT */
/* Tests that the fake kernel of a version refuses exactly what that version does not know. */
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "fake_kernel.h"

enum {
	NO_FLAG = -1,
	BIT_PINNED = 2, BIT_NAMESPACES = 28, BIT_KSYMBOL, BIT_CGROUP = 32, BIT_INHERIT_THREAD = 35, BIT_SIGTRAP = 37,
	BIT_UNKNOWN,
};

static struct fake_kernel fk;	/* too large for the stack */

/* Flags are counted from the end of their word that the byte order has first. */
static void set_flag(struct perf_event_attr *a, int bit)
{
	unsigned char *byte = (unsigned char *)&a->read_format + sizeof(a->read_format) + bit / 8;

	*byte |= (unsigned char)(__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? 0x80 >> bit % 8 : 1 << bit % 8);
}

static void flags_are_where_they_are(void **state)
{
	struct perf_event_attr a = {0};

	(void)state;
	set_flag(&a, BIT_PINNED);
	assert_true(a.pinned && !a.inherit && !a.exclusive);
	set_flag(&a, BIT_NAMESPACES);
	assert_true(a.namespaces && !a.write_backward);
}

static void opens(void **state)
{
	static const struct {
		const char *version;
		struct perf_event_attr attr;
		uint64_t config3;
		int flag, rc, size;	/* size: what the kernel wrote there; 0: as it was */
	} cases[] = {
		{ "4.14", { .config = 1 }, 0, NO_FLAG, 0, 0 },		/* zeros behind what it knows */
		{ "4.14", { .config = 1 }, 5, NO_FLAG, -E2BIG, 112 },	{ "5.5", { .config = 1 }, 5, NO_FLAG, -E2BIG, 120 },
		{ "6.2", { .config = 1 }, 5, NO_FLAG, -E2BIG, 128 },	{ "6.3", { .config = 1 }, 5, NO_FLAG, 0, 0 },
		{ "4.14", { .config = 1 }, 0, BIT_PINNED, 0, 0 },
		{ "4.14", { .config = 1 }, 0, BIT_NAMESPACES, 0, 0 },
		{ "4.14", { .config = 1 }, 0, BIT_KSYMBOL, -EINVAL, 0 },	{ "5.1", { .config = 1 }, 0, BIT_KSYMBOL, 0, 0 },
		{ "5.6", { .config = 1 }, 0, BIT_CGROUP, -EINVAL, 0 },	{ "5.7", { .config = 1 }, 0, BIT_CGROUP, 0, 0 },
		{ "5.12", { .config = 1 }, 0, BIT_INHERIT_THREAD, -EINVAL, 0 }, { "5.13", { .config = 1 }, 0, BIT_SIGTRAP, 0, 0 },
		{ "6.12", { .config = 1 }, 0, BIT_UNKNOWN, -EINVAL, 0 },
		{ "5.12", { .config = UINT64_C(4) << 32 }, 0, NO_FLAG, -EINVAL, 0 },
		{ "5.13", { .config = UINT64_C(4) << 32 }, 0, NO_FLAG, 0, 0 },
		{ "5.12", { .type = PERF_TYPE_SOFTWARE, .config = 11 }, 0, NO_FLAG, -ENOENT, 0 },
		{ "5.13", { .type = PERF_TYPE_SOFTWARE, .config = 11 }, 0, NO_FLAG, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		union attr attr = { .head = cases[i].attr };
		uint32_t size = cases[i].config3 ? ATTR_SIZE_CONFIG3 : ATTR_SIZE;
		char script[20];
		int rc;

		attr.head.size = size;
		attr.tail.config3 = cases[i].config3;
		if (cases[i].flag != NO_FLAG)
			set_flag(&attr.head, cases[i].flag);
		snprintf(script, sizeof(script), "linux=%s", cases[i].version);
		fake_kernel_init(&fk);
		fake_kernel_script(&fk, script);
		rc = fk.ops.perf_open(&fk.ops, &attr.head, 0, -1, -1, 0);
		if ((rc < 0 ? rc : 0) != cases[i].rc || attr.head.size != (cases[i].size ? (uint32_t)cases[i].size : size))
			fail_msg("case %zu, %s: %d, size %u", i, script, rc, attr.head.size);
	}
}

static void pidfds(void **state)
{
	static const struct { const char *script; int process, thread; } cases[] = {
		{ "linux=4.14", -ENOSYS, -ENOSYS }, { "linux=5.2", -ENOSYS, -ENOSYS }, { "linux=5.3", 0, -EINVAL },
		{ "linux=6.8", 0, -EINVAL }, { "linux=6.9", 0, 0 }, { "", 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int process, thread;

		fake_kernel_init(&fk);
		fake_kernel_script(&fk, cases[i].script);
		process = fk.ops.pidfd(&fk.ops, 7, false);
		thread = fk.ops.pidfd(&fk.ops, 7, true);
		assert_int_equal(process < 0 ? process : 0, cases[i].process);
		assert_int_equal(thread < 0 ? thread : 0, cases[i].thread);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flags_are_where_they_are), cmocka_unit_test(opens), cmocka_unit_test(pidfds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
