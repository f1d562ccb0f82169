/* SPDX-License-Identifier: MIT */
/* Reads load average and stolen time from /proc. */
#include "host/disturbance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/rootfs.h"

/* "cpu  user nice system idle iowait irq softirq steal guest ...", where guest is part of user. */
static void parse_ticks(struct disturbance *d, const char *line)
{
	enum { IDLE = 3, IOWAIT = 4, STEAL = 7, COUNTED };

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
		d->idle += field == IDLE || field == IOWAIT ? ticks : 0;
		d->steal = ticks;
		line = end;
	}
}

void disturbance_read(struct disturbance *d, const struct rootfs *root)
{
	enum { FIRST_LINE = 4096 };
	LOCAL(str) text = {0};
	char *end = NULL;

	*d = (struct disturbance){ .load = -1 };
	if (rootfs_read(root, &text, "/proc/loadavg") >= 0 && text.len) {
		double load = strtod(text.text, &end);

		d->load = end != text.text && isfinite(load) && load >= 0 ? load : -1;
	}
	str_reset(&text);
	if (rootfs_read_start(root, &text, FIRST_LINE, "/proc/stat") >= 0 && text.len)
		parse_ticks(d, text.text);
}

double disturbance_stolen(const struct disturbance *from, const struct disturbance *to)
{
	if (!from->all || to->all <= from->all || to->steal < from->steal)
		return -1;
	return (double)(to->steal - from->steal) / (double)(to->all - from->all);
}

double disturbance_others(const struct disturbance *from, const struct disturbance *to, uint64_t own_ns)
{
	long hz = sysconf(_SC_CLK_TCK);
	double all, busy, own, share;

	if (hz <= 0 || !from->all || to->all < from->all + (uint64_t)hz || to->idle < from->idle)
		return -1;
	all = (double)(to->all - from->all);
	busy = all - (double)(to->idle - from->idle);
	own = (double)own_ns / 1e9 * (double)hz;
	share = (busy - own) / all;
	return share < 0 ? 0 : share > 1 ? 1 : share;	/* ticks are coarse */
}
