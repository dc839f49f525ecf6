import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Row } from "../../bench/row.ts";
import { hexFloat, parseHexFloat } from "../../tools/accuracy/hex_float.ts";
import { fromNumber } from "../../support/reference/big_float.ts";
import { axisOf } from "../../tools/report/axes.ts";
import { numberAt, placeOf } from "../../tools/report/pictures/axis.ts";
import { errorsPicture } from "../../tools/report/pictures/errors_picture.ts";
import { matrixPicture } from "../../tools/report/pictures/matrix_picture.ts";
import { newestResults } from "../../tools/report/newest_results.ts";
import { ratioText, tickText, ulpText } from "../../tools/report/number_text.ts";
import { performancePage } from "../../tools/report/performance_page.ts";
import { performancePictures } from "../../tools/report/performance_pictures.ts";
import { replacePart } from "../../tools/report/markdown.ts";
import { speedTable } from "../../tools/report/small_tables.ts";
import { subjects } from "../../tools/report/subjects.ts";
import { errorOf, truthOf } from "../../tools/report/truth.ts";
import { worstOf } from "../../tools/report/worst.ts";

const PICTURES = new URL("../../docs/pictures/", import.meta.url);

Deno.test("every place of an axis is that of its number", () => {
  for (const subject of subjects) {
    for (const segment of axisOf(subject).segments) {
      for (const place of [0.01, 0.5, 0.99]) {
        const found = placeOf(segment, numberAt(segment, place));
        assert(Math.abs(found! - place) < 1e-9, `${subject.name} ${segment.caption} ${place}`);
      }
      for (const tick of segment.ticks) assert(placeOf(segment, tick) !== undefined, `${tick}`);
    }
  }
});

Deno.test("hexadecimal floats are read as they are written", () => {
  for (const x of [1, -0.1, 713, Number.MIN_VALUE, Number.MAX_VALUE, 2 ** -1022, 0]) {
    assertEquals(parseHexFloat(hexFloat(x)), x);
  }
});

Deno.test("numbers of the reports are short", () => {
  assertEquals([0.5083, 6.16, 23.4, 9e15, Infinity].map(ulpText), [
    ...["0.508", "6.2", "23", "9×10¹⁵", "inf or NaN"],
  ]);
  assertEquals([-1e-200, 0, 0.01, -4, 1e3].map(tickText), ["−10⁻²⁰⁰", "0", "0.01", "−4", "1000"]);
  assertEquals([0.954, 9.999, 57.04, 123].map(ratioText), ["0.95", "10.0", "57.0", "123"]);
});

Deno.test("a number that is not finite where it should be is infinitely wrong", () => {
  const truth = truthOf({ name: "i0" }, 713);
  assertEquals(errorOf(Infinity, truth), Infinity);
  assertEquals(errorOf(NaN, truth), Infinity);
  assert(errorOf(truth.rounded, truth) <= 0.5);
  // Next to the largest number infinity is a rounding error.
  const largest = Number.MAX_VALUE;
  assertEquals(errorOf(Infinity, { value: fromNumber(largest), rounded: largest }), 1);
});

Deno.test("of several that are infinitely wrong the most ordinary is the worst case", () => {
  const errors = Float64Array.of(Infinity, 0.5, Infinity);
  const measured = {
    subject: subjects[0],
    x: Float64Array.of(1e-300, 1, 20),
    right: new Float64Array(3),
    libraries: [{ library: "SciPy", results: new Float64Array(3), errors }],
  };
  const [{ x, within }] = worstOf(measured);
  assertEquals([x, within], [20, 1 / 3]);
  const svg = errorsPicture(measured, axisOf(subjects[0]));
  assertStringIncludes(svg, "SciPy inf or NaN");
});

Deno.test("the committed pictures are small, and every number in them is one", async () => {
  const names = Array.from(Deno.readDirSync(PICTURES), ({ name }) => name);
  assert(names.includes("i0eGrad.svg"), `${names}`);
  for (const name of names) {
    const svg = await Deno.readTextFile(new URL(name, PICTURES));
    assert(svg.length < 60_000, `${name} has ${svg.length} bytes`);
    assert(!/ [a-z-]+="[^"]*(NaN|undefined|Infinity)/.test(svg), name);
  }
});

Deno.test("where there are no figures the performance report says how to make them", async () => {
  const results = await newestResults(new URL("no_such_folder/", import.meta.url));
  assertEquals(performancePictures(results), []);
  const page = performancePage(results);
  for (const kind of ["", "files", "csv", "gpu"]) {
    const [words, name] = kind === "" ? ["", ""] : [` ${kind}`, `-${kind}`];
    assertStringIncludes(page, `deno task bench${words} --json bench/results/DATE${name}.json`);
  }
});

Deno.test("every function where a peer is ahead is listed, with its worst range", () => {
  const row = (range: string, ours: number): Row => ({
    name: "lgamma",
    type: "float64",
    range,
    ours,
    peers: { SciPy: 20, PyTorch: 10 },
    wrong: { SciPy: 0.25 },
  });
  const rows = [row("0.1 to 20", 2.5), row("counts to 1000", 10.001), row("20 to 100", 30)];
  const machine = {
    date: "now",
    cpu: "a processor",
    cores: 2,
    load: 0,
    system: "a system",
    deno: "2",
    v8: "15",
  };
  const page = performancePage({ kernels: { machine, rows, moduleBytes: 1 } });
  assertStringIncludes(
    page,
    "The geometric mean over all 3 cells with a peer is 1.10; a peer is faster in 2.",
  );
  assertStringIncludes(
    page,
    "lgamma`, float64, 20 to 100: PyTorch 10.00 ns, specol 30.00 (0.33); faster in 2 of 3 ranges",
  );
  assertStringIncludes(
    page,
    "lgamma`, float64, 20 to 100: SciPy 20.00 ns, specol 30.00 (0.67)",
  );
  assertStringIncludes(page, "| `lgamma`, float64 | 25 %, 0.1 to 20 (3 ranges) |  |");
  const svg = matrixPicture("float64", rows);
  assertEquals(svg.match(/(?<=>)[\d.]+(?=<\/text>)/g), ["4.0", "0.99", "0.33"]);
  assertStringIncludes(speedTable({ machine, rows, moduleBytes: 1 }), "0.33 × (20 to 100)");
});

Deno.test("the newest figures of each kind are taken", async () => {
  const folder = await Deno.makeTempDir();
  const files = ["2026-01-02.json", "2026-01-01.json", "2026-01-01-csv.json", "notes.txt"];
  for (const name of files) await Deno.writeTextFile(`${folder}/${name}`, `{"machine":"${name}"}`);
  const results = await newestResults(new URL(`file://${folder}/`));
  assertEquals(results as unknown, {
    kernels: { machine: "2026-01-02.json" },
    csv: { machine: "2026-01-01-csv.json" },
  });
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a part of a page is replaced, and a page without it stays", () => {
  const page = "a\n<!-- t -->\nold\n<!-- /t -->\nb";
  assertEquals(replacePart(page, "t", "new"), "a\n<!-- t -->\n\nnew\n\n<!-- /t -->\nb");
  assertEquals(replacePart(page, "u", "new"), page);
});
