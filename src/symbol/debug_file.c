/* SPDX-License-Identifier: MIT */
/* Looks for separate files with symbols and lines, and reads which build they are of. */
#include "symbol/debug_file.h"

#include <string.h>

#include "base/local.h"
#include "base/str.h"
#include "host/file.h"

int debug_file_facts(struct elf_facts *facts, const char *path, struct error *err)
{
	struct elf_file file = { .read = file_read_elf };
	int fd = file_open_foreign(path, &file.size), rc;

	if (fd < 0)
		return error_set(err, ERROR_NOT_FOUND, -fd, "cannot read it: %s", file_error_text(fd));
	file.ctx = &fd;
	rc = elf_read_facts(facts, &file, err);
	file_close(fd);
	return rc;
}

static bool try_file(const struct elf_facts *own, const char *path, debug_file_visit *visit, void *ctx)
{
	struct error ignored = ERROR_INIT;
	struct elf_facts there;

	if (debug_file_facts(&there, path, &ignored) < 0 ||
	    (own->n_build_id && there.n_build_id &&
	     !elf_has_build_id(&there, own->build_id, own->n_build_id)))
		return false;
	return visit(ctx, &there, path);
}

bool debug_files_visit(const struct elf_facts *own, const char *real, const char *folder,
		       debug_file_visit *visit, void *ctx)
{
	const char *link = own->debug_link, *slash = real ? strrchr(real, '/') : NULL;
	LOCAL(str) path = {0};
	bool enough = false;

	str_addf(&path, "%s/.build-id/", folder);
	for (size_t i = 0; i < own->n_build_id; i++)
		str_addf(&path, "%02x%s", own->build_id[i], i ? "" : "/");
	str_add(&path, ".debug");
	if (own->n_build_id)
		enough = try_file(own, path.text, visit, ctx);
	for (int i = 0; i < 3 && !enough && slash && *link && !strchr(link, '/'); i++) {
		str_reset(&path);
		str_addf(&path, "%s%.*s/%s%s", i == 2 ? folder : "", (int)(slash - real), real,
			 i == 1 ? ".debug/" : "", link);
		enough = try_file(own, path.text, visit, ctx);
	}
	return enough;
}
