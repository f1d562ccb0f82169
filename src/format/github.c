/* SPDX-License-Identifier: MIT */
/*
 * Writes annotations: lines of the log that GitHub's runner shows at the top of the run.
 *
 * Errors are a regression, a row that could not be compared, and a gate that checked no limit at all.  An
 * inconclusive row is a warning, unless --inconclusive=fail makes it an error.  What --update has accepted
 * is a warning, and so is a benchmark in which no limit was checked.  Nothing else has a line.
 */
#include "format/github.h"

#include <string.h>

#include "benchmark/report.h"
#include "compare/effect.h"
#include "format/comparison_document.h"
#include "format/comparison_words.h"
#include "format/conclusion.h"
#include "format/format.h"
#include "format/style.h"

/* In a property of the command, two more characters have a meaning. */
static void add_escaped(struct str *out, const char *text, bool property)
{
	for (; *text; text++)
		if (strchr(property ? "%\r\n:," : "%\r\n", *text))
			str_addf(out, "%%%02X", (unsigned char)*text);
		else
			str_add_n(out, text, 1);
}

static void github_add_command(struct str *out, const char *command, const char *title, const char *message)
{
	str_addf(out, "::%s title=", command);
	add_escaped(out, title, true);
	str_add(out, "::");
	add_escaped(out, message, false);
	str_add(out, "\n");
}

/* NULL: it has no annotation. */
static const char *command_of(const struct comparison *cmp, const struct row_comparison *c)
{
	static const char *const commands[] = { [EFFECT_WARNS] = "warning", [EFFECT_FAILS] = "error" };

	return commands[effect_of_row(cmp, c)];
}

/* "prog: instructions:u +2.31 % [+2.29, +2.33], limit +1 %" */
static void add_message(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	comparison_add_name(out, cmp, side);
	str_add(out, ": ");
	str_add_line(out, cmp->row[row].of->name);
	words_add_outcome(out, cmp, side, row, " ", &style_plain);
	str_add(out, cmp->opts.accepted ? "; accepted by --update" : "");
}

static void github_add_row(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	const char *command = command_of(cmp, c);
	struct str title = {0}, message = {0};

	if (!command)
		return;
	str_add_line(&title, cmp->row[row].of->name);
	str_addf(&title, ": %s", compare_verdicts[c->verdict].english);
	add_message(&message, cmp, side, row);
	github_add_command(out, command, str_text(&title), str_text(&message));
	str_release(&title);
	str_release(&message);
}

bool github_has_errors(const struct comparison *cmp)
{
	bool errors = false;

	for (size_t i = 0; i < cmp->n_notes; i++)
		errors |= cmp->note[i].gravity == GRAVITY_ERROR;
	for (size_t i = 0; i < cmp->n_comparisons; i++) {
		const char *command = command_of(cmp, &cmp->comparison[i]);

		errors |= command && strcmp(command, "error") == 0;
	}
	return errors;
}

void github_add_error(struct str *out, const char *message)
{
	struct str text = {0};

	str_add_line(&text, message);
	github_add_command(out, "error", "pstat", str_text(&text));
	str_release(&text);
}

void github_add_notice(struct str *out, const char *title, const char *message)
{
	struct str text = {0};

	str_add_visible(&text, message);
	github_add_command(out, "notice", title, str_text(&text));
	str_release(&text);
}

static void github_add_note(struct str *out, const struct comparison *cmp, const struct comparison_note *n)
{
	struct str message = {0};

	if (n->gravity != GRAVITY_ERROR)
		return;
	if (n->side >= 0) {
		comparison_add_name(&message, cmp, (size_t)n->side);
		str_add(&message, ": ");
	}
	str_add_line(&message, n->text);
	github_add_command(out, "error", "pstat", str_text(&message));
	str_release(&message);
}

/* A warning only: other benchmarks may have had limits. */
static void add_nothing(struct str *out, const struct comparison *cmp)
{
	struct str message = {0};

	comparison_add_name(&message, cmp, cmp->n_sides - 1);
	str_add(&message, ": ");
	conclusion_add(&message, cmp, &style_plain);
	github_add_command(out, "warning", "pstat", str_text(&message));
	str_release(&message);
}

static void github_comparison_print(struct str *out, const struct comparison *cmp, const struct style *s)
{
	(void)s;
	if (comparison_is_nothing(cmp) && cmp->opts.several)
		add_nothing(out, cmp);
	for (size_t i = 0; i < cmp->n_notes; i++)
		github_add_note(out, cmp, &cmp->note[i]);
	for (size_t side = 1; side < cmp->n_sides; side++)
		for (size_t row = 0; row < cmp->n_rows; row++)
			github_add_row(out, cmp, side, row);
}

static void github_comparison_end(struct str *out, const struct comparison_document *doc)
{
	if (comparison_document_is_nothing(doc))
		github_add_error(out, doc->nothing.text);
}

extern const struct format format_github;
const struct format format_github = {
	.name = "github",
	.flags = FORMAT_VERDICTS,
	.comparison =
		&(const struct comparison_format){
			.summary = "annotations for the log of a GitHub workflow",
			.print = github_comparison_print,
			.end = github_comparison_end,
		},
};
