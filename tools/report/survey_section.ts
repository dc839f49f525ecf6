import { parseHexFloat } from "../accuracy/hex_float.ts";
import { code, table } from "./markdown.ts";

/** A row of `tools/mpmath_reference/survey.json`, as `deno task accuracy --json` writes it. */
interface SurveyRow {
  readonly name: string;
  readonly type: string;
  readonly points: number;
  readonly right: number;
  /** The worst error in ulp. */
  readonly error: number;
  readonly worst: readonly { readonly x: string; readonly error: number }[];
}

/** What the search for the worst inputs found in float64, as a table. */
export function surveySection(json: string): string {
  const { rows } = JSON.parse(json) as { rows: readonly SurveyRow[] };
  const body = rows.filter(({ type }) => type === "float64").map((row) => {
    const worst = row.worst.toSorted((a, b) => b.error - a.error)[0];
    return [
      code(row.name),
      row.points.toLocaleString("en-US"),
      row.error.toFixed(3),
      worst === undefined ? "" : code(String(parseHexFloat(worst.x))),
      worst === undefined ? "" : code(worst.x),
      // Cut, not rounded: 100 % is said only of all.
      `${(Math.floor(1000 * row.right / row.points) / 10).toFixed(1)} %`,
    ];
  });
  const head = ["", "points", "worst error, ulp", "at x", "x in hexadecimal", "correctly rounded"];
  return table([head, ...body], { right: true });
}
