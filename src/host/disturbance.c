/* SPDX-License-Identifier: MIT */
/* Reads load average and stolen time from /proc. */
#include "host/disturbance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host/rootfs.h"

/* "cpu  user nice system idle iowait irq softirq steal guest ...", where guest is part of user. */
static void parse_ticks(struct disturbance *d, const char *line)
{
	enum { STEAL = 7, COUNTED };

	if (strncmp(line, "cpu ", 4) != 0)
		return;
	line += 4;
	for (int field = 0; field < COUNTED; field++) {
		char *end = NULL;
		uint64_t ticks = strtoull(line, &end, 10);

		if (end == line) {
			d->all = 0;
			return;
		}
		d->all += ticks;
		d->steal = ticks;
		line = end;
	}
}

void disturbance_read(struct disturbance *d, const struct rootfs *root)
{
	enum { FIRST_LINE = 4096 };
	struct str text = {0};
	char *end = NULL;

	*d = (struct disturbance){ .load = -1 };
	if (rootfs_read(root, &text, "/proc/loadavg") >= 0 && text.len) {
		double load = strtod(text.text, &end);

		d->load = end != text.text && isfinite(load) && load >= 0 ? load : -1;
	}
	str_reset(&text);
	if (rootfs_read_start(root, &text, FIRST_LINE, "/proc/stat") >= 0 && text.len)
		parse_ticks(d, text.text);
	str_release(&text);
}

double disturbance_stolen(const struct disturbance *from, const struct disturbance *to)
{
	if (!from->all || to->all <= from->all || to->steal < from->steal)
		return -1;
	return (double)(to->steal - from->steal) / (double)(to->all - from->all);
}
