/* SPDX-License-Identifier: MIT */
/* Refuses what a kernel of the scripted version does not know: linux=4.14, the oldest that pstat supports. */
#include <errno.h>
#include <string.h>

#include "fake_kernel.h"

#define V(major, minor) ((major) * 100u + (minor))

/* The size of the attr, and how many flags of it there are: it has grown at its end, and they, too. */
static const struct { unsigned version; int size; } sizes[] = {
	{ V(6, 3), 136 }, { V(5, 13), 128 }, { V(5, 5), 120 }, { 0, 112 },
};
static const struct { unsigned version; int flags; } flags[] = {
	{ V(5, 13), 38 }, { V(5, 12), 35 }, { V(5, 9), 34 }, { V(5, 7), 33 }, { V(5, 4), 32 }, { V(5, 1), 31 }, { 0, 29 },
};

int fake_version_attr_size(unsigned version)
{
	size_t i = 0;

	while (sizes[i].version > version)
		i++;
	return sizes[i].size;
}

/* Bitfields begin at the end of the word that the byte order has first. */
static bool has_later_flag(const struct perf_event_attr *a, unsigned version)
{
	uint64_t word;
	size_t i = 0;

	while (flags[i].version > version)
		i++;
	memcpy(&word, (const char *)&a->read_format + sizeof(a->read_format), sizeof(word));
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	return word << flags[i].flags;
#else
	return word >> flags[i].flags;
#endif
}

int fake_version_refusal(const struct fake_kernel *fk, const union attr *attr)
{
	enum { CGROUP_SWITCHES = 11 };
	const struct perf_event_attr *a = &attr->head;
	unsigned version = fk->version;

	if (!version)
		return 0;
	if (has_later_flag(a, version))
		return -EINVAL;
	/* the upper half of the config: which cores' */
	if (a->type == PERF_TYPE_HARDWARE && a->config >> 32 && version < V(5, 13))
		return -EINVAL;
	if (a->type == PERF_TYPE_SOFTWARE && a->config == CGROUP_SWITCHES && version < V(5, 13))
		return -ENOENT;
	return 0;
}
