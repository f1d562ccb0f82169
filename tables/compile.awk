# SPDX-License-Identifier: MIT
# The tables of this folder as constant data for include/event/vendor/catalog_tables.h, on stdout:
#
#	LC_ALL=C awk -f tables/compile.awk tables/phrases.txt tables/cpus.tsv tables/formats.tsv tables/kernel.tsv \
#		tables/*.events.tsv tables/*.metrics.tsv
#
# No pointers: the loader would have to relocate each of them at every start of the program.  A text stands once, in
# one sorted list; rows have its number.  A row that several models share stands once, too.  -v texts=1 prints what
# tables/learn reads instead.

BEGIN {
	FS = "\t"
	BLOCK = 16			# as TABLES_BLOCK
	LITERALS = 95			# blank to ~ stand for themselves
	ENDS = 48			# as TABLES_ENDS
	n_cpus = n_formats = n_aliases = n_patterns = n_models = n_units = n_kinds = n_rows = n_metrics = n_metric_kinds = n_phrases = 0
	n_texts = n_systems = failed = 0
	for (i = 1; i < 256; i++)
		byte[sprintf("%c", i)] = i
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

file == "phrases.txt" {
	gsub(/~/, " ")
	phrase[n_phrases] = $0
	code[$0] = n_phrases++
	next
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

# The bytes 0 to 31 and 127 to 142 end a text, the others that are no literals are phrases: the last of them are the
# first of two bytes.
function set_codes(	i, bytes, k) {
	bytes = 256 - LITERALS - ENDS
	n_pages = n_phrases > bytes ? int((n_phrases - bytes + 254) / 255) : 0
	if (n_pages > bytes)
		fail_end("phrases.txt has too many phrases")
	n_short = bytes - n_pages
	for (i = 0; i < n_phrases; i++) {
		if (i < n_short)
			bytes_of[phrase[i]] = octal(LITERALS + ENDS + i)
		else {
			k = i - n_short
			bytes_of[phrase[i]] = octal(256 - n_pages + int(k / 256)) octal(k % 256)
		}
		k = substr(phrase[i], 1, 3)
		if (!((k, length(phrase[i])) in has_length)) {
			has_length[k, length(phrase[i])] = 1
			lengths[k] = lengths[k] " " length(phrase[i])
		}
	}
}

function fail_end(why) {
	print why > "/dev/stderr"
	failed = 1
	exit 1
}

function octal(n) {
	size++
	return sprintf("\\%03o", n)
}

# A text as phrases, the longest that fits each time; below: phrases are shorter than that.
function encode(s, below,	out, i, k, n, best, list) {
	out = ""
	for (i = 1; i <= length(s); i += best) {
		best = 1
		n = split(lengths[substr(s, i, 3)], list, " ")
		for (k = 1; k <= n; k++)
			if (list[k] + 0 > best && list[k] + 0 < below && (substr(s, i, list[k]) in bytes_of))
				best = list[k] + 0
		if (best > 1) {
			k = bytes_of[substr(s, i, best)]
			size += length(k) / 4
		} else {
			k = substr(s, i, 1)
			if (k < " " || k > "~")
				fail_end("'" s "' has a character that is not ASCII")
			k = octal(byte[k])
		}
		out = out k
	}
	return out
}

# What the next text shares with this one is said by its end.
function end_byte(shared) { return octal(shared < 32 ? shared : shared + LITERALS) }

function common(a, b,	n) {
	for (n = 0; n < ENDS - 1 && n < length(a) && substr(a, n + 1, 1) == substr(b, n + 1, 1); n++)
		;
	return n
}

# Prints "name[] = { a, b, ... };".
function open_list(type, name) { print "\nconst " type " " name "[] = {" }

function shared_before(i) { return i % BLOCK && i < n_texts ? common(all_texts[i - 1], all_texts[i]) : 0 }

function print_texts(	i, n, starts, n_starts) {
	open_list("char", "tables_text")
	size = n_starts = n = 0
	for (i = 0; i < n_texts; i++) {
		if (i % BLOCK == 0)
			starts[n_starts++] = size
		line = encode(substr(all_texts[i], n + 1), 1000)
		n = shared_before(i + 1)
		print "\"" line end_byte(n) "\""
	}
	print "};"
	open_list("uint32_t", "tables_text_starts")
	for (i = 0; i < n_starts; i++)
		print starts[i] ","
	print "};"
}

function print_phrases(	i, starts) {
	open_list("char", "tables_phrase")
	size = 0
	for (i = 0; i < n_phrases; i++) {
		starts[i] = size
		print "\"" encode(phrase[i], length(phrase[i])) end_byte(0) "\""
	}
	if (size > 65535)
		fail_end("phrases.txt is too long")
	print "\"\"};"
	open_list("uint16_t", "tables_phrase_starts")
	for (i = 0; i < n_phrases; i++)
		print starts[i] ","
	print n_phrases ? "};" : "0 };"
}

# The rows of each model as steps from one to the next, in 7 bits a byte; the eighth says that more follow.
function print_lists(	m, i, list, step, before, line) {
	open_list("char", "tables_lists")
	size = 0
	for (m = 0; m < n_models; m++) {
		first_event[m] = size
		for (i = 0; i < n_events[model_name[m]]; i++)
			list[i] = sprintf("%08d", row_number[event_in[m, i]])
		sort(list, 0, i - 1)
		line = ""
		before = -1
		for (i = 0; i < n_events[model_name[m]]; i++) {
			step = list[i] - before
			for (before = list[i] + 0; step > 127; step = int(step / 128))
				line = line octal(128 + step % 128)
			line = line octal(step)
		}
		print "\"" line "\""
	}
	print "\"\"};"
}

function print_events(	i, part) {
	sort(event_row, 0, n_rows - 1)
	open_list("struct tables_event", "tables_events")
	for (i = 0; i < n_rows; i++) {
		row_number[event_row[i]] = i
		split(event_row[i], part, FS)
		row = number[part[4]] ", " number[part[5]] ", " unit_of(part[6]) ", " part[7]
		if (!(row in kind)) {
			kind[row] = n_kinds
			kind_row[n_kinds++] = row
		}
		print "{ " number[part[1]] ", " number[part[3]] ", " kind[row] " },"
	}
	print "};"
}

function print_metrics(	m, i, n, list, part) {
	open_list("struct tables_metric", "tables_metrics")
	for (m = 0; m < n_models; m++) {
		first_metric[m] = n_metrics
		n = n_metrics_of[model_name[m]]
		for (i = 0; i < n; i++)
			list[i] = metric_in[m, i]
		sort(list, 0, n - 1)
		for (i = 0; i < n; i++) {
			split(list[i], part, FS)
			row = number[part[7]] ", " number[part[8]] ", " number[part[9]] ", " number[part[10]] ", " \
			      number[part[11]] ", " number[part[12]] ", " unit_of(part[2])
			if (!(row in metric_kind)) {
				metric_kind[row] = n_metric_kinds
				metric_kind_row[n_metric_kinds++] = row
			}
			print "{ " number[part[3]] ", " number[part[4]] ", " number[part[5]] ", " number[part[6]] ", " \
			      metric_kind[row] " },"
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
	longest = 0
	for (i = 0; i < n_texts; i++) {
		number[all_texts[i]] = i
		longest = length(all_texts[i]) > longest ? length(all_texts[i]) : longest
	}
	if (texts) {
		for (i = 0; i < n_texts; i++)
			print substr(all_texts[i], 1 + shared_before(i))
		exit
	}
	print "/* Made by tables/compile.awk. */"
	print "#include \"event/vendor/catalog_tables.h\""
	set_codes()
	print_texts()
	print_phrases()
	unit_of("")
	print_cpus()
	print_events()
	print_lists()
	print_metrics()
	print_rows("struct tables_kind", "tables_kinds", kind_row, n_kinds)
	print_rows("struct tables_metric_kind", "tables_metric_kinds", metric_kind_row, n_metric_kinds)
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
	      n_units ", " n_systems ", " n_rows ", " n_texts ", " longest ", " n_short ", " n_pages " };"
}
