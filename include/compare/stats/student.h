/* SPDX-License-Identifier: MIT */
/* student.h - Student's t distribution: its tail, and the point that has a given tail. */
#ifndef COMPARE_STATS_STUDENT_H
#define COMPARE_STATS_STUDENT_H

double student_tail(double t, double freedom);		/* chance of t or more */
double student_point(double tail, double freedom);	/* tail: above 0, at most 0.5 */

#endif
