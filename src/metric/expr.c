/* SPDX-License-Identifier: MIT */
/*
 * Parses by recursive descent into an array of nodes, children before their parents, and evaluates
 * by walking that array.
 */
#include "metric/expr.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/str.h"
#include "event/event_names.h"

enum { NESTING_LIMIT = 200, TREE_LIMIT = 1000, NOTHING = -1 };

enum node_kind {
	NODE_NUMBER, NODE_NAME, NODE_NEGATE, NODE_IF,
	NODE_OR, NODE_XOR, NODE_AND, NODE_LESS, NODE_MORE,
	NODE_ADD, NODE_SUBTRACT, NODE_MULTIPLY, NODE_DIVIDE, NODE_MODULO,
	NODE_MIN, NODE_MAX, NODE_RATIO, NODE_SOURCE_COUNT, NODE_HAS_EVENT, NODE_CPUID,
};

struct node {
	enum node_kind kind;
	double number;
	int    name;		/* index into the names; NOTHING: none */
	int    child[3];	/* indices; NOTHING: none.  Of NODE_IF: value, condition, other value */
	/* of its tree; 1 + 1 + 1 is not nested, but each + adds one */
	int    height;
};

struct expr {
	struct node *node;
	size_t n;
	char **name; size_t n_names;	/* each name once */
	int top;
};

/* Binary operators by level, weakest first; those of one level are left-associative. */
static const struct { char letter; int level; enum node_kind kind; } operators[] = {
	{ '|', 0, NODE_OR },	   { '^', 1, NODE_XOR },      { '&', 2, NODE_AND },
	{ '<', 3, NODE_LESS },	   { '>', 3, NODE_MORE },
	{ '+', 4, NODE_ADD },	   { '-', 4, NODE_SUBTRACT },
	{ '*', 5, NODE_MULTIPLY }, { '/', 5, NODE_DIVIDE },   { '%', 5, NODE_MODULO },
};
enum { LEVELS = 6 };

/* Columns: name, kind, arguments; 0: its one argument is a name. */
static const struct { const char *name; enum node_kind kind; int arguments; } functions[] = {
	{ "min", NODE_MIN, 2 },			  { "max", NODE_MAX, 2 },
	{ "d_ratio", NODE_RATIO, 2 },		  { "source_count", NODE_SOURCE_COUNT, 0 },
	{ "has_event", NODE_HAS_EVENT, 0 },	  { "strcmp_cpuid_str", NODE_CPUID, 0 },
};

struct parser {
	struct expr *expr;
	const char *text, *at;
	int depth;
	struct error *err;
};

static int conditional(struct parser *p);

static int expr_fail(const struct parser *p, const char *at, const char *message)
{
	error_set(p->err, ERROR_USAGE, 0, "%s", message);
	error_point(p->err, p->text, (size_t)(at - p->text));
	return NOTHING;
}

static int too_deep(const struct parser *p)
{
	return expr_fail(p, p->at, "the expression is too deep");
}

/* Adds a node; limits the height of the tree, as evaluation recurses that deep. */
static int expr_add(struct parser *p, struct node node)
{
	struct expr *e = p->expr;

	for (int i = 0; i < 3; i++)
		if (node.child[i] >= 0 && e->node[node.child[i]].height >= node.height)
			node.height = e->node[node.child[i]].height + 1;
	if (node.height > TREE_LIMIT)
		return too_deep(p);
	e->node = mem_grow(e->node, e->n, sizeof(*e->node));
	e->node[e->n] = node;
	return (int)e->n++;
}

static int add_leaf(struct parser *p, enum node_kind kind, double number, int name)
{
	return expr_add(p, (struct node){ .kind = kind,
					  .number = number,
					  .name = name,
					  .child = { NOTHING, NOTHING, NOTHING } });
}

static int add_branch(struct parser *p, enum node_kind kind, int a, int b, int c)
{
	return expr_add(p, (struct node){ .kind = kind, .name = NOTHING, .child = { a, b, c } });
}

/* Returns the number of a name, which it takes. */
static int intern(struct expr *e, char *name)
{
	for (size_t i = 0; i < e->n_names; i++)
		if (strcmp(e->name[i], name) == 0) {
			free(name);
			return (int)i;
		}
	e->name = mem_resize(e->name, e->n_names + 1, sizeof(*e->name));
	e->name[e->n_names] = name;
	return (int)e->n_names++;
}

static void skip_blanks(struct parser *p)
{
	while (isspace((unsigned char)*p->at))
		p->at++;
}

static bool take(struct parser *p, char c)
{
	skip_blanks(p);
	if (*p->at != c)
		return false;
	p->at++;
	return true;
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || (c && strchr("_.:@?\\", c));
}

/* True if the word stands alone: `if` in "a if b", not in "iffy". */
static bool is_word(struct parser *p, const char *word)
{
	skip_blanks(p);
	return strncmp(p->at, word, strlen(word)) == 0 && !in_name(p->at[strlen(word)]);
}

static bool take_word(struct parser *p, const char *word)
{
	if (!is_word(p, word))
		return false;
	p->at += strlen(word);
	return true;
}

/*
 * Length of a generic event with dashes at the front, "branch-misses:u"; 0: none.  Nobody subtracts
 * misses from branch.
 */
static size_t generic_event_len(const char *at)
{
	enum { MOST = 64 };
	size_t run = 0;

	while (run < MOST && *at != '\\' && (at[run] == '-' || (in_name(at[run]) && at[run] != '\\')))
		run++;
	for (size_t n = run; n && memchr(at, '-', n); n--) {
		char name[MOST + 1] = "";
		uint64_t config;

		if (n < run && at[n] != '-')
			continue;
		memcpy(name, at, n);
		name[strcspn(name, ":")] = '\0';
		if (strchr(name, '-') && (event_name_find(name) || event_name_cache(name, &config) == 1))
			return n;
	}
	return 0;
}

/* NULL: no name starts here; `if` and `else` are no names. */
static char *take_name(struct parser *p)
{
	struct str name = {0};
	bool in_pmu = false;
	size_t known;

	skip_blanks(p);
	if (is_word(p, "if") || is_word(p, "else"))
		return NULL;
	known = generic_event_len(p->at);
	if (known) {
		str_add_n(&name, p->at, known);
		p->at += known;
		return name.text;
	}
	if (*p->at == '#' && in_name(p->at[1]))
		str_add_n(&name, p->at++, 1);
	/* newer tables write cpu@event=1@ without a backslash */
	for (; (in_name(*p->at) || (in_pmu && *p->at == '=')) && strcmp(p->at, "\\") != 0; p->at++) {
		if (*p->at == '\\')
			str_add_n(&name, ++p->at, 1);
		else
			str_add_n(&name, *p->at == '@' ? "/" : p->at, 1);
		in_pmu ^= *p->at == '@';
	}
	return name.text;
}

/* "1e-2" is a number, although names have no minus; "4:c0" and "1x" are names. */
static bool take_number(struct parser *p, double *value)
{
	char *end;

	skip_blanks(p);
	if (!isdigit((unsigned char)*p->at) && *p->at != '.')
		return false;
	*value = strtod(p->at, &end);
	if (end == p->at || in_name(*end))
		return false;
	p->at = end;
	return true;
}

static int call(struct parser *p, const char *start, size_t f)
{
	struct node node = { .kind = functions[f].kind, .name = NOTHING,
			     .child = { NOTHING, NOTHING, NOTHING } };

	if (functions[f].arguments == 0) {
		char *name = take_name(p);

		if (!name)
			return expr_fail(p, p->at, "expected a name here");
		node.name = intern(p->expr, name);
	}
	for (int i = 0; i < functions[f].arguments; i++) {
		if (i && !take(p, ','))
			return expr_fail(p, p->at, "expected a comma here");
		node.child[i] = conditional(p);
		if (node.child[i] < 0)
			return NOTHING;
	}
	if (!take(p, ')'))
		return expr_fail(p, *p->at ? p->at : start, "the parenthesis is not closed");
	return expr_add(p, node);
}

static int name_or_call(struct parser *p)
{
	const char *start = p->at;
	char *name = take_name(p);

	if (!name)
		return expr_fail(p, start,
				 *start ? "expected a number or a name here"
					: "the expression is not complete");
	for (size_t f = 0; f < sizeof(functions) / sizeof(*functions); f++) {
		if (strcmp(functions[f].name, name) != 0 || !take(p, '('))
			continue;
		free(name);
		return call(p, start, f);
	}
	return add_leaf(p, NODE_NAME, 0, intern(p->expr, name));
}

static int primary(struct parser *p)
{
	const char *start;
	double value;
	int inner;

	skip_blanks(p);
	start = p->at;
	if (take(p, '(')) {
		inner = conditional(p);
		if (inner >= 0 && !take(p, ')'))
			return expr_fail(p, start, "the parenthesis is not closed");
		return inner;
	}
	if (take_number(p, &value))
		return add_leaf(p, NODE_NUMBER, value, NOTHING);
	if (take_word(p, "NaN"))
		return add_leaf(p, NODE_NUMBER, (double)NAN, NOTHING);
	return name_or_call(p);
}

static int unary(struct parser *p)
{
	int inner;

	if (!take(p, '-'))
		return primary(p);
	if (++p->depth > NESTING_LIMIT)
		return too_deep(p);
	inner = unary(p);
	p->depth--;
	return inner < 0 ? NOTHING : add_branch(p, NODE_NEGATE, inner, NOTHING, NOTHING);
}

static int find_operator(struct parser *p, int level)
{
	skip_blanks(p);
	for (size_t i = 0; i < sizeof(operators) / sizeof(*operators); i++)
		if (operators[i].level == level && operators[i].letter == *p->at)
			return (int)i;
	return NOTHING;
}

static int binary(struct parser *p, int level)
{
	int left = level == LEVELS ? unary(p) : binary(p, level + 1);
	int op;

	while (left >= 0 && level < LEVELS && (op = find_operator(p, level)) >= 0) {
		int right;

		p->at++;
		right = binary(p, level + 1);
		left = right < 0 ? NOTHING : add_branch(p, operators[op].kind, left, right, NOTHING);
	}
	return left;
}

/* a if condition else b, where b may be a conditional again */
static int conditional(struct parser *p)
{
	int value, condition, other;

	if (++p->depth > NESTING_LIMIT)
		return too_deep(p);
	value = binary(p, 0);
	if (value >= 0 && take_word(p, "if")) {
		condition = binary(p, 0);
		if (condition < 0)
			return NOTHING;
		if (!take_word(p, "else"))
			return expr_fail(p, p->at, "expected 'else' here");
		other = conditional(p);
		value = other < 0 ? NOTHING : add_branch(p, NODE_IF, value, condition, other);
	}
	p->depth--;
	return value;
}

struct expr *expr_parse(const char *text, struct error *err)
{
	struct parser p = { .text = text, .at = text, .err = err };

	if (strlen(text) > EXPR_TEXT_MOST) {
		error_set(err, ERROR_LIMIT, 0, "the expression is longer than %d bytes", (int)EXPR_TEXT_MOST);
		return NULL;
	}
	p.expr = mem_resize(NULL, 1, sizeof(*p.expr));
	*p.expr = (struct expr){0};
	p.expr->top = conditional(&p);
	skip_blanks(&p);
	if (p.expr->top >= 0 && *p.at)
		p.expr->top = expr_fail(&p, p.at, "expected an operator here");
	if (p.expr->top >= 0)
		return p.expr;
	expr_free(p.expr);
	return NULL;
}

static double truth(bool b)
{
	return b ? 1 : 0;
}

static bool is_true(double v)
{
	return fpclassify(v) != FP_ZERO;
}

/* Applies an operator to two known numbers. */
static double calculate(enum node_kind kind, double a, double b)
{
	switch (kind) {
	case NODE_OR:	    return truth(is_true(a) || is_true(b));
	case NODE_XOR:	    return truth(is_true(a) != is_true(b));
	case NODE_AND:	    return truth(is_true(a) && is_true(b));
	case NODE_LESS:	    return truth(a < b);
	case NODE_MORE:	    return truth(a > b);
	case NODE_ADD:	    return a + b;
	case NODE_SUBTRACT: return a - b;
	case NODE_MULTIPLY: return a * b;
	case NODE_DIVIDE:   return is_true(b) ? a / b : (double)NAN;
	case NODE_MODULO:   return fabs(b) >= 1 ? fmod(trunc(a), trunc(b)) : (double)NAN;
	case NODE_MIN:	    return a < b ? a : b;
	case NODE_MAX:	    return a > b ? a : b;
	case NODE_RATIO:    return is_true(b) ? a / b : 0;
	default:	    return (double)NAN;
	}
}

static double eval_name(const struct node *n, const struct expr_env *env)
{
	size_t name = (size_t)n->name;

	switch (n->kind) {
	case NODE_NAME:
		return env->value ? env->value(env->ctx, name) : (double)NAN;
	case NODE_SOURCE_COUNT:
		return env->source_count ? env->source_count(env->ctx, name) : (double)NAN;
	case NODE_HAS_EVENT:
		return truth(env->has_event && env->has_event(env->ctx, name));
	case NODE_CPUID:
		return truth(env->cpuid_matches && env->cpuid_matches(env->ctx, name));
	default:
		return (double)NAN;
	}
}

static double eval(const struct expr *e, int i, const struct expr_env *env)
{
	const struct node *n = &e->node[i];
	double a, b;

	if (n->name >= 0)
		return eval_name(n, env);
	if (n->kind == NODE_NUMBER)
		return n->number;
	if (n->kind == NODE_IF) {
		a = eval(e, n->child[1], env);
		return isnan(a) ? a : eval(e, n->child[is_true(a) ? 0 : 2], env);
	}
	a = eval(e, n->child[0], env);
	if (n->kind == NODE_NEGATE)
		return -a;
	b = eval(e, n->child[1], env);
	return isnan(a) || isnan(b) ? (double)NAN : calculate(n->kind, a, b);
}

double expr_eval(const struct expr *e, const struct expr_env *env)
{
	return eval(e, e->top, env);
}

size_t expr_n_names(const struct expr *e)
{
	return e->n_names;
}

const char *expr_name(const struct expr *e, size_t name)
{
	return e->name[name];
}

static void *fold(const struct expr *e, int i, const struct expr_env *env, const struct expr_fold *how)
{
	const struct node *n = &e->node[i];
	double condition;
	void *sum = NULL, *part;

	if (n->kind == NODE_NAME || n->kind == NODE_SOURCE_COUNT)
		return how->name(how->ctx, (size_t)n->name);
	condition = n->kind == NODE_IF && env ? eval(e, n->child[1], env) : (double)NAN;
	if (!isnan(condition))
		return fold(e, n->child[is_true(condition) ? 0 : 2], env, how);
	for (int k = 3; k-- > 0;) {
		part = n->child[k] < 0 ? NULL : fold(e, n->child[k], env, how);
		sum = part && sum ? how->join(how->ctx, part, sum) : part ? part : sum;
	}
	return sum;
}

void *expr_fold(const struct expr *e, const struct expr_env *env, const struct expr_fold *how)
{
	return fold(e, e->top, env, how);
}

static void *mark_used(void *used, size_t name)
{
	return ((bool *)used)[name] = true, NULL;
}

void expr_names(const struct expr *e, const struct expr_env *env, void (*visit)(void *ctx, size_t name),
		void *ctx)
{
	FREED bool *used = mem_zeroed(e->n_names + 1, sizeof(*used));

	expr_fold(e, env, &(struct expr_fold){ used, mark_used, NULL });
	for (size_t i = 0; i < e->n_names; i++)
		if (used[i])
			visit(ctx, i);
}

void expr_event_checks(const struct expr *e, void (*visit)(void *ctx, size_t name), void *ctx)
{
	for (size_t i = 0; i < e->n; i++)
		if (e->node[i].kind == NODE_HAS_EVENT)
			visit(ctx, (size_t)e->node[i].name);
}

void expr_free(struct expr *e)
{
	if (!e)
		return;
	for (size_t i = 0; i < e->n_names; i++)
		free(e->name[i]);
	free(e->name);
	free(e->node);
	free(e);
}
