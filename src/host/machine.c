/* SPDX-License-Identifier: MIT */
/*
 * What CPUs there are and how they belong together, and the facts that are no PMU: all read
 * when asked for.
 */
#include "host/machine.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "host/rootfs.h"

#define CPUS  "/sys/devices/system/cpu"
#define NODES "/sys/devices/system/node"

void machine_load(struct machine *m, const struct rootfs *root)
{
	*m = (struct machine){ .root = root, .pmus = { .root = root } };
}

static int sysctl(const struct machine *m, const char *name)
{
	int value;
	bool known = rootfs_read_int(m->root, &value, "/proc/sys/kernel/%s", name) == 0;

	return known && value > -10 && value < 1000 ? value : MACHINE_UNKNOWN;
}

int machine_paranoid(const struct machine *m)
{
	return sysctl(m, "perf_event_paranoid");
}

int machine_nmi_watchdog(const struct machine *m)
{
	return sysctl(m, "nmi_watchdog");
}

/* --- CPUs ------------------------------------------------------------------------------------------ */

static int read_list(const struct machine *m, const char *name, struct cpulist *list, struct error *err)
{
	struct str text = {0};
	int rc = rootfs_read(m->root, &text, CPUS "/%s", name);

	if (rc < 0)
		error_set(err, ERROR_SYSTEM, -rc, "cannot tell which CPUs there are: %s/%s: %s", CPUS, name,
			  strerror(-rc));
	else if (cpulist_parse(list, text.text, err) < 0)
		rc = error_set(err, ERROR_FORMAT, 0, "%s/%s is not a list of CPUs", CPUS, name);
	str_release(&text);
	return rc < 0 ? -1 : 0;
}

static int load_online(struct machine *m, struct error *err)
{
	struct error ignored = ERROR_INIT;

	if (read_list(m, "online", &m->online, err) < 0)
		return -1;
	if (read_list(m, "present", &m->present, &ignored) < 0)
		cpulist_intersect(&m->present, &m->online, &m->online);
	m->cpu = mem_resize(NULL, m->online.n, sizeof(*m->cpu));
	m->n_cpus = m->online.n;
	for (size_t i = 0; i < m->n_cpus; i++) {
		m->cpu[i] = (struct cpu){ m->online.cpu[i], -1, -1, -1, -1, -1, {0} };
		for (int level = 0; level < MACHINE_CACHES; level++)
			m->cpu[i].cache[level] = -1;
	}
	return 0;
}

/* An id, be it negative; false: there is no such file, or there is no number in it. */
static bool read_id(const struct machine *m, int cpu, const char *name, int *id)
{
	int v;

	if (rootfs_read_int(m->root, &v, CPUS "/cpu%d/topology/%s", cpu, name) < 0 || v < -1)
		return false;
	*id = v;
	return true;
}

/* Kernels and machines that know no dies or clusters have one for all; those that know nothing have none. */
static void load_topology(struct machine *m)
{
	for (size_t i = 0; i < m->n_cpus; i++) {
		struct cpu *c = &m->cpu[i];
		bool known = read_id(m, c->id, "physical_package_id", &c->package);

		known |= read_id(m, c->id, "core_id", &c->core);
		if (!known && !rootfs_has(m->root, CPUS "/cpu%d/topology", c->id))
			continue;
		if (!read_id(m, c->id, "die_id", &c->die))
			c->die = 0;
		if (!read_id(m, c->id, "cluster_id", &c->cluster))
			c->cluster = 0;
	}
}

/* One index of a CPU's caches; false: there is none. */
static bool load_cache(struct machine *m, struct str *text, struct cpu *c, int index)
{
	struct error ignored = ERROR_INIT;
	struct cpulist shared;
	uint64_t level;

	if (rootfs_read(m->root, text, CPUS "/cpu%d/cache/index%d/type", c->id, index) < 0)
		return false;
	if (strcmp(text->text, "Data") != 0 && strcmp(text->text, "Unified") != 0)
		return true;
	if (rootfs_read_u64(m->root, &level, CPUS "/cpu%d/cache/index%d/level", c->id, index) < 0 ||
	    level < 1 || level > MACHINE_CACHES)
		return true;
	if (rootfs_read(m->root, text, CPUS "/cpu%d/cache/index%d/shared_cpu_list", c->id, index) < 0 ||
	    cpulist_parse(&shared, text->text, &ignored) < 0)
		return true;
	c->cache[level - 1] = shared.cpu[0];
	cpulist_release(&shared);
	return true;
}

static void load_caches(struct machine *m)
{
	struct str text = {0};

	for (size_t i = 0; i < m->n_cpus; i++)
		for (int index = 0; load_cache(m, &text, &m->cpu[i], index);)
			index++;
	str_release(&text);
}

static struct cpu *find_cpu(const struct machine *m, int id)
{
	size_t low = 0, high = m->n_cpus;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (m->cpu[middle].id == id)
			return &m->cpu[middle];
		if (m->cpu[middle].id < id)
			low = middle + 1;
		else
			high = middle;
	}
	return NULL;
}

/* A node of memory alone has an empty list. */
static void load_node(struct machine *m, struct str *text, const char *name)
{
	struct error ignored = ERROR_INIT;
	struct cpulist list;
	uint64_t node;

	if (strncmp(name, "node", 4) != 0 || !number_parse_u64(name + 4, &node) || node > INT32_MAX ||
	    rootfs_read(m->root, text, NODES "/%s/cpulist", name) < 0 ||
	    cpulist_parse(&list, text->text, &ignored) < 0)
		return;
	for (size_t i = 0; i < list.n; i++) {
		struct cpu *c = find_cpu(m, list.cpu[i]);

		if (c)
			c->node = (int)node;
	}
	cpulist_release(&list);
}

static void load_nodes(struct machine *m)
{
	struct str text = {0};
	struct names names;

	if (rootfs_list(m->root, &names, NODES) < 0)
		return;
	for (size_t i = 0; i < names.n; i++)
		load_node(m, &text, names.name[i]);
	names_release(&names);
	str_release(&text);
}

int machine_load_cpus(struct machine *m, unsigned parts, struct error *err)
{
	static const struct { unsigned part; void (*load)(struct machine *m);
	} loads[] = {
		{ MACHINE_TOPOLOGY, load_topology },
		{ MACHINE_CACHE, load_caches },
		{ MACHINE_NODE, load_nodes },
	};

	if (!(m->parts & MACHINE_ONLINE)) {
		if (load_online(m, err) < 0)
			return -1;
		m->parts |= MACHINE_ONLINE;
	}
	for (size_t i = 0; i < sizeof(loads) / sizeof(*loads); i++) {
		if (!(parts & ~m->parts & loads[i].part))
			continue;
		loads[i].load(m);
		m->parts |= loads[i].part;
	}
	return 0;
}

const struct cpu *machine_cpu(const struct machine *m, int id)
{
	return find_cpu(m, id);
}

void machine_release(struct machine *m)
{
	free(m->cpu);
	cpulist_release(&m->online);
	cpulist_release(&m->present);
	pmus_release(&m->pmus);
	*m = (struct machine){0};
}
