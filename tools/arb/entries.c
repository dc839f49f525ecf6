/*
 * A shared library that encloses the errors of table entries, for tools/prove/entries.ts, which also builds it.
 *
 * An entry is a polynomial p in t = x - breakpoint that takes the place of f on [low, high]. Arb gives the first
 * coefficients of f's Taylor series around the breakpoint as intervals, and a bound of what follows (`tail`). The
 * interval is cut into pieces; around the middle of each, p - f is a polynomial again, and the sum of its coefficients'
 * absolute values times powers of the piece's half width is above |p - f| everywhere in it. So what comes out is an
 * upper bound for every x of a piece, and no sample.
 */
#include <acb.h>
#include <arb.h>
#include <arb_hypgeom.h>
#include <arb_poly.h>
#include <acb_dirichlet.h>
#include <math.h>
#include <string.h>

enum { TERMS = 20, PIECES = 128, BOUNDS = PIECES + 1, MAX_TERMS = 176, STRIDE = 3 + 2 * TERMS };

/* One entry: where it is used, where it is expanded, and its coefficients, each as a sum of two. */
typedef struct { double low, high, breakpoint, terms[TERMS][2]; } Entry;

/* Fills the coefficients of f around a, `count` of them, and a bound of |the series' tail| for |t| <= r. */
typedef void (*Expand)(arb_poly_t f, arb_t tail, double a, double r, slong parameter, slong count, slong bits);

/* M q^count / (1 - q): coefficients of a function below M on a circle of radius R, q = r/R (Cauchy). */
static void cauchy_tail(arb_t tail, const arb_t M, double q, slong count, slong bits) {
  arb_t ratio, rest;
  arb_init(ratio), arb_init(rest);
  arb_set_d(ratio, q), arb_sub_ui(rest, ratio, 1, bits), arb_neg(rest, rest);
  arb_pow_ui(ratio, ratio, count, bits), arb_div(ratio, ratio, rest, bits), arb_mul(tail, M, ratio, bits);
  arb_clear(ratio), arb_clear(rest);
}

/*
 * I0 and I1 around a > 0, from I0' = I1 and x I1' = x I0 - I1:
 * (k + 1) a[k + 1] = b[k],  a (k + 1) b[k + 1] = a a[k] + a[k - 1] - (k + 1) b[k].
 * Around 0 the power series.
 */
static void bessel_series(arb_poly_t f0, arb_poly_t f1, double at, slong count, slong bits) {
  arb_t x, y, z;
  arb_init(x), arb_init(y), arb_init(z);
  arb_poly_zero(f0), arb_poly_zero(f1);
  if (at == 0) {
    arb_one(y); /* 1/(j!^2 4^j) */
    for (slong j = 0; 2 * j <= count; j++) {
      arb_poly_set_coeff_arb(f0, 2 * j, y);
      arb_div_ui(y, y, 2 * (j + 1), bits), arb_poly_set_coeff_arb(f1, 2 * j + 1, y);
      arb_div_ui(y, y, 2 * (j + 1), bits);
    }
  } else {
    arb_set_d(x, at);
    arb_zero(z), arb_hypgeom_bessel_i(y, z, x, bits), arb_poly_set_coeff_arb(f0, 0, y);
    arb_one(z), arb_hypgeom_bessel_i(y, z, x, bits), arb_poly_set_coeff_arb(f1, 0, y);
    for (slong k = 0; k < count; k++) {
      arb_poly_get_coeff_arb(y, f1, k), arb_div_ui(y, y, k + 1, bits), arb_poly_set_coeff_arb(f0, k + 1, y);
      arb_poly_get_coeff_arb(y, f0, k), arb_mul(y, y, x, bits);
      if (k > 0) arb_poly_get_coeff_arb(z, f0, k - 1), arb_add(y, y, z, bits);
      arb_poly_get_coeff_arb(z, f1, k), arb_mul_ui(z, z, k + 1, bits), arb_sub(y, y, z, bits);
      arb_div(y, y, x, bits), arb_div_ui(y, y, k + 1, bits), arb_poly_set_coeff_arb(f1, k + 1, y);
    }
  }
  arb_clear(x), arb_clear(y), arb_clear(z);
}

enum { I0, I1, I1_GRAD, I0_LESS, I1_LESS };

/*
 * parameter: which of the above, times 2, + 1 if exp(-x) times it.
 * For Re z >= 0 those times exp(-z) are integrals of exp(z (cos v - 1)) times 1, cos v, cos^2 v, cos v - 1 or
 * (cos v - 1) cos v over [0, pi], divided by pi (DLMF 10.32.3): at most 2. Not scaled, and around 0, exp(|z|) more.
 */
static void bessel(arb_poly_t f, arb_t tail, double a, double r, slong parameter, slong count, slong bits) {
  slong kind = parameter / 2;
  arb_poly_t f0, f1, scale;
  arb_poly_init(f0), arb_poly_init(f1), arb_poly_init(scale);
  bessel_series(f0, f1, a, count, bits);
  if (kind == I0) arb_poly_set(f, f0);
  else if (kind == I1) arb_poly_set(f, f1);
  else if (kind == I1_GRAD) arb_poly_derivative(f, f1, bits);
  else if (kind == I0_LESS) arb_poly_sub(f, f1, f0, bits);
  else arb_poly_derivative(f, f1, bits), arb_poly_sub(f, f, f1, bits);
  if (parameter % 2) {
    arb_poly_zero(scale), arb_poly_set_coeff_si(scale, 0, 0);
    arb_t x;
    arb_init(x), arb_set_d(x, -a);
    arb_poly_set_coeff_arb(scale, 0, x), arb_poly_set_coeff_si(scale, 1, -1);
    arb_poly_exp_series(scale, scale, count, bits), arb_poly_mullow(f, f, scale, count, bits);
    arb_clear(x);
  }
  arb_poly_truncate(f, count);
  double R = a == 0 ? 64 * r : a;
  arb_t M;
  arb_init(M), arb_set_d(M, a == 0 ? 2 * R : 0), arb_exp(M, M, bits), arb_mul_ui(M, M, 2, bits);
  cauchy_tail(tail, M, r / R * (1 + 1e-15), count, bits);
  arb_clear(M), arb_poly_clear(f0), arb_poly_clear(f1), arb_poly_clear(scale);
}

/* 1/sqrt(2 pi x), or -1/(2 x sqrt(2 pi x)): below 1 for |z - a| <= a/2, a >= 1. */
static void power(arb_poly_t f, arb_t tail, double a, double r, slong parameter, slong count, slong bits) {
  arb_poly_t x;
  arb_t c;
  arb_poly_init(x), arb_init(c);
  arb_poly_set_coeff_si(x, 1, 1), arb_set_d(c, a), arb_poly_set_coeff_arb(x, 0, c);
  arb_set_d(c, parameter ? -1.5 : -0.5), arb_poly_pow_arb_series(f, x, c, count, bits);
  arb_const_pi(c, bits), arb_mul_ui(c, c, 2, bits), arb_rsqrt(c, c, bits);
  if (parameter) arb_mul_2exp_si(c, c, -1), arb_neg(c, c);
  arb_poly_scalar_mul(f, f, c, bits);
  arb_one(c), cauchy_tail(tail, c, 2 * r / a * (1 + 1e-15), count, bits);
  arb_poly_clear(x), arb_clear(c);
}

/*
 * lgamma, digamma and polygamma of orders m = -1, 0, 1, 2 around a > 0, times sign^k. Coefficient k is at most
 * (m + k)!/k! zeta(m + k + 1, a), and zeta(s, a) <= a^-s (1 + a/(s - 1)).
 */
static void polygamma(arb_poly_t f, arb_t tail, const arb_t a, double r, slong m, slong count, slong bits) {
  arb_poly_t x;
  arb_t c, q;
  arb_poly_init(x), arb_init(c), arb_init(q);
  arb_poly_set_coeff_arb(x, 0, a), arb_poly_set_coeff_si(x, 1, 1);
  if (m < 0) arb_poly_lgamma_series(f, x, count, bits);
  else arb_poly_digamma_series(f, x, count + m, bits);
  for (slong k = 0; k < m; k++) arb_poly_derivative(f, f, bits);
  /* The first term that is left out, and the others at most (r/a (1 + m/count))^i times it. */
  arb_div_ui(c, a, m + count, bits), arb_add_ui(c, c, 1, bits);
  for (slong k = 1; k <= m; k++) arb_mul_ui(c, c, count + k, bits), arb_div(c, c, a, bits);
  if (m < 0) arb_mul(c, c, a, bits), arb_div_ui(c, c, count, bits);
  arb_div(c, c, a, bits);
  arb_set_d(q, r), arb_div(q, q, a, bits);
  arb_pow_ui(tail, q, count, bits), arb_mul(tail, tail, c, bits);
  if (m > 0) arb_mul_ui(q, q, count + m, bits), arb_div_ui(q, q, count, bits);
  arb_sub_ui(q, q, 1, bits), arb_neg(q, q), arb_div(tail, tail, q, bits);
  arb_poly_clear(x), arb_clear(c), arb_clear(q);
}

static void gamma_of(arb_poly_t f, arb_t tail, double a, double r, slong m, slong count, slong bits) {
  arb_t x;
  arb_init(x), arb_set_d(x, a), polygamma(f, tail, x, r, m, count, bits), arb_clear(x);
}

/*
 * The same, up to order m = 14, around a < 0 between two poles: terms that the recurrence takes away come first, log |x + j| and
 * its derivatives. All poles are at least d, the distance from the nearest one, away, and all but two by as much as those of
 * zeta(s, 1): the sum of their |a + j|^-s is below 6 d^-s.
 */
static void between_poles(arb_poly_t f, arb_t tail, double a, double r, slong m, slong count, slong bits) {
  arb_t x, y, c, q;
  arb_init(x), arb_init(y), arb_init(c), arb_init(q), arb_set_d(x, a);
  if (a > 0) {
    polygamma(f, tail, x, r, m, count, bits);
  } else {
    slong steps = (slong) ceil(-a) + 1;
    arb_add_si(y, x, steps, bits), polygamma(f, tail, y, r, m, count, bits);
    for (slong j = 0; j < steps; j++) {
      arb_add_si(y, x, j, bits);
      for (slong k = 0; k < count; k++) { /* coefficient k + m + 1 of log |y + t|, times (k + m + 1)!/k! */
        slong s = m + 1 + k;
        if (s == 0) arb_abs(c, y), arb_log(c, c, bits);
        else arb_pow_ui(c, y, s, bits), arb_mul_si(c, c, s % 2 ? s : -s, bits), arb_inv(c, c, bits);
        for (slong i = k + 1; i <= s; i++) arb_mul_si(c, c, i, bits);
        arb_poly_get_coeff_arb(q, f, k), arb_sub(q, q, c, bits), arb_poly_set_coeff_arb(f, k, q);
      }
    }
    /* 6 (m + count)!/count! d^-(m + count + 1) r^count, and each that follows at most r/d (1 + m/(count + 1)) of it. */
    double d = fmin(a - floor(a), ceil(a) - a);
    arb_set_d(x, d), arb_set_d(q, r), arb_div(q, q, x, bits), arb_pow_ui(tail, q, count, bits), arb_mul_si(tail, tail, 6, bits);
    for (slong k = 1; k <= m; k++) arb_mul_si(tail, tail, count + k, bits);
    if (m < 0) arb_div_si(tail, tail, count, bits);
    for (slong k = 0; k <= m; k++) arb_div(tail, tail, x, bits);
    if (m > 0) arb_mul_si(q, q, count + 1 + m, bits), arb_div_si(q, q, count + 1, bits);
    arb_sub_si(q, q, 1, bits), arb_neg(q, q), arb_div(tail, tail, q, bits);
    if (!arb_is_positive(q)) arb_indeterminate(tail);
  }
  arb_clear(x), arb_clear(y), arb_clear(c), arb_clear(q);
}

/* f(x) + (-1)^s f(1 - x), s = m + 1. */
static void mirrored(arb_poly_t f, arb_t tail, double a, double r, slong m, slong count, slong bits) {
  arb_poly_t g;
  arb_t x, c, more;
  arb_poly_init(g), arb_init(x), arb_init(c), arb_init(more);
  gamma_of(f, tail, a, r, m, count, bits);
  arb_set_d(x, a), arb_sub_ui(x, x, 1, bits), arb_neg(x, x);
  polygamma(g, more, x, r, m, count, bits), arb_add(tail, tail, more, bits);
  for (slong k = 0; k < count; k++) {
    arb_poly_get_coeff_arb(c, g, k);
    if ((m + 1 + k) % 2) arb_neg(c, c);
    arb_poly_set_coeff_arb(g, k, c);
  }
  arb_poly_add(f, f, g, bits);
  arb_poly_clear(g), arb_clear(x), arb_clear(c), arb_clear(more);
}

/* Adds sign times (y - 1) digamma(y) to f, y around a + m/2. */
static void add_end(arb_poly_t f, double a, slong m, int sign, slong count, slong bits) {
  arb_poly_t y, g;
  arb_t x, c;
  arb_poly_init(y), arb_poly_init(g), arb_init(x), arb_init(c);
  arb_set_si(x, m), arb_mul_2exp_si(x, x, -1), arb_set_d(c, a), arb_add(x, x, c, bits);
  arb_poly_set_coeff_arb(y, 0, x), arb_poly_set_coeff_si(y, 1, 1);
  arb_poly_digamma_series(g, y, count, bits);
  arb_sub_ui(x, x, 1, bits), arb_poly_set_coeff_arb(y, 0, x);
  arb_poly_mullow(g, g, y, count, bits);
  if (sign > 0) arb_poly_add(f, f, g, bits);
  else arb_poly_sub(f, f, g, bits);
  arb_poly_clear(y), arb_poly_clear(g), arb_clear(x), arb_clear(c);
}

/* The sum of lgamma(a + j/2), j = 0 .. p - 1: two chains with steps of 1, log G(b + m) - log G(b) (DLMF 5.17.1). */
static void sum_of_lgammas(arb_t y, double a, slong p, slong bits) {
  arb_t x, c;
  acb_t z, g;
  arb_init(x), arb_init(c), acb_init(z), acb_init(g), arb_zero(y);
  for (slong i = 0; i < 2; i++) {
    slong m = (p + 1 - i) / 2;
    arb_set_si(x, i), arb_mul_2exp_si(x, x, -1), arb_set_d(c, a), arb_add(x, x, c, bits);
    if (m <= 32) {
      for (slong k = 0; k < m; k++, arb_add_ui(x, x, 1, bits)) arb_lgamma(c, x, bits), arb_add(y, y, c, bits);
    } else {
      acb_set_arb(z, x), acb_log_barnes_g(g, z, bits), arb_sub(y, y, acb_realref(g), bits);
      acb_add_si(z, z, m, bits), acb_log_barnes_g(g, z, bits), arb_add(y, y, acb_realref(g), bits);
    }
  }
  arb_clear(x), arb_clear(c), acb_clear(z), acb_clear(g);
}

/*
 * multigammaln of dimension |parameter| as a function of x - (p - 1)/2, and for parameter < 0 its derivative. The sum of
 * digamma(b + j), j = 0 .. m - 1, is (y - 1) digamma(y) from b to b + m, less m: digamma(y + 1) = digamma(y) + 1/y. Each of the
 * p terms has a smaller tail than that at a.
 */
static void sum(arb_poly_t f, arb_t tail, double a, double r, slong parameter, slong count, slong bits) {
  slong p = labs(parameter), odd = p / 2;
  arb_poly_t g;
  arb_t x, c;
  arb_poly_init(g), arb_init(x), arb_init(c);
  arb_set_d(x, a), polygamma(g, tail, x, r, parameter < 0 ? 0 : -1, count, bits), arb_mul_si(tail, tail, p, bits);
  arb_poly_zero(f);
  add_end(f, a, 2 * (p - odd), 1, count, bits), add_end(f, a, 0, -1, count, bits);
  add_end(f, a, 2 * odd + 1, 1, count, bits), add_end(f, a, 1, -1, count, bits);
  arb_poly_get_coeff_arb(c, f, 0), arb_sub_si(c, c, p, bits), arb_poly_set_coeff_arb(f, 0, c);
  if (parameter > 0) {
    arb_poly_integral(f, f, bits), arb_poly_truncate(f, count);
    arb_const_pi(c, bits), arb_log(c, c, bits), arb_mul_si(c, c, p, bits), arb_mul_si(c, c, p - 1, bits);
    arb_mul_2exp_si(c, c, -2), sum_of_lgammas(x, a, p, bits), arb_add(c, c, x, bits);
    arb_poly_set_coeff_arb(f, 0, c);
  }
  arb_poly_clear(g), arb_clear(x), arb_clear(c);
}

/* The same without its pole, + log x or + 1/x: the terms but one are those of dimension p - 1 at x + 1/2, and that is at 1 + x. */
static void sum_beside_pole(arb_poly_t f, arb_t tail, double a, double r, slong parameter, slong count, slong bits) {
  arb_poly_t g;
  arb_t c, more;
  arb_poly_init(g), arb_init(c), arb_init(more);
  sum(f, tail, a + 0.5, r, parameter < 0 ? parameter + 1 : parameter - 1, count, bits);
  gamma_of(g, more, a + 1, r, parameter < 0 ? 0 : -1, count, bits);
  arb_poly_add(f, f, g, bits), arb_add(tail, tail, more, bits);
  if (parameter > 0) {
    arb_const_pi(c, bits), arb_log(c, c, bits), arb_mul_si(c, c, parameter - 1, bits), arb_mul_2exp_si(c, c, -1);
    arb_poly_get_coeff_arb(more, f, 0), arb_add(c, c, more, bits), arb_poly_set_coeff_arb(f, 0, c);
  }
  arb_poly_clear(g), arb_clear(c), arb_clear(more);
}

/*
 * g(x) = x^s zeta(s, x), the sum of (x/(x + j))^s. With x = a (1 + u) and v = a/(a + j), x/(x + j) is v (1 + u)/(1 + v u), a
 * Moebius transformation: it maps |u| = q <= 1 to a circle around the real axis, so that it is largest at u = q or u = -q,
 * and that is u = q. So |g| <= g(2 a) for |u| <= 1. And g(2 a) <= 2 g(a), since g(x)/x, the integral of
 * t^(s - 1) exp(-t) h/(1 - exp(-h t)) dt with h = 1/x, divided by (s - 1)!, falls with x: h/(1 - exp(-h t)) rises with h.
 * For the first entry, a = r, g = 1 + x^s zeta(s, 1 + x), at most 1 + (a + 1/2)^s zeta(s, 1/2 + a) on a circle of radius
 * 1/2.
 */
static void hurwitz(arb_t y, slong s, const arb_t x, slong bits) {
  acb_t order, a;
  acb_init(order), acb_init(a);
  acb_set_si(order, s), acb_set_arb(a, x);
  acb_hurwitz_zeta(a, order, a, bits), arb_set(y, acb_realref(a));
  acb_clear(order), acb_clear(a);
}
static void zeta_power(arb_poly_t f, arb_t tail, double a, double r, slong s, slong count, slong bits) {
  int is_first = a <= r * (1 + 1e-15);
  double R = is_first ? 0.5 : a;
  arb_poly_t g;
  arb_t x, c, b;
  arb_poly_init(g), arb_init(x), arb_init(c), arb_init(b);
  arb_set_d(x, is_first ? 1 + a : a), arb_one(b);
  for (slong k = 0; k < count; k++) { /* binomial(-s, k) zeta(s + k, x) */
    hurwitz(c, s + k, x, bits), arb_mul(c, c, b, bits), arb_poly_set_coeff_arb(g, k, c);
    arb_mul_si(b, b, -(s + k), bits), arb_div_ui(b, b, k + 1, bits);
  }
  arb_poly_zero(f), arb_set_d(c, a), arb_poly_set_coeff_arb(f, 0, c), arb_poly_set_coeff_si(f, 1, 1);
  arb_poly_pow_ui_trunc_binexp(f, f, s, count, bits);
  arb_poly_mullow(f, f, g, count, bits);
  if (is_first) arb_poly_get_coeff_arb(c, f, 0), arb_add_ui(c, c, 1, bits), arb_poly_set_coeff_arb(f, 0, c);
  if (is_first) {
    arb_set_d(b, a + R), arb_pow_ui(b, b, s, bits);
    arb_set_d(c, 1 + a - R), hurwitz(c, s, c, bits), arb_mul(b, b, c, bits), arb_add_ui(b, b, 1, bits);
  } else {
    arb_poly_get_coeff_arb(b, f, 0), arb_mul_2exp_si(b, b, 1);
  }
  cauchy_tail(tail, b, r / R * (1 + 1e-15), count, bits);
  arb_poly_clear(g), arb_clear(x), arb_clear(c), arb_clear(b);
}

/* The derivative of that: what is left out is at most 2 g(a) times the sum of k r^(k - 1)/a^k, not for the first entry. */
static void zeta_slope(arb_poly_t f, arb_t tail, double a, double r, slong s, slong count, slong bits) {
  arb_t c;
  arb_init(c);
  zeta_power(f, tail, a, r, s, count + 1, bits), arb_poly_derivative(f, f, bits);
  if (a <= r * (1 + 1e-15)) arb_indeterminate(tail);
  /* (k + 1) q^k/(1 - q)^2 over q^(k + 1)/(1 - q), with q = r/a <= 1/2. */
  arb_set_d(c, r), arb_div(tail, tail, c, bits), arb_mul_ui(tail, tail, 2 * (count + 1), bits);
  arb_clear(c);
}

/* a[k] of I_v(x) exp(-x) sqrt(2 pi x) ~ sum a[k] x^-k (DLMF 10.40.1). */
static void hankel_series(arb_poly_t f, slong order, slong count, slong bits) {
  arb_t c;
  arb_init(c), arb_one(c), arb_poly_zero(f);
  for (slong k = 0; k <= count; k++) {
    arb_poly_set_coeff_arb(f, k, c);
    arb_mul_si(c, c, (2 * k + 1) * (2 * k + 1) - 4 * order * order, bits), arb_div_ui(c, c, 8 * (k + 1), bits);
  }
  arb_clear(c);
}

/*
 * The factors of asymptotic forms as functions of t = 1/x <= 2^-10, around 0: of i0e (0) and i1e (1) the series above;
 * of their derivatives, (2) and (3), (i1e - i0e) x and -(i1e - i0e) x - i1e, each divided by its value at 0. What
 * `count` terms leave out is at most 2 chi(count) |a[count]| t^count exp(chi(1) t |v^2 - 1/4|), chi(l) <= l + 1, (DLMF
 * 10.40.11), and a multiple of exp(-2 x) (10.40.5), below 2^-2000: together below 4 (count + 1) |a[count]| t^count,
 * and the derivatives have three such terms, one of them times x.
 */
static void hankel(arb_poly_t f, arb_t tail, double a, double r, slong which, slong count, slong bits) {
  arb_poly_t f0, f1;
  arb_t c;
  arb_poly_init(f0), arb_poly_init(f1), arb_init(c);
  hankel_series(f0, 0, count, bits), hankel_series(f1, 1, count, bits);
  arb_poly_get_coeff_arb(tail, f1, count), arb_poly_get_coeff_arb(c, f0, count), arb_abs(c, c), arb_abs(tail, tail);
  arb_add(tail, tail, c, bits), arb_mul_ui(tail, tail, 16 * (count + 1), bits);
  arb_set_d(c, r), arb_pow_ui(c, c, count - 1, bits), arb_mul(tail, tail, c, bits);
  if (a != 0) arb_indeterminate(tail);
  if (which == 0) arb_poly_set(f, f0);
  else if (which == 1) arb_poly_set(f, f1);
  else arb_poly_sub(f, f1, f0, bits), arb_poly_shift_right(f, f, 1);
  if (which == 3) arb_poly_add(f, f, f1, bits), arb_poly_neg(f, f);
  arb_poly_get_coeff_arb(c, f, 0), arb_poly_scalar_div(f, f, c, bits), arb_poly_truncate(f, count - 1);
  arb_poly_clear(f0), arb_poly_clear(f1), arb_clear(c);
}

/*
 * The sum of C(2k + 1) w^k, C(j) = 2 binomial(s + j - 1, j) (1 - 2^-(s + j)) zeta(s + j), w = u^2: polygamma next to a midpoint, over
 * u (polygamma/midpoint.ts). The quotient of two terms falls.
 */
static void midpoint(arb_poly_t f, arb_t tail, double a, double r, slong s, slong count, slong bits) {
  arb_t b, c, q;
  arb_init(b), arb_init(c), arb_init(q), arb_poly_zero(f), arb_set_si(b, 2 * s);
  for (slong k = 0; k <= count; k++) {
    slong j = 2 * k + 1;
    arb_zeta_ui(c, s + j, bits), arb_one(q), arb_mul_2exp_si(q, q, -(s + j)), arb_sub_ui(q, q, 1, bits), arb_neg(q, q);
    arb_mul(c, c, q, bits), arb_mul(c, c, b, bits);
    if (k < count) arb_poly_set_coeff_arb(f, k, c);
    else arb_set(tail, c);
    arb_mul_si(b, b, (s + j) * (s + j + 1), bits), arb_div_si(b, b, (j + 1) * (j + 2), bits);
  }
  slong j = 2 * count + 1;
  arb_set_d(q, r), arb_pow_ui(c, q, count, bits), arb_mul(tail, tail, c, bits);
  arb_mul_si(q, q, (s + j) * (s + j + 1), bits), arb_div_si(q, q, (j + 1) * (j + 2), bits);
  arb_sub_ui(q, q, 1, bits), arb_neg(q, q), arb_div(tail, tail, q, bits);
  if (a != 0 || !arb_is_positive(q)) arb_indeterminate(tail);
  arb_clear(b), arb_clear(c), arb_clear(q);
}

static const struct { const char *name; Expand expand; } FAMILIES[] = {
  {"bessel", bessel}, {"power", power}, {"gamma", gamma_of}, {"between poles", between_poles}, {"mirrored", mirrored}, {"sum", sum}, {"sum beside pole", sum_beside_pole}, {"hankel", hankel},
  {"zeta", zeta_power}, {"zeta slope", zeta_slope}, {"midpoint", midpoint},
};

/* An upper bound as a double. */
static double upper(const arb_t x) {
  arf_t u;
  arf_init(u), arb_get_ubound_arf(u, x, 60);
  double result = arb_is_finite(x) ? arf_get_d(u, ARF_RND_CEIL) : INFINITY;
  arf_clear(u);
  return result;
}

/*
 * Writes the bound of |p - f| for each piece of an entry, with `terms`, the coefficients of p - f times powers of r, on
 * [from, to], parts of r. The coefficients around a piece's middle are found by Horner's rule in float64: a term goes
 * through 2 count sums and products, each of which loses at most 2^-53 of the terms' absolute values around there, whose
 * sum is below (1 + half)^count <= 4 times that around 0. So 8 count 2^-53 of that is added.
 */
static void bound_pieces(const double *terms, slong count, double tail, double from, double to, double *bounds) {
  double all = 0, moved[MAX_TERMS];
  for (slong k = 0; k < count; k++) all += fabs(terms[k]);
  double half = (to - from) / (2 * PIECES) * (1 + 0x1p-40);
  for (slong piece = 0; piece < PIECES; piece++) {
    double middle = from + (to - from) * ((2 * piece + 1) / (2.0 * PIECES)), total = 0;
    memcpy(moved, terms, count * sizeof *terms);
    for (slong j = 0; j < count; j++) {
      for (slong k = count - 2; k >= j; k--) moved[k] += middle * moved[k + 1];
    }
    for (slong j = count - 1; j >= 0; j--) total = total * half + fabs(moved[j]);
    bounds[piece] = (total + tail + all * count * 0x1p-50) * (1 + 0x1p-40);
  }
}

/*
 * The bounds of an entry's pieces, and of |p - f| at t = 0. `is_quotient`: of |(p - f)(t) - (p - f)(0)|/|t|, for entries whose zero
 * is next to t = 0.
 */
static void enclose_entry(const Entry *e, Expand expand, slong parameter, slong count, slong bits, int is_quotient,
                          double *bounds) {
  arb_poly_t f;
  arb_t tail, c, power, total;
  arb_poly_init(f), arb_init(tail), arb_init(c), arb_init(power), arb_init(total);
  double from = e->low - e->breakpoint, to = e->high - e->breakpoint;
  double r = fmax(fabs(from), fabs(to)) * (1 + 0x1p-50), terms[MAX_TERMS];
  expand(f, tail, e->breakpoint, r, parameter, count, bits);
  arb_poly_neg(f, f);
  for (slong k = 0; k < TERMS; k++) {
    arb_poly_get_coeff_arb(total, f, k);
    for (int part = 0; part < 2; part++) arb_set_d(c, e->terms[k][part]), arb_add(total, total, c, bits);
    arb_poly_set_coeff_arb(f, k, total);
  }
  arb_poly_get_coeff_arb(c, f, 0), arb_abs(c, c), bounds[PIECES] = upper(c);
  if (is_quotient) {
    arb_poly_shift_right(f, f, 1);
    arb_set_d(c, r), arb_div(tail, tail, c, bits); /* The tail is t^count times a series of positive terms at most. */
  }
  arb_one(power), arb_set_d(c, r);
  for (slong k = 0; k < count; k++, arb_mul(power, power, c, bits)) {
    arb_poly_get_coeff_arb(total, f, k), arb_mul(total, total, power, bits);
    terms[k] = arf_get_d(arb_midref(total), ARF_RND_NEAR);
    /* What is no float64 goes to the tail. */
    arb_t rest;
    arb_init(rest), arb_set_d(rest, terms[k]), arb_sub(total, total, rest, bits);
    arb_abs(total, total), arb_add(tail, tail, total, bits), arb_clear(rest);
  }
  /* So do terms that are too small to be felt. */
  double least = ldexp(fabs(e->terms[0][0]) + fabs(e->terms[1][0]) * r, -bits / 2), left = upper(tail);
  slong last;
  for (last = count; last > 1 && left + fabs(terms[last - 1]) < least; last--) left += fabs(terms[last - 1]);
  bound_pieces(terms, last, left * (1 + 0x1p-40), from / r, to / r, bounds);
  arb_poly_clear(f), arb_clear(tail), arb_clear(c), arb_clear(power), arb_clear(total);
}

/*
 * Writes BOUNDS bounds for each of `count` entries, STRIDE numbers each. `terms` of f's series are taken, MAX_TERMS at
 * most, with so many bits. Returns 0 if there is no such family.
 */
int enclose(const char *family, slong parameter, slong terms, slong bits, int is_quotient, slong count,
            const double *entries, double *bounds) {
  for (size_t i = 0; i < sizeof FAMILIES / sizeof *FAMILIES; i++) {
    if (strcmp(FAMILIES[i].name, family) || terms > MAX_TERMS) continue;
    for (slong k = 0; k < count; k++) {
      enclose_entry((const Entry *) (entries + k * STRIDE), FAMILIES[i].expand, parameter, terms, bits, is_quotient,
                    bounds + k * BOUNDS);
    }
    return 1;
  }
  return 0;
}
