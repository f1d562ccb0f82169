/* SPDX-License-Identifier: MIT */
/*
 * pack DIR - the files of a folder as a corpus, on stdout, the smallest first; pack FILE - the one as a line.
 * pack -u CORPUS DIR - the inputs of a corpus as files of a folder.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "corpus.h"
#include "host/file.h"

enum { MOST = 1 << 20 };

static int by_size(const void *a, const void *b)
{
	const struct corpus_input *x = a, *y = b;
	int rc;

	if (x->size != y->size)
		return x->size < y->size ? -1 : 1;
	rc = memcmp(x->data, y->data, x->size);
	return rc;
}

static int pack_one(const char *path)
{
	struct str text = {0};
	int rc = file_read(&text, path, MOST);

	if (rc == 0)
		corpus_print(stdout, (const uint8_t *)text.text, text.len);
	else
		fprintf(stderr, "pack: %s: %s\n", path, strerror(-rc));
	str_release(&text);
	return rc ? 1 : 0;
}

static int pack(const char *folder)
{
	struct corpus c = {0};
	struct str path = {0}, text = {0};
	DIR *dir = opendir(folder);

	if (!dir)
		return pack_one(folder);
	for (struct dirent *d; (d = readdir(dir));) {
		str_reset(&path);
		str_reset(&text);
		str_addf(&path, "%s/%s", folder, d->d_name);
		if (d->d_name[0] != '.' && file_read(&text, path.text, MOST) == 0)
			corpus_add(&c, (const uint8_t *)text.text, text.len);
	}
	if (c.n)
		qsort(c.input, c.n, sizeof(*c.input), by_size);
	for (size_t i = 0; i < c.n; i++)
		corpus_print(stdout, c.input[i].data, c.input[i].size);
	closedir(dir);
	str_release(&path);
	str_release(&text);
	corpus_release(&c);
	return 0;
}

/* The same name for the same input, so that nothing is overwritten. */
static uint64_t name_of(const struct corpus_input *in)
{
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < in->size; i++)
		hash = (hash ^ in->data[i]) * 1099511628211u;
	return hash;
}

static int unpack(const char *file, const char *folder)
{
	struct corpus c = {0};
	struct str path = {0};
	int rc = corpus_load(&c, file);

	for (size_t i = 0; rc == 0 && i < c.n; i++) {
		FILE *f;

		str_reset(&path);
		str_addf(&path, "%s/%016llx", folder, (unsigned long long)name_of(&c.input[i]));
		f = fopen(path.text, "w");
		if (!f || fwrite(c.input[i].data, 1, c.input[i].size, f) != c.input[i].size || fclose(f))
			rc = -1;
	}
	str_release(&path);
	corpus_release(&c);
	return rc ? 1 : 0;
}

int main(int argc, char **argv)
{
	if (argc == 2)
		return pack(argv[1]);
	if (argc == 4 && strcmp(argv[1], "-u") == 0)
		return unpack(argv[2], argv[3]);
	fprintf(stderr, "usage: %s DIR | FILE | -u CORPUS DIR\n", argv[0]);
	return 2;
}
