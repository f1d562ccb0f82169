/* SPDX-License-Identifier: MIT */
/* Tries to open listed events, in user mode only if the kernel may not be counted. */
#include "list/openable.h"

#include <errno.h>
#include <string.h>

#include "base/error.h"
#include "count/refusal.h"
#include "host/attr.h"
#include "host/kernel.h"
#include "list/listing.h"

static int try_open(const struct kernel *k, const struct listed *item, bool user_only)
{
	union attr attr = { .head = {
		.type = item->type, .size = ATTR_SIZE, .config = item->config[0], .disabled = 1,
		.config1 = item->config[1], .config2 = item->config[2],
		.exclude_kernel = user_only, .exclude_hv = user_only,
	} };
	int fd = kernel_perf_open(k, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd >= 0)
		k->close(k, fd);
	return fd < 0 ? fd : 0;
}

static bool is_denied(int rc)
{
	return rc == -EACCES || rc == -EPERM;
}

/* An enum listed_state, or -errno: unknown. */
static int try_listed(const struct kernel *k, const struct listed *item)
{
	int rc = try_open(k, item, false);

	if (is_denied(rc))
		rc = try_open(k, item, true);
	if (refusal_is_limit(-rc))
		return rc;
	/* another user holds it exclusively, so it exists */
	if (rc >= 0 || rc == -EBUSY)
		return LISTED_HERE;
	return is_denied(rc) ? LISTED_DENIED : LISTED_ABSENT;
}

/* If not even time can be counted, nothing can: the kernel or a seccomp filter refuses everything. */
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

int openable_check(struct listing *l, const struct kernel *k, struct error *err)
{
	enum listed_state all;

	for (size_t i = 0; i < l->n; i++) {
		int rc;

		if (l->item[i].state != LISTED_UNTRIED || l->item[i].kind == LISTED_METRIC ||
		    l->item[i].kind == LISTED_BUILTIN)
			continue;
		rc = try_listed(k, &l->item[i]);
		if (rc < 0)
			return error_set(err, ERROR_SYSTEM, -rc, "cannot test which events exist: %s",
					 strerror(-rc));
		l->item[i].state = (enum listed_state)rc;
	}
	all = state_of_all(l);
	for (size_t i = 0; i < l->n; i++)
		if (l->item[i].state == LISTED_HERE && l->item[i].kind != LISTED_TOOL)
			l->item[i].state = all;
	return 0;
}
