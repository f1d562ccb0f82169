/* SPDX-License-Identifier: MIT */
/*
 * probe software|hardware: can the kernel count CPU time, or user instructions, of this
 * process?  Says why not.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int hardware = argc > 1 && strcmp(argv[1], "hardware") == 0;
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = hardware ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE,
		.config = hardware ? PERF_COUNT_HW_INSTRUCTIONS : PERF_COUNT_SW_TASK_CLOCK,
		.exclude_kernel = 1, .exclude_hv = 1,
	};
	unsigned long long count = 0;
	long fd = syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0);

	if (fd < 0) {
		printf("%s events cannot be opened here: %s\n", hardware ? "hardware" : "software",
		       strerror(errno));
		return 1;
	}
	for (volatile int i = 0; i < 100000; i++)
		;
	if (read((int)fd, &count, sizeof(count)) != sizeof(count) || !count) {
		printf("%s events open but do not count here\n", hardware ? "hardware" : "software");
		return 1;
	}
	return 0;
}
