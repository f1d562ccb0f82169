/* SPDX-License-Identifier: MIT */
/* Finds valgrind, builds its command line, and adds up the totals in the logs of its processes. */
#define _GNU_SOURCE
#include "host/valgrind.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/mem.h"
#include "host/file.h"
#include "host/kernel.h"
#include "host/launch.h"
#include "host/rootfs.h"

enum { VERSION_BYTES = 256 };

/* After the number of a process. */
static const char *const file_suffix[] = { [VALGRIND_NO_FILE] = "", [VALGRIND_LINES] = ".lines",
					   [VALGRIND_CALLS] = ".calls" };

/* --- valgrind itself --------------------------------------------------------------------------------- */

static const char *search_path(void)
{
	const char *path = getenv("PATH");

	return path ? path : "/bin:/usr/bin";
}

/* Takes the first folder from the rest of a search path; false: there is no rest. */
static bool next_folder(struct str *out, const char **rest)
{
	size_t n = *rest ? strcspn(*rest, ":") : 0;

	if (!*rest)
		return false;
	str_reset(out);
	str_add_n(out, *rest, n);
	*rest = (*rest)[n] ? *rest + n + 1 : NULL;
	return true;
}

char *valgrind_find(const struct rootfs *root)
{
	return launch_find_helper(root, "valgrind", NULL);
}

const char *valgrind_install_command(const struct rootfs *root)
{
	static const struct { const char *program, *command; } managers[] = {
		{ "usr/bin/apt-get", "apt-get install valgrind" },
		{ "usr/bin/dnf", "dnf install valgrind" },
		{ "sbin/apk", "apk add valgrind" },
		{ "usr/bin/pacman", "pacman -S valgrind" },
		{ "usr/bin/zypper", "zypper install valgrind" },
	};

	for (size_t i = 0; i < sizeof(managers) / sizeof(*managers); i++)
		if (rootfs_has(root, "%s", managers[i].program) == 1)
			return managers[i].command;
	return NULL;
}

/* "Valgrind-3.19.0-8d3c" or "valgrind-3.19.0" gives "3.19.0". */
static void copy_version(char *out, size_t size, const char *text)
{
	size_t n;

	text += strcspn(text, "0123456789\n");
	n = strspn(text, "0123456789.");
	snprintf(out, size, "%.*s", (int)(n < size ? n : size - 1), text);
}

/* A text that is never changed, as an argument. */
static char *fixed(const char *text)
{
	return (char *)(uintptr_t)text;
}

int valgrind_ask_version(struct str *out, const struct kernel *k, const char *path)
{
	char *argv[] = { fixed(path), fixed("--command-line-only=yes"), fixed("--version"), NULL };
	const struct launch_question q = { .argv = argv, .most = VERSION_BYTES, .longest_ns = 10000000000,
				    .errors = true };
	struct str text = {0};
	char version[32] = "";

	if (launch_ask(&text, k, &q) == 0)
		copy_version(version, sizeof(version), str_text(&text));
	str_release(&text);
	str_reset(out);
	str_add(out, version);
	return version[0] ? 0 : -1;
}

static int fail_missing(const struct rootfs *root, struct error *err)
{
	const char *command = valgrind_install_command(root);

	error_set(err, ERROR_NOT_FOUND, 0,
		  "valgrind is not installed, and it counts the events valgrind/.../");
	return error_hint(err, "install the package valgrind%s%s", command ? ": " : "",
			  command ? command : "");
}

/* --- the program ------------------------------------------------------------------------------------- */

/* As execvp() searches, so that valgrind finds the same file.  0, or why there is none. */
static int find_program(struct str *out, const char *name)
{
	const char *rest = search_path();
	int why = ENOENT;

	if (strchr(name, '/')) {
		str_add(out, name);
		return access(name, X_OK) == 0 ? 0 : errno;
	}
	while (next_folder(out, &rest)) {
		struct stat st;

		str_addf(out, "%s%s", out->len ? "/" : "", name);
		if (stat(out->text, &st) == 0 && S_ISREG(st.st_mode)) {
			if (access(out->text, X_OK) == 0)
				return 0;
			why = errno;
		}
	}
	return why;
}

/* valgrind refuses them even where they would gain nothing. */
static const char *privilege_of(const char *path, const struct stat *st)
{
	if (st->st_mode & S_ISUID)
		return "a set-user-ID bit";
	if (st->st_mode & S_ISGID)
		return "a set-group-ID bit";
	return getxattr(path, "security.capability", NULL, 0) > 0 ? "capabilities" : NULL;
}

/* The e_machine of an ELF file, EM_NONE: it is something else, such as a script. */
static unsigned machine_of(const char *path)
{
	LOCAL(str) start = {0};
	unsigned machine = EM_NONE;

	if (file_read_start(&start, path, sizeof(Elf32_Ehdr)) == 0 && start.len >= sizeof(Elf32_Ehdr) &&
	    memcmp(start.text, ELFMAG, SELFMAG) == 0) {
		const unsigned char *at = (const unsigned char *)start.text + offsetof(Elf32_Ehdr, e_machine);

		machine = start.text[EI_DATA] == ELFDATA2MSB ? at[0] * 256u + at[1] : at[1] * 256u + at[0];
	}
	return machine;
}

/* valgrind emulates its own processor, and some builds also the older one of 32 bits. */
static bool is_foreign(const char *path)
{
	static const unsigned related[][2] = {
		{ EM_X86_64, EM_386 }, { EM_AARCH64, EM_ARM }, { EM_PPC64, EM_PPC },
	};
	unsigned program = machine_of(path), own = machine_of("/proc/self/exe");

	for (size_t i = 0; i < sizeof(related) / sizeof(*related); i++)
		if (own == related[i][0] && program == related[i][1])
			return false;
	return program != EM_NONE && own != EM_NONE && program != own;
}

/* Says what is wrong before valgrind says it in its own words. */
int valgrind_check_program(const char *name, struct error *err)
{
	LOCAL(str) path = {0};
	struct stat st = {0};
	int why = find_program(&path, name), rc = -1;
	const char *privilege;

	if (!why && stat(str_text(&path), &st) == 0 && S_ISDIR(st.st_mode))
		why = EISDIR;
	privilege = why ? NULL : privilege_of(path.text, &st);
	if (why) {
		error_set(err, ERROR_EXEC, why, "cannot run '%s': %s", name, strerror(why));
	} else if (privilege) {
		error_set(err, ERROR_PERMISSION, 0, "valgrind cannot run '%s', which has %s", name,
			  privilege);
		error_hint(err, "count a copy of it without: cp '%s' copy", path.text);
	} else if (access(path.text, R_OK) < 0) {
		error_set(err, ERROR_PERMISSION, errno, "valgrind cannot read '%s': %s", name,
			  strerror(errno));
	} else if (is_foreign(path.text)) {
		error_set(err, ERROR_UNSUPPORTED, 0,
			  "valgrind cannot run '%s', which is for another processor", name);
	} else {
		rc = 0;
	}
	return rc;
}

/* --- before a run ------------------------------------------------------------------------------------ */

static int make_folder(struct valgrind *v, struct error *err)
{
	struct str path = {0};

	str_addf(&path, "%s/pstat-valgrind.XXXXXX", file_temp_folder());
	if (!mkdtemp(path.text)) {
		error_set(err, ERROR_SYSTEM, errno, "cannot create a folder for valgrind, '%s': %s",
			  path.text, strerror(errno));
		str_release(&path);
		return -1;
	}
	v->folder = path.text;
	return 0;
}

/* valgrind expands %p to the process, and %% to a percent sign. */
static char *option_of_file(const char *option, const char *folder, const char *name, const char *suffix)
{
	struct str text = {0};

	str_add(&text, option);
	for (; *folder; folder++)
		if (*folder == '%')
			str_add(&text, "%%");
		else
			str_add_n(&text, folder, 1);
	str_addf(&text, "%s%s", name, suffix);
	return text.text;
}

/* A limit may let the log be written, but not a longer file. */
static bool files_may_grow(void)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_FSIZE, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY;
}

/* The options that depend on the tool; returns how many there are. */
static size_t add_tool(struct valgrind *v, const struct valgrind_wish *wish)
{
	const unsigned data = 1u << VALGRIND_DATA_READS | 1u << VALGRIND_DATA_WRITES;
	const unsigned branches = 1u << VALGRIND_CONDITIONAL_BRANCHES | 1u << VALGRIND_INDIRECT_BRANCHES;
	bool calls = wish->file == VALGRIND_CALLS;
	const char *option = calls ? "--callgrind-out-file=" : "--cachegrind-out-file=";
	size_t n = 0;

	v->file_option = v->file ? option_of_file(option, v->folder, "/%p", file_suffix[v->file]) :
			 option_of_file(option, "/dev/null", "", "");
	v->argv[n++] = v->path;
	v->argv[n++] = fixed("--command-line-only=yes");
	v->argv[n++] = fixed(calls ? "--tool=callgrind" : "--tool=cachegrind");
	v->argv[n++] = fixed(wish->counts & data ? "--cache-sim=yes" : "--cache-sim=no");
	v->argv[n++] = fixed(wish->counts & branches ? "--branch-sim=yes" : "--branch-sim=no");
	v->argv[n++] = v->file_option;
	if (calls)		/* a program may ask for a part of it before its end */
		v->argv[n++] = fixed("--combine-dumps=yes");
	return n;
}

int valgrind_prepare(struct valgrind *v, const struct rootfs *root, char *const *command,
		     const struct valgrind_wish *wish, struct error *err)
{
	enum { OPTIONS = 13 };
	size_t n, words = 0;

	*v = (struct valgrind){ .root = root, .path = valgrind_find(root) };
	if (!v->path)
		return fail_missing(root, err);
	if (valgrind_check_program(command[0], err) < 0 || make_folder(v, err) < 0)
		return -1;
	while (command[words])
		words++;
	v->file = files_may_grow() ? wish->file : VALGRIND_NO_FILE;
	v->log_option = option_of_file("--log-file=", v->folder, "/%p", "");
	v->argv = mem_zeroed(OPTIONS + words + 1, sizeof(*v->argv));
	n = add_tool(v, wish);
	v->argv[n++] = v->log_option;
	v->argv[n++] = fixed(wish->children ? "--trace-children=yes" : "--trace-children=no");
	v->argv[n++] = fixed("--vgdb=no");	/* no FIFOs in /tmp */
	v->argv[n++] = fixed("-v");		/* the log says which programs start */
	v->argv[n++] = fixed("--");
	memcpy(v->argv + n, command, words * sizeof(*command));
	return 0;
}

/* The names of the logs, and of what the command may have put there; none if the folder cannot be read. */
static struct file_names list_logs(const char *folder)
{
	struct file_names names = { .n = 0 };
	struct rootfs root;

	if (rootfs_open(&root, folder) < 0)
		return names;
	rootfs_list(&root, &names, ".");
	rootfs_close(&root);
	return names;
}

bool valgrind_may_wait(const struct valgrind *v)
{
	LOCAL(file_names) names = list_logs(v->folder);
	bool found = false;

	for (size_t i = 0; i < names.n && !found; i++) {
		LOCAL(str) path = {0};
		struct stat st;

		str_addf(&path, "%s/%s", v->folder, names.name[i]);
		found = stat(path.text, &st) == 0 && S_ISFIFO(st.st_mode);
	}
	return found;
}

bool valgrind_has_room(const struct valgrind *v)
{
	const unsigned long long piece = 65536;		/* what is written at once is smaller */
	struct statvfs fs;

	return statvfs(v->folder, &fs) < 0 || !fs.f_blocks || fs.f_bavail * fs.f_frsize >= piece;
}

/*
 * Whatever the command has made of it: links are removed, not followed, and what is mounted stays (EBUSY).
 * at: the folder that it is in.
 */
static void remove_tree(int at, const char *name)
{
	LOCAL(file_names) names = {0};
	struct rootfs folder;

	if (unlinkat(at, name, 0) == 0 || unlinkat(at, name, AT_REMOVEDIR) == 0 ||
	    (errno != ENOTEMPTY && errno != EEXIST))
		return;
	folder.dirfd = openat(at, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (folder.dirfd < 0)
		return;
	rootfs_list(&folder, &names, ".");
	for (size_t i = 0; i < names.n; i++)
		remove_tree(folder.dirfd, names.name[i]);
	rootfs_close(&folder);
	unlinkat(at, name, AT_REMOVEDIR);
}

void valgrind_release(struct valgrind *v)
{
	if (v->folder)
		remove_tree(AT_FDCWD, v->folder);
	free(v->log_option);
	free(v->file_option);
	free(v->argv);
	free(v->folder);
	free(v->path);
	*v = (struct valgrind){0};
}

/* --- logs -------------------------------------------------------------------------------------------- */

/* "==123== text" gives "text"; NULL: another line. */
static const char *text_of_line(const char *line)
{
	const char *mark = strncmp(line, "==", 2) == 0 ? "==" : strncmp(line, "--", 2) == 0 ? "--" : NULL;
	size_t digits = mark ? strspn(line + 2, "0123456789") : 0;

	if (!digits || strncmp(line + 2 + digits, mark, 2) != 0)
		return NULL;
	line += 2 + digits + 2;
	return line + strspn(line, " ");
}

/* After the name of a total, which is written with any number of blanks.  NULL: the line is another one. */
static const char *after_name(const char *text, const char *name)
{
	for (; *name; name++) {
		if (*name == ' ') {
			if (*text != ' ')
				return NULL;
			text += strspn(text, " ");
		} else if (*text++ != *name) {
			return NULL;
		}
	}
	return text;
}

/* "1,234,567" after blanks and "("; *text is moved behind it.  False: it is no such number, or too large. */
static bool read_number(uint64_t *value, const char **text)
{
	size_t n;

	*value = 0;
	*text += strspn(*text, " (");
	n = strspn(*text, "0123456789,");
	for (; n > 0; n--, ++*text)
		if (**text != ',' && (__builtin_mul_overflow(*value, 10, value) ||
				      __builtin_add_overflow(*value, (unsigned)(**text - '0'), value)))
			return false;
	return (*text)[-1] >= '0' && (*text)[-1] <= '9';
}

/* "12", or "5 (3 rd + 2 wr)" */
static bool valgrind_read_counts(uint64_t *whole, uint64_t *first, uint64_t *second, const char *text)
{
	if (!read_number(whole, &text))
		return false;
	if (!first)
		return true;
	if (!read_number(first, &text))
		return false;
	text += strcspn(text, "+\n");
	text += *text == '+';
	return read_number(second, &text);
}

/* The totals at the end: "I refs: 12", "D refs: 5 (3 rd + 2 wr)", "Branches: 7 (6 cond + 1 ind)". */
static void read_totals(struct valgrind_log *log, const char *text)
{
	static const struct { const char *name; enum valgrind_count first, second; } lines[] = {
		{ "I refs:", VALGRIND_INSTRUCTIONS, VALGRIND_COUNTS },
		{ "D refs:", VALGRIND_DATA_READS, VALGRIND_DATA_WRITES },
		{ "Branches:", VALGRIND_CONDITIONAL_BRANCHES, VALGRIND_INDIRECT_BRANCHES },
	};

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		const char *at = after_name(text, lines[i].name);
		uint64_t *first = &log->count[lines[i].first], whole;
		uint64_t *second = lines[i].second < VALGRIND_COUNTS ? &log->count[lines[i].second] : NULL;

		if (!at || !strchr(at, '\n'))	/* a full disk cuts the last line, and a number in it */
			continue;
		log->complete = true;
		log->unreadable |=
			!valgrind_read_counts(second ? &whole : first, second ? first : NULL, second, at);
	}
}

/* Copies up to the end of the line, without backslashes, and as valgrind writes what is not ASCII. */
static void copy_line(char *out, size_t size, const char *text)
{
	size_t n = 0;

	for (; *text && *text != '\n' && n + 1 < size; text++)
		if (*text != '\\')
			out[n++] = *text < ' ' || *text > '~' ? '_' : *text;
	out[n] = '\0';
}

static bool begins_with(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

/* unknown: an earlier line told of an instruction that valgrind does not know. */
static void parse_line(struct valgrind_log *log, const char *text, bool *unknown)
{
	static const char refused[] = "Warning: Can't execute setuid/setgid/setcap executable: ";
	static const char command[] = "Command: ", version[] = "Using Valgrind-";
	static const char ended[] = "Process terminating ", cpu[] = "Arch and hwcaps: ";
	char line[sizeof(log->cpu) + 32];
	const char *last;

	if (begins_with(text, version)) {
		copy_version(log->version, sizeof(log->version), text);
	} else if (begins_with(text, command)) {
		copy_line(log->command, sizeof(log->command), text + strlen(command));
	} else if (begins_with(text, refused)) {
		copy_line(log->refused, sizeof(log->refused), text + strlen(refused));
	} else if (begins_with(text, cpu)) {	/* "AMD64, LittleEndian, amd64-cx16-avx2" */
		copy_line(line, sizeof(line), text + strlen(cpu));
		last = strrchr(line, ' ');
		copy_line(log->cpu, sizeof(log->cpu), last ? last + 1 : line);
	} else if (begins_with(text, ended)) {
		copy_line(line, sizeof(line), text);
		log->unknown_instruction = *unknown && strstr(line, "(SIGILL)");
	} else {
		log->started |= begins_with(text, "Scheduler: using ");
		log->lost |= begins_with(text, "... so simulation results will be missing");
		*unknown |= begins_with(text, "valgrind: Unrecognised instruction ");
		read_totals(log, text);
	}
}

void valgrind_parse_log(struct valgrind_log *log, const char *text)
{
	bool unknown = false;

	*log = (struct valgrind_log){ .complete = false };
	while (text && *text) {
		const char *line = text_of_line(text), *end = strchr(text, '\n');

		if (line)
			parse_line(log, line, &unknown);
		text = end ? end + 1 : NULL;
	}
}

/* --- objects ----------------------------------------------------------------------------------------- */

/* Its preloaded libraries and its tool. */
static bool is_of_valgrind(const char *path)
{
	const char *name = strrchr(path, '/');

	name = name ? name + 1 : path;
	return begins_with(name, "vgpreload_") || begins_with(name, "cachegrind-");
}

bool valgrind_next_object(struct str *path, bool *has_symbols, const char **text)
{
	static const char reading[] = "Reading syms from ", none[] = "object doesn't have a symbol table";
	bool found = false;

	while (*text && **text) {
		const char *line = text_of_line(*text), *end = strchr(*text, '\n');
		bool is_next = line && begins_with(line, reading);

		if (is_next && found)
			return true;
		if (is_next && end) {
			str_reset(path);
			line += strlen(reading);
			str_add_n(path, line, (size_t)(end - line));
			*has_symbols = true;
			found = !is_of_valgrind(str_text(path));
		} else if (found && line && begins_with(line, none)) {
			*has_symbols = false;
		}
		*text = end ? end + 1 : NULL;
	}
	return found;
}

/* --- the sum ----------------------------------------------------------------------------------------- */

/* What is wrong with one process, if anything, as a clause. */
static void find_problem(struct valgrind_result *r, const struct valgrind_log *log)
{
	LOCAL(str) name = {0}, text = {0};

	if (r->problem[0])
		return;
	str_add_line(&name, log->refused[0] ? log->refused : log->command);
	if (log->unknown_instruction)
		str_addf(&text, "'%s' ended at an instruction that valgrind does not know", str_text(&name));
	else if (log->refused[0])
		str_addf(&text, "valgrind may not run '%s', which has a set-user-ID or set-group-ID bit or "
			 "capabilities", str_text(&name));
	else if (log->running)
		str_addf(&text, "'%s' still ran when the command had ended", str_text(&name));
	else if (log->lost)
		str_addf(&text, "'%s' hid files from valgrind, as chroot() does, and its counts are lost",
			 str_text(&name));
	else if (log->complete && (log->unreadable || !log->count[VALGRIND_INSTRUCTIONS]))
		str_addf(&text, "valgrind's total of '%s' is no number of instructions", str_text(&name));
	else if (!log->complete)
		str_addf(&text, "'%s' was killed with SIGKILL, or executed what valgrind cannot follow",
			 str_text(&name));
	snprintf(r->problem, sizeof(r->problem), "%s", str_text(&text));
}

static void add_log(struct valgrind_result *r, const struct valgrind_log *log)
{
	for (int i = 0; i < VALGRIND_COUNTS; i++)
		if (__builtin_add_overflow(r->count[i], log->count[i], &r->count[i]) && !r->problem[0])
			snprintf(r->problem, sizeof(r->problem), "the sum of its processes has over 64 bits");
	if (!r->version[0])
		memcpy(r->version, log->version, sizeof(r->version));
	if (!r->cpu[0])
		memcpy(r->cpu, log->cpu, sizeof(r->cpu));
	r->processes++;
	r->forked += !log->started;
	find_problem(r, log);
}

/* The log has the start of the command; arguments with line ends are not compared. */
static bool is_command(const struct valgrind_log *log, char *const *command)
{
	char want[sizeof(log->command)];
	LOCAL(str) words = {0};

	str_add_words(&words, command);
	copy_line(want, sizeof(want), words.text);
	return strcmp(log->command, want) == 0;
}

enum { FILE_MOST = 64 << 20 };

/* What the logs are added up for, and who else wants to know. */
struct collection {
	struct valgrind_result *result;
	const struct valgrind *v;
	valgrind_visit *visit; void *ctx;
};

/* A process that ended while it wrote its lines, or could not begin to, may go well without them. */
static void visit_process(const struct collection *c, const struct valgrind_log *log, const char *text,
			  const char *name)
{
	struct valgrind_process p = { .log = log, .log_text = text };
	LOCAL(str) path = {0}, file = {0};

	str_addf(&path, "%s/%s%s", c->v->folder, name, file_suffix[c->v->file]);
	if (log->lost)
		c->result->lines_lost =
			"a process could not write its file for them, as after chroot() or setuid()";
	else if (!log->complete && !log->running && access(path.text, F_OK) == 0)
		c->result->lines_lost = "a process was killed while it wrote its file for them";
	if (c->visit && !c->result->problem[0]) {
		p.error = file_read_regular(&file, path.text, FILE_MOST);
		str_add(&file, "");
		p.file = file.text;
		p.n_bytes = file.len;
		c->visit(c->ctx, &p);
	}
}

/* name: the number of the process.  0 or -errno. */
static int read_process(struct valgrind_log *log, const struct collection *c, const char *name)
{
	const struct valgrind *v = c->v;
	LOCAL(str) path = {0}, text = {0};
	int rc;

	str_addf(&path, "%s/%s", v->folder, name);
	rc = file_read_regular(&text, path.text, FILE_MOST);
	if (rc == 0) {
		valgrind_parse_log(log, str_text(&text));
		log->running = !log->complete && rootfs_has(v->root, "proc/%s", name) == 1;
		add_log(c->result, log);
		if (v->file)
			visit_process(c, log, str_text(&text), name);
	}
	return rc;
}

/* Its name is the number of a process; the command may put other things there. */
static bool is_log(const char *name)
{
	return name[strspn(name, "0123456789")] == '\0';
}

static void fail_log(struct valgrind_result *r, const struct valgrind *v, int rc)
{
	if (r->problem[0])
		return;
	r->gone = true;
	if (access(v->folder, F_OK) < 0)
		snprintf(r->problem, sizeof(r->problem), "the folder of its logs was removed while it ran");
	else
		snprintf(r->problem, sizeof(r->problem), "the log of one of its processes cannot be read: %s",
			 file_error_text(rc));
}

int valgrind_collect(struct valgrind_result *r, const struct valgrind *v, char *const *command, pid_t pid,
		     bool children, valgrind_visit *visit, void *ctx)
{
	const struct collection c = { r, v, visit, ctx };
	struct file_names names;
	struct valgrind_log log;
	char first[24];
	int rc;

	*r = (struct valgrind_result){ .processes = 0 };
	chmod(v->folder, S_IRWXU);	/* the command may have changed that */
	snprintf(first, sizeof(first), "%d", (int)pid);
	rc = read_process(&log, &c, first);
	if (rc == -ENOENT && access(v->folder, F_OK) == 0)
		return -1;
	if (rc < 0) {
		fail_log(r, v, rc);
		return 0;
	}
	r->replaced = !is_command(&log, command);
	names = list_logs(v->folder);
	for (size_t i = 0; i < names.n && children; i++) {
		if (strcmp(names.name[i], first) == 0 || !is_log(names.name[i]))
			continue;
		rc = read_process(&log, &c, names.name[i]);
		if (rc < 0)
			fail_log(r, v, rc);
	}
	file_names_release(&names);
	return 0;
}
