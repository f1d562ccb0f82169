/* SPDX-License-Identifier: MIT */
/* Measures how large a regular expression becomes when its repetitions are expanded, then compiles it. */
#include "host/pattern.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_MOST = 100 };
enum { TIMES_MOST = 0x7fff };		/* glibc's RE_DUP_MAX, the largest limit */

enum token { TOKEN_PART, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_REPEAT, TOKEN_WRAP };

struct scanner {
	const char *at;
	bool extended;
	size_t times;			/* of a repetition: how often it is expanded */
	int depth;
	size_t parts[DEPTH_MOST + 1];	/* size of each open group */
	size_t last;			/* size of what a following repetition repeats */
};

/*
 * Skips the rest of a set after "[". A class such as [:digit:] has its own brackets, and "]" may be the
 * first character.
 */
static void skip_set(struct scanner *s)
{
	s->at += *s->at == '^';
	s->at += *s->at == ']';
	while (*s->at && *s->at != ']') {
		const char kind = *s->at == '[' && s->at[1] && strchr(":.=", s->at[1]) ? s->at[1] : '\0';
		const char end[] = { kind, ']', '\0' }, *found = kind ? strstr(s->at + 2, end) : NULL;

		s->at = found ? found + 2 : s->at + 1;
	}
	s->at += *s->at == ']';
}

/* "3}", "3,}" or "3,5}" */
static size_t read_times(struct scanner *s)
{
	char *end;
	unsigned long most = strtoul(s->at, &end, 10), upper;

	if (*end == ',') {
		upper = strtoul(end + 1, &end, 10);
		most = upper > most ? upper : most + 1;
	}
	s->at = end;
	s->at += !s->extended && *s->at == '\\';
	s->at += *s->at == '}';
	return most > TIMES_MOST ? TIMES_MOST : most ? most : 1;
}

static enum token next_token(struct scanner *s)
{
	bool escaped = *s->at == '\\' && s->at[1];
	bool is_operator = escaped != s->extended;	/* in basic syntax these are \( \) \{ \+ \? */
	char c;

	s->at += escaped;
	c = *s->at++;
	if (c == '[' && !escaped)
		skip_set(s);
	if (c == '*' && !escaped)
		return TOKEN_WRAP;
	if (!is_operator)
		return TOKEN_PART;
	switch (c) {
	case '(':	return TOKEN_OPEN;
	case ')':	return TOKEN_CLOSE;
	case '+':	s->times = 2; return TOKEN_REPEAT;
	case '?':	return TOKEN_WRAP;
	case '{':	s->times = read_times(s); return TOKEN_REPEAT;
	default:	return TOKEN_PART;
	}
}

static void close_group(struct scanner *s)
{
	s->last = s->parts[s->depth] + 1;
	if (s->depth)				/* otherwise it has no opening parenthesis */
		s->depth--;
	s->parts[s->depth] += s->last;
}

static bool is_bounded(const char *text, bool extended, size_t most)
{
	struct scanner s = { .at = text, .extended = extended };

	while (*s.at && s.parts[s.depth] <= most) {
		switch (next_token(&s)) {
		case TOKEN_PART:
			s.parts[s.depth]++;
			s.last = 1;
			break;
		case TOKEN_OPEN:
			if (s.depth == DEPTH_MOST)
				return false;
			s.parts[++s.depth] = 0;
			s.last = 0;
			break;
		case TOKEN_CLOSE:
			close_group(&s);
			break;
		case TOKEN_REPEAT:
			s.parts[s.depth] += s.last * (s.times - 1);
			s.last *= s.times;
			break;
		case TOKEN_WRAP:	/* one more part around the repeated ones */
			s.parts[s.depth]++;
			s.last++;
			break;
		}
	}
	return s.parts[s.depth] <= most;
}

int pattern_compile(regex_t *re, const char *text, int flags, size_t most, struct error *err)
{
	char why[100];
	int rc;

	if (!is_bounded(text, flags & REG_EXTENDED, most))
		return error_set(err, ERROR_LIMIT, 0, "'%.40s%s' is too large a regular expression: "
				 "expanded, it has more than %zu parts, or groups %d deep",
				 text, strlen(text) > 40 ? "..." : "", most, DEPTH_MOST);
	rc = regcomp(re, text, flags | REG_NOSUB);
	if (rc == 0)
		return 0;
	regerror(rc, re, why, sizeof(why));
	return error_set(err, ERROR_USAGE, 0, "'%s' is not a regular expression: %s", text, why);
}
