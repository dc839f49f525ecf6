import { lgamma } from "../../../mod.ts";

/** A record: its cells as they are, and its line end. */
interface OracleRecord {
  readonly cells: string[];
  readonly lineEnd: string;
}

/** Splits CSV, one character after the other: slow, short, and written apart from the engine. */
export function splitRecords(text: string, delimiter = ","): OracleRecord[] {
  const records: OracleRecord[] = [];
  let cells: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted) {
      cell += character;
      if (character !== '"') continue;
      if (text[i + 1] === '"') cell += text[++i];
      else quoted = false;
    } else if (character === '"' && cell === "") {
      quoted = true;
      cell = character;
    } else if (character === delimiter) {
      cells.push(cell);
      cell = "";
    } else if (character === "\n") {
      const lineEnd = cell.endsWith("\r") ? "\r\n" : "\n";
      records.push({ cells: [...cells, cell.slice(0, cell.length + 1 - lineEnd.length)], lineEnd });
      cells = [];
      cell = "";
    } else {
      cell += character;
    }
  }
  if (cells.length > 0 || cell !== "") {
    const lineEnd = cell.endsWith("\r") ? "\r" : "";
    records.push({ cells: [...cells, cell.slice(0, cell.length - lineEnd.length)], lineEnd });
  }
  return records;
}

/** What `specol lgamma -c x` writes. */
export function appendLgamma(text: string): string {
  const bom = text.startsWith("\ufeff") ? "\ufeff" : "";
  let column: number | undefined;
  return bom + splitRecords(text.slice(bom.length)).map(({ cells, lineEnd }) => {
    if (cells.length === 1 && cells[0] === "" && column === undefined) return lineEnd;
    if (column === undefined) {
      column = cells.findIndex((cell) => unquote(cell) === "x");
      return [...cells, "x_lgamma"].join(",") + lineEnd;
    }
    if (cells.length === 1 && cells[0] === "") return lineEnd;
    const number = unquote(cells[column]).trim();
    return [...cells, number === "" ? "" : formatNumber(lgamma(Number(number)))].join(",") +
      lineEnd;
  }).join("");
}

/** The text of a cell. */
export function unquote(cell: string): string {
  return /^"[^]*"$/.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

function formatNumber(x: number): string {
  return String(x).replace("Infinity", "inf");
}
