// deno task report reports: what libraries of today answer at the inputs of public reports, as docs/public_reports.md.
// The libraries are those of the Python that SPECOL_PYTHON names (deno task peers).

import { compute, type KernelName } from "../kernels/engine.ts";
import { ulpDistance } from "../testing/ulp_distance.ts";

interface Report {
  report: string;
  call: string;
  parameter?: number;
  x: number | string;
}

interface Answers {
  name: string;
  version: string;
  answers: (string | null)[];
}

const FOLDER = new URL("public_reports/", import.meta.url);
const PAGE = new URL("../docs/public_reports.md", import.meta.url);
const reports: Report[] = JSON.parse(await Deno.readTextFile(new URL("reports.json", FOLDER)));

function numberOf(text: number | string): number {
  return text === "inf" ? Infinity : text === "-inf" ? -Infinity : Number(text);
}

/** specol's result, which tests compare with Arb and mpmath. */
function resultOf({ call, parameter, x }: Report): number {
  const out = new Float64Array(1);
  const name = call === "i0Grad" ? "i1" : call as KernelName;
  compute({ name, parameter }, Float64Array.of(numberOf(x)), out);
  return out[0];
}

function cellOf(answer: string | null, expected: number): string {
  if (answer === null) return "–";
  // A refusal is no NaN.
  if (/Error$/.test(answer)) return `\`${answer}\``;
  const value = numberOf(answer.replace("nan", "NaN"));
  if (Object.is(value, expected) || value === expected) return "right";
  const distance = ulpDistance(value, expected);
  return distance <= 4 ? `${distance} ulp` : `**\`${answer}\`**`;
}

function linkOf(report: string): string {
  const [repository, number] = report.split("#");
  return number === undefined
    ? ""
    : `[${report}](https://github.com/${repository}/issues/${number})`;
}

const { success, stdout, stderr } = await new Deno.Command(
  Deno.env.get("SPECOL_PYTHON") ?? "/usr/bin/python3",
  {
    args: [new URL("answer.py", FOLDER).pathname, new URL("reports.json", FOLDER).pathname],
    stdout: "piped",
    stderr: "piped",
  },
).output();
if (!success) {
  console.error(new TextDecoder().decode(stderr));
  Deno.exit(1);
}
const peers: Answers[] = new TextDecoder().decode(stdout).trim().split("\n").map((line) =>
  JSON.parse(line)
);
const rows = reports.map((report, i) => {
  const expected = resultOf(report);
  const name = report.parameter === undefined
    ? `${report.call}(${report.x})`
    : `${report.call}(${report.x}, ${report.parameter})`;
  const cells = peers.map(({ answers }) => cellOf(answers[i], expected));
  return `| \`${name}\` | \`${expected}\` | ${cells.join(" | ")} | ${linkOf(report.report)} |`;
});
const versions = peers.map(({ name, version }) => `${name} ${version}`).join(", ");
const page = `# Who gets these right

Inputs of public reports of wrong results, and what libraries answer today, in float64.
\`deno task report reports\` wrote this page on ${
  new Date().toISOString().slice(0, 10)
} with ${versions}.

"right" is the correctly rounded result, a distance is at most 4 ulp from it, and anything else is bold.
– means that the library has no such function, and an error is what it throws. At poles conventions differ: specol's are in
[special_values.md](special_values.md).

| call | specol | ${peers.map(({ name }) => name).join(" | ")} | report |
| --- | --- | ${peers.map(() => "---").join(" | ")} | --- |
${rows.join("\n")}
`;
await Deno.writeTextFile(PAGE, page);
await new Deno.Command(Deno.execPath(), { args: ["fmt", "--quiet", PAGE.pathname] }).output();
console.error(`docs/public_reports.md: ${reports.length} inputs, ${versions}`);
