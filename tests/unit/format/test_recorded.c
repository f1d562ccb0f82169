/* SPDX-License-Identifier: MIT */
/*
 * Tables equal those that perf 6.12 printed for the same numbers: each block is a recording, the comment
 * above it has the options.  Nanoseconds that perf rounded away are chosen to fit.
 */
#include "test.h"

#include "printed_table.h"

#define DEFAULTS "task-clock,context-switches,cpu-migrations,page-faults,cycles,stalled-cycles-frontend," \
		 "instructions,branches,branch-misses"
#define DETAIL	 ",L1-dcache-loads,L1-dcache-load-misses,LLC-loads,LLC-load-misses"
#define DETAIL_2 \
	",L1-icache-loads,L1-icache-load-misses,dTLB-loads,dTLB-load-misses,iTLB-loads,iTLB-load-misses"
#define STAMP	 "     0.000000000 "	/* an interval has no heading */

static const struct page single_pages[] = {
	/* -e instructions true */
	{ .events = "instructions",
	  .row = { { 529523 } },
	  .elapsed = 0.014782333, .sys = 0.014773, .want = PAGE_HEAD
	  "            529523      instructions                                                          \n\n"
	  "       0.014782333 seconds time elapsed\n\n"
	  "       0.000000000 seconds user\n"
	  "       0.014773000 seconds sys\n\n\n" },
	/* -e task-clock true */
	{ .events = "task-clock",
	  .row = { { 128157 } },
	  .elapsed = 0.0002202, .user = 0.000235, .want = PAGE_HEAD
	  "              0.13 msec task-clock                       #    0.582 CPUs utilized             \n\n"
	  "       0.000220200 seconds time elapsed\n\n"
	  "       0.000235000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e branches,branch-misses true */
	{ .events = "branches,branch-misses",
	  .row = { { 98688 }, { 5222 } },
	  .elapsed = 0.000314252, .user = 0.000327, .want = PAGE_HEAD
	  "             98688      branches                                                              \n"
	  "              5222      branch-misses                    #    5.29% of all branches           \n\n"
	  "       0.000314252 seconds time elapsed\n\n"
	  "       0.000327000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e cache-references,cache-misses true */
	{ .events = "cache-references,cache-misses",
	  .row = { { 63525 }, { 14096 } },
	  .elapsed = 0.000538578, .sys = 0.000593, .want = PAGE_HEAD
	  "             63525      cache-references                                                      \n"
	  "             14096      cache-misses                     #   22.19% of all cache refs         \n\n"
	  "       0.000538578 seconds time elapsed\n\n"
	  "       0.000000000 seconds user\n"
	  "       0.000593000 seconds sys\n\n\n" },
	/* -e L1-dcache-loads,L1-dcache-load-misses true */
	{ .events = "L1-dcache-loads,L1-dcache-load-misses",
	  .row = { { 269145 }, { 5945 } },
	  .elapsed = 0.000230035, .user = 0.000286, .want = PAGE_HEAD
	  "            269145      L1-dcache-loads                                                       \n"
	  "              5945      L1-dcache-load-misses            #    2.21% of all L1-dcache accesses \n\n"
	  "       0.000230035 seconds time elapsed\n\n"
	  "       0.000286000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e cpu-clock,faults,cs true */
	{ .events = "cpu-clock,faults,cs",
	  .row = { { 125168 }, { 49 }, { 0 } },
	  .elapsed = 0.000225998, .user = 0.000251, .want = PAGE_HEAD
	  "              0.13 msec cpu-clock                        #    0.554 CPUs utilized             \n"
	  "                49      faults                           #  391.474 K/sec                     \n"
	  "                 0      cs                               #    0.000 /sec                      \n\n"
	  "       0.000225998 seconds time elapsed\n\n"
	  "       0.000251000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e duration_time,user_time,system_time true */
	{ .events = "duration_time,user_time,system_time",
	  .row = { { 251397 }, { 259000 } },
	  .elapsed = 0.00022678, .user = 0.000259, .want = PAGE_HEAD
	  "            251397 ns   duration_time                                                         \n"
	  "            259000 ns   user_time                                                             \n\n"
	  "       0.000226780 seconds time elapsed\n\n"
	  "       0.000259000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e instructions:u,instructions:k true */
	{ .events = "instructions:u,instructions:k",
	  .row = { { 94190 }, { 443993 } },
	  .elapsed = 0.000375132, .user = 0.000386, .want = PAGE_HEAD
	  "             94190      instructions:u                                                        \n"
	  "            443993      instructions:k                                                        \n\n"
	  "       0.000375132 seconds time elapsed\n\n"
	  "       0.000386000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e cycles:u,branches:u,branch-misses:u,stalled-cycles-frontend:u true */
	{ .events = "cycles:u,branches:u,branch-misses:u,stalled-cycles-frontend:u",
	  .row = { { 183296 }, { 19713 }, { 2277 }, { 105684 } },
	  .elapsed = 0.000286009, .user = 0.000297, .want = PAGE_HEAD
	  "            183296      cycles:u                                                              \n"
	  "             19713      branches:u                                                            \n"
	  "              2277      branch-misses:u                  #   11.55% of all branches           \n"
	  "            105684      stalled-cycles-frontend:u        #   57.66% frontend cycles idle      \n\n"
	  "       0.000286009 seconds time elapsed\n\n"
	  "       0.000297000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e '{instructions,cycles}' true */
	{ .events = "{instructions,cycles}",
	  .row = { { 523226 }, { 494839 } },
	  .elapsed = 0.000334753, .user = 0.000358, .want = PAGE_HEAD
	  "            523226      instructions                     #    1.06  insn per cycle            \n"
	  "            494839      cycles                                                                \n\n"
	  "       0.000334753 seconds time elapsed\n\n"
	  "       0.000358000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e '{branches,branch-misses}:u' -e page-faults true */
	{ .events = "{branches,branch-misses}:u,page-faults",
	  .row = { { 19715 }, { 2281 }, { 49 } },
	  .elapsed = 0.000258157, .user = 0.000282, .want = PAGE_HEAD
	  "             19715      branches                                                              \n"
	  "              2281      branch-misses                    #   11.57% of all branches           \n"
	  "                49      page-faults                                                           \n\n"
	  "       0.000258157 seconds time elapsed\n\n"
	  "       0.000282000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e 'pair{cycles,instructions}' true */
	{ .events = "pair{cycles,instructions}",
	  .row = { { 498261 }, { 512587 } },
	  .elapsed = 0.000336565, .user = 0.000395, .want = PAGE_HEAD
	  "            498261      cycles                                                                \n"
	  "            512587      instructions                     #    1.03  insn per cycle            \n\n"
	  "       0.000336565 seconds time elapsed\n\n"
	  "       0.000395000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e branches/name=my-branches/u true */
	{ .events = "branches/name=my-branches/u",
	  .row = { { 19714 } },
	  .elapsed = 0.000258047, .user = 0.000271, .want = PAGE_HEAD
	  "             19714      my-branches                                                           \n\n"
	  "       0.000258047 seconds time elapsed\n\n"
	  "       0.000271000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e LLC-load-misses,instructions true */
	{ .events = "LLC-load-misses,instructions",
	  .row = { NOT_SUPPORTED, { 510127 } },
	  .elapsed = 0.000398598, .sys = 0.000404, .want = PAGE_HEAD
	  "   <not supported>      LLC-load-misses                                                       \n"
	  "            510127      instructions                                                          \n\n"
	  "       0.000398598 seconds time elapsed\n\n"
	  "       0.000000000 seconds user\n"
	  "       0.000404000 seconds sys\n\n\n" },
	/* -n -e branches true */
	{ .events = "branches",
	  .row = { { 101715 } },
	  .elapsed = 0.000262374, .user = 0.000279, .style = { .null = true }, .want = PAGE_HEAD
	  "            101715      branches                                                              \n"
	  "       0.000262374 seconds time elapsed\n\n"
	  "       0.000279000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
	/* -e cycles,stalled-cycles-frontend,instructions,LLC-loads ./w 3000000 */
	{ .events = "cycles,stalled-cycles-frontend,instructions,LLC-loads",
	  .argv = { "./w", "3000000" },
	  .row = { { 3506930 }, { 224252 }, { 18555955 }, NOT_SUPPORTED },
	  .elapsed = 0.000957566, .user = 0.000981, .want =
	  "\n Performance counter stats for './w 3000000':\n\n"
	  "           3506930      cycles                                                                \n"
	  "            224252      stalled-cycles-frontend          #    6.39% frontend cycles idle      \n"
	  "          18555955      instructions                     #    5.29  insn per cycle            \n"
	  "                                                  #    0.01  stalled cycles per insn   \n"
	  "   <not supported>      LLC-loads                                                             \n\n"
	  "       0.000957566 seconds time elapsed\n\n"
	  "       0.000981000 seconds user\n"
	  "       0.000000000 seconds sys\n\n\n" },
};

static void single_runs(void **state)
{
	(void)state;
	page_check(single_pages, COUNT_OF(single_pages));
}

static void default_events(void **state)
{
	static const struct page pages[] = {
		/* -dd true */
		{ .events = DEFAULTS DETAIL DETAIL_2,
		  .row = { { 308253 }, { 0 }, { 0 }, { 49 }, { 525010 }, { 257946 }, { 538107 }, { 103248 },
			   { 4438 }, { 0 }, STARVED, NOT_SUPPORTED, NOT_SUPPORTED, STARVED, STARVED, STARVED,
			   STARVED, STARVED, STARVED },
		  .elapsed = 0.000000691, .want = PAGE_HEAD
		  "              0.31 msec task-clock                       #  446.097 CPUs utilized             \n"
		  "                 0      context-switches                 #    0.000 /sec                      \n"
		  "                 0      cpu-migrations                   #    0.000 /sec                      \n"
		  "                49      page-faults                      #  158.960 K/sec                     \n"
		  "            525010      cycles                           #    1.703 GHz                       \n"
		  "            257946      stalled-cycles-frontend          #   49.13% frontend cycles idle      \n"
		  "            538107      instructions                     #    1.02  insn per cycle            \n"
		  "                                                  #    0.48  stalled cycles per insn   \n"
		  "            103248      branches                         #  334.946 M/sec                     \n"
		  "              4438      branch-misses                    #    4.30% of all branches           \n"
		  "                 0      L1-dcache-loads                  #    0.000 /sec                      \n"
		  "     <not counted>      L1-dcache-load-misses                                                   (0.00%)\n"
		  "   <not supported>      LLC-loads                                                             \n"
		  "   <not supported>      LLC-load-misses                                                       \n"
		  "     <not counted>      L1-icache-loads                                                         (0.00%)\n"
		  "     <not counted>      L1-icache-load-misses                                                   (0.00%)\n"
		  "     <not counted>      dTLB-loads                                                              (0.00%)\n"
		  "     <not counted>      dTLB-load-misses                                                        (0.00%)\n"
		  "     <not counted>      iTLB-loads                                                              (0.00%)\n"
		  "     <not counted>      iTLB-load-misses                                                        (0.00%)\n\n"
		  "       0.000000691 seconds time elapsed\n\n"
		  "       0.000000000 seconds user\n"
		  "       0.000000000 seconds sys\n\n\n" },
		/* sh -c 'exit 3' */
		{ .events = DEFAULTS, .argv = { "sh", "-c", "exit 3" },
		  .row = { { 474251 }, { 0 }, { 0 }, { 64 }, { 1065612 }, { 611611 }, { 709613 }, { 135123 },
			   { 7423 } },
		  .elapsed = 0.000687101, .user = 0.000705, .want =
		  "\n Performance counter stats for 'sh -c exit 3':\n\n"
		  "              0.47 msec task-clock                       #    0.690 CPUs utilized             \n"
		  "                 0      context-switches                 #    0.000 /sec                      \n"
		  "                 0      cpu-migrations                   #    0.000 /sec                      \n"
		  "                64      page-faults                      #  134.950 K/sec                     \n"
		  "           1065612      cycles                           #    2.247 GHz                       \n"
		  "            611611      stalled-cycles-frontend          #   57.40% frontend cycles idle      \n"
		  "            709613      instructions                     #    0.67  insn per cycle            \n"
		  "                                                  #    0.86  stalled cycles per insn   \n"
		  "            135123      branches                         #  284.919 M/sec                     \n"
		  "              7423      branch-misses                    #    5.49% of all branches           \n\n"
		  "       0.000687101 seconds time elapsed\n\n"
		  "       0.000705000 seconds user\n"
		  "       0.000000000 seconds sys\n\n\n" },
	};

	(void)state;
	page_check(pages, COUNT_OF(pages));
}

static void repeats(void **state)
{
	static const struct page pages[] = {
		/* -r 4 -e instructions:u true */
		{ .events = "instructions:u",
		  .row = { { 94196, 0.01 } },
		  .elapsed = 0.0002877, .elapsed_noise_pct = 4.81, .runs = 4, .want =
		  "\n Performance counter stats for 'true' (4 runs):\n\n"
		  "             94196      instructions:u                                                          ( +-  0.01% )\n\n"
		  "         0.0002877 +- 0.0000138 seconds time elapsed  ( +-  4.81% )\n\n" },
		/* -r 2 true */
		{ .events = DEFAULTS,
		  .row = { { 295233, 1.17 }, { 0 }, { 0 }, { 48, 1.04 }, { 512959, 2.72 }, { 255105, 3.27 },
			   { 530542, 1.90 }, { 102285, 1.83 }, { 4542, 0.53 } },
		  .elapsed = 0.0004321, .elapsed_noise_pct = 3.94, .runs = 2, .want =
		  "\n Performance counter stats for 'true' (2 runs):\n\n"
		  "              0.30 msec task-clock                       #    0.683 CPUs utilized               ( +-  1.17% )\n"
		  "                 0      context-switches                 #    0.000 /sec                      \n"
		  "                 0      cpu-migrations                   #    0.000 /sec                      \n"
		  "                48      page-faults                      #  162.583 K/sec                       ( +-  1.04% )\n"
		  "            512959      cycles                           #    1.737 GHz                         ( +-  2.72% )\n"
		  "            255105      stalled-cycles-frontend          #   49.73% frontend cycles idle        ( +-  3.27% )\n"
		  "            530542      instructions                     #    1.03  insn per cycle            \n"
		  "                                                  #    0.48  stalled cycles per insn     ( +-  1.90% )\n"
		  "            102285      branches                         #  346.455 M/sec                       ( +-  1.83% )\n"
		  "              4542      branch-misses                    #    4.44% of all branches             ( +-  0.53% )\n\n"
		  "         0.0004321 +- 0.0000170 seconds time elapsed  ( +-  3.94% )\n\n" },
		/* -r 3 -d true */
		{ .events = DEFAULTS DETAIL,
		  .row = { { 300951, 2.94 }, { 0 }, { 0 }, { 48, 0.69 }, { 507395, 4.28 }, { 245539, 7.53 },
			   { 542407, 1.37 }, { 104126, 1.31 }, { 4427, 7.85 }, { 0 }, STARVED, NOT_SUPPORTED,
			   NOT_SUPPORTED },
		  .elapsed = 0.0004423, .elapsed_noise_pct = 3.04, .runs = 3, .want =
		  "\n Performance counter stats for 'true' (3 runs):\n\n"
		  "              0.30 msec task-clock                       #    0.680 CPUs utilized               ( +-  2.94% )\n"
		  "                 0      context-switches                 #    0.000 /sec                      \n"
		  "                 0      cpu-migrations                   #    0.000 /sec                      \n"
		  "                48      page-faults                      #  159.494 K/sec                       ( +-  0.69% )\n"
		  "            507395      cycles                           #    1.686 GHz                         ( +-  4.28% )\n"
		  "            245539      stalled-cycles-frontend          #   48.39% frontend cycles idle        ( +-  7.53% )\n"
		  "            542407      instructions                     #    1.07  insn per cycle            \n"
		  "                                                  #    0.45  stalled cycles per insn     ( +-  1.37% )\n"
		  "            104126      branches                         #  345.990 M/sec                       ( +-  1.31% )\n"
		  "              4427      branch-misses                    #    4.25% of all branches             ( +-  7.85% )\n"
		  "                 0      L1-dcache-loads                  #    0.000 /sec                      \n"
		  "     <not counted>      L1-dcache-load-misses                                                   (0.00%)\n"
		  "   <not supported>      LLC-loads                                                             \n"
		  "   <not supported>      LLC-load-misses                                                       \n\n"
		  "         0.0004423 +- 0.0000134 seconds time elapsed  ( +-  3.04% )\n\n" },
		/* -r 3 -e instructions,stalled-cycles-frontend,cycles,LLC-loads ./w 3000000 */
		{ .events = "instructions,stalled-cycles-frontend,cycles,LLC-loads",
		  .argv = { "./w", "3000000" },
		  .row = { { 18559652, 0.01 }, { 237002, 2.36 }, { 3581356, 0.38 }, NOT_SUPPORTED },
		  .elapsed = 0.0010514, .elapsed_noise_pct = 2.296, .runs = 3, .want =
		  "\n Performance counter stats for './w 3000000' (3 runs):\n\n"
		  "          18559652      instructions                     #    5.18  insn per cycle            \n"
		  "                                                  #    0.01  stalled cycles per insn     ( +-  0.01% )\n"
		  "            237002      stalled-cycles-frontend          #    6.62% frontend cycles idle        ( +-  2.36% )\n"
		  "           3581356      cycles                                                                  ( +-  0.38% )\n"
		  "   <not supported>      LLC-loads                                                             \n\n"
		  "         0.0010514 +- 0.0000241 seconds time elapsed  ( +-  2.30% )\n\n" },
	};

	(void)state;
	page_check(pages, COUNT_OF(pages));
}

/* Only the rows of these are known; the rest of the report is made up. */
static void rows_of_perf(void **state)
{
	static const struct page pages[] = {
		/* -e task-clock,faults,cs,duration_time */
		{ .interval = true, .index = 1, .events = "task-clock,faults,cs,duration_time",
		  .row = { { 742986 }, { 50 }, { 0 }, { 849234 } }, .elapsed = 0.0008283, .want =
		  STAMP "              0.74 msec task-clock                       #    0.897 CPUs utilized             \n"
		  STAMP "                50      faults                           #   67.296 K/sec                     \n"
		  STAMP "                 0      cs                               #    0.000 /sec                      \n"
		  STAMP "            849234 ns   duration_time                    #    1.143 G/sec                     \n" },
		/* more events than counters */
		{ .interval = true, .index = 1,
		  .events = "cycles,instructions,branches,branch-misses,L1-dcache-load-misses",
		  .row = { { 20910316, 0, 10000, 8140 }, { 120596694 }, { 20120000 }, { 4517 }, STARVED },
		  .elapsed = 1, .want =
		  STAMP "          20910316      cycles                                                                  (81.40%)\n"
		  STAMP "         120596694      instructions                     #    5.77  insn per cycle            \n"
		  STAMP "          20120000      branches                                                              \n"
		  STAMP "              4517      branch-misses                    #    0.02% of all branches           \n"
		  STAMP "     <not counted>      L1-dcache-load-misses                                                   (0.00%)\n" },
		/* at paranoid 2 */
		{ .interval = true, .index = 1, .events = "cycles:u,cs:u", .row = { { 197065 }, { 0 } },
		  .elapsed = 1, .want =
		  STAMP "            197065      cycles:u                                                              \n"
		  STAMP "                 0      cs:u                                                                  \n" },
		/* en_US, de_DE */
		{ .interval = true, .index = 1, .events = "cycles", .row = { { 20806576 } }, .elapsed = 1,
		  .style = { .thousands = "," }, .want =
		  STAMP "        20,806,576      cycles                                                                \n" },
		{ .interval = true, .index = 1, .events = "task-clock", .row = { { 4190000 } },
		  .elapsed = 0.0027172,
		  .style = { .thousands = ".", .decimal = "," }, .want =
		  STAMP "              4,19 msec task-clock                       #    1,542 CPUs utilized             \n" },
		/* -I 20 */
		{ .interval = true, .time_s = 0.023932407,
		  .events = "instructions,stalled-cycles-frontend,cycles",
		  .row = { { 578644451 }, { 100 }, { 98075330 } }, .elapsed = 0.02, .want =
		  "#           time             counts unit events\n"
		  "     0.023932407          578644451      instructions                     #    5.90  insn per cycle            \n"
		  "     0.023932407                                                   #    0.00  stalled cycles per insn   \n"
		  "     0.023932407                100      stalled-cycles-frontend          #    0.00% frontend cycles idle      \n"
		  "     0.023932407           98075330      cycles                                                                \n" },
		/* -I 40 -e instructions,task-clock: the metrics are of 40 ms, not of the time that passed */
		{ .interval = true, .time_s = 0.040064444, .events = "instructions,task-clock",
		  .row = { { 593550 }, { 210000 } }, .elapsed = 0.04, .want =
		  "#           time             counts unit events\n"
		  "     0.040064444             593550      instructions                                                          \n"
		  "     0.040064444               0.21 msec task-clock                       #    0.005 CPUs utilized             \n" },
		{ .interval = true, .time_s = 0.080190020, .index = 1, .events = "instructions,task-clock",
		  .row = { NOT_COUNTED, NOT_COUNTED }, .elapsed = 0.04, .want =
		  "     0.080190020      <not counted>      instructions                                                          \n"
		  "     0.080190020      <not counted> msec task-clock                                                            \n" },
		{ .interval = true, .time_s = 0.100467575, .index = 2, .events = "instructions,task-clock",
		  .row = { { 17852 }, { 40000 } }, .elapsed = 0.04, .want =
		  "     0.100467575              17852      instructions                                                          \n"
		  "     0.100467575               0.04 msec task-clock                       #    0.001 CPUs utilized             \n" },
	};

	(void)state;
	page_check(pages, COUNT_OF(pages));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(single_runs),
		cmocka_unit_test(default_events),
		cmocka_unit_test(repeats),
		cmocka_unit_test(rows_of_perf),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
