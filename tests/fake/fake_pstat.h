/* SPDX-License-Identifier: MIT */
/*
 * fake_pstat.h - the real program on the fake kernel: $FAKE is the script (fake_kernel.h), $FAKE_ROOT an unpacked
 * machine; without one there is not a single file to read.  Once in a process.
 */
#ifndef FAKE_PSTAT_H
#define FAKE_PSTAT_H

/* As main(). */
int fake_pstat(int argc, char **argv);

#endif
