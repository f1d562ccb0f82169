/* SPDX-License-Identifier: MIT */
/*
 * valgrind.h - starts a command under valgrind, and reads from its logs what it counted.
 *
 * The tool is cachegrind, which counts the instructions that it emulates.  Without a PMU that is the only
 * exact count: for the same work it is the same in each run, whatever else the machine does.  The layout of
 * addresses does not change it, as valgrind chooses that itself.  The environment and the path of the program
 * do, by some dozen instructions: they are part of the program's input.
 * Caches are simulated only for reads and writes of memory (twice the time), branches only for branches.
 *
 * Each process writes a log; pstat adds up the totals at the ends of the logs.  They do not tell all:
 * - A process that forks without exec has its parent's count up to the fork, too: valgrind copies it.
 *   The log shows that: only a program that starts says which scheduler it has.
 * - What a process does before it executes another program is lost, as its log begins anew.  For what a
 *   shell starts these are some hundred instructions; for `env prog` or `sh -c 'exec prog'` all that the
 *   first program did.  The log of the first process then names another command.
 * - A process without totals was killed with SIGKILL, still runs, or executed a program that valgrind does
 *   not know, such as one for another processor.  Then no count is known.
 * - valgrind refuses programs with a set-user-ID or set-group-ID bit, or with capabilities.
 * - An instruction that valgrind does not know ends the process with SIGILL.
 * - After chroot() cachegrind cannot open the file for its results, not even /dev/null, and its totals are 0.
 *
 * For the lines behind the counts each process writes a second file, NUMBER.lines, when it ends.  A command
 * that can no longer write it, as after setuid(), has totals of 0 for that reason alone, and must be run
 * again without.  where/cachegrind_file.h reads that file; nothing of it changes a count.  For the calls
 * between functions the tool is callgrind, which takes 2 to 4 times as long and writes NUMBER.calls, which
 * where/callgrind_file.h reads.
 *
 * Options in ~/.valgrindrc, ./.valgrindrc and $VALGRIND_OPTS are ignored: counts of two machines would
 * differ, and pstat obeys no file of the current folder.  valgrind adds LD_PRELOAD and some variables of its
 * own to the environment of the command.
 */
#ifndef HOST_VALGRIND_H
#define HOST_VALGRIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/str.h"

struct kernel;
struct rootfs;

enum valgrind_count {
	VALGRIND_INSTRUCTIONS, VALGRIND_DATA_READS, VALGRIND_DATA_WRITES,
	VALGRIND_CONDITIONAL_BRANCHES, VALGRIND_INDIRECT_BRANCHES,
	VALGRIND_COUNTS
};

/* The path of valgrind, owned: the first in an absolute folder of $PATH.  NULL: it is not installed. */
char *valgrind_find(const struct rootfs *root);
/* The shell command that installs it here, such as "apt-get install valgrind"; NULL: not known. */
const char *valgrind_install_command(const struct rootfs *root);
/* Its version, as it says itself: "3.19.0".  Replaces out; -1: it does not start. */
int   valgrind_ask_version(struct str *out, const struct kernel *k, const char *path);

/* Whether valgrind can run the program that a command's first word means; -1: the error says why not. */
int   valgrind_check_program(const char *name, struct error *err);

enum valgrind_file {		/* that each process writes when it ends */
	VALGRIND_NO_FILE, VALGRIND_LINES, VALGRIND_CALLS
};

struct valgrind {		/* how one run is started; {0} is empty */
	const struct rootfs *root;	/* borrowed */
	char *path;		/* of valgrind; owned, as is the rest */
	char *folder;		/* private, for the logs */
	char **argv;		/* valgrind, its options and the command, NULL-terminated */
	char *log_option, *file_option;
	enum valgrind_file file;
};

struct valgrind_wish {
	unsigned counts;	/* bit i: enum valgrind_count i */
	bool children;		/* processes that the command starts are followed */
	enum valgrind_file file;	/* none where files may not grow, as SIGXFSZ would end valgrind */
};

/* Prepares a run.  An error if valgrind is not installed or cannot run the command. */
int  valgrind_prepare(struct valgrind *v, const struct rootfs *root, char *const *command,
		      const struct valgrind_wish *wish, struct error *err);
/* A FIFO in its folder: valgrind may wait for a reader, and no signal but SIGKILL ends that. */
bool valgrind_may_wait(const struct valgrind *v);
bool valgrind_has_room(const struct valgrind *v);	/* false: the disk of its folder is full */
void valgrind_release(struct valgrind *v);	/* removes the folder, too */

struct valgrind_result {	/* {0} is empty */
	uint64_t count[VALGRIND_COUNTS];	/* of all processes */
	char version[32];	/* "": no process said it */
	char cpu[128];		/* what programs see of the CPU: see struct valgrind_log */
	size_t processes, forked;	/* all; those that were forked without exec */
	bool replaced;		/* the command executed another program, and what it did before is lost */
	/* why the counts are not those of the command; "": they are */
	char problem[160];
	bool gone;		/* that is a log which cannot be read: another run may have it */
	/* a clause, if that is a process which could not write its lines: try without them; or NULL */
	const char *lines_lost;
};

struct valgrind_log;
struct valgrind_process {	/* borrows everything */
	const struct valgrind_log *log;
	const char *log_text;
	char *file; size_t n_bytes;	/* of its file, and a NUL behind them; may be changed */
	int error;			/* 0, or -errno: the file cannot be read */
};
typedef void valgrind_visit(void *ctx, const struct valgrind_process *p);

/*
 * Reads the logs.  pid: the process that was started; -1: not even its log is there.  visit, which may be
 * NULL, gets each process of a run with files, one at a time.
 */
int  valgrind_collect(struct valgrind_result *r, const struct valgrind *v, char *const *command, pid_t pid,
		      bool children, valgrind_visit *visit, void *ctx);

struct valgrind_log {		/* one process */
	uint64_t count[VALGRIND_COUNTS];
	char version[32];
	char command[128];	/* the start of the command, with backslashes removed */
	char refused[96];	/* the program that valgrind may not run; "": none */
	/*
	 * The sets of instructions that valgrind can offer here, such as "amd64-cx16-avx2".  The CPU that it
	 * shows to programs depends on nothing else, so the C library chooses the same routines.
	 */
	char cpu[128];
	bool complete;		/* it has totals */
	bool lost;		/* these are 0, as cachegrind could not open its file at the end */
	bool unreadable;	/* one of them is no number, or has over 64 bits */
	bool started;		/* a program was started; false: forked without exec */
	bool unknown_instruction;	/* valgrind did not know an instruction, and it died of SIGILL */
	bool running;		/* without totals, and still there: valgrind_collect() sets it */
};

void valgrind_parse_log(struct valgrind_log *log, const char *text);
/*
 * The next program or library whose symbols valgrind read, but for its own; *text moves behind it.  False:
 * there is none.  Replaces path.
 */
bool valgrind_next_object(struct str *path, bool *has_symbols, const char **text);

#endif
