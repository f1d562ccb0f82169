/* SPDX-License-Identifier: MIT */
/* floor N COMMAND... - runs COMMAND N times, as fast as possible, without counting. */
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(char *const *argv)
{
	struct rusage usage;
	pid_t pid = vfork();
	int status;

	if (pid == 0) {
		execv(argv[0], argv);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) < 0)
		return 125;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int main(int argc, char **argv)
{
	int status = 125;

	for (long n = argc > 2 ? atol(argv[1]) : 0; n > 0; n--)
		status = run(argv + 2);
	return status;
}
