/* SPDX-License-Identifier: MIT */
/*
 * fake_kernel.h - a scripted kernel: counters, one child at a time, signals, a clock that
 * moves only while pstat waits, and an error for the Nth call that can fail.
 *
 * $FAKE_VALGRIND does what valgrind does, where pstat starts it: see fake_child.c.
 *
 * THE SCRIPT ($FAKE of pstat-fake) has words separated by blanks, newlines or semicolons; an
 * unknown word aborts.  TIME is in milliseconds, or has a unit (10us, 2s); ERRNO is a name or
 * a number; LIST is a,b,c: the first run, the second, and the last for all later runs.
 *
 * The command:
 *   child=LIST		how long it runs (10 ms)
 *   user=TIME sys=TIME rss=KB	its rusage (60 % and 30 % of its time; 2048)
 *   own-rss=KB	what pstat itself had (0)
 *   exit=LIST		its exit status
 *   leaves		a process of its group lives on
 *   killed=SIGNAL	this signal ends it (TERM, 15)
 *   exec=ERRNO		execve fails
 *   stubborn		only SIGKILL ends it
 *   apart		it leaves pstat's group, so the terminal's signals do not reach it
 *   privileged=TIME	its file would lose its counters at the exec; the kernel takes them this time later
 *   hook=TIME		how long --pre and --post run (0); "false" and "exit N" set their status
 *   hook-exec=ERRNO	their execve fails
 *   says=TEXT		it writes this to stderr: + is a blank, | a newline
 *   layout=ERRNO	personality is refused
 *   pin=ERRNO		sched_setaffinity is refused
 *   more=WORD:PERCENT	a command with this word has this much more (-3: less) of counts and time
 *   drift=PERCENT	each run takes this much longer than the one before, in time and cycles
 *   spread=PERCENT	runs differ by 0, +P, -P, +P/2, -P/2, and so on, in counts and time
 *   process=PID:PARENT:NAME:START:END:PERCENT
 *			a process that PARENT (0: the command) forks at START ms; it executes NAME, unless
 *			that is "", ends at END (0: never) and counts this share; only ring buffers tell
 *   untold		no process tells what it counted, as with Linux 5.13 to 6.17
 *   taskstats=STATUS	the kernel tells how processes ended, the last of the script with this status of
 *			wait(): peaks of 1000, 2000, ... KiB, waits of 1, 2, ... ms, 10, 11, ... voluntary
 *			and 0, 1, ... involuntary switches; without the word there is no netlink
 *   lost-records=N	the kernel lost so many of their records, and what the last process counted
 *   maps=PID:START:SIZE:OFFSET:PATH
 *			a process (0: the command) has this file there from its exec on; the file is in $FAKE_ROOT
 *   hit=MODE:ADDRESS:LIST[:PID[:PERIOD]]
 *			so many samples of each event that samples hit this address: kernel, user, guest or idle;
 *			of the command or what -p counts (0), or another process; each stands for the event's
 *			count divided by its samples, if PERIOD does not say otherwise
 *   throttled=N		the kernel stopped sampling so often
 *   sample=TIME		a sample takes this long (not known)
 *   waits=TIME		each run waits this long for a CPU, as the kernel tells
 *   loop=LIST		the fixed loop takes this many per cent of its usual time, sample by sample
 *   region=NAME	it enters this region of pstat/region.h, or calls the function of a --region-fn, in their order;
 *			narrowed by what follows, until the next one:
 *   entries=N each=N	so often (1), and each entry counts so much (1000) of the first event, twice of the second, ...
 *   thread=TID	in this thread (4242)
 *   on=P%		with counters for this share of the time (100%)
 *   open strays=N cannot=ERRNO	its last entry never ends; so many ends lack a begin; an event cannot be opened
 * What happens; times count from the start of pstat:
 *   signal=NAME@TIME	a process sends this to pstat
 *   terminal=NAME@TIME	the terminal sends it, to pstat and to the command
 *   ends=PID@TIME	a process or thread that is counted ends (TIME 0: before it can be opened)
 *   control=TEXT@TIME	arrives through --control, with a newline at its end; + is a blank; "end": all
 *			writers have closed it
 *   late=TIME		every deadline is noticed this much too late
 *   fail=N:ERRNO	the Nth call that can fail does so
 *   fail-all=NAME:ERRNO	all of these fail: open, ioctl, read, kill, wait, ...
 *   log		writes to stderr what pstat starts, signals and opens
 * The machine:
 *   limit=SOFT:HARD	descriptors (1024:4096)
 *   paranoid=N		2: EACCES unless the kernel is excluded, 3: always
 *   counters=N		number of hardware counters: larger groups get EINVAL, more events take turns
 *   as-arm		only events that are on, or wait for an exec, must fit the counters of a group
 *   taken=LIST		others hold this many counters: a group that needs more than the rest never runs
 *   dead=N		the Nth open hardware event of a CPU or thread counts 0
 *   attr-size=N		an older kernel: E2BIG if bytes after this size are not 0
 *   linux=4.14		refuses what came later: attr-size, no-pidfd, flags, read formats, events
 *   tsc=N		the time stamp counter's rate that the processor reports (none): 2G
 *   no-pmu		ENOENT for hardware, cache and raw events
 *   uncore		PMUs of $FAKE_ROOT with a cpumask refuse threads: EINVAL
 *   no-pidfd		as before Linux 5.3
 *   foreign-chld	SIGCHLD names another process, as when two were merged
 * A rule for events begins with one of
 *   event=NAME		a name of pstat's own tables: cycles, page-faults, LLC-loads
 *   type=T [config=C]	T also hw, sw, tp, cache, raw, bp
 *   any
 * is narrowed by any of
 *   cpu=N tid=N cgroup=NAME run=N of=WORD member leader kernel user guest host precise group inherit pinned task
 *   (of: the command that ran last has this word;
 *   kernel: the event includes the kernel; user alike; guest: exclude_guest is set; host: it is
 *   not; group: the read format has GROUP; task: it is opened on a thread)
 * and sets what happens to them; if two rules set the same, the later one wins:
 *   open=ERRNO		cannot be opened
 *   rate=N		counts this much a second: 3G, 250k
 *   count=LIST		counts this much in a whole run
 *   running=P%		has a counter for this share of the time; 0%: never
 *   read=ERRNO		cannot be read; read=end: 0 bytes, read=short: 8 bytes
 *   live=ERRNO		the same, but only while the command runs
 *   nth=N		only the Nth of these reads
 *   back=WHAT	at the Nth read (nth) its "value", "running" or "enabled" time is halved
 *   filter=ERRNO	its filter is refused; one that contains "nosuch" always is, with EINVAL
 * Intel's top-down events (type 4, config 0x8000 to 0x8700) get EINVAL unless slots (0x400) leads them.
 * Without a rule every event counts something plausible: see fake_counter.c.  Counters of pstat
 * itself, which no command inherits, count 1 ms between being enabled and disabled; so do those
 * of CPUs if the clock did not move meanwhile.
 * refuse=TYPE:CONFIG:ERRNO is short for type= config= open=.
 */
#ifndef FAKE_KERNEL_H
#define FAKE_KERNEL_H

#include "host/attr.h"
#include "host/kernel.h"
#include "host/launch.h"

enum { FAKE_PROCESSES = 8, FAKE_ENDS = 8, FAKE_CONTROLS = 12 };
enum { FAKE_CALLS = 4096, FAKE_FDS = 4200, FAKE_MANY = 70000, FAKE_SIGNALS = 8 };
enum { FAKE_RULES = 24, FAKE_LIST = 48, FAKE_PMUS = 1024, FAKE_MORE = 4, FAKE_REGIONS = 8, FAKE_HITS = 24 };

struct fake_list {		/* a value for each run; n 0: not said */
	uint64_t value[FAKE_LIST];
	size_t n;
};

struct fake_child {		/* how every command behaves */
	struct fake_list run_ns;	/* from its release; 0: ends at once */
	struct fake_list status;	/* as wait gives it */
	uint64_t user_ns, system_ns;	/* 0: a share of its time */
	long rss, own_rss;
	int  exec_errno;	/* not 0: execve fails */
	bool leaves;		/* a process of its group lives on */
	bool stubborn;		/* only SIGKILL ends it */
	bool apart;		/* it left pstat's group */
	bool privileged;	/* it has its counters for kept_ns only */
	uint64_t kept_ns;
	char says[200];		/* to stderr */
	int  layout_errno, pin_errno;
	struct fake_more { char word[24]; int percent; } more[FAKE_MORE];	/* word "": none */
	uint64_t hook_ns; int hook_errno;	/* --pre and --post: how long they run, and why they cannot */
};

struct fake_signal {
	uint64_t at_ns;
	int signo, code;	/* code: SI_USER (a process sent it), SI_KERNEL (the terminal) */
};

struct fake_process {		/* that the command starts, directly or not */
	pid_t pid, parent;	/* parent 0: the command */
	char name[16];
	uint64_t start_ns, end_ns;	/* from the exec of the command; end 0: never */
	uint64_t percent;	/* of what is counted */
};

struct fake_map {		/* see "maps" */
	pid_t pid;
	uint64_t start, size, offset;
	char path[64];
};

struct fake_hit {		/* see "hit" */
	uint16_t mode;		/* PERF_RECORD_MISC_KERNEL, ... */
	bool idle;
	uint64_t at, period;
	pid_t pid;
	struct fake_list samples;
};

struct fake_end {		/* of a target */
	pid_t pid;
	uint64_t at_ns;
};

struct fake_control {
	char text[80];		/* its newline, too; "": the end */
	uint64_t at_ns;
};

enum fake_when {
	FAKE_MEMBER = 1u << 0, FAKE_LEADER = 1u << 1, FAKE_KERNEL = 1u << 2, FAKE_USER = 1u << 3,
	FAKE_GUEST = 1u << 4, FAKE_HOST = 1u << 5, FAKE_PRECISE = 1u << 6, FAKE_GROUP = 1u << 7,
	FAKE_INHERIT = 1u << 8, FAKE_PINNED = 1u << 9, FAKE_TASK = 1u << 10,
};

enum { FAKE_READ_END = -1, FAKE_READ_SHORT = -2 };

struct fake_region {
	char name[64];
	uint32_t tid;
	uint64_t entries, each, running_pct, stray_ends;
	int failed;
	bool open;
};

struct fake_rule {
	bool has_type, has_config, has_cpu, has_rate, has_running, live;
	uint32_t type;
	uint64_t config;
	int cpu, run;		/* run 0: all */
	pid_t tid;		/* 0: all */
	char cgroup[32];	/* the last part of its name; "": all */
	char of[24];		/* a word of the command; "": all */
	unsigned when;		/* enum fake_when, all of them */
	int open_errno, filter_errno;
	int read_errno;		/* or FAKE_READ_END, FAKE_READ_SHORT */
	unsigned nth;		/* of the reads; 0: all */
	enum fake_back { FAKE_FORWARD, FAKE_VALUE_BACK, FAKE_RUNNING_BACK, FAKE_ENABLED_BACK } back;
	uint64_t rate, running_pct;
	struct fake_list count;
};

struct fake_counter {		/* what a descriptor refers to */
	bool used, is_counter, on, of_command;
	bool own;		/* counts pstat, and not what it starts */
	union attr attr;	/* as it was opened */
	pid_t pid;
	pid_t watched;		/* a pidfd: whose; 0: none */
	char cgroup[32];
	int cpu, leader;	/* leader: its own descriptor when alone */
	uint64_t members;	/* of a leader, itself counted */
	uint64_t id, since_ns, enabled_ns;
	unsigned reads;
	void *ring; size_t ring_size;	/* its mapping; NULL: none */
	int output;		/* the descriptor whose ring has its records; 0: none */
	char filter[40];
};

struct fake_kernel {
	struct kernel ops;	/* first: the ops get a pointer to it and cast back */

	/* the script */
	int fail_at;		/* 0: never; N: the Nth fallible call fails */
	int fail_errno;
	char fail_all[12];	/* every call of this name fails; "": none */
	struct fake_child child;
	struct fake_signal signals[FAKE_SIGNALS];
	size_t n_signals;
	struct fake_end ends[FAKE_ENDS];
	size_t n_ends;
	struct fake_process processes[FAKE_PROCESSES];
	size_t n_processes;
	uint64_t lost_records;
	bool untold;
	struct fake_control controls[FAKE_CONTROLS];
	size_t n_controls;
	struct fake_rule rule[FAKE_RULES];
	size_t n_rules;
	struct fake_region region[FAKE_REGIONS];
	size_t n_regions;
	struct fake_map map[FAKE_HITS];
	size_t n_maps;
	struct fake_hit hit[FAKE_HITS];
	size_t n_hits;
	uint64_t throttled, sample_ns;
	const char *root;	/* its folder, for the inodes of maps; NULL: / */
	struct rlimit nofile, child_nofile;	/* child_nofile: the limit of the last command */
	uint64_t late_ns, spread_pct, drift_pct, tsc_hz, waits_ns;
	struct fake_list loop_pct;
	int paranoid, counters, dead, attr_size;	/* 0: no limit */
	unsigned version;	/* 100 * major + minor; 0: the newest */
	struct fake_list taken;
	bool no_pidfd, foreign_chld, log, has_uncore, as_arm;
	bool deafens;		/* reading a signal can fail, too */
	uint32_t uncore[FAKE_PMUS];	/* types of PMUs that count whole CPUs: fake_pstat.c fills them in */
	size_t n_uncore;

	/* what happened */
	const char *called[FAKE_CALLS];	/* the names of the first calls */
	int calls, fault_fired, open_fds, mappings, launches, opens, ioctls, filters, reads, shells, syncs,
		runs, first_free;	/* first_free: no descriptor below it is */
	bool deaf;		/* a signal could not be read: the next wait does not return for it */
	bool in_run;		/* from the first open or launch of a run to the end of its command or counters */
	int last_kill, last_kill_pid;	/* the signal last sent to the child, and to which pid */
	uint64_t clock_ns;

	/* the child that runs now */
	pid_t pid;		/* 0: none */
	bool released, zombie, chld_told, ran;	/* ran: the command reached its exec */
	char *const *argv;	/* of the last command; NULL: there was none */
	const char *hook;	/* the hook's shell text; NULL: it is the command */
	bool in_group, pinned, laid_out;	/* as launched */
	int  err_fd;
	uint64_t start_ns, end_ns;
	int status, go_fd;
	struct launch_shared *shared;
	size_t signals_read, controls_read;
	struct fake_counter *fd;	/* n_fds of them: own, or a larger array that a test provides */
	int n_fds;
	struct fake_counter own[FAKE_FDS];
	uint64_t ids;
	int control_fd, ack_fd;	/* -1: not open */
	int scratch_fd;		/* -1: not open */
	char scratch[400];	/* its content */
	int shared_fd;		/* of the regions; -1: not open */
	void *shared_file;	/* mapped; NULL: not */
	uint32_t region_events;	/* that its programs are told to open */
	size_t flood;		/* the size that trim_scratch reports */
	size_t trims;		/* number of calls of trim_scratch */
	size_t loops;		/* number of calls of time_loop */
	uint64_t own_cpu_ns;	/* of pstat and its children: a test sets it */
	size_t woken;		/* how often a SIGCONT was sent */
	bool has_taskstats;
	int last_status;	/* of the last process */
	int netlink_fd;		/* -1: not open */
	uint16_t netlink_asked;	/* the type of the last request; 0: it was answered */
	size_t tasks_ended, tasks_told;
	pid_t told_pid;		/* of the command that ended */
	int signal_fd, top;	/* top: no descriptor from here on was ever taken */
};

void fake_kernel_init(struct fake_kernel *fk);
/* The same for one that is all zero, which a static one is: clearing it costs more than all else at a start. */
void fake_kernel_start(struct fake_kernel *fk);
void fake_kernel_script(struct fake_kernel *fk, const char *text);

/* A rule to fill in: of this type and config. */
struct fake_rule *fake_kernel_rule(struct fake_kernel *fk, uint32_t type, uint64_t config);

/* Between the files of the fake. */
bool     fake_is_over(const struct fake_kernel *fk, pid_t pid);	/* a target that has ended */
uint64_t fake_end_of(const struct fake_kernel *fk, pid_t pid);	/* UINT64_MAX: never */
struct fake_kernel *fake_self(const struct kernel *k);
/* One more call of this name: 0, or the -errno with which it fails. */
int      fake_fault(struct fake_kernel *fk, const char *name);
int      fake_take_fd(struct fake_kernel *fk);
void     fake_drop_fd(struct fake_kernel *fk, int fd);
void     fake_begin_run(struct fake_kernel *fk);	/* nothing, where one goes on */
uint64_t fake_of_run(const struct fake_kernel *fk, const struct fake_list *list, uint64_t otherwise);
uint64_t fake_spread(const struct fake_kernel *fk, uint64_t value);
int      fake_version_attr_size(unsigned version);
int      fake_version_refusal(const struct fake_kernel *fk, const union attr *attr);	/* 0 or -errno */
bool     fake_has_word(const struct fake_kernel *fk, const char *word);	/* the last command */
uint64_t fake_more(const struct fake_kernel *fk, uint64_t value);	/* as "more" says of it */
uint64_t fake_work_ns(const struct fake_kernel *fk);	/* what it would live without drift */
/* how long this run's command lives if left alone */
uint64_t fake_child_ns(const struct fake_kernel *fk);
void     fake_ring_map(struct fake_kernel *fk, int fd, void *at, size_t size);
void     fake_ring_append(struct fake_counter *ring, uint32_t type, uint16_t misc, const void *body, size_t size,
			  const void *trailer, size_t trailer_size);
void     fake_ring_end(struct fake_kernel *fk);		/* the command has ended: writes the records */
void     fake_samples_end(struct fake_kernel *fk);
uint64_t fake_sample_loop(struct fake_kernel *fk);	/* the fixed loop ran: how long its samples took */
bool     fake_is_sampling(const struct fake_counter *c);
bool     fake_is_elsewhere(const struct fake_kernel *fk, const struct fake_counter *c);	/* than the command runs */
uint64_t fake_counter_value(const struct fake_kernel *fk, int fd);	/* as it stands; no read */
void     fake_settle_child(struct fake_kernel *fk);	/* it has ended, if its time is over */
void     fake_die(struct fake_kernel *fk, int signo);
void     fake_hang_up(struct fake_kernel *fk);
void     fake_release(struct fake_kernel *fk);		/* a held one runs */
void     fake_regions_run(struct fake_kernel *fk);	/* the command enters its regions */
void     fake_regions_install(struct kernel *ops);
int      fake_open_netlink(const struct kernel *k, int room);
int64_t  fake_netlink_lost(const struct kernel *k, int fd);
void     fake_netlink_write(struct fake_kernel *fk, const void *buf);
ssize_t  fake_netlink_read(struct fake_kernel *fk, void *buf);
void     fake_taskstats_end(struct fake_kernel *fk);	/* of the command and all that it started */
void     fake_child_install(struct kernel *ops);
void     fake_counters_exec(struct fake_kernel *fk);
void     fake_counters_install(struct kernel *ops);
ssize_t  fake_counter_read(struct fake_kernel *fk, int fd, void *buf, size_t size);

#endif
