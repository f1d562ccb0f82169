/* SPDX-License-Identifier: MIT */
/* Tests which files are sensors, what they are called, and what they tell. */
#include "test.h"

#include "event/sensor.h"
#include "made_root.h"

static const struct { const char *path, *text; } files[] = {
	{ "hwmon0/name", "coretemp\n" },	{ "hwmon0/temp1_input", "45500\n" },
	{ "hwmon0/temp1_label", "Package id 0\n" },	{ "hwmon0/temp1_max", "100000\n" },
	{ "hwmon0/temp10_input", "1\n" },	{ "hwmon0/tempo_input", "1\n" },
	{ "hwmon1/name", "amdgpu\n" },		{ "hwmon1/power1_average", "35000000\n" },
	{ "hwmon1/power2_average", "1\n" },	{ "hwmon1/power2_input", "2\n" },
	{ "hwmon1/energy1_input", "7\n" },	{ "hwmon1/curr1_input", "-200\n" },
	{ "hwmon2/temp1_input", "1\n" },	/* a device without a name */
};

static void make(struct root *r)
{
	char path[128];

	root_make(r);
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		snprintf(path, sizeof(path), "sys/class/hwmon/%s", files[i].path);
		root_put(r, path, files[i].text);
	}
}

static void what_is_a_sensor(void **state)
{
	static const struct { const char *pmu, *name, *label, *unit; bool total; uint64_t value; } wanted[] = {
		{ "hwmon_coretemp", "temp10", NULL, "C", false, 1 },
		{ "hwmon_coretemp", "temp1", "temp_package_id_0", "C", false, 45500 },
		{ "hwmon_amdgpu", "curr1", NULL, "A", false, SENSOR_UNKNOWN },
		{ "hwmon_amdgpu", "energy1", NULL, "J", true, 7 },
		{ "hwmon_amdgpu", "power1", NULL, "W", false, 35000000 },
		{ "hwmon_amdgpu", "power2", NULL, "W", false, 2 },
	};
	struct error err = ERROR_INIT;
	struct sensors s;
	struct root r;

	(void)state;
	make(&r);
	assert_int_equal(sensors_list(&s, &r.fs, &err), 0);
	assert_int_equal(s.n, COUNT_OF(wanted));
	for (size_t i = 0; i < s.n; i++) {
		assert_string_equal(s.sensor[i].pmu, wanted[i].pmu);
		assert_string_equal(s.sensor[i].name, wanted[i].name);
		assert_string_equal(s.sensor[i].label ? s.sensor[i].label : "",
				    wanted[i].label ? wanted[i].label : "");
		assert_string_equal(s.sensor[i].unit, wanted[i].unit);
		assert_int_equal(s.sensor[i].total, wanted[i].total);
		assert_true(sensor_read(&r.fs, s.sensor[i].file) == wanted[i].value);
	}
	assert_true(sensor_read(&r.fs, "/sys/class/hwmon/hwmon9/temp1_input") == SENSOR_UNKNOWN);
	sensors_release(&s);
	root_remove(&r);
}

static void names_that_match(void **state)
{
	char pmu[] = "hwmon_coretemp", name[] = "temp1", label[] = "temp_core_0";
	const struct sensor s = { .pmu = pmu, .name = name, .label = label };
	static const struct { const char *pmu, *name; bool matches; } cases[] = {
		{ NULL, "temp1", true },	{ NULL, "Temp_Core_0", true },	{ NULL, "temp", false },
		{ NULL, "temp*", true },	{ NULL, "temp10", false },	{ NULL, "fan*", false },
		{ "hwmon_*", "temp1", true },	{ "hwmon_nvme", "temp1", false },
		{ "hwmon_coretemp", "*", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++)
		assert_int_equal(sensor_matches(&s, cases[i].pmu, cases[i].name), cases[i].matches);
	assert_true(sensor_may_be("temp1") && sensor_may_be("IN0") && sensor_may_be("fan_cpu"));
	assert_false(sensor_may_be("instructions") || sensor_may_be("temp") || sensor_may_be("page-faults"));
}

static void without_sensors(void **state)
{
	struct error err = ERROR_INIT;
	struct sensors s;
	struct root r;

	(void)state;
	root_make(&r);
	assert_int_equal(sensors_list(&s, &r.fs, &err), 0);
	assert_int_equal(s.n, 0);
	root_put(&r, "sys/class/hwmon/hwmon0", "not a folder");
	assert_int_equal(sensors_list(&s, &r.fs, &err), 0);
	assert_int_equal(s.n, 0);
	sensors_release(&s);
	root_remove(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_a_sensor),
		cmocka_unit_test(names_that_match),
		cmocka_unit_test(without_sensors),
	};

	return cmocka_run_group_tests_name("sensor", tests, NULL, NULL);
}
