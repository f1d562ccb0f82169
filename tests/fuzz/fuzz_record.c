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

/* Each byte is read, so that sanitizers see one that is not there. */
static void read_bytes(const unsigned char *at, size_t n)
{
	static volatile unsigned char last __attribute__((unused));

	for (size_t i = 0; i < n; i++)
		last = at[i];
}

static void check_text(const char *text, int size, const char *what)
{
	fuzz_check(text && strlen(text) < (size_t)size, what);
}

static void check_sample(const struct record_sample *s, int size)
{
	fuzz_check(s->branches.n <= (size_t)size / (3 * sizeof(uint64_t)), "each branch has its bytes");
	for (size_t i = 0; i <= s->branches.n; i++)
		record_branch_at(&s->branches, i);
	for (unsigned i = 0; i <= 64; i++) {
		record_register(&s->user, i);
		record_register(&s->interrupted, i);
	}
	fuzz_check(s->stack.used <= s->stack.size, "no more of the stack is used than is there");
	read_bytes(s->stack.at, s->stack.size);
	read_bytes(s->raw.at, s->raw.n);
	read_bytes(s->aux.at, s->aux.n);
}

static void check_map(const struct record_map *map, int size)
{
	check_text(map->path, size, "a path ends in its record");
	fuzz_check(map->n_build_id <= 20 && !map->build_id == !map->n_build_id, "a build ID has a length");
	read_bytes(map->build_id, map->n_build_id);
}

static void check_body(const struct record *r, int size)
{
	switch (r->type) {
	case RECORD_SAMPLE:
		check_sample(&r->sample, size);
		break;
	case RECORD_MMAP:
	case RECORD_MMAP2:
		check_map(&r->map, size);
		break;
	case RECORD_COMM:
		check_text(r->comm, size, "a name ends in its record");
		break;
	case RECORD_KSYMBOL:
		check_text(r->symbol.name, size, "a symbol ends in its record");
		break;
	case RECORD_CGROUP:
		check_text(r->cgroup.path, size, "a cgroup's path ends in its record");
		break;
	case RECORD_BPF_EVENT:
		read_bytes(r->bpf.tag, 8);
		break;
	case RECORD_TEXT_POKE:
		read_bytes(r->poke.before.at, r->poke.before.n);
		read_bytes(r->poke.after.at, r->poke.after.n);
		break;
	case RECORD_NAMESPACES:
		for (size_t i = 0; i <= r->namespaces.n; i++)
			record_namespace_at(&r->namespaces, i);
		break;
	default:
		break;
	}
}

static void check_record(const struct record *r, int size)
{
	size_t numbers = (size_t)size / sizeof(uint64_t);

	fuzz_check(r->counts.n <= numbers, "each count has its bytes");
	for (size_t i = 0; i <= r->counts.n; i++)
		record_count_at(&r->counts, i);
	fuzz_check(r->chain.n <= numbers, "each address of a chain has its bytes");
	for (size_t i = 0; i <= r->chain.n; i++)
		record_chain_at(&r->chain, i);
	fuzz_check(record_cpu_mode(r->misc) <= RECORD_CPUMODE_GUEST_USER, "a mode");
	check_body(r, size);
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
	if (size > 0)
		check_record(&r, size);
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
