/* SPDX-License-Identifier: MIT */
/* json.h - text as JSON has it: quoted, escaped; what is not UTF-8 comes out as U+FFFD. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/str.h"

void json_quote(struct str *out, const char *text);

#endif
