/*
 * A shared library that draws hard operands of balls (kernels/assembly/arithmetic/ball.ts) and checks results, for
 * tools/balls.ts, which also builds it.
 *
 * What is checked is the one property that the last phase rests on: a result contains the true value at every number of
 * its operands. So numbers of the operands are chosen (both ends, the midpoint and others between them, exactly), Arb
 * computes the function there, and that must lie in the result. A verdict is never a matter of precision: Arb gets more
 * bits until its interval lies in the result as a whole, or outside of it.
 */
#include <acb.h>
#include <arb.h>
#include <arb_hypgeom.h>
#include <acb_dirichlet.h>
#include <acb_hypgeom.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* As in arithmetic/ball_layout.ts. */
enum { KNOWN, UNKNOWN, HUGE_BALL, TINY, MAX_BITS = 5120, MAX_LIMBS = MAX_BITS / 32, NUMBERS = 6, MOST_BITS = 400000 };
#define LIMIT (((int64_t) 1) << 60)
typedef struct {
  int32_t state, negative, count, unused;
  int64_t exponent;
  uint64_t radius;
  int64_t radius_exponent, unused2;
  uint32_t limbs[MAX_LIMBS];
} Ball;

/* ---- Chance: the same numbers for a seed everywhere. */

static uint64_t state;
static uint64_t chance(void) { /* splitmix64 */
  uint64_t z = (state += 0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9, z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}
static int64_t below(int64_t n) { return (int64_t) (chance() % (uint64_t) n); }
static int64_t between(int64_t a, int64_t b) { return a + below(b - a + 1); }
#define ONE_OF(...) one_of((const int64_t[]) {__VA_ARGS__}, sizeof (int64_t[]) {__VA_ARGS__} / sizeof(int64_t))
static int64_t one_of(const int64_t *all, size_t count) { return all[below(count)]; }

/* An integer of so many bits: random ones, or runs of ones and zeros, where carries go far. */
static void draw_integer(fmpz_t m, slong bits) {
  slong kind = below(6);
  fmpz_one(m), fmpz_mul_2exp(m, m, bits - 1);
  if (kind == 0 || bits < 3) return;
  if (kind == 1) { fmpz_mul_2exp(m, m, 1), fmpz_sub_ui(m, m, 1); return; }
  if (kind == 2) { fmpz_setbit(m, below(bits - 1)); return; }
  if (kind == 3) { fmpz_setbit(m, 0); return; }
  for (slong i = 0; i < bits; i += 32) {
    fmpz_t part;
    fmpz_init(part), fmpz_set_ui(part, chance() >> 32), fmpz_mul_2exp(part, part, i);
    fmpz_fdiv_r_2exp(part, part, bits - 1), fmpz_xor(m, m, part), fmpz_clear(part);
  }
}

/* ---- Balls */

/* Whether it fits. */
static int set_midpoint(Ball *b, const arf_t x) {
  memset(b, 0, sizeof *b);
  if (arf_is_zero(x)) return 1;
  fmpz_t m, e;
  fmpz_init(m), fmpz_init(e), arf_get_fmpz_2exp(m, e, x);
  slong bits = fmpz_bits(m), count = (bits + 31) / 32;
  fmpz_add_si(e, e, bits);
  int fits = count <= MAX_LIMBS && fmpz_cmp_si(e, LIMIT) <= 0 && fmpz_cmp_si(e, -LIMIT) >= 0;
  if (fits) {
    b->negative = fmpz_sgn(m) < 0, b->count = count, b->exponent = fmpz_get_si(e);
    fmpz_abs(m, m), fmpz_mul_2exp(m, m, 32 * count - bits);
    for (slong i = 0; i < count; i++) b->limbs[i] = fmpz_get_ui(m) & 0xffffffff, fmpz_fdiv_q_2exp(m, m, 32);
  }
  fmpz_clear(m), fmpz_clear(e);
  return fits;
}

/* A radius of 2^e or a little more, e the exponent of the least power that is at least as large. */
static void set_radius(Ball *b, int64_t e) {
  b->radius = ONE_OF(0x80000000, 0xffffffff, 0x80000001, 0x80000000 | (int64_t) (chance() >> 33));
  b->radius_exponent = e - 32;
}

/* No radius, one far below the precision, one around it, or so large that little or no sign is left. */
static void draw_radius(Ball *b, slong bits, int isWide) {
  int64_t e = b->count ? b->exponent : ONE_OF(0, -10, -bits, -5000);
  switch (below(isWide ? 9 : 6)) {
    case 0: case 1: case 2: return;
    case 3: set_radius(b, e - bits - between(0, 60)); return;
    case 4: set_radius(b, e - between(bits / 2, bits)); return;
    case 5: set_radius(b, e - between(1, bits)); return;
    case 6: set_radius(b, e - between(0, 3)); return;
    case 7: set_radius(b, e + between(0, 60)); return;
    default: set_radius(b, ONE_OF(e + 3000, LIMIT - 5, LIMIT + 60, 2 * LIMIT)); return;
  }
}

static void arf_of(arf_t x, const Ball *b) {
  fmpz_t m, e;
  fmpz_init(m), fmpz_init(e);
  for (slong i = b->count - 1; i >= 0; i--) fmpz_mul_2exp(m, m, 32), fmpz_add_ui(m, m, b->limbs[i]);
  if (b->negative) fmpz_neg(m, m);
  fmpz_set_si(e, b->exponent), fmpz_sub_si(e, e, 32 * b->count);
  arf_set_fmpz_2exp(x, m, e);
  fmpz_clear(m), fmpz_clear(e);
}
static void radius_of(arf_t r, const Ball *b) {
  fmpz_t m, e;
  fmpz_init(m), fmpz_init(e), fmpz_set_ui(m, b->radius), fmpz_set_si(e, b->radius_exponent);
  arf_set_fmpz_2exp(r, m, e), fmpz_clear(m), fmpz_clear(e);
}
static void power_of(arf_t x, int64_t e) { fmpz_t k; fmpz_init(k), fmpz_set_si(k, e), arf_one(x), arf_mul_2exp_fmpz(x, x, k), fmpz_clear(k); }

/*
 * A number of a ball: an end (0, 1), the midpoint (2), or another one. An end that would take tens of thousands of bits is
 * replaced by the midpoint, or, where the midpoint is nothing beside the radius, by a part of the radius.
 */
static void number_of(arf_t x, const Ball *b, int which) {
  if (b->state != KNOWN) {
    /* Not 2^e itself: what sin makes of it differs from it by less than anybody can tell. */
    power_of(x, b->exponent), arf_mul_2exp_si(x, x, (b->state == TINY ? -1 : 1) * ONE_OF(1, 1, 7, 1000, 100000));
    if (b->negative) arf_neg(x, x);
    return;
  }
  arf_of(x, b);
  int64_t apart = b->count ? b->exponent - b->radius_exponent : 0;
  if (b->radius == 0 || which == 2 || apart > 20000) return;
  arf_t r;
  arf_init(r), radius_of(r, b);
  if (apart < -20000) arf_zero(x);
  if (apart < -20000 || which > 2) {
    arf_mul_si(r, r, between(-1000, 1000), ARF_PREC_EXACT, ARF_RND_DOWN), arf_mul_2exp_si(r, r, -10);
  }
  if (which == 0) arf_neg(r, r);
  arf_add(x, x, r, ARF_PREC_EXACT, ARF_RND_DOWN), arf_clear(r);
}

/* ---- Functions, at numbers */

typedef void (*Evaluate)(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits);
static int sign_of(const arb_t x) { return arf_sgn(arb_midref(x)); }

static void eval_add(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_add(y, x, z, bits); }
static void eval_subtract(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_sub(y, x, z, bits); }
static void eval_multiply(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_mul(y, x, z, bits); }
static void eval_divide(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_div(y, x, z, bits); }
static void eval_square(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_mul(y, x, x, bits); }
static void eval_root(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_sqrt(y, x, bits); }
static void eval_scale(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) {
  fmpz_t e; fmpz_init(e), fmpz_set_si(e, k[0]), arb_mul_2exp_fmpz(y, x, e), fmpz_clear(e);
}
static void eval_times(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_mul_si(y, x, k[0], bits); }
static void eval_over(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_div_si(y, x, k[0], bits); }
static void eval_same(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_set(y, x); }
static void eval_negate(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_neg(y, x); }
static void eval_absolute(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_abs(y, x); }
static void eval_exp(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_exp(y, x, bits); }
static void eval_expm1(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_expm1(y, x, bits); }
static void eval_log(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_log(y, x, bits); }
static void eval_log1p(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_log1p(y, x, bits); }
static void eval_sin(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_sin(y, x, bits); }
static void eval_cos(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_cos(y, x, bits); }
static void eval_sinpi(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_sin_pi(y, x, bits); }
static void eval_cospi(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_cos_pi(y, x, bits); }
static void eval_pi(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_const_pi(y, bits); }
static void eval_ln2(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { arb_const_log2(y, bits); }

/* log |gamma(x)|; for x < 0 by reflection, as -digamma below. */
static void lgamma_at(arb_t y, const arb_t x, slong bits) {
  if (sign_of(x) > 0) { arb_lgamma(y, x, bits); return; }
  arb_t t, u;
  arb_init(t), arb_init(u);
  arb_sin_pi(t, x, bits), arb_abs(t, t), arb_const_pi(u, bits), arb_div(t, u, t, bits), arb_log(t, t, bits);
  arb_sub_ui(u, x, 1, ARF_PREC_EXACT), arb_neg(u, u), arb_lgamma(u, u, bits), arb_sub(y, t, u, bits);
  arb_clear(t), arb_clear(u);
}
static void digamma_at(arb_t y, const arb_t x, slong bits) {
  if (sign_of(x) > 0) { arb_digamma(y, x, bits); return; }
  arb_t t, u;
  arb_init(t), arb_init(u);
  arb_cot_pi(t, x, bits), arb_const_pi(u, bits), arb_mul(t, t, u, bits);
  arb_sub_ui(u, x, 1, ARF_PREC_EXACT), arb_neg(u, u), arb_digamma(u, u, bits), arb_sub(y, u, t, bits);
  arb_clear(t), arb_clear(u);
}
static void hurwitz(arb_t y, int64_t s, const arb_t x, slong bits) {
  acb_t order, a;
  acb_init(order), acb_init(a);
  acb_set_si(order, s), acb_set_arb(a, x), acb_hurwitz_zeta(a, order, a, bits), arb_set(y, acb_realref(a));
  acb_clear(order), acb_clear(a);
}
/* (-1)^s n! zeta(s, x), s = n + 1; for x < 0 as in tools/arb/functions.h, with an exact distance from the nearest pole. */
static void polygamma_at(arb_t y, const arb_t x, int64_t n, slong bits) {
  int64_t s = n + 1;
  arb_t a, t;
  arb_init(a), arb_init(t);
  if (sign_of(x) > 0) {
    hurwitz(y, s, x, bits);
  } else {
    arf_t half;
    arf_init(half), arf_set_d(half, 0.5), arf_add(half, half, arb_midref(x), ARF_PREC_EXACT, ARF_RND_DOWN), arf_floor(half, half);
    arf_sub(arb_midref(a), arb_midref(x), half, ARF_PREC_EXACT, ARF_RND_DOWN), arf_clear(half);
    int below_pole = sign_of(a) < 0;
    arb_abs(a, a), hurwitz(y, s, a, bits);
    arb_sub_ui(a, a, 1, ARF_PREC_EXACT), arb_neg(a, a), hurwitz(t, s, a, bits);
    if (s % 2) arb_sub(y, y, t, bits);
    else arb_add(y, y, t, bits);
    if (s % 2 && below_pole) arb_neg(y, y);
    arb_sub_ui(a, x, 1, ARF_PREC_EXACT), arb_neg(a, a), hurwitz(t, s, a, bits);
    if (s % 2) arb_add(y, y, t, bits);
    else arb_sub(y, y, t, bits);
  }
  if (n > 3000) arb_set_si(t, s), arb_gamma(t, t, bits);
  else arb_fac_ui(t, n, bits);
  arb_mul(y, y, t, bits);
  if (n % 2 == 0) arb_neg(y, y);
  arb_clear(a), arb_clear(t);
}
static void derivative_at(arb_t y, const arb_t x, int64_t k, slong bits) {
  if (k == 0) lgamma_at(y, x, bits);
  else if (k == 1) digamma_at(y, x, bits);
  else polygamma_at(y, x, k - 1, bits);
}
static void eval_lgamma(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { lgamma_at(y, x, bits); }
static void eval_digamma(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { digamma_at(y, x, bits); }
static void eval_polygamma(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) { polygamma_at(y, x, k[0], bits); }
/* k[0] is p, k[1] the order of the derivative: term by term, or from log G for large p. */
static void eval_multigammaln(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) {
  int64_t p = k[0];
  arb_t at, t;
  arb_init(at), arb_init(t), arb_zero(y);
  if (p <= 60) {
    for (int64_t i = 0; i < p; i++) {
      arb_set_si(at, i), arb_mul_2exp_si(at, at, -1), arb_sub(at, x, at, ARF_PREC_EXACT);
      derivative_at(t, at, k[1], bits), arb_add(y, y, t, bits);
    }
  } else {
    for (int i = 0; i < 2; i++) {
      int64_t m = i ? p / 2 : p - p / 2;
      for (int end = 0; end < 2; end++) {
        arb_set_si(at, p - 1 - i), arb_mul_2exp_si(at, at, -1), arb_sub(at, x, at, ARF_PREC_EXACT);
        if (end) arb_add_si(at, at, m, ARF_PREC_EXACT);
        if (k[1] == 0) {
          acb_t b;
          acb_init(b), acb_set_arb(b, at), acb_log_barnes_g(b, b, bits), arb_set(t, acb_realref(b)), acb_clear(b);
        } else {
          arb_t u;
          arb_init(u), derivative_at(t, at, k[1], bits), arb_sub_ui(u, at, 1, ARF_PREC_EXACT), arb_mul(t, t, u, bits);
          if (k[1] > 1) derivative_at(u, at, k[1] - 1, bits), arb_mul_si(u, u, k[1] - 1, bits), arb_add(t, t, u, bits);
          arb_clear(u);
        }
        if (end) arb_add(y, y, t, bits);
        else arb_sub(y, y, t, bits);
      }
      if (k[1] == 1) arb_sub_si(y, y, m, bits);
    }
  }
  if (k[1] == 0) {
    arb_const_pi(t, bits), arb_log(t, t, bits), arb_mul_si(t, t, p, bits), arb_mul_si(t, t, p - 1, bits);
    arb_mul_2exp_si(t, t, -2), arb_add(y, y, t, bits);
  }
  arb_clear(at), arb_clear(t);
}
/* k: the order, that of the derivative, and whether it is scaled. */
static void eval_bessel(arb_t y, const arb_t x, const arb_t z, const int64_t *k, slong bits) {
  int64_t order = k[0], d = k[1];
  arb_t a, nu, t, sum;
  fmpz_t c;
  arb_init(a), arb_init(nu), arb_init(t), arb_init(sum), fmpz_init(c), arb_abs(a, x), arb_zero(y);
  for (int64_t j = k[2] ? 0 : d; j <= d; j++) {
    arb_zero(sum);
    for (int64_t i = 0; i <= j; i++) {
      arb_set_si(nu, llabs(order - j + 2 * i));
      if (k[2]) arb_hypgeom_bessel_i_scaled(t, nu, a, bits);
      else arb_hypgeom_bessel_i(t, nu, a, bits);
      fmpz_bin_uiui(c, j, i), arb_addmul_fmpz(sum, t, c, bits);
    }
    arb_mul_2exp_si(sum, sum, -j), fmpz_bin_uiui(c, d, j);
    if (k[2] && (d - j) % 2) fmpz_neg(c, c);
    arb_addmul_fmpz(y, sum, c, bits);
  }
  if (sign_of(x) < 0 && (order + d) % 2) arb_neg(y, y);
  arb_clear(a), arb_clear(nu), arb_clear(t), arb_clear(sum), fmpz_clear(c);
}

/* ---- Operands */

typedef void (*Draw)(Ball *a, Ball *b, int64_t *k, slong bits);

static void draw_midpoint(Ball *a, int64_t low, int64_t high) {
  slong bits = ONE_OF(1, 2, 24, 53, 53, 64, 65, 128, 300, 1000, MAX_BITS);
  fmpz_t m;
  arf_t x;
  fmpz_init(m), arf_init(x), draw_integer(m, bits);
  if (chance() & 1) fmpz_neg(m, m);
  arf_set_fmpz(x, m), set_midpoint(a, x), a->exponent = between(low, high);
  if (a->exponent > LIMIT) a->exponent = LIMIT;
  if (a->exponent < -LIMIT) a->exponent = -LIMIT;
  fmpz_clear(m), arf_clear(x);
}
/* Any ball: exponents of common numbers, of float64's and of balls' limits; numbers beyond all exponents; 0. */
static void draw_any(Ball *a, slong bits) {
  switch (below(12)) {
    case 0: draw_midpoint(a, LIMIT - 70, LIMIT); break;
    case 1: draw_midpoint(a, -LIMIT, -LIMIT + 70); break;
    case 2: draw_midpoint(a, -1080, 1030); break;
    case 3: draw_midpoint(a, LIMIT / 2 - 2, LIMIT / 2 + 2); break;
    case 4: memset(a, 0, sizeof *a); break;
    case 5:
      memset(a, 0, sizeof *a), a->state = chance() & 1 ? TINY : HUGE_BALL, a->negative = chance() & 1;
      a->exponent = (a->state == TINY ? -1 : 1) * ONE_OF(LIMIT, LIMIT, 100, 3, LIMIT / 2);
      return;
    default: draw_midpoint(a, -40, 40);
  }
  draw_radius(a, bits, 1);
}
static void draw_two(Ball *a, Ball *b, int64_t *k, slong bits) {
  draw_any(a, bits);
  k[0] = 0;
  if (below(3) || a->state != KNOWN || a->count == 0) { draw_any(b, bits); return; }
  /* What nearly cancels: the same number, less or plus something far below it. */
  arf_t x, y;
  arf_init(x), arf_init(y), arf_of(x, a), arf_one(y), arf_mul_2exp_si(y, y, -between(0, 3000));
  if (chance() & 1) arf_neg(y, y);
  if (below(4)) arf_add_si(y, y, 1, ARF_PREC_EXACT, ARF_RND_DOWN), arf_mul(y, x, y, MAX_BITS, ARF_RND_DOWN);
  else arf_set(y, x);
  if (!set_midpoint(b, y)) *b = *a;
  b->negative = chance() & 1;
  draw_radius(b, bits, 1);
  arf_clear(x), arf_clear(y);
}
static void draw_one(Ball *a, Ball *b, int64_t *k, slong bits) { draw_any(a, bits); }
static void draw_square(Ball *a, Ball *b, int64_t *k, slong bits) {
  draw_any(a, bits);
  if (below(4) == 0 && a->state == KNOWN && a->count && a->count < 60) { /* an exact square, or next to one */
    arf_t x;
    arf_init(x), arf_of(x, a), arf_mul(x, x, x, ARF_PREC_EXACT, ARF_RND_DOWN);
    Ball before = *a;
    if (!set_midpoint(a, x)) *a = before;
    else if (chance() & 1) a->radius = 0;
    else draw_radius(a, bits, 1);
    arf_clear(x);
  }
  if (below(8)) a->negative = 0;
}
static void draw_scaled(Ball *a, Ball *b, int64_t *k, slong bits) {
  draw_any(a, bits), k[0] = ONE_OF(0, 1, -1, 32, -33, 1100, LIMIT, -LIMIT, LIMIT / 2, -LIMIT / 2);
}
static void draw_integral(Ball *a, Ball *b, int64_t *k, slong bits) {
  draw_any(a, bits);
  k[0] = ONE_OF(1, -1, 2, 3, -10, 1000003, 0x7fffffff, 0xffffffff, -0xffffffffLL, 0x100000000, INT64_MAX, -INT64_MAX, (int64_t) (chance() >> 2) | 1);
}
/* Arguments of exp: up to those whose exponential is beyond all exponents, and next to multiples of ln 2. */
static void near_multiple(Ball *a, slong bits, int isPi) {
  arb_t c;
  arf_t x;
  arb_init(c), arf_init(x);
  if (isPi) arb_const_pi(c, MAX_BITS + 100), arb_mul_2exp_si(c, c, -1);
  else arb_const_log2(c, MAX_BITS + 100), arb_mul_2exp_si(c, c, -1);
  arb_mul_si(c, c, ONE_OF(1, 2, 3, -1, -7, 1000001, (int64_t) (chance() >> 12), -(int64_t) (chance() >> 30)), MAX_BITS + 100);
  slong to = ONE_OF(20, 53, bits, bits + 32, 2 * bits, MAX_BITS - 64);
  if (to > MAX_BITS - 64) to = MAX_BITS - 64;
  arf_set_round(x, arb_midref(c), to, ARF_RND_NEAR), set_midpoint(a, x), arb_clear(c), arf_clear(x);
}
static void draw_exponential(Ball *a, Ball *b, int64_t *k, slong bits) {
  switch (below(6)) {
    case 0: draw_any(a, bits); return;
    case 1: near_multiple(a, bits, 0); break;
    case 2: draw_midpoint(a, -3000, -40); break;
    case 3: draw_midpoint(a, 8, 62); break;
    default: draw_midpoint(a, -12, 11);
  }
  draw_radius(a, bits, 1);
}
/* Next to 1, or for log1p next to 0 and -1. */
static void draw_logarithm(Ball *a, Ball *b, int64_t *k, slong bits) {
  if (below(3)) { draw_any(a, bits); if (below(10)) a->negative = 0; return; }
  arf_t x;
  arf_init(x), arf_one(x), arf_mul_2exp_si(x, x, -between(1, 3000));
  if (chance() & 1) arf_neg(x, x);
  arf_add_si(x, x, ONE_OF(1, 1, -1), ARF_PREC_EXACT, ARF_RND_DOWN), set_midpoint(a, x), draw_radius(a, bits, 1), arf_clear(x);
}
static void draw_angle(Ball *a, Ball *b, int64_t *k, slong bits) {
  switch (below(5)) {
    case 0: draw_any(a, bits); if (a->state == KNOWN && a->count && a->exponent > 6000) a->exponent = below(5100); return;
    case 1: near_multiple(a, bits, 1); break;
    case 2: draw_midpoint(a, -3000, 1100); break;
    default: draw_midpoint(a, -20, 12);
  }
  draw_radius(a, bits, 1);
}
/* An integer or half of one, plus or minus a small distance. */
static void near_half(Ball *a, int64_t least, int64_t most) {
  arf_t x, y;
  arf_init(x), arf_init(y), arf_set_si(x, between(2 * least, 2 * most)), arf_mul_2exp_si(x, x, -1);
  arf_set_si(y, 1 + below(1000)), arf_mul_2exp_si(y, y, -between(5, 600));
  if (chance() & 1) arf_neg(y, y);
  if (below(8)) arf_add(x, x, y, ARF_PREC_EXACT, ARF_RND_DOWN);
  set_midpoint(a, x), arf_clear(x), arf_clear(y);
}
static void draw_gamma_argument(Ball *a, slong bits, int64_t most) {
  switch (below(5)) {
    case 0: near_half(a, -most, most); break;
    case 1: near_half(a, -3, 3); break;
    case 2: draw_midpoint(a, -1100, 60); break;
    default: draw_midpoint(a, -10, 9);
  }
  if (a->count && a->negative && a->exponent > 12) a->negative = 0;
  draw_radius(a, bits, below(8) == 0);
}
static void draw_gamma(Ball *a, Ball *b, int64_t *k, slong bits) {
  static const char *zeros[] = {"1.46163214496836234126265954232572132846819620400644629512988409",
    "-0.50408300826445540925629269293300391", "-1.5734984731623904587782860437", "-2.4570247382208005", "-3.955294284858598"};
  draw_gamma_argument(a, bits, 1000);
  if (below(6)) return;
  arb_t c;
  arb_init(c), arb_set_str(c, zeros[below(5)], ONE_OF(30, 53, 100, 200)), set_midpoint(a, arb_midref(c)), draw_radius(a, bits, 0), arb_clear(c);
}
static void draw_polygamma(Ball *a, Ball *b, int64_t *k, slong bits) {
  k[0] = ONE_OF(1, 2, 3, 4, 7, 8, 30, 101, 200, 1000, 1022, 1023, 1024, 5000, 1000000, 1000001);
  draw_gamma_argument(a, bits, k[0] > 300 ? 3 : 60);
  /* Far below order/2 the terms of one pole are all there is; far above, x is a multiple of the order. */
  if (k[0] > 2000) near_half(a, 1, 4 * k[0]), draw_radius(a, bits, 0);
}
static void draw_multigammaln(Ball *a, Ball *b, int64_t *k, slong bits) {
  k[0] = ONE_OF(1, 2, 3, 4, 9, 23, 24, 40, 60, 61, 301, 1000, 100003, (int64_t) 1 << 26, ((int64_t) 1 << 52) + 1);
  k[1] = k[0] > 2000 ? between(1, 2) : between(0, 3);
  arf_t x, y;
  arf_init(x), arf_init(y), draw_midpoint(a, -40, 40), a->negative = 0, arf_of(x, a);
  if (arf_bits(x) > 600) arf_set_round(x, x, 600, ARF_RND_DOWN);
  arf_set_si(y, k[0] - 1), arf_mul_2exp_si(y, y, -1), arf_add(x, x, y, ARF_PREC_EXACT, ARF_RND_DOWN);
  set_midpoint(a, x), draw_radius(a, bits, 0), arf_clear(x), arf_clear(y);
}
static void draw_bessel(Ball *a, Ball *b, int64_t *k, slong bits) {
  k[0] = chance() & 1, k[1] = ONE_OF(0, 0, 1, 1, 2, 3, 8), k[2] = chance() & 1;
  switch (below(5)) {
    case 0: draw_midpoint(a, -1080, 0); break;
    case 1: draw_midpoint(a, 10, k[2] ? 1030 : 14); break;
    case 2: /* around the change from one series to the other */
      draw_midpoint(a, 1, 1);
      arf_t x, y;
      arf_init(x), arf_init(y), arf_of(x, a), arf_set_si(y, bits / 2 + 4 * k[1] + 24 + 16 + between(-20, 20));
      arf_add(x, x, y, 2000, ARF_RND_DOWN), set_midpoint(a, x), arf_clear(x), arf_clear(y);
      break;
    default: draw_midpoint(a, -12, 10);
  }
  draw_radius(a, bits, below(8) == 0);
}

static const struct { const char *name; Draw draw; Evaluate evaluate; int operands; } OPERATIONS[] = {
  {"add", draw_two, eval_add, 2}, {"subtract", draw_two, eval_subtract, 2}, {"multiply", draw_two, eval_multiply, 2},
  {"divide", draw_two, eval_divide, 2}, {"square", draw_one, eval_square, 1}, {"squareRoot", draw_square, eval_root, 1},
  {"scale", draw_scaled, eval_scale, 1}, {"multiplyInteger", draw_integral, eval_times, 1},
  {"divideInteger", draw_integral, eval_over, 1}, {"round", draw_one, eval_same, 1}, {"negate", draw_one, eval_negate, 1},
  {"absolute", draw_one, eval_absolute, 1}, {"plain", draw_one, eval_same, 1},
  {"exp", draw_exponential, eval_exp, 1}, {"expm1", draw_exponential, eval_expm1, 1}, {"log", draw_logarithm, eval_log, 1},
  {"log1p", draw_logarithm, eval_log1p, 1}, {"sin", draw_angle, eval_sin, 1}, {"cos", draw_angle, eval_cos, 1},
  {"sinPi", draw_angle, eval_sinpi, 1}, {"cosPi", draw_angle, eval_cospi, 1}, {"pi", draw_one, eval_pi, 1},
  {"ln2", draw_one, eval_ln2, 1}, {"lgammaBall", draw_gamma, eval_lgamma, 1}, {"digammaBall", draw_gamma, eval_digamma, 1},
  {"polygammaBall", draw_polygamma, eval_polygamma, 1}, {"multigammalnBall", draw_multigammaln, eval_multigammaln, 1},
  {"besselBall", draw_bessel, eval_bessel, 1},
};

static int find(const char *name) {
  for (size_t i = 0; i < sizeof OPERATIONS / sizeof *OPERATIONS; i++) if (!strcmp(OPERATIONS[i].name, name)) return i;
  return -1;
}

/* Draws operands and parameters for a precision. Returns how many balls, or 0 where there is no such operation. */
int draw(const char *name, int64_t seed, int64_t bits, Ball *a, Ball *b, int64_t *k) {
  int of = find(name);
  if (of < 0) return 0;
  state = (uint64_t) seed, chance();
  memset(a, 0, sizeof *a), memset(b, 0, sizeof *b);
  OPERATIONS[of].draw(a, b, k, bits);
  return OPERATIONS[of].operands;
}

/*
 * The value less the midpoint m of a result. Of a sum the operand that is m, or else the larger one, comes first: m may be as far
 * from the other as exponents go.
 * So it is with expm1 = exp(x) - 1 where that is next to -1.
 */
static void evaluate_less(arb_t y, Evaluate f, const arb_t x, const arb_t z, const int64_t *k, const arb_t m, slong bits) {
  if (f == eval_expm1 && arf_cmp_si(arb_midref(x), -100) < 0) {
    arb_t one;
    arb_init(one), arb_add_si(one, m, 1, ARF_PREC_EXACT), arb_exp(y, x, bits), arb_sub(y, y, one, bits), arb_clear(one);
    return;
  }
  if (f != eval_add && f != eval_subtract) {
    f(y, x, z, k, bits), arb_sub(y, y, m, bits);
    return;
  }
  arb_t other;
  arb_init(other), arb_set(other, z);
  if (f == eval_subtract) arb_neg(other, other);
  int is_larger = arf_cmpabs(arb_midref(x), arb_midref(z)) >= 0;
  int is_first = arb_equal(x, m) || (is_larger && !arb_equal(other, m));
  arb_sub(y, is_first ? x : other, m, bits), arb_add(y, y, is_first ? other : x, bits);
  arb_clear(other);
}

/* Whether f(x, z) is in a result: 1, 0, or -1 where Arb's interval is too wide to tell. */
static int holds(Evaluate f, const arb_t x, const arb_t z, const int64_t *k, const Ball *to, slong bits) {
  arb_t y, v;
  arb_init(y), arb_init(v);
  int found;
  int is_wave = f == eval_sin || f == eval_cos || f == eval_sinpi || f == eval_cospi;
  if (is_wave && to->state == KNOWN && to->count == 0 && to->radius_exponent >= -31) {
    found = 1; /* -1 to 1: Arb's interval is a little wider where it knows no more. */
  } else if (to->state == KNOWN) {
    arf_of(arb_midref(v), to), evaluate_less(y, f, x, z, k, v, bits), arb_abs(y, y);
    radius_of(arb_midref(v), to), found = arb_le(y, v) ? 1 : arb_gt(y, v) ? 0 : -1;
  } else if ((f == eval_exp || f == eval_expm1) && !to->negative && to->state == HUGE_BALL) {
    /* Beyond Arb's exponents: exp(x) >= 2^e, or 2^(e + 1) for expm1, where x is at least as many times ln 2. */
    arb_const_log2(v, bits), arb_mul_si(v, v, to->exponent + (f == eval_expm1), bits);
    found = arb_ge(x, v) ? 1 : f == eval_exp && arb_lt(x, v) ? 0 : -1;
  } else if (f == eval_exp && !to->negative) {
    arb_const_log2(v, bits), arb_mul_si(v, v, to->exponent, bits), found = arb_le(x, v) ? 1 : arb_gt(x, v) ? 0 : -1;
  } else { /* HUGE: |y| >= 2^e, TINY: 0 < |y| <= 2^e; both with a sign */
    power_of(arb_midref(v), to->exponent), f(y, x, z, k, bits);
    if (to->negative) arb_neg(y, y);
    if (to->state == HUGE_BALL) found = arb_ge(y, v) ? 1 : arb_lt(y, v) ? 0 : -1;
    else found = arb_is_positive(y) && arb_le(y, v) ? 1 : arb_is_nonpositive(y) || arb_gt(y, v) ? 0 : -1;
  }
  arb_clear(y), arb_clear(v);
  return found;
}

enum { CONTAINED, MISSED, NOTHING_CLAIMED, UNDECIDED };

/* Whether a result contains the values at numbers of its operands. `same`: the second operand is the first one. */
int check(const char *name, int64_t seed, int64_t bits, const Ball *a, const Ball *b, int same, const int64_t *k, const Ball *to) {
  int of = find(name), verdict = CONTAINED;
  if (to->state == UNKNOWN) return NOTHING_CLAIMED;
  state = (uint64_t) seed;
  arb_t x, z;
  arb_init(x), arb_init(z);
  int two = OPERATIONS[of].operands == 2 && !same;
  for (int i = 0; i < (two ? 3 * NUMBERS : NUMBERS) && verdict == CONTAINED; i++) {
    arb_zero(x), arb_zero(z);
    number_of(arb_midref(x), a, i < NUMBERS ? i : below(NUMBERS));
    if (two) number_of(arb_midref(z), b, below(NUMBERS));
    else arb_set(z, x);
    int found = -1;
    for (slong more = bits + 128; found < 0 && more <= MOST_BITS; more *= 4) {
      found = holds(OPERATIONS[of].evaluate, x, z, k, to, more);
    }
    if (found == 0) verdict = MISSED;
    if (found < 0) verdict = UNDECIDED;
  }
  arb_clear(x), arb_clear(z);
  return verdict;
}

/* Whether a float64 is the rounding of all numbers of a ball. */
int check_rounding(int64_t seed, const Ball *a, double rounded) {
  state = (uint64_t) seed;
  arf_t x;
  arf_init(x);
  int verdict = CONTAINED;
  for (int i = 0; i < NUMBERS && verdict == CONTAINED; i++) {
    number_of(x, a, i);
    double found = arf_get_d(x, ARF_RND_NEAR);
    if (found != rounded) verdict = MISSED;
  }
  arf_clear(x);
  return verdict;
}

/* Bits of a result that its radius leaves; MAX_BITS where it is exact. */
int64_t known_bits(const Ball *b) {
  if (b->state != KNOWN) return 0;
  if (b->radius == 0) return MAX_BITS;
  return b->count ? b->exponent - b->radius_exponent - 32 : 0;
}
