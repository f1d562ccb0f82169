/* SPDX-License-Identifier: MIT */
/*
 * user_names.h - finds the names of users in the text of /etc/passwd.
 *
 * The C library would also ask a server of the network, and the screen would stand still until it answers.
 * So a user who is only known there is a number.
 */
#ifndef TOP_USER_NAMES_H
#define TOP_USER_NAMES_H

#include <stddef.h>
#include <sys/types.h>

#include "base/index.h"
#include "base/str.h"

struct user_names {			/* {0}: every user is a number */
	struct user_name { uid_t uid; char *name; } *user; size_t n;	/* owned */
	struct index by_uid;
};

/* text: that of /etc/passwd; lines that are malformed are left out. */
void user_names_parse(struct user_names *u, const char *text);
/* Appends the name as the file has it, or the number. */
void user_names_add(const struct user_names *u, struct str *out, uid_t uid);
void user_names_release(struct user_names *u);

#endif
