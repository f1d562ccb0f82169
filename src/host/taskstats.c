/* SPDX-License-Identifier: MIT */
/* Registers for the exit statistics of all CPUs, receives them and decodes them. */
#include "host/taskstats.h"

#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <string.h>

#include "base/bytes.h"
#include "base/str.h"
#include "host/kernel.h"
#include "host/rootfs.h"

/* Own names, as old headers of the kernel lack the last ones. */
enum { COMMAND_GET = 1, COMMAND_NEW = 2, REGISTER_CPUS = 3 };
enum { PART_PID = 1, PART_STATS = 3, PART_TASK = 4 };
enum { FLAG_SIGNALLED = 0x10, FLAG_LAST = 0x20 };

/* Where the kernel's struct taskstats has its fields, and how large it is with them. */
enum {
	AT_VERSION = 0, AT_STATUS = 4, AT_FLAGS = 8, AT_CPU_COUNT = 16, AT_CPU_WAIT = 24, AT_IO_WAIT = 40,
	AT_COMM = 80, AT_TID = 128, AT_PARENT = 132, AT_START = 136, AT_LIVED_US = 144, AT_PEAK_KIB = 200,
	AT_READ_BYTES = 248, AT_WRITE_BYTES = 256, AT_VOLUNTARY = 272, AT_INVOLUNTARY = 280, AT_PID = 368,
	SIZE_COMM = 32, SIZE_LEAST = 288,
};

enum { MESSAGE_SIZE = 8192, BUFFER_SIZE = 4 << 20 };

/* --- decoding ---------------------------------------------------------------- */

/*
 * Newer versions have more at the end. Only version 15 (Linux 6.14 and 6.15) has 16 bytes more before each
 * of these.
 */
static size_t place(uint16_t version, size_t at)
{
	static const uint16_t wider[] = { 32, 48, 64, 328, 344, 368 };
	size_t more = 0;

	if (version == 15)
		for (size_t i = 0; i < sizeof(wider) / sizeof(*wider); i++)
			more += at >= wider[i] ? 16 : 0;
	return at + more;
}

/* What begins at this field; bad: the kernel is older and has none. */
static struct bytes at(const struct bytes *stats, size_t offset)
{
	uint16_t version;
	struct bytes b = *stats;

	memcpy(&version, stats->p, sizeof(version));
	bytes_take(&b, place(version, offset));
	return b;
}

static uint64_t u64_at(const struct bytes *stats, size_t offset)
{
	struct bytes b = at(stats, offset);

	return bytes_take_u64(&b);
}

static uint32_t u32_at(const struct bytes *stats, size_t offset)
{
	struct bytes b = at(stats, offset);

	return bytes_take_u32(&b);
}

static uint64_t scaled(uint64_t value, uint64_t unit)
{
	return value > (TASKSTATS_UNKNOWN - 1) / unit ? TASKSTATS_UNKNOWN : value * unit;
}

static int decode_stats(struct task_end *end, const struct bytes *stats)
{
	struct bytes comm, flags;
	uint64_t peak_kib;
	pid_t tid, pid;
	bool has_waits;

	if (stats->left < sizeof(uint16_t) || at(stats, SIZE_LEAST).bad)
		return -1;
	flags = at(stats, AT_FLAGS);
	comm = at(stats, AT_COMM);
	has_waits = u64_at(stats, AT_CPU_COUNT) > 0;
	peak_kib = u64_at(stats, AT_PEAK_KIB);
	tid = (pid_t)u32_at(stats, AT_TID);
	pid = (pid_t)u32_at(stats, AT_PID);
	*end = (struct task_end){
		.tid = tid, .pid = pid,
		.parent = (pid_t)u32_at(stats, AT_PARENT),
		.last = flags.p[0] & FLAG_LAST, .signalled = flags.p[0] & FLAG_SIGNALLED,
		.status = !pid || tid == pid ? (int)u32_at(stats, AT_STATUS) : TASKSTATS_NO_STATUS,
		.start_s = u32_at(stats, AT_START),
		.lived_ns = scaled(u64_at(stats, AT_LIVED_US), 1000),
		.peak_bytes = peak_kib ? scaled(peak_kib, 1024) : TASKSTATS_UNKNOWN,
		.cpu_wait_ns = has_waits ? u64_at(stats, AT_CPU_WAIT) : TASKSTATS_UNKNOWN,
		.io_wait_ns = has_waits ? u64_at(stats, AT_IO_WAIT) : TASKSTATS_UNKNOWN,
		.voluntary = u64_at(stats, AT_VOLUNTARY), .involuntary = u64_at(stats, AT_INVOLUNTARY),
		.read_bytes = u64_at(stats, AT_READ_BYTES), .write_bytes = u64_at(stats, AT_WRITE_BYTES),
	};
	memcpy(end->comm, comm.p, SIZE_COMM);
	return 1;
}

/* The next attribute, padded to 4 bytes; false: no more, or b is bad. */
static bool take_part(struct bytes *b, uint16_t *type, struct bytes *body)
{
	const size_t header = sizeof(struct nlattr);
	size_t size, padding;

	if (b->left < header)
		return false;
	size = bytes_take_u16(b);
	*type = bytes_take_u16(b) & (uint16_t)NLA_TYPE_MASK;
	if (size < header) {
		b->bad = true;
		return false;
	}
	*body = (struct bytes){ .p = b->p, .left = size - header };
	bytes_take(b, size - header);
	padding = (NLA_ALIGNTO - size % NLA_ALIGNTO) % NLA_ALIGNTO;
	bytes_take(b, padding < b->left ? padding : b->left);		/* the last one may lack it */
	return !b->bad;
}

/* The attribute of that type; its p is NULL: there is none. -1: malformed. */
static int find_part(struct bytes in, uint16_t wanted, struct bytes *found)
{
	struct bytes body;
	uint16_t type;

	*found = (struct bytes){ .p = NULL };
	while (take_part(&in, &type, &body))
		if (type == wanted && !found->p)
			*found = body;
	return in.bad ? -1 : 0;
}

/* A netlink message: its type, and what follows the header. */
static int take_message(struct bytes *body, uint16_t *type, const void *message, size_t n)
{
	struct bytes b = { .p = message, .left = n };
	uint32_t size = bytes_take_u32(&b);

	*type = bytes_take_u16(&b);
	bytes_take(&b, sizeof(struct nlmsghdr) - sizeof(uint32_t) - sizeof(uint16_t));
	if (b.bad || size < sizeof(struct nlmsghdr) || size > n)
		return -1;
	*body = (struct bytes){ .p = b.p, .left = size - sizeof(struct nlmsghdr) };
	return 0;
}

int taskstats_decode(struct task_end *end, uint16_t family, const void *message, size_t n)
{
	struct bytes body, task, stats;
	const unsigned char *header;
	uint16_t type;

	if (take_message(&body, &type, message, n) < 0)
		return -1;
	if (type != family)
		return 0;
	header = bytes_take(&body, sizeof(struct genlmsghdr));
	if (!header)
		return -1;
	if (header[0] != COMMAND_NEW)
		return 0;
	if (find_part(body, PART_TASK, &task) < 0)
		return -1;
	if (!task.p)
		return 0;
	if (find_part(task, PART_STATS, &stats) < 0)
		return -1;
	return stats.p ? decode_stats(end, &stats) : 0;
}

static uint64_t taskstats_add(uint64_t a, uint64_t b)
{
	return b > TASKSTATS_UNKNOWN - a ? TASKSTATS_UNKNOWN : a + b;
}

/* A first thread that ended early has 0, even if another thread ended the process with another status. */
static int taskstats_status_of(const struct task_end *process, const struct task_end *thread)
{
	if (thread->tid == thread->pid)
		return thread->status;
	return process->status == 0 && !thread->signalled ? TASKSTATS_NO_STATUS : process->status;
}

void task_end_add(struct task_end *process, const struct task_end *thread)
{
	struct task_end sum = thread->tid == thread->pid ? *thread : *process;

	sum.status = taskstats_status_of(process, thread);
	sum.last = process->last || thread->last;
	sum.start_s = process->start_s < thread->start_s ? process->start_s : thread->start_s;
	sum.lived_ns = process->lived_ns > thread->lived_ns ? process->lived_ns : thread->lived_ns;
	/* that of each is that of all of them, at its end; not known is the greatest number */
	sum.peak_bytes = process->peak_bytes > thread->peak_bytes ? process->peak_bytes : thread->peak_bytes;
	sum.cpu_wait_ns = taskstats_add(process->cpu_wait_ns, thread->cpu_wait_ns);
	sum.io_wait_ns = taskstats_add(process->io_wait_ns, thread->io_wait_ns);
	sum.voluntary = taskstats_add(process->voluntary, thread->voluntary);
	sum.involuntary = taskstats_add(process->involuntary, thread->involuntary);
	sum.read_bytes = taskstats_add(process->read_bytes, thread->read_bytes);
	sum.write_bytes = taskstats_add(process->write_bytes, thread->write_bytes);
	*process = sum;
}

/* --- receiving --------------------------------------------------------------- */

static int taskstats_fail(struct error *err, int rc, const char *reason)
{
	return error_set(err, rc == -EPERM || rc == -EACCES ? ERROR_PERMISSION : ERROR_UNSUPPORTED, -rc,
			 "taskstats: %s", reason);
}

static int fail_socket(struct error *err, int rc)
{
	if (rc == -EPERM || rc == -EACCES)
		return taskstats_fail(err, rc, "a system call filter or a security module forbids netlink");
	if (rc == -EAFNOSUPPORT || rc == -EPROTONOSUPPORT)
		return taskstats_fail(err, rc, "there is no generic netlink here");
	return taskstats_fail(err, rc, strerror(-rc));
}

static int fail_family(struct error *err, int rc)
{
	if (rc == -ENOENT)
		return taskstats_fail(err, rc, "the kernel was built without CONFIG_TASKSTATS");
	return taskstats_fail(err, rc, strerror(-rc));
}

static int fail_register(struct error *err, int rc)
{
	if (rc == -EPERM)
		return taskstats_fail(err, rc, "it needs CAP_NET_ADMIN, outside of containers");
	if (rc == -EINVAL)
		return taskstats_fail(err, rc,
				      "it does not work in a container (a PID namespace of its own)");
	return taskstats_fail(err, rc, strerror(-rc));
}

/* Sends one attribute. */
static int ask(const struct taskstats *t, uint16_t family, uint8_t command, uint16_t type, const char *text)
{
	const size_t size = strlen(text) + 1;
	struct {
		struct nlmsghdr message;
		struct genlmsghdr command;
		struct nlattr part;
		char text[4000];
	} q = {
		.message = { .nlmsg_type = family, .nlmsg_flags = NLM_F_REQUEST },
		.command = { .cmd = command, .version = 1 },
		.part = { .nla_type = type, .nla_len = (uint16_t)(sizeof(struct nlattr) + size) },
	};
	ssize_t n;

	if (size > sizeof(q.text))
		return -E2BIG;
	memcpy(q.text, text, size);
	q.message.nlmsg_len = (uint32_t)(offsetof(__typeof__(q), text) + size);
	if (type == REGISTER_CPUS)
		q.message.nlmsg_flags |= NLM_F_ACK;
	n = t->k->write(t->k, t->fd, &q, q.message.nlmsg_len);
	return n < 0 ? (int)n : 0;
}

/* -errno, also that of the answer; 1: this message is no answer. */
static int take_answer(uint16_t *family, const void *message, size_t n)
{
	struct bytes body, part;
	uint16_t type;
	int rc;

	if (take_message(&body, &type, message, n) < 0)
		return -EPROTO;
	if (type == NLMSG_ERROR) {
		rc = (int)bytes_take_u32(&body);
		return body.bad || rc > 0 ? -EPROTO : rc;
	}
	if (type != GENL_ID_CTRL)
		return 1;
	bytes_take(&body, sizeof(struct genlmsghdr));
	if (body.bad || find_part(body, CTRL_ATTR_FAMILY_ID, &part) < 0 || !part.p)
		return -EPROTO;
	*family = bytes_take_u16(&part);
	return part.bad ? -EPROTO : 0;
}

/*
 * The kernel has answered when ask() returns, but messages about tasks may come first: those that ended
 * since, and before that those for an earlier socket of this process, which had the same address.
 */
static int read_answer(struct taskstats *t)
{
	unsigned char message[MESSAGE_SIZE];
	ssize_t n;
	int rc;

	do {
		n = t->k->read(t->k, t->fd, message, sizeof(message));
		rc = n < 0 ? (int)n : take_answer(&t->family, message, (size_t)n);
	} while (rc == 1);
	return rc;
}

static int find_family(struct taskstats *t, struct error *err)
{
	int rc = ask(t, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, CTRL_ATTR_FAMILY_NAME, "TASKSTATS");

	if (rc == 0)
		rc = read_answer(t);
	return rc < 0 ? fail_family(err, rc) : 0;
}

static int register_cpus(struct taskstats *t, const char *cpus, struct error *err)
{
	int rc = ask(t, t->family, COMMAND_GET, REGISTER_CPUS, cpus);

	if (rc == 0)
		rc = read_answer(t);
	return rc < 0 ? fail_register(err, rc) : 0;
}

static void load_settings(struct taskstats *t, const struct rootfs *root)
{
	int on;

	t->has_io = rootfs_has(root, "/proc/self/io") == 1;
	/* kernels without the file are older and count, or do not and say so */
	t->has_io_wait = rootfs_read_int(root, &on, "/proc/sys/kernel/task_delayacct") < 0 || on;
}

static int open_socket(struct taskstats *t, const char *cpus, struct error *err)
{
	int fd = t->k->open_netlink(t->k, BUFFER_SIZE);

	if (fd < 0)
		return fail_socket(err, fd);
	t->fd = fd;
	if (find_family(t, err) == 0 && register_cpus(t, cpus, err) == 0)
		return 0;
	taskstats_close(t);
	return -1;
}

int taskstats_open(struct taskstats *t, const struct kernel *k, const struct rootfs *root, struct error *err)
{
	LOCAL(str) cpus = {0};
	int rc;

	*t = (struct taskstats){ .k = k, .fd = -1 };
	rc = rootfs_read(root, &cpus, "/sys/devices/system/cpu/possible");
	if (rc < 0)
		rc = rootfs_set_error(err, rc, "/sys/devices/system/cpu/possible");
	else
		rc = open_socket(t, cpus.text, err);
	if (rc == 0)
		load_settings(t, root);
	return rc;
}

/* The socket knows how many; on kernels before 4.12 it was one at least. */
static void count_lost(struct taskstats *t)
{
	int64_t all = t->k->netlink_lost(t->k, t->fd);

	t->lost = all >= 0 ? (uint64_t)all : t->lost + 1;
}

int taskstats_next(struct taskstats *t, struct task_end *end)
{
	unsigned char message[MESSAGE_SIZE];
	ssize_t n;

	for (;;) {
		n = t->k->read(t->k, t->fd, message, sizeof(message));
		if (n == -ENOBUFS) {
			count_lost(t);
			continue;
		}
		if (n <= 0)
			return n == -EAGAIN ? 0 : (int)n;
		if (taskstats_decode(end, t->family, message, (size_t)n) == 1)
			break;
	}
	if (!t->has_io)
		end->read_bytes = end->write_bytes = TASKSTATS_UNKNOWN;
	if (!t->has_io_wait)
		end->io_wait_ns = TASKSTATS_UNKNOWN;
	return 1;
}

void taskstats_close(struct taskstats *t)
{
	if (t->fd >= 0)
		t->k->close(t->k, t->fd);
	t->fd = -1;
}
