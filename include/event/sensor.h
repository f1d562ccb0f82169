/* SPDX-License-Identifier: MIT */
/*
 * sensor.h - finds the sensors in /sys/class/hwmon (temperatures, fans, voltages, power), and reads them.
 *
 * A sensor is a file that holds a number, which says how it is now; only energy adds up. Each sensor is a
 * row: a sum of temperatures means nothing. What it is called and measured in is the kernel's
 * documentation of hwmon; a value below zero is taken as unknown, as counts have no sign.
 */
#ifndef EVENT_SENSOR_H
#define EVENT_SENSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct rootfs;

#define SENSOR_PMU "hwmon_"	/* before the name of the device, as in perf since 6.13 */
#define SENSOR_UNKNOWN UINT64_MAX

struct sensor {
	char *pmu;		/* hwmon_coretemp */
	char *name;		/* temp1 */
	char *label;		/* temp_core_0; NULL: none */
	char *file;		/* /sys/class/hwmon/hwmon3/temp1_input */
	const char *unit;
	double scale;		/* the number in the file * scale is in this unit */
	bool total;		/* adds up from boot */
};

struct sensors {		/* sorted by device, then by file */
	struct sensor *sensor;
	size_t n;
};

/* Can this be the name of a sensor? Without reading a file. */
bool sensor_may_be(const char *name);
/* A machine without the folder has no sensors; a device that cannot be read is left out. */
int  sensors_list(struct sensors *s, const struct rootfs *root, struct error *err);
/* Both may have wildcards, and the case does not matter; pmu NULL: any. */
bool sensor_matches(const struct sensor *s, const char *pmu, const char *name);
uint64_t sensor_read(const struct rootfs *root, const char *file);
void sensors_release(struct sensors *s);

#endif
