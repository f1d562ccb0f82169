/* SPDX-License-Identifier: MIT */
/* Resolves ".", ".." and empty parts of a path, part by part. */
#include "base/path.h"

#include <stdbool.h>
#include <string.h>

static bool is_part(const char *part, size_t n, const char *name)
{
	return n == strlen(name) && memcmp(part, name, n) == 0;
}

/* Takes the last part away; false: there is none that ".." could undo. */
static bool drop_part(struct str *path, size_t start)
{
	size_t end = path->len;

	while (end > start && path->text[end - 1] != '/')
		end--;
	if (path->len == start || is_part(path->text + end, path->len - end, ".."))
		return false;
	path->len = end > start ? end - 1 : start;
	path->text[path->len] = '\0';
	return true;
}

void path_normalise(struct str *out, const char *path)
{
	bool absolute = path[0] == '/';
	size_t start;

	if (absolute)
		str_add(out, "/");
	start = out->len;
	while (*path) {
		size_t n = strcspn(path, "/");

		bool undone = is_part(path, n, "..") && (drop_part(out, start) || absolute);

		if (n && !undone && !is_part(path, n, ".")) {
			if (out->len > start)
				str_add(out, "/");
			str_add_n(out, path, n);
		}
		path += n;
		path += *path == '/';
	}
}
