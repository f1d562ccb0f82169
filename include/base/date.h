/* SPDX-License-Identifier: MIT */
/* date.h - writes a moment for people. */
#ifndef BASE_DATE_H
#define BASE_DATE_H

#include "base/str.h"

/* "2026-11-25T03:15:59Z" becomes "2026-11-25 03:15"; another text stays as it is. */
void date_add(struct str *out, const char *iso);

#endif
