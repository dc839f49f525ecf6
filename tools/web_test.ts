import { assert, assertEquals } from "@std/assert";
import { lgamma, lgammaGrad, readTable, writeTable } from "../mod.ts";
import { runTask, type TaskArgs } from "../support/task_args.ts";
import { Browser } from "./web/browser.ts";
import { makePage } from "./web.ts";

const HELP = `Makes the page to try specol, and clicks through it in Chromium, as a visitor would:
with the mouse, with the keyboard, in light and dark.

Usage: deno task verify web [FOLDER]

FOLDER gets three pictures of the page.

It needs Debian's Chromium, so it is not among the tests.
`;

const CSV = "id,n,w\na,3,0.5\nb,,1\nc,4.5,2\nd,7,4\n";

const text = (id: string): string => `document.getElementById("${id}").textContent`;

async function testCurve(page: Browser): Promise<void> {
  await page.until(`document.querySelectorAll("#curve path").length === 2`);
  assertEquals(
    await page.evaluate(text("curve-status")),
    `At -5: value Infinity, gradient NaN. At 5: value ${lgamma(5)}, gradient ${lgammaGrad(5)}.`,
  );
  await page.type("formula", "lgama(x)");
  await page.until(`${text("formula-error")} !== ""`);
  const error = String(await page.evaluate(text("formula-error")));
  assert(error.startsWith("Unknown function lgama, did you mean lgamma?"), error);
  assert(error.endsWith("\n  lgama(x)\n  ^^^^^"), error);
  const left = `document.querySelectorAll("#curve svg").length + ${text("curve-status")}`;
  assertEquals(await page.evaluate(left), "0", "an error leaves no old plot and no old status");
  await page.type("formula", "polygamma(x, 2)");
  await page.until(`${text("formula-error")} === ""`);
  const label = await page.evaluate(`document.querySelector("#curve svg").ariaLabel`);
  assertEquals(label, "polygamma(x, 2) and its gradient from -5 to 5");
  await page.type("formula", "lgamma(x + 3) - lgamma(x)");
  await page.until(
    `${text("curve-status")}.endsWith("At 5: value ${Math.log(210)}, gradient ${
      1 / 5 + 1 / 6 + 1 / 7
    }.")`,
  );
  // The pole at -2.5 lies between two points: the line has a gap there.
  await page.type("formula", "1 / (x + 2.503)");
  await page.until(
    `document.querySelector("#curve .value")?.getAttribute("d").split("M").length === 3`,
  );
  // A bounded curve reaches both ends of the axis.
  await page.type("formula", "i1e(x) / i0e(x)");
  await page.until(
    `document.querySelector("#curve .value")?.getAttribute("d").match(/[ML]/g).length === 1001`,
  );
  await page.type("formula", "lgamma(x)");
}

/** Both examples, at the width of a telephone: nothing is wider than the screen. */
async function testNarrow(page: Browser, pictures?: string): Promise<void> {
  const size = { width: 390, height: 844, deviceScaleFactor: 1, mobile: true };
  await page.send("Emulation.setDeviceMetricsOverride", size);
  for (const [i, name] of ["counts.csv", "concentrations.csv"].entries()) {
    await page.evaluate(`document.querySelectorAll("#examples button")[${i}].click()`);
    await page.until(`${text("file-status")}.startsWith("${name}: 3 columns, 1 of them computed")`);
    assert(await page.evaluate("document.documentElement.scrollWidth <= 390"), name);
  }
  if (pictures !== undefined) await page.screenshot(`${pictures}/page_narrow.png`);
  await page.send("Emulation.clearDeviceMetricsOverride");
  await page.type("formula", "lgamma(x)");
}

async function testKeyboard(page: Browser): Promise<void> {
  await page.evaluate(`document.getElementById("formula").focus()`);
  const visited: unknown[] = [];
  for (let i = 0; i < 10; i++) {
    await page.press("Tab");
    visited.push(
      await page.evaluate(
        `document.activeElement.id || document.activeElement.value || document.activeElement.textContent`,
      ),
    );
  }
  const examples = ["counts.csv", "concentrations.csv"];
  const panel = ["n", "w", "gradient", "preview", "format"];
  assertEquals(visited, ["from", "to", "file", ...examples, ...panel]);
  await page.press("Tab");
  assertEquals(await page.evaluate("document.activeElement.id"), "save");
}

async function choose(page: Browser, path: string): Promise<void> {
  const { root } = await page.send("DOM.getDocument") as { root: { nodeId: number } };
  const { nodeId } = await page.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: "#file",
  });
  await page.send("DOM.setFileInputFiles", { nodeId, files: [path] });
}

/** Other formats, a file that is dropped, and one that is not a table. */
async function testFormats(page: Browser, folder: string): Promise<void> {
  await choose(page, new URL("../examples/kappa.npy", import.meta.url).pathname);
  await page.until(`${text("file-status")}.startsWith("kappa.npy: 2 columns, 1 of them computed")`);
  const table = await readTable(new Blob(["x\n3\n"]).stream());
  const arrow = await new Response(writeTable(table, { format: "arrow" })).bytes();
  await Deno.writeFile(`${folder}/data.arrow`, arrow);
  await choose(page, `${folder}/data.arrow`);
  await page.until(
    `${text("file-status")}.startsWith("data.arrow: 2 columns, 1 of them computed")`,
  );
  await Deno.writeTextFile(`${folder}/data.jsonl`, '{"x": 3}\n');
  await choose(page, `${folder}/data.jsonl`);
  await page.until(
    `${text("file-status")} === "data.jsonl: 2 columns, 1 of them computed; the plot shows 1 row."`,
  );
  const parquet = new URL("../tests/data/parquet/values_snappy_v1.parquet", import.meta.url);
  await choose(page, parquet.pathname);
  await page.until(`${text("file-status")}.startsWith("values_snappy_v1.parquet: ")`);
  await page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["y\\n1\\n2\\n"], "dropped.csv"));
    document.getElementById("drop").dispatchEvent(new DragEvent("drop", { dataTransfer }));
  }`);
  await page.until(
    `${text("file-status")}.startsWith("dropped.csv: 2 columns, 1 of them computed")`,
  );
  const damaged = Uint8Array.from([..."\x93NUMPY damaged"], (character) => character.charCodeAt(0));
  await Deno.writeFile(`${folder}/wrong.npy`, damaged);
  await choose(page, `${folder}/wrong.npy`);
  await page.until(`${text("file-error")}.includes("wrong.npy")`);
}

async function testFile(page: Browser, folder: string): Promise<void> {
  await Deno.writeTextFile(`${folder}/data.csv`, CSV);
  await choose(page, `${folder}/data.csv`);
  await page.until(`${text("file-status")}.startsWith("data.csv: 4 columns")`);
  const rows = `Array.from(document.querySelectorAll("#preview tr"), (row) =>
    Array.from(row.children, (cell) => cell.textContent).join(" | "))`;
  assertEquals(await page.evaluate(rows), [
    "id | n | w | n_lgamma",
    `a | 3 | 0.5 | ${lgamma(3)}`,
    "b |  | 1 | ",
    `c | 4.5 | 2 | ${lgamma(4.5)}`,
    `d | 7 | 4 | ${lgamma(7)}`,
  ]);
  const dots = `document.querySelectorAll("#result-plot circle").length`;
  assertEquals(await page.evaluate(dots), 3);
  assert(String(await page.evaluate(text("file-status"))).endsWith("the plot shows 3 rows."));
  // Of the second column too, with gradients: by the keyboard.
  for (const selector of [`[value="w"]`, "#gradient"]) {
    await page.evaluate(`document.querySelector('${selector}').focus()`);
    await page.press(" ", " ");
  }
  await page.until(`${text("file-status")}.startsWith("data.csv: 7 columns, 4 of them computed")`);
}

async function testSave(page: Browser, folder: string): Promise<void> {
  await page.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  await page.evaluate(`document.getElementById("save").focus()`);
  await page.press("Enter", "\r");
  await page.until(`${text("file-status")}.startsWith("Saved data_lgamma.csv")`);
  const line = (x: number, w: number): string =>
    `${lgamma(x)},${lgammaGrad(x)},${lgamma(w)},${lgammaGrad(w)}`;
  const expected = "id,n,w,n_lgamma,n_lgamma_grad,w_lgamma,w_lgamma_grad\n" +
    `a,3,0.5,${line(3, 0.5)}\nb,,1,,,${lgamma(1)},${lgammaGrad(1)}\n` +
    `c,4.5,2,${line(4.5, 2)}\nd,7,4,${line(7, 4)}\n`;
  const path = `${folder}/data_lgamma.csv`;
  // The browser writes it when it likes.
  let saved = "";
  for (let i = 0; i < 1000 && saved !== expected; i++) {
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(resolve))");
    saved = await Deno.readTextFile(path).catch(() => "");
  }
  assertEquals(saved, expected);
}

async function testColours(page: Browser, pictures?: string): Promise<void> {
  const grounds: unknown[] = [];
  for (const value of ["light", "dark"]) {
    const features = [{ name: "prefers-color-scheme", value }];
    await page.send("Emulation.setEmulatedMedia", { features });
    grounds.push(await page.evaluate("getComputedStyle(document.body).backgroundColor"));
    if (pictures !== undefined) await page.screenshot(`${pictures}/page_${value}.png`);
  }
  assertEquals(grounds, ["rgb(255, 255, 255)", "rgb(20, 23, 27)"]);
}

async function run({ operands: [pictures] }: TaskArgs): Promise<void> {
  const path = await makePage();
  const folder = await Deno.makeTempDir({ prefix: "specol-web-" });
  try {
    await using page = await Browser.open(`file://${path}`, `${folder}/profile`);
    await testCurve(page);
    await testNarrow(page, pictures);
    await testFormats(page, folder);
    await testFile(page, folder);
    await testKeyboard(page);
    await testSave(page, folder);
    await testColours(page, pictures);
    const names = `Array.from(document.querySelectorAll("input, select, button, svg"), (one) =>
      one.labels?.[0]?.textContent || one.ariaLabel || one.textContent).every(Boolean)`;
    assert(await page.evaluate(names), "everything has a name for screen readers");
    console.log("the page: curve, errors, file, keyboard, saving, light and dark are right");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) {
  Deno.exit(await runTask(Deno.args, { help: HELP, operands: true, run }));
}
