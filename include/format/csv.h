/* SPDX-License-Identifier: MIT */
/* csv.h - one field of CSV: quoted as RFC 4180 has it, where it must be, with any separator. */
#ifndef FORMAT_CSV_H
#define FORMAT_CSV_H

#include "base/str.h"

/* What is no UTF-8 is U+FFFD there, as in JSON. */
void csv_field(struct str *out, const char *text, const char *separator);
/* For who reads line by line: its control characters are written out as in the table for people. */
void csv_line_field(struct str *out, const char *text, const char *separator);

#endif
