/* SPDX-License-Identifier: MIT */
/* csv.h - quotes a field of the format csv where RFC 4180 asks for it; its code is csv.c. */
#ifndef FORMAT_CSV_H
#define FORMAT_CSV_H

#include "base/str.h"

/* A field has no newlines: control characters are written out as in the table for people. */
void csv_line_field(struct str *out, const char *text, const char *separator);

#endif
