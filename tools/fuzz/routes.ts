import { CSV_DEFAULTS, type CsvOptions } from "../../formats/csv/dialect.ts";
import type { Format } from "../../formats/registry.ts";
import { registry } from "../../functions/registry.ts";
import { parseAssignment } from "../../plan/expression/parse_assignment.ts";
import type { ApplyWork, Request, Work } from "../../plan/request.ts";
import { type Group, INPUT_NAMES } from "./samples.ts";

/** The work to do with an input: a command line, in short. */
export type Route = Request;

const LGAMMA = registry.find(({ name }) => name === "lgamma")!;

function apply(columns: string | undefined, more: Partial<ApplyWork> = {}): ApplyWork {
  return {
    kind: "apply",
    spec: LGAMMA,
    results: "value",
    columns,
    replace: false,
    only: false,
    ...more,
  };
}

function convert(columns?: string): Work {
  return { kind: "convert", columns };
}

function map(...texts: string[]): Work {
  return { kind: "map", assignments: texts.map(parseAssignment), replace: true, only: false };
}

/** The work, the format to write, and unusual options. */
type Short = readonly [Work, Format, Partial<CsvOptions>?, Partial<Request>?];

const GRADIENT = { results: "value and gradient" } as const;

const ROUTES: Readonly<Record<Group, readonly Short[]>> = {
  npy: [
    [apply(undefined), "npy"],
    [apply(undefined, GRADIENT), "npy"],
    [apply("*"), "npy"],
    [convert(), "npy", {}, { dtype: "float32" }],
    [convert(), "npy"],
    [convert(), "arrows"],
    [convert(), "csv"],
    [map("x = grad(i0e(x))", "y = x"), "arrow"],
  ],
  arrow: [
    [convert(), "arrow"],
    [convert(), "arrows"],
    [convert(), "csv"],
    [apply("*", GRADIENT), "arrows"],
    [apply("*", { only: true }), "npy"],
    [apply("1"), "tsv", { header: false, nullValues: ["NA", "-"] }],
    [map("x = polygamma(x, 2)"), "arrow"],
  ],
  parquet: [
    [convert(), "parquet"],
    [convert(), "arrow"],
    [convert(), "csv"],
    [convert("1"), "parquet"],
    [apply("*", GRADIENT), "parquet"],
    [apply("*", { replace: true }), "parquet"],
    [apply("1", { only: true }), "npy"],
    [map("x = polygamma(x, 2)"), "parquet"],
  ],
  csv: [
    [apply("1"), "csv"],
    [apply("*", { replace: true, ...GRADIENT }), "csv", { onInvalid: "nan" }],
    [apply("1"), "tsv", { header: false, onInvalid: "null" }],
    [convert("!1"), "tsv"],
    [map("y = lgamma(x)", "z = y"), "csv"],
    [apply("1", { results: "gradient", upstream: "2" }), "csv", {}, { dtype: "float16" }],
    [convert(), "arrows"],
    [convert(), "npy", { onInvalid: "null" }],
    [apply("x", { only: true }), "csv", { delimiter: ";", decimal: "," }, { strict: true }],
  ],
};

/** Returns the routes that an input of a group can take. */
export function routesOf(group: Group): readonly Route[] {
  return ROUTES[group].map(([work, to, csv, more]) => ({
    work,
    to,
    input: INPUT_NAMES[group],
    output: "-",
    options: [],
    csv: { ...CSV_DEFAULTS, ...csv },
    strict: false,
    device: "cpu",
    // Chunks are small, so that most inputs have several.
    chunkSize: 2 ** 12,
    verbose: false,
    quiet: false,
    progress: "never",
    ...more,
  }));
}
