/* SPDX-License-Identifier: MIT */
/*
 * region_papi EVENT... - prints what an entry of a region costs with PAPI, in ns: its low level, which leaves the
 * adding up to the caller, and its regions by name.  For region_peers.sh.
 */
#define _GNU_SOURCE
#include <papi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 8, ROUNDS = 200, TIMES = 100 };

static int set = PAPI_NULL;

static double now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec * 1e9 + (double)ts.tv_nsec;
}

static void low(void)
{
	static long long sum[MOST];
	long long from[MOST], to[MOST];

	PAPI_read(set, from);
	PAPI_read(set, to);
	for (int i = 0; i < MOST; i++)
		sum[i] += to[i] - from[i];
}

static void high(void)
{
	PAPI_hl_region_begin("empty");
	PAPI_hl_region_end("empty");
}

static double least_ns(void (*act)(void))
{
	double least = 0;

	for (int round = 0; round < ROUNDS; round++) {
		double begin = now_ns(), took;

		for (int i = 0; i < TIMES; i++)
			act();
		took = (now_ns() - begin) / TIMES;
		least = !round || took < least ? took : least;
	}
	return least;
}

static void check(int rc, const char *what)
{
	if (rc == PAPI_OK)
		return;
	fprintf(stderr, "region_papi: %s: %s\n", what, PAPI_strerror(rc));
	exit(1);
}

int main(int argc, char **argv)
{
	char names[512] = "";

	check(PAPI_library_init(PAPI_VER_CURRENT) == PAPI_VER_CURRENT ? PAPI_OK : PAPI_EINVAL, "PAPI_library_init");
	check(PAPI_create_eventset(&set), "PAPI_create_eventset");
	for (int i = 1; i < argc && i <= MOST; i++) {
		check(PAPI_add_named_event(set, argv[i]), argv[i]);
		strncat(names, i > 1 ? "," : "", sizeof(names) - strlen(names) - 1);
		strncat(names, argv[i], sizeof(names) - strlen(names) - 1);
	}
	check(PAPI_start(set), "PAPI_start");
	printf("%.1f", least_ns(low));
	check(PAPI_stop(set, NULL), "PAPI_stop");
	setenv("PAPI_EVENTS", names, 1);
	printf(" %.1f\n", least_ns(high));
	return 0;
}
