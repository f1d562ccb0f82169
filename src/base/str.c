/* SPDX-License-Identifier: MIT */
/* Text that grows by doubling; numbers and foreign text appended to it. */
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/utf8.h"

static void str_grow(struct str *s, size_t more)
{
	enum { FIRST = 64 };
	size_t need = s->len + more + 1, doubled = s->cap ? 2 * s->cap : FIRST;

	if (need <= s->cap)
		return;
	s->cap = mem_real_size(need > doubled ? need : doubled);
	s->text = mem_resize(s->text, s->cap, 1);
}

void str_add_n(struct str *s, const char *text, size_t n)
{
	str_grow(s, n);
	memcpy(s->text + s->len, text, n);
	s->len += n;
	s->text[s->len] = '\0';
}

void str_add(struct str *s, const char *text)
{
	str_add_n(s, text, strlen(text));
}

/* Usually the text fits the buffer; otherwise it is formatted again after growing. */
void str_vaddf(struct str *s, const char *fmt, va_list ap)
{
	va_list again;
	size_t room;
	int n;

	str_grow(s, 0);
	room = s->cap - s->len;
	va_copy(again, ap);
	n = vsnprintf(s->text + s->len, room, fmt, again);
	va_end(again);
	if (n >= 0 && (size_t)n >= room) {
		str_grow(s, (size_t)n);
		vsnprintf(s->text + s->len, (size_t)n + 1, fmt, ap);
	}
	s->len += n < 0 ? 0 : (size_t)n;
	s->text[s->len] = '\0';
}

void str_addf(struct str *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(s, fmt, ap);
	va_end(ap);
}

static bool reads_back(const char *text, double value)
{
	double again = strtod(text, NULL);

	return !(again < value) && !(again > value);
}

/* 17 digits distinguish all doubles; most need fewer. The locale is C, so the point is a point. */
void str_add_double(struct str *s, double value)
{
	enum { EXACT = 17, WHOLE = 15 };
	char text[40];
	int n = snprintf(text, sizeof(text), "%.0f", value);	/* 100, where %g prints 1e+02 */

	if (n > WHOLE + (value < 0) || !reads_back(text, value))
		for (int digits = 1; digits <= EXACT; digits++) {
			snprintf(text, sizeof(text), "%.*g", digits, value);
			if (reads_back(text, value))
				break;
		}
	str_add(s, text);
}

/* The length of the character here; 0: the end, invalid, or one that is not seen, and not in allowed. */
static size_t visible_bytes(const unsigned char *p, const char *allowed)
{
	enum { LONGEST = 4 };
	size_t n;

	if (*p < 0x80)
		return (*p >= ' ' && *p != 0x7f) || (*p && strchr(allowed, *p));
	n = strnlen((const char *)p, LONGEST);
	return utf8_unseen((const char *)p, n) ? 0 : utf8_character_length((const char *)p, n);
}

static void add_visible(struct str *s, const char *text, const char *allowed)
{
	while (*text) {
		size_t plain = 0, n;

		while ((n = visible_bytes((const unsigned char *)text + plain, allowed)) > 0)
			plain += n;
		str_add_n(s, text, plain);
		text += plain;
		if (*text)
			str_addf(s, "\\x%02x", (unsigned char)*text++);
	}
}

void str_add_visible(struct str *s, const char *text)
{
	add_visible(s, text, "\t\n");
}

void str_add_line(struct str *s, const char *text)
{
	add_visible(s, text, "");
}

void str_add_u64(struct str *s, uint64_t value)
{
	char digits[20];
	size_t at = sizeof(digits);

	do
		digits[--at] = (char)('0' + value % 10);
	while ((value /= 10) != 0);
	str_add_n(s, digits + at, sizeof(digits) - at);
}

/*
 * value * 10^digits as the nearest integer, ties to even as printf does. Exact: the whole product is kept.
 * false: it does not fit, or the compiler has no 128-bit integers.
 */
static bool scale_exactly(double value, int digits, uint64_t *scaled)
{
#ifdef __SIZEOF_INT128__
	enum { MANTISSA = 52, BIAS = 1075, SHIFT_MOST = 120 };
	static const uint32_t powers[] = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000,
					   1000000000 };
	unsigned __int128 product, half, rest;
	uint64_t bits;
	int shift;

	memcpy(&bits, &value, sizeof(bits));
	shift = BIAS - (int)(bits >> MANTISSA);
	*scaled = 0;
	if (digits < 0 || (size_t)digits >= sizeof(powers) / sizeof(*powers))
		return false;
	if (!bits)	/* 0, but not -0 */
		return true;
	if (!(value > 0 && value < 1e9) || shift > SHIFT_MOST)
		return false;
	bits = (bits & ((1ull << MANTISSA) - 1)) | 1ull << MANTISSA;
	product = (unsigned __int128)bits * powers[digits];
	half = (unsigned __int128)1 << (shift - 1);
	rest = product & (2 * half - 1);
	*scaled = (uint64_t)(product >> shift);
	*scaled += rest > half || (rest == half && *scaled & 1);
	return true;
#else
	(void)value, (void)digits, (void)scaled;
	return false;
#endif
}

void str_add_fixed(struct str *s, double value, int digits)
{
	char text[32];
	size_t at = sizeof(text);
	uint64_t scaled;

	if (!scale_exactly(value, digits, &scaled)) {
		str_addf(s, "%.*f", digits, value);
		return;
	}
	for (int i = 0; i <= digits || scaled; i++) {
		if (i == digits && digits)
			text[--at] = '.';
		text[--at] = (char)('0' + scaled % 10);
		scaled /= 10;
	}
	str_add_n(s, text + at, sizeof(text) - at);
}

void str_add_words(struct str *s, char *const *words)
{
	for (char *const *word = words; word && *word; word++) {
		str_add(s, word == words ? "" : " ");
		str_add(s, *word);
	}
}

/* The C library's functions depend on the locale. */
static unsigned char lower(char c)
{
	return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

int str_ncasecmp(const char *a, const char *b, size_t n)
{
	for (; n; a++, b++, n--)
		if ((*a != *b && lower(*a) != lower(*b)) || !*a)
			return lower(*a) - lower(*b);
	return 0;
}

int str_casecmp(const char *a, const char *b)
{
	return str_ncasecmp(a, b, (size_t)-1);
}

bool str_list_has(const char *list, size_t n, const char *word)
{
	const size_t len = strlen(word);

	for (size_t from = 0, to; from < n; from = to + 1) {
		for (to = from; to < n && list[to] != ','; to++)
			;
		if (to - from == len && memcmp(list + from, word, len) == 0)
			return true;
	}
	return false;
}

bool str_contains(const char *text, const char *part)
{
	size_t n = strlen(part);

	for (; *text; text++)
		if (str_ncasecmp(text, part, n) == 0)
			return true;
	return !n;
}

void str_reset(struct str *s)
{
	s->len = 0;
	if (s->text)
		s->text[0] = '\0';
}

void str_release(struct str *s)
{
	free(s->text);
	*s = (struct str){0};
}
