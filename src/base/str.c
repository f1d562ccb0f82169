/* SPDX-License-Identifier: MIT */
/* Text that grows by doubling. */
#include "base/str.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static void grow(struct str *s, size_t more)
{
	size_t need = s->len + more + 1;

	if (need <= s->cap)
		return;
	while (s->cap < need)
		s->cap = s->cap ? s->cap * 2 : 64;
	s->text = mem_resize(s->text, s->cap, 1);
}

void str_add_n(struct str *s, const char *text, size_t n)
{
	grow(s, n);
	memcpy(s->text + s->len, text, n);
	s->len += n;
	s->text[s->len] = '\0';
}

void str_add(struct str *s, const char *text)
{
	str_add_n(s, text, strlen(text));
}

void str_vaddf(struct str *s, const char *fmt, va_list ap)
{
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0)
		return;
	grow(s, (size_t)n);
	vsnprintf(s->text + s->len, (size_t)n + 1, fmt, ap);
	s->len += (size_t)n;
}

void str_addf(struct str *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	str_vaddf(s, fmt, ap);
	va_end(ap);
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
