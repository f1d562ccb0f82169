/* SPDX-License-Identifier: MIT */
/* Tests the exit statistics: recorded and made messages, what refuses them, what is lost, and the real kernel. */
#include "test.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/kernel_linux.h"
#include "host/taskstats.h"
#include "made_root.h"

enum { FAMILY = 31, HEADERS = 36, LARGEST = 1024 };

/* Of Linux 6.18 on x86-64: python3, which ends with 3 while it has a second thread. *N: that many zeros. */
static const char recorded[] =
	"5402*2 1f*3 5cb802*5 0201*2 400204*1 08*1 01*1 8d13*2 340203*1 10*4 03*10 0b*7 3b947204*37 1bb7*5 "
	"6f96eb*5 707974686f6e33*41 8d13*2 8c13*2 c8d8066b*4 29aa01*5 401f*6 a00f*6 3304*6 01*7 4c6501*5 "
	"686a02*5 e022*6 845602*6 8404*6 9004*22 d003*6 a004*13 07*7 03*7 401f*6 a00f*7 1bb7*37 c8d8066b*20 "
	"8d13*6 29aa01*6 fe*6 a2c803*37 b0456e01*4 dc79*118";

static size_t expand(unsigned char *out, const char *text)
{
	size_t n = 0;
	unsigned byte;
	char *end;

	memset(out, 0, LARGEST);
	while (*text) {
		if (*text == '*') {
			n += strtoul(text + 1, &end, 10);
			text = end;
		} else if (*text == ' ') {
			text++;
		} else {
			assert_int_equal(sscanf(text, "%2x", &byte), 1);
			out[n++] = (unsigned char)byte;
			text += 2;
		}
	}
	return n;
}

static void a_recorded_message(void **state)
{
	unsigned char message[LARGEST];
	struct task_end e;
	size_t n = expand(message, recorded);

	(void)state;
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	skip();
#endif
	assert_int_equal(n, 596);
	assert_int_equal(taskstats_decode(&e, FAMILY, message, n), 1);
	assert_int_equal(e.tid, 5005);
	assert_int_equal(e.pid, 5005);
	assert_int_equal(e.parent, 5004);
	assert_string_equal(e.comm, "python3");
	assert_int_equal(e.status, 3 << 8);
	assert_false(e.last);
	assert_false(e.signalled);
	assert_int_equal(e.start_s, 1795610824);
	assert_int_equal(e.lived_ns, 109097000);
	assert_int_equal(e.peak_bytes, 8928 * 1024);
	assert_int_equal(e.cpu_wait_ns, 74617915);
	assert_int_equal(e.voluntary, 7);
	assert_int_equal(e.involuntary, 3);
	assert_int_equal(e.read_bytes, 249856);
	assert_int_equal(e.write_bytes, 303104);
}

/* --- made messages ----------------------------------------------------------- */

static void put(unsigned char *message, size_t offset, uint64_t value, size_t size)
{
	const uint16_t v16 = (uint16_t)value;
	const uint32_t v32 = (uint32_t)value;

	memcpy(message + offset, size == 2 ? (const void *)&v16 : size == 4 ? (const void *)&v32 : &value, size);
}

static uint64_t get(const unsigned char *message, size_t offset)
{
	uint64_t value;

	memcpy(&value, message + offset, sizeof(value));
	return value;
}

/* A task with statistics of that size; of the fields only these. */
static size_t make(unsigned char *m, uint16_t version, size_t size)
{
	const size_t wide = version == 15 ? 48 : 0, n = HEADERS + size;

	memset(m, 0, LARGEST);
	put(m, 0, n, 4);
	put(m, 4, FAMILY, 2);
	m[16] = 2;					/* TASKSTATS_CMD_NEW */
	put(m, 20, n - 20, 2);
	put(m, 22, 4, 2);				/* TASKSTATS_TYPE_AGGR_PID */
	put(m, 24, 8, 2);
	put(m, 26, 1, 2);				/* TASKSTATS_TYPE_PID */
	put(m, 28, 1200, 4);
	put(m, 32, size + 4, 2);
	put(m, 34, 3, 2);				/* TASKSTATS_TYPE_STATS */
	put(m, HEADERS, version, 2);
	put(m, HEADERS + 16, 5, 8);			/* cpu_count */
	put(m, HEADERS + 24, 700, 8);			/* cpu_delay_total */
	put(m, HEADERS + (version == 15 ? 56 : 40), 800, 8);	/* blkio_delay_total */
	memcpy(m + HEADERS + 80 + wide, "prog", 4);
	put(m, HEADERS + 128 + wide, 1200, 4);		/* ac_pid */
	put(m, HEADERS + 200 + wide, 300, 8);		/* hiwater_rss */
	put(m, HEADERS + 272 + wide, 9, 8);		/* nvcsw */
	put(m, HEADERS + (version == 15 ? 464 : 368), 1100, 4);	/* ac_tgid, as far as it is in the message */
	return n;
}

static const struct {
	uint16_t version;
	size_t size;
	int rc;
	pid_t pid;
} versions[] = {
	{ 8, 328, 1, 0 }, { 10, 352, 1, 0 }, { 11, 368, 1, 0 }, { 12, 400, 1, 1100 }, { 14, 432, 1, 1100 },
	{ 15, 560, 1, 1100 }, { 16, 560, 1, 1100 }, { 17, 688, 1, 1100 },
	{ 8, 288, 1, 0 }, { 8, 287, -1, 0 }, { 1, 2, -1, 0 }, { 0, 0, -1, 0 }, { 15, 335, -1, 0 },
};

static void what_each_version_has(void **state)
{
	unsigned char m[LARGEST];
	struct task_end e;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(versions); i++) {
		size_t n = make(m, versions[i].version, versions[i].size);

		assert_int_equal(taskstats_decode(&e, FAMILY, m, n), versions[i].rc);
		if (versions[i].rc < 0)
			continue;
		assert_int_equal(e.pid, versions[i].pid);
		assert_int_equal(e.tid, 1200);
		assert_string_equal(e.comm, "prog");
		assert_int_equal(e.peak_bytes, 300 * 1024);
		assert_int_equal(e.cpu_wait_ns, 700);
		assert_int_equal(e.io_wait_ns, 800);
		assert_int_equal(e.voluntary, 9);
		assert_int_equal(e.involuntary, 0);
		assert_int_equal(e.status, versions[i].pid ? TASKSTATS_NO_STATUS : 0);
	}
}

static void what_the_kernel_does_not_keep(void **state)
{
	unsigned char m[LARGEST];
	struct task_end e;
	size_t n = make(m, 16, 560);

	(void)state;
	put(m, HEADERS + 16, 0, 8);
	put(m, HEADERS + 200, 0, 8);
	assert_int_equal(taskstats_decode(&e, FAMILY, m, n), 1);
	assert_true(e.peak_bytes == TASKSTATS_UNKNOWN);
	assert_true(e.cpu_wait_ns == TASKSTATS_UNKNOWN && e.io_wait_ns == TASKSTATS_UNKNOWN);
	put(m, HEADERS + 200, UINT64_MAX / 2, 8);	/* more bytes than 64 bits say */
	assert_int_equal(taskstats_decode(&e, FAMILY, m, n), 1);
	assert_true(e.peak_bytes == TASKSTATS_UNKNOWN);
	memset(m + HEADERS + 80, 'x', 32);
	assert_int_equal(taskstats_decode(&e, FAMILY, m, n), 1);
	assert_int_equal(strlen(e.comm), 32);
}

static void other_messages(void **state)
{
	unsigned char m[LARGEST];
	struct task_end e;
	size_t n = make(m, 16, 560);

	(void)state;
	assert_int_equal(taskstats_decode(&e, FAMILY + 1, m, n), 0);
	put(m, 22, 5, 2);		/* TASKSTATS_TYPE_AGGR_TGID: sums of a process */
	assert_int_equal(taskstats_decode(&e, FAMILY, m, n), 0);
	put(m, 22, 4, 2);
	put(m, 34, 6, 2);		/* TASKSTATS_TYPE_NULL instead of the statistics */
	assert_int_equal(taskstats_decode(&e, FAMILY, m, n), 0);
	put(m, 34, 3, 2);
	m[16] = 1;			/* TASKSTATS_CMD_GET */
	assert_int_equal(taskstats_decode(&e, FAMILY, m, n), 0);
}

/* Each length in turn says too little or too much, and the message ends everywhere. */
static void malformed(void **state)
{
	static const size_t lengths[] = { 0, 20, 24, 32 };
	unsigned char m[LARGEST], *copy;
	struct task_end e;
	size_t n = make(m, 16, 560);

	(void)state;
	for (size_t i = 0; i < COUNT_OF(lengths); i++) {
		uint64_t before = get(m, lengths[i]);

		for (unsigned length = 0; length < 4; length++) {
			put(m, lengths[i], length, 2);
			assert_int_equal(taskstats_decode(&e, FAMILY, m, n), -1);
		}
		put(m, lengths[i], n + 1, 2);
		assert_int_equal(taskstats_decode(&e, FAMILY, m, n), -1);
		put(m, lengths[i], before, 8);
	}
	for (size_t cut = 0; cut < n; cut++) {
		copy = malloc(cut ? cut : 1);	/* a read behind the end is found */
		assert_non_null(copy);
		memcpy(copy, m, cut);
		assert_int_equal(taskstats_decode(&e, FAMILY, copy, cut), -1);
		if (cut >= 16) {
			put(copy, 0, cut, 4);
			assert_int_equal(taskstats_decode(&e, FAMILY, copy, cut), cut >= 20 && cut < 24 ? 0 : -1);
		}
		free(copy);
	}
}

/* --- processes of several threads -------------------------------------------- */

static const struct {
	struct { pid_t tid; int status; bool signalled; } end[3];	/* in this order; the process is 10 */
	int status;
} processes[] = {
	{ { { 11, TASKSTATS_NO_STATUS }, { 12, TASKSTATS_NO_STATUS }, { 10, 0x300 } }, 0x300 },
	/* main() returned, which ended the others */
	{ { { 10, 0x300 }, { 11, TASKSTATS_NO_STATUS, true }, { 12, TASKSTATS_NO_STATUS, true } }, 0x300 },
	{ { { 10, 0 }, { 11, TASKSTATS_NO_STATUS, true }, { 12, TASKSTATS_NO_STATUS, true } }, 0 },
	/* the first thread ended, and another one may have ended the process with any status */
	{ { { 10, 0 }, { 11, TASKSTATS_NO_STATUS }, { 12, TASKSTATS_NO_STATUS } }, TASKSTATS_NO_STATUS },
	{ { { 10, 0 }, { 11, TASKSTATS_NO_STATUS }, { 12, TASKSTATS_NO_STATUS, true } }, TASKSTATS_NO_STATUS },
	/* the second thread executed a program and became the first one */
	{ { { 10, 9, true }, { 12, TASKSTATS_NO_STATUS, true }, { 10, 0x100 } }, 0x100 },
};

static void threads_are_added_up(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(processes); i++) {
		struct task_end sum = {0};

		for (size_t j = 0; j < 3; j++) {
			struct task_end e = {
				.tid = processes[i].end[j].tid, .pid = 10, .status = processes[i].end[j].status,
				.signalled = processes[i].end[j].signalled, .last = j == 2, .start_s = 100 + j,
				.lived_ns = 5000 - j, .peak_bytes = 1000 * (j + 1), .cpu_wait_ns = 10, .voluntary = 1,
				.io_wait_ns = j == 1 ? TASKSTATS_UNKNOWN : 7, .involuntary = 2, .read_bytes = 3,
				.write_bytes = 4, .comm = "a",
			};

			e.comm[0] = (char)(e.tid == 10 ? 'm' : 'w');
			if (j)
				task_end_add(&sum, &e);
			else
				sum = e;
		}
		assert_int_equal(sum.status, processes[i].status);
		assert_int_equal(sum.tid, 10);
		assert_string_equal(sum.comm, "m");
		assert_true(sum.last);
		assert_int_equal(sum.start_s, 100);
		assert_int_equal(sum.lived_ns, 5000);
		assert_int_equal(sum.peak_bytes, 3000);
		assert_int_equal(sum.cpu_wait_ns, 30);
		assert_true(sum.io_wait_ns == TASKSTATS_UNKNOWN);
		assert_int_equal(sum.voluntary, 3);
		assert_int_equal(sum.involuntary, 6);
		assert_int_equal(sum.read_bytes, 9);
		assert_int_equal(sum.write_bytes, 12);
	}
}

/* --- a kernel that answers as a script says ---------------------------------- */

struct answer {
	int rc;			/* negative: of read; 0: an acknowledgement; positive: an error in the answer */
	enum { ANSWER_STATUS, ANSWER_FAMILY, ANSWER_TASK, ANSWER_EMPTY } kind;
};

static struct netlink {
	struct kernel ops;	/* first */
	const struct answer *answer;
	size_t n, at;
	int open_rc, writes, closes;
	int64_t lost;
	char cpus[40];
} fake;

static int fake_open(const struct kernel *k, int room)
{
	(void)k;
	assert_true(room > 1 << 20);
	return fake.open_rc;
}

static ssize_t fake_write(const struct kernel *k, int fd, const void *buf, size_t size)
{
	uint32_t length;

	(void)k;
	assert_int_equal(fd, 7);
	memcpy(&length, buf, sizeof(length));
	assert_int_equal(length, size);
	if (fake.writes++)
		snprintf(fake.cpus, sizeof(fake.cpus), "%s", (const char *)buf + 24);
	return (ssize_t)size;
}

static ssize_t fake_read(const struct kernel *k, int fd, void *buf, size_t size)
{
	unsigned char m[LARGEST] = {0};
	const struct answer *a;
	size_t n = 36;

	(void)k;
	assert_int_equal(fd, 7);
	if (fake.at == fake.n)
		return -EAGAIN;
	a = &fake.answer[fake.at++];
	if (a->rc < 0)
		return a->rc;
	if (a->kind == ANSWER_TASK) {
		n = make(m, 16, 560);
	} else if (a->kind == ANSWER_FAMILY) {
		put(m, 4, 16, 2);	/* GENL_ID_CTRL */
		put(m, 20, 6, 2);
		put(m, 22, 1, 2);	/* CTRL_ATTR_FAMILY_ID */
		put(m, 24, FAMILY, 2);
		n = 28;
	} else {
		put(m, 4, a->kind == ANSWER_STATUS ? 2 : 16, 2);	/* NLMSG_ERROR */
		put(m, 16, (uint64_t)-a->rc, 4);
	}
	put(m, 0, n, 4);
	assert_true(n <= size);
	memcpy(buf, m, n);
	return (ssize_t)n;
}

static void fake_close(const struct kernel *k, int fd)
{
	(void)k;
	assert_int_equal(fd, 7);
	fake.closes++;
}

static int64_t fake_lost(const struct kernel *k, int fd)
{
	(void)k;
	assert_int_equal(fd, 7);
	return fake.lost;
}

static void fake_answers(const struct answer *answer, size_t n)
{
	fake = (struct netlink){
		.ops = { .open_netlink = fake_open, .write = fake_write, .read = fake_read, .close = fake_close,
			 .netlink_lost = fake_lost },
		.answer = answer, .n = n, .open_rc = 7,
	};
}

static void make_root(struct root *r)
{
	root_make(r);
	root_put(r, "sys/devices/system/cpu/possible", "0-3\n");
	root_put(r, "proc/self/io", "");
	root_put(r, "proc/sys/kernel/task_delayacct", "1\n");
}

static const struct {
	int open_rc;
	struct answer answer[3];
	size_t n;
	const char *says;	/* NULL: the text of errnum */
	int errnum;
} refusals[] = {
	{ -EPERM, {{0}}, 0, "a system call filter or a security module forbids netlink" },
	{ -EAFNOSUPPORT, {{0}}, 0, "there is no generic netlink here" },
	{ -EMFILE, {{0}}, 0, NULL, EMFILE },
	{ 7, { { ENOENT } }, 1, "the kernel was built without CONFIG_TASKSTATS" },
	{ 7, { { 0, ANSWER_EMPTY } }, 1, NULL, EPROTO },
	{ 7, { { 0, ANSWER_FAMILY }, { EPERM } }, 2, "it needs CAP_NET_ADMIN, outside of containers" },
	{ 7, { { 0, ANSWER_FAMILY }, { 0, ANSWER_TASK }, { EPERM } }, 3, "it needs CAP_NET_ADMIN" },
	{ 7, { { 0, ANSWER_FAMILY }, { EINVAL } }, 2, "it does not work in a container (a PID namespace of its own)" },
	{ 7, { { 0, ANSWER_FAMILY }, { ERANGE } }, 2, NULL, ERANGE },
	{ 7, { { 0, ANSWER_FAMILY } }, 1, NULL, EAGAIN },
};

static void why_not(void **state)
{
	struct root r;

	(void)state;
	make_root(&r);
	for (size_t i = 0; i < COUNT_OF(refusals); i++) {
		struct error err = ERROR_INIT;
		struct taskstats t;

		fake_answers(refusals[i].answer, refusals[i].n);
		fake.open_rc = refusals[i].open_rc;
		assert_int_equal(taskstats_open(&t, &fake.ops, &r.fs, &err), -1);
		assert_non_null(strstr(err.message, refusals[i].says ? refusals[i].says : strerror(refusals[i].errnum)));
		assert_int_equal(t.fd, -1);
		assert_int_equal(fake.closes, fake.open_rc > 0);
		taskstats_close(&t);
	}
	root_remove(&r);
}

static const struct answer messages[] = {
	{ 0, ANSWER_TASK },	/* for an earlier socket of the same address */
	{ 0, ANSWER_FAMILY }, { 0, ANSWER_TASK }, { 0, ANSWER_STATUS },
	{ 0, ANSWER_TASK }, { 0, ANSWER_STATUS }, { -ENOBUFS }, { 0, ANSWER_TASK }, { -EAGAIN }, { -ENOBUFS },
	{ 0, ANSWER_TASK }, { -EIO },
};

static void what_comes_and_what_is_lost(void **state)
{
	struct root r;
	struct error err = ERROR_INIT;
	struct taskstats t;
	struct task_end e;

	(void)state;
	make_root(&r);
	fake_answers(messages, COUNT_OF(messages));
	assert_int_equal(taskstats_open(&t, &fake.ops, &r.fs, &err), 0);
	assert_string_equal(fake.cpus, "0-3");
	fake.lost = 12;
	assert_int_equal(taskstats_next(&t, &e), 1);
	assert_int_equal(e.tid, 1200);
	assert_int_equal(e.io_wait_ns, 800);
	assert_int_equal(e.read_bytes, 0);
	assert_int_equal(t.lost, 0);
	assert_int_equal(taskstats_next(&t, &e), 1);
	assert_int_equal(t.lost, 12);
	assert_int_equal(taskstats_next(&t, &e), 0);
	fake.lost = -ENOPROTOOPT;	/* an old kernel */
	assert_int_equal(taskstats_next(&t, &e), 1);
	assert_int_equal(t.lost, 13);
	assert_int_equal(taskstats_next(&t, &e), -EIO);
	taskstats_close(&t);
	assert_int_equal(fake.closes, 1);
	root_remove(&r);
}

static void what_the_settings_leave_out(void **state)
{
	static const struct answer few[] = { { 0, ANSWER_FAMILY }, { 0, ANSWER_STATUS }, { 0, ANSWER_TASK } };

	(void)state;
	for (int accounted = 0; accounted < 3; accounted++) {	/* the file says 0, 1, or is missing */
		struct root r;
		struct error err = ERROR_INIT;
		struct taskstats t;
		struct task_end e;

		root_make(&r);
		root_put(&r, "sys/devices/system/cpu/possible", "0\n");
		if (accounted < 2)
			root_put(&r, "proc/sys/kernel/task_delayacct", accounted ? "1\n" : "0\n");
		fake_answers(few, COUNT_OF(few));
		assert_int_equal(taskstats_open(&t, &fake.ops, &r.fs, &err), 0);
		assert_int_equal(taskstats_next(&t, &e), 1);
		assert_true(e.read_bytes == TASKSTATS_UNKNOWN && e.write_bytes == TASKSTATS_UNKNOWN);
		assert_true(e.io_wait_ns == (accounted ? 800 : TASKSTATS_UNKNOWN));
		assert_int_equal(e.cpu_wait_ns, 700);
		taskstats_close(&t);
		root_remove(&r);
	}
}

/* --- the real kernel --------------------------------------------------------- */

enum { TOUCHED = 24 << 20 };

static pid_t child(int status)
{
	pid_t pid = fork();

	if (pid == 0) {
		char *p = mmap(NULL, TOUCHED, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (p == MAP_FAILED)
			_exit(99);
		memset(p, 1, TOUCHED);
		munmap(p, TOUCHED);
		_exit(status);
	}
	assert_true(pid > 0);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	return pid;
}

static void a_real_child(void **state)
{
	struct rootfs root;
	struct error err = ERROR_INIT;
	struct taskstats t;
	struct task_end e = {0};
	pid_t pid;
	int rc;

	(void)state;
	assert_int_equal(rootfs_open(&root, "/"), 0);
	rc = taskstats_open(&t, &kernel_linux, &root, &err);
	rootfs_close(&root);
	if (rc < 0)
		skip();
	pid = child(7);
	while ((rc = taskstats_next(&t, &e)) == 1 && e.tid != pid)
		;
	taskstats_close(&t);
	assert_int_equal(rc, 1);
	assert_int_equal(e.status, 7 << 8);
	assert_int_equal(e.parent, getpid());
	assert_true(e.lived_ns > 0);
	/* the kernel adds up memory in batches for each CPU */
	assert_true(e.peak_bytes == TASKSTATS_UNKNOWN || e.peak_bytes > TOUCHED - (1 << 20));
	assert_true(e.peak_bytes == TASKSTATS_UNKNOWN || e.peak_bytes < 4 * (uint64_t)TOUCHED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_recorded_message),
		cmocka_unit_test(what_each_version_has),
		cmocka_unit_test(what_the_kernel_does_not_keep),
		cmocka_unit_test(other_messages),
		cmocka_unit_test(malformed),
		cmocka_unit_test(threads_are_added_up),
		cmocka_unit_test(why_not),
		cmocka_unit_test(what_comes_and_what_is_lost),
		cmocka_unit_test(what_the_settings_leave_out),
		cmocka_unit_test(a_real_child),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
