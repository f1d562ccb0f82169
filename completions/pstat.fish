# SPDX-License-Identifier: MIT
# fish completion for pstat; goes to /usr/share/fish/vendor_completions.d/pstat.fish

set -l events cycles instructions branches branch-misses cache-references cache-misses bus-cycles ref-cycles \
	stalled-cycles-frontend stalled-cycles-backend task-clock cpu-clock page-faults minor-faults major-faults \
	context-switches cpu-migrations duration_time user_time system_time max_rss \
	L1-dcache-loads L1-dcache-load-misses LLC-loads LLC-load-misses dTLB-loads dTLB-load-misses

complete -c pstat -x -a '(__fish_complete_subcommand -- -e --event --filter -r --repeat -o --output --log-fd --pre --post \
	-I --interval-print --timeout -D --delay --kill-after --color)'
complete -c pstat -s e -l event -x -a "(__fish_append , $events)" -d 'Count these events'
complete -c pstat -l filter -x -d 'Filter the tracepoints of the -e before it'
complete -c pstat -s i -l no-inherit -d 'Do not count what the command starts'
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
complete -c pstat -l timeout -x -d 'End the command after so long'
complete -c pstat -s D -l delay -x -d 'Start counting so long after the command'
complete -c pstat -l kill-after -x -d 'After --timeout, kill what still runs'
complete -c pstat -l scale -d 'Scale up what ran part of the time'
complete -c pstat -s v -l verbose -d 'Show raw counts and notes'
complete -c pstat -l table -d 'With -r, show the time of each run'
complete -c pstat -s B -l big-num -d 'Group digits as the locale does'
complete -c pstat -s o -l output -r -F -d 'Write the report to this file'
complete -c pstat -l append -d 'With -o, add to the file'
complete -c pstat -l log-fd -x -d 'Write the report to this open descriptor'
complete -c pstat -l quiet -d 'Write nothing but errors'
complete -c pstat -l color -x -a 'auto always never' -d 'Colour'
complete -c pstat -l dry-run -d 'Print what would be opened, and run nothing'
complete -c pstat -l list-opts -d 'Print the names of all options'
complete -c pstat -s h -l help -d 'Show the options'
complete -c pstat -l version -d 'Show the version'
