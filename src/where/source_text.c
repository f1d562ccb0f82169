/* SPDX-License-Identifier: MIT */
/* Reads sources that debug information names, as far as that is safe, and finds their lines. */
#include "where/source_text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "host/file.h"

static bool is_after(const struct timespec *a, const struct timespec *b)
{
	return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

void source_texts_add_object(struct source_texts *s, const char *path)
{
	struct timespec changed;

	if (file_changed(path, &changed) && is_after(&changed, &s->newest))
		s->newest = changed;
}

/* Ends each line where its last letter ends, and notes where it begins. */
static void cut_lines(struct source_text *t, size_t len)
{
	char *end = t->text + len, *next;

	t->line = mem_zeroed(t->n, sizeof(*t->line));
	t->n = 0;
	for (char *line = t->text; line < end; line = next) {
		char *stop = memchr(line, '\n', (size_t)(end - line));

		next = stop ? stop + 1 : end;
		if (!stop)
			stop = end;
		while (stop > line && strchr(" \t\r\f\v", stop[-1]))
			stop--;
		*stop = '\0';
		t->line[t->n++] = line;
	}
}

static size_t count_lines(const struct str *text)
{
	size_t n = 1;

	for (size_t i = 0; i < text->len; i++)
		n += text->text[i] == '\n';
	return n;
}

static enum source_state read_source(struct source_texts *s, struct source_text *t)
{
	struct timespec changed;
	struct str text = {0};
	int rc;

	if (t->path[0] != '/')
		return SOURCE_ABSENT;
	rc = file_read_foreign(&text, t->path, SOURCE_BYTES_MOST, &changed);
	t->n = count_lines(&text);
	if (rc < 0 || t->n > SOURCE_LINES_MOST || text.len > SOURCES_BYTES_MOST - s->bytes) {
		str_release(&text);
		t->n = 0;
		return rc == 0 || rc == -EFBIG || rc == -EINVAL || rc == -EISDIR ? SOURCE_REFUSED :
		       SOURCE_ABSENT;
	}
	if (s->newest.tv_sec && is_after(&changed, &s->newest)) {
		str_release(&text);
		t->n = 0;
		return SOURCE_NEWER;
	}
	str_add(&text, "");
	s->bytes += text.len;
	t->text = text.text;
	cut_lines(t, text.len);
	return SOURCE_READ;
}

static bool is_source(const void *list, size_t at, const void *key)
{
	struct source_text *const *source = list;

	return str_same(source[at]->path, key);
}

const struct source_text *source_texts_get(struct source_texts *s, const char *path)
{
	uint64_t hash = index_hash(0, path);
	ptrdiff_t at = index_find(&s->index, hash, is_source, s->source, path);
	struct source_text *t;

	if (at != INDEX_NONE)
		return s->source[at];
	t = mem_zeroed(1, sizeof(*t));
	t->path = mem_copy_text(path);
	t->state = read_source(s, t);
	s->source = mem_grow(s->source, s->n, sizeof(struct source_text *));
	s->source[s->n] = t;
	index_add(&s->index, hash, s->n++);
	return t;
}

const char *source_line(const struct source_text *s, size_t line)
{
	return line && line <= s->n ? s->line[line - 1] : NULL;
}

/* FNV-1a, and a last mix, so that similar lines differ in all bits. */
uint64_t source_line_hash(const char *line)
{
	uint64_t hash = UINT64_C(0xcbf29ce484222325);

	if (!line)
		return 0;
	for (; *line; line++)
		if (!strchr(" \t\r\f\v", *line))
			hash = (hash ^ (unsigned char)*line) * UINT64_C(0x100000001b3);
	hash ^= hash >> 32;
	hash *= UINT64_C(0xd6e8feb86659fd93);
	hash ^= hash >> 32;
	return hash ? hash : 1;
}

void source_texts_release(struct source_texts *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->source[i]->path);
		free(s->source[i]->text);
		free(s->source[i]->line);
		free(s->source[i]);
	}
	free(s->source);
	index_release(&s->index);
	*s = (struct source_texts){ .n = 0 };
}
