/* SPDX-License-Identifier: MIT */
/* Writes rows for people, as perf list does, and marks those that cannot be counted here. */
#include <stdlib.h>
#include <string.h>

#include "base/line_fit.h"
#include "base/mem.h"
#include "event/vendor/catalog.h"
#include "format/locale_text.h"
#include "format/style.h"
#include "list/list.h"
#include "list/list_printer.h"

enum { NAME_COLUMNS = 51, INDENT = 8 };

static const char *const marks[] = {
	[LISTED_HERE] = "", [LISTED_UNTRIED] = "", [LISTED_ABSENT] = "(not here)",
	[LISTED_DENIED] = "(not permitted)",
};

/* 7 blanks and the text in brackets, wrapped. */
static void add_wrapped(struct str *out, const char *text, const struct list_opts *o)
{
	size_t columns = o->columns - o->terminal;	/* the kind at the end is not counted */
	size_t column = INDENT;
	const char *space = "";

	str_addf(out, "%*s[", INDENT - 1, "");
	while (*text) {
		size_t len = strcspn(text, " \t\n");
		LOCAL(str) word = {0};
		size_t width;

		str_add_n(&word, text, len);
		width = locale_columns(word.text);
		if (column + width >= columns && column > INDENT) {
			str_addf(out, "\n%*s", INDENT, "");
			column = INDENT;
			space = "";
		}
		str_add(out, space);
		column += width + strlen(space);
		str_add_line(out, word.text);
		space = " ";
		text += len;
		text += strspn(text, " \t\n");
	}
	str_add(out, "]\n");
}

/* The name, padded to the column of the brackets by at least one blank. */
static void list_text_add_name(struct str *out, const struct listed *item, const char *kind,
			       const struct list_opts *o)
{
	const char *mark = o->terminal ? LINE_FIT_MARK : "";
	bool deprecated = item->deprecated, marked = *marks[item->state];
	LOCAL(str) name = {0};
	size_t width;

	str_add_line(&name, item->name);
	if (*item->alias) {
		str_add(&name, " OR ");
		str_add_line(&name, item->alias);
	}
	width = locale_columns(name.text);
	str_addf(out, "  %s", mark);
	locale_colored(out, o->color ? COLOR_BOLD : "", name.text);
	if (*kind || deprecated || marked)
		str_addf(out, "%*s%s ", (int)(width < NAME_COLUMNS ? NAME_COLUMNS - width - 1 : 0), "", mark);
	if (*kind)
		str_addf(out, "[%s]", kind);
	if (marked) {
		str_add(out, *kind ? " " : "");
		locale_colored(out, o->color ? COLOR_UNSURE : "", marks[item->state]);
	}
	if (deprecated)
		str_addf(out, "%s(deprecated)", *kind || marked ? " " : "");
	str_add(out, "\n");
}

static void list_text_add_unit(struct str *text, const struct listed *item)
{
	/* otherwise the name has the unit, or it needs none */
	bool show = text->len || (item->vendor && !item->core);

	show &= item->kind == LISTED_PMU;
	show |= item->kind == LISTED_METRIC && strncmp(item->unit, "cpu_", 4) == 0;
	if (!show)
		return;
	if (text->len)
		str_add(text, text->text[text->len - 1] == '.' ? " " : ". ");
	str_addf(text, "Unit: %s", item->unit);
}

static void add_description(struct str *out, const struct listed *item, const struct list_opts *o)
{
	bool is_long = o->long_text && *item->detail;
	LOCAL(str) text = {0};

	if (is_long)
		str_add(&text, item->detail);
	else if (o->descriptions || o->long_text)
		str_add(&text, item->summary);
	if (o->descriptions && !o->as_perf && !text.len)
		str_add(&text, *item->detail ? item->detail : item->plain);
	if (o->descriptions && !is_long)
		list_text_add_unit(&text, item);
	/* for a metric without a description its expression says most */
	if ((o->long_text || (o->descriptions && !o->as_perf)) && !o->details && !text.len)
		str_add(&text, item->expr);
	if (text.len)
		add_wrapped(out, text.text, o);
}

static void add_details(struct str *out, const struct listed *item, const struct list_opts *o)
{
	if (!o->details)
		return;
	if (*item->encoding) {
		str_addf(out, "%*s", INDENT, "");
		str_add_line(out, item->encoding);
		str_add(out, "\n");
	}
	if (*item->expr)
		add_wrapped(out, item->expr, o);
	if (*item->threshold)
		add_wrapped(out, item->threshold, o);
}

static void list_text_add_row(struct str *out, const struct listed *item, const char *kind,
			      const struct list_opts *o)
{
	list_text_add_name(out, item, kind, o);
	add_description(out, item, o);
	add_details(out, item, o);
}

static void list_text_add_events(struct str *out, const struct list_section *s, const struct list_opts *o)
{
	const char *topic = "";

	for (size_t i = 0; i < s->n; i++) {
		const struct listed *item = &s->listing->item[s->chosen[i]];

		if (item->kind == LISTED_METRIC)
			continue;
		if (strcmp(item->topic, topic) != 0) {
			str_add(out, out->len || *item->topic ? "\n" : "");
			str_add_line(out, item->topic);
			str_add(out, *item->topic ? ":\n" : "");
		}
		topic = item->topic;
		list_text_add_row(out, item, *topic ? "" : list_kinds[item->kind], o);
	}
}

/* "name: [description]" on one line, however long, as perf has it. */
static void list_text_add_group(struct str *out, const struct list_section *s, const struct list_member *m,
				const struct list_opts *o)
{
	const struct catalog *catalog = s->listing->catalog;
	bool alone = s->query->metrics == LIST_GROUPS;
	LOCAL(str) name = {0};
	const char *summary;

	str_add_n(&name, m->group, m->len);
	summary = catalog && (o->descriptions || o->long_text) ?
		  catalog_group_summary(catalog, name.text) : "";
	str_add(out, alone ? "" : "\n");
	str_add_line(out, name.text);
	str_add(out, alone ? "" : ":");
	if (*summary) {
		str_add(out, " [");
		str_add_line(out, summary);
		str_add(out, "]");
	}
	str_add(out, "\n");
}

static void list_text_add_metrics(struct str *out, const struct list_section *s, const struct list_opts *o)
{
	enum list_metrics way = s->query->metrics;
	FREED struct list_member *member = NULL;
	size_t n = list_members(s, &member);

	if (n)
		str_add(out, way == LIST_METRICS ? "\nMetrics:\n\n" : "\nMetric Groups:\n");
	if (n && way == LIST_GROUPS)
		str_add(out, "\n");
	for (size_t i = 0; i < n; i++) {
		if (member[i].first && way != LIST_METRICS)
			list_text_add_group(out, s, &member[i], o);
		if (way != LIST_GROUPS)
			list_text_add_row(out, &s->listing->item[member[i].item], "", o);
	}
}

/* --- what can be counted here comes first ------------------------------------------------------------ */

/* In the order in which they are shown. */
static const struct list_part {
	enum listed_state state;
	const char *title;
} list_parts[] = {
	{ LISTED_HERE, NULL },
	{ LISTED_DENIED, "You may not count these here ('pstat doctor' says why):" },
	{ LISTED_ABSENT, "These cannot be counted on this machine ('pstat doctor' says why):" },
};

/* The rows of a part: those that match by name, or the others. */
static void list_text_add_rows(struct str *out, const struct list_section *s, const struct list_part *part,
			       bool named, const struct list_opts *o)
{
	size_t *chosen = mem_resize(NULL, s->n, sizeof(*chosen));
	bool untried = part->state == LISTED_HERE;
	struct list_section rows = *s;

	rows.n = 0;
	rows.chosen = chosen;
	for (size_t i = 0; i < s->n; i++) {
		const struct listed *item = &s->listing->item[s->chosen[i]];

		if ((item->state == part->state || (untried && item->state == LISTED_UNTRIED)) &&
		    list_query_names(s->query, item, item->groups) == named)
			chosen[rows.n++] = s->chosen[i];
	}
	list_text_add_events(out, &rows, o);
	list_text_add_metrics(out, &rows, o);
	free(chosen);
}

static void list_text_add_parts(struct str *out, const struct list_section *s, const struct list_opts *o)
{
	for (size_t i = 0; i < sizeof(list_parts) / sizeof(*list_parts); i++) {
		const struct list_part *part = &list_parts[i];
		LOCAL(str) rows = {0};

		list_text_add_rows(&rows, s, part, true, o);
		list_text_add_rows(&rows, s, part, false, o);
		if (rows.len && part->title)
			str_addf(out, "%s%s\n%s", out->len ? "\n" : "", part->title,
				 *rows.text == '\n' ? "" : "\n");
		if (rows.len)
			str_add(out, rows.text);
	}
}

static void list_text_add_section(struct str *out, const struct list_section *s, const struct list_opts *o)
{
	size_t before = out->len;
	LOCAL(str) text = {0};

	/* perf has only what can be counted; of another CPU nothing can; a group may have both */
	if (o->as_perf || o->everything || s->query->metrics == LIST_GROUPS) {
		list_text_add_events(out, s, o);
		list_text_add_metrics(out, s, o);
	} else {
		list_text_add_parts(out, s, o);
	}
	if (!o->terminal || out->len == before)
		return;
	str_add(&text, out->text + before);
	out->text[out->len = before] = '\0';
	line_fit_columns(&text, o->columns);
	line_fit(out, text.text, o->columns, INDENT);
}

const struct list_printer list_text = { .section = list_text_add_section };
