/* SPDX-License-Identifier: MIT */
/*
 * Sorts the paths of both sides by their names, from the last to the first.  So paths with a common end lie
 * together, as a tree, whose deepest branches are matched first.
 */
#include "where/file_match.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

struct match_path {
	const char *path;
	size_t n;		/* what of it is not compared yet, from its beginning */
	size_t at;		/* its index in its side */
	bool of_b, taken;
};

static void take_slash(const char *path, size_t *n)
{
	while (*n && path[*n - 1] == '/')
		--*n;
}

/* The last name of path[0..n), and its length; n becomes what is before it. */
static const char *last_name(const char *path, size_t *n, size_t *length)
{
	size_t end;

	take_slash(path, n);
	end = *n;
	while (*n && path[*n - 1] != '/')
		--*n;
	*length = end - *n;
	return path + *n;
}

/* By the names from the last one on, then by side and index. */
static int by_end(const void *x, const void *y)
{
	const struct match_path *a = x, *b = y;
	size_t na = strlen(a->path), nb = strlen(b->path);

	while (na && nb) {
		size_t la, lb;
		const char *ta = last_name(a->path, &na, &la), *tb = last_name(b->path, &nb, &lb);
		int order = memcmp(ta, tb, la < lb ? la : lb);

		if (order || la != lb)
			return order ? order : la < lb ? -1 : 1;
		take_slash(a->path, &na);
		take_slash(b->path, &nb);
	}
	if (na || nb)
		return na ? 1 : -1;
	if (a->of_b != b->of_b)
		return a->of_b - b->of_b;
	return (a->at > b->at) - (a->at < b->at);
}

/* Matches what is left of these in their order. */
static void pair_left(ptrdiff_t *partner, struct match_path *p, size_t n)
{
	for (size_t a = 0, b = 0; a < n && b < n;) {
		if (p[a].of_b || p[a].taken)
			a++;
		else if (!p[b].of_b || p[b].taken)
			b++;
		else {
			partner[p[a].at] = (ptrdiff_t)p[b].at;
			p[a].taken = p[b].taken = true;
		}
	}
}

static bool has_both(const struct match_path *p, size_t n)
{
	bool a = false, b = false;

	for (size_t i = 0; i < n && !(a && b); i++) {
		a |= !p[i].of_b;
		b |= p[i].of_b;
	}
	return a && b;
}

/* All of p have the same end, after p->n characters. */
static void match_branch(ptrdiff_t *partner, struct match_path *p, size_t n, bool named)
{
	size_t from = 0;

	if (!has_both(p, n))
		return;
	while (from < n) {
		size_t to = from + 1, length, rest = p[from].n;
		const char *name = last_name(p[from].path, &rest, &length);

		for (; to < n; to++) {
			size_t l, r = p[to].n;
			const char *t = last_name(p[to].path, &r, &l);

			if (l != length || memcmp(t, name, l) != 0)
				break;
			p[to].n = r;
		}
		p[from].n = rest;
		if (length)
			match_branch(partner, p + from, to - from, true);
		from = to;
	}
	if (named)
		pair_left(partner, p, n);
}

static void add_paths(struct match_path *to, const char *const *path, size_t n, bool of_b)
{
	for (size_t i = 0; i < n; i++)
		to[i] = (struct match_path){ .path = path[i], .n = strlen(path[i]), .at = i, .of_b = of_b };
}

void file_match(ptrdiff_t *partner, const char *const *a, size_t n_a, const char *const *b, size_t n_b)
{
	FREED struct match_path *p = mem_zeroed(n_a + n_b, sizeof(*p));

	for (size_t i = 0; i < n_a; i++)
		partner[i] = FILE_MATCH_NONE;
	add_paths(p, a, n_a, false);
	add_paths(p + n_a, b, n_b, true);
	if (n_a + n_b)
		qsort(p, n_a + n_b, sizeof(*p), by_end);
	match_branch(partner, p, n_a + n_b, false);
}
