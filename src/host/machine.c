/* SPDX-License-Identifier: MIT */
/* The facts of this machine that are no PMU: read when asked for, never kept. */
#include "host/machine.h"

#include <stdlib.h>

#include "host/rootfs.h"

void machine_load(struct machine *m, const struct rootfs *root)
{
	*m = (struct machine){ .root = root, .pmus = { .root = root } };
}

/* rootfs_read_u64 takes no minus sign, and -1 is a level of perf_event_paranoid. */
static int sysctl(const struct machine *m, const char *name)
{
	struct str text = {0};
	int value = MACHINE_UNKNOWN;

	if (rootfs_read(m->root, &text, "/proc/sys/kernel/%s", name) == 0 && text.len) {
		char *end;
		long v = strtol(text.text, &end, 10);

		if (!*end && end != text.text && v > -10 && v < 1000)
			value = (int)v;
	}
	str_release(&text);
	return value;
}

int machine_paranoid(const struct machine *m)
{
	return sysctl(m, "perf_event_paranoid");
}

int machine_nmi_watchdog(const struct machine *m)
{
	return sysctl(m, "nmi_watchdog");
}

void machine_release(struct machine *m)
{
	pmus_release(&m->pmus);
	*m = (struct machine){0};
}
