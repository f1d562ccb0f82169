/* SPDX-License-Identifier: MIT */
/* The file system of a fuzzed machine: opens, lists, reads and writes its files in memory. */
#include "sandbox.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "base/mem.h"
#include "base/str.h"
#include "recorded.h"

#define FOLDER "/work"			/* where pstat is run */
enum { FIRST_FD = 1 << 20, MOST_OPEN = 64, MOST_WRITTEN = 16, MOST_PATH = 4095, MOST_NAME = 255 };

struct open_file {
	bool used;
	char *path;		/* owned */
	bool folder, listed;
	char *text;		/* owned: what was there when it was opened; of a folder, when it was first read */
	size_t size, at;
};

struct written {		/* descriptors of files in memory */
	char *path;		/* owned; NULL: there is none */
	int fd;
};

struct folder {			/* while it is listed */
	const char *path;
	char **name;
	size_t n;
};

static struct {
	struct recorded *all, *machine;
	struct recorded_file *above;
	size_t n_above;
	struct open_file open[MOST_OPEN];
	struct written written[MOST_WRITTEN];
	int n_open;
} box;

/* --- the machine ----------------------------------------------------------------------------------- */

void sandbox_machine(const char *names)
{
	for (size_t i = 0; i < box.n_above; i++) {
		free(box.above[i].path);
		free(box.above[i].text);
	}
	free(box.above);
	box.above = NULL;
	box.n_above = 0;
	for (size_t i = 0; i < MOST_WRITTEN; i++) {
		if (box.written[i].path)
			close(box.written[i].fd);
		free(box.written[i].path);
		box.written[i].path = NULL;
	}
	box.machine = recorded_machine(&box.all, names);
}

/* --- paths ----------------------------------------------------------------------------------------- */

/* Absolute, each folder once; -errno. */
static int normal(struct str *out, const char *base, const char *path)
{
	struct str all = {0};
	const char *p;
	int rc = *path ? 0 : -ENOENT;

	str_addf(&all, "%s/%s", *path == '/' ? "" : base, path);
	str_reset(out);
	str_add(out, "");
	for (p = all.text; *p;) {
		size_t len = strcspn(p, "/");

		if (len > MOST_NAME || all.len > MOST_PATH)
			rc = -ENAMETOOLONG;
		if (len == 2 && p[0] == '.' && p[1] == '.') {
			char *slash = strrchr(out->text, '/');

			out->len = slash ? (size_t)(slash - out->text) : 0;
			out->text[out->len] = '\0';
		} else if (len && !(len == 1 && *p == '.')) {
			str_add(out, "/");
			str_add_n(out, p, len);
		}
		p += len + (p[len] == '/');
	}
	str_release(&all);
	return rc;
}

/* NULL: there is none; what was put last wins. */
static struct recorded_file *find(const char *path)
{
	size_t at;

	for (size_t i = box.n_above; i--;)
		if (strcmp(box.above[i].path, path) == 0)
			return box.above[i].text || box.above[i].errnum ? &box.above[i] : NULL;
	at = recorded_lower(box.machine, path);
	return at < box.machine->n && strcmp(box.machine->file[at].path, path) == 0 ? &box.machine->file[at] : NULL;
}

static bool is_below(const char *path, const char *folder, size_t len)
{
	return strncmp(path, folder, len) == 0 && path[len] == '/';
}

static bool is_folder(const char *path)
{
	struct str start = {0};
	size_t len = strlen(path), at;
	bool is = !len || strcmp(path, FOLDER) == 0;

	str_addf(&start, "%s/", path);
	at = recorded_lower(box.machine, start.text);
	is |= at < box.machine->n && is_below(box.machine->file[at].path, path, len);
	for (size_t i = 0; i < box.n_above && !is; i++)
		is = box.above[i].text && is_below(box.above[i].path, path, len);
	str_release(&start);
	return is;
}

static struct written *find_written(const char *path)
{
	for (size_t i = 0; i < MOST_WRITTEN; i++)
		if (box.written[i].path && strcmp(box.written[i].path, path) == 0)
			return &box.written[i];
	return NULL;
}

static void forget(struct written *w)
{
	if (!w)
		return;
	close(w->fd);
	free(w->path);
	w->path = NULL;
}

void sandbox_put(const char *path, const char *text, size_t size)
{
	struct str name = {0};
	struct recorded_file *f;

	if (normal(&name, FOLDER, path) < 0 || !name.len) {
		str_release(&name);
		return;
	}
	box.above = mem_resize(box.above, box.n_above + 1, sizeof(*box.above));
	f = &box.above[box.n_above++];
	*f = (struct recorded_file){ .path = name.text, .size = size, .seen = true };
	if (!text)
		return;
	f->text = mem_resize(NULL, size + 1, 1);
	memcpy(f->text, text, size);
	f->text[size] = '\0';
	if (*f->text == '!')
		f->errnum = atoi(f->text + 1) & 127;
	if (f->errnum == ENXIO)		/* somebody would come to read it */
		f->errnum = EIO;
}

const char *sandbox_donor(const char *names, uint32_t pick, const char **text, size_t *size)
{
	const struct recorded_file *f = recorded_donor(recorded_machine(&box.all, names), pick);

	if (!f)
		return NULL;
	*text = f->text;
	*size = f->size;
	return f->path;
}

int sandbox_open_files(void)
{
	return box.n_open;
}

/* --- reading --------------------------------------------------------------------------------------- */

static int fail(int errnum)
{
	errno = errnum;
	return -1;
}

static struct open_file *opened(int fd)
{
	struct open_file *f = fd >= FIRST_FD && fd < FIRST_FD + MOST_OPEN ? &box.open[fd - FIRST_FD] : NULL;

	return f && f->used ? f : NULL;
}

static const char *base_of(int fd)
{
	return fd == AT_FDCWD ? FOLDER : opened(fd) ? opened(fd)->path : "";
}

static int open_read(const char *path, bool folder, const char *text, size_t size)
{
	int at = 0;

	while (at < MOST_OPEN && box.open[at].used)
		at++;
	if (at == MOST_OPEN)
		return fail(EMFILE);
	box.open[at] = (struct open_file){ .used = true, .path = mem_copy_text(path), .folder = folder, .size = size };
	if (size) {
		box.open[at].text = mem_resize(NULL, size, 1);
		memcpy(box.open[at].text, text, size);
	}
	box.n_open++;
	return FIRST_FD + at;
}

static void read_written(struct str *text, int fd)
{
	char block[4096];
	ssize_t n;

	for (off_t at = 0; (n = pread(fd, block, sizeof(block), at)) > 0; at += n)
		str_add_n(text, block, (size_t)n);
}

bool sandbox_written(size_t index, struct str *text)
{
	const char *path = index < MOST_WRITTEN ? box.written[index].path : NULL;
	const struct recorded_file *f = path ? find(path) : NULL;

	str_reset(text);
	if (path)
		read_written(text, box.written[index].fd);
	if (f && text->len && f->size == text->len && memcmp(f->text, text->text, text->len) == 0)
		str_reset(text);	/* it was only opened */
	return index < MOST_WRITTEN;
}

static int open_again(const struct written *w)
{
	struct str text = {0};
	int fd;

	read_written(&text, w->fd);
	fd = open_read(w->path, false, text.text, text.len);
	str_release(&text);
	return fd;
}

/* --- writing: into memory, and it can be read again ------------------------------------------------ */

static int open_write(const char *path, int flags)
{
	struct written *w = find_written(path);
	struct recorded_file *f = find(path);
	int fd;

	if (f && f->errnum)
		return fail(f->errnum);
	if (is_folder(path) || (!w && !f && !(flags & O_CREAT)))
		return fail(is_folder(path) ? EISDIR : ENOENT);
	if (w && !(flags & O_TRUNC))
		return fcntl(w->fd, F_DUPFD_CLOEXEC, 3);
	fd = memfd_create("written", MFD_CLOEXEC);
	if (fd < 0)
		return fd;
	if (f && f->size && !(flags & O_TRUNC) && write(fd, f->text, f->size) < 0)
		return fail(EIO);
	if (strncmp(path, "/dev/", 5) == 0)
		return fd;
	forget(w);
	for (w = box.written; w < box.written + MOST_WRITTEN && w->path; w++)
		;
	if (w < box.written + MOST_WRITTEN)
		*w = (struct written){ mem_copy_text(path), fcntl(fd, F_DUPFD_CLOEXEC, 3) };
	return fd;
}

static int open_path(const char *base, const char *path, int flags)
{
	struct str name = {0};
	struct written *w;
	struct recorded_file *f;
	int rc = normal(&name, base, path), fd;

	w = rc < 0 ? NULL : find_written(name.text);
	f = rc < 0 ? NULL : find(name.text);
	if (rc < 0)
		fd = fail(-rc);
	else if (flags & (O_WRONLY | O_RDWR))	/* O_ACCMODE has O_PATH in it with musl */
		fd = open_write(name.text, flags);
	else if (w && !(flags & O_DIRECTORY))
		fd = open_again(w);
	else if (f && f->errnum)
		fd = fail(f->errnum);
	else if (f && flags & O_DIRECTORY)
		fd = fail(ENOTDIR);
	else if (f)
		recorded_see(box.machine, f), fd = open_read(name.text, false, f->text, f->size);
	else if (is_folder(name.text))
		fd = open_read(name.text, true, NULL, 0);
	else if (strncmp(name.text, "/dev/", 5) == 0)
		fd = open_read(name.text, false, NULL, 0);
	else
		fd = fail(ENOENT);
	str_release(&name);
	return fd;
}

int sandbox_openat(int dirfd, const char *path, int flags, ...)
{
	return open_path(base_of(dirfd), path, flags);
}

int sandbox_open(const char *path, int flags, ...)
{
	return open_path(FOLDER, path, flags);
}

static bool is_written(int fd)
{
	struct stat one, other;

	for (const struct written *w = box.written; w < box.written + MOST_WRITTEN; w++)
		if (w->path && fstat(fd, &one) == 0 && fstat(w->fd, &other) == 0 && one.st_ino == other.st_ino)
			return true;
	return false;
}

ssize_t sandbox_read(int fd, void *buf, size_t size)
{
	struct open_file *f = opened(fd);

	if (!f)
		return is_written(fd) ? read(fd, buf, size) : fd == STDIN_FILENO ? 0 : fail(EBADF);
	if (f->folder)
		return fail(EISDIR);
	if (size > f->size - f->at)
		size = f->size - f->at;
	if (size)
		memcpy(buf, f->text + f->at, size);
	f->at += size;
	return (ssize_t)size;
}

ssize_t sandbox_write(int fd, const void *buf, size_t size)
{
	return opened(fd) ? fail(EBADF) : write(fd, buf, size);
}

int sandbox_close(int fd)
{
	struct open_file *f = opened(fd);

	if (!f && fd >= FIRST_FD)
		abort();	/* twice */
	if (!f)
		return close(fd);
	free(f->path);
	free(f->text);
	*f = (struct open_file){0};
	box.n_open--;
	return 0;
}

static int stat_path(const char *base, const char *path, struct stat *st)
{
	struct str name = {0};
	struct written *w = NULL;
	struct recorded_file *f = NULL;
	int rc = normal(&name, base, path);

	*st = (struct stat){ .st_mode = S_IFREG | 0644 };
	if (rc == 0) {
		w = find_written(name.text);
		f = find(name.text);
		if (w)
			fstat(w->fd, st);
		else if (f)
			st->st_size = (off_t)f->size;
		else if (is_folder(name.text))
			st->st_mode = S_IFDIR | 0755;
		else if (strncmp(name.text, "/dev/", 5) == 0)
			st->st_mode = S_IFCHR | 0666;
		else
			rc = -ENOENT;
		st->st_nlink = 1;	/* a file in memory has none */
	}
	str_release(&name);
	return rc < 0 ? fail(-rc) : 0;
}

int sandbox_faccessat(int dirfd, const char *path, int mode, int flags)
{
	struct stat st;

	(void)mode, (void)flags;
	return stat_path(base_of(dirfd), path, &st);
}

int sandbox_stat(const char *path, struct stat *st)
{
	return stat_path(FOLDER, path, st);
}

int sandbox_fstat(int fd, struct stat *st)
{
	const struct open_file *f = opened(fd);

	if (!f)
		return fstat(fd, st);
	*st = (struct stat){ .st_mode = f->folder ? S_IFDIR | 0755 : S_IFREG | 0644, .st_size = (off_t)f->size };
	return 0;
}

/* Of copies only: somebody's own descriptors are no place to write to. */
int sandbox_fcntl(int fd, int cmd, ...)
{
	if (cmd == F_GETFL || cmd == F_GETFD)
		return fd < 0 || fd >= 10 ? fail(EBADF) : cmd == F_GETFL ? O_RDWR : 0;
	return is_written(fd) ? fcntl(fd, F_DUPFD_CLOEXEC, 3) : memfd_create("copy", MFD_CLOEXEC);
}

/* There are none. */
ssize_t sandbox_readlinkat(int dirfd, const char *path, char *buf, size_t size)
{
	struct stat st;

	(void)buf, (void)size;
	return stat_path(base_of(dirfd), path, &st) < 0 ? -1 : fail(EINVAL);
}

int sandbox_mkostemp(char *name, int flags)
{
	size_t len = strlen(name);

	memcpy(name + len - 6, "tmp001", 6);
	return sandbox_open(name, flags | O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

int sandbox_unlink(const char *path)
{
	struct str name = {0};
	int rc = normal(&name, FOLDER, path);
	struct written *w = rc < 0 ? NULL : find_written(name.text);

	if (rc == 0 && !w && !find(name.text))
		rc = -ENOENT;
	str_release(&name);
	if (rc < 0)
		return fail(-rc);
	forget(w);
	sandbox_put(path, NULL, 0);
	return 0;
}

int sandbox_rename(const char *from, const char *to)
{
	struct str source = {0}, target = {0};
	int rc = normal(&source, FOLDER, from);
	struct written *w;
	struct recorded_file *f;

	if (rc == 0)
		rc = normal(&target, FOLDER, to);
	w = rc < 0 ? NULL : find_written(source.text);
	f = rc < 0 ? NULL : find(source.text);
	if (rc == 0 && !w && !f)
		rc = -ENOENT;
	if (rc == 0 && is_folder(target.text))
		rc = -EISDIR;
	if (rc == 0) {
		forget(find_written(target.text));
		if (w) {
			free(w->path);
			w->path = mem_copy_text(target.text);
		} else {
			sandbox_put(target.text, f->text, f->size);
		}
		sandbox_put(source.text, NULL, 0);
	}
	str_release(&source);
	str_release(&target);
	return rc < 0 ? fail(-rc) : 0;
}

char *sandbox_realpath(const char *path, char *out)
{
	struct str name = {0};
	struct stat st;
	int rc = normal(&name, FOLDER, path);

	if (out)
		abort();
	if (rc < 0 || stat_path(FOLDER, path, &st) < 0) {
		str_release(&name);
		fail(rc < 0 ? -rc : ENOENT);
		return NULL;
	}
	return name.text;
}

/* --- folders --------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add_name(struct folder *d, const char *path, size_t len)
{
	size_t n = is_below(path, d->path, len) ? strcspn(path + len + 1, "/") : 0;

	if (!n || (d->n && strlen(d->name[d->n - 1]) == n && strncmp(d->name[d->n - 1], path + len + 1, n) == 0))
		return;
	d->name = mem_resize(d->name, d->n + 1, sizeof(*d->name));
	d->name[d->n] = mem_resize(NULL, n + 1, 1);
	memcpy(d->name[d->n], path + len + 1, n);
	d->name[d->n++][n] = '\0';
}

/* Sorted; what is recorded and put there as well is there twice. */
static struct folder names_in(const char *path)
{
	struct folder d = { .path = path };
	struct str start = {0};
	size_t len = strlen(path);

	str_addf(&start, "%s/", path);
	for (size_t i = recorded_lower(box.machine, start.text); i < box.machine->n; i++) {
		if (!is_below(box.machine->file[i].path, path, len))
			break;
		/* what was put there stands in its place, or is gone */
		if (find(box.machine->file[i].path))
			add_name(&d, box.machine->file[i].path, len);
	}
	str_release(&start);
	for (size_t i = 0; i < box.n_above; i++)
		if (box.above[i].text && find(box.above[i].path) == &box.above[i])
			add_name(&d, box.above[i].path, len);
	if (d.n)
		qsort(d.name, d.n, sizeof(*d.name), by_name);
	return d;
}

/* As the kernel lays them out. */
static void add_record(struct open_file *f, const char *name)
{
	size_t len = strlen(name) + 1, size = (offsetof(struct dirent, d_name) + len + 7) / 8 * 8;
	struct dirent record = { .d_ino = 1, .d_reclen = (unsigned short)size };
	struct str path = {0};

	str_addf(&path, "%s/%s", f->path, name);
	record.d_type = find(path.text) ? DT_REG : DT_DIR;
	str_release(&path);
	memcpy(record.d_name, name, len);
	f->text = mem_resize(f->text, f->size + size, 1);
	memcpy(f->text + f->size, &record, size);
	f->size += size;
}

static void list(struct open_file *f)
{
	struct folder d = names_in(f->path);

	for (size_t i = 0; i < d.n; free(d.name[i++]))
		if (i + 1 == d.n || strcmp(d.name[i], d.name[i + 1]) != 0)
			add_record(f, d.name[i]);
	free(d.name);
	f->listed = true;
}

/* Whole records, as many as there is room for. */
static long list_folder(int fd, void *buf, size_t size)
{
	struct open_file *f = opened(fd);
	unsigned short len;
	size_t n = 0;

	if (!f || !f->folder)
		return fail(f ? ENOTDIR : EBADF);
	if (!f->listed)
		list(f);
	for (; f->at < f->size; n += len, f->at += len) {
		memcpy(&len, f->text + f->at + offsetof(struct dirent, d_reclen), sizeof(len));
		if (n + len > size)
			break;
		memcpy((char *)buf + n, f->text + f->at, len);
	}
	return (long)n;
}

long sandbox_syscall(long number, ...)
{
	va_list arguments;
	void *buf;
	long rc;
	int fd;

	if (number == SYS_renameat2)	/* as on a file system that cannot exchange files */
		return fail(EINVAL);
	if (number != SYS_getdents64)
		abort();
	va_start(arguments, number);
	fd = va_arg(arguments, int);
	buf = va_arg(arguments, void *);
	rc = list_folder(fd, buf, va_arg(arguments, size_t));
	va_end(arguments);
	return rc;
}
