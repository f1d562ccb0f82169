/* SPDX-License-Identifier: MIT */
/*
 * rivals.h - what compare and gate were asked for: which commands or files, how often and in
 * which order.  Part of the options.
 */
#ifndef CLI_RIVALS_H
#define CLI_RIVALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct entrant {		/* one command */
	char *const *argv;	/* borrowed */
	const char *name;	/* borrowed; NULL: its words say it */
};

struct rivals {
	struct entrant *entrant; size_t n;	/* owned; their words are in word */
	char **word;				/* owned, the words are borrowed */
	const char **name; size_t n_names;	/* each --name; owned, the texts are borrowed */
	uint64_t runs, most_runs;		/* -r MIN:MAX, of one number both; 0: as the verb has it */
	uint64_t warmups;
	const char *prepare, *setup, *cleanup;	/* shell commands; NULL: none */
	bool   show_output;
	double level;				/* --confidence: 0.99 */
};

/* "10", "10:40" */
int  rivals_set_runs(struct rivals *r, const char *text, struct error *err);
/* "99", "99.9%": below 100, not below 50 */
int  rivals_set_confidence(struct rivals *r, const char *text, struct error *err);
void rivals_add_name(struct rivals *r, const char *text);
/* The words behind --, at each --vs another command. */
int  rivals_split(struct rivals *r, char *const *command, struct error *err);
/* Each name is that of one command, in their order. */
int  rivals_check_names(const struct rivals *r, struct error *err);	/* to be saved, none twice */
int  rivals_name(struct rivals *r, struct error *err);
/* Whether a word is meant as a file to be compared: it holds a saved result, or is called so. */
bool rivals_is_file(const char *word);
bool rivals_is_folder(const char *word);
void rivals_release(struct rivals *r);

#endif
