/* SPDX-License-Identifier: MIT */
/* json_schema.h - has the text of the JSON schema pstat/1, which pstat --json-schema prints. */
#ifndef FORMAT_JSON_SCHEMA_H
#define FORMAT_JSON_SCHEMA_H

extern const char json_schema_text[];		/* built from share/pstat-1.schema.json */

#endif
