/* SPDX-License-Identifier: MIT */
/*
 * kernel_linux.h - calls the real kernel: the functions of the table in kernel.h, in whose place tests put
 * others.
 */
#ifndef HOST_KERNEL_LINUX_H
#define HOST_KERNEL_LINUX_H

#include <stdbool.h>

#include "host/kernel.h"

extern const struct kernel kernel_linux;

/* True if SIGPIPE and SIGXFSZ are ignored now, so that failed writes return errors. */
bool kernel_linux_ignores_lost_writes(void);

#endif
