/* SPDX-License-Identifier: MIT */
/* warm_up.h - keeps idle events open during a series of runs, so that only the first run opens slowly. */
#ifndef COUNT_WARM_UP_H
#define COUNT_WARM_UP_H

#include <stdbool.h>

struct kernel;

struct warm_up {
	int  fd[3];
	bool open[3];
};

void warm_up_open(struct warm_up *w, const struct kernel *k);	/* failures are ignored */
void warm_up_close(struct warm_up *w, const struct kernel *k);

#endif
