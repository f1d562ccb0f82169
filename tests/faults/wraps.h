/* SPDX-License-Identifier: MIT */
/* wraps.h - file calls that fail when a test says so. */
#ifndef FAULTS_WRAPS_H
#define FAULTS_WRAPS_H

/* What a call can do beside failing. */
enum { SHORT = 1000, NOTHING, GARBAGE };

/* Theirs who link wraps.c: what becomes of this call on a file, an errno or one of these; 0: it is made. */
int wrap_fault(const char *name);

/* What the last one was made on, of those that open or read files; "": no such call failed. */
extern char wrap_path[256];

#endif
