/* SPDX-License-Identifier: MIT */
/* Tells whether the kernel stops counting when this file is executed; searches PATH. */
#define _GNU_SOURCE
#include "host/program.h"

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/str.h"

/* On a nosuid file system, or with no_new_privs, executing gives no privileges. */
static bool may_gain(const char *path)
{
	struct statvfs fs;

	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 && statvfs(path, &fs) == 0 &&
	       !(fs.f_flag & ST_NOSUID);
}

/* Set-group-ID without the group's x bit means mandatory locking, not privileges. */
static bool has_privileges(const char *path, const struct stat *st)
{
	uid_t uid = geteuid();

	if (st->st_mode & S_ISUID && st->st_uid != uid)
		return true;
	if (st->st_mode & S_ISGID && st->st_mode & S_IXGRP && st->st_gid != getegid())
		return true;
	return uid != 0 && getxattr(path, "security.capability", NULL, 0) > 0;
}

/* A script's interpreter, as the kernel reads its first line; false: it is no script, or cannot be read. */
static bool read_interpreter(const char *path, char *line, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, line, size - 1);
	char *name = line + 2;

	if (fd >= 0)
		close(fd);
	if (n < 2 || memcmp(line, "#!", 2) != 0)
		return false;
	line[n] = '\0';
	name += strspn(name, " \t");
	name[strcspn(name, " \t\n")] = '\0';
	memmove(line, name, strlen(name) + 1);
	return true;
}

int program_check(const char *path, bool *drops_counters)
{
	enum { LINE = 256, INTERPRETERS = 5 };	/* more the kernel neither reads nor follows */
	char line[LINE];
	struct stat st;

	*drops_counters = false;
	if (stat(path, &st) < 0)
		return -1;
	if (S_ISDIR(st.st_mode)) {	/* the kernel's EACCES is less precise */
		errno = EISDIR;
		return -1;
	}
	/* of a script it heeds neither set-user-ID nor set-group-ID, but those of its interpreter */
	for (int i = 0; i < INTERPRETERS && S_ISREG(st.st_mode) && read_interpreter(path, line, LINE); i++) {
		path = line;
		if (stat(path, &st) < 0)
			return 0;	/* execve says it better */
	}
	if (S_ISREG(st.st_mode))
		*drops_counters = access(path, R_OK) < 0 || (has_privileges(path, &st) && may_gain(path));
	return 0;
}

static bool is_program(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

int program_find(struct str *path, const char *name)
{
	const char *dir = getenv("PATH");

	str_reset(path);
	if (strchr(name, '/')) {
		str_add(path, name);
		return access(name, F_OK) < 0 ? -errno : 0;
	}
	for (dir = dir ? dir : "/bin:/usr/bin"; dir && *name; dir = *dir ? dir + 1 : NULL) {
		size_t n = strcspn(dir, ":");

		str_reset(path);
		str_add_n(path, n ? dir : ".", n ? n : 1);
		str_addf(path, "/%s", name);
		if (is_program(path->text))
			return 0;
		dir += n;
	}
	return -ENOENT;
}

struct place {
	uintptr_t address;
	uint64_t offset;
};

static int look_in_program(struct dl_phdr_info *info, size_t size, void *ctx)
{
	struct place *p = ctx;

	(void)size;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		uintptr_t start = (uintptr_t)info->dlpi_addr + (uintptr_t)h->p_vaddr;

		if (h->p_type == PT_LOAD && p->address >= start && p->address - start < h->p_filesz)
			p->offset = p->address - start + h->p_offset;
	}
	return 1;			/* the program is the first one; libraries follow */
}

uint64_t program_own_offset(uintptr_t address)
{
	struct place p = { .address = address };

	dl_iterate_phdr(look_in_program, &p);
	return p.offset;
}

/* The kernel maps the whole file, whose section headers are at its end. */
const unsigned char *program_vdso(size_t *n)
{
	const ElfW(Ehdr) *head = (const void *)(uintptr_t)getauxval(AT_SYSINFO_EHDR);

	if (!head)
		return NULL;
	*n = (size_t)head->e_shoff + (size_t)head->e_shnum * head->e_shentsize;
	return (const void *)head;
}
