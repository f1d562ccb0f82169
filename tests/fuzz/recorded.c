/* SPDX-License-Identifier: MIT */
/* Loads the files of recorded machines. */
#define _GNU_SOURCE
#include "recorded.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"

#define FIXTURES "tests/fixtures/"

/* Of several recordings the later one wins: it stands in front. */
static int by_path(const void *a, const void *b)
{
	const struct recorded_file *x = a, *y = b;
	int rc = strcmp(x->path, y->path);

	return rc ? rc : x->order < y->order ? 1 : -1;
}

static void unescape(char *text)
{
	char *to = text;

	for (const char *p = text; *p; p++) {
		if (*p == '\\' && p[1]) {
			p++;
			*to++ = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
		} else {
			*to++ = *p;
		}
	}
	*to = '\0';
}

static void add_line(struct recorded *m, char *line)
{
	char *tab = strchr(line, '\t');
	size_t len;

	line[strcspn(line, "\n")] = '\0';
	if (*line != '/')
		return;
	if (tab)
		*tab = '\0';
	unescape(line);
	if (tab)
		unescape(tab + 1);
	m->file = mem_resize(m->file, m->n + 1, sizeof(*m->file));
	m->file[m->n] = (struct recorded_file){ .path = mem_copy_text(line), .order = m->n };
	len = tab ? strlen(tab + 1) : 0;
	m->file[m->n].text = mem_resize(NULL, len + 2, 1);
	if (tab)
		memcpy(m->file[m->n].text, tab + 1, len);
	memcpy(m->file[m->n].text + len, "\n", 2);
	m->file[m->n++].size = len + 1;
}

static void load(struct recorded *m, const char *name, size_t len)
{
	struct str path = {0};
	char *line = NULL;
	size_t cap = 0;
	FILE *f;

	str_addf(&path, FIXTURES "%.*s.fs", (int)len, name);
	f = fopen(path.text, "r");
	if (!f) {
		fprintf(stderr, "fuzz: %s: %s\n", path.text, strerror(errno));
		exit(2);
	}
	while (getline(&line, &cap, f) >= 0)
		add_line(m, line);
	fclose(f);
	free(line);
	str_release(&path);
}

struct recorded *recorded_machine(struct recorded **all, const char *names)
{
	struct recorded *m = *all;

	while (m && strcmp(m->names, names) != 0)
		m = m->next;
	if (m)
		return m;
	m = mem_resize(NULL, 1, sizeof(*m));
	*m = (struct recorded){ .names = mem_copy_text(names), .next = *all };
	*all = m;
	while (*names) {
		size_t len = strcspn(names, "+");

		load(m, names, len);
		names += len + (names[len] == '+');
	}
	if (m->n)
		qsort(m->file, m->n, sizeof(*m->file), by_path);
	return m;
}

size_t recorded_lower(const struct recorded *m, const char *path)
{
	size_t low = 0, high = m->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (strcmp(m->file[middle].path, path) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

void recorded_see(struct recorded *m, struct recorded_file *f)
{
	if (f->seen)
		return;
	f->seen = true;
	m->seen = mem_resize(m->seen, m->n_seen + 1, sizeof(*m->seen));
	m->seen[m->n_seen++] = f;
}

const struct recorded_file *recorded_donor(const struct recorded *m, uint32_t pick)
{
	return !m->n ? NULL : m->n_seen ? m->seen[pick % m->n_seen] : &m->file[pick % m->n];
}
