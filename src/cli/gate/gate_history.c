/* SPDX-License-Identifier: MIT */
/* Makes the lines of a history, with the commit of the CI service or of git. */
#define _GNU_SOURCE
#include "cli/gate/gate_history.h"

#include <stdlib.h>

#include "benchmark/history.h"
#include "cli/gate/gate_output.h"
#include "cli/git_commit.h"
#include "cli/options.h"
#include "compare/comparison.h"
#include "compare/comparison_history.h"

/* GitHub; GitLab; Jenkins. */
static const char *const variables[] = { "GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT" };

/* found: room for it. */
static const char *commit_of(struct str *found, const struct options *o)
{
	if (o->gate.commit)
		return o->gate.commit;
	for (size_t i = 0; i < sizeof(variables) / sizeof(*variables); i++) {
		const char *value = secure_getenv(variables[i]);

		if (value && *value)
			return value;
	}
	return git_commit_find(found) ? found->text : NULL;
}

int gate_history_check(const struct options *o, struct error *err)
{
	return o->gate.history ? history_check(o->gate.history, err) : 0;
}

int gate_history_add(struct gate_history *h, const struct options *o, const struct comparison *cmp,
		     size_t first, struct error *err)
{
	LOCAL(str) found = {0};
	const char *commit = first < cmp->n_sides ? commit_of(&found, o) : NULL;
	int rc = 0;

	for (size_t i = first; rc == 0 && i < cmp->n_sides; i++) {
		rc = comparison_history_add(&h->lines, cmp, i, commit, o->gate.update, err);
		str_addf(&h->names, "%s'", h->n++ ? ", " : "");
		comparison_add_benchmark(&h->names, cmp, i);
		str_add(&h->names, "'");
	}
	return rc;
}

int gate_history_write(struct gate_history *h, const struct env *env, const struct options *o,
		       bool judged, struct error *err)
{
	if (!h->n)
		return 0;
	if (history_append(o->gate.history, &h->lines, err) < 0)
		return -1;
	return gate_output_say(env, o, err, " appended to %s: %s%s\n", o->gate.history, h->names.text,
			       judged ? "" :
			       "; nothing was judged (--trend compares with the results before)");
}

void gate_history_release(struct gate_history *h)
{
	str_release(&h->lines);
	str_release(&h->names);
	*h = (struct gate_history){0};
}
