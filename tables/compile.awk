# SPDX-License-Identifier: MIT
# The tables of this folder as constant data for include/event/vendor/catalog_tables.h, on stdout:
#
#	LC_ALL=C awk -f tables/compile.awk tables/cpus.tsv tables/formats.tsv tables/kernel.tsv tables/*.events.tsv tables/*.metrics.tsv
#
# No pointers: the loader would have to relocate each of them at every start of the program.
# All text is one block in which a string stands once, and rows hold offsets into it.

BEGIN {
	FS = "\t"
	n_text = length_of_text = n_rows = failed = 0
	n_cpus = n_formats = n_aliases = n_tables = n_units = n_kinds = n_events = n_metrics = 0
	text("")
}

function fail(why) {
	print FILENAME ":" FNR ": " why > "/dev/stderr"
	failed = 1
	exit 1
}

# The offset of a string.
function text(s) {
	if (!(s in at)) {
		at[s] = length_of_text
		length_of_text += length(s) + 1
		string[n_text++] = s
	}
	return at[s]
}

# What stands behind "key=" in the words of the last column; it is taken out of them.
function take(key,	i, found) {
	found = ""
	for (i = 1; i <= n_words; i++)
		if (index(word[i], key "=") == 1) {
			found = substr(word[i], length(key) + 2)
			word[i] = ""
		}
	return found
}

function words_left(	i, left) {
	left = ""
	for (i = 1; i <= n_words; i++)
		if (word[i] != "")
			left = left (left == "" ? "" : " ") word[i]
	return left
}

# Rows of one file come nearly in order already.
function insert(key, row,	i) {
	for (i = n_rows++; i > 0 && sort_key[i - 1] > key; i--) {
		sort_key[i] = sort_key[i - 1]
		rows[i] = rows[i - 1]
	}
	sort_key[i] = key
	rows[i] = row
}

function unit_of(name) {
	if (!(name in unit)) {
		unit[name] = n_units
		unit_text[n_units++] = text(name)
	}
	return unit[name]
}

# What many events have in common: topic, scale and flags.
function kind_of(row) {
	if (!(row in kind)) {
		kind[row] = n_kinds
		kind_row[n_kinds++] = row
	}
	return kind[row]
}

function flush_file(	i) {
	for (i = 0; i < n_rows; i++)
		if (last == "events")
			event_row[n_events++] = rows[i]
		else
			metric_row[n_metrics++] = rows[i]
	n_rows = 0
}

FNR == 1 {
	flush_file()
	file = FILENAME
	sub(/.*\//, "", file)
	split(file, part, ".")
	last = part[2]
	table = part[1]
	if (last == "events" || last == "metrics") {
		if (!(table in table_index)) {
			table_index[table] = n_tables
			table_text[n_tables++] = text(table)
		}
		if (last == "events")
			first_event[table_index[table]] = n_events
		else
			first_metric[table_index[table]] = n_metrics
	}
}

/^#/ || $0 == "" { next }

file == "cpus.tsv" {
	if (NF != 2)
		fail("not a regular expression and a table")
	cpu_text[n_cpus] = text($1)
	cpu_table[n_cpus++] = $2
	next
}

file == "formats.tsv" {
	if (NF != 5)
		fail("not 5 columns")
	format_row[n_formats++] = text($1) ", " text($2) ", " text($4) ", " text($5) ", " ($3 == "-" ? -1 : $3)
	next
}

file == "kernel.tsv" {
	if (NF != 4)
		fail("not 4 columns")
	alias_row[n_aliases++] = text($1) ", " text($2) ", " text($3) ", " text($4)
	next
}

last == "events" {
	if (NF != 6)
		fail("not 6 columns")
	n_words = split($6, word, " ")
	flags = (take("Deprecated") == "1" ? 1 : 0) + (take("PerPkg") == "1" ? 2 : 0)
	scale = text(take("ScaleUnit"))
	insert(tolower($2) FS $3, text(tolower($2)) ", " text($4) ", " text($5) ", " text(words_left()) ", " \
	       kind_of(text($1) ", " scale ", " unit_of($3) ", " flags))
	n_in[table_index[table]]++
	next
}

last == "metrics" {
	if (NF != 7)
		fail("not 7 columns")
	n_words = split($7, word, " ")
	row = text($2) ", " text($1) ", " text($3) ", " text($6) ", " text($4) ", " text($5) ", " \
	      text(take("MetricConstraint")) ", " text(take("MetricgroupNoGroup")) ", " \
	      text(take("DefaultMetricgroupName"))
	unit_name = take("Unit")
	if (words_left() != "")
		fail("of '" words_left() "' nothing is known")
	insert(tolower($2) FS unit_name, row ", " unit_of(unit_name))
	n_metrics_in[table_index[table]]++
	next
}

{ fail("not a table") }

END {
	if (failed)
		exit 1
	flush_file()
	print "/* Made by tables/compile.awk. */"
	print "#include \"event/vendor/catalog_tables.h\"\n"

	print "const struct tables_cpu tables_cpus[] = {"
	for (i = 0; i < n_cpus; i++) {
		if (!(cpu_table[i] in table_index)) {
			print "cpus.tsv: there is no table " cpu_table[i] > "/dev/stderr"
			exit 1
		}
		print "{ " cpu_text[i] ", " table_index[cpu_table[i]] " },"
	}
	print "};\n\nconst struct tables_format tables_formats[] = {"
	for (i = 0; i < n_formats; i++)
		print "{ " format_row[i] " },"
	print "};\n\nconst struct tables_alias tables_aliases[] = {"
	for (i = 0; i < n_aliases; i++)
		print "{ " alias_row[i] " },"
	print "};\n\nconst struct tables_model tables_models[] = {"
	for (i = 0; i < n_tables; i++)
		print "{ " table_text[i] ", " first_event[i] + 0 ", " n_in[i] + 0 ", " \
		      first_metric[i] + 0 ", " n_metrics_in[i] + 0 " },"
	print "};\n\nconst uint32_t tables_units[] = {"
	for (i = 0; i < n_units; i++)
		print unit_text[i] ","
	print "};\n\nconst struct tables_kind tables_kinds[] = {"
	for (i = 0; i < n_kinds; i++)
		print "{ " kind_row[i] " },"
	print "};\n\nconst struct tables_event tables_events[] = {"
	for (i = 0; i < n_events; i++)
		print "{ " event_row[i] " },"
	print "};\n\nconst struct tables_metric tables_metrics[] = {"
	for (i = 0; i < n_metrics; i++)
		print "{ " metric_row[i] " },"
	print "};\n\nconst struct tables_size tables_size = { " n_cpus ", " n_formats ", " n_aliases ", " n_tables ", " n_units " };"

	print "\nconst char tables_text[] ="
	for (i = 0; i < n_text; i++) {
		s = string[i]
		gsub(/[\\"]/, "\\\\&", s)
		print "\"" s "\\0\""
	}
	print ";"
}
