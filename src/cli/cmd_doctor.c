/* SPDX-License-Identifier: MIT */
/* doctor: examines this machine and prints what it finds. */
#include <string.h>

#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"
#include "doctor/doctor.h"

int cmd_doctor(const struct env *env, const struct options *o, struct error *err)
{
	LOCAL(findings) findings = {0};
	LOCAL(doctor) d = {0};
	LOCAL(str) text = {0};
	int rc;

	if (o->measure.catalog.cpuid) {
		error_set(err, ERROR_USAGE, 0,
			  "doctor examines this machine, and cannot examine the one in PSTAT_CPUID");
		return error_hint(err, "env -u PSTAT_CPUID pstat doctor");
	}
	rc = doctor_examine(&d, env, o->command ? o->command[0] : NULL, err);
	if (rc == 0) {
		doctor_diagnose(&findings, &d.facts);
		findings.color = message_has_color(o->out.color, env->out);
		if (o->out.format && strcmp(o->out.format, "json") == 0)
			findings_json(&text, &findings, &d.host, PSTAT_VERSION);
		else
			findings_text(&text, &findings, &d.host, message_columns(env->out));
		rc = findings.countable ? STATUS_OK : STATUS_UNCOUNTABLE;
		if (output_file_print(env->out, &text, err) < 0)
			rc = -1;
	}
	return rc;
}
