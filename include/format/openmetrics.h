/* SPDX-License-Identifier: MIT */
/* openmetrics.h - labels of samples. */
#ifndef FORMAT_OPENMETRICS_H
#define FORMAT_OPENMETRICS_H

#include "base/str.h"

/* One more: name="value".  A value that is NULL or empty is as good as no label, and is none. */
void openmetrics_label(struct str *labels, const char *name, const char *value);

#endif
