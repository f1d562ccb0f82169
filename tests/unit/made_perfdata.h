/* SPDX-License-Identifier: MIT */
/*
 * made_perfdata.h - perf.data made by hand, of either byte order, and what was read of it in words.
 * big: of big end, as s390x writes it; MADE_HERE: as this machine does.
 *
 * Bytes are described by words: "4:128" a number of 4 bytes, "t16:cmd" a text in 16 bytes,
 * "f:0.5" a double, "b:3" flags, that are counted from the end which the byte order has first,
 * "z80" so many zeros, "s:text" the padded text of a feature.
 */
#ifndef UNIT_MADE_PERFDATA_H
#define UNIT_MADE_PERFDATA_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/str.h"
#include "benchmark/perfdata/perfdata.h"

/* A record: its type and its body. */
#define MADE_ATTR(type, config, id) "64 4:" #type " 4:128 8:" #config " 8:0 8:0 8:3 b:3 z80 8:" #id
#define MADE_THREAD "73 8:1 8:4242 t16:"
#define MADE_ALL_THREADS "73 8:1 8:0xffffffffffffffff t16:"
#define MADE_ANY "74 2:0 2:1 2:0xffff z2"
#define MADE_CPUS "74 2:0 2:2 2:0 2:1"
#define MADE_CONFIG(aggr, interval, scale) \
	"75 8:3 8:0 8:" #aggr " 8:1 8:" #interval " 8:2 8:" #scale
#define MADE_STAT(id, cpu, thread, value, enabled, running) \
	"76 8:" #id " 4:" #cpu " 4:" #thread " 8:" #value " 8:" #enabled " 8:" #running
#define MADE_ROUND(type, ns) "77 8:" #type " 8:" #ns
#define MADE_ANYWHERE 0xffffffff

enum { MADE_HERE = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ };

static inline void made_number(struct str *out, bool big, unsigned size, uint64_t value)
{
	char byte[8];

	for (unsigned i = 0; i < size; i++)
		byte[big ? size - 1 - i : i] = (char)(value >> 8 * i & 0xff);
	str_add_n(out, byte, size);
}

/* A number of 8 bytes and of little end, in the middle of a file. */
static inline void made_patch(struct str *file, size_t at, uint64_t value)
{
	struct str bytes = {0};

	made_number(&bytes, false, 8, value);
	memcpy(file->text + at, bytes.text, bytes.len);
	str_release(&bytes);
}

static inline uint64_t made_flags(bool big, uint64_t flags)
{
	uint64_t mirrored = 0;

	for (unsigned i = 0; i < 64; i++)
		mirrored |= (flags >> i & 1) << (63 - i);
	return big ? mirrored : flags;
}

static inline void made_word(struct str *out, bool big, const char *word, size_t len)
{
	static const char zero[128];
	const char *colon = memchr(word, ':', len);
	const char *text = colon ? colon + 1 : word + len;
	size_t text_len = (size_t)(word + len - text), n;
	uint64_t bits;
	double d;

	switch (*word) {
	case 'z':
		str_add_n(out, zero, strtoul(word + 1, NULL, 10));
		break;
	case 't':
		n = strtoul(word + 1, NULL, 10);
		str_add_n(out, text, text_len);
		str_add_n(out, zero, n - text_len);
		break;
	case 's':
		n = 64 - text_len % 64;
		made_number(out, big, 4, text_len + n);
		str_add_n(out, text, text_len);
		str_add_n(out, zero, n);
		break;
	case 'b':
		made_number(out, big, 8, made_flags(big, strtoull(text, NULL, 0)));
		break;
	case 'f':
		d = strtod(text, NULL);
		memcpy(&bits, &d, sizeof(bits));
		made_number(out, big, 8, bits);
		break;
	default:
		made_number(out, big, (unsigned)(*word - '0'), strtoull(text, NULL, 0));
		break;
	}
}

static inline void made_bytes(struct str *out, bool big, const char *words)
{
	while (*words) {
		size_t n = strcspn(words, " ");

		made_word(out, big, words, n);
		words += n + (words[n] == ' ');
	}
}

static inline void made_record(struct str *out, bool big, const char *words)
{
	struct str body = {0};
	char *end;
	unsigned long type = strtoul(words, &end, 10);

	made_bytes(&body, big, *end == ' ' ? end + 1 : end);
	made_number(out, big, 4, type);
	made_number(out, big, 2, 0);
	made_number(out, big, 2, 8 + body.len);
	if (body.len)
		str_add_n(out, body.text, body.len);
	str_release(&body);
}

static inline void made_stream(struct str *out, bool big, const char *const *record)
{
	str_reset(out);
	str_add(out, big ? "2ELIFREP" : "PERFILE2");
	made_number(out, big, 8, 16);
	for (; *record; record++)
		made_record(out, big, *record);
}

struct made_feature {
	unsigned bit;
	const char *words;
};

/* The attrs first among the records are those of the file. */
static inline void made_file(struct str *out, bool big, const char *const *record, const struct made_feature *f,
			     size_t n_features)
{
	struct str attrs = {0}, data = {0};
	uint64_t bits[4] = {0}, at, n = 0;

	for (; *record && strncmp(*record, "64 ", 3) == 0; record++, n++) {
		struct str attr = {0};

		made_bytes(&attr, big, *record + 3);
		str_add_n(&attrs, attr.text, 128);
		str_release(&attr);
		made_number(&attrs, big, 8, 104 + 8 * n);
		made_number(&attrs, big, 8, 8);
	}
	for (const char *const *r = record; *r; r++)
		made_record(&data, big, *r);
	for (size_t i = 0; i < n_features; i++)
		bits[f[i].bit / 64] |= (uint64_t)1 << f[i].bit % 64;
	str_reset(out);
	str_add(out, big ? "2ELIFREP" : "PERFILE2");
	at = 104 + 8 * n + attrs.len;
	for (const uint64_t *v = (const uint64_t[]){ 104, 144, 104 + 8 * n, attrs.len, at, data.len, 0, 0, bits[0],
		bits[1], bits[2], bits[3], UINT64_MAX }; *v != UINT64_MAX; v++)
		made_number(out, big, 8, *v);
	for (uint64_t id = 1; id <= n; id++)	/* of a file they are 1, 2, ... */
		made_number(out, big, 8, id);
	str_add_n(out, attrs.text, attrs.len);
	str_add_n(out, data.text, data.len);
	at += data.len + 16 * n_features;
	for (int bodies = 0; bodies < 2; bodies++) {
		for (size_t i = 0; i < n_features; i++) {
			struct str body = {0};

			made_bytes(&body, big, f[i].words);
			if (bodies && body.len)
				str_add_n(out, body.text, body.len);
			for (int k = 0; !bodies && k < 2; k++)
				made_number(out, big, 8, k ? body.len : at);
			at += body.len;
			str_release(&body);
		}
	}
	str_release(&attrs);
	str_release(&data);
}

/* --- what was read, in words ---------------------------------------------------------------------- */

static inline void made_say_cell(struct str *out, const struct cell *c)
{
	static const char *const words[] = { [CELL_ABSENT] = "-", [CELL_NOT_COUNTED] = "not counted", [CELL_UNKNOWN] = "unknown",
					     [CELL_NOT_SUPPORTED] = "not supported" };

	if (c->state != CELL_COUNTED)
		str_addf(out, " %s", words[c->state]);
	else
		str_addf(out, " %llu", (unsigned long long)c->value);
	if (c->raw != c->value)
		str_addf(out, " of %llu", (unsigned long long)c->raw);
	if (c->enabled)
		str_addf(out, " %llu/%llu", (unsigned long long)c->running, (unsigned long long)c->enabled);
	if (c->members > 1)
		str_addf(out, " of %u", c->members);
}

static inline void made_say_cpu(struct str *out, const struct benchmark *b, int id)
{
	for (size_t i = 0; i < b->machine.n_cpus; i++) {
		const struct cpu *c = &b->machine.cpu[i];

		if (c->id == id && c->node >= 0)
			str_addf(out, " N%d", c->node);
		for (int level = 0; c->id == id && level < MACHINE_CACHES; level++)
			if (c->cache[level] >= 0)
				str_addf(out, " L%d-%d", level + 1, c->cache[level]);
	}
}

static inline void made_say_table(struct str *out, const struct benchmark *b, uint64_t end_ns, const struct table *t)
{
	for (size_t u = 0; u < t->n_units; u++) {
		const struct unit *unit = &t->unit[u];
		const int id[] = { unit->cpu, unit->package, unit->die, unit->core, unit->thread };

		str_addf(out, "%llu", (unsigned long long)end_ns);
		for (size_t i = 0; i < sizeof(id) / sizeof(*id); i++)
			if (id[i] != UNIT_NONE)
				str_addf(out, " %c%d", "cSDCt"[i], id[i]);
		if (unit->cpu >= 0)
			made_say_cpu(out, b, unit->cpu);
		str_add(out, ":");
		for (size_t row = 0; row < t->n_rows; row++) {
			str_add(out, row ? "," : "");
			made_say_cell(out, &t->cell[u * t->n_rows + row]);
		}
		str_add(out, "\n");
	}
}

static inline void made_say(struct str *out, const struct benchmark *b)
{
	str_reset(out);
	for (size_t i = 0; i < b->events.n; i++) {
		const struct event *event = &b->events.event[i];

		str_addf(out, "%s%s '%s' %g %u/%llx", i ? ", " : "", event->name, event->unit, event->scale,
			 event->attr.head.type, (unsigned long long)event->attr.head.config);
		if (event->known)
			str_addf(out, " %s", event->known->name);
		if (event->leader != (int)i)
			str_addf(out, " with %d", event->leader);
	}
	str_add(out, "\n");
	for (size_t i = 0; i < b->n_intervals; i++)
		made_say_table(out, b, b->interval[i].end_ns, &b->interval[i].table);
	made_say_table(out, b, b->run[0].elapsed_ns, &b->run[0].total);
}

#endif
