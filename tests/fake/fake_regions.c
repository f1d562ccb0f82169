/* SPDX-License-Identifier: MIT */
/* The regions of the fake command: what its threads would have written into the file of --regions. */
#include "fake_kernel.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "count/regions.h"

static int fake_open_shared(const struct kernel *k, size_t size)
{
	struct fake_kernel *fk = fake_self(k);
	int rc = fake_fault(fk, "shared");

	(void)size;
	fk->shared_fd = rc ? rc : fake_take_fd(fk);
	return fk->shared_fd;
}

static int fake_open_sealable(const struct kernel *k)
{
	struct fake_kernel *fk = fake_self(k);
	int rc = fake_fault(fk, "sealable");

	return rc ? rc : fake_take_fd(fk);
}

static int fake_seal(const struct kernel *k, int fd, const void *bytes, size_t n)
{
	struct fake_kernel *fk = fake_self(k);
	const struct pstat_region_file *f = bytes;
	int rc = fake_fault(fk, "seal");

	(void)fd;
	if (!rc && n >= sizeof(*f))
		fk->region_events = f->n_events;
	return rc;
}

static struct pstat_region_block *block_of(const struct fake_kernel *fk, uint32_t tid)
{
	struct pstat_region_results *results = fk->shared_file;
	struct pstat_region_file f = {0};
	struct pstat_region_block *b;
	uint32_t i = 0;

	pstat_region_layout(&f, 0, fk->region_events, 0);
	while (i < results->n_blocks && pstat_region_block_at(&f, results, i)->tid != tid)
		i++;
	b = pstat_region_block_at(&f, results, i);
	if (i < results->n_blocks)
		return b;
	results->n_blocks++;
	b->pid = 4242;
	b->tid = tid;
	strcpy(b->comm, "worker");
	return b;
}

/* The nth event counts n times as much; it was on a counter for the share of time that the region has. */
static void add_region(struct fake_kernel *fk, const struct fake_region *r)
{
	uint32_t n_events = fk->region_events;
	struct pstat_region_block *b = block_of(fk, r->tid);
	struct pstat_region_slot *slot = pstat_region_slot_at(b, b->n_slots++, n_events);
	struct pstat_region_count *c = pstat_region_counts(slot);

	strcpy(slot->name, r->name);
	slot->entries = r->entries;
	slot->open = r->open;
	b->nested |= b->n_slots > 1;
	b->stray_ends += r->stray_ends;
	b->errnum = (uint32_t)r->failed;
	for (uint32_t i = 0; i < n_events; i++) {
		c[i].entries = r->running_pct ? r->entries : 0;
		c[i].enabled = 1000 * r->entries;
		c[i].running = c[i].enabled * r->running_pct / 100;
		c[i].sum = fake_more(fk, r->entries * r->each * (i + 1) * r->running_pct / 100);
	}
}

void fake_regions_run(struct fake_kernel *fk)
{
	for (size_t i = 0; fk->shared_file && i < fk->n_regions; i++)
		add_region(fk, &fk->region[i]);
}

void fake_regions_install(struct kernel *ops)
{
	ops->open_shared = fake_open_shared;
	ops->open_sealable = fake_open_sealable;
	ops->seal = fake_seal;
}
