/* SPDX-License-Identifier: MIT */
/* Notes config bits that no format of the PMU describes. */
#include "event/event_origin.h"

#include "base/str.h"

/* "1,4-7" */
static void format_bits(struct str *out, uint64_t bits)
{
	for (int from = 0, to; from < 64; from = to + 1) {
		to = from;
		if (!(bits >> from & 1))
			continue;
		while (to + 1 < 64 && bits >> (to + 1) & 1)
			to++;
		str_addf(out, "%s%d", out->len ? "," : "", from);
		if (to > from)
			str_addf(out, "-%d", to);
	}
}

void event_origin_note_bits(const struct event_origin *from, int event, struct notes *notes)
{
	static const char *const words[] = { "config", "config1", "config2", "config3" };

	for (int i = 0; i < 4; i++) {
		LOCAL(str) bits = {0};

		format_bits(&bits, from->unknown[i]);
		if (bits.len)
			notes_add(notes, NOTE_UNKNOWN_BITS, event, "%s of %s", bits.text, words[i]);
	}
}
