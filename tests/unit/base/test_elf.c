/* SPDX-License-Identifier: MIT */
/* Tests which functions are found and listed in made-up ELF files: of both sizes and byte orders, cut off, and damaged. */
#include "test.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/elf.h"
#include "base/mem.h"
#include "base/str.h"

enum { ROOM = 2048, TEXTS = 512, SYMBOLS = 1024, SECTIONS = 1536, CODE = 0x40, LOADED = 0x1000, CODE_SIZE = 0x100 };

struct made {			/* a file as it grows */
	unsigned char bytes[ROOM];
	bool wide, swap;
	size_t at, texts, symbols;
};

static void put(struct made *m, uint64_t value, size_t size)
{
	static const uint16_t one = 1;
	bool little = (*(const unsigned char *)&one == 1) != m->swap;

	for (size_t i = 0; i < size; i++)
		m->bytes[m->at++] = (unsigned char)(value >> 8 * (little ? i : size - 1 - i));
}

static void put_word(struct made *m, uint64_t value)
{
	put(m, value, m->wide ? 8 : 4);
}

static size_t symbol_size(const struct made *m)
{
	return m->wide ? 24 : 16;
}

static void put_section(struct made *m, uint32_t type, uint64_t at, uint64_t size, uint32_t link, uint64_t entry)
{
	put(m, 0, 4);
	put(m, type, 4);
	put_word(m, 0);
	put_word(m, 0);
	put_word(m, at);
	put_word(m, size);
	put(m, link, 4);
	put(m, 0, 4);
	put_word(m, 1);
	put_word(m, entry);
}

static void add_symbol(struct made *m, const char *name, unsigned info, uint64_t value, unsigned section)
{
	size_t text = m->texts;

	memcpy(m->bytes + TEXTS + text, name, strlen(name) + 1);
	m->texts += strlen(name) + 1;
	m->at = SYMBOLS + symbol_size(m) * m->symbols++;
	put(m, text, 4);
	if (!m->wide) {
		put(m, value, 4);
		put(m, 1, 4);
	}
	put(m, info, 1);
	put(m, 0, 1);
	put(m, section, 2);
	if (m->wide) {
		put(m, value, 8);
		put(m, 1, 8);
	}
}

static void put_header(struct made *m)
{
	static const uint16_t one = 1;
	bool little = (*(const unsigned char *)&one == 1) != m->swap;

	memcpy(m->bytes, ELFMAG, SELFMAG);
	m->bytes[EI_CLASS] = m->wide ? ELFCLASS64 : ELFCLASS32;
	m->bytes[EI_DATA] = little ? ELFDATA2LSB : ELFDATA2MSB;
	m->at = EI_NIDENT;
	put(m, ET_DYN, 2);
	put(m, m->wide ? EM_X86_64 : EM_ARM, 2);
	put(m, 1, 4);
	put_word(m, 0);
	put_word(m, m->wide ? 64 : 52);
	put_word(m, SECTIONS);
	put(m, 0, 4);
	put(m, 0, 2);
	put(m, m->wide ? 56 : 32, 2);
	put(m, 1, 2);
	put(m, m->wide ? 64 : 40, 2);
	put(m, 3, 2);
}

/* Code of the file from CODE on is loaded to LOADED. */
static void put_segment(struct made *m)
{
	put(m, PT_LOAD, 4);
	if (m->wide)
		put(m, PF_R | PF_X, 4);
	put_word(m, CODE);
	put_word(m, LOADED);
	put_word(m, LOADED);
	put_word(m, CODE_SIZE);
	put_word(m, CODE_SIZE);
	if (!m->wide)
		put(m, PF_R | PF_X, 4);
}

enum { FUNC = STB_GLOBAL << 4 | STT_FUNC, LOCAL = STT_FUNC, IFUNC = STB_GLOBAL << 4 | STT_GNU_IFUNC };

static void make(struct made *m, bool wide, bool swap, uint32_t table)
{
	*m = (struct made){ .wide = wide, .swap = swap, .texts = 1, .symbols = 1 };
	put_header(m);
	m->at = wide ? 64 : 52;
	put_segment(m);
	add_symbol(m, "parse", FUNC, LOADED + 0x10, 1);
	add_symbol(m, "load", LOCAL, LOADED + 0x20, 1);
	add_symbol(m, "twice", LOCAL, LOADED + 0x30, 1);
	add_symbol(m, "twice", LOCAL, LOADED + 0x40, 1);
	add_symbol(m, "both", LOCAL, LOADED + 0x50, 1);
	add_symbol(m, "both", FUNC, LOADED + 0x60, 1);
	add_symbol(m, "chosen", IFUNC, LOADED + 0x70, 1);
	add_symbol(m, "elsewhere", FUNC, 0, SHN_UNDEF);
	add_symbol(m, "data", FUNC, LOADED + CODE_SIZE, 1);
	add_symbol(m, "split.part.0", LOCAL, LOADED + 0x80, 1);
	add_symbol(m, "label", STT_NOTYPE, LOADED + 0x90, 1);
	add_symbol(m, "variable", STB_GLOBAL << 4 | STT_OBJECT, LOADED + 0xa0, 1);
	m->at = SECTIONS;
	put_section(m, SHT_NULL, 0, 0, 0, 0);
	put_section(m, SHT_STRTAB, TEXTS, m->texts, 0, 0);
	put_section(m, table, SYMBOLS, m->symbols * symbol_size(m), 1, symbol_size(m));
}

struct bytes_of { const unsigned char *p; size_t n; };

static int read_bytes(void *ctx, void *to, size_t n, uint64_t at)
{
	const struct bytes_of *b = ctx;

	assert_true(at <= b->n && n <= b->n - at);
	memcpy(to, b->p + at, n);
	return 0;
}

static int find_in(uint64_t *offset, const void *bytes, size_t n, const char *name, struct error *err)
{
	struct bytes_of from = { bytes, n };
	struct elf_file file = { read_bytes, &from, n };

	return elf_find_function(offset, &file, name, err);
}

/* "50" the offset; else the message and | the hint. */
static void find(struct str *out, const void *bytes, size_t n, const char *name)
{
	struct error err = ERROR_INIT;
	uint64_t offset = 0;

	str_reset(out);
	if (find_in(&offset, bytes, n, name, &err) == 0)
		str_addf(out, "%llx", (unsigned long long)offset);
	else
		str_addf(out, "%s|%s", err.message, err.hint);
}

static void finding(void **state)
{
	static const struct { const char *name, *want; } cases[] = {
		{ "parse", "50" }, { "load", "60" }, { "both", "a0" }, { "label", "d0" },
		{ "twice", "it has 2 functions 'twice'|" },
		{ "chosen", "'chosen' only chooses the function that is called|name one of its variants, which 'nm' shows" },
		{ "data", "'data' is not code of this file|" },
		{ "pares", "it has no function 'pares'|did you mean 'parse'?" },
		{ "split", "it has no function 'split'|the compiler made 'split.part.0' of it: its callers call that" },
		{ "elsewhere", "it has no function 'elsewhere'|inlined functions have no symbol; C++ names are those that 'nm' shows" },
		{ "variable", "it has no function 'variable'|inlined functions have no symbol; C++ names are those that 'nm' shows" },
	};
	struct str got = {0};
	struct made m;

	(void)state;
	for (int form = 0; form < 4; form++) {
		make(&m, form & 1, form & 2, SHT_SYMTAB);
		for (size_t i = 0; i < COUNT_OF(cases); i++) {
			find(&got, m.bytes, sizeof(m.bytes), cases[i].name);
			assert_string_equal(got.text, cases[i].want);
		}
	}
	make(&m, true, false, SHT_DYNSYM);
	find(&got, m.bytes, sizeof(m.bytes), "parse");
	assert_string_equal(got.text, "50");
	find(&got, m.bytes, sizeof(m.bytes), "nonsense");
	assert_string_equal(got.text, "it has no function 'nonsense'|it is stripped: only its exported functions have names");
	make(&m, true, false, SHT_NULL);
	find(&got, m.bytes, sizeof(m.bytes), "parse");
	assert_string_equal(got.text, "it has no function 'parse'|it has no symbols: build it without -s and do not strip it");
	find(&got, "#!/bin/sh", 9, "parse");
	assert_string_equal(got.text, "it is not an ELF file|");
	str_release(&got);
}

/* Any cut, and any byte that is wrong: an answer inside the file, or an error; sanitizers see the rest. */
static void damaged(void **state)
{
	struct error err = ERROR_INIT;
	struct str got = {0};
	struct made m;

	(void)state;
	for (int form = 0; form < 4; form++) {
		make(&m, form & 1, form & 2, SHT_SYMTAB);
		for (size_t n = 0; n < sizeof(m.bytes); n += 3) {
			find(&got, m.bytes, n, "parse");
			assert_true(strcmp(got.text, "50") == 0 || strchr(got.text, '|'));
		}
		for (size_t i = 0; i < sizeof(m.bytes); i++) {
			unsigned char before = m.bytes[i];
			uint64_t offset = 0;

			m.bytes[i] = 0xff;
			if (find_in(&offset, m.bytes, sizeof(m.bytes), "parse", &err) == 0)
				assert_true(offset < sizeof(m.bytes));
			m.bytes[i] = before;
		}
	}
	str_release(&got);
}

struct counted { struct bytes_of from; uint64_t taken; };

static int read_counted(void *ctx, void *to, size_t n, uint64_t at)
{
	struct counted *c = ctx;

	c->taken += n;
	return read_bytes(&c->from, to, n, at);
}

static int fail_read(void *ctx, void *to, size_t n, uint64_t at)
{
	(void)ctx, (void)to, (void)n, (void)at;
	return -EACCES;
}

/*
 * Thousands of sections that name the same symbols, whose names have one common end: each table is read and
 * searched once.  Without that this test takes minutes.
 */
static void repeated(void **state)
{
	enum { TABLES = 4000, NAMES = 4000, LENGTH = 100000 };
	const size_t texts = TEXTS, symbols = texts + LENGTH + 1, sections = symbols + NAMES * 24;
	struct counted c = { .from.n = sections + (TABLES + 2) * 64 };
	struct elf_file file = { read_counted, &c, c.from.n };
	struct error err = ERROR_INIT;
	unsigned char *bytes = mem_zeroed(c.from.n, 1);
	struct made m = { .wide = true };
	uint64_t offset;

	(void)state;
	put_header(&m);
	m.at = 0x28;
	put(&m, sections, 8);
	m.at = 0x3c;
	put(&m, TABLES + 2, 2);
	memcpy(bytes, m.bytes, TEXTS);
	memset(bytes + texts, 'x', LENGTH);
	for (size_t i = 0; i < NAMES; i++) {
		m = (struct made){ .wide = true };
		put(&m, i, 4);
		put(&m, FUNC, 1);
		put(&m, 0, 1);
		put(&m, 1, 2);
		memcpy(bytes + symbols + i * 24, m.bytes, 24);
	}
	for (size_t i = 1; i < TABLES + 2; i++) {
		m = (struct made){ .wide = true };
		if (i == 1)
			put_section(&m, SHT_STRTAB, texts, LENGTH + 1, 0, 0);
		else
			put_section(&m, SHT_SYMTAB, symbols, NAMES * 24, 1, 24);
		memcpy(bytes + sections + i * 64, m.bytes, 64);
	}
	c.from.p = bytes;
	assert_int_equal(elf_find_function(&offset, &file, "parse", &err), -1);
	assert_string_equal(err.message, "it has no function 'parse'");
	assert_true(c.taken <= c.from.n);
	free(bytes);
}

/* What is too large to be read, and what cannot be read. */
static void refused(void **state)
{
	struct error err = ERROR_INIT;
	struct made m;
	struct bytes_of from = { m.bytes, sizeof(m.bytes) };
	struct elf_file file = { read_bytes, &from, UINT64_MAX };
	uint64_t offset;

	(void)state;
	make(&m, true, false, SHT_SYMTAB);
	m.at = SECTIONS + 64 + 32;	/* the size of the texts */
	put(&m, UINT64_C(300) << 20, 8);
	assert_int_equal(elf_find_function(&offset, &file, "parse", &err), -1);
	assert_string_equal(err.message, "it has a table of 300 MiB, and 256 are the most that are read");
	err = (struct error)ERROR_INIT;
	file = (struct elf_file){ fail_read, NULL, sizeof(m.bytes) };
	assert_int_equal(elf_find_function(&offset, &file, "parse", &err), -1);
	assert_string_equal(err.message, "cannot read it: Permission denied");
}

enum { NOTES = 0x300, NAMES = 0x380 };

static void put_text(struct made *m, const char *text, size_t size)
{
	memcpy(m->bytes + m->at, text, size);
	m->at += size;
}

/* A second segment, of notes: another one and a build ID. */
static void add_notes(struct made *m, uint64_t align)
{
	m->at = m->wide ? 56 : 44;
	put(m, 2, 2);			/* segments */
	m->at = m->wide ? 64 + 56 : 52 + 32;
	put(m, PT_NOTE, 4);
	if (m->wide)
		put(m, 0, 4);
	put_word(m, NOTES);
	put_word(m, 0);
	put_word(m, 0);
	put_word(m, align == 8 ? 56 : 48);
	put_word(m, 0);
	if (!m->wide)
		put(m, 0, 4);
	put_word(m, align);
	m->at = NOTES;
	put(m, 4, 4);
	put(m, 1, 4);
	put(m, 5, 4);			/* NT_GNU_PROPERTY_TYPE_0 */
	put_text(m, "GNU\0\x77\0\0\0\0\0\0", align == 8 ? 12 : 8);
	put(m, 4, 4);
	put(m, 5, 4);
	put(m, NT_GNU_BUILD_ID, 4);
	put_text(m, "GNU\0\x01\x02\xab\xcd\xef", 9);
}

/* The names of three sections more: lines, a link, and of these names. */
static void add_debug_sections(struct made *m)
{
	static const char names[] = "\0.debug_line\0.gnu_debuglink";
	static const char link[] = "made.debug\0\0\1\2\3\4";

	memcpy(m->bytes + NAMES, names, sizeof(names));
	memcpy(m->bytes + NAMES + 0x40, link, sizeof(link) - 1);
	m->at = m->wide ? 60 : 48;
	put(m, 6, 2);
	put(m, 5, 2);			/* the section of names */
	m->at = SECTIONS + 3 * (m->wide ? 64 : 40);
	put_section(m, SHT_PROGBITS, CODE, 16, 0, 0);
	put_section(m, SHT_PROGBITS, NAMES + 0x40, sizeof(link) - 1, 0, 0);
	put_section(m, SHT_STRTAB, NAMES, sizeof(names), 0, 0);
	for (size_t i = 0; i < 2; i++) {
		m->at = SECTIONS + (3 + i) * (m->wide ? 64 : 40);
		put(m, i ? 13 : 1, 4);
	}
}

static int read_facts(struct elf_facts *facts, const struct made *m, size_t n)
{
	struct bytes_of from = { m->bytes, n };
	struct elf_file file = { read_bytes, &from, n };
	struct error err = ERROR_INIT;
	int rc = elf_read_facts(facts, &file, &err);

	assert_true(rc == 0 || err.message[0]);
	return rc;
}

/* Symbols, lines, the build ID and the link: there, absent, cut off, and damaged. */
static void facts(void **state)
{
	struct elf_facts f;
	struct made m;

	(void)state;
	for (int form = 0; form < 8; form++) {
		make(&m, form & 1, form & 2, SHT_SYMTAB);
		assert_int_equal(read_facts(&f, &m, sizeof(m.bytes)), 0);
		assert_true(f.has_symbols && !f.has_lines && !f.n_build_id && !f.debug_link[0]);
		add_notes(&m, form & 4 ? 8 : 4);
		add_debug_sections(&m);
		assert_int_equal(read_facts(&f, &m, sizeof(m.bytes)), 0);
		assert_true(f.has_symbols && f.has_lines);
		assert_int_equal(f.n_build_id, 5);
		assert_memory_equal(f.build_id, "\x01\x02\xab\xcd\xef", 5);
		assert_string_equal(f.debug_link, "made.debug");
		for (size_t n = 0; n < sizeof(m.bytes); n += 3)
			read_facts(&f, &m, n);
		for (size_t i = 0; i < sizeof(m.bytes); i++) {
			unsigned char before = m.bytes[i];

			m.bytes[i] = 0xff;
			if (read_facts(&f, &m, sizeof(m.bytes)) == 0)
				assert_true(f.n_build_id <= sizeof(f.build_id));
			m.bytes[i] = before;
		}
	}
	make(&m, true, false, SHT_DYNSYM);	/* stripped */
	assert_int_equal(read_facts(&f, &m, sizeof(m.bytes)), 0);
	assert_true(!f.has_symbols && !f.has_lines);
	assert_int_equal(read_facts(&f, &m, 9), -1);
}

/* --- all functions ------------------------------------------------------------------------------------ */

enum { LISTED_NAMES = 0x300, PLT_AT = 0x80, PLT_SIZE = 0x20, TEXT_SIZE = 0x80 };

/* Of a separate file: its sections have no bytes, and its segments say nothing of this one. */
enum listed_kind { LISTED_WHOLE, LISTED_STRIPPED, LISTED_BARE, LISTED_SEPARATE };

static void put_named(struct made *m, uint32_t name, uint32_t type, uint64_t address, uint64_t size)
{
	size_t at = m->at;

	put_section(m, type, type == SHT_NOBITS ? 0 : CODE + (address - LOADED), size, 0, 0);
	m->at = at;
	put(m, name, 4);
	put(m, type, 4);
	put_word(m, SHF_ALLOC | SHF_EXECINSTR);
	put_word(m, address);
	m->at = at + (m->wide ? 64 : 40);
}

static void add_sized(struct made *m, const char *name, unsigned info, uint64_t value, uint64_t size, unsigned section)
{
	size_t at = SYMBOLS + symbol_size(m) * m->symbols;

	add_symbol(m, name, info, value, section);
	m->at = at + (m->wide ? 16 : 8);
	put_word(m, size);
}

static void make_listed(struct made *m, bool wide, bool swap, enum listed_kind kind)
{
	static const char names[] = "\0.text\0.plt.sec\0";
	uint32_t code = kind == LISTED_SEPARATE ? SHT_NOBITS : SHT_PROGBITS;

	*m = (struct made){ .wide = wide, .swap = swap, .texts = 1, .symbols = 1 };
	put_header(m);
	m->at = wide ? 60 : 48;
	put(m, 6, 2);
	put(m, 5, 2);			/* the section of names */
	m->at = wide ? 64 : 52;
	if (kind != LISTED_SEPARATE)
		put_segment(m);
	memcpy(m->bytes + LISTED_NAMES, names, sizeof(names));
	m->at = SECTIONS;
	put_section(m, SHT_NULL, 0, 0, 0, 0);
	m->at = SECTIONS + 3 * (wide ? 64 : 40);
	put_named(m, 1, code, LOADED, TEXT_SIZE);
	put_named(m, 7, code, LOADED + PLT_AT, PLT_SIZE);
	put_section(m, SHT_STRTAB, LISTED_NAMES, sizeof(names), 0, 0);
}

static void end_listed(struct made *m, enum listed_kind kind)
{
	m->at = SECTIONS + (m->wide ? 64 : 40);
	put_section(m, SHT_STRTAB, TEXTS, m->texts, 0, 0);
	put_section(m, kind == LISTED_BARE ? SHT_NULL : kind == LISTED_STRIPPED ? SHT_DYNSYM : SHT_SYMTAB, SYMBOLS,
		    m->symbols * symbol_size(m), 1, symbol_size(m));
}

/* "NAME START-END", and ? if it is open. */
static int list(struct str *out, const struct made *m, size_t n, const struct made *symbols, size_t n_symbols)
{
	struct bytes_of from = { m->bytes, n }, other = { symbols ? symbols->bytes : NULL, n_symbols };
	struct elf_file file = { read_bytes, &from, n }, separate = { read_bytes, &other, n_symbols };
	struct error err = ERROR_INIT;
	struct elf_functions f;
	int rc = elf_read_functions(&f, &file, symbols ? &separate : NULL, &err);

	str_reset(out);
	str_add(out, "");
	assert_true(rc == 0 || (err.message[0] && !f.n && !f.names));
	for (size_t i = 0; i < f.n; i++) {
		const struct elf_function *e = &f.function[i];

		assert_true(e->start < e->end && e->end <= n);
		str_addf(out, "%s %llx-%llx%s%s%s\n", e->name == (uint32_t)ELF_PLT ? "[plt]" : f.names + e->name,
			 (unsigned long long)e->start, (unsigned long long)e->end, e->is_open ? " ?" : "",
			 e->is_label ? " label" : "", e->is_local ? " local" : "");
	}
	elf_functions_release(&f);
	return rc;
}

static const struct listed_case {
	const char *name;
	unsigned info;
	uint64_t value, size;
	unsigned section;
	const char *want;	/* behind the name; NULL: left out */
} listed_cases[] = {
	{ "main", FUNC, LOADED + 0x10, 8, 3, " 50-58" },
	{ "own", LOCAL, LOADED + 0x10, 8, 3, " 50-58 local" },
	{ "weak", STB_WEAK << 4 | STT_FUNC, LOADED + 0x10, 8, 3, " 50-58" },
	{ "chosen", IFUNC, LOADED + 0x10, 8, 3, " 50-58" },
	{ "unsized", FUNC, LOADED + 0x10, 0, 3, " 50-c0 ?" },		/* up to the end of the section */
	{ "label", STT_NOTYPE, LOADED + 0x10, 0, 3, " 50-c0 ? label local" },
	{ "huge", FUNC, LOADED + 0x10, UINT32_MAX, 3, " 50-c0" },
	{ "wrapped", FUNC, LOADED + 0x10, UINT64_MAX, 3, " 50-c0" },
	{ "last", FUNC, LOADED + TEXT_SIZE - 2, 2, 3, " be-c0" },
	{ "other home", FUNC, LOADED + 0x10, 0, 4, " 50-140 ?" },	/* it lies: the end of the segment */
	{ "no home", FUNC, LOADED + 0x10, 0, 900, " 50-140 ?" },
	{ "homeless label", STT_NOTYPE, LOADED + 0x10, 4, 900, NULL },	/* who knows that it is code? */
	{ "label of data", STT_NOTYPE, LOADED + 0x10, 4, 1, NULL },
	{ "behind code", FUNC, LOADED + CODE_SIZE, 8, 3, NULL },
	{ "before code", FUNC, LOADED - 1, 8, 3, NULL },
	{ "variable", STB_GLOBAL << 4 | STT_OBJECT, LOADED + 0x10, 8, 3, NULL },
	{ "imported", FUNC, LOADED + 0x10, 8, SHN_UNDEF, NULL },
	{ "fixed", FUNC, LOADED + 0x10, 8, SHN_ABS, NULL },
	{ "", FUNC, LOADED + 0x10, 8, 3, NULL },
};

/* Each of them alone, of both sizes and byte orders, with names in the file itself and in a separate one. */
static void listing(void **state)
{
	struct str got = {0}, want = {0};
	struct made m, separate;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(listed_cases) * 16; i++) {
		const struct listed_case *c = &listed_cases[i / 16];
		bool wide = i & 1, swap = i & 2;
		enum listed_kind kind = (enum listed_kind)(i / 4 % 4);
		struct made *named = kind == LISTED_SEPARATE ? &separate : &m;

		make_listed(&m, wide, swap, kind == LISTED_SEPARATE ? LISTED_BARE : kind);
		if (kind == LISTED_SEPARATE) {
			end_listed(&m, LISTED_BARE);
			make_listed(&separate, wide, swap, kind);
		}
		add_sized(named, c->name, c->info, c->value & (wide ? UINT64_MAX : UINT32_MAX), c->size, c->section);
		end_listed(named, kind);
		str_reset(&want);
		str_add(&want, "[plt] c0-e0 local\n");
		if (c->want && kind != LISTED_BARE)
			str_addf(&want, "%s%s\n", c->name, c->want);
		assert_int_equal(list(&got, &m, sizeof(m.bytes), named == &m ? NULL : named, sizeof(m.bytes)), 0);
		if (strcmp(got.text, want.text) != 0)
			print_error("%s, form %zu\n", c->name, i % 16);
		assert_string_equal(got.text, want.text);
	}
	str_release(&got);
	str_release(&want);
}

static bool has_name(const char *listed, const char *name)
{
	struct str line = {0};
	bool has;

	str_addf(&line, "\n%s ", name);
	has = strstr(listed, line.text);
	str_release(&line);
	return has;
}

/* What is there for disassemblers on Arm, and on no other machine. */
static void listed_marks(void **state)
{
	static const char *const marks[] = { "$a", "$d", "$t.12", "$x", "$xrv64gc", ".L0" };
	static const char *const others[] = { "$", "$y", "$data", "$and" };
	struct str got = {0};
	struct made m;

	(void)state;
	for (int wide = 0; wide < 2; wide++) {	/* 64 bits: x86; 32 bits: Arm */
		make_listed(&m, wide, false, LISTED_WHOLE);
		for (size_t i = 0; i < COUNT_OF(marks); i++)
			add_sized(&m, marks[i], STT_NOTYPE, LOADED + 0x10 + i, 1, 3);
		for (size_t i = 0; i < COUNT_OF(others); i++)
			add_sized(&m, others[i], STT_NOTYPE, LOADED + 0x20 + i, 1, 3);
		add_sized(&m, "thumb", FUNC, LOADED + 0x31, 4, 3);
		end_listed(&m, LISTED_WHOLE);
		assert_int_equal(list(&got, &m, sizeof(m.bytes), NULL, 0), 0);
		for (size_t i = 0; i < COUNT_OF(marks); i++)
			assert_int_equal(wide, has_name(got.text, marks[i]));
		for (size_t i = 0; i < COUNT_OF(others); i++)
			assert_true(has_name(got.text, others[i]));
		assert_non_null(strstr(got.text, wide ? "thumb 71-75\n" : "thumb 70-74\n"));
	}
	str_release(&got);
}

/* Any cut, and any byte that is wrong, in the file or in the separate one: what is listed is inside the file. */
static void listed_damaged(void **state)
{
	struct str got = {0};
	struct made m, bare;

	(void)state;
	for (int form = 0; form < 4; form++) {
		make_listed(&bare, form & 1, form & 2, LISTED_BARE);
		end_listed(&bare, LISTED_BARE);
		make_listed(&m, form & 1, form & 2, LISTED_WHOLE);
		for (size_t i = 0; i < 5; i++)
			add_sized(&m, "function", FUNC, LOADED + 0x10 * i, 0, 3);
		end_listed(&m, LISTED_WHOLE);
		for (size_t n = 0; n < sizeof(m.bytes); n += 7) {
			list(&got, &m, n, NULL, 0);
			list(&got, &bare, n, &m, sizeof(m.bytes));
			list(&got, &bare, sizeof(m.bytes), &m, n);
		}
		for (size_t i = 0; i < sizeof(m.bytes); i++) {
			unsigned char before = m.bytes[i];

			m.bytes[i] = 0xff;
			list(&got, &m, sizeof(m.bytes), NULL, 0);
			list(&got, &bare, sizeof(m.bytes), &m, sizeof(m.bytes));
			m.bytes[i] = before;
		}
	}
	str_release(&got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finding),
		cmocka_unit_test(damaged),
		cmocka_unit_test(repeated),
		cmocka_unit_test(refused),
		cmocka_unit_test(facts),
		cmocka_unit_test(listing),
		cmocka_unit_test(listed_marks),
		cmocka_unit_test(listed_damaged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
