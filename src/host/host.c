/* SPDX-License-Identifier: MIT */
/*
 * What the machine says of itself: its CPUs, its kernel, and the settings that move counts.
 *
 * From files alone, so that a recorded machine answers like the one it was recorded on.
 * Each architecture has its own words in /proc/cpuinfo.
 */
#include "host/host.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpulist.h"
#include "base/mem.h"
#include "host/rootfs.h"

#define CPUS "/sys/devices/system/cpu"

enum { CPUINFO_ENOUGH = 64 << 10 };	/* a machine of many CPUs says the same of each, for megabytes */

/* --- text ---------------------------------------------------------------------------------------- */

/* Without the blanks around it; NULL: that is nothing, or what stands for it. */
static char *trimmed(const char *text, size_t n)
{
	struct str out = {0};

	while (n && strchr(" \t", *text)) {
		text++;
		n--;
	}
	while (n && strchr(" \t", text[n - 1]))
		n--;
	str_add_n(&out, text, n);
	if (!out.text[0] || strcmp(out.text, "unknown") == 0)
		str_release(&out);
	return out.text;
}

/* The value of the first line "key : value" from *at on, which moves behind it; NULL: there is none. */
static char *next_field(const char **at, const char *key)
{
	size_t n = strlen(key);

	for (const char *line = *at, *end; *line; line = *end ? end + 1 : end) {
		const char *colon;

		end = line + strcspn(line, "\n");
		if (strncmp(line, key, n) != 0)
			continue;
		colon = line + n + strspn(line + n, " \t");
		if (*colon == ':') {
			*at = end;
			return trimmed(colon + 1, (size_t)(end - colon) - 1);
		}
	}
	*at += strlen(*at);
	return NULL;
}

static char *field(const char *cpuinfo, const char *key)
{
	return next_field(&cpuinfo, key);
}

/* The first of several that is there. */
static char *any_field(const char *cpuinfo, const char *const *keys)
{
	char *found = NULL;

	for (size_t i = 0; keys[i] && !found; i++)
		found = field(cpuinfo, keys[i]);
	return found;
}

static int number_field(const char *cpuinfo, const char *key)
{
	char *text = field(cpuinfo, key), *end;
	long v = text ? strtol(text, &end, 10) : -1;
	int number = v >= 0 && v <= INT32_MAX && !*end ? (int)v : HOST_UNKNOWN;

	free(text);
	return number;
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

/* Arm gives numbers; some machines have cores of several kinds. */
static char *arm_cores(const char *at)
{
	struct str all = {0}, one = {0};
	char *implementer, *part = NULL;

	while ((implementer = next_field(&at, "CPU implementer"))) {
		part = next_field(&at, "CPU part");
		str_reset(&one);
		str_addf(&one, "Arm %s %s, ", implementer, part ? part : "");
		if (part && !(all.text && strstr(all.text, one.text)))
			str_add(&all, one.text);
		free(implementer);
		free(part);
	}
	str_release(&one);
	if (all.text)
		all.text[all.len - strlen(", ")] = '\0';
	return all.text;
}

/* s390: "processor 0: version = FF,  identification = 0123E8,  machine = 3931" */
static char *s390_machine(const char *cpuinfo)
{
	static const char key[] = "machine = ";
	char *line = field(cpuinfo, "processor 0"), *machine = NULL;
	const char *at = line ? strstr(line, key) : NULL;

	if (at) {
		at += strlen(key);
		machine = trimmed(at, strcspn(at, ","));
	}
	free(line);
	return machine;
}

static char *hypervisor(const struct rootfs *root, const char *cpuinfo)
{
	char *flags = field(cpuinfo, "flags"), *found = NULL;
	struct str text = {0};

	if (rootfs_read(root, &text, "/sys/hypervisor/type") == 0)
		found = trimmed(text.text, strcspn(text.text, "\n"));
	if (!found && has_word(flags, "hypervisor")) {
		if (rootfs_read(root, &text, "/sys/class/dmi/id/sys_vendor") == 0)
			found = trimmed(text.text, strcspn(text.text, "\n"));
		if (!found)
			found = mem_text("unknown");
	}
	free(flags);
	str_release(&text);
	return found;
}

static void load_cpuinfo(struct host *h, const struct rootfs *root)
{
	/* x86, RISC-V, POWER, LoongArch, MIPS */
	static const char *const models[] = { "model name", "uarch", "cpu", "Model Name", "cpu model", NULL };
	static const char *const vendors[] = { "vendor_id", "CPU implementer", "mvendorid", NULL };
	struct str text = {0};
	const char *cpuinfo = "";

	if (rootfs_read_start(root, &text, CPUINFO_ENOUGH, "/proc/cpuinfo") == 0)
		cpuinfo = text.text;
	h->cpu = any_field(cpuinfo, models);
	if (!h->cpu)
		h->cpu = arm_cores(cpuinfo);
	if (!h->cpu)
		h->cpu = s390_machine(cpuinfo);
	h->vendor = any_field(cpuinfo, vendors);
	h->family = number_field(cpuinfo, "cpu family");
	h->model = number_field(cpuinfo, "model");
	h->stepping = number_field(cpuinfo, "stepping");
	h->microcode = field(cpuinfo, "microcode");
	h->hypervisor = hypervisor(root, cpuinfo);
	str_release(&text);
}

/* How many are online, and the governor of the first that has one. */
static void load_online(struct host *h, const struct rootfs *root)
{
	struct error ignored = ERROR_INIT;
	struct cpulist online = {0};
	struct str text = {0};

	h->cpus = HOST_UNKNOWN;
	if (rootfs_read(root, &text, CPUS "/online") == 0 && cpulist_parse(&online, text.text, &ignored) == 0)
		h->cpus = (int)online.n;
	for (size_t i = 0; i < online.n && !h->governor; i++)
		if (rootfs_read(root, &text, CPUS "/cpu%d/cpufreq/scaling_governor", online.cpu[i]) == 0)
			h->governor = trimmed(text.text, strcspn(text.text, "\n"));
	cpulist_release(&online);
	str_release(&text);
}

/* --- the kernel ----------------------------------------------------------------------------------- */

static char *kernel_text(const struct rootfs *root, const char *name)
{
	struct str text = {0};
	char *found = NULL;

	if (rootfs_read(root, &text, "/proc/sys/kernel/%s", name) == 0)
		found = trimmed(text.text, strcspn(text.text, "\n"));
	str_release(&text);
	return found;
}

static int kernel_number(const struct rootfs *root, const char *name)
{
	int value;

	return rootfs_read_int(root, &value, "/proc/sys/kernel/%s", name) < 0 ? HOST_UNKNOWN : value;
}

/* 0 or 1, and nothing else. */
static int cpu_switch(const struct rootfs *root, const char *name)
{
	int value;
	bool known = rootfs_read_int(root, &value, CPUS "/%s", name) == 0;

	return known && (value == 0 || value == 1) ? value : HOST_UNKNOWN;
}

/* intel_pstate has a switch of its own, for the opposite. */
static int turbo(const struct rootfs *root)
{
	int off = cpu_switch(root, "intel_pstate/no_turbo");

	return off == HOST_UNKNOWN ? cpu_switch(root, "cpufreq/boost") : !off;
}

void host_load(struct host *h, const struct rootfs *root)
{
	*h = (struct host){
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

void host_release(struct host *h)
{
	char *const texts[] = {
		h->cpu, h->vendor, h->microcode, h->arch, h->kernel, h->hypervisor, h->governor,
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		free(texts[i]);
	*h = (struct host){0};
}
