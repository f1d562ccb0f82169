/* SPDX-License-Identifier: MIT */
/* Writes the JSON of perf list, a key on each line; the key Available is pstat's own. */

#include "base/json_writer.h"
#include "list/list.h"
#include "list/list_printer.h"

const char *const list_kinds[LISTED_KINDS] = {
	[LISTED_HARDWARE] = "Hardware event", [LISTED_SOFTWARE] = "Software event",
	[LISTED_TOOL] = "Tool event", [LISTED_CACHE] = "Hardware cache event",
	[LISTED_PMU] = "Kernel PMU event", [LISTED_RAW] = "Raw event descriptor",
	[LISTED_BREAKPOINT] = "Hardware breakpoint", [LISTED_TRACEPOINT] = "Tracepoint event",
	[LISTED_METRIC] = "", [LISTED_BUILTIN] = "",
};

static void add_key(struct str *out, const char *key, const char *value, size_t start)
{
	if (!*value)
		return;
	str_addf(out, "%s\t\"%s\": ", out->len > start ? ",\n" : "", key);
	json_quote(out, value);
}

static void add_available(struct str *out, const struct listed *item, const struct list_opts *o, size_t start)
{
	if (!o->as_perf)
		add_key(out, "Available", item->state == LISTED_HERE ? "1" : "0", start);
}

static void list_json_add_event(struct str *out, const struct listed *item, const struct list_opts *o)
{
	size_t start = out->len;

	add_key(out, "Unit", item->unit, start);
	add_key(out, "Topic", item->topic, start);
	add_key(out, "EventName", item->name, start);
	add_key(out, "EventAlias", item->alias, start);
	add_key(out, "ScaleUnit", item->scale_unit, start);
	add_key(out, "EventType", list_kinds[item->kind], start);
	add_key(out, "Deprecated", item->deprecated ? "1" : "", start);
	add_key(out, "BriefDescription", item->summary, start);
	add_key(out, "PublicDescription", item->detail, start);
	add_key(out, "Encoding", item->encoding, start);
	add_available(out, item, o, start);
}

static void list_json_add_metric(struct str *out, const struct listed *item, const struct list_opts *o)
{
	size_t start = out->len;

	add_key(out, "Unit", item->unit, start);
	add_key(out, "MetricGroup", item->groups, start);
	add_key(out, "MetricName", item->name, start);
	add_key(out, "MetricExpr", item->expr, start);
	add_key(out, "MetricThreshold", item->threshold, start);
	add_key(out, "ScaleUnit", item->scale_unit, start);
	add_key(out, "BriefDescription", item->summary, start);
	add_key(out, "PublicDescription", item->detail, start);
	add_available(out, item, o, start);
}

static void list_json_begin(struct str *out)
{
	str_add(out, "[\n");
}

static void list_json_add_section(struct str *out, const struct list_section *s, const struct list_opts *o)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct listed *item = &s->listing->item[s->chosen[i]];

		str_add(out, s->before || i ? ",\n{\n" : "{\n");
		(item->kind == LISTED_METRIC ? list_json_add_metric : list_json_add_event)(out, item, o);
		str_add(out, "\n}");
	}
}

static void list_json_end(struct str *out)
{
	str_add(out, out->len && out->text[out->len - 1] == '\n' ? "]\n" : "\n]\n");
}

const struct list_printer list_json = { LIST_ENCODINGS | LIST_DEPRECATED, list_json_begin,
					list_json_add_section, list_json_end };
