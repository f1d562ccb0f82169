/* SPDX-License-Identifier: MIT */
/* Compares the folder before and after a run with what the run was asked to write. */
#define _GNU_SOURCE
#include "folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/str.h"

enum { MOST_KEPT = 32, MOST_ASKED = 8 };

struct kept {			/* from before */
	char *name;
	struct str text;
	mode_t mode;
	uint64_t normal;	/* of what a run makes of it, or leaves it as */
};

static struct {
	struct kept kept[MOST_KEPT];
	const char *asked[MOST_ASKED];
	size_t n_kept, n_asked;
} me;

/* --- words ----------------------------------------------------------------------------------- */

static size_t count_of(const char *text, const char *word)
{
	size_t n = 0;

	for (const char *at = text; (at = strstr(at, word)); at++)
		n++;
	return n;
}

/* Words by which a report, or a line beside it, tells that something is missing. */
size_t admissions_in(const char *text)
{
	static const char *const words[] = {
		"note:", "\"code\"", "pstat: ", "not counted>", "not supported>", "not measured>", "not-counted",
		"not-supported", "failed", "cannot", ":u ", "/u ", ":H ", "/H ", "(not here)", "limited ", "not permitted",
		"made once more", "_switchu ", "_switchH ",	/* as perf writes it */
		": null",			/* in documents: what is not known */
	};
	size_t n = 0;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		n += count_of(text, words[i]);
	return n;
}

/* FNV-1a */
static uint64_t sum_of(uint64_t sum, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		sum = (sum ^ (unsigned char)bytes[i]) * 0x100000001b3u;
	return sum;
}

static uint64_t sum_of_file(const char *name, const struct str *text)
{
	return sum_of(sum_of(0xcbf29ce484222325u, name, strlen(name) + 1), text->text ? text->text : "", text->len);
}

void folder_add_text(struct files *f, const char *name, const char *text)
{
	struct str all = {0};

	str_add(&all, text);
	f->sum += sum_of_file(name, &all);
	f->admitted += admissions_in(text);
	str_release(&all);
}

/* --- files ------------------------------------------------------------------------------------- */

static void read_file(struct str *text, const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char block[4096];
	ssize_t n;

	while (fd >= 0 && (n = read(fd, block, sizeof(block))) > 0)
		str_add_n(text, block, (size_t)n);
	if (fd >= 0)
		close(fd);
}

/* Its permissions are part of it. */
static mode_t mode_of(const char *name)
{
	struct stat st;

	return stat(name, &st) < 0 ? 0 : st.st_mode & 0777;
}

static void restore(const struct kept *k)
{
	int fd = open(k->name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (fd < 0 || fchmod(fd, k->mode) < 0 ||
	    (k->text.len && write(fd, k->text.text, k->text.len) != (ssize_t)k->text.len) || close(fd) < 0) {
		printf("not ok - call faults: cannot restore %s\n", k->name);
		exit(1);
	}
}

static struct kept *kept_of(const char *name)
{
	for (size_t i = 0; i < me.n_kept; i++)
		if (strcmp(me.kept[i].name, name) == 0)
			return &me.kept[i];
	return NULL;
}

static bool is_asked(const char *name)
{
	for (size_t i = 0; i < me.n_asked; i++)
		if (strcmp(me.asked[i], name) == 0)
			return true;
	return false;
}

static void ask(const char *name)
{
	name = strcmp(name, "/dev/fd/22") == 0 ? "saved.json" : name;
	name = strcmp(name, ".linked.json") == 0 ? "several.json" : name;
	if (me.n_asked < MOST_ASKED)
		me.asked[me.n_asked++] = name;
}

void folder_begin(int argc, char **argv)
{
	DIR *dir = opendir(".");
	bool updates = false;

	for (struct dirent *d; dir && (d = readdir(dir));) {
		struct kept *k = &me.kept[me.n_kept];

		if (d->d_name[0] == '.' || me.n_kept == MOST_KEPT)
			continue;
		*k = (struct kept){ .name = strdup(d->d_name) };
		read_file(&k->text, k->name);
		k->mode = mode_of(k->name);
		k->normal = sum_of_file(k->name, &k->text);
		me.n_kept++;
	}
	closedir(dir);
	for (int i = 1; i + 1 < argc && strcmp(argv[i], "--") != 0; i++) {
		const char *format = strchr(argv[i + 1], '=');

		updates |= strcmp(argv[i], "--update") == 0;
		if (strcmp(argv[i], "-o") == 0 || strcmp(argv[i], "--save") == 0 ||
		    (updates && strcmp(argv[i], "--baseline") == 0))
			ask(argv[i + 1]);
		else if (strcmp(argv[i], "--export") == 0 && format)
			ask(format + 1);
	}
}

/* NAME.XXXXXX, the file beside that was to take the place of NAME. */
static bool is_temporary(const char *name)
{
	const char *dot = strrchr(name, '.');

	return dot && strlen(dot) == 7 && strcmp(dot, ".ndjson") != 0;
}

static bool ends_with(const char *text, size_t len, const char *end)
{
	size_t n = strlen(end);

	return len >= n && memcmp(text + len - n, end, n) == 0;
}

/* Whoever reads it would take it for the document. */
static bool is_half(const char *name, const struct str *text)
{
	static const struct { const char *suffix, *end; } documents[] = {
		{ ".json", "}\n" }, { ".prom", "# EOF\n" }, { ".xml", "</testsuites>\n" },
	};

	for (size_t i = 0; i < sizeof(documents) / sizeof(*documents); i++)
		if (ends_with(name, strlen(name), documents[i].suffix))
			return !ends_with(text->text, text->len, documents[i].end);
	return false;
}

static void look_at_kept(struct files *f, struct kept *k, const struct str *text, bool normal)
{
	uint64_t sum = sum_of_file(k->name, text), before = sum_of_file(k->name, &k->text);
	bool changed = sum != before || mode_of(k->name) != k->mode;

	f->sum += sum;
	if (normal)
		k->normal = sum;
	if (normal && is_asked(k->name) && !changed)
		f->missing = k->name;
	if (changed && (!is_asked(k->name) || is_half(k->name, text)))
		f->wrong = "what was there before is lost";
	/* only the owner may read a recording, whatever the mode was before */
	if (mode_of(k->name) != k->mode && mode_of(k->name) != 0600)
		f->wrong = "who may read what was there is another one now";
	f->replaced |= changed && sum != k->normal;
	if (changed)
		restore(k);
}

/* It tells which process wrote it, each time another one, whose number may be shorter. */
static void cut_race(struct str *text)
{
	for (char *at = text->text; at && (at = strstr(at, "\"race\": "));) {
		size_t n;

		at += 8;
		n = strcspn(at, "\n");
		memmove(at, at + n, strlen(at + n) + 1);
		text->len -= n;
	}
}

static void look_at(struct files *f, const char *name, const char *said, bool normal)
{
	struct kept *k = kept_of(name);
	struct str text = {0};

	read_file(&text, name);
	cut_race(&text);
	if (k) {
		look_at_kept(f, k, &text, normal);
	} else {
		f->sum += sum_of_file(name, &text);
		if (is_temporary(name) && !strstr(said, name))
			f->wrong = "a temporary file is left behind";
		f->wrong = is_half(name, &text) ? "a document is cut off" : f->wrong;
		unlink(name);
	}
	if (text.text && (!k || is_asked(name)))
		f->admitted += admissions_in(text.text);
	str_release(&text);
}

void folder_look(struct files *f, const char *said, bool normal)
{
	DIR *dir;

	for (size_t i = 0; normal && i < me.n_asked; i++) {
		struct stat st;

		if (stat(me.asked[i], &st) < 0 || !st.st_size)
			f->missing = me.asked[i];
	}
	for (size_t i = 0; i < me.n_kept; i++)
		if (access(me.kept[i].name, F_OK) < 0)
			f->wrong = "what was there before is gone", restore(&me.kept[i]);
	dir = opendir(".");
	for (struct dirent *d; dir && (d = readdir(dir));)
		if (d->d_name[0] != '.')
			look_at(f, d->d_name, said, normal);
	closedir(dir);
}
