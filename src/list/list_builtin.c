/* SPDX-License-Identifier: MIT */
/* Lists the metrics that stand beside events without -M, and the events that show them. */
#include <string.h>

#include "base/str.h"
#include "list/listing.h"
#include "metric/expr.h"
#include "metric/metric_builtin.h"

struct shown_with {			/* for -e */
	const struct expr *expr;
	struct str list;
};

static void add_event(void *ctx, size_t name)
{
	struct shown_with *e = ctx;
	const char *event = expr_name(e->expr, name);

	if (strcmp(event, "clock") == 0)
		event = "task-clock";
	else if (strcmp(event, "self") == 0 || metric_builtin_is_time(event))
		return;
	str_addf(&e->list, ",%s", event);
}

/* "instructions / cycles: -e instructions,cycles shows it" */
static const char *describe(struct listing *l, const struct metric_def *d, const char *expr)
{
	struct shown_with events = {0};
	struct error wrong = ERROR_INIT;
	struct expr *parsed = expr_parse(d->expr, &wrong);
	LOCAL(str) formula = {0};
	const char *text;

	str_add(&events.list, d->on);
	events.expr = parsed;
	if (parsed)
		expr_names(parsed, NULL, add_event, &events);
	for (; *expr; expr++)
		if (*expr != '\\')
			str_add_n(&formula, expr, 1);
	text = listing_text(l, "%s: -e %s shows it, without -M", formula.text, events.list.text);
	expr_free(parsed);
	str_release(&events.list);
	return text;
}

void listing_add_builtin(struct listing *l)
{
	for (const struct metric_def *d = metric_defs; d->name; d++) {
		LOCAL(str) expr = {0};

		if (d->scope != METRIC_ANYWHERE || !d->on)
			continue;
		metric_builtin_add_expr(&expr, d);
		listing_add_row(l, (struct listed){
					   .kind = LISTED_BUILTIN,
					   .state = LISTED_UNTRIED,
					   .name = d->name,
					   .alias = d->id,
					   .topic = "built-in metrics",
					   .plain = describe(l, d, expr.text),
					   .expr = listing_text(l, "%s", expr.text),
					   .own = true,
				   });
	}
}
