# SPDX-License-Identifier: MIT
# choose.awk -v step=N -v least=N -v seed=N HAD FAULTS - every Nth of the lines of FAULTS (places.awk), or least of them.
#
# By chance, but first what is not in HAD (lines `CALL ERRNO OBJECT`, not empty), and of that what is done to
# counters and reports.
FNR == 1 { file++ }
file == 1 { had[$0]++; next }
{ fault[++n] = $0 }
END {
	k = int(n / step)
	k = k < least ? least : k
	srand(seed)
	for (i = n; i > 1; i--) {
		j = 1 + int(rand() * i)
		text = fault[i]; fault[i] = fault[j]; fault[j] = text
	}
	for (pass = 0; pass < 3; pass++)
		for (i = 1; i <= n && k; i++) {
			split(fault[i], part, " ")
			kind = part[1] " " part[2] " " part[4]
			if (i in taken || (pass < 2 && kind in had) || (!pass && part[4] == "-"))
				continue
			taken[i]
			had[kind]++
			k--
			print fault[i]
		}
}
