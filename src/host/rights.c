/* SPDX-License-Identifier: MIT */
/* Reads capabilities, seccomp mode, namespace and limits; drops rights that were gained at the exec. */
#define _GNU_SOURCE
#include "host/rights.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/str.h"
#include "host/rootfs.h"

/* What counting needs. Any other capability could write files by -o, or kill processes. */
static const uint64_t needed = UINT64_C(1) << RIGHTS_SYS_PTRACE | UINT64_C(1) << RIGHTS_SYS_ADMIN |
			       UINT64_C(1) << RIGHTS_PERFMON;

/* AT_SECURE tells whether the exec gave more rights than the caller has; if it is missing, ask the kernel. */
bool rights_gained(void)
{
	errno = 0;
	return getauxval(AT_SECURE) || errno;
}

/* True if the capabilities come from the file, so that its caller may use them for counting only. */
static bool has_file_capabilities(void)
{
	return rights_gained() && getuid();
}

/* Makes those that counting needs effective, or none; drops all others. */
static int use_capabilities(bool use)
{
	struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
	struct __user_cap_data_struct data[_LINUX_CAPABILITY_U32S_3];

	if (syscall(SYS_capget, &header, data) < 0)
		return -errno;
	for (int i = 0; i < _LINUX_CAPABILITY_U32S_3; i++) {
		data[i].permitted &= (uint32_t)(needed >> 32 * i);
		data[i].effective = use ? data[i].permitted : 0;
	}
	return syscall(SYS_capset, &header, data) < 0 ? -errno : 0;
}

/* The text after "key:" at the start of a line; NULL: none. */
static const char *find_value(const char *text, const char *key)
{
	size_t n = strlen(key);

	for (const char *line = text; *line; line += *line == '\n') {
		if (strncmp(line, key, n) == 0)
			return line + n + strspn(line + n, ": \t");
		line += strcspn(line, "\n");
	}
	return NULL;
}

static void load_status(struct rights *r, const char *status)
{
	const char *caps = find_value(status, has_file_capabilities() ? "CapPrm:" : "CapEff:");
	const char *seccomp = find_value(status, "Seccomp:");
	const char *user = find_value(status, "Uid:");
	char *end;

	if (caps) {
		r->capabilities = strtoull(caps, &end, 16);
		r->known = end != caps;
	}
	if (user && *user >= '0' && *user <= '9')
		r->root = strtoul(user, &end, 10) == 0;
	if (seccomp && *seccomp >= '0' && *seccomp <= '2')
		r->seccomp = *seccomp - '0';
}

/* The initial namespace maps all users to themselves: "0 0 4294967295". */
static void load_namespace(struct rights *r, const char *map)
{
	char *end;
	unsigned long inside = strtoul(map, &end, 10), outside = strtoul(end, &end, 10);
	unsigned long long users = strtoull(end, &end, 10);

	if (end != map)
		r->user_namespace = inside != 0 || outside != 0 || users != UINT32_MAX;
}

static void load_limits(struct rights *r, const char *limits)
{
	const char *soft = find_value(limits, "Max locked memory");
	char *end;

	if (!soft)
		return;
	r->memlock = strncmp(soft, "unlimited", 9) == 0 ? UINT64_MAX : strtoull(soft, &end, 10);
	r->has_memlock = r->memlock == UINT64_MAX || end != soft;
}

int rights_drop(void)
{
	uid_t uid;
	gid_t gid;

	if (!rights_gained())
		return 0;
	uid = getuid();
	gid = getgid();
	if (gid != getegid() && setresgid(gid, gid, gid) < 0)
		return -errno;
	if (uid != geteuid() && setresuid(uid, uid, uid) < 0)
		return -errno;
	return uid ? use_capabilities(false) : 0;
}

/* False: the file cannot be read. */
static bool read_type(uint32_t *type, const char *pmu)
{
	char path[64], text[16];
	ssize_t n;
	int fd;

	snprintf(path, sizeof(path), "/sys/bus/event_source/devices/%s/type", pmu);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	n = read(fd, text, sizeof(text) - 1);
	close(fd);
	text[n > 0 ? n : 0] = '\0';
	*type = (uint32_t)strtoul(text, NULL, 10);
	return n > 0;
}

/* The kernel gives these PMUs a number at its start; if it cannot be known, any number may be theirs. */
static bool may_be_probe(uint32_t type)
{
	static const char *const probes[] = { "kprobe", "uprobe" };
	uint32_t known;

	if (type < PERF_TYPE_MAX)
		return false;
	if (!read_type(&known, "software"))
		return true;
	for (size_t i = 0; i < sizeof(probes) / sizeof(*probes); i++)
		if (read_type(&known, probes[i]) ? known == type : errno != ENOENT)
			return true;
	return false;
}

void rights_raise(uint32_t type)
{
	if (has_file_capabilities() && !may_be_probe(type))
		use_capabilities(true);
}

/* Must not change the errno of the call that it follows. */
void rights_lower(void)
{
	int errnum = errno;

	if (has_file_capabilities())
		use_capabilities(false);
	errno = errnum;
}

void rights_load(struct rights *r, const struct rootfs *root)
{
	LOCAL(str) text = {0};

	*r = (struct rights){ .seccomp = RIGHTS_UNKNOWN, .user_namespace = RIGHTS_UNKNOWN,
			       .root = RIGHTS_UNKNOWN };
	if (rootfs_read(root, &text, "/proc/self/status") == 0)
		load_status(r, text.text);
	if (rootfs_read(root, &text, "/proc/self/uid_map") == 0)
		load_namespace(r, text.text);
	if (rootfs_read(root, &text, "/proc/self/limits") == 0)
		load_limits(r, text.text);
}

bool rights_has(const struct rights *r, int capability)
{
	return r->known && r->capabilities >> capability & 1;
}

int rights_perfmon(const struct rights *r)
{
	if (!r->known)
		return RIGHTS_UNKNOWN;
	return (rights_has(r, RIGHTS_PERFMON) || rights_has(r, RIGHTS_SYS_ADMIN)) && r->user_namespace != 1;
}
