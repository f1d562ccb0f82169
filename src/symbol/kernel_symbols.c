/* SPDX-License-Identifier: MIT */
/* Reads the functions of the kernel and its modules from /proc/kallsyms. */
#include <string.h>

#include "base/number.h"
#include "base/str.h"
#include "host/rootfs.h"
#include "symbol/symbol_list.h"
#include "symbol/symbols.h"

enum { TEXT_MOST = 256 << 20, PAGE = 4096 };	/* twenty times what a large kernel has */

/*
 * "ffffffff81000000 T _text", behind a module's: "\t[ext4]".  Cut into names there.  False: it is none, such
 * as "$x" of modules on ARM and RISC-V, which marks code for disassemblers.
 */
static bool parse_kernel_line(struct symbol_entry *e, char *line)
{
	const char *p = number_take_hex(line, &e->symbol.start);
	char *name, *module;

	if (!p || p[0] != ' ' || !p[1] || p[2] != ' ' || !p[3])
		return false;
	name = line + (p + 3 - line);
	module = strchr(name, '\t');
	e->symbol.end = UINT64_MAX;
	e->symbol.name = name;
	e->is_open = true;
	e->is_data = !strchr("tTwW", p[1]);
	e->is_local = p[1] == 't';
	if (module)
		*module++ = '\0';
	if (module && *module == '[') {
		e->symbol.module = ++module;
		module[strcspn(module, "]")] = '\0';
	}
	return *name && *name != '$';
}

/* False: all addresses are 0. */
static bool parse_kernel_text(struct symbol_list *l, char *text)
{
	bool seen = false;
	char *next;

	for (; text; text = next) {
		struct symbol_entry e = { .is_open = false };

		next = strchr(text, '\n');
		if (next)
			*next++ = '\0';
		if (!parse_kernel_line(&e, text))
			continue;
		seen |= e.symbol.start != 0;
		symbol_list_add(l, &e);
	}
	return seen;
}

/* Between a module and what follows are no functions: its last one ends a page behind its own, at most. */
static void end_modules(struct symbols *s)
{
	for (size_t i = 0; i < s->n; i++) {
		struct symbol *this = &s->symbol[i];
		uint64_t most = this->start < UINT64_MAX - 2 * PAGE ? (this->start / PAGE + 2) * PAGE :
				UINT64_MAX;

		if (this->end > most && (i + 1 == s->n || !str_same_or_none(this->module, this[1].module)))
			this->end = most;
	}
}

bool symbols_parse_kernel(struct symbols *s, char *text)
{
	struct symbol_list list = { .n = 0 };
	bool seen = parse_kernel_text(&list, text);

	*s = (struct symbols){ .text = text };
	symbol_list_resolve(s, &list);
	end_modules(s);
	return seen;
}

static int fail_hidden(const struct rootfs *root, struct error *err)
{
	int hidden = 0;

	rootfs_read_int(root, &hidden, "proc/sys/kernel/kptr_restrict");
	error_set(err, ERROR_PERMISSION, 0,
		  "the kernel hides the addresses of its functions: kernel.kptr_restrict is %d", hidden);
	return error_hint(err, hidden > 1 ? "as root: sysctl kernel.kptr_restrict=1" :
			  "run pstat as root, or as root: sysctl kernel.kptr_restrict=0 "
			  "kernel.perf_event_paranoid=1");
}

int symbols_read_kernel(struct symbols *s, const struct rootfs *root, struct error *err)
{
	struct str text = {0};
	int rc = rootfs_read_whole(root, &text, TEXT_MOST, "proc/kallsyms");

	if (rc < 0) {
		str_release(&text);
		rootfs_set_error(err, rc, "/proc/kallsyms");
		if (rootfs_is_missing(rc))
			error_hint(err, "the kernel needs CONFIG_KALLSYMS");
		return -1;
	}
	if (symbols_parse_kernel(s, text.text))
		return 0;
	symbols_release(s);
	return fail_hidden(root, err);
}
