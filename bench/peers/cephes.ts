import { localPeer } from "./local_peer.ts";
import type { AbsentPeer, Peer, PeerSetting } from "./peer.ts";

// Only the benchmarks download this package. Its hash is in tools/deno.lock.
const VERSION = "cephes@3.3.3";

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
export async function openCephes(setting: PeerSetting): Promise<Peer | AbsentPeer> {
  try {
    const { i0, i0e, i1, i1e, lgam, psi, compiled } = await withProto(() =>
      import(`npm:${VERSION}`)
    );
    await compiled;
    const functions = { i0, i0e, i1, i1e, lgam, psi };
    const version = VERSION.replace("@", " ");
    return localPeer({ name: "cephes", version, functions, formulas: FORMULAS }, setting);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : error;
    return { name: "cephes", absent: `not installed: deno cache npm:cephes (${reason})` };
  }
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
