/* SPDX-License-Identifier: MIT */
/*
 * fuzz_main: NAME-OF-A-CORPUS MUTATIONS - a fuzz target without libFuzzer: each line of the corpus,
 * then as many inputs made from them by chance, the same ones every time.  TAP on stdout.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"

enum { MAX_LINES = 1000, MAX_SIZE = 4096 };

struct corpus {
	char *line[MAX_LINES];
	size_t n;
};

static uint32_t next_random(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (uint32_t)(*state >> 33);
}

static void load(struct corpus *c, const char *path)
{
	char line[MAX_SIZE];
	FILE *f = fopen(path, "r");

	while (f && c->n < MAX_LINES && fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		c->line[c->n++] = strdup(line);
	}
	if (f)
		fclose(f);
}

/* A line, with a few of its bytes changed, and sometimes the end of another one. */
static size_t mutate(char *out, const struct corpus *c, uint64_t *state)
{
	static const char likely[] = "{}/,:=-+@*?%#\\'\" 09afxkuGHpPDW()<>|&~\t\n\xff\x80";
	const char *a = c->line[next_random(state) % c->n], *b = c->line[next_random(state) % c->n];
	size_t len = strlen(a), tail = next_random(state) % (strlen(b) + 1);

	if (next_random(state) % 4 == 0)
		len = next_random(state) % (len + 1);
	memcpy(out, a, len);
	if (next_random(state) % 2) {
		memcpy(out + len, b + strlen(b) - tail, tail);
		len += tail;
	}
	for (uint32_t n = next_random(state) % 4; n && len; n--)
		out[next_random(state) % len] = likely[next_random(state) % (sizeof(likely) - 1)];
	return len;
}

int main(int argc, char **argv)
{
	static char input[2 * MAX_SIZE];
	struct corpus c = {0};
	uint64_t state = 1;
	unsigned long n;

	if (argc != 3) {
		fprintf(stderr, "usage: %s CORPUS MUTATIONS\n", argv[0]);
		return 2;
	}
	load(&c, argv[1]);
	if (!c.n) {
		printf("not ok - %s: no corpus\n", argv[1]);
		return 1;
	}
	for (size_t i = 0; i < c.n; i++)
		LLVMFuzzerTestOneInput((const uint8_t *)c.line[i], strlen(c.line[i]));
	for (n = strtoul(argv[2], NULL, 10); n; n--)
		LLVMFuzzerTestOneInput((const uint8_t *)input, mutate(input, &c, &state));
	printf("ok - %s: %zu lines and %s mutations\n", strrchr(argv[1], '/') + 1, c.n, argv[2]);
	for (size_t i = 0; i < c.n; i++)
		free(c.line[i]);
	return 0;
}
