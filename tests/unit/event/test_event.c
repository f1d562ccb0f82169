/* SPDX-License-Identifier: MIT */
/* Tests how event strings become attrs, on a small machine made of files. */
#include "test.h"

#include "event/default_events.h"
#include "event/event.h"
#include "event/event_config.h"
#include "event/resolver.h"
#include "event/spec.h"
#include "host/machine.h"
#include "made_root.h"

enum machine_kind { PLAIN, HYBRID, INTEL, KINDS };

struct fixture {
	struct root root;
	struct machine machine;
	struct specs specs;
	struct events events;
	struct notes notes;
	struct error err;
};

static const struct file { const char *path, *text; } plain[] = {
	{ "cpu/type", "4\n" },
	{ "cpu/format/event", "config:0-7,32-35\n" },	{ "cpu/format/umask", "config:8-15\n" },
	{ "cpu/format/edge", "config:18\n" },		{ "cpu/format/cmask", "config:24-31\n" },
	{ "cpu/format/late", "config3:0-7\n" },		{ "cpu/format/ldlat", "config1:0-15\n" },
	{ "cpu/events/cpu-cycles", "event=0x76\n" },	{ "cpu/events/instructions", "event=0xc0\n" },
	{ "cpu/events/mb", "event=0x11\n" },		{ "cpu/events/mb.scale", "0.5\n" },
	{ "cpu/events/mb.unit", "MiB\n" },		{ "cpu/events/broken", "event=\n" },
	{ "cpu/events/slots", "event=0x1,umask=0x4\n" }, { "cpu/events/big", "umask=0x100\n" },
	{ "cpu/events/param", "event=0x12,umask=?\n" },
	{ "cpu/events/named", "event=0x13,name=inner,period=7\n" },
	{ "msr/type", "9\n" },				{ "msr/format/event", "config:0-63\n" },
	{ "msr/events/tsc", "event=0x00\n" },
	{ "uncore_imc_0/type", "20\n" },		{ "uncore_imc_0/cpumask", "0\n" },
	{ "uncore_imc_0/format/event", "config:0-7\n" }, { "uncore_imc_0/events/clk", "event=0xff\n" },
	{ "uncore_imc_1/type", "21\n" },		{ "uncore_imc_1/cpumask", "0\n" },
	{ "uncore_imc_1/format/event", "config:0-7\n" }, { "uncore_imc_1/events/clk", "event=0xff\n" },
	{ "software/type", "1\n" },
	{ NULL, NULL },
}, hybrid[] = {
	{ "cpu_atom/type", "10\n" },			{ "cpu_atom/cpus", "4-7\n" },
	{ "cpu_atom/format/event", "config:0-7\n" },	{ "cpu_atom/events/mem-loads", "event=0xd0\n" },
	{ "cpu_core/type", "4\n" },			{ "cpu_core/cpus", "0-3\n" },
	{ "cpu_core/format/event", "config:0-7\n" },	{ "cpu_core/events/mem-loads", "event=0xcd\n" },
	{ "software/type", "1\n" },
	{ NULL, NULL },
}, intel[] = {
	{ "cpu/type", "4\n" },
	{ "cpu/format/event", "config:0-7\n" },		{ "cpu/format/umask", "config:8-15\n" },
	{ "cpu/events/slots", "event=0,umask=0x4\n" },
	{ "cpu/events/topdown-retiring", "event=0,umask=0x80\n" },
	{ "cpu/events/topdown-be-bound", "event=0,umask=0x83\n" },
	{ "software/type", "1\n" },
	{ NULL, NULL },
}, *const machines[KINDS] = { plain, hybrid, intel };

static void setup(struct fixture *f, enum machine_kind kind)
{
	char path[128];

	*f = (struct fixture){ .err = ERROR_INIT };
	root_make(&f->root);
	for (const struct file *file = machines[kind]; file->path; file++) {
		snprintf(path, sizeof(path), PMU_DIR "%s", file->path);
		root_put(&f->root, path, file->text);
	}
	root_put(&f->root, "sys/class/hwmon/hwmon0/name", "core");
	root_put(&f->root, "sys/class/hwmon/hwmon0/temp1_input", "1");
	root_put(&f->root, "sys/class/hwmon/hwmon1/name", "nct");
	root_put(&f->root, "sys/class/hwmon/hwmon1/temp1_input", "1");
	root_put(&f->root, "sys/class/hwmon/hwmon1/temp1_label", "CPU");
	root_put(&f->root, "sys/class/hwmon/hwmon1/fan1_input", "1");
	root_put(&f->root, "sys/kernel/tracing/events/sched/sched_switch/id", "372\n");
	root_put(&f->root, "sys/kernel/tracing/events/sched/sched_wakeup/id", "374\n");
	machine_load(&f->machine, &f->root.fs);
}

static void teardown(struct fixture *f)
{
	events_release(&f->events);
	events_release(&f->events);
	specs_release(&f->specs);
	notes_release(&f->notes);
	machine_release(&f->machine);
	root_remove(&f->root);
}

static int resolve(struct fixture *f, const char *text, const char *filter, const struct event_opts *o)
{
	static const struct event_opts none;

	events_release(&f->events);
	specs_release(&f->specs);
	notes_release(&f->notes);
	f->err = (struct error)ERROR_INIT;
	if (specs_parse(&f->specs, text, filter, &f->err) < 0)
		return -1;
	return events_resolve(&f->events, &f->specs, &f->machine, o ? o : &none, &f->notes, &f->err);
}

/* "name type:config[,config1,config2,config3] bits leader>row" of each event. */
static void describe(struct str *out, const struct events *e)
{
	str_reset(out);
	for (size_t i = 0; i < e->n; i++) {
		const struct event *v = &e->event[i];
		const struct perf_event_attr *a = &v->attr.head;

		str_addf(out, "%s ", v->name);
		if (v->tool != TOOL_NONE)
			str_addf(out, "tool");
		else
			str_addf(out, "%u:%llx", a->type, (unsigned long long)a->config);
		if (a->config1 || a->config2 || a->size > ATTR_SIZE)
			str_addf(out, ",%llx,%llx,%llx", (unsigned long long)a->config1,
				 (unsigned long long)a->config2,
				 (unsigned long long)v->attr.tail.config3);
		str_addf(out, "%s%s%s%s%s%s%s%s", a->exclude_user ? " -u" : "",
			 a->exclude_kernel ? " -k" : "",
			 a->exclude_hv ? " -h" : "", a->exclude_host ? " -H" : "",
			 a->exclude_guest ? " -G" : "",
			 a->exclude_idle ? " -I" : "", a->pinned ? " D" : "", a->exclusive ? " e" : "");
		if (a->precise_ip)
			str_addf(out, " p%u", (unsigned)a->precise_ip);
		if (v->leader != (int)i)
			str_addf(out, " <%d", v->leader);
		if (v->row != (int)i)
			str_addf(out, " =%d", v->row);
		str_add(out, "; ");
	}
}

struct meaning {
	const char *text, *want;
};

static void check(enum machine_kind kind, const struct meaning *cases, size_t n)
{
	struct str out = {0};
	struct fixture f;

	setup(&f, kind);
	for (size_t i = 0; i < n; i++) {
		if (resolve(&f, cases[i].text, NULL, NULL) < 0)
			fail_msg("'%s': %s", cases[i].text, f.err.message);
		describe(&out, &f.events);
		if (strcmp(out.text, cases[i].want) != 0)
			fail_msg("'%s' is %s and not %s", cases[i].text, out.text, cases[i].want);
	}
	str_release(&out);
	teardown(&f);
}

static void meanings(void **state)
{
	static const struct meaning cases[] = {
		{ "cycles", "cycles 0:0; " },			{ "cpu-cycles", "cpu-cycles 0:0; " },
		{ "FAULTS,Cs", "FAULTS 1:2; Cs 1:3; " }, { "Duration_Time", "Duration_Time tool; " },
		{ "software/faults/,software/CS/u", "software/faults/ 1:2; software/CS/u 1:3 -k -h; " },
		{ "software/config=2/,soft*/cpu-clock/", "software/config=2/ 1:2; soft*/cpu-clock/ 1:0; " },
		{ "tool/duration_time/,tool/Max_RSS,name=x/", "tool/duration_time/ tool; x tool; " },
		{ "num_cpus,tool/Num_CPUs/,tool/slots/,slots", "num_cpus tool; tool/Num_CPUs/ tool; "
		  "tool/slots/ tool; slots 4:401; " },
		{ "fan1,hwmon_*/temp*/", "fan1 tool; hwmon_core/temp1/ tool; hwmon_nct/temp_cpu/ tool; " },
		{ "temp1:u", "hwmon_core/temp1/ tool; hwmon_nct/temp_cpu/ tool; " },
		{ "hwmon_nct/temp1/,{fan1,cs}", "hwmon_nct/temp1/ tool; fan1 tool; cs 1:3; " },
		{ "cs/cpu=0-3,cpu=5,name=x/,uncore_imc_0/clk,cpu=2/", "x 1:3; uncore_imc_0/clk,cpu=2/ 20:ff; " },
		{ "faults,cs", "faults 1:2; cs 1:3; " }, { "duration_time:u", "duration_time:u tool; " },
		{ "idle-cycles-backend", "idle-cycles-backend 0:8; " },
		{ "L1-dcache-load-misses", "L1-dcache-load-misses 3:10000; " },
		/* the modifier is not shown */
		{ "LLC-misses-store:u", "LLC-misses-store 3:10102 -k -h; " },
		{ "l1d", "l1d 3:0; " }, { "dTLB-misses-load", "dTLB-misses-load 3:10003; " },
		{ "L1-dcache-loads-stores", "L1-dcache-loads-stores 3:0; " },
		{ "L1-dcache-loads/name=x/:u", "x 3:0 -k -h; " },
		{ "rfeed", "rfeed 4:feed; " },			{ "r1C0:u", "r1C0:u 4:1c0 -k -h; " },
		{ "4:0xc0:k", "4:0xc0:k 4:c0 -u -h; " },	{ "0:010", "0:010 0:a; " },
		{ "cycles/config=1,name=foo/u", "foo 0:1 -k -h; " },
		{ "cpu/event=0x1c0,umask=3,edge,cmask=1/",
		  "cpu/event=0x1c0,umask=3,edge,cmask=1/ 4:1010403c0; " },
		{ "cpu/config=0xc0,event=0x76/", "cpu/config=0xc0,event=0x76/ 4:f6; " },
		{ "cpu/event=1,event=0x10/", "cpu/event=1,event=0x10/ 4:11; " },
		{ "cpu/event=-1/", "cpu/event=-1/ 4:1; " },	{ "cpu//", "cpu// 4:0; " },
		{ "cpu/r1a8/,cpu/r0x1a8/", "cpu/r1a8/ 4:1a8; cpu/r0x1a8/ 4:1a8; " },
		{ "cpu/ldlat=3,config2=7/", "cpu/ldlat=3,config2=7/ 4:0,3,7,0; " },
		{ "cpu/late=5/", "cpu/late=5/ 4:0,0,0,5; " },
		{ "cpu/config3=1/", "cpu/config3=1/ 4:0,0,0,1; " },
		{ "cpu/config/,r2/config/", "cpu/config/ 4:1; r2/config/ 4:3; " },
		{ "cpu/config1,event=2/,4:0/config1/", "cpu/config1,event=2/ 4:2,1,0,0; 4:0/config1/ 4:0,1,0,0; " },
		{ "cycles/period=100000,config2/", "cycles/period=100000,config2/ 0:0,0,1,0; " },
		{ "L1-dcache-loads/config3/", "L1-dcache-loads 3:0,0,0,1; " },
		{ "msr/tsc,period/,cycles/percore/", "msr/tsc,period/ 9:0; cycles/percore/ 0:0; " },
		{ "cpu/name=a,event=1,name=b/", "a 4:1; " },
		{ "cpu/event=1,period=1000,percore/", "cpu/event=1,period=1000,percore/ 4:1; " },
		{ "cpu/instructions/", "cpu/instructions/ 4:c0; " },
		{ "cpu/cycles/", "cpu/cycles/ 0:0; " },
		{ "cpu/cycles,umask=1/", "cpu/cycles,umask=1/ 0:100; " },
		{ "cpu/L1-dcache-loads/u", "cpu/L1-dcache-loads/u 3:0 -k -h; " },
		{ "cpu/named/", "cpu/named/ 4:13; " }, { "cpu/param,umask=2/", "cpu/param,umask=2/ 4:212; " },
		{ "cpu/SLOTS/,slots", "cpu/SLOTS/ 4:401; slots 4:401; " },
		{ "tsc,msr/tsc/u", "tsc 9:0; msr/tsc/u 9:0 -k -h; " },
		{ "imc/clk/", "imc/clk/ 20:ff; imc/clk/ 21:ff =0; " },
		{ "clk", "clk 20:ff; clk 21:ff =0; " }, { "uncore_imc_1/clk/", "uncore_imc_1/clk/ 21:ff; " },
		{ "m*/tsc/", "m*/tsc/ 9:0; " },
		{ "sched:sched_switch:u", "sched:sched_switch 2:174 -k -h; " },
		{ "sched:*", "sched:sched_switch 2:174; sched:sched_wakeup 2:176; " },
		{ "mem:0x1000", "mem:0x1000 5:0,1000,4,0; " },	/* config1 is bp_addr, config2 bp_len */
		{ "mem:0x1000/8:w:u", "mem:0x1000 5:0,1000,8,0 -k -h; " },
		{ "mem:4096:x", "mem:4096:x 5:0,1000,8,0; " },
		{ " cycles ", " cycles  0:0; " },
	};

	(void)state;
	if (sizeof(long) == 8)
		check(PLAIN, cases, COUNT_OF(cases));
}

static void modifiers(void **state)
{
	static const struct meaning cases[] = {
		{ "cycles:u", "cycles:u 0:0 -k -h; " },		{ "cycles:k", "cycles:k 0:0 -u -h; " },
		{ "cycles:h", "cycles:h 0:0 -u -k; " },		{ "cycles:uk", "cycles:uk 0:0 -h; " },
		{ "cycles:G", "cycles:G 0:0 -H; " },		{ "cycles:H", "cycles:H 0:0 -G; " },
		{ "cycles:GH", "cycles:GH 0:0; " },		{ "cycles:uGH", "cycles:uGH 0:0 -k -h; " },
		{ "cycles:I", "cycles:I 0:0 -I; " },		{ "cycles:p", "cycles:p 0:0 p1; " },
		{ "cycles:ppp", "cycles:ppp 0:0 p3; " },	{ "cycles:P", "cycles:P 0:0; " },
		{ "cycles:S", "cycles:S 0:0; " },		{ "cycles:b", "cycles:b 0:0; " },
		{ "cycles:D", "cycles:D 0:0 D; " },		{ "cycles:e", "cycles:e 0:0 e; " },
		{ "cycles:kp", "cycles:kp 0:0 -u -h p1; " },	{ "cycles:khp", "cycles:khp 0:0 -u p1; " },
		{ "cycles:pG", "cycles:pG 0:0 -H p1; " },	{ "cycles:uG", "cycles:uG 0:0 -k -h -H; " },
		{ "cycles:kH", "cycles:kH 0:0 -u -h -G; " },	{ "cycles:ukh", "cycles:ukh 0:0; " },
		{ "cycles:uh", "cycles:uh 0:0 -k; " },		{ "cycles:uI", "cycles:uI 0:0 -k -h -I; " },
		{ "cycles:hG", "cycles:hG 0:0 -u -k -H; " },
		{ "{cycles:u,instructions}:k", "cycles:u 0:0 -h; instructions 0:1 -u -h <0; " },
		{ "{cycles,instructions:G}:H", "cycles 0:0 -G; instructions:G 0:1 <0; " },
		{ "{cycles,instructions}:D", "cycles 0:0 D; instructions 0:1 <0; " },
		{ "{cycles,instructions:D}:e", "cycles 0:0 e; instructions:D 0:1 <0; " },
		{ "{cycles:p,instructions}:pp", "cycles:p 0:0 p3; instructions 0:1 p2 <0; " },
	};

	(void)state;
	check(PLAIN, cases, COUNT_OF(cases));
}

static void groups(void **state)
{
	static const struct meaning cases[] = {
		{ "{cycles,instructions},cs", "cycles 0:0; instructions 0:1 <0; cs 1:3; " },
		{ "{cycles}", "cycles 0:0; " },
		{ "{cs,cycles,faults}", "cs 1:3; cycles 0:0 <0; faults 1:2 <0; " },
		{ "{cycles,duration_time,instructions}",
		  "cycles 0:0; duration_time tool; instructions 0:1 <0; " },
		{ "{duration_time,cycles,cs}", "duration_time tool; cycles 0:0; cs 1:3 <1; " },
		{ "{cycles,cpu/instructions/,r1c0,LLC-loads}",
		  "cycles 0:0; cpu/instructions/ 4:c0 <0; r1c0 4:1c0 <0; LLC-loads 3:2 <0; " },
		{ "{msr/tsc/,cycles}", "msr/tsc/ 9:0; cycles 0:0 <0; " },
		/* one group for each PMU, the core's first */
		{ "{uncore_imc_0/clk/,cycles,cs}", "cycles 0:0; cs 1:3 <0; uncore_imc_0/clk/ 20:ff; " },
		{ "{imc/clk/,imc/event=1/}",
		  "imc/clk/ 20:ff; imc/event=1/ 20:1 <0; imc/clk/ 21:ff =0; imc/event=1/ 21:1 <2 =1; " },
	};

	(void)state;
	check(PLAIN, cases, COUNT_OF(cases));
}

static void hybrid_machines(void **state)
{
	static const struct meaning cases[] = {
		{ "cycles", "cpu_atom/cycles/ 0:a00000000; cpu_core/cycles/ 0:400000000; " },
		{ "cycles:u",
		  "cpu_atom/cycles:u/ 0:a00000000 -k -h; cpu_core/cycles:u/ 0:400000000 -k -h; " },
		{ "L1-dcache-loads",
		  "cpu_atom/L1-dcache-loads/ 3:a00000000; cpu_core/L1-dcache-loads/ 3:400000000; " },
		/* the number is one kind's: type 4 is that of cpu_core */
		{ "r1c0", "cpu_core/r1c0/ 4:1c0; " },	{ "4:0x1c0", "cpu_core/4:0x1c0/ 4:1c0; " },
		{ "10:0x1c0", "cpu_atom/10:0x1c0/ 10:1c0; " },
		{ "cycles/name=foo/", "cpu_atom/foo/ 0:a00000000; cpu_core/foo/ 0:400000000; " },
		{ "cpu_core/cycles/", "cpu_core/cycles/ 0:400000000; " },
		{ "cpu_core/event=1/", "cpu_core/event=1/ 4:1; " },
		{ "mem-loads", "cpu_atom/mem-loads/ 10:d0; cpu_core/mem-loads/ 4:cd; " },
		{ "cs", "cs 1:3; " },
		{ "{cycles,instructions}",
		  "cpu_atom/cycles/ 0:a00000000; cpu_atom/instructions/ 0:a00000001 <0; "
		  "cpu_core/cycles/ 0:400000000; cpu_core/instructions/ 0:400000001 <2; " },
	};

	(void)state;
	check(HYBRID, cases, COUNT_OF(cases));
}

#define SLOTS "slots 4:400; "
#define RETIRING "topdown-retiring 4:8000 <0; "

/* Slots leads, and stands where the first of them was named. */
static void top_down(void **state)
{
	static const struct meaning cases[] = {
		{ "slots,topdown-retiring", SLOTS RETIRING }, { "topdown-retiring,slots", SLOTS RETIRING },
		{ "{topdown-retiring,slots}", SLOTS RETIRING },
		{ "topdown-retiring:X,slots", "topdown-retiring:X 4:8000; slots 4:400; " },
		{ "{topdown-retiring,slots}:X", "topdown-retiring 4:8000; slots 4:400 <0; " },
		{ "cpu/slots/,cpu/topdown-be-bound/",
		  "cpu/slots/ 4:400; cpu/topdown-be-bound/ 4:8300 <0; " },
		{ "topdown-retiring,cycles,slots", SLOTS RETIRING "cycles 0:0; " },
		{ "cycles,topdown-retiring,slots",
		  "cycles 0:0; slots 4:400; topdown-retiring 4:8000 <1; " },
		{ "{cycles,topdown-retiring,slots}", SLOTS RETIRING "cycles 0:0 <0; " },
		{ "{cycles,slots},cs,topdown-retiring", SLOTS "cycles 0:0 <0; " RETIRING "cs 1:3; " },
		{ "slots,{topdown-retiring,cycles}", SLOTS RETIRING "cycles 0:0 <0; " },
		{ "{slots,duration_time,topdown-retiring}", SLOTS RETIRING "duration_time tool; " },
		/* those of the same modes belong together, and others would count wrongly */
		{ "topdown-retiring:u,slots,slots:u,topdown-be-bound",
		  "slots:u 4:400 -k -h; topdown-retiring:u 4:8000 -k -h <0; slots 4:400; "
		  "topdown-be-bound 4:8300 <2; " },
		{ "slots:u,topdown-retiring:k", "slots:u 4:400 -k -h; topdown-retiring:k 4:8000 -u -h; " },
		{ "topdown-retiring,cycles", "topdown-retiring 4:8000; cycles 0:0; " },
		{ "{topdown-retiring,slots}:D", "slots 4:400 D; " RETIRING },
	};

	(void)state;
	check(INTEL, cases, COUNT_OF(cases));
}

static void refused(void **state)
{
	static const struct { const char *text; int column; const char *message, *hint; } cases[] = {
		{ "instrctions", 0, "unknown event 'instrctions'", "did you mean 'instructions'?" },
		{ "cs,Cycles", 3, "unknown event 'Cycles'", "did you mean 'cycles'?" },
		{ "slotz", 0, "unknown event 'slotz'", "did you mean 'slots'?" },
		{ "completelyunknown", 0, "unknown event 'completelyunknown'",
		  "'pstat list WORD' searches the events of this machine; see also pstat-events(7)" },
		{ "r0x12", 0, "unknown event 'r0x12'", NULL },
		{ "branch*", 0, "unknown event 'branch*'", NULL },
		{ "L1-icache-stores", 0, "'L1-icache-stores': that cache has no such operation", NULL },
		{ "iTLB-stores", 0, "'iTLB-stores': that cache has no such operation", NULL },
		{ "foo/bar/", 0, "no PMU and no event 'foo' here", NULL },
		{ "cpv/bar/", 0, "no PMU and no event 'cpv' here", "did you mean 'cpu'?" },
		{ "cpu/umsk=1/", 4, "PMU 'cpu' has no event and no term 'umsk'", "did you mean 'umask'?" },
		{ "cpu/umask=300/", 10, "'300' is too big for umask, the maximum is 255", NULL },
		{ "cpu/event/", 4, "'event' needs a value, such as event=0x10", NULL },
		{ "cpu/event=c0/", 10, "'event' needs a number, such as event=0x10", NULL },
		{ "cycles/period=x/", 14, "'period' needs a number, such as period=0x10", NULL },
		{ "cpu/config='1'/", 11, "'config' needs a number, such as config=0x10", NULL },
		{ "cpu/freq=3/", 4, "'freq' is for sampling, but pstat counts", NULL },
		{ "cycles/freq=3/", 7, "'freq' is for sampling, but pstat counts", NULL },
		{ "cycles/umask=1/", 7, "'umask' goes only with a PMU, as in cpu/umask=1/", NULL },
		{ "cycles/name/", 7, "'name' needs a value, such as name=foo", NULL },
		{ "cpu/event=1,percore=2/", 20, "'percore' is 0 or 1", NULL },
		{ "cpu/cycles,instructions,branches/", 24,
		  "'branches' is a second event between the same slashes", NULL },
		{ "cpu/mb,mb/", 7, "two of the events in 'cpu/…/' have a unit", NULL },
		{ "cpu/broken/", 4, "event 'broken' of PMU 'cpu': expected a value here", NULL },
		{ "cpu/big/", 4, "event 'big' of PMU 'cpu': '0x100' is too big for umask, the maximum is 255",
		  NULL },
		{ "cpu/param/", 4, "event 'param' of PMU 'cpu': it needs umask=", NULL },
		{ "param", 0, "event 'param' of PMU 'cpu': it needs umask=", NULL },
		{ "sched:nosuch", 0, "unknown tracepoint 'sched:nosuch'",
		  "'pstat list tracepoint' lists the tracepoints here" },
		{ "cs,sched:sched_swich:u", 3, "unknown tracepoint 'sched:sched_swich'",
		  "did you mean 'sched:sched_switch'?" },
		{ "shced:sched_wakeup", 0, "unknown tracepoint 'shced:sched_wakeup'",
		  "did you mean 'sched:sched_wakeup'?" },
		{ "sched:sched_switch/name=x/", 19, "a tracepoint takes no terms", NULL },
		{ "{cycles:pp}:pp", 1, "event 'cycles:pp' and its group have more than three 'p'",
		  NULL },
		{ "duration_time/config=1/", 14, "'duration_time' is pstat's own measure and has no config",
		  NULL },
		{ "5000000000:1", 0, "the type of an event is a 32-bit number", NULL },
	};
	struct fixture f;

	(void)state;
	setup(&f, PLAIN);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		int rc = resolve(&f, cases[i].text, NULL, NULL);

		if (rc == 0 || f.err.column != cases[i].column ||
		    strcmp(f.err.message, cases[i].message) != 0)
			fail_msg("'%s': %d, column %d, %s", cases[i].text, rc, f.err.column, f.err.message);
		if (cases[i].hint)
			assert_string_equal(f.err.hint, cases[i].hint);
	}
	teardown(&f);
}

static void units_and_kinds(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, PLAIN);
	assert_int_equal(resolve(&f,
				 "task-clock,cpu/mb/,cycles,cpu/cpu-cycles/,CPU-CYCLES,r76,1:1,cpu/event=1,percore/", NULL, NULL), 0);
	assert_string_equal(f.events.event[0].unit, "msec");
	assert_true(f.events.event[0].scale > 0.9e-6 && f.events.event[0].scale < 1.1e-6);
	assert_string_equal(f.events.event[1].unit, "MiB");
	assert_true(f.events.event[1].scale > 0.4 && f.events.event[1].scale < 0.6);
	assert_true(event_is_generic(&f.events.event[2], PERF_TYPE_HARDWARE, 0));
	assert_true(event_is_generic(&f.events.event[3], PERF_TYPE_HARDWARE, 0));	/* the PMU's own encoding */
	assert_false(event_is_generic(&f.events.event[4], PERF_TYPE_HARDWARE, 0));
	assert_false(event_is_generic(&f.events.event[5], PERF_TYPE_HARDWARE, 0));
	assert_true(event_is_generic(&f.events.event[6], PERF_TYPE_SOFTWARE, 1));
	assert_string_equal(f.events.event[6].unit, "msec");
	assert_true(f.events.event[7].flags & EVENT_PER_CORE);
	assert_int_equal(resolve(&f, "{cycles:uGH,LLC-loads:Pp}:W", NULL, NULL), 0);
	assert_int_equal(f.events.event[0].flags, EVENT_WEAK | EVENT_GUEST_ASKED);
	assert_int_equal(f.events.event[1].flags, EVENT_WEAK | EVENT_PRECISE_MAX);
	assert_true(event_is_generic(&f.events.event[1], PERF_TYPE_HW_CACHE, 2));
	assert_int_equal(events_group_size(&f.events, 0), 2);
	teardown(&f);
}

static void everywhere(void **state)
{
	static const struct event_opts user = { .all_user = true }, kernel = { .all_kernel = true };
	struct str out = {0};
	struct fixture f;

	(void)state;
	setup(&f, PLAIN);
	assert_int_equal(resolve(&f, "cycles,cycles:k", NULL, &user), 0);
	describe(&out, &f.events);
	assert_string_equal(out.text, "cycles 0:0 -k; cycles:k 0:0 -k -h; ");
	assert_int_equal(resolve(&f, "cycles,cycles:u", NULL, &kernel), 0);
	describe(&out, &f.events);
	assert_string_equal(out.text, "cycles 0:0 -u; cycles:u 0:0 -u -h; ");
	str_release(&out);
	teardown(&f);
}

static void filters(void **state)
{
	struct fixture f;

	(void)state;
	setup(&f, PLAIN);
	assert_int_equal(resolve(&f, "sched:*", "pid == 1", NULL), 0);
	assert_string_equal(f.events.event[1].filter, "pid == 1");
	assert_int_equal(resolve(&f, "sched:sched_switch,cycles", "pid == 1", NULL), -1);
	assert_string_equal(f.err.message, "a filter is for tracepoints only, and 'cycles' is not one");
	teardown(&f);
}

static void notes_of_resolving(void **state)
{
	static const struct { const char *text; size_t n; enum note_kind kind; const char *note; } cases[] = {
		{ "cycles", 0, 0, NULL },
		{ "r1c0", 0, 0, NULL },
		{ "r10003000000c0", 1, NOTE_UNKNOWN_BITS, "48 of config" },
		{ "r30000d0000", 1, NOTE_UNKNOWN_BITS, "16,19,36-37 of config" },
		{ "cpu/config1=0x10000/", 1, NOTE_UNKNOWN_BITS, "16 of config1" },
		{ "{cycles,uncore_imc_0/clk/}", 1, NOTE_REGROUPED, "{cycles,uncore_imc_0/clk/}" },
		{ "{imc/clk/,imc/event=1/}", 0, 0, NULL },
		{ "{msr/tsc/,cycles}", 0, 0, NULL },
		{ "{cycles,uncore_imc_0/clk/}:X", 0, 0, NULL }, { "{cycles,uncore_imc_0/clk/X}", 0, 0, NULL },
	};
	struct fixture f;

	(void)state;
	setup(&f, PLAIN);
	for (size_t i = 0; i < COUNT_OF(cases); i++) {
		assert_int_equal(resolve(&f, cases[i].text, NULL, NULL), 0);
		assert_int_equal(f.notes.n, cases[i].n);
		if (cases[i].n) {
			assert_int_equal(f.notes.note[0].kind, cases[i].kind);
			assert_string_equal(f.notes.note[0].text, cases[i].note);
		}
	}
	teardown(&f);
}

static void default_events(void **state)
{
	static const size_t sizes[] = { 1, 5, 11, 13, 13 };
	struct notes none = {0};
	struct str text = {0};
	struct fixture f;

	(void)state;
	setup(&f, PLAIN);
	default_events_add(&text, &f.machine, false, &none);
	assert_string_equal(text.text, "task-clock,context-switches,cpu-migrations,page-faults,cycles,"
			    "instructions,branches,branch-misses");
	str_reset(&text);
	default_events_add(&text, &f.machine, true, &none);
	assert_string_equal(text.text, "cpu-clock,context-switches,cpu-migrations,page-faults,cycles,"
			    "instructions,branches,branch-misses");
	str_reset(&text);
	default_events_add_newest(&text, &f.machine, true, &none);
	assert_string_equal(text.text, "context-switches,cpu-clock,cpu-migrations,page-faults,branch-misses,branches,"
			    "cpu-cycles,instructions");
	root_put(&f.root, PMU_DIR "cpu/events/stalled-cycles-backend", "event=0x1");
	str_reset(&text);
	default_events_add_newest(&text, &f.machine, false, &none);
	assert_string_equal(text.text, "context-switches,cpu-migrations,page-faults,task-clock,branch-misses,branches,"
			    "cpu-cycles,instructions,stalled-cycles-backend");
	str_reset(&text);
	default_events_add(&text, &f.machine, false, &none);
	assert_string_equal(text.text, "task-clock,context-switches,cpu-migrations,page-faults,cycles,"
			    "stalled-cycles-backend,instructions,branches,branch-misses");
	for (int detail = 0; detail < 5; detail++) {
		str_reset(&text);
		str_addf(&text, "cs%s%s", detail ? "," : "", event_names_of_detail(detail));
		assert_int_equal(resolve(&f, text.text, NULL, NULL), 0);
		assert_int_equal(f.events.n, sizes[detail]);
	}
	str_release(&text);
	teardown(&f);
}

static void the_table_of_names(void **state)
{
	(void)state;
	for (const struct event_name *e = event_names; e->name; e++) {
		assert_ptr_equal(event_name_find(e->name), e);
		assert_true(e->summary && e->summary[0]);
		if (e->alias)
			assert_ptr_equal(event_name_find(e->alias), e);
		if (e->tool == TOOL_NONE)
			assert_ptr_equal(event_name_by_config(e->type, e->config), e);
	}
}

/* A machine of which every file is missing or says nothing useful. */
static void broken_files(void **state)
{
	static const char *const contents[] = { NULL, "", "garbage", "config:0-7", "-1",
						"99999999999999999999" };
	static const char text[] =
		"cycles,r1c0,cpu/event=1/,cpu/cpu-cycles/,cpu/mb/,imc/clk/,slots,sched:sched_switch";

	(void)state;
	for (size_t broken = 0; plain[broken].path; broken++) {
		for (size_t c = 0; c < COUNT_OF(contents); c++) {
			struct fixture f;
			char path[128];

			setup(&f, PLAIN);
			snprintf(path, sizeof(path), "%s/" PMU_DIR "%s", f.root.path, plain[broken].path);
			assert_int_equal(unlink(path), 0);
			if (contents[c])
				root_put(&f.root, path + strlen(f.root.path) + 1, contents[c]);
			if (resolve(&f, text, NULL, NULL) < 0)
				assert_true(f.err.message[0] && f.err.kind != ERROR_NONE);
			teardown(&f);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(meanings),
		cmocka_unit_test(modifiers),
		cmocka_unit_test(groups),
		cmocka_unit_test(hybrid_machines), cmocka_unit_test(top_down),
		cmocka_unit_test(refused),
		cmocka_unit_test(units_and_kinds),
		cmocka_unit_test(everywhere),
		cmocka_unit_test(filters),
		cmocka_unit_test(notes_of_resolving),
		cmocka_unit_test(default_events),
		cmocka_unit_test(the_table_of_names),
		cmocka_unit_test(broken_files),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
