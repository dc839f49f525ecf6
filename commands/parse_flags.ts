import { didYouMean, UsageError } from "../plan/usage_error.ts";
import type { Arguments, Command, Flag } from "./command.ts";

/** An option that was found in an argument. */
interface Found {
  readonly flag: Flag;
  /** The text after it in the same argument, as in `--output=FILE`, `-oFILE` and `-o=FILE`. */
  readonly attached?: string;
}

/** The options of a command, and those that it lacks. */
interface Known {
  readonly flags: readonly Flag[];
  readonly lacks: NonNullable<Command["lacks"]>;
}

/** Parses the arguments after a command's name by its table of options. */
export function parseFlags(
  args: readonly string[],
  flags: readonly Flag[],
  { takesExpression = false, lacks = {} }: Pick<Command, "takesExpression" | "lacks"> = {},
): Arguments {
  // An option never takes "--" as its value, so the first one always ends the options.
  const end = args.indexOf("--");
  const literal = end < 0 ? [] : args.slice(end + 1);
  const typed = end < 0 ? args : args.slice(0, end);
  const options = new Map<string, string>();
  const operands: string[] = [];
  for (let i = 0; i < typed.length; i++) {
    const isExpression = takesExpression && operands.length === 0 && NEGATED.test(typed[i]);
    if (isExpression || typed[i] === "-" || !typed[i].startsWith("-")) {
      operands.push(typed[i]);
      continue;
    }
    for (const { flag, attached } of findOptions(typed[i], { flags, lacks })) {
      const isNext = flag.value !== undefined && (attached ?? flag.implied) === undefined;
      const given = isNext ? nextValue(flag, typed[++i], flags) : attached ?? flag.implied;
      const before = options.get(flag.name);
      const value = checkValue(flag, given, flag.repeats ? undefined : before);
      options.set(flag.name, flag.repeats && before !== undefined ? `${before},${value}` : value);
      if (attached === undefined && flag.implied !== undefined) checkNext(flag, typed[i + 1]);
    }
  }
  return { options, operands: [...operands, ...literal], literal: literal.length };
}

/** An expression that begins with a minus: it calls, multiplies, divides or adds something. */
const NEGATED = /^-[^-]*[(*^]|^-[\w.]+ *[-+/]/;

/**
 * Finds the options in an argument: `--name`, `--name=value`, `-v`, `-oFILE`, `-o=FILE` or
 * `-qoFILE`.
 */
function* findOptions(arg: string, { flags, lacks }: Known): Generator<Found> {
  if (arg.startsWith("--")) return yield findLong(arg.slice(2), { flags, lacks });
  for (let rest = arg.slice(1); rest !== "";) {
    const [letter] = rest;
    const flag = flags.find(({ short }) => short === letter);
    if (flag === undefined) {
      refuseLacking(letter, lacks);
      throw new UsageError(`Unknown option -${letter}, see --help`);
    }
    rest = rest.slice(letter.length);
    if (rest !== "" && (flag.value !== undefined || rest.startsWith("="))) {
      return yield { flag, attached: rest.replace(/^=/, "") };
    }
    yield { flag };
  }
}

/** Throws if a command lacks an option that the user may expect. */
function refuseLacking(name: string, lacks: Known["lacks"]): void {
  if (!Object.hasOwn(lacks, name)) return;
  throw new UsageError(`Unknown option -${name.length > 1 ? "-" : ""}${name}: ${lacks[name]}`);
}

function findLong(text: string, { flags, lacks }: Known): Found {
  const [name] = text.split("=", 1);
  const flag = flags.find((flag) => flag.name === name);
  if (flag !== undefined) {
    return { flag, attached: text === name ? undefined : text.slice(name.length + 1) };
  }
  const names = flags.map((flag) => flag.name);
  if (IN_PLACE.test(name) && names.includes("output")) {
    throw new UsageError(
      `Unknown option --${name}: to overwrite the input, name it as the output too, -o INPUT; ` +
        `it is replaced once the output is complete`,
    );
  }
  refuseLacking(name, lacks);
  const other = Object.hasOwn(OTHER_NAMES, name) ? OTHER_NAMES[name] : undefined;
  const near = other !== undefined && names.includes(other)
    ? `, did you mean --${other}?`
    : longerNames(name, flags) || didYouMean(name, names, "--");
  throw new UsageError(`Unknown option --${name}${near || ", see --help"}`);
}

/** What other programs call the option that overwrites the input. */
const IN_PLACE = /^(in-?place|overwrite)$/;

/** What other programs call options: pandas, R, Miller, DuckDB, xsv. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  col: "columns",
  column: "columns",
  field: "columns",
  fields: "columns",
  sep: "delimiter",
  separator: "delimiter",
  fs: "delimiter",
  na: "null-value",
  "na-values": "null-value",
  "na-strings": "null-value",
  nullstr: "null-value",
  "na-rep": "to-null",
  ofs: "to-delimiter",
  skiprows: "skip",
  "skip-rows": "skip",
  dec: "decimal",
  "no-headers": "no-header",
  "implicit-csv-header": "no-header",
  threads: "jobs",
  workers: "jobs",
  "n-jobs": "jobs",
  type: "dtype",
  format: "to",
  filter: "where",
  degree: "order",
  gradient: "grad",
};

/**
 * Suggests the options that begin with what was typed. They are not accepted: another option of a
 * later version would make the beginning of a name mean two.
 */
function longerNames(typed: string, flags: readonly Flag[]): string {
  const names = flags.filter(({ name }) => typed !== "" && name.startsWith(typed))
    .map(({ name }) => `--${name}`).sort();
  if (names.length === 0) return "";
  const last = names.pop();
  return `, did you mean ${names.length === 0 ? last : `${names.join(", ")} or ${last}`}?`;
}

/** Throws where a value follows an option that takes one only after `=`. */
function checkNext({ name, choices = [] }: Flag, next: string | undefined): void {
  if (next === undefined || !choices.includes(next)) return;
  throw new UsageError(
    `Option --${name} takes its value after =, as in --${name}=${next}; if ${next} is a file, use ./${next}`,
  );
}

/**
 * Takes the argument after an option as its value. No option begins with a digit: -5 is a number.
 */
function nextValue(flag: Flag, next: string | undefined, flags: readonly Flag[]): string {
  if (next === undefined) throw new UsageError(needsValue(flag));
  if (!/^-[^\d.]/.test(next)) return next;
  const isOption = flags.some(({ name, short }) => next === `--${name}` || next === `-${short}`);
  const advice = isOption ? "" : `. If ${next} is the value, write --${flag.name}=${next}`;
  throw new UsageError(needsValue(flag) + advice);
}

/**
 * Checks the value of an option against its table entry, and against the value that was given
 * before.
 */
function checkValue(flag: Flag, given: string | undefined, before: string | undefined): string {
  const { name, value, implied, choices } = flag;
  if (value === undefined) {
    if (given === undefined) return "";
    throw new UsageError(`Option --${name} takes no value, got ${given}`);
  }
  if (before !== undefined) {
    const both = implied === undefined ? `, ${before} and ${given}` : "";
    const list = value === "LIST"
      ? `, as in ${before},${given}`
      : value === "EXPR"
      ? `, as in (${before}) and (${given})`
      : "";
    throw new UsageError(`Option --${name} is given twice${both}: give it once${list}`);
  }
  if (given === undefined || given === "" && !flag.mayBeEmpty) {
    throw new UsageError(needsValue(flag));
  }
  if (choices === undefined || given === implied || choices.includes(given)) return given;
  const words = [choices.slice(0, -1).join(", "), choices.at(-1)].filter(Boolean).join(" or ");
  const rule = implied === undefined ? `must be ${words}` : `takes no value or ${words}`;
  throw new UsageError(`Option --${name} ${rule}, got ${given}${nearChoice(given, choices)}`);
}

/**
 * Suggests the choice that what was typed is a part of, or that is near; nothing if several are.
 */
function nearChoice(given: string, choices: readonly string[]): string {
  const longer = choices.filter((choice) => choice.includes(given.toLowerCase()));
  if (longer.length > 1) return "";
  return longer.length === 1 ? `, did you mean ${longer[0]}?` : didYouMean(given, choices);
}

function needsValue({ name, value, rule }: Flag): string {
  return `Option --${name} needs a value: ${value}${rule === undefined ? "" : `, ${rule}`}`;
}
