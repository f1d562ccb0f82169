/* SPDX-License-Identifier: MIT */
/*
 * Reads the functions that a JIT made, in the order in which it made them: the memory of one that is gone is
 * used again, so each replaces those that it overlaps.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/local.h"
#include "base/mem.h"
#include "base/number.h"
#include "host/rootfs.h"
#include "symbol/symbols.h"

enum { MAP_MOST = 64 << 20 };

/* --- numbers below a limit, with the next one and the one before ------------------------------------- */

enum { BITS = 64, LEVELS = 5, NO_NUMBER = -1 };

struct number_set {
	uint64_t *word[LEVELS];	/* a bit for each number; above that one for each word below that has any */
	size_t words[LEVELS];
};

static void number_set_init(struct number_set *s, size_t limit)
{
	for (int i = 0; i < LEVELS; i++) {
		limit = limit / BITS + 1;
		s->words[i] = limit;
		s->word[i] = mem_zeroed(limit, sizeof(**s->word));
	}
}

static void number_set_add(struct number_set *s, size_t number)
{
	for (int i = 0; i < LEVELS; i++, number /= BITS)
		s->word[i][number / BITS] |= UINT64_C(1) << number % BITS;
}

static void number_set_remove(struct number_set *s, size_t number)
{
	for (int i = 0; i < LEVELS; i++, number /= BITS) {
		s->word[i][number / BITS] &= ~(UINT64_C(1) << number % BITS);
		if (s->word[i][number / BITS])
			return;
	}
}

/* The smallest one from there on. */
static ptrdiff_t number_set_next(const struct number_set *s, size_t from)
{
	for (int i = 0; i < LEVELS; i++, from = from / BITS + 1) {
		uint64_t rest = from / BITS < s->words[i] ? s->word[i][from / BITS] >> from % BITS : 0;

		if (!rest)
			continue;
		from += (size_t)__builtin_ctzll(rest);
		while (i--)
			from = from * BITS + (size_t)__builtin_ctzll(s->word[i][from]);
		return (ptrdiff_t)from;
	}
	return NO_NUMBER;
}

/* The largest one up to there. */
static ptrdiff_t number_set_before(const struct number_set *s, size_t from)
{
	for (int i = 0; i < LEVELS; i++, from = from / BITS - 1) {
		uint64_t rest = s->word[i][from / BITS] << (BITS - 1 - from % BITS);

		if (rest) {
			from -= (size_t)__builtin_clzll(rest);
			while (i--)
				from = from * BITS + BITS - 1 - (size_t)__builtin_clzll(s->word[i][from]);
			return (ptrdiff_t)from;
		}
		if (from < BITS)
			break;
	}
	return NO_NUMBER;
}

static void number_set_release(struct number_set *s)
{
	for (int i = 0; i < LEVELS; i++)
		free(s->word[i]);
}

/* --- the lines --------------------------------------------------------------------------------------- */

struct made_function {
	struct symbol symbol;
	size_t line;
};

struct made_functions {
	struct made_function *made; size_t n;
};

/* "7f00 1c LazyCompile:~f a.js:1" */
static bool parse_map_line(struct symbol *s, const char *line)
{
	uint64_t size;

	*s = (struct symbol){ .start = 0 };
	line = number_take_hex(line, &s->start);
	if (!line || *line != ' ')
		return false;
	line = number_take_hex(line + 1, &size);
	if (!line || *line != ' ' || !line[1])
		return false;
	s->name = line + 1;
	s->end = number_add(s->start, size);
	return s->end > s->start;
}

/* A line without an end was not written whole. */
static void parse_map(struct made_functions *f, char *text)
{
	for (char *next; (next = strchr(text, '\n')); text = next + 1) {
		struct made_function m;

		*next = '\0';
		if (!parse_map_line(&m.symbol, text))
			continue;
		m.line = f->n;
		MEM_ADD(f->made, f->n, m);
	}
}

static int by_start_and_line(const void *a, const void *b)
{
	const struct made_function *x = a, *y = b;

	if (x->symbol.start != y->symbol.start)
		return x->symbol.start < y->symbol.start ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* place: where each line is in f, which is sorted. */
static void replace(struct number_set *live, const struct made_functions *f, const size_t *place)
{
	for (size_t i = 0; i < f->n; i++) {
		const struct symbol *s = &f->made[place[i]].symbol;
		ptrdiff_t other = number_set_before(live, place[i]);

		if (other >= 0 && f->made[other].symbol.end > s->start)
			number_set_remove(live, (size_t)other);
		while ((other = number_set_next(live, place[i])) >= 0 && f->made[other].symbol.start < s->end)
			number_set_remove(live, (size_t)other);
		number_set_add(live, place[i]);
	}
}

static void take_live(struct symbols *s, struct made_functions *f)
{
	struct number_set live;
	FREED size_t *place = mem_resize(NULL, f->n, sizeof(*place));

	qsort(f->made, f->n, sizeof(*f->made), by_start_and_line);
	for (size_t i = 0; i < f->n; i++)
		place[f->made[i].line] = i;
	number_set_init(&live, f->n);
	replace(&live, f, place);
	for (ptrdiff_t i = number_set_next(&live, 0); i >= 0; i = number_set_next(&live, (size_t)i + 1))
		MEM_ADD(s->symbol, s->n, f->made[i].symbol);
	number_set_release(&live);
}

/* --- the file ---------------------------------------------------------------------------------------- */

struct map_owner {
	uid_t user;
	long pid;		/* in the innermost container */
};

/* The line of /proc/PID/status with this key; "" if there is none. */
static const char *status_line(const char *status, const char *key)
{
	const char *at = strstr(status, key);

	return at ? at + strlen(key) : "";
}

static struct map_owner ask_owner(const struct rootfs *root, pid_t pid)
{
	struct map_owner o = { ROOTFS_OWN_USER, (long)pid };
	LOCAL(str) status = {0};
	char *end;

	if (rootfs_read(root, &status, "proc/%d/status", (int)pid) == 0) {
		const char *at = status_line(status.text, "\nUid:");
		unsigned long user;

		strtoul(at, &end, 10);			/* the real one; the effective one follows */
		user = strtoul(at = end, &end, 10);
		if (end > at)
			o.user = (uid_t)user;
		at = status_line(status.text, "\nNSpid:");
		for (long id; (id = strtol(at, &end, 10)) > 0; at = end)
			o.pid = id;
	}
	return o;
}

static int fail_map(int rc, const char *path, struct error *err)
{
	if (rc == -EPERM) {
		error_set(err, ERROR_PERMISSION, 0, "/%s is not believed: others may have written it",
			  path);
		return error_hint(err, "only root and the user of the process may write it: chmod go-w /%s",
				  path);
	}
	if (rc == -ELOOP || rc == -EINVAL)
		return error_set(err, ERROR_PERMISSION, 0, "/%s is not believed: it is no regular file",
				 path);
	if (rc == -EFBIG)
		return error_set(err, ERROR_LIMIT, 0, "/%s has more than %d MiB", path, MAP_MOST >> 20);
	return rootfs_set_error(err, rc, "/%s", path);
}

/* 1: it is there, 0: it is not. */
static int read_map(struct str *text, const struct rootfs *root, pid_t pid, struct error *err)
{
	const struct map_owner o = ask_owner(root, pid);
	char path[2][64];

	snprintf(path[0], sizeof(path[0]), "proc/%d/root/tmp/perf-%ld.map", (int)pid, o.pid);
	snprintf(path[1], sizeof(path[1]), "tmp/perf-%d.map", (int)pid);
	for (int i = 0; i < 2; i++) {
		int rc = rootfs_read_trusted(root, text, MAP_MOST, o.user, "%s", path[i]);

		if (rc == 0)
			return 1;
		if (!rootfs_is_missing(rc) && !(i == 0 && rc == -EACCES))
			return fail_map(rc, path[i], err);
	}
	return 0;
}

void symbols_parse_jit(struct symbols *s, char *text)
{
	struct made_functions f = { .n = 0 };

	parse_map(&f, text);
	*s = (struct symbols){ .text = text };
	if (f.n)
		take_live(s, &f);
	free(f.made);
}

int symbols_read_jit(struct symbols *s, const struct rootfs *root, pid_t pid, struct error *err)
{
	struct str text = {0};
	int rc = read_map(&text, root, pid, err);

	if (rc > 0)
		symbols_parse_jit(s, text.text);
	else
		str_release(&text);
	return rc < 0 ? -1 : 0;
}
