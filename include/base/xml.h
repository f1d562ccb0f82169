/* SPDX-License-Identifier: MIT */
/* xml.h - escapes text for XML, between tags and in attributes. */
#ifndef BASE_XML_H
#define BASE_XML_H

#include "base/str.h"

/* Writes control characters and bytes that are no character as \x1b: XML cannot hold them. */
void xml_text(struct str *out, const char *text);

#endif
