/* SPDX-License-Identifier: MIT */
/* saved_unit.h - writes a row of a result (a core, a thread, a region, ...) as JSON, and reads it back. */
#ifndef BENCHMARK_SAVED_UNIT_H
#define BENCHMARK_SAVED_UNIT_H

#include "base/json_reader.h"
#include "base/json_writer.h"
#include "table/aggregation.h"

struct benchmark;

/* Without its id, which is a text for people. */
void saved_unit_write(struct json_writer *j, const struct benchmark *b, enum aggr_mode mode,
		      const struct unit *u);
/*
 * Adds the CPU, thread or region of the unit to the benchmark, whose aggregation and processes are known.
 * Returns NULL, or what is wrong with the unit.
 */
const char *saved_unit_read(struct unit *u, struct benchmark *b, const struct json_document *doc, int node);

#endif
