/* SPDX-License-Identifier: MIT */
/* Opens sampled files, checks that they are those that were mapped, and names the places in them. */
#include "count/sampling/sampled_files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "host/file.h"
#include "host/record.h"
#include "host/rootfs.h"
#include "symbol/debug_file.h"

/* --- which files ------------------------------------------------------------------------------------- */

static bool begins(const char *path, const char *with)
{
	return strncmp(path, with, strlen(with)) == 0;
}

/* The kernel's names for memory that has no file that another program could read. */
static enum sampled_kind sampled_kind_of(const char *path)
{
	static const char *const memory[] = { "//anon", "[heap]", "[stack", "[anon", "/dev/zero", "/memfd:",
					      "/SYSV", "/anon_hugepage" };

	if (strcmp(path, "[vdso]") == 0)
		return SAMPLED_VDSO;
	for (size_t i = 0; i < sizeof(memory) / sizeof(*memory); i++)
		if (begins(path, memory[i]))
			return SAMPLED_MEMORY;
	return path[0] == '/' ? SAMPLED_FILE : SAMPLED_OTHER;
}

static bool is_same_file(const void *list, size_t at, const void *key)
{
	const struct sampled_file *f = (const struct sampled_file *)list + at;
	const struct record_map *m = key;

	return f->major == m->major && f->minor == m->minor && f->inode == m->inode &&
	       f->n_build_id == m->n_build_id && strcmp(f->path, m->path) == 0 &&
	       (!f->n_build_id || memcmp(f->build_id, m->build_id, f->n_build_id) == 0);
}

static size_t sampled_files_append(struct sampled_files *fs, const struct record_map *m)
{
	struct sampled_file f = { .kind = sampled_kind_of(m->path), .path = mem_copy_text(m->path),
				  .fd = -1, .major = m->major, .minor = m->minor, .inode = m->inode,
				  .n_build_id = m->n_build_id };

	if (m->n_build_id)
		memcpy(f.build_id, m->build_id, m->n_build_id);
	MEM_ADD(fs->file, fs->n, f);
	return fs->n - 1;
}

static size_t find_or_add(struct sampled_files *fs, const struct record_map *m, bool full)
{
	static const struct record_map others = { .path = "[other files]" };
	uint64_t hash = index_hash(m->inode, m->path);
	ptrdiff_t at = index_find(&fs->by_name, hash, is_same_file, fs->file, m);

	if (at != INDEX_NONE)
		return (size_t)at;
	if (full && m->path != others.path)
		return find_or_add(fs, &others, full);
	index_add(&fs->by_name, hash, fs->n);
	return sampled_files_append(fs, m);
}

size_t sampled_files_add(struct sampled_files *fs, const struct record_map *map)
{
	return find_or_add(fs, map, fs->n >= SAMPLED_FILES_MOST);
}

/* --- opening ----------------------------------------------------------------------------------------- */

static bool has_build_id(const struct sampled_file *f, const struct regular_file *found)
{
	int fd = found->fd;
	const struct elf_file file = { .read = file_read_elf, .ctx = &fd, .size = found->size };
	struct error ignored = ERROR_INIT;
	struct elf_facts facts;

	return elf_read_facts(&facts, &file, &ignored) == 0 &&
	       elf_has_build_id(&facts, f->build_id, f->n_build_id);
}

/*
 * A device without a number of its own (0:n) proves nothing: on btrfs and overlayfs stat() tells another one
 * than the kernel's records and maps.  The inode is the same.
 */
static bool is_same_device(const struct sampled_file *f, const struct regular_file *found)
{
	return !found->major || (f->major == found->major && f->minor == found->minor);
}

static bool is_mapped_one(const struct sampled_file *f, const struct regular_file *found)
{
	if (f->n_build_id)
		return has_build_id(f, found);
	return f->inode == found->inode && is_same_device(f, found);
}

static void read_symbols(struct sampled_file *f)
{
	struct error ignored = ERROR_INIT;

	f->read = true;
	if (f->kind == SAMPLED_VDSO)
		symbols_read_vdso(&f->symbols, &ignored);
	if (f->fd < 0)
		return;
	symbols_read_file(&f->symbols, f->fd, f->size, f->path, DEBUG_INFO_FOLDER, &ignored);
	file_close(f->fd);
	f->fd = -1;
}

void sampled_files_read_open(struct sampled_files *fs)
{
	for (size_t i = 0; i < fs->n; i++)
		if (fs->file[i].fd >= 0)
			read_symbols(&fs->file[i]);
}

/* As the process sees it; the file itself if its name is gone; as pstat sees it, if the process is gone. */
enum { OF_PROCESS, MAPPED_ITSELF, OF_PSTAT, N_WAYS };

static int open_by(struct regular_file *found, const struct rootfs *root, const char *path, int way,
		   const struct sampled_range *at)
{
	int pid = (int)at->pid;

	return way == OF_PROCESS    ? rootfs_open_regular(root, found, "proc/%d/root%s", pid, path) :
	       way == MAPPED_ITSELF ? rootfs_open_regular(root, found, "proc/%d/map_files/%llx-%llx", pid,
							  (unsigned long long)at->start,
							  (unsigned long long)at->end) :
				      rootfs_open_regular(root, found, "%s", path);
}

static bool is_tried(const struct sampled_file *f, pid_t pid)
{
	enum { TRIES_MOST = 16 };

	return f->fd >= 0 || f->read || f->tries == TRIES_MOST || (f->tries && f->tried == pid);
}

void sampled_files_open(struct sampled_files *fs, size_t file, const struct sampled_range *at)
{
	struct sampled_file *f = &fs->file[file];
	struct regular_file found;
	bool any = false;

	if (f->kind != SAMPLED_FILE || is_tried(f, at->pid))
		return;
	f->tries++;
	f->tried = at->pid;
	for (int way = 0; way < N_WAYS && f->fd < 0; way++) {
		int rc = open_by(&found, fs->root, f->path, way, at);

		if (rc == -EMFILE) {
			sampled_files_read_open(fs);
			rc = open_by(&found, fs->root, f->path, way, at);
		}
		if (rc < 0)
			continue;
		any = true;
		if (!is_mapped_one(f, &found)) {
			file_close(found.fd);
			continue;
		}
		f->fd = found.fd;
		f->size = found.size;
	}
	f->missing = f->fd >= 0 ? NULL : any ? "[replaced]" : "[gone]";
}

/* --- names ------------------------------------------------------------------------------------------- */

static const struct symbols *symbols_of_memory(struct sampled_files *fs, pid_t pid)
{
	struct error problem = ERROR_INIT;
	struct sampled_memory *m;

	for (size_t i = 0; i < fs->n_memory; i++)
		if (fs->memory[i].pid == pid)
			return &fs->memory[i].symbols;
	MEM_ADD(fs->memory, fs->n_memory, (struct sampled_memory){ .pid = pid });
	m = &fs->memory[fs->n_memory - 1];
	if (symbols_read_jit(&m->symbols, fs->root, pid, &problem) < 0 &&
	    fs->memory_problem.kind == ERROR_NONE)
		fs->memory_problem = problem;
	return &m->symbols;
}

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

uint64_t function_name_hash(const struct function_name *n)
{
	return index_hash(index_hash(0, n->name), n->object ? n->object : "");
}

void sampled_files_name(struct function_name *out, struct sampled_files *fs, size_t file, pid_t pid,
			uint64_t at)
{
	struct sampled_file *f = &fs->file[file];
	const struct symbols *symbols = &f->symbols;
	const struct symbol *symbol;

	if (f->kind == SAMPLED_MEMORY)
		symbols = symbols_of_memory(fs, pid);
	else if (!f->read)
		read_symbols(f);
	symbol = symbols_find(symbols, at);
	*out = (struct function_name){ .object = f->kind == SAMPLED_MEMORY ? SAMPLED_MEMORY_NAME :
						 f->kind == SAMPLED_OTHER ? NULL : file_name(f->path) };
	if (symbol)
		out->name = symbol->name;
	else if (f->kind == SAMPLED_OTHER)
		out->name = f->path;
	else
		out->name = f->missing ? f->missing : symbols->n ? SAMPLED_UNNAMED : SAMPLED_STRIPPED;
}

void sampled_files_name_kernel(struct function_name *out, struct sampled_files *fs, uint64_t at)
{
	const struct symbol *symbol;

	if (!fs->kernel_read)
		symbols_read_kernel(&fs->kernel, fs->root, &fs->kernel_problem);
	fs->kernel_read = true;
	symbol = symbols_find(&fs->kernel, at);
	*out = (struct function_name){ .name = SAMPLED_KERNEL_NAME };
	if (symbol)
		*out = (struct function_name){ symbol->name,
					       symbol->module ? symbol->module : SAMPLED_KERNEL_NAME };
}

void sampled_files_next_run(struct sampled_files *fs)
{
	for (size_t i = 0; i < fs->n_memory; i++)
		symbols_release(&fs->memory[i].symbols);
	free(fs->memory);
	fs->memory = NULL;
	fs->n_memory = 0;
	fs->memory_problem = (struct error)ERROR_INIT;
}

void sampled_files_release(struct sampled_files *fs)
{
	sampled_files_next_run(fs);
	for (size_t i = 0; i < fs->n; i++) {
		if (fs->file[i].fd >= 0)
			file_close(fs->file[i].fd);
		free(fs->file[i].path);
		symbols_release(&fs->file[i].symbols);
	}
	free(fs->file);
	index_release(&fs->by_name);
	symbols_release(&fs->kernel);
	*fs = (struct sampled_files){0};
}
