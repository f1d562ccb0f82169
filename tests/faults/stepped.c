/* SPDX-License-Identifier: MIT */
/*
 * pstat with a wall clock that cannot be relied on: linked between it and the C library, so that
 * each time it is asked it is a century ahead or back (2099, 2001, 2099, ...).  Other clocks are right.
 */
#include <sys/time.h>
#include <time.h>

time_t __wrap_time(time_t *t);
int __wrap_gettimeofday(struct timeval *tv, void *zone);
int __real_clock_gettime(clockid_t clock, struct timespec *ts);
int __wrap_clock_gettime(clockid_t clock, struct timespec *ts);

static time_t step(void)
{
	enum { AHEAD = 4070908800u, BACK = 978307200 };
	static int asked;

	return asked++ % 2 ? BACK : (time_t)AHEAD;
}

time_t __wrap_time(time_t *t)
{
	time_t now = step();

	if (t)
		*t = now;
	return now;
}

int __wrap_gettimeofday(struct timeval *tv, void *zone)
{
	(void)zone;
	*tv = (struct timeval){ .tv_sec = step() };
	return 0;
}

int __wrap_clock_gettime(clockid_t clock, struct timespec *ts)
{
	if (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE && clock != CLOCK_TAI)
		return __real_clock_gettime(clock, ts);
	*ts = (struct timespec){ .tv_sec = step() };
	return 0;
}
