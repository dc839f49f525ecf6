import { type Verdict, verdictText } from "./verdict.ts";

/** A table of the report. */
export interface Section {
  /** Its name in the list of missed targets. */
  readonly name: string;
  readonly title: string;
  /** The titles of its figures, and the number of decimals to show. */
  readonly columns: readonly { readonly title: string; readonly digits: number }[];
  readonly rows: readonly SectionRow[];
}

/** A line of a table. */
export interface SectionRow {
  readonly name: string;
  /** The figures, in the order of the columns. */
  readonly figures: readonly (number | undefined)[];
  /** The verdicts on its targets. */
  readonly verdicts: readonly Verdict[];
}

const WIDTH = 10;

/** Formats a table as text. */
export function sectionText({ title, columns, rows }: Section): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return [
    "",
    title,
    "".padEnd(width) + columns.map((column) => column.title.padStart(WIDTH)).join(""),
    ...rows.map(({ name, figures, verdicts }) =>
      `${name.padEnd(width)}${
        figures.map((figure, i) =>
          (figure === undefined ? "-" : figure.toFixed(columns[i].digits)).padStart(WIDTH)
        ).join("")
      }  ${verdictText(verdicts)}`.trimEnd()
    ),
  ].join("\n");
}

/**
 * Chooses parts of a benchmark by a list of names with commas; all of them without one.
 *
 * @throws {RangeError} If there is no part of a name.
 */
export function chooseParts<Part>(
  parts: Readonly<Record<string, Part>>,
  only: string | undefined,
): readonly Part[] {
  const chosen = only?.split(",") ?? Object.keys(parts);
  const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
  if (unknown !== undefined) {
    throw new RangeError(`--only takes ${Object.keys(parts).join(",")}, got ${unknown}`);
  }
  return chosen.map((name) => parts[name]);
}

/**
 * Measures the parts of a benchmark one after another, prints their tables and the missed targets.
 */
export async function measureParts(
  parts: readonly (() => Promise<Section>)[],
): Promise<readonly Section[]> {
  const sections: Section[] = [];
  for (const [i, measure] of parts.entries()) {
    console.error(`part ${i + 1} of ${parts.length}`);
    const section = await measure();
    sections.push(section);
    console.log(sectionText(section));
  }
  console.log(missedText(sections));
  return sections;
}

/** Writes what a benchmark measured to a file, if one was named. */
export async function writeFigures(path: string | undefined, figures: unknown): Promise<void> {
  if (path === undefined) return;
  await Deno.writeTextFile(path, `${figuresText(figures)}\n`);
}

/** Digits of figures that are not integers: no measurement has more. */
const DIGITS = 5;

/** Returns JSON with a line for each row of a table, so that a change of figures can be read. */
export function figuresText(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  const block = (open: string, lines: readonly string[], close: string): string =>
    `${open}\n${lines.map((line) => inner + line).join(",\n")}\n${indent}${close}`;
  if (isObject(value) && ("rows" in value || "sections" in value)) {
    const known = Object.entries(value).filter(([, field]) => field !== undefined);
    const lines = known.map(([key, field]) => `"${key}": ${figuresText(field, inner)}`);
    return block("{", lines, "}");
  }
  if (Array.isArray(value) && value.length > 0 && value.every(isObject)) {
    return block("[", value.map((item) => figuresText(item, inner)), "]");
  }
  return JSON.stringify(
    value,
    (_, field) =>
      typeof field === "number" && !Number.isInteger(field)
        ? Number(field.toPrecision(DIGITS))
        : field,
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Lists the targets that are missed, or says that there are none. */
function missedText(sections: readonly Section[]): string {
  const missed = sections.flatMap(({ name: section, rows }) =>
    rows.flatMap(({ name, verdicts }) =>
      verdicts.filter(({ met }) => !met).map(({ text }) => `  ${section}: ${name}: ${text}`)
    )
  );
  return missed.length === 0 ? "\ntargets missed: none" : `\ntargets missed:\n${missed.join("\n")}`;
}
