/* SPDX-License-Identifier: MIT */
/* Cuts seconds off, which no reader of a history needs. */
#include "base/date.h"

#include <ctype.h>

bool date_is(const char *text)
{
	static const char form[] = "0000-00-00T00:00:00Z";

	for (size_t i = 0; i < sizeof(form); i++)
		if (form[i] == '0' ? !isdigit((unsigned char)text[i]) : text[i] != form[i])
			return false;
	return true;
}

void date_add(struct str *out, const char *iso)
{
	if (date_is(iso))
		str_addf(out, "%.10s %.5s", iso, iso + strlen("2026-11-25T"));
	else
		str_add(out, iso);
}
