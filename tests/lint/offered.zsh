# SPDX-License-Identifier: MIT
# offered.zsh bash|zsh FOLDER LINE... - what the shell, at a terminal, offers at the end of each line, with FOLDER's
# completions: "LINE: word word".  The text of a list before its last comma, and a = at the end, are left out.
# offered.zsh bash|zsh|fish FOLDER --enter LINE... - types each line, TAB and Enter, and shows what pstat was called with.
emulate -R zsh
zmodload zsh/zpty zsh/zselect || exit 77
shell=$1 folder=$2; shift 2
enter=; [[ ${1-} = --enter ]] && { enter=1; shift }
dir=$(mktemp -d); trap 'rm -rf $dir' EXIT
export CALLED=$dir/called TERM=vt100
if [[ $shell = fish ]]; then
cat > $dir/rc <<'RC'
function fish_prompt; end
source $folder/pstat.fish
echo x > $dir/done
RC
elif [[ $shell = bash ]]; then
cat > $dir/rc <<'RC'
PS1= PS2= PROMPT_COMMAND=
bind 'set bell-style none'
bind 'set completion-query-items 0'
bind 'set page-completions off'
. $folder/pstat.bash
offered() { _pstat "$@"; printf '%s\n' "${COMPREPLY[@]##*,}" >> $dir/found; }
complete -o default -F offered pstat
echo x > $dir/done
RC
else
cat > $dir/rc <<'RC'
PROMPT= RPROMPT= PS2=
unsetopt beep
LISTMAX=100000
fpath=($folder $fpath)
autoload -Uz compinit && compinit -D -u
# each match goes to a file, too
compadd() {
	if [[ " ${@[1,(i)(-|--)]} " == *\ -(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
	local -a found
	builtin compadd -A found "$@"
	(( $#found )) && print -rl -- $found >> $dir/found
	builtin compadd "$@"
}
bindkey -e
bindkey '^I' complete-word
print x > $dir/done
RC
fi
# Its terminal is read meanwhile, or it would wait for that.
wait_for() {
	local junk n=0
	until [[ -s $dir/done ]]; do
		while zpty -rt z junk; do :; done
		zselect -t 2	# a hundredth of a second is its unit; sleep would be a process each time
		(( ++n < 3000 )) || { print -u2 "$shell does not answer"; exit 1 }
	done
	: > $dir/done
}
case $shell in
bash) zpty -b z bash --noprofile --norc -i ;;
zsh) zpty -b z zsh -f -i ;;
fish) zpty -b z fish --no-config -i ;;
esac || exit 77
if [[ $shell = fish ]]; then zpty -w z "set dir $dir; set folder $folder; source $dir/rc"
else zpty -w z "dir=${(q)dir} folder=${(q)folder}; . $dir/rc"; fi
wait_for
if [[ $enter ]]; then
	for line; do
		zpty -n -w z "$line"$'\t\n'
		wait_for
		print -r -- "$line: ${"$(<$CALLED)"//$'\n'/ }"
	done
	exit
fi
for line; do
	: > $dir/found
	zpty -n -w z "$line"$'\t'
	zpty -n -w z $'\C-A\C-K'"echo x > $dir/done"$'\n'
	wait_for
	print -r -- "$line:" ${(ou)$(<$dir/found)%=}
done
zpty -d z
