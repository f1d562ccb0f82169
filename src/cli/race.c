/* SPDX-License-Identifier: MIT */
/*
 * Several commands, each measured as if it were alone, but in turns: who runs next, what runs
 * before it, and what ends it all.
 */
#define _GNU_SOURCE
#include "cli/race.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "cli/app.h"
#include "cli/ending.h"
#include "cli/options.h"
#include "cli/output.h"
#include "count/hook.h"
#include "count/plan.h"
#include "host/kernel.h"
#include "out/notes.h"

struct run_now {		/* the one that is to be made */
	struct race_side *side;
	size_t number;		/* from 1: of the side's rounds, or of its warm-ups */
	size_t step;		/* of exact counting: of the round */
	bool   warmup;
};

/* --- before the first run -------------------------------------------------------------------------- */

/* Not the terminal's, so that nothing that is typed, or read from a file, makes one run unlike another. */
static struct launch launch_of(const struct race *r, const struct entrant *entrant)
{
	struct launch l = r->opts->measure.launch;

	l.argv = entrant->argv;
	l.group = true;
	l.held = true;	/* forked: what shares pstat's memory until its exec would have that as its max-rss */
	l.in_fd = LAUNCH_NULL;
	l.out_fd = r->opts->compare.show_output ? STDERR_FILENO : LAUNCH_NULL;
	l.err_fd = r->opts->compare.show_output ? 0 : r->kept_fd >= 0 ? r->kept_fd : LAUNCH_NULL;
	l.err_kept = !r->opts->compare.show_output && r->kept_fd >= 0;
	return l;
}

static char *shown_name(const struct entrant *e)
{
	struct str words = {0}, out = {0};

	str_add(&words, e->name ? e->name : "");
	if (!e->name)
		str_add_words(&words, e->argv);
	str_add(&out, "");
	str_add_line(&out, words.text);
	str_release(&words);
	return out.text;
}

int race_open(struct race *r, const struct env *env, const struct options *o, const struct entrant *entrant,
	      size_t n, struct error *err)
{
	*r = (struct race){ .env = env, .opts = o, .n = n, .kept_fd = -1 };
	r->side = mem_resize(NULL, n, sizeof(*r->side));
	for (size_t i = 0; i < n; i++)
		r->side[i] = (struct race_side){ .entrant = entrant[i], .shown = shown_name(&entrant[i]) };
	/* without one nobody reads what they write */
	if (!o->compare.show_output && !o->session.dry_run)
		r->kept_fd = env->kernel->open_scratch(env->kernel);
	for (size_t i = 0; i < n; i++) {
		struct race_side *s = &r->side[i];

		s->opts = o->measure;
		s->opts.launch = launch_of(r, &entrant[i]);
		s->opts.series = true;
		s->opts.may_be_none = s->opts.may_be_no_group = o->gate.skip_unsupported;
		if (measure_prepare(&s->measure, &s->opts, env, err) < 0)
			return -1;
	}
	return 0;
}

int race_plan(struct str *out, struct race *r, struct error *err)
{
	for (size_t i = 0; i < r->n; i++) {
		struct race_side *s = &r->side[i];
		struct plan plan = {0};
		int rc = measure_plan(&s->measure, NULL, &plan, err);

		str_addf(out, "%scommand %zu: %s\n", i ? "\n" : "", i + 1, s->shown);
		if (rc == 0)
			plan_format(&plan, out);
		notes_format(out, &s->measure.notes, &s->measure.events, &s->measure.target.cgroups, 0,
			     r->opts->session.verbose > 0);
		plan_release(&plan);
		if (rc < 0)
			return -1;
	}
	return 0;
}

/* One for all: a second descriptor would take signals from the first, and save a mask that blocks them. */
static int watch_signals(struct race *r, struct error *err)
{
	if (measure_watch(&r->side[0].measure, err) < 0)
		return -1;
	for (size_t i = 1; i < r->n; i++)
		r->side[i].measure.signals = r->side[0].measure.signals;
	return 0;
}

static void load_facts(struct race *r)
{
	time_t now = time(NULL);
	struct tm tm;

	if (gmtime_r(&now, &tm))
		strftime(r->date, sizeof(r->date), "%Y-%m-%dT%H:%M:%SZ", &tm);
	if (r->n > 1)
		snprintf(r->id, sizeof(r->id), "%s/%d", r->date, (int)getpid());
	host_load(&r->host, r->env->root);
}

/* --- what is said ------------------------------------------------------------------------------------ */

static void say_stderr(const struct race *r)
{
	enum { MOST_BYTES = 4000, MOST_LINES = 10 };
	const struct kernel *k = r->env->kernel;
	char text[MOST_BYTES + 1];
	ssize_t n = r->kept_fd < 0 ? 0 : k->take_scratch(k, r->kept_fd, text, MOST_BYTES);
	struct str out = {0};
	char *from;

	if (r->kept_fd < 0 && !r->opts->compare.show_output)
		output_say(r->env->err, "pstat: what it wrote to stderr was not kept: %s\n"
			   "pstat: hint: --show-output shows it\n", strerror(-r->kept_fd));
	while (n > 0 && text[n - 1] == '\n')
		n--;
	if (n <= 0)
		return;
	text[n] = '\0';
	from = text + n;
	for (int lines = 0; from > text; from--)
		if (from[-1] == '\n' && ++lines == MOST_LINES)
			break;
	str_add(&out, "pstat: the end of what it wrote to stderr:\n");
	for (char *end; from; from = end ? end + 1 : NULL) {
		end = strchr(from, '\n');
		if (end)
			*end = '\0';
		str_add(&out, "  | ");
		str_add_visible(&out, from);
		str_add(&out, "\n");
	}
	output_say(r->env->err, "%s", out.text);
	str_release(&out);
}

static void add_run(struct str *out, const struct run_now *now)
{
	str_addf(out, "%s %zu of '%s'", now->warmup ? "warm-up" : "run", now->number, now->side->shown);
}

static void say_failure(const struct race *r, const struct run_now *now, const struct result *res, int status)
{
	struct str text = {0};

	if (r->opts->session.quiet)
		return;
	add_run(&text, now);
	if (status == APP_TIMEOUT && res->end == RUNLOOP_TIMEOUT)
		str_add(&text, " took longer than --timeout allows");
	else if (WIFSIGNALED(res->status))
		str_addf(&text, " was ended by signal %d, %s", WTERMSIG(res->status),
			 strsignal(WTERMSIG(res->status)));
	else
		str_addf(&text, " ended with status %d", status);
	output_say(r->env->err, "pstat: %s\n", text.text);
	str_release(&text);
	say_stderr(r);
	if (WIFEXITED(res->status) && status == WEXITSTATUS(res->status))
		output_say(r->env->err, "pstat: hint: use --ignore-failure=%d to accept exit status %d\n",
			   status, status);
}

/* --- hooks ------------------------------------------------------------------------------------------- */

/* iteration: "": it is of no run in particular. */
static int run_hook(struct race *r, const struct race_side *s, const char *option, const char *command,
		    const char *iteration, struct error *err)
{
	char which[32], run[48];
	const char *env[] = { which, iteration[0] ? run : NULL, NULL };
	const struct launch like = { .signals = &r->side[0].measure.signals,
				     .nofile = &r->side[0].measure.nofile, .group = true,
				     .in_fd = LAUNCH_NULL, .out_fd = STDERR_FILENO, .env = env };
	struct error why = ERROR_INIT;
	int signo;

	if (!command)
		return 0;
	snprintf(which, sizeof(which), "PSTAT_SIDE=%zu", (size_t)(s - r->side) + 1);
	snprintf(run, sizeof(run), "PSTAT_ITERATION=%s", iteration);
	progress_clear(&r->progress);
	if (hook_run(r->env->kernel, command, &like, &signo, &why) < 0)
		return error_set(err, why.kind, why.errnum, "%s of '%s'%s%s: %s", option, s->shown,
				 iteration[0] ? ", run " : "", iteration, why.message);
	if (signo)
		r->status = APP_DIE + signo;
	return 0;
}

/* --- a run ------------------------------------------------------------------------------------------- */

static bool goes_on(struct race *r)
{
	int signo = r->status == APP_OK ? measure_signal(&r->side[0].measure) : 0;

	if (signo)
		r->status = APP_DIE + signo;
	return r->status == APP_OK;
}

static int measure_once(struct result *res, struct race *r, const struct run_now *now, struct error *err)
{
	struct race_side *s = now->side;
	int rc;

	if (!r->opts->session.exact)
		rc = measure_run(res, &s->measure, NULL, NULL, NULL, err);
	else if (!now->warmup)
		return exact_run(res, &s->exact, now->step, NULL, NULL, err);
	else	/* not everything at once, which would look as if groups could not be counted */
		rc = measure_run(res, &s->measure, s->exact.sets.n > 1 ? &s->exact.sets.set[0] : NULL, NULL,
				 NULL, err);
	res->round = now->number;
	return rc;
}

static void say_trace(struct race_side *s, const struct env *env)
{
	if (s->measure.trace.len)
		output_say(env->err, "%s", s->measure.trace.text);
	str_reset(&s->measure.trace);
}

/* Takes it over. */
static void judge_run(struct race *r, const struct run_now *now, struct result *res)
{
	struct race_side *s = now->side;
	int status = ending_status(res);

	if (res->signo) {
		r->status = APP_DIE + res->signo;
	} else if (result_failed(res, ending_ignored(r->opts))) {
		r->status = status;
		say_failure(r, now, res, status);
	} else if (!now->warmup) {
		s->run = mem_resize(s->run, s->n_runs + 1, sizeof(*s->run));
		s->run[s->n_runs++] = *res;
		return;
	}
	result_release(res);
}

static int run_once(struct race *r, const struct run_now *now, struct error *err)
{
	const struct kernel *k = r->env->kernel;
	struct result res = {0};
	char iteration[40];
	int rc;

	if (!goes_on(r))
		return 0;
	snprintf(iteration, sizeof(iteration), "%s%zu", now->warmup ? "warmup-" : "", now->number);
	if (run_hook(r, now->side, "--prepare", r->opts->compare.prepare, iteration, err) < 0)
		return -1;
	if (r->status != APP_OK)
		return 0;
	if (r->kept_fd >= 0)
		k->take_scratch(k, r->kept_fd, NULL, 0);
	progress_show(&r->progress, r->done, r->planned);
	rc = measure_once(&res, r, now, err);
	progress_clear(&r->progress);
	say_trace(now->side, r->env);
	r->done++;
	if (rc < 0)
		result_release(&res);
	else
		judge_run(r, now, &res);
	return rc;
}

/* --- rounds ------------------------------------------------------------------------------------------ */

static size_t sets_of(const struct race *r, const struct race_side *s)
{
	return r->opts->session.exact ? s->exact.sets.n : 1;
}

/*
 * Sides next to each other in every step: that is what is compared.  There and back, A B, B A: what
 * drifts meanwhile hits both alike.
 */
static int run_round(struct race *r, size_t round, bool warmup, struct error *err)
{
	size_t steps = 1;

	for (size_t i = 0; i < r->n && !warmup && r->opts->session.exact; i++) {
		size_t n = exact_begin_round(&r->side[i].exact);

		steps = n > steps ? n : steps;
	}
	for (size_t step = 0; step < steps; step++)
		for (size_t k = 0; k < r->n; k++) {
			struct race_side *s = &r->side[round % 2 ? r->n - 1 - k : k];
			const struct run_now now = { s, round + 1, step, warmup };

			if (step < sets_of(r, s) && run_once(r, &now, err) < 0)
				return -1;
		}
	for (size_t i = 0; i < r->n && r->status == APP_OK && !warmup; i++)
		r->side[i].rounds++;
	return 0;
}

static int run_rounds(struct race *r, size_t first, size_t n, bool warmup, struct error *err)
{
	int rc = 0;

	for (size_t i = 0; i < n && rc == 0 && r->status == APP_OK; i++)
		rc = run_round(r, first + i, warmup, err);
	return rc;
}

static void say_sets(const struct race *r)
{
	struct str text = {0};

	if (!r->opts->session.verbose || r->opts->session.quiet || r->side[0].exact.sets.n < 2)
		return;
	exact_format(&text, &r->side[0].exact);
	output_say(r->env->err, "%s", text.text);
	str_release(&text);
}

int race_start(struct race *r, struct error *err)
{
	const struct options *o = r->opts;

	if (watch_signals(r, err) < 0)
		return -1;
	load_facts(r);
	for (size_t i = 0; i < r->n && o->session.exact; i++)
		if (exact_prepare(&r->side[i].exact, &r->side[i].measure, err) < 0)
			return -1;
	say_sets(r);
	for (size_t i = 0; i < r->n && goes_on(r); i++) {
		r->side[i].set_up = true;
		if (run_hook(r, &r->side[i], "--setup", o->compare.setup, "", err) < 0)
			return -1;
	}
	progress_open(&r->progress, r->env, !o->session.quiet && !o->session.verbose);
	return 0;
}

int race_run(struct race *r, size_t rounds, struct error *err)
{
	size_t first = r->rounds;

	r->rounds += rounds;
	r->planned = r->done + (first ? 0 : (size_t)r->opts->compare.warmups * r->n);
	for (size_t i = 0; i < r->n; i++)
		r->planned += rounds * sets_of(r, &r->side[i]);
	if (!first && run_rounds(r, 0, r->opts->compare.warmups, true, err) < 0)
		return -1;
	return run_rounds(r, first, rounds, false, err);
}

/* What failed first decides how pstat ends. */
static int clean_up(struct race *r, const struct race_side *s, struct error *err)
{
	bool fine = r->status == APP_OK;
	struct error why = ERROR_INIT;
	struct str text = {0};

	if (run_hook(r, s, "--cleanup", r->opts->compare.cleanup, "", fine ? err : &why) == 0)
		return 0;
	if (fine)
		return -1;
	str_add(&text, "pstat: ");
	str_add_line(&text, why.message);
	output_say(r->env->err, "%s\n", text.text);
	str_release(&text);
	return 0;
}

int race_end(struct race *r, struct error *err)
{
	struct error lost = ERROR_INIT;
	int rc = 0;

	for (size_t i = 0; i < r->n; i++) {
		struct race_side *s = &r->side[i];

		if (r->opts->session.exact && s->rounds) {
			exact_end(&s->exact, &s->end_notes);
			notes_merge(&s->notes, &s->end_notes);	/* who does not look again has them, too */
		}
		if (s->set_up && clean_up(r, s, rc < 0 ? &lost : err) < 0)
			rc = -1;
		s->set_up = false;
	}
	return rc;
}

static void release_side(struct race_side *s)
{
	race_forget(s);
	for (size_t i = 0; i < s->n_runs; i++)
		result_release(&s->run[i]);
	free(s->run);
	free(s->shown);
	notes_release(&s->end_notes);
	exact_release(&s->exact);
	measure_release(&s->measure);
}

void race_release(struct race *r)
{
	for (size_t i = r->n; i--;) {
		if (i)	/* it is the first one's */
			r->side[i].measure.signals.fd = -1;
		release_side(&r->side[i]);
	}
	free(r->side);
	host_release(&r->host);
	if (r->env && r->kept_fd >= 0)
		r->env->kernel->close(r->env->kernel, r->kept_fd);
	*r = (struct race){ .kept_fd = -1 };
}

/* --- what the runs come to ---------------------------------------------------------------------------- */

void race_forget(struct race_side *s)
{
	free(s->counted);
	free(s->stats);
	table_release(&s->mean);
	notes_release(&s->notes);
	s->counted = NULL;
	s->n_counted = 0;
	s->stats = NULL;
	s->elapsed = s->time = (struct stats){0};
}

/* Those of complete rounds that did the same work as the others. */
static void choose_runs(struct race_side *s, bool exact)
{
	bool *thrown = mem_resize(NULL, s->n_runs, sizeof(*thrown));
	size_t complete = 0;

	s->counted = mem_resize(NULL, s->n_runs, sizeof(*s->counted));
	for (size_t i = 0; i < s->n_runs; i++)
		if (s->run[i].round <= s->rounds)
			s->counted[complete++] = s->run[i];
	for (size_t i = 0; i < complete; i++)
		thrown[i] = false;
	if (exact && complete)
		exact_judge(thrown, &s->exact, s->counted, complete, &s->notes);
	for (size_t i = 0; i < complete; i++)
		if (!thrown[i])
			s->counted[s->n_counted++] = s->counted[i];
	free(thrown);
}

static void add_up(struct race_side *s)
{
	for (size_t i = 0; i < s->n_counted; i++) {
		const struct result *run = &s->counted[i];

		table_add(&s->mean, &s->stats, &run->total);
		stats_add(&s->elapsed, result_elapsed_s(run));
		stats_add(&s->time, (double)run->counted_ns / 1e9);
		notes_merge(&s->notes, &run->notes);
	}
	if (result_needs_mean(s->counted, s->n_counted))
		metrics_eval(&s->mean, &s->measure.metrics, &s->measure.events, s->time.mean * 1e9);
}

static void make_report(struct race_side *s, const struct race *r)
{
	bool many = s->n_counted > 1, mean = result_needs_mean(s->counted, s->n_counted);

	s->report = (struct report){
		.version = PSTAT_VERSION,
		.name = s->entrant.name,
		.argv = s->entrant.argv,
		.date = r->date[0] ? r->date : NULL,
		.race = r->id[0] ? r->id : NULL,
		.fixed = s->opts.launch.layout == LAUNCH_LAYOUT_FIXED,
		.host = &r->host,
		.machine = &s->measure.machine,
		.events = &s->measure.events,
		.metrics = &s->measure.metrics,
		.notes = &s->notes,
		.target = &s->measure.target,
		.aggr = &s->opts.aggr,
		.entry = (size_t)(s - r->side),
		.n_entries = r->n,
		.run = s->counted,
		.n_runs = s->n_counted,
		.table = !s->n_counted ? NULL : mean ? &s->mean : &s->counted[0].total,
		.stats = many ? s->stats : NULL,
		.elapsed = many ? &s->elapsed : NULL,
		.time_s = s->elapsed.mean,
		.total = true,
	};
}

void race_look(struct race *r)
{
	for (size_t i = 0; i < r->n; i++) {
		struct race_side *s = &r->side[i];

		race_forget(s);
		notes_merge(&s->notes, &s->measure.notes);
		choose_runs(s, r->opts->session.exact);
		notes_merge(&s->notes, &s->end_notes);
		add_up(s);
		make_report(s, r);
	}
}

int race_report(const struct race *r, struct output *out, struct error *err)
{
	int rc = 0;

	for (size_t i = 0; i < r->n && rc == 0; i++) {
		const struct report *one = &r->side[i].report;

		rc = output_begin(out, one, err) < 0 || output_block(out, one, err) < 0 ||
		     output_end(out, one, err) < 0 ? -1 : 0;
	}
	return rc;
}

bool race_has_rounds(const struct race *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (!r->side[i].rounds)
			return false;
	return r->n > 0;
}
