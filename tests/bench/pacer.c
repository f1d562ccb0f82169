/* SPDX-License-Identifier: MIT */
/*
 * pacer each|group CPUS MS COUNT - counts four software events of each CPU and writes a line of sums every MS
 * milliseconds: the least that intervals can cost, when each counter is read by itself and when the four of a CPU
 * are read at once.
 */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <linux/perf_event.h>

static const uint64_t events[] = {
	PERF_COUNT_SW_CPU_CLOCK, PERF_COUNT_SW_CONTEXT_SWITCHES, PERF_COUNT_SW_CPU_MIGRATIONS,
	PERF_COUNT_SW_PAGE_FAULTS,
};
enum { N_EVENTS = sizeof(events) / sizeof(*events), CPUS_MOST = 1024 };

static int fd[CPUS_MOST][N_EVENTS];

static int open_all(int n_cpus, int grouped)
{
	for (int cpu = 0; cpu < n_cpus; cpu++)
		for (int e = 0; e < N_EVENTS; e++) {
			struct perf_event_attr attr = {
				.type = PERF_TYPE_SOFTWARE, .size = sizeof(attr), .config = events[e],
				.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
					       (grouped ? (uint64_t)PERF_FORMAT_GROUP : 0),
			};

			fd[cpu][e] = (int)syscall(SYS_perf_event_open, &attr, -1, cpu,
						  grouped && e ? fd[cpu][0] : -1, PERF_FLAG_FD_CLOEXEC);
			if (fd[cpu][e] < 0)
				return -1;
		}
	return 0;
}

/* A group's read is how many, two times, and the values; a lone counter's is its value and two times. */
static int read_all(uint64_t *sum, int n_cpus, int grouped)
{
	uint64_t buf[3 + N_EVENTS];

	memset(sum, 0, N_EVENTS * sizeof(*sum));
	for (int cpu = 0; cpu < n_cpus; cpu++)
		for (int e = 0; e < N_EVENTS; e++) {
			if ((!grouped || !e) && read(fd[cpu][e], buf, sizeof(buf)) <= 0)
				return -1;
			sum[e] += grouped ? buf[3 + e] : buf[0];
		}
	return 0;
}

int main(int argc, char **argv)
{
	int grouped = argc > 1 && strcmp(argv[1], "group") == 0, n_cpus = argc > 2 ? atoi(argv[2]) : 0;
	long ms = argc > 3 ? atol(argv[3]) : 0, count = argc > 4 ? atol(argv[4]) : 0;
	struct timespec pause = { ms / 1000, ms % 1000 * 1000000 };
	uint64_t sum[N_EVENTS];
	char line[160];

	if (n_cpus < 1 || n_cpus > CPUS_MOST || ms < 1 || open_all(n_cpus, grouped) < 0)
		return 125;
	for (long i = 1; i <= count; i++) {
		int len;

		nanosleep(&pause, NULL);
		if (read_all(sum, n_cpus, grouped) < 0)
			return 125;
		len = snprintf(line, sizeof(line), "%.9f,%llu,%llu,%llu,%llu\n", (double)(i * ms) / 1e3,
			       (unsigned long long)sum[0], (unsigned long long)sum[1],
			       (unsigned long long)sum[2], (unsigned long long)sum[3]);
		if (write(STDOUT_FILENO, line, (size_t)len) != len)
			return 125;
	}
	return 0;
}
