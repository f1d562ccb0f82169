/* SPDX-License-Identifier: MIT */
/*
 * Records of the kernel, one after the other, as a file has them, and in a ring buffer.
 *
 * The input is the format, the two ends of the buffer's records, as numbers of 8 bytes, and the records.
 */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "host/attr.h"
#include "host/kernel.h"
#include "host/record.h"
#include "host/ring.h"

enum { DATA = 4096 };

struct head {			/* of an input */
	uint64_t sample_type, read_format, branch_sample_type, regs_user, regs_intr;
	uint64_t flags;		/* 1: sample_id_all, 2: swap */
	uint64_t tail, more;	/* where the records begin; how far the head is beyond their end */
};

struct made_kernel {
	struct kernel kernel;	/* first: made_map() gets it */
	size_t tail, head;
	const uint8_t *data;
	size_t size;
};

static int made_map(const struct kernel *k, void **at, size_t size, int fd)
{
	const struct made_kernel *made = (const struct made_kernel *)k;
	struct perf_event_mmap_page *page = calloc(1, size);

	(void)fd;
	if (!page)
		abort();
	page->data_offset = DATA;
	page->data_size = DATA;
	page->data_tail = made->tail;
	page->data_head = made->head;
	for (size_t i = 0; i < made->size && i < DATA; i++)
		((uint8_t *)page)[DATA + (made->tail + i) % DATA] = made->data[i];
	*at = page;
	return 0;
}

static void made_unmap(const struct kernel *k, void *at, size_t size)
{
	(void)k;
	(void)size;
	free(at);
}

/* The record's size; 0: there is none. A copy, so that sanitizers see a read beyond it. */
static size_t decode(const struct record_format *f, const void *bytes, size_t n)
{
	unsigned char *copy = malloc(n);
	struct record r;
	int size;

	if (!copy)
		abort();
	memcpy(copy, bytes, n);
	size = record_decode(&r, f, copy, n);
	fuzz_check(size == -1 || size == 0 || (size >= RECORD_HEADER_SIZE && (size_t)size <= n), "a size");
	if (size > 0) {
		fuzz_check(r.counts.n <= n / sizeof(uint64_t), "each count has its bytes");
		for (size_t i = 0; i < r.counts.n; i++)
			record_count_at(&r.counts, i);
		fuzz_check(!r.comm || strlen(r.comm) < (size_t)size, "a name ends in its record");
	}
	free(copy);
	return size > 0 ? (size_t)size : 0;
}

static void read_ring(const struct record_format *f, const struct made_kernel *made)
{
	struct error err = ERROR_INIT;
	const void *bytes;
	struct ring r;
	size_t size, all = 0;
	int rc;

	fuzz_check(ring_open(&r, &made->kernel, 3, 1) == 0, "the page is good");
	while ((rc = ring_next(&r, &bytes, &size, &err)) > 0) {
		decode(f, bytes, size);
		all += size;
		fuzz_check(all <= DATA, "no more than there is room for");
	}
	fuzz_check(rc == 0 ? all == made->head - made->tail : err.message[0], "all of it, or an error");
	ring_close(&r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct made_kernel made = { .kernel = { .map = made_map, .unmap = made_unmap } };
	struct record_format f;
	struct head head;
	size_t used;

	if (size < sizeof(head))
		return 0;
	memcpy(&head, data, sizeof(head));
	f = (struct record_format){
		.sample_type = head.sample_type, .read_format = head.read_format,
		.branch_sample_type = head.branch_sample_type, .regs_user = head.regs_user,
		.regs_intr = head.regs_intr, .sample_id_all = head.flags & 1, .swap = head.flags & 2,
	};
	made.data = data + sizeof(head);
	made.size = size - sizeof(head);
	made.tail = (size_t)head.tail & ~(size_t)7;
	made.head = made.tail + made.size + (size_t)head.more;
	read_ring(&f, &made);
	for (size_t at = 0; at < made.size; at += used) {
		used = decode(&f, made.data + at, made.size - at);
		if (!used)
			break;
	}
	return 0;
}
