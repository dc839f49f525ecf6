/*
 * The functions and gradients of specol in Arb, whose intervals contain the true result, rounded to float64 with as
 * many bits as it takes to decide. What includes this file: hard_points.c, which searches, and judge.c, which the
 * survey of `deno task accuracy` calls.
 */
#include <arb.h>
#include <arb_hypgeom.h>
#include <acb_hypgeom.h>
#include <math.h>
#include <string.h>

enum { MAX_BITS = 40000 };

typedef void (*Evaluate)(arb_t y, const arb_t x, slong parameter, slong bits);

static int is_negative(const arb_t x) { return arf_sgn(arb_midref(x)) < 0; }

static void bessel(arb_t y, const arb_t x, slong order, int scaled, slong bits) {
  if (!scaled && arf_cmpabs_ui(arb_midref(x), 714) > 0) {
    arb_indeterminate(y); /* It overflows. */
    return;
  }
  arb_t nu, z;
  arb_init(nu), arb_init(z);
  arb_set_si(nu, order), arb_abs(z, x);
  if (scaled) arb_hypgeom_bessel_i_scaled(y, nu, z, bits);
  else arb_hypgeom_bessel_i(y, nu, z, bits);
  if (order == 1 && is_negative(x)) arb_neg(y, y);
  arb_clear(nu), arb_clear(z);
}
static void eval_i0(arb_t y, const arb_t x, slong p, slong bits) { bessel(y, x, 0, 0, bits); }
static void eval_i1(arb_t y, const arb_t x, slong p, slong bits) { bessel(y, x, 1, 0, bits); }
static void eval_i0e(arb_t y, const arb_t x, slong p, slong bits) { bessel(y, x, 0, 1, bits); }
static void eval_i1e(arb_t y, const arb_t x, slong p, slong bits) { bessel(y, x, 1, 1, bits); }

/* i0(x) - i1(x)/x, which is even. */
static void eval_i1Grad(arb_t y, const arb_t x, slong p, slong bits) {
  arb_t t;
  arb_init(t);
  bessel(t, x, 1, 0, bits), arb_div(t, t, x, bits);
  bessel(y, x, 0, 0, bits), arb_sub(y, y, t, bits);
  arb_clear(t);
}
/* i1e(x) - sign(x) i0e(x), which is odd. */
static void eval_i0eGrad(arb_t y, const arb_t x, slong p, slong bits) {
  arb_t t;
  arb_init(t);
  bessel(t, x, 0, 1, bits);
  if (is_negative(x)) arb_neg(t, t);
  bessel(y, x, 1, 1, bits), arb_sub(y, y, t, bits);
  arb_clear(t);
}
/* i0e(x) - i1e(x) (sign(x) + 1/x), which is even. */
static void eval_i1eGrad(arb_t y, const arb_t x, slong p, slong bits) {
  arb_t t, u;
  arb_init(t), arb_init(u);
  arb_inv(u, x, bits);
  if (is_negative(x)) arb_sub_ui(u, u, 1, bits);
  else arb_add_ui(u, u, 1, bits);
  bessel(t, x, 1, 1, bits), arb_mul(t, t, u, bits);
  bessel(y, x, 0, 1, bits), arb_sub(y, y, t, bits);
  arb_clear(t), arb_clear(u);
}

/* log |gamma(x)|; for x < 0 by reflection, log(pi / |sin(pi x)|) - log gamma(1 - x). */
static void eval_lgamma(arb_t y, const arb_t x, slong p, slong bits) {
  if (!is_negative(x)) {
    arb_lgamma(y, x, bits);
    return;
  }
  arb_t t, u;
  arb_init(t), arb_init(u);
  arb_sin_pi(t, x, bits), arb_abs(t, t), arb_const_pi(u, bits), arb_div(t, u, t, bits), arb_log(t, t, bits);
  arb_sub_ui(u, x, 1, bits), arb_neg(u, u), arb_lgamma(u, u, bits);
  arb_sub(y, t, u, bits);
  arb_clear(t), arb_clear(u);
}
static void eval_digamma(arb_t y, const arb_t x, slong p, slong bits) { arb_digamma(y, x, bits); }

/* zeta(s, x) for x > 0. */
static void hurwitz(arb_t y, slong s, const arb_t x, slong bits) {
  acb_t order, a;
  acb_init(order), acb_init(a);
  acb_set_si(order, s), acb_set_arb(a, x);
  acb_hurwitz_zeta(a, order, a, bits), arb_set(y, acb_realref(a));
  acb_clear(order), acb_clear(a);
}
/* (-1)^s n! zeta(s, x), s = n + 1. Arb is slow at x < 0, so that goes by reflection: with r the distance of x from
 * the nearest pole and a = |r|, zeta(s, x) is sign(r)^s (zeta(s, a) + (-1)^s zeta(s, 1 - a)) - (-1)^s zeta(s, 1 - x). */
static void eval_polygamma(arb_t y, const arb_t x, slong n, slong bits) {
  slong s = n + 1;
  arb_t a, t;
  arb_init(a), arb_init(t);
  if (!is_negative(x)) {
    hurwitz(y, s, x, bits);
  } else {
    arb_set_d(a, nearbyint(arf_get_d(arb_midref(x), ARF_RND_NEAR))), arb_sub(a, x, a, bits);
    int is_below = is_negative(a);
    arb_abs(a, a), hurwitz(y, s, a, bits);
    arb_sub_ui(a, a, 1, bits), arb_neg(a, a), hurwitz(t, s, a, bits);
    if (s % 2) arb_sub(y, y, t, bits);
    else arb_add(y, y, t, bits);
    if (s % 2 && is_below) arb_neg(y, y);
    arb_sub_ui(a, x, 1, 4 * bits), arb_neg(a, a), hurwitz(t, s, a, bits);
    if (s % 2) arb_add(y, y, t, bits);
    else arb_sub(y, y, t, bits);
  }
  arb_fac_ui(t, n, bits), arb_mul(y, y, t, bits);
  if (n % 2 == 0) arb_neg(y, y);
  arb_clear(a), arb_clear(t);
}

static void eval_multigammaln(arb_t y, const arb_t x, slong p, slong bits) {
  arb_t t;
  arb_init(t);
  arb_const_pi(y, bits), arb_log(y, y, bits), arb_mul_si(y, y, p * (p - 1), bits), arb_mul_2exp_si(y, y, -2);
  for (slong i = 0; i < p; i++) {
    arb_set_si(t, i), arb_mul_2exp_si(t, t, -1), arb_sub(t, x, t, bits);
    arb_lgamma(t, t, bits), arb_add(y, y, t, bits);
  }
  arb_clear(t);
}
static void eval_multigammalnGrad(arb_t y, const arb_t x, slong p, slong bits) {
  arb_t t;
  arb_init(t), arb_zero(y);
  for (slong i = 0; i < p; i++) {
    arb_set_si(t, i), arb_mul_2exp_si(t, t, -1), arb_sub(t, x, t, bits);
    arb_digamma(t, t, bits), arb_add(y, y, t, bits);
  }
  arb_clear(t);
}

/* The kernels by their names in the engine. Those without a parameter ignore it. */
typedef struct { const char *name; Evaluate evaluate; } Function;
static const Function FUNCTIONS[] = {
  {"i0", eval_i0}, {"i0e", eval_i0e}, {"i0eGrad", eval_i0eGrad}, {"i1", eval_i1}, {"i1e", eval_i1e},
  {"i1Grad", eval_i1Grad}, {"i1eGrad", eval_i1eGrad}, {"lgamma", eval_lgamma}, {"digamma", eval_digamma},
  {"polygamma", eval_polygamma}, {"multigammaln", eval_multigammaln}, {"multigammalnGrad", eval_multigammalnGrad},
};

static Evaluate find_function(const char *name) {
  for (size_t i = 0; i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
    if (!strcmp(FUNCTIONS[i].name, name)) return FUNCTIONS[i].evaluate;
  }
  return NULL;
}

/*
 * Rounds an interval to nearest, and gives the distance of the true result from the midpoint in ulp.
 * Fails where the interval is too wide to tell.
 */
static int round_interval(const arb_t y, double *rounded, double *distance) {
  if (!arb_is_finite(y) || arb_contains_zero(y)) return 0;
  arf_t low, high;
  arf_init(low), arf_init(high);
  arb_get_lbound_arf(low, y, 2 * MAX_BITS), arb_get_ubound_arf(high, y, 2 * MAX_BITS);
  double a = arf_get_d(low, ARF_RND_NEAR), b = arf_get_d(high, ARF_RND_NEAR);
  int ok = a == b;
  if (ok) {
    *rounded = a;
    /* The exponent of the true result, which need not be that of the rounded one. */
    slong exponent = ARF_EXP(arb_midref(y)) - 53;
    if (exponent < -1074) exponent = -1074;
    arf_mul_2exp_si(low, arb_midref(y), 1 - exponent);
    arf_abs(low, low), arf_floor(high, low);
    arf_sub(low, low, high, 200, ARF_RND_NEAR);
    fmpz_t whole;
    fmpz_init(whole), arf_get_fmpz(whole, high, ARF_RND_DOWN);
    double fraction = arf_get_d(low, ARF_RND_NEAR);
    /* In half ulps: odd whole numbers are midpoints. */
    *distance = fmpz_is_odd(whole) ? fraction / 2 : (1 - fraction) / 2;
    fmpz_clear(whole);
  }
  arf_clear(low), arf_clear(high);
  return ok;
}

/* How a result is rounded, and how far the true one is from the midpoint between two float64, in ulp. */
typedef struct { double y, distance; } Rounded;
/* The kernel, and the accuracy that is asked for: the first attempt's bits, and the good ones that are enough. */
typedef struct { Evaluate evaluate; slong parameter, first_bits, enough_bits; } Task;

/* Rounds the true result at `at`. Returns 0 where it has none, such as at a pole, or cannot tell. */
static int round_result(const Task *task, double at, Rounded *result) {
  arb_t x, y;
  arb_init(x), arb_init(y);
  arb_set_d(x, at);
  int ok = 0;
  for (slong bits = task->first_bits; bits <= MAX_BITS && !ok; bits *= 2) {
    task->evaluate(y, x, task->parameter, bits);
    if (!arb_is_finite(y) && bits > 1024) break;
    if (arb_rel_accuracy_bits(y) < task->enough_bits) continue;
    ok = round_interval(y, &result->y, &result->distance);
  }
  arb_clear(x), arb_clear(y);
  return ok;
}
