/* SPDX-License-Identifier: MIT */
/* Tests which file is believed to be the one that was mapped, and what its code is called else. */
#define _GNU_SOURCE
#include "test.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "count/sampling/sampled_files.h"
#include "host/record.h"
#include "host/rootfs.h"
#include "made_root.h"

enum { PID = 7, START = 0x400000, END = 0x500000, ID_SIZE = 20, AT = 0x1010 };

static struct root root;

/* --- programs ---------------------------------------------------------------------------------------- */

static const char strings[] = "\0run\0.symtab\0.strtab\0.text\0.note";

struct made_program {
	Elf64_Ehdr head;
	Elf64_Phdr load, note_load;
	struct { Elf64_Nhdr head; char name[4]; unsigned char id[ID_SIZE]; } note;
	Elf64_Sym symbol[2];
	char strings[sizeof(strings)];
	Elf64_Shdr section[5];
};

/* One function, run, at AT; all bytes of the build ID are `id`. */
static void put_program(const char *path, unsigned char id)
{
	const unsigned char order = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? ELFDATA2MSB : ELFDATA2LSB;
	struct made_program p = {
		.head = { .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, order, EV_CURRENT }, .e_type = ET_DYN,
			  .e_machine = EM_X86_64, .e_version = EV_CURRENT, .e_ehsize = sizeof(Elf64_Ehdr),
			  .e_phoff = offsetof(struct made_program, load), .e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 2,
			  .e_shoff = offsetof(struct made_program, section), .e_shentsize = sizeof(Elf64_Shdr),
			  .e_shnum = 5, .e_shstrndx = 2 },
		.load = { .p_type = PT_LOAD, .p_flags = PF_R | PF_X, .p_filesz = 0x2000, .p_memsz = 0x2000 },
		.note_load = { .p_type = PT_NOTE, .p_offset = offsetof(struct made_program, note),
			       .p_filesz = sizeof(p.note), .p_memsz = sizeof(p.note), .p_align = 4 },
		.note = { .head = { 4, ID_SIZE, NT_GNU_BUILD_ID }, .name = "GNU" },
		.symbol = { { 0 }, { .st_name = 1, .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), .st_shndx = 3,
				     .st_value = AT & ~0xf, .st_size = 0x100 } },
		.section = {
			{ 0 },
			{ .sh_name = 5, .sh_type = SHT_SYMTAB, .sh_offset = offsetof(struct made_program, symbol),
			  .sh_size = sizeof(p.symbol), .sh_link = 2, .sh_info = 1, .sh_entsize = sizeof(Elf64_Sym) },
			{ .sh_name = 13, .sh_type = SHT_STRTAB, .sh_offset = offsetof(struct made_program, strings),
			  .sh_size = sizeof(strings) },
			{ .sh_name = 21, .sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addr = 0x1000,
			  .sh_offset = 0x1000, .sh_size = 0x1000 },
			{ .sh_name = 27, .sh_type = SHT_NOTE, .sh_flags = SHF_ALLOC,
			  .sh_offset = offsetof(struct made_program, note), .sh_size = sizeof(p.note), .sh_addralign = 4 },
		},
	};
	static const char nothing[0x2000];
	char full[600];
	FILE *f;

	memset(p.note.id, id, ID_SIZE);
	memcpy(p.strings, strings, sizeof(strings));
	root_put(&root, path, "");
	snprintf(full, sizeof(full), "%s/%s", root.path, path);
	f = fopen(full, "w");
	assert_non_null(f);
	assert_int_equal(fwrite(&p, sizeof(p), 1, f), 1);
	assert_int_equal(fwrite(nothing, sizeof(nothing) - sizeof(p), 1, f), 1);
	fclose(f);
}

static int make_root(void **state)
{
	char full[600];

	(void)state;
	root_make(&root);
	put_program("bin/prog", 1);
	put_program("proc/7/root/bin/prog", 2);
	put_program("proc/7/root/bin/only", 3);
	put_program("proc/7/map_files/400000-500000", 4);
	root_put(&root, "bin/text", "no program\n");
	root_put(&root, "bin/folder", NULL);
	put_program("bin/with (deleted)", 5);
	snprintf(full, sizeof(full), "%s/bin/fifo", root.path);
	assert_int_equal(mkfifo(full, 0600), 0);
	return 0;
}

static int remove_root(void **state)
{
	(void)state;
	root_remove(&root);
	return 0;
}

/* --- which is believed ------------------------------------------------------------------------------- */

/* is: the file that the kernel mapped; NULL: one that is gone.  id: its build ID, if it tells one. */
static const struct {
	const char *path, *is;
	unsigned char id;
	pid_t pid;
	const char *name, *object;
} cases[] = {
	{ "/bin/prog", "proc/7/root/bin/prog", 0, PID, "run", "prog" },
	{ "/bin/prog", "proc/7/root/bin/prog", 2, PID, "run", "prog" },
	{ "/bin/prog", NULL, 2, PID, "run", "prog" },
	/* renamed or replaced: the process still has it */
	{ "/bin/prog", "proc/7/map_files/400000-500000", 0, PID, "run", "prog" },
	{ "/bin/prog", NULL, 4, PID, "run", "prog" },
	{ "/bin/gone", NULL, 4, PID, "run", "gone" },
	/* the process is gone */
	{ "/bin/prog", "bin/prog", 0, 8, "run", "prog" },
	{ "/bin/prog", NULL, 1, 8, "run", "prog" },
	{ "/bin/only", "proc/7/root/bin/only", 0, PID, "run", "only" },
	{ "/bin/only", "proc/7/root/bin/only", 0, 8, "[gone]", "only" },
	{ "/bin/with (deleted)", "bin/with (deleted)", 0, 8, "run", "with (deleted)" },
	/* another one */
	{ "/bin/prog", NULL, 0, PID, "[replaced]", "prog" },
	{ "/bin/prog", NULL, 9, PID, "[replaced]", "prog" },
	{ "/bin/prog", NULL, 2, 8, "[replaced]", "prog" },
	{ "/bin/text", NULL, 9, 8, "[replaced]", "text" },
	{ "/bin/gone", NULL, 0, 8, "[gone]", "gone" },
	{ "/bin/fifo", NULL, 0, 8, "[gone]", "fifo" },
	{ "/bin/folder", NULL, 0, 8, "[gone]", "folder" },
	{ "/bin/text", "bin/text", 0, 8, "[no symbols]", "text" },
	/* no file */
	{ "//anon", NULL, 0, PID, "[no symbols]", "[memory]" },
	{ "[heap]", NULL, 0, PID, "[no symbols]", "[memory]" },
	{ "[stack]", NULL, 0, PID, "[no symbols]", "[memory]" },
	{ "[stack:8]", NULL, 0, PID, "[no symbols]", "[memory]" },
	{ "[anon:jit]", NULL, 0, PID, "[no symbols]", "[memory]" },
	{ "/memfd:jit (deleted)", NULL, 0, PID, "[no symbols]", "[memory]" },
	{ "/SYSV00000000 (deleted)", NULL, 0, PID, "[no symbols]", "[memory]" },
	{ "/dev/zero (deleted)", NULL, 0, PID, "[no symbols]", "[memory]" },
	{ "[vsyscall]", NULL, 0, PID, "[vsyscall]", NULL },
	{ "[uprobes]", NULL, 0, PID, "[uprobes]", NULL },
};

static struct record_map mapped(const char *path, const char *is, const unsigned char *id)
{
	struct record_map m = { .start = START, .size = END - START, .path = path, .inode = 1 };
	char full[600];
	struct stat st;

	if (is) {
		snprintf(full, sizeof(full), "%s/%s", root.path, is);
		assert_int_equal(stat(full, &st), 0);
		m.inode = st.st_ino;
		m.major = major(st.st_dev);
		m.minor = minor(st.st_dev);
	}
	if (id) {
		m.build_id = id;
		m.n_build_id = ID_SIZE;
	}
	return m;
}

static void open_of(struct sampled_files *files, size_t file, pid_t pid)
{
	sampled_files_open(files, file, &(struct sampled_range){ pid, START, END });
}

static bool is_text(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static void only_the_file_that_was_mapped_is_believed(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct sampled_files files = { .root = &root.fs };
		struct function_name name;
		unsigned char id[ID_SIZE];
		struct record_map map = mapped(cases[i].path, cases[i].is, cases[i].id ? id : NULL);
		size_t file;

		memset(id, cases[i].id, sizeof(id));
		file = sampled_files_add(&files, &map);
		open_of(&files, file, cases[i].pid);
		sampled_files_name(&name, &files, file, cases[i].pid, AT);
		if (!is_text(name.name, cases[i].name) || !is_text(name.object, cases[i].object))
			fail_msg("case %zu, %s: %s (%s)", i, cases[i].path, name.name, name.object ? name.object : "");
		sampled_files_release(&files);
		assert_null(files.file);
	}
}

/* A file without a name is on a device 0:n, as is each one on btrfs and overlayfs. */
static void a_device_without_a_number_proves_nothing(void **state)
{
	static const struct { uint64_t other_inode; const char *name; } inodes[] = { { 0, "[no symbols]" }, { 1, "[replaced]" } };
	const int fd = memfd_create("file", 0);
	char path[64];
	struct stat st;
	struct rootfs whole;

	(void)state;
	assert_int_equal(rootfs_open(&whole, "/"), 0);
	assert_int_equal(fstat(fd, &st), 0);
	assert_int_equal(major(st.st_dev), 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	for (size_t i = 0; i < COUNT_OF(inodes); i++) {
		const struct record_map map = { .path = path, .major = 8, .minor = 1,
						 .inode = st.st_ino + inodes[i].other_inode };
		struct sampled_files files = { .root = &whole };
		size_t file = sampled_files_add(&files, &map);
		struct function_name name;

		open_of(&files, file, INT32_MAX);
		sampled_files_name(&name, &files, file, INT32_MAX, AT);
		assert_string_equal(name.name, inodes[i].name);
		sampled_files_release(&files);
	}
	rootfs_close(&whole);
	close(fd);
}

static void where_no_function_is(void **state)
{
	static const struct { uint64_t at; const char *name; } at[] = {
		{ 0xfff, "[unknown]" }, { 0x1000, "[unknown]" }, { 0x1010, "run" }, { 0x110f, "run" }, { 0x1110, "[unknown]" },
		{ UINT64_MAX, "[unknown]" },
	};
	struct sampled_files files = { .root = &root.fs };
	struct record_map map = mapped("/bin/prog", "bin/prog", NULL);
	size_t file = sampled_files_add(&files, &map);

	(void)state;
	open_of(&files, file, 8);
	for (size_t i = 0; i < COUNT_OF(at); i++) {
		struct function_name name;

		sampled_files_name(&name, &files, file, 8, at[i].at);
		assert_string_equal(name.name, at[i].name);
	}
	sampled_files_release(&files);
}

/* --- which are the same ------------------------------------------------------------------------------ */

static void the_same_file_has_one_number(void **state)
{
	static const unsigned char id[] = { 1, 2, 3 }, other[] = { 1, 2, 4 };
	static const struct record_map maps[] = {
		{ .path = "/a", .inode = 1 }, { .path = "/b", .inode = 1 }, { .path = "/a", .inode = 2 },
		{ .path = "/a", .inode = 1, .major = 1 }, { .path = "/a", .inode = 1, .minor = 1 },
		{ .path = "/a", .build_id = id, .n_build_id = 3 }, { .path = "/a", .build_id = other, .n_build_id = 3 },
		{ .path = "/a", .build_id = id, .n_build_id = 2 },
	};
	struct sampled_files files = { .root = &root.fs };

	(void)state;
	for (int again = 0; again < 2; again++)
		for (size_t i = 0; i < COUNT_OF(maps); i++)
			assert_int_equal(sampled_files_add(&files, &maps[i]), i);
	assert_int_equal(files.n, COUNT_OF(maps));
	sampled_files_release(&files);
}

static void too_many_files_share_a_name(void **state)
{
	struct sampled_files files = { .root = &root.fs };
	struct record_map map = { .path = "/a" };
	struct function_name name;

	(void)state;
	for (; map.inode < SAMPLED_FILES_MOST; map.inode++)
		assert_int_equal(sampled_files_add(&files, &map), map.inode);
	for (; map.inode < SAMPLED_FILES_MOST + 3; map.inode++)
		assert_int_equal(sampled_files_add(&files, &map), SAMPLED_FILES_MOST);
	map.inode = 5;
	assert_int_equal(sampled_files_add(&files, &map), 5);	/* one that is known */
	open_of(&files, SAMPLED_FILES_MOST, PID);
	sampled_files_name(&name, &files, SAMPLED_FILES_MOST, PID, 0);
	assert_string_equal(name.name, "[other files]");
	sampled_files_release(&files);
}

static void the_first_process_opens_it(void **state)
{
	struct sampled_files files = { .root = &root.fs };
	struct record_map map = mapped("/bin/only", "proc/7/root/bin/only", NULL);
	size_t file = sampled_files_add(&files, &map);
	struct function_name name;

	(void)state;
	assert_int_equal(files.file[file].fd, -1);
	open_of(&files, file, PID);
	assert_true(files.file[file].fd > 2);
	open_of(&files, file, 8);	/* that has no such file */
	sampled_files_next_run(&files);
	sampled_files_name(&name, &files, file, 8, AT);
	assert_string_equal(name.name, "run");
	assert_int_equal(files.file[file].fd, -1);
	sampled_files_release(&files);
}

static void another_process_may_have_it(void **state)
{
	static const struct { pid_t before; unsigned times; const char *name; } cases_of[] = {
		{ 8, 1, "run" }, { 8, 15, "run" }, { 8, 16, "[gone]" },
	};
	struct record_map map = mapped("/bin/only", "proc/7/root/bin/only", NULL);

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases_of); i++) {
		struct sampled_files files = { .root = &root.fs };
		size_t file = sampled_files_add(&files, &map);
		struct function_name name;

		for (unsigned n = 0; n < cases_of[i].times; n++) {
			open_of(&files, file, cases_of[i].before + (pid_t)n);
			open_of(&files, file, cases_of[i].before + (pid_t)n);	/* is no other one */
		}
		open_of(&files, file, PID);
		sampled_files_name(&name, &files, file, PID, AT);
		assert_string_equal(name.name, cases_of[i].name);
		sampled_files_release(&files);
	}
}

static void the_kernel(void **state)
{
	struct sampled_files files = { .root = &root.fs };
	struct function_name name;

	(void)state;
	sampled_files_name_kernel(&name, &files, 1);
	assert_string_equal(name.name, "[kernel]");
	assert_null(name.object);
	assert_true(files.kernel_problem.message[0]);	/* there is no kallsyms */
	sampled_files_release(&files);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_the_file_that_was_mapped_is_believed),
		cmocka_unit_test(a_device_without_a_number_proves_nothing),
		cmocka_unit_test(where_no_function_is),
		cmocka_unit_test(the_same_file_has_one_number),
		cmocka_unit_test(too_many_files_share_a_name),
		cmocka_unit_test(the_first_process_opens_it),
		cmocka_unit_test(another_process_may_have_it),
		cmocka_unit_test(the_kernel),
	};

	return cmocka_run_group_tests(tests, make_root, remove_root);
}
