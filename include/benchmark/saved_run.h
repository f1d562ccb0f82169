/* SPDX-License-Identifier: MIT */
/* saved_run.h - writes one run of a result as JSON, and reads it back. */
#ifndef BENCHMARK_SAVED_RUN_H
#define BENCHMARK_SAVED_RUN_H

#include <stdbool.h>

#include "base/json_reader.h"
#include "base/json_writer.h"

struct run_result;

void saved_run_write(struct json_writer *j, const struct run_result *r);
/* Without its counts.  False: the document does not say how the run ended, and when. */
bool saved_run_read(struct run_result *r, const struct json_document *doc, int node);

#endif
