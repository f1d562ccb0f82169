/* SPDX-License-Identifier: MIT */
/* Checks out the base, builds both trees, and says what went wrong. */
#include "session/base_build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/env.h"
#include "base/exit_status.h"
#include "host/file.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "host/program.h"
#include "output/message.h"
#include "session/base_tree.h"
#include "session/session.h"
#include "session/session_messages.h"
#include "symbol/debug_file.h"

enum { SHORT_HASH = 12 };

/* What stands beside a path in the text of a shell, an option or a list. */
static const char around_path[] = " \t\n=:,;\"'`()<>|&";

/* "v1.0 (0123456789ab)", or the hash alone if it was given. */
static void add_commit(struct str *out, const char *rev, const struct str *commit)
{
	bool is_hash = strncmp(commit->text, rev, strlen(rev)) == 0;

	if (!is_hash) {
		str_add_line(out, rev);
		str_add(out, " (");
	}
	str_add_n(out, commit->text, SHORT_HASH);
	str_add(out, is_hash ? "" : ")");
}

static void name_sides(struct session *s, const struct base_tree *t)
{
	struct str base = {0}, now = {0};

	add_commit(&base, s->opts->base.rev, &t->commit);
	add_commit(&now, "HEAD", &t->head);
	str_add(&now, t->changed ? " and changes" : t->has_untracked ? " and untracked files" : "");
	s->side[0].measure.b.tree = base.text;
	s->side[1].measure.b.tree = now.text;
}

static int refuse_word(const char *word, const char *what, struct error *err)
{
	error_set(err, ERROR_USAGE, 0, "%s is %s", word, what);
	return error_hint(err, "name files of the repository from the current folder, as in ./%s",
			  strrchr(word, '/') ? strrchr(word, '/') + 1 : word);
}

/* A path into the current tree, also within a word, as in --data=/home/me/repo/data or the text of sh -c. */
static const char *find_path(const struct base_tree *t, const char *text)
{
	size_t n = t->top.len;

	for (const char *at = text; (at = strstr(at, t->top.text)) != NULL; at++)
		if ((at == text || strchr(around_path, at[-1])) &&
		    (at[n] == '/' || strchr(around_path, at[n])))
			return at;
	return NULL;
}

static int check_word(const struct base_tree *t, const char *word, struct error *err)
{
	static const char what[] = "the same file in both trees";
	const char *path = find_path(t, word);
	LOCAL(str) whole = {0};

	if (!path || path == word)
		return path || (word[0] == '/' && base_tree_has(t, word)) ? refuse_word(word, what, err) : 0;
	str_add_n(&whole, path, strcspn(path, around_path));
	return refuse_word(whole.text, what, err);
}

/* By a build; only the second one's program would be measured then, twice. */
static bool is_built_outside(const struct base_tree *t, const char *program)
{
	LOCAL(str) older = {0};

	str_addf(&older, "%s/.git", t->tree.path);
	return t->ready && file_is_newer(program, older.text);
}

static int check_program(const struct session *s, const struct base_tree *t, struct error *err)
{
	const char *program = s->side[0].command.argv[0], *wrong = NULL;
	bool named = strchr(program, '/') != NULL;
	LOCAL(str) found = {0};
	int rc = 0;

	/* what the build has to make first is not there yet */
	if (program_find(&found, program) == 0) {
		bool inside = base_tree_has(t, found.text);

		if (program[0] != '/' && named != inside)
			wrong = named ? "not in the repository" :
					"found in PATH, and the same program in both trees";
		else if (!inside && s->opts->base.build && is_built_outside(t, found.text))
			wrong = "written by --build of both trees, and the same program for both";
	}
	if (wrong)
		rc = refuse_word(program, wrong, err);
	return rc;
}

static struct base_tree *tree_of(struct session *s)
{
	return s->opts->shared ? &s->opts->shared->tree : &s->base;
}

/* What both sides would share, although it belongs to the commit.  Asked before the builds and after them. */
static int check_words(const struct session *s, const struct base_tree *t, struct error *err)
{
	char *const *argv = s->side[0].command.argv;
	int rc = 0;

	for (size_t i = 0; argv[i] && rc == 0; i++)
		rc = check_word(t, argv[i], err);
	return rc < 0 ? -1 : check_program(s, t, err);
}

/* status: as from wait() */
static void end_with_build(struct session *s, const struct session_side *side, int status)
{
	struct str *text = &s->failure_text;

	s->failure = SESSION_BUILD_FAILED;
	str_addf(text, "--build of %s ", side->measure.b.tree);
	if (WIFSIGNALED(status))
		str_addf(text, "was ended by signal %d, %s", WTERMSIG(status), strsignal(WTERMSIG(status)));
	else
		str_addf(text, "ended with status %d", WEXITSTATUS(status));
	session_say_build(s);
	session_stop_with(s, WIFEXITED(status) ? WEXITSTATUS(status) : STATUS_ERROR);
}

/* --build in one of the trees; folder NULL: the current one. */
static int build(struct session *s, const char *folder, size_t side, struct error *err)
{
	char which[32];
	const char *env[] = { which, NULL };
	const struct measure *m = &s->side[0].measure;
	struct base_tree *t = tree_of(s);
	int keep = s->kept_fd >= 0 ? s->kept_fd : LAUNCH_NULL, status;
	const struct launch like = {
		.signals = &m->signals, .nofile = &m->nofile, .group = true, .in_fd = LAUNCH_NULL, .env = env,
		.out_fd = s->opts->show_output ? STDERR_FILENO : keep,
		.err_fd = s->opts->show_output ? 0 : keep, .folder = folder,
		.kill_after_ns = s->side[0].opts.launch.kill_after_ns,
	};

	snprintf(which, sizeof(which), "PSTAT_SIDE=%zu", side + 1);
	if (git_run_shell(&t->git, s->opts->base.build, &like, &status, err) < 0)
		return error_prefix(err, "--build");
	if (!t->git.signo && status)
		end_with_build(s, &s->side[side], status);
	return 0;
}

/* path: from the current folder, there; what: as a message calls it. */
static int check_has(struct session *s, const struct base_tree *t, const char *path, const char *what,
		     struct error *err)
{
	LOCAL(str) whole = {0};
	bool has;

	str_addf(&whole, "%s/%s", t->folder.text, path);
	has = file_is_there(whole.text);
	if (has)
		return 0;
	s->base_lacks = true;
	error_set(err, ERROR_NOT_FOUND, 0, "%s has no %s, so there is nothing to compare with",
		  s->side[0].measure.b.tree, what);
	return error_hint(err, "%s--missing-base=pass accepts that",
			  s->opts->base.build ? "" : "--build COMMAND builds it; ");
}

/* What reads all of it, as find does, reads the repository, too; of the other tree .git is a small file. */
static void warn_of_repository(const struct session *s, const struct base_tree *t, const char *word)
{
	FREED char *real = file_real_path(word);

	if (real && strcmp(real, t->top.text) == 0)
		message_print(s->env->err, "pstat: warning: %s has the repository in .git, and in the tree "
			      "of %s only a link to it\n", word, s->side[0].measure.b.tree);
}

/*
 * A link of both trees may lead to one file, as where the build installs it elsewhere; and data may be in the
 * current tree only, as git does not know it.  A program may take it as empty.
 */
static int check_file(const struct session *s, const struct base_tree *t, size_t i, struct error *err)
{
	const char *word = s->side[0].command.argv[i];
	LOCAL(str) there = {0};
	bool same;

	str_addf(&there, "%s/%s", t->folder.text, word);
	same = file_is_same(there.text, word) && (i == 0 || base_tree_has(t, word));
	if (i && word[0] && word[0] != '/' && file_is_there(word) && !file_is_there(there.text))
		message_print(s->env->err, "pstat: warning: %s has no %s, which is here\n",
			      s->side[0].measure.b.tree, word);
	if (i)
		warn_of_repository(s, t, word);
	return same ? error_set(err, ERROR_USAGE, 0, "%s is the same file in both trees", word) : 0;
}

/* Two commits may have one program, as after a change of texts; or a build wrote to the other tree. */
static void say_same_build(const struct session *s, const struct base_tree *t, const char *program)
{
	struct elf_facts base, now;
	struct error ignored = ERROR_INIT;
	LOCAL(str) there = {0};

	str_addf(&there, "%s/%s", t->folder.text, program);
	if ((t->changed || !str_same(t->commit.text, t->head.text)) &&
	    debug_file_facts(&base, there.text, &ignored) == 0 &&
	    debug_file_facts(&now, program, &ignored) == 0 &&
	    elf_has_build_id(&now, base.build_id, base.n_build_id))
		message_print(s->env->err,
			      "pstat: note: %s has the same build ID in both trees: nothing that it is built "
			      "from has changed, or --build writes to one of them only\n", program);
}

/* A program that is found in PATH is the same for both. */
static int check_built(struct session *s, const struct base_tree *t, struct error *err)
{
	char *const *argv = s->side[0].command.argv;
	bool named = strchr(argv[0], '/') && argv[0][0] != '/';

	if (check_words(s, t, err) < 0 || (named && check_has(s, t, argv[0], argv[0], err) < 0))
		return -1;
	for (size_t i = !named; argv[i]; i++)
		if (check_file(s, t, i, err) < 0)
			return -1;
	if (named)
		say_same_build(s, t, argv[0]);
	return 0;
}

/* Where several sessions share the tree, the first one makes it. */
static int check_out_and_build(struct session *s, struct base_tree *t, struct error *err)
{
	if (base_tree_check_out(t, err) < 0)
		return error_prefix(err, "--base");
	if (check_has(s, t, ".", str_text(&t->prefix), err) < 0)
		return -1;
	for (size_t i = 0; i < 2 && s->opts->base.build && !s->over && !t->git.signo; i++)
		if (build(s, i ? NULL : t->folder.text, i, err) < 0)
			return -1;
	t->ready = !s->over && !t->git.signo;
	return 0;
}

/* Where programs look for what they load, and often a folder of the repository. */
static void warn_shared(const struct session *s, const struct base_tree *t)
{
	static const char *const variables[] = { "LD_LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH", "NODE_PATH",
						 "PERL5LIB", "RUBYLIB", "CLASSPATH" };

	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++) {
		const char *value = getenv(variables[i]);

		if (value && find_path(t, value))
			message_print(s->env->err, "pstat: warning: %s leads both sides to files of the "
				      "current tree\n", variables[i]);
	}
}

/* As where a build of the main branch compares it with itself. */
static void warn_same(const struct session *s, const struct base_tree *t)
{
	if (str_same(t->commit.text, t->head.text) && !t->changed && !t->has_untracked)
		message_print(s->env->err, "pstat: warning: %s is what is checked out, without changes: both "
			      "sides are the same\n", s->side[0].measure.b.tree);
}

static int make_trees(struct session *s, struct base_tree *t, struct error *err)
{
	bool ready = t->ready;

	if (!ready && base_tree_find(t, s->opts->base.rev, err) < 0)
		return error_prefix(err, "--base");
	name_sides(s, t);
	if (check_words(s, t, err) < 0)
		return -1;
	if (!ready) {
		warn_same(s, t);
		warn_shared(s, t);
		if (check_out_and_build(s, t, err) < 0)
			return -1;
	}
	if (s->over || t->git.signo)
		return 0;
	s->side[0].opts.launch.folder = t->folder.text;
	return check_built(s, t, err);
}

int base_build_prepare(struct session *s, struct error *err)
{
	const struct kernel *k = s->env->kernel;
	const uint64_t begin = k->now_ns(k);
	struct base_tree *t = tree_of(s);
	int rc;

	if (!s->opts->base.rev)
		return 0;
	s->base_like = (struct launch){ .signals = &s->side[0].measure.signals,
					.nofile = &s->side[0].measure.nofile };
	t->git = (struct git){ .kernel = s->env->kernel, .like = &s->base_like };
	rc = make_trees(s, t, err);
	budget_put_off(&s->budget, k->now_ns(k) - begin);
	if (s->opts->shared)
		s->opts->shared->tree_failed = !t->ready;
	if (!t->git.signo)
		return rc;
	session_stop_with(s, STATUS_SIGNAL + t->git.signo);	/* it ended git or the build */
	return 0;
}

bool base_build_accepts(const struct session *s, struct error *err)
{
	if (!s->base_lacks || !s->opts->base.missing_passes)
		return false;
	error_prefix(err, s->opts->shared ? s->opts->name : "nothing was judged");
	message_print(s->env->err, "pstat: warning: %s\n", err->message);
	return true;
}

static void remove_or_say(struct base_tree *t, const struct env *env)
{
	struct error why = ERROR_INIT;

	if (base_tree_remove(t, &why) < 0)
		message_print(env->err, "pstat: warning: the tree of --base stays behind: %s\n", why.message);
	base_tree_release(t);
}

void base_build_end(struct session *s)
{
	s->side[0].opts.launch.folder = NULL;
	if (!s->opts->shared)
		remove_or_say(&s->base, s->env);
}

void base_build_remove(struct base_tree *t, const struct signals *signals, const struct env *env)
{
	const struct launch like = { .signals = signals };

	t->git = (struct git){ .kernel = env->kernel, .like = &like };
	remove_or_say(t, env);
}
