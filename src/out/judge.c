/* SPDX-License-Identifier: MIT */
/* The formats there are for judgements, and how several judgements become one document. */
#include "out/judge.h"

#include <stdbool.h>
#include <string.h>

extern const struct judge judged_text, judged_csv, judged_json, judged_ndjson, judged_markdown,
			  judged_openmetrics, judged_junit, judged_github, judged_gha_json, judged_bmf;

const struct judge *const judges[] = {
	&judged_text, &judged_csv, &judged_json, &judged_ndjson, &judged_markdown, &judged_openmetrics,
	&judged_junit, &judged_github, &judged_gha_json, &judged_bmf, NULL,
};

const struct judge *judge_find(const char *name)
{
	for (size_t i = 0; judges[i]; i++)
		if (strcmp(judges[i]->name, name) == 0)
			return judges[i];
	return NULL;
}

/* --- several of them ------------------------------------------------------------------------------- */

/* A line of g->names. */
static void name_line(struct str *line, const struct judgement *j, size_t side, size_t nth)
{
	str_reset(line);
	str_addf(line, "%zu ", nth);
	judgement_add_name(line, j, side);
	str_add(line, "\n");
}

static bool is_line(const void *names, size_t at, const void *line)
{
	return strncmp((const char *)names + at, line, strlen(line)) == 0;
}

static bool is_taken(const struct gathered *g, const struct judgement *j, size_t nth)
{
	struct str line = {0};
	bool taken = false;

	for (size_t i = 0; i < j->n_sides && !taken; i++) {
		name_line(&line, j, i, nth);
		taken = index_find(&g->lines, index_hash(0, line.text), is_line, g->names.text, line.text) !=
			INDEX_NONE;
	}
	str_release(&line);
	return taken;
}

/* So that no two judgements have a name and an nth in common. */
static void take_names(struct gathered *g, const struct judgement *j)
{
	struct str line = {0};

	for (g->nth = 1; is_taken(g, j, g->nth);)
		g->nth++;
	for (size_t i = 0; i < j->n_sides; i++) {
		name_line(&line, j, i, g->nth);
		index_add(&g->lines, index_hash(0, line.text), g->names.len);
		str_add(&g->names, line.text);
	}
	str_release(&line);
}

void gathered_add_part(struct str *out, const struct gathered *g, size_t part)
{
	str_add(out, g->part[part].len ? g->part[part].text : "");
}

void gathered_add_nth(struct str *out, const struct gathered *g)
{
	if (g->nth > 1)
		str_addf(out, " #%zu", g->nth);
}

void judge_add(const struct judge *judge, struct gathered *g, struct str *out, const struct judgement *j,
	       const struct style *s)
{
	if (judge->print) {
		judge->print(out, j, s);
	} else {
		take_names(g, j);
		g->mode = j->opts.mode;
		judge->add(g, j, s);
	}
	if (judgement_is_nothing(j) && !g->n_nothing++)
		str_add_line(&g->nothing, j->line);
	g->n++;
	g->n_sides += j->n_sides;
}

bool gathered_is_nothing(const struct gathered *g)
{
	return g->n && g->n_nothing == g->n;
}

void judge_end(const struct judge *judge, struct gathered *g, struct str *out)
{
	if (judge->end)
		judge->end(out, g);
	gathered_release(g);
}

void gathered_release(struct gathered *g)
{
	for (size_t i = 0; i < GATHERED_PARTS; i++)
		str_release(&g->part[i]);
	str_release(&g->names);
	str_release(&g->nothing);
	index_release(&g->lines);
	*g = (struct gathered){0};
}
