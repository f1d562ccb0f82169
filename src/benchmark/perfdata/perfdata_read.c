/* SPDX-License-Identifier: MIT */
/*
 * Reads the two containers of perf.data, and their records in three passes: the events and maps, then the
 * names and which counts there are, then the counts.
 */
#include "benchmark/perfdata/perfdata.h"

#include <stdlib.h>

#include "base/mem.h"
#include "benchmark/perfdata/perfdata_format.h"
#include "benchmark/perfdata/perfdata_reader.h"
#include "event/event.h"
#include "host/record.h"

enum { FILE_FEATURE_WORDS = FEATURE_LIMIT / 64 };

/* --- records ----------------------------------------------------------------------------------------- */

typedef int record_reader(struct recording *r, uint32_t type, struct bytes body);

static int each_record(struct recording *r, record_reader *reader)
{
	struct bytes data = r->data;

	while (data.left) {
		struct bytes record = data, body;
		uint32_t type;
		uint16_t misc;
		int whole = record_take(&data, &type, &misc, &body);

		if (whole < 0)
			return recording_damaged(r, &record, "a record that is smaller than its header");
		if (!whole) {
			if (!r->cut_off)
				return recording_damaged(r, &record, "a record that ends after the data");
			r->missing = "its last record is not complete";
			return 0;
		}
		if (reader(r, type, body) < 0)
			return -1;
	}
	return 0;
}

static int read_events_and_maps(struct recording *r, uint32_t type, struct bytes body)
{
	struct bytes start = body;
	uint64_t bit;

	switch (type) {
	case RECORD_HEADER_ATTR: return r->pipe ? recording_header_attr(r, body) : 0;
	case RECORD_THREAD_MAP:	 return recording_thread_map(r, body);
	case RECORD_CPU_MAP:	 return r->cpus.n ? 0 : recording_map(r, body, &r->cpus);
	case RECORD_STAT_CONFIG: return recording_config(r, body);
	case RECORD_HEADER_FEATURE:
		bit = bytes_take_u64(&body);
		return r->pipe && !body.bad && body.left ? recording_feature(r, bit, body) : 0;
	case RECORD_STAT_ROUND:
		r->n_rounds++;
		r->n_interval_rounds += bytes_take_u64(&body) == ROUND_INTERVAL;
		if (body.left < sizeof(uint64_t))
			return recording_damaged(r, &start, "a round without a time");
		return 0;
	default: return 0;
	}
}

static int read_names_and_marks(struct recording *r, uint32_t type, struct bytes body)
{
	struct bytes start = body;
	size_t event;

	if (type == RECORD_EVENT_UPDATE)
		return recording_update(r, body);
	if (type != RECORD_STAT)
		return 0;
	if (recording_find_event(r, &start, bytes_take_u64(&body), &event) < 0)
		return -1;
	return recording_mark_count(r, body, event);
}

static int perfdata_read_counts(struct recording *r, uint32_t type, struct bytes body)
{
	struct bytes start = body;
	uint64_t first = bytes_take_u64(&body);
	size_t event;

	if (type == RECORD_STAT_ROUND)
		recording_end_round(r, bytes_take_u64(&body));
	if (type != RECORD_STAT)
		return 0;
	if (recording_find_event(r, &start, first, &event) < 0)
		return -1;
	return recording_add_count(r, body, event);
}

/* --- containers -------------------------------------------------------------------------------------- */

static bool find_section(const struct recording *r, struct bytes *at, struct bytes *out)
{
	uint64_t offset = bytes_take_u64(at), size = bytes_take_u64(at);

	*out = r->all;
	if (at->bad || !bytes_take(out, offset) || size > out->left)
		return false;
	out->left = (size_t)size;
	return true;
}

static int section(const struct recording *r, struct bytes *at, struct bytes *out)
{
	struct bytes start = *at;

	if (find_section(r, at, out))
		return 0;
	return recording_damaged(r, &start, "a section that is outside the file");
}

static int read_attrs(struct recording *r, struct bytes attrs, uint64_t entry)
{
	while (attrs.left) {
		struct bytes attr = attrs, ids;
		size_t size = recording_attr_size(attrs);

		if (!size || size + 16 != entry || !bytes_take(&attrs, size))
			return recording_damaged(r, &attr, "an attribute that does not fit");
		attr.left = size;
		recording_add_event(r, attr);
		if (section(r, &attrs, &ids) < 0)
			return -1;
		recording_add_ids(r, &ids);
		if (r->n_ids > r->all.left / sizeof(uint64_t))
			return recording_damaged(r, &attr, "more ids than the file has room for");
	}
	return 0;
}

/* A big-endian machine with words of 32 bits writes the halves of these words the other way round. */
static void read_feature_bits(struct bytes *header, uint64_t *word)
{
	for (int i = 0; i < FILE_FEATURE_WORDS; i++)
		word[i] = bytes_take_u64(header);
	if (is_big_endian(header) && !(word[0] >> FEATURE_HOSTNAME & 1))
		for (int i = 0; i < FILE_FEATURE_WORDS; i++)
			word[i] = word[i] << 32 | word[i] >> 32;
}

static bool is_wanted(unsigned bit)
{
	return (bit >= FEATURE_OSRELEASE && bit <= FEATURE_CACHE && bit != FEATURE_STAT) ||
	       bit == FEATURE_CLUSTERS;
}

/* The table of features follows the data; the header has no offset of it. */
static int read_features(struct recording *r, const uint64_t *word)
{
	size_t end = (size_t)(r->data.p - r->all.p) + r->data.left;
	struct bytes table = r->all;

	bytes_take(&table, end);
	for (unsigned bit = 0; bit < FEATURE_LIMIT; bit++) {
		struct bytes body;

		if (!(word[bit / 64] >> bit % 64 & 1))
			continue;
		if (!is_wanted(bit)) {
			if (!find_section(r, &table, &body))
				r->missing = "parts that pstat does not need are missing";
			continue;
		}
		if (section(r, &table, &body) < 0)
			return -1;
		if (body.left && recording_feature(r, bit, body) < 0)
			return -1;
	}
	return 0;
}

/* If the size of the data is 0, perf did not finish the file: all that follows is data. */
static int perfdata_read_file(struct recording *r, struct bytes header, uint64_t size)
{
	uint64_t word[FILE_FEATURE_WORDS] = {0}, entry = bytes_take_u64(&header), offset, data_size;
	struct bytes attrs, start;

	if (section(r, &header, &attrs) < 0)
		return -1;
	start = header;
	offset = bytes_take_u64(&header);
	data_size = bytes_take_u64(&header);
	bytes_take(&header, 16);	/* types of events, no longer used */
	if (size == PERFDATA_FILE_HEADER)
		read_feature_bits(&header, word);
	r->data = r->all;
	if (header.bad || !bytes_take(&r->data, offset) || data_size > r->data.left)
		return recording_damaged(r, &start, "data that end after the file");
	if (data_size)
		r->data.left = (size_t)data_size;
	r->cut_off = !data_size;
	r->missing = r->cut_off ? "it was not finished, so it does not describe the machine" : NULL;
	if (read_attrs(r, attrs, entry) < 0)
		return -1;
	return r->cut_off ? 0 : read_features(r, word);
}

static int read_container(struct recording *r)
{
	struct bytes header = r->all;
	uint64_t size;

	bytes_take_u64(&header);
	size = bytes_take_u64(&header);
	r->pipe = size == PERFDATA_PIPE_HEADER;
	if (r->pipe) {
		r->data = header;
		r->cut_off = true;
	} else if (size != PERFDATA_FILE_HEADER && size != PERFDATA_OLD_HEADER) {
		return error_set(r->err, ERROR_FORMAT, 0, "unknown perf.data header of %llu bytes",
				 (unsigned long long)size);
	} else if (perfdata_read_file(r, header, size) < 0) {
		return -1;
	}
	return each_record(r, read_events_and_maps);
}

/* --- all of it --------------------------------------------------------------------------------------- */

static enum aggr_mode recorded_mode(const struct recording *r)
{
	/* the numbers changed when perf 6.5 added caches, and again when it added clusters */
	static const enum aggr_mode oldest[] = {
		AGGR_CPU, AGGR_TOTAL, AGGR_PACKAGE, AGGR_DIE, AGGR_CORE, AGGR_THREAD, AGGR_TOTAL, AGGR_NODE,
	}, older[] = {
		AGGR_CPU, AGGR_TOTAL, AGGR_PACKAGE, AGGR_DIE, AGGR_CACHE, AGGR_CORE, AGGR_THREAD, AGGR_TOTAL,
		AGGR_NODE,
	}, newest[] = {
		AGGR_CPU, AGGR_TOTAL, AGGR_PACKAGE, AGGR_DIE, AGGR_CLUSTER, AGGR_CACHE, AGGR_CORE,
		AGGR_THREAD, AGGR_TOTAL, AGGR_NODE,
	};
	const char *version = r->b->version ? r->b->version : "";
	uint64_t number = r->config[CONFIG_AGGR];
	char *end;
	long major = strtol(version, &end, 10), minor = *end == '.' ? strtol(end + 1, NULL, 10) : 0;

	if (r->has_rows)
		return r->rows;
	if (!r->has_level)
		return number < sizeof(oldest) / sizeof(*oldest) ? oldest[number] : AGGR_TOTAL;
	if (major == 6 && minor >= 5 && minor <= 8)
		return number < sizeof(older) / sizeof(*older) ? older[number] : AGGR_TOTAL;
	return number < sizeof(newest) / sizeof(*newest) ? newest[number] : AGGR_TOTAL;
}

/* Keeps the version of pstat, and drops that of perf. */
static void keep_version(struct benchmark *b)
{
	static const char own[] = "pstat ";
	FREED char *text = b->version;
	bool is_own = text && strncmp(text, own, strlen(own)) == 0;

	b->version = is_own ? mem_copy_text(text + strlen(own)) : NULL;
}

/* The upper half of the config of a generic event may be the PMU of its core type. */
static const struct event_name *known_by_attr(const struct perf_event_attr *a)
{
	return event_name_by_config(a->type, a->type == PERF_TYPE_HARDWARE ? (uint32_t)a->config : a->config);
}

/* Looks up the name first, as tool events are stored as dummy events. */
static void identify_event(struct event *e)
{
	FREED char *plain = NULL;

	if (!e->name) {
		const struct event_name *known = known_by_attr(&e->attr.head);
		LOCAL(str) name = {0};

		str_addf(&name, "type=%u,config=%#llx", e->attr.head.type,
			 (unsigned long long)e->attr.head.config);
		e->name = mem_copy_text(known ? known->name : name.text);
	}
	e->known = event_name_find_tool(e->name);
	if (e->known) {
		e->tool = e->known->tool;
		return;
	}
	plain = mem_copy_text(e->name);
	plain[strcspn(plain, ":")] = '\0';
	e->known = event_name_find(plain);
	if (!e->known)
		e->known = known_by_attr(&e->attr.head);
}

/* A stream may not have the command. */
static void set_name(struct benchmark *b)
{
	LOCAL(str) words = {0};

	str_add_words(&words, b->argv);
	b->name = mem_copy_text(words.len ? words.text : "pipe");
	b->title = mem_copy_text(b->name);
	benchmark_set_named(b);
}

static int read_all(struct recording *r)
{
	struct benchmark *b = r->b;

	if (read_container(r) < 0)
		return -1;
	if (!r->n_rounds && r->missing)
		return error_set(r->err, ERROR_FORMAT, 0, "it ends early: its counts are incomplete");
	/* with -n there are no events, only the time */
	if (!r->n_rounds || !r->cpus.n || !b->target.n_threads)
		return error_set(r->err, ERROR_FORMAT, 0, "it has no counts: %s",
				 !r->n_rounds ? "perf stat record writes them, perf record does not"
				 : "its CPUs or threads are missing");
	recording_sort_ids(r);
	if (recording_start(r) < 0 || each_record(r, read_names_and_marks) < 0)
		return -1;
	for (size_t i = 0; i < b->events.n; i++)
		identify_event(&b->events.event[i]);
	if (r->missing)
		notes_add(&b->notes, NOTE_ENDS_EARLY, -1, "%s", r->missing);
	set_name(b);
	return each_record(r, perfdata_read_counts);
}

bool perfdata_is(const char *bytes, size_t len)
{
	uint64_t magic = 0;

	if (len >= sizeof(magic))
		memcpy(&magic, bytes, sizeof(magic));
	return magic == PERFDATA_MAGIC || magic == __builtin_bswap64(PERFDATA_MAGIC);
}

int perfdata_parse(struct benchmark *b, const char *bytes, size_t len, struct error *err)
{
	struct recording r = { .b = b, .err = err, .config = { [CONFIG_AGGR] = 1, [CONFIG_SCALE] = 1 } };
	uint64_t magic;
	int rc;

	*b = (struct benchmark){0};
	host_facts_init(&b->host);
	b->target.asked = &b->asked;
	if (!perfdata_is(bytes, len))
		return error_set(err, ERROR_FORMAT, 0, "it is not perf.data");
	r.all = (struct bytes){ .p = (const unsigned char *)bytes, .left = len };
	memcpy(&magic, bytes, sizeof(magic));
	r.all.swap = magic != PERFDATA_MAGIC;
	rc = read_all(&r);
	b->recorded = recorded_mode(&r);
	keep_version(b);
	recording_release(&r);
	if (rc < 0)
		benchmark_release(b);
	return rc;
}
