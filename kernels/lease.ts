import { compile } from "./compile.ts";
import { type Instance, makeInstance } from "./instance.ts";

/** An instance that is the caller's alone until the lease is disposed of. */
export interface Lease extends Disposable {
  readonly instance: Instance;
}

/** Instances that nobody uses. Making one takes 0.5 ms, and 120 MB of addresses. */
const idle: Instance[] = [];

/** How many idle instances are kept, and the bytes after their tables up to which one is worth keeping. */
const MAX_IDLE = 2;
const MAX_IDLE_BYTES = 2 ** 26;

/**
 * Leases an instance. Whoever keeps an address or an array of WebAssembly memory across an `await`
 * needs a lease: the instance of `openInstance` belongs to whatever runs next, which may be another
 * run or a call of the program that uses this module.
 */
export function leaseInstance(): Lease {
  const instance = idle.pop() ?? makeInstance(compile());
  let isLeased = true;
  return {
    instance,
    [Symbol.dispose](): void {
      if (!isLeased) return;
      isLeased = false;
      const isSmall = instance.memory.buffer.byteLength - instance.end <= MAX_IDLE_BYTES;
      if (isSmall && idle.length < MAX_IDLE) idle.push(instance);
    },
  };
}
