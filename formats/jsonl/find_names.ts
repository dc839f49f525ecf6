import { openInstance } from "../../kernels/engine.ts";
import { BEHIND } from "../../kernels/exports.ts";
import { KNOWN_BYTES, MAX_KNOWN } from "../csv/record_memory.ts";
import { MAX_SHOWN_BYTES, type Problem } from "../csv/transform_plan.ts";
import { placeOf } from "../csv/dialect.ts";
import { encodeNames } from "./member_names.ts";

/** Objects that are scanned at a time, at most, and cells of them. */
const MAX_OBJECTS = 1024;
const MAX_CELLS = 2 ** 18;

/** The names of members in some lines. */
export interface FoundNames {
  /** Each name once, in the order in which they first appear. */
  readonly names: readonly string[];
  /** What is wrong with the line after those that were looked at, and its number from 1. */
  readonly problem?: Problem & { readonly line: number };
}

/**
 * Finds the names of the members of the object in the first line, or of all objects that begin in
 * front of a byte. It stops at a line that is not JSON.
 */
export function findNames(bytes: Uint8Array, before: number = 1): FoundNames {
  const { exports, memory, end: text, reserve } = openInstance();
  const end = text + bytes.length;
  const names: string[] = [];
  let list = encodeNames(names);
  const room = Math.ceil((end + BEHIND) / 64) * 64;

  /** Scans up to so many objects, with room for what is known of so many names. */
  function scan(at: number, most: number, mostKnown: number): Scan {
    const put = room;
    const known = Math.ceil((put + list.length) / 4) * 4;
    const ends = known + mostKnown * KNOWN_BYTES;
    const closes = ends + most * 4;
    const cells = Math.ceil((closes + most * 4) / 8) * 8;
    reserve(cells + names.length * most * 8 + BEHIND);
    new Uint8Array(memory.buffer).set(list, put);
    const count = exports.json_scan(
      at,
      end,
      most,
      names.length,
      put,
      cells,
      ends,
      closes,
      known,
      mostKnown,
    );
    return { count, known, ends };
  }

  function addNames(record: number, length: number): void {
    const { known } = scan(record, 1, Math.ceil(length / MIN_MEMBER_BYTES));
    const found = new Uint32Array(memory.buffer, known, 3 * exports.json_known.value);
    const all = new Set(names);
    for (let i = 0; i < found.length; i += 3) {
      const raw = new Uint8Array(memory.buffer, found[i], found[i + 1]);
      all.add(nameOf(raw));
    }
    names.splice(0, names.length, ...all);
    list = encodeNames(names);
  }

  reserve(room);
  new Uint8Array(memory.buffer).set(bytes, text);
  const isFirstOnly = before === 1;
  for (let at = text; at < Math.min(end, text + before);) {
    const most = isFirstOnly
      ? 1
      : Math.max(1, Math.min(MAX_OBJECTS, Math.floor(MAX_CELLS / Math.max(1, names.length))));
    const { count, ends } = scan(at, most, isFirstOnly ? 0 : MAX_KNOWN);
    const lines = new Uint32Array(memory.buffer, ends, count).slice();
    const { value: unknown } = exports.json_unknown;
    const failed = exports.csv_problem.value !== 0;
    const i = unknown === 0 ? -1 : lines.findIndex((line) => line > unknown);
    const place = exports.csv_found.value - text;
    const expected = exports.json_expected.value;
    if (i >= 0) {
      const record = i === 0 ? at : lines[i - 1];
      if (record >= text + before && !isFirstOnly) break;
      addNames(record, lines[i] - record);
      if (isFirstOnly) break;
      at = lines[i];
      continue;
    }
    if (failed) return { names, problem: describe(bytes, place, expected) };
    at = exports.csv_next.value;
    if (isFirstOnly) break;
  }
  return { names };
}

/** Where a scan has put what it found. */
interface Scan {
  readonly count: number;
  readonly known: number;
  readonly ends: number;
}

/** Bytes that a member takes, at least: quotes, a colon, a digit and a comma. */
const MIN_MEMBER_BYTES = 5;

/** The name that a string without its quotes means. */
export function nameOf(raw: Uint8Array): string {
  return JSON.parse(`"${new TextDecoder("utf-8", { ignoreBOM: true }).decode(raw)}"`);
}

function describe(bytes: Uint8Array, at: number, found: number): Problem & { line: number } {
  const { line, characters } = placeOf(bytes, at);
  const text = new TextDecoder().decode(bytes.subarray(at, at + MAX_SHOWN_BYTES));
  return { kind: "syntax", lines: line - 1, line, characters, found, which: 0, text };
}
