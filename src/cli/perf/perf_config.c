/* SPDX-License-Identifier: MIT */
/* Reads the section [stat] of perf's configuration files. */
#define _GNU_SOURCE
#include "cli/perf/perf_config.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/str.h"
#include "host/file.h"

static bool is_word(const char *text, size_t len, const char *word)
{
	return strlen(word) == len && strncasecmp(text, word, len) == 0;
}

/* As in perf's files: a name without a value is true; 1: true, 0: false, -1: neither. */
static int truth(const char *text, size_t len)
{
	static const char *const words[2][4] = {
		{ "false", "no", "off", "0" }, { "true", "yes", "on", "1" },
	};

	for (int yes = 0; yes < 2; yes++)
		for (size_t i = 0; i < 4; i++)
			if (is_word(text, len, words[yes][i]))
				return yes;
	return -1;
}

static void set(struct perf_config *c, const char *name, size_t len, int value)
{
	if (value >= 0 && is_word(name, len, "big-num"))
		c->no_big_num = !value;
	else if (value >= 0 && is_word(name, len, "no-csv-summary"))
		c->no_csv_summary = value;
}

/* "name = value # comment"; the value may stand in quotes. */
static void parse_variable(struct perf_config *c, const char *line, size_t len)
{
	size_t name = strcspn(line, " \t=#;\n"), at = name;
	size_t end;

	at += strspn(line + at, " \t");
	if (name > len || line[at] != '=') {
		set(c, line, name, 1);
		return;
	}
	at++;
	at += strspn(line + at, " \t\"");
	end = at + strcspn(line + at, " \t\"#;\r\n");
	set(c, line, name, truth(line + at, end - at));
}

void perf_config_parse(struct perf_config *c, const char *text)
{
	bool stat = false;

	while (*text) {
		size_t len;

		text += strspn(text, " \t\r\n");
		len = strcspn(text, "\n");
		if (*text == '[')
			stat = strncmp(text, "[stat]", strlen("[stat]")) == 0;
		else if (stat && len)
			parse_variable(c, text, len);
		text += len;
	}
}

static void perf_config_read_file(struct perf_config *c, const char *path)
{
	enum { MOST = 1 << 20 };
	LOCAL(str) text = {0};

	if (file_read_regular(&text, path, MOST) == 0 && text.text)
		perf_config_parse(c, text.text);
}

/* As git and perf read such variables. */
static bool is_on(const char *variable)
{
	const char *value = secure_getenv(variable);

	return value && truth(value, strlen(value)) == 1;
}

/* A set-user-ID program must not trust the environment of its caller. */
static void perf_config_read_files(struct perf_config *c)
{
	const char *only = secure_getenv("PERF_CONFIG"), *home = secure_getenv("HOME");
	LOCAL(str) path = {0};

	if (only) {
		perf_config_read_file(c, only);
		return;
	}
	if (!is_on("PERF_CONFIG_NOSYSTEM"))
		perf_config_read_file(c, "/etc/perfconfig");
	if (!home || is_on("PERF_CONFIG_NOGLOBAL"))
		return;
	str_addf(&path, "%s/.perfconfig", home);
	perf_config_read_file(c, path.text);
}

size_t perf_config_words(char *word[PERF_CONFIG_WORDS])
{
	static char no_big_num[] = "--no-big-num", no_csv_summary[] = "--no-csv-summary";
	struct perf_config c = {0};
	size_t n = 0;

	perf_config_read_files(&c);
	if (c.no_big_num)
		word[n++] = no_big_num;
	if (c.no_csv_summary)
		word[n++] = no_csv_summary;
	return n;
}
