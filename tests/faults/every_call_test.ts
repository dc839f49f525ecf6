import { assertEquals, assertMatch } from "@std/assert";
import { gzipSync } from "node:zlib";
import { runCommand } from "../../commands/main.ts";
import { ARRAY_BYTES_PER_WORKER, CSV_BYTES_PER_THREAD } from "../../pipeline/thresholds.ts";
import { UsageError } from "../../plan/usage_error.ts";
import { makeBgzip } from "../../support/make_bgzip.ts";
import { makeNpy } from "../../support/make_npy.ts";
import { assertSameBytes } from "../assert_same_bytes.ts";
import { turns } from "../wait_until.ts";
import { Workdir } from "../workdir.ts";
import { type Call, CALLS, type Fault, Injector } from "./inject.ts";

/** A run whose calls fail, one after another. */
interface Case {
  readonly args: readonly string[];
  /** The output, which is there before. */
  readonly output: string;
  /** What else it writes. */
  readonly manifest?: string;
  /** Whether it reads more than it needs, such as the beginning of compressed data. */
  readonly readsAhead?: boolean;
  /** Of its calls, one in so many fails, where there are many; all do if omitted. */
  readonly stride?: number;
}

/** Turns of the event loop in which a decompressor would ask for more, if it was not stopped. */
const LATE_TURNS = 8;

/** What is tried at a call of each kind, and must end the run. */
const ERRORS: Readonly<Record<Call, readonly Fault[]>> = {
  open: ["EMFILE"],
  read: ["EIO", "ESTALE"],
  write: ["ENOSPC", "EIO"],
  seek: ["EIO"],
  sync: ["EIO"],
  "sync of a folder": ["EIO"],
  rename: ["EIO"],
};

/** What a run must not notice, and a file that is shorter than it was. */
const OTHERS: Readonly<Partial<Record<Call, readonly Fault[]>>> = {
  read: ["end", "short", "EINTR"],
  write: ["short", "EINTR"],
};

async function makeInputs(dir: Workdir): Promise<void> {
  const rows = Array.from({ length: 900 }, (_, i) => `r${i % 7},${i / 8 + 0.5},"a, ${i}"\n`);
  const text = "k,x,t\n" + rows.join("");
  await dir.write("a.csv", text);
  await dir.write("b.csv", "x,t,k\n" + rows.map((_, i) => `${i + 1},b,${i % 3}\n`).join("").trim());
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
  await dir.write("a.csv.gz", await new Response(packed).bytes());
  await dir.write("bgzip.csv.gz", await makeBgzip(new TextEncoder().encode(text), 3000));
  const values = Array.from({ length: 3000 }, (_, i) => 0.5 + i / 4);
  await dir.write("x.npy", makeNpy(values, { descr: "<f8", shape: [1500, 2] }));
  const fortran = makeNpy(values, { descr: "<f8", shape: [1500, 2], fortran: true });
  await dir.write("f.npy", fortran);
  const small = new Blob([fortran]).stream().pipeThrough(new CompressionStream("gzip"));
  await dir.write("f.npy.gz", await new Response(small).bytes());
  const run = (...args: string[]) => runCommand([...args.map((arg) => pathOf(dir, arg)), "-q"]);
  await run("convert", "a.csv", "--chunk-size", "8K", "-o", "a.arrow");
  await run(
    "convert",
    "b.csv",
    "--chunk-size",
    "8K",
    "--types",
    "k=utf8,x=float64",
    "-o",
    "b.arrow",
  );
  for (const [i, ending] of [[1, "csv"], [2, "csv"], [1, "npy"], [2, "npy"]] as const) {
    const input = ending === "csv" ? "a.csv" : "x.npy";
    await run("convert", input, "--part", `${i}/2`, "-o", `p${i}.${ending}`);
  }
  for (const i of [1, 2]) {
    const part = ["--part", `${i}/2`];
    await run("convert", "a.arrow", ...part, "-o", `p${i}.arrow`, "--manifest", `p${i}.json`);
    await run("reduce", "--by", "k", "s = sum(x)", "a.csv", ...part, "-o", `s${i}.sums`);
  }
  await dir.write("o.csv", "old");
}

/** Inputs that are large enough for threads to share them. */
async function makeLargeInputs(dir: Workdir): Promise<void> {
  const row = "abcdefghij,2.25,klmnopqrstuvwxyz, and so on, until the line is long enough\n";
  const text = "a,x,b,c,d\n" + row.repeat(2.1 * CSV_BYTES_PER_THREAD / row.length);
  await dir.write("c.csv", text);
  await dir.write("c.csv.gz", gzipSync(text, { level: 0 }));
  const count = 2.1 * ARRAY_BYTES_PER_WORKER / 8;
  const header = makeNpy([], { descr: "<f8", shape: [Math.floor(count)] });
  const npy = new Uint8Array(header.length + Math.floor(count) * 8);
  npy.set(header);
  new Float64Array(npy.buffer, header.length).fill(2.5);
  await dir.write("c.npy", npy);
  const table = makeNpy(Array.from({ length: 240_000 }, (_, i) => 1 + i % 999), {
    descr: "<f8",
    shape: [80_000, 3],
  });
  await dir.write("t.npy", table);
  const args = ["convert", "t.npy", "--chunk-size", "480K", "-q", "-o", "t.arrow"];
  await runCommand(args.map((arg) => pathOf(dir, arg)));
  await dir.write("o.csv", "old");
}

/** Names of files are those in the folder. */
function pathOf(dir: Workdir, arg: string): string {
  return /^[\w.]+\.(csv|npy|arrow|arrows|json|sums)(\.gz|\.zst)?$/.test(arg) ? dir.path(arg) : arg;
}

const SMALL = ["--chunk-size", "4K", "-j", "1"];
const MAP = ["map", "z = lgamma(x) + 1"];

const CASES: Readonly<Record<string, Case>> = {
  "CSV": { args: ["lgamma", "-c", "x", "a.csv", ...SMALL], output: "o.csv" },
  "CSV and a manifest": {
    args: ["lgamma", "-c", "x", "a.csv", ...SMALL],
    output: "o.csv",
    manifest: "o.json",
  },
  "several CSV": { args: ["lgamma", "-c", "x", "a.csv", "b.csv", ...SMALL], output: "o.csv" },
  "compressed CSV": { args: ["lgamma", "-c", "x", "a.csv.gz", ...SMALL], output: "o.csv.gz" },
  "CSV to zstd": { args: ["lgamma", "-c", "x", "a.csv", ...SMALL], output: "o.csv.zst" },
  "CSV to Arrow": { args: ["lgamma", "-c", "x", "a.csv", ...SMALL], output: "o.arrow" },
  "CSV to npy": { args: ["lgamma", "-c", "x", "--only", "a.csv", ...SMALL], output: "o.npy" },
  "Arrow": { args: ["lgamma", "-c", "x", "a.arrow", ...SMALL], output: "o.arrow" },
  "several Arrow": { args: [...MAP, "a.arrow", "b.arrow", ...SMALL], output: "o.arrows" },
  "several formats": {
    args: [...MAP, "a.csv", "b.arrow", "--file-column", "f", ...SMALL],
    output: "o.csv",
  },
  "Arrow to npy": { args: ["lgamma", "-c", "x", "--only", "a.arrow", ...SMALL], output: "o.npy" },
  "npy": { args: ["lgamma", "x.npy", ...SMALL], output: "o.npy" },
  "npy in Fortran order": { args: ["lgamma", "-c", "x1", "f.npy", ...SMALL], output: "o.csv" },
  "compressed npy in Fortran order": {
    args: ["lgamma", "-c", "x1", "f.npy.gz", ...SMALL],
    output: "o.csv",
  },
  "a piece of CSV": {
    args: ["lgamma", "-c", "x", "a.csv", "--part", "2/3", ...SMALL],
    output: "o.csv",
  },
  "a piece of bgzip": {
    args: ["lgamma", "-c", "x", "bgzip.csv.gz", "--part", "2/3", ...SMALL],
    output: "o.csv",
    readsAhead: true,
  },
  "a piece of Arrow": { args: [...MAP, "a.arrow", "--part", "2/3", ...SMALL], output: "o.arrow" },
  "a piece of npy": { args: ["lgamma", "x.npy", "--part", "2/3", ...SMALL], output: "o.npy" },
  "pieces of CSV": { args: ["concat", "p1.csv", "p2.csv"], output: "o.csv" },
  "pieces of npy": { args: ["concat", "p1.npy", "p2.npy"], output: "o.npy" },
  "pieces by manifests": { args: ["concat", "p1.json", "p2.json"], output: "o.arrow" },
  "sums of pieces": { args: ["concat", "s1.sums", "s2.sums"], output: "o.csv" },
  "sums of CSV": { args: ["reduce", "s = sum(x)", "a.csv", ...SMALL], output: "o.csv" },
  "groups of CSV": {
    args: ["reduce", "--by", "k", "s = sum(x)", "a.csv", ...SMALL],
    output: "o.csv",
  },
  "groups of Arrow": { args: ["reduce", "--by", "k", "s = sum(x)", "a.arrow"], output: "o.csv" },
  "sums of a piece": {
    args: ["reduce", "s = sum(x)", "a.csv", "--part", "1/2", ...SMALL],
    output: "o.sums",
  },
};

const LARGE_CASES: Readonly<Record<string, Case>> = {
  "CSV that threads share": {
    args: ["lgamma", "-c", "x", "c.csv", "-j", "2", "--chunk-size", "8M"],
    output: "o.csv",
  },
  "compressed CSV that threads share": {
    args: ["lgamma", "-c", "x", "c.csv.gz", "-j", "2", "--only"],
    output: "o.csv.zst",
    stride: 29,
  },
  "an array that workers share": {
    args: ["lgamma", "c.npy", "-j", "2", "--chunk-size", "12M"],
    output: "o.npy",
  },
  "batches slice by slice": {
    args: ["map", "z = lgamma(x0) + 1", "t.arrow", "-j", "1"],
    output: "o.arrow",
  },
  "batches that threads share": {
    args: ["map", "z = lgamma(x0 + x1)", "t.arrow", "-j", "2"],
    output: "o.arrow",
  },
  "sums of batches": {
    args: ["reduce", "s = sum(lgamma(x2))", "t.arrow", "-j", "2"],
    output: "o.csv",
  },
};

/** Fails every call of a run in turn, and holds that it ends as it should. */
async function failEveryCall(
  dir: Workdir,
  injector: Injector,
  [name, { args, output, manifest, readsAhead = false, stride = 1 }]: [string, Case],
  faultsOf: (call: Call) => readonly Fault[],
): Promise<void> {
  const command = [
    ...[...args, "-q", "-o", output].map((arg) => pathOf(dir, arg)),
    ...(manifest === undefined ? [] : ["--manifest", dir.path(manifest)]),
  ];
  const before = [...new Set([...await dir.list(), output])].sort();
  async function run(): Promise<unknown> {
    await dir.write(output, "old");
    try {
      await runCommand(command);
    } catch (error) {
      return error;
    }
  }
  injector.begin();
  assertEquals(await run(), undefined, name);
  const counts = CALLS.map((call) => [call, injector.count(call)] as const);
  const expected = await dir.read(output);
  const after = [...before, ...(manifest === undefined ? [] : [manifest])].sort();
  assertEquals(await dir.list(), after, name);
  for (const [call, count] of counts) {
    for (const fault of faultsOf(call)) {
      for (let at = 1; at <= count; at += stride) {
        if (manifest !== undefined) await Deno.remove(dir.path(manifest)).catch(() => {});
        injector.begin({ at, call, fault });
        const error = await run();
        // Threads may need fewer calls this time.
        const isHit = injector.count(call) >= at;
        injector.begin();
        // What a run has begun must have come to its end when it returns.
        await turns(LATE_TURNS);
        const late = CALLS.filter((call) => injector.count(call) > 0);
        assertEquals(late, [], `${name}: after ${fault} at ${call} ${at} of ${count}`);
        const where = `${name}: ${fault} at ${call} ${at} of ${count}`;
        const files = (await dir.list()).filter((file) => file !== manifest);
        assertEquals(files, before, where);
        const bytes = await dir.read(output);
        const isError = ERRORS[call].includes(fault);
        const mustFail = isError && isHit && !(readsAhead && call === "read");
        if (error === undefined && !mustFail) {
          assertSameBytes(bytes, expected, where);
          continue;
        }
        assertEquals(
          error instanceof Error && !(error instanceof UsageError),
          true,
          `${where}: ${error}`,
        );
        assertMatch((error as Error).message, /^Cannot (read|write|join) /, where);
        assertEquals(isError || fault === "end", true, `${where}: ${error}`);
        // A name that is not safe yet, and a manifest that cannot be written, come after the output.
        const isOld = new TextDecoder().decode(bytes) === "old";
        const comesLate = call === "sync of a folder" || manifest !== undefined;
        if (!isOld && comesLate) assertSameBytes(bytes, expected, where);
        else assertEquals(isOld, true, where);
      }
    }
  }
}

for (const entry of Object.entries(CASES)) {
  Deno.test(`every call that fails ends the run, and leaves nothing: ${entry[0]}`, async () => {
    await using dir = await Workdir.create();
    await makeInputs(dir);
    using injector = new Injector();
    await failEveryCall(dir, injector, entry, (call) => [...ERRORS[call], ...OTHERS[call] ?? []]);
  });
}

for (const entry of Object.entries(LARGE_CASES)) {
  Deno.test(`every call that fails ends the run, and leaves nothing: ${entry[0]}`, async () => {
    await using dir = await Workdir.create();
    await makeLargeInputs(dir);
    using injector = new Injector();
    // Such runs take longer.
    await failEveryCall(
      dir,
      injector,
      entry,
      (call) => call === "read" ? ["EIO", "end"] : ERRORS[call].slice(0, 1),
    );
  });
}
