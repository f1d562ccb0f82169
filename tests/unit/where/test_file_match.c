/* SPDX-License-Identifier: MIT */
/* Tests which file of one program is which of another: by the longest common end, one to one. */
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "where/file_match.h"

enum { MOST = 6 };

static size_t count(const char *const *path)
{
	size_t n = 0;

	while (n < MOST && path[n])
		n++;
	return n;
}

static void pairs(void **state)
{
	static const struct {
		const char *a[MOST], *b[MOST];
		int partner[MOST];
	} cases[] = {
		{ { 0 }, { 0 }, { 0 } },
		{ { "/x/a.c" }, { 0 }, { -1 } },
		{ { 0 }, { "/x/a.c" }, { 0 } },
		{ { "/x/a.c" }, { "/x/a.c" }, { 0 } },
		{ { "/tmp/old/a.c" }, { "/tmp/new/a.c" }, { 0 } },
		{ { "/x/a.c" }, { "/x/ba.c" }, { -1 } },
		{ { "/x/ba.c" }, { "/x/a.c" }, { -1 } },
		{ { "a.c" }, { "/x/a.c" }, { 0 } },
		{ { "/a.c" }, { "a.c" }, { 0 } },
		{ { "./string/strchr.S" }, { "./string/strchr.S" }, { 0 } },
		{ { "/old/io/util.c", "/old/net/util.c" }, { "/new/net/util.c", "/new/io/util.c" }, { 1, 0 } },
		{ { "/old/util.c" }, { "/new/net/util.c", "/old/util.c" }, { 1 } },
		/* the longer end first, whatever the order; what is left is matched by the shorter one */
		{ { "/1/x/u.c", "/1/y/x/u.c" }, { "/2/y/x/u.c", "/2/z/u.c" }, { 1, 0 } },
		{ { "/o/a.c", "/o/b.c", "/o/c.h" }, { "/n/c.h", "/n/d.c", "/n/a.c" }, { 2, -1, 0 } },
		/* one to one */
		{ { "/o/a/m.c", "/o/b/m.c" }, { "/n/c/m.c" }, { 0, -1 } },
		{ { "/o//a.c" }, { "/n/a.c" }, { 0 } },
		{ { "" }, { "" }, { -1 } },
		{ { "/o/\xc3\xa4 b.c" }, { "/n/\xc3\xa4 b.c" }, { 0 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		ptrdiff_t partner[MOST];
		size_t n = count(cases[i].a);

		file_match(partner, cases[i].a, n, cases[i].b, count(cases[i].b));
		for (size_t k = 0; k < n; k++)
			if (partner[k] != cases[i].partner[k])
				fail_msg("case %zu, %s: %td, not %d", i, cases[i].a[k], partner[k],
					 cases[i].partner[k]);
	}
}

/* 20,000 files of the same name, in as many folders, take no quadratic time. */
static void many_of_one_name(void **state)
{
	enum { N = 20000 };
	char (*path)[2][32] = calloc(N, sizeof(*path));
	const char **a = calloc(N, sizeof(*a)), **b = calloc(N, sizeof(*b));
	ptrdiff_t *partner = calloc(N, sizeof(*partner));

	(void)state;
	for (int i = 0; i < N; i++) {
		snprintf(path[i][0], sizeof(path[i][0]), "/old/%d/mod.rs", i);
		snprintf(path[i][1], sizeof(path[i][1]), "/new/%d/mod.rs", i);
		a[i] = path[i][0];
		b[N - 1 - i] = path[i][1];
	}
	file_match(partner, a, N, b, N);
	for (int i = 0; i < N; i++)
		assert_int_equal(partner[i], N - 1 - i);
	free(partner);
	free(b);
	free(a);
	free(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pairs),
		cmocka_unit_test(many_of_one_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
