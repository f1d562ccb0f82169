/* SPDX-License-Identifier: MIT */
/* Reads a program, and the separate files that may have its symbols. */
#include "where/debug_info.h"

#include <string.h>

#include "host/file.h"
#include "host/program.h"
#include "host/valgrind.h"

enum { SCRIPT_LINE = 256 };	/* bytes: what the kernel reads */

static int read_elf(void *ctx, void *to, size_t n, uint64_t at)
{
	return file_read_at(*(const int *)ctx, to, n, at);
}

int debug_info_read_file(struct elf_facts *facts, const char *path, struct error *err)
{
	struct elf_file file = { .read = read_elf };
	int fd = file_open_foreign(path, &file.size), rc;

	if (fd < 0)
		return error_set(err, ERROR_NOT_FOUND, -fd, "cannot read it: %s", file_error_text(fd));
	file.ctx = &fd;
	rc = elf_read_facts(facts, &file, err);
	file_close(fd);
	return rc;
}

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

/* Takes what the separate file has, if it is there and of the same build. */
static void try_separate(struct debug_info *d, const struct elf_facts *own, const char *path)
{
	struct error ignored = ERROR_INIT;
	struct elf_facts there;

	if (d->separate.len || debug_info_read_file(&there, path, &ignored) < 0 ||
	    (own->n_build_id && there.n_build_id &&
	     (own->n_build_id != there.n_build_id ||
	      memcmp(own->build_id, there.build_id, own->n_build_id) != 0)) ||
	    (there.has_symbols <= own->has_symbols && there.has_lines <= own->has_lines))
		return;
	d->has_symbols |= there.has_symbols;
	d->has_lines |= there.has_lines;
	str_add(&d->separate, path);
}

/* real: the path of the program without links. */
static void look_for_separate(struct debug_info *d, const struct elf_facts *own, const char *real,
			      const char *folder)
{
	int own_folder = (int)(strrchr(real, '/') - real);	/* bytes */
	const char *link = own->debug_link;
	LOCAL(str) path = {0};

	str_addf(&path, "%s/.build-id/", folder);
	for (size_t i = 0; i < own->n_build_id; i++)
		str_addf(&path, "%02x%s", own->build_id[i], i ? "" : "/");
	str_add(&path, ".debug");
	if (own->n_build_id)
		try_separate(d, own, path.text);
	for (int i = 0; i < 3 && *link && !strchr(link, '/'); i++) {
		str_reset(&path);
		str_addf(&path, "%s%.*s/%s%s", i == 2 ? folder : "", own_folder, real,
			 i == 1 ? ".debug/" : "", link);
		try_separate(d, own, path.text);
	}
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
	if (debug_info_read_file(&own, path.text, &d->problem) < 0) {
		error_prefix(&d->problem, name);
	} else {
		real = file_real_path(path.text);
		d->has_symbols = own.has_symbols;
		d->has_lines = own.has_lines;
		d->is_packaged = real && is_packaged(real);
		if (real && !(own.has_symbols && own.has_lines))
			look_for_separate(d, &own, real, folder);
	}
}

void debug_info_release(struct debug_info *d)
{
	str_release(&d->interpreter);
	str_release(&d->separate);
	*d = (struct debug_info){ .name = NULL };
}
