/* SPDX-License-Identifier: MIT */
/* Finds the files of sensors, and reads them. */
#define _GNU_SOURCE
#include "event/sensor.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "host/rootfs.h"

#define DEVICES "/sys/class/hwmon"

/* Columns: how the name of its file begins, the unit shown, its scale, whether it adds up. */
static const struct sensor_kind {
	const char *name, *unit;
	double scale;
	bool total;
} kinds[] = {
	{ "temp", "C", 1e-3, false },	{ "fan", "RPM", 1, false },	{ "in", "V", 1e-3, false },
	{ "curr", "A", 1e-3, false },	{ "power", "W", 1e-6, false },	{ "energy", "J", 1e-6, true },
	{ "humidity", "%", 1e-3, false },	{ "freq", "Hz", 1, false },
};

static const struct sensor_kind *find_kind(const char *name)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
		size_t len = strlen(kinds[i].name);

		if (str_ncasecmp(name, kinds[i].name, len) == 0 && name[len] &&
		    !isalpha((unsigned char)name[len]))
			return &kinds[i];
	}
	return NULL;
}

bool sensor_may_be(const char *name)
{
	return find_kind(name);
}

/* "Core 0" of temp1 becomes temp_core_0. */
static char *make_label(const struct sensor_kind *kind, const char *text)
{
	struct str label = {0};

	str_addf(&label, "%s_", kind->name);
	for (; *text; text++) {
		char c = isalnum((unsigned char)*text) ? (char)tolower((unsigned char)*text) : '_';

		str_add_n(&label, &c, 1);
	}
	return label.text;
}

/* The number of a sensor is in temp1_input; some drivers have only power1_average. */
static size_t name_length(const struct file_names *files, size_t i)
{
	static const char *const endings[] = { "_input", "_average" };
	const char *name = files->name[i];

	for (size_t k = 0; k < 2; k++) {
		size_t len = strlen(name), n = strlen(endings[k]);
		bool has_input = false;

		if (len <= n || strcmp(name + len - n, endings[k]) != 0)
			continue;
		for (size_t f = 0; k && f < files->n; f++)
			has_input |= strncmp(files->name[f], name, len - n) == 0 &&
				     strcmp(files->name[f] + (len - n), endings[0]) == 0;
		return has_input ? 0 : len - n;
	}
	return 0;
}

static void add_sensor(struct sensors *s, const struct rootfs *root, const char *folder, const char *device,
		       const char *file, size_t name_len)
{
	const struct sensor_kind *kind = find_kind(file);
	struct str name = {0}, path = {0}, pmu = {0};
	LOCAL(str) label = {0};

	if (!kind)
		return;
	str_add_n(&name, file, name_len);
	str_addf(&pmu, SENSOR_PMU "%s", device);
	str_addf(&path, DEVICES "/%s/%s", folder, file);
	if (rootfs_read(root, &label, DEVICES "/%s/%s_label", folder, name.text) < 0)
		str_reset(&label);
	s->sensor = mem_grow(s->sensor, s->n, sizeof(*s->sensor));
	s->sensor[s->n++] = (struct sensor){
		.pmu = pmu.text, .name = name.text, .file = path.text,
		.label = label.len ? make_label(kind, label.text) : NULL,
		.unit = kind->unit, .scale = kind->scale, .total = kind->total,
	};
}

static void add_device(struct sensors *s, const struct rootfs *root, const char *folder)
{
	struct file_names files;
	LOCAL(str) device = {0};

	if (rootfs_read(root, &device, DEVICES "/%s/name", folder) >= 0 && device.len &&
	    rootfs_list(root, &files, DEVICES "/%s", folder) >= 0) {
		for (size_t i = 0; i < files.n; i++) {
			size_t len = name_length(&files, i);

			if (len)
				add_sensor(s, root, folder, device.text, files.name[i], len);
		}
		file_names_release(&files);
	}
}

int sensors_list(struct sensors *s, const struct rootfs *root, struct error *err)
{
	LOCAL(file_names) folders = {0};
	int rc = rootfs_list(root, &folders, DEVICES);

	*s = (struct sensors){0};
	if (rc < 0)
		return rootfs_is_missing(rc) ? 0 : rootfs_set_error(err, rc, DEVICES);
	for (size_t i = 0; i < folders.n; i++)
		add_device(s, root, folders.name[i]);
	return 0;
}

static bool sensor_fits(const char *pattern, const char *text)
{
	return fnmatch(pattern, text, FNM_CASEFOLD) == 0;
}

bool sensor_matches(const struct sensor *s, const char *pmu, const char *name)
{
	return (!pmu || sensor_fits(pmu, s->pmu)) &&
	       (sensor_fits(name, s->name) || (s->label && sensor_fits(name, s->label)));
}

uint64_t sensor_read(const struct rootfs *root, const char *file)
{
	uint64_t value;

	return rootfs_read_u64(root, &value, "%s", file) < 0 ? SENSOR_UNKNOWN : value;
}

void sensors_release(struct sensors *s)
{
	for (size_t i = 0; i < s->n; i++) {
		free(s->sensor[i].pmu);
		free(s->sensor[i].name);
		free(s->sensor[i].label);
		free(s->sensor[i].file);
	}
	free(s->sensor);
	*s = (struct sensors){0};
}
