# SPDX-License-Identifier: MIT
# lines.awk -v seed=N -v lines=N GRAMMAR - so many texts of <line>, a line each; the same for the same seed in every awk.
BEGIN { FS = "\t"; state = seed % 2147483647 + 1 }
/^#/ || NF < 3 { next }
{ text[$1, ++n[$1]] = $3; weight[$1, n[$1]] = $2; sum[$1] += $2 }
END {
	for (i = 0; i < 10; i++) random(1)
	for (i = 0; i < lines; i++) print expand("line")
}

# Park and Miller's generator: its products fit a double.  The upper part of a number is the better one.
function random(below) { state = state * 16807 % 2147483647; return int(state / 2147483647 * below) }

function expand(name,    at, i, out, rest) {
	if (!(name in sum)) { print "grammar: there is no <" name ">" > "/dev/stderr"; exit 1 }
	at = random(sum[name])
	for (i = 1; at >= weight[name, i]; i++) at -= weight[name, i]
	rest = text[name, i]
	while (match(rest, /<[a-z-]+>/)) {
		out = out substr(rest, 1, RSTART - 1)
		i = substr(rest, RSTART + 1, RLENGTH - 2)
		rest = substr(rest, RSTART + RLENGTH)
		out = out expand(i)
	}
	return out rest
}
