/* SPDX-License-Identifier: MIT */
/* Reads a file of callgrind line by line, and checks the sums of its parts. */
#include "where/callgrind_file.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/path.h"
#include "base/str.h"
#include "where/program_calls.h"
#include "where/valgrind_text.h"

enum { CALLS_MOST = 4 << 20, IDS_MOST = 4 << 20 };	/* 200 MB of memory */

static const char not_its_own[] = "one of its lines is not callgrind's";

enum named { NAMED_OBJECT, NAMED_FILE, NAMED_FUNCTION, NAMED };

struct short_names {		/* what "(5)" stands for */
	uint32_t *name; size_t n;	/* owned: by the number; 1 more than the name, 0: none */
};

struct calls_reading {
	struct program_calls *calls;
	struct short_names names[NAMED];
	uint32_t at[NAMED];		/* of the lines that follow */
	uint32_t called[NAMED];		/* of the next call */
	bool has_called[NAMED];
	uint32_t function;		/* of the lines that follow */
	bool in_function;
	uint32_t line;			/* of the line before */
	uint64_t times;			/* of a call whose line comes next */
	bool in_call;
	bool has_events, ended;		/* of this part */
	bool in_command;		/* which may have line ends */
	uint64_t part;			/* the sum of its lines */
	struct str path;
};

/* "12", "+3", "-3" or "*", up to a blank or the end; *text is moved behind the blanks after it. */
static bool take_line(uint32_t *line, const char **text, uint32_t before)
{
	char sign = **text;
	uint64_t number = 0;

	*text += sign == '+' || sign == '-' || sign == '*';
	if (sign != '*' && (!valgrind_text_take_digits(&number, text) || number > UINT32_MAX))
		return false;
	if ((sign == '-' && number > before) || (sign == '+' && number > UINT32_MAX - before))
		return false;
	*line = sign == '*' ? before : sign == '-' ? before - (uint32_t)number :
		sign == '+' ? before + (uint32_t)number : (uint32_t)number;
	if (**text && **text != ' ')
		return false;
	*text += strspn(*text, " ");
	return true;
}

/* The first count, and nothing else behind it but counts; none is 0. */
static bool take_instructions(uint64_t *count, const char *text)
{
	uint64_t other;

	*count = 0;
	if (*text && !valgrind_text_take_digits(count, &text))
		return false;
	while (*(text += strspn(text, " ")))
		if (text[-1] != ' ' || !valgrind_text_take_digits(&other, &text))
			return false;
	return true;
}

/* --- names ------------------------------------------------------------------------------------------- */

/* "name'2" is the second call of name within itself. */
static size_t length_without_level(const char *name)
{
	const char *mark = strrchr(name, '\'');

	return mark && mark != name && mark[1] && !mark[1 + strspn(mark + 1, "0123456789")] ?
	       (size_t)(mark - name) : strlen(name);
}

static uint32_t keep_name(struct calls_reading *r, enum named kind, const char *name)
{
	str_reset(&r->path);
	if (strcmp(name, "???") == 0)
		str_add(&r->path, "");
	else if (kind == NAMED_FUNCTION)
		str_add_n(&r->path, name, length_without_level(name));
	else
		path_normalise(&r->path, name);
	return program_lines_name(&r->calls->names, str_text(&r->path));
}

static void set_short(struct short_names *s, size_t number, uint32_t name)
{
	if (number >= s->n) {
		size_t n = number < 64 ? 128 : 2 * number;

		s->name = mem_resize(s->name, n, sizeof(*s->name));
		memset(s->name + s->n, 0, (n - s->n) * sizeof(*s->name));
		s->n = n;
	}
	s->name[number] = name + 1;
}

/* "(5) name" gives the name a number, "(5)" is its name; anything else is a name. */
static int read_short_name(uint32_t *name, struct calls_reading *r, enum named kind, const char *text,
			   struct error *err)
{
	struct short_names *s = &r->names[kind];
	const char *p = text + 1;
	uint64_t number;

	if (*text != '(' || !valgrind_text_take_digits(&number, &p) || number > IDS_MOST || *p != ')' ||
	    (p[1] && p[1] != ' ')) {
		*name = keep_name(r, kind, text);
		return 0;
	}
	p += 1 + strspn(p + 1, " ");
	if (*p)
		set_short(s, (size_t)number, keep_name(r, kind, p));
	if (number >= s->n || !s->name[number])
		return valgrind_text_refuse(err, "it uses a short name that it does not explain");
	*name = s->name[number] - 1;
	return 0;
}

/* Lines such as "fn=(5) main".  1: it is none. */
static int read_named(struct calls_reading *r, const char *line, struct error *err)
{
	static const struct { const char *key; enum named kind; bool called; } keys[] = {
		{ "fl=", NAMED_FILE, false }, { "fi=", NAMED_FILE, false }, { "fe=", NAMED_FILE, false },
		{ "fn=", NAMED_FUNCTION, false }, { "ob=", NAMED_OBJECT, false },
		{ "cfi=", NAMED_FILE, true }, { "cfl=", NAMED_FILE, true },
		{ "cfn=", NAMED_FUNCTION, true }, { "cob=", NAMED_OBJECT, true },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		enum named kind = keys[i].kind;
		const char *text = valgrind_text_after(line, keys[i].key);

		if (!text)
			continue;
		if (read_short_name(keys[i].called ? &r->called[kind] : &r->at[kind], r, kind, text, err) < 0)
			return -1;
		r->has_called[kind] |= keys[i].called;
		if (kind == NAMED_FUNCTION && !keys[i].called) {
			const struct called_function f = { r->at[kind], r->at[NAMED_FILE],
							   r->at[NAMED_OBJECT] };

			r->function = program_calls_function(r->calls, &f);
			r->in_function = true;
		}
		return 0;
	}
	return 1;
}

/* --- counts ------------------------------------------------------------------------------------------ */

/* "calls=10000 +51": the line of the call comes next. */
static int read_calls(struct calls_reading *r, const char *text, struct error *err)
{
	uint32_t target;

	if (!r->in_function || !r->has_called[NAMED_FUNCTION] ||
	    !valgrind_text_take_digits(&r->times, &text) || *text++ != ' ' ||
	    !take_line(&target, &text, r->line) || *text)
		return valgrind_text_refuse(err, not_its_own);
	r->in_call = true;
	return 0;
}

static int add_call(struct calls_reading *r, struct error *err)
{
	const struct called_function f = {
		.name = r->called[NAMED_FUNCTION],
		.file = r->has_called[NAMED_FILE] ? r->called[NAMED_FILE] : r->at[NAMED_FILE],
		.object = r->has_called[NAMED_OBJECT] ? r->called[NAMED_OBJECT] : r->at[NAMED_OBJECT],
	};
	const struct call call = { .from = r->function, .to = program_calls_function(r->calls, &f),
				   .file = r->at[NAMED_FILE], .line = r->line, .count = r->times };

	r->in_call = false;
	memset(r->has_called, 0, sizeof(r->has_called));
	if (r->calls->n == CALLS_MOST)
		return valgrind_text_refuse(err, "it has over 4 million calls");
	program_calls_add(r->calls, &call);
	return 0;
}

static int read_counts(struct calls_reading *r, const char *text, struct error *err)
{
	uint64_t count;

	if (!r->has_events)
		return valgrind_text_refuse(err, "it has counts before it says of which events");
	if (!take_line(&r->line, &text, r->line) || !take_instructions(&count, text))
		return valgrind_text_refuse(err, not_its_own);
	if (r->in_call)		/* what it executed is counted in what it called */
		return add_call(r, err);
	if (__builtin_add_overflow(r->part, count, &r->part))
		return valgrind_text_refuse(err, "its sum has over 64 bits");
	return 0;
}

static int read_totals(struct calls_reading *r, const char *text, struct error *err)
{
	uint64_t total;

	text += strspn(text, " ");
	if (!r->has_events || !*text || !take_instructions(&total, text))
		return valgrind_text_refuse(err, "its totals are not callgrind's");
	if (total != r->part)
		return valgrind_text_refuse(err, "its lines do not add up to its totals");
	if (__builtin_add_overflow(r->calls->total, total, &r->calls->total))
		return valgrind_text_refuse(err, "its sum has over 64 bits");
	r->part = 0;
	r->ended = true;
	r->has_events = r->in_function = false;
	return 0;
}

/* What stands before the counts.  1: the line is no such. */
static int read_head(struct calls_reading *r, const char *line, struct error *err)
{
	static const char *const ignored[] = { "version:", "creator:", "pid:", "cmd:", "thread:", "desc:",
					       "summary:" };
	const char *text;

	r->in_command |= valgrind_text_after(line, "cmd:") != NULL;
	if (valgrind_text_after(line, "part:")) {		/* lines begin anew */
		r->in_command = false;
		r->line = 0;
		r->ended = false;
		return 0;
	}
	for (size_t i = 0; i < sizeof(ignored) / sizeof(*ignored); i++)
		if (valgrind_text_after(line, ignored[i]))
			return 0;
	if ((text = valgrind_text_after(line, "positions:")))
		return strcmp(text + strspn(text, " "), "line") == 0 ? 0 :
		       valgrind_text_refuse(err, "it has other places than lines");
	if (!(text = valgrind_text_after(line, "events:")))
		return 1;
	r->in_command = false;
	text = valgrind_text_after(text + strspn(text, " "), "Ir");
	r->has_events = text && (!*text || *text == ' ');
	return r->has_events ? 0 : valgrind_text_refuse(err, "it does not count instructions (Ir) first");
}

/* --- lines ------------------------------------------------------------------------------------------- */

static int read_callgrind_line(void *ctx, const char *line, struct error *err)
{
	struct calls_reading *r = ctx;
	const char *text;
	int rc;

	if (!*line || *line == '#')
		return 0;
	rc = read_head(r, line, err);
	if (rc <= 0 || r->in_command)
		return rc < 0 ? -1 : 0;
	if (r->ended)
		return valgrind_text_refuse(err, "it goes on after its totals");
	if (r->in_call)
		return read_counts(r, line, err);
	rc = read_named(r, line, err);
	if (rc <= 0)
		return rc;
	if ((text = valgrind_text_after(line, "calls=")))
		return read_calls(r, text, err);
	if ((text = valgrind_text_after(line, "totals:")))
		return read_totals(r, text, err);
	return read_counts(r, line, err);
}

static int callgrind_read_lines(struct calls_reading *r, char *text, size_t len, struct error *err)
{
	if (valgrind_text_each_line(text, len, not_its_own, read_callgrind_line, r, err) < 0)
		return -1;
	return r->ended ? 0 : valgrind_text_refuse(err, len ? "it is cut: it has no totals" : "it is empty");
}

int callgrind_file_add(struct program_calls *sum, char *text, size_t len, struct error *err)
{
	LOCAL(program_calls) calls = { .n_processes = 1 };
	struct calls_reading r = { .calls = &calls };
	int rc = callgrind_read_lines(&r, text, len, err);

	if (rc == 0 && !program_calls_merge(sum, &calls))
		rc = valgrind_text_refuse(err, "the sum of its processes has over 64 bits");
	for (int i = 0; i < NAMED; i++)
		free(r.names[i].name);
	str_release(&r.path);
	return rc;
}
