/* SPDX-License-Identifier: MIT */
/* Answers what every format asks of a report. */
#include "benchmark/report.h"

const char *report_measured_by(const struct report *r)
{
	const char *version = r->measured_by ? r->measured_by : r->version;

	return version && *version ? version : NULL;
}
