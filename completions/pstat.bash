# SPDX-License-Identifier: MIT
# bash completion for pstat; goes to /usr/share/bash-completion/completions/pstat

# Keeps the words from stdin that continue the text after the last comma or brace.  Words with characters that a shell
# would interpret are dropped, as names of metrics and cgroups come from other programs.  bash replaces only what follows
# the last colon.
_pstat_list()
{
	local word typed=${cur%"${cur##*[,\{]}"} rest=${cur##*[,\{]} colon=''
	[[ $COMP_WORDBREAKS == *:* ]] && colon=${cur%"${cur##*:}"}
	COMPREPLY=()
	while read -r word; do
		[[ $word && $word == "$rest"* && $word != *[^A-Za-z0-9_.:@/-]* ]] || continue
		word=$typed$word
		COMPREPLY+=("${word#"$colon"}")
	done
}

# The usual ones, and after a letter all that this machine has, and its PMUs.
_pstat_events()
{
	printf '%s\n' "$@"
	[[ ${cur##*[,\{]} ]] || return
	pstat list --raw-dump 2> /dev/null | tr ' ' '\n'
	cd /sys/bus/event_source/devices 2> /dev/null && compgen -d -S /
}

# bash has split sched:sched_switch into three words: they become one again.
_pstat_join()
{
	local i word
	words=() at=0
	for ((i = 0; i < ${#COMP_WORDS[@]}; i++)); do
		word=${COMP_WORDS[i]}
		if ((i > 1)) && [[ $word == :* || ${words[-1]} == *: ]]; then words[-1]+=$word; else words+=("$word"); fi
		((i == COMP_CWORD)) && at=$((${#words[@]} - 1))
	done
}

_pstat()
{
	local words at
	_pstat_join
	local -a COMP_WORDS=("${words[@]}")
	local COMP_CWORD=$at
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} verb='' assigns='' begun='' i=1 word
	local options='--event --filter --no-inherit --pid --tid --all-cpus --scale --verbose --repeat --table --null
		--detailed --sync --big-num --cpu --no-aggr --no-merge --hybrid-merge --cgroup --for-each-cgroup --output
		--field-separator --json-output --no-csv-summary --metric-only --like
		--append --log-fd --pre --post --interval-print --interval-count --interval-clear --timeout --per-socket
		--per-die --per-cluster --per-cache --per-core --per-thread --per-node --regions --region-fn --delay --all-kernel --all-user
		--percore-show-thread --summary --quiet --cputype --control --kill-after --ignore-failure --exact --hist --live --progress --color --dry-run
		--format --export --save --name --json-schema --metrics --metric-no-group --metric-no-merge --metric-no-threshold --topdown --td-level
		--transaction --smi-cost --events-dir --define --pin --aslr --list-opts --help --version --per-process --per-task --tree --by-name --top --min'
	local report_options='--verbose --big-num --no-aggr --no-merge --field-separator --json-output --output --append
		--log-fd --per-socket --per-die --per-cluster --per-cache --per-core --per-thread --per-node --metric-only
		--summary --no-csv-summary --like --quiet --input --format --export --save --name --hist --color --list-opts --json-schema
		--help --version'
	local compare_options='--event --filter --no-inherit --verbose --repeat --null --detailed --sync --big-num
		--hybrid-merge --regions --output --timeout --metrics --metric-no-group --metric-no-merge --metric-no-threshold
		--topdown --td-level --transaction --all-kernel --all-user --quiet --cputype --events-dir --define
		--kill-after --budget --ignore-failure --warmup --setup --prepare --cleanup --show-output --pin
		--aslr --exact --confidence --format --export --save --name --hist --progress --color --dry-run --list-opts
		--json-schema --help --version'
	local gate_options='--event --filter --no-inherit --verbose --repeat --null --detailed --sync --big-num
		--hybrid-merge --regions --output --timeout --metrics --metric-no-group --metric-no-merge --metric-no-threshold
		--topdown --td-level --transaction --all-kernel --all-user --quiet --cputype --events-dir --define
		--kill-after --budget --ignore-failure --warmup --setup --prepare --cleanup --show-output --pin
		--aslr --exact --confidence --format --export --save --name --hist --progress --color --dry-run --list-opts
		--json-schema --help --version --baseline --candidate --update --limit
		--inconclusive --if-unsupported --allow-env-mismatch --selftest --inject --all --github --history --trend --commit'
	local list_options='--cputype --json --desc --long-desc --details --deprecated --unit --output --raw-dump
		--events-dir --define --color --list-opts --help --version'
	local trend_options='--event --big-num --output --format --export --name --color --list-opts --json-schema --help --version'
	local top_options='--event --filter --metrics --all-kernel --all-user --events-dir --define --pid --cgroup --top --by
		--interval-print --interval-count --field-separator --output --format --export --save --name --color --list-opts
		--help --version'
	local doctor_options='--format --color --list-opts --help --version'
	local topics='all stat list record report compare gate trend top doctor events targets runs time rows output about'
	local formats='text csv json ndjson markdown html openmetrics perf-csv perf-json'
	[[ ${COMP_WORDS[1]} == compare || ${COMP_WORDS[1]} == gate ]] &&
		formats='text csv json ndjson markdown html openmetrics junit github'
	[[ ${COMP_WORDS[1]} == trend ]] && formats='text json markdown html'
	local events='cycles instructions branches branch-misses cache-references cache-misses bus-cycles ref-cycles
		stalled-cycles-frontend stalled-cycles-backend task-clock cpu-clock page-faults minor-faults major-faults
		context-switches cpu-migrations duration_time user_time system_time max_rss
		tree_max_rss cpu_wait_time io_wait_time voluntary_switches involuntary_switches disk_read disk_write exit_status
		L1-dcache-loads L1-dcache-load-misses LLC-loads LLC-load-misses dTLB-loads dTLB-load-misses'

	COMPREPLY=()
	# bash splits --color=always into three words, and json=FILE as well
	if [[ $cur == = ]]; then
		cur='' assigns=1
	elif [[ $prev == = ]]; then
		prev=${COMP_WORDS[COMP_CWORD-2]} assigns=1
	fi
	if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} == @(stat|record|report|compare|gate|trend|top|list|doctor|help|version) ]]; then
		verb=${COMP_WORDS[1]} i=2
	fi
	# the command has begun: its own completion takes over
	for ((; i < COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		case $word in
		--) ((i++)); break ;;
		=) ((i++)) ;;
		-e | --event | --filter | -p | --pid | -t | --tid | -C | --cpu | -G | --cgroup | --for-each-cgroup | -r | \
		--repeat | -o | --output | --log-fd | --pre | --post | -I | --interval-print | --interval-count | \
		--timeout | -D | --delay | --cputype | --like | --control | --kill-after | --budget | --color | --format | --export | --save | \
		--name | -x | --field-separator | -M | --metrics | --td-level | --events-dir | --define | --warmup | \
		--setup | --prepare | --cleanup | --pin | --aslr | --confidence | --baseline | --candidate | --limit | \
		--inconclusive | --if-unsupported | --inject | --history | --commit | --by | --top | --min)
			[[ ${COMP_WORDS[i+1]} == = ]] || ((i++)) ;;
		-*) ;;
		*) [[ $verb == compare ]] || break ;;	# a file
		esac
	done
	[[ ${COMP_WORDS[i-1]} == -- ]] && ((i == COMP_CWORD)) && begun=1
	((i < COMP_CWORD)) && begun=1
	# another command begins after each --vs
	for ((word = i; word < COMP_CWORD; word++)); do
		[[ $verb == compare || $verb == gate ]] && [[ ${COMP_WORDS[word]} == --vs ]] && i=$((word + 1))
	done
	local every="$options $report_options $gate_options $list_options $trend_options $top_options"
	# each verb has its own options and help topics
	case $verb in
	help | version)
		[[ $verb == help ]] && ((COMP_CWORD == 2)) && COMPREPLY=($(compgen -W "$topics" -- "$cur"))
		compopt +o default
		return ;;
	record) options=${options/--repeat --table/} options=${options/--append/} options=${options/--regions/} options=${options/--region-fn/} options=${options/--hist --live --progress/}
		options=${options/--per-process --per-task --tree --by-name --top --min/} ;;
	report) options=$report_options topics='all time rows output about' ;;
	compare) options="$compare_options --" topics='all events targets runs judging time rows output about' ;;
	gate) options="$gate_options --" topics='all events targets runs judging time rows output about' ;;
	list) options=$list_options topics='all events list output about' ;;
	doctor) options=$doctor_options topics='all output about' ;;
	trend) options=$trend_options topics='all output about' ;;
	top) options=$top_options topics='all events time rows output about' ;;
	esac
	if [[ $begun && $verb != @(report|trend|top|list|doctor) ]]; then
		declare -F _command_offset > /dev/null && _command_offset "$i"
		return
	fi
	# only other verbs have this option
	if [[ " ${every//[[:space:]]/ } " == *" $prev "* && " ${options//[[:space:]]/ } " != *" $prev "* ]]; then
		compopt +o default
		return
	fi
	case $prev in
	-h | --help) COMPREPLY=($(compgen -W "$topics" -- "$cur")); return ;;
	-e | --event)
		_pstat_list < <(_pstat_events $events)
		compopt -o nospace
		return ;;
	-p | --pid)
		_pstat_list < <(cd /proc 2> /dev/null && printf '%s\n' [0-9]*)
		return ;;
	-t | --tid)
		_pstat_list < <(cd /proc 2> /dev/null && printf '%s\n' [0-9]*/task/* | sed 's:.*/::')
		return ;;
	-C | --cpu | --pin)
		_pstat_list < <(cd /sys/devices/system/cpu 2> /dev/null && printf '%s\n' cpu[0-9]* | sed 's/cpu//')
		return ;;
	-G | --cgroup | --for-each-cgroup)
		local root=/sys/fs/cgroup
		for word in perf_event unified; do [[ -d $root/$word ]] && { root+=/$word; break; }; done
		_pstat_list < <(cd "$root" 2> /dev/null && compgen -d -- "${cur##*,}")
		compopt -o nospace
		return ;;
	--cputype) COMPREPLY=($(compgen -W 'core atom' -- "$cur")); return ;;
	--like) COMPREPLY=($(compgen -W '6.12 newest' -- "$cur")); return ;;
	--per-cache) COMPREPLY=($(compgen -W 'L1 L2 L3 L4' -- "$cur")); return ;;
	-o | --output | --save | --input | --baseline | --candidate | --history | --trend) COMPREPLY=($(compgen -f -- "$cur")); return ;;
	-i) [[ $verb == report ]] && { COMPREPLY=($(compgen -f -- "$cur")); return; } ;;
	--format)
		[[ $verb == doctor ]] && formats='text json'
		COMPREPLY=($(compgen -W "$formats" -- "$cur"))
		return ;;
	--unit) COMPREPLY=($(cd /sys/bus/event_source/devices 2> /dev/null && compgen -f -- "$cur")); return ;;
	--export) COMPREPLY=($(compgen -S = -W "$formats" -- "$cur")); compopt -o nospace; return ;;
	text | csv | json | ndjson | markdown | html | openmetrics | perf-csv | perf-json | junit | github)
		[[ $assigns ]] && { COMPREPLY=($(compgen -f -- "$cur")); return; } ;;
	-M | --metrics)
		_pstat_list < <(pstat list --raw-dump metrics metricgroups 2> /dev/null | tr ' ' '\n')
		return ;;
	--events-dir) COMPREPLY=($(compgen -d -- "$cur")); return ;;
	--by) COMPREPLY=($(compgen -W 'process task cgroup name' -- "$cur")); return ;;
	--color) COMPREPLY=($(compgen -W 'auto always never' -- "$cur")); return ;;
	--inconclusive) COMPREPLY=($(compgen -W 'warn fail' -- "$cur")); return ;;
	--if-unsupported) COMPREPLY=($(compgen -W 'fail skip' -- "$cur")); return ;;
	--github) COMPREPLY=($(compgen -W auto -- "$cur")); return ;;
	--limit) COMPREPLY=($(compgen -S = -W "$events wall user sys max-rss ipc @default" -- "$cur")); compopt -o nospace; return ;;
	--aslr) COMPREPLY=($(compgen -W 'on off' -- "$cur")); return ;;
	--pre | --post | --setup | --prepare | --cleanup) COMPREPLY=($(compgen -c -- "$cur")); return ;;
	--filter | -r | --repeat | -x | --field-separator | --name | --log-fd | -I | --interval-print | --interval-count | --timeout | -D | --delay | \
	--control | --kill-after | --budget | --td-level | --define | --warmup | --confidence | --inject | --commit | --top | --min) return ;;
	esac
	case $cur in
	-*) COMPREPLY=($(compgen -W "$options" -- "$cur")) ;;
	*)
		case $verb in
		report | compare | trend) COMPREPLY=($(compgen -f -- "$cur")); return ;;
		list) COMPREPLY=($(compgen -W 'hw sw cache pmu tracepoint metric metricgroup' -- "$cur")); return ;;
		doctor | top) compopt +o default; return ;;
		esac
		((COMP_CWORD == 1)) && COMPREPLY=($(compgen -W 'stat list record report compare gate trend top doctor help version' -- "$cur"))
		# a list of all commands would hide the verbs
		[[ $cur || COMP_CWORD -gt 1 ]] && COMPREPLY+=($(compgen -c -- "$cur")) ;;
	esac
}
complete -o default -F _pstat pstat
