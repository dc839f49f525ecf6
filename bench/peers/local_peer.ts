import type { FloatArray } from "../../kernels/float_types.ts";
import { COUNT } from "../inputs.ts";
import { localContender } from "../time_rounds.ts";
import type { Job, Peer, PeerName, PeerSetting } from "./peer.ts";

/** A library of functions of one number that runs in this process. */
export interface LocalLibrary {
  readonly name: PeerName;
  readonly version: string;
  /** Its functions, by the names that formulas have for them. */
  readonly functions: Readonly<Record<string, unknown>>;
  /** What a user writes for an element `x`, and a parameter `n`. */
  readonly formulas: Readonly<Record<string, string>>;
}

type Loop = (x: FloatArray, y: FloatArray, n?: number) => void;

/** Makes a peer that calls a library for each element of a float64 column. */
export function localPeer(
  { name, version, functions, formulas }: LocalLibrary,
  { inputs }: PeerSetting,
): Peer {
  const x = (input: string): FloatArray => inputs.get(input)!.float64;
  const y = new Float64Array(COUNT);
  const loops = new Map(
    Object.entries(formulas).map(([name, formula]) => [name, makeLoop(formula, functions)]),
  );
  return {
    name,
    version,
    compute({ name, parameter, type, input }: Job): Promise<FloatArray | undefined> {
      const loop = type === "float64" ? loops.get(name) : undefined;
      try {
        loop?.(x(input), y, parameter);
      } catch {
        return Promise.resolve(undefined); // cephes throws at poles: there it cannot do a column
      }
      return Promise.resolve(loop && y.slice());
    },
    time({ name, parameter, input }: Job, passes: number): Promise<number[]> {
      const loop = loops.get(name)!;
      return Promise.resolve(localContender(() => loop(x(input), y, parameter))(passes));
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/**
 * Each formula in a loop of its own, as in a user's program: in a loop that they shared, V8 could
 * inline none of them.
 */
function makeLoop(formula: string, functions: LocalLibrary["functions"]): Loop {
  const make = new Function(
    `{ ${Object.keys(functions).join(", ")} }`,
    `return (xs, ys, n) => {
      for (let i = 0; i < xs.length; i++) {
        const x = xs[i];
        ys[i] = ${formula};
      }
    };`,
  );
  return make(functions);
}
