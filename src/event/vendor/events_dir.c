/* SPDX-License-Identifier: MIT */
/* Finds the files of a folder that apply to this CPU, and reads them. */
#include "event/vendor/events_dir.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/index.h"
#include "base/mem.h"
#include "base/str.h"
#include "event/vendor/catalog.h"
#include "event/vendor/event_json.h"
#include "event/vendor/system_pmu.h"
#include "host/cpuid.h"
#include "host/file.h"
#include "host/rootfs.h"

enum { MAP_MOST = 1 << 20, TOLD_MOST = 4 };

enum field { FIELD_CPU, FIELD_VERSION, FIELD_FILE, FIELD_TYPE, FIELD_CORE, FIELD_MODEL, FIELD_ROLE, FIELDS };

struct files {
	struct event_json *file; size_t n;
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
	event_json_load(&files->file[files->n++], path);
}

/* Loads all .json files by name. A negative errno: the folder cannot be read. */
static int load_folder(struct files *files, const char *path)
{
	struct rootfs root;
	struct file_names names;
	int rc = rootfs_open(&root, path);

	if (rc < 0)
		return rc;
	rc = rootfs_list(&root, &names, "/");
	for (size_t i = 0; rc >= 0 && i < names.n; i++) {
		LOCAL(str) file = {0};

		if (!ends_with(names.name[i], ".json"))
			continue;
		str_addf(&file, "%s/%s", path, names.name[i]);
		add_file(files, file.text);
	}
	if (rc >= 0)
		file_names_release(&names);
	rootfs_close(&root);
	return rc < 0 ? rc : 0;
}

static void release_files(struct files *files)
{
	for (size_t i = 0; i < files->n; i++)
		event_json_release(&files->file[i]);
	free(files->file);
	*files = (struct files){0};
}

static void events_dir_read_files(const struct event_reading *r, const struct files *files)
{
	for (size_t i = 0; i < files->n; i++)
		event_json_read(r, &files->file[i]);
}

/* --- mapfile.csv ------------------------------------------------------------------------------------ */

/* A file, or a folder of files. */
static void read_file_or_folder(const struct event_reading *r, const char *folder, const char *name)
{
	struct files files = {0};
	LOCAL(str) path = {0};
	int rc = 0;

	str_addf(&path, "%s%s%s", folder, *name ? "/" : "", name);
	if (ends_with(name, ".json"))
		add_file(&files, path.text);
	else
		rc = load_folder(&files, path.text);
	if (rc < 0)
		event_json_note(r, path.text, rc == -ENOENT ? "there is no such folder"
								: file_error_text(rc));
	events_dir_read_files(r, &files);
	release_files(&files);
}

/* A field may be quoted and then contain commas; "" inside is a quote. Returns the next field. */
static char *next_field(char *at, char **field)
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

/* Missing fields are "". Returns the number of fields. */
static size_t split_row(char *row, char **field)
{
	char *nothing = row + strlen(row);
	size_t n = 0;

	while (n < FIELDS && row)
		row = next_field(row, &field[n++]);
	for (size_t i = n; i < FIELDS; i++)
		field[i] = nothing;
	return n;
}

/* On hybrid CPUs a file is for one kind of core. NULL: an unknown kind. */
static const char *unit_of_role(const char *role)
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

struct map_file {		/* a file or folder that rows for this CPU name */
	const char *name;	/* a part of the map's text */
	const char *unit;	/* its PMU; "": as the file says, or the core */
	size_t line;		/* of the last such row */
};

struct map {
	struct event_reading *r;
	const char *folder, *path;
	size_t line, bad;
	bool found;			/* a row matched this CPU */
	bool folder_found;		/* the kernel's maps have one folder per model: the first row wins */
	struct map_file *map_file; size_t n_map_files;
	struct index by_name;
};

__attribute__((format(printf, 2, 3))) static void events_dir_note_row(struct map *m, const char *fmt, ...)
{
	LOCAL(str) why = {0};
	va_list ap;

	if (m->bad++ < TOLD_MOST) {
		str_addf(&why, "line %zu: ", m->line);
		va_start(ap, fmt);
		str_vaddf(&why, fmt, ap);
		va_end(ap);
		event_json_note(m->r, m->path, why.text);
	}
}

/* Does the path leave the folder? A map may only name files inside. */
static bool leaves_folder(const char *name)
{
	for (const char *at = name; *at; at += strspn(at, "/")) {
		size_t len = strcspn(at, "/");

		if (len == 2 && strncmp(at, "..", 2) == 0)
			return true;
		at += len;
	}
	return false;
}

/* Normalises the path: drops leading and double slashes and "." ("a//./b" is a/b). */
static void normalise_path(char *name)
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

static bool is_map_file(const void *list, size_t at, const void *key)
{
	const struct map_file *x = (const struct map_file *)list + at, *y = key;

	return strcmp(x->name, y->name) == 0 && strcmp(x->unit, y->unit) == 0;
}

/*
 * Each file is read once, however often it is named: otherwise a short map could cost a long file's time
 * and memory for each of its rows.
 */
static void add_map_file(struct map *m, char *name, const char *unit)
{
	struct map_file t = { name, unit, m->line };
	uint64_t hash;
	ptrdiff_t at;

	normalise_path(name);
	hash = index_hash(index_hash(0, unit), name);
	at = index_find(&m->by_name, hash, is_map_file, m->map_file, &t);
	if (at == INDEX_NONE) {
		m->map_file = mem_grow(m->map_file, m->n_map_files, sizeof(*m->map_file));
		index_add(&m->by_name, hash, m->n_map_files);
		m->map_file[m->n_map_files++] = t;
	} else {
		m->map_file[at].line = m->line;
	}
}

static int by_line(const void *a, const void *b)
{
	const struct map_file *x = a, *y = b;

	return (x->line > y->line) - (x->line < y->line);
}

/* In the order of their last rows: of events with the same name the lowest row's wins. */
static void read_map_files(struct map *m)
{
	if (m->n_map_files)
		qsort(m->map_file, m->n_map_files, sizeof(*m->map_file), by_line);
	for (size_t i = 0; i < m->n_map_files; i++) {
		m->r->unit = *m->map_file[i].unit ? m->map_file[i].unit : NULL;
		read_file_or_folder(m->r, m->folder, m->map_file[i].name);
	}
	m->r->unit = NULL;
	free(m->map_file);
	index_release(&m->by_name);
}

static void events_dir_read_row(struct map *m, char *row)
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
		events_dir_note_row(m, "it has no third field, which names a file or folder");
	} else if (leaves_folder(field[FIELD_FILE])) {
		events_dir_note_row(m, "'%s' is outside the folder", field[FIELD_FILE]);
	} else if (!cpuid_is_pattern(field[FIELD_CPU])) {
		events_dir_note_row(m, "'%s' is not a pattern of CPU ids", field[FIELD_CPU]);
	} else if (cpuid && !(m->folder_found && !ends_with(field[FIELD_FILE], ".json")) &&
		   cpuid_matches(cpuid, field[FIELD_CPU])) {
		m->found = true;
		m->folder_found |= !ends_with(field[FIELD_FILE], ".json");
		unit = unit_of_role(field[FIELD_ROLE]);
		if (!unit)
			events_dir_note_row(m, "no PMU is known for cores '%s'", field[FIELD_ROLE]);
		else
			add_map_file(m, field[FIELD_FILE], unit);
	}
}

static void note_nothing_for_cpu(const struct event_reading *r, const char *folder)
{
	LOCAL(str) why = {0};

	str_addf(&why, "it has nothing for CPU %s", r->catalog->cpuid ? r->catalog->cpuid : "(unknown)");
	event_json_note(r, folder, why.text);
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
		events_dir_read_row(&m, row);
	}
	if (m.bad > TOLD_MOST) {
		str_addf(&why, "%zu more rows are left out", m.bad - TOLD_MOST);
		event_json_note(r, path, why.text);
		str_release(&why);
	}
	read_map_files(&m);
	if (!m.found)
		note_nothing_for_cpu(r, folder);
}

/* VENDOR/SYSTEM/sys of the kernel's tree: PMUs that are not part of a CPU, of machines of any kind. */
static void read_systems(struct event_reading *r, const char *folder)
{
	struct file_names vendors = {0}, systems = {0};
	struct rootfs root;

	if (!r->systems->names.n || rootfs_open(&root, folder) < 0)
		return;
	r->of_any_machine = true;
	if (rootfs_list_folders(&root, &vendors, "/") < 0)
		vendors = (struct file_names){0};
	for (size_t i = 0; i < vendors.n; i++) {
		if (rootfs_list_folders(&root, &systems, "%s", vendors.name[i]) < 0)
			continue;
		for (size_t k = 0; k < systems.n; k++) {
			LOCAL(str) path = {0};

			str_addf(&path, "%s/%s/sys", vendors.name[i], systems.name[k]);
			if (rootfs_has(&root, "%s", path.text) == 1)
				read_file_or_folder(r, folder, path.text);
		}
		file_names_release(&systems);
	}
	file_names_release(&vendors);
	rootfs_close(&root);
	r->of_any_machine = false;
}

/* false: there is no map. */
static bool read_mapped(struct event_reading *r, const char *folder)
{
	LOCAL(str) path = {0}, text = {0};
	struct files standard = {0};
	int rc;

	str_addf(&path, "%s/mapfile.csv", folder);
	rc = file_read_regular(&text, path.text, MAP_MOST);
	if (rc < 0 && rc != -ENOENT && rc != -ENOTDIR)
		event_json_note(r, path.text, file_error_text(rc));
	if (rc == 0) {
		load_folder(&standard, folder);
		for (size_t i = 0; i < standard.n; i++)
			if (standard.file[i].why)
				event_json_note(r, standard.file[i].path, standard.file[i].why);
		event_json_set_standards(r, standard.file, standard.n);
		read_map(r, folder, path.text, text.text ? text.text : (char[]){ "" });
		read_systems(r, folder);
	}
	release_files(&standard);
	return rc != -ENOENT && rc != -ENOTDIR;
}

/* --- all of it ------------------------------------------------------------------------------------- */

/* Without a map all files are read, and may be based on each other's events. */
static int read_flat(struct event_reading *r, const char *folder)
{
	struct files files = {0};
	int rc = load_folder(&files, folder);

	event_json_set_standards(r, files.file, files.n);
	events_dir_read_files(r, &files);
	release_files(&files);
	return rc;
}

/* The kernel's tree has a folder per architecture: Arm's ids are 16 digits, those of POWER 8. */
static const char *arch_of(const char *cpuid)
{
	if (!cpuid)
		return "";
	if (strncmp(cpuid, "IBM", 3) == 0)
		return "s390";
	if (strncmp(cpuid, "0x", 2) != 0)
		return "x86";
	if (strchr(cpuid, '-'))
		return "riscv";
	return strlen(cpuid) > 10 ? "arm64" : "powerpc";
}

static bool has_folder(const char *path, const char *name)
{
	LOCAL(str) inner = {0};
	struct rootfs root;
	bool has;

	str_addf(&inner, "%s/%s", path, name);
	has = rootfs_open(&root, inner.text) >= 0;
	if (has)
		rootfs_close(&root);
	return has;
}

static int events_dir_refuse(const struct catalog *c, const char *path, int rc, struct error *err)
{
	const char *from = c->opts->folder_from ? c->opts->folder_from : "--events-dir";

	if (rc == -ENOENT)
		error_set(err, ERROR_NOT_FOUND, 0, "%s: there is no folder '%s'", from, path);
	else if (rc == -ENOTDIR)
		error_set(err, ERROR_NOT_FOUND, 0, "%s: '%s' is not a folder", from, path);
	else
		error_set(err, ERROR_SYSTEM, -rc, "%s: cannot look into '%s': %s", from, path, strerror(-rc));
	return error_hint(err, "it should hold a mapfile.csv or JSON files of events");
}

int events_dir_read(struct catalog *c, const char *path, struct notes *notes, struct error *err)
{
	LOCAL(system_pmus) systems = {0};
	struct event_reading r = { .catalog = c, .notes = notes, .systems = &systems };
	size_t events = c->n_events, metrics = c->n_metrics, said = notes->n;
	LOCAL(str) arch = {0};
	int rc = 0;

	str_addf(&arch, "%s/arch/%s", path, arch_of(c->cpuid));
	system_pmus_load(&systems, c->opts->cpuid ? NULL : c->root);
	if (!read_mapped(&r, path) && !read_mapped(&r, arch.text))
		rc = read_flat(&r, path);
	free(r.standard);
	if (rc < 0)
		return events_dir_refuse(c, path, rc, err);
	if (c->n_events > events || c->n_metrics > metrics || notes->n > said)
		return 0;
	if (has_folder(path, "arch"))
		note_nothing_for_cpu(&r, path);
	else
		event_json_note(&r, path, "there are no events or metrics in it");
	return 0;
}
