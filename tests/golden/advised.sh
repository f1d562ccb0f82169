# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# advised.sh - for cases of what gate advises where a limit cannot be counted.

# advised WORD...: runs gate, then again with what it advises in place of the limits.  $old: the file and the command of
# the baseline, where that is measured again first.
advised() {	# WORD...: runs gate, then again with what it advises in place of the limits
	$PSTAT gate "$@" > out 2> said; echo "status $?"; cat said >&2
	n=$# ended=
	while [ $n != 0 ]; do
		word=$1; shift; n=$((n - 1))
		case $ended$word in
		--limit | --inject) shift; n=$((n - 1)); continue ;;
		--lim=*) continue ;;
		--) ended=yes ;;
		esac
		set -- "$@" "$word"
	done
	grep '^  ' said | grep -v '^  once' > lines
	while read -r line; do
		options=${line##*: }
		case $line in *'measured again'*) eval "\$PSTAT gate $options --save \$old" > out 2>&1 ;; esac
		(eval "set -- $options \"\$@\""; $PSTAT gate "$@" > out 2>&1; echo "advised: status $?")
	done < lines
}
