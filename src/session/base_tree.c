/* SPDX-License-Identifier: MIT */
/* Asks git which commits there are, and lets it make and remove a worktree. */
#include "session/base_tree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/file.h"
#include "host/launch.h"

/* --- which commits ----------------------------------------------------------------------------------- */

static int ask(struct base_tree *t, struct str *out, const char *const *words, struct error *err)
{
	return git_ask(&t->git, out, NULL, words, err);
}

static int refuse_rev(struct base_tree *t, const char *rev, struct error *err)
{
	const char *const is_shallow[] = { "rev-parse", "--is-shallow-repository", NULL };
	struct error ignored = ERROR_INIT;
	struct str answer = {0};
	bool shallow = ask(t, &answer, is_shallow, &ignored) == 0 && strcmp(str_text(&answer), "true") == 0;

	str_release(&answer);
	error_set(err, ERROR_NOT_FOUND, 0, "this repository has no commit '%s'", rev);
	if (shallow)
		error_hint(err, "the clone is shallow: git fetch --unshallow, or fetch-depth: 0 of "
			   "actions/checkout");
	else
		error_hint(err, "git fetch gets the branches and tags of the origin");
	return -1;
}

static bool is_hash(const char *text)
{
	return *text && !text[strspn(text, "0123456789abcdef")];
}

static int find_commit(struct base_tree *t, struct str *out, const char *rev, struct error *err)
{
	LOCAL(str) name = {0};
	const char *words[] = { "rev-parse", "--verify", "--quiet", NULL, NULL };
	int rc;

	if (rev[0] == '-' || !rev[0])
		return error_set(err, ERROR_USAGE, 0, "'%s' is no commit", rev);
	str_addf(&name, "%s^{commit}", rev);
	words[3] = name.text;
	rc = ask(t, out, words, err);
	if (t->git.signo)
		return rc;
	return rc < 0 || !is_hash(str_text(out)) ? refuse_rev(t, rev, err) : 0;
}

/* The folder that all worktrees of the repository share. */
static int find_common(struct base_tree *t, struct error *err)
{
	const char *const words[] = { "rev-parse", "--git-common-dir", NULL };
	char *real;

	if (ask(t, &t->common, words, err) < 0)
		return -1;
	real = file_real_path(str_text(&t->common));
	if (!real)
		return error_set(err, ERROR_SYSTEM, errno, "cannot find the folder of git, %s",
				 str_text(&t->common));
	str_reset(&t->common);
	str_add(&t->common, real);
	free(real);
	str_addf(&t->parent, "%s/pstat", t->common.text);
	return 0;
}

int base_tree_find(struct base_tree *t, const char *rev, struct error *err)
{
	static const char *const top[] = { "rev-parse", "--show-toplevel", NULL },
				 *const prefix[] = { "rev-parse", "--show-prefix", NULL },
				 *const status[] = { "status", "--porcelain", "--untracked-files=no", NULL },
				 *const all[] = { "status", "--porcelain", "--untracked-files=normal", NULL };
	LOCAL(str) changes = {0};
	int rc = ask(t, &t->top, top, err);

	if (rc == 0)
		rc = ask(t, &t->prefix, prefix, err);
	if (rc == 0 && t->prefix.len)	/* it ends with a slash */
		t->prefix.text[--t->prefix.len] = '\0';
	if (rc == 0)
		rc = find_common(t, err);
	if (rc == 0)
		rc = find_commit(t, &t->commit, rev, err);
	if (rc == 0)
		rc = find_commit(t, &t->head, "HEAD", err);
	if (rc == 0)
		rc = ask(t, &changes, status, err);
	t->changed = changes.len > 0;
	if (rc == 0 && !t->changed)
		rc = ask(t, &changes, all, err);
	t->has_untracked = changes.len > 0 && !t->changed;
	return rc;
}

bool base_tree_has(const struct base_tree *t, const char *path)
{
	char *real = file_real_path(path);
	bool inside = real && t->top.len && strncmp(real, t->top.text, t->top.len) == 0 &&
		      real[t->top.len] == '/';

	free(real);
	return inside;
}

/* --- the tree ---------------------------------------------------------------------------------------- */

/* Lines "SECTION.NAME.KEY VALUE" of git config: calls back with each.  NAME may have blanks and points. */
typedef int of_name(struct base_tree *t, const char *name, const char *value, struct error *err);

static int for_each_name(struct base_tree *t, const struct str *lines, const char *key, of_name *call,
			 struct error *err)
{
	LOCAL(str) text = {0}, ending = {0};
	int rc = 0;

	str_add(&text, str_text(lines));
	str_addf(&ending, ".%s ", key);
	for (char *line = text.text, *next; line && *line && rc == 0; line = next) {
		char *name = strchr(line, '.'), *end;

		next = strchr(line, '\n');
		if (next)
			*next++ = '\0';
		end = name && (!next || name < next) ? strstr(name, ending.text) : NULL;
		if (!end || end == name)
			continue;
		*end = '\0';
		rc = call(t, name + 1, end + ending.len, err);
	}
	return rc;
}

static int refuse_filter(struct base_tree *t, const char *name, const char *value, struct error *err)
{
	LOCAL(str) which = {0}, files = {0};
	const char *words[] = { "ls-files", "--", NULL, NULL };
	int rc;

	(void)value;
	str_addf(&which, ":(attr:filter=%s)", name);
	words[2] = which.text;
	rc = git_says(&t->git, &files, t->tree.path, words, err);
	if (rc > 0)
		rc = 0;		/* else git does not look for such a name */
	if (rc == 0 && files.len) {
		rc = error_set(err, ERROR_UNSUPPORTED, 0,
			       "%.*s goes through the filter '%s' of git, which is not run for another commit",
			       (int)strcspn(files.text, "\n"), files.text, name);
		error_hint(err, "build both commits yourself, and compare them: gate -- OLD --vs NEW");
	}
	return rc;
}

/* After the index is read, and before any file is written. */
static int check_filters(struct base_tree *t, struct error *err)
{
	static const char *const filters[] = { "config", "--get-regexp", "^filter\\..*\\.(smudge|process)$",
					       NULL };
	LOCAL(str) lines = {0};
	int rc = git_says(&t->git, &lines, t->tree.path, filters, err) < 0 ? -1 : 0;

	if (rc == 0)
		rc = for_each_name(t, &lines, "smudge", refuse_filter, err);
	if (rc == 0)
		rc = for_each_name(t, &lines, "process", refuse_filter, err);
	return rc;
}

static int add_submodule(struct base_tree *t, const char *name, const char *path, struct error *err)
{
	LOCAL(str) clone = {0}, url = {0}, way = {0}, nested = {0};
	const char *words[] = { "-c", "protocol.file.allow=always", "-c", NULL, "-c", NULL, "submodule",
				"--quiet", "update", "--init", "--", path, NULL };
	int rc = -1;

	str_addf(&clone, "%s/modules/%s", t->common.text, name);
	str_addf(&url, "submodule.%s.url=%s", name, clone.text);
	str_addf(&way, "submodule.%s.update=checkout", name);
	words[3] = url.text;
	words[5] = way.text;
	str_addf(&nested, "%s/%s/.gitmodules", t->tree.path, path);
	if (file_is_there(clone.text)) {
		rc = git_ask(&t->git, NULL, t->tree.path, words, err);
	} else {
		error_set(err, ERROR_NOT_FOUND, 0, "there is no clone of the submodule '%s'", path);
		error_hint(err, "git submodule update --init");
	}
	if (rc == 0 && file_is_there(nested.text))
		rc = error_set(err, ERROR_UNSUPPORTED, 0, "the submodule '%s' has submodules itself", path);
	return rc;
}

static int add_submodules(struct base_tree *t, struct error *err)
{
	static const char *const names[] = { "config", "-f", ".gitmodules", "--get-regexp",
					     "^submodule\\..*\\.path$", NULL };
	LOCAL(str) modules = {0}, lines = {0};
	int rc = 0;

	str_addf(&modules, "%s/.gitmodules", t->tree.path);
	if (file_is_there(modules.text) && git_says(&t->git, &lines, t->tree.path, names, err) < 0)
		rc = -1;
	if (rc == 0)
		rc = for_each_name(t, &lines, "path", add_submodule, err);
	return rc;
}

/* Also what git does not know, or cannot remove, as a folder that the build protects. */
static int remove_tree(struct base_tree *t, const char *path, struct error *err)
{
	const char *const words[] = { "worktree", "remove", "--force", "--force", path, NULL };
	static const char *const prune[] = { "worktree", "prune", NULL };
	struct error none = ERROR_INIT;
	LOCAL(str) variable = {0};
	const char *env[] = { NULL, NULL };
	struct launch like = *t->git.like;
	int status, rc;

	if (git_ask(&t->git, NULL, t->top.text, words, &none) == 0)
		return 0;
	str_addf(&variable, "PSTAT_TREE=%s", path);
	env[0] = variable.text;
	like.env = env;
	like.in_fd = like.out_fd = like.err_fd = LAUNCH_NULL;
	like.group = true;
	git_run_shell(&t->git, "chmod -R u+rwX -- \"$PSTAT_TREE\"; rm -rf -- \"$PSTAT_TREE\"", &like,
		      &status, &none);
	rc = git_ask(&t->git, NULL, t->top.text, prune, err);
	if (file_is_there(path))
		rc = error_set(err, ERROR_SYSTEM, 0, "%s cannot be removed", path);
	return rc;
}

/* What cannot be removed does not keep the others. */
static void remove_left(struct base_tree *t)
{
	enum { MOST = 100 };
	struct locked_folder left;
	size_t skip = 0;

	for (int i = 0; i < MOST && locked_folder_take_left(&left, t->parent.text, skip); i++) {
		struct error ignored = ERROR_INIT;

		skip += remove_tree(t, left.path, &ignored) < 0;
		locked_folder_release(&left, t->parent.text);
	}
}

int base_tree_check_out(struct base_tree *t, struct error *err)
{
	const char *add[] = { "worktree", "add", "--quiet", "--no-checkout", "--detach", NULL, t->commit.text,
			      NULL };
	const char *const index[] = { "read-tree", t->commit.text, NULL };
	static const char *const files[] = { "reset", "--quiet", "--hard", NULL };
	int rc;

	remove_left(t);
	rc = locked_folder_make(&t->tree, t->parent.text);
	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot make a folder in %s: %s", t->parent.text,
				 strerror(-rc));
	str_addf(&t->folder, "%s%s%s", t->tree.path, t->prefix.len ? "/" : "", str_text(&t->prefix));
	add[5] = t->tree.path;
	t->made = true;
	if (ask(t, NULL, add, err) < 0 || git_ask(&t->git, NULL, t->tree.path, index, err) < 0 ||
	    check_filters(t, err) < 0 ||
	    git_ask(&t->git, NULL, t->tree.path, files, err) < 0)
		return -1;
	return add_submodules(t, err);
}

/* A signal may end git in the middle of it, so it is asked again. */
int base_tree_remove(struct base_tree *t, struct error *err)
{
	enum { TRIES = 3 };
	struct error why = ERROR_INIT;
	int rc = 0;

	for (int i = 0; i < TRIES && t->made; i++) {
		t->git.signo = 0;
		rc = remove_tree(t, t->tree.path, &why);
		if (rc == 0 || !t->git.signo)
			break;
	}
	t->made = false;
	locked_folder_release(&t->tree, str_text(&t->parent));
	if (rc < 0)
		*err = why;
	return rc;
}

void base_tree_release(struct base_tree *t)
{
	str_release(&t->top);
	str_release(&t->prefix);
	str_release(&t->common);
	str_release(&t->parent);
	str_release(&t->commit);
	str_release(&t->head);
	str_release(&t->folder);
}
