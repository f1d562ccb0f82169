/* SPDX-License-Identifier: MIT */
/* Tests that every expression and threshold of all known CPU models can be parsed and resolved. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "event/vendor/catalog.h"
#include "event/vendor/catalog_tables.h"
#include "metric/formula.h"

/* The metrics of a model, by its number; they live as long as the catalog. */
static size_t metrics_of(struct catalog *c, uint32_t model, struct catalog_metric **out)
{
	size_t n = 0, cursor = 0;

	*c = (struct catalog){ .model = model + 1 };
	catalog_use_tables(c);
	*out = mem_resize(NULL, tables_models[model].n_metrics + 1u, sizeof(**out));
	while (catalog_next_metric(c, &cursor, &(*out)[n]))
		n++;
	assert_int_equal(n, tables_models[model].n_metrics);
	return n;
}

static void every_metric_is_understood(void **state)
{
	static const struct formula_world world;
	size_t all = 0;

	(void)state;
	for (uint32_t i = 0; i < tables_size.models; i++) {
		struct catalog c;
		struct catalog_metric *metric;
		size_t n = metrics_of(&c, i, &metric);
		struct formulas fs = { .metric = metric, .n_metrics = n, .world = &world };

		for (size_t k = 0; k < n; k++) {
			struct error err = ERROR_INIT;

			if (formulas_add(&fs, &metric[k], &err) < 0 ||
			    (metric[k].threshold[0] && formulas_add_threshold(&fs, &metric[k], &err) < 0))
				fail_msg("%s: %s: %s", catalog_model(&c), metric[k].name, err.message);
		}
		all += n;
		formulas_release(&fs);
		formulas_release(&fs);
		free(metric);
		catalog_release(&c);
	}
	assert_true(all > 2000);
}

/* An event is not a metric, and its name is not a misspelt metric. */
static void every_name_is_one(void **state)
{
	static const struct formula_world world;

	(void)state;
	for (uint32_t i = 0; i < tables_size.models; i++) {
		struct catalog c;
		struct catalog_metric *metric;
		size_t n = metrics_of(&c, i, &metric);
		struct formulas fs = { .metric = metric, .n_metrics = n, .world = &world };
		struct error err = ERROR_INIT;

		for (size_t k = 0; k < n; k++)
			formulas_add(&fs, &metric[k], &err);
		for (size_t k = 0; k < fs.n_events; k++)
			if (strncmp(fs.event[k].name, "tma_", 4) == 0 || strpbrk(fs.event[k].name, "@\\ #"))
				fail_msg("%s: no metric '%s'", catalog_model(&c), fs.event[k].name);
		formulas_release(&fs);
		free(metric);
		catalog_release(&c);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_metric_is_understood),
		cmocka_unit_test(every_name_is_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
