/* SPDX-License-Identifier: MIT */
/*
 * Writes annotations: lines of the log that GitHub's runner shows at the top of the run.
 *
 * Errors are a regression, a row that could not be compared, and a gate that checked no limit at all.  An
 * inconclusive row is a warning, unless --inconclusive=fail makes it an error.  What --update has accepted
 * is a warning, and so are a benchmark in which no limit was checked and a row that got better by more than
 * half.  Nothing else has a line, but for the lines of code that explain one of these: their annotations
 * stand at the lines of the pull request.
 */
#include "format/github.h"

#include <math.h>
#include <string.h>

#include "benchmark/report.h"
#include "compare/comparison_where.h"
#include "compare/effect.h"
#include "format/comparison_document.h"
#include "format/comparison_words.h"
#include "format/conclusion.h"
#include "format/format.h"
#include "format/style.h"
#include "format/where/where_words.h"
#include "where/where_block.h"

/* In a property of the command, two more characters have a meaning. */
static void add_escaped(struct str *out, const char *text, bool property)
{
	for (; *text; text++)
		if (strchr(property ? "%\r\n:," : "%\r\n", *text))
			str_addf(out, "%%%02X", (unsigned char)*text);
		else
			str_add_n(out, text, 1);
}

/* Where a message belongs, in a file of the repository; NULL: to the whole run. */
struct github_line {
	const char *file;
	unsigned line;
};

static void github_add_command(struct str *out, const char *command, const struct github_line *at,
			       const char *title, const char *message)
{
	str_addf(out, "::%s ", command);
	if (at) {
		str_add(out, "file=");
		add_escaped(out, at->file, true);
		str_addf(out, ",line=%u,", at->line);
	}
	str_add(out, "title=");
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
	str_add(out, cmp->opts.injected > 0 ? "; injected" : "");
}

/* Whether it has an annotation. */
static bool github_add_verdict(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	const struct row_comparison *c = comparison_row(cmp, side, row);
	const char *command = command_of(cmp, c);
	LOCAL(str) title = {0}, message = {0};

	if (!command)
		return false;
	str_add_line(&title, cmp->row[row].of->name);
	str_addf(&title, ": %s", compare_verdicts[c->verdict].english);
	add_message(&message, cmp, side, row);
	github_add_command(out, command, NULL, str_text(&title), str_text(&message));
	return true;
}

/* A row that passes, but has to be looked at. */
static void github_add_suspicion(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	LOCAL(str) title = {0}, message = {0};

	str_add_line(&title, cmp->row[row].of->name);
	str_add(&title, ": suspicious");
	comparison_add_name(&message, cmp, side);
	str_add(&message, ": ");
	words_add_suspicion(&message, cmp, side, row, &style_plain);
	str_addf(&message, ": %s", words_suspicion);
	github_add_command(out, "warning", NULL, str_text(&title), str_text(&message));
}

/* The annotations of a row; returns their number. */
static size_t github_add_row(struct str *out, const struct comparison *cmp, size_t side, size_t row)
{
	size_t n = github_add_verdict(out, cmp, side, row);

	if (!effect_is_suspicious(cmp, comparison_row(cmp, side, row)))
		return n;
	github_add_suspicion(out, cmp, side, row);
	return n + 1;
}

/* --- lines of code ------------------------------------------------------------------------------------ */

enum { GITHUB_SHOWS = 10 };	/* annotations of a kind in a step */

static const double github_least_share = 0.05;

/* The path below the folder of the repository; NULL: it is not there. */
static const char *path_below(const char *folder, const char *path)
{
	size_t n = folder ? strlen(folder) : 0;

	while (n && folder[n - 1] == '/')
		n--;
	return n && strncmp(path, folder, n) == 0 && path[n] == '/' && path[n + 1] ? path + n + 1 : NULL;
}

/* "lex.c:214: +8,104,000 instructions, 82 % of the change" */
static void github_add_line(struct str *out, const char *command, const struct comparison *cmp, size_t row,
			    const struct where_row *r, const char *file)
{
	const struct github_line at = { file, r->line };
	LOCAL(str) title = {0}, message = {0};

	str_add_line(&title, cmp->row[row].of->name);
	if (fabs(r->share) < 0.005)
		str_add(&title, ": under 1 % of the change");
	else
		str_addf(&title, ": %.0f %% of the change", 100 * r->share);
	where_words_add_change(&message, r->change, &style_plain);
	str_add(&message, " instructions");
	str_add(&message, r->is_new ? ", a new line" : r->is_edited ? ", an edited line" : "");
	if (r->text) {
		str_add(&message, ": ");
		where_words_add_source(&message, r->text + strspn(r->text, " \t"));
	}
	github_add_command(out, command, &at, str_text(&title), str_text(&message));
}

/*
 * An edited line may do little itself, or even less than before, and call what does more; so may a new one,
 * which is marked only if no line above is.
 */
static bool github_is_marked(const struct where_row *r, bool first)
{
	return r->kind == WHERE_LINE && !r->is_gone &&
	       (r->is_edited || (r->is_new && first) || r->share >= github_least_share);
}

/* Its heaviest lines that are files of the repository; returns how many. */
static size_t github_add_lines(struct str *out, const struct comparison *cmp, size_t side, size_t row,
			       size_t most)
{
	const struct where_block *w = comparison_where(cmp, side, row);
	const char *command = command_of(cmp, comparison_row(cmp, side, row));
	size_t n = 0;

	for (size_t i = 0; w && command && i < w->n_rows && n < most; i++) {
		const struct where_row *r = &w->row[i];
		const char *file = path_below(cmp->opts.sources, r->file);

		if (file && github_is_marked(r, !n)) {
			github_add_line(out, command, cmp, row, r, file);
			n++;
		}
	}
	return n;
}

/* After the verdicts, which have room first; of several benchmarks each has one line. */
static void github_add_where(struct str *out, const struct comparison *cmp, size_t verdicts)
{
	size_t left = verdicts < GITHUB_SHOWS ? GITHUB_SHOWS - verdicts : 0;

	if (cmp->opts.several && left)
		left = 1;
	for (size_t side = 1; side < cmp->n_sides; side++)
		for (size_t row = 0; row < cmp->n_rows; row++)
			left -= github_add_lines(out, cmp, side, row, left);
}

/* ----------------------------------------------------------------------------------------------------- */

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

void github_add_message(struct str *out, const char *command, const char *message)
{
	LOCAL(str) text = {0};

	str_add_line(&text, message);
	github_add_command(out, command, NULL, "pstat", str_text(&text));
}

void github_add_notice(struct str *out, const char *title, const char *message)
{
	LOCAL(str) text = {0};

	str_add_visible(&text, message);
	github_add_command(out, "notice", NULL, title, str_text(&text));
}

static void github_add_note(struct str *out, const struct comparison *cmp, const struct comparison_note *n)
{
	LOCAL(str) message = {0};

	if (n->gravity != GRAVITY_ERROR)
		return;
	if (n->side >= 0) {
		comparison_add_name(&message, cmp, (size_t)n->side);
		str_add(&message, ": ");
	}
	str_add_line(&message, n->text);
	github_add_command(out, "error", NULL, "pstat", str_text(&message));
}

/* A warning only: other benchmarks may have had limits. */
static void add_nothing(struct str *out, const struct comparison *cmp)
{
	LOCAL(str) message = {0};

	comparison_add_name(&message, cmp, cmp->n_sides - 1);
	str_add(&message, ": ");
	conclusion_add(&message, cmp, &style_plain);
	github_add_command(out, "warning", NULL, "pstat", str_text(&message));
}

static void github_comparison_print(struct str *out, const struct comparison *cmp, const struct style *s)
{
	size_t verdicts = 0;

	(void)s;
	if (comparison_is_nothing(cmp) && cmp->opts.several)
		add_nothing(out, cmp);
	for (size_t i = 0; i < cmp->n_notes; i++)
		github_add_note(out, cmp, &cmp->note[i]);
	for (size_t side = 1; side < cmp->n_sides; side++)
		for (size_t row = 0; row < cmp->n_rows; row++)
			verdicts += github_add_row(out, cmp, side, row);
	github_add_where(out, cmp, verdicts);
}

static void github_comparison_end(struct str *out, const struct comparison_document *doc)
{
	if (comparison_document_is_nothing(doc))
		github_add_message(out, "error", doc->nothing.text);
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
