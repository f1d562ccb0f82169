/* SPDX-License-Identifier: MIT */
/* Keeps the findings of doctor, and shows them as text on one screen or as JSON. */
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/line_fit.h"
#include "base/mem.h"
#include "doctor/findings.h"
#include "format/locale_text.h"
#include "format/style.h"
#include "host/facts.h"

const char *const finding_words[] = {
	[FINDING_OK] = "ok", [FINDING_LIMITED] = "limited", [FINDING_NO] = "no", [FINDING_NOTE] = "note",
	[FINDING_UNKNOWN] = "unknown",
};

void findings_add(struct findings *f, const struct finding_rule *rule, enum finding_status status,
		  const char *fmt, ...)
{
	struct str what = {0};
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&what, fmt, ap);
	va_end(ap);
	f->finding = mem_resize(f->finding, f->n + 1, sizeof(*f->finding));
	f->finding[f->n++] = (struct finding){
		.code = rule->code, .subject = mem_copy_text(rule->subject),
		.status = status, .what = what.text,
	};
}

void findings_why(struct findings *f, const char *why)
{
	if (why && *why)
		f->finding[f->n - 1].why = mem_copy_text(why);
}

static bool needs_root(const char *command)
{
	static const char *const programs[] = {
		"sysctl ", "setcap ", "mount ", "cpupower ", "echo ", "lsof ", "dmesg ", "prlimit ",
		"apt-get ", "dnf ", "apk ", "pacman ", "zypper ",
	};

	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
		if (strncmp(command, programs[i], strlen(programs[i])) == 0)
			return true;
	return false;
}

void findings_remedy(struct findings *f, const char *fmt, ...)
{
	struct str text = {0};
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&text, fmt, ap);
	va_end(ap);
	if (text.len) {
		f->finding[f->n - 1].remedy = text.text;
		f->finding[f->n - 1].as_root = !f->of_root && needs_root(text.text);
	} else {
		str_release(&text);
	}
}

void findings_value(struct findings *f, const char *name, int64_t number)
{
	struct finding *last = &f->finding[f->n - 1];

	if (last->n_values < FINDING_VALUES)
		last->value[last->n_values++] = (struct finding_value){ name, number };
}

void findings_release(struct findings *f)
{
	for (size_t i = 0; i < f->n; i++) {
		free(f->finding[i].subject);
		free(f->finding[i].what);
		free(f->finding[i].why);
		free(f->finding[i].remedy);
	}
	free(f->finding);
	*f = (struct findings){0};
}

/* --- text ------------------------------------------------------------------------------------------ */

enum { WIDTH = 80, STATUS = 8, SUBJECT = 11, INDENT = 28 };	/* columns */

/* Wraps words at width and indents the next lines; *column: of the cursor. */
static void add_wrapped(struct str *out, size_t *column, const char *text, size_t width)
{
	while (*text) {
		size_t n = strcspn(text, " ");
		size_t blanks = strspn(text + n, " ");

		if (*column > INDENT && *column + n > width) {
			while (out->len && out->text[out->len - 1] == ' ')
				out->text[--out->len] = '\0';
			str_addf(out, "\n%*s", INDENT, "");
			*column = INDENT;
		}
		str_add_n(out, text, n + blanks);
		*column += n + blanks;
		text += n + blanks;
	}
}

/* An earlier row has said it already. */
static bool is_said(const struct findings *f, size_t i, const char *text)
{
	for (size_t k = 0; k < i; k++)
		if ((f->finding[k].why && strcmp(f->finding[k].why, text) == 0) ||
		    (f->finding[k].remedy && strcmp(f->finding[k].remedy, text) == 0))
			return true;
	return false;
}

static void add_status(struct str *out, const struct findings *f, enum finding_status status)
{
	static const char *const colors[] = {
		[FINDING_OK] = COLOR_BETTER, [FINDING_LIMITED] = COLOR_UNSURE, [FINDING_NO] = COLOR_WORSE,
		[FINDING_NOTE] = COLOR_BOLD, [FINDING_UNKNOWN] = "",
	};
	size_t used = strlen(finding_words[status]);

	str_add(out, "  ");
	locale_colored(out, f->color ? colors[status] : "", finding_words[status]);
	locale_pad(out, used, STATUS);
}

/* People copy a command: it is broken after &&, where a shell reads on. */
static void add_remedy(struct str *out, const struct finding *one, size_t width)
{
	static const char and[] = " && ";
	const char *arrow = one->as_root ? "-> as root: " : "-> ", *remedy, *next;
	size_t indent = SUBJECT + strlen(arrow);
	LOCAL(str) line = {0};

	str_add_line(&line, one->remedy);
	str_addf(out, "\n%*s%s", SUBJECT, "", arrow);
	for (remedy = line.text; indent + strlen(remedy) > width && (next = strstr(remedy, and)); ) {
		str_add_n(out, remedy, (size_t)(next - remedy) + strlen(and) - 1);
		str_addf(out, "\n%*s", (int)indent, "");
		remedy = next + strlen(and);
	}
	str_add(out, remedy);
}

static void text_row(struct str *out, const struct findings *f, size_t i, size_t width)
{
	const struct finding *one = &f->finding[i];
	bool said = one->why && is_said(f, i, one->why);
	LOCAL(str) subject = {0}, line = {0};
	size_t column = INDENT;

	str_add_line(&subject, one->subject);
	str_add_line(&line, one->what);
	if (one->why) {
		str_add(&line, ": ");
		str_add_line(&line, said ? "as above" : one->why);
	}
	add_status(out, f, one->status);
	str_addf(out, " %-*s", INDENT - SUBJECT, str_text(&subject));
	add_wrapped(out, &column, line.text, width);
	if (one->remedy && !said && !is_said(f, i, one->remedy))
		add_remedy(out, one, width);
	str_add(out, "\n");
}

/* All unknown findings share one row. */
static void text_unknown(struct str *out, const struct findings *f, size_t width)
{
	LOCAL(str) names = {0};
	size_t column = INDENT;

	for (size_t i = 0; i < f->n; i++) {
		if (f->finding[i].status != FINDING_UNKNOWN)
			continue;
		str_add(&names, names.len ? ", " : "");
		str_add_line(&names, f->finding[i].what);
	}
	if (names.len) {
		str_addf(out, "  %-8s %-*s", finding_words[FINDING_UNKNOWN], INDENT - SUBJECT, "the rest");
		add_wrapped(out, &column, names.text, width);
		str_add(out, "\n");
	}
}

static void text_host(struct str *out, const struct host_facts *h)
{
	str_add(out, "Linux ");
	str_add_line(out, h->kernel ? h->kernel : "(unknown)");
	if (h->arch) {
		str_add(out, " on ");
		str_add_line(out, h->arch);
	}
	if (h->hypervisor) {
		str_add(out, ", virtual (");
		str_add_line(out, strcmp(h->hypervisor, "unknown") == 0 ? "unknown hypervisor" :
			     h->hypervisor);
		str_add(out, ")");
	}
	str_add(out, "\n");
	str_add_line(out, h->cpu ? h->cpu : "unknown CPU");
	if (h->cpus != HOST_UNKNOWN)
		str_addf(out, ", %d CPU%s", h->cpus, h->cpus == 1 ? "" : "s");
	str_add(out, "\n");
}

static void findings_write_text(struct str *out, const struct findings *f, const struct host_facts *host,
				size_t width)
{
	text_host(out, host);
	str_addf(out, "%s\n\n", !f->countable ? "Not all of the default events can be counted." :
		 f->n && f->finding[0].status == FINDING_LIMITED ?
		 "The default events can be counted, within limits." : "The default events can be counted.");
	for (size_t i = 0; i < f->n; i++)
		if (f->finding[i].status != FINDING_UNKNOWN)
			text_row(out, f, i, width);
	text_unknown(out, f, width);
}

void findings_text(struct str *out, const struct findings *f, const struct host_facts *host, size_t columns)
{
	LOCAL(str) text = {0};

	findings_write_text(&text, f, host, columns && columns < WIDTH ? columns : WIDTH);
	if (columns)		/* breaks long words and commands */
		line_fit(out, text.text, columns, SUBJECT);
	else
		str_add(out, text.text);
}

/* --- JSON ------------------------------------------------------------------------------------------ */

static void json_host(struct json_writer *j, const struct host_facts *h)
{
	static const size_t shown[] = {
		offsetof(struct host_facts, kernel), offsetof(struct host_facts, arch),
		offsetof(struct host_facts, cpu), offsetof(struct host_facts, cpus),
		offsetof(struct host_facts, hypervisor),
	};

	json_open(j, "host", '{');
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++)
		member_write(j, host_member(shown[i]), h);
	json_close(j, '}');
}

static void json_finding(struct json_writer *j, const struct finding *one)
{
	json_open(j, NULL, '{');
	json_text(j, "code", one->code);
	json_text(j, "subject", one->subject);
	json_text(j, "status", finding_words[one->status]);
	json_text(j, "what", one->what);
	json_text(j, "why", one->why);
	json_text(j, "remedy", one->remedy);
	json_bool(j, "as_root", one->as_root);
	json_open(j, "values", '{');
	for (size_t i = 0; i < one->n_values; i++)
		json_i64(j, one->value[i].name, one->value[i].number);
	json_close(j, '}');
	json_close(j, '}');
}

void findings_json(struct str *out, const struct findings *f, const struct host_facts *host,
		   const char *version)
{
	struct json_writer j = { .out = out };

	json_open_lines(&j, NULL, '{');
	json_text(&j, "schema", "pstat-doctor/1");
	json_text(&j, "version", version);
	json_bool(&j, "countable", f->countable);
	json_host(&j, host);
	json_open_lines(&j, "findings", '[');
	for (size_t i = 0; i < f->n; i++)
		json_finding(&j, &f->finding[i]);
	json_close(&j, ']');
	json_close(&j, '}');
	str_add(out, "\n");
}
