/* SPDX-License-Identifier: MIT */
/* Writes and reads each member of a struct as its table says. */
#include "base/json_members.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

static void *field(const void *object, const struct json_member *m)
{
	return (char *)(uintptr_t)object + m->at;
}

static bool is_any_known(const struct json_member *table, const void *object)
{
	bool any = false;

	for (; table->key; table++)
		any |= member_is_known(table, object);
	return any;
}

bool member_is_known(const struct json_member *m, const void *object)
{
	const void *at = field(object, m);

	switch (m->type) {
	case MEMBER_TEXT:
	case MEMBER_NAME:	return *(const char *const *)at != NULL;
	case MEMBER_INT:
	case MEMBER_SWITCH:
	case MEMBER_WORD:	return *(const int *)at != MEMBER_NO_INT;
	case MEMBER_ID:		return *(const int *)at >= 0;
	case MEMBER_IDS:	return *(const int *)at != MEMBER_NOT_THERE;
	case MEMBER_COUNT:	return *(const uint64_t *)at != MEMBER_NO_COUNT;
	case MEMBER_ABOVE_0:	return *(const uint64_t *)at != 0;
	case MEMBER_COUNTS:	return ((const struct member_counts *)at)->n != 0;
	case MEMBER_NUMBER:	return isfinite(*(const double *)at);
	case MEMBER_SHARE:	return *(const double *)at >= 0;
	case MEMBER_FLAG:	return *(const bool *)at;
	case MEMBER_YES_NO:	return true;
	case MEMBER_OBJECT:	return is_any_known(m->of, at);
	}
	return false;
}

/* --- writing ----------------------------------------------------------------------------------------- */

static void write_ids(struct json_writer *j, const struct json_member *m, const int *id)
{
	json_open(j, m->key, '[');
	for (size_t i = 0; i < m->n; i++)
		json_i64(j, NULL, id[i]);
	json_close(j, ']');
}

static void write_counts(struct json_writer *j, const char *key, const struct member_counts *c)
{
	json_open(j, key, '[');
	for (size_t i = 0; i < c->n; i++)
		json_u64(j, NULL, c->count[i]);
	json_close(j, ']');
}

static void write_known(struct json_writer *j, const struct json_member *m, const void *at)
{
	switch (m->type) {
	case MEMBER_TEXT:
	case MEMBER_NAME:	json_text(j, m->key, *(const char *const *)at);			break;
	case MEMBER_INT:
	case MEMBER_ID:		json_i64(j, m->key, *(const int *)at);				break;
	case MEMBER_SWITCH:	json_bool(j, m->key, *(const int *)at != 0);			break;
	case MEMBER_WORD:	json_text(j, m->key, m->words[*(const int *)at]);		break;
	case MEMBER_IDS:	write_ids(j, m, at);						break;
	case MEMBER_COUNT:
	case MEMBER_ABOVE_0:	json_u64(j, m->key, *(const uint64_t *)at);			break;
	case MEMBER_COUNTS:	write_counts(j, m->key, at);					break;
	case MEMBER_NUMBER:
	case MEMBER_SHARE:	json_double(j, m->key, *(const double *)at);			break;
	case MEMBER_FLAG:
	case MEMBER_YES_NO:	json_bool(j, m->key, *(const bool *)at);			break;
	case MEMBER_OBJECT:
		json_open(j, m->key, '{');
		members_write(j, m->of, at);
		json_close(j, '}');
		break;
	}
}

static bool json_members_is_left_out(const struct json_member *m, const void *at)
{
	return m->type == MEMBER_ID ? *(const int *)at == MEMBER_NOT_THERE :
	       m->optional || m->type == MEMBER_FLAG || m->type == MEMBER_IDS;
}

void member_write(struct json_writer *j, const struct json_member *m, const void *object)
{
	if (member_is_known(m, object))
		write_known(j, m, field(object, m));
	else if (json_members_is_left_out(m, field(object, m)))
		return;
	else if (m->type == MEMBER_ABOVE_0)
		json_u64(j, m->key, 0);
	else
		json_null(j, m->key);
}

void members_write(struct json_writer *j, const struct json_member *table, const void *object)
{
	for (; table->key; table++)
		member_write(j, table, object);
}

/* --- reading ----------------------------------------------------------------------------------------- */

static void json_members_forget(void *object, const struct json_member *m)
{
	void *at = field(object, m);

	switch (m->type) {
	case MEMBER_TEXT:
	case MEMBER_NAME:	*(const char **)at = NULL;				break;
	case MEMBER_INT:
	case MEMBER_SWITCH:
	case MEMBER_WORD:	*(int *)at = MEMBER_NO_INT;				break;
	case MEMBER_ID:
	case MEMBER_IDS:	*(int *)at = MEMBER_NOT_THERE;				break;
	case MEMBER_COUNT:	*(uint64_t *)at = MEMBER_NO_COUNT;			break;
	case MEMBER_ABOVE_0:	*(uint64_t *)at = 0;					break;
	case MEMBER_COUNTS:	*(struct member_counts *)at = (struct member_counts){0}; break;
	case MEMBER_NUMBER:	*(double *)at = (double)NAN;				break;
	case MEMBER_SHARE:	*(double *)at = -1;					break;
	case MEMBER_FLAG:
	case MEMBER_YES_NO:	*(bool *)at = false;					break;
	case MEMBER_OBJECT:	members_forget(at, m->of);				break;
	}
}

static bool read_int(int *out, const struct json_document *doc, int node)
{
	int64_t number;

	if (!json_document_i64(doc, node, &number) || number <= INT32_MIN || number >= INT32_MAX)
		return false;
	*out = (int)number;
	return true;
}

/* A number is taken, too. */
static bool read_switch(int *out, const struct json_document *doc, int node)
{
	bool on;

	if (!json_document_bool(doc, node, &on))
		return read_int(out, doc, node);
	*out = on;
	return true;
}

static bool read_word(int *out, const struct json_member *m, const char *word)
{
	for (size_t i = 0; i < m->n; i++)
		if (strcmp(m->words[i], word) == 0) {
			*out = (int)i;
			return true;
		}
	return false;
}

static int json_members_id_of(const struct json_document *doc, int node)
{
	int64_t id;

	return json_document_i64(doc, node, &id) && id >= 0 && id <= INT32_MAX ? (int)id : MEMBER_NO_ID;
}

/* Ids that the list lacks are unknown. */
static bool read_ids(int *id, size_t n, const struct json_document *doc, int node)
{
	int item = doc->node[node].type == JSON_ARRAY ? doc->node[node].child : -1;

	for (size_t i = 0; i < n; i++) {
		id[i] = json_members_id_of(doc, item);
		item = item < 0 ? item : doc->node[item].next;
	}
	return doc->node[node].type == JSON_ARRAY;
}

static bool json_members_read_counts(struct member_counts *c, const struct json_document *doc, int node)
{
	bool good = doc->node[node].type == JSON_ARRAY;
	int item = good ? doc->node[node].child : -1;

	for (; item >= 0 && good && c->n < MEMBER_COUNTS_MOST; item = doc->node[item].next)
		good = json_document_u64(doc, item, &c->count[c->n++]);
	c->n = good ? c->n : 0;
	return good;
}

static bool read_share(double *out, const struct json_document *doc, int node)
{
	double share;

	if (!json_document_double(doc, node, &share) || !(share >= 0 && share <= 1))
		return false;
	*out = share;
	return true;
}

static bool read_text(const char **out, const struct json_member *m, const struct json_document *doc,
		      int node)
{
	const char *text;

	if (!json_document_text(doc, node, &text))
		return false;
	*out = m->type == MEMBER_TEXT ? mem_copy_text(text) : text;
	return true;
}

static bool read_value(void *at, const struct json_member *m, const struct json_document *doc, int node)
{
	const char *word;

	switch (m->type) {
	case MEMBER_TEXT:
	case MEMBER_NAME:	return read_text(at, m, doc, node);
	case MEMBER_INT:	return read_int(at, doc, node);
	case MEMBER_SWITCH:	return read_switch(at, doc, node);
	case MEMBER_WORD:	return json_document_text(doc, node, &word) && read_word(at, m, word);
	case MEMBER_ID:
		return (*(int *)at = json_members_id_of(doc, node)) != MEMBER_NO_ID;
	case MEMBER_IDS:	return read_ids(at, m->n, doc, node);
	case MEMBER_COUNT:
	case MEMBER_ABOVE_0:	return json_document_u64(doc, node, at);
	case MEMBER_COUNTS:
		return json_members_read_counts(at, doc, node);
	case MEMBER_NUMBER:	return json_document_double(doc, node, at);
	case MEMBER_SHARE:	return read_share(at, doc, node);
	case MEMBER_FLAG:
	case MEMBER_YES_NO:	return json_document_bool(doc, node, at);
	case MEMBER_OBJECT:	return members_read(at, m->of, doc, node);
	}
	return false;
}

bool member_read(void *object, const struct json_member *m, const struct json_document *doc, int node)
{
	int value = json_document_find(doc, node, m->key);

	json_members_forget(object, m);
	if (value < 0)
		return true;
	return read_value(field(object, m), m, doc, value) || doc->node[value].type == JSON_NULL;
}

bool members_read(void *object, const struct json_member *table, const struct json_document *doc, int node)
{
	bool good = true;

	for (; table->key; table++)
		good &= member_read(object, table, doc, node);
	return good;
}

void members_forget(void *object, const struct json_member *table)
{
	for (; table->key; table++)
		json_members_forget(object, table);
}

void members_release(void *object, const struct json_member *table)
{
	for (; table->key; table++)
		if (table->type == MEMBER_TEXT)
			free(*(char **)field(object, table));
}
