/* SPDX-License-Identifier: MIT */
/* Asks c++filt for the names, one on each line, and takes its answer only if it has as many lines. */
#include "symbol/demangle.h"

#include <stdlib.h>
#include <string.h>

#include "base/local.h"
#include "base/mem.h"
#include "base/str.h"
#include "host/launch.h"
#include "host/rights.h"

enum { NAME_MOST = 16 << 10, INPUT_MOST = 16 << 20, OUTPUT_MOST = 64 << 20 };

/* No other character is in such names, and c++filt would take it for the end of one. */
static bool is_mangled(const char *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.$";
	size_t n;

	if (name[0] != '_' || (name[1] != 'Z' && name[1] != 'R'))
		return false;
	n = strnlen(name, NAME_MOST);
	return n < NAME_MOST && strspn(name, letters) == n;
}

/* A line for each mangled name, in their order. */
static void write_names(struct str *to, char *const *name, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (!is_mangled(name[i]))
			continue;
		str_add(to, name[i]);
		str_add(to, "\n");
	}
}

static size_t count_lines(const struct str *text)
{
	size_t lines = 0;

	for (size_t i = 0; i < text->len; i++)
		lines += text->text[i] == '\n';
	return lines;
}

static void take_names(char **name, size_t n, const struct str *answer)
{
	const char *line = answer->text;

	for (size_t i = 0; i < n; i++) {
		struct str text = {0};
		size_t len;

		if (!is_mangled(name[i]))
			continue;
		len = strcspn(line, "\n");
		str_add_n(&text, line, len);
		line += len + 1;
		free(name[i]);
		name[i] = text.text;
	}
}

static int fail_demangling(struct error *err)
{
	return error_set(err, ERROR_SYSTEM, 0, "c++filt could not make the names readable");
}

int demangle_names(char **name, size_t n, const struct kernel *k, const struct rootfs *root,
		   struct error *err)
{
	const char *folders = rights_gained() ? "/usr/bin:/bin" : NULL;
	char brief[] = "-i";	/* without the hashes of Rust; std::string for what it stands for */
	char *argv[] = { launch_find_helper(root, "c++filt", folders), brief, NULL };
	struct launch_question q = { .argv = argv, .most = OUTPUT_MOST, .longest_ns = 10000000000 };
	LOCAL(str) input = {0}, answer = {0};
	int rc = 1;

	write_names(&input, name, n);
	if (!input.len)
		rc = 0;
	else if (argv[0] && input.len > INPUT_MOST)
		rc = fail_demangling(err);
	if (rc > 0 && argv[0]) {
		q.input = input.text;
		q.n_input = input.len;
		rc = launch_ask(&answer, k, &q) == 0 && !memchr(str_text(&answer), '\0', answer.len) &&
		     count_lines(&answer) == count_lines(&input) ? 0 : fail_demangling(err);
		if (rc == 0)
			take_names(name, n, &answer);
	}
	free(argv[0]);
	return rc;
}
