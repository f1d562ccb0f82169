/* SPDX-License-Identifier: MIT */
/* made_program.h - a program of this processor as a file: a build ID, symbols, lines, a link, a function. */
#ifndef UNIT_MADE_PROGRAM_H
#define UNIT_MADE_PROGRAM_H

#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>

struct program {
	ElfW(Ehdr) head;
	ElfW(Phdr) segment[2];		/* code, and notes */
	struct { uint32_t name_size, size, type; char name[4]; unsigned char id[4]; } note;
	ElfW(Sym) symbol[2], dynamic[2];
	unsigned char code[16];
	char link[16];
	char names[48];
	ElfW(Shdr) section[7];
};

enum { NAME_LINES = 1, NAME_LINK = 13, NAME_FUNCTION = 28, NAME_EXPORTED = 37, LOADED_AT = 0x1000 };

/* Its function is called "function" in .symtab, and "exported" in .dynsym. */
static inline void write_program(const char *path, bool symbols, bool lines, unsigned id, const char *link)
{
	const size_t code = offsetof(struct program, code);
	struct program p = {
		.segment = { { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_offset = code, .p_vaddr = LOADED_AT,
			       .p_filesz = sizeof(p.code), .p_memsz = sizeof(p.code) },
			     { .p_type = PT_NOTE, .p_offset = offsetof(struct program, note), .p_filesz = sizeof(p.note) } },
		.note = { sizeof("GNU"), 2, NT_GNU_BUILD_ID, "GNU", { (unsigned char)id, 0x0f } },
		.symbol[1] = { .st_name = NAME_FUNCTION, .st_info = STB_GLOBAL << 4 | STT_FUNC, .st_shndx = 6,
			       .st_value = LOADED_AT + 4, .st_size = 8 },
		.dynamic[1] = { .st_name = NAME_EXPORTED, .st_info = STB_GLOBAL << 4 | STT_FUNC, .st_shndx = 6,
				.st_value = LOADED_AT + 4, .st_size = 8 },
		.names = "\0.debug_line\0.gnu_debuglink\0function\0exported",
		.section = {
			[1] = { .sh_type = SHT_SYMTAB, .sh_offset = offsetof(struct program, symbol), .sh_link = 4,
				.sh_size = symbols ? sizeof(p.symbol) : 0, .sh_entsize = sizeof(p.symbol[0]) },
			[2] = { .sh_name = NAME_LINES, .sh_type = SHT_PROGBITS, .sh_offset = 1, .sh_size = lines },
			[3] = { .sh_name = NAME_LINK, .sh_type = SHT_PROGBITS, .sh_offset = offsetof(struct program, link),
				.sh_size = *link ? sizeof(p.link) : 0 },
			[4] = { .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct program, names),
				.sh_size = sizeof(p.names) },
			[5] = { .sh_type = SHT_DYNSYM, .sh_offset = offsetof(struct program, dynamic), .sh_link = 4,
				.sh_size = sizeof(p.dynamic), .sh_entsize = sizeof(p.dynamic[0]) },
			[6] = { .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addr = LOADED_AT,
				.sh_offset = code, .sh_size = sizeof(p.code) },
		},
	};
	FILE *own = fopen("/proc/self/exe", "r"), *f = fopen(path, "w");

	assert_non_null(own);
	assert_non_null(f);
	assert_int_equal(fread(&p.head, sizeof(p.head), 1, own), 1);
	p.head.e_phoff = offsetof(struct program, segment);
	p.head.e_phentsize = sizeof(p.segment[0]);
	p.head.e_phnum = id ? 2 : 1;
	p.head.e_shoff = offsetof(struct program, section);
	p.head.e_shentsize = sizeof(p.section[0]);
	p.head.e_shnum = COUNT_OF(p.section);
	p.head.e_shstrndx = 4;
	snprintf(p.link, sizeof(p.link), "%s", link);
	assert_int_equal(fwrite(&p, sizeof(p), 1, f), 1);
	fclose(own);
	fclose(f);
	assert_int_equal(chmod(path, 0755), 0);
}

#endif
