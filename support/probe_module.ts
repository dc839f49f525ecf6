import { type Instance, makeInstance } from "../kernels/instance.ts";
import { SOURCE_HASH } from "../kernels/module.js";

const ROOT = new URL("../", import.meta.url);
const FOLDER = new URL("tests/.probe/", ROOT);

/** Exports of kernels/assembly/probe, which the shipped module does not have. */
export interface ProbeExports {
  readonly memory: WebAssembly.Memory;
  readonly ARENA: WebAssembly.Global;
  /** See gamma/fallback.ts. */
  gamma_probe(what: number): number;
  /** See batch/result_cache.ts. */
  accurate_count(): number;
  /** See probe/bessel.ts. */
  bessel_exact(kind: number, x: number, xLow: number, to: number): void;
  bessel_margin(kind: number, x: number, isAccurate: boolean): number;
  bessel_accurate(kind: number, x: number): number;
  bessel_last(kind: number, x: number): number;
  /** See probe/elementary.ts. */
  elementary_margin(which: number, x: number): number;
  /** See probe/precise.ts. */
  lgamma_precise(high: number, low: number): void;
  digamma_precise(high: number, low: number): void;
  polygamma_precise(high: number, low: number, n: number): void;
  precise_result(): number;
  /** See probe/tables.ts. */
  gamma_entry(table: number, x: number): number;
  zeta_entry(n: number, number: number): number;
  sum_entry(order: number, p: number, t: number): number;
  bessel_accurate_entry(kind: number, number: number): number;
  bessel_power_entry(isSteep: boolean, number: number): number;
  zero_entry(order: number, x: number): number;
  sum_zero_entry(p: number): number;
  midpoint_terms(s: number): number;
  /** See probe/memory.ts. */
  memory_regions(): number;
  memory_region_count(): number;
  memory_base(): number;
  /** See probe/decimal.ts. */
  // deno-fmt-ignore
  read_decimals(from: number, ends: number, count: number, to: number, statuses: number, decimal: number, narrow: number): void;
  // deno-fmt-ignore
  write_decimals(from: number, count: number, to: number, ends: number, decimal: number, narrow: number, digits: number): void;
}

/**
 * Compiles the kernels together with what only tests and benchmarks use, and with assertions, once
 * for each state of the sources.
 */
async function compileProbe(): Promise<WebAssembly.Module> {
  const path = new URL(`${SOURCE_HASH}.wasm`, FOLDER);
  try {
    return await WebAssembly.compile(await Deno.readFile(path));
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  await Deno.mkdir(FOLDER, { recursive: true });
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "--quiet", "--no-config", "--allow-read", "--allow-write", "--allow-env"],
      ...["--import-map=deno.json", "--lock=tools/deno.lock", "tools/build/probe.ts"],
      path.pathname,
    ],
    cwd: ROOT,
  }).output();
  if (!success) throw new Error(`Cannot compile probes: ${new TextDecoder().decode(stderr)}`);
  return await WebAssembly.compile(await Deno.readFile(path));
}

const module = await compileProbe();

/** An instance of the kernels with probes, and its exports. */
export interface Probe extends Instance {
  readonly probes: ProbeExports;
}

/** Makes an instance of the kernels with probes, with a memory of its own. */
export function openProbe(): Probe {
  const instance = makeInstance(module);
  return { ...instance, probes: instance.exports as unknown as ProbeExports };
}
