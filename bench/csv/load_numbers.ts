import { openInstance } from "../../kernels/engine.ts";
import { assertSame } from "../files/assert_same.ts";

/** Numbers in the engine's memory. */
export interface LoadedNumbers {
  /** Of all texts. */
  readonly characters: number;
  /** Reads all of them from their texts. */
  readonly read: () => void;
  /** Writes all of them, each on a line. */
  readonly write: () => void;
}

/** The engine reads so many bytes behind a text. */
const BEHIND = 128;

/** Bytes of a number's text, at most, with what is written past its end. */
const ROOM = 48;

const COMMA = 0x2c;
const POINT = 0x2e;

/** The list that writes a number and nothing else: see csv_write.ts. */
const NUMBER_STEP = 6;
const END = 0;

/** Puts numbers where the engine finds them, and verifies that it reads and writes them all. */
export function loadNumbers(
  numbers: Float64Array,
  { isShort }: { isShort: boolean },
): LoadedNumbers {
  const { exports, memory, end } = openInstance();
  const count = numbers.length;
  const lines = Array.from(numbers, (x) => `${isShort ? shortestFloat32(x) : x}\n`);
  const text = new TextEncoder().encode(lines.join(""));
  let top = end;
  const reserve = (length: number): number => {
    const address = top;
    top += Math.ceil(length / 64) * 64;
    return address;
  };
  const [input, cells, ends] = [text.length + BEHIND, 8 * count, 4 * count].map(reserve);
  const [values, valid, steps] = [8 * count, count, 64].map(reserve);
  const output = reserve(ROOM * count + BEHIND);
  const missing = top - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / 65536));
  const { buffer } = memory;
  new Uint8Array(buffer).set(text, input);
  let at = input;
  const bounds = lines.map(({ length }) => [at, (at += length) - 1]);
  new Uint32Array(buffer, cells).set(bounds.flat());
  new Uint32Array(buffer, ends).set(bounds.map(([, stop]) => stop + 1));
  new Uint32Array(buffer, steps).set([NUMBER_STEP, 0, values, valid, +isShort, END]);

  const read = (): number =>
    exports.csv_read(cells, count, values, valid, POINT, +isShort, 0, 0, 0);
  const write = (): number =>
    exports.csv_write(steps, input, ends, count, output, COMMA, POINT, 0, 0);
  read();
  const found = new Float64Array(buffer, values, count);
  if (isShort) found.set(new Float32Array(found));
  assertSame(found, numbers, "reading numbers");
  const written = new Uint8Array(buffer, output, write() - output);
  assertSame(written, text, "writing numbers");
  return { characters: text.length - count, read, write };
}

/** The fewest digits that read back as the same float32. */
function shortestFloat32(x: number): string {
  for (let digits = 1;; digits++) {
    const text = String(Number(x.toPrecision(digits)));
    if (Math.fround(Number(text)) === x) return text;
  }
}
