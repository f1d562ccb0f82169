# SPDX-License-Identifier: MIT
# fish completion for pstat; goes to /usr/share/fish/vendor_completions.d/pstat.fish

set -l events cycles instructions branches branch-misses cache-references cache-misses bus-cycles ref-cycles \
	stalled-cycles-frontend stalled-cycles-backend task-clock cpu-clock page-faults minor-faults major-faults \
	context-switches cpu-migrations duration_time user_time system_time max_rss \
	L1-dcache-loads L1-dcache-load-misses LLC-loads LLC-load-misses dTLB-loads dTLB-load-misses
set -l formats text csv json ndjson markdown openmetrics perf-csv perf-json
set -l exports $formats=

set -l verb '(commandline -opc)[2]'
set -l with_value '-e --event --filter -p --pid -t --tid -C --cpu -G --cgroup --for-each-cgroup --cputype --control' \
	'--interval-count -r --repeat -x --field-separator -o --output --log-fd --pre --post -I --interval-print' \
	'--timeout -D --delay --kill-after --color --format --export --save --name'

complete -c pstat -n "not contains -- $verb record report" -x -a "(__fish_complete_subcommand -- $with_value)"
complete -c pstat -n "contains -- record $verb" -x -a "(__fish_complete_subcommand --fcs-skip=2 -- $with_value)"
complete -c pstat -n "contains -- report $verb" -F
complete -c pstat -n __fish_is_first_token -a record -d 'Count and save as perf.data'
complete -c pstat -n __fish_is_first_token -a report -d 'Show a saved result'
complete -c pstat -s e -l event -x -a "(__fish_append , $events)" -d 'Count these events'
complete -c pstat -l filter -x -d 'Filter the tracepoints of the -e before it'
complete -c pstat -s i -l no-inherit -d 'Do not count what the command starts'
complete -c pstat -s p -l pid -x -a '(__fish_append , (__fish_complete_pids))' -d 'Count these running processes'
complete -c pstat -s t -l tid -x -d 'Count these threads'
complete -c pstat -s a -l all-cpus -d 'Count the whole system'
complete -c pstat -s C -l cpu -x -d 'Count all that runs on these CPUs'
complete -c pstat -s G -l cgroup -x -d 'Count in these cgroups only'
complete -c pstat -l for-each-cgroup -x -d 'Count all events in each of these cgroups'
complete -c pstat -l cputype -x -a 'core atom' -d 'Core events of this type only'
complete -c pstat -s A -l no-aggr -d 'One row for each CPU'
complete -c pstat -l no-merge -d 'The same as --no-aggr'
complete -c pstat -l hybrid-merge -d 'One row for all types of core'
complete -c pstat -l per-socket -d 'Rows for each socket'
complete -c pstat -l per-die -d 'Rows for each die'
complete -c pstat -l per-cluster -d 'Rows for each cluster'
complete -c pstat -l per-cache -d 'Rows for each cache'
complete -c pstat -l per-core -d 'Rows for each core'
complete -c pstat -l per-thread -d 'Rows for each thread'
complete -c pstat -l per-node -d 'Rows for each NUMA node'
complete -c pstat -l percore-show-thread -d 'percore events: each CPU shows its core'
complete -c pstat -s n -l null -d 'Count nothing by default, only take the time'
complete -c pstat -s d -l detailed -d 'Add cache events'
complete -c pstat -l all-kernel -d 'Count every event in the kernel only'
complete -c pstat -l all-user -d 'Count every event in user space only'
complete -c pstat -s r -l repeat -x -d 'Run n times and show the mean'
complete -c pstat -s S -l sync -d 'Write out cached file data before each run'
complete -c pstat -l pre -x -a '(__fish_complete_command)' -d 'Run this shell command before each run'
complete -c pstat -l post -x -a '(__fish_complete_command)' -d 'Run this shell command after each run'
complete -c pstat -l ignore-failure -d 'Take runs that fail as good ones'
complete -c pstat -s I -l interval-print -x -d 'Print counts every so many milliseconds'
complete -c pstat -l interval-count -x -d 'Print n intervals only'
complete -c pstat -l interval-clear -d 'Clear the screen before each interval'
complete -c pstat -l summary -d 'Print totals after the intervals'
complete -c pstat -l control -x -d 'Take commands from there'
complete -c pstat -l timeout -x -d 'End the command after so long'
complete -c pstat -s D -l delay -x -d 'Start counting so long after the command'
complete -c pstat -l kill-after -x -d 'After --timeout, kill what still runs'
complete -c pstat -l scale -d 'Scale up what ran part of the time'
complete -c pstat -s v -l verbose -d 'Show raw counts and notes'
complete -c pstat -l table -d 'With -r, show the time of each run'
complete -c pstat -s B -l big-num -d 'Group digits as the locale does'
complete -c pstat -s o -l output -r -F -d 'Write the report to this file'
complete -c pstat -l append -d 'With -o, add to the file'
complete -c pstat -s x -l field-separator -x -d 'Print CSV as perf does, with this between fields'
complete -c pstat -s j -l json-output -d 'Print JSON as perf does'
complete -c pstat -l metric-only -d 'Print metrics only, a line for each unit'
complete -c pstat -l no-csv-summary -d 'With -x and --summary, no column that says so'
complete -c pstat -l log-fd -x -d 'Write the report to this open descriptor'
complete -c pstat -l quiet -d 'Write nothing but errors'
complete -c pstat -l format -x -a "$formats" -d 'How the report is written'
complete -c pstat -l export -r -a "$exports" -d 'Write the report there, too'
complete -c pstat -l save -r -F -d 'Keep the result'
complete -c pstat -l name -x -d 'What the result is called'
complete -c pstat -n "contains -- report $verb" -s i -l input -r -F -d 'Show this saved file'
complete -c pstat -l json-schema -d 'Print the JSON Schema of the results'
complete -c pstat -l color -x -a 'auto always never' -d 'Colour'
complete -c pstat -l dry-run -d 'Print what would be opened, and run nothing'
complete -c pstat -l list-opts -d 'Print the names of all options'
complete -c pstat -s h -l help -d 'Show the options'
complete -c pstat -l version -d 'Show the version'
