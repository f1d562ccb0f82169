# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# functions.sh - sourced by cases: writes saved results of --per-function by hand.
#
# saved_functions RUNS EVENT...: each line of stdin is a unit: a cell for each event, and its members in JSON, with ` ; ` between
# them.  A cell is the samples and the value in each run, a status, or - if there is none.
saved_functions() {
	runs=$1; shift
	awk -v runs="$runs" -v names="$*" '
		function list(value, n,  i, text) { for (i = 1; i <= n; i++) text = text (i > 1 ? ", " : "") value; return "[" text "]" }
		function event(e,  more) {
			more = "\"unit\": \"\", \"scale\": 1, \"pmu\": null, \"type\": 0, \"config\": [" (name[e] == "cycles" ? 0 : 3) ", 0, 0, 0]"
			if (name[e] ~ /_time$/) more = "\"unit\": \"ns\", \"scale\": 1, \"pmu\": null, \"type\": null, \"config\": null"
			if (name[e] ~ /clock$/) more = "\"unit\": \"msec\", \"scale\": 1e-06, \"pmu\": null, \"type\": 1, \"config\": [0, 0, 0, 0]"
			return "{\"name\": \"" name[e] "\", \"scope\": \"all\", \"cgroup\": null, \"leader\": " e - 1 ", \"row\": " e - 1 ", " more ", \"percore\": false}"
		}
		function count(e, cell,  part, n, i, value) {
			n = split(cell, part, " ")
			for (i = 2; i <= n; i++) value = value (i > 2 ? ", " : "") part[i]
			value = n > 1 ? "[" value "]" : list("null", runs)
			return "{\"event\": " e - 1 ", \"name\": \"" name[e] "\", \"at\": " NR - 1 ", \"id\": \"\", \"status\": \"" (n > 1 ? "counted" : cell) \
				"\", \"value\": " value ", \"raw\": " value ", \"enabled_ns\": " list(name[e] ~ /_time$/ ? "null" : 1, runs) \
				", \"running_ns\": " list(name[e] ~ /_time$/ ? "null" : n > 1 ? 1 : 0, runs) ", \"members\": " (n > 1 ? part[1] : 0) ", \"mean\": null, \"stddev\": null}"
		}
		BEGIN { n = split(names, name, " ") }
		{
			rest = $0
			for (e = 1; e <= n; e++) {
				at = index(rest, " ; "); cell = substr(rest, 1, at - 1); rest = substr(rest, at + 3)
				if (cell != "-") counts[e] = counts[e] (counts[e] ? ",\n" : "") count(e, cell)
			}
			units = units (NR > 1 ? ",\n" : "") "{\"id\": \"\", " rest "}"
		}
		END {
			for (e = 1; e <= n; e++) { events = events (e > 1 ? ",\n" : "") event(e); all = all (all && counts[e] ? ",\n" : "") counts[e] }
			run = "{\"ended_by\": \"target\", \"exit_status\": 0, \"signal\": null, \"elapsed_ns\": 1000000000, \"counted_ns\": 1000000000," \
				" \"user_ns\": null, \"system_ns\": null, \"max_rss_bytes\": null}"
			print "{\"schema\": \"pstat/1\", \"version\": \"0.1.0\", \"results\": [{\"name\": \"prog\", \"command\": [\"prog\"]," \
				" \"date\": \"2026-01-02T03:04:05Z\", \"host\": {\"cpu\": \"C\", \"vendor\": \"V\", \"microcode\": null, \"arch\": \"a\", \"kernel\": \"6\"," \
				" \"hypervisor\": null, \"governor\": null, \"family\": null, \"model\": null, \"stepping\": null, \"cpus\": 2," \
				" \"perf_event_paranoid\": null, \"nmi_watchdog\": null, \"aslr\": null, \"smt\": null, \"turbo\": null}," \
				" \"target\": {\"kind\": \"command\", \"list\": null, \"inherit\": true, \"delay_ns\": 0}," \
				" \"aggregation\": {\"mode\": \"function\", \"scaled\": true, \"percore_spread\": false}, \"intervals\": []," \
				" \"runs\": " list(run, runs) ", \"failed_run\": null, \"events\": [" events "], \"units\": [" units "], \"counts\": [" all "]," \
				" \"metrics\": [], \"notes\": []}]}"
		}'
}
