/* SPDX-License-Identifier: MIT */
/* Parses --limit, finds the limit of each row, and converts it to the unit of the row. */
#include "compare/limit.h"

#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/nearest.h"
#include "event/event_names.h"

static const char default_name[] = "@default";

static const struct value_unit units[] = {
	{ "", LIMIT_PLAIN, 1 },
	{ "k", LIMIT_PREFIX, 1 }, { "K", LIMIT_PREFIX, 1 }, { "M", LIMIT_PREFIX, 2 },
	{ "G", LIMIT_PREFIX, 3 }, { "T", LIMIT_PREFIX, 4 },
	{ "B", LIMIT_BYTES, 1 }, { "Bytes", LIMIT_BYTES, 1 }, { "bytes", LIMIT_BYTES, 1 },
	{ "kB", LIMIT_BYTES, 1e3 }, { "KB", LIMIT_BYTES, 1e3 }, { "MB", LIMIT_BYTES, 1e6 },
	{ "GB", LIMIT_BYTES, 1e9 }, { "TB", LIMIT_BYTES, 1e12 },
	{ "KiB", LIMIT_BYTES, 0x1p10 }, { "MiB", LIMIT_BYTES, 0x1p20 }, { "GiB", LIMIT_BYTES, 0x1p30 },
	{ "TiB", LIMIT_BYTES, 0x1p40 },
	{ "ns", LIMIT_SECONDS, 1e-9 }, { "us", LIMIT_SECONDS, 1e-6 }, { "usec", LIMIT_SECONDS, 1e-6 },
	{ "ms", LIMIT_SECONDS, 1e-3 }, { "msec", LIMIT_SECONDS, 1e-3 },
	{ "s", LIMIT_SECONDS, 1 }, { "sec", LIMIT_SECONDS, 1 }, { "m", LIMIT_SECONDS, 60 },
};

const struct value_unit *value_unit_find(const char *text, size_t len)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (strlen(units[i].text) == len && strncmp(units[i].text, text, len) == 0)
			return &units[i];
	return NULL;
}

/* --- parsing ------------------------------------------------------------------------------ */

struct word {			/* part of the text, without blanks around it */
	const char *text;
	size_t at, len;
};

static struct word trim(const char *text, size_t from, size_t to)
{
	while (from < to && isspace((unsigned char)text[from]))
		from++;
	while (to > from && isspace((unsigned char)text[to - 1]))
		to--;
	return (struct word){ text, from, to - from };
}

/* The next position of the character outside of slashes; `to`: there is none. */
static size_t limit_find(const char *text, size_t from, size_t to, char wanted)
{
	bool inside = false;

	for (; from < to && (inside || text[from] != wanted); from++)
		inside ^= text[from] == '/';
	return from;
}

static char *limit_copy(struct word w)
{
	char *s = mem_resize(NULL, w.len + 1, 1);

	memcpy(s, w.text + w.at, w.len);
	s[w.len] = '\0';
	return s;
}

/* Takes the number at the front of w; false: there is none. */
static bool take_number(struct word *w, double *value)
{
	FREED char *s = limit_copy(*w);
	char *end;		/* behind the word may stand two dots */
	size_t digits = strspn(s, "0123456789."), len;
	bool is_number = digits && s[0] != '.' && !(s[0] == '0' && (s[1] == 'x' || s[1] == 'X'));

	*value = strtod(s, &end);
	len = (size_t)(end - s);
	if (!is_number || len < digits || !isfinite(*value))
		return false;
	w->at += len;
	w->len -= len;
	return true;
}

static int set_amount(struct limit_amount *a, double value, struct word unit, struct word whole,
		      struct error *err)
{
	const struct value_unit *s = value_unit_find(unit.text + unit.at, unit.len);

	if (!s) {
		error_set(err, ERROR_USAGE, 0, "'%.*s' is not a unit of a limit", (int)unit.len,
			  unit.text + unit.at);
		error_hint(err, "%%, K, M, G, T, B, KiB, MiB, GiB, KB, MB, GB, ns, us, ms, s or m");
		return error_point(err, unit.text, unit.at);
	}
	if (!isnan(a->value)) {
		error_set(err, ERROR_USAGE, 0, "'%.*s' is a second limit of the same kind", (int)whole.len,
			  whole.text + whole.at);
		error_hint(err, "a limit has at most one relative change, one absolute change and one cap");
		return error_point(err, whole.text, whole.at);
	}
	*a = (struct limit_amount){ .value = value, .unit = s->kind };
	if (s->kind == LIMIT_PREFIX)
		a->power = (int)s->factor;
	else
		a->value *= s->factor;
	return 0;
}

static int set_relative(struct limit *l, double value, struct word whole, struct error *err)
{
	struct limit_amount a = { .value = l->relative };
	struct word none = { whole.text, whole.at, 0 };

	if (l->sign < 0 && value >= 100) {
		error_set(err, ERROR_USAGE, 0, "nothing can shrink by more than 100%%");
		return error_point(err, whole.text, whole.at);
	}
	if (set_amount(&a, value / 100, none, whole, err) < 0)
		return -1;
	l->relative = a.value;
	return 0;
}

/* +5%, -100, 64M */
static int parse_part(struct limit *l, struct word part, struct error *err)
{
	struct word rest = part;
	int sign = !part.len ? 0 : part.text[part.at] == '+' ? 1 : part.text[part.at] == '-' ? -1 : 0;
	double value;

	rest.at += sign != 0;
	rest.len -= sign != 0;
	if (!take_number(&rest, &value)) {
		error_set(err, ERROR_USAGE, 0, "'%.*s' is not a limit", (int)part.len, part.text + part.at);
		error_hint(err, "+5%%, -5%%, +100 and -100 limit a change, 64M limits the value itself");
		return error_point(err, part.text, part.at);
	}
	if (sign && l->sign && sign != l->sign) {
		error_set(err, ERROR_USAGE, 0, "'%.*s' has the opposite direction of the other limit",
			  (int)part.len, part.text + part.at);
		return error_point(err, part.text, part.at);
	}
	l->sign = sign ? sign : l->sign;
	if (rest.len != 1 || rest.text[rest.at] != '%')
		return set_amount(sign ? &l->absolute : &l->cap, value, rest, part, err);
	if (!sign) {
		error_set(err, ERROR_USAGE, 0, "'%.*s' does not say which direction is bad", (int)part.len,
			  part.text + part.at);
		error_hint(err, "use +%.*s if growing is bad, -%.*s if shrinking is bad", (int)part.len,
			   part.text + part.at, (int)part.len, part.text + part.at);
		return error_point(err, part.text, part.at);
	}
	return set_relative(l, value, part, err);
}

static int refuse_range(struct word part, const char *what, struct error *err)
{
	error_set(err, ERROR_USAGE, 0, "'%.*s' %s", (int)part.len, part.text + part.at, what);
	error_hint(err, "a two-sided limit is like -40%%..+5%% or -100..+20: how much less is allowed, then "
		   "how much more");
	return error_point(err, part.text, part.at);
}

/* -40%..+5%; at: of the two dots */
static int parse_range(struct limit *l, struct word part, size_t at, struct error *err)
{
	struct word low = trim(part.text, part.at, at), high = trim(part.text, at + 2, part.at + part.len);
	struct limit less = { .relative = l->less_relative, .absolute = l->less_absolute,
			      .cap = { .value = NAN } };
	struct limit more = { .relative = l->relative, .absolute = l->absolute, .cap = { .value = NAN } };

	if (!low.len || !high.len || low.text[low.at] != '-' || high.text[high.at] != '+')
		return refuse_range(part, "does not go from less to more", err);
	if (parse_part(&less, low, err) < 0 || parse_part(&more, high, err) < 0)
		return -1;
	if (isnan(less.relative) != isnan(more.relative) ||
	    isnan(less.absolute.value) != isnan(more.absolute.value))
		return refuse_range(part, "has a percentage on one side only", err);
	l->two_sided = true;
	l->relative = more.relative;
	l->absolute = more.absolute;
	l->less_relative = less.relative;
	l->less_absolute = less.absolute;
	return 0;
}

/* One of the parts between |, which are all two-sided or all are not. */
static int parse_one(struct limit *l, struct word part, bool first, struct error *err)
{
	size_t end = part.at + part.len, at = limit_find(part.text, part.at, end, '.');

	while (at < end && !(at + 1 < end && part.text[at + 1] == '.'))
		at = limit_find(part.text, at + 1, end, '.');
	if (!first && l->two_sided != (at < end))
		return refuse_range(part, at < end ? "is two-sided, and the limit before it is not"
						   : "is not two-sided, as the limit before it is", err);
	return at < end ? parse_range(l, part, at, err) : parse_part(l, part, err);
}

static int limit_parse_value(struct limit *l, struct word value, struct error *err)
{
	size_t from = value.at, end = value.at + value.len;

	for (;;) {
		size_t to = limit_find(value.text, from, end, '|');

		if (parse_one(l, trim(value.text, from, to), from == value.at, err) < 0)
			return -1;
		if (to == end)
			return 0;
		from = to + 1;
	}
}

/* NAME=VALUE */
static int parse_item(struct limits *ls, struct word item, struct error *err)
{
	size_t end = item.at + item.len, equals = end;
	struct limit *l;
	struct word value;

	for (size_t i = limit_find(item.text, item.at, end, '='); i < end;
	     i = limit_find(item.text, i + 1, end, '='))
		equals = i;
	if (!item.len || equals == item.at || equals == end) {
		error_set(err, ERROR_USAGE, 0, item.len ? "'%.*s' is not NAME=LIMIT" : "a limit is missing",
			  (int)item.len, item.text + item.at);
		error_hint(err, "for example instructions:u=+1%%, page-faults=+5%%|+100, max-rss=64M");
		return error_point(err, item.text, item.at);
	}
	value = trim(item.text, equals + 1, end);
	ls->limit = mem_grow(ls->limit, ls->n, sizeof(*l));
	l = &ls->limit[ls->n++];
	*l = (struct limit){
		.name = limit_copy(trim(item.text, item.at, equals)),
		.value = limit_copy(value),
		.text = item.text,
		.at = item.at,
		.value_at = value.at,
		.relative = NAN,
		.absolute = { .value = NAN },
		.cap = { .value = NAN },
		.less_relative = NAN,
		.less_absolute = { .value = NAN },
	};
	if (l->name[0] == '@' && strcmp(l->name, default_name) != 0) {
		error_set(err, ERROR_USAGE, 0, "'%s' is not the name of a row", l->name);
		error_hint(err, "%s is for rows that no other limit names", default_name);
		return error_point(err, item.text, item.at);
	}
	return limit_parse_value(l, value, err);
}

int limits_parse(struct limits *ls, const char *text, struct error *err)
{
	size_t from = 0, end = strlen(text);

	ls->list = mem_grow(ls->list, ls->n_lists, sizeof(*ls->list));
	ls->list[ls->n_lists] = mem_copy_text(text);
	text = ls->list[ls->n_lists++];
	for (;;) {
		size_t to = limit_find(text, from, end, ',');

		if (parse_item(ls, trim(text, from, to), err) < 0)
			return -1;
		if (to == end)
			return 0;
		from = to + 1;
	}
}

void limits_release(struct limits *ls)
{
	for (size_t i = 0; i < ls->n; i++) {
		free(ls->limit[i].name);
		free(ls->limit[i].value);
	}
	for (size_t i = 0; i < ls->n_lists; i++)
		free(ls->list[i]);
	free(ls->limit);
	free(ls->list);
	*ls = (struct limits){0};
}

struct threshold threshold_none(void)
{
	return (struct threshold){ .relative = NAN, .absolute = NAN, .cap = NAN };
}

struct threshold threshold_better(const struct threshold *t)
{
	return (struct threshold){ .sign = -t->sign, .relative = t->better_relative,
				   .absolute = t->better_absolute, .cap = NAN };
}

bool threshold_is_none(const struct threshold *t)
{
	return isnan(t->relative) && isnan(t->absolute) && isnan(t->cap);
}

/* --- names ---------------------------------------------------------------------------- */

static const struct {
	const char *alias, *name;
} aliases[] = {
	{ "wall", "duration_time" }, { "user", "user_time" }, { "sys", "system_time" },
	{ "max-rss", "max_rss" }, { "ipc", "insn per cycle" },
};

enum { ALIASES = sizeof(aliases) / sizeof(*aliases), NAME_MOST = 64 };

struct name {			/* of an event, without and with its modifiers */
	const char *text, *modifiers;	/* borrowed; modifiers: "" if it has none */
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

/* The name that pstat prints for it; longer names have no other name. */
static struct name canonical(struct name n)
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

static bool same_name(const char *a, const char *b, bool modifiers)
{
	struct name x = canonical(split(a)), y = canonical(split(b));

	if (!modifiers && !x.modifiers[0])
		y.modifiers = "";
	return x.len == y.len && memcmp(x.text, y.text, x.len) == 0 && strcmp(x.modifiers, y.modifiers) == 0;
}

/* The part between the slashes of "cpu_core/cycles:u/", an event of one core type; NULL: no such name. */
static const char *between_slashes(const char *text, size_t *len)
{
	const char *slash = strchr(text, '/');
	size_t rest = slash ? strlen(slash + 1) : 0;

	if (rest < 2 || slash[rest] != '/' || memchr(text, '@', (size_t)(slash - text)))
		return NULL;
	*len = rest - 1;
	return slash + 1;
}

/*
 * True if name is the row's, or another name of the same event.  modifiers: a name without modifiers
 * does not fit a row with some.  "cycles:u" fits "cpu_core/cycles:u/", the row of one core type.
 */
static bool name_fits(const char *name, const char *row, bool modifiers)
{
	char alone[NAME_MOST];
	const char *part;
	size_t len;

	if (same_name(name, row, modifiers))
		return true;
	part = between_slashes(row, &len);
	if (!part || len >= sizeof(alone) || strchr(name, '/'))
		return false;
	memcpy(alone, part, len);
	alone[len] = '\0';
	return same_name(name, alone, modifiers);
}

/* --- which limit fits a row --------------------------------------------------------------- */

static bool is_default(const struct limit *l)
{
	return strcmp(l->name, default_name) == 0;
}

static bool is_pattern(const struct limit *l)
{
	return l->name[strcspn(l->name, "*?")] != '\0';
}

struct candidate {
	const struct limit *limit;
	bool exact;		/* some row has exactly its name */
	bool used;		/* it fits some row */
};

/* The part of the limit's name that is of an event; NULL: it does not name the region of the row. */
static const char *event_part(const char *name, const struct measured *row)
{
	size_t n = row->region ? strlen(row->region) : 0;

	if (!row->region)
		return name;
	return strncmp(name, row->region, n) == 0 && name[n] == ':' ? name + n + 1 : NULL;
}

/* modifiers: as in name_fits() */
static bool row_fits(const char *name, const struct measured *row, bool modifiers)
{
	const char *part = event_part(name, row);

	return part && name_fits(part, row->name + (part - name), modifiers);
}

static bool limit_fits(const struct candidate *c, const struct measured *row)
{
	const char *name = c->limit->name, *part = event_part(name, row);

	if (is_default(c->limit))
		return !row->beside && !row->region;
	if (is_pattern(c->limit))
		return !row->beside && (!row->region || strchr(name, ':')) &&
		       fnmatch(name, row->name, 0) == 0;
	return row_fits(name, row, c->exact) || (part && row->metric && name_fits(part, row->metric, true));
}

/* --- units -------------------------------------------------------------------------------- */

static const struct value_unit *limit_unit_of(const struct measured *row)
{
	static const struct value_unit count = { "", LIMIT_PLAIN, 1 };
	const struct value_unit *u = row->unit ? value_unit_find(row->unit, strlen(row->unit)) : NULL;

	return u && u->kind != LIMIT_PREFIX ? u : &count;
}

static int refuse_unit(const struct limit *l, const struct measured *row, enum limit_unit wanted,
		       struct error *err)
{
	static const struct { const char *what, *hint; } words[] = {
		[LIMIT_PLAIN] = { "a number", "use a plain number, or one with K, M, G or T" },
		[LIMIT_PREFIX] = { "a number", "" },
		[LIMIT_BYTES] = { "a size", "put B, K, M, G, KiB, MiB, GiB, KB, MB or GB after the number" },
		[LIMIT_SECONDS] = { "a time", "put ns, us, ms, s or m after the number" },
	};

	error_set(err, ERROR_USAGE, 0, "'%s' is %s, and its limit '%s' is not", row->name, words[wanted].what,
		  l->value);
	error_hint(err, "%s", words[wanted].hint);
	return error_point(err, l->text, l->value_at);
}

/* Converts an amount to the unit of the row. */
static int convert(double *value, const struct limit_amount *a, const struct limit *l,
		   const struct measured *row, struct error *err)
{
	const struct value_unit *u = limit_unit_of(row);

	*value = a->value;
	if (isnan(a->value) || a->value <= 0)
		return 0;
	if (a->unit == LIMIT_PREFIX && u->kind != LIMIT_SECONDS)
		*value = a->value * pow(u->kind == LIMIT_BYTES ? 1024 : 1000, a->power) / u->factor;
	else if (a->unit == u->kind)
		*value = a->value / u->factor;
	else
		return refuse_unit(l, row, u->kind, err);
	return 0;
}

/* --- rows --------------------------------------------------------------------------------- */

/* Which of the two is worse depends on the row; with a pattern + is. */
static int set_two_sides(struct threshold *t, const struct limit *l, const struct measured *row,
			 struct error *err)
{
	bool less_is_worse = t->sign < 0 && limit_names_row(l->name);
	const struct limit_amount *worse = less_is_worse ? &l->less_absolute : &l->absolute,
				  *better = less_is_worse ? &l->absolute : &l->less_absolute;

	t->two_sided = true;
	t->relative = less_is_worse ? l->less_relative : l->relative;
	t->better_relative = less_is_worse ? l->relative : l->less_relative;
	if (convert(&t->absolute, worse, l, row, err) < 0)
		return -1;
	return convert(&t->better_absolute, better, l, row, err);
}

static int set_threshold(struct threshold *t, const struct limit *l, const struct measured *row,
			 struct error *err)
{
	int worse = row->more_is_better ? -1 : 1;

	*t = (struct threshold){ .sign = l->sign, .relative = l->relative };
	if (!l->sign)
		t->sign = worse;
	else if (!limit_names_row(l->name))
		t->sign = l->sign * worse;
	if (l->two_sided && set_two_sides(t, l, row, err) < 0)
		return -1;
	if (t->sign < 0 && t->relative >= 1) {
		error_set(err, ERROR_USAGE, 0, "'%s' cannot get worse by %g%%, it would be below 0",
			  row->name, 100 * t->relative);
		error_hint(err, "give it a limit of its own");
		return error_point(err, l->text, l->value_at);
	}
	if (!l->two_sided && convert(&t->absolute, &l->absolute, l, row, err) < 0)
		return -1;
	return convert(&t->cap, &l->cap, l, row, err);
}

/* Whether the name is REGION:NAME, and no row is of a region. */
static bool lacks_regions(const char *name, const struct measured *row, size_t n)
{
	bool is_row = false;

	for (size_t i = 0; i < n; i++)
		if (row[i].region)
			return false;
	for (const char *colon = strchr(name, ':'); colon && !is_row; colon = strchr(colon + 1, ':'))
		for (size_t i = 0; i < n; i++)
			is_row |= name_fits(colon + 1, row[i].name, false);
	return is_row;
}

static int refuse_name(const struct limit *l, const struct measured *row, size_t n, struct error *err)
{
	struct nearest near = { .wanted = l->name };

	for (size_t i = 0; i < n; i++)
		nearest_offer(&near, row[i].name);
	for (size_t i = 0; i < ALIASES; i++)
		for (size_t k = 0; k < n; k++)
			if (name_fits(aliases[i].alias, row[k].name, true))
				nearest_offer(&near, aliases[i].alias);
	error_set(err, ERROR_NOT_FOUND, 0, "the limit of '%s' matches nothing that is measured", l->name);
	if (lacks_regions(l->name, row, n))
		error_hint(err, "no region was counted: a program marks its regions as in pstat_region(3), "
			   "and --regions counts them");
	else if (near.found)
		error_hint(err, "did you mean '%s'?", near.found);
	else if (is_pattern(l))
		error_hint(err, "a pattern adds no event: -e does");
	return error_point(err, l->text, l->at);
}

static struct candidate *find_candidate(struct candidate *all, size_t n, const struct measured *row)
{
	struct candidate *found = NULL;

	for (size_t i = 0; i < n; i++) {
		if (!limit_fits(&all[i], row))
			continue;
		all[i].used = true;
		if (!found || is_default(found->limit) || !is_default(all[i].limit))
			found = &all[i];
	}
	return found;
}

bool limit_names_row(const char *name)
{
	return name[0] != '@' && !name[strcspn(name, "*?")];
}

bool limit_name_fits(const char *name, const struct measured *row)
{
	const struct limit limit = { .name = (char *)(uintptr_t)name };

	return limit_fits(&(struct candidate){ .limit = &limit }, row);
}

static int bind_row(struct candidate *all, size_t n, struct measured *row, struct error *err)
{
	const struct candidate *found = find_candidate(all, n, row);

	row->limit = found ? found->limit : NULL;
	row->threshold = threshold_none();
	return found ? set_threshold(&row->threshold, found->limit, row, err) : 0;
}

int limits_bind(const struct limits *ls, struct measured *row, size_t n, struct error *err)
{
	static const struct limits none;
	FREED struct candidate *all = NULL;
	int rc = 0;

	ls = ls ? ls : &none;
	all = mem_resize(NULL, ls->n, sizeof(*all));
	for (size_t i = 0; i < ls->n; i++) {
		all[i] = (struct candidate){ .limit = &ls->limit[i], .used = is_default(&ls->limit[i]) };
		for (size_t k = 0; k < n; k++)
			all[i].exact |= row_fits(ls->limit[i].name, &row[k], true);
	}
	for (size_t k = 0; rc == 0 && k < n; k++)
		rc = bind_row(all, ls->n, &row[k], err);
	for (size_t i = 0; rc == 0 && i < ls->n; i++)
		if (!all[i].used)
			rc = refuse_name(&ls->limit[i], row, n, err);
	return rc;
}
