/* SPDX-License-Identifier: MIT */
/* Lays the bars out: those of the CPUs in a grid, below them memory and the column that sorts. */
#include "top/top_bars.h"

#include <stdio.h>
#include <stdlib.h>

#include "format/locale_text.h"
#include "format/style.h"
#include "top/top_view.h"

enum {
	LEAST_WIDTH = 70,	/* of the screen: two bars beside each other, with their words */
	CPU_WIDTH = 20,		/* of the bar of a CPU, at least */
	PART = 8,		/* of the lines of the screen */
	GAP = 2, LABEL = 7, VALUE = 16, PER_CENT = 5,
	ALARM_PCT = 90,		/* of the memory */
};

struct bar {
	const char *label, *value;
	double share;
	size_t label_width, value_width;
	const char *color;
};

/* Clocks differ a little; NaN is nothing. */
static double bar_share(double value)
{
	return value > 1 ? 1 : value > 0 ? value : 0;
}

/* "label [|||||     ]  value", as wide as that. */
static void add_bar(struct str *out, const struct bar *b, size_t width)
{
	size_t value_width = locale_wider(b->value_width, b->value);
	size_t words = b->label_width + value_width + 4, inner = width > words ? width - words : 0;
	size_t full = (size_t)(bar_share(b->share) * (double)inner + 0.5);
	LOCAL(str) bar = {0};

	locale_pad(out, locale_cut(out, b->label, b->label_width), b->label_width);
	str_add(out, " [");
	for (size_t i = 0; i < full; i++)
		str_add(&bar, "|");
	locale_colored(out, full ? b->color : "", str_text(&bar));
	locale_pad(out, full, inner);
	str_addf(out, "] %*s", (int)value_width, b->value);
}

/* --- CPUs -------------------------------------------------------------------------------------------- */

/* How many lines the bars of all CPUs take, with so many in a line. */
static size_t lines_of_cpus(const struct top_load *l, size_t width, size_t *in_line)
{
	size_t most = (width + GAP) / (CPU_WIDTH + GAP), lines = (l->n_cpus + most - 1) / most;

	*in_line = lines ? (l->n_cpus + lines - 1) / lines : 1;
	return lines;
}

static void add_cpu_bar(struct str *out, const char *label, double share, size_t width)
{
	LOCAL(str) value = {0};

	str_addf(&value, "%.0f %%", 100 * bar_share(share));
	add_bar(out, &(struct bar){ .label = label, .value = value.text, .share = share, .label_width = LABEL,
				    .value_width = PER_CENT, .color = "" }, width);
}

static void add_all_cpus(struct str *out, const struct top_load *l, size_t width)
{
	double sum = 0;

	for (size_t i = 0; i < l->n_cpus; i++)
		sum += l->cpu[i].share;
	add_cpu_bar(out, "CPUs", l->n_cpus ? sum / (double)l->n_cpus : 0, width);
	str_add(out, "\n");
}

/* From the top to the bottom, then the next column, as people read lists. */
static void add_each_cpu(struct str *out, const struct top_load *l, size_t width)
{
	size_t in_line, lines = lines_of_cpus(l, width, &in_line), each = (width + GAP) / in_line - GAP;
	char label[16];

	for (size_t line = 0; line < lines; line++) {
		for (size_t i = line; i < l->n_cpus; i += lines) {
			snprintf(label, sizeof(label), "CPU%d", l->cpu[i].cpu);
			locale_pad(out, 0, i == line ? 0 : GAP);
			add_cpu_bar(out, label, l->cpu[i].share, each);
		}
		str_add(out, "\n");
	}
}

/* --- memory and the column --------------------------------------------------------------------------- */

static void add_memory(struct str *out, const struct top_load *l, size_t width, bool color)
{
	double share = l->memory_bytes ? (double)l->used_bytes / (double)l->memory_bytes : 0;
	LOCAL(str) value = {0};

	if (l->memory_bytes) {
		top_size_add(&value, l->used_bytes);
		str_add(&value, " of ");
		top_size_add(&value, l->memory_bytes);
	} else {
		str_add(&value, "-");
	}
	add_bar(out, &(struct bar){ .label = "memory", .value = value.text, .share = share,
				    .label_width = LABEL, .value_width = VALUE,
				    .color = color && 100 * share >= ALARM_PCT ? COLOR_WORSE : "" }, width);
}

/* Beside the most that there was until now: a rate has no other limit. */
static void top_bars_add_column(struct str *out, const struct top_column *c, double total, size_t width)
{
	LOCAL(str) value = {0};

	top_column_add(&value, c, total);
	str_add(&value, ", max ");
	top_column_add(&value, c, c->most);
	add_bar(out, &(struct bar){ .label = c->title, .value = value.text,
				    .share = c->most > 0 ? total / c->most : 0, .label_width = LABEL,
				    .value_width = VALUE, .color = "" }, width);
}

/* --- all of them ------------------------------------------------------------------------------------- */

static size_t lines_most(size_t width, size_t height)
{
	return width >= LEAST_WIDTH ? height / PART : 0;
}

size_t top_bars_lines(const struct top_load *l, size_t width, size_t height)
{
	enum { FEWEST = 2 };
	size_t most = lines_most(width, height), in_line, cpus;

	if (!l || most < FEWEST)
		return 0;
	cpus = lines_of_cpus(l, width, &in_line);
	return cpus && cpus + 1 <= most ? cpus + 1 : FEWEST;
}

void top_bars_add(struct str *out, const struct top_load *l, const struct top_column *column, double total,
		  size_t width, size_t height, bool color)
{
	size_t lines = top_bars_lines(l, width, height), in_line, half = (width - GAP) / 2;

	if (!lines)
		return;
	if (lines_of_cpus(l, width, &in_line) + 1 <= lines)
		add_each_cpu(out, l, width);
	else
		add_all_cpus(out, l, width);
	add_memory(out, l, half, color);
	locale_pad(out, 0, GAP);
	if (column)
		top_bars_add_column(out, column, total, half);
	str_add(out, "\n");
}

void top_load_release(struct top_load *l)
{
	free(l->cpu);
	*l = (struct top_load){0};
}
