import type { Exports } from "../../kernels/exports.ts";
import type { Instance } from "../../kernels/instance.ts";
import { freeMemory } from "../../io/limits.ts";
import { formatBytes } from "../../io/say.ts";
import { squareParts, USUAL_PARTS, writeSquares } from "./squares.ts";
import { type Aggregates, placeAggregates, type PlacedAggregate } from "./aggregates.ts";
import type { KeptGroups, RowBoxes } from "./row_boxes.ts";

/** Rows that are added at a time, at most; a multiple of the bits of a byte. */
export const MAX_ROWS = 4096;

/** Bytes of keys for which there is room at first. Longer keys get more. */
const KEY_BYTES = 2 ** 17;
/** Bytes that the module may read after what it is given. */
const BEHIND = 128;
/** Addresses have 32 bits, and the last page stays free. */
const MAX_ADDRESS = 2 ** 32 - 2 ** 17;
/**
 * Bytes of records that threads exchange at a time, which takes less than a millisecond. The engine
 * takes the optimised code of a function only when it calls it again.
 */
const PIECE_BYTES = 2 ** 18;
/** Bytes of the head of a record, as in kernels/assembly/groups/record.ts. */
const HEAD = 16;

/** Numbers that describe a value, as in kernels/assembly/groups/rows.ts. */
const INPUT = 5;
/** The number of the column of an aggregate that has none. */
const NO_COLUMN = 2 ** 32 - 1;
const NONE: ReadonlySet<number> = new Set();
/** Bytes that the module writes for a row, and numbers that describe a box, as there. */
const ROW_BYTES = 16;
const BOX = 5;
/** Bytes in front of packed rows, of a row without its values and key, and of a value. */
const PACKED_HEAD = 16;
const PACKED_ROW = 16;
const PACKED_VALUE = 9;
/** Numbers that describe an aggregate, as in kernels/assembly/groups/aggregates.ts. */
const ENTRY = 2;
/**
 * Groups from which on rows go to the thread that has their part of the hashes. Fewer fit into the
 * cache, and joining them at the end takes less time than passing rows.
 */
export const MIN_SHARED_GROUPS = 2 ** 16;
/**
 * Bytes of groups from which on rows go there, however few groups they are: so few are in several
 * threads.
 */
const MIN_SHARED_BYTES = 2 ** 24;
/** Bytes in which a thread exchanges rows and groups with others, about. They do not count as groups. */
export const EXCHANGE_BYTES = 2 ** 21;
/** Bytes of the state of an aggregate, at most, of a longer sum, and of all limbs of one. */
const MAX_STATE_BYTES = 24;
const SUM_BYTES = 32;
const WHOLE_BYTES = 272;

/**
 * The state of an aggregate that a caller writes, room for a longer sum, and for all limbs of one
 * that needs them.
 */
export interface WrittenState {
  readonly state: DataView;
  readonly long: DataView;
  readonly whole: DataView;
}

/** How a table of groups is made. */
export interface GroupTableOptions {
  readonly aggregates: Aggregates;
  /** Bytes that the groups may take. */
  readonly memory: number;
  /** What keys are hashed with. Threads that exchange groups have the same. */
  readonly seed: bigint;
  /** The results whose squares are added up, which come after all results; none if omitted. */
  readonly squares?: readonly number[];
  /** The bits of a hash that are used; all if omitted. */
  readonly hashMask?: number;
  /** Groups from which on threads pass rows to each other; {@linkcode MIN_SHARED_GROUPS} if omitted. */
  readonly minSharedGroups?: number;
}

/** The results of some rows. */
export interface GivenValues {
  /** One for each row, or for each entry of a dictionary. */
  readonly values: ArrayLike<number>;
  /** The entry of each row, -1 where there is no value, if values are those of a dictionary. */
  readonly places?: Int32Array;
  /** A byte for each row, 1 where there is a value; if omitted, all are there. */
  readonly valid?: Uint8Array;
}

/** Keys one after another, and where each begins, and finally where the last one ends. */
export interface PackedKeys {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** A part of all groups, by their hashes: part `index` of `count`. */
export interface GroupPart {
  readonly index: number;
  readonly count: number;
}

/** Groups whose first rows are from one place in the order of all rows on, and before another. */
export interface GroupRange {
  readonly least: number;
  readonly most: number;
}

const ALL_ROWS: GroupRange = { least: 0, most: Infinity };
/** Groups whose first rows show where the groups of all are. */
const SAMPLED_GROUPS = 1024;

/**
 * Groups of rows by their keys, and what is known of the values of each, in a WebAssembly memory of
 * its own (kernels/assembly/groups). A group takes 16 bytes, the state of each value (16 of a sum),
 * its key with a byte for each column, and 13 to 26 bytes in the table of slots. It begins in another
 * cache line if it would take one more otherwise.
 */
export class GroupTable {
  readonly exports: Exports;
  /** How many rows have no value, for each aggregate. */
  readonly nulls: number[];
  readonly #instance: Instance;
  readonly #options: GroupTableOptions;
  readonly #aggregates: readonly PlacedAggregate[];
  readonly #list: number;
  readonly #starts: number;
  readonly #rows: number;
  readonly #columns: number;
  /** The aggregates to which values of rows are added, by index. */
  readonly #added: number[] = [];
  readonly #inputs: number;
  readonly #values: number;
  readonly #valid: number;
  #keys: number;
  #keyRoom = KEY_BYTES;
  /** Room for a state that is merged. */
  #merged = 0;
  /** Where rows are exchanged with other threads, if they are. */
  readonly #boxes: RowBoxes | undefined;
  /** The description of the boxes, and room for rows that were received; 0 before there is some. */
  #sharing = { boxes: 0, received: 0 };
  /** Room for what other threads get or have written. */
  #piece = { at: 0, bytes: 0 };
  /** Bytes of groups that other threads have now. */
  #given = 0;
  /** Where the groups begin. */
  readonly #bottom: number;
  /** The record of the only group, if there are no columns of keys. */
  #only = 0;

  constructor(instance: Instance, options: GroupTableOptions, boxes?: RowBoxes) {
    this.#instance = instance;
    this.#boxes = boxes;
    this.exports = instance.exports;
    this.#options = options;
    this.#aggregates = placeAggregates(options.aggregates);
    this.nulls = this.#aggregates.map(() => 0);
    let top = instance.end;
    function reserve(bytes: number): number {
      const address = top;
      top = Math.ceil((top + bytes) / 64) * 64;
      return address;
    }
    this.#list = reserve(this.#aggregates.length * ENTRY * 4);
    this.#starts = reserve((MAX_ROWS + 1) * 4);
    this.#rows = reserve(MAX_ROWS * ROW_BYTES);
    const results = 1 + Math.max(-1, ...this.#aggregates.map(({ result = -1 }) => result));
    this.#inputs = reserve(this.#aggregates.length * INPUT * 4);
    this.#values = reserve(results * MAX_ROWS * 8);
    this.#valid = reserve(results * MAX_ROWS);
    this.#keys = reserve(KEY_BYTES + BEHIND);
    this.#columns = results;
    this.#bottom = top;
    instance.reserve(top + BEHIND);
    new Uint32Array(instance.memory.buffer, this.#list).set(
      this.#aggregates.flatMap(({ what, offset }) => [what, offset]),
    );
    const { keys_seed, keys_mask, groups_open } = this.exports;
    keys_seed.value = BigInt.asIntN(64, options.seed);
    keys_mask.value = options.hashMask ?? -1;
    const limit = Math.min(top + options.memory, MAX_ADDRESS);
    groups_open(top, limit, this.#list, this.#aggregates.length);
    this.#share(1, 0);
    this.#check();
  }

  /** Bytes that the groups may take. */
  get memory(): number {
    return this.#options.memory;
  }

  /** How many groups there are, without those that other threads have now. */
  get count(): number {
    return (this.exports.groups_count.value - this.exports.groups_gone.value) >>> 0;
  }

  /** Bytes that the groups take. */
  get bytes(): number {
    return this.exports.groups_top.value - this.#bottom;
  }

  /** How many groups there are, and the bytes that they take, without those that other threads have now. */
  get kept(): KeptGroups {
    return { count: this.count, bytes: this.bytes - this.#given };
  }

  /** The memory. It is another buffer after it has grown. */
  get buffer(): ArrayBuffer {
    return this.#instance.memory.buffer as ArrayBuffer;
  }

  /** Makes the group of all rows, which is there even if there are no rows. */
  makeOnly(): void {
    this.#only = this.findGroup(Uint8Array.of(0));
  }

  /** Finds a group by its key, or makes it. Returns the address of its record. */
  findGroup(key: Uint8Array): number {
    this.#putKeys({ bytes: key, starts: Uint32Array.of(0, key.length) });
    this.#add(1, { position: this.count, inputs: 0 });
    return new Uint32Array(this.buffer, this.#rows, 1)[0];
  }

  /** Room for keys, after which they may be written over. */
  keyRoom(bytes: number): number {
    if (bytes > this.#keyRoom) {
      this.#keyRoom = 2 * bytes;
      this.#keys = this.reserve(this.#keyRoom + BEHIND);
    }
    return this.#keys;
  }

  /** The address of the places where keys begin. */
  get startsAt(): number {
    return this.#starts;
  }

  /** Reserves memory, and returns its address. */
  reserve(bytes: number): number {
    const address = this.exports.groups_reserve(bytes);
    this.#check();
    return address;
  }

  /**
   * Adds some rows, up to {@linkcode MAX_ROWS}. The position is that of the first one in the order of
   * all rows.
   */
  addRows(keys: PackedKeys, results: readonly GivenValues[], position: number): void {
    this.#putKeys(keys);
    this.addPacked(keys.starts.length - 1, results, position);
  }

  /** Adds rows whose keys are in the room for keys. */
  addPacked(count: number, given: readonly GivenValues[], position: number): void {
    this.#putValues(given);
    const sent = this.#openBoxes();
    this.#add(count, { position, inputs: this.#added.length });
    this.#send(sent);
    this.#finishRows();
  }

  /**
   * Adds rows whose keys are entries of a dictionary. `column` and `records` are addresses, as in
   * kernels/assembly/groups/table.ts; the room for keys has room for the longest entry.
   */
  addEntries(
    { column, records, count }: {
      readonly column: number;
      readonly records: number;
      readonly count: number;
    },
    given: readonly GivenValues[],
    position: number,
  ): void {
    this.#putValues(given);
    const { exports } = this;
    const [rows, inputs] = [this.#rows, this.#inputs];
    const end = inputs + this.#added.length * INPUT * 4;
    exports.groups_entries(column, records, this.#keys, rows, count, position, inputs, end);
    this.#check();
    this.#finishRows();
  }

  /** Puts the values of rows where the module finds them. */
  #putValues(given: readonly GivenValues[]): void {
    this.receive();
    const rows = given.map(({ values, places, valid }, i) => {
      const { length } = places ?? values;
      const to = new Float64Array(this.buffer, this.#valuesOf(i), length);
      if (places === undefined) to.set(values);
      else for (let row = 0; row < length; row++) to[row] = values[Math.max(0, places[row])];
      this.#putValid(i, valid);
      return to;
    });
    const hasNulls = given.map(({ valid }) => valid !== undefined);
    const zeros = new Set<number>();
    this.#options.squares?.forEach((squared, i) => {
      const [values, { valid }] = [rows[squared], given[squared]];
      const parts = squareParts(given.length, i);
      const columns = parts.map((part) =>
        new Float64Array(this.buffer, this.#valuesOf(part), values.length)
      );
      const isUsual = writeSquares(values, columns);
      for (const part of parts) {
        this.#putValid(part, valid);
        hasNulls.push(valid !== undefined);
      }
      if (!isUsual) return;
      for (const part of parts.slice(USUAL_PARTS)) zeros.add(part);
      // Other threads get all columns of their rows.
      if (this.#boxes !== undefined) {
        for (const part of columns.slice(USUAL_PARTS)) part.fill(0);
      }
    });
    this.#putInputs((result) => hasNulls[result], zeros);
  }

  #putValid(result: number, valid: Uint8Array | undefined): void {
    if (valid === undefined && this.#boxes === undefined) return;
    const there = new Uint8Array(this.buffer, this.#validOf(result), MAX_ROWS);
    if (valid === undefined) there.fill(1);
    else there.set(valid);
  }

  #finishRows(): void {
    this.#countNulls();
    this.#checkAll();
  }

  /** Adds the rows that other threads have sent. */
  receive(): void {
    this.#boxes?.receive((rows) => {
      this.#sharing.received ||= this.reserve(this.#boxes!.boxBytes + BEHIND);
      new Uint8Array(this.buffer).set(rows, this.#sharing.received);
      this.#putInputs(() => true);
      const end = this.#inputs + this.#aggregates.length * INPUT * 4;
      this.exports.groups_packed(this.#sharing.received, this.#rows, this.#inputs, end);
      this.#check();
      this.#countNulls();
    });
  }

  /**
   * Whether the groups of several threads take so much memory that each group has to be in one of
   * them. Until then, entries of dictionaries are found much sooner in the groups of every thread.
   */
  get isCrowded(): boolean {
    const boxes = this.#boxes;
    return boxes !== undefined && 2 * boxes.threads * this.bytes >= this.memory;
  }

  /** Returns the numbers of the threads to which rows can be sent. */
  #openBoxes(): number[] {
    const boxes = this.#boxes;
    const { minSharedGroups = MIN_SHARED_GROUPS } = this.#options;
    if (boxes === undefined) return [];
    if (this.count < minSharedGroups && this.bytes < MIN_SHARED_BYTES) return [];
    const { threads, boxBytes } = boxes;
    const room = boxBytes + BEHIND;
    if (this.#sharing.boxes === 0) {
      const described = this.reserve(threads * (BOX * 4 + MAX_ROWS * 8 + room) + BEHIND);
      this.#sharing.boxes = described;
      const lists = described + Math.ceil(threads * BOX / 2) * 8;
      const packed = lists + threads * MAX_ROWS * 8;
      new Uint32Array(this.buffer, described, threads * BOX).set(
        Array.from(
          { length: threads },
          (_, i) => [packed + i * room, 0, 0, 0, lists + i * MAX_ROWS * 8],
        ).flat(),
      );
      this.#share(threads, described);
    }
    const described = new Uint32Array(this.buffer, this.#sharing.boxes, threads * BOX);
    const open: number[] = [];
    for (let thread = 0; thread < threads; thread++) {
      const canSend = boxes.canSend(thread);
      described.set([canSend ? boxBytes : 0, 0, 0], thread * BOX + 1);
      if (canSend) open.push(thread);
    }
    return open;
  }

  /** Sends the rows that were packed for other threads. */
  #send(threads: readonly number[]): void {
    const boxes = this.#boxes!;
    for (const thread of threads) {
      const described = new Uint32Array(this.buffer, this.#sharing.boxes + thread * BOX * 4, BOX);
      const [at, , rows, keyBytes] = described;
      if (rows === 0) continue;
      const bytes = PACKED_HEAD + rows * (PACKED_ROW + this.#columns * PACKED_VALUE) + keyBytes;
      boxes.send(thread, new Uint8Array(this.buffer, at, bytes));
      described.set([0, 0, 0], 1);
    }
  }

  #share(threads: number, boxes: number): void {
    const thread = this.#boxes?.thread ?? 0;
    const { exports } = this;
    exports.groups_share(
      thread,
      threads,
      boxes,
      this.#values,
      this.#valid,
      this.#columns,
      MAX_ROWS,
    );
  }

  /** Describes the values of rows to the module. Nothing is added of results that are all 0. */
  #putInputs(hasNulls: (result: number) => boolean, zeros: ReadonlySet<number> = NONE): void {
    const { length } = this.#aggregates;
    const inputs = new Uint32Array(this.buffer, this.#inputs, length * INPUT);
    this.#added.length = 0;
    for (let i = 0, at = 0; i < length; i++) {
      const { result } = this.#aggregates[i];
      if (result !== undefined && zeros.has(result)) continue;
      this.#added.push(i);
      inputs[at] = this.placeOf(i);
      inputs[at + 1] = result === undefined ? 0 : this.#valuesOf(result);
      inputs[at + 2] = result === undefined || !hasNulls(result) ? 0 : this.#validOf(result);
      inputs[at + 3] = 0;
      inputs[at + 4] = result ?? NO_COLUMN;
      at += INPUT;
    }
  }

  #countNulls(): void {
    const inputs = new Uint32Array(this.buffer, this.#inputs, this.#added.length * INPUT);
    this.#added.forEach((aggregate, i) => this.nulls[aggregate] += inputs[i * INPUT + 3]);
  }

  /** Finds the groups of rows whose keys are in the room for keys, or makes them. Returns their records. */
  findPacked(count: number, position: number): Uint32Array {
    this.#add(count, { position, inputs: 0 });
    const described = new Uint32Array(this.buffer, this.#rows, count * ROW_BYTES / 4);
    return Uint32Array.from({ length: count }, (_, i) => described[i * ROW_BYTES / 4]);
  }

  #putKeys({ bytes, starts }: PackedKeys): void {
    const keys = this.keyRoom(bytes.length);
    new Uint8Array(this.buffer).set(bytes, keys);
    new Uint32Array(this.buffer, this.#starts).set(starts);
  }

  #add(count: number, { position, inputs }: { position: number; inputs: number }): void {
    this.exports.groups_rows(
      this.#keys,
      this.#starts,
      this.#rows,
      count,
      position,
      this.#only,
      this.#inputs,
      this.#inputs + inputs * INPUT * 4,
    );
    this.#check();
  }

  #valuesOf(result: number): number {
    return this.#values + result * MAX_ROWS * 8;
  }

  #validOf(result: number): number {
    return this.#valid + result * MAX_ROWS;
  }

  /** The address of the description of an aggregate for the module. */
  placeOf(aggregate: number): number {
    return this.#list + aggregate * ENTRY * 4;
  }

  /** The state of an aggregate in a record. */
  stateOf(record: number, aggregate: number): DataView {
    return new DataView(this.buffer, record + HEAD + this.#aggregates[aggregate].offset);
  }

  /** Adds the state of other rows of a group, which the caller writes. */
  merge(record: number, write: (states: readonly WrittenState[]) => void): void {
    const count = this.#aggregates.length;
    const long = count * MAX_STATE_BYTES;
    const whole = long + count * SUM_BYTES;
    if (this.#merged === 0) this.#merged = this.reserve(whole + count * WHOLE_BYTES);
    const at = this.#merged;
    write(this.#aggregates.map(({ offset }, i) => ({
      state: new DataView(this.buffer, at + offset),
      long: new DataView(this.buffer, at + long + i * SUM_BYTES),
      whole: new DataView(this.buffer, at + whole + i * WHOLE_BYTES),
    })));
    this.exports.groups_merge(record, at);
    this.#check();
  }

  /** Writes the groups of a part for another thread, piece by piece. They are not listed here any more. */
  *write(
    { index, count }: GroupPart,
    { least, most }: GroupRange = ALL_ROWS,
  ): Generator<Uint8Array<ArrayBuffer>> {
    const { exports } = this;
    this.#lift();
    exports.groups_rewind();
    for (let left = PIECE_BYTES; left > 0; left = exports.groups_left()) {
      // A key may be longer than all that is usually written at a time.
      const at = this.#pieceRoom(left);
      const end = exports.groups_write(
        index,
        count,
        least,
        most,
        at,
        at + this.#piece.bytes,
      );
      this.#given += end - at;
      if (end > at) yield new Uint8Array(this.buffer.slice(at, end));
    }
  }

  /** Merges groups that another thread has written into those that are here, and frees their memory. */
  take(piece: Uint8Array): void {
    const at = this.#pieceRoom(piece.length);
    const end = at + piece.length;
    this.#put(piece, at);
    this.exports.groups_take(at, end);
    this.#check();
  }

  /** Adds groups that another thread has written and that are not here yet, and frees their memory. */
  adopt(piece: Uint8Array): void {
    this.#lift();
    const at = this.reserve(piece.length);
    const end = at + piece.length;
    this.#put(piece, at);
    this.exports.groups_adopt(at, end);
  }

  #put(piece: Uint8Array, at: number): void {
    new Uint8Array(this.buffer).set(piece, at);
    // There are many, which would stay until the collector of garbage comes.
    freeMemory(piece);
  }

  /** Room for a piece that other threads get or have written. */
  #pieceRoom(bytes: number): number {
    if (bytes > this.#piece.bytes) this.#piece = { at: this.reserve(bytes + BEHIND), bytes };
    return this.#piece.at;
  }

  /** The first rows of some groups, evenly among all, in order. */
  sample(): Float64Array {
    this.#lift();
    const at = this.reserve((SAMPLED_GROUPS + 1) * 8);
    const count = this.exports.groups_sample(at, SAMPLED_GROUPS);
    return new Float64Array(this.buffer, at, count).slice().sort();
  }

  /** Lists the records that are here in the order in which the groups appear in the data. */
  list(): ListedGroups {
    this.#lift();
    const at = this.exports.groups_list();
    this.#check();
    return { at, count: this.exports.groups_listed.value >>> 0 };
  }

  /** Where the aggregates have their states. */
  get aggregates(): readonly PlacedAggregate[] {
    return this.#aggregates;
  }

  /** Lets the end of the work take as much memory as it needs: all groups are there. */
  #lift(): void {
    this.exports.groups_limit.value = MAX_ADDRESS | 0;
  }

  #check(): void {
    if (this.exports.groups_failed.value !== 0) this.refuse(this.count);
  }

  /** Throws if the groups of all threads together take more memory than they may. */
  #checkAll(): void {
    const boxes = this.#boxes;
    if (boxes === undefined) return;
    const most = this.#options.memory + boxes.threads * EXCHANGE_BYTES;
    const all = boxes.countGroups(this.kept);
    if (all.bytes > most) this.refuse(all.count);
  }

  /** Throws because so many groups, or more, do not fit into the memory that they may take. */
  refuse(count: number): never {
    const groups = count > 1 ? `at least ${count} groups do` : "a single group does";
    throw new GroupMemoryError(
      `Cannot group: ${groups} not fit into ${
        formatBytes(this.#options.memory)
      } of memory; raise --memory, up to 4 GB, or group by columns with fewer values`,
    );
  }
}

/** The error where groups take more memory than they may. */
export class GroupMemoryError extends RangeError {}

/** Groups in an order: the address of the list of their records, and how many they are. */
export interface ListedGroups {
  readonly at: number;
  readonly count: number;
}

/** Chooses what keys are hashed with, at random: nobody can make keys that collide. */
export function makeSeed(): bigint {
  return crypto.getRandomValues(new BigUint64Array(1))[0];
}
