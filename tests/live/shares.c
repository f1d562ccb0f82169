/* SPDX-License-Identifier: MIT */
/*
 * shares MS [ACT...] - functions that have known parts of the time, for --per-function: one() has one part of it,
 * two() two and five() five, in rounds whose length is random, so that no timer keeps step with them.
 *
 * It goes on until it has used MS milliseconds of CPU time, and then says how much each part took by its own clock,
 * which is slowed as they are: "NAME NS".  Acts, in this order:
 *
 * threads N, children N: so many threads, or processes one after the other, do the same; all print.
 * execs N: it starts itself anew, N times.
 * library FILE, libraries FILE FILE: in_library() of it has two parts; of two FILEs in turns, each loaded and
 * unloaded every time, so that they may be in the same place.  It prints the name of the file.
 * kernel: reads of /dev/zero are a part; memory: code in memory without a file has four parts; fresh: in a new place
 * each time; named: /tmp/perf-PID.map says what it is called.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The same loop in each, at the start of a cache line, so that all turns take the same time. */
#if defined(__x86_64__)
#define LOOP "1: sub $1, %rdi\n\tjne 1b\n\tret\n"
#elif defined(__aarch64__)
#define LOOP "1: subs x0, x0, #1\n\tb.ne 1b\n\tret\n"
#endif
#ifdef LOOP
#define FUNCTION(name) \
	void name(unsigned long n); \
	extern const char name##_end[]; \
	__asm__(".text\n\t.balign 64\n\t.globl " #name "\n\t.type " #name ", %function\n" #name ":\n\t" LOOP \
		".size " #name ", . - " #name "\n\t.globl " #name "_end\n" #name "_end:\n\t.balign 64\n")
#else
#define FUNCTION(name) \
	void name(unsigned long n); \
	void name(unsigned long n) { while (n) { __asm__ volatile("" : "+r"(n)); n--; } } \
	extern const char name##_end[]; \
	const char name##_end[1] = { 0 }
#endif

#ifdef LIBRARY
FUNCTION(in_library);
#else
FUNCTION(one);
FUNCTION(two);
FUNCTION(five);
FUNCTION(to_copy);

enum { LEAST_TURNS = 100000, MOST_TURNS = 300000, BLOCK = 65536, MEMORY = 65536, PARTS = 16 };

static struct {
	uint64_t ns;
	unsigned long threads, children;
	const char *library[2];
	bool kernel, memory, fresh, named;
} act;

struct part {
	const char *name;
	uint64_t ns;
};

struct worker {
	struct part part[PARTS];
	uint64_t random;
	void *memory;
};

static uint64_t cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static void end_part(struct worker *w, const char *name, uint64_t begin)
{
	struct part *p = w->part;

	while (p->name && strcmp(p->name, name) != 0)
		p++;
	p->name = name;
	p->ns += cpu_ns() - begin;
}

static void call(struct worker *w, const char *name, void (*f)(unsigned long n), unsigned long n)
{
	uint64_t begin = cpu_ns();

	f(n);
	end_part(w, name, begin);
}

/* Loading is no part. */
static void call_library(struct worker *w, const char *file, unsigned long n)
{
	void *library = dlopen(file, RTLD_NOW);
	void (*f)(unsigned long) = library ? (void (*)(unsigned long))(uintptr_t)dlsym(library, "in_library") : NULL;

	if (!f) {
		fprintf(stderr, "shares: %s\n", dlerror());
		_exit(1);
	}
	call(w, file, f, 2 * n);
	if (act.library[1])
		dlclose(library);
}

static void read_zeros(unsigned long n)
{
	static _Thread_local char block[BLOCK];
	int fd = open("/dev/zero", O_RDONLY | O_CLOEXEC);

	for (unsigned long i = 0; i < n / 10000 && read(fd, block, sizeof(block)) > 0; i++)
		;
	close(fd);
}

static void name_memory(const char *at)
{
	char name[64];
	FILE *f;

	snprintf(name, sizeof(name), "/tmp/perf-%d.map", (int)getpid());
	f = fopen(name, "ae");
	if (f) {
		fprintf(f, "%lx %x made_at_run_time\n", (unsigned long)(uintptr_t)at, MEMORY);
		fclose(f);
	}
}

static void call_memory(struct worker *w, unsigned long n)
{
	size_t size = (size_t)((uintptr_t)to_copy_end - (uintptr_t)to_copy);

	if (!w->memory || act.fresh) {
		if (w->memory)
			munmap(w->memory, MEMORY);
		w->memory = mmap(NULL, MEMORY, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		memcpy(w->memory, (const void *)(uintptr_t)to_copy, size);
		__builtin___clear_cache((char *)w->memory, (char *)w->memory + size);
		mprotect(w->memory, MEMORY, PROT_READ | PROT_EXEC);
		if (act.named)
			name_memory(w->memory);
	}
	call(w, "memory", (void (*)(unsigned long))(uintptr_t)w->memory, 4 * n);
}

static void turn(struct worker *w)
{
	unsigned long n;

	w->random = w->random * 6364136223846793005u + 1442695040888963407u;
	n = LEAST_TURNS + (unsigned long)(w->random >> 33) % (MOST_TURNS - LEAST_TURNS);
	call(w, "one", one, n);
	call(w, "two", two, 2 * n);
	call(w, "five", five, 5 * n);
	for (int i = 0; i < 2; i++)
		if (act.library[i])
			call_library(w, act.library[i], n);
	if (act.kernel)
		call(w, "kernel", read_zeros, n);
	if (act.memory)
		call_memory(w, n);
}

static void *work(void *unused)
{
	struct worker w = { .random = (uint64_t)getpid() };
	uint64_t begin = cpu_ns();
	char text[PARTS * 128];
	int n = 0;

	w.random += (uint64_t)(uintptr_t)&w;
	while (cpu_ns() - begin < act.ns)
		turn(&w);
	for (const struct part *p = w.part; p->name; p++)
		n += snprintf(text + n, sizeof(text) - (size_t)n, "%s %llu\n", p->name, (unsigned long long)p->ns);
	return write(1, text, (size_t)n) == n ? unused : NULL;
}

static void work_in_threads(void)
{
	pthread_t *thread = calloc(act.threads, sizeof(*thread));

	for (unsigned long i = 0; thread && i < act.threads; i++)
		if (pthread_create(&thread[i], NULL, work, NULL) != 0)
			_exit(2);
	for (unsigned long i = 0; thread && i < act.threads; i++)
		pthread_join(thread[i], NULL);
	free(thread);
}

static void work_in_children(void)
{
	for (unsigned long i = 0; i < act.children; i++) {
		if (fork() == 0) {
			work(NULL);
			_exit(0);
		}
		wait(NULL);
	}
}

/* Of the word, if it comes next. */
static bool is_next(char ***arg, const char *word)
{
	if (!**arg || strcmp(**arg, word) != 0)
		return false;
	++*arg;
	return true;
}

static unsigned long number(char ***arg, const char *word)
{
	return is_next(arg, word) && **arg ? strtoul(*(*arg)++, NULL, 10) : 0;
}

static char *parse(char **arg)
{
	char *execs;

	act.ns = *arg ? strtoul(*arg++, NULL, 10) * 1000000 : 0;
	act.threads = number(&arg, "threads");
	act.children = number(&arg, "children");
	execs = is_next(&arg, "execs") ? *arg++ : NULL;
	if (is_next(&arg, "library"))
		act.library[0] = *arg++;
	else if (is_next(&arg, "libraries")) {
		act.library[0] = *arg++;
		act.library[1] = *arg++;
	}
	act.kernel = is_next(&arg, "kernel");
	act.fresh = is_next(&arg, "fresh");
	act.memory = is_next(&arg, "memory") || act.fresh;
	act.named = is_next(&arg, "named");
	if (!act.ns || *arg) {
		fprintf(stderr, "shares: what is '%s'?\n", *arg ? *arg : "");
		exit(1);
	}
	return execs;
}

int main(int argc, char **argv)
{
	char *execs = parse(argv + (argc > 0));
	unsigned long left = execs ? strtoul(execs, NULL, 10) : 0;

	if (act.threads)
		work_in_threads();
	if (act.children)
		work_in_children();
	if (!act.threads && !act.children)
		work(NULL);
	if (left) {
		snprintf(execs, strlen(execs) + 1, "%lu", left - 1);
		execv("/proc/self/exe", argv);
	}
	return 0;
}
#endif
