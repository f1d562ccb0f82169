/* SPDX-License-Identifier: MIT */
/* Looks up the names in each metric's expression among the rows of the listing. */
#include "list/computable.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "host/pmu.h"
#include "list/listing.h"
#include "metric/expr.h"
#include "metric/metric_builtin.h"

enum { DEEPEST = 64 };		/* nesting of metrics that name metrics */

struct word {			/* a name by which a row is found */
	const char *text;
	size_t item;
};

struct lookup {
	struct listing *l;
	struct word *word; size_t n;	/* sorted by text, ignoring case */
	unsigned depth;
};

struct needs {			/* what one expression needs */
	struct lookup *look;
	const struct expr *expr;
	enum listed_state state;	/* so far */
	bool builtin;			/* it may name pstat's clocks, and do with one of two events */
};

static int by_text(const void *a, const void *b)
{
	return str_casecmp(((const struct word *)a)->text, ((const struct word *)b)->text);
}

static void computable_add_word(struct lookup *look, const char *text, size_t item)
{
	if (*text)
		look->word[look->n++] = (struct word){ text, item };
}

static void index_words(struct lookup *look)
{
	enum { NAMES = 2 };

	look->word = mem_resize(NULL, NAMES * look->l->n, sizeof(*look->word));
	for (size_t i = 0; i < look->l->n; i++) {
		const struct listed *item = &look->l->item[i];

		if (item->kind == LISTED_RAW || item->kind == LISTED_BREAKPOINT ||
		    item->kind == LISTED_BUILTIN)
			continue;
		computable_add_word(look, *item->event ? item->event : item->name, i);
		if (item->kind == LISTED_HARDWARE || item->kind == LISTED_SOFTWARE)
			computable_add_word(look, item->alias, i);
	}
	if (look->n)
		qsort(look->word, look->n, sizeof(*look->word), by_text);
}

static size_t first_word(const struct lookup *look, const char *text)
{
	size_t low = 0, high = look->n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (str_casecmp(look->word[middle].text, text) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static enum listed_state state_of_metric(struct lookup *look, struct listed *item);

/* Whether wanted, "cha" or "cha_0", is among the PMUs of a row, which has all PMUs of a kind. */
static bool is_unit(const char *unit, const char *wanted)
{
	size_t len = strlen(wanted), digits = len;
	FREED char *kind = NULL;

	if (!*unit)
		return false;
	if (pmu_name_matches(unit, wanted))
		return true;
	while (digits && isdigit((unsigned char)wanted[digits - 1]))
		digits--;
	if (digits == len || !digits || wanted[digits - 1] != '_')
		return false;
	kind = mem_copy_text(wanted);
	kind[digits - 1] = '\0';
	return pmu_name_matches(unit, kind);
}

/* The best state of the events that have this name; if there are none, of the metrics. */
static enum listed_state computable_find(struct lookup *look, const char *name, const char *unit)
{
	enum listed_state best = LISTED_ABSENT;
	size_t first = first_word(look, name);

	for (int metrics = 0; metrics < 2 && best == LISTED_ABSENT; metrics++)
		for (size_t i = first; i < look->n && str_casecmp(look->word[i].text, name) == 0; i++) {
			struct listed *item = &look->l->item[look->word[i].item];
			enum listed_state state = item->state;

			if ((item->kind == LISTED_METRIC) != metrics ||
			    (unit && !is_unit(item->unit, unit)))
				continue;
			state = metrics ? state_of_metric(look, item) : state;
			best = state == LISTED_HERE || best == LISTED_ABSENT ? state : best;
		}
	return best;
}

static enum listed_state state_of_pmu(const struct lookup *look, const char *unit)
{
	for (size_t i = 0; i < look->l->n; i++) {
		const struct listed *item = &look->l->item[i];

		if (item->kind == LISTED_RAW && is_unit(item->unit, unit))
			return item->state;
	}
	return LISTED_ABSENT;
}

/* "cpu/event=0xc2,umask=0x2/", "cstate_core/c1-residency/", "UNC_CHA_CLOCKTICKS/thresh=1/" */
static enum listed_state find_on_pmu(struct lookup *look, char *name)
{
	char *slash = strchr(name, '/'), *event = slash + 1;
	enum listed_state of_name;
	bool terms;

	*slash = '\0';
	of_name = computable_find(look, name, NULL);
	if (of_name != LISTED_ABSENT)
		return of_name;
	terms = event[strcspn(event, ",/=")] == '=';
	event[strcspn(event, ",/")] = '\0';
	if (terms || !*event)
		return state_of_pmu(look, name);
	return computable_find(look, event, name);
}

static enum listed_state look_up(struct lookup *look, const char *name)
{
	enum listed_state state;
	FREED char *copy = NULL;

	if (*name == '#' || strcmp(name, "?") == 0)
		return LISTED_HERE;
	copy = mem_copy_text(name);
	if (strchr(copy, '/')) {
		state = find_on_pmu(look, copy);
	} else {
		state = computable_find(look, copy, NULL);
		if (state == LISTED_ABSENT && strchr(copy, ':')) {	/* without its modifiers */
			copy[strcspn(copy, ":")] = '\0';
			state = computable_find(look, copy, NULL);
		}
	}
	return state;
}

static bool is_here(void *ctx, size_t name)
{
	const struct needs *needs = ctx;

	return look_up(needs->look, expr_name(needs->expr, name)) == LISTED_HERE;
}

static void visit(void *ctx, size_t name)
{
	struct needs *needs = ctx;
	const char *text = expr_name(needs->expr, name);
	enum listed_state state;

	if (needs->state == LISTED_ABSENT || (needs->builtin && metric_builtin_is_time(text)))
		return;
	state = look_up(needs->look, text);
	if (state != LISTED_HERE)
		needs->state = state;
}

static enum listed_state state_of_metric(struct lookup *look, struct listed *item)
{
	bool builtin = item->kind == LISTED_BUILTIN;
	struct needs needs = { .look = look, .state = LISTED_HERE, .builtin = builtin };
	const struct expr_env env = { .ctx = &needs, .has_event = is_here };
	struct error wrong = ERROR_INIT;
	struct expr *expr;

	if (item->state != LISTED_UNTRIED)
		return item->state;
	item->state = LISTED_ABSENT;		/* for metrics that name themselves */
	if (look->depth == DEEPEST)
		return LISTED_ABSENT;
	if (strncmp(item->unit, "cpu_", 4) == 0 && state_of_pmu(look, item->unit) == LISTED_ABSENT)
		return LISTED_ABSENT;
	expr = expr_parse(item->expr, &wrong);
	if (expr) {
		needs.expr = expr;
		look->depth++;
		expr_names(expr, builtin ? &env : NULL, visit, &needs);
		look->depth--;
		item->state = needs.state;
	}
	expr_free(expr);
	return item->state;
}

void computable_metrics(struct listing *l)
{
	struct lookup look = { .l = l };

	index_words(&look);
	for (size_t i = 0; i < l->n; i++)
		if (l->item[i].kind == LISTED_METRIC || l->item[i].kind == LISTED_BUILTIN)
			state_of_metric(&look, &l->item[i]);
	free(look.word);
}
