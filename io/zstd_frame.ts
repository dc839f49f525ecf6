// The layout of zstd data: RFC 8878, section 3.1.
const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50; // its last four bits are free
const DICTIONARY_ID_LENGTHS = [0, 1, 2, 4];
const CONTENT_SIZE_LENGTHS = [0, 2, 4, 8];

/** The message of the error if the bytes are not a frame. */
export const NO_FRAME = "not a zstd frame";

/** The next bytes of a frame: some to look at, or some to pass over. */
type Part = { readonly look: number } | { readonly pass: number };

/** Finds the end of a zstd frame from the lengths of its blocks, without decompressing it. */
export class ZstdFrame {
  readonly #parts: Generator<Part, void, Uint8Array> = layOut();
  #part: Part | undefined = this.#parts.next().value!;
  #looked: number[] = [];
  #passed = 0;

  /** Whether the end was found. */
  get complete(): boolean {
    return this.#part === undefined;
  }

  /** Takes the next bytes, and returns how many of them belong to the frame. */
  take(bytes: Uint8Array): number {
    let at = 0;
    while (this.#part !== undefined && at < bytes.length) {
      if ("look" in this.#part) {
        this.#looked.push(bytes[at++]);
        if (this.#looked.length === this.#part.look) this.#next();
      } else {
        const length = Math.min(this.#part.pass - this.#passed, bytes.length - at);
        at += length;
        this.#passed += length;
        if (this.#passed === this.#part.pass) this.#next();
      }
    }
    return at;
  }

  #next(): void {
    do {
      this.#part = this.#parts.next(Uint8Array.from(this.#looked)).value ?? undefined;
      this.#looked = [];
      this.#passed = 0;
    } while (this.#part !== undefined && "pass" in this.#part && this.#part.pass === 0);
  }
}

function* layOut(): Generator<Part, void, Uint8Array> {
  const magic = littleEndian(yield { look: 4 });
  if (magic - magic % 16 === SKIPPABLE_MAGIC) {
    yield { pass: littleEndian(yield { look: 4 }) };
    return;
  }
  if (magic !== MAGIC) throw new SyntaxError(NO_FRAME);
  const [descriptor] = yield { look: 1 };
  const single = (descriptor & 0x20) !== 0; // one segment, without a byte for the window's size
  const sizeLength = CONTENT_SIZE_LENGTHS[descriptor >>> 6] || (single ? 1 : 0);
  yield { pass: (single ? 0 : 1) + DICTIONARY_ID_LENGTHS[descriptor & 3] + sizeLength };
  for (let last = 0; last === 0;) {
    const header = littleEndian(yield { look: 3 });
    last = header & 1;
    const repeated = (header >>> 1 & 3) === 1; // one byte, which stands for all
    yield { pass: repeated ? 1 : header >>> 3 };
  }
  if ((descriptor & 4) !== 0) yield { pass: 4 }; // the checksum
}

function littleEndian(bytes: Uint8Array): number {
  return bytes.reduceRight((value, byte) => value * 256 + byte, 0);
}
