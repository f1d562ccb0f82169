/* SPDX-License-Identifier: MIT */
/* csv.h - one field of CSV, quoted where RFC 4180 asks for it, with any separator. */
#ifndef FORMAT_CSV_H
#define FORMAT_CSV_H

#include "base/str.h"

/* A byte that is no UTF-8 becomes U+FFFD, as in JSON. */
void csv_field(struct str *out, const char *text, const char *separator);
/* For readers that take line by line: control characters are written out as in the table for people. */
void csv_line_field(struct str *out, const char *text, const char *separator);

#endif
