# SPDX-License-Identifier: MIT
# recipes.awk - reads the parts of our own YAML files that are commands, in the layout that these files have.
#
# -v dir=DIR action.yml or a workflow: DIR/N.KEY for each key of step N (name, id, if, uses, run ...); maps (env, with)
#	have a line KEY=VALUE each; DIR/defaults: a line INPUT=DEFAULT for each input.
# -v job=NAME gitlab.yml: the lines of NAME's before_script or script, as one script, chosen by -v list=script.

function indent() { match($0, /^ */); return RLENGTH }
function unquoted(text) {
	if (text ~ /^'.*'$/ || text ~ /^".*"$/) text = substr(text, 2, length(text) - 2)
	return text
}
function key() { k = $0; sub(/^ *(- )?/, "", k); sub(/:.*/, "", k); return k }
function value() { v = $0; sub(/^[^:]*: */, "", v); return unquoted(v) }
/^ *#/ && !block { next }

# The lines of a `|` end where a line is not indented more than its key.
block && (!NF || indent() >= depth) {
	if (job) print substr($0, depth + 1); else print substr($0, depth + 1) > block
	next
}
block { block = "" }

# --- GitLab
job && /^[^ ]/ { here = (key() == job); inside = 0; next }
job && here && /^  [a-z_]+:/ { inside = (key() == list); next }
job && inside && /^    - \|$/ { block = job; depth = 6; next }
job && inside { print substr($0, 7) }
job { next }

# --- GitHub
/^  [a-z-]+:$/ && part == "inputs" { input = key() }
/^    default:/ && part == "inputs" { print input "=" value() > (dir "/defaults") }
/^[a-z-]+:/ { part = key() }
/^ +steps:/ { base = indent() + 2; next }
base && indent() == base && /^ *- / { n++; map = "" }
base && n && (indent() == base || indent() == base + 2) {
	depth = base + 4; map = ""
	if ($0 ~ /: [|]$/) block = dir "/" n "." key()
	else if ($0 ~ /:$/) map = key()
	else print value() > (dir "/" n "." key())
	next
}
base && map && indent() == base + 4 { print key() "=" value() > (dir "/" n "." map) }
