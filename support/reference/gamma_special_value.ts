import type { GammaKernel } from "./gamma.ts";

/**
 * The result at infinities, at poles, outside of the domain, and where it is exactly 0: a limit or
 * a definition; `undefined` elsewhere. Not for NaN.
 */
export function gammaSpecialValue(
  { name, parameter = 0 }: GammaKernel,
  x: number,
): number | undefined {
  switch (name) {
    case "lgamma":
      if (!Number.isFinite(x) || isPole(x)) return Infinity;
      return isZeroOfLgamma(x) ? 0 : undefined;
    case "digamma":
      return polygammaSpecialValue(0, x);
    case "polygamma":
      return polygammaSpecialValue(parameter, x);
    case "multigammaln":
      if (parameter === 1 && isZeroOfLgamma(x)) return 0;
      return domainSpecialValue(parameter, x, { atEdge: Infinity });
    case "multigammalnGrad":
      return domainSpecialValue(parameter, x, { atEdge: -Infinity });
  }
}

/** Whether Gamma has a pole there. */
function isPole(x: number): boolean {
  return x <= 0 && Number.isInteger(x);
}

/** Whether lgamma is exactly 0 there: its other zeros are no doubles. */
export function isZeroOfLgamma(x: number): boolean {
  return x === 1 || x === 2;
}

function polygammaSpecialValue(n: number, x: number): number | undefined {
  const isOdd = n % 2 === 1;
  if (x === -Infinity) return NaN;
  if (x === Infinity) return n === 0 ? Infinity : isOdd ? 0 : -0;
  if (!isPole(x)) return undefined;
  if (isOdd) return Infinity;
  // Of even order it comes from -inf on the right of a pole, and goes to inf on the left: the sign
  // of 0 gives the side, the other poles have none.
  return x === 0 ? -1 / x : NaN;
}

function domainSpecialValue(
  p: number,
  x: number,
  { atEdge }: { atEdge: number },
): number | undefined {
  const edge = (p - 1) / 2;
  if (x < edge) return NaN;
  if (x === edge) return atEdge;
  return x === Infinity ? Infinity : undefined;
}
