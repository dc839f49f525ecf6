import { type ByteSource, readPieces } from "../io/byte_source.ts";

// Files that specol writes for itself: manifests, and the sums of pieces. Their lines are JSON, and
// the first begins with what the file is, so that its first bytes tell.

/** The kinds of files that specol writes for itself. */
export const OWN_KINDS = ["reduction", "manifest"] as const;
export type OwnKind = typeof OWN_KINDS[number];

const BEGINNING = '{"specol":"';

/** The number of bytes that tell whether specol wrote a file for itself. */
export const OWN_LENGTH: number = BEGINNING.length +
  Math.max(...OWN_KINDS.map(({ length }) => length)) + 1;

/** Makes the first line of such a file, with a checksum of what it tells. */
export function ownHeader(kind: OwnKind, fields: { readonly version: number } & object): string {
  return JSON.stringify({ specol: kind, check: checksum(fields), ...fields });
}

/** Reads the first line of such a file. Throws if it is damaged, or of another version. */
export async function readOwnHeader<T>(source: ByteSource, version: number): Promise<T> {
  const { value } = await readLines(source).next();
  const { specol, check, ...fields } = Object(value);
  if (fields.version !== version) {
    const found = `version ${fields.version} of this file`;
    throw lineError(source.name, 1, `${found}, and this specol reads version ${version}`);
  }
  if (!OWN_KINDS.includes(specol) || check !== checksum(fields)) {
    throw lineError(source.name, 1, "the checksum is wrong");
  }
  return fields;
}

/** Computes FNV-1a of 32 bits, which is enough for a line of some hundred bytes. */
function checksum(fields: unknown): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(JSON.stringify(fields))) {
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Recognises such a file by its first bytes. */
export function recogniseOwn(head: Uint8Array): OwnKind | undefined {
  const text = new TextDecoder("latin1").decode(head.subarray(0, OWN_LENGTH));
  return OWN_KINDS.find((kind) => text.startsWith(`${BEGINNING}${kind}"`));
}

/** Reads the lines of such a file, and gives what is in them. */
export async function* readLines(source: ByteSource): AsyncGenerator<unknown> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let line = 0;
  const parse = (text: string): unknown => {
    line++;
    try {
      return JSON.parse(text);
    } catch (error) {
      throw lineError(source.name, line, (error as Error).message);
    }
  };
  for await (const bytes of readPieces(source)) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split("\n");
    rest = lines.pop()!;
    for (const text of lines) yield parse(text);
  }
  if (rest !== "") yield parse(rest);
}

/** Makes the error for a line that is not what it should be. */
export function lineError(name: string, line: number, reason: string): SyntaxError {
  return new SyntaxError(
    `Cannot read ${name}: line ${line}: ${reason}; it is damaged or truncated: run its piece again`,
  );
}
