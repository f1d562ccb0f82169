# SPDX-License-Identifier: MIT
# fish completion for pstat; goes to /usr/share/fish/vendor_completions.d/pstat.fish

set -l events cycles instructions branches branch-misses cache-references cache-misses bus-cycles ref-cycles \
	stalled-cycles-frontend stalled-cycles-backend task-clock cpu-clock page-faults minor-faults major-faults \
	context-switches cpu-migrations duration_time user_time system_time max_rss \
	tree_max_rss cpu_wait_time io_wait_time voluntary_switches involuntary_switches disk_read disk_write exit_status \
	L1-dcache-loads L1-dcache-load-misses LLC-loads LLC-load-misses dTLB-loads dTLB-load-misses
# The usual ones, and after a letter all that this machine has, and its PMUs.
function __pstat_events
	if string match -qr '[^,={]$' -- (commandline -ct)
		set -a argv (string split ' ' (pstat list --raw-dump 2> /dev/null)) (path basename /sys/bus/event_source/devices/*)/
	end
	__fish_append , $argv
end
function __pstat_cgroups
	for root in /sys/fs/cgroup/perf_event /sys/fs/cgroup/unified /sys/fs/cgroup
		test -d $root; and break
	end
	set -l typed (commandline -ct | string replace -r '^--[a-z-]*=' '' | string replace -r '.*,' '')
	set -l found $root/$typed*/
	__fish_append , (string replace "$root/" '' $found)
end
function __pstat_threads
	__fish_append , (path basename /proc/*/task/* | string match -r '^[0-9]+$')
end
function __pstat_cpus
	__fish_append , (path basename /sys/devices/system/cpu/cpu* | string match -rg '^cpu([0-9]+)$')
end
set -l formats text csv json ndjson markdown html openmetrics perf-csv perf-json
set -l judged text csv json ndjson markdown html openmetrics junit github

set -l limits $events wall user sys max-rss ipc @default
# each ends with =
set -l limits $limits=
set -l formats_to $formats=
set -l judged_to $judged=
set -l topics all stat record report compare gate trend top list doctor events targets runs time rows output about
set -l judged_topics all events targets runs judging time rows output about

set -l verb '(commandline -opc)[2]'
set -l with_value '-e --event --filter -p --pid -t --tid -C --cpu -G --cgroup --for-each-cgroup --cputype --like --control' \
	'--interval-count -r --repeat -x --field-separator -o --output --log-fd --pre --post -I --interval-print' \
	'--timeout -D --delay --kill-after --color --format --export --save --name -M --metrics --td-level' \
	'--events-dir --define --pin --aslr --by --top --min'
set -l counts "not contains -- $verb list doctor trend top"
set -l reports "not contains -- $verb list doctor trend top record"
set -l lists "contains -- $verb list"
set -l doctors "contains -- $verb doctor"
set -l tops "contains -- $verb top"
set -l trends "contains -- $verb trend"
# -F would offer files after --help= as well
set -l word 'not string match -q -- "-*" (commandline -ct)'
# a list of all commands would hide the verbs
set -l first 'test (count (commandline -opc)) = 1'
set -l begun "not $first; or test -n (commandline -ct)"

complete -c pstat -n "not contains -- $verb stat record report compare gate trend top list doctor help version -h --help; and begin; $begun; end" -x -a "(__fish_complete_subcommand -- $with_value)"
complete -c pstat -n "contains -- $verb stat record" -x -a "(__fish_complete_subcommand --fcs-skip=2 -- $with_value)"
complete -c pstat -n "contains -- $verb report trend; and $word" -F
complete -c pstat -n "contains -- $verb compare gate; and $word; and not contains -- -- (commandline -opc)" -F
complete -c pstat -n "contains -- $verb compare gate; and contains -- -- (commandline -opc)" -x -a '(__fish_complete_command) (__fish_complete_path)'
complete -c pstat -n $lists -x -a 'hw sw cache pmu tracepoint metric metricgroup' -d 'What is listed'
complete -c pstat -n $doctors -f
complete -c pstat -n $tops -f
complete -c pstat -n "contains -- $verb help -h --help; and test (count (commandline -opc)) = 2" -x -a "$topics"
complete -c pstat -n "contains -- $verb help version" -f
complete -c pstat -n $first -f -a stat -d 'Count a command'
complete -c pstat -n $first -f -a help -d 'Show help'
complete -c pstat -n $first -f -a version -d 'Show the version'
complete -c pstat -n $first -f -a record -d 'Count and save as perf.data'
complete -c pstat -n $first -f -a report -d 'Show a saved result'
complete -c pstat -n $first -f -a compare -d 'Compare commands, or saved results'
complete -c pstat -n $first -f -a gate -d 'Compare, and fail if a limit is exceeded'
complete -c pstat -n $first -f -a trend -d 'How results changed over time'
complete -c pstat -n $first -f -a top -d 'What each process counts, live'
complete -c pstat -n $first -f -a list -d 'Events and metrics'
complete -c pstat -n $first -f -a doctor -d 'What can be counted here'
complete -c pstat -n $counts -s e -l event -x -a "(__pstat_events $events)" -d 'Count these events'
complete -c pstat -n $counts -l filter -x -d 'Filter the tracepoints of the -e before it'
complete -c pstat -n $counts -s i -l no-inherit -d 'Do not count what the command starts'
complete -c pstat -n $counts -s p -l pid -x -a '(__fish_append , (__fish_complete_pids))' -d 'Count these running processes'
complete -c pstat -n $counts -s t -l tid -x -a '(__pstat_threads)' -d 'Count these threads'
complete -c pstat -n $counts -s a -l all-cpus -d 'Count the whole system'
complete -c pstat -n $counts -s C -l cpu -x -a '(__pstat_cpus)' -d 'Count everything that runs on these CPUs'
complete -c pstat -n $counts -s G -l cgroup -x -a '(__pstat_cgroups)' -d 'Count in these cgroups only'
complete -c pstat -n $counts -l for-each-cgroup -x -a '(__pstat_cgroups)' -d 'Count all events in each of these cgroups'
complete -c pstat -n $counts -l cputype -x -a 'core atom' -d 'Count core events of this type only'
complete -c pstat -n $counts -s A -l no-aggr -d 'One row for each CPU'
complete -c pstat -n $counts -l no-merge -d 'The same as --no-aggr'
complete -c pstat -n $counts -l hybrid-merge -d 'One row for all types of core'
complete -c pstat -n $counts -l per-socket -d 'Rows for each socket'
complete -c pstat -n $counts -l per-die -d 'Rows for each die'
complete -c pstat -n $counts -l per-cluster -d 'Rows for each cluster'
complete -c pstat -n $counts -l per-cache -f -a 'L1 L2 L3 L4' -d 'Rows for each cache'
complete -c pstat -n $counts -l per-core -d 'Rows for each core'
complete -c pstat -n $counts -l per-thread -d 'Rows for each thread'
complete -c pstat -n $counts -l per-node -d 'Rows for each NUMA node'
complete -c pstat -n $reports -l regions -d 'Rows for regions that pstat/region.h marks'
complete -c pstat -n $reports -l region-fn -x -d 'Rows for calls of a function, or FILE:FUNCTION'
complete -c pstat -n $reports -l per-process -d 'Rows for each process of the command'
complete -c pstat -n $reports -l per-task -d 'Rows for each thread of the command'
complete -c pstat -n $reports -l tree -d 'Rows for processes, each below its parent'
complete -c pstat -n $reports -l by-name -d 'Rows for names of processes'
complete -c pstat -n $reports -l top -x -d 'Only the largest n rows'
complete -c pstat -n $reports -l min -x -d 'Only rows with this share or more'
complete -c pstat -n $counts -l percore-show-thread -d 'Show a percore event core count for each CPU'
complete -c pstat -n $counts -s n -l null -d 'Count no default events, only measure the time'
complete -c pstat -n $counts -s d -l detailed -d 'Add cache events'
complete -c pstat -n $counts -l all-kernel -d 'Count every event in the kernel only'
complete -c pstat -n $counts -l all-user -d 'Count every event in user space only'
complete -c pstat -n $reports -s r -l repeat -x -d 'Run n times and show the mean'
complete -c pstat -n $counts -s S -l sync -d 'Write cached file data to disk before each run'
complete -c pstat -n $counts -l pre -x -a '(__fish_complete_command)' -d 'Run this shell command before each run'
complete -c pstat -n $counts -l post -x -a '(__fish_complete_command)' -d 'Run this shell command after each run'
complete -c pstat -n $counts -l ignore-failure -f -d 'Accept failed runs'
complete -c pstat -n $counts -s I -l interval-print -x -d 'Print counts at this interval'
complete -c pstat -n $counts -l interval-count -x -d 'Stop after n intervals'
complete -c pstat -n $counts -l interval-clear -d 'Clear the screen before each interval'
complete -c pstat -n $counts -l summary -d 'Print totals after the intervals'
complete -c pstat -n $counts -l control -x -d 'Take commands from descriptors or FIFOs'
complete -c pstat -n $counts -l timeout -x -d 'End the command after this time'
complete -c pstat -n $counts -s D -l delay -x -d 'Start counting this long after the command'
complete -c pstat -n $counts -l kill-after -x -d 'Kill this long after --timeout'
complete -c pstat -n $counts -l scale -d 'Scale multiplexed counts up'
complete -c pstat -n $counts -s v -l verbose -d 'Show raw counts and notes'
complete -c pstat -n $reports -l table -d 'With -r, show the time of each run'
complete -c pstat -n $counts -s B -l big-num -d 'Group digits as the locale does'
complete -c pstat -n $counts -s o -l output -r -F -d 'Write the report to this file'
complete -c pstat -n $reports -l append -d 'With -o, add to the file'
complete -c pstat -n $counts -s x -l field-separator -x -d 'Print CSV as perf does, with this between fields'
complete -c pstat -n $counts -s j -l json-output -d 'Print JSON as perf does'
complete -c pstat -n $counts -l metric-only -d 'Print metrics only, one line for each unit'
complete -c pstat -n $counts -l like -x -a '6.12 newest' -d '-j as in this perf'
complete -c pstat -n $counts -l no-csv-summary -d 'With -x and --summary, no summary column'
complete -c pstat -n $counts -l log-fd -x -d 'Write the report to this open descriptor'
complete -c pstat -n $counts -l quiet -d 'Write nothing but errors'
complete -c pstat -n "not contains -- $verb list doctor trend top compare gate" -l format -x -a "$formats" -d 'Format of the report'
complete -c pstat -n "not contains -- $verb list doctor trend top compare gate" -l export -r -a "$formats_to" -d 'Also write the report to this file'
complete -c pstat -n "contains -- $verb compare gate" -l format -x -a "$judged" -d 'Format of the comparison'
complete -c pstat -n "contains -- $verb compare gate" -l export -r -a "$judged_to" -d 'Also write it to this file'
complete -c pstat -n $counts -l save -r -F -d 'Save the result in this file'
complete -c pstat -n $counts -l name -x -d 'Name of the result'
complete -c pstat -n "contains -- $verb report" -s i -l input -r -F -d 'Show this saved file'
complete -c pstat -n $counts -l json-schema -d 'Print the JSON Schema of the results'
complete -c pstat -n $counts -s M -l metrics -x -a "(__fish_append , (string split ' ' (pstat list --raw-dump metrics metricgroups 2> /dev/null)))" -d 'Print these metrics'
complete -c pstat -n $counts -l metric-no-group -d 'Do not group the events of a metric'
complete -c pstat -n $counts -l metric-no-merge -d 'Let metrics share identical groups only'
complete -c pstat -n $counts -l metric-no-threshold -d 'Do not count events that only thresholds need'
complete -c pstat -n $counts -l topdown -d 'Top-down metrics'
complete -c pstat -n $counts -l td-level -x -d 'Top-down metrics of this level'
complete -c pstat -n $counts -s T -l transaction -d 'Transaction metrics'
complete -c pstat -n $counts -l smi-cost -d 'Cost of system management interrupts'
complete -c pstat -n $counts -l events-dir -r -d 'Read vendor events and metrics from this folder'
complete -c pstat -n $counts -l define -x -d 'Define a metric'
complete -c pstat -n $reports -l hist -d 'Show how the values of the runs are spread'
complete -c pstat -n $reports -l live -d 'With -I, one table that is redrawn'
complete -c pstat -n $reports -l progress -d 'Tell on a terminal how far a series is'
complete -c pstat -l color -x -a 'auto always never' -d 'Colour'
complete -c pstat -n $counts -l dry-run -d 'Print what would be opened, and run nothing'
complete -c pstat -n $counts -l exact -d 'No multiplexing, count events in several runs'
complete -c pstat -n $counts -l pin -x -a '(__pstat_cpus)' -d 'Run the command on these CPUs only'
complete -c pstat -n $counts -l aslr -x -a 'on off' -d 'Off for the same addresses in each run'
complete -c pstat -n "contains -- $verb compare gate" -l budget -x -d 'End after this time, with what is known by then'
complete -c pstat -n "contains -- $verb compare gate" -l warmup -x -d 'Run each n times before the runs that count'
complete -c pstat -n "contains -- $verb compare gate" -l setup -x -a '(__fish_complete_command)' -d 'Run this once before each command'
complete -c pstat -n "contains -- $verb compare gate" -l prepare -x -a '(__fish_complete_command)' -d 'Run this before each run'
complete -c pstat -n "contains -- $verb compare gate" -l cleanup -x -a '(__fish_complete_command)' -d 'Run this once after all runs'
complete -c pstat -n "contains -- $verb compare gate" -l show-output -d 'Show on stderr what the commands write'
complete -c pstat -n "contains -- $verb compare gate" -l exact -d 'Split events into sets that fit'
complete -c pstat -n "contains -- $verb compare gate" -l confidence -x -d 'Confidence level of the intervals'
complete -c pstat -n "contains -- $verb gate" -l baseline -r -d 'Compare the command with this saved result'
complete -c pstat -n "contains -- $verb gate" -l candidate -r -d 'Compare these saved results with the baseline'
complete -c pstat -n "contains -- $verb gate" -l update -d 'Accept the new result as the baseline'
complete -c pstat -n "contains -- $verb gate" -l history -r -F -d 'Append the result to this file'
complete -c pstat -n "contains -- $verb gate" -l trend -d 'Compare with the results in the history'
complete -c pstat -n "contains -- $verb gate" -l commit -x -d 'The commit of the result in the history'
complete -c pstat -n "contains -- $verb gate" -l limit -x -a "$limits" -d 'Fail if a row is worse than this'
complete -c pstat -n "contains -- $verb gate" -l inconclusive -x -a 'warn fail' -d 'Warn or fail if the result is inconclusive'
complete -c pstat -n "contains -- $verb gate" -l if-unsupported -x -a 'fail skip' -d 'Fail or skip if an event cannot be counted'
complete -c pstat -n "contains -- $verb gate" -l allow-env-mismatch -d 'Accept a baseline of another machine'
complete -c pstat -n "contains -- $verb gate" -l selftest -d 'Compare the command with itself'
complete -c pstat -n "contains -- $verb gate" -l inject -x -d 'Fail unless this change is detected'
complete -c pstat -n "contains -- $verb gate" -l all -d 'Show rows without a limit, too'
complete -c pstat -n "contains -- $verb gate" -l github -f -a auto -d 'Write GitHub annotations and a job summary'
complete -c pstat -n $lists -l cputype -x -a 'core atom' -d 'Count core events of this type only'
complete -c pstat -n $lists -s j -l json -d 'Print JSON'
complete -c pstat -n $lists -s d -l desc -d 'Show short descriptions'
complete -c pstat -n $lists -s v -l long-desc -d 'Show long descriptions'
complete -c pstat -n $lists -l details -d 'Show encodings, expressions and thresholds'
complete -c pstat -n $lists -l deprecated -d 'Show deprecated events as well'
complete -c pstat -n $lists -l unit -x -a '(path basename /sys/bus/event_source/devices/*)' -d 'Of PMU events, list only those of this PMU'
complete -c pstat -n $lists -s o -l output -r -F -d 'Write to this file'
complete -c pstat -n $lists -l raw-dump -d 'Print only names'
complete -c pstat -n $lists -l events-dir -r -d 'Read vendor events and metrics from this folder'
complete -c pstat -n $lists -l define -x -d 'Define a metric'
complete -c pstat -n $trends -s e -l event -x -a "(__fish_append , $events)" -d 'Show these rows'
complete -c pstat -n $trends -s B -l big-num -d 'Group digits as the locale does'
complete -c pstat -n $trends -s o -l output -r -F -d 'Write to this file'
complete -c pstat -n $trends -l name -x -d 'Show only the benchmark of this name'
complete -c pstat -n $trends -l format -x -a 'text json markdown html' -d 'Format of the trend'
complete -c pstat -n $trends -l export -r -a 'text= json= markdown= html=' -d 'Also write it to this file'
complete -c pstat -n $trends -l json-schema -d 'Print the JSON Schema of the results'
complete -c pstat -n $tops -s e -l event -x -a "(__fish_append , $events)" -d 'Count these events'
complete -c pstat -n $tops -l filter -x -d 'Filter the tracepoints of the -e before it'
complete -c pstat -n $tops -s M -l metrics -x -a "(__fish_append , (string split ' ' (pstat list --raw-dump metrics metricgroups 2> /dev/null)))" -d 'Show these metrics'
complete -c pstat -n $tops -l all-kernel -d 'Count every event in the kernel only'
complete -c pstat -n $tops -l all-user -d 'Count every event in user space only'
complete -c pstat -n $tops -l events-dir -r -d 'Read vendor events and metrics from this folder'
complete -c pstat -n $tops -l define -x -d 'Define a metric'
complete -c pstat -n $tops -s p -l pid -x -a '(__fish_append , (__fish_complete_pids))' -d 'Show only these processes'
complete -c pstat -n $tops -s G -l cgroup -x -d 'Show only this cgroup'
complete -c pstat -n $tops -s n -l top -x -d 'Only the first n rows'
complete -c pstat -n $tops -l by -x -a 'process task cgroup name' -d 'Rows'
complete -c pstat -n $tops -s I -l interval-print -x -d 'The length of an interval'
complete -c pstat -n $tops -l interval-count -x -d 'Stop after n intervals'
complete -c pstat -n $tops -s x -l field-separator -x -d 'Print CSV as perf does, with this between fields'
complete -c pstat -n $tops -s o -l output -r -F -d 'Write to this file'
complete -c pstat -n $tops -l format -x -a "$formats" -d 'Format of the intervals'
complete -c pstat -n $tops -l export -r -a "$formats_to" -d 'Also write them to this file'
complete -c pstat -n $tops -l save -r -F -d 'Save the sum in this file'
complete -c pstat -n $tops -l name -x -d 'Name of the result'
complete -c pstat -n $doctors -l format -x -a 'text json' -d 'Format'
complete -c pstat -l list-opts -d 'Print the names of all options'
complete -c pstat -n "not contains -- $verb report compare gate trend top list doctor" -s h -l help -f -a "$topics" -d 'Show the options'
complete -c pstat -n "contains -- $verb compare gate" -s h -l help -f -a "$judged_topics" -d 'Show the options'
complete -c pstat -n "contains -- $verb report" -s h -l help -f -a 'all time rows output about' -d 'Show the options'
complete -c pstat -n $lists -s h -l help -f -a 'all events list output about' -d 'Show the options'
complete -c pstat -n $trends -s h -l help -f -a 'all output about' -d 'Show the options'
complete -c pstat -n $tops -s h -l help -f -a 'all events time rows output about' -d 'Show the options'
complete -c pstat -n $doctors -s h -l help -f -a 'all output about' -d 'Show the options'
complete -c pstat -s h -l help -f -d 'Show the options'
complete -c pstat -s V -l version -d 'Show the version'
