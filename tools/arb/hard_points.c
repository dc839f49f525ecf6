/*
 * Finds hard points: float64 inputs whose true result lies almost half-way between two float64 numbers.
 * Every line of the output is proved, by the intervals of functions.h.
 *
 *   apt-get install -y libflint-arb-dev
 *   cc -O2 tools/arb/hard_points.c -o hard_points -lflint-arb -lflint -lmpfr -lgmp -lm
 *   ./hard_points 50000 12 lgamma > tests/data/hard_points/lgamma.tsv
 *   ./hard_points 50000 50000 lgamma | deno run --allow-read tools/arb/check_points.ts
 *
 * Arguments: how many points to try in each region, how many of them to keep, and then names of kernels
 * (all by default), with a parameter if only that is wanted, such as polygamma:3. If all are kept, they are
 * printed as they are drawn: random points to compare with. A line of the output has the kernel, its parameter
 * (0 where there is none), the bits of x, the bits of the correctly rounded result, and the distance of the
 * true result from the midpoint in ulp. The first line is the command. The environment's SEED, a number, draws
 * other points.
 */
#include "functions.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { FIRST_BITS = 128, ENOUGH_BITS = 110 };

/* Where points are drawn: evenly in [a, b], evenly in the logarithm, or at a distance from a that is even in the
 * logarithm from 2^-b times |a| (or 1) on; where polygamma overflows, or is subnormal (in powers of two of the
 * result); next to the zero of the gradient of multigammaln; next to the zeros of digamma, or to the middles, of the gaps
 * between the poles -a and -b. Capitals, m, g and h are for x < 0. */
typedef struct { char kind; double a, b; } Region;
typedef struct { const char *name; slong parameter; const Region *regions; } Subject;

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
  {'n', -0.504083008264455409, 50}, {'n', -1.573498473162390459, 50}, {'n', -9.70267254000186374, 50}, {'n', -99.7, 8},
  {'g', 0x1p7, 0x1p40}, {0}
};
static const Region POLYGAMMA[] = {
  {'o', 0, 70}, {'l', 0x1p-60, 0x1p-6}, {'u', 0.015, 2}, {'u', 2, 8}, {'u', 8, 64}, {'u', 64, 1000}, {'l', 64, 1e6},
  {'l', 1e6, 1e60}, {'l', 1e60, 1e150}, {'s', 1018, 1078}, {'m', 0x1p-60, 0x1p-3}, {'O', 0, 70}, {'u', -1, -0.001}, {'u', -8, -1}, {'u', -40, -8},
  {'u', -1000, -40}, {'m', 1000, 0x1p51}, {'n', -3, 40}, {'n', -100, 40}, {'n', -0.495715676913, 40}, {'n', -1.49878, 12}, {'n', -30.5, 50},
  {'h', 0x1p7, 0x1p20}, {0}
};
/* Relative to the pole at (p - 1)/2. */
static const Region MULTIGAMMA[] = {
  {'p', 0x1p-52, 0x1p-20}, {'p', 0x1p-20, 0x1p-3}, {'p', 0.1, 2}, {'p', 2, 20}, {'p', 20, 1000}, {'p', 1000, 1e6}, {'p', 1e6, 1e18},
  {'p', 1e18, 1e100}, {'p', 1e100, 2e305}, {'z', 0, 50}, {0}
};

static const Subject SUBJECTS[] = {
  {"i0", 0, BESSEL}, {"i0e", 0, BESSEL}, {"i0eGrad", 0, BESSEL},
  {"i1", 0, BESSEL}, {"i1e", 0, BESSEL}, {"i1Grad", 0, BESSEL},
  {"i1eGrad", 0, BESSEL},
  {"lgamma", 0, GAMMA}, {"digamma", 0, GAMMA},
  {"polygamma", 1, POLYGAMMA}, {"polygamma", 2, POLYGAMMA},
  {"polygamma", 3, POLYGAMMA}, {"polygamma", 4, POLYGAMMA},
  {"polygamma", 7, POLYGAMMA}, {"polygamma", 20, POLYGAMMA},
  {"polygamma", 60, POLYGAMMA}, {"polygamma", 171, POLYGAMMA},
  {"polygamma", 1500, POLYGAMMA},
  {"multigammaln", 2, MULTIGAMMA}, {"multigammaln", 3, MULTIGAMMA},
  {"multigammaln", 10, MULTIGAMMA}, {"multigammaln", 100, MULTIGAMMA},
  {"multigammaln", 301, MULTIGAMMA},
  {"multigammalnGrad", 2, MULTIGAMMA}, {"multigammalnGrad", 3, MULTIGAMMA},
  {"multigammalnGrad", 10, MULTIGAMMA}, {"multigammalnGrad", 100, MULTIGAMMA},
  {"multigammalnGrad", 301, MULTIGAMMA},
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

/* A number next to the zero of digamma, or to the middle, of the gap above the pole -k: some ulps from it, or further. */
static double draw_in_gap(double k, int is_middle) {
  double r = 0.5;
  for (int i = 0; i < 4 && !is_middle; i++) { /* psi(1 - x) = pi cot(pi r), x = r - k */
    double y = 1 + k - r;
    r = atan2(M_PI, log(y) - 1 / (2 * y)) / M_PI;
  }
  double x = r - k, u = next_unit();
  double distance = next_bits() & 1 ? (next_bits() & 3) * exp2(floor(log2(k)) - 52) : exp2(-45 * u);
  return x + (next_bits() & 1 ? 1 : -1) * distance;
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
    case 'g': case 'h': return draw_in_gap(floor(exp2(log2(r.a) + u * (log2(r.b) - log2(r.a)))), r.kind == 'h');
    case 'p': return (n - 1) / 2.0 + exp2(log2(r.a) + u * (log2(r.b) - log2(r.a)));
    case 'z':
      if (zero_parameter != parameter) zero = zero_of_sum(zero_parameter = parameter);
      r.a = zero;
      /* fall through */
    default: return r.a + (next_bits() & 1 ? 1 : -1) * fmax(1, fabs(r.a)) * exp2(-r.b * u) * (0.5 + next_unit() / 2);
  }
}

typedef struct { double x, y, distance; } Point;
static int by_distance(const void *a, const void *b) {
  double d = ((const Point *) a)->distance - ((const Point *) b)->distance;
  return d < 0 ? -1 : d > 0;
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
    Task task = {find_function(s->name), s->parameter, FIRST_BITS, ENOUGH_BITS};
    for (const Region *r = s->regions; r->kind != 0; r++) {
      long found = 0;
      for (long k = 0; k < tries; k++) {
        double x = draw(*r, s->parameter);
        if (!isfinite(x) || x == 0 || (x < 0 && x == floor(x))) continue;
        if (s->regions == MULTIGAMMA && x <= (s->parameter - 1) / 2.0) continue; /* outside the domain */
        Rounded rounded;
        if (!round_result(&task, x, &rounded) || !isfinite(rounded.y) || rounded.y == 0) continue;
        if (keep < tries && rounded.distance > 0.25) continue;
        points[found++] = (Point) {x, rounded.y, rounded.distance};
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
