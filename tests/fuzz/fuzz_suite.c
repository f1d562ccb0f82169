/* SPDX-License-Identifier: MIT */
/* The file of --suite: its names and words are text of it, and no name is there twice. */
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "compare/limit.h"
#include "fuzz.h"
#include "session/suite.h"

static void check(const struct suite *s, size_t size)
{
	size_t sum = 0;

	for (size_t i = 0; i < s->n; i++) {
		const struct suite_benchmark *b = &s->benchmark[i];

		fuzz_check(*b->name && !strchr(b->name, ':') && b->argv[0], "a name and a command");
		sum += strlen(b->name);
		for (char **word = b->argv; *word; word++)
			sum += strlen(*word);
		for (size_t k = 0; k < i; k++)
			fuzz_check(strcmp(b->name, s->benchmark[k].name) != 0, "no name is there twice");
	}
	fuzz_check(s->n && sum <= size, "no more than the file has");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {0};
	struct error err = ERROR_INIT;
	struct limits all = {0}, own;
	struct suite s;

	str_add_n(&text, (const char *)data, size);
	if (suite_parse(&s, &text, "f", &err) == 0) {
		check(&s, size);
		fuzz_check(limits_parse(&all, "x=+1%,a:x=+2%", &err) == 0 && suite_limits(&own, &s, 0, &all, &err) == 0 &&
			   own.n >= 1, "each has the limit of all");
		limits_release(&own);
		limits_release(&all);
	} else {
		fuzz_check(err.message[0], "an error has a message");
	}
	suite_release(&s);
	str_release(&text);
	return 0;
}
