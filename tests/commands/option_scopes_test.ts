import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { allCommands } from "../../commands/commands.ts";
import { OPTION_SCOPES } from "../../plan/option_scopes.ts";
import { UsageError } from "../../plan/usage_error.ts";
import { runHere } from "../run_parts.ts";
import { Workdir } from "../workdir.ts";

/** An option, and a table in which it makes a difference wherever it applies. */
interface Trial {
  readonly args: readonly string[];
  /** A cell of column n in texts. */
  readonly cell?: string;
  /** A line before the header. */
  readonly head?: string;
}

const TRIALS: Readonly<Record<string, Trial>> = {
  delimiter: { args: ["-d", ";"] },
  "no-header": { args: ["--no-header"] },
  decimal: { args: ["--decimal", ";"] },
  thousands: { args: ["--thousands", "_"], cell: "1_234" },
  quote: { args: ["--quote", "none"], cell: '"3"' },
  skip: { args: ["--skip", "1"], head: "junk\n" },
  comment: { args: ["--comment", "#"], head: "# note\n" },
  "null-value": { args: ["--null-value", "NA"], cell: "NA" },
  "on-invalid": { args: ["--on-invalid", "null"], cell: "abc" },
  types: { args: ["--types", "t=int64"] },
  "to-null": { args: ["--to-null", "none"] },
  digits: { args: ["--digits", "3"] },
  "to-delimiter": { args: ["--to-delimiter", ";"] },
  "to-decimal": { args: ["--to-decimal", ";"] },
  dtype: { args: ["--dtype", "float32"] },
  as: { args: ["--as", "y"] },
};

const TEXTS = ["csv", "tsv", "jsonl"];
const FORMATS = [...TEXTS, "arrow", "arrows", "parquet", "npy"];

/** What arrays lack, so that an option about it makes no difference to what is written of them. */
const NOT_IN_ARRAYS = { "to-null": "nulls", quote: "texts" };

/** Rows with a text, a number that may be null, and a number that is not written shortest. */
const ROWS = [["t", "n", "x"], ["a", "3", "0.1234567890"], ["b", "2", "2.50"], ["c", "", "7.00"]];

/** A text with a quote in it, as JSON writes it. */
const QUOTED = 'a\\"b';

async function writeTexts(
  dir: Workdir,
  { cell = "2", head = "" }: Omit<Trial, "args">,
): Promise<void> {
  const rows = ROWS.map((row) => row.map((text) => text === "2" ? cell : text));
  await dir.write("in.csv", head + rows.map((row) => `${row.join(",")}\n`).join(""));
  await dir.write("in.tsv", head + rows.map((row) => `${row.join("\t")}\n`).join(""));
  const objects = rows.slice(1).map(([t, n, x]) => {
    const number = n === "" ? "null" : /^"?\d+"?$/.test(n) ? n.replaceAll('"', "") : `"${n}"`;
    return `{"t":"${t === "a" ? QUOTED : t}","n":${number},"x":${x}}\n`;
  });
  await dir.write("in.jsonl", objects.join(""));
}

/** Writes the same table in the other formats. Its text has a quote, and npy has no text. */
async function writeOthers(dir: Workdir): Promise<void> {
  const quoted = ROWS.map((row) => row.map((text) => text === "a" ? '"a""b"' : text).join(","));
  await dir.write("quoted.csv", `${quoted.join("\n")}\n`);
  await dir.write("numbers.csv", ROWS.map((row) => `${row.slice(1).join(",")}\n`).join(""));
  for (const format of ["arrow", "arrows", "parquet"]) {
    await runHere(dir, ["convert", dir.path("quoted.csv")], `in.${format}`);
  }
  await runHere(dir, ["convert", dir.path("numbers.csv")], "in.npy");
}

/** What a run wrote, or the error that it ended with. */
async function tryHere(dir: Workdir, args: readonly string[]): Promise<string | Error> {
  try {
    return (await runHere(dir, args, "out")).toHex();
  } catch (error) {
    return error as Error;
  }
}

function isRefusal(result: string | Error, option: string): boolean {
  return result instanceof UsageError && result.message.startsWith(`Option --${option} `);
}

Deno.test("the options that do not apply to every format are options of some command", async () => {
  const known = new Set(
    (await allCommands()).flatMap(({ flags }) => flags.map(({ name }) => name)),
  );
  assertEquals(Object.keys(OPTION_SCOPES).filter((name) => !known.has(name)), []);
  assertEquals(Object.keys(OPTION_SCOPES).sort(), Object.keys(TRIALS).sort());
});

Deno.test("an option changes the output, or the run refuses it, for every pair of formats", async () => {
  await using dir = await Workdir.create();
  await writeOthers(dir);
  const applied = new Set<string>();
  for (const [option, trial] of Object.entries(TRIALS)) {
    await writeTexts(dir, trial);
    for (const from of FORMATS) {
      for (const to of FORMATS) {
        // Text columns cannot become npy, so only results do: csv_between_test.ts has types.
        if (option === "types" && to === "npy") continue;
        const only = to === "npy" ? ["--only"] : [];
        const columns = from === "npy" ? "x0,x1" : "n,x";
        const input = ["-c", columns, dir.path(`in.${from}`), "--from", from, "--to", to];
        const command = ["lgamma", ...input, ...only];
        const before = await tryHere(dir, command);
        const after = await tryHere(dir, [...command, ...trial.args]);
        if (isRefusal(after, option)) continue;
        if (from === "npy" && Object.hasOwn(NOT_IN_ARRAYS, option)) continue;
        assert(String(after) !== String(before), `${option}: ${from} to ${to}`);
        applied.add(option);
      }
    }
  }
  assertEquals([...applied].sort(), Object.keys(TRIALS).sort());
});

Deno.test("convert refuses what would change cells that it copies", async () => {
  await using dir = await Workdir.create();
  const number = "applies to numbers that are read or computed, but ";
  const cases: [option: string, args: string[], refused: string | undefined][] = [
    ["digits", [], number],
    ["dtype", [], number],
    ["on-invalid", [], number],
    ["on-invalid", ["--where", "x > 1"], undefined],
    ["types", [], "sets the types of columns in other formats, but "],
    ["null-value", [], undefined],
  ];
  for (const [option, others, refused] of cases) {
    const trial = TRIALS[option];
    await writeTexts(dir, trial);
    for (const [format, words] of [["csv", "CSV"], ["jsonl", "JSON lines"]]) {
      const args = ["convert", dir.path(`in.${format}`), "--to", format, ...trial.args, ...others];
      const result = await tryHere(dir, args);
      if (refused === undefined) {
        assertEquals(typeof result, "string", String(result));
      } else {
        assert(isRefusal(result, option), String(result));
        assertStringIncludes(String(result), `${refused}${words} to ${words} is copied as it is`);
      }
    }
  }
  // Another decimal point changes all numbers.
  await writeTexts(dir, {});
  const decimal = ["convert", dir.path("in.csv"), "--to-decimal", ";", "--digits", "1"];
  assertEquals(
    await tryHere(dir, decimal),
    new TextEncoder().encode("t,n,x\na,3,0;1\nb,2,2\nc,,7\n").toHex(),
  );
});

Deno.test("one of several inputs is enough for an option", async () => {
  await using dir = await Workdir.create();
  await writeOthers(dir);
  await writeTexts(dir, { cell: "NA" });
  const inputs = [dir.path("in.arrow"), dir.path("in.csv")];
  const both = ["lgamma", "-c", "n", ...inputs, "--to", "csv", "--null-value", "NA"];
  assertEquals(typeof await tryHere(dir, both), "string");
  const one = await tryHere(dir, [...both.filter((arg) => arg !== inputs[1])]);
  assertEquals(
    String(one),
    "UsageError: Option --null-value applies only if the input is CSV, TSV or JSON lines, but it is " +
      "an Arrow file: leave it out",
  );
});

Deno.test("options that a command would ignore are wrong usage", async () => {
  await using dir = await Workdir.create();
  await writeOthers(dir);
  await writeTexts(dir, {});
  const csv = dir.path("in.csv");
  const arrow = dir.path("in.arrow");
  const cases: [args: string[], message: string][] = [
    [["lgamma", "-c", "x", csv, "--no-header", "--as", "y"], "--no-header leaves the names out"],
    [["reduce", "s = sum(x)", csv, "--types", "t=utf8"], "so it needs --by"],
    [["reduce", "--by", "n", "s = sum(x)", csv, "--types", "n=int64"], "is copied as it is"],
    [["fit", "-(x - m)^2", "--start", "m=1", csv, "--types", "x=utf8"], "Unknown option --types"],
    [["lgamma", csv, "--progress", "always"], "--quiet and --progress always cannot be used"],
    [["concat", arrow, "-d", ";"], "applies only to CSV pieces, and the first piece is an Arrow"],
    [["concat", "--missing", csv], "Options --missing and --output cannot be used together"],
  ];
  for (const [args, message] of cases) {
    const result = await tryHere(dir, args);
    assertStringIncludes(String(result), "UsageError: ", args.join(" "));
    assertStringIncludes(String(result), message);
  }
  const keys = ["reduce", "--by", "n", "s = sum(x)", csv, "--types", "n=int64", "--to", "jsonl"];
  assertStringIncludes(new TextDecoder().decode(await runHere(dir, keys, "out")), '{"n":3,');
});
