/** pi in two parts. Products of the first part with short numbers are exact. */
const PI_HIGH = Math.floor(Math.PI * 2 ** 28) / 2 ** 28;
const PI_LOW = Math.PI - PI_HIGH + Math.sin(Math.PI); // sin(Math.PI) is pi - Math.PI

/**
 * The maximum order to compute. From here on even the smallest value, at s = 2^-25, overflows: its
 * size is n! 2^(n + 1).
 */
const MAX_ORDER = 170;

/**
 * Returns the n-th derivative of pi tan(pi s), for even n and 0 < s <= 1/4 with few bits. It is a
 * polynomial in tan(pi s) with only positive coefficients, so that it is as accurate for small s as
 * for others.
 */
export function tangentDerivative(order: number): (s: number) => number {
  if (order > MAX_ORDER) return () => Infinity;
  const polynomial = derivative(order);
  const factor = Math.PI ** (order + 1) * (1 + (order + 1) * Math.sin(Math.PI) / Math.PI);
  return (s) => {
    const rough = Math.tan(PI_HIGH * s);
    const t = rough + PI_LOW * s * (1 + rough * rough);
    const sum = polynomial.reduceRight((sum, coefficient) => sum * t * t + coefficient, 0);
    return factor * t * sum;
  };
}

/**
 * Returns the coefficients of the odd powers of t = tan y in a derivative of even order of t with
 * respect to y.
 */
function derivative(order: number): number[] {
  let powers = [0, 1];
  for (let i = 0; i < order; i++) {
    // d/dy t^k = k (t^(k - 1) + t^(k + 1))
    const next = new Array<number>(powers.length + 1).fill(0);
    powers.forEach((coefficient, k) => {
      if (k > 0) next[k - 1] += k * coefficient;
      next[k + 1] += k * coefficient;
    });
    powers = next;
  }
  return powers.filter((_, k) => k % 2 === 1);
}
