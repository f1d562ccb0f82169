/* SPDX-License-Identifier: MIT */
/* Maps a ring buffer, and hands out its records one at a time. */
#include "host/ring.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/mem.h"
#include "host/attr.h"
#include "host/kernel.h"
#include "host/record.h"

typedef size_t word __attribute__((may_alias));

/* The low word of a field of the page that the kernel and pstat share. */
static word *low_word(__u64 *field)
{
	bool last = sizeof(word) < sizeof(*field) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	return (word *)field + last;
}

/* Linux says since 4.1 where the buffer is; before, it follows the first page. */
static int find_data(struct ring *r, size_t page_size)
{
	uint64_t offset = r->page->data_offset, size = r->page->data_size;

	if (!size) {
		offset = page_size;
		size = r->map_size - page_size;
	}
	if (offset < sizeof(*r->page) || offset > r->map_size || size > r->map_size - offset ||
	    size < RECORD_HEADER_SIZE || offset % RECORD_HEADER_SIZE || (size & (size - 1)))
		return -EPROTO;
	r->data = (const unsigned char *)r->page + offset;
	r->data_size = (size_t)size;
	return 0;
}

size_t ring_page_size(void)
{
	return (size_t)getauxval(AT_PAGESZ);
}

int ring_open(struct ring *r, const struct kernel *k, int fd, size_t pages)
{
	size_t page_size = ring_page_size();
	void *at;
	int rc;

	*r = (struct ring){ .k = k };
	if (__builtin_mul_overflow(pages + 1, page_size, &r->map_size))
		return -ENOMEM;
	rc = k->map(k, &at, r->map_size, fd);
	if (rc < 0)
		return rc;
	r->page = at;
	rc = find_data(r, page_size);
	if (rc < 0) {
		ring_close(r);
		return rc;
	}
	r->next = *low_word(&r->page->data_tail);
	r->scratch = mem_resize(NULL, r->data_size < RECORD_SIZE_LIMIT ? r->data_size : RECORD_SIZE_LIMIT, 1);
	return 0;
}

/* Copies a record that continues at the start of the buffer. */
static const unsigned char *in_one_piece(const struct ring *r, size_t size)
{
	size_t at = r->next & (r->data_size - 1), before_end = r->data_size - at;

	if (size <= before_end)
		return r->data + at;
	memcpy(r->scratch, r->data + at, before_end);
	memcpy(r->scratch + before_end, r->data, size - before_end);
	return r->scratch;
}

int ring_next(struct ring *r, const void **record, size_t *size, struct error *err)
{
	struct perf_event_header header;
	size_t written;

	if (r->held) {
		r->next += r->held;
		r->held = 0;
		__atomic_store_n(low_word(&r->page->data_tail), r->next, __ATOMIC_RELEASE);
	}
	written = __atomic_load_n(low_word(&r->page->data_head), __ATOMIC_ACQUIRE) - r->next;
	if (!written)
		return 0;
	if (written > r->data_size || written % sizeof(header))
		return error_set(err, ERROR_FORMAT, 0, "the kernel's ring buffer of %zu bytes has %zu bytes",
				 r->data_size, written);
	memcpy(&header, in_one_piece(r, sizeof(header)), sizeof(header));
	if (!header.size || header.size % sizeof(header) || header.size > written)
		return error_set(err, ERROR_FORMAT, 0,
				 "the kernel's ring buffer has a record of %u bytes, but %zu bytes in all",
				 header.size, written);
	*record = in_one_piece(r, header.size);
	*size = r->held = header.size;
	return 1;
}

bool ring_take(struct ring *r, const struct record_format *f, struct record *record, uint64_t *lost,
	       struct error *damaged)
{
	struct error err = ERROR_INIT;
	const void *bytes;
	size_t size;
	int rc;

	while ((rc = ring_next(r, &bytes, &size, &err)) > 0) {
		r->taken += size;
		if (record_decode(record, f, bytes, size) > 0)
			return true;
		++*lost;
	}
	if (rc < 0 && damaged->kind == ERROR_NONE)
		*damaged = err;
	return false;
}

bool ring_was_full(const struct ring *r, size_t largest)
{
	return r->taken + largest > r->data_size;
}

static size_t useful_pages(size_t n_cpus)
{
	enum { LARGE = 1 << 21, SMALL = 1 << 18, ALL = 1 << 26 };	/* bytes */
	size_t size = LARGE;

	while (size > SMALL && size * n_cpus > ALL)
		size /= 2;
	return size / ring_page_size();
}

int ring_open_leader(struct ring *r, const struct kernel *k, const union attr *attr, int cpu, size_t n_cpus,
		     size_t pages)
{
	enum { QUARTER = 4 };

	for (pages = pages ? pages : useful_pages(n_cpus);; pages /= 2) {
		union attr a = *attr;
		int fd, rc;

		a.head.watermark = 1;
		a.head.wakeup_watermark = (uint32_t)(pages * ring_page_size() / QUARTER);
		fd = kernel_perf_open(k, &a, -1, cpu, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd < 0)
			return fd;
		rc = ring_open(r, k, fd, pages);
		if (rc == 0)
			return fd;
		k->close(k, fd);
		if ((rc != -EPERM && rc != -ENOMEM) || pages == 1)
			return rc;
	}
}

void ring_close(struct ring *r)
{
	if (r->page)
		r->k->unmap(r->k, r->page, r->map_size);
	free(r->scratch);
	*r = (struct ring){0};
}
