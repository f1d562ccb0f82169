/* SPDX-License-Identifier: MIT */
/* The formats there are. */
#include "out/printer.h"

#include <string.h>

extern const struct printer print_human;

const struct printer *const printers[] = { &print_human, NULL };

const struct printer *printer_find(const char *name)
{
	for (size_t i = 0; printers[i]; i++)
		if (strcmp(printers[i]->name, name) == 0)
			return printers[i];
	return NULL;
}
