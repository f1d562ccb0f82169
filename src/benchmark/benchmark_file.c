/* SPDX-License-Identifier: MIT */
/* Reads a file of JSON or perf.data, and finds benchmarks in it by name. */
#include "benchmark/benchmark_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_reader.h"
#include "base/json_writer.h"
#include "base/mem.h"
#include "benchmark/history.h"
#include "benchmark/perfdata/perfdata.h"
#include "benchmark/saved_json.h"
#include "host/file.h"
#include "output/lock.h"

static int benchmark_file_parse(struct benchmark_file *f, const struct str *bytes, struct error *err)
{
	if (!bytes->len)
		return error_set(err, ERROR_FORMAT, 0, "the file is empty");
	f->perf = perfdata_is(bytes->text, bytes->len);
	if (!f->perf)
		return saved_json_parse(&f->all, bytes->text, bytes->len, err);
	f->all = (struct benchmarks){ mem_zeroed(1, sizeof(*f->all.benchmark)), 1 };
	return perfdata_parse(f->all.benchmark, bytes->text, bytes->len, err);
}

/* A stream does not have the topology.  Like perf, pstat takes that of this machine. */
static void add_topology(struct machine *of, const struct rootfs *root)
{
	static const unsigned parts[] = { MACHINE_TOPOLOGY, MACHINE_CACHE, MACHINE_NODE };
	struct error unknown = ERROR_INIT;
	LOCAL(machine) m = {0};

	for (size_t i = 0; i < of->n_cpus; i++)
		if (of->cpu[i].package >= 0 || of->cpu[i].core >= 0)
			return;
	machine_load(&m, root);
	for (size_t i = 0; of->n_cpus && i < sizeof(parts) / sizeof(*parts); i++)
		machine_load_cpus(&m, parts[i], &unknown);
	for (size_t i = 0; i < of->n_cpus; i++) {
		const struct cpu *c = machine_cpu(&m, of->cpu[i].id);

		of->cpu[i] = c ? *c : of->cpu[i];
	}
}

enum { RECORDING_MOST = 1 << 30, MAGIC = 8 };

static size_t size_limit(const char *start, size_t len)
{
	return len < MAGIC || perfdata_is(start, len) ? RECORDING_MOST : json_document_size_limit(start, len);
}

/* bytes: the beginning of the file. */
static int refuse_file(const struct benchmark_file *f, const struct str *bytes, int rc, struct error *err)
{
	bool perf = rc == -EFBIG && perfdata_is(bytes->text, bytes->len);

	if (rc != -EFBIG)
		return error_set(err, ERROR_SYSTEM, -rc, "failed to open %s: %s", f->path, strerror(-rc));
	return error_set(err, ERROR_LIMIT, 0, "%s: it is larger than %d MiB, the limit for %s",
			 benchmark_file_name(f), (perf ? RECORDING_MOST : JSON_DOCUMENT_MOST) >> 20,
			 perf ? "perf.data" : "saved results");
}

static int read_unlocked(struct benchmark_file *f, const char *path, const struct rootfs *root,
			 struct error *err)
{
	struct error why = ERROR_INIT;
	LOCAL(str) bytes = {0};
	int rc;

	*f = (struct benchmark_file){ .path = path };
	rc = file_read_checked(&bytes, path, size_limit);
	if (rc < 0)
		return refuse_file(f, &bytes, rc, err);
	if (size_limit(bytes.text, bytes.len))
		rc = benchmark_file_parse(f, &bytes, &why);
	else
		rc = error_set(&why, ERROR_FORMAT, 0, "it is neither a result of pstat nor perf.data");
	if (rc == 0) {
		if (f->perf)
			add_topology(&f->all.benchmark[0].machine, root);
		return 0;
	}
	if (history_is(path)) {
		error_set(&why, ERROR_FORMAT, 0, "it is a history, not one result");
		error_hint(&why, "pstat trend %s shows it; pstat gate --trend=%s compares with it", path,
			   path);
	} else if (!why.hint[0])
		error_hint(&why, "pstat reads perf.data, and what it wrote with --save or --format json");
	*err = why;
	return error_prefix(err, benchmark_file_name(f));
}

int benchmark_file_read(struct benchmark_file *f, const char *path, const struct rootfs *root,
			struct error *err)
{
	struct error first = ERROR_INIT;
	int file, rc = read_unlocked(f, path, root, &first);

	if (rc == 0)
		return 0;
	file = first.kind == ERROR_FORMAT && !f->perf && strcmp(path, "-") != 0 ? lock_to_read(path) : -1;
	if (file < 0) {
		*err = first;
		return -1;
	}
	benchmark_file_release(f);	/* another pstat may have been overwriting it: read again, locked */
	rc = read_unlocked(f, path, root, err);
	lock_release(file);
	return rc;
}

const char *benchmark_file_name(const struct benchmark_file *f)
{
	return strcmp(f->path, "-") == 0 ? "standard input" : f->path;
}

static void keep_only(struct benchmarks *all, size_t i)
{
	struct benchmark keep = all->benchmark[i];

	all->benchmark[i] = all->benchmark[0];
	all->benchmark[0] = keep;
	all->benchmark[0].target.asked = &all->benchmark[0].asked;
	for (size_t k = 1; k < all->n; k++)
		benchmark_release(&all->benchmark[k]);
	all->n = 1;
}

/* Compares the names as documents have them: with bytes replaced that are not UTF-8. */
static bool benchmark_file_is_named(const struct benchmark *b, const char *name)
{
	LOCAL(str) own = {0}, wanted = {0};

	json_quote(&own, b->name);
	json_quote(&wanted, name);
	return strcmp(own.text, wanted.text) == 0;
}

static int benchmark_file_by_name(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;

	return strcmp(*x, *y);
}

int benchmark_file_check_names(const struct benchmark_file *f, const char *name, struct error *err)
{
	const struct benchmarks *all = &f->all;
	const char **own = mem_resize(NULL, all->n, sizeof(*own)), *twice = NULL;
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		if (!name || benchmark_file_is_named(&all->benchmark[i], name))
			own[n++] = all->benchmark[i].name;
	if (n)
		qsort(own, n, sizeof(*own), benchmark_file_by_name);
	for (size_t i = 1; i < n && !twice; i++)
		if (strcmp(own[i - 1], own[i]) == 0)
			twice = own[i];
	free(own);
	if (!twice)
		return 0;
	error_set(err, ERROR_FORMAT, 0, "%s: it has two results named '%s'", benchmark_file_name(f), twice);
	return error_hint(err, "remove the outdated one, or give each its own name with --name");
}

int benchmark_file_choose(struct benchmark_file *f, const char *name, struct error *err)
{
	struct benchmarks *all = &f->all;

	for (size_t i = 0; name && i < all->n; i++)
		if (benchmark_file_is_named(&all->benchmark[i], name)) {
			keep_only(all, i);
			return 0;
		}
	if (!all->n)
		return error_set(err, ERROR_FORMAT, 0, "%s: it has no result",
				 benchmark_file_name(f));
	if (!name)
		return 0;
	error_set(err, ERROR_NOT_FOUND, 0, "%s: it has no result named '%s'", benchmark_file_name(f), name);
	return error_hint(err, "the first one is named '%s'", all->benchmark[0].name);
}

void benchmark_file_release(struct benchmark_file *f)
{
	benchmarks_release(&f->all);
	*f = (struct benchmark_file){0};
}
