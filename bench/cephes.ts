import type { FloatArray } from "../kernels/float_types.ts";
import { COUNT } from "./inputs.ts";
import type { AbsentPeer, Job, Peer, PeerSetting } from "./peer.ts";
import { localContender } from "./time_rounds.ts";

// Only the benchmarks download this package. Its hash is in tools/deno.lock.
const VERSION = "cephes@3.3.3";

type Loop = (x: FloatArray, y: FloatArray) => void;

/**
 * What a user writes for one element; the package has functions of one number, and no gradients.
 */
const FORMULAS: Readonly<Record<string, string>> = {
  i0: "i0(x)",
  i0e: "i0e(x)",
  i1: "i1(x)",
  i1e: "i1e(x)",
  i0Grad: "i1(x)",
  i0eGrad: "i1e(x) - Math.sign(x) * i0e(x)",
  i1Grad: "i0(x) - i1(x) / x",
  i1eGrad: "i0e(x) - i1e(x) * (Math.sign(x) + 1 / x)",
  lgamma: "lgam(x)",
  lgammaGrad: "psi(x)",
  digamma: "psi(x)",
};

/** npm's cephes: the C library compiled to WebAssembly, called for each element. */
export async function openCephes({ inputs }: PeerSetting): Promise<Peer | AbsentPeer> {
  let library: Readonly<Record<string, unknown>>;
  try {
    library = await withProto(() => import(`npm:${VERSION}`));
    await library.compiled;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : error;
    return { name: "cephes", absent: `not installed: deno cache npm:cephes (${reason})` };
  }
  const x = (input: string): FloatArray => inputs.get(input)!.float64;
  const y = new Float64Array(COUNT);
  const loops = new Map(
    Object.entries(FORMULAS).map(([name, formula]) => [name, makeLoop(formula, library)]),
  );
  return {
    name: "cephes",
    version: VERSION.replace("@", " "),
    compute({ name, type, input }: Job): Promise<FloatArray | undefined> {
      const loop = type === "float64" ? loops.get(name) : undefined;
      try {
        loop?.(x(input), y);
      } catch {
        return Promise.resolve(undefined); // it throws at poles: there it cannot do a column
      }
      return Promise.resolve(loop && y.slice());
    },
    time({ name, input }: Job, passes: number): Promise<number[]> {
      const loop = loops.get(name)!;
      return Promise.resolve(localContender(() => loop(x(input), y))(passes));
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/**
 * Each formula in a loop of its own, as in a user's program: in a loop that they shared, V8 could
 * inline none of them.
 */
function makeLoop(formula: string, library: Readonly<Record<string, unknown>>): Loop {
  const make = new Function(
    "{ i0, i0e, i1, i1e, lgam, psi }",
    `return (xs, ys) => {
      for (let i = 0; i < xs.length; i++) {
        const x = xs[i];
        ys[i] = ${formula};
      }
    };`,
  );
  return make(library);
}

/**
 * The package carries an old Buffer for browsers that assigns to `__proto__`, which in Deno does
 * nothing. It works while the package is loaded, and is as it was while anything is timed.
 */
async function withProto<T>(load: () => Promise<T>): Promise<T> {
  const original = Object.getOwnPropertyDescriptor(Object.prototype, "__proto__");
  Object.defineProperty(Object.prototype, "__proto__", {
    configurable: true,
    get(): unknown {
      return Object.getPrototypeOf(this);
    },
    set(prototype: object | null): void {
      Object.setPrototypeOf(this, prototype);
    },
  });
  try {
    return await load();
  } finally {
    Reflect.deleteProperty(Object.prototype, "__proto__");
    if (original) Object.defineProperty(Object.prototype, "__proto__", original);
  }
}
