/** The eigenvalues of a symmetric matrix, and its eigenvectors. */
export interface Eigen {
  readonly values: Float64Array;
  /** Row after row: the eigenvector of value j has its component i at i * size + j. */
  readonly vectors: Float64Array;
}

/** Sweeps over all pairs of rows, at most. Small matrices take six or seven. */
const MAX_SWEEPS = 40;

/**
 * Finds the eigenvalues of a symmetric matrix by Jacobi's method, which computes small eigenvalues
 * accurately if the diagonal is scaled to 1. It uses only operations that are rounded alike on
 * every machine.
 */
export function eigenOf(matrix: Float64Array, size: number): Eigen {
  const a = matrix.slice();
  const vectors = new Float64Array(size * size);
  for (let i = 0; i < size; i++) vectors[i * size + i] = 1;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let isDiagonal = true;
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) {
        if (rotate(a, vectors, { p, q, size })) isDiagonal = false;
      }
    }
    if (isDiagonal) break;
  }
  return { values: Float64Array.from({ length: size }, (_, i) => a[i * size + i]), vectors };
}

/** Makes one pair of elements 0. Returns whether they were not. */
function rotate(
  a: Float64Array,
  vectors: Float64Array,
  { p, q, size }: { readonly p: number; readonly q: number; readonly size: number },
): boolean {
  const off = a[p * size + q];
  const [app, aqq] = [a[p * size + p], a[q * size + q]];
  // What rounding hides on the diagonal is 0.
  const isHidden = app + off / 64 === app && aqq + off / 64 === aqq;
  if (off === 0 || isHidden) {
    a[p * size + q] = a[q * size + p] = 0;
    return false;
  }
  const theta = (aqq - app) / (2 * off);
  const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  a[p * size + p] = app - t * off;
  a[q * size + q] = aqq + t * off;
  a[p * size + q] = a[q * size + p] = 0;
  for (let i = 0; i < size; i++) {
    if (i !== p && i !== q) {
      const [aip, aiq] = [a[i * size + p], a[i * size + q]];
      a[i * size + p] = a[p * size + i] = c * aip - s * aiq;
      a[i * size + q] = a[q * size + i] = s * aip + c * aiq;
    }
    const [vip, viq] = [vectors[i * size + p], vectors[i * size + q]];
    vectors[i * size + p] = c * vip - s * viq;
    vectors[i * size + q] = s * vip + c * viq;
  }
  return true;
}
