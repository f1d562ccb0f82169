# SPDX-License-Identifier: MIT
# bash completion for pstat; goes to /usr/share/bash-completion/completions/pstat
#
# 'pstat --complete' says what may follow (include/cli/completion.h); here it is only inserted.  Names of files are
# left to readline, which quotes them, and names from outside are quoted here: a cgroup or file can be called "$(id)".

# bash has split the line at = and : as well; what no blank separates becomes one word again.
_pstat_join()
{
	local LC_ALL=C line=${COMP_LINE:0:COMP_POINT} word i
	words=() at=()
	for ((i = 0; i <= COMP_CWORD; i++)); do
		word=${COMP_WORDS[i]}
		if ((i == 0)) || [[ $line == [[:space:]]* ]]; then
			line=${line#"${line%%[![:space:]]*}"}
			words+=('') at+=("$i") before=''
		else
			before=${words[-1]}
		fi
		((i < COMP_CWORD)) || word=$line	# up to the cursor
		words[-1]+=$word line=${line#"$word"}
	done
	# readline replaces what follows the last of these characters
	[[ ${COMP_WORDS[COMP_CWORD]} == [=:@]* ]] && before=${words[-1]}
}

_pstat()
{
	local -a words at lines
	local before kind prefix name i typed plain
	_pstat_join
	typed=${words[-1]}
	for i in "${!words[@]}"; do words[i]=${words[i]//[\\\"\']/}; done
	plain=${words[-1]}
	mapfile -t lines < <(command pstat --complete "${words[@]:1}" 2> /dev/null)
	kind=${lines[0]-} prefix=${lines[1]-}
	COMPREPLY=()
	[[ $plain == "$prefix"* ]] || return	# or what nobody typed would be inserted
	case $kind in
	files) return ;;	# as by default: see complete
	folders) compopt +o default -o dirnames; return ;;
	command\ *)
		i=${kind#command }
		[[ $i =~ ^[0-9]+$ ]] || return	# arithmetic would evaluate anything else
		if declare -F _command_offset > /dev/null; then
			_command_offset "${at[i + 1]}"
		elif ((i + 2 == ${#words[@]})) && [[ $typed != */* ]]; then
			mapfile -t -O "${#lines[@]}" lines < <(compgen -c -- "$plain")
		fi ;;
	shell) mapfile -t -O "${#lines[@]}" lines < <(compgen -c -- "$plain") ;;
	parts) compopt +o default -o nospace ;;
	*) compopt +o default ;;
	esac
	if [[ $typed == *[\"\']* ]]; then
		[[ $prefix != *[!A-Za-z0-9_.:@/=+%,{}-]* ]] || return	# within quotes only what needs none
	elif [[ $plain != "$typed" && $prefix ]]; then
		prefix=$(printf %q "$prefix")
	fi
	for name in "${lines[@]:2}"; do
		name=${name%%$'\t'*}
		[[ $name == "${plain#"${lines[1]}"}"* ]] || continue
		if [[ $name == *[!A-Za-z0-9_.:@/=+%-]* ]]; then
			[[ $typed != *[\"\']* ]] || continue
			name=$(printf %q "$name")
		fi
		name=$prefix$name
		[[ $name != "$before"* ]] || COMPREPLY+=("${name#"$before"}")
	done
}
complete -o default -F _pstat pstat
