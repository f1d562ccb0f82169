/* SPDX-License-Identifier: MIT */
/*
 * Reads facts about CPUs, kernel, and the settings that influence counts.
 *
 * From files only, so that a recorded machine gives the same facts as the original. Each architecture has
 * its own keys in /proc/cpuinfo.
 */
#include "host/facts.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpulist.h"
#include "base/mem.h"
#include "host/cpuinfo.h"
#include "host/rootfs.h"

#define CPUS "/sys/devices/system/cpu"

/* --- text ---------------------------------------------------------------------------------------- */

/* The value of the first key that exists. */
static char *first_field(const char *cpuinfo, const char *const *keys)
{
	char *found = NULL;

	for (size_t i = 0; keys[i] && !found; i++)
		found = cpuinfo_field(cpuinfo, keys[i]);
	return found;
}

static int number_field(const char *cpuinfo, const char *key)
{
	int number = cpuinfo_number(cpuinfo, key);

	return number < 0 ? HOST_UNKNOWN : number;
}

static bool has_word(const char *text, const char *word)
{
	size_t n = strlen(word);

	while (text && *text) {
		size_t length = strcspn(text, " \t");

		if (length == n && memcmp(text, word, n) == 0)
			return true;
		text += length + strspn(text + length, " \t");
	}
	return false;
}

/* --- CPUs ---------------------------------------------------------------------------------------- */

/* Names of Arm's own CPUs, by part number. */
static const char *arm_name(const char *implementer, const char *part)
{
	static const struct { const char *part, *name; } names[] = {
		{ "0xd03", "Cortex-A53" }, { "0xd04", "Cortex-A35" }, { "0xd05", "Cortex-A55" },
		{ "0xd07", "Cortex-A57" }, { "0xd08", "Cortex-A72" }, { "0xd09", "Cortex-A73" },
		{ "0xd0a", "Cortex-A75" }, { "0xd0b", "Cortex-A76" }, { "0xd0c", "Neoverse-N1" },
		{ "0xd0d", "Cortex-A77" }, { "0xd40", "Neoverse-V1" }, { "0xd41", "Cortex-A78" },
		{ "0xd44", "Cortex-X1" }, { "0xd46", "Cortex-A510" }, { "0xd47", "Cortex-A710" },
		{ "0xd48", "Cortex-X2" }, { "0xd49", "Neoverse-N2" }, { "0xd4a", "Neoverse-E1" },
		{ "0xd4f", "Neoverse-V2" },
	};

	if (!part || strcmp(implementer, "0x41") != 0)
		return NULL;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(names[i].part, part) == 0)
			return names[i].name;
	return NULL;
}

/* Arm gives numbers, and a machine may have several kinds of cores. */
static char *arm_cores(const char *at)
{
	struct str all = {0};
	LOCAL(str) one = {0};
	char *implementer, *part = NULL;

	while ((implementer = cpuinfo_next(&at, "CPU implementer"))) {
		part = cpuinfo_next(&at, "CPU part");
		str_reset(&one);
		if (arm_name(implementer, part))
			str_addf(&one, "Arm %s, ", arm_name(implementer, part));
		else
			str_addf(&one, "Arm %s %s, ", implementer, part ? part : "");
		if (part && !(all.text && strstr(all.text, one.text)))
			str_add(&all, one.text);
		free(implementer);
		free(part);
	}
	if (all.text)
		all.text[all.len - strlen(", ")] = '\0';
	return all.text;
}

/* s390: "processor 0: version = FF,  identification = 0123E8,  machine = 3931" */
static char *s390_machine(const char *cpuinfo)
{
	static const char key[] = "machine = ";
	FREED char *line = cpuinfo_field(cpuinfo, "processor 0");
	char *machine = NULL;
	const char *at = line ? strstr(line, key) : NULL;

	if (at) {
		at += strlen(key);
		machine = cpuinfo_value(at, strcspn(at, ","));
	}
	return machine;
}

static char *hypervisor(const struct rootfs *root, const char *cpuinfo)
{
	FREED char *flags = cpuinfo_field(cpuinfo, "flags");
	char *found = NULL;
	LOCAL(str) text = {0};

	if (rootfs_read(root, &text, "/sys/hypervisor/type") == 0)
		found = cpuinfo_value(text.text, strcspn(text.text, "\n"));
	if (!found && has_word(flags, "hypervisor")) {
		if (rootfs_read(root, &text, "/sys/class/dmi/id/sys_vendor") == 0)
			found = cpuinfo_value(text.text, strcspn(text.text, "\n"));
		if (!found)
			found = mem_copy_text("unknown");
	}
	return found;
}

static void load_cpuinfo(struct host_facts *h, const struct rootfs *root)
{
	/* x86, RISC-V, POWER, LoongArch, MIPS */
	static const char *const models[] = { "model name", "uarch", "cpu", "Model Name", "cpu model", NULL };
	static const char *const vendors[] = { "vendor_id", "CPU implementer", "mvendorid", NULL };
	LOCAL(str) text = {0};
	const char *cpuinfo;

	cpuinfo_read(&text, root);
	cpuinfo = text.text;
	h->cpu = first_field(cpuinfo, models);
	if (!h->cpu)
		h->cpu = arm_cores(cpuinfo);
	if (!h->cpu)
		h->cpu = s390_machine(cpuinfo);
	h->vendor = first_field(cpuinfo, vendors);
	h->family = number_field(cpuinfo, "cpu family");
	h->model = number_field(cpuinfo, "model");
	h->stepping = number_field(cpuinfo, "stepping");
	h->microcode = cpuinfo_field(cpuinfo, "microcode");
	h->hypervisor = hypervisor(root, cpuinfo);
}

/* The number of online CPUs, and the governor of the first that has one. */
static void load_online(struct host_facts *h, const struct rootfs *root)
{
	struct error ignored = ERROR_INIT;
	LOCAL(cpulist) online = {0};
	LOCAL(str) text = {0};

	h->cpus = HOST_UNKNOWN;
	if (rootfs_read(root, &text, CPUS "/online") == 0 && cpulist_parse(&online, text.text, &ignored) == 0)
		h->cpus = (int)online.n;
	for (size_t i = 0; i < online.n && !h->governor; i++)
		if (rootfs_read(root, &text, CPUS "/cpu%d/cpufreq/scaling_governor", online.cpu[i]) == 0)
			h->governor = cpuinfo_value(text.text, strcspn(text.text, "\n"));
}

/* --- the kernel ----------------------------------------------------------------------------------- */

static char *kernel_text(const struct rootfs *root, const char *name)
{
	LOCAL(str) text = {0};
	char *found = NULL;

	if (rootfs_read(root, &text, "/proc/sys/kernel/%s", name) == 0)
		found = cpuinfo_value(text.text, strcspn(text.text, "\n"));
	return found;
}

static int kernel_number(const struct rootfs *root, const char *name)
{
	int value;

	return rootfs_read_int(root, &value, "/proc/sys/kernel/%s", name) < 0 ? HOST_UNKNOWN : value;
}

/* 0, 1 or unknown. */
static int cpu_switch(const struct rootfs *root, const char *name)
{
	int value;
	bool known = rootfs_read_int(root, &value, CPUS "/%s", name) == 0;

	return known && (value == 0 || value == 1) ? value : HOST_UNKNOWN;
}

/* intel_pstate has its own, inverted switch. */
static int turbo(const struct rootfs *root)
{
	int off = cpu_switch(root, "intel_pstate/no_turbo");

	return off == HOST_UNKNOWN ? cpu_switch(root, "cpufreq/boost") : !off;
}

void host_facts_load(struct host_facts *h, const struct rootfs *root)
{
	*h = (struct host_facts){
		.arch = kernel_text(root, "arch"),
		.kernel = kernel_text(root, "osrelease"),
		.paranoid = kernel_number(root, "perf_event_paranoid"),
		.nmi_watchdog = kernel_number(root, "nmi_watchdog"),
		.aslr = kernel_number(root, "randomize_va_space"),
		.smt = cpu_switch(root, "smt/active"),
		.turbo = turbo(root),
	};
	load_cpuinfo(h, root);
	load_online(h, root);
}

#define AT(field) offsetof(struct host_facts, field)

const struct json_member host_members[] = {
	{ "cpu", MEMBER_TEXT, AT(cpu) },
	{ "vendor", MEMBER_TEXT, AT(vendor) },
	{ "microcode", MEMBER_TEXT, AT(microcode) },
	{ "arch", MEMBER_TEXT, AT(arch) },
	{ "kernel", MEMBER_TEXT, AT(kernel) },
	{ "hypervisor", MEMBER_TEXT, AT(hypervisor) },
	{ "governor", MEMBER_TEXT, AT(governor) },
	{ "family", MEMBER_INT, AT(family) },
	{ "model", MEMBER_INT, AT(model) },
	{ "stepping", MEMBER_INT, AT(stepping) },
	{ "cpus", MEMBER_INT, AT(cpus) },
	{ "perf_event_paranoid", MEMBER_INT, AT(paranoid) },
	{ "nmi_watchdog", MEMBER_INT, AT(nmi_watchdog) },
	{ "aslr", MEMBER_INT, AT(aslr) },
	{ "smt", MEMBER_SWITCH, AT(smt) },
	{ "turbo", MEMBER_SWITCH, AT(turbo) },
	{ .key = NULL },
};

const struct json_member *host_member(size_t at)
{
	const struct json_member *m = host_members;

	while (m->at != at)
		m++;
	return m;
}

void host_facts_init(struct host_facts *h)
{
	members_forget(h, host_members);
}

void host_facts_release(struct host_facts *h)
{
	members_release(h, host_members);
	*h = (struct host_facts){0};
}
