import { concat } from "@std/bytes/concat";
import { gzipSync, zstdCompressSync } from "node:zlib";
import type { Random } from "../../support/random.ts";
import { makeNpy } from "../../support/make_npy.ts";
import type { Group } from "./samples.ts";
import { makeBatches, makeFields } from "./make_batches.ts";
import { below } from "./mutate.ts";
import type { Attempt } from "./try_input.ts";

/** An input, its special work, and the expected outcome. */
export type Unusual = Pick<Attempt, "bytes" | "end"> & { readonly columns?: string };
type Make = (random: Random, samples: readonly Uint8Array[]) => Unusual;

const MAX_COLUMNS = 5000;
const LONG_NAME = 100_000;
const GLOBS = [
  "*_x*_x*_y",
  "*_x*_x*_x*_x*_x*_y",
  "*?*?*?*_y",
  "!*_x*_y",
  "*",
  `${"*x".repeat(50)}y`,
];

/** Makes an input whose parts are sound, but which nobody expects. Each kind is equally likely. */
export function makeUnusual(group: Group, { random, samples }: {
  random: Random;
  samples: readonly Uint8Array[];
}): Unusual {
  const ways = WAYS[group];
  return ways[below(random, ways.length)](random, samples);
}

const WAYS: Readonly<Record<Group, readonly Make[]>> = {
  npy: [cutIntoMembers, joinContainers, wideNpy],
  arrow: [
    cutIntoMembers,
    joinContainers,
    (random) => ({ bytes: makeFields(oneName, 1 + below(random, MAX_COLUMNS)) }),
    longArrowNames,
    (random) => ({ bytes: makeBatches(random) }),
  ],
  parquet: [cutIntoMembers, joinContainers],
  // A CSV text after another only adds rows.
  csv: [cutIntoMembers, wideCsv, longCsvNames],
};

/**
 * Makes one or two sound inputs in several members of gzip or frames of zstd, which must be read as
 * one.
 */
function cutIntoMembers(random: Random, samples: readonly Uint8Array[]): Unusual {
  const plain = pick(random, samples);
  const compress = random.sign() < 0 ? gzipSync : zstdCompressSync;
  const cuts = Array.from({ length: below(random, 20) }, () => below(random, plain.length + 1));
  const places = [0, ...cuts.sort((a, b) => a - b), plain.length];
  const members = places.slice(1).map((end, i) => compress(plain.subarray(places[i], end)));
  return { bytes: concat(members), end: { as: plain } };
}

/**
 * Makes a container that follows another, or follows data without a container. Reading only one of
 * them would lose data.
 */
function joinContainers(random: Random, samples: readonly Uint8Array[]): Unusual {
  const others = Array.from({ length: 1 + below(random, 3) }, () => pick(random, samples));
  // Zeros may pad a file. Anything else that follows is data.
  const garbage = Uint8Array.from({ length: 1 + below(random, 200) }, () => 1 + below(random, 255));
  const behind = below(random, 4) === 0 ? [garbage] : others;
  const joined = concat([pick(random, samples), ...behind]);
  const compress = [undefined, undefined, gzipSync, zstdCompressSync][below(random, 4)];
  return { bytes: compress?.(joined) ?? joined, end: "refused" };
}

function wideNpy(random: Random): Unusual {
  const shape = [below(random, 4), 1 + below(random, MAX_COLUMNS)];
  const descr = pick(random, ["<f8", ">f4", "<f2", "|u1", "<i8"]);
  const values = Array.from({ length: shape[0] * shape[1] }, (_, i) => i % 100);
  return { bytes: makeNpy(values, { descr, shape, fortran: random.sign() < 0 }) };
}

function wideCsv(random: Random): Unusual {
  const columns = 1 + below(random, MAX_COLUMNS);
  const name = pick(random, [(i: number) => `c${i}`, (i: number) => `c${i % 7}`, () => ""]);
  const cell = pick(random, ["1", "", "-2.5", "NaN", '"a ""b"""', "?"]);
  const line = (make: (i: number) => string) => Array.from({ length: columns }, (_, i) => make(i));
  const lines = [line(name), ...Array.from({ length: below(random, 4) }, () => line(() => cell))];
  // Some records have a cell too many or too few.
  if (below(random, 4) === 0) lines.at(-1)![random.sign() < 0 ? "pop" : "shift"]();
  return { bytes: text(lines.map((cells) => cells.join(",")).join("\n")) };
}

function longCsvNames(random: Random): Unusual {
  const names = longNames(random);
  const row = names.map((_, i) => i).join(",");
  return { bytes: text(`${names.join(",")}\n${row}\n${row}\n`), columns: choose(random, names) };
}

function longArrowNames(random: Random): Unusual {
  const names = longNames(random);
  return { bytes: makeFields((i) => names[i], names.length), columns: choose(random, names) };
}

/** Makes long names that share long beginnings. */
function longNames(random: Random): string[] {
  const part = pick(random, ["_x", "a", "ä", "_x_", "𝑥"]);
  const length = 1 + below(random, pick(random, [300, LONG_NAME]));
  const name = part.repeat(length / part.length + 1);
  return Array.from({ length: 1 + below(random, 5) }, (_, i) => `${name}${i === 0 ? "" : i}`);
}

/** Makes a glob that nearly matches, or a mistyped name. */
function choose(random: Random, names: readonly string[]): string {
  if (random.sign() < 0) return pick(random, GLOBS);
  const name = pick(random, names);
  const at = below(random, name.length);
  return `"${name.slice(0, at)}q${name.slice(at + below(random, 3))}"`;
}

function oneName(i: number): string {
  return `c${i}`;
}

function text(content: string): Uint8Array {
  return new TextEncoder().encode(content);
}

function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[below(random, choices.length)];
}
