/* SPDX-License-Identifier: MIT */
/* student.h - computes tail probabilities and quantiles of Student's t distribution. */
#ifndef COMPARE_STATS_STUDENT_H
#define COMPARE_STATS_STUDENT_H

double student_tail(double t, double freedom);		/* chance of t or more */
double student_point(double tail, double freedom);	/* the t that has this tail: above 0, at most 0.5 */

#endif
