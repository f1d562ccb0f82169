/* SPDX-License-Identifier: MIT */
/* Loads the CPUs and their topology, caches and nodes, each part when it is needed. */
#include "host/machine.h"

#include <errno.h>
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
	LOCAL(str) text = {0};
	int rc = rootfs_read(m->root, &text, CPUS "/%s", name);

	if (rc < 0)
		error_set(err, ERROR_SYSTEM, -rc, "cannot list the CPUs: %s/%s: %s", CPUS, name,
			  strerror(-rc));
	else if (cpulist_parse(list, text.text, err) < 0)
		rc = error_set(err, ERROR_FORMAT, 0, "%s/%s is not a list of CPUs", CPUS, name);
	return rc < 0 ? -1 : 0;
}

static int load_online(struct machine *m, struct error *err)
{
	struct error ignored = ERROR_INIT;

	if (read_list(m, "online", &m->online, err) < 0)
		return -1;
	if (read_list(m, "present", &m->present, &ignored) < 0)	/* only -C and #num_cpus need it */
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

/* Reads an id, which may be -1. 1: found, 0: no such file, -1: error. */
static int read_id(const struct machine *m, int cpu, const char *name, int *id, struct error *err)
{
	int v, rc = rootfs_read_int(m->root, &v, CPUS "/cpu%d/topology/%s", cpu, name);

	if (rootfs_is_missing(rc))
		return 0;
	if (rc == 0 && v < -1)
		rc = -EINVAL;
	if (rc < 0)
		return rootfs_set_error(err, rc, CPUS "/cpu%d/topology/%s", cpu, name);
	*id = v;
	return 1;
}

/* Kernels and machines without dies or clusters have one for all CPUs; without any topology there is none. */
static int load_topology_of(const struct machine *m, struct cpu *c, struct error *err)
{
	int package = read_id(m, c->id, "physical_package_id", &c->package, err);
	int core = package < 0 ? -1 : read_id(m, c->id, "core_id", &c->core, err);
	int known = package || core ? 1 : rootfs_has(m->root, CPUS "/cpu%d/topology", c->id), die, cluster;

	if (core < 0)
		return -1;
	if (known < 0)
		return rootfs_set_error(err, known, CPUS "/cpu%d/topology", c->id);
	if (!known)
		return 0;
	die = read_id(m, c->id, "die_id", &c->die, err);
	cluster = die < 0 ? -1 : read_id(m, c->id, "cluster_id", &c->cluster, err);
	if (!die)
		c->die = 0;
	if (!cluster)
		c->cluster = 0;
	return cluster < 0 ? -1 : 0;
}

static int load_topology(struct machine *m, struct error *err)
{
	for (size_t i = 0; i < m->n_cpus; i++)
		if (load_topology_of(m, &m->cpu[i], err) < 0)
			return -1;
	return 0;
}

/* Reads one file of a cache. 1: found, 0: no such file, -1: error. */
static int read_cache(const struct machine *m, struct str *text, int cpu, int index, const char *file,
		      struct error *err)
{
	int rc = rootfs_read(m->root, text, CPUS "/cpu%d/cache/index%d/%s", cpu, index, file);

	if (rootfs_is_missing(rc))
		return 0;
	return rc < 0 ? rootfs_set_error(err, rc, CPUS "/cpu%d/cache/index%d/%s", cpu, index, file) : 1;
}

static int bad_cache_file(int cpu, int index, const char *file, struct error *err)
{
	return error_set(err, ERROR_FORMAT, 0, "%s/cpu%d/cache/index%d/%s does not describe a cache", CPUS,
			 cpu, index, file);
}

/* Loads one of a CPU's caches. 1: loaded, 0: no more, -1: error. */
static int load_cache(struct machine *m, struct str *text, struct cpu *c, int index, struct error *err)
{
	struct error ignored = ERROR_INIT;
	struct cpulist shared;
	uint64_t level;
	int rc = read_cache(m, text, c->id, index, "type", err);

	if (rc < 1 || strcmp(text->text, "Instruction") == 0)
		return rc;
	if (strcmp(text->text, "Data") != 0 && strcmp(text->text, "Unified") != 0)
		return bad_cache_file(c->id, index, "type", err);
	rc = read_cache(m, text, c->id, index, "level", err);
	if (rc < 1)
		return rc < 0 ? -1 : 1;
	if (!number_parse_u64(text->text, &level))
		return bad_cache_file(c->id, index, "level", err);
	if (level < 1 || level > MACHINE_CACHES)
		return 1;
	rc = read_cache(m, text, c->id, index, "shared_cpu_list", err);
	if (rc < 1)
		return rc < 0 ? -1 : 1;
	if (cpulist_parse(&shared, text->text, &ignored) < 0)
		return bad_cache_file(c->id, index, "shared_cpu_list", err);
	c->cache[level - 1] = shared.cpu[0];
	cpulist_release(&shared);
	return 1;
}

static int load_caches(struct machine *m, struct error *err)
{
	LOCAL(str) text = {0};
	int rc = 0;

	for (size_t i = 0; i < m->n_cpus && rc >= 0; i++)
		for (int index = 0; (rc = load_cache(m, &text, &m->cpu[i], index, err)) == 1;)
			index++;
	return rc;
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

/* A node without CPUs has an empty list. */
static int load_node(struct machine *m, struct str *text, const char *name, struct error *err)
{
	struct error ignored = ERROR_INIT;
	struct cpulist list;
	uint64_t node;
	int rc;

	if (strncmp(name, "node", 4) != 0 || !number_parse_u64(name + 4, &node) || node > INT32_MAX)
		return 0;
	rc = rootfs_read(m->root, text, NODES "/%s/cpulist", name);
	if (rootfs_is_missing(rc) || (rc == 0 && !text->len))
		return 0;
	if (rc < 0)
		return rootfs_set_error(err, rc, NODES "/%s/cpulist", name);
	if (cpulist_parse(&list, text->text, &ignored) < 0)
		return error_set(err, ERROR_FORMAT, 0, "%s/%s/cpulist is not a list of CPUs", NODES, name);
	for (size_t i = 0; i < list.n; i++) {
		struct cpu *c = find_cpu(m, list.cpu[i]);

		if (c)
			c->node = (int)node;
	}
	cpulist_release(&list);
	return 0;
}

static int load_nodes(struct machine *m, struct error *err)
{
	LOCAL(str) text = {0};
	LOCAL(file_names) names = {0};
	int rc = rootfs_list(m->root, &names, NODES);

	if (rc < 0)
		return rootfs_is_missing(rc) ? 0 : rootfs_set_error(err, rc, NODES);
	for (size_t i = 0; i < names.n && rc == 0; i++)
		rc = load_node(m, &text, names.name[i], err);
	return rc;
}

int machine_load_cpus(struct machine *m, unsigned parts, struct error *err)
{
	static const struct { unsigned part; int (*load)(struct machine *m, struct error *err);
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
		if (loads[i].load(m, err) < 0)
			return -1;
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
