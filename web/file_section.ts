/// <reference lib="dom" />
import type { Format } from "../formats/registry.ts";
import type { ColumnValues } from "../formats/table.ts";
import type { FloatArray } from "../kernels/float_types.ts";
import { readTable } from "../streams/read_table.ts";
import type { ResultColumn } from "../streams/result_columns.ts";
import type { Table, TableBatch } from "../streams/table.ts";
import { writeTable } from "../streams/write_table.ts";
import { explain, type Formula } from "./compile_formula.ts";
import { byId, make } from "./elements.ts";
import { drawPlot } from "./plot.ts";

const [ROWS, MAX_COLUMNS, MAX_DOTS] = [10, 12, 2000];

/** Small tables to try, each with a formula for it. */
const EXAMPLES: Readonly<Record<string, { readonly text: string; readonly formula: string }>> = {
  "counts.csv": {
    text: "site,n\nnorth,3\nnorth,0\nsouth,12\nsouth,\neast,7\n",
    formula: "lgamma(x + 1)",
  },
  "concentrations.csv": {
    text: "sample,kappa\na,0.5\nb,2\nc,8.25\nd,30\ne,700\n",
    formula: "i1e(x) / i0e(x)",
  },
};

function enterFormula(text: string): void {
  const input = byId<HTMLInputElement>("formula");
  input.value = text;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Lets a visitor choose a file, shows what the formula makes of it, and saves that. */
export function openFileSection(formula: () => Formula): { update(): Promise<void> } {
  let file: File | undefined;
  const panel = byId("file-panel");
  const attempt = async (action: () => Promise<void>): Promise<void> => {
    byId("file-error").textContent = "";
    try {
      await action();
    } catch (error) {
      byId("file-error").textContent = explain(error);
      byId("file-status").textContent = "";
      byId("preview").replaceChildren();
      byId("result-plot").replaceChildren();
    }
  };
  const update = () =>
    attempt(async () => {
      if (file !== undefined) await show(file, formula());
    });
  const open = (chosen: File | undefined) =>
    attempt(async () => {
      if (chosen === undefined) return;
      panel.hidden = true;
      file = undefined;
      const { columns, batches } = await readTable(chosen.stream(), { name: chosen.name });
      await batches.cancel();
      file = chosen;
      // Text in CSV could be read as numbers, but is not meant as numbers.
      const numbers = columns.filter(({ type, typeName }) => type && typeName !== "utf8");
      const boxes = numbers.map(({ name }, i) => checkbox(name, i === 0));
      byId("columns").replaceChildren(byId("columns").querySelector("legend")!, ...boxes);
      panel.hidden = false;
      await show(file, formula());
    });
  const input = byId<HTMLInputElement>("file");
  input.addEventListener("change", () => open(input.files?.[0]));
  panel.addEventListener("change", update);
  byId("save").addEventListener("click", () =>
    attempt(async () => {
      if (file !== undefined) await save(file, formula());
    }));
  openDrop(open);
  for (const [name, { text, formula }] of Object.entries(EXAMPLES)) {
    const button = make("button", name);
    button.setAttribute("type", "button");
    button.addEventListener("click", async () => {
      enterFormula(formula);
      await open(new File([text], name));
    });
    byId("examples").append(button);
  }
  return { update };
}

function openDrop(open: (file: File | undefined) => Promise<void>): void {
  const drop = byId("drop");
  const over = (isOver: boolean) => (event: Event): void => {
    event.preventDefault();
    drop.classList.toggle("over", isOver);
  };
  drop.addEventListener("dragover", over(true));
  drop.addEventListener("dragleave", over(false));
  drop.addEventListener("drop", (event) => {
    over(false)(event);
    open((event as DragEvent).dataTransfer?.files[0]);
  });
}

function checkbox(name: string, isChecked: boolean): HTMLElement {
  const label = make("label");
  const input = document.createElement("input");
  Object.assign(input, { type: "checkbox", name: "column", value: name, checked: isChecked });
  label.append(input, name);
  return label;
}

function chosenColumns(): string[] {
  const boxes = byId("columns").querySelectorAll<HTMLInputElement>("input:checked");
  return Array.from(boxes, ({ value }) => value);
}

/** The columns to compute, as writeTable takes them. */
function resultsOf(formula: Formula): Record<string, ResultColumn> {
  const withGradient = byId<HTMLInputElement>("gradient").checked;
  return Object.fromEntries(
    chosenColumns().flatMap((column) => {
      const name = `${column}_${formula.name}`;
      const value = [name, { column, compute: formula.value }] as const;
      return withGradient
        ? [value, [`${name}_grad`, { column, compute: formula.gradient }] as const]
        : [value];
    }),
  );
}

/** The table with its results: what is shown is what is saved. */
async function compute(file: File, formula: Formula): Promise<Table<TableBatch>> {
  const table = await readTable(file.stream(), { name: file.name });
  const bytes = writeTable(table, { format: "arrows", results: resultsOf(formula) });
  return await readTable(bytes, { name: file.name });
}

async function show(file: File, formula: Formula): Promise<void> {
  const { columns, batches } = await compute(file, formula);
  const reader = batches.getReader();
  const { value: batch } = await reader.read();
  await reader.cancel();
  const results = new Set(Object.keys(resultsOf(formula)));
  const names = columns.map(({ name }) => name);
  const shown = names.filter((name, i) => i < MAX_COLUMNS || results.has(name));
  byId("preview").replaceChildren(preview(shown, results, batch));
  const [column] = chosenColumns();
  const plot = byId("result-plot");
  if (column === undefined || batch === undefined) {
    plot.replaceChildren();
    byId("file-status").textContent = batch ? "Choose a column." : "The file has no rows.";
    return;
  }
  const result = `${column}_${formula.name}`;
  const part = (values: FloatArray) => values.subarray(0, MAX_DOTS);
  const [x, y] = [column, result].map((name) => part(batch.numbers(name).values));
  const rows = counted(x.filter((x, i) => isFinite(x) && isFinite(y[i])).length, "row");
  const description = `${result} for ${rows} of ${column}`;
  plot.replaceChildren(
    drawPlot([{ label: result, kind: "value", x, y, dots: true }], {
      description,
      horizontal: column,
      width: plot.clientWidth,
    }),
  );
  byId("file-status").textContent = `${file.name}: ${counted(columns.length, "column")}, ` +
    `${results.size} of them computed; the plot shows ${rows}.`;
}

function preview(
  names: readonly string[],
  results: ReadonlySet<string>,
  batch: TableBatch | undefined,
): HTMLElement {
  const table = make("table");
  const rows = Math.min(ROWS, batch?.rows ?? 0);
  table.append(make("caption", rows === 1 ? "The first row" : `The first ${rows} rows`));
  const head = make("tr");
  const kind = (name: string): string => results.has(name) ? "result" : "";
  for (const name of names) {
    const cell = make("th", name, kind(name));
    cell.setAttribute("scope", "col");
    head.append(cell);
  }
  const cells = names.map((name) => batch ? cellTexts(batch.values(name), rows) : []);
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = make("tr");
    line.append(...names.map((name, i) => make("td", cells[i][row] ?? "", kind(name))));
    return line;
  });
  table.append(head, ...lines);
  return table;
}

async function save(file: File, formula: Formula): Promise<void> {
  const format = byId<HTMLSelectElement>("format").value as Format;
  const table = await readTable(file.stream(), { name: file.name });
  const results = resultsOf(formula);
  const columns = format === "npy" ? Object.keys(results) : undefined;
  const blob = await new Response(writeTable(table, { format, results, columns })).blob();
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${file.name.replace(/\.[^.]*$/, "")}_${formula.name}.${format}`;
  link.click();
  byId("file-status").textContent = `Saved ${link.download}, ${counted(blob.size, "byte")}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The first values of a column as texts; nothing for null. */
export function cellTexts(values: ColumnValues, rows: number): (string | undefined)[] {
  const { valid } = values;
  const isNull = (i: number): boolean =>
    valid !== undefined && (valid[i >> 3] >> (i & 7) & 1) === 0;
  const decoder = new TextDecoder();
  const textAt = (i: number): string => {
    if (values.kind !== "texts") return String(values.values[i]);
    return decoder.decode(values.bytes.subarray(values.offsets[i], values.offsets[i + 1]));
  };
  return Array.from({ length: rows }, (_, i) => isNull(i) ? undefined : textAt(i));
}
