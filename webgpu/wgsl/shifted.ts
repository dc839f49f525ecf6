/** WGSL: multigammaln and its gradient; see tables/shifted_table.ts. */
export const SHIFTED = `
fn compute(x: Wide) -> Wide {
  var place = special(x);
  if (isOrdinary(x)) {
    place = placeOf(x);
  }
  return valueOf(place);
}

fn placeOf(x: Wide) -> Place {
  let key = keyOf(x);
  let twicePole = table[0].y;
  let poleKey = table[0].z;
  if (x.negative || (twicePole != 0u && key < poleKey)) {
    return constantPlace(AT_NAN);
  }
  if (twicePole != 0u && key == poleKey) {
    return constantPlace(AT_POLE);
  }
  let isFar = key >= table[0].w;
  // Both are integers times 2^(x.exponent - 23), and x is the larger one.
  let distance = (x.significand.y >> 8u) - (twicePole << u32(22 - x.exponent));
  let near = keyOf(normalized(false, x.exponent + 8, vec2u(0u, distance)));
  return find(u32(isFar), select(near, key, isFar));
}
`;
