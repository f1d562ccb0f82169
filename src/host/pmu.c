/* SPDX-License-Identifier: MIT */
/* Lists PMUs once; reads type, CPUs, formats and events only of the PMUs that are needed. */
#define _GNU_SOURCE
#include "host/pmu.h"

#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/str.h"
#include "host/rootfs.h"

int pmus_list(struct pmus *pmus, struct error *err)
{
	LOCAL(file_names) names = {0};
	int rc;

	if (pmus->listed)
		return 0;
	rc = rootfs_list(pmus->root, &names, PMU_DEVICES);
	if (rc < 0 && !rootfs_is_missing(rc))
		return error_set(err, ERROR_SYSTEM, -rc, "cannot list the PMUs in %s: %s", PMU_DEVICES,
				 strerror(-rc));
	pmus->pmu = mem_resize(NULL, names.n, sizeof(*pmus->pmu));
	for (size_t i = 0; i < names.n; i++)
		pmus->pmu[i] = (struct pmu){ .name = mem_copy_text(names.name[i]), .index = i };
	pmus->n = names.n;
	pmus->listed = true;
	return 0;
}

/* An empty list is valid: the driver counts on no CPU, or a container masks the file. */
static int load_cpus(const struct pmus *pmus, struct pmu *pmu, const char *file, bool *has, struct error *err)
{
	LOCAL(str) text = {0};
	int rc = rootfs_read(pmus->root, &text, PMU_DEVICES "/%s/%s", pmu->name, file);

	*has = rc == 0;
	if (rootfs_is_missing(rc))
		rc = 0;
	else if (rc < 0)
		rootfs_set_error(err, rc, PMU_DEVICES "/%s/%s", pmu->name, file);
	else if (text.len && !pmu->cpus.n && cpulist_parse(&pmu->cpus, text.text, err) < 0)
		rc = error_set(err, ERROR_FORMAT, 0, "%s of PMU '%s' is not a list of CPUs", file, pmu->name);
	return rc < 0 ? -1 : 0;
}

/* It is only a second name: if it cannot be read, that matters only when a name is found nowhere else. */
static int load_alias_name(const struct pmus *pmus, struct pmu *pmu)
{
	LOCAL(str) text = {0};
	int rc = rootfs_read(pmus->root, &text, PMU_DEVICES "/%s/alias", pmu->name);

	if (rc == 0 && text.len && !pmu->alias_name)
		pmu->alias_name = mem_copy_text(text.text);
	return rootfs_is_missing(rc) ? 0 : rc;
}

int pmu_load(const struct pmus *pmus, struct pmu *pmu, struct error *err)
{
	uint64_t type;
	bool has_cpus;
	int rc;

	if (pmu->loaded)
		return 0;
	rc = rootfs_read_u64(pmus->root, &type, PMU_DEVICES "/%s/type", pmu->name);
	if (rc < 0 || type > UINT32_MAX)
		return error_set(err, ERROR_FORMAT, rc < 0 ? -rc : 0, "cannot read the type of PMU '%s': %s",
				 pmu->name, rc < 0 ? strerror(-rc) : "it is not a 32-bit number");
	pmu->type = (uint32_t)type;
	if (load_cpus(pmus, pmu, "cpus", &has_cpus, err) < 0 ||
	    load_cpus(pmus, pmu, "cpumask", &pmu->is_uncore, err) < 0)
		return -1;
	pmu->has_list = has_cpus || pmu->is_uncore;
	pmu->is_core = has_cpus || strcmp(pmu->name, "cpu") == 0 || strcmp(pmu->name, "cpum_cf") == 0;
	pmu->alias_errnum = -load_alias_name(pmus, pmu);
	pmu->loaded = true;
	return 0;
}

/* Does the PMU have this second name? An error that hides it is stored in pmus->unread. */
static bool has_alias_name(struct pmus *pmus, struct pmu *pmu, const char *name)
{
	struct error why = ERROR_INIT;

	if (pmu_load(pmus, pmu, &why) == 0 && pmu->alias_errnum)
		rootfs_set_error(&why, -pmu->alias_errnum, PMU_DEVICES "/%s/alias", pmu->name);
	if (why.kind != ERROR_NONE && pmus->unread.kind == ERROR_NONE)
		pmus->unread = why;
	return pmu->alias_name && strcmp(pmu->alias_name, name) == 0;
}

struct pmu *pmus_find(struct pmus *pmus, const char *name)
{
	for (size_t i = 0; i < pmus->n; i++)
		if (strcmp(pmus->pmu[i].name, name) == 0)
			return &pmus->pmu[i];
	for (size_t i = 0; i < pmus->n; i++)
		if (has_alias_name(pmus, &pmus->pmu[i], name))
			return &pmus->pmu[i];
	return NULL;
}

/* "_12", "12", "_10008c000", "10008c000" or nothing: what follows the common part of a family's names. */
static bool is_instance(const char *suffix)
{
	size_t digits, hex;

	if (!*suffix)
		return true;
	suffix += *suffix == '_';
	digits = strspn(suffix, "0123456789");
	hex = strspn(suffix, "0123456789abcdefABCDEF");
	return (digits && !suffix[digits]) || (hex > 2 && !suffix[hex]);
}

static bool family_matches(const char *name, const char *pattern)
{
	size_t len = strlen(pattern);

	if (strpbrk(pattern, "*?["))
		return fnmatch(pattern, name, 0) == 0;
	return strncmp(name, pattern, len) == 0 && is_instance(name + len);
}

bool pmu_name_matches(const char *name, const char *pattern)
{
	static const char prefix[] = "uncore_";
	size_t len = sizeof(prefix) - 1;

	if (family_matches(name, pattern))
		return true;
	return strncmp(name, prefix, len) == 0 && family_matches(name + len, pattern);
}

bool pmu_matches(const struct pmu *p, const char *pattern)
{
	return pmu_name_matches(p->name, pattern);
}

/* If one of these exists, there is no other kind of core. */
static const char *const only_core[] = { "cpu", "cpum_cf" };
enum { N_ONLY_CORE = sizeof(only_core) / sizeof(*only_core) };

bool pmus_one_core_known(struct pmus *pmus)
{
	for (size_t a = 0; a < N_ONLY_CORE && !pmus->assumed && !pmus->only_core_checked; a++)
		if (rootfs_has(pmus->root, PMU_DEVICES "/%s", only_core[a]) == 1) {
			pmus->has_only_core = true;
			break;
		}
	pmus->only_core_checked = true;
	return pmus->has_only_core && !pmus->assumed;
}

bool pmu_is_probe(const char *name)
{
	return strcmp(name, "kprobe") == 0 || strcmp(name, "uprobe") == 0;
}

/* The kernel's own PMUs, which every machine has: their folders need not be read. */
static bool is_built_in(const char *name)
{
	static const char *const names[] = { "breakpoint", "msr", "software", "tracepoint" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return pmu_is_probe(name);
}

/*
 * 1, 0, or -1: unknown. In a container folders may be permanently unreadable: generic events are counted
 * anyway, and the caller adds a note.
 */
static int has_cpus_file(struct pmus *pmus, const struct pmu *pmu, struct error *err)
{
	struct error why = ERROR_INIT;
	int rc;

	if (pmus->assumed)
		return pmu->is_core;
	rc = is_built_in(pmu->name) ? 0 : rootfs_has(pmus->root, PMU_DEVICES "/%s/cpus", pmu->name);
	if (rc >= 0)
		return rc;
	rootfs_set_error(&why, rc, PMU_DEVICES "/%s/cpus", pmu->name);
	if (!rootfs_is_closed(rc)) {
		*err = why;
		return -1;
	}
	if (pmus->closed.kind == ERROR_NONE)
		pmus->closed = why;
	return 0;
}

static int find_cores(struct pmus *pmus, struct error *err)
{
	pmus->n_core = 0;
	for (size_t a = 0; a < N_ONLY_CORE; a++)
		for (size_t i = 0; i < pmus->n && !pmus->n_core; i++)
			if (strcmp(pmus->pmu[i].name, only_core[a]) == 0)
				pmus->core[pmus->n_core++] = i;
	/* loading all of them would read hundreds of files on a server */
	for (size_t i = 0, found = pmus->n_core; i < pmus->n && !found; i++) {
		int is_core = has_cpus_file(pmus, &pmus->pmu[i], err);

		if (is_core < 0)
			return -1;
		if (!is_core)
			continue;
		if (pmus->n_core == CORES_MOST)
			return error_set(err, ERROR_LIMIT, 0, "more than %d kinds of cores", (int)CORES_MOST);
		pmus->core[pmus->n_core++] = i;
	}
	for (size_t i = 0; i < pmus->n_core; i++)
		if (pmu_load(pmus, &pmus->pmu[pmus->core[i]], err) < 0)
			return -1;
	return 0;
}

int pmus_core(struct pmus *pmus, struct pmu *core[CORES_MOST], size_t *n, struct error *err)
{
	*n = 0;
	if (pmus_list(pmus, err) < 0 || (!pmus->cores_known && find_cores(pmus, err) < 0))
		return -1;
	pmus->cores_known = true;
	for (size_t i = 0; i < pmus->n_core; i++)
		core[(*n)++] = &pmus->pmu[pmus->core[i]];
	return 0;
}

bool pmu_is_cputype(const char *name, const char *type)
{
	return strcmp(name, type) == 0 || (strncmp(name, "cpu_", 4) == 0 && strcmp(name + 4, type) == 0);
}

int pmus_find_cputype(struct pmus *pmus, const char *type, const struct pmu **found, struct error *err)
{
	struct pmu *core[CORES_MOST];
	LOCAL(str) names = {0};
	size_t n;

	*found = NULL;
	if (pmus_core(pmus, core, &n, err) < 0)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (pmu_is_cputype(core[i]->name, type))
			*found = core[i];
		str_addf(&names, "%s%s", i ? ", " : "", core[i]->name);
	}
	if (!*found) {
		error_set(err, ERROR_USAGE, 0, "--cputype '%s' is not supported", type);
		error_hint(err, "%s%s", n > 1 ? "there are " : n ? "there is only " : "there is no core PMU",
			   n ? names.text : " here");
	}
	return *found ? 0 : -1;
}

/* --- format/NAME ------------------------------------------------------------------------ */

/* The part after "config1:": "0-7,32-35", or a single bit. */
static bool parse_ranges(struct pmu_field *f, const char *p)
{
	for (;;) {
		char *end;
		unsigned long low = strtoul(p, &end, 10), high = low;

		if (!isdigit((unsigned char)*p))
			return false;
		if (*end == '-') {
			p = end + 1;
			if (!isdigit((unsigned char)*p))
				return false;
			high = strtoul(p, &end, 10);
		}
		if (low > high || high > 63 || f->n_ranges == sizeof(f->range) / sizeof(*f->range))
			return false;
		f->range[f->n_ranges++] = (struct pmu_range){ (uint8_t)low, (uint8_t)high };
		if (!*end)
			return true;
		if (*end != ',')
			return false;
		p = end + 1;
	}
}

static bool parse_format(struct pmu_field *f, const char *text)
{
	static const char *const words[] = { "config:", "config1:", "config2:", "config3:" };

	for (int i = 0; i < 4; i++) {
		size_t len = strlen(words[i]);

		if (strncmp(text, words[i], len) == 0) {
			f->word = i;
			return parse_ranges(f, text + len);
		}
	}
	return false;
}

int pmu_load_fields(const struct pmus *pmus, struct pmu *pmu, struct error *err)
{
	LOCAL(file_names) names = {0};
	LOCAL(str) text = {0};
	int rc;

	if (pmu->fields_loaded)
		return 0;
	rc = rootfs_list(pmus->root, &names, PMU_DEVICES "/%s/format", pmu->name);
	if (rc < 0 && !rootfs_is_missing(rc))
		return error_set(err, ERROR_SYSTEM, -rc, "cannot list the formats of PMU '%s': %s",
				 pmu->name, strerror(-rc));
	pmu->field = mem_resize(NULL, names.n, sizeof(*pmu->field));
	for (size_t i = 0; i < names.n; i++) {
		struct pmu_field f = { .name = names.name[i] };

		/* a format that cannot be read or parsed is unusable, but the others are usable */
		rc = rootfs_read(pmus->root, &text, PMU_DEVICES "/%s/format/%s", pmu->name, f.name);
		if (rootfs_is_missing(rc))
			continue;
		if (rc == 0 && !parse_format(&f, text.text)) {
			rc = -EINVAL;
			f.n_ranges = 0;
		}
		f.errnum = -rc;
		f.name = mem_copy_text(f.name);
		pmu->field[pmu->n_fields++] = f;
	}
	pmu->fields_loaded = true;
	return 0;
}

const struct pmu_field *pmu_field_find(const struct pmu *pmu, const char *name)
{
	for (size_t i = 0; i < pmu->n_fields; i++)
		if (strcmp(pmu->field[i].name, name) == 0)
			return &pmu->field[i];
	return NULL;
}

static unsigned range_bits(struct pmu_range r)
{
	return (unsigned)(r.high - r.low) + 1;
}

static uint64_t low_bits(unsigned n)
{
	return n >= 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
}

uint64_t pmu_field_max(const struct pmu_field *field)
{
	unsigned n = 0;

	for (size_t i = 0; i < field->n_ranges; i++)
		n += range_bits(field->range[i]);
	return low_bits(n);
}

void pmu_field_deposit(const struct pmu_field *field, uint64_t value, uint64_t word[4])
{
	for (size_t i = 0; i < field->n_ranges; i++) {
		unsigned n = range_bits(field->range[i]);

		word[field->word] |= (value & low_bits(n)) << field->range[i].low;
		value = n >= 64 ? 0 : value >> n;
	}
}

uint64_t pmu_known_bits(const struct pmu *pmu, int word)
{
	uint64_t all[4] = {0};

	for (size_t i = 0; i < pmu->n_fields; i++) {
		if (pmu->field[i].errnum && pmu->field[i].errnum != EINVAL)
			return UINT64_MAX;	/* it may cover any bit */
		pmu_field_deposit(&pmu->field[i], UINT64_MAX, all);
	}
	return all[word];
}

/* --- PMUs of another machine ---------------------------------------------------------------- */

void pmus_assume(struct pmus *pmus, const char *name, uint32_t type, bool is_core)
{
	size_t at = 0;

	while (at < pmus->n && strcmp(pmus->pmu[at].name, name) < 0)
		at++;
	pmus->pmu = mem_resize(pmus->pmu, pmus->n + 1, sizeof(*pmus->pmu));
	memmove(pmus->pmu + at + 1, pmus->pmu + at, (pmus->n - at) * sizeof(*pmus->pmu));
	pmus->pmu[at] = (struct pmu){ .name = mem_copy_text(name), .type = type, .is_core = is_core,
				      .is_uncore = !is_core, .loaded = true, .fields_loaded = true };
	pmus->n++;
	for (size_t i = at; i < pmus->n; i++)
		pmus->pmu[i].index = i;
	pmus->listed = pmus->assumed = true;
	pmus->cores_known = false;
}

bool pmus_assume_field(struct pmus *pmus, const char *pmu, const char *name, const char *range_bits)
{
	struct pmu *to = pmus_find(pmus, pmu);
	struct pmu_field f = {0};

	for (size_t i = 0; to && i < to->n_fields; i++)
		if (strcmp(to->field[i].name, name) == 0)
			return true;
	if (!to || !parse_format(&f, range_bits))
		return false;
	f.name = mem_copy_text(name);
	to->field = mem_resize(to->field, to->n_fields + 1, sizeof(*to->field));
	to->field[to->n_fields++] = f;
	return true;
}

void pmus_assume_event(struct pmus *pmus, const char *pmu, const char *name, const char *terms)
{
	struct pmu *to = pmus_find(pmus, pmu);

	if (!to)
		return;
	to->event = mem_resize(to->event, to->n_events + 1, sizeof(*to->event));
	to->event[to->n_events++] = (struct pmu_event){ mem_copy_text(name), mem_copy_text(terms) };
}

void pmus_release(struct pmus *pmus)
{
	for (size_t i = 0; i < pmus->n; i++) {
		struct pmu *pmu = &pmus->pmu[i];

		for (size_t e = 0; e < pmu->n_events; e++) {
			free(pmu->event[e].name);
			free(pmu->event[e].terms);
		}
		free(pmu->event);
		if (pmu->listed)
			file_names_release(pmu->listed);
		free(pmu->listed);

		for (size_t f = 0; f < pmu->n_fields; f++)
			free(pmu->field[f].name);
		free(pmu->field);
		free(pmu->name);
		free(pmu->alias_name);
		cpulist_release(&pmu->cpus);
	}
	free(pmus->pmu);
	*pmus = (struct pmus){0};
}

/* --- events/NAME --------------------------------------------------------------------------------------- */

/* events/llc_occupancy.scale is not an event. */
static bool is_attribute(const char *name)
{
	static const char *const suffixes[] = { ".scale", ".unit", ".per-pkg", ".snapshot" };
	size_t len = strlen(name);

	for (size_t i = 0; i < sizeof(suffixes) / sizeof(*suffixes); i++) {
		size_t n = strlen(suffixes[i]);

		if (len > n && strcmp(name + len - n, suffixes[i]) == 0)
			return true;
	}
	return false;
}

static void change_case(char *to, const char *from, int (*change)(int))
{
	while ((*to++ = (char)change((unsigned char)*from++)))
		;
}

static int read_terms(const struct pmus *pmus, const struct pmu *pmu, struct str *text, char *name)
{
	int rc = rootfs_read(pmus->root, text, PMU_DEVICES "/%s/events/%s", pmu->name, name);

	/* kernels write names all in lower or all in upper case */
	for (int upper = 0; rootfs_is_missing(rc) && upper < 2; upper++) {
		change_case(name, name, upper ? toupper : tolower);
		rc = rootfs_read(pmus->root, text, PMU_DEVICES "/%s/events/%s", pmu->name, name);
	}
	return rc;
}

static int compare_name(const void *name, const void *element)
{
	return strcmp(name, *(char *const *)element);
}

/*
 * 1: found, 0: none, -1: error. A listed folder tells which files are missing; most events have none of
 * these files.
 */
static int read_attribute(const struct pmus *pmus, const struct pmu *pmu, const char *name,
			  const char *suffix, struct str *text, struct error *err)
{
	LOCAL(str) file = {0};
	int rc = -ENOENT;
	bool there;

	str_addf(&file, "%s%s", name, suffix);
	there = !pmu->listed || bsearch(file.text, pmu->listed->name, pmu->listed->n,
					sizeof(*pmu->listed->name), compare_name);
	str_reset(text);
	if (there)
		rc = rootfs_read(pmus->root, text, PMU_DEVICES "/%s/events/%s", pmu->name, file.text);
	if (rc < 0 && !rootfs_is_missing(rc))
		rc = rootfs_set_error(err, rc, PMU_DEVICES "/%s/events/%s", pmu->name, file.text);
	else
		rc = rc == 0;
	return rc;
}

static int bad_attribute(const struct pmu *pmu, const char *name, const char *suffix, struct error *err)
{
	return error_set(err, ERROR_FORMAT, 0, "%s%s of PMU '%s' has an invalid value", name, suffix,
			 pmu->name);
}

static int read_scale(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		      struct pmu_alias *alias, struct error *err)
{
	LOCAL(str) text = {0};
	int rc = read_attribute(pmus, pmu, name, ".scale", &text, err);

	alias->scale = 1;
	if (rc == 1) {
		char *end;
		double scale = strtod(text.text, &end);

		alias->has_scale = !*end && number_is_scale(scale);
		if (alias->has_scale)
			alias->scale = scale;
		else
			rc = bad_attribute(pmu, name, ".scale", err);
	}
	return rc;
}

static int read_unit(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		     struct pmu_alias *alias, struct error *err)
{
	LOCAL(str) text = {0};
	int rc = read_attribute(pmus, pmu, name, ".unit", &text, err);

	alias->unit = mem_copy_text(rc == 1 ? text.text : "");
	if (strlen(alias->unit) > 31)
		alias->unit[31] = '\0';
	return rc;
}

static int read_flag(const struct pmus *pmus, const struct pmu *pmu, const char *name, const char *suffix,
		     bool *flag, struct error *err)
{
	LOCAL(str) text = {0};
	int rc = read_attribute(pmus, pmu, name, suffix, &text, err);

	*flag = rc == 1 && strcmp(text.text, "1") == 0;
	if (rc == 1 && !*flag && strcmp(text.text, "0") != 0)
		rc = bad_attribute(pmu, name, suffix, err);
	return rc;
}

/* They decide what a count means, so an unreadable one is an error. */
static int read_attributes(const struct pmus *pmus, const struct pmu *pmu, const char *name,
			   struct pmu_alias *alias, struct error *err)
{
	if (read_scale(pmus, pmu, name, alias, err) < 0 || read_unit(pmus, pmu, name, alias, err) < 0 ||
	    read_flag(pmus, pmu, name, ".per-pkg", &alias->per_package, err) < 0 ||
	    read_flag(pmus, pmu, name, ".snapshot", &alias->snapshot, err) < 0)
		return -1;
	return 0;
}

static int assumed_alias(const struct pmu *pmu, const char *name, struct pmu_alias *alias)
{
	for (size_t i = 0; i < pmu->n_events; i++) {
		if (str_casecmp(pmu->event[i].name, name) != 0)
			continue;
		*alias = (struct pmu_alias){ .terms = mem_copy_text(pmu->event[i].terms),
					    .unit = mem_copy_text(""),
					     .scale = 1 };
		return 1;
	}
	return 0;
}

static void list_assumed(const struct pmu *pmu, struct file_names *names)
{
	*names = (struct file_names){ .name = mem_resize(NULL, pmu->n_events, sizeof(*names->name)) };
	for (size_t i = 0; i < pmu->n_events; i++)
		names->name[names->n++] = mem_copy_text(pmu->event[i].name);
}

int pmu_alias_load(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		   struct pmu_alias *alias, struct error *err)
{
	LOCAL(str) text = {0};
	FREED char *file = NULL;
	int rc;

	*alias = (struct pmu_alias){0};
	if (pmus->assumed)
		return assumed_alias(pmu, name, alias);
	if (is_attribute(name))
		return 0;
	file = mem_copy_text(name);
	rc = read_terms(pmus, pmu, &text, file);
	if (rc == 0 && !text.len) {
		rc = error_set(err, ERROR_FORMAT, 0, "event '%s' of PMU '%s' is empty", name, pmu->name);
	} else if (rc == 0) {
		alias->terms = mem_copy_text(text.text);
		rc = read_attributes(pmus, pmu, file, alias, err) < 0 ? -1 : 1;
	} else if (rootfs_is_missing(rc)) {
		rc = 0;
	} else {
		error_set(err, ERROR_SYSTEM, -rc, "cannot read event '%s' of PMU '%s': %s", name, pmu->name,
			  strerror(-rc));
	}
	if (rc < 0)
		pmu_alias_release(alias);
	return rc < 0 ? -1 : rc;
}

void pmu_alias_release(struct pmu_alias *alias)
{
	free(alias->terms);
	free(alias->unit);
	*alias = (struct pmu_alias){0};
}

bool pmu_may_have_event(const struct pmus *pmus, struct pmu *pmu, const char *name)
{
	int rc = 0;

	if (pmus->assumed)
		return true;	/* these have no files */
	if (!pmu->listed) {
		pmu->listed = mem_resize(NULL, 1, sizeof(*pmu->listed));
		*pmu->listed = (struct file_names){0};
		rc = rootfs_list(pmus->root, pmu->listed, PMU_DEVICES "/%s/events", pmu->name);
	}
	if (rc < 0 && !rootfs_is_missing(rc)) {
		free(pmu->listed);
		pmu->listed = NULL;
		return true;
	}
	for (size_t i = 0; i < pmu->listed->n; i++)
		if (str_casecmp(pmu->listed->name[i], name) == 0)
			return true;
	return false;
}

int pmu_list_events(const struct pmus *pmus, const struct pmu *pmu, struct file_names *names,
		    struct error *err)
{
	size_t n = 0;
	int rc;

	if (pmus->assumed) {
		list_assumed(pmu, names);
		return 0;
	}
	rc = rootfs_list(pmus->root, names, PMU_DEVICES "/%s/events", pmu->name);
	if (rc < 0 && !rootfs_is_missing(rc))
		return error_set(err, ERROR_SYSTEM, -rc, "cannot list the events of PMU '%s': %s", pmu->name,
				 strerror(-rc));
	for (size_t i = 0; i < names->n; i++) {
		if (is_attribute(names->name[i]))
			free(names->name[i]);
		else
			names->name[n++] = names->name[i];
	}
	names->n = n;
	return 0;
}
