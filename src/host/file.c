/* SPDX-License-Identifier: MIT */
/* The whole of a file or a stream, however long it takes to come. */
#include "host/file.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int read_all(struct str *out, int fd, size_t most)
{
	char block[65536];
	ssize_t n;

	while ((n = read(fd, block, sizeof(block))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -errno;
		if (out->len + (size_t)n > most)
			return -EFBIG;
		str_add_n(out, block, (size_t)n);
	}
	return 0;
}

int file_read(struct str *out, const char *path, size_t most)
{
	int fd, rc;

	if (strcmp(path, "-") == 0)
		return read_all(out, STDIN_FILENO, most);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	rc = read_all(out, fd, most);
	close(fd);
	return rc;
}

int file_read_start(struct str *out, const char *path, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), rc = 0;
	char block[4096];
	struct stat st;
	ssize_t n;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0)
		rc = -errno;
	else if (!S_ISREG(st.st_mode))
		rc = S_ISFIFO(st.st_mode) ? -ESPIPE : S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	while (!rc && size && (n = read(fd, block, size < sizeof(block) ? size : sizeof(block))) != 0) {
		if (n < 0)
			rc = -errno;
		else
			str_add_n(out, block, (size_t)n), size -= (size_t)n;
	}
	close(fd);
	return rc;
}

/* Opening a pipe that nobody writes to would wait for one who does. */
int file_read_regular(struct str *out, const char *path, size_t most)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK), rc = -EINVAL;
	struct stat st;

	if (fd < 0)
		return errno == ENXIO ? -EINVAL : -errno;	/* a socket, or a device that is not there */
	if (fstat(fd, &st) == 0 && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode)))
		rc = read_all(out, fd, most);
	close(fd);
	return rc;
}

const char *file_reason(int rc)
{
	return rc == -EINVAL ? "it is no regular file" : strerror(-rc);
}

bool file_stdin_is_pipe(void)
{
	struct stat st;

	return fstat(STDIN_FILENO, &st) == 0 && S_ISFIFO(st.st_mode);
}

/* Those that end pstat are blocked by now, and nothing would take them while it waits. */
static bool is_interrupted(void)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };
	sigset_t pending;

	sigpending(&pending);
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++)
		if (sigismember(&pending, signals[i]))
			return true;
	return false;
}

int file_open_when_read(const char *path, int flags, mode_t mode)
{
	enum { PAUSE_MS = 20 };
	struct stat st;
	int fd;

	if (stat(path, &st) < 0 || !S_ISFIFO(st.st_mode))
		return open(path, flags, mode);
	while ((fd = open(path, flags | O_NONBLOCK)) < 0 && errno == ENXIO) {
		if (is_interrupted()) {
			errno = EINTR;
			return -1;
		}
		poll(NULL, 0, PAUSE_MS);
	}
	if (fd >= 0)
		fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
	return fd;
}
