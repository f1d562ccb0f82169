/* SPDX-License-Identifier: MIT */
/* Skips the options before perf's subcommand, and prints perf's version. */
#include "cli/perf/as_perf.h"

#include <stddef.h>
#include <string.h>

#include "base/str.h"

static const struct {
	const char *word;
	bool has_value;		/* in the next word, unless = stands after the word */
} own_options[] = {
	{ "-p", false }, { "--paginate", false }, { "--no-pager", false },
	{ "--debug", true }, { "--buildid-dir", true }, { "--debugfs-dir", true },
};

/* The words of the option that begins there; 0: none of perf's own. */
static int words_of(const char *word)
{
	for (size_t i = 0; i < sizeof(own_options) / sizeof(*own_options); i++) {
		size_t len = strlen(own_options[i].word);

		if (strncmp(word, own_options[i].word, len) != 0)
			continue;
		if (!word[len])
			return own_options[i].has_value ? 2 : 1;
		if (own_options[i].has_value && word[len] == '=')
			return 1;
	}
	return 0;
}

int as_perf_own_options(int argc, char *const *argv)
{
	int i = 1;

	while (i < argc && words_of(argv[i]))
		i += words_of(argv[i]);
	return (i < argc ? i : argc) - 1;
}

/* pstat uses none of the libraries of perf, so scripts that need one are told the truth. */
static const char *const libraries[][2] = {
	{ "dwarf", "HAVE_DWARF_SUPPORT" }, { "libelf", "HAVE_LIBELF_SUPPORT" },
	{ "libnuma", "HAVE_LIBNUMA_SUPPORT" }, { "libperl", "HAVE_LIBPERL_SUPPORT" },
	{ "libpython", "HAVE_LIBPYTHON_SUPPORT" }, { "libslang", "HAVE_SLANG_SUPPORT" },
	{ "libcrypto", "HAVE_LIBCRYPTO_SUPPORT" }, { "libunwind", "HAVE_LIBUNWIND_SUPPORT" },
	{ "zlib", "HAVE_ZLIB_SUPPORT" }, { "lzma", "HAVE_LZMA_SUPPORT" },
	{ "bpf", "HAVE_LIBBPF_SUPPORT" }, { "zstd", "HAVE_ZSTD_SUPPORT" }, { "libpfm4", "HAVE_LIBPFM" },
};

void as_perf_add_version(struct str *out, bool build)
{
	str_add(out, "perf version 6.12.0+pstat-" PSTAT_VERSION "\n");
	for (size_t i = 0; build && i < sizeof(libraries) / sizeof(*libraries); i++)
		str_addf(out, "%22s: [ OFF ]  # %s\n", libraries[i][0], libraries[i][1]);
}
