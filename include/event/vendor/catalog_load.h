/* SPDX-License-Identifier: MIT */
/* catalog_load.h - fills the vendors' catalog for the CPU of this machine. */
#ifndef EVENT_VENDOR_CATALOG_LOAD_H
#define EVENT_VENDOR_CATALOG_LOAD_H

#include "base/error.h"
#include "note/note.h"

struct catalog;

/*
 * Finds the CPU's tables and reads folder and definitions; returns at once when called again. A CPU
 * without a table is an error only if the user named the CPU.
 */
int  catalog_load(struct catalog *c, struct notes *notes, struct error *err);

#endif
