/* SPDX-License-Identifier: MIT */
#include "where/valgrind_text.h"

#include <string.h>

int valgrind_text_refuse(struct error *err, const char *why)
{
	return error_set(err, ERROR_FORMAT, 0, "%s", why);
}

int valgrind_text_each_line(char *text, size_t len, const char *not_its_own, valgrind_text_line *read,
			    void *ctx, struct error *err)
{
	char *end = text + len;

	while (text < end) {
		char *line = text, *stop = memchr(text, '\n', (size_t)(end - text));

		if (!stop)
			return valgrind_text_refuse(err, "it is cut");
		*stop = '\0';
		if (strlen(line) != (size_t)(stop - line))
			return valgrind_text_refuse(err, not_its_own);
		if (read(ctx, line, err) < 0)
			return -1;
		text = stop + 1;
	}
	return 0;
}

const char *valgrind_text_after(const char *line, const char *key)
{
	size_t n = strlen(key);

	return strncmp(line, key, n) == 0 ? line + n : NULL;
}

bool valgrind_text_take_digits(uint64_t *value, const char **text)
{
	const char *p = *text;

	if (*p < '0' || *p > '9')
		return false;
	for (*value = 0; *p >= '0' && *p <= '9'; p++)
		if (__builtin_mul_overflow(*value, 10, value) ||
		    __builtin_add_overflow(*value, (unsigned)(*p - '0'), value))
			return false;
	*text = p;
	return true;
}
