# SPDX-License-Identifier: MIT
# offered.zsh bash|zsh FOLDER LINE... - what the shell, at a terminal, offers at the end of each line, with FOLDER's
# completions: "LINE: word word".  The text of a list before its last comma is left out.
emulate -R zsh
zmodload zsh/zpty || exit 77
shell=$1 folder=$2; shift 2
dir=$(mktemp -d); trap 'rm -rf $dir' EXIT
if [[ $shell = bash ]]; then
cat > $dir/rc <<'RC'
PS1= PS2= PROMPT_COMMAND=
bind 'set bell-style none'
bind 'set completion-query-items 0'
bind 'set page-completions off'
. $folder/pstat.bash
offered() { _pstat "$@"; printf '%s\n' "${COMPREPLY[@]##*,}" | sed 's/=$//' >> $dir/found; }
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
	local n=0 junk
	until [[ -s $dir/done ]]; do
		while zpty -rt z junk; do :; done
		sleep 0.02
		(( ++n > 1500 )) && { print -u2 "$shell does not answer"; exit 1 }
	done
	: > $dir/done
}
if [[ $shell = bash ]]; then zpty -b z bash --noprofile --norc -i; else zpty -b z zsh -f -i; fi
zpty -w z "dir=${(q)dir} folder=${(q)folder}; . $dir/rc"
wait_for
for line; do
	: > $dir/found
	zpty -n -w z "$line"$'\t'
	zpty -n -w z $'\C-A\C-K'"echo x > $dir/done"$'\n'
	wait_for
	print -r -- "$line:" ${(u)$(LC_ALL=C sort -u $dir/found)}
done
zpty -d z
