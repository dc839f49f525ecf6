import { assert } from "@std/assert";
import { openBalls, ratio, type Rational } from "./ball_probe.ts";

// True values by Arb, with 700 bits and more: tools/arb/elementary_balls.py.
const rows = (await Deno.readTextFile(new URL("../data/ball_elementary.tsv", import.meta.url)))
  .trimEnd().split("\n").map((row) => row.split("\t"));

/** Bits that a result may lose; of sin and cos next to their zeros, and of log, more are lost. */
const LOST = 4n;

function scaled(m: string, e: string): Rational {
  const exponent = BigInt(e);
  return exponent >= 0n ? ratio(BigInt(m) << exponent, 1n) : ratio(BigInt(m), 1n << -exponent);
}

Deno.test("elementary functions of balls contain the true values, and hardly more", () => {
  const balls = openBalls();
  const { exports } = balls;
  for (const [name, m, e, valueM, valueE] of rows) {
    const truth = scaled(valueM, valueE);
    const doubt = truth.abs().mul(ratio(1n, 1n << 700n));
    for (const precision of [64, 160, 320, 640]) {
      balls.reset(precision);
      const ball = { m: BigInt(m), exponent: BigInt(e), radius: 0n, radiusExponent: 0n };
      const to = exports.newBall();
      (exports[name] as (to: number, a: number) => void)(to, balls.make(ball));
      const { middle, radius } = balls.read(to);
      const where = `${name} of ${m} 2^${e} at ${precision} bits`;
      const error = middle.sub(truth).abs();
      assert(exports.isKnown(to), where);
      assert(!radius.add(doubt).sub(error).isNegative(), where);
      if (name === "sin" || name === "cos") continue;
      const most = truth.abs().mul(ratio(1n << LOST, 1n << BigInt(precision)));
      assert(!most.sub(radius).isNegative(), `${where} is too wide`);
    }
  }
});

Deno.test("an elementary function of a ball contains its values at all points", () => {
  const balls = openBalls();
  const { exports } = balls;
  for (const [name, m, e] of rows) {
    balls.reset(160);
    const exact = { m: BigInt(m), exponent: BigInt(e), radius: 0n, radiusExponent: 0n };
    const size = BigInt(BigInt(m).toString(2).replace("-", "").length);
    const wide = { ...exact, radius: 1n, radiusExponent: BigInt(e) + size - 40n };
    const run = exports[name] as (to: number, a: number) => void;
    const all = exports.newBall();
    const ball = balls.make(wide);
    run(all, ball);
    if (!exports.isKnown(all)) continue;
    for (const end of ["setUpper", "setLower"] as const) {
      const at = exports.newBall();
      exports[end](at, ball);
      run(at, at);
      if (!exports.isKnown(at)) continue;
      // The value at an end is known to its own radius.
      const { middle, radius } = balls.read(at);
      const whole = balls.read(all);
      const distance = middle.sub(whole.middle).abs();
      assert(!whole.radius.add(radius).sub(distance).isNegative(), `${name} of ${m} 2^${e}`);
    }
  }
});
