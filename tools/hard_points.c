/*
 * Finds hard points: float64 inputs whose true result lies almost half-way between two float64 numbers.
 * Arb computes an interval that contains the true result, with as many bits as it takes to decide how
 * the result is rounded, so that every line of the output is proved.
 *
 *   apt-get install -y libflint-arb-dev
 *   cc -O2 tools/hard_points.c -o hard_points -lflint-arb -lflint -lmpfr -lgmp -lm
 *   ./hard_points 50000 12 lgamma > tests/data/hard_points/lgamma.tsv
 *   ./hard_points 50000 50000 lgamma | deno run --allow-read tools/check_points.ts
 *
 * Arguments: how many points to try in each region, how many of them to keep, and then names of kernels
 * (all by default), with a parameter if only that is wanted, such as polygamma:3. If all are kept, they are
 * printed as they are drawn: random points to compare with. A line of the output has the kernel, its parameter
 * (0 where there is none), the bits of x, the bits of the correctly rounded result, and the distance of the
 * true result from the midpoint in ulp. The first line is the command. The environment's SEED, a number, draws
 * other points.
 */
#include <arb.h>
#include <arb_hypgeom.h>
#include <acb_hypgeom.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_BITS = 40000, ENOUGH_BITS = 110 };

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
    double at = arf_get_d(arb_midref(x), ARF_RND_NEAR), r = at - nearbyint(at);
    arb_set_d(a, fabs(r)), hurwitz(y, s, a, bits);
    arb_sub_ui(a, a, 1, bits), arb_neg(a, a), hurwitz(t, s, a, bits);
    if (s % 2) arb_sub(y, y, t, bits);
    else arb_add(y, y, t, bits);
    if (s % 2 && r < 0) arb_neg(y, y);
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

/* Where points are drawn: evenly in [a, b], evenly in the logarithm, or at a distance from a that is even in the
 * logarithm from 2^-b times |a| (or 1) on; where polygamma overflows, or is subnormal (in powers of two of the
 * result); next to the zero of the gradient of multigammaln. Capitals and m are for x < 0. */
typedef struct { char kind; double a, b; } Region;
typedef struct { const char *name; slong parameter; Evaluate evaluate; const Region *regions; } Subject;

static const Region BESSEL[] = {
  {'l', 0x1p-1074, 0x1p-1000}, {'l', 0x1p-60, 0x1p-20}, {'l', 0x1p-20, 1}, {'u', 0.5, 8}, {'u', -8, -0.5},
  {'u', 8, 40}, {'u', 40, 713.98}, {'u', 713.9, 713.9876}, {'l', 600, 1e6}, {'l', 1e6, 1e30},
  {'l', 1e30, 1e300}, {'l', 0x1p676, 0x1p717}, {'n', 1.54512725799254268616, 50}, {0}
};
static const Region GAMMA[] = {
  {'l', 0x1p-1074, 0x1p-900}, {'l', 0x1p-500, 0x1p-60}, {'l', 0x1p-60, 0x1p-6}, {'u', 0.015, 2}, {'u', 2, 8}, {'u', 8, 64},
  {'u', 64, 1000}, {'l', 64, 1e6}, {'l', 1e6, 1e18}, {'l', 1e18, 1e300}, {'l', 1e300, 1.7e308}, {'u', 2.5e305, 2.5563483719e305},
  {'n', 1, 50}, {'n', 2, 50}, {'n', 1.46163214496836234126, 50},
  {'m', 0x1p-1074, 0x1p-60}, {'m', 0x1p-60, 0x1p-6}, {'u', -1, -0.0001}, {'u', -8, -1}, {'u', -40, -8}, {'u', -1000, -40},
  {'m', 1000, 0x1p51}, {'n', -1, 50}, {'n', -3, 50}, {'n', -30, 47}, {'n', -200, 44},
  {'n', -2.4570247382208006, 50}, {'n', -2.7476826467274127, 50}, {'n', -3.955294284858598, 50}, {'n', -10.0000002755731922399, 50},
  {'n', -0.504083008264455409, 50}, {'n', -1.573498473162390459, 50}, {'n', -9.70267254000186374, 50}, {'n', -99.7, 8}, {0}
};
static const Region POLYGAMMA[] = {
  {'o', 0, 70}, {'l', 0x1p-60, 0x1p-6}, {'u', 0.015, 2}, {'u', 2, 8}, {'u', 8, 64}, {'u', 64, 1000}, {'l', 64, 1e6},
  {'l', 1e6, 1e60}, {'s', 1018, 1078}, {'m', 0x1p-60, 0x1p-3}, {'O', 0, 70}, {'u', -1, -0.001}, {'u', -8, -1}, {'u', -40, -8},
  {'u', -1000, -40}, {'m', 1000, 0x1p51}, {'n', -3, 40}, {'n', -100, 40}, {'n', -0.495715676913, 40}, {'n', -1.49878, 12}, {'n', -30.5, 50}, {0}
};
/* Relative to the pole at (p - 1)/2. */
static const Region MULTIGAMMA[] = {
  {'p', 0x1p-52, 0x1p-20}, {'p', 0x1p-20, 0x1p-3}, {'p', 0.1, 2}, {'p', 2, 20}, {'p', 20, 1000}, {'p', 1000, 1e6}, {'p', 1e6, 1e18},
  {'p', 1e18, 1e100}, {'p', 1e100, 2e305}, {'z', 0, 50}, {0}
};

static const Subject SUBJECTS[] = {
  {"i0", 0, eval_i0, BESSEL}, {"i0e", 0, eval_i0e, BESSEL}, {"i0eGrad", 0, eval_i0eGrad, BESSEL},
  {"i1", 0, eval_i1, BESSEL}, {"i1e", 0, eval_i1e, BESSEL}, {"i1Grad", 0, eval_i1Grad, BESSEL},
  {"i1eGrad", 0, eval_i1eGrad, BESSEL},
  {"lgamma", 0, eval_lgamma, GAMMA}, {"digamma", 0, eval_digamma, GAMMA},
  {"polygamma", 1, eval_polygamma, POLYGAMMA}, {"polygamma", 2, eval_polygamma, POLYGAMMA},
  {"polygamma", 3, eval_polygamma, POLYGAMMA}, {"polygamma", 4, eval_polygamma, POLYGAMMA},
  {"polygamma", 7, eval_polygamma, POLYGAMMA}, {"polygamma", 20, eval_polygamma, POLYGAMMA},
  {"polygamma", 60, eval_polygamma, POLYGAMMA}, {"polygamma", 171, eval_polygamma, POLYGAMMA},
  {"polygamma", 1500, eval_polygamma, POLYGAMMA},
  {"multigammaln", 2, eval_multigammaln, MULTIGAMMA}, {"multigammaln", 3, eval_multigammaln, MULTIGAMMA},
  {"multigammaln", 10, eval_multigammaln, MULTIGAMMA}, {"multigammaln", 100, eval_multigammaln, MULTIGAMMA},
  {"multigammaln", 301, eval_multigammaln, MULTIGAMMA},
  {"multigammalnGrad", 2, eval_multigammalnGrad, MULTIGAMMA}, {"multigammalnGrad", 3, eval_multigammalnGrad, MULTIGAMMA},
  {"multigammalnGrad", 10, eval_multigammalnGrad, MULTIGAMMA}, {"multigammalnGrad", 100, eval_multigammalnGrad, MULTIGAMMA},
  {"multigammalnGrad", 301, eval_multigammalnGrad, MULTIGAMMA},
};

static uint64_t state = 0x9e3779b97f4a7c15u;
static uint64_t next_bits(void) {
  uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}
static double next_unit(void) { return (next_bits() >> 11) * 0x1p-53; }

/* The zero of the gradient of multigammaln, by bisection of its sum of digammas. */
static double zero_of_sum(slong p) {
  double low = (p - 1) / 2.0, high = low + 4;
  arb_t x, y;
  arb_init(x), arb_init(y);
  for (int i = 0; i < 70; i++) {
    double middle = low + (high - low) / 2;
    arb_set_d(x, middle), eval_multigammalnGrad(y, x, p, 100);
    if (arf_sgn(arb_midref(y)) < 0) low = middle;
    else high = middle;
  }
  arb_clear(x), arb_clear(y);
  return low;
}

static double draw(Region r, slong parameter) {
  static slong zero_parameter = 0;
  static double zero = 0;
  double u = next_unit(), n = parameter;
  switch (r.kind) {
    case 'u': return r.a + u * (r.b - r.a);
    case 'm': case 'l': {
      double x = exp2(log2(r.a) + u * (log2(r.b) - log2(r.a))) * (1 + next_unit() * 0x1p-20);
      return r.kind == 'm' ? -x : x;
    }
    /* n! x^-(n + 1) or (n - 1)! x^-n is that power of two. */
    case 'o': case 'O': {
      double x = exp2((lgamma(n + 1) / log(2) - (1024 - (r.a + u * (r.b - r.a)))) / (n + 1)) * (1 + next_unit() * 0x1p-20);
      return r.kind == 'O' ? -x : x;
    }
    case 's': return exp2((lgamma(n) / log(2) + (r.a + u * (r.b - r.a))) / n) * (1 + next_unit() * 0x1p-20);
    case 'p': return (n - 1) / 2.0 + exp2(log2(r.a) + u * (log2(r.b) - log2(r.a)));
    case 'z':
      if (zero_parameter != parameter) zero = zero_of_sum(zero_parameter = parameter);
      r.a = zero;
      /* fall through */
    default: return r.a + (next_bits() & 1 ? 1 : -1) * fmax(1, fabs(r.a)) * exp2(-r.b * u) * (0.5 + next_unit() / 2);
  }
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

typedef struct { double x, y, distance; } Point;
static int by_distance(const void *a, const void *b) {
  double d = ((const Point *) a)->distance - ((const Point *) b)->distance;
  return d < 0 ? -1 : d > 0;
}

static int find(const Subject *s, double at, Point *point) {
  arb_t x, y;
  arb_init(x), arb_init(y);
  arb_set_d(x, at);
  int ok = 0;
  for (slong bits = 128; bits <= MAX_BITS && !ok; bits *= 2) {
    s->evaluate(y, x, s->parameter, bits);
    if (!arb_is_finite(y) && bits > 1024) break;
    if (arb_rel_accuracy_bits(y) < ENOUGH_BITS) continue;
    ok = round_interval(y, &point->y, &point->distance);
  }
  point->x = at;
  arb_clear(x), arb_clear(y);
  return ok;
}

int main(int count, char **arguments) {
  long tries = count > 1 ? atol(arguments[1]) : 1000;
  long keep = count > 2 ? atol(arguments[2]) : 40;
  if (getenv("SEED") != NULL) state += strtoull(getenv("SEED"), NULL, 10);
  Point *points = malloc(tries * sizeof(Point));
  printf("#");
  for (int j = 0; j < count; j++) printf(" %s", arguments[j]);
  printf("\n");
  for (size_t i = 0; i < sizeof SUBJECTS / sizeof *SUBJECTS; i++) {
    const Subject *s = &SUBJECTS[i];
    int wanted = count <= 3;
    char full[64];
    snprintf(full, sizeof full, "%s:%ld", s->name, (long) s->parameter);
    for (int j = 3; j < count; j++) wanted |= !strcmp(arguments[j], s->name) || !strcmp(arguments[j], full);
    if (!wanted) continue;
    for (const Region *r = s->regions; r->kind != 0; r++) {
      long found = 0;
      for (long k = 0; k < tries; k++) {
        double x = draw(*r, s->parameter);
        if (!isfinite(x) || x == 0 || (x < 0 && x == floor(x))) continue;
        if (s->regions == MULTIGAMMA && x <= (s->parameter - 1) / 2.0) continue; /* outside the domain */
        Point p;
        if (!find(s, x, &p) || !isfinite(p.y) || p.y == 0 || (keep < tries && p.distance > 0.25)) continue;
        points[found++] = p;
      }
      if (keep < tries) qsort(points, found, sizeof(Point), by_distance);
      for (long k = 0, n = 0; k < found && n < keep; k++) {
        if (k > 0 && points[k].x == points[k - 1].x) continue;
        uint64_t x, y;
        memcpy(&x, &points[k].x, 8), memcpy(&y, &points[k].y, 8);
        printf("%s\t%ld\t%016" PRIx64 "\t%016" PRIx64 "\t%.2g\n", s->name, (long) s->parameter, x, y, points[k].distance);
        n++;
      }
      fflush(stdout);
    }
    fprintf(stderr, "%s %ld\n", s->name, (long) s->parameter);
  }
  free(points);
  flint_cleanup();
  return 0;
}
