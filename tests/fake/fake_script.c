/* SPDX-License-Identifier: MIT */
/* Parses scripts for the fake kernel; fake_kernel.h describes the language. */
#include "fake_kernel.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event/event_names.h"

struct script {
	struct fake_kernel *fk;
	struct fake_rule *rule;		/* the one that is being described; NULL: none yet */
	const char *word, *value;	/* value: the text after =; NULL: none */
};

static _Noreturn void bad(const struct script *s)
{
	fprintf(stderr, "fake kernel: cannot understand '%s%s%s'\n", s->word, s->value ? "=" : "",
		s->value ? s->value : "");
	abort();
}

static const struct { const char *name; long value; } names[] = {
	{ "EPERM", EPERM }, { "ENOENT", ENOENT }, { "ESRCH", ESRCH }, { "EINTR", EINTR }, { "EIO", EIO },
	{ "ENXIO", ENXIO }, { "E2BIG", E2BIG }, { "EBADF", EBADF }, { "ECHILD", ECHILD },
	{ "EAGAIN", EAGAIN },
	{ "ENOMEM", ENOMEM }, { "EACCES", EACCES }, { "EFAULT", EFAULT }, { "EBUSY", EBUSY },
	{ "ENODEV", ENODEV },
	{ "EINVAL", EINVAL }, { "ENFILE", ENFILE }, { "EMFILE", EMFILE }, { "ENOSPC", ENOSPC },
	{ "ENOSYS", ENOSYS },
	{ "EOVERFLOW", EOVERFLOW }, { "EOPNOTSUPP", EOPNOTSUPP }, { "ENOTSUP", ENOTSUP },
	{ "ENOTDIR", ENOTDIR },
	{ "ELOOP", ELOOP }, { "ENAMETOOLONG", ENAMETOOLONG }, { "EPIPE", EPIPE }, { "ENOEXEC", ENOEXEC },
	{ "ETXTBSY", ETXTBSY },
	{ "HUP", SIGHUP }, { "INT", SIGINT }, { "QUIT", SIGQUIT }, { "ABRT", SIGABRT }, { "KILL", SIGKILL },
	{ "SEGV", SIGSEGV }, { "PIPE", SIGPIPE }, { "ALRM", SIGALRM }, { "TERM", SIGTERM },
	{ "USR1", SIGUSR1 },
	{ "USR2", SIGUSR2 }, { "CHLD", SIGCHLD },
	{ "hw", PERF_TYPE_HARDWARE }, { "sw", PERF_TYPE_SOFTWARE }, { "tp", PERF_TYPE_TRACEPOINT },
	{ "cache", PERF_TYPE_HW_CACHE }, { "raw", PERF_TYPE_RAW }, { "bp", PERF_TYPE_BREAKPOINT },
};

/* A number or a name at *p, up to one of the letters in `ends`. */
static uint64_t number(const struct script *s, const char **p, const char *ends)
{
	size_t len = strcspn(*p, ends);
	char *end;
	uint64_t n = strtoull(*p, &end, 0);

	if (!len)
		bad(s);
	if (end != *p && end == *p + len) {
		*p = end;
		return n;
	}
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strlen(names[i].name) == len && strncmp(names[i].name, *p, len) == 0) {
			*p += len;
			return (uint64_t)names[i].value;
		}
	}
	bad(s);
}

static uint64_t scaled(const struct script *s, const char **p, const char *ends, uint64_t unit)
{
	static const struct { const char *name; uint64_t by; } units[] = {
		{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 },
		{ "k", 1000 }, { "M", 1000000 }, { "G", 1000000000 },
	};
	char *end;
	uint64_t n = strtoull(*p, &end, 0);
	size_t len = strcspn(end, ends);

	if (end == *p)
		bad(s);
	*p = end + len;
	if (!len)
		return n * unit;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (strlen(units[i].name) == len && strncmp(units[i].name, end, len) == 0)
			return n * units[i].by;
	bad(s);
}

static uint64_t the_number(const struct script *s)
{
	const char *p = s->value ? s->value : "";

	return number(s, &p, "");
}

static uint64_t the_scaled(const struct script *s, uint64_t unit)
{
	const char *p = s->value ? s->value : "";

	return scaled(s, &p, "", unit);
}

static struct fake_list the_list(const struct script *s, uint64_t unit)
{
	struct fake_list list = {0};
	const char *p = s->value ? s->value : "";

	for (;; p++) {
		if (list.n == FAKE_LIST)
			bad(s);
		list.value[list.n++] = scaled(s, &p, ",", unit);
		if (!*p)
			return list;
	}
}

static bool is(const struct script *s, const char *word)
{
	return strcmp(s->word, word) == 0;
}

static void add_signal(struct script *s, int code)
{
	struct fake_signal *to = &s->fk->signals[s->fk->n_signals];
	const char *p = s->value ? s->value : "";

	if (s->fk->n_signals++ == FAKE_SIGNALS)
		bad(s);
	to->code = code;
	to->signo = (int)number(s, &p, "@");
	if (*p++ != '@')
		bad(s);
	to->at_ns = s->fk->clock_ns + scaled(s, &p, "", 1000000);
}

static uint64_t moment(struct script *s, const char *p)
{
	if (*p++ != '@')
		bad(s);
	return s->fk->clock_ns + scaled(s, &p, "", 1000000);
}

static void add_process(struct script *s)
{
	struct fake_process *to = &s->fk->processes[s->fk->n_processes];
	const char *p = s->value ? s->value : "";
	int name = 0, pid, parent;
	unsigned start, end, percent;

	if (s->fk->n_processes++ == FAKE_PROCESSES ||
	    sscanf(p, "%d:%d:%n%15[^:]", &pid, &parent, &name, to->name) < 2 || !name ||
	    !(p = strchr(p + name, ':')) || sscanf(p, ":%u:%u:%u", &start, &end, &percent) != 3)
		bad(s);
	to->pid = pid;
	to->parent = parent;
	to->start_ns = (uint64_t)start * 1000000;
	to->end_ns = (uint64_t)end * 1000000;
	to->percent = percent;
}

static void add_end(struct script *s)
{
	struct fake_end *to = &s->fk->ends[s->fk->n_ends];
	const char *p = s->value ? s->value : "";

	if (s->fk->n_ends++ == FAKE_ENDS)
		bad(s);
	to->pid = (pid_t)number(s, &p, "@");
	to->at_ns = moment(s, p);
}

static void add_control(struct script *s)
{
	struct fake_control *to = &s->fk->controls[s->fk->n_controls];
	const char *at = s->value ? strrchr(s->value, '@') : NULL;
	size_t len = at ? (size_t)(at - s->value) : sizeof(to->text);

	if (s->fk->n_controls++ == FAKE_CONTROLS || len + 2 > sizeof(to->text))
		bad(s);
	to->at_ns = moment(s, at);
	if (len == 3 && strncmp(s->value, "end", len) == 0)
		return;
	for (size_t i = 0; i < len; i++)
		to->text[i] = s->value[i];
	for (size_t i = 0; i < len; i++)
		if (to->text[i] == '+')
			to->text[i] = ' ';
	to->text[len] = '\n';
}

static uint64_t second(const struct script *s, const char **p)
{
	if (*(*p)++ != ':')
		bad(s);
	return number(s, p, ":");
}

static bool life_word(struct script *s)
{
	struct fake_child *c = &s->fk->child;

	if (is(s, "child"))
		c->run_ns = the_list(s, 1000000);
	else if (is(s, "user"))
		c->user_ns = the_scaled(s, 1000000);
	else if (is(s, "sys"))
		c->system_ns = the_scaled(s, 1000000);
	else if (is(s, "rss"))
		c->rss = (long)the_number(s);
	else if (is(s, "own-rss"))
		c->own_rss = (long)the_number(s);
	else if (is(s, "leaves"))
		c->leaves = true;
	else if (is(s, "exit"))
		c->status = the_list(s, 256);
	else if (is(s, "killed"))
		c->status = (struct fake_list){ { the_number(s) }, 1 };
	else if (is(s, "exec"))
		c->exec_errno = (int)the_number(s);
	else if (is(s, "stubborn"))
		c->stubborn = true;
	else if (is(s, "apart"))
		c->apart = true;
	else if (is(s, "privileged"))
		c->privileged = true, c->kept_ns = the_scaled(s, 1000000);
	else if (is(s, "hook"))
		c->hook_ns = the_scaled(s, 1000000);
	else if (is(s, "hook-exec"))
		c->hook_errno = (int)the_number(s);
	else
		return false;
	return true;
}

static void add_more(struct script *s)
{
	const char *colon = s->value ? strchr(s->value, ':') : NULL;

	for (size_t i = 0; colon && i < FAKE_MORE; i++) {
		struct fake_more *m = &s->fk->child.more[i];

		if (m->word[0])
			continue;
		snprintf(m->word, sizeof(m->word), "%.*s", (int)(colon - s->value), s->value);
		m->percent = atoi(colon + 1);
		return;
	}
	bad(s);
}

static void set_words(struct script *s, char *to, size_t size)
{
	if (!s->value || strlen(s->value) >= size)
		bad(s);
	strcpy(to, s->value);
	for (char *p = to; *p; p++)
		*p = *p == '+' ? ' ' : *p == '|' ? '\n' : *p;
}

static bool command_word(struct script *s)
{
	struct fake_child *c = &s->fk->child;

	if (is(s, "says"))
		set_words(s, c->says, sizeof(c->says));
	else if (is(s, "layout"))
		c->layout_errno = (int)the_number(s);
	else if (is(s, "pin"))
		c->pin_errno = (int)the_number(s);
	else if (is(s, "more"))
		add_more(s);
	else
		return life_word(s);
	return true;
}

/* Words of the region that was named last. */
static bool region_word(struct script *s)
{
	struct fake_kernel *fk = s->fk;
	struct fake_region *r = fk->n_regions ? &fk->region[fk->n_regions - 1] : NULL;
	const char *p = s->value;

	if (is(s, "region") && fk->n_regions < FAKE_REGIONS) {
		r = &fk->region[fk->n_regions++];
		*r = (struct fake_region){ .tid = 4242, .entries = 1, .each = 1000, .running_pct = 100 };
		set_words(s, r->name, sizeof(r->name));
	} else if (!r) {
		return false;
	} else if (is(s, "entries")) {
		r->entries = the_number(s);
	} else if (is(s, "each")) {
		r->each = the_scaled(s, 1);
	} else if (is(s, "thread")) {
		r->tid = (uint32_t)the_number(s);
	} else if (is(s, "on") && p) {
		r->running_pct = number(s, &p, "%");
	} else if (is(s, "strays")) {
		r->stray_ends = the_number(s);
	} else if (is(s, "cannot")) {
		r->failed = (int)the_number(s);
	} else if (is(s, "open") && !p) {
		r->open = true;
	} else {
		return false;
	}
	return true;
}

/* linux=4.14 */
static void set_version(struct script *s)
{
	const char *p = s->value;
	uint64_t major = number(s, &p, ".");

	if (*p++ != '.')
		bad(s);
	s->fk->version = (unsigned)(100 * major + number(s, &p, ""));
	s->fk->attr_size = fake_version_attr_size(s->fk->version);
	s->fk->no_pidfd = s->fk->version < 503;
}

static bool machine_word(struct script *s)
{
	struct fake_kernel *fk = s->fk;
	const char *p = s->value;

	if (is(s, "paranoid")) {
		fk->paranoid = (int)the_number(s);
	} else if (is(s, "counters")) {
		fk->counters = (int)the_number(s);
	} else if (is(s, "as-arm")) {
		fk->as_arm = true;
	} else if (is(s, "taken")) {
		fk->taken = the_list(s, 1);
	} else if (is(s, "dead")) {
		fk->dead = (int)the_number(s);
	} else if (is(s, "attr-size")) {
		fk->attr_size = (int)the_number(s);
	} else if (is(s, "linux") && p) {
		set_version(s);
	} else if (is(s, "tsc")) {
		fk->tsc_hz = the_scaled(s, 1);
	} else if (is(s, "no-pidfd")) {
		fk->no_pidfd = true;
	} else if (is(s, "uncore")) {
		fk->has_uncore = true;
	} else if (is(s, "foreign-chld")) {
		fk->foreign_chld = true;
	} else if (is(s, "limit") && p) {
		fk->nofile.rlim_cur = number(s, &p, ":");
		fk->nofile.rlim_max = second(s, &p);
	} else if (is(s, "no-pmu")) {
		static const uint32_t types[] = { PERF_TYPE_HARDWARE, PERF_TYPE_HW_CACHE, PERF_TYPE_RAW };

		for (size_t i = 0; i < sizeof(types) / sizeof(*types); i++) {
			struct fake_rule *r = fake_kernel_rule(fk, types[i], 0);

			r->has_config = false;
			r->open_errno = ENOENT;
		}
	} else {
		return false;
	}
	return true;
}

static void add_map(struct script *s)
{
	struct fake_map *to = &s->fk->map[s->fk->n_maps];
	const char *p = s->value ? s->value : "";

	if (s->fk->n_maps++ == FAKE_HITS)
		bad(s);
	to->pid = (pid_t)number(s, &p, ":");
	to->start = second(s, &p);
	to->size = second(s, &p);
	to->offset = second(s, &p);
	if (*p++ != ':' || strlen(p) >= sizeof(to->path))
		bad(s);
	strcpy(to->path, p);
}

static uint16_t mode_of(const struct script *s, const char *p)
{
	static const struct { const char *name; uint16_t mode; } modes[] = {
		{ "kernel:", PERF_RECORD_MISC_KERNEL }, { "user:", PERF_RECORD_MISC_USER },
		{ "guest:", PERF_RECORD_MISC_GUEST_KERNEL }, { "idle:", PERF_RECORD_MISC_KERNEL },
	};

	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++)
		if (strncmp(p, modes[i].name, strlen(modes[i].name)) == 0)
			return modes[i].mode;
	bad(s);
}

static void add_hit(struct script *s)
{
	struct fake_hit *to = &s->fk->hit[s->fk->n_hits];
	const char *p = s->value ? s->value : "";

	if (s->fk->n_hits++ == FAKE_HITS)
		bad(s);
	to->mode = mode_of(s, p);
	to->idle = *p == 'i';
	p += strcspn(p, ":");
	to->at = second(s, &p);
	do {
		p++;
		if (to->samples.n == FAKE_LIST)
			bad(s);
		to->samples.value[to->samples.n++] = number(s, &p, ",:");
	} while (*p == ',');
	to->pid = *p ? (pid_t)second(s, &p) : 0;
	to->period = *p ? second(s, &p) : 0;
}

static bool sampling_word(struct script *s)
{
	if (is(s, "maps"))
		add_map(s);
	else if (is(s, "hit"))
		add_hit(s);
	else if (is(s, "throttled"))
		s->fk->throttled = the_number(s);
	else if (is(s, "sample"))
		s->fk->sample_ns = the_scaled(s, 1000000);
	else
		return false;
	return true;
}

static bool happening_word(struct script *s)
{
	struct fake_kernel *fk = s->fk;
	const char *p = s->value;

	if (is(s, "ends")) {
		add_end(s);
	} else if (is(s, "process")) {
		add_process(s);
	} else if (is(s, "untold")) {
		fk->untold = true;
	} else if (is(s, "taskstats")) {
		fk->has_taskstats = true;
		fk->last_status = (int)the_number(s);
	} else if (is(s, "lost-records")) {
		fk->lost_records = the_number(s);
	} else if (is(s, "control")) {
		add_control(s);
	} else if (is(s, "signal")) {
		add_signal(s, SI_USER);
	} else if (is(s, "terminal")) {
		add_signal(s, SI_KERNEL);
	} else if (is(s, "late")) {
		fk->late_ns = the_scaled(s, 1000000);
	} else if (is(s, "spread")) {
		fk->spread_pct = the_number(s);
	} else if (is(s, "drift")) {
		fk->drift_pct = the_number(s);
	} else if (is(s, "loop")) {
		fk->loop_pct = the_list(s, 1);
	} else if (is(s, "waits")) {
		fk->waits_ns = the_scaled(s, 1000000);
	} else if (is(s, "log")) {
		fk->log = true;
	} else if (is(s, "fail") && p) {
		fk->fail_at = (int)number(s, &p, ":");
		fk->fail_errno = (int)second(s, &p);
	} else if (is(s, "fail-all") && p) {
		snprintf(fk->fail_all, sizeof(fk->fail_all), "%.*s", (int)strcspn(p, ":"), p);
		p += strcspn(p, ":");
		fk->fail_errno = (int)second(s, &p);
	} else if (is(s, "refuse") && p) {
		uint32_t type = (uint32_t)number(s, &p, ":");
		uint64_t config = second(s, &p);

		fake_kernel_rule(fk, type, config)->open_errno = (int)second(s, &p);
	} else {
		return false;
	}
	return true;
}

static bool begin_rule(struct script *s)
{
	const struct event_name *name;
	uint64_t config = 0;

	if (is(s, "any")) {
		s->rule = fake_kernel_rule(s->fk, 0, 0);
		s->rule->has_type = s->rule->has_config = false;
	} else if (is(s, "type")) {
		s->rule = fake_kernel_rule(s->fk, (uint32_t)the_number(s), 0);
		s->rule->has_config = false;
	} else if (is(s, "event") && s->value) {
		name = event_name_find(s->value);
		if (!name && event_name_cache(s->value, &config) != 1)
			bad(s);
		s->rule = name ? fake_kernel_rule(s->fk, name->type, name->config)
			       : fake_kernel_rule(s->fk, PERF_TYPE_HW_CACHE, config);
	} else {
		return false;
	}
	return true;
}

static bool condition(struct script *s)
{
	static const struct { const char *word; unsigned when; } conditions[] = {
		{ "member", FAKE_MEMBER }, { "leader", FAKE_LEADER }, { "kernel", FAKE_KERNEL },
		{ "user", FAKE_USER },
		{ "guest", FAKE_GUEST }, { "host", FAKE_HOST }, { "precise", FAKE_PRECISE },
		{ "group", FAKE_GROUP },
		{ "inherit", FAKE_INHERIT }, { "pinned", FAKE_PINNED }, { "task", FAKE_TASK },
	};

	for (size_t i = 0; i < sizeof(conditions) / sizeof(*conditions); i++) {
		if (!s->value && is(s, conditions[i].word)) {
			s->rule->when |= conditions[i].when;
			return true;
		}
	}
	return false;
}

static bool rule_word(struct script *s)
{
	struct fake_rule *r = s->rule;

	if (is(s, "config")) {
		r->has_config = true, r->config = the_number(s);
	} else if (is(s, "cpu")) {
		r->has_cpu = true, r->cpu = (int)the_number(s);
	} else if (is(s, "tid")) {
		r->tid = (pid_t)the_number(s);
	} else if (is(s, "cgroup") && s->value) {
		snprintf(r->cgroup, sizeof(r->cgroup), "%s", s->value);
	} else if (is(s, "of") && s->value) {
		snprintf(r->of, sizeof(r->of), "%s", s->value);
	} else if (is(s, "run")) {
		r->run = (int)the_number(s);
	} else if (is(s, "open")) {
		r->open_errno = (int)the_number(s);
	} else if (is(s, "filter")) {
		r->filter_errno = (int)the_number(s);
	} else if (is(s, "rate")) {
		r->has_rate = true, r->rate = the_scaled(s, 1);
	} else if (is(s, "count")) {
		r->count = the_list(s, 1);
	} else if (is(s, "nth")) {
		r->nth = (unsigned)the_number(s);
	} else if (is(s, "back") && s->value) {
		r->back = strcmp(s->value, "value") == 0 ? FAKE_VALUE_BACK
			: strcmp(s->value, "running") == 0 ? FAKE_RUNNING_BACK : FAKE_ENABLED_BACK;
	} else if (is(s, "running") && s->value && strchr(s->value, '%')) {
		const char *p = s->value;

		r->has_running = true, r->running_pct = number(s, &p, "%");
	} else if ((is(s, "read") || is(s, "live")) && s->value) {
		r->live = is(s, "live");
		r->read_errno = strcmp(s->value, "end") == 0 ? FAKE_READ_END
			      : strcmp(s->value, "short") == 0 ? FAKE_READ_SHORT : (int)the_number(s);
	} else {
		return condition(s);
	}
	return true;
}

void fake_kernel_script(struct fake_kernel *fk, const char *text)
{
	static const char blanks[] = " \t\n;";
	struct script s = { .fk = fk };
	char *copy = strdup(text), *save = NULL;

	for (char *word = strtok_r(copy, blanks, &save); word; word = strtok_r(NULL, blanks, &save)) {
		char *eq = strchr(word, '=');

		if (eq)
			*eq++ = '\0';
		s.word = word;
		s.value = eq;
		if (!region_word(&s) && !begin_rule(&s) && !(s.rule && rule_word(&s)) && !command_word(&s) && !machine_word(&s) &&
		    !sampling_word(&s) && !happening_word(&s))
			bad(&s);
	}
	free(copy);
}
