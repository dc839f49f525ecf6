/** Throws unless two arrays hold the same bits, which a zero's sign is one of. */
export function assertSame(
  actual: ArrayBufferView,
  expected: ArrayBufferView,
  title: string,
): void {
  if (actual.byteLength !== expected.byteLength) {
    throw new Error(
      `Cannot time ${title}: ${actual.byteLength} bytes, expected ${expected.byteLength}`,
    );
  }
  const whole = actual.byteLength >> 2;
  const [a, b] = [actual, expected].map(({ buffer, byteOffset }) =>
    new Int32Array(buffer, byteOffset, whole)
  );
  // A loop, because there are gigabytes.
  let at = 0;
  while (at < whole && a[at] === b[at]) at++;
  const [c, d] = [actual, expected].map(({ buffer, byteOffset, byteLength }) =>
    new Uint8Array(buffer, byteOffset, byteLength)
  );
  at *= 4;
  while (at < c.length && c[at] === d[at]) at++;
  if (at < c.length) throw new Error(`Cannot time ${title}: they differ first at byte ${at}`);
}
