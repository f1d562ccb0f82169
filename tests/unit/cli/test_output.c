/* SPDX-License-Identifier: MIT */
/* Files that are written: which are replaced, which are overwritten, and what an error or a signal leaves of them. */
#include "test.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "host/file.h"
#include "output/output_file.h"
#include "output/overwrite.h"
#include "output/temp_file.h"
#include "made_root.h"

static void closing_is_checked(void **state)
{
	char path[] = "/tmp/pstat-output-XXXXXX";
	int fd = mkstemp(path);
	const struct env env = { .err = stderr };
	const struct options o = { .verb = VERB_STAT, .session.repeat = 1, .out.path = path };

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	for (int lost = 0; lost < 2; lost++) {
		struct error err = ERROR_INIT;
		struct output out;

		assert_int_equal(output_open(&out, &env, &o, &err), 0);
		if (lost)	/* stands in for a server that says no at last */
			close(out.to[0].file.fd);
		assert_int_equal(output_close(&out, &err), lost ? -1 : 0);
		assert_string_equal(err.message, lost ? "cannot write the report: Bad file descriptor" : "");
		assert_int_equal(err.errnum, lost ? EBADF : 0);
		assert_int_equal(output_close(&out, &err), 0);
	}
	unlink(path);
}

static void the_stream_of_others_stays_open(void **state)
{
	const struct env env = { .err = stderr };
	const struct options o = { .verb = VERB_STAT, .session.repeat = 1 };
	struct error err = ERROR_INIT;
	struct output out;

	(void)state;
	assert_int_equal(output_open(&out, &env, &o, &err), 0);
	assert_int_equal(output_close(&out, &err), 0);
	assert_true(fileno(stderr) >= 0 && write(fileno(stderr), "", 0) == 0);
}

/* Whatever ends it; SIGPIPE and SIGXFSZ are errors of write where pstat writes.  The last two are qemu's own. */
static void a_signal_leaves_no_half_document(void **state)
{
	const int signo[] = { SIGTERM, SIGINT, SIGHUP, SIGVTALRM, SIGPROF, SIGRTMIN, SIGRTMAX - 2 };
	const struct rlimit no_core = { 0, 0 };

	(void)state;
	for (size_t i = 0; i < COUNT_OF(signo); i++) {
		int status, name[2];
		char there[100];
		ssize_t n;
		pid_t pid;

		assert_int_equal(pipe(name), 0);
		pid = fork();
		if (pid == 0) {
			struct temp_file t;

			setrlimit(RLIMIT_CORE, &no_core);
			signal(signo[i], SIG_DFL);
			if (temp_file_open(&t, "/tmp/pstat-output") >= 0 &&
			    write(name[1], t.name, strlen(t.name) + 1) > 0)
				raise(signo[i]);
			_exit(1);
		}
		assert_int_equal(waitpid(pid, &status, 0), pid);
		n = read(name[0], there, sizeof(there));
		close(name[0]);
		close(name[1]);
		assert_true(n > 0 && WIFSIGNALED(status) && WTERMSIG(status) == signo[i]);
		assert_int_equal(access(there, F_OK), -1);
	}
}

static struct str text_of(const char *path)
{
	struct str text = {0};

	assert_int_equal(file_read(&text, path, 100), 0);
	return text;
}

struct folder {
	struct root root;
	char path[128], other[128];
};

static void folder_make(struct folder *f)
{
	root_make(&f->root);
	snprintf(f->path, sizeof(f->path), "%s/file", f->root.path);
	snprintf(f->other, sizeof(f->other), "%s/other", f->root.path);
}

static struct stat stat_of(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return st;
}

static int put(const char *path, const char *words)
{
	struct output_file f = {0};
	struct error err = ERROR_INIT;
	struct str text = {0};
	int rc = output_file_open(&f, path, &err);

	str_add(&text, words);
	rc = rc < 0 ? rc : output_file_write(&f, &text, &err);
	output_file_close(&f, &err);
	str_release(&text);
	return rc;
}

static void assert_text(const char *path, const char *want)
{
	struct str text = text_of(path);

	assert_string_equal(text.text, want);
	str_release(&text);
}

/* Another inode: whoever reads the old file reads all of it. */
static void an_ordinary_file_is_replaced_and_keeps_its_mode(void **state)
{
	struct folder f;
	ino_t before;

	(void)state;
	folder_make(&f);
	root_put(&f.root, "file", "before");
	assert_int_equal(chmod(f.path, 0640), 0);
	before = stat_of(f.path).st_ino;
	assert_int_equal(put(f.path, "after"), 0);
	assert_text(f.path, "after");
	assert_int_not_equal(stat_of(f.path).st_ino, before);
	assert_int_equal(stat_of(f.path).st_mode & 07777, 0640);
	root_remove(&f.root);
}

static void a_file_with_two_links_keeps_both(void **state)
{
	struct folder f;

	(void)state;
	folder_make(&f);
	root_put(&f.root, "file", "before, and longer");
	assert_int_equal(link(f.path, f.other), 0);
	assert_int_equal(put(f.path, "after"), 0);
	assert_text(f.other, "after");
	assert_int_equal(stat_of(f.path).st_nlink, 2);
	root_remove(&f.root);
}

static void a_symbolic_link_of_ours_stays_one(void **state)
{
	struct folder f;
	struct stat st;

	(void)state;
	folder_make(&f);
	root_put(&f.root, "file", "before");
	assert_int_equal(symlink("file", f.other), 0);
	assert_int_equal(put(f.other, "after"), 0);
	assert_text(f.path, "after");
	assert_int_equal(lstat(f.other, &st), 0);
	assert_true(S_ISLNK(st.st_mode));
	root_remove(&f.root);
}

static size_t files_in(const char *path)
{
	DIR *d = opendir(path);
	size_t n = 0;

	assert_non_null(d);
	for (const struct dirent *e; (e = readdir(d)) != NULL;)
		n += e->d_name[0] != '.';
	closedir(d);
	return n;
}

static void what_has_no_room_leaves_the_old_file(void **state)
{
	struct rlimit before, small;
	struct folder f;

	(void)state;
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	small = (struct rlimit){ 8, before.rlim_max };
	folder_make(&f);
	root_put(&f.root, "file", "before");
	for (size_t links = 1; links <= 2; links++) {	/* to be replaced; to be overwritten */
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
		assert_int_equal(put(f.path, "after that it is longer"), -1);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
		assert_text(f.path, "before");
		assert_int_equal(files_in(f.root.path), links);	/* no temporary file */
		if (links == 1)
			assert_int_equal(link(f.path, f.other), 0);
	}
	root_remove(&f.root);
}

/* Of two processes both find no file, and both make it: the later one merges with the earlier one's. */
static int add_words(void *ctx, int fd, const struct str *text, struct str *all, struct error *err)
{
	struct folder *f = ctx;

	(void)err;
	if (fd < 0)
		root_put(&f->root, "file", "earlier ");
	else if (file_read_fd(all, fd, 100) < 0)
		return -1;
	str_add(all, text->text);
	return 0;
}

static void a_file_that_appears_meanwhile_is_merged_with(void **state)
{
	struct output_file file = {0};
	struct error err = ERROR_INIT;
	struct str text = {0};
	struct folder f;

	(void)state;
	folder_make(&f);
	str_add(&text, "later");
	assert_int_equal(output_file_open_merge(&file, f.path, add_words, &f, &err), 0);
	assert_int_equal(output_file_write(&file, &text, &err), 0);
	assert_int_equal(output_file_close(&file, &err), 0);
	assert_text(f.path, "earlier later");
	str_release(&text);
	root_remove(&f.root);
}

/* Where there is no room for more, a file keeps what it has. */
static void a_file_is_overwritten_or_stays(void **state)
{
	static const struct { const char *text; int rc; const char *after; } steps[] = {
		{ "abcd", 0, "abcd" }, { "abcdefghi", -EFBIG, "abcd" }, { "ABCDEFGH", 0, "ABCDEFGH" }, { "x", 0, "x" },
	};
	char path[] = "/tmp/pstat-output-XXXXXX";
	struct rlimit before, small;
	int fd = mkstemp(path);

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	assert_true(fd >= 0 && getrlimit(RLIMIT_FSIZE, &before) == 0);
	small = (struct rlimit){ 8, before.rlim_max };
	for (size_t i = 0; i < COUNT_OF(steps); i++) {
		struct str text = {0};

		str_add(&text, steps[i].text);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
		assert_int_equal(overwrite(fd, &text), steps[i].rc);
		assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
		assert_text(path, steps[i].after);
		str_release(&text);
	}
	signal(SIGXFSZ, SIG_DFL);
	close(fd);
	unlink(path);
}

/* A name that is as long as one may be has no room for more letters. */
static void a_long_name_has_a_temporary_file_beside_it(void **state)
{
	char path[5 + 255 + 1] = "/tmp/";
	struct temp_file t;
	int fd;

	(void)state;
	memset(path + 5, 'n', 255);
	fd = temp_file_open(&t, path);
	assert_true(fd >= 0);
	assert_int_equal(strncmp(t.name, "/tmp/pstat.", 11), 0);
	assert_int_equal(temp_file_rename(&t, path, false), 0);
	assert_int_equal(unlink(path), 0);
	temp_file_drop(&t);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closing_is_checked),
		cmocka_unit_test(the_stream_of_others_stays_open),
		cmocka_unit_test(a_signal_leaves_no_half_document),
		cmocka_unit_test(an_ordinary_file_is_replaced_and_keeps_its_mode),
		cmocka_unit_test(a_file_with_two_links_keeps_both),
		cmocka_unit_test(a_symbolic_link_of_ours_stays_one),
		cmocka_unit_test(what_has_no_room_leaves_the_old_file),
		cmocka_unit_test(a_file_that_appears_meanwhile_is_merged_with),
		cmocka_unit_test(a_file_is_overwritten_or_stays),
		cmocka_unit_test(a_long_name_has_a_temporary_file_beside_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
