/* SPDX-License-Identifier: MIT */
/*
 * Parses event strings by recursive descent: a list of events and groups with modifiers.
 *
 * `at` never moves back beyond the start of the current event. An error points at the character that could
 * not be parsed.
 */
#include "event/spec.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "event/event_names.h"

enum { TEXT_LIMIT = 1 << 20, MODIFIERS_LIMIT = 16 };

static const struct {
	char letter;
	unsigned flag;		/* 0: p, which is counted */
	const char *meaning;
} modifier_defs[] = {
	{ 'u', SPEC_USER,	"user" },	{ 'k', SPEC_KERNEL,	    "kernel" },
	{ 'h', SPEC_HYPERVISOR,	"hypervisor" },	{ 'I', SPEC_IDLE,	    "not idle" },
	{ 'G', SPEC_GUEST,	"guest" },	{ 'H', SPEC_HOST,	    "host" },
	{ 'p', 0,		"precise" },	{ 'P', SPEC_PRECISE_MAX,    "most precise" },
	{ 'S', SPEC_SAMPLE_READ, "sample read" }, { 'D', SPEC_PINNED,	    "pinned" },
	{ 'W', SPEC_WEAK,	"weak" },	{ 'e', SPEC_EXCLUSIVE,	    "exclusive" },
	{ 'b', SPEC_BPF,	"BPF" },	{ 'R', SPEC_RETIRE_LATENCY, "retire latency" },
	{ 'X', SPEC_NO_REGROUP,	"not regrouped" },
};

struct parser {
	struct specs *specs;
	const char *text;
	size_t at;
	int group;		/* current group; -1: none */
	struct error *err;
};

static int spec_fail(struct parser *p, size_t at, const char *message)
{
	error_set(p->err, ERROR_USAGE, 0, "%s", message);
	return error_point(p->err, p->text, at);
}

static char *copy_text(const char *text, size_t n)
{
	char *t = mem_resize(NULL, n + 1, 1);

	memcpy(t, text, n);
	t[n] = '\0';
	return t;
}

static char *copy_from(const struct parser *p, size_t from)
{
	return copy_text(p->text + from, p->at - from);
}

static void skip_blanks(struct parser *p)
{
	p->at += strspn(p->text + p->at, " \t\r\n");
}

static bool name_begins(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_*?[]", c));
}

static size_t name_length(const char *s, const char *more)
{
	size_t n = 0;

	if (!name_begins(*s))
		return 0;
	while (name_begins(s[n]) || (s[n] && (strchr(".!-", s[n]) || strchr(more, s[n]))))
		n++;
	return n;
}

/* --- modifiers ---------------------------------------------------------------------------- */

static int find_modifier(char letter)
{
	for (size_t i = 0; i < sizeof(modifier_defs) / sizeof(*modifier_defs); i++)
		if (modifier_defs[i].letter == letter)
			return (int)i;
	return -1;
}

static int parse_modifiers(struct parser *p, struct modifiers *m)
{
	size_t start = p->at;

	for (; isalnum((unsigned char)p->text[p->at]); p->at++) {
		char c = p->text[p->at];
		int i = find_modifier(c);

		if (i < 0) {
			error_set(p->err, ERROR_USAGE, 0, "unknown modifier '%c'", c);
			error_hint(p->err, "modifiers are u k h I G H p P S D W e b R X");
			return error_point(p->err, p->text, p->at);
		}
		if (m->set & modifier_defs[i].flag) {
			error_set(p->err, ERROR_USAGE, 0, "modifier '%c' (%s) is given twice", c,
				  modifier_defs[i].meaning);
			return error_point(p->err, p->text, p->at);
		}
		m->set |= modifier_defs[i].flag;
		m->precise += c == 'p';
		if (m->precise > 3)
			return spec_fail(p, p->at, "modifier 'p' (precise) is given more than three times");
		if (p->at - start == MODIFIERS_LIMIT)
			return spec_fail(p, p->at, "too many modifiers");
	}
	return 0;
}

static bool all_modifiers(const char *s)
{
	size_t n = 0;

	while (isalnum((unsigned char)s[n]) && find_modifier(s[n]) >= 0)
		n++;
	return !name_begins(s[n]) && n <= MODIFIERS_LIMIT;
}

/* --- terms -------------------------------------------------------------------------------- */

static int spec_parse_value(struct parser *p, struct term *t)
{
	size_t from = ++p->at, n;	/* after the = */

	t->value_at = from;
	if (p->text[from] == '\'') {
		n = strcspn(p->text + from + 1, "'");
		if (!p->text[from + 1 + n])
			return spec_fail(p, from, "the quote is not closed");
		t->value = copy_text(p->text + from + 1, n);
		t->quoted = true;
		p->at = from + n + 2;
		return 0;
	}
	for (n = 0; name_begins(p->text[from + n]) ||
	     (p->text[from + n] && strchr(".!-:@", p->text[from + n]));)
		n++;
	if (!n)
		return spec_fail(p, from, "expected a value here");
	p->at += n;
	t->value = copy_from(p, from);
	return 0;
}

static int parse_terms(struct parser *p, struct term **terms, size_t *n)
{
	for (;; p->at++) {
		struct term *t;
		size_t len;

		skip_blanks(p);
		len = name_length(p->text + p->at, ":");
		if (!len)
			return spec_fail(p, p->at, "expected a term such as event=0x3c here");
		*terms = mem_resize(*terms, *n + 1, sizeof(**terms));
		t = &(*terms)[(*n)++];
		*t = (struct term){ .name = copy_text(p->text + p->at, len), .at = p->at };
		p->at += len;
		if (p->text[p->at] == '=' && spec_parse_value(p, t) < 0)
			return -1;
		skip_blanks(p);
		if (p->text[p->at] != ',')
			return 0;
	}
}

int terms_parse(struct term **terms, size_t *n, const char *text, struct error *err)
{
	struct parser p = { .text = text, .err = err, .group = -1 };

	*terms = NULL;
	*n = 0;
	if (parse_terms(&p, terms, n) < 0)
		return -1;
	return text[p.at] ? spec_fail(&p, p.at, "expected a comma here") : 0;
}

void terms_release(struct term *terms, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free(terms[i].name);
		free(terms[i].value);
	}
	free(terms);
}

/* "/terms/", at the first slash. */
static int parse_slashes(struct parser *p, struct spec *s)
{
	size_t open = p->at++;

	s->slashes = true;
	if (p->text[p->at] != '/' && parse_terms(p, &s->term, &s->n_terms) < 0)
		return -1;
	if (!p->text[p->at])
		return spec_fail(p, open, "the slash is not closed");
	if (p->text[p->at] != '/')
		return spec_fail(p, p->at, "expected a comma or a slash here");
	p->at++;
	return 0;
}

/* --- one event ---------------------------------------------------------------------------- */

/* Decimal, or hexadecimal after 0x; a leading 0 does not mean octal. */
static bool parse_number(struct parser *p, uint64_t *out)
{
	size_t n = strspn(p->text + p->at, "0123456789xXabcdefABCDEF");
	char *digits = copy_text(p->text + p->at, n);
	bool ok = number_parse_u64(digits, out);

	free(digits);
	p->at += ok ? n : 0;
	return ok;
}

/* "4:0xc0". 1: parsed, 0: nothing consumed. */
static int parse_numbers(struct parser *p, struct spec *s)
{
	size_t start = p->at;

	if (isdigit((unsigned char)p->text[p->at]) && parse_number(p, &s->number[0]) &&
	    p->text[p->at] == ':') {
		p->at++;
		if (isdigit((unsigned char)p->text[p->at]) && parse_number(p, &s->number[1]) &&
		    !name_begins(p->text[p->at])) {
			s->kind = SPEC_NUMBERS;
			return 1;
		}
	}
	p->at = start;
	return 0;
}

/* After "mem:": ADDR[/LEN][:ACCESS]; terms and modifiers follow as usual. */
static int parse_breakpoint(struct parser *p, struct spec *s)
{
	size_t from;

	s->kind = SPEC_BREAKPOINT;
	p->at += strlen("mem:");
	if (!parse_number(p, &s->number[0]))
		return spec_fail(p, p->at, "expected an address here, such as 0x1000");
	if (p->text[p->at] == '/' && isdigit((unsigned char)p->text[p->at + 1])) {
		p->at++;
		if (!parse_number(p, &s->number[1]))
			return spec_fail(p, p->at, "expected a length here");
		s->has_length = true;
	}
	from = p->at + 1;
	if (p->text[p->at] == ':' && p->text[from] && strchr("rwx", p->text[from])) {
		p->at = from + strspn(p->text + from, "rwx");
		for (size_t i = from; i < p->at; i++)
			if (memchr(p->text + from, p->text[i], i - from))
				return spec_fail(p, i, "this kind of access is given twice");
		s->name = copy_from(p, from);
	}
	return 0;
}

static bool is_symbol(const char *name)
{
	uint64_t config;

	return event_name_find(name) || event_name_cache(name, &config) || event_name_raw(name, &config);
}

static int parse_tracepoint(struct parser *p, struct spec *s)
{
	size_t len = name_length(p->text + p->at, "");

	if (!len)
		return spec_fail(p, p->at, "expected the name of a tracepoint here");
	s->kind = SPEC_TRACEPOINT;
	s->pmu = s->name;
	s->name = copy_text(p->text + p->at, len);
	p->at += len;
	return 0;
}

static int parse_name(struct parser *p, struct spec *s)
{
	size_t len = name_length(p->text + p->at, "");

	if (!len)
		return spec_fail(p, p->at,
				 p->text[p->at] ? "expected an event here"
				 : p->at	? "an event is missing here"
						: "the list of events is empty");
	s->kind = SPEC_NAME;
	s->name = copy_text(p->text + p->at, len);
	p->at += len;
	if (p->text[p->at] == ':' && !is_symbol(s->name) && !all_modifiers(p->text + p->at + 1)) {
		p->at++;
		if (parse_tracepoint(p, s) < 0)
			return -1;
	}
	return 0;
}

/* What follows the name: terms, then modifiers, which need a colon if there are no slashes. */
static int parse_tail(struct parser *p, struct spec *s)
{
	uint64_t config;
	bool colon;

	if (p->text[p->at] == '/') {
		if (parse_slashes(p, s) < 0)
			return -1;
		if (s->kind == SPEC_NAME && !is_symbol(s->name)) {
			s->kind = SPEC_PMU;
			s->pmu = s->name;
			s->name = NULL;
		}
	}
	colon = p->text[p->at] == ':';
	if (colon && s->slashes && !(s->kind == SPEC_NAME && event_name_cache(s->name, &config)))
		return spec_fail(p, p->at, "modifiers follow the slash without a colon");
	if (!colon && !s->slashes)
		return 0;
	p->at += colon;
	return parse_modifiers(p, &s->modifiers);
}

static int parse_event(struct parser *p)
{
	struct specs *ss = p->specs;
	size_t start = p->at;
	struct spec *s;
	int rc;

	ss->spec = mem_resize(ss->spec, ss->n + 1, sizeof(*ss->spec));
	s = &ss->spec[ss->n++];
	skip_blanks(p);
	*s = (struct spec){ .group = p->group, .source = (int)ss->n_sources - 1,
			     .at = p->at, .name_at = p->at };
	if (strncmp(p->text + p->at, "mem:", 4) == 0)
		rc = parse_breakpoint(p, s);
	else
		rc = parse_numbers(p, s) ? 0 : parse_name(p, s);
	if (rc < 0 || parse_tail(p, s) < 0)
		return -1;
	if (s->modifiers.set & SPEC_WEAK && p->group < 0)
		return spec_fail(p, p->at - 1, "modifier 'W' (weak) is for groups: {a,b}:W");
	skip_blanks(p);
	s->text = copy_from(p, start);
	return 0;
}

/* --- groups and the list ------------------------------------------------------------------ */

/* For "name{" or "{": the length of the text before the brace; -1: no group begins here. */
static int group_name_length(const struct parser *p)
{
	size_t n = name_length(p->text + p->at, "");

	return p->text[p->at + n] == '{' ? (int)n : -1;
}

static int parse_group(struct parser *p, size_t name_len)
{
	struct specs *ss = p->specs;
	struct spec_group *g;
	size_t open = p->at + name_len;

	ss->group = mem_resize(ss->group, ss->n_groups + 1, sizeof(*ss->group));
	g = &ss->group[ss->n_groups];
	*g = (struct spec_group){ .name = name_len ? copy_text(p->text + p->at, name_len) : NULL };
	p->group = (int)ss->n_groups++;
	p->at = open;
	do {
		size_t start = ++p->at;

		skip_blanks(p);
		if (group_name_length(p) >= 0)
			return spec_fail(p, p->at, "a group cannot stand in a group");
		p->at = start;		/* blanks before an event are part of its name */
		if (parse_event(p) < 0)
			return -1;
	} while (p->text[p->at] == ',');
	p->group = -1;
	ss->group[ss->n_groups - 1].unclosed = !p->text[p->at];	/* perf also accepts a missing last brace */
	if (!p->text[p->at])
		return 0;
	if (p->text[p->at] != '}')
		return spec_fail(p, p->at, "expected a comma or a closing brace here");
	p->at++;
	if (p->text[p->at] == ':') {
		p->at++;
		if (parse_modifiers(p, &g->modifiers) < 0)
			return -1;
	}
	skip_blanks(p);
	return 0;
}

static int parse_list(struct parser *p)
{
	for (;; p->at++) {
		size_t start = p->at;
		int name_len, rc;

		skip_blanks(p);
		name_len = group_name_length(p);
		if (name_len < 0)
			p->at = start;		/* blanks before an event are part of its name */
		rc = name_len >= 0 ? parse_group(p, (size_t)name_len) : parse_event(p);
		if (rc < 0)
			return -1;
		if (!p->text[p->at])
			return 0;
		if (p->text[p->at] == '}')
			return spec_fail(p, p->at, "this brace closes nothing");
		if (p->text[p->at] != ',')
			return spec_fail(p, p->at, "expected a comma here");
	}
}

int specs_parse(struct specs *s, const char *text, const char *filter, struct error *err)
{
	struct parser p = { .specs = s, .text = text, .err = err, .group = -1 };

	if (strlen(text) > TEXT_LIMIT)
		return error_set(err, ERROR_LIMIT, 0, "an event list may have at most %d characters",
				 (int)TEXT_LIMIT);
	s->source = mem_resize(s->source, s->n_sources + 1, sizeof(*s->source));
	s->source[s->n_sources++] = (struct spec_source){
		.text = mem_copy_text(text), .filter = filter ? mem_copy_text(filter) : NULL,
	};
	return parse_list(&p);
}

unsigned specs_modifiers(const struct specs *s, int spec)
{
	const struct spec *of = &s->spec[spec];

	return of->modifiers.set | (of->group < 0 ? 0 : s->group[of->group].modifiers.set);
}

void specs_release(struct specs *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->spec[i].text);
		free(s->spec[i].pmu);
		free(s->spec[i].name);
		terms_release(s->spec[i].term, s->spec[i].n_terms);
	}
	for (size_t i = 0; i < s->n_groups; i++)
		free(s->group[i].name);
	for (size_t i = 0; i < s->n_sources; i++) {
		free(s->source[i].text);
		free(s->source[i].filter);
	}
	free(s->spec);
	free(s->group);
	free(s->source);
	*s = (struct specs){0};
}
