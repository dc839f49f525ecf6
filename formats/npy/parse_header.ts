import { describeDtype, type NpyDtype, parseDtype, SUPPORTED_DTYPES } from "./dtype.ts";
import type { NpyHeader } from "./header.ts";
import { type Entry, type LiteralOrigin, parseLiteral } from "./literal.ts";

// The maximum number of characters of a header that a message shows.
const MAX_SHOWN = 60;
const KEYS = ["descr", "fortran_order", "shape"];

/** Parses the Python dict of an npy header and checks its values. */
export function parseHeader(text: string, origin: LiteralOrigin): NpyHeader {
  const literal = parseLiteral(text, origin);
  if (
    literal === null || typeof literal !== "object" || literal.kind !== "dict"
  ) {
    throw new SyntaxError(
      `Cannot read ${origin.name}: npy header, byte ${origin.offset}: expected ` +
        `a dict with the keys ${KEYS.join(", ")}`,
    );
  }
  const { entries } = literal;
  const found = [...entries.keys()];
  const [descr, order, shape] = KEYS.map((key) => entries.get(key));
  if (!descr || !order || !shape || found.length !== KEYS.length) {
    throw new SyntaxError(
      `Cannot read ${origin.name}: npy header, byte ${origin.offset}: expected ` +
        `the keys ${KEYS.join(", ")}, got ${found.join(", ").slice(0, MAX_SHOWN) || "none"}`,
    );
  }
  const dtype = checkDtype(descr, origin.name);
  const lengths = checkShape(shape, origin.name);
  return {
    dtype,
    fortran: checkOrder(order, origin.name),
    shape: lengths,
    count: countElements(lengths, { name: origin.name, at: shape.at, dtype }),
    dataOffset: origin.offset + text.length,
  };
}

function checkDtype({ value, at }: Entry, name: string): NpyDtype {
  const dtype = typeof value === "string" ? parseDtype(value) : undefined;
  if (dtype !== undefined) return dtype;
  const what = typeof value === "string"
    ? `'${value.slice(0, MAX_SHOWN)}' (${describeDtype(value)})`
    : "structured (records with fields)";
  throw new TypeError(
    `Cannot read ${name}: npy header, byte ${at}: the dtype is ${what}, ` +
      `supported are ${SUPPORTED_DTYPES}`,
  );
}

function checkOrder({ value, at }: Entry, name: string): boolean {
  if (typeof value === "boolean") return value;
  throw new SyntaxError(
    `Cannot read ${name}: npy header, byte ${at}: fortran_order must be True ` +
      `or False, got ${JSON.stringify(value).slice(0, MAX_SHOWN)}`,
  );
}

function checkShape({ value, at }: Entry, name: string): readonly number[] {
  const items = value !== null && typeof value === "object" &&
      value.kind === "tuple"
    ? value.items
    : undefined;
  if (
    items?.every((item): item is number =>
      typeof item === "number" && Number.isSafeInteger(item) && item >= 0
    )
  ) return items;
  throw new SyntaxError(
    `Cannot read ${name}: npy header, byte ${at}: shape must be a tuple of ` +
      `integers from 0 to 2^53 - 1`,
  );
}

function countElements(
  shape: readonly number[],
  { name, at, dtype }: { name: string; at: number; dtype: NpyDtype },
): number {
  // An axis of length 0 makes the array empty, however long the others are.
  if (shape.includes(0)) return 0;
  let count = 1;
  for (const length of shape) {
    count *= length;
    // A product is exact as long as it is below 2^53.
    if (count * dtype.size > Number.MAX_SAFE_INTEGER) {
      throw new RangeError(
        `Cannot read ${name}: npy header, byte ${at}: the array would have ` +
          `more than 2^53 bytes`,
      );
    }
  }
  return count;
}
