/* SPDX-License-Identifier: MIT */
/* Tests the topology of recorded machines, whose counts and ids are known, and malformed files. */
#include "test.h"

#include <errno.h>

#include "host/machine.h"
#include "made_root.h"

enum { ALL = MACHINE_ONLINE | MACHINE_TOPOLOGY | MACHINE_CACHE | MACHINE_NODE };

typedef bool same_unit(const struct cpu *a, const struct cpu *b);

static bool same_package(const struct cpu *a, const struct cpu *b)
{
	return a->package == b->package;
}

static bool same_die(const struct cpu *a, const struct cpu *b)
{
	return same_package(a, b) && a->die == b->die;
}

static bool same_cluster(const struct cpu *a, const struct cpu *b)
{
	return same_die(a, b) && a->cluster == b->cluster;
}

static bool same_core(const struct cpu *a, const struct cpu *b)
{
	return same_cluster(a, b) && a->core == b->core;
}

static bool same_node(const struct cpu *a, const struct cpu *b)
{
	return a->node == b->node;
}

static bool same_l1(const struct cpu *a, const struct cpu *b)
{
	return a->cache[0] == b->cache[0];
}

static bool same_l2(const struct cpu *a, const struct cpu *b)
{
	return a->cache[1] == b->cache[1];
}

static bool same_l3(const struct cpu *a, const struct cpu *b)
{
	return a->cache[2] == b->cache[2];
}

static const struct { const char *name; same_unit *same; size_t value; } units[] = {
	{ "packages", same_package, offsetof(struct cpu, package) }, { "dies", same_die, offsetof(struct cpu, die) },
	{ "clusters", same_cluster, offsetof(struct cpu, cluster) }, { "cores", same_core, offsetof(struct cpu, core) },
	{ "nodes", same_node, offsetof(struct cpu, node) }, { "L1d", same_l1, offsetof(struct cpu, cache[0]) },
	{ "L2", same_l2, offsetof(struct cpu, cache[1]) }, { "L3", same_l3, offsetof(struct cpu, cache[2]) },
};

/* Units of one kind; CPUs of which the machine says nothing are in none. */
static int count_units(const struct machine *m, size_t kind, int nothing)
{
	int n = 0;

	for (size_t i = 0; i < m->n_cpus; i++) {
		bool again = *(const int *)(const void *)((const char *)&m->cpu[i] + units[kind].value) == nothing;

		for (size_t k = 0; k < i; k++)
			again |= units[kind].same(&m->cpu[k], &m->cpu[i]);
		n += !again;
	}
	return n;
}

static void recorded_machines(void **state)
{
	/* A machine that knows no clusters has one for each die, those of amd-genoa-2s have the number 65535. */
	static const struct { const char *name; size_t cpus; int nothing, n[COUNT_OF(units)]; } cases[] = {
		{ "vm-zen5",	    2, -1, {  1,  1,   1,   2, 1,   2,   2,  1 } },
		{ "vm-nopmu",	    4, -1, {  1,  1,   2,   2, 1,   2,   2,  1 } },
		{ "intel-hybrid",  24, -1, {  1,  1,  10,  16, 1,  16,  10,  1 } },
		{ "intel-spr-2s", 224, -1, {  2,  2, 112, 112, 2, 112, 112,  2 } },
		{ "amd-genoa-2s", 384, -1, {  2, 24,  24, 192, 8, 192, 192, 24 } },
		{ "arm-biglittle",  8, -1, {  1,  1,   3,   8, 1,   8,   8,  1 } },
		{ "arm-n1",	   80, -1, {  1,  1,  40,  80, 1,  80,  80,  0 } },
		{ "x86-offline",    5, -1, {  1,  1,   1,   4, 1,   4,   4,  1 } },
		{ "riscv",	    4, -1, {  1,  1,   1,   4, 1,   4,   1,  0 } },
		{ "s390x",	    8, -1, {  2,  2,   2,   4, 1,   8,   8,  0 } },
		{ "power9",	    8, -2, {  1,  1,   1,   2, 1,   2,   2,  2 } },	/* its socket is -1 */
		{ "container",	    8, -1, {  1,  1,   4,   4, 0,   1,   1,  1 } },
		{ "container-bare", 4, -1, {  0,  0,   0,   0, 0,   0,   0,  0 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct machine m;
		struct rootfs root;

		root_recorded(&root, cases[i].name);
		machine_load(&m, &root);
		assert_int_equal(machine_load_cpus(&m, ALL, &err), 0);
		assert_int_equal(m.n_cpus, cases[i].cpus);
		for (size_t k = 0; k < COUNT_OF(units); k++) {
			int n = count_units(&m, k, cases[i].nothing);

			if (n != cases[i].n[k])
				fail_msg("%s: %d %s instead of %d", cases[i].name, n, units[k].name, cases[i].n[k]);
		}
		machine_release(&m);
		rootfs_close(&root);
	}
}

static void ids_of_recorded_machines(void **state)
{
	static const struct { const char *name; struct cpu cpu; } cases[] = {
		/*		     id, package, die, cluster, core, node, caches */
		{ "intel-hybrid",  {   1,   0,	0,     0,   0, 0, {   0,   0,	0, -1 } } },
		{ "intel-hybrid",  {  15,   0,	0,    56,  28, 0, {  14,  14,	0, -1 } } },
		{ "intel-hybrid",  {  16,   0,	0,    64,  32, 0, {  16,  16,	0, -1 } } },
		{ "intel-hybrid",  {  23,   0,	0,    72,  39, 0, {  23,  20,	0, -1 } } },
		{ "amd-genoa-2s",  {   8,   0,	4, 65535,  32, 0, {   8,   8,	8, -1 } } },
		{ "amd-genoa-2s",  { 200,   0,	4, 65535,  32, 0, {   8,   8,	8, -1 } } },
		{ "arm-biglittle", {   6,   0,	0,     2,   0, 0, {   6,   6,	0, -1 } } },
		{ "arm-n1",	   {   0,  36,	0,    56,   0, 0, {   0,   0,  -1, -1 } } },
		{ "riscv",	   {   0,   0,	0,     0,   3, 0, {   0,   0,  -1, -1 } } },
		{ "riscv",	   {   3,   0,	0,     0,   4, 0, {   3,   0,  -1, -1 } } },
		{ "x86-offline",   {   6,   0,	0,     0,   2, 0, {   2,   2,	0, -1 } } },
		{ "power9",	   {  11,  -1,	0,     0,   8, 0, {   8,   8,	8, -1 } } },
		{ "container",	   {   0,   0,	0,     0,   0, -1, {  0,   0,	0, -1 } } },
		{ "container",	   {   4,   0,	0,     0,   0, -1, { -1,  -1,  -1, -1 } } },
		{ "container-bare", {  3,  -1, -1,    -1,  -1, -1, { -1,  -1,  -1, -1 } } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const struct cpu *want = &cases[i].cpu, *got;
		struct error err = ERROR_INIT;
		struct machine m;
		struct rootfs root;

		root_recorded(&root, cases[i].name);
		machine_load(&m, &root);
		assert_int_equal(machine_load_cpus(&m, ALL, &err), 0);
		got = machine_cpu(&m, want->id);
		assert_non_null(got);
		if (memcmp(got, want, sizeof(*got)) != 0)
			fail_msg("%s: CPU %d is S%d-D%d-CLS%d-C%d N%d, caches %d %d %d %d", cases[i].name, want->id,
				 got->package, got->die, got->cluster, got->core, got->node, got->cache[0], got->cache[1],
				 got->cache[2], got->cache[3]);
		assert_null(machine_cpu(&m, 384));
		machine_release(&m);
		rootfs_close(&root);
	}
}

/* Half of the dies, in the order of their CPUs. */
static void caches_of_genoa(void **state)
{
	static const int lowest[] = { 0, 72, 24, 48, 8 };	/* of dies 0 to 4 */
	struct error err = ERROR_INIT;
	struct rootfs root;
	struct machine m;

	(void)state;
	root_recorded(&root, "amd-genoa-2s");
	machine_load(&m, &root);
	assert_int_equal(machine_load_cpus(&m, MACHINE_TOPOLOGY | MACHINE_CACHE, &err), 0);
	for (size_t i = 0; i < m.n_cpus; i++) {
		const struct cpu *c = &m.cpu[i];

		assert_in_range(c->die, c->package ? 16 : 0, c->package ? 27 : 11);
		if (c->die < (int)COUNT_OF(lowest))
			assert_int_equal(c->cache[2], lowest[c->die]);
		assert_int_equal(c->node, -1);	/* not asked for */
	}
	machine_release(&m);
	rootfs_close(&root);
}

static void only_what_is_asked_for(void **state)
{
	struct error err = ERROR_INIT;
	struct machine m;
	struct root r;

	(void)state;
	root_make(&r);
	root_put(&r, "sys/devices/system/cpu/online", "0,2-3\n");
	root_put(&r, "sys/devices/system/cpu/present", "0-7\n");
	root_put(&r, "sys/devices/system/cpu/cpu2/topology/physical_package_id", "1\n");
	root_put(&r, "sys/devices/system/node/node1/cpulist", "2-3,7\n");
	machine_load(&m, &r.fs);
	assert_null(machine_cpu(&m, 0));
	assert_int_equal(machine_load_cpus(&m, MACHINE_ONLINE, &err), 0);
	assert_int_equal(m.n_cpus, 3);
	assert_int_equal(m.present.n, 8);
	assert_int_equal(machine_cpu(&m, 2)->package, -1);
	assert_int_equal(machine_load_cpus(&m, MACHINE_NODE, &err), 0);
	assert_int_equal(machine_cpu(&m, 2)->node, 1);
	assert_int_equal(machine_cpu(&m, 0)->node, -1);
	assert_int_equal(machine_cpu(&m, 2)->package, -1);
	assert_int_equal(machine_load_cpus(&m, MACHINE_TOPOLOGY, &err), 0);
	assert_int_equal(machine_cpu(&m, 2)->package, 1);
	root_put(&r, "sys/devices/system/cpu/cpu2/topology/physical_package_id", "5\n");
	assert_int_equal(machine_load_cpus(&m, MACHINE_TOPOLOGY | MACHINE_NODE, &err), 0);
	assert_int_equal(machine_cpu(&m, 2)->package, 1);	/* it is not read again */
	assert_null(machine_cpu(&m, 1));
	machine_release(&m);
	machine_release(&m);
	root_remove(&r);
}

/* What is there and says nothing is an error that names it; what is not there is not known. */
static void odd_files(void **state)
{
	static const struct {
		const char *file, *text;
		struct cpu want;	/* of CPU 0; id -1: an error */
	} cases[] = {
		{ "cpu/cpu0/topology/core_id", "7\n", { 0, -1, 0, 0, 7, -1, { -1, -1, -1, -1 } } },
		{ "cpu/cpu0/topology/core_id", "-1\n", { 0, -1, 0, 0, -1, -1, { -1, -1, -1, -1 } } },
		{ "cpu/cpu0/topology/core_id", "", { .id = -1 } },
		{ "cpu/cpu0/topology/core_id", "two", { .id = -1 } },
		{ "cpu/cpu0/topology/core_id", "-2", { .id = -1 } },
		{ "cpu/cpu0/topology/core_id", "99999999999", { .id = -1 } },
		{ "cpu/cpu0/topology/physical_package_id", "one", { .id = -1 } },
		{ "cpu/cpu0/topology/die_id", "one", { .id = -1 } },
		{ "cpu/cpu0/topology/cluster_id", "", { .id = -1 } },
		{ "cpu/cpu0/topology/cluster_id/folder", "", { .id = -1 } },
		{ "cpu/cpu0/topology/other", "", { 0, -1, 0, 0, -1, -1, { -1, -1, -1, -1 } } },
		{ "cpu/cpu0/cache/index0/type", "Data\n", { 0, -1, -1, -1, -1, -1, { 0, -1, -1, -1 } } },
		{ "cpu/cpu0/cache/index0/type", "Unified\n", { 0, -1, -1, -1, -1, -1, { 0, -1, -1, -1 } } },
		{ "cpu/cpu0/cache/index0/type", "Instruction\n", { 0, -1, -1, -1, -1, -1, { -1, -1, -1, -1 } } },
		{ "cpu/cpu0/cache/index0/type", "", { .id = -1 } },
		{ "cpu/cpu0/cache/index0/type/folder", "", { .id = -1 } },
		{ "node/node0/cpulist", "\n", { 0, -1, -1, -1, -1, -1, { -1, -1, -1, -1 } } },
		{ "node/node3/cpulist", "0\n", { 0, -1, -1, -1, -1, 3, { -1, -1, -1, -1 } } },
		{ "node/nodes/cpulist", "0\n", { 0, -1, -1, -1, -1, -1, { -1, -1, -1, -1 } } },
		{ "node/node3", "no folder", { 0, -1, -1, -1, -1, -1, { -1, -1, -1, -1 } } },
		{ "node/node3/cpulist", "what\n", { .id = -1 } },
		{ "node/node3/cpulist/folder", "", { .id = -1 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		bool good = cases[i].want.id == 0;
		char path[100];
		struct machine m;
		struct root r;

		root_make(&r);
		root_put(&r, "sys/devices/system/cpu/online", "0\n");
		root_put(&r, "sys/devices/system/cpu/cpu0/cache/index0/level", "1");
		root_put(&r, "sys/devices/system/cpu/cpu0/cache/index0/shared_cpu_list", "0-1");
		snprintf(path, sizeof(path), "sys/devices/system/%s", cases[i].file);
		root_put(&r, path, cases[i].text);
		machine_load(&m, &r.fs);
		if (machine_load_cpus(&m, ALL, &err) != (good ? 0 : -1))
			fail_msg("%s '%s': %s", cases[i].file, cases[i].text, err.message);
		if (!good)
			assert_non_null(strstr(err.message, "/sys/devices/system/"));
		if (good && memcmp(m.cpu, &cases[i].want, sizeof(*m.cpu)) != 0)
			fail_msg("%s '%s': S%d-D%d-CLS%d-C%d N%d, cache %d", cases[i].file, cases[i].text, m.cpu->package,
				 m.cpu->die, m.cpu->cluster, m.cpu->core, m.cpu->node, m.cpu->cache[0]);
		machine_release(&m);
		root_remove(&r);
	}
}

static void odd_caches(void **state)
{
	static const struct { const char *level, *shared; int rc, want[MACHINE_CACHES]; } cases[] = {
		{ "2", "4,6", 0, { -1, 4, -1, -1 } },	{ "4", "0-3", 0, { -1, -1, -1, 0 } },
		{ "5", "0-3", 0, { -1, -1, -1, -1 } },	{ "0", "0-3", 0, { -1, -1, -1, -1 } },
		{ "2", NULL, 0, { -1, -1, -1, -1 } },	{ NULL, "0-3", 0, { -1, -1, -1, -1 } },
		{ "2", "", -1, { -1, -1, -1, -1 } },	{ "", "0-3", -1, { -1, -1, -1, -1 } },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct machine m;
		struct root r;

		root_make(&r);
		root_put(&r, "sys/devices/system/cpu/online", "0\n");
		root_put(&r, "sys/devices/system/cpu/cpu0/cache/index0/type", "Instruction");
		root_put(&r, "sys/devices/system/cpu/cpu0/cache/index1/type", "Unified");
		if (cases[i].level)
			root_put(&r, "sys/devices/system/cpu/cpu0/cache/index1/level", cases[i].level);
		if (cases[i].shared)
			root_put(&r, "sys/devices/system/cpu/cpu0/cache/index1/shared_cpu_list", cases[i].shared);
		machine_load(&m, &r.fs);
		assert_int_equal(machine_load_cpus(&m, MACHINE_CACHE, &err), cases[i].rc);
		assert_memory_equal(m.cpu[0].cache, cases[i].want, sizeof(cases[i].want));
		machine_release(&m);
		root_remove(&r);
	}
}

static void without_a_list_of_cpus(void **state)
{
	struct error err = ERROR_INIT;
	struct machine m;
	struct root r;

	(void)state;
	root_make(&r);
	machine_load(&m, &r.fs);
	assert_int_equal(machine_load_cpus(&m, ALL, &err), -1);
	assert_string_equal(err.message,
			    "cannot list the CPUs: /sys/devices/system/cpu/online: No such file or directory");
	assert_int_equal(err.errnum, ENOENT);
	root_put(&r, "sys/devices/system/cpu/online", "all\n");
	assert_int_equal(machine_load_cpus(&m, ALL, &err), -1);
	assert_string_equal(err.message, "/sys/devices/system/cpu/online is not a list of CPUs");
	assert_int_equal(err.kind, ERROR_FORMAT);
	root_put(&r, "sys/devices/system/cpu/online", "1-2\n");
	root_put(&r, "sys/devices/system/cpu/present", "nobody knows\n");
	assert_int_equal(machine_load_cpus(&m, ALL, &err), 0);
	assert_int_equal(m.present.n, 2);	/* those that are online at least */
	assert_int_equal(m.present.cpu[0], 1);
	machine_release(&m);
	root_remove(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recorded_machines),
		cmocka_unit_test(ids_of_recorded_machines),
		cmocka_unit_test(caches_of_genoa),
		cmocka_unit_test(only_what_is_asked_for),
		cmocka_unit_test(odd_files),
		cmocka_unit_test(odd_caches),
		cmocka_unit_test(without_a_list_of_cpus),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
