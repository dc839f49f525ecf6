import type { PackedModule } from "../pack_module.ts";
import { joinPieces } from "./join_pieces.ts";
import { unpackTables } from "./unpack_tables.ts";

// Takes the place of kernels/compile.ts in the npm package, where each family is a module of its
// own.

const provided: Partial<Record<string, PackedModule>> = {};
const compiled: Partial<Record<string, WebAssembly.Module>> = {};
/** A module that has the kernels of all families. */
let whole: WebAssembly.Module | undefined;

/** See kernels/compile.ts. */
export function setModule(given: WebAssembly.Module): void {
  if (Object.keys(compiled).length > 0 || whole !== undefined && whole !== given) {
    throw new Error("Cannot use these kernels: call useKernels before anything is computed");
  }
  whole = given;
}

/** Makes a family known. Every file that needs one begins with this. */
export function provide(family: string, module: PackedModule): void {
  provided[family] = module;
}

/**
 * The module of a family, compiled on first use; that which reads and writes CSV if none is named.
 */
export function compile(family = "text"): WebAssembly.Module {
  return whole ?? (compiled[family] ??= new WebAssembly.Module(unpack(find(family))));
}

function find(family: string): PackedModule {
  const packed = provided[family];
  if (packed === undefined) throw new Error(`Cannot compute: no kernels of ${family} are loaded`);
  return packed;
}

/** The value of a digit in base 16: 0 to 9, a to f. */
function digitOf(character: number): number {
  return character < 58 ? character - 48 : character - 87;
}

/** Takes a millisecond or two for the largest. */
function unpack(packed: PackedModule): Uint8Array<ArrayBuffer> {
  const { code } = packed;
  const length = code.length / 2;
  const unpacked = tablesOf(packed);
  const wasm = new Uint8Array(length + unpacked.length);
  for (let i = 0; i < length; i++) {
    wasm[i] = 16 * digitOf(code.charCodeAt(2 * i)) + digitOf(code.charCodeAt(2 * i + 1));
  }
  wasm.set(unpacked, length);
  return wasm;
}

function tablesOf({ tables, shared = [] }: PackedModule): Uint8Array<ArrayBuffer> {
  const own = unpackTables(atob(tables));
  if (shared.length === 0) return own;
  const others = new Map<string, Uint8Array>();
  for (const { family } of shared) {
    if (!others.has(family)) others.set(family, tablesOf(find(family)));
  }
  return joinPieces(own, shared, (family) => others.get(family)!);
}
