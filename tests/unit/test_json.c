/* SPDX-License-Identifier: MIT */
/* Strings of JSON, whatever bytes they are made of. */
#include "test.h"

#include "base/json.h"

static void quoting(void **state)
{
	static const struct { const char *text, *want; } cases[] = {
		{ "", "\"\"" },
		{ "cycles:u", "\"cycles:u\"" },
		{ "a\"b\\c/d", "\"a\\\"b\\\\c/d\"" },
		{ "\b\t\n\f\r", "\"\\b\\t\\n\\f\\r\"" },
		{ "\x01\x1b[31m\x7f", "\"\\u0001\\u001b[31m\\u007f\"" },
		{ "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\"" },
		{ "a\xff" "b", "\"a\xef\xbf\xbd" "b\"" },
		{ "\x80", "\"\xef\xbf\xbd\"" },
		{ "\xc3", "\"\xef\xbf\xbd\"" },			/* cut off */
		{ "\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\"" },	/* a longer form of a shorter one */
		{ "\xe0\x80\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },
		{ "\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },	/* half a pair */
		{ "\xed\x9f\xbf", "\"\xed\x9f\xbf\"" },
		{ "\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"" },	/* beyond the last */
		{ "\xf4\x8f\xbf\xbf", "\"\xf4\x8f\xbf\xbf\"" },
		{ "\xe2\x82", "\"\xef\xbf\xbd\xef\xbf\xbd\"" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		json_quote(&out, cases[i].text);
		assert_string_equal(out.text, cases[i].want);
		str_release(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quoting),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
