#!/bin/sh
# SPDX-License-Identifier: MIT
# machine.sh CPUS PMUS > NAME.fs - an invented machine with CPUS CPUs, two for each core, 64 for each
# package, eight for each cache, and PMUS uncore PMUs of one kind.  See tests/fixtures/README.md.
set -u
awk -v cpus="$1" -v pmus="$2" '
function put(path, text) { print path "\t" text }
function pmu(name, type, mask,    at) {
	at = "/sys/bus/event_source/devices/" name "/"
	put(at "type", type)
	if (mask != "")
		put(at "cpumask", mask)
	put(at "format/event", "config:0-7")
	put(at "format/umask", "config:8-15")
	put(at "events/something", "event=0x11")
	put(at "events/other", "event=0x12,umask=0x" sprintf("%x", type % 200))
}
BEGIN {
	top = "/sys/devices/system/cpu/"
	print "# made by machine.sh"
	for (w = 1; w <= split("online possible present", word, " "); w++)
		put(top word[w], "0-" cpus - 1)
	for (c = 0; c < cpus; c++) {
		package = int(c / 64); first = c - c % 2; cache = c - c % 8
		at = top "cpu" c "/topology/"
		put(at "physical_package_id", package)
		put(at "die_id", int(c % 64 / 32))
		put(at "cluster_id", int(c % 64 / 4))
		put(at "core_id", int(c % 64 / 2))
		put(at "core_cpus_list", first "-" first + 1)
		put(at "thread_siblings_list", first "-" first + 1)
		put(at "package_cpus_list", package * 64 "-" package * 64 + 63)
		at = top "cpu" c "/cache/index0/"
		put(at "level", 2); put(at "type", "Unified"); put(at "id", int(c / 8))
		put(at "shared_cpu_list", cache "-" cache + 7)
	}
	put("/sys/devices/system/node/online", "0-" int((cpus - 1) / 128))
	for (n = 0; n * 128 < cpus; n++)
		put("/sys/devices/system/node/node" n "/cpulist", n * 128 "-" (n * 128 + 127 < cpus ? n * 128 + 127 : cpus - 1))
	pmu("cpu", 4, "")
	for (c = 0; c < cpus; c += 64)
		mask = mask (c ? "," : "") c
	for (p = 0; p < pmus; p++)
		pmu("uncore_box_" p, 100 + p, mask)
	put("/proc/sys/kernel/perf_event_paranoid", 0)
}'
