/* SPDX-License-Identifier: MIT */
/* Parses the lines of a suite, and finds the limits of each benchmark. */
#include "session/suite.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "base/str.h"
#include "compare/limit.h"
#include "host/file.h"

enum { FILE_MOST = 1 << 20 };

static const char blanks[] = " \t";

struct line {			/* that is being parsed */
	const char *path, *at;	/* at: the next character */
	size_t number;
};

static int refuse_line(const struct line *l, struct error *err, const char *hint, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* hint NULL: there is none */
static int refuse_line(const struct line *l, struct error *err, const char *hint, const char *fmt, ...)
{
	LOCAL(str) what = {0};
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&what, fmt, ap);
	va_end(ap);
	error_set(err, ERROR_FORMAT, 0, "%s:%zu: %s", l->path, l->number, what.text);
	if (hint)
		error_hint(err, "%s", hint);
	return -1;
}

/* --- words ------------------------------------------------------------------------------------------- */

static int refuse_character(const struct line *l, struct error *err)
{
	return refuse_line(l, err, "sh -c '...' runs a shell; quotes make it a plain character",
			   "'%c' is for a shell, and none runs", *l->at);
}

/* At the quote that begins it; leaves l->at behind the one that ends it. */
static int take_quoted(struct str *word, struct line *l, struct error *err)
{
	char quote = *l->at++;

	for (; *l->at && *l->at != quote; l->at++) {
		if (quote == '"' && (*l->at == '$' || *l->at == '`'))
			return refuse_character(l, err);
		if (quote == '"' && *l->at == '\\' && l->at[1] && strchr("\"\\$`", l->at[1]))
			l->at++;
		str_add_n(word, l->at, 1);
	}
	if (!*l->at)
		return refuse_line(l, err, NULL, "a %c has no end", quote);
	l->at++;
	return 0;
}

static int suite_take_word(struct str *word, struct line *l, struct error *err)
{
	static const char shell[] = "|&;<>()$`*?[]{}!";

	str_add(word, "");	/* '' is a word, too */
	if (*l->at == '~')
		return refuse_character(l, err);
	while (*l->at && !strchr(blanks, *l->at)) {
		if (*l->at == '"' || *l->at == '\'') {
			if (take_quoted(word, l, err) < 0)
				return -1;
			continue;
		}
		if (strchr(shell, *l->at))
			return refuse_character(l, err);
		if (*l->at == '\\' && !*++l->at)
			return refuse_line(l, err, NULL, "a \\ ends the line, and a command has one line");
		str_add_n(word, l->at++, 1);
	}
	return 0;
}

/* NAME=value, which a shell would put into the environment. */
static bool is_assignment(const char *text)
{
	size_t n = 0;

	while (isalnum((unsigned char)text[n]) || text[n] == '_')
		n++;
	return n && !isdigit((unsigned char)text[0]) && text[n] == '=';
}

static int take_command(struct suite_benchmark *b, struct line *l, struct error *err)
{
	size_t n = 0;

	b->argv = mem_zeroed(1, sizeof(*b->argv));
	if (is_assignment(l->at))
		return refuse_line(l, err, "env NAME=value COMMAND sets a variable",
				   "a variable is for a shell, and none runs");
	while (*l->at && *l->at != '#') {
		struct str word = {0};
		int rc = suite_take_word(&word, l, err);

		b->argv = mem_resize(b->argv, n + 2, sizeof(*b->argv));
		b->argv[n++] = word.text;
		b->argv[n] = NULL;
		if (rc < 0)
			return -1;
		l->at += strspn(l->at, blanks);
	}
	return n ? 0 : refuse_line(l, err, "as in: parse: ./parse data.json", "there is no command");
}

/* --- lines ------------------------------------------------------------------------------------------- */

static int check_name(const struct suite *s, const struct line *l, const char *name, struct error *err)
{
	static const char of_limits[] = "/,=|*?@";
	size_t same = suite_find(s, name);
	const char *bad = strpbrk(name, of_limits);

	for (const char *c = name; *c; c++)
		if (iscntrl((unsigned char)*c))
			return refuse_line(l, err, NULL, "the name has a control character");
	if (bad)
		return refuse_line(l, err, "as in: parse-large: ./parse large.json",
				   "the name has a '%c', which means something in a limit", *bad);
	if (same < s->n)
		return refuse_line(l, err, NULL, "'%s' is the name of line %zu, too", name,
				   s->benchmark[same].line);
	return 0;
}

static int add_line(struct suite *s, struct line *l, struct error *err)
{
	const char *colon;
	size_t len;
	struct str name = {0};
	struct suite_benchmark *b;

	l->at += strspn(l->at, blanks);
	if (!*l->at || *l->at == '#')
		return 0;
	colon = strchr(l->at, ':');
	len = colon ? (size_t)(colon - l->at) : 0;
	while (len && strchr(blanks, l->at[len - 1]))
		len--;
	if (!len)
		return refuse_line(l, err, "as in: parse: ./parse data.json",
				   "a name and a colon are missing");
	str_add_n(&name, l->at, len);
	if (check_name(s, l, name.text, err) < 0) {
		str_release(&name);
		return -1;
	}
	s->benchmark = mem_resize(s->benchmark, s->n + 1, sizeof(*s->benchmark));
	b = &s->benchmark[s->n++];
	*b = (struct suite_benchmark){ .name = name.text, .line = l->number };
	l->at = colon + 1;
	l->at += strspn(l->at, blanks);
	return take_command(b, l, err);
}

static const char byte_order_mark[] = "\xef\xbb\xbf";	/* editors of Windows begin a text with it */

int suite_parse(struct suite *s, const struct str *text, const char *path, struct error *err)
{
	struct line l = { .path = path };
	LOCAL(str) copy = {0};
	const char *at = str_text(text), *end = at + text->len;
	int rc = 0;

	at += strncmp(at, byte_order_mark, strlen(byte_order_mark)) == 0 ? strlen(byte_order_mark) : 0;

	*s = (struct suite){0};
	for (; at < end && rc == 0; at++) {
		size_t len = strcspn(at, "\n");

		l.number++;
		str_reset(&copy);
		str_add_n(&copy, at, len && at[len - 1] == '\r' ? len - 1 : len);
		at += len;
		l.at = str_text(&copy);
		rc = at < end && !*at ? refuse_line(&l, err, NULL, "a character is 0") :
		     add_line(s, &l, err);
	}
	if (rc == 0 && !s->n)
		rc = error_set(err, ERROR_FORMAT, 0, "%s has no benchmark: a line is NAME: COMMAND", path);
	return rc;
}

int suite_read(struct suite *s, const char *path, struct error *err)
{
	LOCAL(str) text = {0};
	int rc = file_read(&text, strcmp(path, "-") == 0 ? "/dev/stdin" : path, FILE_MOST);

	*s = (struct suite){0};
	if (rc < 0)
		rc = error_set(err, ERROR_SYSTEM, -rc, "%s: %s", path, file_error_text(rc));
	else
		rc = suite_parse(s, &text, path, err);
	return rc;
}

static void release_benchmark(struct suite_benchmark *b)
{
	for (char **word = b->argv; word && *word; word++)
		free(*word);
	free(b->argv);
	free(b->name);
}

size_t suite_find(const struct suite *s, const char *name)
{
	size_t i = 0;

	while (i < s->n && strcmp(s->benchmark[i].name, name) != 0)
		i++;
	return i;
}

void suite_release(struct suite *s)
{
	for (size_t i = 0; i < s->n; i++)
		release_benchmark(&s->benchmark[i]);
	free(s->benchmark);
	*s = (struct suite){0};
}

/* --- limits ------------------------------------------------------------------------------------------ */

/* What may be the name of a benchmark, before the first colon; false: there is none. */
static bool take_name(struct str *name, const char *limit)
{
	size_t len = strcspn(limit, ":");

	str_add_n(name, limit, len);
	return limit[len];
}

/* The benchmark that a limit begins with; s->n: it is of all. */
static size_t benchmark_of(const struct suite *s, const char *limit)
{
	struct str name = {0};
	size_t at = take_name(&name, limit) ? suite_find(s, str_text(&name)) : s->n;

	str_release(&name);
	return at;
}

int suite_limits(struct limits *own, const struct suite *s, size_t at, const struct limits *all,
		 struct error *err)
{
	const size_t wanted[] = { s->n, at };
	LOCAL(str) text = {0};
	int rc;

	*own = (struct limits){0};
	for (size_t pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < all->n; i++) {
			const struct limit *l = &all->limit[i];

			if (benchmark_of(s, l->name) == wanted[pass])
				str_addf(&text, "%s%s=%s", text.len ? "," : "",
					 pass ? strchr(l->name, ':') + 1 : l->name, l->value);
		}
	if (text.len) {
		rc = limits_parse(own, text.text, err);
	} else {
		rc = error_set(err, ERROR_USAGE, 0, "'%s' has no limit", s->benchmark[at].name);
		error_hint(err, "--limit EVENT=+1%% is for all benchmarks, "
			   "--limit '%s:EVENT=+1%%' for this one", s->benchmark[at].name);
	}
	return rc;
}

void suite_add_hint(struct error *err, const struct suite *s, const struct limits *all)
{
	for (size_t i = 0; i < all->n; i++) {
		const char *limit = all->limit[i].name;
		LOCAL(str) name = {0};
		struct nearest near = {0};
		bool wrong = take_name(&name, limit) && strstr(err->message, limit);

		near.wanted = str_text(&name);
		for (size_t k = 0; k < s->n && wrong; k++)
			nearest_offer(&near, s->benchmark[k].name);
		if (near.found)
			error_hint(err, "no benchmark is called '%s': did you mean '%s'?", near.wanted,
				   near.found);
	}
}
