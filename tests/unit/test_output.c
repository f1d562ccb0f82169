/* SPDX-License-Identifier: MIT */
/* The end of the output file: what only closing it tells. */
#include "test.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/app.h"
#include "cli/options.h"
#include "cli/output.h"

static void closing_is_checked(void **state)
{
	char path[] = "/tmp/pstat-output-XXXXXX";
	int fd = mkstemp(path);
	const struct env env = { .err = stderr };
	const struct options o = { .output = path };

	(void)state;
	assert_true(fd >= 0);
	close(fd);
	for (int lost = 0; lost < 2; lost++) {
		struct error err = ERROR_INIT;
		struct output out;

		assert_int_equal(output_open(&out, &env, &o, &err), 0);
		if (lost)	/* stands in for a server that says no at last */
			close(fileno(out.sink[0].stream));
		assert_int_equal(output_close(&out, &err), lost ? -1 : 0);
		assert_string_equal(err.message, lost ? "cannot write the report: Bad file descriptor" : "");
		assert_int_equal(err.errnum, lost ? EBADF : 0);
		assert_int_equal(output_close(&out, &err), 0);
	}
	unlink(path);
}

static void the_stream_of_others_stays_open(void **state)
{
	const struct env env = { .err = stderr };
	const struct options o = { .output = NULL };
	struct error err = ERROR_INIT;
	struct output out;

	(void)state;
	assert_int_equal(output_open(&out, &env, &o, &err), 0);
	assert_int_equal(output_close(&out, &err), 0);
	assert_true(fileno(stderr) >= 0 && write(fileno(stderr), "", 0) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closing_is_checked),
		cmocka_unit_test(the_stream_of_others_stays_open),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
