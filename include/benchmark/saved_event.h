/* SPDX-License-Identifier: MIT */
/* saved_event.h - writes one event of a result as JSON, and reads it back. */
#ifndef BENCHMARK_SAVED_EVENT_H
#define BENCHMARK_SAVED_EVENT_H

#include <stddef.h>

#include "base/json_reader.h"
#include "base/json_writer.h"

struct benchmark;

void saved_event_write(struct json_writer *j, const struct benchmark *b, size_t event);
/*
 * Reads the list into the events, PMUs and cgroups of the benchmark.  Returns NULL, or what is wrong with the
 * last event that it has then.
 */
const char *saved_events_read(struct benchmark *b, const struct json_document *doc, int list);

#endif
