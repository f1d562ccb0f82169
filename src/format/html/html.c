/* SPDX-License-Identifier: MIT */
/* The format html: one page without scripts, which shows everything that it has been given. */
#include "format/format.h"
#include "format/html/html_comparison.h"
#include "format/html/html_report.h"
#include "format/html/html_trend.h"

extern const struct format format_html;
const struct format format_html = {
	.name = "html",
	.flags = FORMAT_WHOLE | FORMAT_ALONE | FORMAT_HOST | FORMAT_NOTES | FORMAT_INTERVALS,
	.report = &(const struct report_format){
		.summary = "a page with pictures, for a browser",
		.begin = html_report_begin,
		.block = html_report_block,
		.end = html_report_end,
	},
	.comparison = &(const struct comparison_format){
		.summary = "a page with pictures, for a browser",
		.add = html_comparison_add,
		.end = html_comparison_end,
	},
	.trend = &(const struct trend_format){
		.summary = "a page with pictures, for a browser",
		.print = html_trend_print,
	},
};
