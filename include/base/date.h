/* SPDX-License-Identifier: MIT */
/* date.h - checks a saved date (2026-11-25T03:15:59Z), and shortens it for people (2026-11-25 03:15). */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include <stdbool.h>

#include "base/str.h"

bool date_is(const char *text);		/* it has the form "2026-11-25T03:15:59Z" */
/* "2026-11-25T03:15:59Z" becomes "2026-11-25 03:15"; another text stays as it is. */
void date_add(struct str *out, const char *iso);

#endif
