/* SPDX-License-Identifier: MIT */
/* Reads files whole, writes text to any kind of descriptor, and resolves the links of output paths. */
#define _GNU_SOURCE
#include "host/file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "host/fd.h"
#include "host/kernel.h"
#include "host/kernel_linux.h"

/* may: NULL, or checks the first bytes. */
static int read_all(struct str *out, int fd, size_t most, file_size_limit *may)
{
	char block[16384];	/* thread stacks may be small */
	ssize_t n;

	while ((n = read(fd, block, sizeof(block))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (out->len + (size_t)n > most)
			return -EFBIG;
		str_add_n(out, block, (size_t)n);
		if (may && out->len <= sizeof(block) && !(most = may(out->text, out->len)))
			return 0;
	}
	return 0;
}

static int read_path(struct str *out, const char *path, size_t most, file_size_limit *may)
{
	int fd, rc;

	if (strcmp(path, "-") == 0)
		return read_all(out, STDIN_FILENO, most, may);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	rc = read_all(out, fd, most, may);
	close(fd);
	return rc;
}

int file_read(struct str *out, const char *path, size_t most)
{
	return read_path(out, path, most, NULL);
}

int file_read_checked(struct str *out, const char *path, file_size_limit *may)
{
	return read_path(out, path, SIZE_MAX, may);
}

int file_read_checked_fd(struct str *out, int fd, file_size_limit *may)
{
	return read_all(out, fd, SIZE_MAX, may);
}

int file_read_fd(struct str *out, int fd, size_t size)
{
	char block[4096];
	ssize_t n;

	while (size && (n = read(fd, block, size < sizeof(block) ? size : sizeof(block))) != 0) {
		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0)
			str_add_n(out, block, (size_t)n), size -= (size_t)n;
	}
	return 0;
}

int file_read_start(struct str *out, const char *path, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), rc = 0;
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0)
		rc = -errno;
	else if (!S_ISREG(st.st_mode))
		rc = S_ISFIFO(st.st_mode) ? -ESPIPE : S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	if (rc == 0)
		rc = file_read_fd(out, fd, size);
	close(fd);
	return rc;
}

static bool is_own(const struct stat *st)
{
	const char *caller = geteuid() == 0 ? secure_getenv("SUDO_UID") : NULL;
	char *end = NULL;

	if (st->st_uid == geteuid())
		return true;
	return caller && st->st_uid == strtoul(caller, &end, 10) && end > caller && !*end;
}

/* Opening a FIFO without O_NONBLOCK would wait for a writer. */
static int open_regular(const char *path, uint64_t *size, bool own)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (own ? O_NOFOLLOW : 0)), rc = 0;
	struct stat st;

	if (fd < 0)
		return errno == ENXIO ? -EINVAL : -errno;	/* a socket, or a missing device */
	if (fstat(fd, &st) < 0)
		rc = -errno;
	else if (!S_ISREG(st.st_mode))
		rc = S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	else if (own && !is_own(&st))
		rc = -EPERM;
	if (rc == 0) {
		*size = (uint64_t)st.st_size;
		return fd_keep_above_stdio(fd);
	}
	close(fd);
	return rc;
}

int file_open_regular(const char *path, uint64_t *size)
{
	return open_regular(path, size, false);
}

static int read_regular(struct str *out, const char *path, size_t most, bool own)
{
	uint64_t size;
	int fd = open_regular(path, &size, own), rc;

	if (fd < 0)
		return fd;
	rc = read_all(out, fd, most, NULL);
	close(fd);
	return rc;
}

int file_read_regular(struct str *out, const char *path, size_t most)
{
	return read_regular(out, path, most, false);
}

int file_read_own(struct str *out, const char *path, size_t most)
{
	return read_regular(out, path, most, true);
}

bool file_is_there(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0;
}

bool file_changed(const char *path, struct timespec *changed)
{
	struct stat st;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
		return false;
	*changed = st.st_mtim;
	return true;
}

/* Files of the kernel: reading them may change something, or wait. */
static bool is_of_kernel(const char *path)
{
	static const long types[] = { PROC_SUPER_MAGIC, SYSFS_MAGIC, DEBUGFS_MAGIC, TRACEFS_MAGIC,
				      CGROUP_SUPER_MAGIC, CGROUP2_SUPER_MAGIC };
	struct statfs fs;

	if (statfs(path, &fs) < 0)
		return true;
	for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++)
		if ((long)fs.f_type == types[i])
			return true;
	return false;
}

static int check_foreign(struct stat *st, const char *path)
{
	if (stat(path, st) < 0)
		return -errno;
	if (!S_ISREG(st->st_mode) || is_of_kernel(path))
		return S_ISDIR(st->st_mode) ? -EISDIR : -EINVAL;
	return 0;
}

int file_open_foreign(const char *path, uint64_t *size)
{
	struct stat st;
	int rc = check_foreign(&st, path);

	return rc < 0 ? rc : file_open_regular(path, size);
}

int file_read_foreign(struct str *out, const char *path, size_t most, struct timespec *changed)
{
	struct stat st;
	int rc = check_foreign(&st, path);

	if (rc < 0)
		return rc;
	*changed = st.st_mtim;
	return (uint64_t)st.st_size > most ? -EFBIG : file_read_regular(out, path, most);
}

const char *file_temp_folder(void)
{
	const char *folder = secure_getenv("TMPDIR");

	return folder && folder[0] == '/' ? folder : "/tmp";
}

void file_close(int fd)
{
	close(fd);
}

ssize_t file_read_part(int fd, void *to, size_t n, uint64_t at)
{
	size_t done = 0;
	ssize_t got;

	do {
		got = pread(fd, (char *)to + done, n - done, (off_t)(at + done));
		done += got > 0 ? (size_t)got : 0;
	} while ((got > 0 && done < n) || (got < 0 && errno == EINTR));
	return got < 0 ? -errno : (ssize_t)done;
}

int file_read_at(int fd, void *to, size_t n, uint64_t at)
{
	ssize_t got = file_read_part(fd, to, n, at);

	return got < 0 ? (int)got : (size_t)got < n ? -EIO : 0;	/* it has been cut off since */
}

int file_read_elf(void *fd, void *to, size_t n, uint64_t at)
{
	return file_read_at(*(const int *)fd, to, n, at);
}

int file_empty(int fd)
{
	return ftruncate(fd, 0) < 0 || lseek(fd, 0, SEEK_SET) < 0 ? -errno : 0;
}

/* --- files that are written ------------------------------------------------------------------------ */

bool file_is_interrupted(void)
{
	const struct kernel *k = &kernel_linux;
	sigset_t pending;

	sigpending(&pending);
	for (int signo = 1; signo <= SIGRTMAX; signo++)		/* nohup sets some to be ignored */
		if (kernel_ends_process(signo) && sigismember(&pending, signo) == 1 && !k->ignores(k, signo))
			return true;
	return false;
}

enum { POLL_MS = 50, POLLS_MOST = 20 };

enum output_kind file_output_kind(int fd)
{
	struct stat st;

	if (fstat(fd, &st) < 0)
		return OUTPUT_KIND_PLAIN;
	return S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode) || (S_ISCHR(st.st_mode) && isatty(fd)) ?
	       OUTPUT_KIND_READER : OUTPUT_KIND_PLAIN;
}

static struct {
	file_should_end *told;
	void *ctx;
	bool hurries;
	int polls;
} waiting;			/* one per process: a signal ends the process, not a file */

void file_set_should_end(file_should_end *told, void *ctx)
{
	waiting.told = told;
	waiting.ctx = ctx;
	waiting.hurries = false;
}

void file_end_soon(void)
{
	waiting.hurries = true;
}

static bool should_end(void)
{
	if (!waiting.told)	/* nothing else reads the signal, and it may be gone at the next write */
		waiting.hurries |= file_is_interrupted();
	return waiting.told ? waiting.told(waiting.ctx) : waiting.hurries;
}

/* After a request to end, one second is left for all remaining output, not for each piece. */
static bool out_of_time(void)
{
	waiting.polls = should_end() ? waiting.polls + 1 : 0;
	return waiting.polls >= POLLS_MOST;
}

/* The bytes written, 0 when there is no room, or -errno. POLLOUT promises room for PIPE_BUF bytes. */
static ssize_t write_some(int fd, bool waits, const char *text, size_t len)
{
	struct pollfd polled = { .fd = fd, .events = POLLOUT };
	ssize_t n = waits ? poll(&polled, 1, POLL_MS) : 1;

	if (n < 0 && errno == EINVAL)	/* a command may set the limit of descriptors to 0: write() waits */
		n = 1;
	if (n > 0) {
		n = write(fd, text, waits && len > PIPE_BUF ? PIPE_BUF : len);
		if (n == 0)
			return -EIO;
		if (n < 0 && errno == EAGAIN)	/* it had room, but not enough */
			n = poll(NULL, 0, POLL_MS);
	}
	return n >= 0 ? n : errno == EINTR ? 0 : -errno;
}

int file_write(int fd, const char *text, size_t len)
{
	return file_write_to(fd, file_output_kind(fd), text, len);
}

int file_write_to(int fd, enum output_kind kind, const char *text, size_t len)
{
	int rc = 0;

	while (len && rc == 0) {
		ssize_t n = write_some(fd, kind != OUTPUT_KIND_PLAIN, text, len);

		if (n < 0 || (n == 0 && out_of_time()))
			rc = n < 0 ? (int)n : -EINTR;
		text += n > 0 ? n : 0;
		len -= n > 0 ? (size_t)n : 0;
	}
	return rc;
}

enum link_result { AT_FILE, AT_KERNEL, AT_LINK };

/* Links in /proc lead to no path. Links of others are refused as with fs.protected_symlinks. */
static int check_link(const char *folder, const struct stat *link)
{
	const mode_t shared = S_ISVTX | S_IWOTH;
	struct statfs fs;
	struct stat st;

	if (statfs(folder, &fs) < 0)
		return -errno;
	if (fs.f_type == PROC_SUPER_MAGIC)
		return AT_KERNEL;
	if (stat(folder, &st) < 0)
		return -errno;
	return (st.st_mode & shared) == shared && link->st_uid != geteuid() && link->st_uid != st.st_uid ?
	       -EPERM : AT_LINK;
}

/* Replaces path by the target of its last part, if that is a link; enum link_result or a negative errno. */
static int follow_link(struct str *path)
{
	const char *slash = strrchr(path->text, '/');
	LOCAL(str) folder = {0};
	char to[PATH_MAX];
	struct stat st;
	ssize_t n;
	int rc;

	if (lstat(path->text, &st) < 0)
		return errno == ENOENT ? AT_FILE : -errno;
	if (!S_ISLNK(st.st_mode))
		return AT_FILE;
	n = readlink(path->text, to, sizeof(to));
	if (n < 0 || n == sizeof(to))
		return n < 0 ? -errno : -ENAMETOOLONG;
	str_addf(&folder, "%.*s", slash ? (int)(slash - path->text) + 1 : 2, slash ? path->text : "./");
	rc = check_link(folder.text, &st);
	if (rc == AT_LINK) {
		str_reset(path);
		str_addf(path, "%s%.*s", to[0] == '/' ? "" : folder.text, (int)n, to);
	}
	return rc;
}

int file_resolve_links(struct str *out, const char *path)
{
	enum { LINKS_MOST = 40 };	/* the kernel's own limit */
	int rc = AT_LINK;

	str_add(out, path);
	for (int n = 0; rc == AT_LINK && n <= LINKS_MOST; n++)
		rc = follow_link(out);
	return rc == AT_LINK ? -ELOOP : rc;
}

static int open_with_reader(const char *path, int flags, mode_t mode)
{
	enum { PAUSE_MS = 20 };
	struct stat st;
	int fd;

	if (flags & O_NONBLOCK || stat(path, &st) < 0 || !S_ISFIFO(st.st_mode))
		return open(path, flags, mode);
	while ((fd = open(path, flags | O_NONBLOCK, mode)) < 0 && errno == ENXIO) {
		if (file_is_interrupted()) {
			errno = EINTR;
			return -1;
		}
		poll(NULL, 0, PAUSE_MS);
	}
	if (fd >= 0)
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	return fd;
}

/* A link that replaces the file after the check is not followed (O_NOFOLLOW). */
int file_open_output(const char *path, int flags, mode_t mode)
{
	LOCAL(str) final = {0};
	int rc = file_resolve_links(&final, path), fd = -1;
	int errnum = rc == -EPERM ? EACCES : -rc;	/* the kernel's errno for this */

	if (rc >= 0) {
		flags |= (flags & O_RDWR ? 0 : O_WRONLY) | O_CLOEXEC | (rc == AT_FILE ? O_NOFOLLOW : 0);
		fd = open_with_reader(final.text, flags, mode);
		errnum = errno;
	}
	errno = errnum;
	return fd;
}

int file_open_existing(const char *path)
{
	struct stat st;
	int fd, errnum;

	if (stat(path, &st) < 0)
		return -1;
	errno = S_ISDIR(st.st_mode) ? EISDIR : EINVAL;
	fd = S_ISREG(st.st_mode) ? file_open_output(path, O_RDWR | O_NONBLOCK | O_NOCTTY, 0) : -1;
	if (fd < 0)
		return -1;
	errnum = fstat(fd, &st) < 0 ? errno : S_ISREG(st.st_mode) ? 0 : EINVAL;
	if (!errnum)
		return fd;
	close(fd);
	errno = errnum;
	return -1;
}

const char *file_error_text(int rc)
{
	return rc == -EINVAL ? "it is no regular file" : strerror(-rc);
}

char *file_real_path(const char *path)
{
	return realpath(path, NULL);
}

bool file_is_device(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISCHR(st.st_mode);
}

static bool same_inode(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

bool file_is_same(const char *a, const char *b)
{
	struct stat one, other;

	return stat(a, &one) == 0 && S_ISREG(one.st_mode) && stat(b, &other) == 0 && same_inode(&one, &other);
}

bool file_is_newer(const char *a, const char *b)
{
	struct stat one, other;

	return stat(a, &one) == 0 && stat(b, &other) == 0 &&
	       (one.st_ctim.tv_sec != other.st_ctim.tv_sec ? one.st_ctim.tv_sec > other.st_ctim.tv_sec :
		one.st_ctim.tv_nsec > other.st_ctim.tv_nsec);
}

bool file_is_torn(int fd)
{
	char last;

	return lseek(fd, -1, SEEK_END) >= 0 && read(fd, &last, 1) == 1 && last != '\n';
}

bool file_is_same_fd(int a, int b)
{
	struct stat one, other;

	return fstat(a, &one) == 0 && fstat(b, &other) == 0 && same_inode(&one, &other);
}

int file_is_path_of_fd(int fd, const char *path)
{
	struct stat ours, there;

	if (fstat(fd, &ours) < 0 || stat(path, &there) < 0)
		return errno == ENOENT ? 0 : -errno;
	return same_inode(&ours, &there);
}

bool file_stdin_has_text(void)
{
	struct stat st;
	int n;

	if (fstat(STDIN_FILENO, &st) < 0)
		return false;
	if (S_ISREG(st.st_mode))
		return st.st_size && lseek(STDIN_FILENO, 0, SEEK_CUR) == 0;
	return S_ISFIFO(st.st_mode) && ioctl(STDIN_FILENO, FIONREAD, &n) == 0 && n > 0;
}

bool file_stdin_is_pipe(void)
{
	struct stat st;

	return fstat(STDIN_FILENO, &st) == 0 && S_ISFIFO(st.st_mode);
}
