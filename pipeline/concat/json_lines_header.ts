import { type ByteSource, readPieces } from "../../io/byte_source.ts";
import { checkOutput, checkPiece } from "./check_piece.ts";

// Files that specol writes for itself: manifests, and the sums of pieces. Their lines are JSON, and
// the first begins with what the file is, so that its first bytes identify it.

/** The kinds of files that specol writes for itself. */
export const OWN_KINDS = ["reduction", "manifest"] as const;
export type OwnKind = typeof OWN_KINDS[number];

const BEGINNING = '{"specol":"';

/** The number of bytes that show whether specol wrote a file for itself. */
export const OWN_LENGTH: number = BEGINNING.length +
  Math.max(...OWN_KINDS.map(({ length }) => length)) + 1;

/** Makes the first line of such a file, with a checksum of its contents. */
export function ownHeader(kind: OwnKind, fields: { readonly version: number } & object): string {
  return JSON.stringify({ specol: kind, check: checksum(JSON.stringify(fields)), ...fields });
}

/** Makes another line of such a file, with a checksum of its text. */
export function ownLine(fields: object): string {
  const text = JSON.stringify(fields).slice(1);
  return `${CHECK}${checksum(text)}",${text}`;
}

/** The beginning of a line that has a checksum, and how long it is with the checksum. */
const CHECK = '{"check":"';
const CHECK_LENGTH = CHECK.length + 10;

/**
 * Reads the first line of such a file, and what it records about its piece. Throws if it is damaged, of
 * another version, or not what a run writes.
 */
export async function readOwnHeader<T>(source: ByteSource, version: number): Promise<T> {
  const { value } = await readLines(source).next();
  const { specol, check, ...fields } = Object(value);
  if (fields.version !== version) {
    const found = fields.version === undefined
      ? "the version is missing"
      : `version ${JSON.stringify(fields.version).slice(0, 40)} of this file`;
    throw lineError(source.name, 1, `${found}, and this specol reads version ${version}`);
  }
  if (!OWN_KINDS.includes(specol) || check !== checksum(JSON.stringify(fields))) {
    throw lineError(source.name, 1, "the checksum is wrong");
  }
  try {
    checkPiece(fields);
    if (specol === "manifest") checkOutput(fields);
  } catch (error) {
    throw lineError(source.name, 1, (error as Error).message);
  }
  return fields;
}

/** Computes FNV-1a of 32 bits, which is enough to find damage in a line of some hundred bytes. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Recognises such a file by its first bytes. */
export function recogniseOwn(head: Uint8Array): OwnKind | undefined {
  const text = new TextDecoder("latin1").decode(head.subarray(0, OWN_LENGTH));
  return OWN_KINDS.find((kind) => text.startsWith(`${BEGINNING}${kind}"`));
}

/** Characters of a line, at most: a key may be as long as a record of CSV. */
const MAX_LINE = 2 ** 26;

/** Reads the lines of such a file, checks the checksums of all but the first, and gives their contents. */
export async function* readLines(source: ByteSource): AsyncGenerator<unknown> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let line = 0;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw lineError(source.name, line + 1, "it is not UTF-8");
    }
  };
  for await (const bytes of readPieces(source)) {
    const lines = (rest + decode(bytes)).split("\n");
    rest = lines.pop()!;
    for (const text of lines) yield parseLine(text, { name: source.name, line: ++line });
    if (rest.length > MAX_LINE) {
      throw lineError(source.name, line + 1, `it is longer than ${MAX_LINE} characters`);
    }
  }
  rest += decode();
  if (rest !== "") yield parseLine(rest, { name: source.name, line: ++line });
}

function parseLine(text: string, { name, line }: { name: string; line: number }): unknown {
  if (line > 1) {
    const found = text.startsWith(CHECK) ? text.slice(CHECK.length, CHECK_LENGTH - 2) : undefined;
    if (found !== checksum(text.slice(CHECK_LENGTH))) {
      throw lineError(name, line, "the checksum is wrong");
    }
  }
  try {
    return JSON.parse(text);
  } catch {
    throw lineError(name, line, "it is not JSON");
  }
}

/** Makes the error for a line that is not what it should be. */
export function lineError(name: string, line: number, reason: string): SyntaxError {
  return new SyntaxError(
    `Cannot read ${name}: line ${line}: ${reason}; it is damaged or truncated: rerun its piece`,
  );
}
