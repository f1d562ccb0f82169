/* SPDX-License-Identifier: MIT */
/* Resolves targets: a command, lists of processes or threads, or CPUs. */
#include "host/target.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/str.h"
#include "host/machine.h"
#include "host/process_ids.h"
#include "host/rootfs.h"
#include "note/note.h"

struct thread_listing {			/* the state of one listing of threads */
	struct target *t;
	const struct rootfs *root;
	struct notes *notes;
	struct error *err;
	size_t n_unreadable, n_missing;
	pid_t  unreadable;		/* the first of them, and why */
	int    errnum;
	struct error unread;		/* an unreadable file of a thread that is counted anyway */
	pid_t  missing;			/* the first of them; zombie: its id is still in use */
	bool   zombie;
	bool   live;			/* /proc is real, not recorded: its processes can be signalled */
};

/* --- what /proc says of them ------------------------------------------------------------------- */

/* A recorded machine has a folder instead of the link. */
bool target_owns_proc(const struct rootfs *root)
{
	LOCAL(str) self = {0};
	int rc = rootfs_link(root, &self, "/proc/self");

	return rc == -EINVAL || (rc == 0 && id_parse(self.text, self.len) == getpid());
}

/* A /proc of another PID namespace has other ids than those by which counters are opened. */
static int check_proc(struct thread_listing *l)
{
	LOCAL(str) self = {0};
	int rc = rootfs_link(l->root, &self, "/proc/self");

	if (rc == 0 && id_parse(self.text, self.len) != getpid()) {
		rc = error_set(l->err, ERROR_SYSTEM, 0, "cannot look for processes: /proc belongs to another "
			       "PID namespace, where pstat is %s and not %d", self.text, (int)getpid());
		error_hint(l->err, "mount the right one: "
			   "unshare -m sh -c 'mount -t proc proc /proc && exec pstat ...'");
	} else if (rootfs_is_missing(rc)) {	/* /proc is empty, or pstat is in none of its namespaces */
		rc = error_set(l->err, ERROR_SYSTEM, ENOENT,
			       "cannot look for processes: /proc does not even show pstat");
		error_hint(l->err, "mount it: mount -t proc proc /proc");
	} else if (rc < 0) {
		rc = rc == -EINVAL ? 0 : rootfs_set_error(l->err, rc, "/proc/self");
	}
	l->live = rc == 0 && self.len;
	return rc;
}

/* If it seems missing but can be signalled, or signalling is not permitted, it is hidden (hidepid). */
static int eperm_if_hidden(const struct thread_listing *l, int rc, pid_t id)
{
	bool hidden = rc == -ENOENT && l->live && (kill(id, 0) == 0 || errno == EPERM);

	return hidden ? -EPERM : rc;
}

struct proc_status {
	pid_t process;
	char  state;
	long  threads;
};

static const char *status_line(const struct str *status, const char *name)
{
	const char *at = strstr(status->text, name);

	return at ? at + strlen(name) + strspn(at + strlen(name), "\t ") : "";
}

static int read_status(struct proc_status *f, const struct thread_listing *l, pid_t id)
{
	LOCAL(str) status = {0};
	int rc = eperm_if_hidden(l, rootfs_read(l->root, &status, "/proc/%d/status", (int)id), id);

	if (rc == 0) {
		const char *tgid = status_line(&status, "\nTgid:");

		f->process = id_parse(tgid, strspn(tgid, "0123456789"));
		f->state = *status_line(&status, "\nState:");
		f->threads = strtol(status_line(&status, "\nThreads:"), NULL, 10);
		if (f->process < 0)	/* 0: it is just being removed */
			rc = *tgid == '0' ? -ESRCH : -EINVAL;
	}
	return rc;
}

static bool has_ended(int rc)
{
	return rc == -ENOENT || rc == -ESRCH;
}

/* A process that has ended remains as a zombie until its parent waits for it. */
static bool is_zombie(char state)
{
	return state == 'Z' || state == 'X';
}

static void note_unread_file(struct thread_listing *l, int rc, pid_t id, const char *file)
{
	if (l->unread.kind == ERROR_NONE)
		rootfs_set_error(&l->unread, rc, "/proc/%d/%s", (int)id, file);
}

/* Reads the thread's name, which may contain blanks and parentheses; false: it has ended. */
static bool read_name(struct thread_listing *l, struct thread *thread)
{
	const char *from, *to;
	LOCAL(str) stat = {0};
	bool lives = true;
	int rc = eperm_if_hidden(l, rootfs_read(l->root, &stat, "/proc/%d/task/%d/stat", (int)thread->pid,
				     (int)thread->tid), thread->tid);

	if (rc < 0) {
		lives = !has_ended(rc);
		if (lives)
			note_unread_file(l, rc, thread->tid, "stat");
	} else if ((from = strchr(stat.text, '(')) && (to = strrchr(from, ')'))) {
		snprintf(thread->comm, sizeof(thread->comm), "%.*s", (int)(to - from - 1), from + 1);
		lives = to[1] != ' ' || !is_zombie(to[2]);
	} else {
		note_unread_file(l, -EINVAL, thread->tid, "stat");
	}
	return lives;
}

/* --- lists of threads ---------------------------------------------------------------------------- */

static void target_add_thread(struct thread_listing *l, pid_t pid, pid_t tid)
{
	struct target *t = l->t;
	struct thread thread = { .tid = tid, .pid = pid };

	if (t->asked->per_thread && !read_name(l, &thread))
		return;
	MEM_ADD(t->thread, t->n_threads, thread);
}

static void skip_process(struct thread_listing *l, pid_t pid, int rc)
{
	if (has_ended(rc))
		return;
	if (!l->n_unreadable++) {
		l->unreadable = pid;
		l->errnum = -rc;
	}
}

static void target_add_ids(struct process_ids *ids, const struct file_names *folders)
{
	for (size_t i = 0; i < folders->n; i++) {
		pid_t id = id_parse(folders->name[i], strlen(folders->name[i]));

		if (id > 0)
			ids_add(ids, id);
	}
	ids_sort(ids);
}

/* Adds all threads of a process. */
static void target_add_process(struct thread_listing *l, pid_t pid)
{
	LOCAL(process_ids) tids = {0};
	LOCAL(file_names) names = {0};
	int rc = rootfs_list(l->root, &names, "/proc/%d/task", (int)pid);

	if (rc < 0)
		skip_process(l, pid, rc);
	target_add_ids(&tids, &names);
	for (size_t i = 0; i < tids.n; i++)
		target_add_thread(l, pid, tids.id[i]);
}

static void add_missing(struct thread_listing *l, pid_t id, bool zombie)
{
	if (l->n_missing++)
		return;
	l->missing = id;
	l->zombie = zombie;
}

static int finish_listing(struct thread_listing *l)
{
	if (l->n_missing == 1)
		notes_add(l->notes, NOTE_MISSING, -1, "%d", (int)l->missing);
	else if (l->n_missing)
		notes_add(l->notes, NOTE_MISSING, -1, "%d and %zu more", (int)l->missing, l->n_missing - 1);
	if (l->unread.kind != ERROR_NONE)
		notes_add(l->notes, NOTE_FILE, -1, "%s", l->unread.message);
	if (!l->t->n_threads && l->n_unreadable) {
		error_set(l->err, rootfs_is_closed(-l->errnum) ? ERROR_PERMISSION : ERROR_SYSTEM, l->errnum,
			  "cannot list the threads of process %d: %s", (int)l->unreadable, strerror(l->errnum));
		if (l->errnum == EPERM)
			error_hint(l->err, "/proc hides it: mounted with hidepid, it shows other users' "
				   "processes to root only");
		return -1;
	}
	if (!l->t->n_threads)
		return error_set(l->err, ERROR_NOT_FOUND, ESRCH,
				 "nothing is left to count: the process has ended");
	if (l->n_unreadable == 1)
		notes_add(l->notes, NOTE_UNREADABLE, -1, "%d: %s", (int)l->unreadable, strerror(l->errnum));
	else if (l->n_unreadable)
		notes_add(l->notes, NOTE_UNREADABLE, -1, "%d and %zu more: %s", (int)l->unreadable,
			  l->n_unreadable - 1, strerror(l->errnum));
	return 0;
}

/* None of the named ones exists. */
static int refuse_missing(struct thread_listing *l, const char *what)
{
	if (!l->zombie)
		return error_set(l->err, ERROR_NOT_FOUND, ESRCH, "no %s %d", what, (int)l->missing);
	error_set(l->err, ERROR_NOT_FOUND, ESRCH, "%s %d has ended", what, (int)l->missing);
	return error_hint(l->err, "it is a zombie: its number is in use until its parent waits for it");
}

static void watch_ids(struct target *t, struct process_ids *ids, bool threads)
{
	if (t->asked->command)
		return;
	t->watch = ids->id;
	t->n_watch = ids->n;
	t->watch_threads = threads;
	*ids = (struct process_ids){0};
}

static void add_named_thread(struct thread_listing *l, struct process_ids *tids, pid_t tid, pid_t pid, int rc)
{
	if (rc < 0)		/* an unreadable thread may still be countable */
		note_unread_file(l, rc, tid, "status");
	target_add_thread(l, rc == 0 ? pid : tid, tid);
	ids_add(tids, tid);
}

/* -p, where a thread id stands for its process, and -t. */
static int resolve_named(struct thread_listing *l, const char *list, bool threads)
{
	const char *what = threads ? "thread" : "process";
	LOCAL(process_ids) named = {0}, found = {0};

	if (ids_parse(&named, list, what, l->err) < 0 || check_proc(l) < 0)
		return -1;
	for (size_t i = 0; i < named.n; i++) {
		struct proc_status f = {0};
		int rc = read_status(&f, l, named.id[i]);

		if (has_ended(rc) || (rc == 0 && is_zombie(f.state) && (threads || f.threads <= 1)))
			add_missing(l, named.id[i], rc == 0);
		else if (threads)
			add_named_thread(l, &found, named.id[i], f.process, rc);
		else if (rc < 0)
			skip_process(l, named.id[i], rc);
		else
			ids_add(&found, f.process);
	}
	if (l->n_missing == named.n)
		return refuse_missing(l, what);
	ids_sort(&found);
	for (size_t i = 0; !threads && i < found.n; i++)
		target_add_process(l, found.id[i]);
	watch_ids(l->t, &found, threads);
	return finish_listing(l);
}

/* -a --per-thread: all threads of the system. */
static int resolve_all_threads(struct thread_listing *l)
{
	LOCAL(process_ids) pids = {0};
	LOCAL(file_names) names = {0};
	int rc;

	if (check_proc(l) < 0)
		return -1;
	rc = rootfs_list_folders(l->root, &names, "/proc");
	if (rc < 0)
		return error_set(l->err, ERROR_SYSTEM, -rc, "cannot list the processes in /proc: %s",
				 strerror(-rc));
	target_add_ids(&pids, &names);
	for (size_t i = 0; i < pids.n; i++)
		target_add_process(l, pids.id[i]);
	/* process 1 always exists: if it is hidden, so are others */
	if (rootfs_has(l->root, "/proc/1") == 0 && eperm_if_hidden(l, -ENOENT, 1) == -EPERM)
		notes_add(l->notes, NOTE_UNREADABLE, -1, "1, and all others that /proc hides from this user");
	return finish_listing(l);
}

/* --- CPUs ------------------------------------------------------------------------------------------ */

/* The CPUs of the list that are not in the other one. */
static void subtract(struct cpulist *out, const struct cpulist *list, const struct cpulist *other)
{
	*out = (struct cpulist){ .cpu = mem_resize(NULL, list->n, sizeof(*out->cpu)) };
	for (size_t i = 0; i < list->n; i++)
		if (!cpulist_has(other, list->cpu[i]))
			out->cpu[out->n++] = list->cpu[i];
}

static int check_cpus(const struct target *t, const struct cpulist *missing, const struct cpulist *offline,
		      const struct machine *m, struct notes *notes, struct error *err)
{
	LOCAL(str) left_out = {0}, there = {0};
	int rc = 0;

	cpulist_format(missing->n ? missing : offline, &left_out);
	cpulist_format(missing->n ? &m->present : &m->online, &there);
	if (missing->n)
		rc = error_set(err, ERROR_NOT_FOUND, 0, "no CPU %s here, only %s", left_out.text, there.text);
	else if (!t->cpus.n)
		rc = error_set(err, ERROR_NOT_FOUND, 0, "CPU %s is offline, online are %s", left_out.text,
			       there.text);
	else if (offline->n)
		notes_add(notes, NOTE_OFFLINE, -1, "%s", left_out.text);
	return rc;
}

static int resolve_cpus(struct target *t, struct machine *m, struct notes *notes, struct error *err)
{
	LOCAL(cpulist) named = {0}, offline = {0}, missing = {0};

	if (machine_load_cpus(m, MACHINE_ONLINE, err) < 0)
		return -1;
	if (!t->asked->cpus) {
		cpulist_intersect(&t->cpus, &m->online, &m->online);
		return 0;
	}
	if (cpulist_parse(&named, t->asked->cpus, err) < 0)
		return -1;
	cpulist_intersect(&t->cpus, &named, &m->online);
	subtract(&offline, &named, &m->online);
	subtract(&missing, &offline, &m->present);
	return check_cpus(t, &missing, &offline, m, notes, err);
}

/* --- which of them --------------------------------------------------------------------------------- */

bool target_counts_cpus(const struct target_opts *o)
{
	return !o->pids && !o->tids && (o->cpus || o->system_wide);
}

static void note_overridden(const struct target_opts *o, struct notes *notes)
{
	const struct { bool given; const char *text; } options[] = {
		{ o->pids && o->tids, "-t beside -p" },
		{ o->system_wide, o->pids ? "-a beside -p" : "-a beside -t" },
		{ o->cpus, o->pids ? "-C beside -p" : "-C beside -t" },
	};

	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
		if (options[i].given)
			notes_add(notes, NOTE_OVERRIDDEN, -1, "%s", options[i].text);
}

void target_set_command(struct target *t)
{
	t->thread = mem_resize(NULL, 1, sizeof(*t->thread));
	t->thread[0] = (struct thread){ .tid = 0 };
	t->n_threads = 1;
}

static int resolve_command(struct target *t)
{
	t->enable_on_exec = !t->asked->late_ns;
	target_set_command(t);
	return 0;
}

static int target_find(struct target *t, const struct target_opts *o, struct machine *m, struct notes *notes,
		       struct error *err)
{
	struct thread_listing l = { .t = t, .root = m->root, .notes = notes, .err = err };
	bool tasks = o->pids || o->tids, command = o->command && !tasks && !o->cpus && !o->system_wide;

	*t = (struct target){ .asked = o, .inherit = !o->no_inherit,
			       .per_process = o->per_process };
	if (tasks)
		note_overridden(o, notes);
	if (o->pids)
		return resolve_named(&l, o->pids, false);
	if (o->tids)
		return resolve_named(&l, o->tids, true);
	if (o->per_thread && (command || o->cpus))
		return error_set(err, ERROR_USAGE, 0, "--per-thread goes with -a, -p or -t, not with %s",
				 command ? "a command alone" : "-C");
	if (command)
		return resolve_command(t);
	return o->per_thread ? resolve_all_threads(&l) : resolve_cpus(t, m, notes, err);
}

/* Before Linux 6.6 the values of a thread that is ending may be added to other members of its group. */
static bool groups_add_up(const struct rootfs *root)
{
	LOCAL(str) release = {0};
	long major = 0, minor = 0;
	char *end;

	if (rootfs_read(root, &release, "/proc/sys/kernel/osrelease") == 0) {
		major = strtol(release.text, &end, 10);
		minor = *end == '.' ? strtol(end + 1, NULL, 10) : 0;
	}
	return major > 6 || (major == 6 && minor >= 6);
}

int target_resolve(struct target *t, const struct target_opts *o, struct machine *m, struct notes *notes,
		   struct error *err)
{
	if (target_find(t, o, m, notes, err) < 0)
		return -1;
	/* all members of a group share the times of their leader */
	t->bundles = !o->one_by_one &&
		     (t->n_threads < TARGET_MANY || !t->inherit || groups_add_up(m->root));
	return 0;
}

bool target_is_command(const struct target *t)
{
	return t->n_threads == 1 && !t->thread[0].pid;
}

void target_add_region(struct target *t, const char *name, const char *comm, pid_t tid)
{
	struct target_region *r;
	LOCAL(str) id = {0};

	str_add(&id, name);
	if (tid)
		str_addf(&id, " %s-%d", comm, (int)tid);
	t->region = mem_grow(t->region, t->n_regions, sizeof(*t->region));
	r = &t->region[t->n_regions++];
	*r = (struct target_region){ .id = mem_copy_text(str_text(&id)), .name = mem_copy_text(name),
				     .tid = tid };
	if (tid)
		snprintf(r->comm, sizeof(r->comm), "%s", comm);
}

static char *function_id(const char *name, const char *object)
{
	struct str id = {0};

	str_add(&id, name);
	if (object)
		str_addf(&id, " (%s)", object);
	return id.text;
}

void target_add_function(struct target *t, const char *name, const char *object)
{
	MEM_ADD(t->region, t->n_regions, (struct target_region){
		.id = function_id(name, object), .name = mem_copy_text(name),
		.object = object ? mem_copy_text(object) : NULL,
	});
}

void target_rename_function(struct target *t, size_t function, const char *name)
{
	struct target_region *r = &t->region[function];
	char *id = function_id(name, r->object);

	for (size_t i = 0; i < t->n_regions; i++)
		if (strcmp(t->region[i].id, id) == 0) {
			free(id);
			return;
		}
	free(r->id);
	free(r->name);
	r->id = id;
	r->name = mem_copy_text(name);
}

void target_release(struct target *t)
{
	free(t->thread);
	free(t->watch);
	cpulist_release(&t->cpus);
	cpulist_release(&t->sampling.cpus);
	cgroups_release(&t->cgroups);
	for (size_t i = 0; i < t->n_regions; i++) {
		free(t->region[i].id);
		free(t->region[i].name);
		free(t->region[i].object);
	}
	free(t->region);
	*t = (struct target){0};
}

/* --- listing the threads of -p again ---------------------------------------------------------------- */

static bool has_process(const struct thread *thread, size_t n, pid_t pid)
{
	for (size_t i = 0; i < n; i++)
		if (thread[i].pid == pid)
			return true;
	return false;
}

/* Keeps processes that have ended: opening them will report that. */
static void keep_ended(struct target *now, const struct target *before)
{
	const size_t n = now->n_threads;
	bool ended = false;

	now->thread = mem_resize(now->thread, n + before->n_threads, sizeof(*now->thread));
	for (size_t i = 0; i < before->n_threads; i++) {
		const struct thread *thread = &before->thread[i];

		if (!i || thread->pid != thread[-1].pid)	/* threads of a process are adjacent */
			ended = !has_process(now->thread, n, thread->pid);
		if (ended)
			now->thread[now->n_threads++] = *thread;
	}
}

/* Each process id once. The thread that the user named for it may have ended by now. */
static void list_processes(struct str *list, const struct target *t)
{
	for (size_t i = 0; i < t->n_threads; i++)
		if (!i || t->thread[i].pid != t->thread[i - 1].pid)
			str_addf(list, "%s%d", list->len ? "," : "", (int)t->thread[i].pid);
}

void target_list_again(struct target *t, struct machine *m, struct notes *notes)
{
	struct error lost = ERROR_INIT;
	LOCAL(notes) known = {0};
	LOCAL(target) now = {0};
	struct target_opts listed = *t->asked;
	struct thread *before = t->thread;
	LOCAL(str) list = {0};

	if (!t->asked->pids || t->asked->per_thread)
		return;
	list_processes(&list, t);
	listed.pids = list.text;
	if (target_resolve(&now, &listed, m, &known, &lost) == 0) {
		keep_ended(&now, t);
		t->thread = now.thread;
		t->n_threads = now.n_threads;
		t->bundles = now.bundles;
		now.thread = before;
	} else if (lost.kind != ERROR_NOT_FOUND) {	/* if all have ended there is nothing new */
		notes_add(notes, NOTE_FILE, -1, "%s", lost.message);
	}
}
