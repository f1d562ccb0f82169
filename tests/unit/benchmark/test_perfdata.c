/* SPDX-License-Identifier: MIT */
/* perf.data of others: all it can hold, in both byte orders, and whatever is wrong with it. */
#include "test.h"

#include "made_perfdata.h"

enum { MOST_RECORDS = 16 };

/* Never more than the bytes there are: what reads behind them is found. */
static int parse(struct benchmark *b, const char *bytes, size_t len, struct error *err)
{
	char *copy = malloc(len ? len : 1);
	int rc;

	assert_non_null(copy);
	memcpy(copy, bytes, len);
	*err = (struct error)ERROR_INIT;
	rc = perfdata_parse(b, copy, len, err);
	free(copy);
	return rc;
}

static void expect(const struct str *file, const char *want, enum aggr_mode recorded_as, const char *what)
{
	struct benchmark b;
	struct str said = {0};
	struct error err;

	if (parse(&b, file->text, file->len, &err) < 0)
		fail_msg("%s: %s", what, err.message);
	made_say(&said, &b);
	if (strcmp(said.text, want) != 0)
		fail_msg("%s:\n%s", what, said.text);
	assert_int_equal(b.recorded, recorded_as);
	assert_int_equal(b.aggr.mode, b.asked.per_thread ? AGGR_THREAD : b.asked.system_wide ? AGGR_CPU : AGGR_TOTAL);
	str_release(&said);
	benchmark_release(&b);
}

/* --- two files, byte by byte ------------------------------------------------------------------------ */

static void add_hex(struct str *out, const char *hex)
{
	for (; *hex; hex += 2 + (hex[2] == ' ')) {
		const char digits[3] = { hex[0], hex[1], '\0' };
		char byte = (char)strtoul(digits, NULL, 16);

		str_add_n(out, &byte, 1);
	}
}

static void add_zeros(struct str *out, size_t n)
{
	while (n--)
		str_add_n(out, "", 1);
}

static void add_example_stream(struct str *out)
{
	add_hex(out, "50 45 52 46 49 4c 45 32 10 00 00 00 00 00 00 00 40 00 00 00 00 00 90 00 08 00 00 00 80 00 00 00");
	add_hex(out, "02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00");
	add_hex(out, "03 00 00 00 00 00 00 00");
	add_zeros(out, 80);
	add_hex(out, "11 00 00 00 00 00 00 00 4e 00 00 00 00 00 20 00 00 00 00 00 00 00 00 00");
	add_hex(out, "11 00 00 00 00 00 00 00 4a 00 00 00 00 00 00 00 4e 00 00 00 00 00 20 00 01 00 00 00 00 00 00 00");
	add_hex(out, "11 00 00 00 00 00 00 00 00 00 00 00 00 00 e0 3f 4e 00 00 00 00 00 20 00 02 00 00 00 00 00 00 00");
	add_hex(out, "11 00 00 00 00 00 00 00 65 6e 65 72 67 79 00 00 49 00 00 00 00 00 28 00 01 00 00 00 00 00 00 00");
	add_hex(out, "92 10 00 00 00 00 00 00 63 6d 64 00 00 00 00 00 00 00 00 00 00 00 00 00 4a 00 00 00 00 00 10 00");
	add_hex(out, "00 00 01 00 ff ff 00 00 4b 00 00 00 00 00 40 00 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
	add_hex(out, "01 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00");
	add_hex(out, "01 00 00 00 00 00 00 00 4c 00 00 00 00 00 30 00 11 00 00 00 00 00 00 00 ff ff ff ff 00 00 00 00");
	add_hex(out, "07 00 00 00 00 00 00 00 e8 03 00 00 00 00 00 00 e8 03 00 00 00 00 00 00 4d 00 00 00 00 00 18 00");
	add_hex(out, "01 00 00 00 00 00 00 00 00 2f 68 59 00 00 00 00");
	assert_int_equal(out->len, 448);
}

static void add_example_file(struct str *out)
{
	struct str stream = {0};

	add_example_stream(&stream);
	add_hex(out, "50 45 52 46 49 4c 45 32 68 00 00 00 00 00 00 00 90 00 00 00 00 00 00 00 70 00 00 00 00 00 00 00");
	add_hex(out, "90 00 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
	add_hex(out, "00 00 00 00 00 00 00 00 08 10 08 00 00 00 00 00");
	add_zeros(out, 24);
	add_hex(out, "11 00 00 00 00 00 00 00 08 00 00 00 80 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
	add_hex(out, "00 00 01 00 00 00 00 00 03 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00");
	add_zeros(out, 80);
	add_hex(out, "68 00 00 00 00 00 00 00 08 00 00 00 00 00 00 00");
	assert_int_equal(out->len, 0x100);
	str_add_n(out, stream.text + 0xa0, 0x40);
	str_add_n(out, stream.text + 0x100, 0xc0);
	add_hex(out, "30 02 00 00 00 00 00 00 44 00 00 00 00 00 00 00 74 02 00 00 00 00 00 00 d8 00 00 00 00 00 00 00");
	add_hex(out, "4c 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 40 00 00 00 68");
	add_zeros(out, 63);
	add_hex(out, "01 00 00 00 80 00 00 00 08 00 00 00 80 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00");
	add_hex(out, "00 00 01 00 00 00 00 00 03 00 00 00 00 00 00 00 03 00 00 00 00 00 00 00");
	add_zeros(out, 80);
	add_hex(out, "01 00 00 00 40 00 00 00 65 6e 65 72 67 79");
	add_zeros(out, 58);
	add_hex(out, "11 00 00 00 00 00 00 00");
	assert_int_equal(out->len, 844);
	str_release(&stream);
}

static void examples_are_read(void **state)
{
	static const char want[] = "energy 'J' 0.5 8/2\n1500000000 t0: 7 1000/1000\n";
	struct str stream = {0}, file = {0};

	(void)state;
	add_example_stream(&stream);
	expect(&stream, want, AGGR_TOTAL, "stream");
	add_example_file(&file);
	expect(&file, want, AGGR_TOTAL, "file");
	str_release(&stream);
	str_release(&file);
}

/* --- streams ---------------------------------------------------------------------------------------- */

static const struct { const char *what, *record[MOST_RECORDS], *want; enum aggr_mode recorded; } streams[] = {
	{ "two events of a command, the second of no name", {
	  MADE_ATTR(1, 1, 5), MADE_ATTR(1, 2, 6), "78 8:2 8:5 t16:task-clock:u", MADE_THREAD, MADE_ANY,
	  MADE_CONFIG(1, 0, 1), MADE_STAT(6, 0xffffffff, 0, 3, 100, 50), MADE_STAT(5, 0xffffffff, 0, 20, 100, 100),
	  MADE_ROUND(1, 77) },
	  "task-clock:u 'msec' 1e-06 1/1 task-clock, page-faults '' 1 1/2 page-faults\n"
	  "77: 20 100/100, 6 of 3 50/100\n", AGGR_TOTAL },
	{ "an event that nobody knows, not to be scaled", {
	  MADE_ATTR(8, 0x33, 5), MADE_THREAD, MADE_ANY, MADE_CONFIG(1, 0, 0),
	  MADE_STAT(5, 0xffffffff, 0, 3, 100, 50), MADE_ROUND(1, 77) },
	  "type=8,config=0x33 '' 1 8/33\n77: 3 50/100\n", AGGR_TOTAL },
	{ "not supported and not counted", {
	  MADE_ATTR(0, 0, 5), MADE_ATTR(0, 1, 6), MADE_ATTR(0, 2, 7), MADE_THREAD, MADE_ANY, MADE_CONFIG(1, 0, 1),
	  MADE_STAT(6, 0xffffffff, 0, 0, 0, 0), MADE_STAT(7, 0xffffffff, 0, 0, 9, 0), MADE_ROUND(1, 77) },
	  "cycles '' 1 0/0 cycles, instructions '' 1 0/1 instructions, cache-references '' 1 0/2 cache-references\n"
	  "77: not supported, not counted, not counted 0/9\n", AGGR_TOTAL },
	{ "intervals: since the start in the file, deltas here", {
	  MADE_ATTR(1, 3, 5), MADE_ALL_THREADS, MADE_CPUS, MADE_CONFIG(0, 100, 1),
	  MADE_STAT(5, 0, 0, 10, 100, 100), MADE_STAT(5, 1, 0, 20, 100, 100), MADE_ROUND(0, 1000),
	  MADE_STAT(5, 0, 0, 15, 200, 150), MADE_STAT(5, 1, 0, 0, 0, 0), MADE_ROUND(0, 2000),
	  MADE_STAT(5, 0, 0, 15, 200, 150), MADE_STAT(5, 1, 0, 26, 300, 300), MADE_ROUND(0, 3000),
	  MADE_STAT(5, 0, 0, 99, 900, 900), },	/* of no round */
	  "context-switches '' 1 1/3 context-switches\n"
	  "1000 c0 S-1 D-1 C-1: 10 100/100\n1000 c1 S-1 D-1 C-1: 20 100/100\n"
	  "2000 c0 S-1 D-1 C-1: 10 of 5 50/100\n2000 c1 S-1 D-1 C-1: not counted\n"
	  "3000 c0 S-1 D-1 C-1: not counted\n3000 c1 S-1 D-1 C-1: 6 200/200\n"
	  "3000 c0 S-1 D-1 C-1: 20 of 15 150/200\n3000 c1 S-1 D-1 C-1: 26 300/300\n", AGGR_CPU },
	{ "a final round behind intervals", {
	  MADE_ATTR(1, 3, 5), MADE_THREAD, MADE_ANY, MADE_CONFIG(1, 100, 1),
	  MADE_STAT(5, 0xffffffff, 0, 10, 100, 100), MADE_ROUND(0, 1000),
	  MADE_STAT(5, 0xffffffff, 0, 15, 150, 150), MADE_ROUND(1, 1500) },
	  "context-switches '' 1 1/3 context-switches\n1000: 10 100/100\n1500: 5 50/50\n1500: 15 150/150\n", AGGR_TOTAL },
	{ "CPUs of which one event has some only, and one that is not supported on them", {
	  MADE_ATTR(9, 1, 5), MADE_ATTR(9, 2, 6), MADE_ATTR(9, 3, 7), "78 8:3 8:5 2:0 2:1 2:1 z2", "78 8:3 8:6 2:2 1:0 1:0 2:0 2:0",
	  "78 8:9 8:6 8:12345", MADE_ALL_THREADS, MADE_CPUS, MADE_CONFIG(1, 0, 1), MADE_STAT(5, 1, 0, 8, 10, 10),
	  MADE_STAT(7, 0, 0, 3, 1, 1), MADE_STAT(7, 1, 0, 4, 1, 1), MADE_ROUND(1, 77) },
	  "type=9,config=0x1 '' 1 9/1, type=9,config=0x2 '' 1 9/2, type=9,config=0x3 '' 1 9/3\n"
	  "77 c0 S-1 D-1 C-1: -, not supported, 3 1/1\n77 c1 S-1 D-1 C-1: 8 10/10, -, 4 1/1\n", AGGR_TOTAL },
	{ "threads, in any order, the later of two maps passed over, and records of no interest", {
	  MADE_ATTR(1, 3, 5), "79 8:1 8:2 8:3", "73 8:2 8:11 t16:one 8:12 t16:two", "73 8:1 8:99 t16:", MADE_ANY, "74 2:0 2:1 2:3 z2",
	  "255", MADE_CONFIG(1, 0, 1), "1 z48", MADE_STAT(0, 0xffffffff, 1, 4, 1, 1), MADE_STAT(5, 0xffffffff, 0, 3, 1, 1),
	  "68", MADE_ROUND(1, 77) },
	  "context-switches '' 1 1/3 context-switches\n77 t0: 3 1/1\n77 t1: 4 1/1\n", AGGR_TOTAL },
	{ "what perf measures itself", {
	  MADE_ATTR(1, 9, 5), MADE_ATTR(1, 9, 6), "78 8:2 8:5 t16:duration_time", "78 8:0 8:5 t8:ns", "78 8:2 8:6 t8:max_rss",
	  MADE_THREAD, MADE_ANY, MADE_CONFIG(1, 9, 1), MADE_STAT(5, 0xffffffff, 0, 100, 100, 100),
	  MADE_STAT(6, 0xffffffff, 0, 40, 100, 100), MADE_ROUND(0, 100), MADE_STAT(5, 0xffffffff, 0, 150, 150, 150),
	  MADE_STAT(6, 0xffffffff, 0, 50, 150, 150), MADE_ROUND(0, 150) },
	  "duration_time 'ns' 1 1/9 duration_time, max_rss '' 1 1/9 max_rss\n100: 100, 40\n150: 50, 50\n150: 150, 50\n",
	  AGGR_TOTAL },
	{ "the ids of two events are the same: all is of the later one", {
	  MADE_ATTR(1, 3, 5), MADE_ATTR(1, 4, 5), MADE_THREAD, MADE_ANY, MADE_STAT(5, 0xffffffff, 0, 3, 1, 1),
	  MADE_ROUND(1, 77) },
	  "context-switches '' 1 1/3 context-switches, cpu-migrations '' 1 1/4 cpu-migrations\n77: not supported, 3 1/1\n",
	  AGGR_TOTAL },
	{ "features in a stream", {
	  MADE_ATTR(1, 3, 5), MADE_ATTR(1, 4, 6), "80 8:7 4:2 4:2", "80 8:13 z8 4:7 4:3 4:8 4:3", "80 8:17 4:1 s:{anon_group} 4:0 4:2", "80 8:32",
	  "80 8:14 4:1 4:4 z16 s:1", MADE_ALL_THREADS, MADE_CPUS, MADE_STAT(5, 1, 0, 3, 1, 1), MADE_ROUND(1, 77) },
	  "context-switches '' 1 1/3 context-switches, cpu-migrations '' 1 1/4 cpu-migrations with 0\n"
	  "77 c0 S3 D0 C7: -, not supported\n77 c1 S3 D0 C8 N4: 3 1/1, not supported\n", AGGR_TOTAL },
	{ "a map of any CPU and of some, and several threads in them", {
	  MADE_ATTR(1, 3, 5), "73 8:2 8:11 t16: 8:12 t16:", "74 2:2 1:1 1:0 2:4 2:4", MADE_STAT(5, 0xffffffff, 0, 3, 1, 1),
	  MADE_STAT(5, 4, 0, 4, 10, 5), MADE_STAT(5, 4, 1, 5, 10, 10), MADE_ROUND(1, 77) },
	  "context-switches '' 1 1/3 context-switches\n77 c-1 S-1 D-1 C-1: 3 1/1\n77 c4 S-1 D-1 C-1: 13 of 9 15/20 of 2\n", AGGR_TOTAL },
};

static void streams_are_read_in_both_byte_orders(void **state)
{
	struct str file = {0};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(streams); i++) {
		made_stream(&file, i % 2, streams[i / 2].record);
		expect(&file, streams[i / 2].want, streams[i / 2].recorded, streams[i / 2].what);
	}
	str_release(&file);
}

static void maps_of_cpus(void **state)
{
	static const struct { const char *map; int cpu[6]; size_t n; } cases[] = {
		{ "74 2:0 2:3 2:0 2:2 2:5 z6", { 0, 2, 5 }, 3 },
		{ "74 2:1 2:2 2:4 4:0x80000001 4:2", { 0, 31, 33 }, 3 },
		{ "74 2:1 2:2 2:8 z4 8:0x8000000000000000 8:1 z6", { 63, 64 }, 2 },
		{ "74 2:2 1:0 1:0 2:3 2:5", { 3, 4, 5 }, 3 },
		{ "74 2:2 1:0 1:0 2:7 2:7", { 7 }, 1 },
		{ "74 2:2 1:1 1:0 2:3 2:4", { -1, 3, 4 }, 3 },
	};
	struct str file = {0};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		const char *const record[] = { MADE_ATTR(1, 3, 5), MADE_ALL_THREADS, cases[i / 2].map, MADE_ROUND(1, 7), NULL };
		struct benchmark b;
		struct error err;

		made_stream(&file, i % 2, record);
		if (parse(&b, file.text, file.len, &err) < 0)
			fail_msg("%s: %s", cases[i / 2].map, err.message);
		assert_int_equal(b.run[0].total.n_units, cases[i / 2].n);
		for (size_t k = 0; k < cases[i / 2].n; k++)
			assert_int_equal(b.run[0].total.unit[k].cpu, cases[i / 2].cpu[k]);
		assert_int_equal(b.target.cpus.n, cases[i / 2].n - (cases[i / 2].cpu[0] < 0));
		benchmark_release(&b);
	}
	str_release(&file);
}

/* --- files ------------------------------------------------------------------------------------------ */

static const char *const file_records[] = {
	MADE_ATTR(1, 1, 1), MADE_ATTR(1, 3, 2), MADE_ALL_THREADS, MADE_CPUS, MADE_CONFIG(2, 0, 1),
	MADE_STAT(1, 0, 0, 1, 1, 1), MADE_STAT(1, 1, 0, 2, 1, 1), MADE_STAT(2, 0, 0, 3, 1, 1), MADE_STAT(2, 1, 0, 4, 1, 1),
	MADE_ROUND(1, 9), NULL,
};

#define TWO_NAMES { 12, "4:2 4:8 4:0 4:64 4:0 s:clock 4:0 4:64 4:1 s:switches 8:2" }

static void features_of_files(void **state)
{
	static const struct { struct made_feature f[10]; const char *want; } cases[] = {
		{ { { 19, "" } }, "task-clock 'msec' 1e-06 1/1 task-clock, context-switches '' 1 1/3 context-switches\n"
		  "9 c0 S-1 D-1 C-1: 1 1/1, 3 1/1\n9 c1 S-1 D-1 C-1: 2 1/1, 4 1/1\n" },
		/* ids, no dies; an unknown feature in front and one behind */
		{ { { 2, "8:1" }, { 3, "s:h" }, { 7, "4:2 4:1" }, TWO_NAMES, { 13, "4:1 s:0-1 4:2 s:0 s:1 4:4 4:5 4:0xffffffff 4:0xffffffff" },
		    { 17, "4:0" }, { 19, "" }, { 200, "4:1" } },
		  "clock 'msec' 1e-06 1/1 task-clock, switches '' 1 1/3 context-switches\n"
		  "9 c0 S5 D0 C4: 1 1/1, 3 1/1\n9 c1 S-1 D-1 C-1: 2 1/1, 4 1/1\n" },
		/* dies, nodes, a group */
		{ { { 3, "s:h" }, { 7, "4:2 4:2" }, TWO_NAMES, { 13, "z8 4:4 4:5 4:6 4:7 4:1 s:0 4:8 4:9" },
		    { 14, "4:2 4:1 z16 s:0 4:0 z16 s:" }, { 17, "4:1 s:g 4:0 4:2" }, { 19, "" } },
		  "clock 'msec' 1e-06 1/1 task-clock, switches '' 1 1/3 context-switches with 0\n"
		  "9 c0 S5 D8 C4 N1: 1 1/1, 3 1/1\n9 c1 S7 D9 C6: 2 1/1, 4 1/1\n" },
		/* names of packages and cores only */
		{ { { 3, "s:h" }, { 7, "4:2 4:2" }, { 13, "4:1 s:0 4:1 s:0" } },
		  "task-clock 'msec' 1e-06 1/1 task-clock, context-switches '' 1 1/3 context-switches\n"
		  "9 c0 S-1 D-1 C-1: 1 1/1, 3 1/1\n9 c1 S-1 D-1 C-1: 2 1/1, 4 1/1\n" },
	};
	struct str file = {0};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		size_t n = 0;

		while (cases[i / 2].f[n].bit)
			n++;
		made_file(&file, i % 2, file_records, cases[i / 2].f, n);
		expect(&file, cases[i / 2].want, AGGR_PACKAGE, cases[i / 2].want);
	}
	str_release(&file);
}

static void the_host_and_the_command_line(void **state)
{
	static const struct made_feature f[] = {
		{ 3, "s:h" }, { 4, "s:6.1" }, { 5, "s:6.12.3" }, { 6, "s:riscv64" }, { 7, "4:4 4:3" }, { 8, "s:fast" },
		{ 11, "4:3 s:perf s:stat s:x" },
	};
	struct str file = {0};
	struct benchmark b;
	struct error err;

	(void)state;
	for (int kind = 0; kind < 3; kind++) {	/* little end, big end, and that by a machine of 32 bits */
		made_file(&file, kind, file_records, f, COUNT_OF(f));
		if (kind == 2)
			for (size_t word = 72; word < 104; word += 8) {
				char half[4];

				memcpy(half, file.text + word, 4);
				memmove(file.text + word, file.text + word + 4, 4);
				memcpy(file.text + word + 4, half, 4);
			}
		assert_int_equal(parse(&b, file.text, file.len, &err), 0);
		assert_string_equal(b.host.kernel, "6.1");
		assert_null(b.version);		/* it is not pstat's */
		assert_string_equal(b.host.arch, "riscv64");
		assert_string_equal(b.host.cpu, "fast");
		assert_int_equal(b.host.cpus, 3);
		assert_int_equal(b.host.smt, HOST_UNKNOWN);
		assert_string_equal(b.argv[2], "x");
		assert_null(b.argv[3]);
		assert_string_equal(b.name, "perf stat x");
		assert_true(b.asked.system_wide && !b.asked.command && b.run[0].status == -1);
		assert_true(b.events.event[1].attr.head.inherit && !b.events.event[1].attr.head.exclude_guest);
		benchmark_release(&b);
	}
	made_file(&file, false, file_records, f + 1, 1);	/* no name: of little end, words of 32 bits do no harm */
	assert_int_equal(parse(&b, file.text, file.len, &err), 0);
	assert_string_equal(b.host.kernel, "6.1");
	benchmark_release(&b);
	str_release(&file);
}

/* The same number is another mode in each version. */
static void modes_by_version(void **state)
{
	static const struct { const char *config, *version; enum aggr_mode mode; } cases[] = {
		{ "75 8:0", "6.1", AGGR_TOTAL },	{ "75 8:1 8:0 8:0", "6.1", AGGR_CPU },
		{ "75 8:1 8:0 8:4", "6.1", AGGR_CORE },	{ "75 8:1 8:0 8:7", "6.1", AGGR_NODE },
		{ "75 8:1 8:0 8:4", "6.12", AGGR_CORE },	/* it has no level: it is of old */
		{ "75 8:2 8:0 8:4 8:3 8:2", "6.5.1", AGGR_CACHE },
		{ "75 8:2 8:0 8:5 8:3 8:5", "6.8", AGGR_CORE },
		{ "75 8:2 8:0 8:4 8:3 8:5", "6.12.1", AGGR_CLUSTER },
		{ "75 8:2 8:0 8:5 8:3 8:5", "6.12.1", AGGR_CACHE },
		{ "75 8:2 8:0 8:6 8:3 8:5", "7.1", AGGR_CORE },
		{ "75 8:2 8:0 8:7 8:3 8:5", "", AGGR_THREAD },
		{ "75 8:2 8:0 8:9 8:3 8:5", "", AGGR_NODE },
		{ "75 8:2 8:0 8:12345678901 8:3 8:5", "", AGGR_TOTAL },
		{ "75 8:3 8:0 8:2 8:77 8:5 8:0 8:3", "", AGGR_DIE },	/* an unknown word; the last of two */
	};
	struct str file = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		const char *const record[] = { MADE_ATTR(1, 1, 1), MADE_ALL_THREADS, MADE_CPUS, cases[i].config, MADE_ROUND(1, 9),
					       NULL };
		char version[40];
		const struct made_feature f[] = { { 3, "s:h" }, { 5, version } };
		struct benchmark b;
		struct error err;

		snprintf(version, sizeof(version), "s:%s", cases[i].version);
		made_file(&file, i % 2, record, f, COUNT_OF(f));
		assert_int_equal(parse(&b, file.text, file.len, &err), 0);
		if (b.recorded != cases[i].mode)
			fail_msg("%s of '%s': %d", cases[i].config, cases[i].version, (int)b.recorded);
		benchmark_release(&b);
	}
	str_release(&file);
}

/* What pstat says of itself, beside a mode that means a total to perf. */
static void modes_by_word(void **state)
{
#define WORD "78 8:0x7461747370 8:1"
	static const struct { const char *update; enum aggr_mode mode; int level; } cases[] = {
		{ WORD " t8:core", AGGR_CORE, 0 },     { WORD " t8:thread", AGGR_THREAD, 0 }, { WORD " t8:cache:2", AGGR_CACHE, 2 },
		{ WORD " t8:cache:0", AGGR_CACHE, 0 }, { WORD " t8:cache:9", AGGR_CACHE, 0 }, { WORD " t8:cache", AGGR_CACHE, 0 },
		{ WORD " t8:galaxy", AGGR_PACKAGE, 0 }, { WORD, AGGR_PACKAGE, 0 } };	/* of a later pstat */
	struct str stream = {0};
	struct benchmark b;
	struct error err;

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		const char *const record[] = { MADE_ATTR(1, 1, 1), cases[i / 2].update, MADE_ALL_THREADS, MADE_CPUS,
					       "75 8:1 8:0 8:2", MADE_ROUND(1, 9), NULL };

		made_stream(&stream, i % 2, record);
		assert_int_equal(parse(&b, stream.text, stream.len, &err), 0);
		assert_int_equal(b.recorded, cases[i / 2].mode);
		assert_int_equal(b.aggr.cache_level, cases[i / 2].level);
		benchmark_release(&b);
	}
	str_release(&stream);
}

/* A recording that came to no end: no size, no features, half a record. */
static void files_that_were_cut_off(void **state)
{
	struct str file = {0};

	(void)state;
	made_file(&file, false, file_records, NULL, 0);
	memset(file.text + 48, 0, 8);
	add_hex(&file, "4c 00 00 00 00 00 30 00 01 02 03");
	expect(&file, "task-clock 'msec' 1e-06 1/1 task-clock, context-switches '' 1 1/3 context-switches\n"
	       "9 c0 S-1 D-1 C-1: 1 1/1, 3 1/1\n9 c1 S-1 D-1 C-1: 2 1/1, 4 1/1\n", AGGR_PACKAGE, "cut off");
	str_release(&file);
}

/* --- what is wrong ---------------------------------------------------------------------------------- */

#define GOOD MADE_ATTR(1, 3, 5), MADE_ATTR(1, 4, 6), MADE_THREAD, MADE_ANY
#define DAMAGED "perf.data is damaged at byte "
#define OF_NOTHING "it has no counts: its CPUs or threads are missing"

static void errors_of_streams(void **state)
{
	static const struct { const char *record[MOST_RECORDS], *message; } cases[] = {
		{ { NULL }, "it has no counts: perf stat record writes them, perf record does not" },
		{ { MADE_ATTR(1, 3, 5), MADE_ANY, MADE_ROUND(1, 9) }, OF_NOTHING },
		{ { MADE_ATTR(1, 3, 5), MADE_THREAD, MADE_ROUND(1, 9) }, OF_NOTHING },
		{ { "64 4:1 4:128 8:0" }, DAMAGED "24: an attribute that does not fit its record" },
		{ { "64 4:1 4:63 z120" }, DAMAGED "24: an attribute that does not fit its record" },
		{ { "64 4:1" }, DAMAGED "24: an attribute that does not fit its record" },
		{ { "73 8:0" }, DAMAGED "24: a map of threads that does not fit its record" },
		{ { "73 8:2 8:1 t16:" }, DAMAGED "24: a map of threads that does not fit its record" },
		{ { "74 2:0 2:2 2:0 z1" }, DAMAGED "24: a CPU map that is empty or not in ascending order" },
		{ { "74 2:0 2:2 2:1 2:0" }, DAMAGED "24: a CPU map that is empty or not in ascending order" },
		{ { "74 2:0 2:2 2:1 2:1" }, DAMAGED "24: a CPU map that is empty or not in ascending order" },
		{ { "74 2:1 2:1 2:4 4:0" }, DAMAGED "24: a CPU map that is empty or not in ascending order" },
		{ { "74 2:1 2:1 2:2 2:1" }, DAMAGED "24: a CPU map that is empty or not in ascending order" },
		{ { "74 2:2 1:0 1:0 2:2 2:1" }, DAMAGED "24: a CPU map that is empty or not in ascending order" },
		{ { "74 2:2 1:0 1:0 2:0 2:0xffff" }, DAMAGED "24: a CPU map that is empty or not in ascending order" },
		{ { "74 2:3 z20" }, DAMAGED "24: a CPU map that is empty or not in ascending order" },
		{ { "75 8:3 8:0 8:1" }, DAMAGED "24: settings that do not fit their record" },
		{ { "77 8:1" }, DAMAGED "24: a round without a time" },
		{ { "80 8:4 4:100 t8:x" }, DAMAGED "32: its description of the machine or its events" },
		{ { "80 8:7 4:70000 4:1" }, DAMAGED "32: its description of the machine or its events" },
		{ { "80 8:7 4:2 4:3" }, DAMAGED "32: its description of the machine or its events" },
		{ { "80 8:11 4:100000 4:4 z4" }, DAMAGED "32: its description of the machine or its events" },
		{ { "80 8:12 4:1 4:64 z16" }, DAMAGED "32: its description of the machine or its events" },
		{ { "80 8:13 4:3 4:1 z1" }, DAMAGED "32: its description of the machine or its events" },
		{ { "80 8:14 4:1 4:0 z16 s:zero" }, DAMAGED "32: its description of the machine or its events" },
		{ { "80 8:14 4:1 4:70000 z16 s:0" }, DAMAGED "32: its description of the machine or its events" },
		{ { "80 8:17 4:1 s:g 4:0 4:1" }, DAMAGED "32: its description of the machine or its events" },
		{ { GOOD, "80 8:17 4:2 s:g 4:0 4:2 s:g 4:1 4:1", MADE_ROUND(1, 9) },
		  DAMAGED "376: its description of the machine or its events" },
		{ { GOOD, MADE_STAT(7, 0xffffffff, 0, 3, 1, 1), MADE_ROUND(1, 9) }, DAMAGED "368: an id that no event has" },
		{ { GOOD, MADE_STAT(5, 0, 0, 3, 1, 1), MADE_ROUND(1, 9) },
		  DAMAGED "376: a count of a CPU or thread that no map lists" },
		{ { GOOD, MADE_STAT(5, 0xffffffff, 1, 3, 1, 1), MADE_ROUND(1, 9) },
		  DAMAGED "376: a count of a CPU or thread that no map lists" },
		{ { GOOD, "76 8:5 4:0xffffffff 4:0 8:1 8:1", MADE_ROUND(1, 9) }, DAMAGED "376: a count that does not fit its record" },
		{ { GOOD, "78 8:0", MADE_ROUND(1, 9) }, DAMAGED "368: an event update that is too short" },
		{ { GOOD, "78 8:0 8:9 t8:x", MADE_ROUND(1, 9) }, DAMAGED "368: an id that no event has" },
		{ { GOOD, "78 8:1 8:5 z4", MADE_ROUND(1, 9) }, DAMAGED "368: a scale that is not from 1e-30 to 1e30" },
		{ { GOOD, "78 8:1 8:5 f:nan", MADE_ROUND(1, 9) }, DAMAGED "368: a scale that is not from 1e-30 to 1e30" },
		{ { GOOD, "78 8:1 8:5 f:1e308", MADE_ROUND(1, 9) }, DAMAGED "368: a scale that is not from 1e-30 to 1e30" },
		{ { GOOD, "78 8:3 8:5 2:0 2:9", MADE_ROUND(1, 9) }, DAMAGED "384: a CPU map that is empty or not in ascending order" },
		{ { MADE_ATTR(1, 3, 5), "73 8:17 z120 z120 z120 z48", "74 2:2 1:0 1:0 2:0 2:0xfffe", MADE_ROUND(1, 9) },
		  "it is too large: 1 events, 65535 CPUs, 17 threads, 1 rounds" },
	};
	struct str file = {0};

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(cases); i++) {
		struct benchmark b;
		struct error err;

		made_stream(&file, i % 2, cases[i / 2].record);
		if (parse(&b, file.text, file.len, &err) == 0)
			fail_msg("read: %s", cases[i / 2].message);
		assert_string_equal(err.message, cases[i / 2].message);
		assert_int_equal(err.kind, strstr(err.message, "too large") ? ERROR_LIMIT : ERROR_FORMAT);
	}
	str_release(&file);
}

static void errors_of_files(void **state)
{
	static const struct { size_t at; uint64_t value; const char *message; } cases[] = {	/* numbers of 8 bytes */
		{ 0, 1, "it is not perf.data" },
		{ 8, 17, "unknown perf.data header of 17 bytes" },
		{ 16, 0, DAMAGED "112: an attribute that does not fit" },
		{ 16, 136, DAMAGED "112: an attribute that does not fit" },
		{ 24, 845, DAMAGED "24: a section that is outside the file" },
		{ 32, UINT64_MAX, DAMAGED "24: a section that is outside the file" },
		{ 32, 144 + 4, DAMAGED "256: an attribute that does not fit" },
		{ 40, 845, DAMAGED "40: data that end after the file" },
		{ 48, 800, DAMAGED "40: data that end after the file" },
		{ 48, 252, DAMAGED "524: a section that is outside the file" },	/* the table is behind it */
		{ 0x100, 0x0fff00000000004e, DAMAGED "256: a record that ends after the data" },
		{ 0x100, 78, DAMAGED "256: a record that is smaller than its header" },
		{ 0x110, 0x12, NULL },		/* of a single event is everything */
		{ 0xf0, 844, DAMAGED "240: a section that is outside the file" },
		{ 0xf8, 840, DAMAGED "240: a section that is outside the file" },
		{ 0x210, 845, DAMAGED "528: a section that is outside the file" },
		{ 0x200, 845, NULL },		/* what is not read may be anywhere */
	};
	struct str file = {0};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct benchmark b;
		struct error err;
		int rc;

		str_reset(&file);
		add_example_file(&file);
		made_patch(&file, cases[i].at, cases[i].value);
		rc = parse(&b, file.text, file.len, &err);
		if ((rc < 0) != (cases[i].message != NULL) || (rc < 0 && strcmp(err.message, cases[i].message) != 0))
			fail_msg("case %zu: '%s'", i, rc < 0 ? err.message : "read");
		if (!rc)
			benchmark_release(&b);
	}
	str_release(&file);
}

/* Each event names the whole file as its ids. */
static void ids_that_are_shared(void **state)
{
	struct benchmark b;
	struct str file = {0};
	struct error err;

	(void)state;
	made_file(&file, false, file_records, NULL, 0);
	for (size_t at = 104 + 16 + 128; at < 104 + 16 + 2 * 144; at += 144) {
		made_patch(&file, at, 0);
		made_patch(&file, at + 8, file.len);
	}
	assert_int_equal(parse(&b, file.text, file.len, &err), -1);
	assert_string_equal(err.message, DAMAGED "264: more ids than the file has room for");
	str_release(&file);
}

/* Whatever it is: a table of that shape, or an error with words, and nothing left behind. */
static void take_anything(const char *bytes, size_t len)
{
	struct benchmark b;
	struct error err;

	if (parse(&b, bytes, len, &err) < 0) {
		assert_true(err.message[0]);
		return;
	}
	assert_int_equal(b.n_runs, 1);
	assert_int_equal(b.run[0].total.n_rows, b.events.n);
	assert_true(b.recorded <= AGGR_CPU);
	benchmark_release(&b);
}

static void damage(struct str *file)
{
	static const int flips[] = { 0x01, 0x80, 0xff };

	for (size_t len = 0; len < file->len; len++)
		take_anything(file->text, len);
	for (size_t i = 0; i < COUNT_OF(flips) * file->len; i++) {
		char *byte = &file->text[i / COUNT_OF(flips)];

		*byte = (char)(*byte ^ flips[i % COUNT_OF(flips)]);
		take_anything(file->text, file->len);
		*byte = (char)(*byte ^ flips[i % COUNT_OF(flips)]);
	}
}

static void damage_is_survived(void **state)
{
	static const struct made_feature f[] = {
		{ 3, "s:h" }, { 5, "s:6.12.3" }, { 7, "4:2 4:2" }, { 11, "4:3 s:perf s:stat s:x" }, TWO_NAMES,
		{ 13, "4:1 s:0-1 4:2 s:0 s:1 4:4 4:5 4:6 4:7 4:1 s:0 4:8 4:9" }, { 14, "4:1 4:1 z16 s:0-1" },
		{ 17, "4:1 s:g 4:0 4:2" }, { 19, "" },
	};
	struct str file = {0};

	(void)state;
	add_example_stream(&file);
	damage(&file);
	str_reset(&file);
	add_example_file(&file);
	damage(&file);
	for (int swap = 0; swap < 2; swap++) {
		made_file(&file, swap, file_records, f, COUNT_OF(f));
		damage(&file);
		for (size_t i = 0; i < COUNT_OF(streams); i++) {
			made_stream(&file, swap, streams[i].record);
			damage(&file);
		}
	}
	str_release(&file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples_are_read), cmocka_unit_test(streams_are_read_in_both_byte_orders),
		cmocka_unit_test(maps_of_cpus), cmocka_unit_test(features_of_files), cmocka_unit_test(modes_by_version),
		cmocka_unit_test(the_host_and_the_command_line), cmocka_unit_test(modes_by_word),
		cmocka_unit_test(files_that_were_cut_off), cmocka_unit_test(errors_of_streams), cmocka_unit_test(errors_of_files),
		cmocka_unit_test(ids_that_are_shared), cmocka_unit_test(damage_is_survived),
	};

	return cmocka_run_group_tests_name("perfdata", tests, NULL, NULL);
}
