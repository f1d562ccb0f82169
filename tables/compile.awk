# SPDX-License-Identifier: MIT
# The tables of this folder as constant data for include/event/vendor/catalog_tables.h, on stdout:
#
#	LC_ALL=C awk -f tables/compile.awk tables/cpus.tsv tables/formats.tsv tables/kernel.tsv \
#		tables/*.events.tsv tables/*.metrics.tsv
#
# No pointers: the loader would have to relocate each of them at every start of the program.  A text stands once, in
# one sorted list; rows have its number.  A row that several models share stands once, too.

BEGIN {
	FS = "\t"
	n_cpus = n_formats = n_aliases = n_patterns = n_models = n_units = n_rows = n_metrics = 0
	n_texts = n_systems = failed = 0
	add_text("")
}

function fail(why) {
	print FILENAME ":" FNR ": " why > "/dev/stderr"
	failed = 1
	exit 1
}

function add_text(s) {
	if (!(s in number)) {
		number[s] = 0
		all_texts[n_texts++] = s
	}
	return s
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

# Sorts list[low..high] as text.
function sort(list, low, high,	i, j, middle, other) {
	while (low < high) {
		middle = list[int((low + high) / 2)] ""
		i = low; j = high
		while (i <= j) {
			while ((list[i] "") < middle) i++
			while ((list[j] "") > middle) j--
			if (i <= j) {
				other = list[i]; list[i++] = list[j]; list[j--] = other
			}
		}
		if (j - low < high - i) {
			sort(list, low, j)
			low = i
		} else {
			sort(list, i, high)
			high = j
		}
	}
}

# A table of events of PMUs that are not part of a CPU, and say by an identifier which version they are.
function add_system(unit, compat) {
	if (compat == "")
		return
	if ((unit, table) in system_of) {
		if (system_of[unit, table] != compat)
			fail("the table has events for two versions of " unit)
		return
	}
	system_of[unit, table] = compat
	add_text(compat)
	system_row[n_systems++] = unit FS compat FS table
}

FNR == 1 {
	file = FILENAME
	sub(/.*\//, "", file)
	split(file, part, ".")
	table = part[1]
	last = part[2]
	if ((last == "events" || last == "metrics") && !(table in model)) {
		model[table] = n_models
		model_name[n_models++] = add_text(table)
	}
}

/^#/ || $0 == "" { next }

file == "cpus.tsv" {
	if (NF != 2)
		fail("not a regular expression and a table")
	cpu_text[n_cpus] = add_text($1)
	cpu_table[n_cpus++] = $2
	next
}

file == "formats.tsv" {
	if (NF != 5)
		fail("not 5 columns")
	add_text($1); add_text($2); add_text($4); add_text($5)
	format_row[n_formats++] = $0
	next
}

file == "kernel.tsv" {
	if (NF != 4)
		fail("not 4 columns")
	add_text($1); add_text($2); add_text($3); add_text($4)
	alias_row[n_aliases++] = $0
	next
}

last == "events" {
	if (NF != 6)
		fail("not 6 columns")
	n_words = split($6, word, " ")
	flags = (take("Deprecated") == "1" ? 1 : 0) + (take("PerPkg") == "1" ? 2 : 0)
	row = add_text($1) FS add_text(take("ScaleUnit")) FS add_text($3) FS flags
	add_system($3, take("Compat"))
	$6 = words_left()
	$5 = ($4 == "" ? "" : "EventCode=" $4 " ") ($5 == "" ? "" : "UMask=" $5 " ") $6
	sub(/ $/, "", $5)
	# by name, then unit
	row = add_text(tolower($2)) FS $3 FS add_text($5) FS row
	if (!(row in is_row)) {
		is_row[row] = 1
		event_row[n_rows++] = row
	}
	event_in[model[table], n_events[table]++] = row
	next
}

last == "metrics" {
	if (NF != 7)
		fail("not 7 columns")
	n_words = split($7, word, " ")
	row = add_text($1) FS add_text($4) FS add_text(take("MetricConstraint")) FS \
	      add_text(take("MetricgroupNoGroup")) FS add_text(take("DefaultMetricgroupName")) FS \
	      add_text(take("AggregationMode"))
	unit = add_text(take("Unit"))
	take("Compat")
	if (words_left() != "")
		fail("of '" words_left() "' nothing is known")
	add_text($2); add_text($3); add_text($5); add_text($6)
	metric_in[model[table], n_metrics_of[table]++] = tolower($2) FS unit FS $2 FS $6 FS $5 FS $3 FS row
	next
}

{ fail("not a table") }

# --- output ------------------------------------------------------------------------------------------------

function unit_of(name) {
	if (!(name in unit_number)) {
		unit_number[name] = n_units
		unit_name[n_units++] = name
	}
	return unit_number[name]
}

function fail_end(why) {
	print why > "/dev/stderr"
	failed = 1
	exit 1
}

# Prints "name[] = { a, b, ... };".
function open_list(type, name) { print "\nconst " type " " name "[] = {" }

function print_texts(	i, text, size) {
	open_list("char", "tables_text")
	for (i = 0; i < n_texts; i++) {
		text = all_texts[i]
		if (text ~ /[^ -~]/)
			fail_end("'" text "' has a character that is not ASCII")
		gsub(/\\/, "\\134", text)
		gsub(/"/, "\\042", text)
		print "\"" text "\\0\""
	}
	print "};"
	open_list("uint32_t", "tables_text_starts")
	size = 0
	for (i = 0; i < n_texts; i++) {
		print size ","
		size += length(all_texts[i]) + 1
	}
	print "};"
}

# The rows of each model.
function print_model_rows(	m, i, n, list, size) {
	open_list("uint16_t", "tables_rows")
	size = 0
	for (m = 0; m < n_models; m++) {
		first_event[m] = size
		n = n_events[model_name[m]]
		for (i = 0; i < n; i++)
			list[i] = sprintf("%08d", row_number[event_in[m, i]])
		sort(list, 0, n - 1)
		for (i = 0; i < n; i++)
			print list[i] + 0 ","
		size += n
	}
	print "};"
}

function print_events(	i, part) {
	sort(event_row, 0, n_rows - 1)
	open_list("struct tables_event", "tables_events")
	for (i = 0; i < n_rows; i++) {
		row_number[event_row[i]] = i
		split(event_row[i], part, FS)
		print "{ " number[part[1]] ", " number[part[3]] ", " number[part[4]] ", " number[part[5]] ", " \
		      unit_of(part[6]) ", " part[7] " },"
	}
	print "};"
}

function print_metrics(	m, i, k, n, list, part, line) {
	open_list("struct tables_metric", "tables_metrics")
	for (m = 0; m < n_models; m++) {
		first_metric[m] = n_metrics
		n = n_metrics_of[model_name[m]]
		for (i = 0; i < n; i++)
			list[i] = metric_in[m, i]
		sort(list, 0, n - 1)
		for (i = 0; i < n; i++) {
			split(list[i], part, FS)
			line = "{ "
			for (k = 3; k <= 12; k++)
				line = line number[part[k]] ", "
			print line unit_of(part[2]) " },"
			n_metrics++
		}
	}
	print "};"
}

function print_rows(type, name, rows, n,	i) {
	open_list(type, name)
	for (i = 0; i < n; i++)
		print "{ " rows[i] " },"
	print "};"
}

function pattern_of(text) {
	if (!(text in pattern)) {
		pattern_text[n_patterns] = text
		pattern[text] = n_patterns++
	}
	return pattern[text]
}

function print_cpus(	i, part) {
	for (i = 0; i < n_systems; i++) {
		split(system_row[i], part, FS)
		system_row[i] = unit_of(part[1]) ", " number[part[2]] ", " model[part[3]]
	}
	for (i = 0; i < n_cpus; i++) {
		if (!(cpu_table[i] in model))
			fail_end("cpus.tsv: there is no table " cpu_table[i])
		cpu_text[i] = number[cpu_text[i]] ", " model[cpu_table[i]]
	}
	for (i = 0; i < n_formats; i++) {
		split(format_row[i], part, FS)
		format_row[i] = pattern_of(part[1]) ", " number[part[2]] ", " number[part[4]] ", " number[part[5]] ", " \
				(part[3] == "-" ? -1 : part[3])
	}
	for (i = 0; i < n_aliases; i++) {
		split(alias_row[i], part, FS)
		alias_row[i] = pattern_of(part[1]) ", " number[part[2]] ", " number[part[3]] ", " number[part[4]]
	}
	system_row[n_systems] = "0, 0, 0"	# C has no empty list
	print_rows("struct tables_system", "tables_systems", system_row, n_systems + 1)
	print_rows("struct tables_cpu", "tables_cpus", cpu_text, n_cpus)
	print_rows("struct tables_format", "tables_formats", format_row, n_formats)
	print_rows("struct tables_alias", "tables_aliases", alias_row, n_aliases)
}

END {
	if (failed)
		exit 1
	sort(all_texts, 0, n_texts - 1)
	if (n_texts > 65535 || n_rows > 65535)
		fail_end("more than 65535 texts or rows: the numbers of catalog_tables.h are too small")
	for (i = 0; i < n_texts; i++)
		number[all_texts[i]] = i
	print "/* Made by tables/compile.awk. */"
	print "#include \"event/vendor/catalog_tables.h\""
	print_texts()
	unit_of("")
	print_cpus()
	print_events()
	print_model_rows()
	print_metrics()
	open_list("struct tables_model", "tables_models")
	for (i = 0; i < n_models; i++)
		print "{ " first_event[i] ", " first_metric[i] ", " number[model_name[i]] ", " n_events[model_name[i]] + 0 ", " \
		      n_metrics_of[model_name[i]] + 0 " },"
	print "};"
	open_list("uint16_t", "tables_units")
	for (i = 0; i < n_units; i++)
		print number[unit_name[i]] ","
	print "};"
	open_list("uint16_t", "tables_patterns")
	for (i = 0; i < n_patterns; i++)
		print number[pattern_text[i]] ","
	print "};\n\nconst struct tables_size tables_size = { " n_cpus ", " n_formats ", " n_aliases ", " n_patterns ", " n_models ", " \
	      n_units ", " n_systems ", " n_rows " };"
}
