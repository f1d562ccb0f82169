/* SPDX-License-Identifier: MIT */
/* openmetrics.h - writes the labels of a sample. */
#ifndef FORMAT_OPENMETRICS_H
#define FORMAT_OPENMETRICS_H

#include "base/str.h"

/* Appends name="value"; nothing if the value is NULL or empty, which means the same as no label. */
void openmetrics_label(struct str *labels, const char *name, const char *value);

#endif
