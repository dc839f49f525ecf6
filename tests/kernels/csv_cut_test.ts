import { assertEquals } from "@std/assert";
import { openInstance } from "../../kernels/engine.ts";

const COMMA = 0x2c;
const [BEFORE, INSIDE, CLOSED, OUTSIDE] = [0, 1, 2, 3];

/** The rule of records, byte after byte. Returns the last cut, or 0, and the state at the end. */
function cutPlainly(text: string, state: number): { cut: number; state: number } {
  let cut = 0;
  for (let i = 0; i < text.length; i++) {
    const byte = text[i];
    if (state === INSIDE) {
      if (byte === '"') state = CLOSED;
    } else if (byte === '"' && (state === BEFORE || state === CLOSED)) {
      state = INSIDE;
    } else {
      state = byte === "," || byte === "\n" ? BEFORE : OUTSIDE;
      if (byte === "\n") cut = i + 1;
    }
  }
  return { cut, state };
}

function cutByKernel(text: string, state: number): { cut: number; state: number } {
  const { exports, memory, end, reserve } = openInstance();
  reserve(end + text.length + 256);
  // Bytes after the text must not matter, and quotes there would.
  new Uint8Array(memory.buffer, end, text.length + 128).fill(0x22);
  new TextEncoder().encodeInto(text, new Uint8Array(memory.buffer, end, text.length));
  exports.csv_state.value = state;
  const cut = exports.csv_cut(end, end + text.length, COMMA);
  return { cut: cut === 0 ? 0 : cut - end, state: exports.csv_state.value };
}

/** Numbers below a bound, the same in every run. */
function openRandom(seed: number): (bound: number) => number {
  let bits = seed;
  return (bound) => {
    bits = (Math.imul(bits, 1664525) + 1013904223) >>> 0;
    return Math.floor(bits / 2 ** 32 * bound);
  };
}

Deno.test("csv_cut finds the last record and the state of quotes as the plain rule does", () => {
  const random = openRandom(20261117);
  // From many marks to few: quotes in the middle of fields are frequent in the first alphabets alone.
  const alphabets = ['"\n,a', '"\n,aaaaaaaa', '"\n,\n,\n,aaaa', "\n,aaaaa", '""a'];
  for (let i = 0; i < 30_000; i++) {
    const alphabet = alphabets[random(alphabets.length)];
    const length = random(random(4) === 0 ? 400 : 140);
    const text = Array.from({ length }, () => alphabet[random(alphabet.length)]).join("");
    const state = random(4);
    assertEquals(cutByKernel(text, state), cutPlainly(text, state), text);
  }
});

Deno.test("csv_cut follows well-formed quoted fields across every border of 64 bytes", () => {
  for (let lead = 0; lead < 140; lead++) {
    for (const field of ['"a\nb"', '"a""b"', '""', '"""\n"""', 'a"b\n"c']) {
      const text = "x".repeat(lead) + "," + field + ",1\n2," + field + "\n" + "y".repeat(70);
      for (const state of [BEFORE, INSIDE, CLOSED, OUTSIDE]) {
        assertEquals(cutByKernel(text, state), cutPlainly(text, state), text);
      }
    }
  }
});
