# SPDX-License-Identifier: MIT
# offered.zsh FOLDER LINE... - what zsh offers at the end of each line, with FOLDER's completions: "LINE: word word".
emulate -R zsh
zmodload zsh/zpty || exit 77
folder=$1; shift
dir=$(mktemp -d); trap 'rm -rf $dir' EXIT
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
# Its terminal is read meanwhile, or it would wait for that.
wait_for() {
	local n=0 junk
	until [[ -s $dir/done ]]; do
		while zpty -rt z junk; do :; done
		sleep 0.02
		(( ++n > 1500 )) && { print -u2 "zsh does not answer"; exit 1 }
	done
	: > $dir/done
}
zpty -b z zsh -f -i
zpty -w z "dir=${(q)dir} folder=${(q)folder}; . $dir/rc"
wait_for
for line; do
	: > $dir/found
	zpty -n -w z "$line"$'\t'
	zpty -n -w z $'\C-A\C-K'"print x > $dir/done"$'\n'
	wait_for
	print -r -- "$line:" ${(u)$(LC_ALL=C sort -u $dir/found)}
done
zpty -d z
