/*
 * A shared library that evaluates functions at double-doubles, for tools/prove/true_values.ts, which also builds it.
 */
#include "functions.h"

enum { FIRST_BITS = 400, ENOUGH_BITS = 220, PARTS = 4 };

static void eval_exp(arb_t y, const arb_t x, slong p, slong bits) { arb_exp(y, x, bits); }
static void eval_expm1(arb_t y, const arb_t x, slong p, slong bits) { arb_expm1(y, x, bits); }
static void eval_log(arb_t y, const arb_t x, slong p, slong bits) { arb_log(y, x, bits); }
static void eval_log1p(arb_t y, const arb_t x, slong p, slong bits) { arb_log1p(y, x, bits); }
static void eval_sin(arb_t y, const arb_t x, slong p, slong bits) { arb_sin(y, x, bits); }
static void eval_cos(arb_t y, const arb_t x, slong p, slong bits) { arb_cos(y, x, bits); }

/* x^-s */
static void eval_power(arb_t y, const arb_t x, slong s, slong bits) {
  arb_inv(y, x, bits), arb_pow_ui(y, y, s, bits);
}

/* x^s zeta(s, x) */
static void eval_zeta(arb_t y, const arb_t x, slong s, slong bits) {
  arb_t t;
  arb_init(t);
  arb_pow_ui(t, x, s, bits), hurwitz(y, s, x, bits), arb_mul(y, y, t, bits);
  arb_clear(t);
}

/* 2^-s (zeta(s, x) - zeta(s, 1 - x)) */
static void eval_midpoint(arb_t y, const arb_t x, slong s, slong bits) {
  arb_t t;
  arb_init(t);
  arb_sub_ui(t, x, 1, bits), arb_neg(t, t), hurwitz(t, s, t, bits);
  hurwitz(y, s, x, bits), arb_sub(y, y, t, bits), arb_mul_2exp_si(y, y, -s);
  arb_clear(t);
}

/* What the scaled Bessel functions, or their derivatives, are far from 0: 1/sqrt(2 pi x), or -1/(2 x sqrt(2 pi x)). */
static void eval_far(arb_t y, const arb_t x, slong is_steep, slong bits) {
  arb_const_pi(y, bits), arb_mul(y, y, x, bits), arb_mul_2exp_si(y, y, 1), arb_rsqrt(y, y, bits);
  if (is_steep) arb_div(y, y, x, bits), arb_mul_2exp_si(y, y, -1), arb_neg(y, y);
}

/* The same functions divided by that, of order 0 (0, 2) and 1 (1, 3). */
static void eval_hankel(arb_t y, const arb_t x, slong which, slong bits) {
  static const Evaluate OF[] = {eval_i0e, eval_i1e, eval_i0eGrad, eval_i1eGrad};
  arb_t t;
  arb_init(t), eval_far(t, x, which > 1, bits), OF[which](y, x, 0, bits), arb_div(y, y, t, bits), arb_clear(t);
}

static const Function MORE[] = {
  {"exp", eval_exp}, {"expm1", eval_expm1}, {"log", eval_log}, {"log1p", eval_log1p}, {"sin", eval_sin}, {"cos", eval_cos},
  {"power", eval_power}, {"zeta", eval_zeta}, {"midpoint", eval_midpoint}, {"far", eval_far}, {"hankel", eval_hankel},
};

/*
 * The values at sums of two numbers, each as the sum of PARTS numbers: to 2^-200 of it, or more than float64 has below it. NaN
 * where Arb finds none. Returns 0 if there is no such function.
 */
int values(const char *name, slong parameter, slong count, const double (*x)[2], double (*parts)[PARTS]) {
  Evaluate evaluate = find_function(name);
  for (size_t i = 0; i < sizeof MORE / sizeof *MORE; i++) {
    if (!strcmp(MORE[i].name, name)) evaluate = MORE[i].evaluate;
  }
  if (evaluate == NULL) return 0;
  arb_t at, low, y;
  arf_t rest, part;
  arb_init(at), arb_init(low), arb_init(y), arf_init(rest), arf_init(part);
  for (slong i = 0; i < count; i++) {
    arb_set_d(at, x[i][0]), arb_set_d(low, x[i][1]), arb_add(at, at, low, ARF_PREC_EXACT);
    int ok = 0;
    for (slong bits = FIRST_BITS; bits <= MAX_BITS && !ok; bits *= 2) {
      evaluate(y, at, parameter, bits);
      ok = arb_is_finite(y) && arb_rel_accuracy_bits(y) >= ENOUGH_BITS;
    }
    arf_set(rest, arb_midref(y));
    for (slong k = 0; k < PARTS; k++) {
      parts[i][k] = ok ? arf_get_d(rest, ARF_RND_NEAR) : NAN;
      if (ok) arf_set_d(part, parts[i][k]), arf_sub(rest, rest, part, ARF_PREC_EXACT, ARF_RND_NEAR);
    }
  }
  arb_clear(at), arb_clear(low), arb_clear(y), arf_clear(rest), arf_clear(part);
  return 1;
}
