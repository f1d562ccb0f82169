/* SPDX-License-Identifier: MIT */
/*
 * list FILE UID: FILE gets an access control list: its owner and this user may read and write it, and nobody
 * else, be it in its group.  77: there are no such lists here.
 */
#include <endian.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/xattr.h>

/* As the kernel takes it. */
struct entry {
	uint16_t tag, may;
	uint32_t id;
};

enum { OWNER = 0x01, USER = 0x02, GROUP = 0x04, MASK = 0x10, OTHER = 0x20, READ_WRITE = 6 };

static struct entry entry(unsigned tag, unsigned may, uint32_t id)
{
	return (struct entry){ htole16((uint16_t)tag), htole16((uint16_t)may), htole32(id) };
}

int main(int argc, char **argv)
{
	const uint32_t nobody = UINT32_MAX;
	struct {
		uint32_t version;
		struct entry entry[5];
	} list = { .version = htole32(2) };

	if (argc != 3)
		return 2;
	list.entry[0] = entry(OWNER, READ_WRITE, nobody);
	list.entry[1] = entry(USER, READ_WRITE, (uint32_t)strtoul(argv[2], NULL, 10));
	list.entry[2] = entry(GROUP, 0, nobody);
	list.entry[3] = entry(MASK, READ_WRITE, nobody);
	list.entry[4] = entry(OTHER, 0, nobody);
	if (setxattr(argv[1], "system.posix_acl_access", &list, sizeof(list), 0) == 0)
		return 0;
	if (errno == ENOTSUP)
		return 77;
	perror(argv[1]);
	return 1;
}
