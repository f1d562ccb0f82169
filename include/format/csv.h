/* SPDX-License-Identifier: MIT */
/* csv.h - adds one field to a line of CSV (-x, --format csv), in quotes where RFC 4180 asks for them. */
#ifndef FORMAT_CSV_H
#define FORMAT_CSV_H

#include "base/str.h"

/* A field has no newlines: control characters are written out as in the table for people. */
void csv_line_field(struct str *out, const char *text, const char *separator);

#endif
