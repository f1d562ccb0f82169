/* SPDX-License-Identifier: MIT */
/* Tests that every expression and threshold of all known CPU models can be parsed and resolved. */
#include "test.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "event/vendor/catalog.h"
#include "event/vendor/catalog_tables.h"
#include "metric/formula.h"

static const char *text_at(uint32_t offset)
{
	return tables_text + offset;
}

static size_t metrics_of(const struct tables_model *model, struct catalog_metric **out)
{
	*out = mem_resize(NULL, model->n_metrics + 1, sizeof(**out));
	for (uint32_t i = 0; i < model->n_metrics; i++) {
		const struct tables_metric *m = &tables_metrics[model->first_metric + i];

		(*out)[i] = (struct catalog_metric){
			.name = text_at(m->name), .groups = text_at(m->groups), .expr = text_at(m->expr),
			.threshold = text_at(m->threshold), .unit = text_at(tables_units[m->unit]),
		};
	}
	return model->n_metrics;
}

static void every_metric_is_understood(void **state)
{
	static const struct formula_world world;
	size_t all = 0;

	(void)state;
	for (uint32_t i = 0; i < tables_size.models; i++) {
		const struct tables_model *model = &tables_models[i];
		struct catalog_metric *metric;
		size_t n = metrics_of(model, &metric);
		struct formulas fs = { .metric = metric, .n_metrics = n, .world = &world };

		for (size_t k = 0; k < n; k++) {
			struct error err = ERROR_INIT;

			if (formulas_add(&fs, &metric[k], &err) < 0 ||
			    (metric[k].threshold[0] && formulas_add_threshold(&fs, &metric[k], &err) < 0))
				fail_msg("%s: %s: %s", text_at(model->name), metric[k].name, err.message);
		}
		all += n;
		formulas_release(&fs);
		formulas_release(&fs);
		free(metric);
	}
	assert_true(all > 2000);
}

/* An event is not a metric, and its name is not a misspelt metric. */
static void every_name_is_one(void **state)
{
	static const struct formula_world world;

	(void)state;
	for (uint32_t i = 0; i < tables_size.models; i++) {
		const struct tables_model *model = &tables_models[i];
		struct catalog_metric *metric;
		size_t n = metrics_of(model, &metric);
		struct formulas fs = { .metric = metric, .n_metrics = n, .world = &world };
		struct error err = ERROR_INIT;

		for (size_t k = 0; k < n; k++)
			formulas_add(&fs, &metric[k], &err);
		for (size_t k = 0; k < fs.n_events; k++)
			if (strncmp(fs.event[k].name, "tma_", 4) == 0 || strpbrk(fs.event[k].name, "@\\ #"))
				fail_msg("%s: no metric '%s'", text_at(model->name), fs.event[k].name);
		formulas_release(&fs);
		free(metric);
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
