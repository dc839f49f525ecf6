import { distinctRows, type FitRows, joinRows } from "../../fit/distinct_rows.ts";
import { ROWS } from "./read_rows.ts";

/** Rows that are first searched for equal ones together, and how many times as many are next. */
const JOINED_ROWS = 2 ** 20;
const JOINED_TIMES = 4;

/** The rows of the first pass for those that follow, which then need not read the inputs again. */
export class KeptRows {
  readonly #maxBytes: number;
  readonly #share: (rows: FitRows) => FitRows;
  /** Missing once there are too many. */
  #rows: FitRows[] | undefined = [];
  #count = 0;
  #bytes = 0;
  /** The number of rows that are searched for equal ones next. */
  #joinAt = JOINED_ROWS;

  /** `share` lets other threads read rows, if there are any. */
  constructor(maxBytes: number, share: (rows: FitRows) => FitRows) {
    this.#maxBytes = maxBytes;
    this.#share = share;
  }

  /** Keeps some rows, if all of them fit, and returns them. */
  add(rows: FitRows | undefined): FitRows | undefined {
    if (rows === undefined || this.#rows === undefined) return rows;
    this.#rows.push(rows);
    this.#count += rows.groups.length;
    this.#bytes += bytesOf(rows);
    if (this.#count >= this.#joinAt || this.#bytes > this.#maxBytes) this.#join();
    if (this.#bytes > this.#maxBytes) this.#rows = undefined;
    return rows;
  }

  /** Goes through all rows, some at a time; `undefined` if they did not fit. */
  list(): IterableIterator<FitRows> | undefined {
    this.#join();
    return this.#rows?.values().flatMap(cutRows);
  }

  /** Lets one row stand for all that are equal. If that gains little, it is not tried again. */
  #join(): void {
    if (this.#rows === undefined || this.#rows.length < 2 || this.#joinAt === Infinity) return;
    const joined = distinctRows(joinRows(this.#rows));
    const count = joined.groups.length;
    if (count === this.#count) {
      this.#joinAt = Infinity;
      return;
    }
    this.#rows = [this.#share(joined)];
    this.#count = count;
    this.#bytes = bytesOf(joined);
    this.#joinAt = Math.max(JOINED_ROWS, JOINED_TIMES * count);
  }
}

function bytesOf({ groups, columns, counts }: FitRows): number {
  return groups.length * (4 + 8 * columns.length + (counts === undefined ? 0 : 8));
}

/** Cuts rows into as many as are computed at a time. */
function* cutRows({ groups, columns, counts, first }: FitRows): Generator<FitRows> {
  for (let from = 0; from < groups.length; from += ROWS) {
    const to = from + ROWS;
    yield {
      groups: groups.subarray(from, to),
      columns: columns.map((column) => column.subarray(from, to)),
      counts: counts?.subarray(from, to),
      first,
    };
  }
}
