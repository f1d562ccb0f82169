/* SPDX-License-Identifier: MIT */
/*
 * perf_config.h - reads perf's configuration files when pstat is called as perf.
 *
 * Of the section [stat], big-num and no-csv-summary say what the options of these names do;
 * bpf-counter-events concerns what pstat does not have.  Read are /etc/perfconfig and ~/.perfconfig, or only
 * the file that the variable PERF_CONFIG names; PERF_CONFIG_NOSYSTEM=1 leaves out the first, and
 * PERF_CONFIG_NOGLOBAL=1 the second.  A file that cannot be read is as none.
 */
#ifndef CLI_PERF_CONFIG_H
#define CLI_PERF_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

struct perf_config {		/* {0}: perf's defaults */
	bool no_big_num, no_csv_summary;
};

enum { PERF_CONFIG_WORDS = 2 };

/* Takes what the text of a file says. */
void perf_config_parse(struct perf_config *c, const char *text);
/* Reads the files, and writes the options that mean the same; returns how many words these are. */
size_t perf_config_words(char *word[PERF_CONFIG_WORDS]);

#endif
