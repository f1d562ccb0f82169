/* SPDX-License-Identifier: MIT */
/* Which names are the same: others have other ones for events, and kinds of cores have a row each. */
#include "calc/limit_name.h"

#include <string.h>

#include "event/names.h"

static const struct {
	const char *alias, *name;
} aliases[] = {
	{ "wall", "duration_time" }, { "user", "user_time" }, { "sys", "system_time" },
	{ "max-rss", "max_rss" }, { "ipc", "insn per cycle" },
};

enum { ALIASES = sizeof(aliases) / sizeof(*aliases), NAME_MOST = 64 };

struct name {
	const char *text, *modifiers;	/* both borrowed; modifiers: "", or what is behind */
	size_t len;
};

/* "cycles:u" and "cpu/event=1/u" end with modifiers, "sched:sched_switch" does not. */
static struct name split(const char *text)
{
	const char *colon = strrchr(text, ':'), *slash = strrchr(text, '/'), *from = NULL;
	struct name n = { text, "", strlen(text) };

	if (slash || colon)
		from = (slash ? slash : colon) + 1;
	if (!from || !*from || from[strspn(from, "ukhGHIpPSDWebR")])
		return n;
	n.modifiers = from;
	n.len = (size_t)(slash ? from - text : colon - text);
	return n;
}

/* What others call it, too; longer ones have no other name. */
static struct name usual(struct name n)
{
	const struct event_name *e;
	char text[NAME_MOST];

	if (n.len >= sizeof(text))
		return n;
	memcpy(text, n.text, n.len);
	text[n.len] = '\0';
	e = event_name_find(text);
	if (e)
		return (struct name){ e->name, n.modifiers, strlen(e->name) };
	for (size_t i = 0; i < ALIASES; i++)
		if (strcmp(aliases[i].alias, text) == 0)
			return (struct name){ aliases[i].name, n.modifiers, strlen(aliases[i].name) };
	return n;
}

static bool is_one(const char *a, const char *b, bool modifiers)
{
	struct name x = usual(split(a)), y = usual(split(b));

	if (!modifiers && !x.modifiers[0])
		y.modifiers = "";
	return x.len == y.len && memcmp(x.text, y.text, x.len) == 0 && strcmp(x.modifiers, y.modifiers) == 0;
}

/* "cpu_core/cycles:u/": as an event is called that one kind of cores has; len: of what is inside. */
static const char *inside(const char *text, size_t *len)
{
	const char *slash = strchr(text, '/');
	size_t rest = slash ? strlen(slash + 1) : 0;

	if (rest < 2 || slash[rest] != '/' || memchr(text, '@', (size_t)(slash - text)))
		return NULL;
	*len = rest - 1;
	return slash + 1;
}

bool limit_name_is(const char *name, const char *row, bool modifiers)
{
	char alone[NAME_MOST];
	const char *part;
	size_t len;

	if (is_one(name, row, modifiers))
		return true;
	part = inside(row, &len);
	if (!part || len >= sizeof(alone) || strchr(name, '/'))
		return false;
	memcpy(alone, part, len);
	alone[len] = '\0';
	return is_one(name, alone, modifiers);
}

const char *limit_name_alias(size_t i)
{
	return i < ALIASES ? aliases[i].alias : NULL;
}
