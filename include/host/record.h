/* SPDX-License-Identifier: MIT */
/*
 * record.h - decodes the records that the kernel writes into a ring buffer; ring.h reads them from there.
 *
 * A record is a header with its type and size, a body that the type defines, and with sample_id_all a
 * trailer that says who, when and where. No length inside is trusted: a record whose parts do not fit its
 * size is malformed. Types that a newer kernel adds are skipped by their size.
 *
 * It knows each type and each field of a SAMPLE that the header of Linux 6.19 lists. The parts of a SAMPLE
 * follow each other without marks, so that a wrong length in one is found at the end of all.
 *
 * The format of a record depends on its event, which only the record tells: give all events of a ring the
 * same sample_type, read_format and sample_id_all.
 *
 * The reader of perf.data shares the cursor (base/bytes.h) and the header with this module, not the bodies:
 * the files of perf stat have records of perf's own, and none of the kernel's.
 */
#ifndef HOST_RECORD_H
#define HOST_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bytes;
struct perf_event_attr;

enum record_type {		/* PERF_RECORD_*; own names, as old headers lack the last ones */
	RECORD_MMAP = 1, RECORD_LOST, RECORD_COMM, RECORD_EXIT, RECORD_THROTTLE, RECORD_UNTHROTTLE,
	RECORD_FORK, RECORD_READ, RECORD_SAMPLE, RECORD_MMAP2, RECORD_AUX, RECORD_ITRACE_START,
	RECORD_LOST_SAMPLES, RECORD_SWITCH, RECORD_SWITCH_CPU_WIDE, RECORD_NAMESPACES, RECORD_KSYMBOL,
	RECORD_BPF_EVENT, RECORD_CGROUP, RECORD_TEXT_POKE, RECORD_AUX_OUTPUT_HW_ID,
	RECORD_CALLCHAIN_DEFERRED,
	RECORD_TYPES,		/* their end: not a type */
};

enum { RECORD_HEADER_SIZE = 8, RECORD_SIZE_LIMIT = 65536 };

#define RECORD_UNKNOWN UINT32_MAX	/* a pid, tid or CPU: not said, or the task has no pid here */

enum { RECORD_MISC_MMAP_BUILD_ID = 1 << 14 };	/* MMAP2: build ID, no inode; Linux 5.12 */

/*
 * Entries of a call chain from RECORD_CONTEXT_FIRST on are no addresses: they say where those that follow
 * were, PERF_CONTEXT_*. After USER_DEFERRED (Linux 6.19) comes the cookie of the CALLCHAIN_DEFERRED record
 * that will have the user's part.
 */
#define RECORD_CONTEXT_FIRST ((uint64_t)-4095)
#define RECORD_CONTEXT_USER_DEFERRED ((uint64_t)-640)

enum record_cpumode {		/* who had the CPU: the low bits of misc */
	RECORD_CPUMODE_UNKNOWN, RECORD_CPUMODE_KERNEL, RECORD_CPUMODE_USER, RECORD_CPUMODE_HYPERVISOR,
	RECORD_CPUMODE_GUEST_KERNEL, RECORD_CPUMODE_GUEST_USER,
};

struct record_format {		/* how the events were opened, see record_format_of() */
	uint64_t sample_type, read_format, branch_sample_type, regs_user, regs_intr;
	bool sample_id_all;
	bool swap;		/* written in the other byte order */
};

struct record_counts {		/* the counts of one event or of a group; see record_count_at() */
	size_t n;		/* 0: the record has none */
	uint64_t enabled, running;	/* ns; 0: the format has none */
	const unsigned char *at;	/* borrowed, like comm */
	uint64_t read_format;
	bool swap;
};

struct record_count {
	uint64_t value, id, lost;	/* id, lost: 0 if the format has none */
};

/* All pointers below are borrowed from the bytes that were decoded. */

struct record_bytes {
	const unsigned char *at;
	size_t n;
};

struct record_chain {		/* see record_chain_at() */
	const unsigned char *at;
	size_t n;
	bool swap;
};

struct record_branches {	/* see record_branch_at(); the newest first */
	const unsigned char *at;
	size_t n;
	uint64_t hw_index;	/* of the newest; 0 or all ones: not said */
	bool has_counters, swap;
};

struct record_branch {
	uint64_t from, to;
	uint64_t flags;		/* the bits of perf_branch_entry; in reverse from a machine of big endian */
	uint64_t counters;	/* 0: the format has none */
};

struct record_registers {	/* see record_register() */
	uint64_t mask;		/* those that are here, by the numbers of asm/perf_regs.h */
	const unsigned char *at;
	uint32_t abi;		/* PERF_SAMPLE_REGS_ABI_*; 0: none, as in a task of the kernel */
	bool swap;
};

struct record_stack {		/* a copy of the stack, from its pointer on */
	const unsigned char *at;
	size_t size, used;	/* the copy; how much of it was there to be copied */
};

struct record_sample {		/* the parts of a SAMPLE that few ask for; 0: not said */
	struct record_bytes raw, aux;
	struct record_branches branches;
	struct record_registers user, interrupted;
	struct record_stack stack;
	uint64_t weight;	/* of WEIGHT_STRUCT its var1_dw, and the two others below */
	uint16_t weight2, weight3;
	uint64_t data_src;	/* union perf_mem_data_src */
	uint64_t transaction;	/* PERF_TXN_* */
	uint64_t phys_addr, cgroup, data_page_size, code_page_size;
};

struct record_map {		/* MMAP, MMAP2 */
	uint64_t start, size, offset;
	uint32_t major, minor;		/* of the device; 0, as inode: MMAP, or a build ID instead */
	uint64_t inode, generation;
	const unsigned char *build_id;	/* NULL: not said */
	size_t n_build_id;		/* at most 20 */
	uint32_t prot, flags;		/* MMAP2: PROT_*, MAP_* */
	bool is_data;			/* no code: PERF_RECORD_MISC_MMAP_DATA */
	const char *path;		/* or a name such as "[vdso]" or "//anon" */
};

struct record_symbol {		/* KSYMBOL: code that the kernel made at run time, or that is gone now */
	uint64_t start;
	uint32_t size;
	uint16_t kind, flags;	/* PERF_RECORD_KSYMBOL_TYPE_*, PERF_RECORD_KSYMBOL_FLAGS_* */
	const char *name;
};

struct record_bpf {		/* BPF_EVENT */
	uint16_t kind, flags;	/* PERF_BPF_EVENT_* */
	uint32_t id;
	const unsigned char *tag;	/* 8 bytes */
};

struct record_cgroup {		/* CGROUP */
	uint64_t id;
	const char *path;
};

struct record_poke {		/* TEXT_POKE: code of the kernel that changed */
	uint64_t start;
	struct record_bytes before, after;
};

struct record_namespaces {	/* NAMESPACES; see record_namespace_at() */
	const unsigned char *at;
	size_t n;
	bool swap;
};

struct record_namespace {
	uint64_t device, inode;
};

struct record_aux {		/* AUX: new bytes in the buffer of a trace */
	uint64_t offset, size, flags;	/* PERF_AUX_FLAG_* */
};

struct record_switch {		/* SWITCH_CPU_WIDE: who is next, or was before */
	uint32_t pid, tid;
};

struct record {
	uint32_t type;		/* mostly of enum record_type */
	uint16_t misc;		/* PERF_RECORD_MISC_* */
	/*
	 * From the body, else from the trailer. FORK: the new task, its parent is the task that forked it.
	 * EXIT: the task that ends, and the parent of its process; the READ records of the task may follow.
	 */
	uint32_t pid, tid, ppid, ptid, cpu;	/* RECORD_UNKNOWN: not said */
	uint64_t time_ns;	/* of the clock of the event; 0: not said */
	uint64_t id;		/* of the event as it was opened, also for counts of children; 0: not said */
	uint64_t stream_id;	/* of the event that counted, a child's is another one; 0: not said */
	uint64_t ip;		/* SAMPLE; 0: not said */
	uint64_t addr, period;	/* SAMPLE; 0: not said */
	uint64_t user_register;	/* SAMPLE: the first of those asked for; 0: not said */
	const char *comm;	/* COMM; else NULL */
	uint64_t lost;		/* LOST, LOST_SAMPLES: records that were lost here */
	struct record_counts counts;	/* READ, SAMPLE */
	struct record_chain chain;	/* SAMPLE, CALLCHAIN_DEFERRED */
	union {				/* the type says which one is there: do not read another */
		struct record_sample sample;	/* the largest, and so first: an initializer clears all */
		struct record_map map;
		struct record_symbol symbol;
		struct record_bpf bpf;
		struct record_cgroup cgroup;
		struct record_poke poke;
		struct record_namespaces namespaces;
		struct record_aux aux;
		struct record_switch other;
		uint64_t hw_id;		/* AUX_OUTPUT_HW_ID */
		uint64_t cookie;	/* CALLCHAIN_DEFERRED: as in the chains that it completes */
	};
};

/* The name of a type as in the kernel's header, "COMM"; NULL: unknown. */
const char *record_name(uint32_t type);

/* The name of a bit of sample_type as in the kernel's header, "IP"; NULL: unknown. */
const char *record_field_name(unsigned bit);

enum record_cpumode record_cpu_mode(uint16_t misc);

/* In this machine's byte order. */
struct record_format record_format_of(const struct perf_event_attr *attr);

/*
 * Takes a record from b, and its type and misc from the header: 1, and *body has what follows the header;
 * 0: not whole, b is as before; -1: its size is smaller than a header.
 */
int record_take(struct bytes *b, uint32_t *type, uint16_t *misc, struct bytes *body);

/* The first record of n bytes: its size, 0 if it is not whole, -1 if it is malformed. */
int record_decode(struct record *r, const struct record_format *f, const void *bytes, size_t n);

/* The i-th of counts->n; zeros beyond. */
struct record_count record_count_at(const struct record_counts *counts, size_t i);

/* The i-th of the chain, the innermost first, with its context markers; 0 beyond. */
uint64_t record_chain_at(const struct record_chain *chain, size_t i);

/* The i-th; zeros beyond. */
struct record_branch record_branch_at(const struct record_branches *branches, size_t i);
struct record_namespace record_namespace_at(const struct record_namespaces *namespaces, size_t i);

/* The register of this number of asm/perf_regs.h; 0 if it is not in the mask. */
uint64_t record_register(const struct record_registers *registers, unsigned number);

#endif
