/** pi in two parts: products of the first with short numbers are exact. */
const PI_HIGH = Math.floor(Math.PI * 2 ** 28) / 2 ** 28;
const PI_LOW = Math.PI - PI_HIGH + Math.sin(Math.PI); // sin(Math.PI) is pi - Math.PI

/** From here on the least value, at 2^-25, overflows: n! 2^(n + 1) is the size of it. */
const MOST_ORDER = 170;

/**
 * The n-th derivative of pi tan(pi s), n even, for 0 < s <= 1/4 of few bits. It is a polynomial in tan(pi s) with
 * positive coefficients only, so that it is as exact for small s as for others.
 */
export function tangentDerivative(order: number): (s: number) => number {
  if (order > MOST_ORDER) return () => Infinity;
  const polynomial = derivative(order);
  const factor = Math.PI ** (order + 1) * (1 + (order + 1) * Math.sin(Math.PI) / Math.PI);
  return (s) => {
    const rough = Math.tan(PI_HIGH * s);
    const t = rough + PI_LOW * s * (1 + rough * rough);
    const sum = polynomial.reduceRight((sum, coefficient) => sum * t * t + coefficient, 0);
    return factor * t * sum;
  };
}

/** Coefficients of the odd powers of t = tan y in the derivative of t with respect to y, of even order. */
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
