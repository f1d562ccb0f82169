/* SPDX-License-Identifier: MIT */
/* What is in the file that a result is added to, and what will be in it? */
#define _GNU_SOURCE
#include "cli/entry.h"

#include <errno.h>
#include <string.h>

#include "base/jsondoc.h"
#include "cli/lock.h"
#include "host/file.h"
#include "out/saved_update.h"

static int too_large(const char *path, struct error *err)
{
	error_set(err, ERROR_LIMIT, 0, "the result cannot be added to '%s': it would be larger than %d MiB, "
		  "the limit for saved results", path, JSONDOC_MOST >> 20);
	error_hint(err, "save it in another file");
	return -1;
}

/* Through the descriptor that has the lock: on a file server of Windows that keeps out all others. */
static int read_before(struct str *text, const char *path, int fd, struct error *err)
{
	struct error why = ERROR_INIT;
	int rc = file_read_what_fd(text, fd, jsondoc_may);

	if (rc == -EFBIG)
		return too_large(path, err);
	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot read '%s' to add the result to it: %s",
				 path, strerror(rc == -EBADF ? EACCES : -rc));
	if (saved_can_update(text->text, text->len, &why) == 0)
		return 0;
	error_set(err, ERROR_FORMAT, 0, "the result cannot be added to '%s': %s", path, why.message);
	error_hint(err, "save it in another file; --export json=FILE replaces whatever is there");
	return -1;
}

int entry_check(const char *path, int tries, struct error *err)
{
	int file = lock_file(path, &tries), rc = 0;
	struct str before = {0};

	if (file == -EINVAL) {
		error_set(err, ERROR_SYSTEM, 0, "the result cannot be added to '%s': it is no regular file",
			  path);
		error_hint(err, "--export json=FILE writes to pipes and devices, too");
		return -1;
	}
	if (file >= 0)
		rc = read_before(&before, path, file, err);
	lock_release(file);
	str_release(&before);
	return rc;
}

int entry_merge(struct str *all, const char *path, int fd, const struct str *fresh, bool early, bool *stays,
		struct error *err)
{
	struct str before = {0};
	int rc = read_before(&before, path, fd, err);

	*stays = rc == 0 && early && saved_replaces(before.text, before.len, fresh->text, fresh->len);
	if (rc == 0 && !*stays && before.len)
		rc = saved_update(all, before.text, before.len, fresh->text, fresh->len, err);
	if (rc == 0 && all->len > JSONDOC_MOST)
		rc = too_large(path, err);
	str_release(&before);
	return rc;
}
