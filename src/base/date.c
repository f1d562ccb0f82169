/* SPDX-License-Identifier: MIT */
/* Cuts seconds off, which no reader of a history needs. */
#include "base/date.h"

void date_add(struct str *out, const char *iso)
{
	static const char form[] = "0000-00-00T00:00:00Z";
	size_t i = 0;

	while (iso[i] && (form[i] == '0' ? iso[i] >= '0' && iso[i] <= '9' : iso[i] == form[i]))
		i++;
	if (i == sizeof(form) - 1 && !iso[i])
		str_addf(out, "%.10s %.5s", iso, iso + sizeof("2026-11-25T") - 1);
	else
		str_add(out, iso);
}
