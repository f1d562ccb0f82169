/* SPDX-License-Identifier: MIT */
/* Writes numbers with the separators of the locale; measures and pads text. */
#include "format/locale_text.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/line_fit.h"
#include "format/style.h"
#include "table/table.h"

/* The number of digits before the next separator, from the right; grouping is that of localeconv. */
static size_t group_size(const struct style *s, size_t group)
{
	size_t given = strlen(s->grouping), i = group;
	char size;

	if (!given)
		return 3;
	if (i >= given)
		i = given - 1;	/* the last one repeats */
	size = s->grouping[i];
	return size == CHAR_MAX || size <= 0 ? SIZE_MAX : (size_t)size;
}

static void add_grouped(struct str *out, const char *digits, size_t n, const struct style *s)
{
	bool before[64] = {0};		/* a separator precedes this digit */
	size_t left = n;

	if (!s->thousands[0]) {
		str_add_n(out, digits, n);
		return;
	}
	for (size_t g = 0; left > group_size(s, g) && n < sizeof(before); g++) {
		left -= group_size(s, g);
		before[left] = true;
	}
	for (size_t i = 0; i < n; i++) {
		if (i < sizeof(before) && before[i])
			str_add(out, s->thousands);
		str_add_n(out, digits + i, 1);
	}
}

void locale_number(struct str *out, const char *plain, bool grouped, const struct style *s)
{
	size_t sign = plain[0] == '-', whole = strspn(plain + sign, "0123456789");

	str_add_n(out, plain, sign);
	if (grouped)
		add_grouped(out, plain + sign, whole, s);
	else
		str_add_n(out, plain + sign, whole);
	plain += sign + whole;
	if (*plain == '.') {
		str_add(out, s->decimal[0] ? s->decimal : ".");
		plain++;
	}
	str_add(out, plain);
}

void locale_decimal(struct str *out, const struct style *s, const char *fmt, ...)
{
	LOCAL(str) plain = {0};
	size_t before;
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(&plain, fmt, ap);
	va_end(ap);
	before = strcspn(str_text(&plain), "0123456789");
	str_add_n(out, str_text(&plain), before);
	locale_number(out, plain.text + before, false, s);
}

/* Unscaled counts never become a double, which would lose digits beyond 2^53. */
void locale_count(struct str *out, const struct cell *c, double scale, const struct style *s)
{
	LOCAL(str) plain = {0};

	if (scale < 1 || scale > 1)
		str_addf(&plain, fabs(scale - round(scale)) > 0 ? "%.2f" : "%.0f", c->shown);
	else
		str_addf(&plain, "%llu", (unsigned long long)c->value);
	locale_number(out, str_text(&plain), true, s);
}

const char *locale_separator(const struct style *s)
{
	return s->decimal[0] && s->decimal[0] != '.' ? "; " : ", ";
}

int locale_digits(double error)
{
	enum { OF_CLOCK = 9 };

	if (error > 1)
		return 2;
	return error > 0 ? (int)ceil(-log10(error)) + 2 : OF_CLOCK;
}

void locale_colored(struct str *out, const char *color, const char *text)
{
	str_addf(out, "%s%s%s", color, text, color[0] ? COLOR_OFF : "");
}

/* Bytes that continue a character need no column. */
static bool begins_character(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

size_t locale_columns(const char *text)
{
	size_t n = 0;

	for (; *text; text++)
		n += begins_character(*text);
	return n;
}

size_t locale_wider(size_t width, const char *text)
{
	size_t n = locale_columns(text);

	return n > width ? n : width;
}

size_t locale_cut(struct str *out, const char *text, size_t width)
{
	size_t columns = 0, n = 0;

	for (; text[n] && (columns < width || !begins_character(text[n])); n++)
		columns += begins_character(text[n]);
	str_add_n(out, text, n);
	return columns;
}

const char *locale_ellipsis(bool utf8)
{
	return utf8 ? "\u2026" : "~";
}

void locale_shorten(struct str *out, const char *text, size_t width, bool utf8)
{
	if (locale_columns(text) <= width) {
		str_add(out, text);
		return;
	}
	locale_cut(out, text, width - 1);
	str_add(out, locale_ellipsis(utf8));
}

size_t locale_text(struct str *out, const char *text)
{
	size_t start = out->len;

	str_add_line(out, text);
	return out->len > start ? locale_columns(out->text + start) : 0;
}

void locale_pad(struct str *out, size_t used, size_t width)
{
	static const char blanks[] = "                                                                ";

	for (size_t n; used < width; used += n) {
		n = width - used < sizeof(blanks) - 1 ? width - used : sizeof(blanks) - 1;
		str_add_n(out, blanks, n);
	}
}

/* --- lines ------------------------------------------------------------------------------------------- */

void locale_add_fitted(struct str *out, const char *lines, size_t indent, const struct style *s)
{
	if (s->columns)
		line_fit(out, lines, s->columns, indent);
	else
		str_add(out, lines);
}

void locale_add_toned(struct str *out, const char *line, size_t indent, int tone, const struct style *s)
{
	LOCAL(str) text = {0};

	locale_colored(&text, style_tone(tone, s), line);
	str_add(&text, "\n");
	locale_add_fitted(out, str_text(&text), indent, s);
}
