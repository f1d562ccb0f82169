/* SPDX-License-Identifier: MIT */
/* Tests --control: opening it, and commands that arrive in pieces. */
#include "test.h"

#include <errno.h>
#include <string.h>

#include "base/str.h"
#include "count/control.h"
#include "fake_kernel.h"

static const struct spec_case {
	const char *spec;
	bool owned;		/* no message: it opens */
	int descriptors;
	const char *message;
} specs[] = {
	{ "fd:60", false, 0, NULL },
	{ "fd:60,61", false, 0, NULL },
	{ "fifo:/tmp/a", true, 1, NULL },
	{ "fifo:a,b", true, 2, NULL },
	{ "fd:95", false, 0, "option '--control': descriptor 95: Bad file descriptor" },
	{ "fd:60,95", false, 0, "option '--control': descriptor 95: Bad file descriptor" },
	{ "fifo:nosuch", true, 0, "Failed to open 'nosuch': No such file or directory" },
	{ "fifo:a,nosuch", true, 0, "Failed to open 'nosuch': No such file or directory" },
	{ "", false, 0, "option '--control': '' is neither a descriptor nor a FIFO" },
	{ "pipe:3", false, 0, "option '--control': 'pipe:3' is neither a descriptor nor a FIFO" },
	{ "fd:", false, 0, "option '--control': 'fd:' is neither a descriptor nor a FIFO" },
	{ "fd:x", false, 0, "option '--control': 'fd:x' is neither a descriptor nor a FIFO" },
	{ "fd:-1", false, 0, "option '--control': 'fd:-1' is neither a descriptor nor a FIFO" },
	{ "fd:4294967296", false, 0, "option '--control': 'fd:4294967296' is neither a descriptor nor a FIFO" },
	{ "fd:60,", false, 0, "option '--control': 'fd:60,' is neither a descriptor nor a FIFO" },
	{ "fifo:", false, 0, "option '--control': 'fifo:' is neither a descriptor nor a FIFO" },
	{ "fifo:a,", false, 0, "option '--control': 'fifo:a,' is neither a descriptor nor a FIFO" },
};

static void opening(void **state)
{
	static struct fake_kernel fk;

	(void)state;
	for (size_t i = 0; i < COUNT_OF(specs); i++) {
		struct control c = CONTROL_INIT;
		struct error err = ERROR_INIT;
		int rc;

		fake_kernel_init(&fk);
		rc = control_open(&c, &fk.ops, specs[i].spec, &err);
		assert_int_equal(rc, specs[i].message ? -1 : 0);
		assert_string_equal(err.message, specs[i].message ? specs[i].message : "");
		assert_int_equal(fk.open_fds, specs[i].descriptors);
		if (!rc)
			assert_int_equal(c.owned, specs[i].owned);
		control_close(&c);
		control_close(&c);	/* twice is safe */
		assert_int_equal(fk.open_fds, 0);
	}
}

/* A kernel that gives the text piece by piece. */
struct pieces {
	struct kernel ops;
	const char *const *piece;	/* NULL: the end of it */
	size_t given;			/* of the first of them */
	int errnum, acks;
};

static ssize_t read_piece(const struct kernel *k, int fd, void *buf, size_t size)
{
	struct pieces *p = (struct pieces *)(uintptr_t)k;
	const char *from = *p->piece ? *p->piece + p->given : "";
	size_t len = strlen(from) < size ? strlen(from) : size;

	(void)fd;
	if (p->errnum)
		return -p->errnum;
	memcpy(buf, from, len);
	p->given += len;
	if (len && !from[len]) {
		p->piece++;
		p->given = 0;
	}
	for (size_t i = 0; i < len; i++)
		if (((char *)buf)[i] == '#')
			((char *)buf)[i] = '\0';
	return (ssize_t)len;
}

static ssize_t count_ack(const struct kernel *k, int fd, const void *buf, size_t size)
{
	assert_int_equal(fd, 8);
	assert_int_equal(size, 5);
	assert_memory_equal(buf, "ack\n", 5);
	((struct pieces *)(uintptr_t)k)->acks++;
	return (ssize_t)size;
}

#define LONG "01234567890123456789012345678901234567890123456789"

static const struct text_case {
	const char *pieces[5];	/* # is a zero byte */
	const char *commands;	/* verb and name of each */
} texts[] = {
	{ { "enable\n" }, "0:;" },
	{ { "disable#" }, "1:;" },
	{ { "ena", "ble\ndis", "able\n" }, "0:;1:;" },
	{ { "enable\ndisable\nping\n" }, "0:;1:;5:;" },
	{ { "enable cycles\n" }, "0:cycles;" },
	{ { "enable  cycles\n" }, "0: cycles;" },
	{ { "disable cpu/event=0x3c/u\n" }, "1:cpu/event=0x3c/u;" },
	{ { "enable \n" }, "wrong:enable ;" },
	{ { "disable \n" }, "wrong:disable ;" },
	{ { "enable  \n" }, "0: ;" },		/* a blank may be a name */
	{ { "evlist \n" }, "2:;" },
	{ { "enablefoo\n" }, "wrong:enablefoo;" },
	{ { "disabled\n" }, "wrong:disabled;" },
	{ { "evlist\n" }, "2:;" },
	{ { "evlist -v\n" }, "2:-v;" },
	{ { "snapshot\nstop\n" }, "3:;4:;" },
	{ { "pingpong\n" }, "5:pong;" },
	{ { "hello\n" }, "unknown:hello;" },
	{ { "\n\n#\n" }, "" },
	{ { "ping" }, "" },			/* nobody ends the line */
	{ { LONG "0123456789012\nping\n" }, "unknown:" LONG "0123456789012;5:;" },	/* 63 characters */
	{ { LONG "01234567890123\nping\n" }, "5:;" },
	{ { LONG LONG LONG, LONG LONG, "x\nping\n" }, "5:;" },	/* longer than there is room for */
	{ { LONG LONG LONG, LONG LONG "x", LONG, "\nstop\n" }, "4:;" },
};

static void add_command(struct str *out, enum control_verb verb, const char *name)
{
	if (verb == CONTROL_WRONG || verb == CONTROL_UNKNOWN)
		str_addf(out, "%s:%s;", verb == CONTROL_WRONG ? "wrong" : "unknown", name);
	else
		str_addf(out, "%d:%s;", (int)verb - CONTROL_ENABLE, name);
}

static void pieces_of_text(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(texts); i++) {
		struct pieces p = { .ops = { .read = read_piece }, .piece = texts[i].pieces };
		struct control c = { .kernel = &p.ops, .fd = 7, .ack_fd = -1 };
		struct str got = {0};
		enum control_verb verb;
		const char *name;

		str_add(&got, "");
		while (*p.piece) {
			assert_int_equal(control_read(&c), 0);
			while ((verb = control_next(&c, &name)) != CONTROL_NONE)
				add_command(&got, verb, name);
		}
		assert_string_equal(got.text, texts[i].commands);
		assert_false(c.ended);
		str_release(&got);
	}
}

static void the_other_side(void **state)
{
	static const char *const nothing[] = { NULL };
	struct pieces p = { .ops = { .read = read_piece, .write = count_ack }, .piece = nothing };
	struct control c = { .kernel = &p.ops, .fd = 7, .ack_fd = -1 };

	(void)state;
	control_ack(&c);
	assert_int_equal(p.acks, 0);	/* nobody wants one */
	c.ack_fd = 8;
	control_ack(&c);
	assert_int_equal(p.acks, 1);
	p.errnum = EAGAIN;
	assert_int_equal(control_read(&c), 0);
	assert_false(c.ended);
	p.errnum = EIO;
	assert_int_equal(control_read(&c), -EIO);
	p.errnum = 0;
	assert_int_equal(control_read(&c), 0);
	assert_true(c.ended);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opening),
		cmocka_unit_test(pieces_of_text),
		cmocka_unit_test(the_other_side),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
