/* SPDX-License-Identifier: MIT */
/* Reads the section headers, the symbol tables and the program headers of an ELF file. */
#include "base/elf.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

#include "base/bytes.h"
#include "base/nearest.h"

struct elf {
	const unsigned char *bytes;
	size_t n;
	bool wide, swap;		/* 64 bits; the other byte order */
	unsigned machine;
	struct elf_table { uint64_t at; uint64_t entry, n; } sections, segments;
};

struct section {
	uint32_t type, link;
	uint64_t at, size, entry;
};

struct symbol {
	const char *name;	/* in the bytes */
	unsigned type, bind;
	uint64_t value;
};

struct search {
	const char *name;
	bool ifunc, exported;		/* of what was found */
	unsigned found;			/* number of different addresses */
	uint64_t value;
	bool has_symbols, has_all;	/* any table; .symtab */
	bool suggest;			/* offers names to near instead */
	struct nearest near;
	const char *part;		/* what the compiler made of the function: NAME.constprop.0 */
};

typedef void symbol_visit(struct search *s, const struct symbol *symbol);

/* The bytes from there on; bad if there are none. */
static struct bytes part(const struct elf *e, uint64_t at, uint64_t size)
{
	if (at > e->n || size > e->n - at)
		return (struct bytes){ .bad = true };
	return (struct bytes){ .p = e->bytes + at, .left = (size_t)size, .swap = e->swap };
}

static uint64_t word(const struct elf *e, struct bytes *b)
{
	return e->wide ? bytes_take_u64(b) : bytes_take_u32(b);
}

static unsigned byte(struct bytes *b)
{
	const unsigned char *p = bytes_take(b, 1);

	return p ? *p : 0;
}

/* False: it is no ELF file. */
static bool read_header(struct elf *e, const void *bytes, size_t n)
{
	static const uint16_t one = 1;
	struct bytes b;

	*e = (struct elf){ .bytes = bytes, .n = n };
	if (n < EI_NIDENT || memcmp(bytes, ELFMAG, SELFMAG) != 0)
		return false;
	e->wide = e->bytes[EI_CLASS] == ELFCLASS64;
	e->swap = e->bytes[EI_DATA] != (*(const unsigned char *)&one ? ELFDATA2LSB : ELFDATA2MSB);
	b = (struct bytes){ .p = e->bytes + EI_NIDENT, .left = n - EI_NIDENT, .swap = e->swap };
	bytes_take_u16(&b);	/* type */
	e->machine = bytes_take_u16(&b);
	bytes_take_u32(&b);	/* version */
	word(e, &b);		/* entry point */
	e->segments.at = word(e, &b);
	e->sections.at = word(e, &b);
	bytes_take_u32(&b);	/* flags */
	bytes_take_u16(&b);	/* size of this header */
	e->segments.entry = bytes_take_u16(&b);
	e->segments.n = bytes_take_u16(&b);
	e->sections.entry = bytes_take_u16(&b);
	e->sections.n = bytes_take_u16(&b);
	return !b.bad;
}

static struct bytes entry_of(const struct elf *e, const struct elf_table *t, uint64_t i)
{
	if (i >= t->n || t->at > e->n)
		return (struct bytes){ .bad = true };
	return part(e, t->at + i * t->entry, t->entry);
}

/* Zeros if it is not there. */
static struct section section_at(const struct elf *e, uint64_t i)
{
	struct bytes b = entry_of(e, &e->sections, i);
	struct section s = {0};

	bytes_take_u32(&b);	/* name */
	s.type = bytes_take_u32(&b);
	word(e, &b);		/* flags */
	word(e, &b);		/* address */
	s.at = word(e, &b);
	s.size = word(e, &b);
	s.link = bytes_take_u32(&b);
	bytes_take_u32(&b);	/* info */
	word(e, &b);		/* alignment */
	s.entry = word(e, &b);
	return b.bad ? (struct section){0} : s;
}

/* NULL: the text has no end inside its section. */
static const char *text_at(const struct elf *e, const struct section *texts, uint64_t at)
{
	struct bytes b = part(e, texts->at, texts->size);

	if (b.bad || !bytes_take(&b, at) || !memchr(b.p, 0, b.left))
		return NULL;
	return (const char *)b.p;
}

/* False: it is not a function that the file defines. */
static bool read_symbol(struct symbol *s, const struct elf *e, const struct section *texts, struct bytes b)
{
	uint32_t name = bytes_take_u32(&b);
	unsigned info = 0, home;

	*s = (struct symbol){0};
	if (!e->wide) {
		s->value = bytes_take_u32(&b);
		bytes_take_u32(&b);	/* size */
	}
	info = byte(&b);
	byte(&b);		/* visibility */
	home = bytes_take_u16(&b);
	if (e->wide)
		s->value = bytes_take_u64(&b);
	s->type = info & 0xf;
	s->bind = info >> 4;
	if (b.bad || home == SHN_UNDEF || home == SHN_ABS ||
	    (s->type != STT_FUNC && s->type != STT_GNU_IFUNC && s->type != STT_NOTYPE))
		return false;
	s->name = text_at(e, texts, name);
	if (e->machine == EM_ARM)
		s->value &= ~(uint64_t)1;	/* Thumb */
	return s->name && *s->name;
}

static void visit_table(struct search *s, const struct elf *e, const struct section *table,
			symbol_visit *visit)
{
	struct section texts = section_at(e, table->link);
	struct symbol symbol;

	if (!table->entry)
		return;
	for (uint64_t i = 1; i < table->size / table->entry; i++) {
		struct bytes b = part(e, table->at + i * table->entry, table->entry);

		if (b.bad)
			return;
		s->has_symbols = true;
		s->has_all |= table->type == SHT_SYMTAB;
		if (read_symbol(&symbol, e, &texts, b))
			visit(s, &symbol);
	}
}

static void visit_symbols(struct search *s, const struct elf *e, symbol_visit *visit)
{
	for (uint64_t i = 0; i < e->sections.n; i++) {
		struct section table = section_at(e, i);

		if (table.type == SHT_SYMTAB || table.type == SHT_DYNSYM)
			visit_table(s, e, &table, visit);
	}
}

/* An exported function is meant before local ones of the same name. */
static void match(struct search *s, const struct symbol *symbol)
{
	bool exported = symbol->bind != STB_LOCAL;

	if (strcmp(symbol->name, s->name) != 0 || (s->exported && !exported))
		return;
	if (exported && !s->exported)
		s->found = 0;
	if (s->found && symbol->value == s->value)
		return;
	s->found++;
	s->exported = exported;
	s->value = symbol->value;
	s->ifunc = symbol->type == STT_GNU_IFUNC;
}

static void offer(struct search *s, const struct symbol *symbol)
{
	size_t n = strlen(s->name);

	if (symbol->type == STT_NOTYPE)
		return;
	if (strncmp(symbol->name, s->name, n) == 0 && symbol->name[n] == '.')
		s->part = symbol->name;
	nearest_offer(&s->near, symbol->name);
}

/* False: no code of the file is loaded to this address. */
static bool offset_of(uint64_t *offset, const struct elf *e, uint64_t value)
{
	for (uint64_t i = 0; i < e->segments.n; i++) {
		struct bytes b = entry_of(e, &e->segments, i);
		uint32_t type = bytes_take_u32(&b), flags = e->wide ? bytes_take_u32(&b) : 0;
		uint64_t at = word(e, &b), address = word(e, &b), size;

		word(e, &b);		/* physical address */
		size = word(e, &b);
		word(e, &b);		/* size in memory */
		if (!e->wide)
			flags = bytes_take_u32(&b);
		if (b.bad || type != PT_LOAD || !(flags & PF_X) || value < address || value - address >= size)
			continue;
		*offset = at + (value - address);
		return *offset < e->n;
	}
	return false;
}

static int fail_missing(struct search *s, const struct elf *e, struct error *err)
{
	error_set(err, ERROR_NOT_FOUND, 0, "it has no function '%s'", s->name);
	s->near.wanted = s->name;
	visit_symbols(s, e, offer);
	if (s->part)
		error_hint(err, "the compiler made '%s' of it: its callers call that", s->part);
	else if (s->near.found)
		error_hint(err, "did you mean '%s'?", s->near.found);
	else if (!s->has_symbols)
		error_hint(err, "it has no symbols: build it without -s and do not strip it");
	else if (!s->has_all)
		error_hint(err, "it is stripped: only its exported functions have names");
	else
		error_hint(err, "inlined functions have no symbol; C++ names are those that 'nm' shows");
	return -1;
}

int elf_find_function(uint64_t *offset, const void *bytes, size_t n, const char *name, struct error *err)
{
	struct search s = { .name = name };
	struct elf e;

	if (!read_header(&e, bytes, n))
		return error_set(err, ERROR_UNSUPPORTED, 0, "it is not an ELF file");
	visit_symbols(&s, &e, match);
	if (!s.found)
		return fail_missing(&s, &e, err);
	if (s.found > 1)
		return error_set(err, ERROR_UNSUPPORTED, 0, "it has %u functions '%s'", s.found, name);
	if (s.ifunc) {
		error_set(err, ERROR_UNSUPPORTED, 0, "'%s' only chooses the function that is called", name);
		error_hint(err, "name one of its variants, which 'nm' shows");
		return -1;
	}
	if (!offset_of(offset, &e, s.value))
		return error_set(err, ERROR_UNSUPPORTED, 0, "'%s' is not code of this file", name);
	return 0;
}
