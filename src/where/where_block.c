/* SPDX-License-Identifier: MIT */
/* Chooses the heaviest places of a program, and adds up the others. */
#include "where/where_block.h"

#include <stdlib.h>

#include "base/mem.h"
#include "where/code_rows.h"

static enum where_kind kind_of(const struct code_row *row)
{
	return row->line ? WHERE_LINE : row->function[0] ? WHERE_FUNCTION : WHERE_UNKNOWN;
}

void where_block_build(struct where_block *out, const struct code_rows *rows, size_t most_rows)
{
	double enough = 0.99 * (double)rows->total, sum = 0;

	where_block_release(out);
	out->present = true;
	out->explained = true;
	out->after = out->others = rows->total;
	out->row = mem_zeroed(rows->n < most_rows ? rows->n : most_rows, sizeof(*out->row));
	for (size_t i = 0; i < rows->n && i < most_rows && sum < enough; i++) {
		const struct code_row *from = &rows->row[i];

		out->row[out->n_rows++] = (struct where_row){
			.kind = kind_of(from), .file = from->file, .function = from->function, .object = "",
			.line = from->line, .text = from->text, .after = from->count,
			.share = rows->total ? (double)from->count / (double)rows->total : 0,
			.calls_from = "" };
		out->others -= from->count;
		sum += (double)from->count;
	}
	out->n_others = rows->rest ? 0 : rows->n - out->n_rows;
}

void where_block_release(struct where_block *w)
{
	free(w->row);
	free(w->library);
	for (size_t i = 0; i < w->n_kept; i++)
		free(w->kept[i]);
	free(w->kept);
	free(w->absent);
	notes_release(&w->notes);
	*w = (struct where_block){ .present = false };
}
