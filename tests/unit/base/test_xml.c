/* SPDX-License-Identifier: MIT */
/* Any text can be in XML: characters with a meaning are escaped, forbidden ones are replaced. */
#include "test.h"

#include "base/xml.h"

static void texts(void **state)
{
	static const struct { const char *text, *want; } cases[] = {
		{ "", "" },
		{ "a < b && \"c\" > 'd'", "a &lt; b &amp;&amp; &quot;c&quot; &gt; &apos;d&apos;" },
		{ "\xc3\xa4", "\xc3\xa4" },
		/* the last character before the surrogates, the first one, the last one, the first character after them */
		{ "\xed\x9f\xbf", "\xed\x9f\xbf" },
		{ "a\xed\xa0\x80z", "a\\xed\\xa0\\x80z" },
		{ "a\xed\xbf\xbfz", "a\\xed\\xbf\\xbfz" },
		{ "\xee\x80\x80", "\xee\x80\x80" },
		/* U+FFFD is allowed, U+FFFE and U+FFFF are not */
		{ "\xef\xbf\xbd", "\xef\xbf\xbd" },
		{ "a\xef\xbf\xbez", "a\xef\xbf\xbdz" },
		{ "a\xef\xbf\xbfz", "a\xef\xbf\xbdz" },
		{ "a\xed", "a\\xed" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct str out = {0};

		xml_text(&out, cases[i].text);
		assert_string_equal(out.text ? out.text : "", cases[i].want);
		str_release(&out);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
