/* SPDX-License-Identifier: MIT */
/*
 * probe software|hardware|system|shares: can the kernel count CPU time, or user instructions, of this
 * process?  CPU time of a whole CPU?  Have twelve hardware events, those of the case multiplexed, to take
 * turns?  Says why not.
 */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { EVENTS = 12, CPUS_MOST = 64 };

static int open_event(struct perf_event_attr *attr)
{
	return (int)syscall(SYS_perf_event_open, attr, 0, -1, -1, 0);
}

static int counts(int hardware)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = hardware ? PERF_TYPE_HARDWARE : PERF_TYPE_SOFTWARE,
		.config = hardware ? PERF_COUNT_HW_INSTRUCTIONS : PERF_COUNT_SW_TASK_CLOCK,
		.exclude_kernel = 1, .exclude_hv = 1,
	};
	unsigned long long count = 0;
	int fd = open_event(&attr);

	if (fd < 0) {
		printf("%s events cannot be opened here: %s\n", hardware ? "hardware" : "software",
		       strerror(errno));
		return 1;
	}
	for (volatile int i = 0; i < 100000; i++)
		;
	if (read(fd, &count, sizeof(count)) != sizeof(count) || !count) {
		printf("%s events open but do not count here\n", hardware ? "hardware" : "software");
		return 1;
	}
	return 0;
}

/* The first one there is: 0 may be offline. */
static int counts_cpus(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr), .type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK,
	};
	int fd = -1;

	errno = ENODEV;
	for (int cpu = 0; cpu < CPUS_MOST && fd < 0 && errno == ENODEV; cpu++)
		fd = (int)syscall(SYS_perf_event_open, &attr, -1, cpu, -1, 0);
	if (fd >= 0)
		return 0;
	printf("whole CPUs cannot be counted here: %s\n", strerror(errno));
	return 1;
}

static int shares(void)
{
	static const unsigned char config[] = {
		PERF_COUNT_HW_CPU_CYCLES, PERF_COUNT_HW_INSTRUCTIONS, PERF_COUNT_HW_BRANCH_INSTRUCTIONS,
		PERF_COUNT_HW_BRANCH_MISSES, PERF_COUNT_HW_CACHE_REFERENCES, PERF_COUNT_HW_CACHE_MISSES,
	};
	unsigned long long value[3];	/* count, enabled, running */
	int fd[EVENTS], opened = 0;
	clock_t end;

	for (int i = 0; i < EVENTS; i++) {
		struct perf_event_attr attr = {
			.size = sizeof(attr), .type = PERF_TYPE_HARDWARE,
			.config = config[(size_t)i % sizeof(config)], .exclude_kernel = 1, .exclude_hv = 1,
			.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING,
		};

#ifdef __aarch64__	/* there, as in the case, instructions by their number */
		attr.type = PERF_TYPE_RAW;
		attr.config = 8;
#endif
		fd[i] = open_event(&attr);
		opened += fd[i] >= 0;
	}
	for (end = clock() + CLOCKS_PER_SEC / 5; clock() < end; )
		;
	for (int i = 0; i < EVENTS; i++)
		if (fd[i] >= 0 && read(fd[i], value, sizeof(value)) == sizeof(value) && value[2] < value[1])
			return 0;
	printf("%d of %d hardware events can be opened here, and there are counters for all of them\n", opened, EVENTS);
	return 1;
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "shares") == 0)
		return shares();
	if (argc > 1 && strcmp(argv[1], "system") == 0)
		return counts_cpus();
	return counts(argc > 1 && strcmp(argv[1], "hardware") == 0);
}
