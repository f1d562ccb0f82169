/* SPDX-License-Identifier: MIT */
/* github.h - writes annotations for the log of a GitHub workflow. */
#ifndef FORMAT_GITHUB_H
#define FORMAT_GITHUB_H

#include <stdbool.h>

struct comparison;
struct str;

/* Whether any annotation of the comparison is an error. */
bool github_has_errors(const struct comparison *cmp);
/* Appends a line that makes GitHub's runner show an "error" or a "warning". */
void github_add_message(struct str *out, const char *command, const char *message);
/* The same for a notice, which does not fail; the message may have several lines. */
void github_add_notice(struct str *out, const char *title, const char *message);

#endif
