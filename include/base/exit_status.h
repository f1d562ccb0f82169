/* SPDX-License-Identifier: MIT */
/*
 * exit_status.h - lists the exit statuses of pstat.
 *
 * After a command that ran it is the command's own status, or 128 + signal when a signal killed it.
 */
#ifndef BASE_EXIT_STATUS_H
#define BASE_EXIT_STATUS_H

enum exit_status {
	STATUS_OK			= 0,
	STATUS_UNCOUNTABLE		= 1,	/* doctor: some of the default events cannot be counted */
	STATUS_NO_MATCH		= 1,	/* list: a word matches nothing */
	STATUS_REGRESSED		= 1,	/* gate: a limit is exceeded */
	STATUS_MISUSED		= 2,	/* gate: wrong usage */
	STATUS_UNMEASURED		= 3,	/* gate: cannot measure, or not comparable */
	STATUS_UNSURE		= 4,	/* gate: with --inconclusive=fail */
	STATUS_COMMAND_FAILED	= 5,	/* gate: the benchmark itself */
	STATUS_TIMEOUT		= 124,	/* --timeout ended a command */
	STATUS_ERROR		= 125,	/* pstat failed; wrong usage */
	STATUS_NOT_EXECUTABLE	= 126,
	STATUS_NOT_FOUND		= 127,
	/* + signal: pstat then ends itself with this signal, in cli/app.c */
	STATUS_SIGNAL			= 1000,
};

#endif
