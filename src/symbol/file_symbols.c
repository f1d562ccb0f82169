/* SPDX-License-Identifier: MIT */
/* Reads the functions of a program or library, with a separate file if it needs one, and of the vdso. */
#include <stdlib.h>
#include <string.h>

#include "base/elf.h"
#include "base/local.h"
#include "host/file.h"
#include "host/program.h"
#include "symbol/debug_file.h"
#include "symbol/symbol_list.h"
#include "symbol/symbols.h"

/* "fclose@@GLIBC_2.2.5" of a C library is "fclose".  Many names may share the end of a very long one. */
static const char *without_version(char *name)
{
	enum { LONGEST = 256 };
	char *at = memchr(name, '@', strnlen(name, LONGEST));

	if (at && at > name)
		*at = '\0';
	return name;
}

/* Takes the names; the functions are gone before the symbols are made of them. */
static void take_functions(struct symbols *s, struct elf_functions *f)
{
	struct symbol_list list = { .n = 0 };

	for (size_t i = 0; i < f->n; i++) {
		const struct elf_function *from = &f->function[i];
		const char *name = from->name == (uint32_t)ELF_PLT ? "[plt]" :
				   without_version(f->names + from->name);

		symbol_list_add(&list, &(struct symbol_entry){
			.symbol = { .start = from->start, .end = from->end, .name = name },
			.is_open = from->is_open, .is_label = from->is_label, .is_local = from->is_local,
		});
	}
	s->text = f->names;
	f->names = NULL;
	elf_functions_release(f);
	symbol_list_resolve(s, &list);
}

struct separate {		/* a file with symbols; fd < 0: none */
	struct elf_file file;
	int fd;
};

static bool open_separate(void *ctx, const struct elf_facts *facts, const char *path)
{
	struct separate *to = ctx;

	if (facts->has_symbols)
		to->fd = file_open_foreign(path, &to->file.size);
	return to->fd >= 0;
}

static void find_separate(struct separate *to, const struct elf_facts *own, const char *path,
			  const char *folder)
{
	FREED char *real = path ? file_real_path(path) : NULL;

	debug_files_visit(own, real, folder, open_separate, to);
}

int symbols_read_file(struct symbols *s, int fd, uint64_t size, const char *path, const char *folder,
		      struct error *err)
{
	const struct elf_file file = { file_read_elf, &fd, size };
	struct separate other = { .file.read = file_read_elf, .fd = -1 };
	struct error ignored = ERROR_INIT;
	struct elf_functions f;
	struct elf_facts facts;
	int rc = -1;

	if (elf_read_facts(&facts, &file, err) < 0)
		return -1;
	if (!facts.has_symbols)
		find_separate(&other, &facts, path, folder);
	if (other.fd >= 0) {
		other.file.ctx = &other.fd;
		rc = elf_read_functions(&f, &file, &other.file, &ignored);
		file_close(other.fd);
	}
	if (rc < 0 && elf_read_functions(&f, &file, NULL, err) < 0)
		return -1;
	take_functions(s, &f);
	return 0;
}

struct image {
	const unsigned char *p;
	size_t n;
};

static int read_image(void *ctx, void *to, size_t n, uint64_t at)
{
	const struct image *i = ctx;

	memcpy(to, i->p + at, n);
	return 0;
}

int symbols_read_vdso(struct symbols *s, struct error *err)
{
	struct image image;
	struct elf_file file = { read_image, &image, 0 };
	struct elf_functions f;

	image.p = program_vdso(&image.n);
	if (!image.p)
		return 0;
	file.size = image.n;
	if (elf_read_functions(&f, &file, NULL, err) < 0)
		return error_prefix(err, "the vdso");
	take_functions(s, &f);
	return 0;
}
