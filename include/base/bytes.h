/* SPDX-License-Identifier: MIT */
/* bytes.h - reads numbers of either byte order from untrusted bytes, and never past their end. */
#ifndef BASE_BYTES_H
#define BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bytes {			/* reads after its end give zeros */
	const unsigned char *p;
	size_t left;
	bool swap;		/* it has the other byte order */
	bool bad;		/* there was a read after its end */
};

/* These take the next n bytes, or NULL after the end; or a number of that many bits, or 0 after the end. */
static inline const unsigned char *bytes_take(struct bytes *b, uint64_t n)
{
	const unsigned char *p = b->p;

	if (b->bad || n > b->left) {
		b->bad = true;
		return NULL;
	}
	b->p += n;
	b->left -= (size_t)n;
	return p;
}

static inline uint16_t bytes_take_u16(struct bytes *b)
{
	const unsigned char *p = bytes_take(b, sizeof(uint16_t));
	uint16_t v = 0;

	if (p)
		memcpy(&v, p, sizeof(v));
	return b->swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t bytes_take_u32(struct bytes *b)
{
	const unsigned char *p = bytes_take(b, sizeof(uint32_t));
	uint32_t v = 0;

	if (p)
		memcpy(&v, p, sizeof(v));
	return b->swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t bytes_take_u64(struct bytes *b)
{
	const unsigned char *p = bytes_take(b, sizeof(uint64_t));
	uint64_t v = 0;

	if (p)
		memcpy(&v, p, sizeof(v));
	return b->swap ? __builtin_bswap64(v) : v;
}

#endif
