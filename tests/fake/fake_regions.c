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

static struct pstat_region_block *block_of(struct pstat_region_file *f, uint32_t tid)
{
	struct pstat_region_block *b;
	uint32_t i = 0;

	while (i < f->n_blocks && pstat_region_block_at(f, i)->tid != tid)
		i++;
	b = pstat_region_block_at(f, i);
	if (i < f->n_blocks)
		return b;
	f->n_blocks++;
	b->pid = 4242;
	b->tid = tid;
	strcpy(b->comm, "worker");
	return b;
}

/* The nth event counts n times as much; it was on a counter for the share of time that the region has. */
static void add_region(struct fake_kernel *fk, struct pstat_region_file *f, const struct fake_region *r)
{
	struct pstat_region_block *b = block_of(f, r->tid);
	struct pstat_region_slot *slot = pstat_region_slot_at(b, b->n_slots++, f->n_events);
	struct pstat_region_count *c = pstat_region_counts(slot);

	strcpy(slot->name, r->name);
	slot->entries = r->entries;
	slot->open = r->open;
	b->nested |= b->n_slots > 1;
	b->stray_ends += r->stray_ends;
	b->errnum = (uint32_t)r->failed;
	for (uint32_t i = 0; i < f->n_events; i++) {
		c[i].entries = r->running_pct ? r->entries : 0;
		c[i].enabled = 1000 * r->entries;
		c[i].running = c[i].enabled * r->running_pct / 100;
		c[i].sum = fake_more(fk, r->entries * r->each * (i + 1) * r->running_pct / 100);
	}
}

void fake_regions_run(struct fake_kernel *fk)
{
	for (size_t i = 0; fk->shared_file && i < fk->n_regions; i++)
		add_region(fk, fk->shared_file, &fk->region[i]);
}

void fake_regions_install(struct kernel *ops)
{
	ops->open_shared = fake_open_shared;
}
