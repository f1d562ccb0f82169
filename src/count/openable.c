/* SPDX-License-Identifier: MIT */
/* Does the kernel open what is listed?  Without the kernel itself, too, is yes. */
#include "count/openable.h"

#include <errno.h>

#include "event/listing.h"
#include "host/attr.h"
#include "host/kernel.h"

static int try_open(const struct kernel *k, const struct listed *item, bool user_only)
{
	union attr attr = { .head = {
		.type = item->type, .size = ATTR_SIZE, .config = item->config[0], .disabled = 1,
		.config1 = item->config[1], .config2 = item->config[2],
		.exclude_kernel = user_only, .exclude_hv = user_only,
	} };
	int fd = k->perf_open(k, &attr.head, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0)
		k->close(k, fd);
	return fd;
}

static bool is_denied(int rc)
{
	return rc == -EACCES || rc == -EPERM;
}

static enum listed_state ask(const struct kernel *k, const struct listed *item)
{
	int rc = try_open(k, item, false);

	if (is_denied(rc))
		rc = try_open(k, item, true);
	/* somebody has it for himself, so it is there */
	if (rc >= 0 || rc == -EBUSY)
		return LISTED_HERE;
	return is_denied(rc) ? LISTED_DENIED : LISTED_ABSENT;
}

/* Where not even time can be counted, nothing can: so says the kernel, or what stands before it. */
static enum listed_state state_of_all(const struct listing *l)
{
	enum listed_state state = LISTED_HERE;

	for (size_t i = 0; i < l->n; i++)
		if (l->item[i].kind == LISTED_SOFTWARE) {
			if (l->item[i].state == LISTED_HERE)
				return LISTED_HERE;
			state = l->item[i].state;
		}
	return state;
}

void openable_try(struct listing *l, const struct kernel *k)
{
	enum listed_state all;

	for (size_t i = 0; i < l->n; i++)
		if (l->item[i].state == LISTED_UNTRIED && l->item[i].kind != LISTED_METRIC)
			l->item[i].state = ask(k, &l->item[i]);
	all = state_of_all(l);
	for (size_t i = 0; i < l->n; i++)
		if (l->item[i].state == LISTED_HERE && l->item[i].kind != LISTED_TOOL)
			l->item[i].state = all;
}
