import type { Format } from "../formats/registry.ts";
import { brokenRule } from "../functions/parameter.ts";
import type { FloatType } from "../kernels/float_types.ts";
import { say } from "../io/say.ts";
import type { Assignment } from "../plan/expression/parse_assignment.ts";
import type { Condition } from "../plan/expression/parse_where.ts";
import type { Syntax } from "../plan/expression/syntax.ts";
import type { DeviceName, Request, Typed, When, Work } from "../plan/request.ts";
import { UsageError } from "../plan/usage_error.ts";
import type { Arguments } from "./command.ts";
import { parseCsvFlags } from "./csv_flags.ts";
import { DEFAULT_CHUNK_SIZES } from "../pipeline/thresholds.ts";
import { checkUtf8, parsePart, parseSize } from "./option_values.ts";

import config from "../deno.json" with { type: "json" };

const MAX_JOBS = 256;

/**
 * Makes a request from the arguments. It adds the defaults, and checks all that can be checked
 * before the input is opened.
 */
export function makeRequest(
  args: Arguments,
  { work, inputs: named, where }: {
    work: Work;
    inputs: readonly string[];
    /** The condition of the rows that are kept. */
    where?: Condition;
  },
): Request {
  const { options } = args;
  const inputs = named.length === 0 ? ["-"] : named;
  if (options.has("quiet") && options.has("verbose")) {
    throw new UsageError("Options --quiet and --verbose cannot be used together: choose one");
  }
  if (options.has("quiet") && options.get("progress") === "always") {
    throw new UsageError(
      "Options --quiet and --progress always cannot be used together: choose one",
    );
  }
  const part = options.get("part");
  const device = (options.get("device") ?? "cpu") as DeviceName;
  const request: Request = {
    work,
    input: inputs[0],
    moreInputs: inputs.slice(1),
    part: part === undefined ? undefined : parsePart(part),
    manifest: options.get("manifest"),
    options: [...options.keys()],
    typed: part === undefined && !options.has("manifest") ? undefined : typedOf(args, work),
    where,
    fileColumn: options.get("file-column"),
    output: options.get("output") ?? "-",
    from: options.get("from") as Format | undefined,
    to: options.get("to") as Format | undefined,
    dtype: options.get("dtype") as FloatType | undefined,
    csv: parseCsvFlags(args),
    strict: options.has("strict"),
    device,
    jobs: parseJobs(options.get("jobs")),
    chunkSize: parseSize(options.get("chunk-size") ?? DEFAULT_CHUNK_SIZES[device], "chunk-size"),
    verbose: options.has("verbose"),
    quiet: options.has("quiet"),
    progress: (options.get("progress") ?? "auto") as When,
  };
  checkUtf8("The name of the output", request.output);
  checkUtf8("The name of option --file-column", request.fileColumn);
  if (inputs.filter((path) => path === "-").length > 1) {
    throw new UsageError("Standard input (-) can be read only once: name it once");
  }
  if (inputs.includes("")) {
    throw new UsageError("The name of an input is empty: name a file, or - for standard input");
  }
  if (request.manifest !== undefined) checkManifest(request, inputs);
  if (part !== undefined && inputs.includes("-")) {
    throw new UsageError(
      "Option --part needs files, because standard input cannot be split into pieces: " +
        (named.length === 0 ? "name the input" : "save it to a file and name that"),
    );
  }
  if (inputs.includes("-") && Deno.stdin.isTerminal()) {
    throw new UsageError("Missing input: name a file, or pipe one in");
  }
  return request;
}

/** Runs a request. The pipeline is imported late, because help and usage errors do not need it. */
export async function runLate(request: Request): Promise<void> {
  const [{ runRequest }, { cleanUpOnInterrupt }] = await Promise.all([
    import("../pipeline/run.ts"),
    import("../io/signals.ts"),
  ]);
  using _ = cleanUpOnInterrupt();
  await runRequest(request);
}

/** Reads the parameters of expressions. */
export async function parseParam({ options }: Arguments): Promise<readonly Assignment[]> {
  const list = options.get("param");
  if (list === undefined) return [];
  const { parseParameters } = await import("../plan/expression/parse_parameters.ts");
  return parseParameters(list);
}

/** Reads the condition of the rows that are kept. */
export async function parseCondition({ options }: Arguments): Promise<Condition | undefined> {
  const text = options.get("where");
  if (text === undefined) return undefined;
  const { parseWhere } = await import("../plan/expression/parse_where.ts");
  return parseWhere(text);
}

/** Warns of expressions that may not mean what they say. */
export async function warnOfExpressions(
  expressions: readonly { readonly text: string; readonly value?: Syntax }[],
  { quiet }: Request,
): Promise<void> {
  if (quiet) return;
  const { warnOfSwappedOrder } = await import("../plan/expression/swapped_order.ts");
  for (const { text, value } of expressions) {
    const warning = value && warnOfSwappedOrder(text, value);
    if (warning !== undefined) say(warning);
  }
}

/** Options that change neither the output nor what it is made of. */
const NOT_TYPED = [
  "output",
  "manifest",
  "part",
  "jobs",
  "memory",
  "verbose",
  "quiet",
  "progress",
  "color",
];

function typedOf({ options }: Arguments, work: Work): Typed {
  const expressions = work.kind === "map"
    ? work.assignments
    : work.kind === "reduce"
    ? work.aggregates
    : work.kind === "fit"
    ? [work]
    : [];
  return {
    version: config.version,
    command: work.kind === "apply" ? work.spec.name : work.kind,
    options: Object.fromEntries(
      [...options].filter(([name]) => !NOT_TYPED.includes(name)).sort(([a], [b]) => a < b ? -1 : 1),
    ),
    expressions: expressions.map(({ text }) => text),
  };
}

function checkManifest({ output, manifest }: Request, inputs: readonly string[]): void {
  checkUtf8("The name of the manifest", manifest);
  if (output === "-") {
    throw new UsageError("Option --manifest needs an output file: name one with -o");
  }
  if (inputs.includes("-")) {
    throw new UsageError(
      "Option --manifest records the input files, so it cannot be used with standard input: name a file",
    );
  }
}

function parseJobs(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const jobs = text.trim() === "" ? NaN : Number(text);
  const broken = brokenRule(jobs, { least: 1, most: MAX_JOBS });
  if (broken !== undefined) throw new UsageError(`Option --jobs ${broken}, got ${text}`);
  return jobs;
}

/**
 * Separates the inputs from the expressions. An expression has a `=` and begins with a name. An
 * input that looks like one, such as `a=b.npy`, must be the last argument after `--`, or begin with
 * `./`.
 */
export function sortOperands(
  { operands, literal }: Arguments,
  { usage }: { usage: string },
): { expressions: readonly string[]; inputs: readonly string[] } {
  const last = literal > 0 ? operands.at(-1) : undefined;
  const others = last === undefined ? operands : operands.slice(0, -1);
  const expressions = others.filter(isExpression);
  const inputs = [...others.filter((operand) => !isExpression(operand)), last]
    .filter((operand) => operand !== undefined);
  if (expressions.length === 0) {
    const unnamed = operands.find((operand) => /^[^.=]*[(*^]/.test(operand));
    throw new UsageError(
      unnamed === undefined
        ? `Missing expression: ${usage}`
        : `The result of ${unnamed} needs a name: write 'y = ${unnamed}'`,
    );
  }
  return { expressions, inputs };
}

function isExpression(operand: string): boolean {
  return operand.includes("=") && !/^[./\\]/.test(operand);
}
