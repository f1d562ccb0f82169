/* SPDX-License-Identifier: MIT */
/* Reads a program, and the separate files that may have its symbols. */
#include "where/debug_info.h"

#include <string.h>

#include "host/file.h"
#include "host/program.h"
#include "host/valgrind.h"
#include "symbol/debug_file.h"

enum { SCRIPT_LINE = 256 };	/* bytes: what the kernel reads */

/* The next word of a line; false: there is none. */
static bool next_word(struct str *word, const char **line)
{
	size_t n;

	*line += strspn(*line, " \t");
	n = strcspn(*line, " \t\n");
	str_reset(word);
	str_add_n(word, *line, n);
	*line += n;
	return n;
}

/* "#!/usr/bin/env python3" means python3. */
static bool read_interpreter(struct str *out, const char *path)
{
	LOCAL(str) start = {0}, word = {0};
	const char *line;
	bool is_script;

	is_script = file_read_start(&start, path, SCRIPT_LINE) == 0 &&
		    strncmp(str_text(&start), "#!", 2) == 0;
	line = is_script ? start.text + 2 : "";
	if (next_word(out, &line) && strcmp(out->text, "/usr/bin/env") == 0 && next_word(&word, &line) &&
	    word.text[0] != '-') {
		str_reset(out);
		str_add(out, word.text);
	}
	return is_script && out->len;
}

static bool is_packaged(const char *path)
{
	static const char *const folders[] = { "/usr/", "/bin/", "/sbin/", "/lib" };

	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (strncmp(path, folders[i], strlen(folders[i])) == 0)
			return strncmp(path, "/usr/local/", strlen("/usr/local/")) != 0;
	return false;
}

struct look { struct debug_info *d; const struct elf_facts *own; };

/* Takes what a separate file has, if that is more. */
static bool take_separate(void *ctx, const struct elf_facts *there, const char *path)
{
	const struct look *l = ctx;

	if (there->has_symbols <= l->own->has_symbols && there->has_lines <= l->own->has_lines)
		return false;
	l->d->has_symbols |= there->has_symbols;
	l->d->has_lines |= there->has_lines;
	str_add(&l->d->separate, path);
	return true;
}

void debug_info_find(struct debug_info *d, const char *name, const char *folder)
{
	struct elf_facts own;
	LOCAL(str) path = {0};
	FREED char *real = NULL;

	*d = (struct debug_info){ .name = name, .problem = ERROR_INIT };
	if (valgrind_check_program(name, &d->problem) < 0 || program_find(&path, name) < 0 ||
	    read_interpreter(&d->interpreter, path.text)) {
		return;
	}
	if (debug_file_facts(&own, path.text, &d->problem) < 0) {
		error_prefix(&d->problem, name);
	} else {
		real = file_real_path(path.text);
		d->has_symbols = own.has_symbols;
		d->has_lines = own.has_lines;
		d->is_packaged = real && is_packaged(real);
		if (real && !(own.has_symbols && own.has_lines))
			debug_files_visit(&own, real, folder, take_separate, &(struct look){ d, &own });
	}
}

void debug_info_release(struct debug_info *d)
{
	str_release(&d->interpreter);
	str_release(&d->separate);
	*d = (struct debug_info){ .name = NULL };
}
