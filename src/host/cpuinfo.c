/* SPDX-License-Identifier: MIT */
/* Finds values in /proc/cpuinfo. */
#include "host/cpuinfo.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/rootfs.h"

enum { SIZE_READ = 64 << 10 };

int cpuinfo_read(struct str *text, const struct rootfs *root)
{
	int rc = rootfs_read_start(root, text, SIZE_READ, "/proc/cpuinfo");

	if (rc < 0)
		str_reset(text);
	str_add(text, "");
	/* a fixture without it, or masked by a container */
	return rc == 0 && !strstr(text->text, "\t: ") && !strstr(text->text, " : ") ? -ENODATA : rc;
}

char *cpuinfo_value(const char *text, size_t n)
{
	struct str out = {0};

	while (n && strchr(" \t", *text)) {
		text++;
		n--;
	}
	while (n && strchr(" \t", text[n - 1]))
		n--;
	str_add_n(&out, text, n);
	if (!out.text[0] || strcmp(out.text, "unknown") == 0)
		str_release(&out);
	return out.text;
}

char *cpuinfo_next(const char **at, const char *key)
{
	size_t n = strlen(key);

	for (const char *line = *at, *end; *line; line = *end ? end + 1 : end) {
		const char *colon;

		end = line + strcspn(line, "\n");
		if (strncmp(line, key, n) != 0)
			continue;
		colon = line + n + strspn(line + n, " \t");
		if (*colon == ':') {
			*at = end;
			return cpuinfo_value(colon + 1, (size_t)(end - colon) - 1);
		}
	}
	*at += strlen(*at);
	return NULL;
}

char *cpuinfo_field(const char *cpuinfo, const char *key)
{
	return cpuinfo_next(&cpuinfo, key);
}

int cpuinfo_number(const char *cpuinfo, const char *key)
{
	char *text = cpuinfo_field(cpuinfo, key), *end;
	int base = text && strncmp(text, "0x", 2) == 0 ? 16 : 10;
	long long v = text ? strtoll(text, &end, base) : -1;
	int number = v >= 0 && v <= INT32_MAX && end != text && !*end ? (int)v : -1;

	free(text);
	return number;
}
