/* SPDX-License-Identifier: MIT */
/* Computes the tail probability from the incomplete beta function, and inverts it by bisection. */
#include "compare/stats/student.h"

#include <math.h>

/* The continued fraction of the incomplete beta function, by Lentz's method. */
static double fraction(double a, double b, double x)
{
	enum { MOST = 500 };
	double c = 1, d = 1 - (a + b) * x / (a + 1), f;

	d = 1 / d;
	f = d;
	for (int m = 1; m <= MOST; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		double step;

		d = 1 / (1 + even * d);
		c = 1 + even / c;
		f *= c * d;
		d = 1 / (1 + odd * d);
		c = 1 + odd / c;
		step = c * d;
		f *= step;
		if (fabs(step - 1) < 1e-15)
			break;
	}
	return f;
}

/* The regularized incomplete beta function. */
static double beta(double a, double b, double x)
{
	double front;

	if (!(x > 0))
		return 0;
	if (!(x < 1))
		return 1;
	front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x));
	if (x < (a + 1) / (a + b + 2))
		return front * fraction(a, b, x) / a;
	return 1 - front * fraction(b, a, 1 - x) / b;
}

double student_tail(double t, double freedom)
{
	double half = beta(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;

	return t > 0 ? half : 1 - half;
}

double student_point(double tail, double freedom)
{
	double low = 0, high = 1;

	while (student_tail(high, freedom) > tail && high < 1e15)
		high *= 2;
	for (int i = 0; i < 100; i++) {
		double middle = (low + high) / 2;

		if (student_tail(middle, freedom) > tail)
			low = middle;
		else
			high = middle;
	}
	return high;
}
