/* SPDX-License-Identifier: MIT */
/* What a word that is being typed is, and what stays of it. */
#include "test.h"

#include "base/env.h"
#include "base/str.h"
#include "cli/completion.h"
#include "event/vendor/catalog.h"
#include "fake_kernel.h"
#include "made_root.h"

enum { MOST = 8 };

static void what_a_word_is(void **state)
{
	static const struct { const char *word[MOST], *answer; } cases[] = {
		{ { "-e", "cyc" }, "parts\n\n" },
		{ { "-e", "cs,{cycles,pa" }, "parts\ncs,{cycles,\n" },
		{ { "-e", "cpu/event=1,um" }, "parts\n\n" },
		{ { "-e", "cs,cpu/event=1,umask=2/,pa" }, "parts\ncs,cpu/event=1,umask=2/,\n" },
		{ { "-e", "cs,cpu/event=1,umask=2/k,cpu/a,b" }, "parts\ncs,cpu/event=1,umask=2/k,\n" },
		{ { "-e", "{cpu/a/,cpu/b/" }, "parts\n{cpu/a/,\n" },
		{ { "-ecs,pa" }, "parts\n-ecs,\n" },
		{ { "--event=cs,pa" }, "parts\n--event=cs,\n" },
		{ { "gate", "--limit", "cpu/a=1,b=2/=+1%,wa" }, "parts\ncpu/a=1,b=2/=+1%,\n" },
		{ { "-G", "a/b,c/d,e" }, "parts\na/b,c/d,\n" },
		{ { "-p", "1,2" }, "parts\n1,\n" },
		{ { "-M", "a,b" }, "parts\na,\n" },
		{ { "--export", "csv=a" }, "files\ncsv=\n" },
		{ { "--export", "cs" }, "parts\n\n" },
		{ { "-o", "a,b" }, "files\n\n" },
		{ { "--color", "al" }, "words\n\n" },
		{ { "-r", "3", "tr" }, "command 2\n\n" },
		{ { "compare", "--", "a", "--vs", "b", "" }, "command 4\n\n" },
		{ { "help", "ga" }, "words\n\n" },
		{ { "--", "a" }, "command 1\n\n" },
		{ { "" }, "words\n\n" },
		{ { NULL }, "words\n\n" },
	};
	const struct catalog_opts catalog = {0};
	static struct fake_kernel fk;
	struct root r;
	const struct env env = { .root = &r.fs, .kernel = &fk.ops };

	(void)state;
	fake_kernel_init(&fk);
	fake_kernel_script(&fk, "");
	root_make(&r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};
		size_t n = 0;

		while (n < MOST && cases[i].word[n])
			n++;
		completion_add(&out, &env, &catalog, cases[i].word, n);
		if (strncmp(out.text, cases[i].answer, strlen(cases[i].answer)) != 0)
			fail_msg("%zu: '%s' is not '%s'", i, out.text, cases[i].answer);
		str_release(&out);
	}
	root_remove(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(what_a_word_is) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
