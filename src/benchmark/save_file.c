/* SPDX-License-Identifier: MIT */
/* Reads the saved results of a file and adds new ones to them. */
#define _GNU_SOURCE
#include "benchmark/save_file.h"

#include <errno.h>
#include <string.h>

#include "base/json_reader.h"
#include "benchmark/json_merge.h"
#include "host/file.h"
#include "output/lock.h"

static int save_file_too_large(const char *path, struct error *err)
{
	error_set(err, ERROR_LIMIT, 0, "the result cannot be added to '%s': it would be larger than %d MiB, "
		  "the limit for saved results", path, JSON_DOCUMENT_MOST >> 20);
	return error_hint(err, "save it in another file");
}

/* Reads from the locked descriptor, as Windows file servers refuse other reads of a locked file. */
static int read_saved(struct str *text, const char *path, int fd, struct error *err)
{
	struct error why = ERROR_INIT;
	int rc = file_read_checked_fd(text, fd, json_document_size_limit);

	if (rc == -EFBIG)
		return save_file_too_large(path, err);
	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot read '%s' to add the result to it: %s",
				 path, strerror(rc == -EBADF ? EACCES : -rc));
	if (json_merge_can_update(text->text, text->len, &why) == 0)
		return 0;
	error_set(err, ERROR_FORMAT, 0, "the result cannot be added to '%s': %s", path, why.message);
	return error_hint(err, "save it in another file; --export json=FILE replaces whatever is there");
}

int save_file_check(const char *path, struct error *err)
{
	int fd = lock_file(path, NULL), rc = 0;
	LOCAL(str) before = {0};

	if (fd == -EINVAL) {
		error_set(err, ERROR_SYSTEM, 0,
			  "the result cannot be added to '%s': it is not a regular file", path);
		return error_hint(err, "--export json=FILE writes to pipes and devices, too");
	}
	if (fd >= 0)
		rc = read_saved(&before, path, fd, err);
	lock_release(fd);
	return rc;
}

int save_file_merge(void *merge, int fd, const struct str *fresh, struct str *all, struct error *err)
{
	struct save_file *m = merge;
	LOCAL(str) before = {0};
	int rc = fd < 0 ? 0 : read_saved(&before, m->path, fd, err);

	m->older_stays = rc == 0 && m->early &&
			 json_merge_replaces(before.text, before.len, fresh->text, fresh->len);
	if (rc == 0 && !m->older_stays && before.len)
		rc = json_merge_update(all, before.text, before.len, fresh->text, fresh->len, err);
	else if (rc == 0)
		str_add_n(all, fresh->text, fresh->len);
	if (rc == 0 && all->len > JSON_DOCUMENT_MOST)
		rc = save_file_too_large(m->path, err);
	return rc < 0 ? -1 : m->older_stays;
}
