/* SPDX-License-Identifier: MIT */
/*
 * fuzz_main: MUTATIONS CORPUS... - a fuzz target without libFuzzer: each line of the corpora, then as many
 * inputs made from them by chance, the same ones every time.  TAP on stdout.  An input that takes more CPU
 * time than $FUZZ_SLOW seconds (1) fails.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "corpus.h"
#include "fuzz.h"

enum { MAX_SIZE = 8192 };

static struct corpus_input now;		/* for who wants to know what it ended with */

static uint32_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33);
}

static uint64_t chance = 1;

/* A few bytes are others. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most)
{
	static const char likely[] = "{}/,:=-+@*?%#\\'\" 09afxkuGHpPDW()<>|&~\t\n\xff\x80";

	(void)most;
	for (uint32_t n = next_random(&chance) % 4; n && size; n--)
		data[next_random(&chance) % size] = (uint8_t)likely[next_random(&chance) % (sizeof(likely) - 1)];
	return size;
}

/* A line, or its beginning, and sometimes the end of another one, changed. */
static size_t mutate(uint8_t *out, const struct corpus *c)
{
	const struct corpus_input *a = &c->input[next_random(&chance) % c->n];
	const struct corpus_input *b = &c->input[next_random(&chance) % c->n];
	size_t len = a->size < MAX_SIZE ? a->size : MAX_SIZE;
	size_t tail = next_random(&chance) % (b->size + 1) % MAX_SIZE;

	if (next_random(&chance) % 4 == 0)
		len = next_random(&chance) % (len + 1);
	memcpy(out, a->data, len);
	if (next_random(&chance) % 2) {
		memcpy(out + len, b->data + b->size - tail, tail);
		len += tail;
	}
	return LLVMFuzzerCustomMutator ? LLVMFuzzerCustomMutator(out, len, 2 * (size_t)MAX_SIZE, next_random(&chance)) :
	       LLVMFuzzerMutate(out, len, 2 * (size_t)MAX_SIZE);
}

/* What sanitizers call before they end the program. */
extern void __sanitizer_set_death_callback(void (*call)(void)) __attribute__((weak));

static void tell(void)
{
	fprintf(stderr, "fuzz: it ended with the input\n");
	corpus_print(stderr, now.data, now.size);
}

static void tell_signal(int signo)
{
	tell();
	signal(signo, SIG_DFL);
	raise(signo);
}

static void tell_at_end(void)
{
	static const int fatal[] = { SIGABRT, SIGSEGV, SIGFPE, SIGBUS };

	if (__sanitizer_set_death_callback)
		__sanitizer_set_death_callback(tell);
	for (size_t i = 0; !__sanitizer_set_death_callback && i < sizeof(fatal) / sizeof(*fatal); i++)
		signal(fatal[i], tell_signal);
}

/* Whether it came to an end that may be called one; FUZZ_SLOW is in seconds of CPU. */
static int try(uint8_t *data, size_t size)
{
	const char *said = getenv("FUZZ_SLOW");
	int slow = said && *said ? atoi(said) : 10;
	clock_t start = clock();

	now = (struct corpus_input){ data, size };
	LLVMFuzzerTestOneInput(data, size);
	if (clock() - start < slow * CLOCKS_PER_SEC)
		return 0;
	printf("not ok - more than %d s with the input\n# ", slow);
	corpus_print(stdout, data, size);
	return 1;
}

int main(int argc, char **argv)
{
	static uint8_t input[2 * MAX_SIZE];
	struct corpus c = {0};
	int bad = 0;

	if (argc < 3) {
		fprintf(stderr, "usage: %s MUTATIONS CORPUS...\n", argv[0]);
		return 2;
	}
	tell_at_end();
	for (int i = 2; i < argc; i++)
		bad |= corpus_load(&c, argv[i]) < 0;
	if (bad || !c.n) {
		printf("not ok - %s: no corpus\n", argv[2]);
		return 1;
	}
	for (size_t i = 0; i < c.n; i++)
		bad |= try(c.input[i].data, c.input[i].size);
	for (unsigned long n = strtoul(argv[1], NULL, 10); n; n--)
		bad |= try(input, mutate(input, &c));
	printf("%s - %s: %zu inputs and %s mutations\n", bad ? "not ok" : "ok",
	       strrchr(argv[2], '/') + 1, c.n, argv[1]);
	corpus_release(&c);
	return bad;
}
