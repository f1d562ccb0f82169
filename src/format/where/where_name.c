/* SPDX-License-Identifier: MIT */
/* Empties brackets that are not part of the name, and leaves out what stands before its last part. */
#include "format/where/where_name.h"

#include <stdbool.h>
#include <string.h>

#include "base/str.h"
#include "format/locale_text.h"

/* Of an operator of C++ its signs, which may be brackets; 0: none begins there. */
static size_t operator_length(const char *name)
{
	static const char word[] = "operator";
	size_t n = sizeof(word) - 1;

	if (strncmp(name, word, n) != 0)
		return 0;
	return n + (strncmp(name + n, "()", 2) == 0 ? 2 : strspn(name + n, "<>=!+-*/%&|^~,[]"));
}

/* Such as those of "(anonymous namespace)::f" and "<T as Clone>::clone", not of "f<T>()". */
static bool is_part_of_name(const char *all, const char *bracket)
{
	return bracket == all || (bracket - all > 1 && bracket[-1] == ':' && bracket[-2] == ':');
}

static bool is_close(const char *p, const char *all)
{
	return *p == ')' || (*p == '>' && (p == all || p[-1] != '-'));	/* "fn() -> T" of Rust */
}

/*
 * "std::map<>::find()"; in brackets that are part of the name, names without their paths.  depth counts open
 * brackets; what stands in deeper ones than `kept` is left out.
 */
static void empty_brackets(struct str *out, const char *all)
{
	size_t depth = 0, kept = 0, word = 0;

	for (const char *p = all; *p; p++) {
		size_t n = depth == kept ? operator_length(p) : 0;

		if (n) {
			str_add_n(out, p, n);
			p += n - 1;
			continue;
		}
		depth -= depth && is_close(p, all) ? 1 : 0;
		kept = depth < kept ? depth : kept;
		if (depth == kept)
			str_add_n(out, p, 1);
		if (*p == '<' || *p == '(')
			kept += !depth++ && is_part_of_name(all, p) ? 1 : 0;
		if (depth != kept)
			continue;
		if (strchr("<( &*", *p))
			word = out->len;
		else if (kept && *p == ':')
			out->text[out->len = word] = '\0';
	}
}

void where_name_add(struct str *out, const char *name, size_t most, bool utf8)
{
	enum { LONGEST = 4096 };	/* of a symbol; a saved result may have any text */
	LOCAL(str) emptied = {0}, last = {0};
	const char *end, *next;

	if (locale_columns(name) <= most || strlen(name) > LONGEST) {
		locale_shorten(out, name, most, utf8);
		return;
	}
	empty_brackets(&emptied, name);
	end = str_text(&emptied);
	while (locale_columns(end) > most - (end > emptied.text) && (next = strstr(end, "::")))
		end = next + 2;
	str_add(&last, end > emptied.text ? locale_ellipsis(utf8) : "");
	str_add(&last, end);
	locale_shorten(out, str_text(&last), most, utf8);
}
