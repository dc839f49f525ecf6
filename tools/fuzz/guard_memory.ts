const NAMES = [
  "ArrayBuffer",
  "Uint8Array",
  "Int8Array",
  "Uint16Array",
  "Int16Array",
  "Uint32Array",
  "Int32Array",
  "Float16Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
] as const;

/**
 * Records the largest allocation: of typed arrays and of WebAssembly memory. Call this before
 * importing the code to observe, because modules keep the constructors that they find.
 */
export function guardMemory(): { largest: number } {
  const seen = { largest: 0 };
  const scope = globalThis as unknown as Record<string, new (...args: never[]) => object>;
  function note(bytes: number): void {
    seen.largest = Math.max(seen.largest, bytes);
  }
  for (const name of NAMES) {
    const Original = scope[name];
    const size = (Original as unknown as { BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? 1;
    scope[name] = new Proxy(Original, {
      construct(target, args, newTarget): object {
        // The size is recorded before the allocation, which may fail.
        const [first] = args as unknown[];
        if (typeof first === "number") note(first * size);
        return Reflect.construct(target, args, newTarget === scope[name] ? target : newTarget);
      },
    });
  }
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages: number): number {
    note(this.buffer.byteLength + pages * 65536);
    return grow.call(this, pages);
  };
  return seen;
}
