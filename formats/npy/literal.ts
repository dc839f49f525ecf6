/** A value of a Python literal in an npy header. */
export type Literal =
  | string
  | number
  | boolean
  | null
  | { readonly kind: "tuple" | "list"; readonly items: readonly Literal[] }
  | { readonly kind: "dict"; readonly entries: ReadonlyMap<string, Entry> };

/** The value of a key, and its byte offset in the file. */
export interface Entry {
  readonly value: Literal;
  readonly at: number;
}

/** The origin of a literal's text, for messages. */
export interface LiteralOrigin {
  /** Name of the file. */
  readonly name: string;
  /** Byte offset of the text in the file. */
  readonly offset: number;
}

const SPACE = " \t\r\n\f";
const CLOSERS = { "(": ")", "[": "]", "{": "}" } as const;

// A dtype is never nested so deeply. Without a limit, a hostile header would overflow the stack
// instead of causing a message.
const MAX_DEPTH = 32;

/**
 * Parses one Python literal: a string, integer, boolean, None, tuple, list or dict with string
 * keys. Each character of the text must stand for one byte of the file, so that positions in
 * messages are positions in the file.
 */
export function parseLiteral(text: string, origin: LiteralOrigin): Literal {
  const parser = new LiteralParser(text, origin);
  const value = parser.value(0);
  parser.end();
  return value;
}

class LiteralParser {
  #at = 0;
  readonly #text: string;
  readonly #origin: LiteralOrigin;

  constructor(text: string, origin: LiteralOrigin) {
    this.#text = text;
    this.#origin = origin;
  }

  value(depth: number): Literal {
    const char = this.#peek();
    if (depth > MAX_DEPTH) this.#fail("less nesting");
    if (char === "(" || char === "[") return this.#sequence(char, depth);
    if (char === "{") return this.#dict(depth);
    if (/[-+\d]/.test(char)) return this.#integer();
    if (/["'uUbB]/.test(char)) return this.#string();
    return this.#word();
  }

  end(): void {
    if (this.#peek() !== "") this.#fail("the end of the header");
  }

  #sequence(open: "(" | "[", depth: number): Literal {
    const items: Literal[] = [];
    let commas = 0;
    this.#at++;
    while (this.#peek() !== CLOSERS[open]) {
      items.push(this.value(depth + 1));
      if (this.#peek() === ",") {
        commas++;
        this.#at++;
      } else if (this.#peek() !== CLOSERS[open]) {
        this.#fail(`',' or '${CLOSERS[open]}'`);
      }
    }
    this.#at++;
    // Python's (3) is the number 3; only (3,) is a tuple.
    if (open === "(" && items.length === 1 && commas === 0) return items[0];
    return { kind: open === "(" ? "tuple" : "list", items };
  }

  #dict(depth: number): Literal {
    const entries = new Map<string, Entry>();
    this.#at++;
    while (this.#peek() !== CLOSERS["{"]) {
      const key = this.#string();
      if (this.#peek() !== ":") this.#fail(`':' after the key '${key}'`);
      this.#at++;
      this.#peek();
      const at = this.#origin.offset + this.#at;
      entries.set(key, { value: this.value(depth + 1), at });
      if (this.#peek() === ",") this.#at++;
      else if (this.#peek() !== CLOSERS["{"]) this.#fail("',' or '}'");
    }
    this.#at++;
    return { kind: "dict", entries };
  }

  // Escapes stay as they are: no supported dtype has one, and the text of other dtypes is only
  // shown.
  #string(): string {
    this.#peek();
    const match = this.#match(
      /[uUbB]?(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/sy,
    );
    if (match === null) this.#fail("a string in quotes");
    return match[1] ?? match[2];
  }

  #integer(): number {
    // Python 2 wrote long integers with an L.
    const match = this.#match(/([-+]?\d+)[lL]?(?![\w.])/y);
    if (match === null) this.#fail("an integer");
    return Number(match[1]);
  }

  #word(): boolean | null {
    const match = this.#match(/(True|False|None)(?!\w)/y);
    if (match === null) this.#fail("a Python value");
    return match[1] === "None" ? null : match[1] === "True";
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match !== null) this.#at = pattern.lastIndex;
    return match;
  }

  #peek(): string {
    while (
      this.#at < this.#text.length && SPACE.includes(this.#text[this.#at])
    ) {
      this.#at++;
    }
    return this.#text.charAt(this.#at);
  }

  #fail(expected: string): never {
    const { name, offset } = this.#origin;
    const found = this.#text.slice(this.#at, this.#at + 12);
    const got = found === "" ? "the end of the header" : JSON.stringify(found);
    throw new SyntaxError(
      `Cannot read ${name}: npy header, byte ${offset + this.#at}: expected ` +
        `${expected}, got ${got}`,
    );
  }
}
