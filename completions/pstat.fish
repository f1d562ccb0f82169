# SPDX-License-Identifier: MIT
# fish completion for pstat; goes to /usr/share/fish/vendor_completions.d/pstat.fish

set -l events cycles instructions branches branch-misses cache-references cache-misses bus-cycles ref-cycles \
	stalled-cycles-frontend stalled-cycles-backend task-clock cpu-clock page-faults minor-faults major-faults \
	context-switches cpu-migrations duration_time user_time system_time max_rss \
	L1-dcache-loads L1-dcache-load-misses LLC-loads LLC-load-misses dTLB-loads dTLB-load-misses
set -l formats text csv json ndjson markdown openmetrics perf-csv perf-json
set -l judged text csv json ndjson markdown openmetrics junit github

set -l limits $events wall user sys max-rss ipc @default
# each with its =
set -l limits $limits=
set -l formats_to $formats=
set -l judged_to $judged=
set -l topics all stat record report compare gate list doctor events targets runs time rows output about
set -l judged_topics all events targets runs judging time rows output about

set -l verb '(commandline -opc)[2]'
set -l with_value '-e --event --filter -p --pid -t --tid -C --cpu -G --cgroup --for-each-cgroup --cputype --control' \
	'--interval-count -r --repeat -x --field-separator -o --output --log-fd --pre --post -I --interval-print' \
	'--timeout -D --delay --kill-after --color --format --export --save --name -M --metrics --td-level' \
	'--events-dir --define --pin --aslr'
set -l counts "not contains -- $verb list doctor"
set -l reports "not contains -- $verb list doctor record"
set -l lists "contains -- $verb list"
set -l doctors "contains -- $verb doctor"
# -F would offer files behind --help= too
set -l word 'not string match -q -- "-*" (commandline -ct)'
# all commands there are would hide the verbs
set -l first 'test (count (commandline -opc)) = 1'
set -l begun "not $first; or test -n (commandline -ct)"

complete -c pstat -n "not contains -- $verb stat record report compare gate list doctor help version -h --help; and begin; $begun; end" -x -a "(__fish_complete_subcommand -- $with_value)"
complete -c pstat -n "contains -- $verb stat record" -x -a "(__fish_complete_subcommand --fcs-skip=2 -- $with_value)"
complete -c pstat -n "contains -- $verb report; and $word" -F
complete -c pstat -n "contains -- $verb compare gate; and $word; and not contains -- -- (commandline -opc)" -F
complete -c pstat -n "contains -- $verb compare gate; and contains -- -- (commandline -opc)" -x -a '(__fish_complete_command) (__fish_complete_path)'
complete -c pstat -n $lists -x -a 'hw sw cache pmu tracepoint metric metricgroup' -d 'What is listed'
complete -c pstat -n $doctors -f
complete -c pstat -n "contains -- $verb help -h --help; and test (count (commandline -opc)) = 2" -x -a "$topics"
complete -c pstat -n "contains -- $verb help version" -f
complete -c pstat -n $first -f -a stat -d 'Count a command'
complete -c pstat -n $first -f -a help -d 'Show help'
complete -c pstat -n $first -f -a version -d 'Show the version'
complete -c pstat -n $first -f -a record -d 'Count and save as perf.data'
complete -c pstat -n $first -f -a report -d 'Show a saved result'
complete -c pstat -n $first -f -a compare -d 'Commands, or saved results, against each other'
complete -c pstat -n $first -f -a gate -d 'Compare, and fail where a limit is exceeded'
complete -c pstat -n $first -f -a list -d 'Events and metrics'
complete -c pstat -n $first -f -a doctor -d 'What can be counted here'
complete -c pstat -n $counts -s e -l event -x -a "(__fish_append , $events)" -d 'Count these events'
complete -c pstat -n $counts -l filter -x -d 'Filter the tracepoints of the -e before it'
complete -c pstat -n $counts -s i -l no-inherit -d 'Do not count what the command starts'
complete -c pstat -n $counts -s p -l pid -x -a '(__fish_append , (__fish_complete_pids))' -d 'Count these running processes'
complete -c pstat -n $counts -s t -l tid -x -d 'Count these threads'
complete -c pstat -n $counts -s a -l all-cpus -d 'Count the whole system'
complete -c pstat -n $counts -s C -l cpu -x -d 'Count all that runs on these CPUs'
complete -c pstat -n $counts -s G -l cgroup -x -d 'Count in these cgroups only'
complete -c pstat -n $counts -l for-each-cgroup -x -d 'Count all events in each of these cgroups'
complete -c pstat -n $counts -l cputype -x -a 'core atom' -d 'Core events of this type only'
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
complete -c pstat -n $counts -l percore-show-thread -d 'percore events: each CPU shows its core'
complete -c pstat -n $counts -s n -l null -d 'Count nothing by default, only take the time'
complete -c pstat -n $counts -s d -l detailed -d 'Add cache events'
complete -c pstat -n $counts -l all-kernel -d 'Count every event in the kernel only'
complete -c pstat -n $counts -l all-user -d 'Count every event in user space only'
complete -c pstat -n $reports -s r -l repeat -x -d 'Run n times and show the mean'
complete -c pstat -n $counts -s S -l sync -d 'Write out cached file data before each run'
complete -c pstat -n $counts -l pre -x -a '(__fish_complete_command)' -d 'Run this shell command before each run'
complete -c pstat -n $counts -l post -x -a '(__fish_complete_command)' -d 'Run this shell command after each run'
complete -c pstat -n $counts -l ignore-failure -f -d 'Take runs that fail as good ones'
complete -c pstat -n $counts -s I -l interval-print -x -d 'Print counts every so many milliseconds'
complete -c pstat -n $counts -l interval-count -x -d 'Print n intervals only'
complete -c pstat -n $counts -l interval-clear -d 'Clear the screen before each interval'
complete -c pstat -n $counts -l summary -d 'Print totals after the intervals'
complete -c pstat -n $counts -l control -x -d 'Take commands from there'
complete -c pstat -n $counts -l timeout -x -d 'End the command after so long'
complete -c pstat -n $counts -s D -l delay -x -d 'Start counting so long after the command'
complete -c pstat -n $counts -l kill-after -x -d 'After --timeout, kill what still runs'
complete -c pstat -n $counts -l scale -d 'Scale up what ran part of the time'
complete -c pstat -n $counts -s v -l verbose -d 'Show raw counts and notes'
complete -c pstat -n $reports -l table -d 'With -r, show the time of each run'
complete -c pstat -n $counts -s B -l big-num -d 'Group digits as the locale does'
complete -c pstat -n $counts -s o -l output -r -F -d 'Write the report to this file'
complete -c pstat -n $reports -l append -d 'With -o, add to the file'
complete -c pstat -n $counts -s x -l field-separator -x -d 'Print CSV as perf does, with this between fields'
complete -c pstat -n $counts -s j -l json-output -d 'Print JSON as perf does'
complete -c pstat -n $counts -l metric-only -d 'Print metrics only, a line for each unit'
complete -c pstat -n $counts -l no-csv-summary -d 'With -x and --summary, no column that says so'
complete -c pstat -n $counts -l log-fd -x -d 'Write the report to this open descriptor'
complete -c pstat -n $counts -l quiet -d 'Write nothing but errors'
complete -c pstat -n "not contains -- $verb list doctor compare gate" -l format -x -a "$formats" -d 'How the report is written'
complete -c pstat -n "not contains -- $verb list doctor compare gate" -l export -r -a "$formats_to" -d 'Write the report there, too'
complete -c pstat -n "contains -- $verb compare gate" -l format -x -a "$judged" -d 'How the comparison is written'
complete -c pstat -n "contains -- $verb compare gate" -l export -r -a "$judged_to" -d 'Write it there, too'
complete -c pstat -n $counts -l save -r -F -d 'Keep the result'
complete -c pstat -n $counts -l name -x -d 'What the result is called'
complete -c pstat -n "contains -- $verb report" -s i -l input -r -F -d 'Show this saved file'
complete -c pstat -n $counts -l json-schema -d 'Print the JSON Schema of the results'
complete -c pstat -n $counts -s M -l metrics -x -a "(__fish_append , (string split ' ' (pstat list --raw-dump metrics metricgroups 2> /dev/null)))" -d 'Print these metrics'
complete -c pstat -n $counts -l metric-no-group -d 'Count the events of metrics one by one'
complete -c pstat -n $counts -l metric-no-merge -d 'Share only equal groups'
complete -c pstat -n $counts -l metric-no-threshold -d 'No events for thresholds alone'
complete -c pstat -n $counts -l topdown -d 'Top-down metrics'
complete -c pstat -n $counts -l td-level -x -d 'Top-down metrics of this level'
complete -c pstat -n $counts -s T -l transaction -d 'Transaction metrics'
complete -c pstat -n $counts -l smi-cost -d 'Cost of system management interrupts'
complete -c pstat -n $counts -l events-dir -r -d 'Events and metrics from these files'
complete -c pstat -n $counts -l define -x -d 'Define a metric'
complete -c pstat -l color -x -a 'auto always never' -d 'Colour'
complete -c pstat -n $counts -l dry-run -d 'Print what would be opened, and run nothing'
complete -c pstat -n $counts -l exact -d 'Count events in several runs rather than by turns'
complete -c pstat -n $counts -l pin -x -d 'Run the command on these CPUs only'
complete -c pstat -n $counts -l aslr -x -a 'on off' -d 'The same addresses in each run, or not'
complete -c pstat -n "contains -- $verb compare gate" -l warmup -x -d 'First run each so often without counting'
complete -c pstat -n "contains -- $verb compare gate" -l setup -x -a '(__fish_complete_command)' -d 'Run this once before each command'
complete -c pstat -n "contains -- $verb compare gate" -l prepare -x -a '(__fish_complete_command)' -d 'Run this before each run'
complete -c pstat -n "contains -- $verb compare gate" -l cleanup -x -a '(__fish_complete_command)' -d 'Run this once when all is done'
complete -c pstat -n "contains -- $verb compare gate" -l show-output -d 'Show on stderr what the commands write'
complete -c pstat -n "contains -- $verb compare gate" -l exact -d 'Split events into sets that fit'
complete -c pstat -n "contains -- $verb compare gate" -l confidence -x -d 'How sure intervals are to hold the truth'
complete -c pstat -n "contains -- $verb gate" -l baseline -r -d 'Hold the command against what was saved here'
complete -c pstat -n "contains -- $verb gate" -l candidate -r -d 'Hold these results against the baseline'
complete -c pstat -n "contains -- $verb gate" -l update -d 'Accept: the new result becomes the baseline'
complete -c pstat -n "contains -- $verb gate" -l limit -x -a "$limits" -d 'How much worse'
complete -c pstat -n "contains -- $verb gate" -l inconclusive -x -a 'warn fail' -d 'What is not sure'
complete -c pstat -n "contains -- $verb gate" -l if-unsupported -x -a 'fail skip' -d 'What cannot be counted'
complete -c pstat -n "contains -- $verb gate" -l allow-env-mismatch -d 'Compare with another kind of machine'
complete -c pstat -n "contains -- $verb gate" -l selftest -d 'The command against itself'
complete -c pstat -n "contains -- $verb gate" -l inject -x -d 'Must catch that much more'
complete -c pstat -n "contains -- $verb gate" -l github -f -a auto -d 'Annotations and the summary of the job'
complete -c pstat -n $lists -l cputype -x -a 'core atom' -d 'Core events of this type only'
complete -c pstat -n $lists -s j -l json -d 'Print JSON'
complete -c pstat -n $lists -s d -l desc -d 'Show short descriptions'
complete -c pstat -n $lists -s v -l long-desc -d 'Show long descriptions'
complete -c pstat -n $lists -l details -d 'Show encodings, expressions and thresholds'
complete -c pstat -n $lists -l deprecated -d 'Show deprecated events, too'
complete -c pstat -n $lists -l unit -x -a '(path basename /sys/bus/event_source/devices/*)' -d 'Of the events of PMUs, those of this one'
complete -c pstat -n $lists -s o -l output -r -F -d 'Write to this file'
complete -c pstat -n $lists -l raw-dump -d 'Print the names alone'
complete -c pstat -n $lists -l events-dir -r -d 'Events and metrics from these files'
complete -c pstat -n $lists -l define -x -d 'Define a metric'
complete -c pstat -n $doctors -l format -x -a 'text json' -d 'How it is written'
complete -c pstat -l list-opts -d 'Print the names of all options'
complete -c pstat -n "not contains -- $verb report compare gate list doctor" -s h -l help -f -a "$topics" -d 'Show the options'
complete -c pstat -n "contains -- $verb compare gate" -s h -l help -f -a "$judged_topics" -d 'Show the options'
complete -c pstat -n "contains -- $verb report" -s h -l help -f -a 'all time rows output about' -d 'Show the options'
complete -c pstat -n $lists -s h -l help -f -a 'all events list output about' -d 'Show the options'
complete -c pstat -n $doctors -s h -l help -f -a 'all output about' -d 'Show the options'
complete -c pstat -s h -l help -f -d 'Show the options'
complete -c pstat -s V -l version -d 'Show the version'
