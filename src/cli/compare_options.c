/* SPDX-License-Identifier: MIT */
/* Parses the runs, commands and files on the command lines of compare and gate. */
#include "cli/compare_options.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "benchmark/perfdata/perfdata.h"
#include "host/file.h"
#include "session/session.h"

int compare_set_runs(struct session_opts *o, const char *text, struct error *err)
{
	enum { MOST = 100000 };
	const char *colon = strchr(text, ':');
	LOCAL(str) first = {0};
	uint64_t least, most;
	bool ok;

	str_add_n(&first, text, colon ? (size_t)(colon - text) : strlen(text));
	ok = number_parse_u64(first.len ? first.text : "", &least) &&
	     (!colon || number_parse_u64(colon + 1, &most));
	if (!ok)
		return error_set(err, ERROR_USAGE, 0,
				 "option '--repeat' needs a number of runs, or two as in 10:40, not '%s'",
				 text);
	most = colon ? most : least;
	if (!least || most > MOST)
		return error_set(err, ERROR_USAGE, 0, "option '--repeat': from 1 to %d runs, not '%s'", MOST,
				 text);
	if (most < least)
		return error_set(err, ERROR_USAGE, 0,
				 "option '--repeat': in '%s' the maximum is less than the minimum", text);
	o->runs = least;
	o->most_runs = most;
	return 0;
}

int compare_set_level(double *level, const char *text, struct error *err)
{
	char *end = NULL;
	double pct = strtod(text, &end);

	if (end == text || strcmp(*end == '%' ? end + 1 : end, "") != 0 || !(pct >= 50 && pct < 100)) {
		error_set(err, ERROR_USAGE, 0,
			  "option '--confidence' needs a percentage from 50 to below 100, not '%s'", text);
		return error_hint(err, "at 99 an interval is wrong about one time in a hundred");
	}
	*level = pct / 100;
	return 0;
}

static int compare_options_add_command(struct session_opts *o, char **argv, struct error *err)
{
	if (!argv[0]) {
		error_set(err, ERROR_USAGE, 0, "a command is missing: --vs separates two commands");
		return error_hint(err, "as in: -- COMMAND [ARG...] --vs COMMAND [ARG...]");
	}
	o->command = mem_resize(o->command, o->n_commands + 1, sizeof(*o->command));
	o->command[o->n_commands++] = (struct session_command){ .argv = argv };
	return 0;
}

int compare_split_commands(struct session_opts *o, char *const *words, struct error *err)
{
	size_t n = 0, start = 0;

	while (words[n])
		n++;
	o->word = mem_resize(NULL, n + 1, sizeof(*o->word));
	memcpy(o->word, words, (n + 1) * sizeof(*o->word));
	for (size_t i = 0; i <= n; i++) {
		if (o->word[i] && strcmp(o->word[i], "--vs") != 0)
			continue;
		o->word[i] = NULL;
		if (compare_options_add_command(o, o->word + start, err) < 0)
			return -1;
		start = i + 1;
	}
	return 0;
}

int compare_name_commands(struct session_opts *o, const char *const *name, size_t n, struct error *err)
{
	if (n && n != o->n_commands) {
		error_set(err, ERROR_USAGE, 0, "%zu name%s for %zu command%s", n, n == 1 ? "" : "s",
			  o->n_commands, o->n_commands == 1 ? "" : "s");
		return error_hint(err,
				  "give --name once for each command, in their order, or not at all");
	}
	for (size_t i = 0; i < n; i++)
		o->command[i].name = name[i];
	return 0;
}

int compare_add_base(struct session_opts *o, struct error *err)
{
	if (!o->base.rev)
		return 0;
	if (o->n_commands > 1) {
		error_set(err, ERROR_USAGE, 0, "--base is for one command, which runs in both trees");
		return error_hint(err, "leave out --vs and what follows it");
	}
	o->command = mem_resize(o->command, 2, sizeof(*o->command));
	o->command[1] = o->command[0];
	o->n_commands = 2;
	return 0;
}

/* The name it is saved under; the caller releases it. */
static struct str compare_options_name_of(const struct session_command *c)
{
	struct str name = {0};

	str_add(&name, c->name ? c->name : "");
	if (!c->name)
		str_add_words(&name, c->argv);
	return name;
}

int compare_check_names(const struct session_opts *o, struct error *err)
{
	int rc = 0;

	for (size_t i = 1; i < o->n_commands && rc == 0; i++)
		for (size_t k = 0; k < i && rc == 0; k++) {
			LOCAL(str) a = compare_options_name_of(&o->command[k]),
				   b = compare_options_name_of(&o->command[i]);

			if (strcmp(a.text, b.text) == 0)
				rc = error_set(err, ERROR_USAGE, 0, "two results would be saved as '%s'",
					       a.text);
		}
	if (rc < 0)
		error_hint(err, "give each a name: --name once for each command, in their order");
	return rc;
}

static bool has_ending(const char *word, const char *ending)
{
	size_t len = strlen(word), n = strlen(ending);

	return len > n && strcmp(word + len - n, ending) == 0;
}

bool compare_is_file(const char *word)
{
	enum { ENOUGH = 4096 };
	LOCAL(str) start = {0};
	bool yes = strcmp(word, "-") == 0 || has_ending(word, ".json") || has_ending(word, ".data");
	int rc = yes ? 0 : file_read_start(&start, word, ENOUGH);

	if (rc == 0 && start.len)
		yes = start.text[strspn(start.text, " \t\r\n")] == '{' || perfdata_is(start.text, start.len);
	yes |= rc == -ESPIPE;
	return yes;
}
