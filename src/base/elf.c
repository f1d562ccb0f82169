/* SPDX-License-Identifier: MIT */
/* Reads the section headers, the symbol tables, the program headers and notes of an ELF file, each once. */
#include "base/elf.h"

#include <elf.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "base/nearest.h"

enum {
	LONGEST_NAME = 256,		/* that is offered */
	HEADER_SIZE = 64,
	MOST_NOTES = 8,			/* segments of them; programs have three at most */
	LARGEST_NOTES = 1 << 16,	/* bytes of one */
};

struct part {			/* of the file, owned */
	unsigned char *p;
	size_t n;
};

struct headers {		/* of the sections or of the segments */
	uint64_t at, entry, n;
	struct part part;
};

struct symbol_table {
	struct part symbols, texts;	/* texts end with a zero, or are empty */
	uint64_t entry;
	bool has_all;			/* .symtab */
};

struct elf {
	const struct elf_file *file;
	bool wide, swap;		/* 64 bits; the other byte order */
	unsigned machine;
	struct headers sections, segments;
	unsigned names;			/* the section that has the names of sections */
	struct symbol_table table[2]; size_t n_tables;
};

struct section {
	uint32_t name, type, link;
	uint64_t flags, address, at, size, entry;
};

struct elf_symbol {
	const char *name;	/* in the bytes */
	unsigned type, bind, home;	/* home: its section */
	uint64_t value, size;
};

struct code {			/* a segment */
	uint64_t address, at, size;
};

struct search {
	const char *name;
	bool ifunc, exported;		/* of what was found */
	unsigned found;			/* number of different addresses */
	uint64_t value;
	bool has_symbols, has_all;	/* any table; .symtab */
	struct nearest near;
	const char *part;		/* what the compiler made of the function: NAME.constprop.0 */
};

typedef void symbol_visit(struct search *s, const struct elf_symbol *symbol);

/* Empty: it is not inside the file. */
static int read_part(struct part *to, const struct elf *e, uint64_t at, uint64_t size, struct error *err)
{
	uint64_t whole = e->file->size;
	int rc;

	*to = (struct part){0};
	if (!size || at > whole || size > whole - at)
		return 0;
	if (size > ELF_LARGEST_PART)
		return error_set(err, ERROR_UNSUPPORTED, 0,
				 "it has a table of %llu MiB, and %d are the most that are read",
				 (unsigned long long)(size >> 20), ELF_LARGEST_PART >> 20);
	to->p = mem_zeroed((size_t)size, 1);
	to->n = (size_t)size;
	rc = e->file->read(e->file->ctx, to->p, to->n, at);
	return rc < 0 ? error_set(err, ERROR_SYSTEM, -rc, "cannot read it: %s", strerror(-rc)) : 0;
}

/* Entry i of a table in the part; bad if it is not there. */
static struct bytes entry_of(const struct elf *e, const struct part *part, uint64_t entry, uint64_t i)
{
	if (!entry || i >= part->n / entry)
		return (struct bytes){ .bad = true };
	return (struct bytes){ .p = part->p + i * entry, .left = (size_t)entry, .swap = e->swap };
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

static void read_table_header(struct headers *h, struct bytes *b)
{
	h->entry = bytes_take_u16(b);
	h->n = bytes_take_u16(b);
}

/* Fails: it is no ELF file, or cannot be read. */
static int read_header(struct elf *e, struct error *err)
{
	static const uint16_t one = 1;
	unsigned char start[HEADER_SIZE] = {0};
	size_t n = e->file->size < sizeof(start) ? (size_t)e->file->size : sizeof(start);
	int rc = e->file->read(e->file->ctx, start, n, 0);
	struct bytes b;

	if (rc < 0)
		return error_set(err, ERROR_SYSTEM, -rc, "cannot read it: %s", strerror(-rc));
	e->wide = start[EI_CLASS] == ELFCLASS64;
	e->swap = start[EI_DATA] != (*(const unsigned char *)&one ? ELFDATA2LSB : ELFDATA2MSB);
	b = (struct bytes){ .p = start, .left = n, .swap = e->swap };
	bytes_take(&b, EI_NIDENT);
	bytes_take_u16(&b);	/* type */
	e->machine = bytes_take_u16(&b);
	bytes_take_u32(&b);	/* version */
	word(e, &b);		/* entry point */
	e->segments.at = word(e, &b);
	e->sections.at = word(e, &b);
	bytes_take_u32(&b);	/* flags */
	bytes_take_u16(&b);	/* size of this header */
	read_table_header(&e->segments, &b);
	read_table_header(&e->sections, &b);
	e->names = bytes_take_u16(&b);
	if (b.bad || memcmp(start, ELFMAG, SELFMAG) != 0)
		return error_set(err, ERROR_UNSUPPORTED, 0, "it is not an ELF file");
	return 0;
}

/* As many headers as the file has. */
static int read_headers(struct headers *h, const struct elf *e, struct error *err)
{
	uint64_t room = h->at < e->file->size ? e->file->size - h->at : 0;

	if (!h->entry || h->n > room / h->entry)
		h->n = h->entry ? room / h->entry : 0;
	return read_part(&h->part, e, h->at, h->n * h->entry, err);
}

/* Zeros if it is not there. */
static struct section section_at(const struct elf *e, uint64_t i)
{
	struct bytes b = entry_of(e, &e->sections.part, e->sections.entry, i);
	struct section s = {0};

	s.name = bytes_take_u32(&b);
	s.type = bytes_take_u32(&b);
	s.flags = word(e, &b);
	s.address = word(e, &b);
	s.at = word(e, &b);
	s.size = word(e, &b);
	s.link = bytes_take_u32(&b);
	bytes_take_u32(&b);	/* info */
	word(e, &b);		/* alignment */
	s.entry = word(e, &b);
	return b.bad ? (struct section){0} : s;
}

/* False: it is not a function that the file defines. */
static bool read_symbol(struct elf_symbol *s, const struct elf *e, const struct part *texts, struct bytes b)
{
	uint32_t name = bytes_take_u32(&b);
	unsigned info;

	*s = (struct elf_symbol){0};
	if (!e->wide) {
		s->value = bytes_take_u32(&b);
		s->size = bytes_take_u32(&b);
	}
	info = byte(&b);
	byte(&b);		/* visibility */
	s->home = bytes_take_u16(&b);
	if (e->wide) {
		s->value = bytes_take_u64(&b);
		s->size = bytes_take_u64(&b);
	}
	s->type = info & 0xf;
	s->bind = info >> 4;
	if (b.bad || s->home == SHN_UNDEF || s->home == SHN_ABS ||
	    (s->type != STT_FUNC && s->type != STT_GNU_IFUNC && s->type != STT_NOTYPE))
		return false;
	if (name >= texts->n)
		return false;
	s->name = (const char *)texts->p + name;
	if (e->machine == EM_ARM)
		s->value &= ~(uint64_t)1;	/* Thumb */
	return *s->name;
}

/* The first section of that type: a file has one at most. */
static int read_table(struct elf *e, uint32_t type, struct error *err)
{
	struct symbol_table *t = &e->table[e->n_tables];
	struct section symbols = {0}, texts;

	for (uint64_t i = 0; i < e->sections.n && symbols.type != type; i++)
		symbols = section_at(e, i);
	if (symbols.type != type)
		return 0;
	e->n_tables++;
	texts = section_at(e, symbols.link);
	t->entry = symbols.entry;
	t->has_all = type == SHT_SYMTAB;
	if (read_part(&t->symbols, e, symbols.at, symbols.size, err) < 0 ||
	    read_part(&t->texts, e, texts.at, texts.size, err) < 0)
		return -1;
	while (t->texts.n && t->texts.p[t->texts.n - 1])
		t->texts.n--;
	return 0;
}

static void visit_symbols(struct search *s, const struct elf *e, symbol_visit *visit)
{
	struct elf_symbol symbol;

	for (size_t k = 0; k < e->n_tables; k++) {
		const struct symbol_table *t = &e->table[k];
		uint64_t n = t->entry ? t->symbols.n / t->entry : 0;

		s->has_symbols |= n > 1;
		s->has_all |= n > 1 && t->has_all;
		for (uint64_t i = 1; i < n; i++)	/* the first is empty */
			if (read_symbol(&symbol, e, &t->texts, entry_of(e, &t->symbols, t->entry, i)))
				visit(s, &symbol);
	}
}

/* An exported function is meant before local ones of the same name. */
static void match(struct search *s, const struct elf_symbol *symbol)
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

static void offer(struct search *s, const struct elf_symbol *symbol)
{
	size_t n = strlen(s->name);

	if (symbol->type == STT_NOTYPE || strnlen(symbol->name, LONGEST_NAME) == LONGEST_NAME)
		return;
	if (strncmp(symbol->name, s->name, n) == 0 && symbol->name[n] == '.')
		s->part = symbol->name;
	nearest_offer(&s->near, symbol->name);
}

/* False: it is not code that is loaded from the file. */
static bool read_code(struct code *c, const struct elf *e, uint64_t i)
{
	struct bytes b = entry_of(e, &e->segments.part, e->segments.entry, i);
	uint32_t type = bytes_take_u32(&b), flags = e->wide ? bytes_take_u32(&b) : 0;

	c->at = word(e, &b);
	c->address = word(e, &b);
	word(e, &b);		/* physical address */
	c->size = word(e, &b);
	word(e, &b);		/* size in memory */
	if (!e->wide)
		flags = bytes_take_u32(&b);
	if (b.bad || type != PT_LOAD || !(flags & PF_X) || c->at >= e->file->size)
		return false;
	if (c->size > e->file->size - c->at)
		c->size = e->file->size - c->at;
	return true;
}

/* False: no code of the file is loaded to this address. */
static bool offset_of(uint64_t *offset, const struct elf *e, uint64_t value)
{
	struct code c;

	for (uint64_t i = 0; i < e->segments.n; i++) {
		if (!read_code(&c, e, i) || value < c.address || value - c.address >= c.size)
			continue;
		*offset = c.at + (value - c.address);
		return true;
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

static int elf_read_file(struct elf *e, struct error *err)
{
	return read_header(e, err) < 0 || read_headers(&e->segments, e, err) < 0 ||
	       read_headers(&e->sections, e, err) < 0 || read_table(e, SHT_SYMTAB, err) < 0 ||
	       read_table(e, SHT_DYNSYM, err) < 0 ? -1 : 0;
}

static int elf_find(uint64_t *offset, const struct elf *e, const char *name, struct error *err)
{
	struct search s = { .name = name };

	visit_symbols(&s, e, match);
	if (!s.found)
		return fail_missing(&s, e, err);
	if (s.found > 1)
		return error_set(err, ERROR_UNSUPPORTED, 0, "it has %u functions '%s'", s.found, name);
	if (s.ifunc) {
		error_set(err, ERROR_UNSUPPORTED, 0, "'%s' only chooses the function that is called", name);
		error_hint(err, "name one of its variants, which 'nm' shows");
		return -1;
	}
	if (!offset_of(offset, e, s.value))
		return error_set(err, ERROR_UNSUPPORTED, 0, "'%s' is not code of this file", name);
	return 0;
}

static void release(struct elf *e)
{
	free(e->sections.part.p);
	free(e->segments.part.p);
	for (size_t i = 0; i < sizeof(e->table) / sizeof(*e->table); i++) {
		free(e->table[i].symbols.p);
		free(e->table[i].texts.p);
	}
}

int elf_find_function(uint64_t *offset, const struct elf_file *file, const char *name, struct error *err)
{
	struct elf e = { .file = file };
	int rc = elf_read_file(&e, err) < 0 ? -1 : elf_find(offset, &e, name, err);

	release(&e);
	return rc;
}

/* --- what a debugger finds --------------------------------------------------------------------------- */

static bool is_inside(const struct elf *e, const struct section *s)
{
	return s->size && s->at <= e->file->size && s->size <= e->file->size - s->at;
}

static int read_debug_link(struct elf_facts *f, const struct elf *e, const struct section *s,
			   struct error *err)
{
	struct part name;

	if (s->size > sizeof(f->debug_link) + 2 * sizeof(uint32_t))	/* a checksum follows the name */
		return 0;
	if (read_part(&name, e, s->at, s->size, err) < 0)
		return -1;
	if (name.n && strnlen((const char *)name.p, name.n) < sizeof(f->debug_link) &&
	    memchr(name.p, '\0', name.n))
		memcpy(f->debug_link, name.p, strlen((const char *)name.p) + 1);
	free(name.p);
	return 0;
}

/* The names of sections, which end with a zero; or nothing. */
static int read_section_names(struct part *names, const struct elf *e, struct error *err)
{
	struct section texts = section_at(e, e->names);

	if (read_part(names, e, texts.at, texts.size, err) < 0)
		return -1;
	while (names->n && names->p[names->n - 1])
		names->n--;
	return 0;
}

static const char *section_name(const struct section *s, const struct part *names)
{
	return s->name < names->n ? (const char *)names->p + s->name : "";
}

static int read_section_facts(struct elf_facts *f, const struct elf *e, const struct part *names,
			      struct error *err)
{
	for (uint64_t i = 1; i < e->sections.n; i++) {
		struct section s = section_at(e, i);
		const char *name = section_name(&s, names);

		if (!is_inside(e, &s))
			continue;
		f->has_symbols |= s.type == SHT_SYMTAB && s.entry && s.size / s.entry > 1;
		f->has_lines |= s.type == SHT_PROGBITS && (strcmp(name, ".debug_line") == 0 ||
							   strcmp(name, ".zdebug_line") == 0);
		if (strcmp(name, ".gnu_debuglink") == 0 && read_debug_link(f, e, &s, err) < 0)
			return -1;
	}
	return 0;
}

static int read_sections(struct elf_facts *f, const struct elf *e, struct error *err)
{
	struct part names = {0};
	int rc = read_section_names(&names, e, err);

	if (rc == 0)
		rc = read_section_facts(f, e, &names, err);
	free(names.p);
	return rc;
}

static uint64_t round_up(uint64_t n, uint64_t align)
{
	return (n + align - 1) / align * align;
}

/* The first build ID in the notes of a segment. */
static void take_build_id(struct elf_facts *f, struct bytes b, uint64_t align)
{
	const uint64_t head = 3 * sizeof(uint32_t);

	while (b.left && !f->n_build_id) {
		uint32_t name_size = bytes_take_u32(&b), size = bytes_take_u32(&b), type = bytes_take_u32(&b);
		const unsigned char *name = bytes_take(&b, round_up(head + name_size, align) - head);
		const unsigned char *id = bytes_take(&b, size);
		uint64_t gap = round_up(size, align) - size;

		if (!id)
			return;
		bytes_take(&b, gap < b.left ? gap : b.left);
		if (type != NT_GNU_BUILD_ID || name_size != sizeof(ELF_NOTE_GNU) ||
		    memcmp(name, ELF_NOTE_GNU, sizeof(ELF_NOTE_GNU)) != 0 || size > sizeof(f->build_id))
			continue;
		memcpy(f->build_id, id, size);
		f->n_build_id = size;
	}
}

static int read_notes(struct elf_facts *f, const struct elf *e, struct error *err)
{
	size_t notes = 0;

	for (uint64_t i = 0; i < e->segments.n && notes < MOST_NOTES && !f->n_build_id; i++) {
		struct bytes b = entry_of(e, &e->segments.part, e->segments.entry, i);
		uint32_t type = bytes_take_u32(&b);
		uint64_t at, size, align;
		struct part part;

		if (e->wide)
			bytes_take_u32(&b);	/* flags */
		at = word(e, &b);
		word(e, &b);			/* address */
		word(e, &b);			/* physical address */
		size = word(e, &b);
		word(e, &b);			/* size in memory */
		if (!e->wide)
			bytes_take_u32(&b);	/* flags */
		align = word(e, &b);
		if (b.bad || type != PT_NOTE || size > LARGEST_NOTES)
			continue;
		notes++;
		if (read_part(&part, e, at, size, err) < 0)
			return -1;
		take_build_id(f, (struct bytes){ .p = part.p, .left = part.n, .swap = e->swap },
			      align == 8 ? 8 : 4);
		free(part.p);
	}
	return 0;
}

int elf_read_facts(struct elf_facts *f, const struct elf_file *file, struct error *err)
{
	struct elf e = { .file = file };
	int rc;

	*f = (struct elf_facts){ .n_build_id = 0 };
	rc = read_header(&e, err) < 0 || read_headers(&e.segments, &e, err) < 0 ||
	     read_headers(&e.sections, &e, err) < 0 || read_sections(f, &e, err) < 0 ||
	     read_notes(f, &e, err) < 0 ? -1 : 0;
	release(&e);
	return rc;
}

/* --- all functions ----------------------------------------------------------------------------------- */

enum { CODE_MOST = 32 };		/* segments of code; programs have one or two */

struct home {				/* a section of symbols */
	uint64_t address, size;
	bool is_code;
};

struct function_list {
	struct elf_functions *out;
	struct code code[CODE_MOST]; size_t n_code;
	struct home *home; uint64_t n_homes;	/* of the file that has the symbols; owned */
	const struct symbol_table *table;
	bool on_arm;		/* or another machine whose code has labels for disassemblers */
};

/* Mapping symbols of ARM and RISC-V say where data begins in code: $a, $d, $t.1, $xrv64i; and .L0 of both. */
static bool is_for_tools(const struct function_list *l, const struct elf_symbol *s)
{
	if (s->type != STT_NOTYPE || s->bind != STB_LOCAL || !l->on_arm)
		return false;
	return strncmp(s->name, ".L", 2) == 0 ||
	       (s->name[0] == '$' && s->name[1] && strchr("adtx", s->name[1]) &&
		(!s->name[2] || s->name[2] == '.' || strncmp(s->name, "$xrv", 4) == 0));
}

/* With its start as an address; size 0: not known.  room: the bytes behind its start that may be of it. */
static void list_function(struct function_list *l, const struct elf_function *like, uint64_t size,
			  uint64_t room)
{
	for (size_t i = 0; i < l->n_code; i++) {
		const struct code *c = &l->code[i];
		uint64_t into = like->start - c->address;
		struct elf_function f = *like;

		if (like->start < c->address || into >= c->size)
			continue;
		if (room > c->size - into)
			room = c->size - into;
		f.start = c->at + into;
		f.end = f.start + (size && size < room ? size : room);
		f.is_open = !size;
		l->out->function = mem_grow(l->out->function, l->out->n, sizeof(f));
		l->out->function[l->out->n++] = f;
		return;
	}
}

static void add_symbols(struct function_list *l, const struct elf *e)
{
	static const struct home unknown = { 0, UINT64_MAX, false };
	const struct symbol_table *t = l->table;
	uint64_t n = t->entry ? t->symbols.n / t->entry : 0;
	struct elf_symbol s;

	for (uint64_t i = 1; i < n; i++) {	/* the first is empty */
		const struct home *h = &unknown;
		struct elf_function f;

		if (!read_symbol(&s, e, &t->texts, entry_of(e, &t->symbols, t->entry, i)) ||
		    is_for_tools(l, &s))
			continue;
		if (s.home < l->n_homes && s.value >= l->home[s.home].address &&
		    s.value - l->home[s.home].address < l->home[s.home].size)
			h = &l->home[s.home];
		f = (struct elf_function){
			.start = s.value, .name = (uint32_t)(s.name - (const char *)t->texts.p),
			.is_label = s.type == STT_NOTYPE, .is_local = s.bind == STB_LOCAL,
		};
		if (!f.is_label || h->is_code)
			list_function(l, &f, s.size, h->size - (s.value - h->address));
	}
}

/* Also of a file without any symbols. */
static int add_plt(struct function_list *l, const struct elf *e, struct error *err)
{
	struct part names = {0};
	int rc = read_section_names(&names, e, err);

	for (uint64_t i = 1; i < e->sections.n; i++) {
		struct section s = section_at(e, i);
		struct elf_function f = { .start = s.address, .name = (uint32_t)ELF_PLT, .is_local = true };
		const char *name = section_name(&s, &names);

		if (s.flags & SHF_EXECINSTR && s.size &&
		    (strncmp(name, ".plt", 4) == 0 || strcmp(name, ".iplt") == 0))
			list_function(l, &f, s.size, UINT64_MAX - s.address);
	}
	free(names.p);
	return rc;
}

/* The table that has most, and the sections of its file. */
static int read_names(struct function_list *l, struct elf *e, struct error *err)
{
	if (read_table(e, SHT_SYMTAB, err) < 0 || read_table(e, SHT_DYNSYM, err) < 0)
		return -1;
	l->table = &e->table[0];
	if (e->n_tables > 1 && l->table->entry && l->table->symbols.n / l->table->entry <= 1)
		l->table++;
	l->n_homes = e->sections.n;
	l->home = mem_zeroed((size_t)l->n_homes, sizeof(*l->home));
	for (uint64_t i = 0; i < l->n_homes; i++) {
		struct section s = section_at(e, i);

		l->home[i] = (struct home){ s.address, s.size, s.flags & SHF_EXECINSTR };
	}
	return 0;
}

static void find_code(struct function_list *l, const struct elf *e)
{
	for (uint64_t i = 0; i < e->segments.n && l->n_code < CODE_MOST; i++)
		l->n_code += read_code(&l->code[l->n_code], e, i);
	l->on_arm = e->machine == EM_ARM || e->machine == EM_AARCH64 || e->machine == EM_RISCV;
}

static int list_functions(struct function_list *l, struct elf *own, struct elf *names, struct error *err)
{
	struct part *texts;

	if (read_header(own, err) < 0 || read_headers(&own->segments, own, err) < 0 ||
	    read_headers(&own->sections, own, err) < 0)
		return -1;
	if (names != own && (read_header(names, err) < 0 || read_headers(&names->sections, names, err) < 0))
		return -1;
	find_code(l, own);
	if (add_plt(l, own, err) < 0 || read_names(l, names, err) < 0)
		return -1;
	add_symbols(l, names);
	texts = &names->table[l->table - names->table].texts;
	l->out->names = (char *)texts->p;
	*texts = (struct part){0};
	return 0;
}

int elf_read_functions(struct elf_functions *f, const struct elf_file *file, const struct elf_file *symbols,
		       struct error *err)
{
	struct elf own = { .file = file }, other = { .file = symbols };
	struct function_list l = { .out = f };
	int rc;

	*f = (struct elf_functions){ .n = 0 };
	rc = list_functions(&l, &own, symbols ? &other : &own, err);
	free(l.home);
	release(&own);
	release(&other);
	if (rc < 0)
		elf_functions_release(f);
	return rc;
}

void elf_functions_release(struct elf_functions *f)
{
	free(f->function);
	free(f->names);
	*f = (struct elf_functions){ .n = 0 };
}

bool elf_has_build_id(const struct elf_facts *f, const unsigned char *id, size_t n)
{
	return n && f->n_build_id == n && memcmp(f->build_id, id, n) == 0;
}
