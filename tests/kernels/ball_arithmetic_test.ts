import { assert, assertEquals } from "@std/assert";
import { type Balls, openBalls, ratio, type Rational } from "./ball_probe.ts";

// Every operation on balls is tried on random balls, and at random points of them: the true result
// at each point, an exact rational, must be in the resulting ball.

const PRECISIONS = [32, 64, 128, 416, 1184];
const TRIALS = 600;

/** A generator of random numbers that gives the same ones every time. */
function makeRandom(seed: number): () => number {
  let state = BigInt(seed) * 0x9e3779b97f4a7c15n + 1n;
  return () => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number(state >> 11n) / 2 ** 53;
  };
}

/** Random balls: some are exact, some contain 0, and some have very long exponents. */
function randomBall(balls: Balls, random: () => number): number {
  const bits = 1 + Math.floor(random() * 300);
  let m = 0n;
  for (let i = 0; i < bits; i += 32) m = m << 32n | BigInt(Math.floor(random() * 2 ** 32));
  // Runs of ones and zeros find the places where carries go far.
  if (random() < 0.3) m = (1n << BigInt(bits)) - 1n;
  if (random() < 0.1) m = 1n;
  if (random() < 0.05) m = 0n;
  if (random() < 0.5) m = -m;
  const exponent = BigInt(Math.floor((random() - 0.5) * (random() < 0.2 ? 3000 : 80))) -
    BigInt(bits);
  const isExact = random() < 0.4;
  const radius = isExact ? 0n : BigInt(Math.floor(random() * 2 ** 31)) + 1n;
  const size = BigInt(m.toString(2).length);
  const below = BigInt(Math.floor(random() * random() * 200) - 4);
  return balls.make({ m, exponent, radius, radiusExponent: exponent + size - 31n - below });
}

/** The midpoint, both ends, and a point between them. */
function pointsOf(balls: Balls, ball: number): Rational[] {
  const { middle, radius } = balls.read(ball);
  return [middle, middle.add(radius), middle.sub(radius), middle.add(radius.mul(ratio(3n, 7n)))];
}

function checkAll(
  name: string,
  run: (balls: Balls, to: number, a: number, b: number) => void,
  truth: (x: Rational, y: Rational) => Rational | undefined,
): void {
  const balls = openBalls();
  const random = makeRandom(name.length * 7919);
  for (const precision of PRECISIONS) {
    for (let i = 0; i < TRIALS; i++) {
      balls.reset(precision);
      const a = randomBall(balls, random);
      const b = random() < 0.1 ? a : randomBall(balls, random);
      const [x, y] = [pointsOf(balls, a), a === b ? undefined : pointsOf(balls, b)];
      const isInPlace = random() < 0.2;
      const to = isInPlace ? a : balls.exports.newBall();
      run(balls, to, a, b);
      for (const p of x) {
        for (const q of y ?? [p]) {
          const expected = truth(p, q);
          if (expected === undefined) {
            assert(balls.exports.isUnknown(to), `${name} of ${p} and ${q} claims to be known`);
          } else if (balls.exports.isKnown(to)) {
            assert(balls.contains(to, expected), `${name} of ${p} and ${q} at ${precision} bits`);
          }
        }
      }
      // An exact operand that fits gives a result that is as good as the precision.
      if (balls.exports.isKnown(to)) {
        assert(
          balls.limbs(to) * 32 <= precision || isInPlace ||
            balls.limbs(to) <= balls.limbs(a) + balls.limbs(b),
        );
      }
    }
  }
}

Deno.test("sums, differences and products of balls contain those of all their points", () => {
  checkAll("add", ({ exports }, to, a, b) => exports.add(to, a, b), (x, y) => x.add(y));
  checkAll("subtract", ({ exports }, to, a, b) => exports.subtract(to, a, b), (x, y) => x.sub(y));
  checkAll("multiply", ({ exports }, to, a, b) => exports.multiply(to, a, b), (x, y) => x.mul(y));
});

Deno.test("a quotient of balls contains those of all their points, and is unknown where 0 divides", () => {
  checkAll(
    "divide",
    ({ exports }, to, a, b) => exports.divide(to, a, b),
    (x, y) => y.isZero() ? undefined : x.div(y),
  );
});

Deno.test("products and quotients with integers contain the true ones", () => {
  for (const n of [1n, -1n, 3n, -10n, 4294967295n, 4294967296n, -(2n ** 62n) + 1n]) {
    const integer = ratio(n, 1n);
    checkAll(
      `multiplyInteger ${n}`,
      ({ exports }, to, a) => exports.multiplyInteger(to, a, n),
      (x) => x.mul(integer),
    );
    checkAll(
      `divideInteger ${n}`,
      ({ exports }, to, a) => exports.divideInteger(to, a, n),
      (x) => x.div(integer),
    );
  }
});

Deno.test("a square root contains the roots of all points, and is exact for squares", () => {
  const balls = openBalls();
  const { exports } = balls;
  const random = makeRandom(5);
  for (const precision of PRECISIONS) {
    for (let i = 0; i < TRIALS; i++) {
      balls.reset(precision);
      const a = randomBall(balls, random);
      const points = pointsOf(balls, a);
      const to = exports.newBall();
      exports.squareRoot(to, a);
      if (points.some((x) => x.isNegative())) {
        assert(exports.isUnknown(to));
        continue;
      }
      const { middle, radius } = balls.read(to);
      // low^2 <= x <= high^2
      const [low, high] = [middle.sub(radius), middle.add(radius)];
      for (const x of points) {
        assert(low.isNegative() || !x.sub(low.mul(low)).isNegative());
        assert(!high.mul(high).sub(x).isNegative());
      }
      const b = balls.make({
        m: BigInt(Math.floor(random() * 2 ** 53)),
        exponent: -70n,
        radius: 0n,
        radiusExponent: 0n,
      });
      exports.setPrecision(Math.max(precision, 128));
      exports.square(to, b);
      exports.squareRoot(to, to);
      assert(exports.isExact(to));
      assert(balls.read(to).middle.equals(balls.read(b).middle));
    }
  }
});

Deno.test("a square root of the longest precision stays in its memory, and contains the root", () => {
  const balls = openBalls();
  balls.reset(5120);
  const { exports } = balls;
  const two = exports.newBall();
  exports.setInteger(two, 2n);
  const to = exports.newBall();
  exports.squareRoot(to, two); // an iteration with 5,152 bits wrote into the next ball
  exports.square(to, to);
  assert(balls.contains(to, ratio(2n, 1n)));
});

Deno.test("end points, signs and exponents bound a ball", () => {
  const balls = openBalls();
  const { exports } = balls;
  const random = makeRandom(11);
  for (let i = 0; i < 3000; i++) {
    balls.reset(256);
    const a = randomBall(balls, random);
    const points = pointsOf(balls, a);
    const [upper, lower] = [exports.newBall(), exports.newBall()];
    exports.setUpper(upper, a);
    exports.setLower(lower, a);
    assert(exports.isExact(upper) && exports.isExact(lower));
    for (const x of points) {
      assert(!balls.read(upper).middle.sub(x).isNegative());
      assert(!x.sub(balls.read(lower).middle).isNegative());
      const sign = exports.signOf(a);
      if (sign !== 2) assertEquals(Math.sign(x.sign()), sign);
      assert(exports.containsZero(a) || !x.isZero());
      const above = exports.upperExponent(a);
      if (!x.isZero()) assert(x.abs().sub(power(above)).isNegative());
      const below = exports.lowerExponent(a);
      if (below !== -(2n ** 63n)) assert(!x.abs().sub(power(below)).isNegative());
    }
  }
});

function power(exponent: bigint): Rational {
  return exponent >= 0n ? ratio(1n << exponent, 1n) : ratio(1n, 1n << -exponent);
}

Deno.test("Ziv's test accepts a ball only where all its points round to the same float64", () => {
  const balls = openBalls();
  const { exports } = balls;
  const random = makeRandom(3);
  let accepted = 0;
  for (let i = 0; i < 20000; i++) {
    balls.reset(128);
    // Around float64 numbers, ties between them, powers of two and both ends of the range.
    const exponent = BigInt(
      [-1074, -1075, -1023, -1022, 0, 970, 971][Math.floor(random() * 7)] -
        Math.floor(random() * 3),
    );
    let m = BigInt(Math.floor(random() * 2 ** 53));
    if (random() < 0.3) m = 2n ** BigInt(Math.floor(random() * 54));
    if (random() < 0.3) m = 2n ** 53n - 1n;
    if (random() < 0.2) m = BigInt(Math.floor(random() * 4));
    m = (m << 60n) + (BigInt(Math.floor(random() * 9) - 4) << BigInt(Math.floor(random() * 60)));
    const radiusExponent = exponent - BigInt(Math.floor(random() * 100));
    const radius = random() < 0.3 ? 0n : 2n ** 31n;
    const a = balls.make({
      m: random() < 0.5 ? -m : m,
      exponent: exponent - 60n,
      radius,
      radiusExponent,
    });
    if (!exports.roundsAlike(a)) continue;
    accepted++;
    const value = exports.toNumber(a);
    for (const x of pointsOf(balls, a)) {
      const expected = x.toNumber();
      assert(
        Object.is(value, expected) || value === 0 && expected === 0 && radius === 0n,
        `${x} rounds to ${expected}, not to ${value}`,
      );
    }
  }
  assert(accepted > 5000);
});

Deno.test("float64 numbers become balls and come back", () => {
  const balls = openBalls();
  const { exports } = balls;
  const random = makeRandom(77);
  const bits = new DataView(new ArrayBuffer(8));
  for (let i = 0; i < 5000; i++) {
    balls.reset(64);
    bits.setUint32(0, Math.floor(random() * 2 ** 32));
    bits.setUint32(4, Math.floor(random() * 2 ** 32));
    const x = i < 3
      ? [5e-324, 1.7976931348623157e308, 2.2250738585072014e-308][i]
      : bits.getFloat64(0);
    if (!Number.isFinite(x)) continue;
    const a = exports.newBall();
    exports.setNumber(a, x);
    assert(exports.roundsAlike(a));
    assertEquals(exports.toNumber(a), x);
  }
});

Deno.test("numbers beyond all exponents keep their sign and their side", () => {
  const balls = openBalls();
  balls.reset(128);
  const { exports } = balls;
  const [a, b, c] = [exports.newBall(), exports.newBall(), exports.newBall()];
  exports.setNumber(a, -3);
  exports.scale(a, a, 2n ** 59n);
  exports.multiply(b, a, a);
  exports.multiply(b, b, a); // -27 2^(3 2^59)
  assert(exports.roundsAlike(b));
  assertEquals(exports.toNumber(b), -Infinity);
  exports.setNumber(c, 1);
  exports.divide(c, c, b);
  assert(exports.roundsAlike(c));
  assertEquals(exports.toNumber(c), -0);
  exports.subtract(c, b, b);
  assert(exports.isUnknown(c));
  exports.setNumber(c, 5);
  exports.add(c, b, c);
  assertEquals(exports.toNumber(c), -Infinity);
  exports.squareRoot(c, b);
  assert(exports.isUnknown(c));
});

Deno.test("exp of a number with no more than a lower bound claims no more", () => {
  const balls = openBalls();
  balls.reset(128);
  const { exports } = balls;
  const { exp, log } = exports as unknown as Record<string, (to: number, a: number) => void>;
  const a = exports.newBall();
  exports.setNumber(a, 3);
  exports.scale(a, a, 2n ** 59n);
  exports.square(a, a);
  exports.square(a, a); // beyond all exponents
  log(a, a);
  log(a, a); // at least 2^4, exp of which is below 2^24
  exp(a, a);
  assert(exports.lowerExponent(a) >= 0n && exports.lowerExponent(a) < 24n);
});

Deno.test("0 less a number below all exponents, in its place, has the other sign", () => {
  const balls = openBalls();
  balls.reset(128);
  const { exports } = balls;
  const [tiny, to] = [exports.newBall(), exports.newBall()];
  exports.setNumber(tiny, 3);
  exports.scale(tiny, tiny, -(2n ** 59n));
  exports.square(tiny, tiny);
  exports.square(tiny, tiny);
  assertEquals(exports.signOf(tiny), 1);
  exports.setNumber(to, 0);
  exports.subtract(to, to, tiny);
  assertEquals(exports.signOf(to), -1);
});

Deno.test("everything is unknown once the budget of work is used up", () => {
  const balls = openBalls();
  balls.reset(128);
  const { exports } = balls;
  const [a, b] = [exports.newBall(), exports.newBall()];
  exports.setNumber(a, 3);
  exports.setBudget(160n);
  let steps = 0;
  for (; !exports.isUnknown(a) && steps < 100; steps++) exports.multiply(a, a, a);
  assertEquals(steps, 3);
  exports.setNumber(b, 1);
  exports.add(b, b, b);
  assert(exports.isUnknown(b));
});

Deno.test("a stack that is full makes results unknown, and takes no other memory", () => {
  const balls = openBalls();
  balls.reset(128);
  const { exports } = balls;
  const mark = exports.mark();
  let last = 0;
  for (let i = 0; i < 3000; i++) last = exports.newBall();
  exports.setNumber(last, 1);
  exports.add(last, last, last);
  assert(exports.isUnknown(last));
  exports.release(mark);
});
