/* SPDX-License-Identifier: MIT */
/* What is in the file that a result is added to, and what will be in it? */
#define _GNU_SOURCE
#include "cli/entry.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "host/file.h"
#include "out/saved_update.h"

enum { MOST = 1 << 30 };

/* On a server of Windows files the lock keeps out all descriptors but that which has it. */
static int read_through(struct str *text, int fd)
{
	int rc = fd < 0 ? -EBADF : file_read_fd(text, fd, (size_t)MOST + 1);

	return rc == 0 && text->len > MOST ? -EFBIG : rc;
}

/* The document that is there; empty where there is none. */
static int read_before(struct str *text, const char *path, int fd, struct error *err)
{
	struct str final = {0};
	bool planted = file_final(&final, path) < 0;
	struct error why = ERROR_INIT;
	struct stat st;
	int rc;

	str_release(&final);
	if (planted || stat(path, &st) < 0 || S_ISDIR(st.st_mode))
		return 0;		/* it cannot be opened, and that says why */
	if (!S_ISREG(st.st_mode)) {
		error_set(err, ERROR_SYSTEM, 0, "the result cannot be added to '%s': it is no regular file",
			  path);
		error_hint(err, "--export json=FILE writes to pipes and devices, too");
		return -1;
	}
	rc = read_through(text, fd);
	if (rc == -EBADF)		/* it is not open, or not to be read */
		rc = file_read(text, path, MOST);
	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot read '%s' to add the result to it: %s",
				 path, strerror(-rc));
	if (saved_can_update(text->text, text->len, &why) == 0)
		return 0;
	error_set(err, ERROR_FORMAT, 0, "the result cannot be added to '%s': %s", path, why.message);
	error_hint(err, "save it in another file; --export json=FILE replaces whatever is there");
	return -1;
}

int entry_check(const char *path, int fd, struct error *err)
{
	struct str before = {0};
	int rc = read_before(&before, path, fd, err);

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
	str_release(&before);
	return rc;
}
