/* SPDX-License-Identifier: MIT */
/*
 * line_match.h - which line of one source is which line of another.
 *
 * First the longest common subsequence of the two sources; of what is left, blocks of three or more lines
 * that stand exactly once on each side are matched as moved, also between files.  A subsequence alone cannot
 * match functions that changed their order.
 */
#ifndef WHERE_LINE_MATCH_H
#define WHERE_LINE_MATCH_H
#endif
