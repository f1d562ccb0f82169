/* SPDX-License-Identifier: MIT */
/* The command line, one word a line: it is parsed or gives an error, and --help prints something. */
#include <stdlib.h>
#include <string.h>

#include "cli/options.h"
#include "fuzz.h"
#include "sandbox.h"

enum { MOST_WORDS = 200 };

static enum verb verb_of(const char *word)
{
	for (const struct option_verb *v = option_verbs; v->name; v++)
		if (v->verb != VERB_STAT && strcmp(word, v->name) == 0)
			return v->verb;
	return VERB_STAT;
}

static void inform(const struct options *o, enum verb verb)
{
	struct error err = ERROR_INIT;
	struct str out = {0};

	if (o->help && options_help(&out, verb, o->topic, &err) < 0)
		fuzz_check(err.message[0], "help says what is wrong");
	if (o->list_opts)
		options_list(&out, verb);
	str_release(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *rest = text, name[] = "pstat", *argv[MOST_WORDS + 2] = { name };
	struct error err = ERROR_INIT;
	struct options o = {0};
	enum verb verb;
	int argc = 1, skip, rc;

	sandbox_machine("");
	sandbox_put("there.json", "{}", 2);
	while (argc <= MOST_WORDS && (argv[argc] = fuzz_line(&rest)))
		argc++;
	argv[argc] = NULL;
	verb = verb_of(argv[1]);
	skip = verb != VERB_STAT;
	rc = options_parse(&o, verb, argc - skip, argv + skip, &err);
	if (rc < 0) {
		fuzz_check(err.message[0], "an error has a message");
	} else {
		inform(&o, verb);
		fuzz_check(!o.command || (o.command > argv && o.command < argv + argc), "the command is at the end");
		fuzz_check(!sandbox_open_files(), "files are closed");
	}
	options_release(&o);
	free(text);
	return 0;
}
