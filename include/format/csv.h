/* SPDX-License-Identifier: MIT */
/* csv.h - writes a field of CSV, quoted where RFC 4180 asks for it, with any separator. */
#ifndef FORMAT_CSV_H
#define FORMAT_CSV_H

#include "base/str.h"

/* A field has no newlines: control characters are written out as in the table for people. */
void csv_line_field(struct str *out, const char *text, const char *separator);

#endif
