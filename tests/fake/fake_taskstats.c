/* SPDX-License-Identifier: MIT */
/*
 * The netlink socket of the fake kernel: it finds the family TASKSTATS, registers, and when the command has
 * ended has a message about each process of the script that ended, the command first.
 */
#include <errno.h>
#include <string.h>

#include "fake_kernel.h"

enum { FAMILY = 31, CONTROL = 16, ERROR = 2, HEADERS = 36, SIZE = 560 };

static void put32(unsigned char *at, uint32_t value)
{
	memcpy(at, &value, sizeof(value));
}

static void put64(unsigned char *at, uint64_t value)
{
	memcpy(at, &value, sizeof(value));
}

/* Two numbers of 16 bits: the size and type of an attribute. */
static void put_part(unsigned char *at, size_t size, uint16_t type)
{
	const uint16_t two[] = { (uint16_t)size, type };

	memcpy(at, two, sizeof(two));
}

static ssize_t start_message(unsigned char *m, size_t size, uint16_t type)
{
	memset(m, 0, size);
	put32(m, (uint32_t)size);
	memcpy(m + 4, &type, sizeof(type));
	return (ssize_t)size;
}

int fake_open_netlink(const struct kernel *k, int room)
{
	struct fake_kernel *fk = fake_self(k);
	int rc = fake_fault(fk, "netlink");

	(void)room;
	if (rc || !fk->has_taskstats)
		return rc ? rc : -EPROTONOSUPPORT;
	fk->netlink_fd = fake_take_fd(fk);
	return fk->netlink_fd;
}

int64_t fake_netlink_lost(const struct kernel *k, int fd)
{
	(void)k;
	(void)fd;
	return 0;
}

/* The type of the request says what the next read answers. */
void fake_netlink_write(struct fake_kernel *fk, const void *buf)
{
	memcpy(&fk->netlink_asked, (const char *)buf + 4, sizeof(fk->netlink_asked));
}

void fake_taskstats_end(struct fake_kernel *fk)
{
	fk->tasks_ended = 1 + fk->n_processes;
	fk->told_pid = fk->pid;
}

/* Each has more than the one before; the last one has the status of the script. */
static ssize_t tell(struct fake_kernel *fk, unsigned char *m, size_t i)
{
	const struct fake_process *p = i ? &fk->processes[i - 1] : NULL;
	const uint32_t pid = (uint32_t)(p ? p->pid : fk->told_pid);
	const uint32_t status = (uint32_t)(i && i == fk->n_processes ? fk->last_status : i ? 0 : fk->status);
	const uint16_t version = 16;
	unsigned char *s = m + HEADERS;

	start_message(m, HEADERS + SIZE, FAMILY);
	m[16] = 2;
	put_part(m + 20, HEADERS + SIZE - 20, 4);
	put_part(m + 24, 8, 1);
	put32(m + 28, pid);
	put_part(m + 32, SIZE + 4, 3);
	memcpy(s, &version, sizeof(version));
	put32(s + 4, status);
	s[8] = 0x20;				/* the process ended with this task */
	put64(s + 16, 1);
	put64(s + 24, 1000000 * (i + 1));	/* waited for a CPU, ns */
	put32(s + 128, pid);
	put64(s + 200, 1000 * (i + 1));		/* peak memory, KiB */
	put64(s + 272, 10 + i);			/* voluntary switches */
	put64(s + 280, i);
	put32(s + 368, pid);
	return HEADERS + SIZE;
}

static ssize_t answer(struct fake_kernel *fk, unsigned char *m)
{
	const uint16_t number = FAMILY;
	bool family = fk->netlink_asked == CONTROL;

	fk->netlink_asked = 0;
	if (!family)
		return start_message(m, HEADERS, ERROR);	/* the error 0 */
	start_message(m, 28, CONTROL);
	put_part(m + 20, 6, 1);
	memcpy(m + 24, &number, sizeof(number));
	return 28;
}

ssize_t fake_netlink_read(struct fake_kernel *fk, void *buf)
{
	if (fk->netlink_asked)
		return answer(fk, buf);
	while (fk->tasks_told < fk->tasks_ended) {
		size_t i = fk->tasks_told++;

		if (!i || fk->processes[i - 1].end_ns)
			return tell(fk, buf, i);
	}
	return -EAGAIN;
}
