/* SPDX-License-Identifier: MIT */
/* saved_process.h - writes one process of a result as JSON, and reads it back. */
#ifndef BENCHMARK_SAVED_PROCESS_H
#define BENCHMARK_SAVED_PROCESS_H

#include <stdbool.h>

#include "base/json_reader.h"
#include "base/json_writer.h"

struct process;

/* by_task: each thread has an entry, and so a tid. */
void saved_process_write(struct json_writer *j, const struct process *p, bool by_task);
void saved_process_read(struct process *p, const struct json_document *doc, int node);

#endif
