#!/bin/sh
# SPDX-License-Identifier: MIT
# check-tables.sh - tables/compile.awk takes the tables in any order of rows, and no others.
set -u
export LC_ALL=C
compile=$(dirname "$0")/../../tables/compile.awk
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
rc=0

compile() { (cd "$tmp" && awk -f "$OLDPWD/$compile" cpus.tsv formats.tsv kernel.tsv a.events.tsv a.metrics.tsv); }
good() {
	printf 'Foo-1\ta\n' > "$tmp/cpus.tsv"
	printf 'Foo-1\tcpu\t4\tevent\tconfig:0-7\n' > "$tmp/formats.tsv"
	printf 'Foo-1\tcpu\tslots\tevent=0x4\n' > "$tmp/kernel.tsv"
	printf '# comment\nt\tb.b\tcpu\t0x1\t\tPerPkg=1\n\nt\tA.a\tcpu\t0x2\t0x3\tInvert=1 Deprecated=1\n' > "$tmp/a.events.tsv"
	printf 't\tM\tg\t100%%\tM > 1\ta\\-b / "c"\tUnit=iMC\n' > "$tmp/a.metrics.tsv"
}
fails() {	# FILE TEXT MESSAGE
	good; printf '%b' "$2" > "$tmp/$1"
	said=$(compile 2>&1 > /dev/null) && { echo "# taken: $1 with '$2'"; rc=1; }
	case $said in *"$3"*) ;; *) echo "# $1 with '$2': $said"; rc=1 ;; esac
}

good
if ! compile > "$tmp/one"; then
	echo "# good tables are refused"; rc=1
fi
sed '1!G;h;$!d' "$tmp/a.events.tsv" > "$tmp/turned" && mv "$tmp/turned" "$tmp/a.events.tsv"
compile | awk '/^const struct tables_event/, /^};/' | grep -c '^{' | grep -qx 2 || { echo "# rows are lost"; rc=1; }
fails cpus.tsv 'Foo-1\n' 'cpus.tsv:1: not a regular expression and a table'
fails cpus.tsv 'Foo-1\tb\n' 'there is no table b'
fails formats.tsv 'Foo-1\tcpu\t4\tevent\n' 'formats.tsv:1: not 5 columns'
fails kernel.tsv 'Foo-1\tcpu\tslots\n' 'kernel.tsv:1: not 4 columns'
fails a.events.tsv '#\nt\tb\tcpu\n' 'a.events.tsv:2: not 6 columns'
fails a.events.tsv 't\tb\tmesh\t0x1\t\tCompat=1\nt\tc\tmesh\t0x1\t\tCompat=2\n' 'two versions of mesh'
fails a.metrics.tsv 't\tM\n' 'a.metrics.tsv:1: not 7 columns'
fails a.metrics.tsv 't\tM\t\t\t\ta\tFoo=1\n' "of 'Foo=1' nothing is known"
echo "$([ $rc = 0 ] && echo ok || echo not ok) - tables are checked when they are compiled"
exit $rc
