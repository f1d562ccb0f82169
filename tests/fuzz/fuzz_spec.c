/* SPDX-License-Identifier: MIT */
/* Event strings: any text gives a list of specs, or an error that points into the text. */
#include <stdlib.h>
#include <string.h>

#include "event/spec.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size);
	struct term *terms = NULL;
	struct specs specs = {0};
	struct error err = {0};
	size_t n = 0;

	if (specs_parse(&specs, text, NULL, &err) != 0 &&
	    (!err.message[0] || err.column > (int)strlen(text) + 1))
		abort();
	specs_release(&specs);
	err = (struct error){0};
	if (terms_parse(&terms, &n, text, &err) != 0 && !err.message[0])
		abort();
	terms_release(terms, n);
	free(text);
	return 0;
}
