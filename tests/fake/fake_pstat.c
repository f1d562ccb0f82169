/* SPDX-License-Identifier: MIT */
/* The real program on the fake kernel, for one run in a process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/app.h"
#include "fake_kernel.h"
#include "fake_pstat.h"
#include "host/pmu.h"
#include "host/rootfs.h"

static int open_root(struct rootfs *root)
{
	char empty[] = "/tmp/pstat-fake.XXXXXX";
	const char *path = getenv("FAKE_ROOT");
	int rc;

	if (path && *path)
		return rootfs_open(root, path);
	if (!mkdtemp(empty))
		return -1;
	rc = rootfs_open(root, empty);
	rmdir(empty);		/* still there for us, and empty for good */
	return rc;
}

/* Only when asked: it opens files that pstat would not, and the tests of bad files count those. */
static void load_uncore(struct fake_kernel *fk, const struct rootfs *root)
{
	struct pmus pmus = { .root = root };
	struct error err = ERROR_INIT;

	if (pmus_list(&pmus, &err) == 0)
		for (size_t i = 0; i < pmus.n && fk->n_uncore < FAKE_PMUS; i++)
			if (pmu_load(&pmus, &pmus.pmu[i], &err) == 0 && pmus.pmu[i].is_uncore)
				fk->uncore[fk->n_uncore++] = pmus.pmu[i].type;
	pmus_release(&pmus);
}

int fake_pstat(int argc, char **argv)
{
	static struct fake_counter many[FAKE_MANY];
	static struct fake_kernel fk;
	struct rootfs root = { .dirfd = -1 };
	const struct env env = { .kernel = &fk.ops, .root = &root, .out = stdout, .err = stderr };
	const char *script = getenv("FAKE");
	int status, rc;

	rc = open_root(&root);
	if (rc < 0) {
		fprintf(stderr, "fake: cannot open FAKE_ROOT: %s\n", strerror(-rc));
		abort();
	}
	fake_kernel_start(&fk);
	fk.fd = many;
	fk.n_fds = FAKE_MANY;
	fk.root = getenv("FAKE_ROOT");
	fake_kernel_script(&fk, script ? script : "");
	if (fk.has_uncore)
		load_uncore(&fk, &root);
	status = app_run(&env, argc, argv);
	rootfs_close(&root);
	return status;
}
