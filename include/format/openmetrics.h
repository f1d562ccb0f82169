/* SPDX-License-Identifier: MIT */
/* openmetrics.h - writes a label of openmetrics, name="value", escaped; openmetrics.c writes the rest. */
#ifndef FORMAT_OPENMETRICS_H
#define FORMAT_OPENMETRICS_H

#include "base/str.h"

/* Appends name="value"; nothing if the value is NULL or empty: an empty label means the same as none. */
void openmetrics_label(struct str *labels, const char *name, const char *value);

#endif
