/* SPDX-License-Identifier: MIT */
/* Tests what is mapped where after forks, execs, threads, ends and mappings over each other. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "count/sampling/address_space.h"

enum what { BEGIN, FORK, THREAD, EXEC, MAP, END };

struct step {
	enum what what;
	pid_t pid;
	uint64_t a, b, offset;		/* FORK: a is the parent; MAP: start and end */
	size_t file;
};

static void apply(struct address_spaces *as, const struct step *s)
{
	const struct mapping m = { s->a, s->b, s->offset, s->file };

	switch (s->what) {
	case BEGIN:  address_spaces_begin(as, s->pid); break;
	case FORK:   address_spaces_fork(as, s->pid, (pid_t)s->a); break;
	case THREAD: address_spaces_add_thread(as, s->pid); break;
	case EXEC:   address_spaces_execute(as, s->pid); break;
	case MAP:    address_spaces_map(as, s->pid, &m); break;
	case END:    address_spaces_end_task(as, s->pid); break;
	}
}

enum { NOWHERE = 99, STEPS = 10 };

static const struct {
	const char *name;
	struct step step[STEPS]; size_t n;
	pid_t pid;			/* which of them is asked */
	bool known;
	uint64_t at;			/* and about what */
	size_t file;			/* NOWHERE: nothing is mapped there */
	uint64_t place;			/* in the file */
} cases[] = {
	{ "a process that nobody named", { { MAP, 1, 10, 20, 0, 1 } }, 1, 1, false, 15, NOWHERE, 0 },
	{ "executed", { { EXEC, 1 }, { MAP, 1, 10, 20, 100, 1 } }, 2, 1, true, 15, 1, 105 },
	{ "its first byte", { { EXEC, 1 }, { MAP, 1, 10, 20, 100, 1 } }, 2, 1, true, 10, 1, 100 },
	{ "its last byte", { { EXEC, 1 }, { MAP, 1, 10, 20, 100, 1 } }, 2, 1, true, 19, 1, 109 },
	{ "behind it", { { EXEC, 1 }, { MAP, 1, 10, 20, 100, 1 } }, 2, 1, true, 20, NOWHERE, 0 },
	{ "before it", { { EXEC, 1 }, { MAP, 1, 10, 20, 100, 1 } }, 2, 1, true, 9, NOWHERE, 0 },
	{ "no bytes", { { EXEC, 1 }, { MAP, 1, 10, 10, 0, 1 } }, 2, 1, true, 10, NOWHERE, 0 },
	{ "less than none", { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { MAP, 1, 15, 12, 0, 2 } }, 3, 1, true, 13, 1, 3 },
	{ "to the last address", { { EXEC, 1 }, { MAP, 1, 10, UINT64_MAX, 0, 1 } }, 2, 1, true, UINT64_MAX - 1, 1,
	  UINT64_MAX - 11 },
	{ "executed again", { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { EXEC, 1 } }, 3, 1, true, 15, NOWHERE, 0 },
	{ "a program in another's place",
	  { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { EXEC, 1 }, { MAP, 1, 10, 20, 0, 2 } }, 4, 1, true, 15, 2, 5 },
	{ "forked", { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { FORK, 2, 1 } }, 3, 2, true, 15, 1, 5 },
	{ "what the parent maps later is its own",
	  { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { FORK, 2, 1 }, { MAP, 1, 10, 20, 0, 2 } }, 4, 2, true, 15, 1, 5 },
	{ "and so is what the child maps",
	  { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { FORK, 2, 1 }, { MAP, 2, 10, 20, 0, 2 } }, 4, 1, true, 15, 1, 5 },
	{ "forked before anything is mapped", { { EXEC, 1 }, { FORK, 2, 1 }, { MAP, 2, 1, 3, 0, 4 } }, 3, 2, true, 1, 4, 0 },
	{ "forked by one that nobody named", { { FORK, 2, 1 }, { MAP, 2, 10, 20, 0, 1 } }, 2, 2, false, 15, NOWHERE, 0 },
	{ "that executes then", { { FORK, 2, 1 }, { EXEC, 2 }, { MAP, 2, 10, 20, 0, 1 } }, 3, 2, true, 15, 1, 5 },
	{ "ended", { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { END, 1 } }, 3, 1, false, 15, NOWHERE, 0 },
	{ "ended twice", { { EXEC, 1 }, { END, 1 }, { END, 1 } }, 3, 1, false, 15, NOWHERE, 0 },
	{ "a thread of it lives", { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { THREAD, 1 }, { END, 1 } }, 4, 1, true, 15, 1, 5 },
	{ "the last thread ends",
	  { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { THREAD, 1 }, { END, 1 }, { END, 1 } }, 5, 1, false, 15, NOWHERE, 0 },
	{ "an exec ends all other threads",
	  { { EXEC, 1 }, { THREAD, 1 }, { THREAD, 1 }, { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { END, 1 } }, 6, 1, false, 15,
	  NOWHERE, 0 },
	{ "a child outlives its parent",
	  { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { FORK, 2, 1 }, { END, 1 } }, 4, 2, true, 15, 1, 5 },
	{ "a number is used again",
	  { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { EXEC, 2 }, { MAP, 2, 10, 20, 0, 2 }, { END, 2 }, { FORK, 2, 1 } }, 6, 2,
	  true, 15, 1, 5 },
	{ "used again although no record said that it ended",
	  { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { EXEC, 2 }, { MAP, 2, 30, 40, 0, 2 }, { FORK, 2, 1 } }, 5, 2, true, 35,
	  NOWHERE, 0 },
	{ "it ran before", { { BEGIN, 1 }, { MAP, 1, 10, 20, 0, 1 } }, 2, 1, true, 15, 1, 5 },
	{ "how many threads it has is not known",
	  { { BEGIN, 1 }, { MAP, 1, 10, 20, 0, 1 }, { THREAD, 1 }, { END, 1 }, { END, 1 } }, 5, 1, true, 15, 1, 5 },
	{ "its child", { { BEGIN, 1 }, { MAP, 1, 10, 20, 0, 1 }, { FORK, 2, 1 } }, 3, 2, true, 15, 1, 5 },
	{ "a thread of one that nobody named", { { THREAD, 1 } }, 1, 1, false, 15, NOWHERE, 0 },
	{ "a mapping in the middle", { { EXEC, 1 }, { MAP, 1, 10, 40, 100, 1 }, { MAP, 1, 20, 30, 0, 2 } }, 3, 1, true, 35, 1,
	  125 },
	{ "of which this is the middle", { { EXEC, 1 }, { MAP, 1, 10, 40, 100, 1 }, { MAP, 1, 20, 30, 0, 2 } }, 3, 1, true, 29,
	  2, 9 },
	{ "over several", { { EXEC, 1 }, { MAP, 1, 10, 20, 0, 1 }, { MAP, 1, 20, 30, 0, 2 }, { MAP, 1, 40, 50, 0, 3 },
	  { MAP, 1, 15, 45, 0, 4 } }, 5, 1, true, 47, 3, 7 },
};

static void after_each_step(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		struct address_spaces as = {0};
		const struct mapping *m;

		for (size_t s = 0; s < cases[i].n; s++)
			apply(&as, &cases[i].step[s]);
		m = address_spaces_find(&as, cases[i].pid, cases[i].at);
		if (address_spaces_knows(&as, cases[i].pid) != cases[i].known ||
		    (m ? m->file : NOWHERE) != cases[i].file ||
		    (m && cases[i].at - m->start + m->offset != cases[i].place))
			fail_msg("%s", cases[i].name);
		address_spaces_release(&as);
	}
}

enum { BYTES = 64, ROUNDS = 400, MAPS = 40 };

/* One number for each byte: the file and the place in it. */
static void check_bytes(const struct address_spaces *as, pid_t pid, const uint64_t *byte, unsigned seed)
{
	for (uint64_t at = 0; at < BYTES; at++) {
		const struct mapping *m = address_spaces_find(as, pid, at);
		uint64_t is = m ? m->file * 1000 + at - m->start + m->offset : 0;

		if (is != byte[at])
			fail_msg("seed %u: at %d is %d, not %d", seed, (int)at, (int)is, (int)byte[at]);
	}
}

static unsigned next(unsigned *seed)
{
	*seed = *seed * 1103515245 + 12345;
	return *seed >> 16 & 0x7fff;
}

/* Against a list of bytes. */
static void mappings_over_each_other(void **state)
{
	(void)state;
	for (unsigned round = 0; round < ROUNDS; round++) {
		uint64_t byte[BYTES] = {0}, of_child[BYTES] = {0};
		struct address_spaces as = {0};
		unsigned seed = round;
		bool forked = false;

		address_spaces_execute(&as, 1);
		for (size_t file = 1; file < MAPS; file++) {
			uint64_t start = next(&seed) % BYTES, size = next(&seed) % (BYTES - start + 1) % 24;
			const struct mapping m = { start, start + size, next(&seed) % 50, file };

			address_spaces_map(&as, 1, &m);
			for (uint64_t at = start; at < m.end; at++)
				byte[at] = file * 1000 + at - start + m.offset;
			check_bytes(&as, 1, byte, round);
			if (next(&seed) % 20 == 0) {
				address_spaces_fork(&as, 2, 1);
				memcpy(of_child, byte, sizeof(byte));
				forked = true;
			}
		}
		assert_int_equal(address_spaces_knows(&as, 2), forked);
		check_bytes(&as, 2, of_child, round);
		address_spaces_release(&as);
	}
}

static void many_processes(void **state)
{
	enum { MANY = 5000 };
	struct address_spaces as = {0};

	(void)state;
	address_spaces_execute(&as, 1);
	for (pid_t pid = 2; pid < MANY; pid++) {
		const struct mapping own = { (uint64_t)pid, (uint64_t)pid + 1, 0, (size_t)pid };

		address_spaces_fork(&as, pid, 1);
		address_spaces_map(&as, pid, &own);
	}
	for (pid_t pid = 2; pid < MANY; pid++) {
		assert_int_equal(address_spaces_find(&as, pid, (uint64_t)pid)->file, pid);
		assert_null(address_spaces_find(&as, pid, (uint64_t)pid + 1));
	}
	address_spaces_release(&as);
	assert_null(as.space);
	address_spaces_release(&as);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(after_each_step),
		cmocka_unit_test(mappings_over_each_other),
		cmocka_unit_test(many_processes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
