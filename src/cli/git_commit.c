/* SPDX-License-Identifier: MIT */
/* Follows HEAD of a repository, or of one of its worktrees, to a hash. */
#include "cli/git_commit.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host/file.h"

enum { LINE_MOST = 4096, PACKED_MOST = 64 << 20 };
enum { SHA1 = 40, SHA256 = 64 };

/* The only line of folder/name. */
static bool read_line(struct str *out, const char *folder, const char *name)
{
	LOCAL(str) path = {0};
	bool is_there;

	str_addf(&path, "%s/%s", folder, name);
	str_reset(out);
	is_there = file_read_own(out, path.text, LINE_MOST) == 0 && out->len;
	if (is_there)
		out->text[strcspn(out->text, "\r\n")] = '\0';
	return is_there;
}

static const char *after(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0 ? text + strlen(start) : NULL;
}

static bool add_hash(struct str *out, const char *text)
{
	size_t n = 0;

	while (isxdigit((unsigned char)text[n]))
		n++;
	if ((n != SHA1 && n != SHA256) || (text[n] && !isspace((unsigned char)text[n])))
		return false;
	str_add_n(out, text, n);
	return true;
}

/* Lines of packed-refs: HASH NAME. */
static bool find_packed(struct str *out, const char *common, const char *name)
{
	LOCAL(str) path = {0}, text = {0};
	bool found = false;

	str_addf(&path, "%s/packed-refs", common);
	if (file_read_own(&text, path.text, PACKED_MOST) == 0)
		for (const char *line = str_text(&text); line && !found; line = strchr(line, '\n')) {
			const char *of;

			line += *line == '\n';
			of = line + strcspn(line, " \n");
			found = *of == ' ' && strncmp(of + 1, name, strlen(name)) == 0 &&
				strchr("\r\n", of[1 + strlen(name)]) && add_hash(out, line);
		}
	return found;
}

/* A name that git takes; others may lead to any file, whose text may look like a hash. */
static bool is_ref(const char *name)
{
	return after(name, "refs/") && !strstr(name, "..");
}

/* common: the folder of the repository, whose worktree `folder` may be. */
static bool follow_head(struct str *out, const char *folder, const char *common)
{
	LOCAL(str) head = {0}, line = {0};
	const char *name;
	bool found = false;

	if (read_line(&head, folder, "HEAD")) {
		name = after(head.text, "ref: ");
		if (!name)
			found = add_hash(out, head.text);
		else if (is_ref(name))
			found = (read_line(&line, folder, name) && add_hash(out, line.text)) ||
				(read_line(&line, common, name) && add_hash(out, line.text)) ||
				find_packed(out, common, name);
	}
	return found;
}

/* A path in a file of the folder, which begins there unless it is absolute. */
static void git_commit_add_path(struct str *out, const char *folder, const char *path)
{
	str_addf(out, "%s%s%s", path[0] == '/' ? "" : folder, path[0] == '/' ? "" : "/", path);
}

/* Whether the folder has a repository; if so, appends its commit. */
static bool look_in(struct str *out, const char *folder)
{
	LOCAL(str) git = {0}, common = {0}, line = {0};
	bool is_there;

	str_addf(&git, "%s/.git", folder);
	if (read_line(&line, folder, ".git")) {		/* of a worktree or a submodule */
		const char *path = after(line.text, "gitdir: ");

		str_reset(&git);
		git_commit_add_path(&git, folder, path ? path : "");
	}
	is_there = read_line(&line, git.text, "HEAD");
	if (is_there && read_line(&line, git.text, "commondir"))
		git_commit_add_path(&common, git.text, line.text);
	if (is_there)
		follow_head(out, git.text, common.len ? common.text : git.text);
	return is_there;
}

/* The nearest folder with a repository, from the current one upwards; its commit is appended to hash. */
static bool find_repository(struct str *folder, struct str *hash)
{
	FREED char *here = realpath(".", NULL);
	bool found = false;

	/* the names of folders below the root, longest first */
	for (size_t n = here ? strlen(here) : 0; n && !found; n = n ? n - 1 : 0) {
		str_reset(folder);
		str_add_n(folder, here, n);
		found = look_in(hash, folder->text);
		while (n && here[n - 1] != '/')
			n--;
	}
	return found;
}

bool git_commit_find(struct str *out)
{
	size_t start = out->len;
	LOCAL(str) folder = {0};

	find_repository(&folder, out);
	return out->len > start;
}

bool git_commit_find_folder(struct str *out)
{
	LOCAL(str) hash = {0};
	bool found = find_repository(out, &hash);

	if (!found)
		str_reset(out);
	return found;
}
