/* SPDX-License-Identifier: MIT */
/*
 * The whole program on the fake kernel and a recorded machine whose files are others: whatever stands in
 * them, it ends soon, with a status of its own or the command's, a message where it failed, and nothing is
 * left open.
 *
 * The first line chooses: a letter for the machine, and one for each part of the fake kernel's script.
 * A line that begins with / and has a tab is a file of the machine (tree.h), one that begins with = and has
 * a tab a file where pstat is run; "-/path" is a file that is not there.  All others are words of the
 * command line.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/json_reader.h"
#include "cli/app.h"
#include "cli/options.h"
#include "count/busy_loop.h"
#include "fake_kernel.h"
#include "fuzz.h"
#include "host/rootfs.h"
#include "sandbox.h"
#include "tree.h"

enum { MOST_WORDS = 60, WAITS_ENOUGH = 60, WAITS_MOST = 2000, FIRST_MACHINE = 'A', FIRST_PART = '!' };

/* Instead of src's: the fake kernel counts without work, and half of all the time went here. */
void busy_loop(const struct kernel *k)
{
	(void)k;
}

static const char *const machines[] = {
	"vm-zen5+cgroup-v1", "vm-zen5+cgroup-v2+procs", "x86-offline", "vm-nopmu", "intel-hybrid+cgroup-hybrid",
	"arm-biglittle", "power9", "riscv", "s390x", "container", "container-bare", "",
};

static const char *const parts[] = {
	"child=0", "child=1,5,20", "child=3s", "child=100us", "exit=1", "exit=0,3", "killed=TERM", "killed=11",
	"exec=ENOENT", "exec=EACCES", "stubborn", "leaves", "privileged=2", "hook=5", "hook-exec=ENOENT",
	"says=error:+no|", "layout=EPERM", "pin=EINVAL", "more=b:50", "more=b:-3", "drift=5", "spread=5", "spread=50",
	"signal=INT@5", "signal=TERM@1", "terminal=INT@3", "signal=HUP@2", "ends=1@5", "ends=10@0",
	"control=enable@1", "control=disable+cycles@2", "control=evlist@3", "control=stop@4", "control=end@2",
	"control=ping@1", "late=5", "fail=1:ENOMEM", "fail=2:EMFILE", "fail=3:EINTR", "fail=5:EIO", "fail=9:EAGAIN",
	"fail=14:ENOSPC", "fail=22:EINTR", "fail=40:ENOMEM", "limit=16:16", "limit=64:100", "paranoid=2", "paranoid=3",
	"counters=1", "counters=4", "taken=1", "taken=0,2", "dead=1", "attr-size=64", "tsc=2G", "no-pmu", "no-pidfd",
	"foreign-chld", "any open=EACCES", "any open=ENOENT", "any running=0%", "any running=50%", "any read=EIO",
	"any read=end nth=2", "event=cycles open=ENOENT", "type=hw open=EINVAL", "any count=0", "any count=1,2,3",
	"any count=18446744073709551615", "any rate=90G", "event=page-faults count=1,0,7", "type=sw read=short",
	"type=hw live=EINTR", "any member open=EINVAL", "any group open=EINVAL", "any inherit open=EINVAL",
	"any kernel open=EACCES", "any precise open=EOPNOTSUPP", "any pinned read=end", "any task open=ESRCH", "any cpu=1 open=ENODEV",
	"any run=2 count=5", "any leader running=1%", "user=1 sys=9", "rss=9", "own-rss=100", "type=raw open=EBUSY",
	"control=evlist+-v@2", "control=evlist+-g@2", "control=what@1", "control=disable+nosuch@1",
	"any host open=EOPNOTSUPP", "any tid=1200 open=EACCES", "any open=E2BIG",
};

enum { N_PARTS = sizeof(parts) / sizeof(*parts) };

static const char *machine_of(uint8_t letter)
{
	return machines[(uint8_t)(letter - FIRST_MACHINE) % (sizeof(machines) / sizeof(*machines))];
}

/* What one run of the program needs; the kernel is large, and so kept from one to the next. */
struct world {
	struct fake_kernel *fk;
	FILE *out, *said;
	int (*wait)(const struct kernel *, struct wait_fd *, size_t, uint64_t);
	int (*perf_open)(const struct kernel *, struct perf_event_attr *, pid_t, int, int, unsigned long);
	int waits;
};

static struct world world;

/* After so many waits somebody has enough of it. */
static int counted_wait(const struct kernel *k, struct wait_fd *fds, size_t n, uint64_t deadline_ns)
{
	struct fake_kernel *fk = world.fk;

	fuzz_check(++world.waits < WAITS_MOST, "it ends when it is told to");
	/* runs that take no time never get to a signal that is to come later */
	if (world.waits >= WAITS_ENOUGH &&
	    (fk->signals_read == fk->n_signals || fk->signals[fk->signals_read].at_ns > fk->clock_ns)) {
		fk->signals_read = 0;
		fk->n_signals = 1;
		fk->signals[0].at_ns = fk->clock_ns;
		fk->signals[0].signo = SIGTERM;
		fk->signals[0].code = SI_USER;
		fk->child.stubborn = false;
	}
	return world.wait(k, fds, n, deadline_ns);
}

/* The folder of a control group is none that the machine below knows. */
static int perf_open(const struct kernel *k, struct perf_event_attr *attr, pid_t pid, int cpu, int group_fd,
		     unsigned long flags)
{
	bool group = flags & PERF_FLAG_PID_CGROUP;

	return world.perf_open(k, attr, group ? -1 : pid, cpu, group_fd, flags & ~(unsigned long)PERF_FLAG_PID_CGROUP);
}

/* In memory, with a descriptor; kept from one run to the next. */
static FILE *emptied(FILE *stream)
{
	FILE *file = stream ? stream : fdopen(memfd_create("stream", MFD_CLOEXEC), "w");

	if (!file || ftruncate(fileno(file), 0) < 0 || lseek(fileno(file), 0, SEEK_SET) < 0)
		abort();
	return file;
}

static void read_back(struct str *text, FILE *stream)
{
	char block[4096];
	ssize_t n;

	fflush(stream);
	for (off_t at = 0; (n = pread(fileno(stream), block, sizeof(block), at)) > 0; at += n)
		str_add_n(text, block, (size_t)n);
}

static void set_up(const char *choice)
{
	bool said[N_PARTS] = {false};
	struct str script = {0};

	if (!world.fk)
		world.fk = malloc(sizeof(*world.fk));
	if (!world.fk)
		abort();
	fake_kernel_init(world.fk);
	for (size_t i = 1; i <= 8 && choice[0] && choice[i]; i++) {
		size_t part = (uint8_t)(choice[i] - FIRST_PART) % N_PARTS;

		if (!said[part])
			str_addf(&script, "%s; ", parts[part]);
		said[part] = true;
	}
	fake_kernel_script(world.fk, script.text ? script.text : "");
	str_release(&script);
	world.wait = world.fk->ops.wait;
	world.perf_open = world.fk->ops.perf_open;
	world.waits = 0;
	world.fk->ops.wait = counted_wait;
	world.fk->ops.perf_open = perf_open;
}

/* The words of the command line. */
static int take_lines(char **argv, char *text)
{
	int argc = 1;

	for (char *line; argc < MOST_WORDS && (line = fuzz_line(&text));) {
		if (*line == '/' && strchr(line, '\t'))
			tree_put(line);
		else if (*line == '=' && strchr(line, '\t'))
			tree_put(line + 1);
		else if (line[0] == '-' && line[1] == '/')
			tree_put(line + 1);
		else
			argv[argc++] = line;
	}
	argv[argc] = NULL;
	return argc;
}

/* A document of results is one, whatever the machine is called. */
static void check_document(const char *text, size_t len)
{
	static const char schema[] = "\n  \"schema\": \"pstat/1\"";
	const char *first = text ? strstr(text, schema) : NULL;
	struct error err = ERROR_INIT;
	struct jsondoc doc;

	/* several may stand behind each other in one stream */
	if (!first || first != text + 1 || *text != '{' || strstr(first + 1, schema))
		return;
	if (jsondoc_parse(&doc, text, len, &err) < 0)
		fuzz_check(false, err.message);
	jsondoc_release(&doc);
}

/* Formats that go to - as well stand behind a document, or between its parts. */
static bool is_shared(char *const *argv)
{
	for (; *argv; argv++) {
		size_t n = strlen(*argv);

		if (n >= 2 && strcmp(*argv + n - 2, "=-") == 0)
			return true;
	}
	return false;
}

static void check_written(void)
{
	struct str text = {0};

	for (size_t i = 0; sandbox_written(i, &text); i++)
		check_document(text.text, text.len);
	str_release(&text);
}

static void check(int status, size_t said)
{
	const struct fake_kernel *fk = world.fk;

	fuzz_check(status >= 0 && status < 256, "a status is one");
	fuzz_check(status != APP_ERROR || said, "a failure is told");
	fuzz_check(fk->open_fds == 0, "no counter is left open");
	fuzz_check(fk->mappings == 0, "nothing is left mapped");
	fuzz_check(sandbox_open_files() == 0, "no file is left open");
	check_written();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *text = fuzz_text(data, size), *rest = text, *choice = fuzz_line(&rest);
	char name[] = "pstat", *argv[MOST_WORDS + 1] = { name };
	struct str out = {0}, said = {0};
	struct rootfs root = { .dirfd = -1 };
	int argc, before, after, status;
	struct env env = { .root = &root };

	env.out = world.out = emptied(world.out);
	env.err = world.said = emptied(world.said);
	before = dup(STDERR_FILENO);
	close(before);
	sandbox_machine(machine_of((uint8_t)choice[0]));
	set_up(choice);
	argc = take_lines(argv, rest);
	env.kernel = &world.fk->ops;
	rootfs_open(&root, "/");
	status = app_run(&env, argc, argv);
	rootfs_close(&root);
	read_back(&out, env.out);
	read_back(&said, env.err);
	check(status, said.len);
	if (!is_shared(argv))
		check_document(out.text, out.len);
	sandbox_machine("");
	after = dup(STDERR_FILENO);
	close(after);
	fuzz_check(after == before, "no descriptor is left open");
	str_release(&out);
	str_release(&said);
	free(text);
	return 0;
}

/* One more option, with a word that may be its value. */
static size_t add_option(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	static const char *const values[] = { "", "=1", "=0", "=a", "=a.json", "=0-1", "=cycles", "=5%", "=json=-" };
	struct str line = {0};
	size_t n = 0, at = 0;
	unsigned lines = 1;

	while (option_defs[n].name)
		n++;
	for (size_t i = 0; i < size; i++)
		lines += data[i] == '\n';
	/* behind one of the first lines, where options stand */
	for (unsigned skip = 1 + seed / 7 % (lines < 5 ? lines : 5); skip && at < size; at++)
		skip -= data[at] == '\n';
	str_addf(&line, "%s--%s%s%s", at == size && (!at || data[at - 1] != '\n') ? "\n" : "", option_defs[seed / 11 % n].name,
		 values[seed / 3 % (sizeof(values) / sizeof(*values))], at < size ? "\n" : "");
	if (size && size + line.len <= most) {
		memmove(data + at + line.len, data + at, size - at);
		memcpy(data + at, line.text, line.len);
		size += line.len;
	}
	str_release(&line);
	return size;
}

/* Another machine, or something else happens to it. */
static size_t choose(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	const uint8_t *end = memchr(data, '\n', size);
	size_t len = end ? (size_t)(end - data) : size, at = seed % (len + 1);

	if (at == len && (len > 4 || size == most))
		at = 0;
	if (at == len) {
		memmove(data + at + 1, data + at, size - at);
		size++;
	}
	data[at] = (uint8_t)('!' + seed / 8 % 90);
	return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
	if (seed % 8 == 0)
		return add_option(data, size, most, seed / 8);
	if (seed % 8 == 1 && size)
		return choose(data, size, most, seed / 8);
	return tree_mutate(data, size, most, seed / 8, machine_of(size ? data[0] : FIRST_MACHINE));
}
