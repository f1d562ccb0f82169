/* SPDX-License-Identifier: MIT */
/* xml.h - escapes text for XML, between tags and in attributes. */
#ifndef FORMAT_XML_H
#define FORMAT_XML_H

#include "base/str.h"

/* Control characters, and bytes that are no character, are written out as \x1b: XML cannot hold them. */
void xml_text(struct str *out, const char *text);

#endif
