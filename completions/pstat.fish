# SPDX-License-Identifier: MIT
# fish completion for pstat; goes to /usr/share/fish/vendor_completions.d/pstat.fish
#
# 'pstat --complete' says what may follow (include/cli/completion.h); here it is only inserted, and fish quotes it.

function __pstat_ask
	command pstat --complete (commandline -opc)[2..] (commandline -ct | string unescape; or commandline -ct) 2> /dev/null
end
function __pstat_offers
	set -l lines (__pstat_ask)
	string replace -r '^' -- "$lines[2]" $lines[3..]
	switch "$lines[1]"
		case shell
			__fish_complete_command
		case 'command *'
			set -l from (string match -r '^command (\d+)$' -- $lines[1])[2]; or return	# math would take anything
			set -l words (commandline -opc) ''
			complete -C (string join ' ' -- (string escape -- $words[(math $from + 2)..-2]) (commandline -ct))
	end
end
function __pstat_wants_files
	string match -q -- 'f*' (__pstat_ask)[1]
end

complete -c pstat -f -a '(__pstat_offers)'
complete -c pstat -n __pstat_wants_files -F
