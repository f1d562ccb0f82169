/* SPDX-License-Identifier: MIT */
/* Compares the names and identifiers of this machine's PMUs with those of the catalog. */
#include "event/vendor/system_pmu.h"

#include "base/str.h"
#include "host/cpuid.h"
#include "host/pmu.h"

void system_pmus_load(struct system_pmus *s, const struct rootfs *root)
{
	*s = (struct system_pmus){ .root = root };
	if (root && rootfs_list(root, &s->names, PMU_DEVICES) < 0)
		s->names = (struct file_names){0};
}

static bool has_identifier(const struct rootfs *root, const char *pmu, const char *pattern)
{
	struct str text = {0};
	bool has = rootfs_read(root, &text, PMU_DEVICES "/%s/identifier", pmu) == 0 &&
		   cpuid_matches(str_text(&text), pattern);

	str_release(&text);
	return has;
}

bool system_pmus_have(const struct system_pmus *s, const char *unit, const char *identifier)
{
	for (size_t i = 0; i < s->names.n; i++)
		if (pmu_name_matches(s->names.name[i], unit) &&
		    has_identifier(s->root, s->names.name[i], identifier))
			return true;
	return false;
}

void system_pmus_release(struct system_pmus *s)
{
	file_names_release(&s->names);
}
