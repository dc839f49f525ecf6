import { FORMATS, isFormat } from "../../formats/registry.ts";
import { MAX_PARTS } from "../../plan/request.ts";

// Manifests and the sums of pieces may come from other machines and from anyone. So each of their
// fields is checked before it is used, and errors name the wrong one.

/** What a field must be, in words and as a test. */
type Rule = readonly [words: string, isKept: (value: unknown) => boolean];

const TEXT: Rule = ["a text", (value) => typeof value === "string"];
const TEXTS: Rule = [
  "a list of texts",
  (value) => Array.isArray(value) && value.every((text) => typeof text === "string"),
];
const COUNT: Rule = ["an integer >= 0", isCount];
const OBJECT: Rule = ["an object", isObject];

/** The maximum number of inputs. */
const MAX_INPUTS = 1_000_000;

/** Throws if the fields that identify a piece and its run are not what they must be. */
export function checkPiece(fields: Readonly<Record<string, unknown>>): void {
  const { run, part } = fields;
  check("part", part, OBJECT);
  const { index, count } = part as Record<string, unknown>;
  check("part.count", count, [`an integer from 1 to ${MAX_PARTS}`, isBetween(1, MAX_PARTS)]);
  check("part.index", index, [`an integer from 1 to ${count}`, isBetween(1, count as number)]);
  check("run", run, OBJECT);
  const { version, command, options, expressions, format, inputs } = run as Record<string, unknown>;
  check("run.version", version, TEXT);
  check("run.command", command, TEXT);
  check("run.options", options, [
    "an object of texts",
    (value) => isObject(value) && TEXTS[1](Object.values(value as object)),
  ]);
  check("run.expressions", expressions, TEXTS);
  check("run.format", format, [
    `one of ${FORMATS.join(", ")}`,
    isFormat,
  ]);
  check("run.inputs", inputs, [
    `a list of 1 to ${MAX_INPUTS} inputs`,
    (value) => Array.isArray(value) && value.length > 0 && value.length <= MAX_INPUTS,
  ]);
  for (const [i, input] of (inputs as unknown[]).entries()) {
    const name = `run.inputs[${i}]`;
    check(name, input, OBJECT);
    const { path, bytes, modified } = input as Record<string, unknown>;
    check(`${name}.path`, path, TEXT);
    check(`${name}.bytes`, bytes, COUNT);
    check(`${name}.modified`, modified, TEXT);
  }
}

/** Throws if the fields of a manifest about its output are not what they must be. */
export function checkOutput({ output, bytes, rows }: Readonly<Record<string, unknown>>): void {
  check("output", output, [
    "the path of a file",
    (value) => typeof value === "string" && value !== "" && !value.includes("\0"),
  ]);
  check("bytes", bytes, COUNT);
  if (rows !== undefined) check("rows", rows, COUNT);
}

function check(name: string, value: unknown, [words, isKept]: Rule): void {
  if (value === undefined) throw new SyntaxError(`${name} is missing, expected ${words}`);
  if (isKept(value)) return;
  throw new SyntaxError(`${name} must be ${words}, got ${JSON.stringify(value).slice(0, 40)}`);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && value as number >= 0;
}

function isBetween(least: number, most: number): (value: unknown) => boolean {
  return (value) =>
    Number.isSafeInteger(value) && value as number >= least && value as number <= most;
}
