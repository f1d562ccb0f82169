/* SPDX-License-Identifier: MIT */
/*
 * exit_status.h - what pstat exits with.
 *
 * After a command that ran it is the command's own status, or 128 + signal when a signal killed it.
 */
#ifndef BASE_EXIT_STATUS_H
#define BASE_EXIT_STATUS_H

enum app_exit {
	APP_OK			= 0,
	APP_UNCOUNTABLE		= 1,	/* doctor: some of the default events cannot be counted */
	APP_NO_MATCH		= 1,	/* list: a word matches nothing */
	APP_REGRESSED		= 1,	/* gate: a limit is exceeded */
	APP_MISUSED		= 2,	/* gate: wrong usage */
	APP_UNMEASURED		= 3,	/* gate: cannot measure, or not comparable */
	APP_UNSURE		= 4,	/* gate: with --inconclusive=fail */
	APP_COMMAND_FAILED	= 5,	/* gate: the benchmark itself */
	APP_TIMEOUT		= 124,	/* --timeout ended a command */
	APP_ERROR		= 125,	/* pstat failed; wrong usage */
	APP_NOT_EXECUTABLE	= 126,
	APP_NOT_FOUND		= 127,
	APP_DIE			= 1000,	/* + signal: pstat then ends itself with this signal, in cli/app.c */
};

#endif
