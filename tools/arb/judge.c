/*
 * A shared library that rounds the true results of many points, for tools/accuracy/arb.ts, which also builds it.
 */
#include "functions.h"

/* Enough to know the distance from a midpoint to some 2^-20 ulp; undecided points get more. */
enum { FIRST_BITS = 96, ENOUGH_BITS = 74 };

/*
 * Writes the rounded result of each x, and its distance from the midpoint in ulp. NaN says that Arb does not tell, as
 * where the result is not finite. Returns 0 if there is no such function.
 */
int judge(const char *name, slong parameter, slong count, const double *x, double *rounded, double *distance) {
  Task task = {find_function(name), parameter, FIRST_BITS, ENOUGH_BITS};
  if (task.evaluate == NULL) return 0;
  for (slong i = 0; i < count; i++) {
    Rounded result;
    int ok = isfinite(x[i]) && round_result(&task, x[i], &result) && isfinite(result.y) && result.y != 0;
    rounded[i] = ok ? result.y : NAN;
    distance[i] = ok ? result.distance : NAN;
  }
  return 1;
}
