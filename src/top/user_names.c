/* SPDX-License-Identifier: MIT */
/* Finds the name of a user in the lines of /etc/passwd. */
#include "top/user_names.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static bool is_user(const void *list, size_t at, const void *uid)
{
	return ((const struct user_name *)list)[at].uid == *(const uid_t *)uid;
}

static ptrdiff_t find_user(const struct user_names *u, uid_t uid)
{
	return index_find(&u->by_uid, index_hash(uid, ""), is_user, u->user, &uid);
}

/* "name:x:1000:..."; the first one of a number has it, as in the C library. */
static void add_user(struct user_names *u, const char *line, size_t len)
{
	const char *name_end = memchr(line, ':', len), *number, *end = line + len;
	struct str name = {0};
	unsigned long long uid;
	char *after;

	number = name_end ? memchr(name_end + 1, ':', (size_t)(end - name_end) - 1) : NULL;
	if (!number || name_end == line || number[1] < '0' || number[1] > '9')
		return;
	uid = strtoull(number + 1, &after, 10);
	if (*after != ':' || uid >= UINT32_MAX || find_user(u, (uid_t)uid) != INDEX_NONE)
		return;
	str_add_n(&name, line, (size_t)(name_end - line));
	u->user = mem_grow(u->user, u->n, sizeof(*u->user));
	u->user[u->n] = (struct user_name){ (uid_t)uid, name.text };
	index_add(&u->by_uid, index_hash(uid, ""), u->n++);
}

void user_names_parse(struct user_names *u, const char *text)
{
	for (size_t len; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		add_user(u, text, len);
	}
}

void user_names_add(const struct user_names *u, struct str *out, uid_t uid)
{
	ptrdiff_t at = find_user(u, uid);

	if (at == INDEX_NONE)
		str_addf(out, "%u", (unsigned)uid);
	else
		str_add(out, u->user[at].name);
}

void user_names_release(struct user_names *u)
{
	for (size_t i = 0; i < u->n; i++)
		free(u->user[i].name);
	free(u->user);
	index_release(&u->by_uid);
	*u = (struct user_names){0};
}
