/* SPDX-License-Identifier: MIT */
/*
 * What kernels say in files: each line of the input is one (tree.h).  PMUs with their formats, types, CPUs
 * and aliases, the topology, control groups, tracepoints, processes and /proc/cpuinfo.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "fuzz.h"
#include "host/cgroup.h"
#include "host/cpuid.h"
#include "host/disturbance.h"
#include "host/facts.h"
#include "host/machine.h"
#include "host/rootfs.h"
#include "host/target.h"
#include "host/tracepoint.h"
#include "sandbox.h"
#include "tree.h"

static void look_at_fields(const struct pmus *pmus, struct pmu *pmu)
{
	struct error err = ERROR_INIT;
	uint64_t word[4] = {0};

	if (pmu_load_fields(pmus, pmu, &err) < 0) {
		fuzz_check(err.message[0], "an error has a message");
		return;
	}
	for (size_t i = 0; i < pmu->n_fields; i++) {
		const struct pmu_field *f = &pmu->field[i];

		fuzz_check(f->word >= 0 && f->word < 4 && !f->n_ranges == !!f->errnum, "a field is somewhere, or unread");
		fuzz_check(pmu_field_find(pmu, f->name) != NULL, "a field is found");
		pmu_field_deposit(f, pmu_field_max(f), word);
		fuzz_check((word[f->word] & ~pmu_known_bits(pmu, f->word)) == 0, "its bits are known");
	}
}

static void look_at_events(const struct pmus *pmus, struct pmu *pmu)
{
	struct error err = ERROR_INIT;
	struct file_names names = {0};

	if (pmu_list_events(pmus, pmu, &names, &err) < 0) {
		fuzz_check(err.message[0], "an error has a message");
		return;
	}
	for (size_t i = 0; i < names.n; i++) {
		struct pmu_alias alias = {0};

		fuzz_check(pmu_may_have_event(pmus, pmu, names.name[i]), "what is listed may be there");
		err = (struct error)ERROR_INIT;
		if (pmu_alias_load(pmus, pmu, names.name[i], &alias, &err) < 0)
			fuzz_check(err.message[0], "an error has a message");
		pmu_alias_release(&alias);
	}
	file_names_release(&names);
}

static void look_at_pmus(struct pmus *pmus)
{
	struct pmu *core[CORES_MOST];
	struct error err = ERROR_INIT;
	size_t n;

	if (pmus_list(pmus, &err) < 0)
		return;
	for (size_t i = 0; i < pmus->n; i++) {
		err = (struct error)ERROR_INIT;
		if (pmu_load(pmus, &pmus->pmu[i], &err) < 0)
			fuzz_check(err.message[0], "an error has a message");
		look_at_fields(pmus, &pmus->pmu[i]);
		look_at_events(pmus, &pmus->pmu[i]);
		for (size_t k = 0; k < pmus->n; k++)
			pmu_matches(&pmus->pmu[i], pmus->pmu[k].name);
		pmus_find(pmus, pmus->pmu[i].name);
	}
	err = (struct error)ERROR_INIT;
	if (pmus_core(pmus, core, &n, &err) < 0)
		fuzz_check(err.message[0], "an error has a message");
}

static void look_at_targets(struct machine *m)
{
	static const struct target_opts asked[] = {
		{ .system_wide = true }, { .pids = "1,2" }, { .tids = "10" }, { .system_wide = true, .per_thread = true },
		{ .cpus = "0-3" },
	};

	for (size_t i = 0; i < sizeof(asked) / sizeof(*asked); i++) {
		struct error err = ERROR_INIT;
		struct target t = {0};
		struct notes notes = {0};

		if (target_resolve(&t, &asked[i], m, &notes, &err) < 0)
			fuzz_check(err.message[0], "an error has a message");
		target_release(&t);
		notes_release(&notes);
	}
}

static void look_at_groups(const struct rootfs *root)
{
	struct error err = ERROR_INIT;
	struct cgroups cs = {0};
	struct notes notes = {0};

	if (cgroups_add(&cs, root, "a", &err) < 0)
		fuzz_check(err.message[0], "an error has a message");
	err = (struct error)ERROR_INIT;
	if (cgroups_match(&cs, root, ".*", &notes, &err) < 0)
		fuzz_check(err.message[0], "an error has a message");
	cgroups_release(&cs);
	notes_release(&notes);
}

static void look_at_machine(const struct rootfs *root)
{
	struct error err = ERROR_INIT;
	struct machine m = {0};

	machine_load(&m, root);
	if (machine_load_cpus(&m, MACHINE_ONLINE | MACHINE_TOPOLOGY | MACHINE_CACHE | MACHINE_NODE, &err) < 0)
		fuzz_check(err.message[0], "an error has a message");
	for (size_t i = 0; i < m.n_cpus; i++)
		fuzz_check(machine_cpu(&m, m.cpu[i].id) == &m.cpu[i], "a CPU is found");
	machine_paranoid(&m);
	machine_nmi_watchdog(&m);
	look_at_targets(&m);
	look_at_pmus(&m.pmus);
	machine_release(&m);
}

static void look_at_rest(const struct rootfs *root)
{
	struct tracepoints ts = {0};
	struct error err = ERROR_INIT;
	struct disturbance noise;
	struct host_facts host = {0};
	char *id = cpuid_load(root, &err);

	if (id)
		cpuid_matches(id, id);
	else if (err.kind != ERROR_NONE)
		fuzz_check(err.message[0], "an error has a message");
	free(id);
	disturbance_read(&noise, root);
	disturbance_stolen(&noise, &noise);
	host_facts_load(&host, root);
	host_facts_release(&host);
	if (tracepoints_find(&ts, root, "s*", "*", &err) < 0)
		fuzz_check(err.message[0], "an error has a message");
	tracepoints_release(&ts);
	ts = (struct tracepoints){0};
	if (tracepoints_list(&ts, root, true, &err) < 0)
		fuzz_check(err.message[0], "an error has a message");
	tracepoints_release(&ts);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *rest = text;
	struct rootfs root = { .dirfd = -1 };

	sandbox_machine("");
	for (char *line; (line = fuzz_line(&rest));)
		tree_put(line);
	fuzz_check(rootfs_open(&root, "/") == 0, "there is a root");
	look_at_machine(&root);
	look_at_groups(&root);
	look_at_rest(&root);
	rootfs_close(&root);
	fuzz_check(!sandbox_open_files(), "files are closed");
	free(text);
	return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	return tree_mutate(data, size, most, seed, "vm-zen5+cgroup-v1+procs");
}
