/* SPDX-License-Identifier: MIT */
/* Compares the facts of two reports, one by one, and collects the differences. */
#include "compare/host_match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "benchmark/benchmark.h"
#include "benchmark/report.h"
#include "compare/rows.h"
#include "host/facts.h"
#include "host/target.h"
#include "note/note.h"

/* Facts of the host that matter here; an unknown fact is NULL or HOST_UNKNOWN. */
struct fact {
	const char *code, *words;
	size_t offset;
	enum difference_weight weight;
};

#define FACT(code, field, words, weight) \
	{ code, words, offsetof(struct host_facts, field), DIFFERENCE_ ## weight }
static const struct fact cpu_facts[] = {
	FACT("cpu-vendor", vendor, "the vendor of the CPU", OF_NATIVE),
	FACT("cpu-family", family, "the family of the CPU", OF_NATIVE),
	FACT("cpu-model", model, "the model of the CPU", OF_NATIVE),
	FACT("cpu-stepping", stepping, "the stepping of the CPU", WARNING),
	FACT("microcode", microcode, "the microcode", WARNING),
};
static const struct fact facts[] = {
	FACT("arch", arch, "the architecture", FATAL),
	FACT("kernel", kernel, "the kernel", OF_TIMES),
	FACT("hypervisor", hypervisor, "the hypervisor", OF_TIMES),
	FACT("governor", governor, "the frequency governor", OF_TIMES),
	FACT("turbo", turbo, "turbo", OF_TIMES),
	FACT("smt", smt, "SMT", OF_TIMES),
	FACT("cpus", cpus, "the number of CPUs", OF_TIMES),
	FACT("aslr", aslr, "kernel.randomize_va_space", WARNING),
	FACT("paranoid", paranoid, "kernel.perf_event_paranoid", WARNING),
};
#undef FACT

static void host_match_add(struct host_differences *f, const char *code, enum difference_weight weight,
			   const char *words, struct str *text)
{
	f->difference = mem_resize(f->difference, f->n + 1, sizeof(*f->difference));
	f->difference[f->n++] = (struct difference){ .code = code, .weight = weight, .words = words,
						     .text = text->text };
	*text = (struct str){0};
}

static void add_two(struct host_differences *f, const char *code, enum difference_weight weight,
		    const char *words, const char *base, const char *now)
{
	struct str text = {0};

	str_addf(&text, "%s is %s in the base and %s here", words, base, now);
	host_match_add(f, code, weight, words, &text);
}

/* --- the host ------------------------------------------------------------------------------------ */

static const char *text_at(const struct host_facts *h, const struct fact *fact)
{
	return *(char *const *)(const void *)((const char *)h + fact->offset);
}

static int number_at(const struct host_facts *h, const struct fact *fact)
{
	return *(const int *)(const void *)((const char *)h + fact->offset);
}

static void compare_texts(struct host_differences *f, const struct fact *fact, const char *a, const char *b,
			  bool known)
{
	/* on a known host NULL means that there is no hypervisor; other texts are unknown then */
	bool none = known && fact->offset == offsetof(struct host_facts, hypervisor);

	if (a && b ? strcmp(a, b) != 0 : none && a != b)
		add_two(f, fact->code, fact->weight, fact->words, a ? a : "none", b ? b : "none");
}

static void compare_numbers(struct host_differences *f, const struct fact *fact, int a, int b)
{
	char base[16], now[16];

	if (a == b || a == HOST_UNKNOWN || b == HOST_UNKNOWN)
		return;
	if (host_member(fact->offset)->type == MEMBER_SWITCH) {
		add_two(f, fact->code, fact->weight, fact->words, a ? "on" : "off", b ? "on" : "off");
		return;
	}
	snprintf(base, sizeof(base), "%d", a);
	snprintf(now, sizeof(now), "%d", b);
	add_two(f, fact->code, fact->weight, fact->words, base, now);
}

static bool is_cpu_known(const struct host_facts *h)
{
	return h->cpu || (h->vendor && h->model != HOST_UNKNOWN);
}

static void compare_fact(struct host_differences *f, const struct fact *fact, const struct host_facts *a,
			 const struct host_facts *b, bool known)
{
	if (host_member(fact->offset)->type == MEMBER_TEXT)
		compare_texts(f, fact, text_at(a, fact), text_at(b, fact), known);
	else
		compare_numbers(f, fact, number_at(a, fact), number_at(b, fact));
}

/*
 * The first difference says it all: of another vendor, the model means something else.  CPUs of one model may
 * have names of their own, as they differ in speed.
 */
static void compare_cpus(struct host_differences *f, const struct host_facts *a, const struct host_facts *b)
{
	bool one_model = a->model != HOST_UNKNOWN && a->model == b->model && a->family == b->family &&
			 a->vendor && b->vendor && strcmp(a->vendor, b->vendor) == 0;
	size_t before = f->n;

	if (a->cpu && b->cpu && strcmp(a->cpu, b->cpu) != 0)
		add_two(f, "cpu", one_model ? DIFFERENCE_OF_TIMES : DIFFERENCE_OF_NATIVE, "the CPU", a->cpu,
			b->cpu);
	for (size_t i = 0; i < sizeof(cpu_facts) / sizeof(*cpu_facts) && (one_model || f->n == before); i++)
		compare_fact(f, &cpu_facts[i], a, b, true);
}

static void compare_hosts(struct host_differences *f, const struct host_facts *a, const struct host_facts *b,
			  bool known)
{
	compare_cpus(f, a, b);
	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		compare_fact(f, &facts[i], a, b, known);
}

bool host_match_is_fixed(const struct report *r)
{
	bool refused = false;

	for (size_t i = 0; i < r->b->sum.notes.n; i++)
		refused |= r->b->sum.notes.note[i].kind == NOTE_LAYOUT;
	return (r->b->fixed && !refused) || r->b->host.aslr == 0;
}

static void compare_layouts(struct host_differences *f, const struct report *base, const struct report *now)
{
	bool a = host_match_is_fixed(base), b = host_match_is_fixed(now);

	if (a != b)
		add_two(f, "layout", DIFFERENCE_WARNING, "the layout of addresses", a ? "fixed" : "random",
			b ? "fixed" : "random");
}

/* --- what was measured --------------------------------------------------------------------------- */

static const char *kind_of(const struct target_opts *asked)
{
	if (asked->pids)
		return "processes";
	if (asked->tids)
		return "threads";
	return asked->system_wide ? "the system" : asked->cpus ? "CPUs" : "the command";
}

static void describe_delay(char *out, size_t size, uint64_t late_ns)
{
	if (late_ns == TARGET_BY_CONTROL)
		snprintf(out, size, "until --control");
	else if (late_ns == TARGET_UNKNOWN)
		snprintf(out, size, "not known");
	else
		snprintf(out, size, "%.10g ms", (double)late_ns / 1e6);
}

/* The delay may leave out just what a limit is about.  An unknown delay is most likely none. */
static void compare_delays(struct host_differences *f, uint64_t a, uint64_t b)
{
	bool known = a != TARGET_UNKNOWN && b != TARGET_UNKNOWN;
	char base[32], now[32];

	if (a == b || (!known && (!a || !b)))
		return;
	describe_delay(base, sizeof(base), a);
	describe_delay(now, sizeof(now), b);
	add_two(f, "delay", known ? DIFFERENCE_FATAL : DIFFERENCE_WARNING, "the delay of counting", base,
		now);
}

static void compare_targets(struct host_differences *f, const struct report *base, const struct report *now)
{
	static const struct target_opts command = { .command = true };
	const struct target_opts *a = base->b->target.asked ? base->b->target.asked : &command;
	const struct target_opts *b = now->b->target.asked ? now->b->target.asked : &command;

	if (strcmp(kind_of(a), kind_of(b)) != 0)
		add_two(f, "target", DIFFERENCE_FATAL, "what was counted", kind_of(a), kind_of(b));
	else if (a->cpus && b->cpus && strcmp(a->cpus, b->cpus) != 0)
		add_two(f, "target", DIFFERENCE_FATAL, "the list of CPUs", a->cpus, b->cpus);
	if (a->no_inherit != b->no_inherit)
		add_two(f, "inherit", DIFFERENCE_FATAL, "counting what the command starts",
			a->no_inherit ? "off" : "on", b->no_inherit ? "off" : "on");
	compare_delays(f, a->late_ns, b->late_ns);
}

static bool same_words(char *const *a, char *const *b)
{
	if (!a || !b)
		return a == b;
	for (; *a && *b; a++, b++)
		if (strcmp(*a, *b) != 0)
			return false;
	return *a == *b;
}

static void compare_commands(struct host_differences *f, const struct report *base, const struct report *now,
			     bool named)
{
	struct str b = {0};
	LOCAL(str) a = {0};

	bool shown = !base->name && !now->name;		/* the commands are the names of the sides */

	if (same_words(base->b->argv, now->b->argv) || (named && shown))
		return;
	str_add(&a, base->b->argv ? "" : "none");
	str_add_words(&a, base->b->argv);
	str_add(&b, now->b->argv ? "" : "none");
	str_add_words(&b, now->b->argv);
	add_two(f, "command", named ? DIFFERENCE_NOTE : DIFFERENCE_FATAL, "the command", a.text, b.text);
	str_release(&b);
}

static void compare_emulators(struct host_differences *f, const struct benchmark *base,
			      const struct benchmark *now)
{
	if (base->emulator && now->emulator && strcmp(base->emulator, now->emulator) != 0)
		add_two(f, "valgrind", DIFFERENCE_WARNING, "the version of valgrind", base->emulator,
			now->emulator);
	if (base->emulated_cpu && now->emulated_cpu) {
		if (strcmp(base->emulated_cpu, now->emulated_cpu) != 0)
			add_two(f, "valgrind-cpu", DIFFERENCE_OF_EMULATED, "the CPU that valgrind shows",
				base->emulated_cpu, now->emulated_cpu);
		return;
	}
	for (size_t i = 0; i < f->n; i++)	/* then it is assumed to be like that of the machine */
		if (f->difference[i].weight == DIFFERENCE_OF_NATIVE)
			f->difference[i].weight = DIFFERENCE_FATAL;
}

void host_match_compare(struct host_differences *f, const struct report *base, const struct report *now,
			bool named)
{
	const char *a = base->b->version, *b = now->b->version;
	bool known = is_cpu_known(&base->b->host) && is_cpu_known(&now->b->host);
	struct str text = {0};

	*f = (struct host_differences){0};
	compare_hosts(f, &base->b->host, &now->b->host, known);
	if (!known) {
		str_add(&text, "it is not known whether it was measured on the same kind of machine");
		host_match_add(f, "host-unknown", DIFFERENCE_WARNING, NULL, &text);
	}
	compare_targets(f, base, now);
	compare_commands(f, base, now, named);
	if (base->b->argv && now->b->argv)
		compare_layouts(f, base, now);
	if (a && b && strcmp(a, b) != 0)
		add_two(f, "version", DIFFERENCE_WARNING, "the version of pstat", a, b);
	compare_emulators(f, base->b, now->b);
}

/* --- what that means for a row --------------------------------------------------------------------- */

static bool refuses(const struct difference *d, const struct sample_row *row)
{
	if (d->allowed)
		return false;
	switch (d->weight) {
	case DIFFERENCE_OF_TIMES:
		return row->class == CLASS_TIME;
	case DIFFERENCE_OF_NATIVE:
		return !row->emulated;
	case DIFFERENCE_OF_EMULATED:
		return row->emulated;
	default:
		return d->weight == DIFFERENCE_FATAL;
	}
}

bool host_match_refuses(const struct host_differences *f, const struct sample_row *row)
{
	for (size_t i = 0; i < f->n; i++)
		if (refuses(&f->difference[i], row))
			return true;
	return false;
}

static void add_refusing(struct str *out, const struct host_differences *f, const struct sample_row *row,
			 bool of_times)
{
	for (size_t i = 0; i < f->n; i++) {
		const struct difference *d = &f->difference[i];

		if ((d->weight == DIFFERENCE_OF_TIMES) == of_times && refuses(d, row))
			str_addf(out, "%s%s", out->len ? " and " : "", d->words);
	}
}

void host_match_add_words(struct str *out, const struct host_differences *f, const struct sample_row *row)
{
	add_refusing(out, f, row, false);
	if (!out->len)		/* the graver ones say enough */
		add_refusing(out, f, row, true);
}

void host_match_release(struct host_differences *f)
{
	for (size_t i = 0; i < f->n; i++)
		free(f->difference[i].text);
	free(f->difference);
	*f = (struct host_differences){0};
}
