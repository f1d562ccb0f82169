/* SPDX-License-Identifier: MIT */
/* pstat-fake: for golden tests, see fake_pstat.h. */
#include "fake_pstat.h"

int main(int argc, char **argv)
{
	return fake_pstat(argc, argv);
}
