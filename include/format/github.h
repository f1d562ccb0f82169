/* SPDX-License-Identifier: MIT */
/* github.h - annotations for the log of a GitHub workflow. */
#ifndef FORMAT_GITHUB_H
#define FORMAT_GITHUB_H

#include <stdbool.h>

struct comparison;
struct str;

/* Whether the annotations of a comparison call anything an error. */
bool github_tells(const struct comparison *cmp);
/* Appends a line that makes GitHub's runner show an error. */
void github_add_error(struct str *out, const char *message);

#endif
