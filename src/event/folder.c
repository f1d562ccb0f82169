/* SPDX-License-Identifier: MIT */
/* Which files of a folder are about this CPU? */
#include "event/folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/mem.h"
#include "base/str.h"
#include "event/catalog.h"
#include "event/event_file.h"
#include "host/cpuid.h"
#include "host/file.h"
#include "host/rootfs.h"

enum { MAP_MOST = 1 << 20, TOLD_MOST = 4 };

enum field { FIELD_CPU, FIELD_VERSION, FIELD_FILE, FIELD_TYPE, FIELD_CORE, FIELD_MODEL, FIELD_ROLE, FIELDS };

struct files {
	struct event_file *file; size_t n;
};

/* --- folders ----------------------------------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
	size_t len = strlen(text), n = strlen(end);

	return len >= n && strcmp(text + len - n, end) == 0;
}

static void add_file(struct files *files, const char *path)
{
	files->file = mem_resize(files->file, files->n + 1, sizeof(*files->file));
	event_file_load(&files->file[files->n++], path);
}

/* Each .json file in it, in the order of their names.  A negative errno: it cannot be looked into. */
static int load_folder(struct files *files, const char *path)
{
	struct rootfs root;
	struct names names;
	int rc = rootfs_open(&root, path);

	if (rc < 0)
		return rc;
	rc = rootfs_list(&root, &names, "/");
	for (size_t i = 0; rc >= 0 && i < names.n; i++) {
		struct str file = {0};

		if (!ends_with(names.name[i], ".json"))
			continue;
		str_addf(&file, "%s/%s", path, names.name[i]);
		add_file(files, file.text);
		str_release(&file);
	}
	if (rc >= 0)
		names_release(&names);
	rootfs_close(&root);
	return rc < 0 ? rc : 0;
}

static void release_files(struct files *files)
{
	for (size_t i = 0; i < files->n; i++)
		event_file_release(&files->file[i]);
	free(files->file);
	*files = (struct files){0};
}

static void read_files(const struct event_reading *r, const struct files *files)
{
	for (size_t i = 0; i < files->n; i++)
		event_file_read(r, &files->file[i]);
}

/* --- the map ------------------------------------------------------------------------------------- */

/* A file, or a folder of files. */
static void read_target(const struct event_reading *r, const char *folder, const char *name)
{
	struct files files = {0};
	struct str path = {0};
	int rc = 0;

	str_addf(&path, "%s%s%s", folder, *name ? "/" : "", name);
	if (ends_with(name, ".json"))
		add_file(&files, path.text);
	else
		rc = load_folder(&files, path.text);
	if (rc < 0)
		event_file_complain(r, path.text, rc == -ENOENT ? "there is no such folder"
								: file_reason(rc));
	read_files(r, &files);
	release_files(&files);
	str_release(&path);
}

/* A field may stand in quotes, and then have commas; a quote in it is two.  Returns what follows it. */
static char *take_field(char *at, char **field)
{
	bool quoted = *at == '"';
	char *out = at;
	bool last;

	*field = at;
	at += quoted;
	while (*at && (quoted || *at != ',')) {
		if (quoted && *at == '"' && *++at != '"') {
			quoted = false;
			continue;
		}
		*out++ = *at++;
	}
	last = !*at;
	*out = '\0';
	return last ? NULL : at + 1;
}

/* Fields that are not there are "".  Returns how many are. */
static size_t split_row(char *row, char **field)
{
	char *nothing = row + strlen(row);
	size_t n = 0;

	while (n < FIELDS && row)
		row = take_field(row, &field[n++]);
	for (size_t i = n; i < FIELDS; i++)
		field[i] = nothing;
	return n;
}

/* Of CPUs with cores of several kinds a file is about one kind.  NULL: an unknown one. */
static const char *unit_of(const char *role)
{
	static const struct { const char *role, *unit; } roles[] = {
		{ "", "" }, { "Core", "cpu_core" }, { "Atom", "cpu_atom" },
		{ "LowPower_Core", "cpu_lowpower" },
	};

	for (size_t i = 0; i < sizeof(roles) / sizeof(*roles); i++)
		if (str_casecmp(roles[i].role, role) == 0)
			return roles[i].unit;
	return NULL;
}

struct target {			/* what rows of this CPU name */
	const char *name;	/* a text of the map */
	const char *unit;	/* what it is about; "": what it says, or the core */
	size_t line;		/* of the last of these rows */
};

struct map {
	struct event_reading *r;
	const char *folder, *path;
	size_t line, bad;
	bool found;			/* a row of this CPU */
	struct target *target; size_t n_targets;
	struct index by_name;
};

__attribute__((format(printf, 2, 3)))
static void complain(struct map *m, const char *fmt, ...)
{
	struct str why = {0};
	va_list ap;

	if (m->bad++ < TOLD_MOST) {
		str_addf(&why, "line %zu: ", m->line);
		va_start(ap, fmt);
		str_vaddf(&why, fmt, ap);
		va_end(ap);
		event_file_complain(m->r, m->path, why.text);
	}
	str_release(&why);
}

/* Out of the folder: a map says what the files in it are about, and others are not its business. */
static bool leads_out(const char *name)
{
	for (const char *at = name; *at; at += strspn(at, "/")) {
		size_t len = strcspn(at, "/");

		if (len == 2 && strncmp(at, "..", 2) == 0)
			return true;
		at += len;
	}
	return false;
}

/* One way of writing it: vendors begin with a slash, which is the folder's, and "a//./b" is a/b. */
static void tidy(char *name)
{
	char *from = name, *to = name;

	for (; *from; from += strspn(from, "/")) {
		size_t len = strcspn(from, "/");

		if (len && !(len == 1 && *from == '.')) {
			if (to > name)
				*to++ = '/';
			memmove(to, from, len);
			to += len;
		}
		from += len;
	}
	*to = '\0';
}

static bool is_target(const void *list, size_t at, const void *key)
{
	const struct target *x = (const struct target *)list + at, *y = key;

	return strcmp(x->name, y->name) == 0 && strcmp(x->unit, y->unit) == 0;
}

/*
 * Each is read once, as often as it is named: a short map would else take a long file's time and memory for
 * each of its rows.
 */
static void add_target(struct map *m, char *name, const char *unit)
{
	struct target t = { name, unit, m->line };
	uint64_t hash;
	ptrdiff_t at;

	tidy(name);
	hash = index_hash(index_hash(0, unit), name);
	at = index_find(&m->by_name, hash, is_target, m->target, &t);
	if (at == INDEX_NONE) {
		m->target = mem_grow(m->target, m->n_targets, sizeof(*m->target));
		index_add(&m->by_name, hash, m->n_targets);
		m->target[m->n_targets++] = t;
	} else {
		m->target[at].line = m->line;
	}
}

static int by_line(const void *a, const void *b)
{
	const struct target *x = a, *y = b;

	return (x->line > y->line) - (x->line < y->line);
}

/* In the order of their last rows: of events of one name that of the row furthest down counts. */
static void read_targets(struct map *m)
{
	if (m->n_targets)
		qsort(m->target, m->n_targets, sizeof(*m->target), by_line);
	for (size_t i = 0; i < m->n_targets; i++) {
		m->r->unit = *m->target[i].unit ? m->target[i].unit : NULL;
		read_target(m->r, m->folder, m->target[i].name);
	}
	m->r->unit = NULL;
	free(m->target);
	index_release(&m->by_name);
}

static void read_row(struct map *m, char *row)
{
	const char *cpuid = m->r->catalog->cpuid, *unit;
	char *field[FIELDS];
	size_t n;

	row[strcspn(row, "\r")] = '\0';
	if (row[0] == '#' || !row[strspn(row, " \t,")])
		return;
	n = split_row(row, field);
	if (strcmp(field[FIELD_CPU], "Family-model") == 0)
		return;
	if (n <= FIELD_FILE || !*field[FIELD_FILE]) {
		complain(m, "it has no third field, which names a file or folder");
	} else if (leads_out(field[FIELD_FILE])) {
		complain(m, "'%s' leads out of the folder", field[FIELD_FILE]);
	} else if (!cpuid_is_pattern(field[FIELD_CPU])) {
		complain(m, "'%s' is no pattern of CPUs", field[FIELD_CPU]);
	} else if (cpuid && cpuid_matches(cpuid, field[FIELD_CPU])) {
		m->found = true;
		unit = unit_of(field[FIELD_ROLE]);
		if (!unit)
			complain(m, "no PMU is known of cores '%s'", field[FIELD_ROLE]);
		else
			add_target(m, field[FIELD_FILE], unit);
	}
}

static void tell_nothing_for_cpu(const struct event_reading *r, const char *folder)
{
	struct str why = {0};

	str_addf(&why, "it has nothing for CPU %s", r->catalog->cpuid ? r->catalog->cpuid : "(unknown)");
	event_file_complain(r, folder, why.text);
	str_release(&why);
}

static void read_map(struct event_reading *r, const char *folder, const char *path, char *text)
{
	struct map m = { .r = r, .folder = folder, .path = path };
	struct str why = {0};
	char *row = text, *next;

	for (; row; row = next) {
		next = strchr(row, '\n');
		if (next)
			*next++ = '\0';
		m.line++;
		read_row(&m, row);
	}
	if (m.bad > TOLD_MOST) {
		str_addf(&why, "%zu more rows are left out", m.bad - TOLD_MOST);
		event_file_complain(r, path, why.text);
		str_release(&why);
	}
	read_targets(&m);
	if (!m.found)
		tell_nothing_for_cpu(r, folder);
}

/* false: there is none. */
static bool read_mapped(struct event_reading *r, const char *folder)
{
	struct str path = {0}, text = {0};
	struct files standard = {0};
	int rc;

	str_addf(&path, "%s/mapfile.csv", folder);
	rc = file_read_regular(&text, path.text, MAP_MOST);
	if (rc < 0 && rc != -ENOENT && rc != -ENOTDIR)
		event_file_complain(r, path.text, file_reason(rc));
	if (rc == 0) {
		load_folder(&standard, folder);
		for (size_t i = 0; i < standard.n; i++)
			if (standard.file[i].why)
				event_file_complain(r, standard.file[i].path, standard.file[i].why);
		event_file_set_standards(r, standard.file, standard.n);
		read_map(r, folder, path.text, text.text ? text.text : (char[]){ "" });
	}
	release_files(&standard);
	str_release(&path);
	str_release(&text);
	return rc != -ENOENT && rc != -ENOTDIR;
}

/* --- all of it ------------------------------------------------------------------------------------- */

/* Files of no map are all meant, and made of each other's events. */
static int read_flat(struct event_reading *r, const char *folder)
{
	struct files files = {0};
	int rc = load_folder(&files, folder);

	event_file_set_standards(r, files.file, files.n);
	read_files(r, &files);
	release_files(&files);
	return rc;
}

/* The kernel's tree keeps architectures apart; ids of Arm are numbers. */
static const char *arch_of(const char *cpuid)
{
	if (!cpuid)
		return "";
	return strncmp(cpuid, "0x", 2) == 0 ? "arm64" : "x86";
}

static bool has_folder(const char *path, const char *name)
{
	struct str inner = {0};
	struct rootfs root;
	bool has;

	str_addf(&inner, "%s/%s", path, name);
	has = rootfs_open(&root, inner.text) >= 0;
	if (has)
		rootfs_close(&root);
	str_release(&inner);
	return has;
}

static int refuse(const struct catalog *c, const char *path, int rc, struct error *err)
{
	const char *from = c->opts->folder_from ? c->opts->folder_from : "--events-dir";

	if (rc == -ENOENT)
		error_set(err, ERROR_NOT_FOUND, 0, "%s: there is no folder '%s'", from, path);
	else if (rc == -ENOTDIR)
		error_set(err, ERROR_NOT_FOUND, 0, "%s: '%s' is no folder", from, path);
	else
		error_set(err, ERROR_SYSTEM, -rc, "%s: cannot look into '%s': %s", from, path, strerror(-rc));
	error_hint(err, "it has a mapfile.csv, or JSON files of events");
	return -1;
}

int folder_read(struct catalog *c, const char *path, struct notes *notes, struct error *err)
{
	struct event_reading r = { .catalog = c, .notes = notes };
	size_t events = c->n_events, metrics = c->n_metrics, said = notes->n;
	struct str arch = {0};
	int rc = 0;

	str_addf(&arch, "%s/arch/%s", path, arch_of(c->cpuid));
	if (!read_mapped(&r, path) && !read_mapped(&r, arch.text))
		rc = read_flat(&r, path);
	free(r.standard);
	str_release(&arch);
	if (rc < 0)
		return refuse(c, path, rc, err);
	if (c->n_events > events || c->n_metrics > metrics || notes->n > said)
		return 0;
	if (has_folder(path, "arch"))
		tell_nothing_for_cpu(&r, path);
	else
		event_file_complain(&r, path, "there are no events or metrics in it");
	return 0;
}
