/* SPDX-License-Identifier: MIT */
/*
 * format.h - lists the output formats.
 *
 * A format turns a report, a comparison, a trend or several of them into text.  It appends to a str, does
 * no I/O, keeps no state of its own and knows only what it prints and the style.  To add a format, write one
 * file and add one line to format_list[].
 */
#ifndef FORMAT_FORMAT_H
#define FORMAT_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

struct comparison_document;
struct comparison;
struct left_out;
struct report;
struct str;
struct style;
struct trend;

enum format_flag {
	/* of no use before it is complete: its file is replaced as a whole, never streamed */
	FORMAT_WHOLE	= 1u << 0,
	/* shows one moment: with intervals, a file has the last one and a stream has the totals */
	FORMAT_SNAPSHOT	= 1u << 1,
	FORMAT_HOST	= 1u << 2,	/* needs &report->b->host */
	FORMAT_SINGLE	= 1u << 3,	/* cannot show several reports */
	FORMAT_LOCAL	= 1u << 4,	/* for people: shows numbers as their locale writes them */
	FORMAT_ALONE	= 1u << 5,	/* two of them in one stream cannot be parsed */
	FORMAT_NOTES	= 1u << 6,	/* shows the notes of a report */
	FORMAT_VERDICTS	= 1u << 7,	/* shows only the rows of a comparison that have a limit */
	FORMAT_INTERVALS = 1u << 8,	/* shows all intervals at the end: the benchmark has to keep them */
};

struct report_format {
	const char *summary;	/* one line for --help */
	/* begin and end may be NULL; block is called once for each interval and once for the totals */
	void (*begin)(struct str *out, const struct report *r, const struct style *s);
	void (*block)(struct str *out, const struct report *r, const struct style *s);
	void (*end)(struct str *out, const struct report *r, const struct style *s);
};

struct comparison_format {
	const char *summary;	/* one line for --help */
	/* prints one comparison; another one may follow it; NULL: the next two functions do it */
	void (*print)(struct str *out, const struct comparison *cmp, const struct style *s);
	/* several comparisons become one document, which end prints after the last one */
	void (*add)(struct comparison_document *d, const struct comparison *cmp, const struct style *s);
	void (*end)(struct str *out, const struct comparison_document *d);
	/* adds a benchmark that is not compared; NULL: only the line for all benchmarks tells it */
	void (*left_out)(struct comparison_document *d, const struct left_out *b);
};

struct trend_format {
	const char *summary;	/* one line for --help */
	void (*print)(struct str *out, const struct trend *t, const struct style *s);
};

extern const struct trend_format trend_text, trend_json, trend_markdown;

struct format {
	const char *name;	/* the value of --format and --export */
	unsigned flags;		/* enum format_flag */
	const struct report_format *report;		/* NULL: it cannot show reports */
	const struct comparison_format *comparison;	/* NULL: it cannot show comparisons */
	const struct trend_format *trend;		/* NULL: it cannot show trends */
};

enum format_content { FORMAT_REPORT, FORMAT_COMPARISON, FORMAT_TREND };	/* what a format is asked to show */

extern const struct format *const format_list[];		/* NULL-terminated, in --help order */
bool format_shows(const struct format *f, enum format_content content);
/* NULL: it does not show it. */
const char *format_summary(const struct format *f, enum format_content content);
/* NULL: no format of this name shows this. */
const struct format *format_find(const char *name, enum format_content content);

#endif
