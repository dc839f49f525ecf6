import { gzipSync, zstdCompressSync } from "node:zlib";
import type { Random } from "../../support/random.ts";
import { TOKENS } from "./tokens.ts";

/** Bytes to change. */
type Bytes = Uint8Array<ArrayBuffer>;
type Mutation = (bytes: Bytes, random: Random, others: readonly Bytes[]) => Bytes;

const MAX_MUTATIONS = 4;
/** Numbers at which mistakes are likely. A mutation adds or subtracts up to 2. */
const EDGES = [0n, 1n << 7n, 1n << 8n, 1n << 15n, 1n << 16n, 1n << 24n, 1n << 31n, 1n << 32n]
  .concat([1n << 40n, 1n << 53n, 1n << 62n, 1n << 63n, 10n ** 18n, -1n, -8n, -(1n << 31n)]);

/** Damages an input in one to four ways. One in sixteen is compressed before or after that. */
export function mutate(samples: readonly Bytes[], random: Random): Bytes {
  let bytes = samples[below(random, samples.length)].slice();
  const wrap = below(random, 32);
  if (wrap === 0) bytes = compress(bytes, random);
  for (let i = below(random, MAX_MUTATIONS); i >= 0; i--) {
    bytes = MUTATIONS[below(random, MUTATIONS.length)](bytes, random, samples);
  }
  return wrap === 1 ? compress(bytes, random) : bytes;
}

function compress(bytes: Bytes, random: Random): Bytes {
  return new Uint8Array(random.sign() < 0 ? gzipSync(bytes) : zstdCompressSync(bytes));
}

const MUTATIONS: readonly Mutation[] = [
  flipBits,
  flipBits,
  truncate,
  insertRandom,
  insertToken,
  insertToken,
  removeSome,
  duplicateSome,
  replaceInteger,
  replaceInteger,
  replaceInteger,
  changeInteger,
  growNumber,
  spliceOther,
  randomAfterBegin,
];

function flipBits(bytes: Bytes, random: Random): Bytes {
  for (let i = below(random, 4); i >= 0 && bytes.length > 0; i--) {
    bytes[below(random, bytes.length)] ^= 1 << below(random, 8);
  }
  return bytes;
}

function truncate(bytes: Bytes, random: Random): Bytes {
  return bytes.slice(0, below(random, bytes.length + 1));
}

function insertRandom(bytes: Bytes, random: Random): Bytes {
  const added = Uint8Array.from({ length: 1 + below(random, 16) }, () => below(random, 256));
  return insert(bytes, below(random, bytes.length + 1), added);
}

function insertToken(bytes: Bytes, random: Random): Bytes {
  const token = TOKENS[below(random, TOKENS.length)];
  const at = below(random, bytes.length + 1);
  // The token replaces bytes or is inserted between them.
  if (random.sign() < 0) return insert(bytes, at, token);
  bytes.set(token.subarray(0, bytes.length - at), at);
  return bytes;
}

function removeSome(bytes: Bytes, random: Random): Bytes {
  const at = below(random, bytes.length + 1);
  const next = Math.min(bytes.length, at + 1 + below(random, 16));
  return insert(bytes.slice(0, at), at, bytes.subarray(next));
}

function duplicateSome(bytes: Bytes, random: Random): Bytes {
  const at = below(random, bytes.length + 1);
  const some = bytes.slice(at, at + 1 + below(random, 64));
  return insert(bytes, below(random, bytes.length + 1), some);
}

/** Makes a length or an offset huge, negative, or nearly right. */
function replaceInteger(bytes: Bytes, random: Random): Bytes {
  const edge = EDGES[below(random, EDGES.length)] + BigInt(below(random, 5) - 2);
  return putInteger(bytes, random, () => edge);
}

/** Changes a length or an offset a little, so that the parts that it refers to overlap. */
function changeInteger(bytes: Bytes, random: Random): Bytes {
  const change = BigInt(below(random, 129) - 64);
  return putInteger(bytes, random, (old) => old + change);
}

function putInteger(bytes: Bytes, random: Random, change: (old: bigint) => bigint): Bytes {
  const size = [2, 4, 4, 8][below(random, 4)];
  if (bytes.length < 8) return bytes;
  // Most numbers are aligned to their size.
  const step = below(random, 4) === 0 ? 1 : size;
  const at = below(random, Math.floor((bytes.length - 8) / step) + 1) * step;
  const view = new DataView(bytes.buffer);
  const value = change(BigInt.asIntN(8 * size, view.getBigInt64(at, true)));
  if (size === 2) view.setInt16(at, Number(BigInt.asIntN(16, value)), true);
  else if (size === 4) view.setInt32(at, Number(BigInt.asIntN(32, value)), true);
  else view.setBigInt64(at, value, true);
  return bytes;
}

/** Adds digits to a number in text: a shape, or a cell. */
function growNumber(bytes: Bytes, random: Random): Bytes {
  const places = Array.from(bytes.keys().filter((i) => bytes[i] >= 0x30 && bytes[i] <= 0x39));
  if (places.length === 0) return bytes;
  const more = new Uint8Array(1 + below(random, 24)).fill(0x30 + below(random, 10));
  return insert(bytes, places[below(random, places.length)], more);
}

function spliceOther(bytes: Bytes, random: Random, others: readonly Bytes[]): Bytes {
  const other = others[below(random, others.length)];
  const at = below(random, bytes.length + 1);
  return insert(bytes.slice(0, at), at, other.subarray(below(random, other.length)));
}

function randomAfterBegin(bytes: Bytes, random: Random): Bytes {
  for (let i = 6 + below(random, 64); i < bytes.length; i++) bytes[i] = below(random, 256);
  return bytes;
}

function insert(bytes: Uint8Array, at: number, added: Uint8Array): Bytes {
  const longer = new Uint8Array(bytes.length + added.length);
  longer.set(bytes.subarray(0, at));
  longer.set(added, at);
  longer.set(bytes.subarray(at), at + added.length);
  return longer;
}

/** Returns a random integer from 0 to below a limit. */
export function below(random: Random, limit: number): number {
  return Math.floor(random.bits() / 2 ** 32 * limit);
}
