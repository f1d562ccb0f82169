/* SPDX-License-Identifier: MIT */
/* Tests which symbol an address has: of overlapping entries, of the kernel, of JITs, and of real files. */
#define _GNU_SOURCE
#include "test.h"

#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "host/file.h"
#include "host/program.h"
#include "symbol/symbol_list.h"
#include "symbol/symbols.h"
#include "made_folder.h"
#include "made_program.h"
#include "made_root.h"

/* "NAME START-END" and @MODULE, with ", " between. */
static void print_symbols(struct str *out, const struct symbols *s)
{
	str_reset(out);
	str_add(out, "");
	for (size_t i = 0; i < s->n; i++) {
		const struct symbol *one = &s->symbol[i];

		str_addf(out, "%s%s %llx-%llx%s%s", i ? ", " : "", one->name, (unsigned long long)one->start,
			 (unsigned long long)one->end, one->module ? "@" : "", one->module ? one->module : "");
	}
}

/* --- what overlaps ------------------------------------------------------------------------------------ */

enum { OPEN = 1, LABEL = 2, LOCAL = 4, DATA = 8 };

struct made_entry {
	const char *name;
	uint64_t start, end;
	int kind;
};

static void resolve(struct symbols *s, const struct made_entry *made, size_t n, bool backwards)
{
	struct symbol_list list = { .n = 0 };

	*s = (struct symbols){ .n = 0 };
	for (size_t i = 0; i < n; i++) {
		const struct made_entry *m = &made[backwards ? n - 1 - i : i];

		symbol_list_add(&list, &(struct symbol_entry){
			.symbol = { m->start, m->end, m->name, NULL }, .is_open = m->kind & OPEN,
			.is_label = m->kind & LABEL, .is_local = m->kind & LOCAL, .is_data = m->kind & DATA,
		});
	}
	symbol_list_resolve(s, &list);
}

static const struct {
	struct made_entry entry[6];
	const char *want;
} overlaps[] = {
	{ { { "a", 0, 8, 0 }, { "b", 16, 24, 0 } }, "a 0-8, b 10-18" },
	{ { { "a", 0, 16, 0 }, { "b", 16, 24, 0 } }, "a 0-10, b 10-18" },
	{ { { "outer", 0, 32, 0 }, { "inner", 8, 16, 0 } }, "outer 0-8, inner 8-10, outer 10-20" },
	{ { { "outer", 0, 32, 0 }, { "middle", 8, 24, 0 }, { "inner", 12, 16, 0 } },
	  "outer 0-8, middle 8-c, inner c-10, middle 10-18, outer 18-20" },
	{ { { "first", 0, 16, 0 }, { "second", 8, 24, 0 } }, "first 0-8, second 8-18" },
	{ { { "a", 0, 16, 0 }, { "b", 4, 24, 0 }, { "c", 8, 10, 0 } }, "a 0-4, b 4-8, c 8-a, b a-18" },
	{ { { "all", 0, UINT64_MAX, 0 }, { "b", 8, UINT64_MAX, 0 } }, "all 0-8, b 8-ffffffffffffffff" },
	/* no size */
	{ { { "a", 0, 64, OPEN }, { "b", 16, 64, OPEN } }, "a 0-10, b 10-40" },
	{ { { "a", 0, 8, OPEN }, { "b", 16, 24, OPEN } }, "a 0-8, b 10-18" },
	{ { { "a", 0, 64, OPEN }, { "label", 16, 64, OPEN | LABEL } }, "a 0-10, label 10-40" },
	{ { { "a", 0, 32, 0 }, { "label", 16, 64, OPEN | LABEL } }, "a 0-20" },
	{ { { "a", 0, 32, 0 }, { "label", 32, 64, OPEN | LABEL } }, "a 0-20, label 20-40" },
	{ { { "a", 0, 32, 0 }, { "label", 16, 20, LABEL } }, "a 0-10, label 10-14, a 14-20" },
	{ { { "a", 0, 32, 0 }, { "part", 16, 64, OPEN } }, "a 0-10, part 10-20" },
	{ { { "a", 0, 64, OPEN }, { "data", 16, 64, OPEN | DATA }, { "b", 32, 64, OPEN } }, "a 0-10, b 20-40" },
	/* names of one address; as long as the longest */
	{ { { "local", 0, 8, LOCAL }, { "global_name", 0, 8, 0 } }, "global_name 0-8" },
	{ { { "_x", 0, 8, 0 }, { "longer", 0, 8, 0 }, { "__y", 0, 8, 0 } }, "longer 0-8" },
	{ { { "longer", 0, 8, 0 }, { "short", 0, 8, 0 } }, "short 0-8" },
	{ { { "b", 0, 8, 0 }, { "a", 0, 8, 0 }, { "c", 0, 8, 0 } }, "a 0-8" },
	{ { { "l", 0, 8, LABEL }, { "_function", 0, 8, LOCAL } }, "_function 0-8" },
	{ { { "d", 0, 8, DATA }, { "__label", 0, 8, LABEL | LOCAL } }, "__label 0-8" },
	{ { { "a", 0, 4, 0 }, { "aa", 0, 16, 0 } }, "a 0-10" },
	{ { { "a", 0, 64, OPEN }, { "aa", 0, 16, 0 }, { "b", 32, 64, OPEN } }, "a 0-10, b 20-40" },
	{ { { "only data", 0, 8, DATA } }, "" },
};

static void overlapping(void **state)
{
	struct str got = {0};
	struct symbols s;

	(void)state;
	for (size_t i = 0; i < 2 * COUNT_OF(overlaps); i++) {
		size_t n = 0;

		while (n < COUNT_OF(overlaps[i / 2].entry) && overlaps[i / 2].entry[n].name)
			n++;
		resolve(&s, overlaps[i / 2].entry, n, i & 1);
		print_symbols(&got, &s);
		assert_string_equal(got.text, overlaps[i / 2].want);
		symbols_release(&s);
	}
	str_release(&got);
}

/* For each address the sized function that begins last there; of those that begin there, one of all sizes. */
static const char *expected(const struct made_entry *e, size_t n, uint64_t at)
{
	const struct made_entry *best = NULL;

	for (size_t i = 0; i < n; i++)
		if (e[i].start <= at && at < e[i].end && (!best || e[i].start > best->start))
			best = &e[i];
	if (!best)
		return NULL;
	for (size_t i = 0; i < n; i++)
		if (e[i].start == best->start && strcmp(e[i].name, best->name) < 0)
			best = &e[i];
	return best->name;
}

static void by_chance(void **state)
{
	enum { ENTRIES = 12, SPACE = 40 };
	static const char *const name[ENTRIES] = { "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l" };
	struct made_entry e[ENTRIES];
	struct symbols s;

	(void)state;
	srand(1);
	for (int turn = 0; turn < 2000; turn++) {
		for (size_t i = 0; i < ENTRIES; i++) {
			uint64_t start = (uint64_t)rand() % SPACE;

			e[i] = (struct made_entry){ name[i], start, start + 1 + (uint64_t)rand() % 20, 0 };
		}
		resolve(&s, e, ENTRIES, false);
		for (uint64_t at = 0; at < 2 * SPACE; at++) {
			const struct symbol *found = symbols_find(&s, at);
			const char *want = expected(e, ENTRIES, at);

			assert_true(!found == !want);
			if (want)
				assert_string_equal(found->name, want);
		}
		symbols_release(&s);
	}
}

/* Each inside the one before, and all at one place with names that share one long end: minutes, if n squared. */
static void many(void **state)
{
	enum { MANY = 300000, LENGTH = 1 << 20 };
	struct symbol_list list = { .n = 0 };
	struct symbols s = { .n = 0 };
	char *text = mem_resize(NULL, LENGTH + 1, 1);

	(void)state;
	memset(text, 'x', LENGTH);
	text[LENGTH] = '\0';
	for (uint64_t i = 0; i < MANY; i++)
		symbol_list_add(&list, &(struct symbol_entry){ .symbol = { i, 3 * MANY - i, "nested", NULL } });
	for (uint64_t i = 0; i < MANY; i++)
		symbol_list_add(&list, &(struct symbol_entry){
			.symbol = { 4 * MANY, 5 * MANY + i, text + i, NULL } });
	symbol_list_resolve(&s, &list);
	assert_int_equal(s.n, 2 * MANY);
	assert_int_equal(symbols_find(&s, 5 * MANY)->end, 6 * MANY - 1);
	assert_null(symbols_find(&s, 3 * MANY));
	symbols_release(&s);
	free(text);
}

/* --- the kernel --------------------------------------------------------------------------------------- */

static const struct {
	const char *text, *want;
} kernels[] = {
	{ "ffff1000 T _text\nffff1000 T _stext\nffff1000 T first\nffff1040 t second\nffff1080 D data\n",
	  "first ffff1000-ffff1040, second ffff1040-ffff1080" },
	{ "0000000000000000 A percpu\nffff1000 W weak\nffff1010 w weaker\nffff1020 V value\n",
	  "weak ffff1000-ffff1010, weaker ffff1010-ffff1020" },
	/* the last one of a module does not reach to the next */
	{ "ffff1000 T last\nffffa0000010 t init\t[ext4]\nffffa0000020 t other\t[ext4]\nffffa0900000 t more\t[fat]\n",
	  "last ffff1000-ffff3000, init ffffa0000010-ffffa0000020@ext4, other ffffa0000020-ffffa0002000@ext4, "
	  "more ffffa0900000-ffffa0902000@fat" },
	{ "ffff1000 T large\nffff9000 T next\nffff9010 D _end\n", "large ffff1000-ffff9000, next ffff9000-ffff9010" },
	{ "ffffffffffffff00 T top\n", "top ffffffffffffff00-ffffffffffffffff" },
	{ "nonsense\nffff1000\nffff1000 T\nffff1000 T \nffff1000TT x\n\nffff1000 T good\nffff1010 D e", "good ffff1000-ffff1010" },
	{ "ffff1000 t $x\t[a]\nffff1000 t start\t[a]\nffff1010 t $d\t[a]\nffff1020 t end\t[a]\nffff1030 b e\t[a]",
	  "start ffff1000-ffff1020@a, end ffff1020-ffff1030@a" },
	{ "ffff1000 T good\t[\nffff1010 t odd\t\nffff1020 D e\n", "good ffff1000-ffff1010@, odd ffff1010-ffff1020" },
};

static void kernel(void **state)
{
	struct error err = ERROR_INIT;
	struct str got = {0};
	struct symbols s;
	struct root r;

	(void)state;
	root_make(&r);
	for (size_t i = 0; i < COUNT_OF(kernels); i++) {
		s = (struct symbols){ .n = 0 };
		root_put(&r, "proc/kallsyms", kernels[i].text);
		assert_int_equal(symbols_read_kernel(&s, &r.fs, &err), 0);
		print_symbols(&got, &s);
		assert_string_equal(got.text, kernels[i].want);
		symbols_release(&s);
	}
	root_remove(&r);
	str_release(&got);
}

static void kernel_hidden(void **state)
{
	static const char zeros[] = "0000000000000000 T _text\n0000000000000000 T run\n";
	static const struct { const char *text, *restricted, *want; } cases[] = {
		{ NULL, "0\n", "cannot read /proc/kallsyms: No such file or directory|the kernel needs CONFIG_KALLSYMS" },
		{ zeros, "2\n", "the kernel hides the addresses of its functions: kernel.kptr_restrict is 2|"
				"as root: sysctl kernel.kptr_restrict=1" },
		{ zeros, "1\n", "the kernel hides the addresses of its functions: kernel.kptr_restrict is 1|"
				"run pstat as root, or as root: sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1" },
		{ "", "0\n", "the kernel hides the addresses of its functions: kernel.kptr_restrict is 0|"
			     "run pstat as root, or as root: sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1" },
	};
	struct str got = {0};
	struct root r;

	(void)state;
	root_make(&r);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct error err = ERROR_INIT;
		struct symbols s = { .n = 0 };

		if (cases[i].text)
			root_put(&r, "proc/kallsyms", cases[i].text);
		root_put(&r, "proc/sys/kernel/kptr_restrict", cases[i].restricted);
		assert_int_equal(symbols_read_kernel(&s, &r.fs, &err), -1);
		assert_true(!s.n && !s.symbol && !s.text);
		str_reset(&got);
		str_addf(&got, "%s|%s", err.message, err.hint);
		assert_string_equal(got.text, cases[i].want);
	}
	root_remove(&r);
	str_release(&got);
}

/* --- a JIT -------------------------------------------------------------------------------------------- */

static const struct {
	const char *text, *want;
} maps[] = {
	{ "10 8 f\n20 8 g h.js:1\n", "f 10-18, g h.js:1 20-28" },
	{ "20 8 second\n0x10 0x8 first\n", "first 10-18, second 20-28" },
	{ "10 8 old\n10 8 new\n", "new 10-18" },
	{ "10 10 old\n18 10 new\n", "new 18-28" },
	{ "18 10 old\n10 10 new\n", "new 10-20" },
	{ "10 8 a\n18 8 b\n20 8 c\n14 10 new\n", "new 14-24" },
	{ "10 8 a\n18 8 b\n20 8 c\n18 8 new\n", "a 10-18, new 18-20, c 20-28" },
	{ "0 8 a\n4 8 b\n8 8 c\n", "c 8-10" },		/* a is gone since b came, be b gone, too */
	{ "10 0 none\n10 8\n10 8 \n 10 8 x\n10  8 x\nx 8 x\n10 g x\n", "" },
	{ "10 8 f\n20 8 cut off", "f 10-18" },
	{ "fffffffffffffff0 ffffffffffffffff f\n", "f fffffffffffffff0-ffffffffffffffff" },
	{ "fffffffffffffffff 1 f\n10 10000000000000000 f\n", "" },
	{ "", "" },
};

static void jit(void **state)
{
	struct str got = {0};
	struct symbols s;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(maps); i++) {
		symbols_parse_jit(&s, mem_copy_text(maps[i].text));
		print_symbols(&got, &s);
		assert_string_equal(got.text, maps[i].want);
		symbols_release(&s);
	}
	str_release(&got);
}

/* Against a list of lines, from which each new one takes those that it overlaps. */
static void jit_by_chance(void **state)
{
	enum { LINES = 300, SPACE = 400 };
	struct { uint64_t start, end; bool live; } line[LINES];
	struct str text = {0};
	struct symbols s;

	(void)state;
	srand(2);
	for (int turn = 0; turn < 200; turn++) {
		size_t live = 0;

		str_reset(&text);
		for (size_t i = 0; i < LINES; i++) {
			line[i].start = (uint64_t)rand() % SPACE;
			line[i].end = line[i].start + 1 + (uint64_t)(rand() % (turn % 2 ? 4 : 60));
			line[i].live = true;
			for (size_t k = 0; k < i; k++)
				line[k].live &= line[k].end <= line[i].start || line[k].start >= line[i].end;
			str_addf(&text, "%llx %llx %zu\n", (unsigned long long)line[i].start,
				 (unsigned long long)(line[i].end - line[i].start), i);
		}
		symbols_parse_jit(&s, mem_copy_text(text.text));
		for (size_t i = 0; i < LINES; i++) {
			const struct symbol *found = line[i].live ? symbols_find(&s, line[i].start) : NULL;

			live += line[i].live;
			if (line[i].live)
				assert_true(found && found->end == line[i].end && strtoul(found->name, NULL, 10) == i);
		}
		assert_int_equal(s.n, live);
		symbols_release(&s);
	}
	str_release(&text);
}

enum { PLAIN, LINKED, FIFO, FOLDER };

/* Who may have written the file of process 77, and which file is taken. */
static void jit_believed(void **state)
{
	static const char there[] = "10 8 container\n", here[] = "10 8 host\n";
	static const struct {
		const char *status, *path;
		int what, mode, owner;
		const char *want;
	} cases[] = {
		{ "Name:\tx\nUid:\t0\t5\t0\t0\nNSpid:\t77\n", "tmp/perf-77.map", PLAIN, 0644, 5, "host 10-18" },
		{ "Name:\tx\nUid:\t0\t5\t0\t0\n", "tmp/perf-77.map", PLAIN, 0600, 0, "host 10-18" },
		{ "Name:\tx\nUid:\t0\t5\t0\t0\n", "tmp/perf-77.map", PLAIN, 0644, 6, "others may have written it" },
		{ "Name:\tx\nUid:\t5\t0\t0\t0\n", "tmp/perf-77.map", PLAIN, 0644, 5, "others may have written it" },
		{ "Name:\tx\nUid:\t0\t5\t0\t0\n", "tmp/perf-77.map", PLAIN, 0664, 5, "others may have written it" },
		{ "Name:\tx\nUid:\t0\t5\t0\t0\n", "tmp/perf-77.map", PLAIN, 0646, 5, "others may have written it" },
		{ NULL, "tmp/perf-77.map", PLAIN, 0644, 0, "host 10-18" },	/* it has ended */
		{ NULL, "tmp/perf-77.map", PLAIN, 0644, 5, "others may have written it" },
		{ NULL, "tmp/perf-77.map", LINKED, 0644, 0, "it is no regular file" },
		{ NULL, "tmp/perf-77.map", FIFO, 0644, 0, "it is no regular file" },
		{ NULL, "tmp/perf-77.map", FOLDER, 0755, 0, "it is no regular file" },
		{ NULL, "tmp/perf-78.map", PLAIN, 0644, 0, "" },
		{ "Name:\tx\nUid:\t0\t5\t0\t0\nNSpid:\t77\t12\t3\nNSpgid:\t8\n", "proc/77/root/tmp/perf-3.map", PLAIN, 0644, 5,
		  "container 10-18" },
		{ "Name:\tx\nUid:\t0\t5\t0\t0\nNSpid:\t77\n", "proc/77/root/tmp/perf-77.map", PLAIN, 0644, 5, "container 10-18" },
		{ "Name:\tx\nUid:\t0\t5\t0\t0\nNSpid:\t77\t3\n", "proc/77/root/tmp/perf-3.map", PLAIN, 0644, 6,
		  "others may have written it" },
		{ "Name:\tx\nUid:\t0\t5\t0\t0\nNSpid:\t77\t3\n", "tmp/perf-77.map", PLAIN, 0644, 5, "host 10-18" },
	};
	struct str got = {0};

	(void)state;
	if (geteuid() != 0)
		skip();			/* nobody else can give files away */
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		bool inside = cases[i].path[0] == 'p';
		struct error err = ERROR_INIT;
		struct symbols s = { .n = 0 };
		char path[256];
		struct root r;

		root_make(&r);
		root_put(&r, "tmp/other", here);
		if (cases[i].status)
			root_put(&r, "proc/77/status", cases[i].status);
		snprintf(path, sizeof(path), "%s/%s", r.path, cases[i].path);
		if (cases[i].what == PLAIN)
			root_put(&r, cases[i].path, inside ? there : here);
		else
			assert_int_equal(cases[i].what == LINKED ? symlink("other", path) : cases[i].what == FIFO ?
					 mkfifo(path, 0644) : mkdir(path, 0755), 0);
		if (cases[i].what == PLAIN)
			assert_true(chown(path, (uid_t)cases[i].owner, 0) == 0 && chmod(path, (mode_t)cases[i].mode) == 0);
		if (symbols_read_jit(&s, &r.fs, 77, &err) == 0) {
			print_symbols(&got, &s);
		} else {
			const char *why = strstr(err.message, " is not believed: ");

			assert_non_null(why);
			assert_true(err.message[0] == '/' && !s.n);
			str_reset(&got);
			str_add(&got, why + strlen(" is not believed: "));
		}
		assert_string_equal(got.text, cases[i].want);
		symbols_release(&s);
		root_remove(&r);
	}
	str_release(&got);
}

static void jit_too_large(void **state)
{
	struct error err = ERROR_INIT;
	struct symbols s = { .n = 0 };
	char path[256];
	struct root r;

	(void)state;
	root_make(&r);
	root_put(&r, "tmp/perf-77.map", "");
	snprintf(path, sizeof(path), "%s/tmp/perf-77.map", r.path);
	assert_int_equal(chmod(path, 0600), 0);
	assert_int_equal(truncate(path, (64 << 20) + 1), 0);
	assert_int_equal(symbols_read_jit(&s, &r.fs, 77, &err), -1);
	assert_string_equal(err.message, "/tmp/perf-77.map has more than 64 MiB");
	root_remove(&r);
}

/* --- files that are there ------------------------------------------------------------------------------ */

/* Of this program: its own functions, where they are in the file. */
static void own_program(void **state)
{
	struct error err = ERROR_INIT;
	struct symbols s = { .n = 0 };
	uint64_t size;
	int fd = file_open_regular("/proc/self/exe", &size);
	uint64_t at = program_own_offset((uintptr_t)own_program);

	(void)state;
	assert_true(fd >= 0 && at);
	assert_int_equal(symbols_read_file(&s, fd, size, NULL, "/none", &err), 0);
	assert_non_null(symbols_find(&s, at));
	assert_string_equal(symbols_find(&s, at)->name, "own_program");
	assert_string_equal(symbols_find(&s, at + 8)->name, "own_program");
	at = program_own_offset((uintptr_t)symbols_find);
	assert_string_equal(symbols_find(&s, at)->name, "symbols_find");
	assert_null(symbols_find(&s, size));
	symbols_release(&s);
	close(fd);
}

struct own_code { uint64_t base, start, end; };	/* start, end: addresses as in the file */

static int take_code(struct dl_phdr_info *info, size_t size, void *ctx)
{
	struct own_code *c = ctx;

	(void)size;
	c->base = (uint64_t)info->dlpi_addr;
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];

		if (h->p_type == PT_LOAD && h->p_flags & PF_X) {
			c->start = h->p_vaddr;
			c->end = h->p_vaddr + h->p_filesz;
		}
	}
	return 1;			/* the program is the first one */
}

/* Each function of this program that nm lists has one of its names there. */
static void like_nm(void **state)
{
	struct error err = ERROR_INIT;
	struct symbols s = { .n = 0 };
	struct own_code code = { .base = 0 };
	uint64_t size, at;
	int fd = file_open_regular("/proc/self/exe", &size);
	char line[4096], kind, name[4000], last[64] = "";
	const struct symbol *found = NULL;
	bool same = true;
	size_t checked = 0;
	FILE *nm;

	(void)state;
	snprintf(line, sizeof(line), "nm -n --defined-only /proc/%d/exe 2> /dev/null", (int)getpid());
	nm = popen(line, "r");
	dl_iterate_phdr(take_code, &code);
	assert_int_equal(symbols_read_file(&s, fd, size, NULL, "/none", &err), 0);
	while (nm && fgets(line, sizeof(line), nm)) {
		char address[64];

		if (sscanf(line, "%63s %c %3999s", address, &kind, name) != 3 || !strchr("tTWwi", kind))
			continue;
		at = strtoull(address, NULL, 16);
		if (at < code.start || at >= code.end)	/* weak data, too */
			continue;
		if (strcmp(address, last) != 0) {
			if (!same)
				print_error("at %s: %s\n", last, found ? found->name : "nothing");
			assert_true(same);
			snprintf(last, sizeof(last), "%s", address);
			found = symbols_find(&s, program_own_offset((uintptr_t)(code.base + at)));
			same = false;
			checked++;
		}
		name[strcspn(name, "@")] = '\0';
		same |= found && strcmp(found->name, name) == 0;
	}
	symbols_release(&s);
	close(fd);
	if (nm)
		pclose(nm);
	if (!checked)
		skip();			/* no nm */
	assert_true(same && checked > 100);
}

/* The name of the one function of a file. */
static void expect_name(const char *path, const char *want)
{
	struct error err = ERROR_INIT;
	struct symbols s = { .n = 0 };
	struct str folder = {0};
	uint64_t size;
	int fd = file_open_regular(path, &size);
	uint64_t at = offsetof(struct program, code) + 4;

	assert_true(fd >= 0);
	str_addf(&folder, "%s/debug", made_folder);
	assert_int_equal(symbols_read_file(&s, fd, size, path, folder.text, &err), 0);
	assert_int_equal(s.n, 1);
	assert_string_equal(s.symbol[0].name, want);
	assert_true(s.symbol[0].start == at && s.symbol[0].end == at + 8);
	symbols_release(&s);
	str_release(&folder);
	close(fd);
}

/* In the file itself, by its link, by its build ID; of another build; without symbols. */
static void separate_file(void **state)
{
	(void)state;
	write_program("p", true, false, 0xab, "p.debug");
	expect_name("p", "function");
	write_program("p", false, false, 0xab, "p.debug");
	expect_name("p", "exported");
	write_program("p.debug", true, false, 0xac, "");
	expect_name("p", "exported");
	write_program("p.debug", true, false, 0xab, "");
	expect_name("p", "function");
	assert_int_equal(unlink("p.debug"), 0);
	assert_int_equal(system("mkdir -p debug/.build-id/ab"), 0);
	write_program("debug/.build-id/ab/0f.debug", true, true, 0xab, "");
	expect_name("p", "function");
	write_program("debug/.build-id/ab/0f.debug", false, true, 0xab, "");	/* lines, but no symbols */
	expect_name("p", "exported");
	write_program("p.debug", true, false, 0xab, "");
	expect_name("p", "function");
}

static void no_program(void **state)
{
	struct error err = ERROR_INIT;
	struct symbols s = { .n = 0 };
	uint64_t size;
	int fd;

	(void)state;
	assert_int_equal(system("echo text > text"), 0);
	fd = file_open_regular("text", &size);
	assert_true(fd >= 0);
	assert_int_equal(symbols_read_file(&s, fd, size, "text", "/none", &err), -1);
	assert_string_equal(err.message, "it is not an ELF file");
	assert_true(!s.symbol && !s.text);
	close(fd);
}

static void vdso(void **state)
{
	struct error err = ERROR_INIT;
	struct symbols s = { .n = 0 };
	size_t n = 0;
	bool has_clock = false;

	(void)state;
	assert_int_equal(symbols_read_vdso(&s, &err), 0);
	if (!program_vdso(&n))
		skip();
	for (size_t i = 0; i < s.n; i++) {
		assert_true(s.symbol[i].end <= n);
		has_clock |= strstr(s.symbol[i].name, "clock_gettime") != NULL;
	}
	assert_true(has_clock);
	symbols_release(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(overlapping),
		cmocka_unit_test(by_chance),
		cmocka_unit_test(many),
		cmocka_unit_test(kernel),
		cmocka_unit_test(kernel_hidden),
		cmocka_unit_test(jit),
		cmocka_unit_test(jit_by_chance),
		cmocka_unit_test(jit_believed),
		cmocka_unit_test(jit_too_large),
		cmocka_unit_test(own_program),
		cmocka_unit_test(like_nm),
		cmocka_unit_test(separate_file),
		cmocka_unit_test(no_program),
		cmocka_unit_test(vdso),
	};

	return cmocka_run_group_tests(tests, enter_folder, remove_folder);
}
