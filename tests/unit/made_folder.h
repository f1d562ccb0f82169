/* SPDX-License-Identifier: MIT */
/* made_folder.h - a new, empty folder that the tests of a group run in. */
#ifndef UNIT_MADE_FOLDER_H
#define UNIT_MADE_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char made_folder[] = "/tmp/pstat-test.XXXXXX";

/* For cmocka_run_group_tests(). */
static inline int enter_folder(void **state)
{
	(void)state;
	return mkdtemp(made_folder) && chdir(made_folder) == 0 ? 0 : -1;
}

static inline int remove_folder(void **state)
{
	char command[64];

	(void)state;
	snprintf(command, sizeof(command), "rm -rf %s", made_folder);
	return system(command);
}

#endif
