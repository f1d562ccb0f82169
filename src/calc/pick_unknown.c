/* SPDX-License-Identifier: MIT */
/* Which metric or group may have been meant by a name that none has? */
#include <string.h>

#include "base/nearest.h"
#include "base/str.h"
#include "calc/pick.h"
#include "event/catalog.h"

enum { NAME_MOST = 80 };

/* found keeps the group that is nearest, as near only borrows; then near.found is "". */
static void offer_groups(struct nearest *near, struct str *found, const char *words)
{
	char group[NAME_MOST];

	for (size_t n; *words; words += n + (words[n] != '\0')) {
		struct nearest one = *near;

		n = strcspn(words, ";");
		if (n >= sizeof(group))
			continue;
		memcpy(group, words, n);
		group[n] = '\0';
		nearest_offer(&one, group);
		if (one.found != group)
			continue;
		str_reset(found);
		str_add(found, group);
		near->found = "";
		near->distance = one.distance;
	}
}

static void suggest(const struct formulas *fs, const char *unit, const char *name, struct error *err)
{
	struct nearest near = { .wanted = name };
	struct str found = {0};

	for (size_t i = 0; i < fs->n_metrics; i++) {
		if (!pick_is_of(&fs->metric[i], unit))
			continue;
		nearest_offer(&near, fs->metric[i].name);
		offer_groups(&near, &found, fs->metric[i].groups);
	}
	if (near.found)
		error_hint(err, "did you mean '%s'?", near.found[0] ? near.found : found.text);
	else
		error_hint(err, "'pstat list metrics' shows them");
	str_release(&found);
}

int pick_unknown(const struct formulas *fs, const char *unit, const char *text, size_t len, struct error *err)
{
	char name[NAME_MOST] = "";

	memcpy(name, text, len < sizeof(name) ? len : sizeof(name) - 1);
	error_set(err, ERROR_NOT_FOUND, 0, "there is no metric or group '%s'", name);
	if (strpbrk(name, "*?["))
		error_hint(err, "-M takes no patterns; `pstat list '%s'` shows what fits this one", name);
	else if (!fs->n_metrics)
		error_hint(err, "none are known of this CPU; --define 'name=expression' makes one");
	else
		suggest(fs, unit, name, err);
	return -1;
}
