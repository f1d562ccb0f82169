/* SPDX-License-Identifier: MIT */
/* Reads the files that have the functions, and the fields of the PMU that probes them. */
#include "count/function/probed_functions.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/elf.h"
#include "base/str.h"
#include "host/file.h"
#include "host/pmu.h"
#include "host/program.h"

static int find_pmu(struct probed_functions *p, struct pmus *pmus, struct error *err)
{
	struct pmu *pmu;
	const struct pmu_field *field;
	uint64_t word[4] = {0};

	if (pmus_list(pmus, err) < 0)
		return -1;
	pmu = pmus_find(pmus, "uprobe");
	if (!pmu) {
		error_set(err, ERROR_UNSUPPORTED, 0,
			  "this kernel cannot probe functions: it has no PMU 'uprobe'");
		error_hint(err, "it needs Linux 4.17 with CONFIG_UPROBE_EVENTS; "
			   "with --regions the program marks its regions");
		return -1;
	}
	if (pmu_load(pmus, pmu, err) < 0 || pmu_load_fields(pmus, pmu, err) < 0)
		return -1;
	field = pmu_field_find(pmu, "retprobe");
	if (!field)
		return error_set(err, ERROR_UNSUPPORTED, 0,
				 "the PMU 'uprobe' of this kernel has no field 'retprobe'");
	pmu_field_deposit(field, 1, word);
	p->type = pmu->type;
	p->on_return = word[0];
	return 0;
}

/* Sets the error if the file begins as a script does. */
static bool is_script(const struct elf_file *file, struct error *err)
{
	char start[128] = "";
	size_t n = file->size < sizeof(start) - 1 ? (size_t)file->size : sizeof(start) - 1;

	if (file->read(file->ctx, start, n, 0) < 0 || strncmp(start, "#!", 2) != 0)
		return false;
	error_set(err, ERROR_UNSUPPORTED, 0,
		  "it is a script of '%.*s', and has no functions that can be probed",
		  (int)strcspn(start + 2, "\n"), start + 2);
	error_hint(err, "FILE:NAME is a function of another program or library");
	return true;
}

static int find_in_file(struct probed_function *f, const char *path, const char *name, struct error *err)
{
	struct elf_file file = { .read = file_read_elf };
	int fd = file_open_regular(path, &file.size);

	if (fd < 0)
		return error_set(err, ERROR_NOT_FOUND, -fd, "%s: cannot read it: %s", path,
				 file_error_text(fd));
	f->fd = fd;
	file.ctx = &f->fd;
	snprintf(f->path, sizeof(f->path), "/proc/self/fd/%d", fd);
	if (is_script(&file, err) || elf_find_function(&f->offset, &file, name, err) < 0)
		return error_prefix(err, path);
	return 0;
}

/* Where the name begins, and the file before it, if the text has one.  C++ has two colons in a name. */
static const char *split(const char *text, size_t *file)
{
	const char *colon = strrchr(text, ':');

	*file = colon && colon > text && colon[-1] != ':' ? (size_t)(colon - text) : 0;
	return *file ? colon + 1 : text;
}

static int find_function(struct probed_function *f, const char *text, const char *program, struct error *err)
{
	struct str path = {0};
	size_t file;
	const char *name = split(text, &file);
	int rc = 0;

	if (!*name)
		return error_set(err, ERROR_USAGE, 0,
				 "--region-fn needs the name of a function, or FILE:NAME");
	if (strlen(text) >= PROBED_NAME)
		return error_set(err, ERROR_USAGE, 0, "the name of --region-fn has more than %d bytes",
				 PROBED_NAME - 1);
	if (file)
		str_add_n(&path, text, file);
	else
		rc = program_find(&path, program);
	if (rc < 0) {
		str_release(&path);
		return error_set(err, ERROR_NOT_FOUND, -rc, "cannot find the program '%s': %s", program,
				 strerror(-rc));
	}
	*f = (struct probed_function){ .name = text };
	rc = find_in_file(f, path.text, name, err);
	str_release(&path);
	return rc;
}

int probed_functions_find(struct probed_functions *p, const char *const *text, size_t n, const char *program,
			  struct pmus *pmus, struct error *err)
{
	*p = (struct probed_functions){0};
	if (find_pmu(p, pmus, err) < 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		p->n++;
		if (find_function(&p->function[i], text[i], program, err) < 0)
			return -1;
		for (size_t k = 0; k < i; k++)	/* the kernel has one probe for both */
			if (p->function[k].offset == p->function[i].offset &&
			    file_is_same_fd(p->function[k].fd, p->function[i].fd))
				return error_set(err, ERROR_USAGE, 0, "'%s' and '%s' are the same function",
						 text[k], text[i]);
	}
	return 0;
}

void probed_functions_release(struct probed_functions *p)
{
	for (size_t i = 0; i < p->n; i++)
		if (p->function[i].fd > 0)
			file_close(p->function[i].fd);
	*p = (struct probed_functions){0};
}
