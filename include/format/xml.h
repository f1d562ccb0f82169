/* SPDX-License-Identifier: MIT */
/* xml.h - text of others in XML, between tags and in attributes. */
#ifndef FORMAT_XML_H
#define FORMAT_XML_H

#include "base/str.h"

/* What XML cannot hold, control characters and bytes that are no character, is written out as \x1b. */
void xml_text(struct str *out, const char *text);

#endif
