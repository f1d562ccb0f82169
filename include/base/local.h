/* SPDX-License-Identifier: MIT */
/*
 * local.h - objects that are released where the block ends that declares them, whichever way it is left.
 *
 *	LOCAL(str) name = {0}, why = {0};	struct str, and str_release() of each
 *
 * Not for one that is given away: nobody else may own what it holds.
 */
#ifndef BASE_LOCAL_H
#define BASE_LOCAL_H

#define LOCAL(type) __attribute__((cleanup(type##_release))) struct type

#endif
